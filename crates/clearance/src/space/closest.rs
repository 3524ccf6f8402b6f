//! The point of a segment, triangle, tetrahedron or convex polygon nearest to a query point, by Voronoi regions.
//!
//! **Problem.** A simplex divides space into Voronoi regions, one for each vertex, edge and face: the points that are
//! nearest to it. Find the region of the query point, and the barycentric coordinates of the nearest point.
//!
//! **Method.** With the query point as the origin: the point z in the interior of a face is the nearest one if and only
//! if −z·(x − z) ≤ 0 for each other corner x. Without division:
//! 1. Vertex a: −a·(x − a) ≤ 0.
//! 2. Edge ab: the weights b·(b − a) and −a·(b − a), over |b − a|², are positive. Each other corner x has a weight ≤ 0
//!    in the triangle abx.
//! 3. Triangle: with n = (b − a) ∧ (c − a) the weights n·(b ∧ c), n·(c ∧ a), n·(a ∧ b), over n·n, are positive. A
//!    fourth corner x is not nearer than the plane: −(n·a)(n·(x − a)) ≤ 0.
//! 4. Tetrahedron: the weights are signed volumes with the origin. All have the sign of their sum.
//!
//! Signs are computed in floats with a running bound of the error. If they do not prove a region, it is found in exact
//! numbers. The weights are computed in double-double numbers, in the second case in exact ones, and rounded once.
//!
//! **Accuracy.** The region is exact. Weights proven positive by floats have a relative error below 2⁻⁵⁰ in
//! double-double numbers ([`crate::numbers::near`] says why). So the point is within a few roundings of the greatest
//! coordinate of the corners and the query point, however thin the simplex.
//!
//! **Special cases.** Repeated, collinear or coplanar corners: a point may be in the interior of several faces. The
//! region is one of the lowest dimension, of these the first. A query point at corner 2 that lies within the edge 0-1
//! is in the region of vertex 2. Any finite coordinates are allowed, since floats are first scaled by a power of two,
//! and exact numbers have no range.
//!
//! **References.** Ericson 2005, 5.1.2, 5.1.5, 5.1.6; Catto 2010 (regions and figures). Departure: Ericson finds the
//! region by sign tests in floats, which fail for thin triangles. The distance loop does not use these functions;
//! [`crate::distance::simplex`] says why.

mod regions;
#[cfg(test)]
mod tests;

pub(crate) use regions::nearest_weights;

use crate::numbers::each::Each;
use crate::numbers::real::{Real, exponent_of, larger, ldexp};
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector};
use core::fmt;
use regions::{double_corners, exact, exact_nearest, near_corners, nearest_region, weights};

/// The Voronoi region of a query point: the nearest vertex, edge or face, given by the indices of its corners.
///
/// A segment, a triangle and a polygon name alike. A point on an edge is in the region of the edge, a point on a corner
/// in that of the corner, also if the corners are collinear. The interior of a triangle or of a polygon is a face.
///
/// ```
/// use clearance::{Region, closest_on_triangle, vec2};
///
/// let triangle = [vec2(0.0f64, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
/// assert_eq!(closest_on_triangle(vec2(1.0, -2.0), triangle).region, Region::Edge(0, 1));
/// assert_eq!(closest_on_triangle(vec2(-1.0, -2.0), triangle).region, Region::Vertex(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The corner with this index.
    Vertex(usize),
    /// The interior of the edge between two corners.
    Edge(usize, usize),
    /// The interior of the triangle of three corners. In the interior of a polygon it is the triangle of corner 0 and
    /// two corners next to each other that holds the query point.
    Face(usize, usize, usize),
    /// The interior of the tetrahedron, with the corners 0, 1, 2 and 3.
    Inside,
}

impl fmt::Display for Region {
    /// For example "vertex 0", "edge 0-1", "face 0-1-2" or "inside".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(a) => write!(f, "vertex {a}"),
            Self::Edge(a, b) => write!(f, "edge {a}-{b}"),
            Self::Face(a, b, c) => write!(f, "face {a}-{b}-{c}"),
            Self::Inside => f.write_str("inside"),
        }
    }
}

impl Region {
    /// The indices of the corners of the region, in the order of its name: one to four.
    ///
    /// ```
    /// use clearance::Region;
    ///
    /// assert_eq!(Region::Edge(2, 3).corners().collect::<Vec<_>>(), [2, 3]);
    /// assert_eq!(Region::Inside.corners().collect::<Vec<_>>(), [0, 1, 2, 3]);
    /// ```
    pub fn corners(self) -> impl Iterator<Item = usize> {
        let (corners, count) = match self {
            Self::Vertex(a) => ([a, 0, 0, 0], 1),
            Self::Edge(a, b) => ([a, b, 0, 0], 2),
            Self::Face(a, b, c) => ([a, b, c, 0], 3),
            Self::Inside => ([0, 1, 2, 3], 4),
        };
        corners.into_iter().take(count)
    }
}

/// The nearest point of a simplex or polygon.
///
/// `point` is the sum of the corners that `region` names, each times its weight.
///
/// [`closest_on_segment`] and [`closest_on_triangle`] have examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V> {
    /// The nearest point, in the frame of the corners.
    pub point: V,
    /// The region of the query point.
    pub region: Region,
    /// The barycentric coordinates of `point`, in the order in which `region` names its corners. The rest are 0.
    ///
    /// They are not negative, and their sum is 1 up to rounding. [`Closest::corners`] gives them with their corners.
    #[doc(alias = "barycentric")]
    pub weights: [f64; 4],
}

impl<V> Closest<V> {
    /// The corners that `region` names, each with its weight.
    ///
    /// ```
    /// use clearance::{closest_on_triangle, vec2};
    ///
    /// let nearest = closest_on_triangle(vec2(3.0, 3.0), [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)]);
    /// assert_eq!(nearest.corners().collect::<Vec<_>>(), [(1, 0.5), (2, 0.5)]);
    /// ```
    pub fn corners(&self) -> impl Iterator<Item = (usize, f64)> {
        self.region.corners().zip(self.weights)
    }
}

/// The point of the segment from `a` to `b` nearest to `query`. Coordinates must be finite.
///
/// ```
/// use clearance::{Region, closest_on_segment, vec2};
///
/// let nearest = closest_on_segment(vec2(1.0, 5.0), [vec2(0.0, 0.0), vec2(4.0, 0.0)]);
/// assert_eq!(nearest.point, vec2(1.0, 0.0));
/// assert_eq!(nearest.region, Region::Edge(0, 1));
/// assert_eq!(nearest.weights[..2], [0.75, 0.25]);
/// ```
pub fn closest_on_segment<V: Vector>(query: V, [a, b]: [V; 2]) -> Closest<V> {
    closest(query, &[a, b])
}

/// The point of the triangle nearest to `query`, in the plane or in space. Coordinates must be finite.
///
/// ```
/// use clearance::{Region, closest_on_triangle, vec3};
///
/// let corners = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)];
/// let nearest = closest_on_triangle(vec3(1.0, 2.0, 7.0), corners);
/// assert_eq!(nearest.region, Region::Face(0, 1, 2));
/// assert_eq!(nearest.weights[..3], [0.25, 0.25, 0.5]);
/// // Beyond the long side.
/// let nearest = closest_on_triangle(vec3(3.0, 3.0, 1.0), corners);
/// assert_eq!((nearest.point, nearest.region), (vec3(2.0, 2.0, 0.0), Region::Edge(1, 2)));
/// ```
pub fn closest_on_triangle<V: Vector>(query: V, corners: [V; 3]) -> Closest<V> {
    closest(query, &corners)
}

/// The point of the tetrahedron nearest to `query`. Coordinates must be finite.
///
/// ```
/// use clearance::{Region, closest_on_tetrahedron, vec3};
///
/// let corners = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0), vec3(0.0, 0.0, 4.0)];
/// let inside = closest_on_tetrahedron(vec3(1.0, 1.0, 1.0), corners);
/// assert_eq!((inside.region, inside.weights), (Region::Inside, [0.25; 4]));
/// let below = closest_on_tetrahedron(vec3(1.0, 2.0, -3.0), corners);
/// assert_eq!((below.region, below.point), (Region::Face(0, 1, 2), vec3(1.0, 2.0, 0.0)));
/// ```
pub fn closest_on_tetrahedron<T: Real>(query: Vec3<T>, corners: [Vec3<T>; 4]) -> Closest<Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    closest(query, &corners)
}

/// The point of a convex polygon nearest to `query`. The corners are in counter-clockwise order; coordinates must be
/// finite.
///
/// Time O(n). For many queries, for exact regions and for corners in any order build a [`crate::Hull`].
///
/// # Panics
/// If there are no corners.
///
/// ```
/// use clearance::{Region, closest_on_polygon, vec2};
///
/// let square = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
/// let nearest = closest_on_polygon(vec2(3.0, 6.0), &square);
/// assert_eq!((nearest.point, nearest.region), (vec2(3.0, 4.0), Region::Edge(2, 3)));
/// assert_eq!(nearest.weights[..2], [0.75, 0.25]);
/// // Inside: a triangle of corner 0 and two others.
/// let inside = closest_on_polygon(vec2(2.0, 1.0), &square);
/// assert_eq!((inside.point, inside.region), (vec2(2.0, 1.0), Region::Face(0, 1, 2)));
/// assert_eq!(inside.weights[..3], [0.5, 0.25, 0.25]);
/// ```
pub fn closest_on_polygon<T: Real>(query: Vec2<T>, corners: &[Vec2<T>]) -> Closest<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    let count = corners.len();
    let next = |i: usize| (i + 1) % count;
    let inward = |i: usize| {
        let [p, q] = relative_corners(query, &[corners[i], corners[next(i)]]).0;
        p.wedge(&q) > 0.0
    };
    if count > 2 && (0..count).all(inward) {
        return in_fan(query, corners);
    }
    let side = |i: usize| {
        let nearest = closest_on_segment(query, [corners[i], corners[next(i)]]);
        let region = match nearest.region {
            Region::Vertex(end) => Region::Vertex(if end == 0 { i } else { next(i) }),
            _ => Region::Edge(i, next(i)),
        };
        Closest { region, ..nearest }
    };
    let far = |nearest: &Closest<Vec2<T>>| {
        let ([offset], exponent) = relative_corners(query, &[nearest.point]);
        ldexp(offset.length(), exponent)
    };
    let closer = |best: Closest<Vec2<T>>, other: Closest<Vec2<T>>| if far(&other) < far(&best) { other } else { best };
    (1..count).map(side).fold(side(0), closer)
}

/// The query point in the interior of a polygon, as a point of the fan of triangles around corner 0. On a diagonal of
/// the fan one weight is 0.
fn in_fan<T: Real>(query: Vec2<T>, corners: &[Vec2<T>]) -> Closest<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    // The diagonals turn counter-clockwise. The triangle is before the first one that has the query point on its right,
    // or the last triangle.
    let last = corners.len() - 1;
    let is_left_of = |i: usize| {
        let [p, q] = relative_corners(query, &[corners[0], corners[i]]).0;
        p.wedge(&q) > 0.0
    };
    let after = (2..last).find(|&i| !is_left_of(i)).unwrap_or(last);
    let ([p, q, r], _) = relative_corners(query, &[corners[0], corners[after - 1], corners[after]]);
    let parts = [q.wedge(&r), r.wedge(&p), p.wedge(&q)].each(|part| larger(part, 0.0));
    let sum = parts[0] + parts[1] + parts[2];
    let [u, v, w] = parts.each(|part| part / sum);
    Closest { point: query, region: Region::Face(0, after - 1, after), weights: [u, v, w, 0.0] }
}

/// Corners relative to the query point, divided by 2^exponent such that the largest coordinate is about 1.
fn relative_corners<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> ([V::Wide; N], i32) {
    // Numbers are halved first, since the difference of two finite numbers may be out of range.
    let halves = corners.map(|corner| corner.widen() * 0.5 - query.widen() * 0.5);
    let largest = halves.iter().fold(0.0f64, |largest, offset| largest.max(offset.max_abs()));
    let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
    (halves.map(|offset| offset.scaled_by_power(-exponent)), exponent)
}

/// The nearest point of a simplex.
fn closest<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> Closest<V> {
    let double = double_corners(query, corners);
    let (region, weights) = match nearest_region(&near_corners(&double)) {
        Some(region) => (region, weights(&double, region, |part, sum| part.divided_by(*sum).high)),
        None => exact_nearest(&corners.map(|corner| exact(corner).minus(&exact(query)))),
    };
    let point = match region {
        Region::Vertex(corner) => corners[corner],
        Region::Inside => query,
        Region::Face(..) if V::Wide::DIM == 2 => query,
        _ => V::narrow(
            region
                .corners()
                .zip(weights)
                .fold(V::ORIGIN.widen(), |sum, (corner, weight)| sum + corners[corner].widen() * weight),
        ),
    };
    Closest { point, region, weights }
}
