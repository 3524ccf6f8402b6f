//! The fifteen axes of eight pairs of boxes: the first half of the text of [`crate::sat`], and the yes or no that they prove.

use super::boxes::BoxCores;
use super::gjk::Pair;
use super::vector::{Mask, Number, Point, choose, coordinates, none, smaller, unit_axes};
use crate::real::U;
use crate::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// The axes of least overlap so far.
pub(super) struct Axis<S: Simd> {
    /// Where no axis parts the boxes.
    pub meet: Mask<S>,
    pub direction: Point<S>,
    pub overlap: Number<S>,
    /// The least overlap of all axes.
    pub lower: Number<S>,
    /// Of which edge of A and of which of B the axis is the product; of none if it is a face's.
    pub edges: [[Mask<S>; 3]; 2],
}

/// An axis and the two that follow it.
type Turn = (usize, usize, usize);
const TURNS: [Turn; 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

impl<S: Simd> Pair<S, BoxCores<S>> {
    /// The least axis of the faces.
    #[inline(always)]
    pub fn least_of_faces(&self, simd: S) -> Axis<S> {
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

    /// The least axis of all, from the least of the faces.
    #[inline(always)]
    pub fn least_of_edges(&self, simd: S, mut axis: Axis<S>) -> Axis<S> {
        let boxes = self.coordinates();
        let zero = Number::splat(simd, 0.0);
        let mut length_of_best = Number::splat(simd, 1.0);
        for a in TURNS {
            for b in TURNS {
                let Edges { along, overlap, squared } = boxes.edges(a, b);
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
                let ((i, k, l), (j, ..)) = (a, b);
                let mut direction = [zero; 3];
                [direction[k], direction[l]] = along;
                let [x, y, z] = direction;
                axis.direction = choose(better, vec3(x, y, z), axis.direction);
                length_of_best = better.select(length, length_of_best);
                axis.overlap = better.select(overlap, axis.overlap);
                replace(&mut axis.edges[0], better, i);
                replace(&mut axis.edges[1], better, j);
            }
        }
        axis.direction = axis.direction * (Number::splat(simd, 1.0) / length_of_best);
        axis
    }

    /// Where no axis parts the boxes, as far as rounding lets this be seen without a division.
    #[inline(always)]
    pub fn overlap(&self, simd: S, asked: Mask<S>) -> Mask<S> {
        let mut meet = self.least_of_faces(simd).overlap.simd_gt(0.0);
        if none(asked & meet) {
            return meet;
        }
        let boxes = self.coordinates();
        for a in TURNS {
            for b in TURNS {
                meet &= boxes.edges(a, b).overlap.simd_ge(0.0);
            }
        }
        meet
    }

    /// Which pairs are proven to have interior points in common, and which are proven apart, of those that are `asked`.
    ///
    /// The overlap along an axis errs by less than what [`crate::sat`] takes off the least. Nothing is divided: both sides
    /// of the comparison are squared.
    #[inline(always)]
    pub fn verdict(&self, simd: S, asked: Mask<S>) -> [Mask<S>; 2] {
        let error = self.frame.size * (32.0 * U) + self.frame.above;
        let face = self.least_of_faces(simd).overlap;
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
