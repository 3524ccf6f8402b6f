//! What a batch asks of each of its pairs.

#[cfg(feature = "simd")]
use crate::answer::unsigned;
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
    /// What is asked about shapes that are near.
    #[cfg(feature = "simd")]
    const ASKED: Asked;
    /// Whether what was found decides the answer.
    #[cfg(feature = "simd")]
    fn decides(solver: &Solver, found: Found<V::Scalar>) -> bool;
    /// The answer where it is decided, from a signed distance or a common point.
    #[cfg(feature = "simd")]
    fn decided(solver: &Solver, found: Found<V::Scalar>, whole: impl FnOnce() -> Proximity<V>) -> Self::Answer;
}

/// What is asked about shapes that are near.
#[cfg(feature = "simd")]
pub(super) enum Asked {
    /// The distance, or a common point.
    Distance,
    /// The distance, or the depth.
    Depth,
    /// Whether they overlap.
    Verdict,
}

/// What lanes found of a pair: how it lies, and its signed distance; 0 where a common point is all that is known.
#[cfg(feature = "simd")]
#[derive(Clone, Copy)]
pub(super) struct Found<T> {
    pub status: Status,
    /// Whether the signed distance is negative, before it is rounded.
    pub penetrates: bool,
    pub distance: T,
    pub lower: T,
    pub upper: T,
    /// Of A and B.
    pub radii: [f64; 2],
}

macro_rules! questions {
    ($(
        $name:ident $query:ident -> $answer:ty,
        |$solver:ident, $found:ident, $whole:ident|
        reach $reach:expr, asked $asked:ident, decides $decides:expr, decided $decided:expr;
    )+) => {$(
        pub(super) struct $name;
        #[allow(unused_variables, reason = "not every question looks at everything")]
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
            const ASKED: Asked = Asked::$asked;
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn decides($solver: &Solver, $found: Found<V::Scalar>) -> bool {
                $decides
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn decided($solver: &Solver, $found: Found<V::Scalar>, $whole: impl FnOnce() -> Proximity<V>) -> $answer {
                $decided
            }
        }
    )+};
}
questions! {
    Distance distance -> Proximity<V>, |solver, found, whole|
        reach f64::INFINITY, asked Distance, decides is_distance(found), decided distance(found, whole);
    SignedDistance signed_distance -> Proximity<V>, |solver, found, whole|
        reach f64::INFINITY, asked Depth, decides found.distance != V::Scalar::ZERO, decided whole();
    Within within -> Option<Proximity<V>>, |solver, found, whole|
        reach solver.max_distance.max(0.0), asked Distance,
        // Whoever leaves the search early may say no where the rounded distance is just within.
        decides is_distance(found)
            && (found.upper.widen().max(0.0) <= solver.max_distance
                || found.distance.widen().max(0.0) > solver.max_distance),
        decided (found.upper.widen().max(0.0) <= solver.max_distance).then(|| distance(found, whole));
    Overlaps overlaps -> bool, |solver, found, whole|
        reach 0.0, asked Verdict, decides true, decided found.status == Status::Overlapping;
}

/// Whether a signed distance or a common point tells the distance: but where a rounded bound is zero.
#[cfg(feature = "simd")]
#[inline(always)]
fn is_distance<T: Real>(found: Found<T>) -> bool {
    found.status == Status::Overlapping || found.lower > T::ZERO
}

/// The distance that a signed distance or a common point tells.
#[cfg(feature = "simd")]
#[inline(always)]
fn distance<V: Vector>(found: Found<V::Scalar>, whole: impl FnOnce() -> Proximity<V>) -> Proximity<V> {
    if found.penetrates { unsigned(whole(), found.radii) } else { whole() }
}
