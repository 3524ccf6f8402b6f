//! Yes-or-no questions with a limit, where equality is decided.

use super::frame::Frame;
use super::goal::Goal;
use super::nearest::Search;
use crate::composite::Composite;
use clearance::{Precision, Shape, Solver, Status, SupportMap};

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
            || self.candidates.iter().any(|candidate| self.is_pair_below(candidate.leaves, limit))
    }

    /// Whether one pair of leaves is nearer than the limit.
    fn is_pair_below(&self, leaves: [u32; 2], limit: f64) -> bool {
        let proximity = self.answered(self.solver, leaves).proximity;
        if proximity.upper < limit {
            return true;
        }
        if proximity.lower >= limit {
            return false;
        }
        // The first leaf thickened by the limit overlaps the second if and only if they are nearer. Its radius is
        // exact.
        let exact = Solver { precision: Precision::Exact, ..Solver::default() };
        let (a, b) = (self.bodies.0.leaf(leaves[0]), self.bodies.1.leaf(leaves[1]));
        // One loop of the core for all kinds of leaves: this is rare.
        let (a, b): (&dyn SupportMap<A::Vector>, &dyn SupportMap<A::Vector>) = (&a, &b);
        match a.rounded(limit) {
            Ok(thick) => exact.signed_distance(&thick, &b).status == Status::Overlapping,
            Err(_) => proximity.distance < limit,
        }
    }
}
