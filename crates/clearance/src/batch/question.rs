//! What a batch asks of each of its pairs.

use crate::proximity::Proximity;
#[cfg(feature = "simd")]
use crate::proximity::Status;
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
    /// Whether the answer for shapes that overlap is their depth.
    #[cfg(feature = "simd")]
    const DEPTH: bool;
    /// The answer, if what was found decides it: a signed distance, or a common point of shapes that are proven to overlap.
    #[cfg(feature = "simd")]
    fn decided(solver: &Solver, found: Proximity<V>) -> Option<Self::Answer>;
}

macro_rules! questions {
    ($(
        $name:ident $query:ident -> $answer:ty,
        |$solver:ident, $found:ident| reach $reach:expr, depth $depth:expr, decided $decided:expr;
    )+) => {$(
        pub(super) struct $name;
        impl<V: Vector> Question<V> for $name {
            type Answer = $answer;
            #[inline(always)]
            fn answer(solver: &Solver, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> $answer {
                solver.$query(a, b)
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn reach($solver: &Solver) -> f64 {
                $reach
            }
            #[cfg(feature = "simd")]
            const DEPTH: bool = $depth;
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn decided($solver: &Solver, $found: Proximity<V>) -> Option<$answer> {
                $decided
            }
        }
    )+};
}
questions! {
    Distance distance -> Proximity<V>,
        |_solver, found| reach f64::INFINITY, depth false, decided distance(found);
    SignedDistance signed_distance -> Proximity<V>,
        |_solver, found| reach f64::INFINITY, depth true, decided (found.distance != V::Scalar::ZERO).then_some(found);
    Within within -> Option<Proximity<V>>,
        |solver, found| reach solver.max_distance.max(0.0), depth false, decided near(solver, distance(found)?);
    Overlaps overlaps -> bool,
        |_solver, found| reach 0.0, depth false, decided Some(found.status == Status::Overlapping);
}

/// The distance that a signed distance or a common point is: as it is, but where a rounded bound is zero.
#[cfg(feature = "simd")]
#[inline(always)]
fn distance<V: Vector>(found: Proximity<V>) -> Option<Proximity<V>> {
    if found.status == Status::Overlapping || found.lower > V::Scalar::ZERO { Some(found) } else { None }
}

/// The distance if it is certain whether it is within reach: whoever leaves the search early may say no where the rounded
/// distance is just within.
#[cfg(feature = "simd")]
fn near<V: Vector>(solver: &Solver, found: Proximity<V>) -> Option<Option<Proximity<V>>> {
    let reach = solver.max_distance;
    if found.upper.widen() <= reach {
        Some(Some(found))
    } else if found.distance.widen() > reach {
        Some(None)
    } else {
        None
    }
}
