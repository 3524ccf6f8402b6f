//! The order of two shapes. It depends on the shapes only, so exchanged arguments give the exchanged answer, to the
//! bit.

use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Space, WideVector};
use core::cmp::Ordering;

/// Whether `b` comes before `a` in an order of shapes. The order of the arguments does not matter.
///
/// Poses decide nearly always. Shapes in one frame are compared by centre, radius and size, then by support points in a
/// few directions, and then by each vertex. If all of these are equal, the order of the arguments stays.
#[inline(always)]
pub(crate) fn precedes<W: WideVector>(b: &View<'_, W>, a: &View<'_, W>) -> bool {
    let order = match (b.place, a.place) {
        (Some(b), Some(a)) => b.pose.precedes(&a.pose),
        _ => b.pose().precedes(&a.pose()),
    };
    match order {
        Some(first) => first,
        None => precedes_in_frame(b, a),
    }
}

/// The same for shapes at one place.
#[cold]
#[inline(never)]
pub(crate) fn precedes_in_frame<W: WideVector, S: SupportMap<W>>(b: &S, a: &S) -> bool {
    let points = |p: W, q: W| p.partial_cmp(&q).unwrap_or(Ordering::Equal);
    let numbers = |x: f64, y: f64| x.total_cmp(&y);
    let order = points(b.center(), a.center())
        .then_with(|| numbers(b.radius().widen(), a.radius().widen()))
        .then_with(|| numbers(b.extent(), a.extent()))
        .then_with(|| b.vertex_count().cmp(&a.vertex_count()))
        .then_with(|| {
            let probes = (0..PROBES).map(probe::<W>);
            first_difference(probes.map(|d| points(b.support(d), a.support(d))))
        })
        .then_with(|| first_difference((0..b.vertex_count()).map(|index| points(b.vertex(index), a.vertex(index)))));
    order == Ordering::Less
}

fn first_difference(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Directions in which shapes of one frame, centre and size are compared.
const PROBES: usize = 16;

/// Skew directions on all sides. The numbers are fixed. No direction is on a plane of symmetry of another.
fn probe<W: WideVector>(index: usize) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |d, axis| {
        let mixed = (index + 1) * (7 * axis + 3) * (axis + 5) % 31;
        d.with_coordinate(axis, mixed as f64 - 15.0 + 0.25 * (axis + 1) as f64)
    })
}
