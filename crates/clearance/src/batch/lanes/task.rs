//! What lanes do with eight pairs: where the processor's instructions are chosen.

use super::answer;
use super::boxes::Boxes;
use super::cores::{Cores, Kind};
use super::gjk::{Pair, approach};
use super::group::Group;
use super::outcome::Outcome;
use super::points::Points;
use super::vector::none;
use fearless_simd::{Level, Simd, dispatch, prelude::*};

/// The distance of pairs that are apart, a common point of those that overlap; nothing of pairs beyond the limit.
#[derive(Clone, Copy)]
pub(super) struct Search {
    pub limit: f64,
}

/// What there is to ask about boxes.
#[derive(Clone, Copy)]
pub(super) enum OfBoxes {
    /// The distance by the axes, or a common point; by the search if all are far apart.
    Distance(Search),
    /// The signed distance by the axes; by the search if all are far apart.
    Depth(Search),
    Search(Search),
    /// Whether boxes overlap, and no more.
    Verdict,
}

impl Search {
    #[inline(always)]
    fn conclude<S: Simd, K: Kind>(self, simd: S, group: &Group<K>, outcome: &mut Outcome) {
        self.of(simd, &group.pair(simd), group, outcome);
    }

    #[inline(always)]
    fn of<S: Simd, K: Kind>(self, simd: S, pair: &Pair<S, impl Cores<S>>, group: &Group<K>, outcome: &mut Outcome) {
        let end = approach(simd, pair, group.asked(simd), self.limit);
        answer::of_search(simd, pair, &end, group.swapped(simd), outcome);
    }
}

impl OfBoxes {
    #[inline(always)]
    fn conclude<S: Simd>(self, simd: S, group: &Group<Boxes>, outcome: &mut Outcome) {
        let (pair, asked, swapped) = (group.pair(simd), group.asked(simd), group.swapped(simd));
        let near = asked & pair.are_near();
        match self {
            Self::Verdict => {
                let [meet, apart] = pair.verdict(simd, asked);
                (outcome.overlapping, outcome.separated) = (meet.to_bitmask(), apart.to_bitmask());
            }
            Self::Distance(_) if !none(near) => answer::of_axes_or_point(simd, &pair, near, swapped, outcome),
            Self::Depth(_) if !none(near) => answer::of_axes(simd, &pair, near, swapped, outcome),
            Self::Distance(search) | Self::Depth(search) | Self::Search(search) => {
                search.of(simd, &pair, group, outcome);
            }
        }
    }
}

/// Does a task for a group of boxes in the widest instructions of a level. Neither this nor the next knows the type of the
/// scalars, so that both are compiled once.
pub(super) fn conclude_boxes(level: Level, task: OfBoxes, group: &Group<Boxes>, outcome: &mut Outcome) {
    dispatch!(level, simd => task.conclude(simd, group, outcome));
}

/// Does a task for a group of shapes of few vertices.
pub(super) fn conclude_points(level: Level, task: Search, group: &Group<Points>, outcome: &mut Outcome) {
    dispatch!(level, simd => task.conclude(simd, group, outcome));
}
