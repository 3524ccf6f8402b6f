//! The Minkowski difference A − B of two placed shapes, as the solvers see it: one support function in A's frame.
//!
//! Poses end here. One relative pose expresses B in A's frame, so A's support needs no rotation. If the sixth powers of
//! the simplex code would leave the range, lengths are scaled by a power of two. Two lengths contain all effects of
//! rounding on a support point.

pub(crate) mod bracket;
pub(crate) mod canonical;
mod frame;
mod pair;
mod rounding;
pub(crate) mod sections;
pub(crate) mod unknown;
mod vertex;
mod watch;

pub(crate) use frame::COMMON_RANGE;
pub(crate) use frame::{DIAGONAL, Frame, diagonal};
pub(crate) use pair::{Pair, Polytopes, ScaledPair};
pub(crate) use rounding::Rounding;
pub(crate) use vertex::{Indices, Vertex};
pub(crate) use watch::{Event, ExactStep, ExactVertex, Expansion, SearchStep, Watch};

use crate::difference::sections::Meridian;
use crate::shape::curvature::Curvature;
use crate::shape::support::SupportMap;
use crate::shape::surface::Surface;
use crate::shape::view::View;
use crate::space::vector::WideVector;

/// A − B as a support function.
pub(crate) trait Difference<W: WideVector> {
    /// The same without the types of the shapes. The code for curved shapes is compiled once for all of them.
    fn as_dyn(&self) -> &dyn Difference<W>;
    /// The vertex of A − B farthest along `direction`.
    fn support(&self, direction: W) -> Vertex<W>;
    /// The vertex of A − B with these indices, if both shapes have them.
    fn vertex(&self, indices: (u32, u32)) -> Option<Vertex<W>>;
    /// Whether one of the shapes is not a polytope. For two kinds of polytopes the compiler knows the answer.
    fn is_curved(&self) -> bool;
    /// The curvatures of A along the unit vector `direction` and of B along its opposite, if both shapes know them.
    fn curvatures(&self, direction: W) -> Option<[Curvature<W>; 2]>;
    /// The features of A and of B. `None` if one of them does not know its own.
    fn features(&self) -> Option<[Features; 2]>;
    /// A feature in A's frame: of A (`side` 0) at the unit vector `direction`, or of B (`side` 1) at its opposite.
    fn surface(&self, side: usize, index: usize, direction: W) -> Surface<W>;
    /// The plane through the axes of two solids of revolution, in A's frame and scaled lengths, if they are parallel.
    fn meridian(&self) -> Option<Meridian<W>> {
        None
    }
    /// The direction from B's centre to A's, the first point to try.
    fn start(&self) -> W;
    /// The effects of rounding on support points.
    fn rounding(&self) -> Rounding;
}

/// The features whose hull is a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Features {
    /// Vertices. They stay where they are when the direction turns.
    Vertices,
    /// This number of smooth features.
    Curved(usize),
}

impl Features {
    /// A shape with more features counts as one that does not know them.
    const MOST: usize = 64;

    pub fn of<W: WideVector>(shape: &View<'_, W>) -> Option<Self> {
        match (shape.vertex_count(), shape.feature_count()) {
            (0, count @ 1..=Self::MOST) => Some(Self::Curved(count)),
            (0, _) => None,
            _ => Some(Self::Vertices),
        }
    }
}
