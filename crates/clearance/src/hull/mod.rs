//! Convex hulls of points, with faces and neighbours.

mod buckets;
mod closest;
mod minkowski;
mod orientation;
mod polygon;
mod quick;
mod rows;
mod skeleton;

pub(crate) use closest::closest_on;
pub use closest::{ClosestOnHull, HullRegion};
pub use minkowski::{MinkowskiHull, Polytope, minkowski_difference, minkowski_sum};
pub(crate) use minkowski::{exact_hull, hull_of_pairs};
pub use polygon::PolygonError;

use crate::engine::Engine;
use crate::numbers::each::Each;
use crate::numbers::real::{U, sqrt};
use crate::shape::Sides;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::{Core, View};
use crate::shape::{ShapeError, finite};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use buckets::Buckets;
use orientation::ExactPoints;
use rows::Rows;
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
    body: Body<V::Wide>,
}

/// A hull in `f64`: what the engine sees of a [`Hull`] of either scalar.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Body<W: WideVector> {
    rows: Rows,
    count: usize,
    sources: Vec<u32>,
    dimension: usize,
    /// The vertices of all faces, one face after the other.
    loops: Vec<u32>,
    /// The end of each face in `loops`.
    face_ends: Vec<u32>,
    normals: Vec<W>,
    /// The neighbours of all vertices, one vertex after the other.
    links: Vec<u32>,
    /// The end of the neighbours of each vertex in `links`.
    link_ends: Vec<u32>,
    center: W,
    extent: f64,
    /// [`SupportMap::ball_extent`].
    ball_extent: f64,
    /// Only for a polygon of the plane with few corners.
    sides: Option<alloc::boxed::Box<Sides>>,
    /// Only for hulls with so many vertices that a scan of all of them would be slower.
    buckets: Option<Buckets>,
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
        let indices =
            [&self.body.sources, &self.body.loops, &self.body.face_ends, &self.body.links, &self.body.link_ends]
                .each(Vec::len);
        size_of::<V>() * self.vertices.len()
            + self.body.rows.memory()
            + size_of::<V::Wide>() * self.body.normals.len()
            + size_of::<u32>() * indices.iter().sum::<usize>()
            + self.body.sides.as_ref().map_or(0, |_| size_of::<Sides>())
            + self.body.buckets.as_ref().map_or(0, Buckets::memory)
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

impl<W: WideVector> Body<W> {
    /// The hull of points that are finite and not too many.
    pub(crate) fn of(points: &[W]) -> Self {
        let exact = |index: usize| points[index].exact();
        let cloud = ExactPoints::new(points.iter().copied(), 0.0, &exact);
        Self::from_skeleton(points, skeleton(&cloud))
    }

    fn from_skeleton(points: &[W], skeleton: Skeleton) -> Self {
        let Skeleton { dimension, vertices: sources, faces } = skeleton;
        let vertices: Vec<W> = sources.iter().map(|&source| points[source]).collect();
        let share = 1.0 / vertices.len() as f64;
        let center = vertices.iter().fold(<W as Space>::zero(), |sum, &vertex| sum + vertex * share);
        let (links, link_ends) = links(vertices.len(), dimension, &faces);
        let extent = vertices.iter().fold(0.0, |extent: f64, vertex| extent.max(vertex.max_abs()));
        let farthest = vertices.iter().fold(0.0, |farthest: f64, vertex| farthest.max(vertex.length()));
        Self {
            rows: Rows::new(&vertices),
            count: vertices.len(),
            buckets: Buckets::new(&vertices, extent),
            sides: if dimension == 2 { Sides::new(&vertices).map(alloc::boxed::Box::new) } else { None },
            dimension,
            normals: faces.iter().map(|face| face_normal(&vertices, face)).collect(),
            face_ends: ends(faces.iter().map(Vec::len)),
            loops: faces.into_iter().flatten().collect(),
            links,
            link_ends,
            center,
            extent,
            ball_extent: farthest / sqrt(W::DIM as f64) * (1.0 + 8.0 * U),
            sources: sources.into_iter().map(|source| source as u32).collect(),
        }
    }

    /// The vertex indices of a face, in counter-clockwise order as seen from outside.
    fn face(&self, index: usize) -> &[u32] {
        run(&self.loops, &self.face_ends, index)
    }

    fn face_count(&self) -> usize {
        self.face_ends.len()
    }

    /// The vertices that an edge joins to this vertex, in ascending order.
    fn neighbours(&self, vertex: usize) -> &[u32] {
        run(&self.links, &self.link_ends, vertex)
    }

    #[inline(always)]
    pub(crate) fn sides(&self) -> Option<&Sides> {
        if W::DIM == 2 { self.sides.as_deref() } else { None }
    }

    /// The vertices whose product with a direction is at most `below` less than that of the farthest one.
    pub(crate) fn peaks(&self, direction: W, below: f64) -> Vec<u32> {
        let highest = self.rows.along(self.support_vertex(direction).vertex.unwrap_or(0) as usize, direction);
        self.rows.not_below(direction, highest - below, self.count)
    }

    /// The first corner of the polygon's side whose outward unit normal has the greatest product with a direction.
    fn side_towards(&self, direction: W) -> usize {
        if let Some(sides) = &self.sides {
            return sides.towards(direction);
        }
        // It is one of the two sides at the support vertex.
        let count = self.count;
        let far = self.support_vertex(direction).vertex.unwrap_or(0) as usize;
        let outward = |from: usize| {
            let side = self.vertex((from + 1) % count) - self.vertex(from);
            W::normal_of(&[side]).unit().dot(&direction)
        };
        let before = (far + count - 1) % count;
        if outward(before) > outward(far) { before } else { far }
    }

    /// The support vertex by buckets. Not inlined, since it is long and the scan of few vertices is short.
    #[inline(never)]
    fn farthest_by_buckets(&self, buckets: &Buckets, direction: W) -> usize {
        buckets.farthest(&self.rows, direction).unwrap_or_else(|| self.rows.farthest(direction))
    }
}

impl<W: WideVector> SupportMap<W> for Body<W> {
    #[inline(always)]
    fn support(&self, direction: W) -> W {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> W {
        self.rows.vertex(index)
    }
    #[inline(always)]
    fn support_vertex(&self, direction: W) -> Support<W> {
        let best = match &self.buckets {
            Some(buckets) => self.farthest_by_buckets(buckets, direction),
            None => self.rows.farthest(direction),
        };
        Support { point: self.rows.vertex(best), vertex: Some(best as u32) }
    }
    fn face_towards(&self, direction: W, face: &mut Vec<FacePoint<W>>) {
        let corner = |vertex: u32| FacePoint { point: self.vertex(vertex as usize), vertex };
        if self.dimension == 3 || W::DIM == 3 && self.dimension == 2 {
            let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
            for (index, normal) in self.normals.iter().enumerate() {
                let along = normal.dot(&direction);
                if along > greatest {
                    (best, greatest) = (index, along);
                }
            }
            face.extend(self.face(best).iter().copied().map(corner));
        } else if self.dimension == 2 {
            let (count, from) = (self.count, self.side_towards(direction));
            let to = if from + 1 == count { 0 } else { from + 1 };
            face.extend([from, to].each(|k| corner(k as u32)));
        } else {
            face.extend((0..self.count as u32).map(corner));
        }
    }
    #[inline(always)]
    fn center(&self) -> W {
        self.center
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.extent
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.ball_extent
    }
}

/// The ends of consecutive runs with the given lengths.
fn ends(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
    lengths
        .scan(0u32, |end, length| {
            *end += length as u32;
            Some(*end)
        })
        .collect()
}

/// The run number `index` of a list of consecutive runs.
fn run<'r>(all: &'r [u32], ends: &[u32], index: usize) -> &'r [u32] {
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &all[start..ends[index] as usize]
}

/// The neighbours of all vertices, and the end of each vertex's run. Neighbours are the ends of a common side of a
/// face.
fn links(count: usize, dimension: usize, faces: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut of: Vec<Vec<u32>> = alloc::vec![Vec::new(); count];
    if dimension == 1 {
        of = alloc::vec![alloc::vec![1], alloc::vec![0]];
    }
    for face in faces {
        for (place, &from) in face.iter().enumerate() {
            let to = face[(place + 1) % face.len()];
            of[from as usize].push(to);
            of[to as usize].push(from);
        }
    }
    for neighbours in &mut of {
        neighbours.sort_unstable();
        neighbours.dedup();
    }
    let link_ends = ends(of.iter().map(Vec::len));
    (of.into_iter().flatten().collect(), link_ends)
}

/// The unit normal of a face, from the sum of the areas of a fan of triangles. The sum is also right if three corners
/// are nearly on a line.
fn face_normal<W: WideVector>(vertices: &[W], face: &[u32]) -> W {
    if W::DIM == 2 {
        return <W as Space>::zero();
    }
    // Edges are scaled to about 1, so that their products stay in range.
    let edge = |place: usize| vertices[face[place] as usize] - vertices[face[0] as usize];
    let largest = (1..face.len()).fold(0.0f64, |largest, place| largest.max(edge(place).max_abs()));
    let exponent = if largest > 0.0 { crate::numbers::real::exponent_of(largest) } else { 0 };
    let unit = |place: usize| edge(place).scaled_by_power(-exponent);
    let area = (1..face.len() - 1)
        .fold(<W as Space>::zero(), |area, place| area + W::normal_of(&[unit(place), unit(place + 1)]));
    area.unit()
}

/// The support points of a hull by its buckets, without the type of its scalar.
#[cfg(feature = "simd")]
#[derive(Clone, Copy)]
pub(crate) struct ByBuckets<'h> {
    rows: &'h Rows,
    buckets: &'h Buckets,
}

#[cfg(feature = "simd")]
impl ByBuckets<'_> {
    /// The support vertex and its index, as [`SupportMap::support_vertex`] finds them.
    #[inline(always)]
    pub fn support<W: WideVector>(&self, direction: W) -> (W, usize) {
        let index = self.buckets.farthest(self.rows, direction).unwrap_or_else(|| self.rows.farthest(direction));
        (self.rows.vertex(index), index)
    }
    /// The vertex of an index that [`ByBuckets::support`] returned.
    #[inline(always)]
    pub fn vertex<W: WideVector>(&self, index: usize) -> W {
        self.rows.vertex(index)
    }
}

#[cfg(feature = "simd")]
impl<W: WideVector> Body<W> {
    /// The support points by buckets. `None` if the hull has none.
    #[inline(always)]
    pub(crate) fn by_buckets(&self) -> Option<ByBuckets<'_>> {
        self.buckets.as_ref().map(|buckets| ByBuckets { rows: &self.rows, buckets })
    }
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
        self.body.count
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
        self.body.center
    }
    #[inline]
    fn extent(&self) -> f64 {
        self.body.extent
    }
    #[inline]
    fn ball_extent(&self) -> f64 {
        self.body.ball_extent
    }
}

#[cfg(test)]
mod tests;
