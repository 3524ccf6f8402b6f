//! One pair of objects: its distance, its relation, and whether it breaks its limit.

use super::boxes::errors;
use super::rules::Terms;
use super::solid::Solid;
use super::{Object, Scene};
use crate::relation::Relation;
use crate::search::Nearest;
use clearance::each::Each;
use clearance::{Vec3, Vector};
use std::ops::Deref;

/// What is found about a pair of objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<V: Vector = Vec3<f64>> {
    /// The number of the first object, less than that of the second.
    pub a: usize,
    /// The number of the second object.
    pub b: usize,
    /// The distance of the surfaces with its bounds, the places, and the triangles or edges. Where one body holds the other, it
    /// is the distance from the wall.
    pub nearest: Nearest<V>,
    /// How the two bodies stand to each other. It is `Touching` within the contact band of a rule, too.
    pub relation: Relation,
    /// Whether a mesh or outline is open, so that it counts as its surface.
    pub open: bool,
    /// The limit of the pair, if there is one.
    pub limit: Option<f64>,
    /// The greatest distance of the pair, if there is one.
    pub above: Option<f64>,
    /// Whether the pair breaks a limit: it is closer than that, without rounding; or the bodies cross, or one holds the
    /// other; or it is too far apart.
    pub is_broken: bool,
    /// Whether the bodies have no common point and are farther apart than the greatest distance, without rounding.
    pub is_too_far: bool,
}

impl<V: Vector> Deref for Finding<V> {
    type Target = Nearest<V>;
    fn deref(&self) -> &Nearest<V> {
        &self.nearest
    }
}

impl<V: Vector<Scalar = f64>> Finding<V> {
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
pub(super) fn broken<S: Solid>(scene: &Scene<S>, [a, b]: [u32; 2], terms: Terms) -> Option<Finding<S::Vector>> {
    // An answer may exceed the exact distance by rounding, so the search goes a little farther than the limit.
    let limit = sound(terms.limit.unwrap_or(0.0));
    let near = limit + 8.0 * f64::EPSILON * limit + margin(scene, [a, b]);
    let found = found(scene, [a, b], if terms.above.is_some() { f64::INFINITY } else { near }, terms)?;
    found.is_broken.then_some(found)
}

/// What is found about a pair that is no farther apart than `reach`. `None` if it is farther.
pub(super) fn found<S: Solid>(
    scene: &Scene<S>,
    [a, b]: [u32; 2],
    reach: f64,
    terms: Terms,
) -> Option<Finding<S::Vector>> {
    let objects = [a, b].each(|object| &scene.objects[object as usize]);
    let [body_a, body_b] = [a, b].each(|object| scene.body(object as usize));
    let bodies = [&body_a, &body_b];
    let nearest = S::within(bodies, reach);
    let meets = nearest.is_some_and(|nearest| nearest.distance == 0.0);
    let relation = if !S::are_placed(bodies) {
        // Sums beyond the range of numbers: nothing is known, as the bracket says.
        Relation::Touching
    } else if meets || may_hold(objects) {
        S::relation(bodies, meets)
    } else {
        Relation::Apart
    };
    let nearest = match (nearest, relation) {
        (None, Relation::Apart) => return None,
        (None, _) => S::distance(bodies),
        (Some(nearest), _) => nearest,
    };
    let relation = within_contact::<S>(bodies, &nearest, relation, terms.contact);
    let is_too_close =
        terms.limit.is_some_and(|limit| relation.is_overlap() || is_closer::<S>(bodies, &nearest, sound(limit)));
    let is_beyond = |above: f64| !relation.is_overlap() && !is_within::<S>(bodies, &nearest, sound(above));
    let is_too_far = terms.above.is_some_and(is_beyond);
    let [a, b] = [a, b].each(|object| object as usize);
    let open = objects.iter().any(|object| object.parts.is_open(&object.solid));
    let (limit, above, is_broken) = (terms.limit, terms.above, is_too_close || is_too_far);
    Some(Finding { a, b, nearest, relation, open, limit, above, is_broken, is_too_far })
}

/// A limit that is not negative. NaN counts as 0.
fn sound(limit: f64) -> f64 {
    if limit > 0.0 { limit } else { 0.0 }
}

/// How much rounding can add to the distance of a pair.
fn margin<S: Solid>(scene: &Scene<S>, pair: [u32; 2]) -> f64 {
    pair.iter().map(|&object| &scene.objects[object as usize]).map(|object| errors(&object.parts, &object.pose)).sum()
}

/// Whether a part of one body may lie inside the other: a corner of it is in the other's box, or nearly so.
fn may_hold<S: Solid>(objects: [&Object<S>; 2]) -> bool {
    let [a, b] = objects;
    if a.world.gap(&b.world) > 0.0 {
        return false;
    }
    let error = errors(&a.parts, &a.pose) + errors(&b.parts, &b.pose);
    let may_be_in = |one: &Object<S>, other: &Object<S>| {
        let to_other = other.pose.inverse().after(&one.pose);
        let mut corners = one.parts.corners.iter();
        corners.any(|&corner| other.parts.may_hold(S::coordinates(to_other.apply(corner)), error))
    };
    may_be_in(a, b) || may_be_in(b, a)
}

/// The relation with contact of some depth or gap counted as touching.
fn within_contact<S: Solid>(
    bodies: [&S::Body<'_>; 2],
    nearest: &Nearest<S::Vector>,
    relation: Relation,
    contact: f64,
) -> Relation {
    if !(contact > 0.0) {
        return relation;
    }
    match relation {
        Relation::Apart if is_within::<S>(bodies, nearest, contact) => Relation::Touching,
        // A body must be moved no farther to leave another than its hull to leave the other's hull.
        Relation::Crossing if S::hulls_part_within(bodies, contact) => Relation::Touching,
        _ => relation,
    }
}

/// Whether the surfaces are no farther apart than `reach`, without rounding.
fn is_within<S: Solid>(bodies: [&S::Body<'_>; 2], nearest: &Nearest<S::Vector>, reach: f64) -> bool {
    match nearest {
        nearest if nearest.upper <= reach => true,
        nearest if nearest.lower > reach => false,
        _ => S::within(bodies, reach).is_some(),
    }
}

/// Whether the surfaces are closer than `limit`, without rounding.
fn is_closer<S: Solid>(bodies: [&S::Body<'_>; 2], nearest: &Nearest<S::Vector>, limit: f64) -> bool {
    match nearest {
        nearest if nearest.upper < limit => true,
        nearest if nearest.lower >= limit => false,
        _ => S::is_below(bodies, limit),
    }
}
