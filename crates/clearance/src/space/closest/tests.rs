use super::regions::parts;
use super::*;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::U;
use crate::random::Random;
use crate::space::vector::{vec2, vec3};

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
    let total = regions::sum(&parts);
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
