//! The least distance of the candidates, and the pair that is named.
//!
//! Double-double numbers round nearly every distance correctly; exact numbers answer for the others. Of the pairs at the
//! least distance the first is named.

use super::first::first_pair;
use super::nearest::{Answer, Candidate, Search};
use super::sharp::{Sharp, SharpPair};
use crate::facets::FacetSpace;
use crate::view::Facets;
use clearance::{Precision, Proximity, Solver};

/// The widest bracket, in ε · size of the frame, which bounds all coordinates.
const BRACKET: f64 = 1.0;

impl<V: FacetSpace<D>, const D: usize> Search<'_, V, D> {
    /// The candidate with the least distance. Of equal ones, that of the first leaves. If the bracket is wider than
    /// this crate promises, it is the exact one.
    pub(super) fn least_candidate(&mut self) -> Option<Answer<V>> {
        let limit = self.limit;
        self.candidates.retain(|candidate| !(candidate.bound > limit));
        if let Some(facets) = self.pair.facets {
            if !self.is_near() {
                return self.least_facets(facets);
            }
            // The least bound is asked about first.
            let last = |left: &Candidate<D>, right: &Candidate<D>| right.bound.total_cmp(&left.bound);
            self.candidates.sort_unstable_by(|left, right| last(left, right).then(right.leaves.cmp(&left.leaves)));
            return self.least_exactly(self.candidates.iter().map(|candidate| candidate.leaves).collect());
        }
        let mut answers = self.possible_answers();
        let is_narrow = |answer: &Answer<V>| {
            let width = self.pair.frame.length(answer.proximity.upper - answer.proximity.lower);
            width <= BRACKET * f64::EPSILON * self.pair.frame.reach
        };
        if self.solver.precision != Precision::Exact && !answers.iter().all(is_narrow) {
            let exact = self.exact_solver();
            answers.iter_mut().for_each(|answer| *answer = self.answered(&exact, answer.leaves));
        }
        least_of(answers)
    }

    /// The least distance of all candidates, which are facets. Double-double numbers round it correctly; where they do
    /// not, exact numbers do.
    fn least_facets(&mut self, facets: [Facets<V, D>; 2]) -> Option<Answer<V>> {
        let frame = &self.pair.frame;
        let mut pair = SharpPair::new(self.pair, facets);
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for candidate in &self.candidates {
            match pair.distance(candidate.leaves, candidate.vector) {
                Some(sharp) => known.push((candidate.leaves, sharp)),
                None => open.push(*candidate),
            }
        }
        let least = known.iter().map(|(_, sharp)| sharp.distance).fold(f64::INFINITY, f64::min);
        known.retain(|(_, sharp)| sharp.distance == least);
        let limit = frame.length(least) + 2.0 * frame.slack;
        open.retain(|candidate| !(candidate.bound > limit));
        let exact = if open.is_empty() { None } else { self.least_open(open) };
        let exact = exact.filter(|exact| !(exact.proximity.distance > least));
        let Some(&first) = known.iter().min_by_key(|(leaves, _)| *leaves) else { return exact };
        if exact.is_some_and(|exact| exact.proximity.distance < least) {
            return exact;
        }
        let has_left_out = self.cuts.as_ref().is_some_and(|cuts| cuts.distance() == Some(least));
        let mut answer = if has_left_out {
            self.first_at(least, &mut pair, facets).unwrap_or_else(|| self.answer_of(first.0, first.1))
        } else {
            match exact {
                Some(exact) if exact.leaves < first.0 => exact,
                _ => self.answer_of(first.0, first.1),
            }
        };
        // A distance that is rounded correctly lies between the neighbours of the float. So the bracket is the same
        // whoever is named, as from exact numbers.
        [answer.proximity.lower, answer.proximity.upper] = [least.next_down(), least.next_up()];
        Some(answer)
    }

    /// The answer for a pair that double-double numbers have measured.
    fn answer_of(&self, leaves: [u32; 2], sharp: Sharp<V>) -> Answer<V> {
        let mut proximity = self.answer(&Solver { precision: Precision::Float, ..*self.solver }, leaves);
        proximity.distance = sharp.distance;
        [proximity.point_a, proximity.point_b] = sharp.points;
        proximity.normal = sharp.normal;
        Answer { leaves, proximity }
    }

    /// The first of all pairs whose distance is rounded to the least distance.
    fn first_at(&self, least: f64, pair: &mut SharpPair<V, D>, facets: [Facets<V, D>; 2]) -> Option<Answer<V>> {
        let frame = &self.pair.frame;
        let limit = frame.length(least) + 2.0 * frame.slack;
        let mut found = None;
        first_pair(self.pair, &self.direction, limit, |leaves| {
            let (vector, gap) = self.vector_of(facets, leaves);
            if gap > limit {
                return false;
            }
            let answer = match pair.distance(leaves, vector) {
                Some(sharp) if sharp.distance > least => return false,
                Some(sharp) => self.answer_of(leaves, sharp),
                None => self.answered(&self.exact_solver(), leaves),
            };
            let is_least = answer.proximity.distance == least;
            found = is_least.then_some(answer);
            is_least
        });
        found
    }

    /// The least distance of facets, in exact numbers.
    fn least_open(&mut self, mut open: Vec<Candidate<D>>) -> Option<Answer<V>> {
        // Planes of other pairs are answers that double-double numbers have given already.
        self.planes.retain(|plane| open.iter().any(|candidate| candidate.leaves == plane.answer.leaves));
        // The least bound is asked about first: from the end.
        open.sort_unstable_by(|left, right| {
            right.bound.total_cmp(&left.bound).then_with(|| right.leaves.cmp(&left.leaves))
        });
        self.least_exactly(open.into_iter().map(|candidate| candidate.leaves).collect())
    }

    /// The answers of all candidates that may have the least distance, in the order of their leaves.
    fn possible_answers(&self) -> Vec<Answer<V>> {
        let candidates = self.candidates.iter().map(|candidate| candidate.leaves);
        let mut answers: Vec<_> = candidates.map(|leaves| self.answered(self.solver, leaves)).collect();
        let upper = answers.iter().map(|answer| answer.proximity.upper).fold(f64::INFINITY, f64::min);
        answers.retain(|answer| !(answer.proximity.lower > upper));
        answers.sort_unstable_by_key(|answer| answer.leaves);
        answers
    }
}

/// The answer with the least distance, in the bounds of all. Of equal ones the first.
pub(super) fn least_of<V: clearance::Vector<Scalar = f64>>(answers: Vec<Answer<V>>) -> Option<Answer<V>> {
    let least = |bound: fn(&Proximity<V>) -> f64| {
        answers.iter().map(|answer| bound(&answer.proximity)).fold(f64::INFINITY, f64::min)
    };
    let bounds = [least(|proximity| proximity.lower), least(|proximity| proximity.upper)];
    let mut first = answers
        .into_iter()
        .reduce(|first, next| if next.proximity.distance < first.proximity.distance { next } else { first })?;
    [first.proximity.lower, first.proximity.upper] = bounds;
    Some(first)
}
