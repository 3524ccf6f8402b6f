//! Casts in closed form: a point or a ball past a ball, a capsule or a box; two boxes; two polygons of few corners.
//!
//! These are the casts that a program asks most often, and a formula answers them. So nothing is set up before it: the
//! kinds of the shapes choose the formula, mostly at compile time. Each formula is in floats with bounds of its errors.
//! What the bounds leave open goes on to [`super::quick`], and then to exact numbers.
//!
//! In most of them one shape is a single *vertex* with or without a radius. The other one is the *body*; of two vertices it
//! is A. The vertex flies past the body ([`flight`]). Nothing else of the order of the shapes gets into the numbers, so
//! exchanged shapes have the same bits. Two boxes and two polygons come in the order of the computation.

mod ball;
mod boxes;
mod capsule;
mod cuboid;
mod flight;
mod polygons;
#[cfg(test)]
mod tests;

use crate::difference::diagonal;
use crate::motion::map::Map;
use crate::motion::rest::{RESIDUAL, along_normal, sliding_share};
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U};
use crate::paths::{FastPath, is_left_out};
use crate::query::solver::{Precision, Solver};
use crate::result::cast::{Cast, Outcome};
use crate::result::{Proximity, Status};
use crate::shape::Sides;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;
use boxes::Boxes;
use flight::{Flight, Level, Meeting, Verdict};

/// The cast of `b` past `a`, whose ways differ by `way`, and `back` is the opposite: `Some(None)` if it is clear. `None` if no
/// formula proves it.
#[inline(always)]
pub(super) fn cast<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    [way, back]: [W; 2],
    [way_a, way_b]: [W; 2],
) -> Option<Option<Cast<W>>> {
    if is_left_out(FastPath::PointCasts) {
        return None;
    }
    if b.vertex_count() == 1 {
        past(solver, a, b, 0, way, [way_a, way_b])
    } else if a.vertex_count() == 1 {
        past(solver, b, a, 1, back, [way_b, way_a])
    } else {
        None
    }
}

/// The same for a vertex that moves by `way` past a body. The body is A (`side` 0) or B.
#[inline(always)]
fn past<W: WideVector>(
    solver: &Solver,
    body: &View<'_, W>,
    vertex: &View<'_, W>,
    side: usize,
    way: W,
    ways: [W; 2],
) -> Option<Option<Cast<W>>> {
    let (half, count) = (body.half_extents(), body.vertex_count());
    if half.is_none() && !(1..=2).contains(&count) || solver.precision != Precision::Float {
        return None;
    }
    let radii = [body.radius().widen(), vertex.radius().widen()];
    let level = Level::new(radii, solver.contact_distance());
    // A box with a radius is not known, and points alone have no surface.
    if half.is_some() != (level.radius == 0.0) || body.rounding() + vertex.rounding() > 0.0 {
        return None;
    }
    let poses = [body.pose(), vertex.pose()];
    let own = if count == 1 { center(body, &poses[0])? } else { W::zero() };
    let place = |pose: &Pose<W>, own: W| flight::sum(pose.translation.widen(), own);
    let places = [place(&poses[0], own), place(&poses[1], center(vertex, &poses[1])?)];
    let apart = poses[1].translation.widen() - poses[0].translation.widen();
    let extents = [body.extent(), vertex.extent()];
    if !(poses[0].has_rotation() && poses[1].has_rotation()) {
        return None;
    }
    let flight = Flight::new(places, extents, apart, way, &level, 0.5 * f64::EPSILON)?;
    let verdict = if let Some(half) = half {
        let rotation = poses[0].rotation.widen();
        cuboid::meeting(&flight, &Map::of(&rotation), rotation.defect(), flight.shrunk(half), side)
    } else if count == 1 {
        ball::meeting(&flight, &flight.level(level))
    } else {
        let ends = [0, 1].each(|end| flight.shrunk(body.vertex(end)));
        capsule::meeting(&flight, &flight.level(level), &Map::of(&poses[0].rotation.widen()), ends, side)
    };
    match verdict {
        Verdict::Open => None,
        Verdict::Clear => Some(None),
        Verdict::Meets(meeting) => {
            answer(&flight, &meeting, [places[0][0], places[1][0]], radii, level.target, side, ways).map(Some)
        }
    }
}

/// The cast of `b` past `a`, two boxes or two polygons of few corners, in the order of the computation. `None` if it is
/// not proven, or not of these.
#[inline(always)]
pub(super) fn cast_by_axes<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    way: W,
    ways: [W; 2],
) -> Option<Option<Cast<W>>> {
    if is_left_out(FastPath::CastsByAxes) {
        return None;
    }
    let shapes = match (a.half_extents(), b.half_extents()) {
        (Some(first), Some(second)) => Pair::Boxes([first, second]),
        _ if W::DIM == 2 => Pair::Polygons([a.sides()?, b.sides()?]),
        _ => return None,
    };
    let radii = [a.radius(), b.radius()].each(f64::widen);
    if solver.precision != Precision::Float || radii[0] + radii[1] + solver.contact_distance() > 0.0 {
        return None;
    }
    answer_by_axes(&shapes, [a.pose(), b.pose()], [a.extent(), b.extent()], way, ways)
}

/// Two shapes whose facets are known.
enum Pair<'s, W> {
    /// Half-extents.
    Boxes([W; 2]),
    Polygons([&'s Sides; 2]),
}

/// The same for the numbers of the shapes.
#[inline(never)]
fn answer_by_axes<W: WideVector>(
    shapes: &Pair<'_, W>,
    poses: [Pose<W>; 2],
    extents: [f64; 2],
    way: W,
    ways: [W; 2],
) -> Option<Option<Cast<W>>> {
    if !(poses[0].has_rotation() && poses[1].has_rotation()) {
        return None;
    }
    let places = poses.each(|pose| [pose.translation.widen(), W::zero()]);
    let level = Level::new([0.0; 2], 0.0);
    let flight = Flight::new(places, extents, places[1][0] - places[0][0], way, &level, 0.5 * f64::EPSILON)?;
    let rotations = poses.each(|pose| pose.rotation.widen());
    let verdict = match *shapes {
        Pair::Boxes(halves) => {
            boxes::meeting(&flight, &Boxes { halves: halves.each(|half| flight.shrunk(half)), rotations })
        }
        Pair::Polygons(sides) => {
            let reaches = extents.each(|extent| flight.shrunk_length(diagonal::<W>() * extent));
            polygons::meeting(&flight, sides, reaches, &rotations)
        }
    };
    match verdict {
        Verdict::Open => None,
        Verdict::Clear => Some(None),
        Verdict::Meets(meeting) => {
            answer(&flight, &meeting, places.each(|place| place[0]), [0.0; 2], 0.0, 0, ways).map(Some)
        }
    }
}

/// The only vertex of a shape along the axes of the world. `None` if it is turned.
#[inline(always)]
fn center<W: WideVector>(shape: &View<'_, W>, pose: &Pose<W>) -> Option<W> {
    let vertex = shape.vertex(0);
    (pose.rotation == W::Rotation::IDENTITY || vertex.is_zero()).then_some(vertex)
}

/// The answer in the scalar of the shapes, with points in the world. `None` if these are not along the normal.
#[inline(always)]
fn answer<W: WideVector>(
    flight: &Flight<W>,
    meeting: &Meeting<W>,
    places: [W; 2],
    radii: [f64; 2],
    target: f64,
    side: usize,
    ways: [W; 2],
) -> Option<Cast<W>> {
    let Meeting { lower, upper, best, speed, normal, feet, witnesses } = *meeting;
    let on_body = places[0] + ways[0] * lower + flight.unshrunk(feet[0]) + normal * radii[0];
    let on_vertex = places[1] + ways[1] * lower + flight.unshrunk(feet[1]) - normal * radii[1];
    let [gap, most] = [best - lower, upper - lower].each(|time| flight.unshrunk_length(time * speed));
    let (normal, points, radii) = if side == 0 {
        (normal, [on_body, on_vertex], radii)
    } else {
        (-normal, [on_vertex, on_body], [radii[1], radii[0]])
    };
    let size = flight.unshrunk_length(flight.size) + on_body.sum_abs() + on_vertex.sum_abs();
    let drift = flight.unshrunk_length((upper - lower) * flight.way.sum_abs());
    let [point_a, point_b] =
        along_normal(points, normal, target + gap, sliding_share(&witnesses, radii), RESIDUAL * U * size + drift)?;
    let contact = Proximity {
        status: if target > 0.0 { Status::Separated } else { Status::Touching },
        distance: f64::narrow(target + gap),
        lower: f64::narrow_down(target),
        upper: f64::narrow_up((target + most) * (1.0 + 4.0 * U)),
        normal: W::narrow(normal),
        point_a: W::narrow(point_a),
        point_b: W::narrow(point_b),
        iterations: 0,
        witnesses,
    };
    Some(Cast {
        outcome: Outcome::Hit,
        fraction: f64::narrow(best),
        lower: f64::narrow_down(lower),
        upper: f64::narrow_up(upper),
        contact,
        iterations: 0,
    })
}
