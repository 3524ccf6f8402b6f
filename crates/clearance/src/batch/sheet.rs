//! Where the answers of a batch go: one place for each pair.
//!
//! A sheet is cut as the pairs are cut into blocks. It knows what is asked of a pair, and what the caller keeps for
//! each pair: the answer alone, or a cache, too.

#[cfg(feature = "simd")]
use super::lanes;
#[cfg(feature = "simd")]
use super::lanes::Outcome;
use super::question::Question;
#[cfg(feature = "simd")]
use super::question::{LaneResult, Quantity, Wanted};
#[cfg(feature = "simd")]
use super::runs::Pairs;
use crate::contact::{Manifold, Room, write_contacts};
use crate::distance::cache::Cache;
use crate::query::solver::Solver;
#[cfg(feature = "simd")]
use crate::result::proximity::Proximity;
use crate::shape::view::View;
use crate::space::vector::Vector;

/// The places for the answers to some pairs.
pub(super) trait Sheet<V: Vector>: Send {
    /// Writes the answer for the pair at `place`.
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>);

    /// The distance beyond which a pair has the answer for far pairs, in the unit of the shapes. Infinity if all pairs
    /// are asked about.
    fn reach(&self, solver: &Solver) -> f64 {
        let _ = solver;
        f64::INFINITY
    }

    /// Writes the answer for shapes beyond the reach.
    fn answer_far(&mut self, places: &[u16]) {
        let _ = places;
    }

    /// Answers the pairs of boxes at these places eight at a time, where lanes can. Returns false if lanes do not answer
    /// this sheet's question.
    #[cfg(feature = "simd")]
    fn answer_boxes_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        let _ = (solver, places, pairs);
        false
    }

    /// The same for pairs of hulls, of capsules or of several kinds.
    #[cfg(feature = "simd")]
    fn answer_hulls_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        let _ = (solver, places, pairs);
        false
    }
}

/// A sheet that can be cut for several threads.
pub(super) trait Cut: Sized {
    /// The places before `middle`, and the rest.
    fn split_at(self, middle: usize) -> (Self, Self);
}

/// A sheet whose question lanes answer, as lanes see it. They are compiled once for all sheets.
#[cfg(feature = "simd")]
pub(super) trait InLanes<V: Vector> {
    fn quantity(&self) -> Quantity;
    /// What is to be written of each answer.
    fn wanted(&self) -> Wanted;
    /// [`Sheet::reach`].
    fn reach(&self, solver: &Solver) -> f64;
    /// [`Sheet::answer`].
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>);
    /// Writes the answers that lanes have decided. Returns in which lanes these are.
    fn write(&mut self, solver: &Solver, outcome: &Outcome, places: &[u16]) -> u64;
}

#[cfg(feature = "simd")]
impl<V: Vector, T: LaneSheet<V>> InLanes<V> for T {
    fn quantity(&self) -> Quantity {
        T::Question::QUANTITY
    }
    fn wanted(&self) -> Wanted {
        LaneSheet::wanted(self)
    }
    fn reach(&self, solver: &Solver) -> f64 {
        T::Question::reach(solver)
    }
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        Sheet::answer(self, solver, place, a, b);
    }
    fn write(&mut self, solver: &Solver, outcome: &Outcome, places: &[u16]) -> u64 {
        let mut written = 0;
        for (lane, &place) in places.iter().enumerate() {
            written |= u64::from(outcome.write_answer(solver, lane, self, place)) << lane;
        }
        written
    }
}

/// A sheet whose question lanes answer.
#[cfg(feature = "simd")]
pub(super) trait LaneSheet<V: Vector>: Sheet<V> + Sized {
    type Question: Question<V>;
    /// What is to be written of each answer.
    fn wanted(&self) -> Wanted;
    /// Writes the answer for the pair at `place` from a result that decides it. `proximity` makes all of the result,
    /// where it is wanted.
    fn answer_from(
        &mut self,
        solver: &Solver,
        place: usize,
        found: LaneResult<V::Scalar>,
        proximity: impl FnOnce() -> Proximity<V::Wide>,
    );
}

/// Places for the answers to a question.
pub(super) struct Answers<'a, V: Vector, Q: Question<V>>(pub &'a mut [Q::Answer]);

impl<V: Vector, Q: Question<V>> Cut for Answers<'_, V, Q> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (front, rest) = self.0.split_at_mut(middle);
        (Self(front), Self(rest))
    }
}

impl<V: Vector, Q: Question<V>> Sheet<V> for Answers<'_, V, Q> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        self.0[place] = Q::answer(solver, a, b, None);
    }
    fn reach(&self, solver: &Solver) -> f64 {
        Q::reach(solver)
    }
    fn answer_far(&mut self, places: &[u16]) {
        places.iter().for_each(|&place| self.0[usize::from(place)] = Q::Answer::default());
    }
    #[cfg(feature = "simd")]
    fn answer_boxes_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        lanes::answer_boxes(solver, self, places, pairs)
    }
    #[cfg(feature = "simd")]
    fn answer_hulls_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        lanes::answer_hulls(solver, self, places, pairs)
    }
}

#[cfg(feature = "simd")]
impl<V: Vector, Q: Question<V>> LaneSheet<V> for Answers<'_, V, Q> {
    type Question = Q;
    #[inline(always)]
    fn wanted(&self) -> Wanted {
        Wanted::All
    }
    #[inline(always)]
    fn answer_from(
        &mut self,
        solver: &Solver,
        place: usize,
        found: LaneResult<V::Scalar>,
        proximity: impl FnOnce() -> Proximity<V::Wide>,
    ) {
        self.0[place] = Q::answer_from(solver, found, proximity);
    }
}

/// Places for the answers to a question, each with the cache of its pair.
pub(super) struct CachedAnswers<'a, V: Vector, Q: Question<V>> {
    pub caches: &'a mut [Cache],
    pub answers: &'a mut [Q::Answer],
}

impl<V: Vector, Q: Question<V>> Cut for CachedAnswers<'_, V, Q> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (caches, rest_caches) = self.caches.split_at_mut(middle);
        let (answers, rest) = self.answers.split_at_mut(middle);
        (Self { caches, answers }, Self { caches: rest_caches, answers: rest })
    }
}

impl<V: Vector, Q: Question<V>> Sheet<V> for CachedAnswers<'_, V, Q> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        self.answers[place] = Q::answer(solver, a, b, Some(&mut self.caches[place]));
    }
    fn reach(&self, solver: &Solver) -> f64 {
        Q::reach(solver)
    }
    fn answer_far(&mut self, places: &[u16]) {
        places.iter().for_each(|&place| self.answers[usize::from(place)] = Q::Answer::default());
    }
}

/// Places for manifolds, with or without the caches of their pairs.
pub(super) struct Manifolds<'a, V: Vector> {
    pub speculative: V::Scalar,
    pub caches: Option<&'a mut [Cache]>,
    pub manifolds: &'a mut [Manifold<V>],
    /// Memory for one pair after the other.
    pub room: Room<V::Wide>,
}

impl<V: Vector> Cut for Manifolds<'_, V> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let Self { speculative, caches, manifolds, room } = self;
        let (caches, rest_caches) = caches.map(|caches| caches.split_at_mut(middle)).unzip();
        let (manifolds, rest) = manifolds.split_at_mut(middle);
        (
            Self { speculative, caches, manifolds, room },
            Self { speculative, caches: rest_caches, manifolds: rest, room: Room::default() },
        )
    }
}

impl<V: Vector> Sheet<V> for Manifolds<'_, V> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        let cache = self.caches.as_deref_mut().map(|caches| &mut caches[place]);
        write_contacts(solver, [a, b], self.speculative, cache, &mut self.room, &mut self.manifolds[place]);
    }
}
