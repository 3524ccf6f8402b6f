//! The questions of a batch: the four queries of the solver that answer one pair.

#[cfg(feature = "simd")]
use crate::difference::bracket::distance_from_signed;
use crate::distance::cache::Cache;
#[cfg(feature = "simd")]
use crate::numbers::real::Real;
use crate::query::solver::Solver;
use crate::result::proximity::Proximity;
#[cfg(feature = "simd")]
use crate::result::proximity::Status;
use crate::result::separation::Answered;
use crate::shape::view::View;
use crate::space::vector::Vector;

/// One of the solver's queries.
pub(super) trait Question<V: Vector> {
    /// The type of the answer. Its default is the answer for shapes beyond the reach.
    type Answer: Clone + Default + Send;
    /// The answer for one pair, from where the last query of the pair ended if `cache` knows.
    fn answer(solver: &Solver, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>, cache: Option<&mut Cache>)
    -> Self::Answer;

    /// The distance beyond which the answer is the default, in the unit of the shapes.
    fn reach(solver: &Solver) -> f64;
    /// What the question needs to know of shapes that are near.
    #[cfg(feature = "simd")]
    const QUANTITY: Quantity;
    /// Whether a result of lanes decides the answer.
    #[cfg(feature = "simd")]
    fn is_decided(solver: &Solver, found: LaneResult<V::Scalar>) -> bool;
    /// The lengths of the answer, from a result that decides it. Not for verdicts.
    #[cfg(feature = "simd")]
    fn lengths(found: LaneResult<V::Scalar>) -> LaneResult<V::Scalar>;
    /// The answer from a result that decides it. `proximity` makes all of the result, where the answer needs it.
    #[cfg(feature = "simd")]
    fn answer_from(
        solver: &Solver,
        found: LaneResult<V::Scalar>,
        proximity: impl FnOnce() -> Proximity<V::Wide>,
    ) -> Self::Answer;
}

/// What a question needs to know of shapes that are near.
#[cfg(feature = "simd")]
#[derive(PartialEq)]
pub(super) enum Quantity {
    /// The distance or, if they overlap, a common point.
    Distance,
    /// The distance or, if they overlap, the depth.
    Depth,
    /// Whether they overlap.
    Overlap,
}

/// What is to be written of an answer.
#[cfg(feature = "simd")]
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    All,
    /// The status, the distance and its bounds. Lanes then make no points and no witnesses.
    Lengths,
}

/// What lanes found of a pair: its status, its signed distance and the bounds of that.
///
/// The three lengths are 0 if only a common point is known.
#[cfg(feature = "simd")]
#[derive(Clone, Copy)]
pub(super) struct LaneResult<T> {
    pub status: Status,
    /// Whether the signed distance is negative before it is rounded to the scalar type.
    pub penetrates: bool,
    pub distance: T,
    pub lower: T,
    pub upper: T,
    /// The radii of A and B.
    pub radii: [f64; 2],
}

macro_rules! questions {
    ($(
        $name:ident => $answer:ty, |$asked:ident, $a:ident, $b:ident, $cache:ident| $query:expr,
        |$solver:ident, $found:ident, $proximity:ident|
        reach $reach:expr, quantity $quantity:ident, is_decided $is_decided:expr, lengths $lengths:expr,
        answer_from $answer_from:expr;
    )+) => {$(
        pub(super) struct $name;
        #[allow(unused_variables, reason = "not every question needs every argument")]
        impl<V: Vector> Question<V> for $name {
            type Answer = $answer;
            #[inline(always)]
            fn answer(
                $asked: &Solver,
                $a: &View<'_, V::Wide>,
                $b: &View<'_, V::Wide>,
                $cache: Option<&mut Cache>,
            ) -> $answer {
                $query
            }
            #[inline(always)]
            fn reach($solver: &Solver) -> f64 {
                $reach
            }
            #[cfg(feature = "simd")]
            const QUANTITY: Quantity = Quantity::$quantity;
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn is_decided($solver: &Solver, $found: LaneResult<V::Scalar>) -> bool {
                $is_decided
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn lengths($found: LaneResult<V::Scalar>) -> LaneResult<V::Scalar> {
                $lengths
            }
            #[cfg(feature = "simd")]
            #[inline(always)]
            fn answer_from(
                $solver: &Solver,
                $found: LaneResult<V::Scalar>,
                $proximity: impl FnOnce() -> Proximity<V::Wide>,
            ) -> $answer {
                $answer_from
            }
        }
    )+};
}
questions! {
    Distance => Proximity<V>, |solver, a, b, cache| solver.distance_of(a, b, cache), |solver, found, proximity|
        reach f64::INFINITY, quantity Distance,
        is_decided is_distance(found), lengths distance_lengths(found), answer_from distance(found, proximity);
    SignedDistance => Proximity<V>, |solver, a, b, cache| solver.signed_distance_of(a, b, cache), |solver, found, proximity|
        reach f64::INFINITY, quantity Depth,
        is_decided found.distance != V::Scalar::ZERO, lengths found, answer_from proximity().narrow();
    Within => Option<Proximity<V>>, |solver, a, b, cache| solver.within_of(a, b, cache), |solver, found, proximity|
        reach solver.reach::<V::Scalar>(), quantity Distance,
        // In between, the single query decides: its search may end early and say no, though the rounded distance is
        // within.
        is_decided is_distance(found)
            && (found.upper.widen().max(0.0) <= solver.limit() || found.distance.widen().max(0.0) > solver.limit()),
        lengths distance_lengths(found),
        answer_from (found.upper.widen().max(0.0) <= solver.limit()).then(|| distance(found, proximity));
    Overlaps => bool, |solver, a, b, cache| matches!(solver.overlap_of(a, b, cache), Answered::Meet), |solver, found, proximity|
        reach 0.0, quantity Overlap,
        is_decided true, lengths found, answer_from found.status == Status::Overlapping;
}

/// Whether a result gives the distance. It does not where the lower bound of separate shapes was rounded to zero.
#[cfg(feature = "simd")]
#[inline(always)]
fn is_distance<T: Real>(found: LaneResult<T>) -> bool {
    found.status == Status::Overlapping || found.lower > T::ZERO
}

/// The lengths of the distance, from those of a signed distance or a common point: as
/// [`distance_from_signed`] makes them.
#[cfg(feature = "simd")]
#[inline(always)]
fn distance_lengths<T: Real>(found: LaneResult<T>) -> LaneResult<T> {
    let at_least_zero = |length: T| if length > T::ZERO { length } else { T::ZERO };
    if !found.penetrates {
        return found;
    }
    LaneResult { distance: T::ZERO, lower: at_least_zero(found.lower), upper: at_least_zero(found.upper), ..found }
}

/// The distance, from a signed distance or a common point.
#[cfg(feature = "simd")]
#[inline(always)]
fn distance<V: Vector>(found: LaneResult<V::Scalar>, proximity: impl FnOnce() -> Proximity<V::Wide>) -> Proximity<V> {
    let proximity = proximity();
    if found.penetrates { distance_from_signed(proximity, found.radii).narrow() } else { proximity.narrow() }
}
