//! The answers of the axis test for two boxes or two polygons.
//!
//! Each is `None` where rounding leaves it open. Then the search answers.

use crate::axes::aligned::{distance_of_aligned, overlap_of_aligned, signed_of_aligned};
use crate::axes::boxes::{REACH, are_near};
use crate::axes::{BoxPair, Facing, PolygonPair};
use crate::difference::bracket::{Bracket, Signs, distance_of_rounded};
use crate::difference::{Frame, Pair};
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::paths::{FastPath, is_left_out};
use crate::result::separation::Answered;
use crate::result::{Proximity, Status, Witnesses};
use crate::shape::Sides;
use crate::shape::support::SupportMap;
use crate::space::vector::WideVector;

/// The half-extents of the two boxes in scaled lengths. `None` if a shape is no box.
#[inline(always)]
fn half_extents<W: WideVector>(pair: &Pair<'_, W>) -> Option<[W; 2]> {
    if is_left_out(FastPath::BoxAxes) {
        return None;
    }
    let (frame, halves) = (&pair.frame, [pair.a.half_extents()?, pair.b.half_extents()?]);
    Some(if frame.is_scaled() { [frame.shrunk(halves[0]), frame.shrunk(halves[1])] } else { halves })
}

/// The two boxes in A's frame, in scaled lengths.
#[inline(always)]
fn box_pair<W: WideVector>(frame: &Frame<W>, halves: [W; 2]) -> BoxPair<W> {
    BoxPair { halves, rotation: *frame.matrix(), translation: frame.translation() }
}

/// What `ask` finds of the two polygons. `None` if a shape is no polygon of few corners.
#[inline(always)]
fn with_polygon_pair<W: WideVector, T>(
    pair: &Pair<'_, W>,
    ask: impl Fn(&PolygonPair<'_, W>) -> Option<T>,
) -> Option<T> {
    if W::DIM != 2 || is_left_out(FastPath::PolygonAxes) {
        return None; // Without this line, code for polygons in space would be compiled.
    }
    let sides = [pair.a.sides()?, pair.b.sides()?];
    if pair.frame.is_scaled() {
        let [a, b] = sides.each(|sides| pair.frame.shrunk_sides(sides));
        return ask(&polygon_pair(&pair.frame, [&a?, &b?]));
    }
    ask(&polygon_pair(&pair.frame, sides))
}

/// The two polygons in scaled lengths.
#[inline(always)]
fn polygon_pair<'s, W: WideVector>(frame: &'s Frame<W>, [a, b]: [&'s Sides; 2]) -> PolygonPair<'s, W> {
    PolygonPair { a, b, rotation: frame.matrix(), translation: frame.translation() }
}

/// Whether two boxes or polygons have a common point, if the axes prove it.
#[inline(always)]
pub(crate) fn overlap_by_axes<W: WideVector>(pair: &Pair<'_, W>) -> Option<Answered<W>> {
    if let Some(halves) = half_extents(pair) {
        return overlap_of_boxes(&pair.frame, halves).or_else(|| overlap_of_aligned(pair));
    }
    with_polygon_pair(pair, |polygons| verdict_along(&pair.frame, &polygons.facing()))
}

/// The signed distance of two boxes or polygons, if the axes prove what is asked of it.
#[inline(always)]
pub(crate) fn signed_by_axes<W: WideVector>(pair: &Pair<'_, W>, signs: Signs) -> Option<Proximity<W>> {
    if let Some(halves) = half_extents(pair) {
        if !are_near(&pair.frame, halves) {
            return None;
        }
        return signed_distance_of_boxes(&pair.frame, halves, signs).or_else(|| signed_of_aligned(pair));
    }
    if !are_near_polygons(pair) {
        return None;
    }
    with_polygon_pair(pair, |polygons| signed_distance_along(&pair.frame, &polygons.facing(), signs))
}

/// The distance of two boxes or polygons, if the axes prove it.
#[inline(always)]
pub(crate) fn distance_by_axes<W: WideVector>(pair: &Pair<'_, W>) -> Option<Proximity<W>> {
    if let Some(halves) = half_extents(pair) {
        if !are_near(&pair.frame, halves) {
            return None;
        }
        return distance_of_boxes(&pair.frame, halves).or_else(|| distance_of_aligned(pair));
    }
    if !are_near_polygons(pair) {
        return None;
    }
    with_polygon_pair(pair, |polygons| distance_along(&pair.frame, &polygons.facing()))
}

/// Whether two boxes have a common point, if the axis test proves it.
#[inline(always)]
pub(crate) fn overlap_of_boxes<W: WideVector>(frame: &Frame<W>, halves: [W; 2]) -> Option<Answered<W>> {
    let boxes = box_pair(frame, halves);
    let faces = boxes.facing_by_faces();
    match verdict_along(frame, &faces) {
        None => verdict_along(frame, &faces.or_edges(&frame.rounding())),
        found => found,
    }
}

/// The signed distance of two boxes, if the axis test proves what is asked of it.
#[inline(always)]
pub(crate) fn signed_distance_of_boxes<W: WideVector>(
    frame: &Frame<W>,
    halves: [W; 2],
    signs: Signs,
) -> Option<Proximity<W>> {
    signed_distance_along(frame, &box_pair(frame, halves).facing(&frame.rounding()), signs)
}

/// The distance of two boxes, if the axis test proves it.
#[inline(always)]
pub(crate) fn distance_of_boxes<W: WideVector>(frame: &Frame<W>, halves: [W; 2]) -> Option<Proximity<W>> {
    distance_along(frame, &box_pair(frame, halves).facing(&frame.rounding()))
}

/// Whether two polygons are so near that their sides probably take less time than the search. It changes the speed alone.
#[inline(always)]
fn are_near_polygons<W: WideVector>(pair: &Pair<'_, W>) -> bool {
    if W::DIM != 2 {
        return true;
    }
    let reach = pair.frame.scaled(pair.a.ball_extent() + pair.b.ball_extent());
    pair.frame.translation().max_abs() <= REACH * reach
}

/// The distance of two polygons that are apart by the axis of their last query, from its pairs of corners.
#[inline(always)]
pub(crate) fn distance_by_remembered_axis<W: WideVector>(
    pair: &Pair<'_, W>,
    pairs: &[(u32, u32)],
) -> Option<Proximity<W>> {
    if is_left_out(FastPath::RememberedAxis) {
        return None;
    }
    let (frame, rounding) = (&pair.frame, pair.frame.rounding());
    let (cores, witnesses) = if frame.is_scaled() {
        with_polygon_pair(pair, |polygons| polygons.remembered(pairs, &rounding))?
    } else {
        polygon_pair(frame, [pair.a.sides()?, pair.b.sides()?]).remembered(pairs, &rounding)?
    };
    let bracket = cores.aligned().less_radius(frame.radius());
    if bracket.lower > 0.0 { Some(bracket.answer(frame, witnesses, Status::Separated, 0)) } else { None }
}

/// The verdict that the bounds along the axis prove, radii included.
#[inline(always)]
fn verdict_along<W: WideVector>(frame: &Frame<W>, facing: &impl Facing<W>) -> Option<Answered<W>> {
    let [lower, upper] = facing.bounds(&frame.rounding());
    if lower > frame.radius() * (1.0 + 2.0 * U) {
        Some(Answered::Apart(frame.world_direction(facing.normal())))
    } else if upper < 0.0 {
        Some(Answered::Meet)
    } else {
        None
    }
}

/// The signed distance along the axis, radii included.
#[inline(always)]
fn signed_distance_along<W: WideVector>(
    frame: &Frame<W>,
    facing: &impl Facing<W>,
    signs: Signs,
) -> Option<Proximity<W>> {
    proven_answer(frame, facing.signed_distance(&frame.rounding())?, signs)
}

/// The distance along the axis, radii included, or a common point.
#[inline(always)]
fn distance_along<W: WideVector>(frame: &Frame<W>, facing: &impl Facing<W>) -> Option<Proximity<W>> {
    if facing.is_apart() {
        let (cores, witnesses) = facing.signed_distance(&frame.rounding())?;
        let bracket = cores.aligned().less_radius(frame.radius());
        match bracket.verdict()? {
            Status::Separated => Some(bracket.answer(frame, witnesses, Status::Separated, 0)),
            status => Some(distance_of_rounded(bracket.answer(frame, witnesses, status, 0), frame.radii())),
        }
    } else {
        let (point, witnesses) = facing.common_point(&frame.rounding())?;
        Some(point.common_point(frame, witnesses, 0))
    }
}

/// The answer of a closed form, if its bounds prove what is asked.
#[inline(always)]
fn proven_answer<W: WideVector>(
    frame: &Frame<W>,
    (cores, witnesses): (Bracket<W>, Witnesses),
    signs: Signs,
) -> Option<Proximity<W>> {
    let bracket = cores.aligned().less_radius(frame.radius());
    bracket.status(signs).map(|status| bracket.answer(frame, witnesses, status, 0))
}
