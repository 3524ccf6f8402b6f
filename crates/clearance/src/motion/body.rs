//! Shapes as a search along a line sees them: in `f64`, without radius, at a moment of the motion.
//!
//! The place of B relative to A is start + t·way, an exact dyadic vector. Floats see it rounded once, with the error as
//! part of [`SupportMap::rounding`]. The exact solver sees it without rounding.

use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::U;
use crate::shape::support::{SupportMap, forward};
use crate::space::pose::{Pose, Rotation};
use crate::space::vector::{Space, Vector, WideVector};

/// Lets `forward!` call the inner shape.
macro_rules! inner {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = $self.shape;
        $answer
    }};
}

/// Where a body is: `own − origin + fraction·way`, in the unit of the shapes.
#[derive(Clone, Copy)]
pub(super) struct Place<W> {
    /// The translation of the body's own pose.
    pub own: W,
    /// The point of the world that counts as the origin: the translation of the pose of A.
    pub origin: W,
    pub way: W,
    pub fraction: f64,
}

impl<W: WideVector> Place<W> {
    fn exact(&self) -> W::Exact {
        let way = self.way.exact().scaled(&Dyadic::from(self.fraction));
        self.own.exact().minus(&self.origin.exact()).plus(&way)
    }
}

/// A shape at a moment of the motion, seen from A's origin.
pub(super) struct Body<'s, V: WideVector> {
    pub shape: &'s dyn SupportMap<V>,
    /// The shape's rotation, and the rounded place.
    pub pose: Pose<V>,
    pub place: Place<V>,
    /// The distance from the rounded place to the exact one.
    pub error: f64,
    /// Whether the radius counts, or the core alone is asked about.
    pub is_core: bool,
}

impl<V: WideVector> SupportMap<V> for Body<'_, V> {
    forward!(@core [inline] self inner);
    fn radius(&self) -> f64 {
        if self.is_core { 0.0 } else { self.shape.radius() }
    }
    fn exact_radius(&self) -> Dyadic {
        if self.is_core { Dyadic::default() } else { self.shape.exact_radius() }
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding() + self.error
    }
    fn pose(&self) -> Pose<V> {
        self.pose
    }
    fn exact_placed_vertex(&self, index: usize) -> V::Exact {
        let still = Pose { translation: <V as Vector>::ORIGIN, ..self.pose };
        still.apply_exact(&self.shape.exact_vertex(index)).plus(&self.place.exact())
    }
}

/// All places of a polytope from one moment to another: the hull of both. Its vertices are those of the first moment,
/// then those of the last.
pub(super) struct Swath<'s, V: WideVector> {
    pub first: Body<'s, V>,
    /// The fraction of the last moment.
    pub last: f64,
    /// The way from the first moment to the last, rounded, in the shape's own frame.
    way: V,
}

impl<'s, V: WideVector> Swath<'s, V> {
    pub fn new(first: Body<'s, V>, last: f64) -> Self {
        let way = first.place.way * (last - first.place.fraction);
        let way = way.mapped_back(&first.pose.rotation.matrix());
        Self { first, last, way }
    }
}

impl<V: WideVector> SupportMap<V> for Swath<'_, V> {
    fn support(&self, direction: V) -> V {
        let start = self.first.shape.support(direction);
        if self.way.dot(&direction) > 0.0 { start + self.way } else { start }
    }
    fn vertex_count(&self) -> usize {
        2 * self.first.vertex_count()
    }
    fn vertex(&self, index: usize) -> V {
        let count = self.first.vertex_count();
        if index < count { self.first.vertex(index) } else { self.first.vertex(index - count) + self.way }
    }
    fn exact_placed_vertex(&self, index: usize) -> V::Exact {
        let count = self.first.vertex_count();
        if index < count {
            return self.first.exact_placed_vertex(index);
        }
        let last = Body { place: Place { fraction: self.last, ..self.first.place }, ..self.first };
        last.exact_placed_vertex(index - count)
    }
    fn extent(&self) -> f64 {
        self.first.extent() + self.way.max_abs()
    }
    fn rounding(&self) -> f64 {
        // The way: the difference of fractions and the product round by 2u, the rotation by 24u and its defect, the sum
        // with a vertex by u.
        let turned = 32.0 * U + 2.0 * self.first.pose.rotation.defect();
        self.first.rounding() + turned * self.extent()
    }
    fn pose(&self) -> Pose<V> {
        self.first.pose
    }
}
