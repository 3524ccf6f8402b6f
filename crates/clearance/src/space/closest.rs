//! The point of a segment, triangle, tetrahedron or convex polygon nearest to a query point, by Voronoi regions.
//!
//! **Problem.** A simplex divides space into Voronoi regions, one for each vertex, edge and face: the points that are
//! nearest to it. Find the region of the query point, and the barycentric coordinates of the nearest point.
//!
//! **Method.** With the query point as the origin:
//! 1. Segment AB: u = B·(B − A) and v = −A·(B − A) are |AB|² times the weights of A and B. If v ≤ 0: vertex A. If u ≤
//!    0: vertex B. Otherwise the edge, A·u/(u + v) + B·v/(u + v).
//! 2. Triangle: with n = (B − A) ∧ (C − A) the weights are n·(B ∧ C), n·(C ∧ A), n·(A ∧ B) over n·n. If all are
//!    positive: the face. Otherwise the nearest of the nearest points of the three edges.
//! 3. Tetrahedron: the weights are signed volumes with the origin. If all have the sign of the whole volume: inside.
//!    Otherwise the nearest of the nearest points of the four triangles.
//!
//! **Special cases.** Repeated, collinear or coplanar corners: no weights of the face or volume are all positive, so
//! the nearest point is found on an edge or vertex. Ties: the corners that come first. Any finite coordinates are
//! allowed, since lengths are first scaled by a power of two.
//!
//! **References.** Ericson 2005, 5.1.2, 5.1.5, 5.1.6; Catto 2010 (regions and figures). Departure: Ericson finds the
//! region by sign tests, which fail for thin triangles. Here all edges are tried for a point outside. The distance loop
//! does not use these functions; [`crate::distance::simplex`] says why.

use crate::numbers::real::{Real, exponent_of, larger, ldexp};
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec3};
use core::fmt;

/// The Voronoi region of a query point: the nearest vertex, edge or face, given by the indices of its corners.
///
/// A segment, a triangle and a polygon name alike. A point on an edge is in the region of the edge, a point on a corner
/// in that of the corner. The interior of a triangle or of a polygon is a face.
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
    closest(query, &[a, b], |p| on_segment(p, [0, 1]))
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
    closest(query, &corners, |p| on_triangle(p, [0, 1, 2]))
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
    closest(query, &corners, on_tetrahedron)
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
    let parts = [q.wedge(&r), r.wedge(&p), p.wedge(&q)].map(|part| larger(part, 0.0));
    let sum = parts[0] + parts[1] + parts[2];
    let [u, v, w] = parts.map(|part| part / sum);
    Closest { point: query, region: Region::Face(0, after - 1, after), weights: [u, v, w, 0.0] }
}

/// A nearest point, relative to the query point. The weights are in the order of all corners of the simplex.
#[derive(Clone, Copy)]
struct Weighted {
    region: Region,
    weights: [f64; 4],
    distance_squared: f64,
}

/// Corners relative to the query point, divided by 2^exponent such that the largest coordinate is about 1.
fn relative_corners<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> ([V::Wide; N], i32) {
    // Numbers are halved first, since the difference of two finite numbers may be out of range.
    let halves = corners.map(|corner| corner.widen() * 0.5 - query.widen() * 0.5);
    let largest = halves.iter().fold(0.0f64, |largest, offset| largest.max(offset.max_abs()));
    let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
    (halves.map(|offset| offset.scaled_by_power(-exponent)), exponent)
}

/// The nearest point of a simplex. `nearest` gets the corners relative to the query point.
fn closest<V: Vector, const N: usize>(
    query: V,
    corners: &[V; N],
    nearest: impl Fn(&[V::Wide; N]) -> Weighted,
) -> Closest<V> {
    let Weighted { region, weights, .. } = nearest(&relative_corners(query, corners).0);
    let point = match region {
        Region::Vertex(corner) => corners[corner],
        Region::Inside => query,
        Region::Face(..) if V::Wide::DIM == 2 => query,
        _ => V::narrow(
            corners.iter().zip(weights).fold(V::ORIGIN.widen(), |sum, (corner, weight)| sum + corner.widen() * weight),
        ),
    };
    let mut named = [0.0; 4];
    for (place, corner) in region.corners().enumerate() {
        named[place] = weights[corner];
    }
    Closest { point, region, weights: named }
}

/// The weights of the point nearest to the origin in the hull of one to `DIM + 1` points.
pub(crate) fn nearest_weights<W: WideVector>(points: &[W]) -> [f64; 4] {
    let nearest = match *points {
        [_] => weighted_point(points, Region::Vertex(0), &[(0, 1.0)]),
        [_, _] => on_segment(points, [0, 1]),
        [_, _, _] => on_triangle(points, [0, 1, 2]),
        [..] => on_tetrahedron(&[0, 1, 2, 3].map(|corner| {
            let [x, y, z] = points[corner].padded();
            vec3(x, y, z)
        })),
    };
    nearest.weights
}

/// The point with weights proportional to `parts`, which are pairs of a corner and a number.
fn weighted_point<W: WideVector>(points: &[W], region: Region, parts: &[(usize, f64)]) -> Weighted {
    let sum: f64 = parts.iter().map(|part| part.1).sum();
    let mut weights = [0.0; 4];
    for &(corner, part) in parts {
        weights[corner] = part / sum;
    }
    let point =
        points.iter().zip(weights).fold(<W as Space>::zero(), |point, (&corner, weight)| point + corner * weight);
    Weighted { region, weights, distance_squared: point.length_squared() }
}

fn on_segment<W: WideVector>(points: &[W], [a, b]: [usize; 2]) -> Weighted {
    let along = points[b] - points[a];
    let (u, v) = (points[b].dot(&along), -points[a].dot(&along));
    if !(v > 0.0) {
        weighted_point(points, Region::Vertex(a), &[(a, 1.0)])
    } else if !(u > 0.0) {
        weighted_point(points, Region::Vertex(b), &[(b, 1.0)])
    } else {
        weighted_point(points, Region::Edge(a, b), &[(a, u), (b, v)])
    }
}

fn on_triangle<W: WideVector>(points: &[W], [a, b, c]: [usize; 3]) -> Weighted {
    let [p, q, r] = [points[a], points[b], points[c]];
    let n = (q - p).wedge(&(r - p));
    let part = |s: W, t: W| W::dot_areas(&n, &s.wedge(&t));
    let (u, v, w) = (part(q, r), part(r, p), part(p, q));
    if u > 0.0 && v > 0.0 && w > 0.0 {
        return weighted_point(points, Region::Face(a, b, c), &[(a, u), (b, v), (c, w)]);
    }
    nearer(nearer(on_segment(points, [a, b]), on_segment(points, [a, c])), on_segment(points, [b, c]))
}

fn on_tetrahedron(points: &[Vec3<f64>; 4]) -> Weighted {
    let [p, q, r, s] = *points;
    let volume = |x: Vec3<f64>, y: Vec3<f64>, z: Vec3<f64>| x.dot(y.wedge(&z));
    let parts = [volume(q, r, s), -volume(p, r, s), volume(p, q, s), -volume(p, q, r)];
    if parts.iter().all(|&part| part > 0.0) || parts.iter().all(|&part| part < 0.0) {
        let parts = [0, 1, 2, 3].map(|corner| (corner, parts[corner]));
        return weighted_point(points, Region::Inside, &parts);
    }
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    let [first, rest @ ..] = faces.map(|face| on_triangle(points, face));
    rest.into_iter().fold(first, nearer)
}

fn nearer(first: Weighted, second: Weighted) -> Weighted {
    if second.distance_squared < first.distance_squared { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::space::vector::vec2;

    /// The least distance of many points of the simplex. Their weights are multiples of 1/steps.
    fn brute_force(query: Vec3<f64>, corners: &[Vec3<f64>], steps: usize) -> f64 {
        let mut best = f64::INFINITY;
        for i in 0..=steps {
            for j in 0..=steps - i {
                for k in 0..=if corners.len() > 3 { steps - i - j } else { 0 } {
                    let share = |n: usize| n as f64 / steps as f64;
                    let rest = share(steps - i - j - k);
                    let mut point = corners[0] * rest + corners[1] * share(i) + corners[2] * share(j);
                    if corners.len() > 3 {
                        point += corners[3] * share(k);
                    }
                    best = best.min((point - query).length());
                }
            }
        }
        best
    }

    #[test]
    fn the_seven_regions_of_a_triangle() {
        let corners = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
        let region = |x: f64, y: f64| closest_on_triangle(vec2(x, y), corners).region;
        assert_eq!(region(1.0, 1.0), Region::Face(0, 1, 2));
        assert_eq!(region(-1.0, -1.0), Region::Vertex(0));
        assert_eq!(region(6.0, -1.0), Region::Vertex(1));
        assert_eq!(region(-1.0, 6.0), Region::Vertex(2));
        assert_eq!(region(2.0, -1.0), Region::Edge(0, 1));
        assert_eq!(region(-1.0, 2.0), Region::Edge(0, 2));
        assert_eq!(region(3.0, 3.0), Region::Edge(1, 2));
        assert_eq!(closest_on_triangle(vec2(3.0, 3.0), corners).point, vec2(2.0, 2.0));
    }

    #[test]
    fn no_sample_of_a_triangle_or_tetrahedron_is_nearer() {
        let mut random = Random(3);
        let mut seen = [0; 4];
        for _ in 0..600 {
            let corners = [random.point(), random.point(), random.point(), random.point()];
            let query = random.point() * 0.6;
            let found = closest_on_tetrahedron(query, corners);
            seen[match found.region {
                Region::Vertex(_) => 0,
                Region::Edge(..) => 1,
                Region::Face(..) => 2,
                Region::Inside => 3,
            }] += 1;
            let distance = (found.point - query).length();
            let sampled = brute_force(query, &corners, 20);
            assert!(distance <= sampled + 1e-12 && sampled <= distance + 0.2);
            let triangle = closest_on_triangle(query, [corners[0], corners[1], corners[2]]);
            let (distance, sampled) = ((triangle.point - query).length(), brute_force(query, &corners[..3], 40));
            assert!(distance <= sampled + 1e-12 && sampled <= distance + 0.1);
        }
        assert!(seen.iter().all(|&count| count > 15), "each region occurred: {seen:?}");
    }

    #[test]
    fn degenerate_simplices_fall_to_what_they_are() {
        let p = vec3(1.0, 2.0, 3.0);
        let here = closest_on_tetrahedron(vec3(0.0, 0.0, 0.0), [p; 4]);
        assert_eq!((here.point, here.region), (p, Region::Vertex(0)));
        let line = [vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(3.0, 3.0, 0.0)];
        assert_eq!(closest_on_triangle(vec3(2.0, 2.0, 5.0), line).point, vec3(2.0, 2.0, 0.0));
        let flat = [line[0], vec3(2.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0), vec3(2.0, 2.0, 0.0)];
        assert_eq!(closest_on_tetrahedron(vec3(1.5, 0.5, 1.0), flat).point, vec3(1.5, 0.5, 0.0));
    }

    #[test]
    fn thin_triangles_and_far_scales_are_no_trouble() {
        for scale in [1e-300, 1e-30, 1.0, 1e30, 1e300] {
            let thin = [vec3(0.0, 0.0, 0.0), vec3(scale, 0.0, 0.0), vec3(scale / 2.0, scale * 1e-14, 0.0)];
            let found = closest_on_triangle(vec3(scale / 4.0, 0.0, scale), thin);
            assert!((found.point - vec3(scale / 4.0, 0.0, 0.0)).max_abs() <= 1e-13 * scale, "{found:?}");
        }
    }

    #[test]
    fn a_point_and_a_polygon() {
        let hexagon: std::vec::Vec<_> = (0..6)
            .map(|k| {
                let angle = std::f64::consts::TAU * f64::from(k) / 6.0;
                vec2(angle.cos(), angle.sin())
            })
            .collect();
        assert_eq!(closest_on_polygon(vec2(0.1, 0.2), &hexagon).region, Region::Face(0, 2, 3));
        assert_eq!(closest_on_polygon(vec2(3.0, 0.0), &hexagon).region, Region::Vertex(0));
        let side = closest_on_polygon(vec2(1.5, 1.5 / 3.0f64.sqrt()), &hexagon);
        assert_eq!(side.region, Region::Edge(0, 1));
        assert!((side.weights[0] - 0.5).abs() < 1e-15);
        assert_eq!(closest_on_polygon(vec2(3.0f32, 4.0), &[vec2(0.0, 0.0)]).point, vec2(0.0, 0.0));
    }
}
