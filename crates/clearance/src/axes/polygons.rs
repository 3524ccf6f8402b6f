//! Two polygons of the plane of a few corners: distance and depth by the separating axis test, in closed form.
//!
//! **Problem.** Signed distance and witness points of two convex polygons. In A's frame, B is rotated by R, moved by t.
//!
//! **Method.**
//! 1. Every side of A − B is parallel to a side of A or of B. Take a side of A with the outward unit normal n and a
//!    corner a. Along n the polygons have the separation (least n·b over B's corners) − n·a. The sides of B have
//!    separations in the same way. Take the greatest separation.
//! 2. It is the signed distance if the nearest corner along n has its foot on the side. If not, there are two cases.
//!    The polygons are apart and two corners are nearest: nearly always the end of the side and that corner, and the
//!    line between them proves it. Or the next side at that corner is parallel to this side, and the end of this side
//!    has its foot there.
//! 3. A common point of polygons that overlap comes from a triangle of A − B, if it holds the origin. The triangle has
//!    the side of A − B and the vertex farthest behind it.
//!
//! So few corners against so few normals take less time than a search.
//!
//! **Accuracy.** In u·size: products err by 2 and their difference by 1; the direction of a normal errs by 4, which
//! moves the farthest corner by 8. The length of a normal errs by 6u, and by 30u if it is rotated, since R is a
//! rotation to 24u: this is a share of the separation. R is exactly a multiple of a rotation, so rotated normals belong
//! to rotated sides.
//!
//! **Special cases.** `None` where none of this is a proof: polygons that touch, a side shorter than the noise, nearest
//! corners of other sides. Then the search answers.
//!
//! **References.** Gottschalk, Lin, Manocha 1996; Gregorius 2013. Ours differs in the bounds, and in its answers for
//! polygons that are apart.

use super::Facing;
use crate::difference::Rounding;
use crate::difference::bracket::Bracket;
use crate::numbers::real::{U, larger, smaller};
use crate::result::proximity::Witnesses;
use crate::shape::Sides;
use crate::space::vector::{Space, WideVector};

/// Two polygons in A's frame, in scaled lengths.
pub(crate) struct PolygonPair<'s> {
    a: &'s Sides,
    b: Sides,
}

/// The best normal of two polygons: the side of one polygon, and the corner of the other that is nearest along it.
pub(crate) struct PolygonFacing<'p, W> {
    polygons: &'p PolygonPair<'p>,
    /// The polygon of the side: 0 is A, 1 is B.
    owner: usize,
    side: usize,
    /// The corner of the other polygon.
    corner: usize,
    /// The outward unit normal of the side.
    normal: W,
    /// How far the corner lies beyond the side. The signed distance is no less.
    separation: f64,
}

impl<'s> PolygonPair<'s> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<W: WideVector>([a, b]: [&'s Sides; 2], rotation: &W::Matrix, translation: W) -> Self {
        Self { a, b: b.placed(rotation, translation) }
    }

    /// The side with the greatest separation, and the corner nearest to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn facing<W: WideVector>(&self) -> PolygonFacing<'_, W> {
        let best = [self.a.greatest_separation(&self.b), self.b.greatest_separation(self.a)];
        let owner = usize::from(best[1].1 > best[0].1);
        let (side, separation) = best[owner];
        let [own, other] = self.from(owner);
        let normal: W = own.normal(side);
        let (corner, _) = other.farthest(-normal);
        PolygonFacing { polygons: self, owner, side, corner, normal, separation }
    }

    /// The polygon of the side, and the other one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(&self, owner: usize) -> [&Sides; 2] {
        let both = [self.a, &self.b];
        [both[owner], both[1 - owner]]
    }
}

impl<W: WideVector> Facing<W> for PolygonFacing<'_, W> {
    fn is_apart(&self) -> bool {
        self.separation > 0.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn normal(&self) -> W {
        [self.normal, -self.normal][self.owner]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bounds(&self, rounding: &Rounding) -> [f64; 2] {
        let margin = rounding.below() + 32.0 * U * self.separation.abs();
        [self.separation - margin, self.separation + margin]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let [own, other] = self.polygons.from(self.owner);
        let next = own.after(self.side);
        let (start, end, corner): (W, W, W) = (own.corner(self.side), own.corner(next), other.corner(self.corner));
        // Along the side, from its normal: rounding may have rotated a short side.
        let along = -W::normal_of(&[self.normal]);
        let (reach, whole) = (along.dot(&(corner - start)), along.dot(&(end - start)));
        if !(whole > rounding.noise()) {
            return None;
        }
        if reach >= 0.0 && reach <= whole {
            let share = reach / whole;
            let pairs = [self.pair(self.side, self.corner), self.pair(next, self.corner)];
            return self.corner_and_foot([start + (end - start) * share, corner], pairs, share, rounding);
        }
        let (nearest, at) = if reach < 0.0 { (self.side, start) } else { (next, end) };
        if self.is_apart() {
            let found = self.corner_and_end(nearest, [at, corner], rounding);
            if found.is_some() {
                return found;
            }
        }
        // A parallel side has the opposite direction.
        let neighbour = if reach < 0.0 { other.before(self.corner) } else { other.after(self.corner) };
        self.end_and_foot([nearest, neighbour], [at, corner, other.corner(neighbour)], rounding)
    }

    /// A common point, from the triangle of A − B of the side and the vertex farthest behind it.
    ///
    /// `None` if the triangle does not certainly hold the origin.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common_point(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let [own, other] = self.polygons.from(self.owner);
        let (behind, beyond) = (own.farthest(-self.normal).0, other.farthest(self.normal).0);
        let corners = [(self.side, self.corner), (own.after(self.side), self.corner), (behind, beyond)];
        let vertex = |(i, j): (usize, usize)| own.corner::<W>(i) - other.corner(j);
        let [p, q, r] = [vertex(corners[0]), vertex(corners[1]), vertex(corners[2])];
        let area = |p: W, q: W| p.dot(&W::normal_of(&[q]));
        let areas = [area(q, r), area(r, p), area(p, q)];
        // The error of an area, as in `holds_origin` of [`crate::distance::vertices`].
        let size = larger(larger(p.max_abs(), q.max_abs()), r.max_abs());
        let error = 16.0 * U * size * size + 4.0 * size * rounding.displacement;
        let least = smaller(smaller(areas[0], areas[1]), areas[2]);
        if !(least > error) {
            return None;
        }
        let share = 1.0 / (areas[0] + areas[1] + areas[2]);
        let mut witnesses = Witnesses::default();
        let mut points = [<W as Space>::zero(); 2];
        for ((i, j), area) in corners.into_iter().zip(areas) {
            let weight = area * share;
            witnesses.push(self.pair(i, j), weight);
            points = [points[0] + own.corner::<W>(i) * weight, points[1] + other.corner::<W>(j) * weight];
        }
        let middle = points[0] * 0.5 + points[1] * 0.5;
        Some((Bracket { distance: 0.0, lower: 0.0, upper: 0.0, normal: self.normal(), cores: [middle; 2] }, witnesses))
    }
}

impl<W: WideVector> PolygonFacing<'_, W> {
    /// A's thing, then B's thing: `own` belongs to the polygon of the side, `other` to the other polygon.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn a_then_b<T: Copy>(&self, own: T, other: T) -> [T; 2] {
        let both = [own, other];
        [both[self.owner], both[1 - self.owner]]
    }
    /// The numbers of a pair of corners, A's first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pair(&self, own: usize, other: usize) -> (u32, u32) {
        let [a, b] = self.a_then_b(own as u32, other as u32);
        (a, b)
    }

    /// The distance between a corner and its foot on a side. The foot has the `share` of the second pair, the first
    /// pair has the rest. `None` if corner and foot do not lie along the normal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn corner_and_foot(
        &self,
        [own, other]: [W; 2],
        pairs: [(u32, u32); 2],
        share: f64,
        rounding: &Rounding,
    ) -> Option<(Bracket<W>, Witnesses)> {
        let residual = other - own - self.normal * self.separation;
        let slack = 2.0 * rounding.noise();
        if !(residual.dot(&residual) <= slack * slack) {
            return None;
        }
        let mut witnesses = Witnesses::default();
        witnesses.push(pairs[0], 1.0 - share);
        witnesses.push(pairs[1], share);
        let [lower, upper] = self.bounds(rounding);
        let (normal, cores) = (self.normal(), self.a_then_b(own, other));
        Some((Bracket { distance: self.separation, lower, upper, normal, cores }, witnesses))
    }

    /// The distance between the corner and an end of the side. `None` if another point is nearer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn corner_and_end(&self, end: usize, [own, other]: [W; 2], rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let cores = self.a_then_b(own, other);
        let apart = cores[1] - cores[0];
        let length = apart.length();
        let lower = -(self.polygons.a.farthest(apart).1 + self.polygons.b.farthest(-apart).1) / length;
        if !(length - lower <= rounding.noise()) {
            return None;
        }
        let mut witnesses = Witnesses::default();
        witnesses.push(self.pair(end, self.corner), 1.0);
        let (lower, upper) = (lower - rounding.below(), length + rounding.above());
        Some((Bracket { distance: length, lower, upper, normal: apart.divided(length), cores }, witnesses))
    }

    /// The distance between an end of the side and its foot on the parallel side next to the corner.
    #[cold]
    fn end_and_foot(
        &self,
        [end, neighbour]: [usize; 2],
        [at, corner, next]: [W; 3],
        rounding: &Rounding,
    ) -> Option<(Bracket<W>, Witnesses)> {
        let along = next - corner;
        let share = smaller(larger(along.dot(&(at - corner)) / along.dot(&along), 0.0), 1.0);
        let pairs = [self.pair(end, self.corner), self.pair(end, neighbour)];
        self.corner_and_foot([at, corner + along * share], pairs, share, rounding)
    }
}
