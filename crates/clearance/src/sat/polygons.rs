//! Two polygons of the plane of a few corners: distance and depth by the separating axis test, in closed form.
//!
//! **Problem.** Signed distance and witness points of two convex polygons, B turned by R and moved by t.
//!
//! **Method.**
//! 1. Every side of A − B is parallel to a side of A or of B. Along the outward unit normal n of A's side at a the
//!    polygons lie apart by the least n·b over B's corners, less n·a; likewise for the sides of B. Take the greatest.
//! 2. It is the signed distance if the corner that lies nearest along n has its foot on the side. If not, they are apart
//!    and two corners face each other: the side's end and that corner nearly always are the ones, and the line between
//!    them proves it. Or the corner's next side is parallel to this one, and the side's end has its foot there.
//! 3. Whoever asks for no more than a common point of two that overlap gets it from the triangle of A − B of the facet
//!    and the vertex farthest behind it, if that holds the origin.
//!
//! All corners against all normals, for so few, take less time than a search that asks what to do next.
//!
//! **Accuracy.** In u·size: products round by 2 and their difference by 1; a normal's direction errs by 4, which moves the
//! farthest corner by 8. Normals are unit but for 6u, turned ones but for 30u, R being a rotation to 24u: so much of the
//! separation. R is a multiple of a rotation to the bit, so that turned normals belong to turned sides.
//!
//! **Special cases.** What none of this proves is `None`, and left to the search: touching polygons, a side shorter than
//! the noise, corners of other sides.
//!
//! **References.** Gottschalk, Lin, Manocha 1996; Gregorius 2013. Ours differs in the bounds and in answering apart, too.

use super::{Facing, Sides};
use crate::answer::Solved;
use crate::difference::Rounding;
use crate::proximity::Witnesses;
use crate::real::{U, larger, smaller};
use crate::vector::{Space, WideVector};

/// Two polygons in the first one's frame.
pub(crate) struct Polygons<'s> {
    a: &'s Sides,
    b: Sides,
}

/// Where two polygons lie nearest along the best normal: a side of one, its owner, and the corner of the other.
pub(crate) struct PolygonFacing<'p, W> {
    polygons: &'p Polygons<'p>,
    /// The place of the polygon that the side belongs to.
    owner: usize,
    side: usize,
    /// The corner of the other polygon.
    corner: usize,
    /// Outward from the side.
    normal: W,
    /// How far the corner lies beyond the side; the signed distance is no less.
    separation: f64,
}

impl<'s> Polygons<'s> {
    #[inline(always)]
    pub fn new<W: WideVector>([a, b]: [&'s Sides; 2], turn: &W::Matrix, translation: W) -> Self {
        Self { a, b: b.placed(turn, translation) }
    }

    /// The side beyond which the other polygon lies farthest, and the corner nearest to it.
    #[inline(always)]
    pub fn facing<W: WideVector>(&self) -> PolygonFacing<'_, W> {
        let best = [self.a.greatest_separation(&self.b), self.b.greatest_separation(self.a)];
        let owner = usize::from(best[1].1 > best[0].1);
        let (side, separation) = best[owner];
        let [own, other] = self.from(owner);
        let normal: W = own.normal(side);
        let (corner, _) = other.farthest(-normal);
        PolygonFacing { polygons: self, owner, side, corner, normal, separation }
    }

    /// The polygon at a place, and the other one.
    #[inline(always)]
    fn from(&self, owner: usize) -> [&Sides; 2] {
        let both = [self.a, &self.b];
        [both[owner], both[1 - owner]]
    }
}

impl<W: WideVector> Facing<W> for PolygonFacing<'_, W> {
    fn is_apart(&self) -> bool {
        self.separation > 0.0
    }

    #[inline(always)]
    fn normal(&self) -> W {
        [self.normal, -self.normal][self.owner]
    }

    #[inline(always)]
    fn bounds(&self, rounding: &Rounding) -> [f64; 2] {
        let margin = rounding.below() + 32.0 * U * self.separation.abs();
        [self.separation - margin, self.separation + margin]
    }

    #[inline(always)]
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)> {
        let [own, other] = self.polygons.from(self.owner);
        let next = own.after(self.side);
        let (start, end, corner): (W, W, W) = (own.corner(self.side), own.corner(next), other.corner(self.corner));
        // Along the side by its normal, which is right where rounding has turned a short side.
        let along = -W::normal_of(&[self.normal]);
        let (reach, whole) = (along.dot(&(corner - start)), along.dot(&(end - start)));
        if !(whole > rounding.noise()) {
            return None;
        }
        if reach >= 0.0 && reach <= whole {
            let share = reach / whole;
            let pairs = [self.pair(self.side, self.corner), self.pair(next, self.corner)];
            return self.across([start + (end - start) * share, corner], pairs, share, rounding);
        }
        let (nearest, at) = if reach < 0.0 { (self.side, start) } else { (next, end) };
        if self.is_apart() {
            let found = self.between_corners(nearest, [at, corner], rounding);
            if found.is_some() {
                return found;
            }
        }
        // A parallel side runs the other way.
        let neighbour = if reach < 0.0 { other.before(self.corner) } else { other.after(self.corner) };
        self.beside_parallel([nearest, neighbour], [at, corner, other.corner(neighbour)], rounding)
    }

    /// A point of both polygons, from a triangle of A − B that holds the origin: the side and what lies farthest behind
    /// it. `None` if that triangle does not hold the origin for certain.
    #[inline(always)]
    fn common_point(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)> {
        let [own, other] = self.polygons.from(self.owner);
        let (behind, beyond) = (own.farthest(-self.normal).0, other.farthest(self.normal).0);
        let corners = [(self.side, self.corner), (own.after(self.side), self.corner), (behind, beyond)];
        let vertex = |(i, j): (usize, usize)| own.corner::<W>(i) - other.corner(j);
        let [p, q, r] = [vertex(corners[0]), vertex(corners[1]), vertex(corners[2])];
        let area = |p: W, q: W| p.dot(&W::normal_of(&[q]));
        let areas = [area(q, r), area(r, p), area(p, q)];
        // As for the loop's simplex ([`crate::gjk`]).
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
        Some((Solved { distance: 0.0, lower: 0.0, upper: 0.0, normal: self.normal(), cores: [middle; 2] }, witnesses))
    }
}

impl<W: WideVector> PolygonFacing<'_, W> {
    /// A's before B's, of what the side's owner has and what the other has.
    #[inline(always)]
    fn ordered<T: Copy>(&self, own: T, other: T) -> [T; 2] {
        let both = [own, other];
        [both[self.owner], both[1 - self.owner]]
    }
    #[inline(always)]
    fn pair(&self, own: usize, other: usize) -> (u32, u32) {
        let [a, b] = self.ordered(own as u32, other as u32);
        (a, b)
    }

    /// A corner and its foot on a side, of which a pair of corners each has a share; `None` if they do not lie along the
    /// normal.
    #[inline(always)]
    fn across(
        &self,
        [own, other]: [W; 2],
        pairs: [(u32, u32); 2],
        share: f64,
        rounding: &Rounding,
    ) -> Option<(Solved<W>, Witnesses)> {
        let residual = other - own - self.normal * self.separation;
        let slack = 2.0 * rounding.noise();
        if !(residual.dot(&residual) <= slack * slack) {
            return None;
        }
        let mut witnesses = Witnesses::default();
        witnesses.push(pairs[0], 1.0 - share);
        witnesses.push(pairs[1], share);
        let [lower, upper] = self.bounds(rounding);
        let (normal, cores) = (self.normal(), self.ordered(own, other));
        Some((Solved { distance: self.separation, lower, upper, normal, cores }, witnesses))
    }

    /// The corner lies beside the side: the distance is its distance from the side's end if nothing else lies between.
    #[inline(always)]
    fn between_corners(&self, end: usize, [own, other]: [W; 2], rounding: &Rounding) -> Option<(Solved<W>, Witnesses)> {
        let cores = self.ordered(own, other);
        let apart = cores[1] - cores[0];
        let length = apart.length();
        let lower = -(self.polygons.a.farthest(apart).1 + self.polygons.b.farthest(-apart).1) / length;
        if !(length - lower <= rounding.noise()) {
            return None;
        }
        let mut witnesses = Witnesses::default();
        witnesses.push(self.pair(end, self.corner), 1.0);
        let (lower, upper) = (lower - rounding.below(), length + rounding.above());
        Some((Solved { distance: length, lower, upper, normal: apart.divided(length), cores }, witnesses))
    }

    /// The corner lies beside the side, but the next side of its polygon is parallel to this one and reaches its end.
    #[cold]
    fn beside_parallel(
        &self,
        [end, neighbour]: [usize; 2],
        [at, corner, next]: [W; 3],
        rounding: &Rounding,
    ) -> Option<(Solved<W>, Witnesses)> {
        let along = next - corner;
        let share = smaller(larger(along.dot(&(at - corner)) / along.dot(&along), 0.0), 1.0);
        let pairs = [self.pair(end, self.corner), self.pair(end, neighbour)];
        self.across([at, corner + along * share], pairs, share, rounding)
    }
}
