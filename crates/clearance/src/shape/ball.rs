//! Balls, segments and capsules: a point or a segment with a radius.

use super::{ShapeError, finite, size};
use crate::numbers::each::Each;
use crate::shape::Point;
use crate::shape::curvature::Curvature;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::{Core, View};
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A ball, in the plane a disc. The radius may be 0; the ball is then a point.
///
/// ```
/// use clearance::{Ball, distance, vec2};
///
/// let a = Ball::new(vec2(0.0f32, 0.0), 2.0).unwrap();
/// let b = Ball::new(vec2(6.0, 8.0), 3.0).unwrap();
/// assert_eq!(distance(&a, &b).distance, 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "sphere")]
#[doc(alias = "circle")]
#[doc(alias = "disc")]
pub struct Ball<V: Vector> {
    center: V,
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball of numbers that were checked before.
    #[inline(always)]
    pub(crate) fn of_checked(center: V, radius: V::Scalar) -> Self {
        Self { center, radius }
    }

    /// The ball with this centre and radius.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a number is not finite, [`ShapeError::Negative`] if the radius is negative.
    pub fn new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { center: finite(center, 0)?, radius: size(radius)? })
    }

    /// The centre, in the ball's own frame.
    ///
    /// ```
    /// use clearance::{Ball, vec2};
    ///
    /// let ball = Ball::new(vec2(1.0f32, 2.0), 0.5).unwrap();
    /// assert_eq!((ball.center(), ball.radius()), (vec2(1.0, 2.0), 0.5));
    /// ```
    #[inline(always)]
    pub fn center(&self) -> V {
        self.center
    }

    /// The radius, in the unit of the shape.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> SupportMap<V> for Ball<V> {
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::Point(Point::finite(self.center.widen())), self))
    }
    #[inline(always)]
    fn support(&self, _direction: V::Wide) -> V::Wide {
        self.center.widen()
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline(always)]
    fn support_vertex(&self, _direction: V::Wide) -> Support<V::Wide> {
        Support { point: self.center.widen(), vertex: Some(0) }
    }
    fn vertex_count(&self) -> usize {
        1
    }
    fn vertex(&self, _index: usize) -> V::Wide {
        self.center.widen()
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        self.center.widen()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.center.widen().max_abs()
    }
}

/// The segment between two points. The points may be equal.
///
/// ```
/// use clearance::{Segment, overlaps, vec2};
///
/// let a = Segment::new(vec2(0.0f64, 0.0), vec2(2.0, 2.0)).unwrap();
/// let b = Segment::new(vec2(0.0, 2.0), vec2(2.0, 0.0)).unwrap();
/// assert!(overlaps(&a, &b));
/// ```
#[doc(alias = "line")]
#[doc(alias = "edge")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    ends: [V; 2],
}

impl<V: Vector> Segment<V> {
    /// The segment from `start` to `end`.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a coordinate is not finite.
    pub fn new(start: V, end: V) -> Result<Self, ShapeError> {
        Ok(Self { ends: [finite(start, 0)?, finite(end, 1)?] })
    }

    /// Where the segment starts, in its own frame: vertex 0.
    ///
    /// ```
    /// use clearance::{Segment, vec2};
    ///
    /// let segment = Segment::new(vec2(0.0f32, 1.0), vec2(2.0, 3.0)).unwrap();
    /// assert_eq!((segment.start(), segment.end()), (vec2(0.0, 1.0), vec2(2.0, 3.0)));
    /// ```
    #[inline(always)]
    pub fn start(&self) -> V {
        self.ends[0]
    }

    /// Where the segment ends, in its own frame: vertex 1.
    #[inline(always)]
    pub fn end(&self) -> V {
        self.ends[1]
    }
}

impl<V: Vector> Segment<V> {
    /// The same segment in `f64`.
    #[inline(always)]
    fn widened(&self) -> Segment<V::Wide> {
        Segment { ends: self.ends.each(V::widen) }
    }
}

impl<V: Vector> SupportMap<V> for Segment<V> {
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::Segment(self.widened()), self))
    }
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let [start, end] = self.ends.each(V::widen);
        // Two products and not (end − start)·d, since the difference of the ends may overflow.
        if end.dot(&direction) > start.dot(&direction) {
            Support { point: end, vertex: Some(1) }
        } else {
            Support { point: start, vertex: Some(0) }
        }
    }
    fn vertex_count(&self) -> usize {
        2
    }
    #[inline(always)]
    fn curvature(&self, direction: V::Wide) -> Option<Curvature<V::Wide>> {
        let [start, end] = self.ends.each(V::widen);
        let way = if end.dot(&direction) > start.dot(&direction) { start - end } else { end - start };
        Some(Curvature::corner().ruled(way, 0.0))
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.ends[index].widen()
    }
    fn face_towards(&self, _direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        face.extend([0, 1].each(|vertex| FacePoint { point: self.vertex(vertex as usize), vertex }));
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        self.ends[0].widen() * 0.5 + self.ends[1].widen() * 0.5
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.ends[0].widen().max_abs().max(self.ends[1].widen().max_abs())
    }
}

/// A capsule: all points not farther than `radius` from a segment.
///
/// ```
/// use clearance::{Capsule, Status, signed_distance, vec3};
///
/// let a = Capsule::new(vec3(-1.0f64, 0.0, 0.0), vec3(1.0, 0.0, 0.0), 0.5).unwrap();
/// let b = Capsule::new(vec3(0.0, 0.75, -1.0), vec3(0.0, 0.75, 1.0), 0.5).unwrap();
/// let answer = signed_distance(&a, &b);
/// assert_eq!((answer.status, answer.distance), (Status::Overlapping, -0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "spherocylinder")]
#[doc(alias = "stadium")]
#[doc(alias = "sphyl")]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule of numbers that were checked before.
    #[inline(always)]
    pub(crate) fn of_checked(ends: [V; 2], radius: V::Scalar) -> Self {
        Self { segment: Segment { ends }, radius }
    }

    /// The capsule around the segment from `start` to `end`.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a number is not finite, [`ShapeError::Negative`] if the radius is negative.
    pub fn new(start: V, end: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { segment: Segment::new(start, end)?, radius: size(radius)? })
    }

    /// Where the capsule's segment starts, in the capsule's own frame: vertex 0.
    ///
    /// ```
    /// use clearance::{Capsule, vec2};
    ///
    /// let capsule = Capsule::new(vec2(0.0f32, 1.0), vec2(2.0, 3.0), 0.5).unwrap();
    /// assert_eq!((capsule.start(), capsule.end(), capsule.radius()), (vec2(0.0, 1.0), vec2(2.0, 3.0), 0.5));
    /// ```
    #[inline(always)]
    pub fn start(&self) -> V {
        self.segment.start()
    }

    /// Where the capsule's segment ends, in the capsule's own frame: vertex 1.
    #[inline(always)]
    pub fn end(&self) -> V {
        self.segment.end()
    }

    /// The radius, in the unit of the shape.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> SupportMap<V> for Capsule<V> {
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::Segment(self.segment.widened()), self))
    }
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.segment.support(direction)
    }
    #[inline(always)]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        self.segment.support_vertex(direction)
    }
    fn vertex_count(&self) -> usize {
        2
    }
    #[inline(always)]
    fn curvature(&self, direction: V::Wide) -> Option<Curvature<V::Wide>> {
        self.segment.curvature(direction)
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.segment.vertex(index)
    }
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        self.segment.face_towards(direction, face);
    }
    #[inline(always)]
    fn center(&self) -> V::Wide {
        self.segment.center()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.segment.extent()
    }
}
