//! Repeats `axes/features.rs` for eight pairs of boxes: a second text, because each lane selects its own kind of
//! feature.

use super::boxes::BoxFacing;
use super::corners::{Corners, share};
use super::cuboid::CuboidLanes;
use super::difference::Pair;
use super::vector::{Index, Mask, Number, Vec3x8, any, choose, larger, none, pick, smaller, unit_axes};
use crate::numbers::each::Each;
use crate::space::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// The nearest points of A and B along the best axis, each in the frame of its box.
pub(super) struct NearestPoints<S: Simd> {
    /// Where the points lie along the axis: the shift carries B's point onto A's, but for twice the noise.
    pub on_axis: Mask<S>,
    /// Where the nearest features are parallel.
    pub parallel: Mask<S>,
    /// From A to B.
    pub normal: Vec3x8<S>,
    pub points: [Vec3x8<S>; 2],
    /// Where the nearest features are two edges.
    pub of_edges: Mask<S>,
    /// Where the axis is normal to a face of A.
    pub face_of_a: Mask<S>,
    /// The corners that each point lies between.
    pub corners: [Corners<S>; 2],
}

/// The corner of each box that is farthest along the axis, towards the other box; and its number.
struct FarthestCorners<S: Simd> {
    points: [Vec3x8<S>; 2],
    numbers: [Index<S>; 2],
}

impl<S: Simd> Pair<S, CuboidLanes<S>> {
    /// The points of two boxes that are nearest along the best axis.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn nearest_points(&self, simd: S, facing: &BoxFacing<S>) -> NearestPoints<S> {
        let noise = self.frame.noise;
        let back = facing.axis.dot(self.frame.translation).simd_lt(0.0);
        let normal = choose(back, -facing.axis, facing.axis);
        let shift = normal * facing.overlap;
        let in_b = (-normal).mapped_back(&self.frame.matrix);
        let [on_a, on_b] = facing.chosen().each(any);
        let (of_edges, face_of_a) = (on_a & on_b, !on_b);
        let free_b = any(free(self.b.halves, in_b, noise));
        let free_a = any(free(self.a.halves, normal, noise));
        let parallel = (face_of_a & free_b) | (!face_of_a & free_a);
        let ends = FarthestCorners {
            points: [corner(self.a.halves, normal), corner(self.b.halves, in_b)],
            numbers: [number(simd, normal), number(simd, in_b)],
        };
        let (mut points, mut corners) = self.corner_on_face(simd, facing, &ends, shift, face_of_a);
        if !none(of_edges) {
            let (crossing, between) = self.crossing_edges(simd, facing, &ends, shift);
            for side in 0..2 {
                points[side] = choose(of_edges, crossing[side], points[side]);
                corners[side] = Corners::choose(of_edges, between[side], corners[side]);
            }
        }
        let parallel = !of_edges & parallel;
        if !none(parallel) {
            let fitting = self.parallel_features(simd, [normal, in_b], shift, parallel);
            for side in 0..2 {
                let half = if side == 0 { self.a.halves } else { self.b.halves };
                points[side] = choose(parallel, fitting[side], points[side]);
                corners[side] = Corners::choose(parallel, Corners::of_box(simd, fitting[side], half), corners[side]);
            }
        }
        let on_axis = is_short(points[0] - self.frame.point_of_b(points[1]) - shift, noise * 2.0);
        NearestPoints { on_axis, parallel, normal, points, of_edges, face_of_a, corners }
    }

    /// The nearest corner of one box, and its foot on a face of the other box.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn corner_on_face(
        &self,
        simd: S,
        facing: &BoxFacing<S>,
        ends: &FarthestCorners<S>,
        shift: Vec3x8<S>,
        face_of_a: Mask<S>,
    ) -> ([Vec3x8<S>; 2], [Corners<S>; 2]) {
        let [[p, q, r], [u, v, w]] = facing.chosen();
        let across = [p | u, q | v, r | w];
        let [a, b] = ends.points;
        let half = choose(face_of_a, self.a.halves, self.b.halves);
        let foot = choose(face_of_a, self.frame.point_of_b(b) + shift, self.in_b(a - shift));
        let own = choose(face_of_a, a, b);
        let foot = mixed(&across, own, nearest_in_box(foot, half));
        let face = Corners::of_face(simd, foot, half, &across, face_of_a.select(ends.numbers[0], ends.numbers[1]));
        let corner = Corners::of_corner(simd, face_of_a.select(ends.numbers[1], ends.numbers[0]));
        (
            [choose(face_of_a, foot, a), choose(face_of_a, b, foot)],
            [Corners::choose(face_of_a, face, corner), Corners::choose(face_of_a, corner, face)],
        )
    }

    /// The nearest points of two edges, as of two lines, after the shift.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn crossing_edges(
        &self,
        simd: S,
        facing: &BoxFacing<S>,
        ends: &FarthestCorners<S>,
        shift: Vec3x8<S>,
    ) -> ([Vec3x8<S>; 2], [Corners<S>; 2]) {
        let [edge_a, edge_b] = &facing.chosen();
        let (along_a, along_b) = (pick(*edge_a, unit_axes(simd)), pick(*edge_b, self.columns()));
        let zero = Vec3x8::constant(simd, [0.0; 3]);
        let [start_a, start_b] = [mixed(edge_a, zero, ends.points[0]), mixed(edge_b, zero, ends.points[1])];
        let apart = self.frame.point_of_b(start_b) + shift - start_a;
        let across = along_a.wedge(along_b);
        let crossing = apart.wedge(along_b).dot(across) / across.dot(across);
        let (half_a, half_b) = (coordinate(edge_a, self.a.halves), coordinate(edge_b, self.b.halves));
        let on_a = clamp(crossing, half_a);
        let on_b = clamp((along_a * on_a - apart).dot(along_b), half_b);
        let [at_a, at_b] = [vec3(on_a, on_a, on_a), vec3(on_b, on_b, on_b)];
        (
            [mixed(edge_a, at_a, start_a), mixed(edge_b, at_b, start_b)],
            [
                Corners::of_edge(simd, share(simd, on_a, half_a), edge_a, ends.numbers[0]),
                Corners::of_edge(simd, share(simd, on_b, half_b), edge_b, ends.numbers[1]),
            ],
        )
    }

    /// A point of B's feature that the shift carries onto A's feature.
    ///
    /// A point goes from one feature to the other by the shift, to the nearest point there, and back, until the two
    /// fit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parallel_features(&self, simd: S, along: [Vec3x8<S>; 2], shift: Vec3x8<S>, parallel: Mask<S>) -> [Vec3x8<S>; 2] {
        let noise = self.frame.noise;
        let on_a = Feature::farthest(self.a.halves, along[0], noise);
        let on_b = Feature::farthest(self.b.halves, along[1], noise);
        let mut b = on_b.nearest(self.in_b(on_a.nearest(Vec3x8::constant(simd, [0.0; 3])) - shift));
        let mut a = on_a.nearest(self.frame.point_of_b(b) + shift);
        for _ in 0..8 {
            let open = parallel & !is_short(a - self.frame.point_of_b(b) - shift, noise);
            if none(open) {
                break;
            }
            b = choose(open, on_b.nearest(self.in_b(a - shift)), b);
            a = choose(open, on_a.nearest(self.frame.point_of_b(b) + shift), a);
        }
        [a, b]
    }

    /// A point of A's frame, in B's frame.
    #[inline(always)]
    pub fn in_b(&self, point: Vec3x8<S>) -> Vec3x8<S> {
        self.frame.direction_in_b(point - self.frame.translation)
    }

    /// B's axes in A's frame.
    #[inline(always)]
    pub fn columns(&self) -> [Vec3x8<S>; 3] {
        let [p, q, r] = self.frame.matrix;
        [vec3(p.x, q.x, r.x), vec3(p.y, q.y, r.y), vec3(p.z, q.z, r.z)]
    }
}

/// A face, an edge or a corner of each box. Its free coordinates lie between −h and h.
struct Feature<S: Simd> {
    corner: Vec3x8<S>,
    half: Vec3x8<S>,
    free: [Mask<S>; 3],
}

impl<S: Simd> Feature<S> {
    #[inline(always)]
    fn farthest(half: Vec3x8<S>, along: Vec3x8<S>, noise: Number<S>) -> Self {
        Self { corner: corner(half, along), half, free: free(half, along, noise) }
    }

    #[inline(always)]
    fn nearest(&self, point: Vec3x8<S>) -> Vec3x8<S> {
        mixed(&self.free, nearest_in_box(point, self.half), self.corner)
    }
}

/// The corner of a box farthest along a direction.
#[inline(always)]
fn corner<S: Simd>(half: Vec3x8<S>, along: Vec3x8<S>) -> Vec3x8<S> {
    mixed(&[along.x.simd_lt(0.0), along.y.simd_lt(0.0), along.z.simd_lt(0.0)], -half, half)
}

/// The number of that corner: bit k is set where coordinate k is positive.
#[inline(always)]
fn number<S: Simd>(simd: S, along: Vec3x8<S>) -> Index<S> {
    let nothing = Index::splat(simd, 0);
    let x = along.x.simd_lt(0.0).select(nothing, Index::splat(simd, 1));
    let y = along.y.simd_lt(0.0).select(nothing, Index::splat(simd, 2));
    let z = along.z.simd_lt(0.0).select(nothing, Index::splat(simd, 4));
    x | y | z
}

/// The coordinates of the farthest corner that change its height along the direction by no more than noise.
#[inline(always)]
fn free<S: Simd>(half: Vec3x8<S>, along: Vec3x8<S>, noise: Number<S>) -> [Mask<S>; 3] {
    [
        (along.x.abs() * half.x).simd_le(noise),
        (along.y.abs() * half.y).simd_le(noise),
        (along.z.abs() * half.z).simd_le(noise),
    ]
}

/// The nearest point of a box in its own frame.
#[inline(always)]
pub(super) fn nearest_in_box<S: Simd>(point: Vec3x8<S>, half: Vec3x8<S>) -> Vec3x8<S> {
    vec3(clamp(point.x, half.x), clamp(point.y, half.y), clamp(point.z, half.z))
}

/// The number between −limit and limit that is nearest to x.
#[inline(always)]
fn clamp<S: Simd>(x: Number<S>, limit: Number<S>) -> Number<S> {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
pub(super) fn is_short<S: Simd>(vector: Vec3x8<S>, length: Number<S>) -> Mask<S> {
    vector.dot(vector).simd_le(length * length)
}

/// The coordinate along the axis whose mask is set; the last coordinate where none is.
#[inline(always)]
pub(super) fn coordinate<S: Simd>(axis: &[Mask<S>; 3], point: Vec3x8<S>) -> Number<S> {
    axis[0].select(point.x, axis[1].select(point.y, point.z))
}

/// Coordinates of `yes` where their masks are set, of `no` elsewhere.
#[inline(always)]
fn mixed<S: Simd>(axes: &[Mask<S>; 3], yes: Vec3x8<S>, no: Vec3x8<S>) -> Vec3x8<S> {
    vec3(axes[0].select(yes.x, no.x), axes[1].select(yes.y, no.y), axes[2].select(yes.z, no.z))
}
