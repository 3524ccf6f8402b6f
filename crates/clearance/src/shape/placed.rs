//! A shape somewhere else, and a shape thickened: the two combinators that cost nothing.

use super::{ShapeError, size};
use crate::contact::FacePoint;
use crate::patch::Patch;
use crate::pose::Pose;
use crate::real::Real;
use crate::sat::Sides;
use crate::support::{Support, SupportMap};
use crate::vector::{Vector, WideVector};
use alloc::vec::Vec;

/// A shape moved by a pose.
///
/// When the shape has a pose of its own already, the two are composed in `f64`; place a shape once to stay exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<S, V: Vector> {
    shape: S,
    pose: Pose<V>,
}

impl<S: SupportMap<V>, V: Vector> Placed<S, V> {
    /// `shape` moved by `pose`, after its own placement.
    pub fn new(shape: S, pose: Pose<V>) -> Self {
        let own = shape.pose();
        let pose = if own == Pose::identity() { pose } else { pose.after(&own) };
        Self { shape, pose }
    }
}

/// A shape thickened by a radius: every point within `radius` of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S, V: Vector> {
    shape: S,
    radius: V::Scalar,
}

impl<S: SupportMap<V>, V: Vector> Rounded<S, V> {
    /// `shape` thickened by `radius`, which adds to the radius that the shape has.
    ///
    /// # Errors
    /// A radius that is negative or not finite, or a sum of radii that is not finite.
    pub fn new(shape: S, radius: V::Scalar) -> Result<Self, ShapeError> {
        let total = V::Scalar::narrow(size(radius)?.widen() + shape.radius().widen());
        Ok(Self { shape, radius: size(total)? })
    }
}

/// Every method but the one that the combinator is about.
macro_rules! same_core {
    () => {
        #[inline(always)]
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.shape.support(direction)
        }
        #[inline(always)]
        fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
            self.shape.support_vertex(direction)
        }
        #[inline(always)]
        fn vertex_count(&self) -> usize {
            self.shape.vertex_count()
        }
        #[inline(always)]
        fn vertex(&self, index: usize) -> V::Wide {
            self.shape.vertex(index)
        }
        fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
            self.shape.exact_vertex(index)
        }
        fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
            self.shape.face_towards(direction, face);
        }
        #[inline(always)]
        fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
            self.shape.patch(direction)
        }
        #[inline(always)]
        fn half_extents(&self) -> Option<V::Wide> {
            self.shape.half_extents()
        }
        #[inline(always)]
        fn sides(&self) -> Option<&Sides> {
            self.shape.sides()
        }
        #[inline(always)]
        fn center(&self) -> V::Wide {
            self.shape.center()
        }
        #[inline(always)]
        fn extent(&self) -> f64 {
            self.shape.extent()
        }
        #[inline(always)]
        fn rounding(&self) -> f64 {
            self.shape.rounding()
        }
    };
}

impl<S: SupportMap<V>, V: Vector> SupportMap<V> for Placed<S, V> {
    same_core!();
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.shape.radius()
    }
    #[inline(always)]
    fn pose(&self) -> Pose<V> {
        self.pose
    }
}

impl<S: SupportMap<V>, V: Vector> SupportMap<V> for Rounded<S, V> {
    same_core!();
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline(always)]
    fn pose(&self) -> Pose<V> {
        self.shape.pose()
    }
}
