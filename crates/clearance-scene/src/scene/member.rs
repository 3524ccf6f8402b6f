//! What the objects of a scene are: solids, and half-spaces beside them. Each question about a pair goes to the function for
//! its kinds.
//!
//! Grounds, walls and safety planes reach into each other without end. So two half-spaces are no pair of a scene.

use super::boxes::{WorldBox, errors};
use super::parts::Parts;
use super::solid::Solid;
use crate::overlap::Overlap;
use crate::relation::Relation;
use crate::search::Nearest;
use clearance::each::Each;
use clearance::{HalfSpace, Placed, Pose, Proximity, Shape, Vector};
use std::sync::Arc;

/// A half-space where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Plane<V: Vector> {
    /// In its own frame.
    pub half_space: HalfSpace<V>,
    /// From its frame to the world's.
    pub pose: Pose<V>,
}

impl<V: Vector> Plane<V> {
    /// The same as a shape of the core.
    pub fn placed(&self) -> Placed<HalfSpace<V>, V> {
        self.half_space.at(self.pose)
    }
}

/// What an object is, in its own frame.
#[derive(Clone, Debug)]
pub(super) enum Kind<S: Solid> {
    Solid { solid: Arc<S>, parts: Arc<Parts<S>> },
    Plane(HalfSpace<S::Vector>),
}

/// What an object is, where it stands.
pub(super) enum Member<'a, S: Solid> {
    Body(S::Body<'a>),
    Plane(Plane<S::Vector>),
}

impl<S: Solid> Kind<S> {
    pub fn placed(&self, pose: Pose<S::Vector>) -> Member<'_, S> {
        match self {
            Self::Solid { solid, .. } => Member::Body(solid.placed(pose)),
            Self::Plane(half_space) => Member::Plane(Plane { half_space: *half_space, pose }),
        }
    }

    /// The box around it at a pose.
    pub fn world(&self, pose: &Pose<S::Vector>) -> WorldBox {
        match self {
            Self::Solid { solid, parts } => WorldBox::of(&**solid, parts, pose),
            Self::Plane(half_space) => WorldBox::of_plane::<S>(half_space, pose),
        }
    }

    /// The bound of all rounding errors of what it is at a pose. Those of a half-space are small beside the other body's.
    pub fn errors(&self, pose: &Pose<S::Vector>) -> f64 {
        match self {
            Self::Solid { parts, .. } => errors(parts.reach(), S::coordinates(pose.translation)),
            Self::Plane(_) => errors(0.0, S::coordinates(pose.translation)),
        }
    }

    /// Whether it encloses nothing. A half-space does enclose.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Solid { solid, parts } => parts.is_open(solid),
            Self::Plane(_) => false,
        }
    }

    pub fn is_plane(&self) -> bool {
        matches!(self, Self::Plane(_))
    }
}

/// Two members that are asked about.
pub(super) type Pair<'m, 'a, S> = [&'m Member<'a, S>; 2];

/// The same pair by its kinds.
enum Kinds<'m, 'a, S: Solid> {
    Bodies([&'m S::Body<'a>; 2]),
    /// A body, a half-space, and whether the half-space was named first.
    Beside(&'m S::Body<'a>, &'m Plane<S::Vector>, bool),
    /// Two half-spaces.
    Planes,
}

fn kinds<'m, 'a, S: Solid>([a, b]: Pair<'m, 'a, S>) -> Kinds<'m, 'a, S> {
    match (a, b) {
        (Member::Body(a), Member::Body(b)) => Kinds::Bodies([a, b]),
        (Member::Body(body), Member::Plane(plane)) => Kinds::Beside(body, plane, false),
        (Member::Plane(plane), Member::Body(body)) => Kinds::Beside(body, plane, true),
        (Member::Plane(_), Member::Plane(_)) => Kinds::Planes,
    }
}

fn turned<V: Vector>(nearest: Nearest<V>, is_swapped: bool) -> Nearest<V> {
    if is_swapped { nearest.swapped() } else { nearest }
}

/// Whether poses are finite and rotations.
pub(super) fn are_placed<S: Solid>(pair: Pair<S>) -> bool {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::are_placed(bodies),
        Kinds::Beside(body, ..) => S::are_placed([body, body]),
        Kinds::Planes => false,
    }
}

/// The nearest leaves within a length.
pub(super) fn within<S: Solid>(pair: Pair<S>, reach: f64) -> Option<Nearest<S::Vector>> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::within(bodies, reach),
        Kinds::Beside(body, plane, is_swapped) => {
            S::within_plane(body, plane, reach).map(|nearest| turned(nearest, is_swapped))
        }
        Kinds::Planes => None,
    }
}

/// The nearest leaves. `None` for two half-spaces.
pub(super) fn distance<S: Solid>(pair: Pair<S>) -> Option<Nearest<S::Vector>> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => Some(S::distance(bodies)),
        Kinds::Beside(..) | Kinds::Planes => within(pair, f64::INFINITY),
    }
}

/// Whether the distance is less than a limit, without rounding.
pub(super) fn is_below<S: Solid>(pair: Pair<S>, limit: f64) -> bool {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::is_below(bodies, limit),
        Kinds::Beside(body, plane, _) => S::is_below_plane(body, plane, limit),
        Kinds::Planes => false,
    }
}

/// How two members lie whose poses are valid. `meets` says whether their leaves do.
pub(super) fn relation<S: Solid>(pair: Pair<S>, meets: bool) -> Relation {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::relation(bodies, meets),
        Kinds::Beside(..) if !meets => Relation::Apart,
        Kinds::Beside(body, plane, is_swapped) => {
            let relation = S::relation_to_plane(body, plane);
            if is_swapped { relation.swapped() } else { relation }
        }
        Kinds::Planes => Relation::Crossing,
    }
}

/// How much two bodies overlap, if they have a common interior. It is not known of a half-space.
pub(super) fn overlap<S: Solid>(pair: Pair<S>) -> Option<Overlap<S::Vector>> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::overlap(bodies),
        Kinds::Beside(..) | Kinds::Planes => None,
    }
}

/// How much two members with a common interior overlap, as far as that is known, and whether it is more than a length. `None`
/// if rounding leaves it open.
pub(super) fn judged_overlap<S: Solid>(pair: Pair<S>, length: f64) -> (Option<Overlap<S::Vector>>, Option<bool>) {
    match kinds(pair) {
        Kinds::Bodies(bodies) => match S::judged_overlap(bodies, length) {
            Some((overlap, is_more)) => (Some(overlap), is_more),
            None => (None, None),
        },
        Kinds::Beside(..) | Kinds::Planes => (None, overlaps_more_than(pair, length)),
    }
}

/// Whether the overlap is greater than a length, or not known not to be. `None` if rounding leaves it open. A ball in a body
/// and in a half-space is no wider than the body is deep in that.
pub(super) fn overlaps_more_than<S: Solid>(pair: Pair<S>, length: f64) -> Option<bool> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => S::overlaps_more_than(bodies, length),
        Kinds::Beside(body, plane, _) => Some(!(-S::signed_distance_from_plane(body, plane).lower <= length)),
        Kinds::Planes => Some(true),
    }
}

/// The signed distance of the convex hulls: minus the depth where they overlap. `None` for two half-spaces.
pub(super) fn signed_distance_of_hulls<S: Solid>(pair: Pair<S>) -> Option<Proximity<S::Vector>> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => Some(S::signed_distance_of_hulls(bodies)),
        Kinds::Beside(body, plane, is_swapped) => {
            let signed = S::signed_distance_from_plane(body, plane);
            Some(if is_swapped { signed.swapped() } else { signed })
        }
        Kinds::Planes => None,
    }
}

/// Two bodies. `None` if one is a half-space.
pub(super) fn bodies<'m, 'a, S: Solid>(pair: Pair<'m, 'a, S>) -> Option<[&'m S::Body<'a>; 2]> {
    match kinds(pair) {
        Kinds::Bodies(bodies) => Some(bodies),
        Kinds::Beside(..) | Kinds::Planes => None,
    }
}

/// The longest side of the box around two objects; a half-space has none.
pub(super) fn longest_side<S: Solid>(objects: [(&Kind<S>, &WorldBox); 2]) -> f64 {
    let solids = objects.iter().filter(|(kind, _)| !kind.is_plane());
    let around = solids.fold(WorldBox::EMPTY, |all, (_, world)| all.with(world));
    [0, 1, 2].each(|axis| around.high[axis] - around.low[axis]).into_iter().fold(0.0, f64::max)
}
