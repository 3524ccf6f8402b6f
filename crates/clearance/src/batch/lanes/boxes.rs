//! Repeats `axes/boxes.rs` for eight pairs of boxes: a second text, because each lane selects its own best axis.

use super::cuboid::CuboidLanes;
use super::difference::Pair;
use super::vector::{Index, Mask, Number, Vec3x8, choose, coordinates, none, smaller, unit_axes};
use crate::axes::{AXIS_CYCLES, PARALLEL, REACH};
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::space::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// The axis along which the two boxes lie farthest apart, or overlap least, of each pair.
pub(super) struct BoxFacing<S: Simd> {
    pub axis: Vec3x8<S>,
    /// How far the boxes overlap along the axis. Negative where the axis separates them.
    pub overlap: Number<S>,
    /// The least overlap of all axes.
    pub least: Number<S>,
    /// The numbers of the edge of A and the edge of B whose product is the axis; 3 means no edge. If only one box has an
    /// edge chosen, the axis is the normal of that box's face across this edge. Two numbers take one instruction each
    /// where six masks would take many.
    numbers: [Index<S>; 2],
}

impl<S: Simd> Pair<S, CuboidLanes<S>> {
    /// Where the boxes are so near that the axes probably give their distance.
    #[inline(always)]
    pub fn are_near(&self) -> Mask<S> {
        let reach = (self.a.halves.max_abs() + self.b.halves.max_abs()) * REACH;
        self.frame.common & self.frame.translation.max_abs().simd_le(reach)
    }

    /// The best of all axes.
    #[inline(always)]
    pub fn facing(&self, simd: S) -> BoxFacing<S> {
        self.or_edges(simd, self.facing_by_faces(simd))
    }

    /// The best face normal of either box.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn facing_by_faces(&self, simd: S) -> BoxFacing<S> {
        let (a, b, t) = (self.a.halves, self.b.halves, self.frame.translation);
        let ([p, q, r], [u, v, w]) = (self.frame.matrix, self.columns());
        let [x, y, z] = unit_axes(simd);
        let overlap = a.x + b.dot(p.abs()) - t.x.abs();
        let numbers = [Index::splat(simd, 0), Index::splat(simd, 3)];
        let mut best = BoxFacing { axis: x, overlap, least: overlap, numbers };
        best.take(simd, y, a.y + b.dot(q.abs()) - t.y.abs(), [1, 3]);
        best.take(simd, z, a.z + b.dot(r.abs()) - t.z.abs(), [2, 3]);
        best.take(simd, u, b.x + a.dot(u.abs()) - t.dot(u).abs(), [3, 0]);
        best.take(simd, v, b.y + a.dot(v.abs()) - t.dot(v).abs(), [3, 1]);
        best.take(simd, w, b.z + a.dot(w.abs()) - t.dot(w).abs(), [3, 2]);
        best.least = best.overlap;
        best
    }

    /// The same, or the product of two edges where its overlap is less by more than noise.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or_edges(&self, simd: S, best: BoxFacing<S>) -> BoxFacing<S> {
        let boxes = self.coordinates();
        let mut best = BestEdges { facing: best, length: Number::splat(simd, 1.0), noise: self.frame.noise };
        best.try_edges::<0, 0>(simd, &boxes);
        best.try_edges::<0, 1>(simd, &boxes);
        best.try_edges::<0, 2>(simd, &boxes);
        best.try_edges::<1, 0>(simd, &boxes);
        best.try_edges::<1, 1>(simd, &boxes);
        best.try_edges::<1, 2>(simd, &boxes);
        best.try_edges::<2, 0>(simd, &boxes);
        best.try_edges::<2, 1>(simd, &boxes);
        best.try_edges::<2, 2>(simd, &boxes);
        let BestEdges { mut facing, length, .. } = best;
        facing.axis *= Number::splat(simd, 1.0) / length;
        facing
    }

    /// Where the interiors are proven to have a common point, and where the boxes are proven apart.
    ///
    /// The error of an overlap along an axis is below the error that `axes/boxes.rs` adds to its bounds. Both sides of
    /// the comparison are squared, which saves a division. Lanes that are not `occupied` may say anything.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn overlap_by_axes(&self, simd: S, occupied: Mask<S>) -> [Mask<S>; 2] {
        let error = self.frame.size * (36.0 * U) + self.frame.above;
        let face = self.facing_by_faces(simd).overlap;
        let overlapping = self.frame.common & face.simd_gt(error);
        let apart = self.frame.common & face.simd_lt(-error);
        if none(occupied & !apart) {
            return [overlapping, apart];
        }
        let boxes = self.coordinates();
        let mut verdict = Verdict { overlapping, apart, error };
        verdict.try_edges::<0, 0>(&boxes);
        verdict.try_edges::<0, 1>(&boxes);
        verdict.try_edges::<0, 2>(&boxes);
        verdict.try_edges::<1, 0>(&boxes);
        verdict.try_edges::<1, 1>(&boxes);
        verdict.try_edges::<1, 2>(&boxes);
        verdict.try_edges::<2, 0>(&boxes);
        verdict.try_edges::<2, 1>(&boxes);
        verdict.try_edges::<2, 2>(&boxes);
        [verdict.overlapping, self.frame.common & verdict.apart]
    }

    #[inline(always)]
    fn coordinates(&self) -> Coordinates<S> {
        let [p, q, r] = self.frame.matrix;
        Coordinates {
            halves: [coordinates(self.a.halves), coordinates(self.b.halves)],
            rotation: [coordinates(p), coordinates(q), coordinates(r)],
            translation: coordinates(self.frame.translation),
        }
    }
}

/// The boxes and the pose of B in A's frame, coordinate by coordinate.
struct Coordinates<S: Simd> {
    halves: [[Number<S>; 3]; 2],
    rotation: [[Number<S>; 3]; 3],
    translation: [Number<S>; 3],
}

/// The axis that is the product of two edges.
struct Edges<S: Simd> {
    /// The two coordinates of the axis across A's edge. The coordinate along that edge is zero.
    along: [Number<S>; 2],
    /// The overlap times the length of the axis.
    overlap: Number<S>,
    /// The squared length of the axis.
    squared: Number<S>,
}

impl<S: Simd> Coordinates<S> {
    /// The product of an edge of A and an edge of B. The numbers are constants, so that no coordinate goes through
    /// memory.
    #[inline(always)]
    fn edges<const A: usize, const B: usize>(&self) -> Edges<S> {
        let ((_, k, l), (j, m, n)) = (AXIS_CYCLES[A], AXIS_CYCLES[B]);
        let ([a, b], r, t) = (&self.halves, &self.rotation, &self.translation);
        let (along_k, along_l) = (-r[l][j], r[k][j]);
        let [along_m, along_n] = [m, n].each(|b| (r[k][b] * along_k + r[l][b] * along_l).abs());
        let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * along_m + b[n] * along_n;
        Edges {
            along: [along_k, along_l],
            overlap: reach - (t[k] * along_k + t[l] * along_l).abs(),
            squared: along_k * along_k + along_l * along_l,
        }
    }
}

/// The best axis so far, while edges are tried.
struct BestEdges<S: Simd> {
    /// The axis of edges is not yet divided by its length.
    facing: BoxFacing<S>,
    length: Number<S>,
    noise: Number<S>,
}

impl<S: Simd> BestEdges<S> {
    /// Takes the product of two edges where its overlap is less by more than noise.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_edges<const A: usize, const B: usize>(&mut self, simd: S, boxes: &Coordinates<S>) {
        let Self { facing: best, length: length_of_best, noise } = self;
        let Edges { along, overlap, squared } = boxes.edges::<A, B>();
        let loses =
            squared.simd_le(PARALLEL) | (overlap * overlap.abs()).simd_ge(best.least * best.least.abs() * squared);
        if none(!loses) {
            return;
        }
        let length = squared.sqrt();
        let overlap = overlap / length;
        best.least = loses.select(best.least, smaller(best.least, overlap));
        let better = !loses & overlap.simd_lt(best.overlap - *noise);
        let (_, k, l) = AXIS_CYCLES[A];
        let mut direction = [Number::splat(simd, 0.0); 3];
        [direction[k], direction[l]] = along;
        let [x, y, z] = direction;
        best.axis = choose(better, vec3(x, y, z), best.axis);
        *length_of_best = better.select(length, *length_of_best);
        best.overlap = better.select(overlap, best.overlap);
        best.replace(simd, better, [A, B]);
    }
}

/// Which boxes are proven to overlap and which are proven apart, while edges are tried.
struct Verdict<S: Simd> {
    overlapping: Mask<S>,
    apart: Mask<S>,
    /// The error of an overlap along an axis of unit length.
    error: Number<S>,
}

impl<S: Simd> Verdict<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_edges<const A: usize, const B: usize>(&mut self, boxes: &Coordinates<S>) {
        let Edges { overlap, squared, .. } = boxes.edges::<A, B>();
        let clear = (overlap * overlap).simd_gt(self.error * self.error * squared);
        let parallel = squared.simd_le(PARALLEL);
        self.overlapping &= parallel | (clear & overlap.simd_gt(0.0));
        self.apart |= clear & overlap.simd_lt(0.0) & !parallel;
    }
}

impl<S: Simd> BoxFacing<S> {
    /// Takes the normal of a face where its overlap is less.
    #[inline(always)]
    fn take(&mut self, simd: S, axis: Vec3x8<S>, overlap: Number<S>, numbers: [usize; 2]) {
        let better = overlap.simd_lt(self.overlap);
        self.axis = choose(better, axis, self.axis);
        self.overlap = better.select(overlap, self.overlap);
        self.replace(simd, better, numbers);
    }

    /// Chooses the edges of A and B with these numbers, where the mask is set. The number 3 means no edge.
    #[inline(always)]
    fn replace(&mut self, simd: S, mask: Mask<S>, numbers: [usize; 2]) {
        for (side, number) in numbers.into_iter().enumerate() {
            self.numbers[side] = mask.select(Index::splat(simd, number as i64), self.numbers[side]);
        }
    }

    /// Where each edge of A and of B is chosen.
    #[inline(always)]
    pub fn chosen(&self) -> [[Mask<S>; 3]; 2] {
        let [a, b] = self.numbers;
        [[a.simd_eq(0), a.simd_eq(1), a.simd_eq(2)], [b.simd_eq(0), b.simd_eq(1), b.simd_eq(2)]]
    }
}
