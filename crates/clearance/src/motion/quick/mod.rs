//! Casts in floats alone: what is proven here is the answer, and the rest is left to the search with double-double and
//! exact numbers ([`super::line`]). `docs/math/motion.md` derives the errors.
//!
//! * Polytopes: a portal (`portal`).
//! * Balls, capsules and points: roots of quadratic equations (`quadratic`).
//! * Curved cores: queries at rest, then small portals (`curved`).

mod curved;
mod portal;
mod proof;
mod quadratic;
mod rest;
mod scene;

use super::cast::Ended;
use crate::numbers::real::Real;
use crate::paths::{FastPath, is_left_out};
use crate::query::solver::{Precision, Solver};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::WideVector;
use proof::Before;
use rest::Rest;
use scene::Scene;

/// The cast of `b` past `a`, if floats prove it.
pub(super) fn cast<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Option<Ended<W>> {
    if solver.precision != Precision::Float || is_left_out(FastPath::QuickCasts) {
        return None;
    }
    let level = a.radius().widen() + b.radius().widen() + solver.contact_distance();
    let is_curved = a.vertex_count() == 0 || b.vertex_count() == 0;
    if (is_curved && level > 0.0) || (!is_curved && a.rounding() + b.rounding() > 0.0) {
        return None;
    }
    let mut scene = Scene::new([a, b], [a.pose(), b.pose()], way, level)?;
    if is_curved || level > 0.0 {
        return with_queries(solver, &scene, [a, b], way);
    }
    match portal::search(&scene)? {
        portal::Found::Apart(normal) => {
            let before = Before::new(&scene, normal, 0.0);
            (before.gap > 0.0 && before.until() > scene.end).then(|| Ended::clear(0))
        }
        portal::Found::Portal(corners) => {
            let proven = proof::contact(&scene, &corners).or_else(|| {
                scene.sharpen();
                proof::contact(&scene, &corners)
            });
            let (found, contact) = proven?;
            Some(Ended { found, contact: Some(contact), queries: 0 })
        }
    }
}

/// The cast of polytopes with a radius or a target, or of shapes with a curved core.
#[inline(never)]
fn with_queries<W: WideVector>(
    solver: &Solver,
    scene: &Scene<'_, W>,
    shapes: [&View<'_, W>; 2],
    way: W,
) -> Option<Ended<W>> {
    let at_rest = Solver { max_distance: f64::INFINITY, ..*solver };
    let mut rest = Rest { solver: &at_rest, shapes, way, queries: 0 };
    // Far misses: the plane across the way, towards the origin of B.
    let (start, along) = (scene.start[0], scene.way);
    let before = Before::new(scene, start * along.dot(&along) - along * along.dot(&start), 0.0);
    if before.gap > 0.0 && before.until() > scene.end {
        return Some(Ended::clear(0));
    }
    let found = if scene.level == 0.0 { curved::cast(scene, &mut rest) } else { quadratic::cast(scene, &rest) };
    Some(match found? {
        Some((found, contact)) => Ended { found, contact: Some(contact), queries: rest.queries },
        None => Ended::clear(rest.queries),
    })
}
