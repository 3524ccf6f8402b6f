//! The depth of eight pairs of boxes: the text of [`crate::sat`].

use super::gjk::Pair;
use super::vector::{Index, Mask, Number, Point, any, choose, larger, none, pick, smaller};
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
    pub corners: [Corners<S>; 2],
}

/// Up to three vertices of a box and their weights.
#[derive(Clone, Copy)]
pub(super) struct Corners<S: Simd> {
    pub indices: [Index<S>; 3],
    pub weights: [Number<S>; 3],
}

/// The axes of least overlap so far.
struct Axis<S: Simd> {
    /// Where no axis parts the boxes.
    meet: Mask<S>,
    direction: Point<S>,
    overlap: Number<S>,
    /// The least overlap of all axes.
    lower: Number<S>,
    /// Of which edge of A and of which of B the axis is the product; of none if it is a face's.
    edges: [[Mask<S>; 3]; 2],
}

/// Faces, edges or vertices of boxes.
struct Feature<S: Simd> {
    corner: Point<S>,
    free: [Mask<S>; 3],
}

/// An axis and the two that follow it.
const TURNS: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

impl<S: Simd> Pair<S> {
    #[inline(always)]
    pub fn depth(&self, simd: S) -> Depth<S> {
        let (noise, turn, offset) = (self.frame.noise, &self.frame.matrix, self.frame.translation);
        let axis = self.least_of_edges(simd, self.least_of_faces(simd));
        let along = axis.direction.dot(offset);
        let normal = choose(along.simd_lt(0.0), -axis.direction, axis.direction);
        let depth = normal * axis.overlap;
        let features = [
            Feature::farthest(self.a.halves, normal, noise),
            Feature::farthest(self.b.halves, (-normal).mapped_back(turn), noise),
        ];
        let [face_a, face_b] = self.on_faces(simd, &features, depth);
        let of_edges = any(axis.edges[0]);
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
            corners: [
                features[0].corners(simd, self.a.halves, points[0]),
                features[1].corners(simd, self.b.halves, self.in_b(points[1])),
            ],
        }
    }

    #[inline(always)]
    fn least_of_faces(&self, simd: S) -> Axis<S> {
        let (a, b, t) = (self.a.halves, self.b.halves, self.frame.translation);
        let ([p, q, r], columns) = (self.frame.matrix, self.columns());
        let [x, y, z] = unit_axes(simd);
        let mut best = (x, Number::splat(simd, f64::INFINITY));
        least(&mut best, x, a.x + b.dot(p.abs()) - t.x.abs());
        least(&mut best, y, a.y + b.dot(q.abs()) - t.y.abs());
        least(&mut best, z, a.z + b.dot(r.abs()) - t.z.abs());
        for (half, column) in [b.x, b.y, b.z].into_iter().zip(columns) {
            least(&mut best, column, half + a.dot(column.abs()) - t.dot(column).abs());
        }
        let (direction, overlap) = best;
        let nowhere = Mask::splat(simd, false);
        Axis { meet: overlap.simd_gt(0.0), direction, overlap, lower: overlap, edges: [[nowhere; 3]; 2] }
    }

    #[inline(always)]
    fn least_of_edges(&self, simd: S, mut axis: Axis<S>) -> Axis<S> {
        let (a, b) = (coordinates(self.a.halves), coordinates(self.b.halves));
        let t = coordinates(self.frame.translation);
        let [p, q, r] = self.frame.matrix;
        let r = [coordinates(p), coordinates(q), coordinates(r)];
        let zero = Number::splat(simd, 0.0);
        for (i, k, l) in TURNS {
            for (j, m, n) in TURNS {
                let (along_k, along_l) = (-r[l][j], r[k][j]);
                let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * r[i][n].abs() + b[n] * r[i][m].abs();
                let overlap = reach - (t[k] * along_k + t[l] * along_l).abs();
                let squared = along_k * along_k + along_l * along_l;
                let loses = overlap.simd_gt(0.0) & (overlap * overlap).simd_ge(axis.lower * axis.lower * squared);
                let open = !(squared.simd_eq(0.0) | loses);
                if none(open) {
                    continue;
                }
                let length = squared.sqrt();
                let overlap = overlap / length;
                axis.meet &= !open | overlap.simd_gt(0.0);
                axis.lower = open.select(smaller(axis.lower, overlap), axis.lower);
                let better = open & overlap.simd_lt(axis.overlap - self.frame.noise);
                let mut along = [zero; 3];
                (along[k], along[l]) = (along_k, along_l);
                let unit = vec3(along[0], along[1], along[2]) * (Number::splat(simd, 1.0) / length);
                axis.direction = choose(better, unit, axis.direction);
                axis.overlap = better.select(overlap, axis.overlap);
                replace(&mut axis.edges[0], better, i);
                replace(&mut axis.edges[1], better, j);
            }
        }
        axis
    }

    #[inline(always)]
    fn on_faces(&self, simd: S, features: &[Feature<S>; 2], depth: Point<S>) -> [Point<S>; 2] {
        let mut b = self.frame.point_of_b(features[1].corner_with_zero(simd));
        let mut a = features[0].clamped(b + depth, self.a.halves);
        for _ in 0..8 {
            let open = !is_short(a - b - depth, self.frame.noise);
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
    fn columns(&self) -> [Point<S>; 3] {
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

/// Takes an axis where it has less overlap.
#[inline(always)]
fn least<S: Simd>(best: &mut (Point<S>, Number<S>), direction: Point<S>, overlap: Number<S>) {
    let better = overlap.simd_lt(best.1);
    *best = (choose(better, direction, best.0), better.select(overlap, best.1));
}

/// Makes `chosen` the only yes where the mask says so.
#[inline(always)]
fn replace<S: Simd>(yes: &mut [Mask<S>; 3], mask: Mask<S>, chosen: usize) {
    for (index, yes) in yes.iter_mut().enumerate() {
        *yes = if index == chosen { *yes | mask } else { *yes & !mask };
    }
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

#[inline(always)]
fn unit_axes<S: Simd>(simd: S) -> [Point<S>; 3] {
    [
        Point::constant(simd, [1.0, 0.0, 0.0]),
        Point::constant(simd, [0.0, 1.0, 0.0]),
        Point::constant(simd, [0.0, 0.0, 1.0]),
    ]
}

#[inline(always)]
fn coordinates<S: Simd>(Point { x, y, z }: Point<S>) -> [Number<S>; 3] {
    [x, y, z]
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
