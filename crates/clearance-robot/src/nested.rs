//! Whether a part of one link is inside another link, though their surfaces have no common point.
//!
//! **Law.** A *part* is a solid, or all triangles that hang together by vertices. If the surfaces have no common point, all of a
//! part is on one side of every closed surface. So one point of it says on which.
//!
//! **Method.**
//! 1. A part is outside if a few far points of it are not all in the box around the closed surface. This decides nearly all.
//! 2. Otherwise it is asked how often the surface goes around one of the points, without rounding.

use crate::ask::{Stood, nearest};
use crate::frame::{U, UP};
use crate::insides::Closed;
use clearance::Vec3;

/// Whether a part of one link is inside the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Nested {
    No,
    /// This point is in both, in the frame in which the links stand.
    Yes(Vec3<f64>),
    /// The surfaces are nearer to each other than the errors of their places.
    Unknown,
}

/// Points of one link go to the frame of another one with an error below this, and surfaces that are farther apart have no
/// common point.
pub(crate) fn margin(a: &Stood, b: &Stood) -> f64 {
    let size = a.body.reach + b.body.reach + a.frame.place.length() + b.frame.place.length();
    (4.0 * (a.error + b.error) + 256.0 * U * size) * UP
}

/// Whether a part of one link is inside the other, if it is known that their surfaces have no common point.
pub(crate) fn nested(a: &Stood, b: &Stood) -> Nested {
    let margin = margin(a, b);
    let ways = [[a, b], [b, a]];
    if !ways.iter().any(|[outer, inner]| candidates(outer, inner, margin).next().is_some()) {
        return Nested::No;
    }
    if nearest(a, b, 2.0 * margin, None).is_some_and(|seen| !(seen.proximity.lower > margin)) {
        return Nested::Unknown;
    }
    let inside = ways.into_iter().find_map(|[outer, inner]| {
        let mut found = candidates(outer, inner, margin);
        found
            .find(|(closed, point)| closed.mesh.has_inside(local(outer, inner, *point)) != Some(false))
            .map(|(_, point)| inner.frame.apply(point))
    });
    inside.map_or(Nested::No, Nested::Yes)
}

/// Closed surfaces of a link with the points of another one's parts whose far points are all in the box around them.
fn candidates<'a>(outer: &'a Stood, inner: &'a Stood, margin: f64) -> impl Iterator<Item = (&'a Closed, Vec3<f64>)> {
    let parts = |closed: &'a Closed| inner.body.insides().parts.iter().map(move |part| (closed, part));
    outer.body.insides().closed.iter().flat_map(parts).filter_map(move |(closed, part)| {
        let is_near = part.iter().all(|&p| closed.is_near(local(outer, inner, p), margin));
        is_near.then(|| (closed, part[0]))
    })
}

/// A point of a link in the frame of another one.
fn local(outer: &Stood, inner: &Stood, p: Vec3<f64>) -> Vec3<f64> {
    outer.frame.turn_back(inner.frame.apply(p) - outer.frame.place)
}
