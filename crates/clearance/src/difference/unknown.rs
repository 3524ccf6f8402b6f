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
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;
use core::cmp::Ordering;

/// The answer that claims nothing.
#[cold]
#[inline(never)]
pub(crate) fn unknown<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Proximity<W> {
    let axis = W::axis(0);
    let normal = if pose_precedes(b, a) { -axis } else { axis };
    let (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
    Proximity { status: Status::Touching, lower, upper, normal, ..Proximity::default() }
}

/// Whether an answer claims nothing.
pub(crate) fn is_unknown<W: WideVector>(answer: &Proximity<W>) -> bool {
    !(answer.lower.widen() > f64::NEG_INFINITY) && !(answer.upper.widen() < f64::INFINITY)
}

/// Whether `b` comes before `a` in the total order of the numbers of their poses.
fn pose_precedes<W: WideVector>(b: &View<'_, W>, a: &View<'_, W>) -> bool {
    let (b, a) = (b.pose(), a.pose());
    let translations = b.translation.widen().padded().into_iter().zip(a.translation.widen().padded());
    let rotations = b.rotation.components().into_iter().zip(a.rotation.components());
    let order = translations.chain(rotations).map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    order == Some(Ordering::Less)
}
