//! Answers without a search: two balls by their centres; two boxes, or two polygons of few corners, by the separating
//! axis test, which tries every facet normal of A − B.

pub(crate) mod aligned;
pub(crate) mod balls;
mod boxes;
pub(crate) mod by_axes;
mod corners;
mod features;
mod polygons;
#[cfg(test)]
mod tests;

#[cfg(feature = "simd")]
pub(crate) use aligned::is_closed;
pub(crate) use boxes::{AXIS_CYCLES, BoxPair, are_near};
#[cfg(feature = "simd")]
pub(crate) use boxes::{PARALLEL, REACH};
pub(crate) use corners::{on_edges, on_face, on_faces};
pub(crate) use polygons::PolygonPair;

use crate::difference::Rounding;
use crate::difference::bracket::Bracket;
use crate::result::proximity::Witnesses;

/// The best axis of two shapes: the one along which they are farthest apart or, if none separates them, overlap least.
///
/// All lengths are scaled lengths in A's frame.
pub(crate) trait Facing<W> {
    /// Whether the axis separates the shapes. Rounding is not considered.
    fn is_apart(&self) -> bool;
    /// The axis from A to B, of unit length to rounding. It separates the shapes if they are apart.
    fn normal(&self) -> W;
    /// A lower and an upper bound of the signed distance. The upper bound holds only if it is negative.
    ///
    /// If the shapes overlap, the distance along the axis is the signed distance. If they are apart, it may be less.
    fn bounds(&self, rounding: &Rounding) -> [f64; 2];
    /// The signed distance. `None` if rounding leaves it open, or if the nearest features do not lie along the axis.
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)>;
    /// A point that is proven to lie in both shapes.
    fn common_point(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)>;
}
