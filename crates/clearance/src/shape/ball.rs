//! Balls and capsules: a point and a segment with a radius.

use super::{ShapeError, finite, size};
use crate::contact::FacePoint;
use crate::patch::Patch;
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A ball, in the plane a disc: a point with a radius. Radius 0 is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    center: V,
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball of `radius` around `center`.
    ///
    /// # Errors
    /// Not finite input, negative radius.
    pub fn new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { center: finite(center, 0)?, radius: size(radius)? })
    }
}

impl<V: Vector> SupportMap<V> for Ball<V> {
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

/// The segment between two points, which may coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    ends: [V; 2],
}

impl<V: Vector> Segment<V> {
    /// The segment from `start` to `end`.
    ///
    /// # Errors
    /// Not finite input.
    pub fn new(start: V, end: V) -> Result<Self, ShapeError> {
        Ok(Self { ends: [finite(start, 0)?, finite(end, 1)?] })
    }
}

impl<V: Vector> SupportMap<V> for Segment<V> {
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let [start, end] = self.ends.map(V::widen);
        // Two products rather than (end − start)·d: the difference of the ends may overflow.
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
    fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
        let [start, end] = self.ends.map(V::widen);
        let way = if end.dot(&direction) > start.dot(&direction) { start - end } else { end - start };
        Some(Patch::corner().ruled(way, 0.0))
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.ends[index].widen()
    }
    fn face_towards(&self, _direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        face.extend([0, 1].map(|vertex| FacePoint { point: self.vertex(vertex as usize), vertex }));
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

/// A capsule: a segment with a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule of `radius` around the segment from `start` to `end`.
    ///
    /// # Errors
    /// Not finite input, negative radius.
    pub fn new(start: V, end: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { segment: Segment::new(start, end)?, radius: size(radius)? })
    }
}

impl<V: Vector> SupportMap<V> for Capsule<V> {
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
    fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
        self.segment.patch(direction)
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
