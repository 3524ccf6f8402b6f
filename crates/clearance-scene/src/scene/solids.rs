//! How two solids stand to each other.

use crate::mesh::Body;
use crate::search::overlaps;
use clearance::Pose;

/// How two solids stand to each other, as sets of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// No common point.
    Apart,
    /// Common points, but no common interior.
    Touching,
    /// Common interior, and neither holds the other.
    Crossing,
    /// The second holds the first.
    AInB,
    /// The first holds the second.
    BInA,
}

/// A relation and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Related {
    /// How they stand.
    pub relation: Relation,
    /// Whether a mesh is open, so that it counts as its surface.
    pub open: bool,
}

/// The relation of two bodies.
pub fn relation(a: &Body, b: &Body) -> Related {
    let open = !(a.mesh.report().is_closed() && b.mesh.report().is_closed());
    if overlaps(a, b) {
        return Related { relation: Relation::Crossing, open };
    }
    let is_in = |one: &Body, other: &Body| {
        let to_other = Pose::after(&other.pose.inverse(), &one.pose);
        other.mesh.report().is_closed()
            && other.mesh.winding_number(to_other.apply(one.mesh.corners(0)[0])).is_some_and(|number| number != 0)
    };
    let relation = match (is_in(a, b), is_in(b, a)) {
        (true, _) => Relation::AInB,
        (_, true) => Relation::BInA,
        _ => Relation::Apart,
    };
    Related { relation, open }
}
