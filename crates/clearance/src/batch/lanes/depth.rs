//! The depth of eight pairs of boxes: the second half of the text of [`crate::sat`].

use super::answer::Witnesses;
use super::boxes::BoxCores;
use super::gjk::Pair;
use super::vector::{
    Index, Mask, Number, Point, any, choose, coordinates, larger, none, packed, pick, smaller, unit_axes,
};
use crate::real::U;
use crate::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// The depths of boxes that overlap, where that is certain.
pub(super) struct Depth<S: Simd> {
    pub certain: Mask<S>,
    pub depth: Number<S>,
    pub lower: Number<S>,
    pub upper: Number<S>,
    pub normal: Point<S>,
    pub points: [Point<S>; 2],
    pub witnesses: Witnesses<S>,
}

/// Up to three vertices of a box and their weights.
struct Corners<S: Simd> {
    indices: [Index<S>; 3],
    weights: [Number<S>; 3],
}

/// Faces, edges or vertices of boxes.
struct Feature<S: Simd> {
    corner: Point<S>,
    free: [Mask<S>; 3],
}

impl<S: Simd> Pair<S, BoxCores<S>> {
    #[inline(always)]
    pub fn depth(&self, simd: S) -> Depth<S> {
        let axis = self.least_of_edges(simd, self.least_of_faces(simd));
        let (noise, turn, offset) = (self.frame.noise, &self.frame.matrix, self.frame.translation);
        let along = axis.direction.dot(offset);
        let normal = choose(along.simd_lt(0.0), -axis.direction, axis.direction);
        let depth = normal * axis.overlap;
        let features = [
            Feature::farthest(self.a.halves, normal, noise),
            Feature::farthest(self.b.halves, (-normal).mapped_back(turn), noise),
        ];
        let of_edges = any(axis.edges[0]);
        let [face_a, face_b] = self.on_faces(simd, &features, depth, !of_edges);
        let points = if none(of_edges) {
            [face_a, face_b]
        } else {
            let [edge_a, edge_b] = self.on_edges(simd, &features, &axis.edges, depth);
            [choose(of_edges, edge_a, face_a), choose(of_edges, edge_b, face_b)]
        };
        let fit = is_short(points[0] - points[1] - depth, noise * 2.0);
        Depth {
            certain: axis.meet & fit,
            depth: axis.overlap,
            lower: axis.lower - self.frame.size * (28.0 * U) - self.frame.above,
            upper: axis.overlap + self.frame.below,
            normal,
            points,
            witnesses: coupled(
                simd,
                features[0].corners(simd, self.a.halves, points[0]),
                features[1].corners(simd, self.b.halves, self.in_b(points[1])),
            ),
        }
    }

    #[inline(always)]
    fn on_faces(&self, simd: S, features: &[Feature<S>; 2], depth: Point<S>, asked: Mask<S>) -> [Point<S>; 2] {
        let mut b = self.frame.point_of_b(features[1].corner_with_zero(simd));
        let mut a = features[0].clamped(b + depth, self.a.halves);
        for _ in 0..8 {
            let open = asked & !is_short(a - b - depth, self.frame.noise);
            if none(open) {
                break;
            }
            let back = features[1].clamped(self.in_b(a - depth), self.b.halves);
            b = choose(open, self.frame.point_of_b(back), b);
            a = choose(open, features[0].clamped(b + depth, self.a.halves), a);
        }
        [a, b]
    }

    #[inline(always)]
    fn on_edges(
        &self,
        simd: S,
        features: &[Feature<S>; 2],
        [edge_a, edge_b]: &[[Mask<S>; 3]; 2],
        depth: Point<S>,
    ) -> [Point<S>; 2] {
        let [along_a, along_b] = [pick(*edge_a, unit_axes(simd)), pick(*edge_b, self.columns())];
        let zero = Point::constant(simd, [0.0; 3]);
        let start_a = mixed(edge_a, zero, features[0].corner);
        let start_b = self.frame.point_of_b(mixed(edge_b, zero, features[1].corner));
        let apart = start_b + depth - start_a;
        let across = along_a.wedge(along_b);
        let crossing = apart.wedge(along_b).dot(across) / across.dot(across);
        let on_a = within(crossing, coordinate(edge_a, self.a.halves));
        let on_b = within((along_a * on_a - apart).dot(along_b), coordinate(edge_b, self.b.halves));
        [start_a + along_a * on_a, start_b + along_b * on_b]
    }

    #[inline(always)]
    fn in_b(&self, point: Point<S>) -> Point<S> {
        self.frame.direction_in_b(point - self.frame.translation)
    }

    /// B's axes in A's frame.
    #[inline(always)]
    pub fn columns(&self) -> [Point<S>; 3] {
        let [p, q, r] = self.frame.matrix;
        [vec3(p.x, q.x, r.x), vec3(p.y, q.y, r.y), vec3(p.z, q.z, r.z)]
    }
}

impl<S: Simd> Feature<S> {
    #[inline(always)]
    fn farthest(half: Point<S>, direction: Point<S>, noise: Number<S>) -> Self {
        let reach = vec3(direction.x.abs() * half.x, direction.y.abs() * half.y, direction.z.abs() * half.z);
        let back = [direction.x.simd_lt(0.0), direction.y.simd_lt(0.0), direction.z.simd_lt(0.0)];
        let free = [reach.x.simd_le(noise), reach.y.simd_le(noise), reach.z.simd_le(noise)];
        Self { corner: mixed(&back, -half, half), free }
    }

    #[inline(always)]
    fn corner_with_zero(&self, simd: S) -> Point<S> {
        mixed(&self.free, Point::constant(simd, [0.0; 3]), self.corner)
    }

    /// The nearest point of the feature, in the box's frame.
    #[inline(always)]
    fn clamped(&self, point: Point<S>, half: Point<S>) -> Point<S> {
        let inside = vec3(within(point.x, half.x), within(point.y, half.y), within(point.z, half.z));
        mixed(&self.free, inside, self.corner)
    }

    /// Vertices and weights of a point of the feature, in the box's frame: at most a triangle of its face.
    #[inline(always)]
    fn corners(&self, simd: S, half: Point<S>, point: Point<S>) -> Corners<S> {
        let (zero, one) = (Number::splat(simd, 0.0), Number::splat(simd, 1.0));
        let bits = [Index::splat(simd, 1), Index::splat(simd, 2), Index::splat(simd, 4)];
        let nothing = Index::splat(simd, 0);
        let corner = coordinates(self.corner);
        let (half, point) = (coordinates(half), coordinates(point));
        let mut base = nothing;
        let (mut free, mut shares) = (self.free, [zero; 3]);
        for k in 0..3 {
            base |= (!self.free[k] & corner[k].simd_gt(0.0)).select(bits[k], nothing);
            free[k] &= half[k].simd_gt(0.0);
            let fraction = point[k] * 0.5 / half[k] + 0.5;
            shares[k] = smaller(larger(fraction, zero), one);
        }
        // The first two that are free.
        let [x, y, z] = free;
        let (first_y, first_z) = (y & !x, z & !(x | y));
        let (second_y, second_z) = (x & y, (x ^ y) & z);
        let u = x.select(shares[0], first_y.select(shares[1], first_z.select(shares[2], zero)));
        let p = x.select(bits[0], first_y.select(bits[1], first_z.select(bits[2], nothing)));
        let v = second_y.select(shares[1], second_z.select(shares[2], zero));
        let q = second_y.select(bits[1], second_z.select(bits[2], nothing));
        let near = (u + v).simd_le(1.0);
        Corners {
            indices: [
                near.select(base, base | p | q),
                near.select(base | p, base | q),
                near.select(base | q, base | p),
            ],
            weights: [near.select(one - u - v, u + v - 1.0), near.select(u, one - u), near.select(v, one - v)],
        }
    }
}

/// Pairs of vertices whose weights add up to those of each side.
#[inline(always)]
fn coupled<S: Simd>(simd: S, a: Corners<S>, b: Corners<S>) -> Witnesses<S> {
    let (zero, nothing, one) = (Number::splat(simd, 0.0), Index::splat(simd, 0), Index::splat(simd, 1));
    let mut witnesses = Witnesses { count: nothing, pairs: [nothing; 5], weights: [zero; 5] };
    let ([mut i, mut p, last_i], [mut u, mut v, last_u]) = (a.indices, a.weights);
    let ([mut j, mut q, last_j], [mut w, mut x, last_w]) = (b.indices, b.weights);
    // How many corners of each side are used up.
    let (mut past_a, mut past_b) = (nothing, nothing);
    for step in 0..5 {
        let open = past_a.simd_lt(3) & past_b.simd_lt(3);
        let shared = smaller(u, w);
        let there = open & shared.simd_gt(0.0);
        for place in 0..=step {
            let here = there & witnesses.count.simd_eq(place as i64);
            witnesses.pairs[place] = here.select(packed(i, j), witnesses.pairs[place]);
            witnesses.weights[place] = here.select(shared, witnesses.weights[place]);
        }
        witnesses.count = there.select(witnesses.count + one, witnesses.count);
        (u, w) = (u - shared, w - shared);
        let next_a = u.simd_le(w);
        (i, u) = (next_a.select(p, i), next_a.select(v, u));
        (p, v) = (next_a.select(last_i, p), next_a.select(last_u, v));
        (j, w) = (next_a.select(j, q), next_a.select(w, x));
        (q, x) = (next_a.select(q, last_j), next_a.select(x, last_w));
        past_a = next_a.select(past_a + one, past_a);
        past_b = next_a.select(past_b, past_b + one);
    }
    witnesses
}

/// The nearest number of −limit..limit.
#[inline(always)]
fn within<S: Simd>(x: Number<S>, limit: Number<S>) -> Number<S> {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
fn is_short<S: Simd>(vector: Point<S>, length: Number<S>) -> Mask<S> {
    vector.dot(vector).simd_le(length * length)
}

/// The coordinate that the masks say; the last where they say none.
#[inline(always)]
fn coordinate<S: Simd>(axis: &[Mask<S>; 3], point: Point<S>) -> Number<S> {
    axis[0].select(point.x, axis[1].select(point.y, point.z))
}

/// Coordinates of `yes` where their masks say so, of `no` elsewhere.
#[inline(always)]
fn mixed<S: Simd>(axes: &[Mask<S>; 3], yes: Point<S>, no: Point<S>) -> Point<S> {
    vec3(axes[0].select(yes.x, no.x), axes[1].select(yes.y, no.y), axes[2].select(yes.z, no.z))
}
