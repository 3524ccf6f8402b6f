//! Pairs of a kind side by side: eight pairs, one a lane, through the same operations at once.
//!
//! Lanes know the main path alone: lengths of the common range, shapes that are proven to be apart or to overlap, floats
//! that prove it. There every lane does the very operations of the single query in their order, so that the bits are the
//! same. What leaves the path is answered by the single query.
//!
//! The processor's instructions are chosen in one place, [`task`]; all that is called there is compiled into it, once for
//! each set of them.

mod answer;
mod axes;
mod boxes;
mod cores;
mod corners;
mod frame;
mod gjk;
mod group;
mod outcome;
mod overlap;
mod points;
mod simplex;
mod task;
#[cfg(test)]
mod tests;
mod touch;
mod vector;

use super::question::Question;
use crate::query::{Precision, Solver};
use crate::solve::farther_than;
use crate::support::SupportMap;
use crate::vector::{Space, Vector};
use alloc::vec::Vec;
use boxes::Boxes;
use core::marker::PhantomData;
use cores::Kind;
use fearless_simd::Level;
use group::Group;
use outcome::Outcome;
use points::Points;
use vector::WIDTH;

/// Fewer pairs than this are answered one by one in the time that eight take in lanes.
const FEW: usize = 3;

/// Whether lanes answer as the solver's options ask: in space, in floats.
pub(super) fn suit<V: Vector>(solver: &Solver) -> bool {
    V::Wide::DIM == 3 && solver.precision == Precision::Float && solver.max_iterations >= gjk::ITERATIONS
}

/// Answers the pairs of boxes at some places; returns how many of them lanes gave up.
pub(super) fn answer_boxes<V: Vector, Q: Question<V>, S: SupportMap<V>>(
    level: Level,
    solver: &Solver,
    places: &[u16],
    pair: impl Fn(u16) -> [S; 2],
    answers: &mut [Q::Answer],
) -> usize {
    Work::<V, Q, Boxes, _>::new(level, solver, pair, answers).answer(places)
}

/// Answers the pairs of capsules, or of hulls, at some places; returns how many of them lanes gave up.
pub(super) fn answer_points<V: Vector, Q: Question<V>, S: SupportMap<V>>(
    level: Level,
    solver: &Solver,
    places: &[u16],
    pair: impl Fn(u16) -> [S; 2],
    answers: &mut [Q::Answer],
) -> usize {
    Work::<V, Q, Points, _>::new(level, solver, pair, answers).answer(places)
}

/// Pairs on their way through lanes.
struct Work<'w, V: Vector, Q: Question<V>, K, P> {
    level: Level,
    solver: &'w Solver,
    /// The distance beyond which the answer is the default.
    limit: f64,
    /// The pair at a place.
    pair: P,
    answers: &'w mut [Q::Answer],
    outcome: Outcome,
    /// The places that have no answer yet.
    left: Vec<u16>,
    /// The places of those that the single query alone can answer.
    undecided: Vec<u16>,
    kind: PhantomData<K>,
}

impl<'w, V: Vector, Q: Question<V>, K: Kind, S: SupportMap<V>, P: Fn(u16) -> [S; 2]> Work<'w, V, Q, K, P> {
    fn new(level: Level, solver: &'w Solver, pair: P, answers: &'w mut [Q::Answer]) -> Self {
        let (limit, outcome) = (Q::reach(solver), Outcome::default());
        Self {
            level,
            solver,
            limit,
            pair,
            answers,
            outcome,
            left: Vec::new(),
            undecided: Vec::new(),
            kind: PhantomData,
        }
    }

    /// Answers the pairs at some places; returns how many were given up.
    fn answer(mut self, places: &[u16]) -> usize {
        let (first, then) = K::tasks(Q::ASKED, self.limit);
        self.run(places, first);
        if let Some(task) = then {
            // What the first left, all together.
            let others = core::mem::take(&mut self.left);
            self.run(&others, task);
        }
        self.finish()
    }

    /// Answers the pairs that are left one by one; returns how many.
    fn finish(self) -> usize {
        for &place in self.left.iter().chain(&self.undecided) {
            let [a, b] = (self.pair)(place);
            self.answers[usize::from(place)] = Q::answer(self.solver, &a, &b);
        }
        self.left.len() + self.undecided.len()
    }

    /// Does a task for the pairs at some places in groups of eight.
    ///
    /// A group waits while the next is gathered: what was stored number by number is then read eight at a time without
    /// waiting for the stores.
    fn run(&mut self, places: &[u16], task: K::Task) {
        let mut groups = [Group::new(), Group::new()];
        let mut newest = 0;
        for &place in places {
            let [a, b] = (self.pair)(place);
            if self.limit < f64::INFINITY && farther_than(&a, &b, self.limit).is_some() {
                self.answers[usize::from(place)] = Q::Answer::default();
            } else if !groups[newest].push(place, &a, &b) {
                self.left.push(place);
            }
            if groups[newest].count == WIDTH {
                newest = 1 - newest;
                self.conclude(task, &groups[newest]);
                groups[newest].clear();
            }
        }
        self.conclude(task, &groups[1 - newest]);
        self.conclude(task, &groups[newest]);
    }

    /// Does a task for a group, unless its pairs are few, and puts the answers in their places; pairs that it gave up are
    /// left.
    fn conclude(&mut self, task: K::Task, group: &Group<K>) {
        self.outcome.clear();
        if group.count >= FEW {
            K::conclude(self.level, task, group, &mut self.outcome);
        }
        for (lane, &place) in group.places[..group.count].iter().enumerate() {
            if !self.outcome.put::<V, Q>(self.solver, lane, &mut self.answers[usize::from(place)]) {
                // What is known and does not decide is known to the single query, too, which goes on from there.
                let known = self.outcome.knows(lane);
                (if known { &mut self.undecided } else { &mut self.left }).push(place);
            }
        }
    }
}
