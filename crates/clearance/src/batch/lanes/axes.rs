//! The fifteen axes of eight pairs of boxes: the text of [`crate::sat`] for boxes, and the yes or no that they prove.

use super::boxes::BoxCores;
use super::gjk::Pair;
use super::vector::{Mask, Number, Point, choose, coordinates, none, smaller, unit_axes};
use crate::real::U;
use crate::sat::REACH;
use crate::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// The axes along which the boxes lie farthest apart, or overlap least.
pub(super) struct Facing<S: Simd> {
    pub axis: Point<S>,
    /// Negative where it parts the boxes.
    pub overlap: Number<S>,
    /// The least overlap of all axes.
    pub least: Number<S>,
    /// Of A and of B, the edge whose product with the other's is the axis; of one of them alone, its face is across it.
    pub chosen: [[Mask<S>; 3]; 2],
}

/// An axis and the two that follow it.
type Turn = (usize, usize, usize);
const TURNS: [Turn; 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

impl<S: Simd> Pair<S, BoxCores<S>> {
    /// Where the boxes are so near that the axes are likely to tell their distance.
    #[inline(always)]
    pub fn are_near(&self) -> Mask<S> {
        let reach = (self.a.halves.max_abs() + self.b.halves.max_abs()) * REACH;
        self.frame.common & self.frame.translation.max_abs().simd_le(reach)
    }

    /// The best of all axes.
    #[inline(always)]
    pub fn facing(&self, simd: S) -> Facing<S> {
        self.or_edges(simd, self.facing_by_faces(simd))
    }

    /// The best face normal of either box.
    #[inline(always)]
    fn facing_by_faces(&self, simd: S) -> Facing<S> {
        let (a, b, t) = (self.a.halves, self.b.halves, self.frame.translation);
        let ([p, q, r], [u, v, w]) = (self.frame.matrix, self.columns());
        let [x, y, z] = unit_axes(simd);
        let nowhere = Mask::splat(simd, false);
        let overlap = a.x + b.dot(p.abs()) - t.x.abs();
        let chosen = [[!nowhere, nowhere, nowhere], [nowhere; 3]];
        let mut best = Facing { axis: x, overlap, least: overlap, chosen };
        best.take(y, a.y + b.dot(q.abs()) - t.y.abs(), [1, 3]);
        best.take(z, a.z + b.dot(r.abs()) - t.z.abs(), [2, 3]);
        best.take(u, b.x + a.dot(u.abs()) - t.dot(u).abs(), [3, 0]);
        best.take(v, b.y + a.dot(v.abs()) - t.dot(v).abs(), [3, 1]);
        best.take(w, b.z + a.dot(w.abs()) - t.dot(w).abs(), [3, 2]);
        best.least = best.overlap;
        best
    }

    /// The same, or edges whose product has less overlap by more than noise.
    #[inline(always)]
    fn or_edges(&self, simd: S, mut best: Facing<S>) -> Facing<S> {
        let boxes = self.coordinates();
        let zero = Number::splat(simd, 0.0);
        let mut length_of_best = Number::splat(simd, 1.0);
        for a in TURNS {
            for b in TURNS {
                let Edges { along, overlap, squared } = boxes.edges(a, b);
                let loses = (overlap * overlap.abs()).simd_ge(best.least * best.least.abs() * squared);
                if none(!loses) {
                    continue;
                }
                let length = squared.sqrt();
                let overlap = overlap / length;
                best.least = loses.select(best.least, smaller(best.least, overlap));
                let better = !loses & overlap.simd_lt(best.overlap - self.frame.noise);
                let ((i, k, l), (j, ..)) = (a, b);
                let mut direction = [zero; 3];
                [direction[k], direction[l]] = along;
                let [x, y, z] = direction;
                best.axis = choose(better, vec3(x, y, z), best.axis);
                length_of_best = better.select(length, length_of_best);
                best.overlap = better.select(overlap, best.overlap);
                best.replace(better, [i, j]);
            }
        }
        best.axis = best.axis * (Number::splat(simd, 1.0) / length_of_best);
        best
    }

    /// Which pairs are proven to have interior points in common, and which are proven apart, of those that are `asked`.
    ///
    /// The overlap along an axis errs by less than what [`crate::sat`] takes off the least. Nothing is divided: both sides
    /// of the comparison are squared.
    #[inline(always)]
    pub fn verdict(&self, simd: S, asked: Mask<S>) -> [Mask<S>; 2] {
        let error = self.frame.size * (32.0 * U) + self.frame.above;
        let face = self.facing_by_faces(simd).overlap;
        let mut meet = self.frame.common & face.simd_gt(error);
        let mut apart = self.frame.common & face.simd_lt(-error);
        if none(asked & !apart) {
            return [meet, apart];
        }
        let boxes = self.coordinates();
        for a in TURNS {
            for b in TURNS {
                let Edges { overlap, squared, .. } = boxes.edges(a, b);
                let clear = (overlap * overlap).simd_gt(error * error * squared);
                meet &= squared.simd_eq(0.0) | (clear & overlap.simd_gt(0.0));
                apart |= self.frame.common & clear & overlap.simd_lt(0.0);
            }
        }
        [meet, apart]
    }

    #[inline(always)]
    fn coordinates(&self) -> Coordinates<S> {
        let [p, q, r] = self.frame.matrix;
        Coordinates {
            halves: [coordinates(self.a.halves), coordinates(self.b.halves)],
            turn: [coordinates(p), coordinates(q), coordinates(r)],
            translation: coordinates(self.frame.translation),
        }
    }
}

/// The boxes and how they lie, by numbers.
struct Coordinates<S: Simd> {
    halves: [[Number<S>; 3]; 2],
    turn: [[Number<S>; 3]; 3],
    translation: [Number<S>; 3],
}

/// The product of two edges as an axis.
struct Edges<S: Simd> {
    /// Its coordinates beside A's edge; along that it has none.
    along: [Number<S>; 2],
    /// The overlap, times the axis' length.
    overlap: Number<S>,
    /// The squared length.
    squared: Number<S>,
}

impl<S: Simd> Coordinates<S> {
    /// The product of an edge of A and one of B, each given with the two axes that follow.
    #[inline(always)]
    fn edges(&self, (i, k, l): Turn, (j, m, n): Turn) -> Edges<S> {
        let ([a, b], r, t) = (&self.halves, &self.turn, &self.translation);
        let (along_k, along_l) = (-r[l][j], r[k][j]);
        let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * r[i][n].abs() + b[n] * r[i][m].abs();
        Edges {
            along: [along_k, along_l],
            overlap: reach - (t[k] * along_k + t[l] * along_l).abs(),
            squared: along_k * along_k + along_l * along_l,
        }
    }
}

impl<S: Simd> Facing<S> {
    /// Takes a face where it has less overlap.
    #[inline(always)]
    fn take(&mut self, axis: Point<S>, overlap: Number<S>, numbers: [usize; 2]) {
        let better = overlap.simd_lt(self.overlap);
        self.axis = choose(better, axis, self.axis);
        self.overlap = better.select(overlap, self.overlap);
        self.replace(better, numbers);
    }

    /// Makes A's and B's axes of these numbers the chosen ones where the mask says so; number 3 is none.
    #[inline(always)]
    fn replace(&mut self, mask: Mask<S>, numbers: [usize; 2]) {
        for (side, number) in numbers.into_iter().enumerate() {
            for axis in 0..3 {
                let chosen = self.chosen[side][axis];
                self.chosen[side][axis] = if axis == number { chosen | mask } else { chosen & !mask };
            }
        }
    }
}
