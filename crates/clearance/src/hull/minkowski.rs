//! The Minkowski sum and difference of two polytopes, for pictures, lessons and tests. The solvers do not build them.
//!
//! They are the hull of all sums or differences of vertices. Poses are applied by their formula, without rounding. A
//! sum is in general not a float, so signs are decided with exact numbers ([`super::orientation`]).

use super::Hull;
use super::orientation::ExactPoints;
use super::skeleton::skeleton;
use crate::engine::Engine;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Ring, greater};
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap, farthest};
use crate::shape::view::View;
use crate::shape::{Cuboid, Placed, Point, PointCloud, Points, Segment, Sum, Swept, Triangle};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A shape that is the convex hull of its vertices, and that has no radius: a polytope.
///
/// If you implement it for a shape of your own, [`SupportMap::vertex_count`] must not be 0, and
/// [`SupportMap::radius`] must be 0. Pointers to a polytope are polytopes: `&S`, `Box<S>`, `Rc<S>` and `Arc<S>`, also to
/// `dyn Polytope`. A shape of any kind may be one: [`AnyShape::polytope`](crate::AnyShape::polytope).
///
/// ```
/// use clearance::{Cuboid, Polytope, Vec3, Vector, vec3};
///
/// /// The corner that is farthest from the origin of the shape's frame.
/// fn farthest_corner(shape: &impl Polytope<Vec3<f64>>) -> Vec3<f64> {
///     let corners = (0..shape.vertex_count()).map(|index| shape.vertex(index));
///     corners.max_by(|p, q| p.length().total_cmp(&q.length())).unwrap_or(Vec3::ORIGIN)
/// }
/// assert_eq!(farthest_corner(&Cuboid::new(vec3(1.0, 2.0, 2.0)).unwrap()).length(), 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a polytope",
    note = "a polytope is the hull of finitely many points, without a radius; for an `AnyShape` ask `polytope()`"
)]
pub trait Polytope<V: Vector>: SupportMap<V> {}

impl<V: Vector> Polytope<V> for Point<V> {}
impl<V: Vector> Polytope<V> for Segment<V> {}
impl<V: Vector> Polytope<V> for Triangle<V> {}
impl<V: Vector> Polytope<V> for Cuboid<V> {}
impl<P: Coordinates> Polytope<P::Vector> for Points<'_, P> {}
impl<V: Vector> Polytope<V> for PointCloud<V> {}
impl<V: Vector> Polytope<V> for Hull<V> {}
impl<W: WideVector> Polytope<W> for MinkowskiHull<W> {}
impl<S: Polytope<V>, V: Vector> Polytope<V> for Placed<S, V> {}
impl<A: Polytope<V>, B: Polytope<V>, V: Vector> Polytope<V> for Sum<A, B, V> {}
impl<S: Polytope<V>, V: Vector> Polytope<V> for Swept<S, V> {}
impl<S: Polytope<V> + ?Sized, V: Vector> Polytope<V> for &S {}
impl<S: Polytope<V> + ?Sized, V: Vector> Polytope<V> for alloc::boxed::Box<S> {}
impl<S: Polytope<V> + ?Sized, V: Vector> Polytope<V> for alloc::rc::Rc<S> {}
impl<S: Polytope<V> + ?Sized, V: Vector> Polytope<V> for alloc::sync::Arc<S> {}

/// The Minkowski sum or difference of two polytopes A and B, with all its vertices and faces.
///
/// It is a shape: it takes part in queries, in the world's frame. Verdicts are exact, since the vertices are known
/// without rounding.
///
/// ```
/// use clearance::{Cuboid, Point, Pose, Shape, distance, minkowski_difference, vec2};
///
/// let a = Cuboid::new(vec2(1.0f64, 1.0)).unwrap();
/// let b = Cuboid::new(vec2(0.5, 0.5)).unwrap().at(Pose::translation([4.5, 0.0]));
/// let difference = minkowski_difference(&a, &b);
/// let origin = Point::new(vec2(0.0, 0.0)).unwrap();
/// assert_eq!(distance(&a, &b).distance, 3.0);
/// assert_eq!(distance(&difference, &origin).distance, 3.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MinkowskiHull<W: WideVector> {
    vertices: Vec<W>,
    exact: Vec<W::Exact>,
    pairs: Vec<(u32, u32)>,
    faces: Vec<Vec<u32>>,
    dimension: usize,
    /// A bound of the distance of a rounded vertex from the exact one, with some room for the choice of the farthest.
    /// Zero if no vertex was rounded.  [length]
    rounding: f64,
    extent: f64,
}

impl<W: WideVector> MinkowskiHull<W> {
    /// The vertices, each coordinate rounded once.
    pub fn vertices(&self) -> &[W] {
        &self.vertices
    }
    /// For each vertex the index of A's vertex and the index of B's vertex that it is made of.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }
    /// The vertex indices of each face, in counter-clockwise order as seen from outside. As in [`Hull::face`].
    pub fn faces(&self) -> impl Iterator<Item = &[u32]> {
        self.faces.iter().map(Vec::as_slice)
    }
    /// The number of faces, as in [`Hull::face_count`].
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }
    /// The dimension, 0 to 3, as in [`Hull::dimension`].
    pub fn dimension(&self) -> usize {
        self.dimension
    }
}

impl<W: WideVector> SupportMap<W> for MinkowskiHull<W> {
    fn support(&self, direction: W) -> W {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: W) -> Support<W> {
        let best = farthest(&self.vertices, direction);
        Support { point: self.vertices[best], vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.vertices.len()
    }
    fn vertex(&self, index: usize) -> W {
        self.vertices[index]
    }
    fn exact_vertex(&self, index: usize) -> W::Exact {
        self.exact[index].clone()
    }
    fn face_towards(&self, direction: W, face: &mut Vec<FacePoint<W>>) {
        let corner = |vertex: u32| FacePoint { point: self.vertices[vertex as usize], vertex };
        // Normals of three corners are enough for a choice.
        let along = |corners: &[u32]| {
            let base = self.vertices[corners[0] as usize];
            let edges = [1, 2].each(|k| self.vertices[corners[k % corners.len()] as usize] - base);
            W::normal_of(&edges).unit().dot(&direction)
        };
        let count = self.vertices.len() as u32;
        let sides: Vec<[u32; 2]> = (0..count).map(|k| [k, (k + 1) % count]).collect();
        let faces: Vec<&[u32]> = match (W::DIM, self.dimension) {
            (3, 2 | 3) => self.faces().collect(),
            (2, 2) => sides.iter().map(<[u32; 2]>::as_slice).collect(),
            _ => return face.extend((0..count).map(corner)),
        };
        let best = faces.iter().fold(faces[0], |best, other| if along(other) > along(best) { other } else { best });
        face.extend(best.iter().copied().map(corner));
    }
    fn rounding(&self) -> f64 {
        self.rounding
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// The Minkowski difference A − B = { a − b }.
///
/// It contains the origin if and only if A and B have a common point. Otherwise its distance from the origin is the
/// distance of A and B. The shapes stand in their poses, in the world's frame; the formula of a pose is evaluated
/// without rounding ([`crate::Quaternion`]). If a pose is not finite, queries with the result have no finite bounds.
/// Time O(n log n), where n is the number of pairs of vertices.
///
/// ```
/// use clearance::{Hull, Pose, Shape, minkowski_difference, vec2};
///
/// let square = Hull::new(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]).unwrap();
/// let triangle = Hull::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap().at(Pose::translation([3.0, 0.0]));
/// let difference = minkowski_difference(&square, &triangle);
/// // One side for each direction of a side of A or −B; two directions coincide.
/// assert_eq!(difference.vertices().len(), 5);
/// // The nearest point to the origin, (−2, 0), is on the side between these two vertices.
/// assert!([vec2(-2.0, -1.0), vec2(-2.0, 1.0)].iter().all(|v| difference.vertices().contains(v)));
/// ```
#[doc(alias = "minkowski")]
#[doc(alias = "configuration space obstacle")]
#[doc(alias = "cso")]
pub fn minkowski_difference<V: Vector>(
    a: &(impl Polytope<V> + ?Sized),
    b: &(impl Polytope<V> + ?Sized),
) -> MinkowskiHull<V::Wide> {
    V::Wide::minkowski(&View::of(&a), &View::of(&b), true)
}

/// The Minkowski sum A + B = { a + b }.
///
/// The shapes stand in their poses, as for [`minkowski_difference`]. Time O(n log n), where n is the number of pairs of
/// vertices.
///
/// ```
/// use clearance::{Hull, minkowski_sum};
///
/// // A segment along z and a square make a prism.
/// let segment = Hull::new(&[[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]]).unwrap();
/// let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let prism = minkowski_sum(&segment, &Hull::new(&square).unwrap());
/// assert_eq!((prism.vertices().len(), prism.face_count(), prism.dimension()), (8, 6, 3));
/// ```
#[doc(alias = "minkowski")]
pub fn minkowski_sum<V: Vector>(
    a: &(impl Polytope<V> + ?Sized),
    b: &(impl Polytope<V> + ?Sized),
) -> MinkowskiHull<V::Wide> {
    V::Wide::minkowski(&View::of(&a), &View::of(&b), false)
}

/// The vertices in the world's frame, without rounding, and whether the numbers of the pose are finite.
fn placed_vertices<W: WideVector>(shape: &View<'_, W>) -> (Vec<W::Exact>, bool) {
    let pose = shape.pose().or_nowhere();
    let vertices = (0..shape.vertex_count().max(1)).map(|index| pose.apply_exact(&shape.exact_vertex(index)));
    (vertices.collect(), pose.translation.is_finite() && shape.extent().is_finite())
}

/// The hull of one point for each pair of vertices.
pub(crate) fn hull_of_pairs<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>, is_difference: bool) -> MinkowskiHull<W> {
    let ((corners_a, finite_a), (corners_b, finite_b)) = (placed_vertices(a), placed_vertices(b));
    let pair = |index: usize| (index / corners_b.len(), index % corners_b.len());
    let exact = |index: usize| {
        let (i, j) = pair(index);
        let (p, q) = (&corners_a[i], &corners_b[j]);
        if is_difference { p.minus(q) } else { p.plus(q) }
    };
    hull_of_exact(corners_a.len() * corners_b.len(), &exact, finite_a && finite_b, pair)
}

/// The hull of the vertices of a shape in its own frame, without its radius. The shape has vertices.
pub(crate) fn exact_hull<W: WideVector>(shape: &View<'_, W>) -> MinkowskiHull<W> {
    let vertices: Vec<W::Exact> = (0..shape.vertex_count()).map(|index| shape.exact_vertex(index)).collect();
    hull_of_exact(vertices.len(), &|index| vertices[index].clone(), shape.extent().is_finite(), |index| (index, 0))
}

/// The hull of exact points, each of them made of a pair of vertices. If a number they are made of is not finite,
/// nothing is known of it.
fn hull_of_exact<W: WideVector>(
    count: usize,
    exact: &dyn Fn(usize) -> W::Exact,
    is_finite: bool,
    pair: impl Fn(usize) -> (usize, usize),
) -> MinkowskiHull<W> {
    let rounded = |point: &W::Exact| {
        (0..W::DIM).fold(W::ORIGIN, |v, axis| v.with_coordinate(axis, point.coordinate(axis).to_f64()))
    };
    let points: Vec<W> = (0..count).map(|index| rounded(&exact(index))).collect();
    // Each coordinate has one rounding.
    let cloud = ExactPoints::new(points.iter().copied(), 2.0, exact);
    let skeleton = skeleton(&cloud);
    let vertices: Vec<W> = skeleton.vertices.iter().map(|&index| points[index]).collect();
    let known: Vec<W::Exact> = skeleton.vertices.iter().map(|&index| exact(index)).collect();
    // The error of a vertex is at most √3 times that of a coordinate. The farthest rounded vertex lacks at most twice
    // that to the farthest one.
    let is_known = is_finite && vertices.iter().all(|vertex| vertex.is_finite());
    let error = vertices.iter().zip(&known).fold(0.0, |most, (v, e)| greater(most, largest_difference(*v, e)));
    let rounding = if is_known { 4.0 * error } else { f64::INFINITY };
    let extent = vertices.iter().fold(0.0f64, |extent, vertex| extent.max(vertex.max_abs()));
    MinkowskiHull {
        pairs: skeleton.vertices.iter().map(|&index| (pair(index).0 as u32, pair(index).1 as u32)).collect(),
        vertices,
        exact: known,
        faces: skeleton.faces,
        dimension: skeleton.dimension,
        rounding,
        extent: extent + rounding,
    }
}

/// An upper bound of the greatest difference of a coordinate, up to the factor 1 + u.
fn largest_difference<W: WideVector>(rounded: W, exact: &W::Exact) -> f64 {
    (0..W::DIM).fold(0.0, |most, axis| {
        let difference = exact.coordinate(axis).minus(&Dyadic::from(*rounded.coordinate(axis)));
        // A difference below the range is not zero.
        greater(most, if difference.is_zero() { 0.0 } else { difference.to_f64().abs().next_up() })
    })
}
