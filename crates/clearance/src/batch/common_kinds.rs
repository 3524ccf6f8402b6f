//! The four common kinds of shape: balls, capsules, boxes and hulls. Mixed pairs of them share one compiled loop.

use super::set::{Column, Kind, ShapeId, ShapeSet};
use crate::hull::Hull;
use crate::shape::support::{SupportMap, forward};
use crate::shape::{Ball, Capsule, Cuboid};
use crate::space::vector::Vector;

impl Kind {
    pub(super) fn is_common(self) -> bool {
        matches!(self, Self::Ball | Self::Capsule | Self::Cuboid | Self::Hull)
    }
}

/// The shapes of the common kinds of a set.
#[derive(Clone, Copy)]
pub(super) struct Common<'s, V: Vector>(pub &'s ShapeSet<V>);

/// A shape of a common kind.
///
/// Every call branches on the kind. All pairs of a run have the same two kinds, so the processor predicts it. Unlike a
/// call through `dyn SupportMap`, the called method is compiled into the loop.
#[derive(Clone, Copy)]
pub(super) enum CommonShape<'s, V: Vector> {
    Ball(&'s Ball<V>),
    Capsule(&'s Capsule<V>),
    Cuboid(&'s Cuboid<V>),
    Hull(&'s Hull<V>),
}

impl<'s, V: Vector> Column<'s, V> for Common<'s, V> {
    type Shape = CommonShape<'s, V>;
    /// # Panics
    /// If the shape is not of a common kind.
    #[inline(always)]
    fn shape(self, id: ShapeId) -> CommonShape<'s, V> {
        match id.kind {
            Kind::Ball => CommonShape::Ball(self.0.balls.shape(id)),
            Kind::Capsule => CommonShape::Capsule(self.0.capsules.shape(id)),
            Kind::Cuboid => CommonShape::Cuboid(self.0.cuboids.shape(id)),
            Kind::Hull => CommonShape::Hull(self.0.hulls.shape(id)),
            _ => unreachable!("the caller asks for common kinds"),
        }
    }
}

/// The value of an expression for the shape in `$common`.
macro_rules! match_kind {
    ($common:expr, $shape:ident => $answer:expr) => {
        match $common {
            CommonShape::Ball($shape) => $answer,
            CommonShape::Capsule($shape) => $answer,
            CommonShape::Cuboid($shape) => $answer,
            CommonShape::Hull($shape) => $answer,
        }
    };
}

impl<V: Vector> SupportMap<V> for CommonShape<'_, V> {
    forward!(self, match_kind, all);
}
