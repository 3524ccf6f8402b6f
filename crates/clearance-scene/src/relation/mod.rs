//! The relation of two solids, decided without rounding.
//!
//! **Problem.** Do two solids have a common point, a common interior, or does one hold the other? Floats know none of
//! it where surfaces touch.
//!
//! **Method** (proofs: docs/math/relation.md).
//! 1. If the surfaces have no common point, the winding number of each surface's components in the other decides.
//! 2. If a plane parts the bodies, they touch ([`parting`]): that of the first faces that meet, or one upright on an axis. So
//!    they do if the planes of faces cut what they share into cells, in each of which one of them is not ([`cells`]).
//! 3. A place where two triangles cross usually shows all three: space inside both, inside A alone, inside B alone.
//! 4. Otherwise each place where the surfaces run along each other is looked at: sectors around a line ([`fan`]), or
//!    the two sides of a common area. Components of a surface without such a place are on one side of the other surface.
//! 5. A mesh that meets itself is cut into pieces first ([`general`]).

mod cells;
mod contact;
mod fan;
mod general;
mod itself;
mod parting;
mod placed;
mod plane;
mod ray;
mod strips;
#[cfg(test)]
mod tests;
mod verdict;

use crate::composite::{distance, overlaps};
use crate::mesh::{Body, Inside};
use crate::search::{are_placed, precedes};
use clearance::{Vec3, Vector};
pub(crate) use itself::meets_itself;
use parting::part_along_an_axis;
use placed::Placed;
pub(crate) use plane::outlines_found;
pub use plane::relation_of_outlines;
use verdict::{Judge, Seen};

/// How two solids lie to each other.
///
/// A solid is the surface of its mesh and all points inside. Inside is where the winding number is not zero. So a mesh
/// that is inside out encloses the same solid, a shell in a shell that turns the other way is a cavity, and one that
/// turns the same way changes nothing. [`Mesh::has_inside`](crate::Mesh::has_inside) says what is done about triangles
/// that are turned or repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The solids have no common point.
    Apart,
    /// The solids have common points, and no common interior.
    Touching,
    /// The solids have a common interior, and none holds the other.
    Crossing,
    /// B holds A. The surfaces may touch, and the solids may be equal.
    AInB,
    /// A holds B, and they are not equal.
    BInA,
}

impl Relation {
    /// The name in files and tables: `apart`, `touching`, `crossing`, `a_in_b` or `b_in_a`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Crossing => "crossing",
            Self::AInB => "a_in_b",
            Self::BInA => "b_in_a",
        }
    }

    /// The relation of the exchanged solids, if they are not equal.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::AInB => Self::BInA,
            Self::BInA => Self::AInB,
            other => other,
        }
    }

    /// Whether the solids have a common interior, or one holds the other.
    pub fn is_overlap(self) -> bool {
        matches!(self, Self::Crossing | Self::AInB | Self::BInA)
    }
}

/// The relation of two solids, and where it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Related<V: Vector = Vec3<f64>> {
    /// The relation. If a mesh is open, it counts as its surface: it is crossing where it meets the other body, inside
    /// where it lies inside a closed one, and otherwise apart.
    pub relation: Relation,
    /// Whether one of the meshes is open: an edge has an odd number of triangles. Vertices with equal coordinates count
    /// as one.
    pub open: bool,
    /// The triangles of A and B with the least numbers that meet. `None` if the surfaces do not meet.
    pub leaves: Option<[u32; 2]>,
    /// A common point of the solids, rounded, in the world: of the surfaces if they meet. `None` if the solids are
    /// apart.
    pub point: Option<V>,
}

/// The relation of two solids, exact. `None` if a pose is not finite or no rotation.
///
/// `None` also says that it stays undecided: a mesh meets itself, coordinates differ in magnitude by more than 2^400, and the
/// exact numbers would take longer than about a second. Their length grows with that difference. Coordinates of ordinary
/// magnitudes have no such limit, and are always decided.
///
/// The placed vertices are those of the pose's formula, without rounding. Solids that are to touch after a rotation
/// rarely do so exactly; their relation is then that of the rounded rotation.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, Relation, relation};
///
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let at = |z: f64| mesh.at(Pose::translation([0.0, 0.0, z]));
/// assert_eq!(relation(&at(0.0), &at(2.0)).unwrap().relation, Relation::Apart);
/// assert_eq!(relation(&at(0.0), &at(1.0)).unwrap().relation, Relation::Touching);
/// assert_eq!(relation(&at(0.0), &at(0.5)).unwrap().relation, Relation::Crossing);
/// assert_eq!(relation(&at(0.0), &at(0.0)).unwrap().relation, Relation::AInB);
/// ```
pub fn relation(a: &Body, b: &Body) -> Option<Related> {
    if !are_placed([&a.view(), &b.view()]) {
        return None;
    }
    let meets = overlaps(a, b);
    let Found { relation, open, point } = within_budget(a, b, meets)?;
    let nearest = meets.then(|| distance(a, b));
    let leaves = nearest.map(|nearest| [nearest.leaf_a, nearest.leaf_b]);
    Some(Related { relation, open, leaves, point: nearest.map(|nearest| nearest.point_a).or(point) })
}

/// What was found of two solids.
pub(crate) struct Found {
    pub relation: Relation,
    open: bool,
    /// A common point if the surfaces have none and the solids do.
    point: Option<Vec3<f64>>,
}

/// The relation of two bodies whose poses are valid. `meets` says whether the surfaces have a common point. What stays
/// undecided counts as crossing, so that no clash is missed.
pub(crate) fn found(a: &Body, b: &Body, meets: bool) -> Found {
    within_budget(a, b, meets).unwrap_or(Found { relation: Relation::Crossing, open: false, point: None })
}

/// The relation, if exact numbers decide it within their budget.
fn within_budget(a: &Body, b: &Body, meets: bool) -> Option<Found> {
    // Both orders of the bodies get the same decisions. Only here equal solids get a name by their order.
    if !precedes([&b.view(), &a.view()]) {
        let (seen, open, point) = seen([a, b], meets)?;
        return Some(Found { relation: named(seen, meets), open, point });
    }
    let (Seen { common, only: [only_b, only_a] }, open, point) = seen([b, a], meets)?;
    Some(Found { relation: named(Seen { common, only: [only_a, only_b] }, meets), open, point })
}

/// The name for what was seen of two solids.
fn named(seen: Seen, meets: bool) -> Relation {
    match (seen.common, seen.only) {
        (false, _) if meets => Relation::Touching,
        (false, _) => Relation::Apart,
        (true, [true, true]) => Relation::Crossing,
        (true, [false, _]) => Relation::AInB,
        (true, [true, false]) => Relation::BInA,
    }
}

/// What is seen of two bodies whose poses are valid, whether one is open, and a common point if only the solids meet. `None`
/// if that exceeds the budget of exact numbers, and not all was seen before.
fn seen(bodies: [&Body; 2], meets: bool) -> Option<(Seen, bool, Option<Vec3<f64>>)> {
    let placed = Placed::new(bodies);
    let is_plain = if meets { part_along_an_axis(&placed) } else { placed.are_bodies_apart() };
    if is_plain && bodies.iter().all(|body| body.mesh.is_closed()) {
        return Some((Seen::default(), false, None));
    }
    if !meets && !bodies.iter().any(|body| body.mesh.is_closed()) {
        return Some((Seen::default(), true, None)); // Neither has an inside.
    }
    let mut judge = Judge::new(placed);
    let open = judge.surfaces.iter().any(|surface| surface.inside == Inside::Nothing);
    let mut point = None;
    if !meets {
        point = judge.look_at_separate_surfaces();
    } else if open {
        judge.seen = Seen { common: true, only: [true; 2] };
    } else {
        judge.look_at_meeting_surfaces();
    }
    let is_decided = judge.seen.is_all() || !judge.placed.is_spent();
    is_decided.then_some((judge.seen, open, point))
}
