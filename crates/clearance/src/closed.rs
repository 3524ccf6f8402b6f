//! Answers without a search: two balls by their centres, boxes and polygons of a few corners by the axes of their facets.
//!
//! Each is `None` where it is not proven to rounding; then the search answers.

use crate::answer::{Solved, finished, overlapping, radii_of, thickened, unsigned, verdict};
use crate::balls::between_balls;
use crate::difference::Pair;
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::real::U;
use crate::sat::{Boxes, Facing, Polygons};
use crate::solve::Answered;
use crate::support::SupportMap;
use crate::vector::Vector;

/// The signed distance where a formula gives it, to rounding, without a search.
#[inline(always)]
pub(crate) fn closed<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
) -> Option<Proximity<V>> {
    if solver.precision == Precision::Float { between_balls(a, b) } else { None }
}

/// Two boxes, in A's frame.
#[inline(always)]
fn boxes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'_, V, A, B>) -> Option<Boxes<V::Wide>> {
    Some(pair.frame.boxes([pair.a.half_extents()?, pair.b.half_extents()?]))
}

/// Two polygons of the plane that the axis test takes, in A's frame.
#[inline(always)]
fn polygons<'s, V: Vector, A: SupportMap<V>, B: SupportMap<V>>(pair: &Pair<'s, V, A, B>) -> Option<Polygons<'s>> {
    pair.frame.polygons([pair.a.sides()?, pair.b.sides()?])
}

/// Whether two boxes or polygons meet, if the axes prove it.
#[inline(always)]
pub(crate) fn overlap_by_axes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Answered<V::Wide>> {
    if let Some(boxes) = boxes(pair) {
        let faces = boxes.facing_by_faces();
        return told(pair, &faces).or_else(|| told(pair, &faces.or_edges(&pair.frame.rounding())));
    }
    told(pair, &polygons(pair)?.facing())
}

/// The signed distance of two boxes or polygons, if the axes prove it.
#[inline(always)]
pub(crate) fn signed_by_axes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Proximity<V>> {
    if let Some(boxes) = boxes(pair) {
        return if boxes.are_near() { signed(pair, &boxes.facing(&pair.frame.rounding())) } else { None };
    }
    signed(pair, &polygons(pair)?.facing())
}

/// The distance of two boxes or polygons, if the axes prove it.
#[inline(always)]
pub(crate) fn distance_by_axes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Proximity<V>> {
    if let Some(boxes) = boxes(pair) {
        return if boxes.are_near() { distant(pair, &boxes.facing(&pair.frame.rounding())) } else { None };
    }
    distant(pair, &polygons(pair)?.facing())
}

#[inline(always)]
fn told<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    facing: &impl Facing<V::Wide>,
) -> Option<Answered<V::Wide>> {
    let [lower, upper] = facing.bounds(&pair.frame.rounding());
    if lower > pair.radius() * (1.0 + 2.0 * U) {
        Some(Answered::Apart(pair.frame.world_direction(facing.normal())))
    } else if upper < 0.0 {
        Some(Answered::Meet)
    } else {
        None
    }
}

#[inline(always)]
fn signed<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    facing: &impl Facing<V::Wide>,
) -> Option<Proximity<V>> {
    answered(pair, facing.signed_distance(&pair.frame.rounding())?)
}

#[inline(always)]
fn distant<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    facing: &impl Facing<V::Wide>,
) -> Option<Proximity<V>> {
    if facing.is_apart() {
        let answer = signed(pair, facing)?;
        let is_distance = answer.status == Status::Separated;
        Some(if is_distance { answer } else { unsigned(answer, radii_of(pair.a, pair.b)) })
    } else {
        facing.common_point(&pair.frame.rounding()).map(|point| overlapping(pair, point, 0))
    }
}

/// The answer of a closed form, if it proves which of the two the shapes are, apart or overlapping.
#[inline(always)]
fn answered<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    (cores, witnesses): (Solved<V::Wide>, Witnesses),
) -> Option<Proximity<V>> {
    let solved = thickened(cores.aligned(), pair.radius());
    verdict(&solved).map(|status| finished(pair, &solved, &witnesses, status, 0))
}
