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
