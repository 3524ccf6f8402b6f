//! Eight answers in memory, and how each comes to its place. The single query has no such file.

use super::super::question::{LaneResult, Question};
use super::super::sheet::LaneSheet;
use super::vector::{Integers, Row, Rows};
use crate::numbers::each::Each;
use crate::numbers::real::Real;
use crate::query::solver::Solver;
use crate::result::{Proximity, Status, Witnesses};
use crate::space::vector::{Space, Vector, WideVector};

/// What lanes found of eight pairs: in the world's frame, A and B in the order of the question.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Outcome {
    /// Bit k is set if pair k is proven apart.
    pub separated: u64,
    /// Bit k is set if the interiors of pair k have a common point. The result is that point, or the depth.
    pub overlapping: u64,
    /// Bit k is set if pair k is clearly farther apart than the limit. The pair has no other result.
    pub beyond: u64,
    pub distance: Row,
    pub lower: Row,
    pub upper: Row,
    pub radii: [Row; 2],
    pub normal: Rows,
    pub points: [Rows; 2],
    pub iterations: Integers,
    /// The fields of [`Witnesses`]. One integer packs the two vertex indices of a pair.
    pub count: Integers,
    pub pairs: [Integers; 5],
    pub weights: [Row; 5],
}

impl Outcome {
    /// Forgets all results. The numbers stay; only the bits say which of them count.
    pub fn clear(&mut self) {
        (self.separated, self.overlapping, self.beyond) = (0, 0, 0);
    }

    /// Whether lanes have a result for a pair. The result may still not decide the question.
    pub fn has_result(&self, lane: usize) -> bool {
        (self.separated | self.overlapping | self.beyond) >> lane & 1 == 1
    }

    /// Writes the answer of one pair, if lanes have a result that decides the question. Returns whether it did.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_answer<V: Vector, T: LaneSheet<V>>(
        &self,
        solver: &Solver,
        lane: usize,
        sheet: &mut T,
        place: u16,
    ) -> bool {
        let is = |lanes: u64| lanes >> lane & 1 == 1;
        if is(self.beyond) {
            sheet.answer_far(&[place]);
            return true;
        }
        let status = if is(self.separated) { Status::Separated } else { Status::Overlapping };
        let found = LaneResult {
            status,
            penetrates: self.distance[lane] < 0.0,
            distance: V::Scalar::narrow(self.distance[lane]),
            lower: V::Scalar::narrow_down(self.lower[lane]),
            upper: V::Scalar::narrow_up(self.upper[lane]),
            radii: [self.radii[0][lane], self.radii[1][lane]],
        };
        let decided = is(self.separated | self.overlapping) && T::Question::is_decided(solver, found);
        if decided {
            sheet.answer_from(solver, usize::from(place), found, || self.proximity(lane, status));
        }
        decided
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn proximity<W: WideVector>(&self, lane: usize, status: Status) -> Proximity<W> {
        let vector = |rows: &Rows| {
            let zero = <W as Space>::zero();
            rows.iter().enumerate().fold(zero, |v, (axis, row)| v.with_coordinate(axis, row[lane]))
        };
        Proximity {
            status,
            distance: self.distance[lane],
            lower: self.lower[lane],
            upper: self.upper[lane],
            normal: vector(&self.normal),
            point_a: vector(&self.points[0]),
            point_b: vector(&self.points[1]),
            iterations: self.iterations[lane] as u32,
            witnesses: Witnesses {
                count: self.count[lane] as u32,
                pairs: self.pairs.each_ref().each(|row| ((row[lane] >> 32) as u32, row[lane] as u32)),
                weights: self.weights.each_ref().each(|row| row[lane]),
            },
        }
    }
}
