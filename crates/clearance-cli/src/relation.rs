//! How two things stand to each other, by the sets of points that they are.

use clearance::{Solver, Status, SupportMap, Vector};

/// How two things stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// No common point.
    Apart,
    /// Common points, but no common interior.
    Touching,
    /// A common interior, and neither holds the other.
    Crossing,
    /// B holds A. Equal solids hold each other, and this is said.
    AInB,
    /// A holds B.
    BInA,
}

impl Relation {
    /// As the answers have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Crossing => "crossing",
            Self::AInB => "a_in_b",
            Self::BInA => "b_in_a",
        }
    }

    /// The relation of exchanged bodies.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::AInB => Self::BInA,
            Self::BInA => Self::AInB,
            other => other,
        }
    }

    /// Whether there is a common interior, or one thing lies in the other.
    pub fn is_overlap(self) -> bool {
        matches!(self, Self::Crossing | Self::AInB | Self::BInA)
    }

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Self::AInB => "A in B",
            Self::BInA => "B in A",
            other => other.name(),
        }
    }
}

impl From<clearance_scene::Relation> for Relation {
    fn from(relation: clearance_scene::Relation) -> Self {
        match relation {
            clearance_scene::Relation::Apart => Self::Apart,
            clearance_scene::Relation::Touching => Self::Touching,
            clearance_scene::Relation::Crossing => Self::Crossing,
            clearance_scene::Relation::AInB => Self::AInB,
            clearance_scene::Relation::BInA => Self::BInA,
        }
    }
}

/// The relation of two convex bodies whose status is known. It is exact for polytopes, thickened or not. `None` if it
/// hangs on whether a body with a curved core lies in the other one.
pub fn of_convex<V: Vector>(
    solver: &Solver,
    status: Status,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
) -> Option<Relation> {
    match status {
        Status::Separated => Some(Relation::Apart),
        Status::Touching => Some(Relation::Touching),
        Status::Overlapping => match [solver.holds(b, a), solver.holds(a, b)] {
            [Some(true), _] => Some(Relation::AInB),
            [_, Some(true)] => Some(Relation::BInA),
            [Some(false), Some(false)] => Some(Relation::Crossing),
            _ => None,
        },
    }
}
