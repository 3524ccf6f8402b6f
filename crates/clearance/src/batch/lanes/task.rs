//! What lanes do with a group of eight pairs. The single query has no such file; `query/stages.rs` joins its steps.

use super::super::question::{Quantity, Wanted};
use super::answer;
use super::by_axes::ByAxes;
use super::cuboid::LaneCuboid;
use super::difference::Pair;
use super::gjk::approach;
use super::group::Group;
use super::hull::LaneHull;
use super::instructions::{Instructions, with_instructions};
use super::outcome::Outcome;
use super::support::{LaneShape, SupportLanes};
use super::vector::{Mask, none};
use fearless_simd::{Simd, prelude::*};

/// The distance loop: the distance of pairs that are apart. Pairs that are farther apart than `limit` get the default
/// answer.
///
/// Pairs that overlap get a common point, if it is to be found. The search knows no depth.
#[derive(Clone, Copy)]
pub(super) struct SearchTask {
    pub limit: f64,
    pub meeting: Meeting,
}

/// What is to be found of pairs that overlap.
#[derive(Clone, Copy)]
pub(super) enum Meeting {
    /// A common point.
    Point,
    /// The depth.
    Depth,
}

impl Meeting {
    pub fn of(quantity: &Quantity) -> Self {
        match quantity {
            Quantity::Depth => Self::Depth,
            Quantity::Distance | Quantity::Overlap => Self::Point,
        }
    }
}

/// What lanes can do with pairs of boxes.
#[derive(Clone, Copy)]
pub(super) enum BoxTask {
    /// The distance of boxes that are apart, and the depth or a point of boxes that overlap, by the axes. The search runs
    /// if no pair of the group is near.
    Axes(Wanted, SearchTask),
    /// The search alone.
    Search(SearchTask),
    /// Whether the boxes overlap, and nothing else.
    Overlap,
}

impl SearchTask {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<S: Simd, K: LaneShape>(self, simd: S, group: &Group<'_, K>, outcome: &mut Outcome) {
        self.run_for(simd, &group.pair(simd), group, outcome);
    }

    /// The same for a pair that is loaded already.
    #[inline(always)]
    fn run_for<S: Simd, K: LaneShape>(
        self,
        simd: S,
        pair: &Pair<S, impl SupportLanes<S>>,
        group: &Group<'_, K>,
        outcome: &mut Outcome,
    ) {
        let mut end = approach(simd, pair, group.occupied(simd), self.limit);
        if let Meeting::Depth = self.meeting {
            end.inside = Mask::splat(simd, false);
        }
        answer::store_search(simd, pair, &end, group.swapped(simd), outcome);
    }
}

impl BoxTask {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S, group: &Group<'_, LaneCuboid>, outcome: &mut Outcome) {
        let (pair, occupied, swapped) = (group.pair(simd), group.occupied(simd), group.swapped(simd));
        let near = occupied & pair.are_near();
        match self {
            Self::Overlap => {
                let [overlapping, separated] = pair.overlap_by_axes(simd, occupied);
                (outcome.overlapping, outcome.separated) = (overlapping.to_bitmask(), separated.to_bitmask());
            }
            Self::Axes(wanted, SearchTask { meeting, .. }) if !none(near) => {
                // The axes are one text for all that may be wanted of them.
                let facing = pair.facing(simd);
                // What follows is a text for each case, so that nothing is made that is not stored.
                match (meeting, wanted) {
                    (Meeting::Depth, Wanted::All) => {
                        ByAxes::new(simd, &pair, facing, near).store_signed(simd, &pair, swapped, outcome);
                    }
                    (Meeting::Depth, Wanted::Lengths) => {
                        ByAxes::new(simd, &pair, facing, near).store_signed_lengths(outcome);
                    }
                    (Meeting::Point, Wanted::All) => {
                        ByAxes::new(simd, &pair, facing, near).store_distance(simd, &pair, swapped, outcome);
                    }
                    (Meeting::Point, Wanted::Lengths) => {
                        ByAxes::new(simd, &pair, facing, near).store_lengths_of_distance(simd, &pair, outcome);
                    }
                }
            }
            Self::Axes(_, search) | Self::Search(search) => search.run_for(simd, &pair, group, outcome),
        }
    }
}

/// Runs a task for a group of boxes.
///
/// This function and the next do not depend on the scalar type. So the compiler makes one copy of them for `f32` and
/// `f64`.
pub(super) fn run_box_task(
    instructions: Instructions,
    task: BoxTask,
    group: &Group<'_, LaneCuboid>,
    outcome: &mut Outcome,
) {
    with_instructions!(instructions, simd => task.run(simd, group, outcome));
}

/// Runs a task for a group of capsules or hulls.
pub(super) fn run_hull_task(
    instructions: Instructions,
    task: SearchTask,
    group: &Group<'_, LaneHull>,
    outcome: &mut Outcome,
) {
    with_instructions!(instructions, simd => task.run(simd, group, outcome));
}
