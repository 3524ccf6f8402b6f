//! The nearest pairs of leaves of two bodies.
//!
//! 1. The walk gives an upper bound U of the distances that are asked for, and the *candidates*: all pairs of leaves
//!    whose lower bound is not above U. All other pairs are farther apart than U.
//! 2. The core answers for each candidate. The least answer is the distance; of equal ones, that of the first leaves.
//!
//! U is larger than the distance by the errors of step 1. So every pair whose answer could be the least is a candidate,
//! whatever was found first: the answer does not depend on the order of the search or on a warm start. The only pairs
//! that are missing are of boxes that a plane leaves out, since a candidate is as near ([`Cuts`]). Then a second search
//! finds the first leaves.
//!
//! A [`Goal`] says what U is: the least upper bound so far, the k-th least, or a fixed length.

use super::bounds::Direction;
use super::crossing::proven_meeting;
use super::cuts::Cuts;
use super::first::first_meeting;
use super::frame::{Point, dot};
use super::goal::Goal;
use super::kept::Kept;
use super::pair::Pair;
use super::planes::Plane;
use super::walk::walk;
use crate::facets::FacetSpace;
use clearance::each::Each;
use clearance::{Proximity, Solver, Status};
use std::collections::{BTreeSet, HashMap};

/// Pairs in the list from which on it is thinned out.
const MANY: usize = 256;

/// A pair of leaves that may be the nearest.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const D: usize> {
    pub leaves: [u32; 2],
    /// A lower bound of the distance in the frame, but for the frame's slack.
    pub bound: f64,
    /// The shortest vector between two facets, but for rounding. Zero for other leaves.
    pub vector: Point<D>,
}

/// The search for the pairs of a goal.
pub(super) struct Search<'a, V: FacetSpace<D>, const D: usize> {
    pub(super) pair: &'a Pair<'a, V, D>,
    pub(super) solver: &'a Solver,
    pub(super) direction: Direction<D>,
    pub(super) goal: Goal,
    /// Pairs whose lower bound exceeds this length of the frame are left out: the goal's upper bound and the slack.
    pub(super) limit: f64,
    pub(super) candidates: Vec<Candidate<D>>,
    /// A pair of leaves that meet: nothing is nearer.
    pub(super) meeting: Option<[u32; 2]>,
    /// The answers for pairs that are not two facets: they cost more than a place in a table.
    known: HashMap<[u32; 2], Proximity<V>>,
    /// Planes of pairs that nearly meet. They save exact answers for others.
    pub(super) planes: Vec<Plane<V, D>>,
    /// The boxes that planes leave out. `None` if every pair that is as near as the nearest is to be a candidate.
    pub(super) cuts: Option<Cuts<'a, V, D>>,
    /// The front of the last search, and then of this one.
    pub(super) front: Option<&'a mut Kept>,
}

/// The answer of the core for a pair of leaves.
#[derive(Clone, Copy)]
pub(super) struct Answer<V: clearance::Vector> {
    pub leaves: [u32; 2],
    pub proximity: Proximity<V>,
}

impl<'a, V: FacetSpace<D>, const D: usize> Search<'a, V, D> {
    /// A search for pairs that are no farther apart than the solver's `max_distance`. `goal` makes the goal from that
    /// length in the frame.
    pub fn new(pair: &'a Pair<'a, V, D>, solver: &'a Solver, goal: &dyn Fn(f64) -> Goal) -> Self {
        let frame = &pair.frame;
        let from_a_to_b = frame.place([0.0; D]);
        let direction = Direction::of(frame, from_a_to_b).unwrap_or(Direction::NONE);
        let limit = if solver.max_distance.is_nan() { f64::INFINITY } else { solver.max_distance };
        // Multiplied by more than 1: the comparison with the limit itself is the core's.
        let goal = goal(frame.length(limit) * (1.0 + 8.0 * f64::EPSILON) + frame.slack);
        let limit = goal.upper() + frame.slack;
        let (candidates, known, planes) = (Vec::new(), HashMap::new(), Vec::new());
        Self { pair, solver, direction, goal, limit, candidates, meeting: None, known, planes, cuts: None, front: None }
    }

    /// Looks at one pair first: the nearest pair of a scene that was almost the same.
    pub fn begin_with(&mut self, [a, b]: [u32; 2]) {
        let [of_a, of_b] = self.pair.bodies.each(|body| body.leaf_count());
        if (a as usize) >= of_a || (b as usize) >= of_b {
            return;
        }
        match self.pair.facets {
            Some(facets) => self.facets(facets, &[a], b),
            None => self.shapes(&[a], &[b]),
        }
    }

    /// The nearest pair, or `None` if nothing is within the limit. Equality is decided ([`Self::is_at_most`]).
    pub fn nearest_within(mut self) -> Option<Answer<V>> {
        self.cuts = self.pair.facets.map(|facets| Cuts::new(self.pair, facets));
        let (nearest, limit) = (self.nearest()?, self.solver.max_distance);
        if !(nearest.proximity.upper > limit) {
            return Some(nearest);
        }
        // Of pairs that are equally far apart but for rounding, each may be the one within the limit.
        let is_within = nearest.proximity.lower <= limit
            && (self.is_at_most(&nearest, limit)
                || self.any_candidate(&|search, answer| search.is_at_most(answer, limit))
                || self.any_left_out(limit));
        is_within.then_some(nearest)
    }

    /// Whether the distance of a pair that planes have left out is at most a limit, which floats do not tell from the
    /// least distance.
    fn any_left_out(&self, limit: f64) -> bool {
        if self.cuts.as_ref().is_none_or(|cuts| cuts.distance().is_none()) {
            return false;
        }
        let mut all = Search::new(self.pair, self.solver, &Goal::Nearest);
        all.walk();
        all.any_candidate(&|search, answer| search.is_at_most(answer, limit))
    }

    /// The nearest pair, if it is not clearly beyond the limit.
    pub(super) fn nearest(&mut self) -> Option<Answer<V>> {
        self.walk();
        if self.meeting.is_some() {
            let leaves = first_meeting(self.pair)?;
            return Some(self.answered(self.solver, leaves));
        }
        if self.pair.bodies.iter().any(|body| body.has_round_leaves()) {
            self.choose_candidates_again();
        }
        self.least_candidate()
    }

    /// All pairs within the limit of the goal, the nearest first, and of equal ones the first leaves.
    pub fn all(mut self) -> Vec<Answer<V>> {
        self.walk();
        let leaves: BTreeSet<[u32; 2]> = self.candidates.iter().map(|candidate| candidate.leaves).collect();
        let answers = leaves.into_iter().map(|leaves| self.answered(self.solver, leaves));
        let mut answers: Vec<_> = answers.filter(|answer| self.is_at_most(answer, self.solver.max_distance)).collect();
        // A stable sort: equal distances stay in the order of their leaves.
        answers.sort_by(|left, right| left.proximity.distance.total_cmp(&right.proximity.distance));
        answers
    }

    /// Whether two leaves meet.
    pub fn finds_meeting(mut self) -> bool {
        self.walk();
        self.meeting.is_some() || self.any_candidate(&|_, answer| answer.proximity.status != Status::Separated)
    }

    pub(super) fn walk(&mut self) {
        let Pair { bodies, trees, facets, frame } = self.pair;
        match self.front.take() {
            Some(front) if facets.is_some() => front.walk(*trees, bodies.each(|body| body.factors), frame, self),
            _ => walk(*trees, frame, self),
        }
    }

    /// The core's answer for a pair of leaves.
    pub(super) fn answer(&self, solver: &Solver, leaves: [u32; 2]) -> Proximity<V> {
        match self.known.get(&leaves) {
            Some(known) if solver.precision == self.solver.precision => *known,
            _ => self.pair.ask(solver, leaves),
        }
    }

    /// A walk with one limit and one direction, both from the pair with the least upper bound. That pair is found by
    /// every search. So the candidates of this walk are the same for every search, however wide their brackets are.
    fn choose_candidates_again(&mut self) {
        let first = |left: &(&[u32; 2], f64), right: &(&[u32; 2], f64)| {
            left.1.total_cmp(&right.1).then_with(|| left.0.cmp(right.0))
        };
        let uppers = self.known.iter().map(|(leaves, proximity)| (leaves, proximity.upper));
        let Some((&leaves, upper)) = uppers.min_by(first) else { return };
        let normal = self.pair.frame.direction_of_world(self.known[&leaves].normal.into());
        let limit = (self.pair.frame.length(upper) + self.pair.frame.slack).min(self.fixed_limit());
        self.direction = Direction::of(&self.pair.frame, normal).unwrap_or(Direction::NONE);
        self.goal = Goal::All(limit);
        self.limit = limit + self.pair.frame.slack;
        self.candidates.clear();
        self.walk();
    }

    /// The limit that the question has, in the frame.
    fn fixed_limit(&self) -> f64 {
        let limit = if self.solver.max_distance.is_nan() { f64::INFINITY } else { self.solver.max_distance };
        self.pair.frame.length(limit) * (1.0 + 8.0 * f64::EPSILON) + self.pair.frame.slack
    }

    pub(super) fn answered(&self, solver: &Solver, leaves: [u32; 2]) -> Answer<V> {
        Answer { leaves, proximity: self.answer(solver, leaves) }
    }

    /// A pair of facets that is not left out by the gap along its shortest vector.
    pub(super) fn propose(&mut self, leaves: [u32; 2], gap: f64, vector: Point<D>) {
        let (length, before) = (dot(vector, vector).sqrt(), self.limit);
        if self.note(length) {
            self.direction = Direction::of(&self.pair.frame, vector).unwrap_or(self.direction);
            if before - self.limit > self.pair.frame.slack {
                self.cuts.iter_mut().for_each(Cuts::found_nearer);
            }
        }
        if gap > self.limit {
            return;
        }
        // The plane proves nothing near the length: the facets meet or nearly so, or one is a needle.
        if !(gap > 0.5 * length) {
            if proven_meeting(self.pair, leaves) == Some(true) {
                self.meeting = Some(leaves);
                self.note_answer(0.0);
            } else if !self.is_proven(leaves) {
                let answer = self.answered(&self.exact_solver(), leaves);
                if answer.proximity.status != Status::Separated {
                    self.meeting = Some(leaves);
                }
                self.keep_plane_of(answer);
                self.note_answer(answer.proximity.upper);
            }
        }
        self.push(leaves, gap, vector);
        if let Some(cuts) = &mut self.cuts {
            cuts.found(Candidate { leaves, bound: gap, vector });
        }
    }

    /// A pair of any leaves that is not left out by the gap along the direction: the core answers for it at once.
    pub(super) fn propose_answer(&mut self, leaves: [u32; 2]) {
        let proximity = self.answer(self.solver, leaves);
        self.known.insert(leaves, proximity);
        let is_fixed = matches!(self.goal, Goal::All(_));
        if self.note(self.pair.frame.length(proximity.upper)) {
            let normal = self.pair.frame.direction_of_world(proximity.normal.into());
            self.direction = Direction::of(&self.pair.frame, normal).unwrap_or(self.direction);
        }
        if proximity.status != Status::Separated && !is_fixed {
            self.meeting = Some(leaves);
        }
        let bound = self.pair.frame.length(proximity.lower);
        if !(bound > self.limit) {
            self.push(leaves, bound, [0.0; D]);
        }
    }

    /// Notes that a pair is no farther apart than a length of the frame, but for the slack. Whether less is asked for
    /// now.
    fn note(&mut self, length: f64) -> bool {
        let is_less = self.goal.note(length + self.pair.frame.slack);
        self.limit = self.goal.upper() + self.pair.frame.slack;
        is_less
    }

    /// Notes a better upper bound of a pair that is noted already: a length of the world.
    fn note_answer(&mut self, upper: f64) {
        self.goal.note_again(self.pair.frame.length(upper) + self.pair.frame.slack);
        self.limit = self.goal.upper() + self.pair.frame.slack;
    }

    fn push(&mut self, leaves: [u32; 2], bound: f64, vector: Point<D>) {
        self.candidates.push(Candidate { leaves, bound, vector });
        if self.candidates.len() >= MANY && self.candidates.len().is_power_of_two() {
            let limit = self.limit;
            self.candidates.retain(|candidate| !(candidate.bound > limit));
        }
    }
}
