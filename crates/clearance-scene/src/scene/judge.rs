//! One pair of objects: its distance, its relation, and whether it breaks its limit.

use super::boxes::errors;
use super::rules::Terms;
use super::{Object, Scene};
use crate::mesh::Body;
use crate::relation::{self, Relation};
use crate::search::{Nearest, are_placed, distance, is_below, within};
use clearance::{PointCloud, Shape, signed_distance};
use std::ops::Deref;

/// What is found about a pair of objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The number of the first object, less than that of the second.
    pub a: usize,
    /// The number of the second object.
    pub b: usize,
    /// The distance of the surfaces with its bounds, the places, and the triangles. Where one body holds the other, it
    /// is the distance from the wall.
    pub nearest: Nearest,
    /// How the two bodies stand to each other. It is `Touching` within the contact band of a rule, too.
    pub relation: Relation,
    /// Whether a mesh is open, so that it counts as its surface.
    pub open: bool,
    /// The limit of the pair, if there is one.
    pub limit: Option<f64>,
    /// Whether the pair breaks its limit: it is closer than that, without rounding; or the bodies cross, or one holds
    /// the other.
    pub is_broken: bool,
}

impl Deref for Finding {
    type Target = Nearest;
    fn deref(&self) -> &Nearest {
        &self.nearest
    }
}

impl Finding {
    /// The distance of the solids: 0 where they have a common point.
    pub fn solid_distance(&self) -> f64 {
        if self.is_overlap() { 0.0 } else { self.nearest.distance }
    }

    /// Whether the solids have a common interior: they cross, or one holds the other.
    pub fn is_overlap(&self) -> bool {
        self.relation.is_overlap()
    }
}

/// What is found about a pair that breaks its limit. `None` if it does not.
pub(super) fn broken(scene: &Scene, [a, b]: [u32; 2], terms: Terms) -> Option<Finding> {
    // An answer may exceed the exact distance by rounding, so the search goes a little farther than the limit.
    let limit = sound(terms.limit.unwrap_or(0.0));
    let found = found(scene, [a, b], limit + 8.0 * f64::EPSILON * limit + margin(scene, [a, b]), terms)?;
    found.is_broken.then_some(found)
}

/// What is found about a pair that is no farther apart than `reach`. `None` if it is farther.
pub(super) fn found(scene: &Scene, [a, b]: [u32; 2], reach: f64, terms: Terms) -> Option<Finding> {
    let objects = [a, b].map(|object| &scene.objects[object as usize]);
    let [body_a, body_b] = [a, b].map(|object| scene.body(object as usize));
    let nearest = within(&body_a, &body_b, reach);
    let meets = nearest.is_some_and(|nearest| nearest.distance == 0.0);
    let relation = if !are_placed(&body_a, &body_b) {
        // Sums beyond the range of numbers: nothing is known, as the bracket says.
        Relation::Touching
    } else if meets || may_hold(objects) {
        let surfaces = || objects.map(|object| object.parts.surface(&object.mesh));
        relation::found(&body_a, &body_b, surfaces, meets).relation
    } else {
        Relation::Apart
    };
    let nearest = match (nearest, relation) {
        (None, Relation::Apart) => return None,
        (None, _) => distance(&body_a, &body_b),
        (Some(nearest), _) => nearest,
    };
    let bodies = [&body_a, &body_b];
    let relation = within_contact(bodies, &nearest, relation, terms.contact);
    let shares_interior = matches!(relation, Relation::Crossing | Relation::AInB | Relation::BInA);
    let is_broken = terms.limit.is_some_and(|limit| shares_interior || is_closer(bodies, &nearest, sound(limit)));
    let [a, b] = [a, b].map(|object| object as usize);
    let open = objects.iter().any(|object| object.parts.is_open(&object.mesh));
    Some(Finding { a, b, nearest, relation, open, limit: terms.limit, is_broken })
}

/// A limit that is not negative. NaN counts as 0.
fn sound(limit: f64) -> f64 {
    if limit > 0.0 { limit } else { 0.0 }
}

/// How much rounding can add to the distance of a pair.
fn margin(scene: &Scene, pair: [u32; 2]) -> f64 {
    pair.iter().map(|&object| &scene.objects[object as usize]).map(|object| errors(&object.parts, &object.pose)).sum()
}

/// Whether a part of one body may lie inside the other: a corner of it is in the other's box, or nearly so.
fn may_hold(objects: [&Object; 2]) -> bool {
    let [a, b] = objects;
    if a.world.gap(&b.world) > 0.0 {
        return false;
    }
    let error = errors(&a.parts, &a.pose) + errors(&b.parts, &b.pose);
    let may_be_in = |one: &Object, other: &Object| {
        let to_other = other.pose.inverse().after(&one.pose);
        let mut corners = one.parts.corners.iter();
        corners.any(|&corner| other.parts.may_hold(to_other.apply(corner).into(), error))
    };
    may_be_in(a, b) || may_be_in(b, a)
}

/// The relation with contact of some depth or gap counted as touching.
fn within_contact(bodies: [&Body; 2], nearest: &Nearest, relation: Relation, contact: f64) -> Relation {
    if !(contact > 0.0) {
        return relation;
    }
    match relation {
        Relation::Apart if nearest.upper <= contact => Relation::Touching,
        // A body must be moved no farther to leave another than its hull to leave the other's hull.
        Relation::Crossing => {
            let hulls =
                bodies.map(|body| PointCloud::new(body.mesh.vertices().to_vec()).map(|hull| hull.at(body.pose)));
            let [Ok(a), Ok(b)] = hulls else { return relation };
            if -signed_distance(&a, &b).lower <= contact { Relation::Touching } else { relation }
        }
        _ => relation,
    }
}

/// Whether the surfaces are closer than `limit`, without rounding.
fn is_closer([a, b]: [&Body; 2], nearest: &Nearest, limit: f64) -> bool {
    match nearest {
        nearest if nearest.upper < limit => true,
        nearest if nearest.lower >= limit => false,
        _ => is_below(a, b, limit),
    }
}
