//! The four common kinds of shape: balls, capsules, boxes and hulls. Mixed pairs of them share one compiled loop.

use super::set::{Column, Kind, ShapeId, ShapeSet};
use crate::hull::Hull;
use crate::shape::support::{SupportMap, forward};
use crate::shape::{Ball, Capsule, Cuboid};
use crate::space::vector::Vector;

/// The column of a common kind: all shapes of that kind in a set.
#[derive(Clone, Copy)]
pub(super) enum CommonColumn<'s, V: Vector> {
    Balls(&'s [Ball<V>]),
    Capsules(&'s [Capsule<V>]),
    Cuboids(&'s [Cuboid<V>]),
    Hulls(&'s [Hull<V>]),
}

impl<V: Vector> ShapeSet<V> {
    /// The column of `kind`, if that is a common kind.
    pub(super) fn common_column(&self, kind: Kind) -> Option<CommonColumn<'_, V>> {
        match kind {
            Kind::Ball => Some(CommonColumn::Balls(&self.balls)),
            Kind::Capsule => Some(CommonColumn::Capsules(&self.capsules)),
            Kind::Cuboid => Some(CommonColumn::Cuboids(&self.cuboids)),
            Kind::Hull => Some(CommonColumn::Hulls(&self.hulls)),
            _ => None,
        }
    }
}

/// A shape of a common kind.
///
/// Every call branches on the kind. All pairs of a run take the same branch, so the processor predicts it. Unlike a
/// call through `dyn SupportMap`, the called method is compiled into the loop.
pub(super) enum CommonShape<'s, V: Vector> {
    Ball(&'s Ball<V>),
    Capsule(&'s Capsule<V>),
    Cuboid(&'s Cuboid<V>),
    Hull(&'s Hull<V>),
}

impl<'s, V: Vector> Column<'s, V> for CommonColumn<'s, V> {
    type Shape = CommonShape<'s, V>;
    #[inline(always)]
    fn shape(self, id: ShapeId) -> CommonShape<'s, V> {
        match self {
            Self::Balls(balls) => CommonShape::Ball(balls.shape(id)),
            Self::Capsules(capsules) => CommonShape::Capsule(capsules.shape(id)),
            Self::Cuboids(cuboids) => CommonShape::Cuboid(cuboids.shape(id)),
            Self::Hulls(hulls) => CommonShape::Hull(hulls.shape(id)),
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
