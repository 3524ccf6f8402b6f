//! The answer if a number of a shape or of its pose is not finite: nothing is known.
//!
//! **Rule.** `lower` is minus infinity and `upper` is infinity, which is true of any distance. The other fields do no
//! harm: the status is touching, the distance is 0, both points are the origin, and the normal is the first axis. The
//! normal changes its sign if the shapes are exchanged. A yes-or-no question gets the answer that is not disproven:
//! shapes overlap, and a limit is kept. No axis separates the shapes, and there is no contact.
//!
//! **Who decides.** [`crate::difference::Frame`] decides, from sums of all numbers of the answer. A shape's own methods
//! may return numbers that are not finite, too. Then the bounds or the vertices at the end are not finite.

use crate::numbers::real::Real;
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::space::pose::Rotation;
use crate::space::vector::{Vector, WideVector};
use core::cmp::Ordering;

/// The answer that claims nothing.
#[cold]
#[inline(never)]
pub(crate) fn unknown<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V::Wide> {
    let axis = V::Wide::axis(0);
    let normal = if pose_precedes(b, a) { -axis } else { axis };
    let (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
    Proximity { status: Status::Touching, lower, upper, normal, ..Proximity::default() }
}

/// Whether an answer claims nothing.
pub(crate) fn is_unknown<V: Vector>(answer: &Proximity<V>) -> bool {
    !(answer.lower.widen() > f64::NEG_INFINITY) && !(answer.upper.widen() < f64::INFINITY)
}

/// Whether `b` comes before `a` in the total order of the numbers of their poses.
fn pose_precedes<V: Vector>(b: &impl SupportMap<V>, a: &impl SupportMap<V>) -> bool {
    let (b, a) = (b.pose(), a.pose());
    let translations = b.translation.widen().padded().into_iter().zip(a.translation.widen().padded());
    let rotations = b.rotation.components().into_iter().zip(a.rotation.components());
    let order = translations.chain(rotations).map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    order == Some(Ordering::Less)
}
