//! Closed forms by the separating axis test: the facets of A − B are few, and each is tried.

mod boxes;
mod features;
mod polygons;
mod sides;
#[cfg(test)]
mod tests;

pub(crate) use boxes::Boxes;
#[cfg(feature = "simd")]
pub(crate) use boxes::REACH;
pub(crate) use polygons::Polygons;
pub use sides::Sides;

use crate::answer::Solved;
use crate::difference::Rounding;
use crate::proximity::Witnesses;

/// How two shapes lie along the best of their axes.
pub(crate) trait Facing<W> {
    /// Whether the axis parts the shapes, but for rounding.
    fn is_apart(&self) -> bool;
    /// The axis, of unit length to rounding, from A to B: parts them if they are apart.
    fn normal(&self) -> W;
    /// Bounds of the signed distance: that along the axis if the shapes overlap, and no less if they are apart; so the upper
    /// bound holds where it is negative.
    fn bounds(&self, rounding: &Rounding) -> [f64; 2];
    /// The signed distance; `None` when rounding leaves a doubt or the nearest features do not face along the axis.
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)>;
    /// A point of both shapes, if one is proven to be.
    fn common_point(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)>;
}
