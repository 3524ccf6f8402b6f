//! Eight answers in memory, and how each comes to its place.

use super::super::question::{Found, Question};
use super::vector::{Integers, Row, Rows};
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::Solver;
use crate::real::Real;
use crate::vector::{Space, Vector};

/// What lanes found of eight pairs, in the world's frame and in the order of the question.
#[derive(Clone, Copy, Default)]
pub(super) struct Outcome {
    /// Bit k where pair k is proven apart.
    pub separated: u64,
    /// Bit k where pair k has interior points in common, and the answer is one of them, or the depth.
    pub overlapping: u64,
    /// Bit k where pair k is clearly farther apart than the limit; it has no other answer.
    pub beyond: u64,
    pub distance: Row,
    pub lower: Row,
    pub upper: Row,
    pub radii: [Row; 2],
    pub normal: Rows,
    pub points: [Rows; 2],
    pub iterations: Integers,
    /// As [`Witnesses`], the indices of a pair of vertices packed in one integer.
    pub count: Integers,
    pub pairs: [Integers; 5],
    pub weights: [Row; 5],
}

impl Outcome {
    /// Forgets what was found.
    pub fn clear(&mut self) {
        (self.separated, self.overlapping, self.beyond) = (0, 0, 0);
    }

    /// Whether lanes have an answer for a pair; it may still not decide the question.
    pub fn knows(&self, lane: usize) -> bool {
        (self.separated | self.overlapping | self.beyond) >> lane & 1 == 1
    }

    /// Writes the answer of one pair to its place, if lanes have it and it decides the question.
    #[inline(always)]
    pub fn put<V: Vector, Q: Question<V>>(&self, solver: &Solver, lane: usize, answer: &mut Q::Answer) -> bool {
        let is = |lanes: u64| lanes >> lane & 1 == 1;
        if is(self.beyond) {
            *answer = Q::Answer::default();
            return true;
        }
        let status = if is(self.separated) { Status::Separated } else { Status::Overlapping };
        let found = Found {
            status,
            penetrates: self.distance[lane] < 0.0,
            distance: V::Scalar::narrow(self.distance[lane]),
            lower: V::Scalar::narrow_down(self.lower[lane]),
            upper: V::Scalar::narrow_up(self.upper[lane]),
            radii: [self.radii[0][lane], self.radii[1][lane]],
        };
        let decided = is(self.separated | self.overlapping) && Q::decides(solver, found);
        if decided {
            *answer = Q::decided(solver, found, || self.proximity(lane, found));
        }
        decided
    }

    #[inline(always)]
    fn proximity<V: Vector>(&self, lane: usize, found: Found<V::Scalar>) -> Proximity<V> {
        let vector = |rows: &Rows| {
            let zero = <V::Wide as Space>::zero();
            V::narrow(rows.iter().enumerate().fold(zero, |v, (axis, row)| v.with_coordinate(axis, row[lane])))
        };
        let Found { status, distance, lower, upper, .. } = found;
        Proximity {
            status,
            distance,
            lower,
            upper,
            normal: vector(&self.normal),
            point_a: vector(&self.points[0]),
            point_b: vector(&self.points[1]),
            iterations: self.iterations[lane] as u32,
            witnesses: Witnesses {
                count: self.count[lane] as u32,
                pairs: self.pairs.each_ref().map(|row| ((row[lane] >> 32) as u32, row[lane] as u32)),
                weights: self.weights.each_ref().map(|row| row[lane]),
            },
        }
    }
}
