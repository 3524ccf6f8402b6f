//! Answers without a search: two balls by their centres, boxes and polygons of a few corners by the axes of their facets.
//!
//! Each is `None` where it is not proven to rounding; then the search answers.

use crate::answer::{Solved, finished, overlapping, radii_of, thickened, unsigned, verdict};
use crate::balls::between_balls;
use crate::difference::Pair;
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::sat::{BoxDepth, Polygons};
use crate::support::SupportMap;
use crate::vector::Vector;

/// The signed distance where a formula gives it, to rounding, without a search.
#[inline(always)]
pub(crate) fn closed<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
) -> Option<Proximity<V>> {
    if solver.precision == Precision::Float { between_balls(a, b) } else { None }
}

/// The signed distance of two boxes that overlap, in closed form where that is certain.
pub(crate) fn overlapping_boxes<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Proximity<V>> {
    let halves = [pair.a.half_extents()?, pair.b.half_extents()?];
    let rounding = pair.frame.rounding();
    let found = pair.frame.boxes(halves).depth(&rounding)?;
    let BoxDepth { depth, lower, upper, normal, points, witnesses } = found;
    let cores = Solved { distance: -depth, lower: -upper, upper: -lower, normal, cores: points };
    let solved = thickened(cores.aligned(), pair.radius());
    (solved.upper < 0.0).then(|| finished(pair, &solved, &witnesses, Status::Overlapping, 0))
}

/// Two polygons of the plane that the axis test takes, in A's frame.
#[inline(always)]
pub(crate) fn polygons<'s, V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'s, V, A, B>,
) -> Option<Polygons<'s>> {
    pair.frame.polygons([pair.a.sides()?, pair.b.sides()?])
}

/// The signed distance of two polygons of the plane, in closed form where that is certain.
#[inline(always)]
pub(crate) fn signed_polygons<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Proximity<V>> {
    let (polygons, rounding) = (polygons(pair)?, pair.frame.rounding());
    answered(pair, polygons.facing().signed_distance(&polygons, &rounding)?)
}

/// The distance of two polygons of the plane, in closed form where that is certain.
#[inline(always)]
pub(crate) fn distant_polygons<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
) -> Option<Proximity<V>> {
    let (polygons, rounding) = (polygons(pair)?, pair.frame.rounding());
    let facing = polygons.facing();
    if facing.is_apart() {
        answered(pair, facing.signed_distance(&polygons, &rounding)?)
            .map(|signed| unsigned(signed, radii_of(pair.a, pair.b)))
    } else {
        facing.common_point(&polygons, &rounding).map(|point| overlapping(pair, point, 0))
    }
}

/// The answer of a closed form, if it proves which of the two the shapes are, apart or overlapping.
#[inline(always)]
fn answered<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    (cores, witnesses): (Solved<V::Wide>, Witnesses),
) -> Option<Proximity<V>> {
    let solved = thickened(cores.aligned(), pair.radius());
    verdict(&solved).map(|status| finished(pair, &solved, &witnesses, status, 0))
}
