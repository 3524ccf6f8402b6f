//! The kinds that most pairs are of: they have loops of their own, and mixed pairs of them share one.

use super::set::{Column, Kind, ShapeId, ShapeSet};
use crate::contact::FacePoint;
use crate::hull::Hull;
use crate::sat::Sides;
use crate::shape::{Ball, Capsule, Cuboid};
use crate::support::{Support, SupportMap};
use crate::vector::{Vector, WideVector};
use alloc::vec::Vec;

/// The shapes of a frequent kind.
#[derive(Clone, Copy)]
pub(super) enum FrequentColumn<'s, V: Vector> {
    Balls(&'s [Ball<V>]),
    Capsules(&'s [Capsule<V>]),
    Cuboids(&'s [Cuboid<V>]),
    Hulls(&'s [Hull<V>]),
}

impl<V: Vector> ShapeSet<V> {
    /// The shapes of `kind`, if it is a frequent one.
    pub(super) fn frequent(&self, kind: Kind) -> Option<FrequentColumn<'_, V>> {
        match kind {
            Kind::Ball => Some(FrequentColumn::Balls(&self.balls)),
            Kind::Capsule => Some(FrequentColumn::Capsules(&self.capsules)),
            Kind::Cuboid => Some(FrequentColumn::Cuboids(&self.cuboids)),
            Kind::Hull => Some(FrequentColumn::Hulls(&self.hulls)),
            _ => None,
        }
    }
}

/// A shape of a frequent kind.
///
/// Every call asks which kind it is, but a run always answers alike, so that processors foresee it; and unlike calls through
/// a table of methods, what is called is compiled into the loop.
pub(super) enum Frequent<'s, V: Vector> {
    Ball(&'s Ball<V>),
    Capsule(&'s Capsule<V>),
    Cuboid(&'s Cuboid<V>),
    Hull(&'s Hull<V>),
}

impl<'s, V: Vector> Column<'s, V> for FrequentColumn<'s, V> {
    type Shape = Frequent<'s, V>;
    #[inline(always)]
    fn shape(self, id: ShapeId) -> Frequent<'s, V> {
        match self {
            Self::Balls(balls) => Frequent::Ball(balls.shape(id)),
            Self::Capsules(capsules) => Frequent::Capsule(capsules.shape(id)),
            Self::Cuboids(cuboids) => Frequent::Cuboid(cuboids.shape(id)),
            Self::Hulls(hulls) => Frequent::Hull(hulls.shape(id)),
        }
    }
}

/// The expression for the shape that `$frequent` holds.
macro_rules! of_its_kind {
    ($frequent:expr, $shape:ident => $answer:expr) => {
        match $frequent {
            Frequent::Ball($shape) => $answer,
            Frequent::Capsule($shape) => $answer,
            Frequent::Cuboid($shape) => $answer,
            Frequent::Hull($shape) => $answer,
        }
    };
}

impl<V: Vector> SupportMap<V> for Frequent<'_, V> {
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> V::Wide {
        of_its_kind!(self, shape => shape.support(direction))
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        of_its_kind!(self, shape => shape.radius())
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        of_its_kind!(self, shape => shape.support_vertex(direction))
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        of_its_kind!(self, shape => shape.vertex_count())
    }
    fn vertex(&self, index: usize) -> V::Wide {
        of_its_kind!(self, shape => shape.vertex(index))
    }
    fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
        of_its_kind!(self, shape => shape.exact_vertex(index))
    }
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        of_its_kind!(self, shape => shape.face_towards(direction, face));
    }
    #[inline(always)]
    fn half_extents(&self) -> Option<V::Wide> {
        of_its_kind!(self, shape => shape.half_extents())
    }
    #[inline(always)]
    fn sides(&self) -> Option<&Sides> {
        of_its_kind!(self, shape => shape.sides())
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        of_its_kind!(self, shape => shape.center())
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        of_its_kind!(self, shape => shape.extent())
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        of_its_kind!(self, shape => shape.rounding())
    }
}
