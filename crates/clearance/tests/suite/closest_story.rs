//! A nearest point is the sum of the corners that its region names, each times its weight: for every simple set.

use clearance::*;

#[track_caller]
fn assert_tells_one_story<V: Vector>(nearest: &Closest<V>, corners: &[V]) {
    let weights: Vec<f64> = nearest.corners().map(|(_, weight)| weight).collect();
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{nearest:?}");
    assert!(weights.iter().all(|&weight| weight >= 0.0), "{nearest:?}");
    assert!(nearest.weights[weights.len()..].iter().all(|&weight| weight == 0.0), "{nearest:?}");
    let sum = nearest.corners().fold(V::ORIGIN.widen(), |sum, (corner, weight)| sum + corners[corner].widen() * weight);
    assert!((sum - nearest.point.widen()).length() < 1e-14, "{nearest:?}: {sum:?}");
}

fn grid() -> impl Iterator<Item = Vec2<f64>> {
    (-6..=14).flat_map(|x| (-6..=14).map(move |y| vec2(f64::from(x) / 2.0, f64::from(y) / 2.0)))
}

#[test]
fn weights_sum_to_one_over_the_corners_of_the_region() {
    let triangle = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
    let pentagon = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(5.0, 2.0), vec2(2.0, 4.0), vec2(0.0, 3.0)];
    let solid = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0), vec3(0.0, 0.0, 4.0)];
    let mut inside = 0;
    for query in grid() {
        assert_tells_one_story(&closest_on_segment(query, [triangle[1], triangle[2]]), &triangle[1..]);
        assert_tells_one_story(&closest_on_triangle(query, triangle), &triangle);
        assert_tells_one_story(&closest_on_polygon(query, &pentagon), &pentagon);
        assert_tells_one_story(&closest_on_polygon(query, &pentagon[..1]), &pentagon);
        assert_tells_one_story(&closest_on_polygon(query, &pentagon[..2]), &pentagon);
        for z in -2..5 {
            let nearest = closest_on_tetrahedron(vec3(query.x, query.y, f64::from(z) / 2.0), solid);
            assert_tells_one_story(&nearest, &solid);
            inside += usize::from(nearest.region == Region::Inside);
        }
    }
    assert!(inside > 20, "{inside} points were inside");
}

#[test]
fn a_triangle_and_a_polygon_of_the_same_corners_name_alike() {
    let corners = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
    let ends = |region: Region| {
        let mut corners: Vec<usize> = region.corners().collect();
        corners.sort_unstable();
        corners
    };
    for query in grid() {
        let (triangle, polygon) = (closest_on_triangle(query, corners), closest_on_polygon(query, &corners));
        assert_eq!(triangle.point, polygon.point, "{query:?}");
        assert_eq!(ends(triangle.region), ends(polygon.region), "{query:?}");
        let hull = Hull::new(&corners).unwrap().closest_point(query);
        assert_eq!(hull.point, polygon.point, "{query:?}");
        match (hull.region, ends(polygon.region).as_slice()) {
            (HullRegion::Vertex(v), [w]) => assert_eq!(v, *w),
            (HullRegion::Edge(a, b), [c, d]) => assert_eq!((a, b), (*c, *d)),
            (HullRegion::Face(0), [_, _, _]) => {}
            other => panic!("{query:?}: {other:?}"),
        }
    }
}

#[test]
fn the_boundary_belongs_to_its_edge_and_the_interior_to_a_face() {
    let square = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
    let region = |x: f64, y: f64| closest_on_polygon(vec2(x, y), &square).region;
    assert_eq!(region(2.0, 0.0), Region::Edge(0, 1));
    assert_eq!(region(4.0, 4.0), Region::Vertex(2));
    assert_eq!(region(2.0, 3.0), Region::Face(0, 2, 3));
    assert_eq!(region(3.0, 2.0), Region::Face(0, 1, 2));
    let nearest = closest_on_polygon(vec2(5.0, 1.0), &square);
    assert_eq!((nearest.region, nearest.weights), (Region::Edge(1, 2), [0.75, 0.25, 0.0, 0.0]));
    // On a diagonal of the fan a weight is zero.
    let nearest = closest_on_polygon(vec2(1.0, 1.0), &square);
    assert_eq!((nearest.region, nearest.weights), (Region::Face(0, 1, 2), [0.75, 0.0, 0.25, 0.0]));
}

#[test]
fn thin_triangles_and_flat_tetrahedra_agree_with_their_hulls() {
    let mut bits = 5u64;
    let mut signed = || {
        bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((bits >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    };
    let mut inner = 0;
    for round in 0..360 {
        let thickness = 10f64.powi(-(round % 18));
        let [a, along, side, up] = [(); 4].map(|()| vec3(signed(), signed(), signed()));
        let [s, t] = [signed(), signed()];
        let triangle = [a, a + along, a + along * (2.0 * s) + side * thickness];
        let flat = [a, a + along, a + side, a + along * s + side * t + up * thickness];
        let query = a + along * t + (side + up) * (thickness * s);
        let found = [closest_on_triangle(query, triangle), closest_on_tetrahedron(query, flat)];
        assert_tells_one_story(&found[0], &triangle);
        assert_tells_one_story(&found[1], &flat);
        for (found, hull) in found.into_iter().zip([Hull::new(&triangle).unwrap(), Hull::new(&flat).unwrap()]) {
            let off = (found.point - hull.closest_point(query).point).length();
            assert!(off < 32.0 * f64::EPSILON, "{query:?} {found:?}: off by {off:e}");
            inner += usize::from(matches!(found.region, Region::Face(..) | Region::Inside));
        }
    }
    assert!(inner > 100, "{inner} were in a face or inside");
}
