//! What a batch asks of each of its pairs.

#[cfg(feature = "simd")]
use crate::answer::unsigned;
use crate::proximity::Proximity;
use crate::query::Solver;
#[cfg(feature = "simd")]
use crate::real::Real;
use crate::support::SupportMap;
use crate::vector::Vector;

/// One of the solver's queries.
pub(super) trait Question<V: Vector> {
    /// What it answers; by default, of shapes that are out of reach.
    type Answer: Clone + Default + Send;
    /// Asks it of one pair.
    fn answer(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Self::Answer;

    /// The distance beyond which the answer is the default.
    #[cfg(feature = "simd")]
    fn reach(solver: &Solver) -> f64;
    /// The answer for shapes that are proven apart, from their signed distance, if that decides it.
    #[cfg(feature = "simd")]
    fn of_separated(solver: &Solver, signed: Proximity<V>) -> Option<Self::Answer>;
}

macro_rules! questions {
    ($($name:ident $query:ident -> $answer:ty, reach $reach:expr, separated $separated:expr;)+) => {$(
        pub(super) struct $name;
        impl<V: Vector> Question<V> for $name {
            type Answer = $answer;
            #[inline(always)]
            fn answer(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> $answer {
                solver.$query(a, b)
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn reach(solver: &Solver) -> f64 {
                let reach: fn(&Solver) -> f64 = $reach;
                reach(solver)
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn of_separated(solver: &Solver, signed: Proximity<V>) -> Option<$answer> {
                let separated: fn(&Solver, Proximity<V>) -> Option<$answer> = $separated;
                separated(solver, signed)
            }
        }
    )+};
}
questions! {
    Distance distance -> Proximity<V>,
        reach |_| f64::INFINITY, separated |_, signed| Some(unsigned(signed));
    SignedDistance signed_distance -> Proximity<V>,
        reach |_| f64::INFINITY, separated |_, signed| Some(signed);
    Within within -> Option<Proximity<V>>,
        reach |solver| solver.max_distance.max(0.0), separated near;
    Overlaps overlaps -> bool,
        reach |_| 0.0, separated |_, _| Some(false);
}

/// The distance if it is certain whether it is within reach: whoever leaves the search early may say no where the rounded
/// distance is just within.
#[cfg(feature = "simd")]
fn near<V: Vector>(solver: &Solver, signed: Proximity<V>) -> Option<Option<Proximity<V>>> {
    let reach = solver.max_distance;
    if signed.upper.widen() <= reach {
        Some(Some(unsigned(signed)))
    } else if signed.distance.widen() > reach {
        Some(None)
    } else {
        None
    }
}
