//! Yes-or-no questions with a limit, where equality is decided.

use super::frame::Frame;
use super::goal::Goal;
use super::nearest::{Answer, Search};
use crate::composite::Composite;
use clearance::{Precision, Shape, Solver, Status, SupportMap};
use std::cmp::Ordering;

/// Whether the distance of two bodies is less than a limit. Equality is decided: a distance that is exactly the limit is
/// not below it.
///
/// The search ends with the first pair of leaves that is clearly below. Where the bracket of a pair holds the limit,
/// exact numbers decide if both leaves are polytopes. For curved leaves the rounded distance decides. No distance is
/// below 0 or below NaN. If a pose is not finite or no rotation, the answer is yes for every positive limit: it cannot
/// be excluded.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, is_below};
///
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let (body, above) = (sheet.at(Pose::identity()), sheet.at(Pose::translation([0.0, 0.0, 0.1])));
/// assert!(!is_below(&body, &above, 0.1));
/// assert!(is_below(&body, &above, 0.1f64.next_up()));
/// ```
pub fn is_below<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    limit: f64,
) -> bool {
    if !(limit > 0.0) {
        return false;
    }
    let Some(frame) = Frame::new(a, b) else { return true };
    let solver = Solver { max_distance: limit, ..Solver::default() };
    let goal = |upper: f64| Goal::AnyBelow(frame.length(limit), upper);
    Search::new((a, b), &solver, frame, goal).finds_below(limit)
}

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Search<'_, D, A, B> {
    /// Whether a pair of leaves is nearer than a positive limit of the world.
    fn finds_below(mut self, limit: f64) -> bool {
        self.walk();
        self.meeting.is_some()
            || self.goal.is_reached()
            || self.any_candidate(|search, answer| search.order(answer, limit) == Ordering::Less)
    }

    /// Whether the distance of a pair is at most a limit of the world. Everything is at most NaN.
    pub(super) fn is_at_most(&self, answer: &Answer<A::Vector>, limit: f64) -> bool {
        limit.is_nan() || self.order(answer, limit) != Ordering::Greater
    }

    /// The order of a pair's distance and a limit: without rounding if both leaves are polytopes, rounded or not.
    fn order(&self, answer: &Answer<A::Vector>, limit: f64) -> Ordering {
        let proximity = &answer.proximity;
        if proximity.upper < limit {
            return Ordering::Less;
        }
        if proximity.lower > limit {
            return Ordering::Greater;
        }
        let (a, b) = (self.bodies.0.leaf(answer.leaves[0]), self.bodies.1.leaf(answer.leaves[1]));
        // One loop of the core for all kinds of leaves: this is rare.
        let (a, b): (&dyn SupportMap<A::Vector>, &dyn SupportMap<A::Vector>) = (&a, &b);
        match a.rounded(limit) {
            Ok(thick) if a.vertex_count() > 0 && b.vertex_count() > 0 => {
                // The first leaf thickened by the limit meets the second if they are not farther apart than the limit.
                // Their insides meet if they are nearer.
                let exact = Solver { precision: Precision::Exact, ..Solver::default() };
                match exact.signed_distance(&thick, &b).status {
                    Status::Separated => Ordering::Greater,
                    Status::Touching => Ordering::Equal,
                    Status::Overlapping => Ordering::Less,
                }
            }
            _ => proximity.distance.total_cmp(&limit),
        }
    }
}
