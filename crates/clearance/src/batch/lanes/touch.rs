//! Where eight pairs of boxes lie nearest along their axes: the text of [`crate::sat`] for corners on faces and for edges
//! that cross.

use super::axes::Facing;
use super::boxes::BoxCores;
use super::corners::{Corners, share};
use super::gjk::Pair;
use super::vector::{Index, Mask, Number, Point, any, choose, larger, none, pick, smaller, unit_axes};
use crate::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// Points of A and of B, each in its box's frame, that the depth carries onto each other.
pub(super) struct Touch<S: Simd> {
    /// Where it does.
    pub certain: Mask<S>,
    /// Where features lie flat on each other.
    pub flat: Mask<S>,
    /// From A to B.
    pub normal: Point<S>,
    pub points: [Point<S>; 2],
    /// Where an edge of each is nearest.
    pub of_edges: Mask<S>,
    /// Where a face of A is.
    pub of_a: Mask<S>,
    /// The corners that each lies between.
    pub corners: [Corners<S>; 2],
}

/// The corners of boxes farthest along a direction, and their numbers.
struct Ends<S: Simd> {
    points: [Point<S>; 2],
    numbers: [Index<S>; 2],
}

impl<S: Simd> Pair<S, BoxCores<S>> {
    #[inline(always)]
    pub fn touch(&self, simd: S, facing: &Facing<S>) -> Touch<S> {
        let noise = self.frame.noise;
        let back = facing.axis.dot(self.frame.translation).simd_lt(0.0);
        let normal = choose(back, -facing.axis, facing.axis);
        let depth = normal * facing.overlap;
        let in_b = (-normal).mapped_back(&self.frame.matrix);
        let [on_a, on_b] = [any(facing.chosen[0]), any(facing.chosen[1])];
        let (of_edges, of_a) = (on_a & on_b, !on_b);
        let flat = (of_a & any(free(self.b.halves, in_b, noise))) | (!of_a & any(free(self.a.halves, normal, noise)));
        let ends = Ends {
            points: [corner(self.a.halves, normal), corner(self.b.halves, in_b)],
            numbers: [number(simd, normal), number(simd, in_b)],
        };
        let (mut points, mut corners) = self.corners_on_faces(simd, facing, &ends, depth, of_a);
        if !none(of_edges) {
            let (crossing, between) = self.crossings(simd, facing, &ends, depth);
            for side in 0..2 {
                points[side] = choose(of_edges, crossing[side], points[side]);
                corners[side] = Corners::choose(of_edges, between[side], corners[side]);
            }
        }
        let flat = !of_edges & flat;
        if !none(flat) {
            let level = self.flat_points(simd, [normal, in_b], depth, flat);
            for side in 0..2 {
                let half = if side == 0 { self.a.halves } else { self.b.halves };
                points[side] = choose(flat, level[side], points[side]);
                corners[side] = Corners::choose(flat, Corners::around(simd, level[side], half), corners[side]);
            }
        }
        let certain = is_short(points[0] - self.frame.point_of_b(points[1]) - depth, noise * 2.0);
        Touch { certain, flat, normal, points, of_edges, of_a, corners }
    }

    /// The nearest corner of one box, and its foot on a face of the other.
    #[inline(always)]
    fn corners_on_faces(
        &self,
        simd: S,
        facing: &Facing<S>,
        ends: &Ends<S>,
        depth: Point<S>,
        of_a: Mask<S>,
    ) -> ([Point<S>; 2], [Corners<S>; 2]) {
        let [[p, q, r], [u, v, w]] = facing.chosen;
        let across = [p | u, q | v, r | w];
        let [a, b] = ends.points;
        let half = choose(of_a, self.a.halves, self.b.halves);
        let foot = choose(of_a, self.frame.point_of_b(b) + depth, self.in_b(a - depth));
        let own = choose(of_a, a, b);
        let foot = mixed(&across, own, clamped(foot, half));
        let face = Corners::of_face(simd, foot, half, &across, of_a.select(ends.numbers[0], ends.numbers[1]));
        let corner = Corners::one(simd, of_a.select(ends.numbers[1], ends.numbers[0]));
        (
            [choose(of_a, foot, a), choose(of_a, b, foot)],
            [Corners::choose(of_a, face, corner), Corners::choose(of_a, corner, face)],
        )
    }

    /// The points where an edge of each lies nearest after the depth has brought them together: two lines.
    #[inline(always)]
    fn crossings(
        &self,
        simd: S,
        facing: &Facing<S>,
        ends: &Ends<S>,
        depth: Point<S>,
    ) -> ([Point<S>; 2], [Corners<S>; 2]) {
        let [edge_a, edge_b] = &facing.chosen;
        let (along_a, along_b) = (pick(*edge_a, unit_axes(simd)), pick(*edge_b, self.columns()));
        let zero = Point::constant(simd, [0.0; 3]);
        let [start_a, start_b] = [mixed(edge_a, zero, ends.points[0]), mixed(edge_b, zero, ends.points[1])];
        let apart = self.frame.point_of_b(start_b) + depth - start_a;
        let across = along_a.wedge(along_b);
        let crossing = apart.wedge(along_b).dot(across) / across.dot(across);
        let (half_a, half_b) = (coordinate(edge_a, self.a.halves), coordinate(edge_b, self.b.halves));
        let on_a = within(crossing, half_a);
        let on_b = within((along_a * on_a - apart).dot(along_b), half_b);
        let [at_a, at_b] = [vec3(on_a, on_a, on_a), vec3(on_b, on_b, on_b)];
        (
            [mixed(edge_a, at_a, start_a), mixed(edge_b, at_b, start_b)],
            [
                Corners::of_edge(simd, share(simd, on_a, half_a), edge_a, ends.numbers[0]),
                Corners::of_edge(simd, share(simd, on_b, half_b), edge_b, ends.numbers[1]),
            ],
        )
    }

    /// A point of B's feature that the depth carries onto A's: moved and clamped to one, moved back and clamped to the
    /// other, until the two fit.
    #[inline(always)]
    fn flat_points(&self, simd: S, along: [Point<S>; 2], depth: Point<S>, flat: Mask<S>) -> [Point<S>; 2] {
        let noise = self.frame.noise;
        let on_a = Feature::farthest(self.a.halves, along[0], noise);
        let on_b = Feature::farthest(self.b.halves, along[1], noise);
        let mut b = on_b.nearest(self.in_b(on_a.nearest(Point::constant(simd, [0.0; 3])) - depth));
        let mut a = on_a.nearest(self.frame.point_of_b(b) + depth);
        for _ in 0..8 {
            let open = flat & !is_short(a - self.frame.point_of_b(b) - depth, noise);
            if none(open) {
                break;
            }
            b = choose(open, on_b.nearest(self.in_b(a - depth)), b);
            a = choose(open, on_a.nearest(self.frame.point_of_b(b) + depth), a);
        }
        [a, b]
    }

    #[inline(always)]
    pub fn in_b(&self, point: Point<S>) -> Point<S> {
        self.frame.direction_in_b(point - self.frame.translation)
    }

    /// B's axes in A's frame.
    #[inline(always)]
    pub fn columns(&self) -> [Point<S>; 3] {
        let [p, q, r] = self.frame.matrix;
        [vec3(p.x, q.x, r.x), vec3(p.y, q.y, r.y), vec3(p.z, q.z, r.z)]
    }
}

/// Faces, edges or corners of boxes: free coordinates lie between −h and h.
struct Feature<S: Simd> {
    corner: Point<S>,
    half: Point<S>,
    free: [Mask<S>; 3],
}

impl<S: Simd> Feature<S> {
    #[inline(always)]
    fn farthest(half: Point<S>, along: Point<S>, noise: Number<S>) -> Self {
        Self { corner: corner(half, along), half, free: free(half, along, noise) }
    }

    #[inline(always)]
    fn nearest(&self, point: Point<S>) -> Point<S> {
        mixed(&self.free, clamped(point, self.half), self.corner)
    }
}

/// The corner of a box farthest along a direction.
#[inline(always)]
fn corner<S: Simd>(half: Point<S>, along: Point<S>) -> Point<S> {
    mixed(&[along.x.simd_lt(0.0), along.y.simd_lt(0.0), along.z.simd_lt(0.0)], -half, half)
}

/// Its number: bit k is set where coordinate k is positive.
#[inline(always)]
fn number<S: Simd>(simd: S, along: Point<S>) -> Index<S> {
    let nothing = Index::splat(simd, 0);
    let x = along.x.simd_lt(0.0).select(nothing, Index::splat(simd, 1));
    let y = along.y.simd_lt(0.0).select(nothing, Index::splat(simd, 2));
    let z = along.z.simd_lt(0.0).select(nothing, Index::splat(simd, 4));
    x | y | z
}

/// The coordinates that change the farthest point along a direction by no more than rounding.
#[inline(always)]
fn free<S: Simd>(half: Point<S>, along: Point<S>, noise: Number<S>) -> [Mask<S>; 3] {
    [
        (along.x.abs() * half.x).simd_le(noise),
        (along.y.abs() * half.y).simd_le(noise),
        (along.z.abs() * half.z).simd_le(noise),
    ]
}

/// The nearest point of a box in its own frame.
#[inline(always)]
pub(super) fn clamped<S: Simd>(point: Point<S>, half: Point<S>) -> Point<S> {
    vec3(within(point.x, half.x), within(point.y, half.y), within(point.z, half.z))
}

/// The nearest number of −limit..limit.
#[inline(always)]
fn within<S: Simd>(x: Number<S>, limit: Number<S>) -> Number<S> {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
pub(super) fn is_short<S: Simd>(vector: Point<S>, length: Number<S>) -> Mask<S> {
    vector.dot(vector).simd_le(length * length)
}

/// The coordinate that the masks say; the last where they say none.
#[inline(always)]
pub(super) fn coordinate<S: Simd>(axis: &[Mask<S>; 3], point: Point<S>) -> Number<S> {
    axis[0].select(point.x, axis[1].select(point.y, point.z))
}

/// Coordinates of `yes` where their masks say so, of `no` elsewhere.
#[inline(always)]
fn mixed<S: Simd>(axes: &[Mask<S>; 3], yes: Point<S>, no: Point<S>) -> Point<S> {
    vec3(axes[0].select(yes.x, no.x), axes[1].select(yes.y, no.y), axes[2].select(yes.z, no.z))
}
