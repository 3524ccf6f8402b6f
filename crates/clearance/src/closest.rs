//! The point of a segment, triangle, tetrahedron or convex polygon nearest to a query point, by Voronoi regions.
//!
//! **Problem.** Space falls into one region for each vertex, edge and face of a simplex, by which of them is nearest. Name
//! the region of the query point, and write the nearest point in barycentric coordinates.
//!
//! **Method.** With the query point as the origin:
//! 1. Segment AB: u = B·(B − A) and v = −A·(B − A) are |AB|² times the weights of A and B. v ≤ 0: vertex A; u ≤ 0:
//!    vertex B; otherwise the edge, A·u/(u + v) + B·v/(u + v).
//! 2. Triangle: with n = (B − A) ∧ (C − A) the weights are n·(B ∧ C), n·(C ∧ A), n·(A ∧ B) over n·n. All positive: the face.
//!    Otherwise the nearest point lies on an edge, and the nearest of the three edges' points is it.
//! 3. Tetrahedron: the weights are signed volumes with the origin. All of the sign of the whole: inside. Otherwise the
//!    nearest of the four triangles' points.
//!
//! **Special cases.** Repeated, collinear and coplanar corners have no positive weights of the higher kind and fall
//! through to edges and vertices; ties go to the corners that come first. Any finite coordinates: lengths are scaled by a
//! power of two first.
//!
//! **References.** Ericson 2005, 5.1.2, 5.1.5, 5.1.6; Catto 2010 (the talk's regions and figures). Ericson walks the regions by
//! sign tests, which thin triangles defeat; here an outside point is handed to all edges, which cannot miss.
//! The distance loop uses none of this: see [`crate::simplex`] for why.

use crate::real::{Real, exponent_of, ldexp};
use crate::vector::{Space, Vec2, Vec3, Vector, WideVector, vec3};

/// The Voronoi region of a query point: the vertex, edge or face that is nearest, by the numbers of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// One corner is nearest.
    Vertex(usize),
    /// The interior of the edge between two corners.
    Edge(usize, usize),
    /// The interior of the triangle of three corners.
    Face(usize, usize, usize),
    /// The query point lies inside the tetrahedron, or inside the polygon.
    Inside,
}

/// The nearest point of a simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V> {
    /// Where it is.
    pub point: V,
    /// The region of the query point.
    pub region: Region,
    /// Barycentric coordinates of `point` by corner: not negative, of sum 1 up to rounding; zero off the region's corners.
    pub weights: [f64; 4],
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
    answer(query, &[a, b], |p| on_segment(p, [0, 1]))
}

/// The point of the triangle nearest to `query`, in the plane or in space. Coordinates must be finite.
pub fn closest_on_triangle<V: Vector>(query: V, corners: [V; 3]) -> Closest<V> {
    answer(query, &corners, |p| on_triangle(p, [0, 1, 2]))
}

/// The point of the tetrahedron nearest to `query`. Coordinates must be finite.
pub fn closest_on_tetrahedron<T: Real>(query: Vec3<T>, corners: [Vec3<T>; 4]) -> Closest<Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    answer(query, &corners, on_tetrahedron)
}

/// The point of a convex polygon nearest to `query`, its corners in counter-clockwise order, at least one. Coordinates must
/// be finite. The weights are those of the region's corners, in their order.
///
/// Time O(n). For many queries build a [`crate::Hull`].
///
/// # Panics
/// When there are no corners.
pub fn closest_on_polygon<T: Real>(query: Vec2<T>, corners: &[Vec2<T>]) -> Closest<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    let count = corners.len();
    let next = |i: usize| (i + 1) % count;
    let outside = |i: usize| {
        let [p, q] = around(query, &[corners[i], corners[next(i)]]).0;
        p.wedge(&q) < 0.0
    };
    if count > 2 && !(0..count).any(outside) {
        return Closest { point: query, region: Region::Inside, weights: [0.0; 4] };
    }
    let side = |i: usize| {
        let nearest = closest_on_segment(query, [corners[i], corners[next(i)]]);
        let region = match nearest.region {
            Region::Vertex(end) => Region::Vertex(if end == 0 { i } else { next(i) }),
            _ => Region::Edge(i, next(i)),
        };
        let weights = if let Region::Vertex(_) = region { [1.0, 0.0, 0.0, 0.0] } else { nearest.weights };
        Closest { region, weights, ..nearest }
    };
    let far = |nearest: &Closest<Vec2<T>>| {
        let ([offset], exponent) = around(query, &[nearest.point]);
        ldexp(offset.length(), exponent)
    };
    let closer = |best: Closest<Vec2<T>>, other: Closest<Vec2<T>>| if far(&other) < far(&best) { other } else { best };
    (1..count).map(side).fold(side(0), closer)
}

/// A nearest point by its weights, before the query point is added back.
#[derive(Clone, Copy)]
struct Weighted {
    region: Region,
    weights: [f64; 4],
    distance_squared: f64,
}

/// Corners relative to the query point, divided by 2^exponent so that the largest coordinate is about 1.
fn around<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> ([V::Wide; N], i32) {
    // Halves first: the difference of two finite numbers may be out of range.
    let halves = corners.map(|corner| corner.widen() * 0.5 - query.widen() * 0.5);
    let largest = halves.iter().fold(0.0f64, |largest, offset| largest.max(offset.max_abs()));
    let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
    (halves.map(|offset| offset.scaled_by_power(-exponent)), exponent)
}

fn answer<V: Vector, const N: usize>(
    query: V,
    corners: &[V; N],
    nearest: impl Fn(&[V::Wide; N]) -> Weighted,
) -> Closest<V> {
    let Weighted { region, weights, .. } = nearest(&around(query, corners).0);
    let point = match region {
        Region::Vertex(corner) => corners[corner],
        Region::Inside => query,
        _ => V::narrow(
            corners.iter().zip(weights).fold(V::ORIGIN.widen(), |sum, (corner, weight)| sum + corner.widen() * weight),
        ),
    };
    Closest { point, region, weights }
}

/// The weights of the point nearest to the origin in the hull of one to `DIM + 1` points.
pub(crate) fn nearest_weights<W: WideVector>(points: &[W]) -> [f64; 4] {
    let nearest = match *points {
        [_] => weighted(points, Region::Vertex(0), &[(0, 1.0)]),
        [_, _] => on_segment(points, [0, 1]),
        [_, _, _] => on_triangle(points, [0, 1, 2]),
        [..] => on_tetrahedron(&[0, 1, 2, 3].map(|corner| {
            let [x, y, z] = points[corner].padded();
            vec3(x, y, z)
        })),
    };
    nearest.weights
}

/// The nearest point to the origin with the given weights over their sum.
fn weighted<W: WideVector>(points: &[W], region: Region, parts: &[(usize, f64)]) -> Weighted {
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
        weighted(points, Region::Vertex(a), &[(a, 1.0)])
    } else if !(u > 0.0) {
        weighted(points, Region::Vertex(b), &[(b, 1.0)])
    } else {
        weighted(points, Region::Edge(a, b), &[(a, u), (b, v)])
    }
}

fn on_triangle<W: WideVector>(points: &[W], [a, b, c]: [usize; 3]) -> Weighted {
    let [p, q, r] = [points[a], points[b], points[c]];
    let n = (q - p).wedge(&(r - p));
    let part = |s: W, t: W| W::dot_areas(&n, &s.wedge(&t));
    let (u, v, w) = (part(q, r), part(r, p), part(p, q));
    if u > 0.0 && v > 0.0 && w > 0.0 {
        return weighted(points, Region::Face(a, b, c), &[(a, u), (b, v), (c, w)]);
    }
    nearer(nearer(on_segment(points, [a, b]), on_segment(points, [a, c])), on_segment(points, [b, c]))
}

fn on_tetrahedron(points: &[Vec3<f64>; 4]) -> Weighted {
    let [p, q, r, s] = *points;
    let volume = |x: Vec3<f64>, y: Vec3<f64>, z: Vec3<f64>| x.dot(&y.wedge(&z));
    let parts = [volume(q, r, s), -volume(p, r, s), volume(p, q, s), -volume(p, q, r)];
    if parts.iter().all(|&part| part > 0.0) || parts.iter().all(|&part| part < 0.0) {
        let parts = [0, 1, 2, 3].map(|corner| (corner, parts[corner]));
        return weighted(points, Region::Inside, &parts);
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
    use crate::vector::vec2;

    /// The nearest of many points with weights that are multiples of 1/steps.
    fn brute_force(query: Vec3<f64>, corners: &[Vec3<f64>], steps: usize) -> f64 {
        let mut best = f64::INFINITY;
        for i in 0..=steps {
            for j in 0..=steps - i {
                for k in 0..=if corners.len() > 3 { steps - i - j } else { 0 } {
                    let share = |n: usize| n as f64 / steps as f64;
                    let rest = share(steps - i - j - k);
                    let mut point = corners[0] * rest + corners[1] * share(i) + corners[2] * share(j);
                    if corners.len() > 3 {
                        point = point + corners[3] * share(k);
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
        assert_eq!(closest_on_polygon(vec2(0.1, 0.2), &hexagon).region, Region::Inside);
        assert_eq!(closest_on_polygon(vec2(3.0, 0.0), &hexagon).region, Region::Vertex(0));
        let side = closest_on_polygon(vec2(1.5, 1.5 / 3.0f64.sqrt()), &hexagon);
        assert_eq!(side.region, Region::Edge(0, 1));
        assert!((side.weights[0] - 0.5).abs() < 1e-15);
        assert_eq!(closest_on_polygon(vec2(3.0f32, 4.0), &[vec2(0.0, 0.0)]).point, vec2(0.0, 0.0));
    }
}
