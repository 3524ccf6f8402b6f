//! Casts of polytopes without radius in floats alone: what is proven here is the answer, and the rest is left to the
//! search with queries at rest and exact numbers ([`super::line`]).

mod portal;
mod proof;
mod scene;

use super::cast::Ended;
use super::line::Found;
use super::mover::Moved;
use super::rest::at_end;
use crate::query::solver::{Precision, Solver};
use crate::shape::support::SupportMap;
use crate::space::vector::Vector;
use proof::Before;
use scene::Scene;

/// The cast of `b` past `a`, if floats prove it.
pub(super) fn cast<V: Vector>(
    solver: &Solver,
    a: &dyn SupportMap<V>,
    b: &dyn SupportMap<V>,
    way: V::Wide,
) -> Option<Ended<V::Wide>> {
    let are_plain = |shape: &dyn SupportMap<V>| shape.vertex_count() > 0 && is_plain(shape);
    if solver.precision != Precision::Float || solver.contact_distance() > 0.0 || !are_plain(a) || !are_plain(b) {
        return None;
    }
    let scene = Scene::new([a, b], [a.pose(), b.pose()], way)?;
    match portal::search(&scene)? {
        portal::Found::Apart { normal, farthest } => {
            let before = Before::new(&scene, normal, &farthest, 0.0);
            if !(before.gap > 0.0 && before.until() > scene.end) {
                return None;
            }
            let contact = at_end(solver, &Moved::still(a), &Moved::still(b), way);
            Some(Ended { found: Found::Clear, contact, queries: 1 })
        }
        portal::Found::Portal { corners, normal, farthest } => {
            let (found, contact) = proof::contact(&scene, &corners, normal, &farthest)?;
            Some(Ended { found, contact, queries: 0 })
        }
    }
}

/// Whether a shape is the hull of its vertices, without radius and without rounding.
fn is_plain<V: Vector>(shape: &dyn SupportMap<V>) -> bool {
    use crate::numbers::real::Real;
    shape.radius().widen() == 0.0 && shape.rounding() == 0.0
}
