//! Shapes as a search along a line sees them: in `f64`, without radius, at a moment of the motion.
//!
//! The place of B relative to A is start + t·way, an exact dyadic vector. Floats see it rounded once, with the error as
//! part of [`SupportMap::rounding`]. The exact solver sees it without rounding.

use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::U;
use crate::shape::support::SupportMap;
use crate::shape::view::{Core, ExactlyPlaced, Place, View};
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};

/// Where a body is: `own − origin + fraction·way`, in the unit of the shapes.
#[derive(Clone, Copy)]
pub(super) struct Track<W> {
    /// The translation of the body's own pose.
    pub own: W,
    /// The point of the world that counts as the origin: the translation of the pose of A.
    pub origin: W,
    pub way: W,
    pub fraction: f64,
}

impl<W: WideVector> Track<W> {
    fn exact(&self) -> W::Exact {
        let way = self.way.exact().scaled(&Dyadic::from(self.fraction));
        self.own.exact().minus(&self.origin.exact()).plus(&way)
    }
}

/// A shape at a moment of the motion, seen from A's origin.
pub(super) struct Body<'s, W: WideVector> {
    pub shape: &'s View<'s, W>,
    /// The shape's rotation, and the rounded translation.
    place: Place<W>,
    track: Track<W>,
    /// The distance from the rounded place to the exact one.
    error: f64,
    /// The radius, and what is beyond it. They are 0 if the core alone is asked about.
    radii: [f64; 2],
}

impl<'s, W: WideVector> Body<'s, W> {
    /// A shape, or its core, at this place.
    pub fn new(shape: &'s View<'s, W>, pose: Pose<W>, track: Track<W>, error: f64, is_core: bool) -> Self {
        let radii = if is_core { [0.0; 2] } else { [shape.radius, shape.beyond_radius] };
        Self { shape, place: Place::at(pose), track, error, radii }
    }
}

impl<W: WideVector> SupportMap<W> for Body<'_, W> {
    fn view(&self) -> Option<View<'_, W>> {
        Some(View {
            place: Some(&self.place),
            exact: Some(self),
            radius: self.radii[0],
            beyond_radius: self.radii[1],
            rounding: self.shape.rounding + self.error,
            ..*self.shape
        })
    }
    fn support(&self, direction: W) -> W {
        self.shape.support(direction)
    }
    fn vertex_count(&self) -> usize {
        self.shape.count
    }
    fn vertex(&self, index: usize) -> W {
        self.shape.vertex(index)
    }
    fn extent(&self) -> f64 {
        self.shape.extent
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding + self.error
    }
    fn pose(&self) -> Pose<W> {
        self.place.pose
    }
}

/// All places of a polytope from one moment to another: the hull of both. Its vertices are those of the first moment,
/// then those of the last.
pub(super) struct Swath<'s, W: WideVector> {
    pub first: Body<'s, W>,
    /// The fraction of the last moment.
    pub last: f64,
    /// The way from the first moment to the last, rounded, in the shape's own frame.
    way: W,
}

impl<'s, W: WideVector> Swath<'s, W> {
    pub fn new(first: Body<'s, W>, last: f64) -> Self {
        let way = first.track.way * (last - first.track.fraction);
        let way = way.mapped_back(&first.place.pose.rotation.matrix());
        Self { first, last, way }
    }
}

impl<W: WideVector> SupportMap<W> for Swath<'_, W> {
    fn view(&self) -> Option<View<'_, W>> {
        Some(View { exact: Some(self), ..View::new(Core::Other(self), self) })
    }
    fn support(&self, direction: W) -> W {
        let start = self.first.shape.support(direction);
        if self.way.dot(&direction) > 0.0 { start + self.way } else { start }
    }
    fn vertex_count(&self) -> usize {
        2 * self.first.vertex_count()
    }
    fn vertex(&self, index: usize) -> W {
        let count = self.first.vertex_count();
        if index < count { self.first.vertex(index) } else { self.first.vertex(index - count) + self.way }
    }
    fn extent(&self) -> f64 {
        self.first.extent() + self.way.max_abs()
    }
    fn rounding(&self) -> f64 {
        // The way: the difference of fractions and the product round by 2u, the rotation by 24u and its defect, the sum
        // with a vertex by u.
        let turned = 32.0 * U + 2.0 * self.first.place.pose.rotation.defect();
        self.first.rounding() + turned * self.extent()
    }
    fn pose(&self) -> Pose<W> {
        self.first.place.pose
    }
}

impl<W: WideVector> ExactlyPlaced<W> for Body<'_, W> {
    fn placed_vertex(&self, index: usize) -> W::Exact {
        let still = Pose { translation: W::ORIGIN, ..self.place.pose };
        still.apply_exact(&self.shape.exact_vertex(index)).plus(&self.track.exact())
    }
}

impl<W: WideVector> ExactlyPlaced<W> for Swath<'_, W> {
    fn placed_vertex(&self, index: usize) -> W::Exact {
        let count = self.first.vertex_count();
        if index < count {
            return ExactlyPlaced::placed_vertex(&self.first, index);
        }
        let Body { shape, place, error, radii, .. } = self.first;
        let last = Body { shape, place, track: Track { fraction: self.last, ..self.first.track }, error, radii };
        ExactlyPlaced::placed_vertex(&last, index - count)
    }
}
