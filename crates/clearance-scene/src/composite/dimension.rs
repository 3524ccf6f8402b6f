//! What is compiled once for the plane and once for space: the functions behind the doors.

use crate::facets::FacetSpace;
use crate::motion::{self, LeafCast, LeafClearance, LeafCrossing};
use crate::search::{self, Front, Nearest, NearestCache};
use crate::view::{Bodies, View};
use clearance::{Motion, Solver, Vec2, Vec3};

/// The vectors of the plane or of space, with the questions about bodies there.
///
/// It is implemented for `Vec2<f64>` (D = 2) and `Vec3<f64>` (D = 3), and for nothing else.
pub trait Dimension<const D: usize>: FacetSpace<D> {
    #[doc(hidden)]
    fn nearest(solver: &Solver, bodies: Bodies<Self, D>, cache: Option<&mut NearestCache>) -> Option<Nearest<Self>>;
    #[doc(hidden)]
    fn several(solver: &Solver, bodies: Bodies<Self, D>, count: Option<usize>) -> Vec<Nearest<Self>>;
    #[doc(hidden)]
    fn closest_point(body: &View<Self, D>, point: Self) -> Nearest<Self>;
    #[doc(hidden)]
    fn overlaps(bodies: Bodies<Self, D>) -> bool;
    #[doc(hidden)]
    fn is_below(bodies: Bodies<Self, D>, limit: f64) -> bool;
    #[doc(hidden)]
    fn front(bodies: Bodies<Self, D>) -> Option<Front<Self, D>>;
    #[doc(hidden)]
    fn impact(solver: &Solver, bodies: Bodies<Self, D>, motions: [&Motion<Self>; 2]) -> LeafCast<Self>;
    #[doc(hidden)]
    fn least_clearance(solver: &Solver, bodies: Bodies<Self, D>, motions: [&Motion<Self>; 2]) -> LeafClearance<Self>;
    #[doc(hidden)]
    fn crossing(solver: &Solver, bodies: Bodies<Self, D>, direction: Self) -> Option<LeafCrossing<Self>>;
}

/// The functions of one dimension. Written as generic functions they would be compiled in every crate that asks.
macro_rules! dimension {
    ($vector:ty, $D:literal) => {
        impl Dimension<$D> for $vector {
            fn nearest(
                solver: &Solver,
                bodies: Bodies<Self, $D>,
                cache: Option<&mut NearestCache>,
            ) -> Option<Nearest<Self>> {
                search::nearest(solver, bodies, cache)
            }
            fn several(solver: &Solver, bodies: Bodies<Self, $D>, count: Option<usize>) -> Vec<Nearest<Self>> {
                search::several(solver, bodies, count)
            }
            fn closest_point(body: &View<Self, $D>, point: Self) -> Nearest<Self> {
                search::closest_point(body, point)
            }
            fn overlaps(bodies: Bodies<Self, $D>) -> bool {
                search::overlaps(bodies)
            }
            fn is_below(bodies: Bodies<Self, $D>, limit: f64) -> bool {
                search::is_below(bodies, limit)
            }
            fn front(bodies: Bodies<Self, $D>) -> Option<Front<Self, $D>> {
                search::front(bodies)
            }
            fn impact(solver: &Solver, bodies: Bodies<Self, $D>, motions: [&Motion<Self>; 2]) -> LeafCast<Self> {
                motion::impact(solver, bodies, motions)
            }
            fn least_clearance(
                solver: &Solver,
                bodies: Bodies<Self, $D>,
                motions: [&Motion<Self>; 2],
            ) -> LeafClearance<Self> {
                motion::least_clearance(solver, bodies, motions)
            }
            fn crossing(solver: &Solver, bodies: Bodies<Self, $D>, direction: Self) -> Option<LeafCrossing<Self>> {
                motion::crossing(solver, bodies, direction)
            }
        }
    };
}
dimension!(Vec2<f64>, 2);
dimension!(Vec3<f64>, 3);
