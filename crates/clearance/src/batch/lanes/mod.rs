//! Eight pairs at a time: numbers come in SIMD vectors of eight lanes, and each lane holds one pair.
//!
//! The files here are a second text of the single query. Three things keep it from being the same text:
//!
//! * **Bits.** A pair must get the same bits here and there. So both texts do the same float operations in the same
//!   order.
//! * **Masks.** Eight pairs share one control flow. So a [`Mask`](vector::Mask) selects results where the single query
//!   branches.
//! * **Instructions.** The text is compiled once for each instruction set ([`instructions`]), and so is every function
//!   that [`task`] calls. Therefore each is generic over `S: Simd`, is `#[inline(always)]`, and has no closures.
//!
//! Lanes know only the main path of the single query: lengths of the common range, and bounds that prove in floats that
//! the shapes are apart or overlap. The single query answers every pair that leaves this path.
//!
//! | file here | repeats |
//! |---|---|
//! | `vector` | `space/vector.rs` and the comparisons of `numbers/real.rs` |
//! | `pose` | `space/pose.rs` |
//! | `support`, `cuboid`, `hull` | `shape/support.rs`, `shape/cuboid.rs`, `hull/` and the capsule of `shape/round.rs` |
//! | `difference`, `bracket` | `difference/frame.rs`, `difference/bracket.rs` |
//! | `gjk`, `simplex` | `distance/gjk.rs`, `distance/simplex.rs` |
//! | `boxes`, `features`, `corners`, `by_axes` | the files of these names in `axes/` |
//! | `answer` | `query/cores.rs` and `query/witnesses.rs` |
//!
//! The files `group`, `task`, `outcome` and `instructions` repeat nothing: they bring pairs into lanes and answers out.
//! Names: `…Rows` are eight of a thing in memory, `…Lanes` are eight of it in registers.

mod answer;
mod boxes;
mod bracket;
mod by_axes;
mod corners;
mod cuboid;
mod difference;
mod features;
mod gjk;
mod group;
mod hull;
mod instructions;
mod outcome;
mod pose;
mod simplex;
mod support;
mod task;
#[cfg(test)]
mod tests;
mod vector;

use super::question::Question;
use crate::axes::is_closed;
use crate::query::far::farther_than;
use crate::query::solver::{Precision, Solver};
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, Vector};
use alloc::vec::Vec;
use core::marker::PhantomData;
use cuboid::LaneCuboid;
use group::Group;
use hull::LaneHull;
pub(super) use instructions::Instructions;
use outcome::Outcome;
use support::LaneShape;
use vector::WIDTH;

/// Groups of fewer pairs go to the single query: it answers two in the time that lanes take for a group.
const FEW: usize = 3;

/// The instructions that lanes use for this solver.
///
/// `None` where lanes would not give the solver's answers (the plane, exact precision, few iterations), or where the
/// processor lacks the instructions.
pub(super) fn instructions_for<V: Vector>(solver: &Solver) -> Option<Instructions> {
    let suits = V::Wide::DIM == 3 && solver.precision == Precision::Float && solver.max_iterations >= gjk::ITERATIONS;
    if suits { Instructions::best() } else { None }
}

/// Answers pairs of boxes. Returns how many of them the single query answered.
pub(super) fn answer_boxes<V: Vector, Q: Question<V>, S: SupportMap<V>>(
    instructions: Instructions,
    solver: &Solver,
    places: &[u16],
    pair: impl Fn(u16) -> [S; 2],
    answers: &mut [Q::Answer],
) -> usize {
    Work::<V, Q, LaneCuboid, _>::new(instructions, solver, pair, answers).answer(places)
}

/// Answers pairs of capsules, or pairs of hulls. Returns how many of them the single query answered.
pub(super) fn answer_hulls<V: Vector, Q: Question<V>, S: SupportMap<V>>(
    instructions: Instructions,
    solver: &Solver,
    places: &[u16],
    pair: impl Fn(u16) -> [S; 2],
    answers: &mut [Q::Answer],
) -> usize {
    Work::<V, Q, LaneHull, _>::new(instructions, solver, pair, answers).answer(places)
}

/// The pairs of a run on their way through lanes.
struct Work<'w, V: Vector, Q: Question<V>, K, P> {
    instructions: Instructions,
    solver: &'w Solver,
    /// A pair that is farther apart than this has the default answer.
    limit: f64,
    /// Gives the pair at a place.
    pair: P,
    answers: &'w mut [Q::Answer],
    outcome: Outcome,
    /// Places that the last task did not answer; another task may.
    remaining: Vec<u16>,
    /// Places that only the single query can answer.
    single: Vec<u16>,
    shape: PhantomData<K>,
}

impl<'w, V: Vector, Q: Question<V>, K: LaneShape, S: SupportMap<V>, P: Fn(u16) -> [S; 2]> Work<'w, V, Q, K, P> {
    fn new(instructions: Instructions, solver: &'w Solver, pair: P, answers: &'w mut [Q::Answer]) -> Self {
        let (limit, outcome) = (Q::reach(solver), Outcome::default());
        Self {
            instructions,
            solver,
            limit,
            pair,
            answers,
            outcome,
            remaining: Vec::new(),
            single: Vec::new(),
            shape: PhantomData,
        }
    }

    /// Answers the pairs at these places. Returns how many of them the single query answered.
    fn answer(mut self, places: &[u16]) -> usize {
        let (first, second) = K::tasks(Q::QUANTITY, self.limit);
        self.run_task(places, first);
        if let Some(second) = second {
            // The pairs that the first task did not answer fill new groups.
            let others = core::mem::take(&mut self.remaining);
            self.run_task(&others, second);
        }
        self.answer_singly()
    }

    /// Asks the single query about every pair that has no answer. Returns how many these are.
    fn answer_singly(self) -> usize {
        for &place in self.remaining.iter().chain(&self.single) {
            let [a, b] = (self.pair)(place);
            self.answers[usize::from(place)] = Q::answer(self.solver, &a, &b, None);
        }
        self.remaining.len() + self.single.len()
    }

    /// Runs a task for the pairs at these places, in groups of eight.
    ///
    /// A full group waits until the next one is full. The processor then has finished its stores, which are of one
    /// number each; loads of eight numbers do not wait for them.
    fn run_task(&mut self, places: &[u16], task: K::Task) {
        let mut groups = [Group::new(), Group::new()];
        let mut newest = 0;
        for &place in places {
            let [a, b] = (self.pair)(place);
            if self.limit < f64::INFINITY && farther_than(&a, &b, self.limit).is_some() {
                self.answers[usize::from(place)] = Q::Answer::default();
            } else if !groups[newest].push(place, &a, &b) {
                self.remaining.push(place);
            }
            if groups[newest].count == WIDTH {
                newest = 1 - newest;
                self.answer_group(task, &groups[newest]);
                groups[newest].clear();
            }
        }
        self.answer_group(task, &groups[1 - newest]);
        self.answer_group(task, &groups[newest]);
    }

    /// Whether the single query may have a closed form that lanes lack, which comes before the search.
    fn is_closed(&self, place: u16) -> bool {
        let [a, b] = (self.pair)(place);
        is_closed(&a, &b)
    }

    /// Runs a task for one group and writes the answers to their places.
    ///
    /// The single query gets a group of few pairs. No later task may have it: that task would skip what this one does.
    fn answer_group(&mut self, task: K::Task, group: &Group<K>) {
        if group.count < FEW {
            self.single.extend(&group.places[..group.count]);
            return;
        }
        self.outcome.clear();
        K::run(self.instructions, task, group, &mut self.outcome);
        for (lane, &place) in group.places[..group.count].iter().enumerate() {
            if !self.outcome.write_answer::<V, Q>(self.solver, lane, &mut self.answers[usize::from(place)]) {
                // The single query would find the same result, find it not decisive too, and go on from there.
                let found = self.outcome.has_result(lane) || self.is_closed(place);
                (if found { &mut self.single } else { &mut self.remaining }).push(place);
            }
        }
    }
}
