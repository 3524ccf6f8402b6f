//! How two things stand to each other, by the sets of points that they are.

use clearance::{Solver, Status, SupportMap, Vector};
pub use clearance_scene::Relation;

/// A relation for people.
pub fn words(relation: Relation) -> &'static str {
    match relation {
        Relation::AInB => "A in B",
        Relation::BInA => "B in A",
        other => other.name(),
    }
}

/// A relation in the words of every other answer: one that holds the other is `overlapping`, too.
pub fn status(relation: Relation) -> Status {
    match relation {
        Relation::Apart => Status::Separated,
        Relation::Touching => Status::Touching,
        Relation::Crossing | Relation::AInB | Relation::BInA => Status::Overlapping,
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
