//! The convex hull of a list of points. Only the list is used; no hull is built.

use super::{ShapeError, finite};
use crate::shape::support::{Support, SupportMap, farthest};
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// The convex hull of borrowed points. The hull is not built.
///
/// The points may be in any order and position. Repeated points, interior points and flat sets are allowed. The
/// vertices of a [`crate::Feature`] are indices of the list. Each support point takes time O(n): for many queries with
/// many points build a [`crate::Hull`].
///
/// ```
/// use clearance::{Ball, Points, distance, vec3};
///
/// let corners = [vec3(0.0f64, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0), vec3(0.0, 0.0, 4.0)];
/// let shape = Points::new(&corners).unwrap();
/// let answer = distance(&shape, &Ball::new(vec3(1.0, 1.0, -3.0), 1.0).unwrap());
/// assert_eq!((answer.distance, answer.point_a), (2.0, vec3(1.0, 1.0, 0.0)));
/// assert_eq!(answer.feature_a().vertices().len(), 3); // A face of the tetrahedron.
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "convex_hull")]
#[doc(alias = "polytope")]
pub struct Points<'a, V: Vector> {
    points: &'a [V],
    center: V::Wide,
    extent: f64,
}

impl<'a, V: Vector> Points<'a, V> {
    /// The hull of `points`.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] if there are no points, [`ShapeError::NotFinite`] if a coordinate is not finite,
    /// [`ShapeError::TooMany`] if there are more than 2³² − 1 points.
    pub fn new(points: &'a [V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(ShapeError::TooMany);
        }
        let (mut extent, mut center) = (0.0f64, <V::Wide as Space>::zero());
        // Each point is divided by the count before it is added, so the sum does not overflow.
        let share = 1.0 / points.len() as f64;
        for (index, &point) in points.iter().enumerate() {
            let point = finite(point, index)?.widen();
            extent = extent.max(point.max_abs());
            center = center + point * share;
        }
        Ok(Self { points, center, extent })
    }

    /// The points in the order of the input, in the shape's own frame.
    ///
    /// ```
    /// use clearance::{Points, vec2};
    ///
    /// let list = [vec2(0.0f32, 0.0), vec2(1.0, 0.0)];
    /// assert_eq!(Points::new(&list).unwrap().as_slice(), list);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &'a [V] {
        self.points
    }
}

impl<V: Vector> SupportMap<V> for Points<'_, V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.support_vertex(direction).point
    }
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        let best = farthest(self.points, direction);
        Support { point: self.points[best].widen(), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.points[index].widen()
    }
    fn center(&self) -> V::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// The convex hull of points that the shape owns. Otherwise the same as [`Points`].
///
/// ```
/// use clearance::{PointCloud, Segment, overlaps, vec2};
///
/// let shape = PointCloud::new(vec![vec2(0.0f32, 0.0), vec2(2.0, 0.0), vec2(1.0, 0.5), vec2(0.0, 2.0)]).unwrap();
/// let segment = Segment::new(vec2(2.0, 2.0), vec2(0.75, 0.75)).unwrap();
/// assert!(overlaps(&shape, &segment));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "convex_hull")]
pub struct PointCloud<V: Vector> {
    points: Vec<V>,
    center: V::Wide,
    extent: f64,
}

impl<V: Vector> PointCloud<V> {
    /// The hull of `points`.
    ///
    /// # Errors
    /// The same as for [`Points::new`].
    pub fn new(points: Vec<V>) -> Result<Self, ShapeError> {
        let Points { center, extent, .. } = Points::new(&points)?;
        Ok(Self { points, center, extent })
    }

    /// The points in the order of the input, in the shape's own frame.
    ///
    /// ```
    /// use clearance::{PointCloud, vec2};
    ///
    /// let list = vec![vec2(0.0f32, 0.0), vec2(1.0, 0.0)];
    /// assert_eq!(PointCloud::new(list.clone()).unwrap().as_slice(), list);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[V] {
        &self.points
    }

    /// The same shape, with borrowed points.
    #[inline(always)]
    pub fn points(&self) -> Points<'_, V> {
        Points { points: &self.points, center: self.center, extent: self.extent }
    }
}

impl<V: Vector> From<Points<'_, V>> for PointCloud<V> {
    fn from(Points { points, center, extent }: Points<'_, V>) -> Self {
        Self { points: points.to_vec(), center, extent }
    }
}

impl<V: Vector> SupportMap<V> for PointCloud<V> {
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.points().support(direction)
    }
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        self.points().support_vertex(direction)
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.points[index].widen()
    }
    fn center(&self) -> V::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}
