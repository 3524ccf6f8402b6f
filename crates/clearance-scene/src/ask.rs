//! Questions to the core about two shapes. Shapes of all types pass here as one type: each function of the core is
//! compiled once for the plane and once for space, and not once for each pair of types.

use clearance::{Proximity, Solver, SupportMap, Vector};

/// [`Solver::distance`].
#[inline(never)]
pub(crate) fn distance<V: Vector>(solver: &Solver, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Proximity<V> {
    solver.distance(&a, &b)
}

/// [`Solver::signed_distance`].
#[inline(never)]
pub(crate) fn signed_distance<V: Vector>(
    solver: &Solver,
    a: &dyn SupportMap<V>,
    b: &dyn SupportMap<V>,
) -> Proximity<V> {
    solver.signed_distance(&a, &b)
}
