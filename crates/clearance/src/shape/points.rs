//! The convex hull of a list of points. Only the list is used; no hull is built.

use super::{ShapeError, finite};
use crate::shape::support::{Support, SupportMap, farthest};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// The convex hull of borrowed points. The hull is not built.
///
/// The points may be in any order and position. Repeated points, interior points and flat sets are allowed. The
/// vertices of a [`crate::Feature`] are indices of the list. Each support point takes time O(n): for many queries with
/// many points build a [`crate::Hull`].
///
/// A point is a vector, an array or a tuple of floats ([`Coordinates`]). The list is used as it is; nothing is copied.
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
///
/// A concave outline is filled: the shape is its convex hull. So the notch of an L-shape counts as inside. Split a
/// concave shape into convex pieces, and take the least distance of all pieces ([`crate::Batch::minimum`] does that for
/// many pairs).
///
/// ```
/// use clearance::{Point, Points, distance, vec2};
///
/// let outline = [[0.0f64, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// let in_the_notch = Point::new(vec2(1.25, 1.25)).unwrap();
/// assert_eq!(distance(&Points::new(&outline).unwrap(), &in_the_notch).distance, 0.0);
///
/// // The same L as a bar at the bottom and a post on the left.
/// let bar = [(0.0f64, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)];
/// let post = [(0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0)];
/// let far = [bar, post].map(|piece| distance(&Points::new(&piece).unwrap(), &in_the_notch).distance);
/// assert_eq!(far[0].min(far[1]), 0.25);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "convex_hull")]
#[doc(alias = "polytope")]
pub struct Points<'a, P: Coordinates> {
    points: &'a [P],
    center: <P::Vector as Vector>::Wide,
    extent: f64,
}

impl<'a, P: Coordinates> Points<'a, P> {
    /// The hull of `points`.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] if there are no points, [`ShapeError::NotFinite`] if a coordinate is not finite,
    /// [`ShapeError::TooMany`] if there are more than 2³² − 1 points.
    ///
    /// Integers are not coordinates; the compiler says what to write:
    /// ```compile_fail
    /// let square = clearance::Points::new(&[[0, 0], [1, 0], [1, 1], [0, 1]]); // Write 0.0 and 1.0.
    /// ```
    pub fn new(points: &'a [P]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).is_err() {
            return Err(ShapeError::TooMany);
        }
        let (mut extent, mut center) = (0.0f64, <<P::Vector as Vector>::Wide as Space>::zero());
        // Each point is divided by the count before it is added, so the sum does not overflow.
        let share = 1.0 / points.len() as f64;
        for (index, &point) in points.iter().enumerate() {
            let point = finite(point.vector(), index)?.widen();
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
    pub fn as_slice(&self) -> &'a [P] {
        self.points
    }
}

impl<P: Coordinates> SupportMap<P::Vector> for Points<'_, P> {
    #[inline]
    fn support(&self, direction: <P::Vector as Vector>::Wide) -> <P::Vector as Vector>::Wide {
        self.support_vertex(direction).point
    }
    #[inline]
    fn support_vertex(&self, direction: <P::Vector as Vector>::Wide) -> Support<<P::Vector as Vector>::Wide> {
        let best = farthest(self.points, direction);
        Support { point: self.vertex(best), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.points.len()
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> <P::Vector as Vector>::Wide {
        self.points[index].vector().widen()
    }
    fn center(&self) -> <P::Vector as Vector>::Wide {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// The convex hull of points that the shape owns. Otherwise the same as [`Points`].
///
/// A concave outline is filled, as there: split an L-shape into convex pieces.
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
    /// The hull of `points`: a vector, an array or any other source of points.
    ///
    /// A point is a vector, an array or a tuple of floats ([`Coordinates`]).
    ///
    /// # Errors
    /// The same as for [`Points::new`].
    ///
    /// ```
    /// use clearance::{PointCloud, vec3};
    ///
    /// let shape = PointCloud::new([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]).unwrap();
    /// assert_eq!(shape.as_slice()[1], vec3(1.0, 0.0, 0.0));
    /// ```
    ///
    /// Integers are not coordinates; the compiler says what to write:
    /// ```compile_fail
    /// let square = clearance::PointCloud::new(vec![(0, 0), (1, 0), (1, 1)]); // Write 0.0 and 1.0.
    /// ```
    pub fn new<P: Coordinates<Vector = V>>(points: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        let points: Vec<V> = points.into_iter().map(Coordinates::vector).collect();
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

impl<P: Coordinates> From<Points<'_, P>> for PointCloud<P::Vector> {
    fn from(Points { points, center, extent }: Points<'_, P>) -> Self {
        Self { points: points.iter().map(|point| point.vector()).collect(), center, extent }
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
