//! What a batch asks of each of its pairs.

use crate::proximity::Proximity;
use crate::query::Solver;
use crate::support::SupportMap;
use crate::vector::Vector;

/// One of the solver's queries.
pub(super) trait Question<V: Vector> {
    /// What it answers.
    type Answer: Clone + Default + Send;
    /// Asks it of one pair.
    fn answer(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Self::Answer;
}

macro_rules! questions {
    ($($name:ident $query:ident -> $answer:ty;)+) => {$(
        pub(super) struct $name;
        impl<V: Vector> Question<V> for $name {
            type Answer = $answer;
            #[inline(always)]
            fn answer(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> $answer {
                solver.$query(a, b)
            }
        }
    )+};
}
questions! {
    Distance distance -> Proximity<V>;
    SignedDistance signed_distance -> Proximity<V>;
    Within within -> Option<Proximity<V>>;
    Overlaps overlaps -> bool;
}
