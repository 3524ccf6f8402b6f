//! Yes-or-no questions with a limit, where equality is decided.

use super::goal::Goal;
use super::nearest::{Answer, Search};
use super::pair::Pair;
use super::plane::BesidePlane;
use crate::ask;
use crate::facets::FacetSpace;
use crate::view::Bodies;
use clearance::each::Each;
use clearance::{Precision, Shape, Solver, Status};
use std::cmp::Ordering;

/// Whether the distance of two bodies is less than a limit.
pub(crate) fn is_below<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>, limit: f64) -> bool {
    if !(limit > 0.0) {
        return false;
    }
    if let Some(pair) = BesidePlane::of(bodies) {
        return pair.is_below(limit);
    }
    let Some(pair) = Pair::new(bodies) else { return true };
    let solver = Solver { max_distance: limit, ..Solver::default() };
    let goal = |upper: f64| Goal::AnyBelow(pair.frame.length(limit), upper);
    Search::new(&pair, &solver, &goal).finds_below(limit)
}

impl<V: FacetSpace<D>, const D: usize> Search<'_, V, D> {
    /// Whether a pair of leaves is nearer than a positive limit of the world.
    fn finds_below(mut self, limit: f64) -> bool {
        self.walk();
        self.meeting.is_some()
            || self.goal.is_reached()
            || self.any_candidate(&|search, answer| search.order(answer, limit) == Ordering::Less)
    }

    /// Whether the distance of a pair is at most a limit of the world. Everything is at most NaN.
    pub(super) fn is_at_most(&self, answer: &Answer<V>, limit: f64) -> bool {
        limit.is_nan() || self.order(answer, limit) != Ordering::Greater
    }

    /// The order of a pair's distance and a limit: without rounding if both leaves are polytopes, rounded or not.
    fn order(&self, answer: &Answer<V>, limit: f64) -> Ordering {
        let proximity = &answer.proximity;
        if proximity.upper < limit {
            return Ordering::Less;
        }
        if proximity.lower > limit {
            return Ordering::Greater;
        }
        let [a, b] = [0, 1].each(|side| self.pair.bodies[side].leaf(answer.leaves[side]));
        let [a, b] = [a.shape(), b.shape()];
        match a.rounded(limit) {
            Ok(thick) if a.vertex_count() > 0 && b.vertex_count() > 0 => {
                // The first leaf thickened by the limit meets the second if they are not farther apart than the limit.
                // Their insides meet if they are nearer.
                let exact = Solver { precision: Precision::Exact, ..Solver::default() };
                match ask::signed_distance(&exact, &thick, b).status {
                    Status::Separated => Ordering::Greater,
                    Status::Touching => Ordering::Equal,
                    Status::Overlapping => Ordering::Less,
                }
            }
            _ => proximity.distance.total_cmp(&limit),
        }
    }
}
