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

use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::near::{Near, Signed};
use crate::numbers::real::{Real, Ring, exponent_of, larger, ldexp};
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec3};
use core::cmp::Ordering;
use core::fmt;

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
/// Corners relative to the query point, divided by a power of two such that the largest coordinate is about 1. A
/// difference that is out of range is not finite.
fn double_corners<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> [Vec3<Double>; N] {
    let query = query.widen().padded();
    let offsets = corners.map(|corner| {
        let corner = corner.widen().padded();
        [0, 1, 2].each(|axis| Double::sum(corner[axis], -query[axis]))
    });
    let largest = offsets.iter().flatten().fold(0.0f64, |largest, offset| largest.max(offset.high.abs()));
    let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
    offsets.map(|offset| {
        let [x, y, z] =
            offset.each(|Double { high, low }| Double { high: ldexp(high, -exponent), low: ldexp(low, -exponent) });
        vec3(x, y, z)
    })
}

fn near_corners<const N: usize>(corners: &[Vec3<Double>; N]) -> [Vec3<Near>; N] {
    corners.map(|corner| vec3(corner.x.into(), corner.y.into(), corner.z.into()))
}

fn exact<V: Vector>(point: V) -> Vec3<Dyadic> {
    let [x, y, z] = point.widen().padded().each(Dyadic::from);
    vec3(x, y, z)
}

/// The weights of the point nearest to the origin in the hull of one to `DIM + 1` points, in their order.
///
/// The points carry rounding errors, so the signs are those of double-double numbers.
pub(crate) fn nearest_weights<W: WideVector>(points: &[W]) -> [f64; 4] {
    let mut double = [vec3(Double::ZERO, Double::ZERO, Double::ZERO); 4];
    for (place, point) in double.iter_mut().zip(points) {
        let [x, y, z] = point.padded().each(Double::from);
        *place = vec3(x, y, z);
    }
    let double = &double[..points.len()];
    let (region, named) = match nearest_region(double) {
        Some(region) => (region, weights(double, region, |part, sum| part.divided_by(*sum).high)),
        None => exact_nearest(&points.iter().map(|&point| exact(point)).collect::<alloc::vec::Vec<_>>()),
    };
    let mut all = [0.0; 4];
    for (corner, weight) in region.corners().zip(named) {
        all[corner] = weight;
    }
    all
}

/// The region of the origin and the weights, each rounded once.
#[cold]
fn exact_nearest(points: &[Vec3<Dyadic>]) -> (Region, [f64; 4]) {
    // One of the regions holds the origin.
    let region = nearest_region(points).unwrap_or(Region::Vertex(0));
    let quotient = |part: &Dyadic, sum: &Dyadic| {
        let ((m, e), (n, f)) = (part.to_double(), sum.to_double());
        ldexp(m.divided_by(n).high, e - f)
    };
    (region, weights(points, region, quotient))
}

/// The region of the origin, if signs prove one. Always in exact numbers.
fn nearest_region<R: Signed>(points: &[Vec3<R>]) -> Option<Region> {
    let count = points.len();
    // The interior of a simplex with volume has no point in common with a smaller face. Most queries end here.
    let whole = match count {
        1 => return Some(Region::Vertex(0)),
        2 => Region::Edge(0, 1),
        3 => Region::Face(0, 1, 2),
        _ => Region::Inside,
    };
    if is_nearest(points, whole) == Some(true) {
        return Some(whole);
    }
    let vertices = (0..count).map(Region::Vertex);
    let edges = (1..count).flat_map(|b| (0..b).map(move |a| Region::Edge(a, b)));
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].each(|[a, b, c]| Region::Face(a, b, c));
    for region in vertices.chain(edges).chain(faces).filter(|region| region.corners().count() < count) {
        if is_nearest(points, region)? {
            return Some(region);
        }
    }
    None
}

/// Whether the point of the plane or line of `region` nearest to the origin is in its interior, and no other corner
/// leads nearer. `None` if signs do not tell.
fn is_nearest<R: Signed>(points: &[Vec3<R>], region: Region) -> Option<bool> {
    let parts = parts(points, region);
    let mut is_known = true;
    for part in &parts[..region.corners().count()] {
        match part.sign() {
            Some(Ordering::Greater) => {}
            Some(_) => return Some(false),
            None => is_known = false,
        }
    }
    for other in (0..points.len()).filter(|&other| region.corners().all(|corner| corner != other)) {
        match gain(points, region, &points[other]).sign() {
            Some(Ordering::Greater) => return Some(false),
            Some(_) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

/// Numbers proportional to the weights of the point of the plane or line of `region` nearest to the origin. They are in
/// the order of its corners; their sum is not negative.
fn parts<R: Ring>(points: &[Vec3<R>], region: Region) -> [R; 4] {
    let zero = R::zero;
    match region {
        Region::Vertex(_) => [R::one(), zero(), zero(), zero()],
        Region::Edge(a, b) => {
            let along = points[b].minus(&points[a]);
            [Space::dot(&points[b], &along), Space::dot(&points[a], &along).negated(), zero(), zero()]
        }
        Region::Face(a, b, c) => {
            let [p, q, r] = [a, b, c].each(|corner| &points[corner]);
            let n = Space::wedge(&q.minus(p), &r.minus(p));
            let part = |s: &Vec3<R>, t: &Vec3<R>| Space::dot(&n, &Space::wedge(s, t));
            [part(q, r), part(r, p), part(p, q), zero()]
        }
        Region::Inside => {
            let [p, q, r, s] = [0, 1, 2, 3].each(|corner| &points[corner]);
            let (pq, rs) = (Space::wedge(p, q), Space::wedge(r, s));
            let volumes =
                [Space::dot(q, &rs), Space::dot(p, &rs).negated(), Space::dot(s, &pq), Space::dot(r, &pq).negated()];
            let sum = sum(&volumes);
            volumes.each(|volume| volume.times(&sum))
        }
    }
}

/// A positive multiple of −z·(x − z) for the nearest point z of [`parts`] and another corner x. It is positive if the
/// way from z to x leads nearer to the origin at first.
fn gain<R: Ring>(points: &[Vec3<R>], region: Region, x: &Vec3<R>) -> R {
    match region {
        Region::Vertex(a) => Space::dot(&points[a], &points[a].minus(x)),
        Region::Edge(a, b) => {
            let (p, q) = (&points[a], &points[b]);
            Space::dot(&Space::wedge(&q.minus(p), &x.minus(p)), &Space::wedge(p, q))
        }
        Region::Face(a, b, c) => {
            let [p, q, r] = [a, b, c].each(|corner| &points[corner]);
            let n = Space::wedge(&q.minus(p), &r.minus(p));
            Space::dot(&n, p).times(&Space::dot(&n, &p.minus(x)))
        }
        Region::Inside => R::zero(),
    }
}

fn sum<R: Ring>(parts: &[R; 4]) -> R {
    parts.iter().fold(R::zero(), |sum, part| sum.plus(part))
}

/// The weights of a region that was found, in the order of its corners.
fn weights<R: Ring>(points: &[Vec3<R>], region: Region, quotient: impl Fn(&R, &R) -> f64) -> [f64; 4] {
    let parts = parts(points, region);
    let sum = sum(&parts);
    parts.each(|part| if part.is_zero() { 0.0 } else { quotient(&part, &sum) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::real::U;
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

    /// The law: weights that are not negative and sum to 1, and name the point; the point of the exact region.
    /// Returns whether floats did not prove the region.
    #[track_caller]
    fn assert_nearest<V: Vector, const N: usize>(query: V, corners: [V; N], found: Closest<V>) -> bool {
        let size = corners.iter().fold(query.widen().max_abs(), |size, corner| size.max(corner.widen().max_abs()));
        assert!(found.weights.iter().all(|&weight| weight >= 0.0), "{found:?}");
        assert!((found.weights.iter().sum::<f64>() - 1.0).abs() <= 4.0 * f64::EPSILON, "{found:?}");
        let sum = found.corners().fold(V::ORIGIN.widen(), |sum, (corner, w)| sum + corners[corner].widen() * w);
        let off = (sum - found.point.widen()).max_abs();
        assert!(off <= 16.0 * U * size, "{query:?} {corners:?} {found:?}: the sum is off by {off:e}");
        let points = corners.map(|corner| exact(corner).minus(&exact(query)));
        let (region, _) = exact_nearest(&points);
        assert_eq!(found.region, region, "{query:?} {corners:?}");
        let parts = parts(&points, region);
        let total = super::sum(&parts);
        let nearest = region.corners().zip(&parts).fold(Vec3::zero(), |z, (c, part)| z.plus(&points[c].scaled(part)));
        let place = nearest.plus(&exact(query).scaled(&total));
        let off = place.minus(&exact(found.point).scaled(&total));
        for axis in 0..3 {
            let off = Dyadic::to_f64(off.coordinate(axis)) / total.to_f64();
            assert!(off.abs() <= 16.0 * U * size, "{query:?} {corners:?} {found:?}: off by {off:e}");
        }
        nearest_region(&near_corners(&double_corners(query, &corners))).is_none()
    }

    /// Cause: the signs of the weights were rounding noise for corners that are nearly collinear or coplanar. Law: the
    /// point is the nearest one, and its weights name it, to a few roundings.
    #[test]
    fn nearly_collinear_and_nearly_flat_corners_have_the_right_point_and_weights() {
        let query = vec3(-1.32, 0.52, -0.12);
        let thin = [
            vec3(-0.6, -0.2, -0.2),
            vec3(0.30000000000000004, -1.1, -0.30000000000000004),
            vec3(-1.4100000000000001, 0.6100000000000001, -0.11),
        ];
        let found = closest_on_triangle(query, thin);
        assert_nearest(query, thin, found);
        assert!((found.point - query).length() < 1e-16, "{found:?}");
        let thin = [vec2(0.4, 0.1), vec2(-0.5, -0.5), vec2(1.21, 0.64)];
        let query = vec2(0.03999999999999998, -0.13999999999999999);
        assert_nearest(query, thin, closest_on_triangle(query, thin));
        let query = vec3(0.96, 0.38000000000000006, -1.01);
        let flat = [
            vec3(0.4, 0.8, -0.8),
            vec3(-0.4, 1.4, -0.5),
            vec3(-0.15999999999999992, 1.22, -0.5900000000000001),
            vec3(0.0, 1.1, -0.65),
        ];
        assert_nearest(query, flat, closest_on_tetrahedron(query, flat));
    }

    #[test]
    fn simplices_of_every_thickness_have_the_exact_region() {
        let mut random = Random(17);
        // The number of exact answers for thick simplices, and for thin ones.
        let mut exact = [0; 2];
        for round in 0..540 {
            let thickness = 10f64.powi(-(round % 18));
            let [a, along, side, up] = [random.point(), random.point(), random.point(), random.point()];
            let [s, t] = [random.signed(), random.signed()];
            let b = a + along;
            let line = a + along * (2.0 * s);
            // The query is near the simplex, or somewhere.
            let near = a + along * t + (side + up) * (thickness * s);
            let query = if round % 4 == 0 { random.point() * 2.0 } else { near };
            let thin = [a, b, line + side * thickness];
            let flat_and_thin = [a, b, line + side * thickness, a + along * s + up * thickness];
            let flat = [a, b, a + side, a + along * s + side * t + up * thickness];
            let plane = |p: Vec3<f64>| vec2(p.x, p.y);
            let mut count = |is_exact: bool| exact[usize::from(round % 18 > 8)] += usize::from(is_exact);
            count(assert_nearest(query, thin, closest_on_triangle(query, thin)));
            count(assert_nearest(query, flat, closest_on_tetrahedron(query, flat)));
            count(assert_nearest(query, flat_and_thin, closest_on_tetrahedron(query, flat_and_thin)));
            let (query, thin) = (plane(query), thin.map(plane));
            count(assert_nearest(query, thin, closest_on_triangle(query, thin)));
            let narrow = |p: Vec2<f64>| Vec2::<f32>::narrow(p);
            let (query, thin) = (narrow(query), thin.map(narrow));
            assert!(closest_on_triangle(query, thin).weights.iter().all(|&weight| weight >= 0.0));
        }
        // Of 1080 each.
        assert!(exact[0] < 216 && (108..972).contains(&exact[1]), "{exact:?} were exact");
    }

    #[test]
    fn the_region_of_collinear_corners_is_the_vertex_before_the_edge() {
        let line = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(1.0, 0.0)];
        let region = |x: f64, y: f64| closest_on_triangle(vec2(x, y), line).region;
        assert_eq!((region(1.0, 0.0), region(1.0, 3.0)), (Region::Vertex(2), Region::Vertex(2)));
        assert_eq!((region(0.5, 1.0), region(3.0, 0.0)), (Region::Edge(0, 1), Region::Edge(0, 1)));
        // The centre of a flat square is on both diagonals.
        let square = [vec3(0.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(2.0, 2.0, 0.0), vec3(0.0, 2.0, 0.0)];
        assert_eq!(closest_on_tetrahedron(vec3(1.0, 1.0, 5.0), square).region, Region::Edge(0, 2));
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
