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
//! So few corners against so few normals take less time than a search. If the last query of the pair is known, one side
//! and one corner, or two corners, are tried ([`PolygonPair::remembered`]). The proof is the same: no corner of the other
//! polygon is nearer along that normal, and the witness points lie along it.
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

/// Two polygons, each in its own frame and in scaled lengths, and the way from B's frame to A's.
pub(crate) struct PolygonPair<'s, W: WideVector> {
    pub a: &'s Sides,
    pub b: &'s Sides,
    pub rotation: &'s W::Matrix,
    pub translation: W,
}

/// The best normal of two polygons: the side of one polygon, and the corner of the other that is nearest along it.
pub(crate) struct PolygonFacing<'p, W: WideVector> {
    polygons: &'p PolygonPair<'p, W>,
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

impl<W: WideVector> PolygonPair<'_, W> {
    /// The side with the greatest separation, and the corner nearest to it.
    #[inline(always)]
    pub fn facing(&self) -> PolygonFacing<'_, W> {
        let b = self.b.placed(self.rotation, self.translation);
        let best = [self.a.greatest_separation(&b), b.greatest_separation(self.a)];
        let owner = usize::from(best[1].1 > best[0].1);
        let (side, separation) = best[owner];
        let normal = self.normal(owner, side);
        let (corner, _) = self.farthest(1 - owner, -normal);
        PolygonFacing { polygons: self, owner, side, corner, normal, separation }
    }

    /// The distance along the axis of the last query, from its pairs of corners: a side and a corner, or two corners.
    ///
    /// `None` if the polygons overlap along that axis, or if other corners are nearest.
    #[inline(always)]
    pub fn remembered(&self, pairs: &[(u32, u32)], rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let along = |owner: usize, side: usize, corner: usize| {
            let normal = self.normal(owner, side);
            let separation = normal.dot(&(self.corner(1 - owner, corner) - self.corner(owner, side)));
            PolygonFacing { polygons: self, owner, side, corner, normal, separation }
        };
        let (owner, from, to, corner) = match *pairs {
            [(i, j)] => (0, i as usize, i as usize, j as usize),
            [(i, j), (k, l)] if j == l => (0, i as usize, k as usize, j as usize),
            [(i, j), (k, l)] if i == k => (1, j as usize, l as usize, i as usize),
            _ => return None,
        };
        let (own, other) = (self.sides(owner), self.sides(1 - owner));
        if from.max(to) >= own.count() || corner >= other.count() {
            return None;
        }
        if from == to {
            let facing = along(owner, from, corner);
            return facing.corner_and_end(from, [facing.own(from), facing.other(corner)], rounding);
        }
        let side = if own.after(from) == to { from } else { to };
        let (corner, _) = self.farthest(1 - owner, -self.normal(owner, side));
        let facing = along(owner, side, corner);
        if facing.is_apart() { facing.signed_distance(rounding) } else { None }
    }

    /// A (0) or B (1), in its own frame.
    #[inline(always)]
    fn sides(&self, which: usize) -> &Sides {
        if which == 0 { self.a } else { self.b }
    }
    /// A corner of A (0) or B (1), in A's frame.
    #[inline(always)]
    fn corner(&self, which: usize, index: usize) -> W {
        let own: W = self.sides(which).corner(index);
        if which == 0 { own } else { own.mapped(self.rotation) + self.translation }
    }
    /// The outward normal of a side of A (0) or B (1), in A's frame.
    #[inline(always)]
    fn normal(&self, which: usize, side: usize) -> W {
        let own: W = self.sides(which).normal(side);
        if which == 0 { own } else { own.mapped(self.rotation) }
    }
    /// The corner of A (0) or B (1) that is farthest along a direction of A's frame, and its product with the direction.
    #[inline(always)]
    fn farthest(&self, which: usize, direction: W) -> (usize, f64) {
        let own = if which == 0 { direction } else { direction.mapped_back(self.rotation) };
        let (corner, _) = self.sides(which).farthest(own);
        (corner, direction.dot(&self.corner(which, corner)))
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
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let next = self.polygons.sides(self.owner).after(self.side);
        let (start, end, corner) = (self.own(self.side), self.own(next), self.other(self.corner));
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
        let other = self.polygons.sides(1 - self.owner);
        let neighbour = if reach < 0.0 { other.before(self.corner) } else { other.after(self.corner) };
        self.end_and_foot([nearest, neighbour], [at, corner, self.other(neighbour)], rounding)
    }

    /// A common point, from the triangle of A − B of the side and the vertex farthest behind it.
    ///
    /// `None` if the triangle does not certainly hold the origin.
    #[inline(always)]
    fn common_point(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let behind = self.polygons.farthest(self.owner, -self.normal).0;
        let beyond = self.polygons.farthest(1 - self.owner, self.normal).0;
        let next = self.polygons.sides(self.owner).after(self.side);
        let corners = [(self.side, self.corner), (next, self.corner), (behind, beyond)];
        let vertex = |(i, j): (usize, usize)| self.own(i) - self.other(j);
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
            points = [points[0] + self.own(i) * weight, points[1] + self.other(j) * weight];
        }
        let middle = points[0] * 0.5 + points[1] * 0.5;
        Some((Bracket { distance: 0.0, lower: 0.0, upper: 0.0, normal: self.normal(), cores: [middle; 2] }, witnesses))
    }
}

impl<W: WideVector> PolygonFacing<'_, W> {
    /// A corner of the polygon of the side, in A's frame.
    #[inline(always)]
    fn own(&self, corner: usize) -> W {
        self.polygons.corner(self.owner, corner)
    }
    /// A corner of the other polygon, in A's frame.
    #[inline(always)]
    fn other(&self, corner: usize) -> W {
        self.polygons.corner(1 - self.owner, corner)
    }

    /// A's thing, then B's thing: `own` belongs to the polygon of the side, `other` to the other polygon.
    #[inline(always)]
    fn a_then_b<T: Copy>(&self, own: T, other: T) -> [T; 2] {
        let both = [own, other];
        [both[self.owner], both[1 - self.owner]]
    }
    /// The numbers of a pair of corners, A's first.
    #[inline(always)]
    fn pair(&self, own: usize, other: usize) -> (u32, u32) {
        let [a, b] = self.a_then_b(own as u32, other as u32);
        (a, b)
    }

    /// The distance between a corner and its foot on a side. The foot has the `share` of the second pair, the first
    /// pair has the rest. `None` if corner and foot do not lie along the normal.
    #[inline(always)]
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
        let ([p, q], none) = (pairs, (0, 0));
        let weights = [1.0 - share, share, 0.0, 0.0, 0.0];
        let witnesses = Witnesses { count: 2, pairs: [p, q, none, none, none], weights };
        let [lower, upper] = self.bounds(rounding);
        let (normal, cores) = (self.normal(), self.a_then_b(own, other));
        Some((Bracket { distance: self.separation, lower, upper, normal, cores }, witnesses))
    }

    /// The distance between the corner and an end of the side. `None` if another point is nearer.
    #[inline(always)]
    fn corner_and_end(&self, end: usize, [own, other]: [W; 2], rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let cores = self.a_then_b(own, other);
        let apart = cores[1] - cores[0];
        let length = apart.length();
        let lower = -(self.polygons.farthest(0, apart).1 + self.polygons.farthest(1, -apart).1) / length;
        if !(length - lower <= rounding.noise()) {
            return None;
        }
        let (lower, upper) = (lower - rounding.below(), length + rounding.above());
        let bracket = Bracket { distance: length, lower, upper, normal: apart.divided(length), cores };
        Some((bracket, Witnesses::of_one(self.pair(end, self.corner))))
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
