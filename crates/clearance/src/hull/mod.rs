//! Convex hulls of points, with faces and neighbours.

mod closest;
mod minkowski;
mod orientation;
mod polygon;
mod quick;
mod skeleton;

pub(crate) use closest::closest_on;
pub use closest::{ClosestOnHull, HullRegion};
pub use minkowski::{MinkowskiHull, Polytope, minkowski_difference, minkowski_sum};
pub(crate) use minkowski::{exact_hull, hull_of_pairs};
pub use polygon::PolygonError;

use crate::engine::Engine;
use crate::shape::body::Body;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::{Core, View};
use crate::shape::{ShapeError, finite};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Vector, WideVector};
use alloc::vec::Vec;
use orientation::ExactPoints;
use skeleton::{Skeleton, skeleton};

/// The convex hull of points: a convex polyhedron in space, a convex polygon in the plane.
///
/// Repeated points, interior points and points inside faces or edges are left out; exact signs decide. A point, a
/// segment and a flat polygon in space are valid hulls, with a lower [`Hull::dimension`].
///
/// A hull is convex. The hull of an L-shape has its notch filled. For a concave shape make a hull for each convex piece
/// and take the least distance of all pieces; [`crate::Points`] has an example. [`Hull::from_ordered_polygon`] refuses
/// a concave polygon.
///
/// ```
/// use clearance::{Ball, Hull, distance, vec3};
///
/// let mut points: Vec<_> = (0..8).map(|k| vec3(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))).collect();
/// points.push(vec3(0.5, 0.5, 1.0)); // In the middle of a face.
/// let cube = Hull::new(&points).unwrap();
/// assert_eq!((cube.vertices().len(), cube.edges().count(), cube.face_count()), (8, 12, 6));
/// let answer = distance(&cube, &Ball::new(vec3(0.5, 0.5, 3.0), 0.5).unwrap());
/// assert_eq!((answer.distance, answer.point_a), (1.5, vec3(0.5, 0.5, 1.0)));
/// ```
///
/// Two hulls are equal if they have the same vertices in the same order, and the same faces. [`Hull::source`] may
/// differ. So a hull equals the hull of its own vertices.
#[derive(Clone, Debug)]
#[doc(alias = "convex_hull")]
#[doc(alias = "ConvexPolyhedron")]
#[doc(alias = "polyhedron")]
#[doc(alias = "polygon")]
#[doc(alias = "quickhull")]
pub struct Hull<V: Vector> {
    vertices: Vec<V>,
    /// Everything that is computed from the vertices.
    pub(crate) body: Body<V::Wide>,
}

impl<V: Vector> PartialEq for Hull<V> {
    fn eq(&self, other: &Self) -> bool {
        // The rest is computed from these.
        let (body, others) = (&self.body, &other.body);
        let faces_are_equal = body.face_ends == others.face_ends && body.loops == others.loops;
        self.vertices == other.vertices && faces_are_equal
    }
}

impl<V: Vector> Hull<V> {
    /// The convex hull of `points`, which may have any order. Time O(n log n) for most inputs.
    ///
    /// A point is a vector, an array or a tuple of `f32` or `f64` ([`Coordinates`]). The last point may repeat the
    /// first, as in the closed rings of GeoJSON and WKT.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] if there are no points, [`ShapeError::NotFinite`] if a coordinate is not finite,
    /// [`ShapeError::TooMany`] if there are more than 2³² − 2 points.
    ///
    /// ```
    /// use clearance::{Hull, vec2};
    ///
    /// // An L-shape: the hull has five corners, and the notch at (1, 1) is filled.
    /// let hull = Hull::new(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]).unwrap();
    /// assert_eq!(hull.vertices().len(), 5);
    /// assert!(!hull.vertices().contains(&vec2(1.0, 1.0)));
    /// ```
    ///
    /// Integers are not coordinates:
    /// ```compile_fail
    /// let square = clearance::Hull::new(&[[0, 0], [1, 0], [1, 1], [0, 1]]); // Write 0.0 and 1.0.
    /// ```
    pub fn new<P: Coordinates<Vector = V>>(points: &[P]) -> Result<Self, ShapeError> {
        Self::of_vectors(&points.iter().map(|point| point.vector()).collect::<Vec<V>>())
    }

    fn of_vectors(points: &[V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(points.len()).map_or(true, |count| count == u32::MAX) {
            return Err(ShapeError::TooMany);
        }
        for (index, &point) in points.iter().enumerate() {
            finite(point, index)?;
        }
        let wide: Vec<V::Wide> = points.iter().map(|point| point.widen()).collect();
        Ok(Self::of_body(points, V::Wide::hull_of(&wide)))
    }

    fn of_body(points: &[V], body: Body<V::Wide>) -> Self {
        Self { vertices: body.sources.iter().map(|&source| points[source as usize]).collect(), body }
    }

    /// The vertices. A polygon has them in counter-clockwise order, any other hull in the order of the input.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// The index of a vertex in the list of input points.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn source(&self, vertex: usize) -> usize {
        self.body.sources[vertex] as usize
    }
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub fn dimension(&self) -> usize {
        self.body.dimension
    }
    /// The number of faces. A polygon of the plane has 1 face. A flat polygon in space has 2, one on each side. A
    /// segment and a point have none.
    pub fn face_count(&self) -> usize {
        self.body.face_count()
    }
    /// The vertex indices of a face, in counter-clockwise order as seen from outside.
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face(&self, index: usize) -> &[u32] {
        self.body.face(index)
    }
    /// The outward unit normal of a face, rounded. In the plane it is zero, since a face there has no normal.
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face_normal(&self, index: usize) -> V::Wide {
        self.body.normals[index]
    }
    /// All faces, each as in [`Hull::face`].
    pub fn faces(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.face_count()).map(|index| self.face(index))
    }
    /// The corners of a face, in counter-clockwise order as seen from outside.
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face_corners(&self, index: usize) -> impl Iterator<Item = V> + '_ {
        self.face(index).iter().map(|&vertex| self.vertices[vertex as usize])
    }
    /// The corners of a flat hull in the order of its outline. `None` for a polyhedron.
    ///
    /// In the plane the order is counter-clockwise. In space it is counter-clockwise as seen from the side that face 0
    /// looks to. A segment has two corners and a point one.
    ///
    /// ```
    /// use clearance::Hull;
    ///
    /// let points = [[0.0, 0.0, 1.0], [2.0, 2.0, 1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0], [1.0, 1.0, 1.0]];
    /// let square = Hull::new(&points).unwrap();
    /// let outline: Vec<usize> = (0..square.outline().unwrap().len()).map(|k| square.source(k)).collect();
    /// assert_eq!(outline, [0, 2, 1, 3]);
    /// ```
    pub fn outline(&self) -> Option<&[V]> {
        (self.body.dimension < 3).then_some(&self.vertices)
    }
    /// The number of bytes that the hull uses on the heap.
    pub fn memory(&self) -> usize {
        size_of::<V>() * self.vertices.len() + self.body.memory()
    }
    /// The indices of the vertices that an edge joins to this vertex, in ascending order.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        self.body.neighbours(vertex)
    }
    /// All edges, as pairs of vertex indices. The smaller index is first.
    pub fn edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        (0..self.vertices.len()).flat_map(|from| {
            self.neighbours(from).iter().filter(move |&&to| from < to as usize).map(move |&to| [from as u32, to])
        })
    }
}

/// The hull of points that are finite and not too many.
pub(crate) fn body_of<W: WideVector>(points: &[W]) -> Body<W> {
    let exact = |index: usize| points[index].exact();
    let cloud = ExactPoints::new(points.iter().copied(), 0.0, &exact);
    let Skeleton { dimension, vertices, faces } = skeleton(&cloud);
    Body::new(points, dimension, vertices, faces)
}

impl<V: Vector> SupportMap<V> for Hull<V> {
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::Hull(&self.body), self))
    }
    #[inline]
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.body.support_vertex(direction).point
    }
    #[inline]
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        self.body.support_vertex(direction)
    }
    #[inline]
    fn vertex_count(&self) -> usize {
        self.body.vertex_count()
    }
    #[inline]
    fn vertex(&self, index: usize) -> V::Wide {
        self.vertices[index].widen()
    }
    fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
        self.body.face_towards(direction, face);
    }
    #[inline]
    fn center(&self) -> V::Wide {
        self.body.center()
    }
    #[inline]
    fn extent(&self) -> f64 {
        self.body.extent()
    }
    #[inline]
    fn ball_extent(&self) -> f64 {
        self.body.ball_extent()
    }
}

#[cfg(test)]
mod tests;
