//! Nearest points of hulls, outlines, points as people write them, ordered polygons, and Minkowski sums as shapes.

use crate::random::Random;
use clearance::*;

#[test]
fn the_nearest_point_of_a_hull_is_that_of_the_solver_and_its_region_holds_it() {
    let mut random = Random(5);
    let mut seen = [0; 4];
    for round in 0..300 {
        let count = [1, 2, 3, 4, 5, 8, 20, 60][round % 8];
        let points: Vec<_> = (0..count).map(|_| random.point()).collect();
        let hull = Hull::new(&points).unwrap();
        let query = random.point() * [0.5, 1.5, 3.0][round % 3];
        let found = hull.closest_point(query);
        let right = Solver::default().closest_point(&hull, query);
        assert!(found.distance.lower <= right.upper.max(0.0) && right.lower.max(0.0) <= found.distance.upper);
        assert!(found.distance.upper - found.distance.lower <= 5e-16 * found.distance.value);
        let (kind, corners): (usize, Vec<usize>) = match found.region {
            HullRegion::Vertex(v) => (0, vec![v]),
            HullRegion::Edge(a, b) => {
                assert!(hull.neighbours(a).contains(&(b as u32)) && a < b);
                (1, vec![a, b])
            }
            HullRegion::Face(f) => (2, hull.face(f).iter().map(|&v| v as usize).collect()),
            HullRegion::Inside => {
                assert!(Solver::default().contains(&hull, query) && found.point == query);
                (3, vec![])
            }
        };
        seen[kind] += 1;
        if kind < 3 {
            assert!(((found.point - query).length() - found.distance.value).abs() < 1e-15);
            let corners: Vec<_> = corners.iter().map(|&k| hull.vertices()[k]).collect();
            let to_feature = Solver::default().closest_point(&Points::new(&corners).unwrap(), found.point);
            assert!(to_feature.lower < 1e-15, "the point is on its feature: {to_feature:?}");
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn every_voronoi_region_of_a_cube_is_exact_also_on_its_borders() {
    let cube: Vec<[f64; 3]> = (0..8).map(|k| [0, 1, 2].map(|axis| f64::from(k >> axis & 1))).collect();
    let hull = Hull::new(&cube).unwrap();
    for x in [-0.5, 0.0, 0.3, 1.0, 2.0] {
        for y in [-0.5, 0.0, 0.3, 1.0, 2.0] {
            for z in [-0.5, 0.0, 0.3, 1.0, 2.0] {
                let query: [f64; 3] = [x, y, z];
                let nearest = hull.closest_point(query);
                let clamped = query.map(|c| c.clamp(0.0, 1.0));
                assert_eq!(nearest.point, clamped.into());
                let free = query.iter().filter(|&&c| c > 0.0 && c < 1.0).count();
                let outside = query != clamped;
                let expected = match nearest.region {
                    HullRegion::Inside => !outside,
                    HullRegion::Vertex(v) => outside && free == 0 && hull.vertices()[v] == nearest.point,
                    HullRegion::Edge(..) => outside && free == 1,
                    HullRegion::Face(_) => outside && free == 2,
                };
                assert!(expected, "{query:?}: {nearest:?}");
            }
        }
    }
}

#[test]
fn a_query_one_unit_in_the_last_place_outside_is_outside() {
    let square = Hull::new(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]).unwrap();
    let nearest = square.closest_point([0.5, 1f64.next_up()]);
    assert_eq!((nearest.region, nearest.distance.lower), (HullRegion::Edge(2, 3), f64::EPSILON));
    assert_eq!(square.closest_point([0.5, 1f64.next_down()]).region, HullRegion::Face(0));
    let flat = Hull::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
    let above = flat.closest_point([0.25, 0.25, 1e-300]);
    let below = flat.closest_point([0.25, 0.25, -1e-300]);
    assert_eq!((above.distance.value, below.distance.value), (1e-300, 1e-300));
    assert!(above.region != below.region, "a flat hull has two sides: {above:?} {below:?}");
    assert_eq!(square.closest_point([f64::NAN, 0.0]).distance.upper, f64::INFINITY);
    for scale in [1e-300, 1e300] {
        let triangle = Hull::new(&[[0.0, 0.0], [scale, 0.0], [0.0, scale]]).unwrap();
        let nearest = triangle.closest_point([scale, scale]);
        assert_eq!((nearest.region, nearest.point), (HullRegion::Edge(1, 2), vec2(scale / 2.0, scale / 2.0)));
    }
}

#[test]
fn outlines_are_in_order_and_faces_have_areas() {
    let points = [[0.0f32, 0.0, 2.0], [2.0, 2.0, 2.0], [2.0, 0.0, 2.0], [0.0, 2.0, 2.0]];
    let flat = Hull::new(&points).unwrap();
    let outline = flat.outline().unwrap();
    let normal = flat.face_normal(0);
    for k in 0..4 {
        let (p, q, r) = (outline[k].widen(), outline[(k + 1) % 4].widen(), outline[(k + 2) % 4].widen());
        assert!((q - p).wedge(&(r - q)).dot(&normal) > 0.0);
    }
    assert_eq!(flat.face_corners(0).count(), 4);
    let cube: Vec<[f64; 3]> = (0..8).map(|k| [0, 1, 2].map(|axis| f64::from(k >> axis & 1))).collect();
    let cube = Hull::new(&cube).unwrap();
    assert!(cube.outline().is_none());
    assert!((0..6).all(|face| cube.face_area(face).value == 1.0 && cube.face_perimeter(face).value == 4.0));
}

#[test]
fn points_are_vectors_arrays_or_tuples_of_either_float() {
    let vectors = Hull::new(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)]).unwrap();
    assert_eq!(Hull::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap(), vectors);
    assert_eq!(Hull::new(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]).unwrap(), vectors);
    assert_eq!(Hull::new(&[[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap().vertices()[1].x, 1f32);
    assert_eq!(Hull::new(&[(0.0f32, 0.0, 0.0), (1.0, 0.0, 0.0)]).unwrap().dimension(), 1);
    let list: Vec<[f64; 3]> = vec![[0.0; 3], [1.0; 3]];
    assert_eq!(Hull::new(&list).unwrap().vertices()[1], vec3(1.0, 1.0, 1.0));
    // A closed ring.
    let ring = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
    assert_eq!(Hull::new(&ring).unwrap(), vectors);
    assert_eq!(Hull::from_ordered_polygon(&ring).unwrap(), vectors);
}

#[test]
fn a_dent_is_blamed_in_either_order() {
    let dented = [[0.0, 0.0], [1.0, 0.5], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    assert_eq!(Hull::from_ordered_polygon(&dented).unwrap_err(), PolygonError::Reflex(1));
    let turned: Vec<[f64; 2]> = dented.iter().rev().copied().collect();
    assert_eq!(Hull::from_ordered_polygon(&turned).unwrap_err(), PolygonError::Reflex(3));
    let clockwise = [[0.0, 0.0], [0.5, 1.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]];
    assert_eq!(Hull::from_ordered_polygon(&clockwise).unwrap_err(), PolygonError::Reflex(1));
    assert_eq!(Hull::from_ordered_polygon(&clockwise[2..]).unwrap_err(), PolygonError::Clockwise);
    let ring = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]];
    assert_eq!(Hull::from_ordered_polygon(&ring).unwrap_err(), PolygonError::Repeated(0));
}

#[test]
fn the_minkowski_difference_of_placed_shapes_keeps_their_distance() {
    let mut random = Random(9);
    let (mut apart, mut met) = (0, 0);
    for _ in 0..60 {
        let pose = |random: &mut Random| {
            Pose::new(Quaternion::from_axis_angle(random.point(), 3.0 * random.signed()), random.point() * 2.0).unwrap()
        };
        let points: Vec<_> = (0..9).map(|_| random.point()).collect();
        let a = Hull::new(&points).unwrap().at(pose(&mut random));
        let b = Cuboid::new(vec3(0.5, 0.3, 0.7)).unwrap().at(pose(&mut random));
        let right = signed_distance(&a, &b);
        let difference = minkowski_difference(&a, &b);
        let origin = Point::new(vec3(0.0, 0.0, 0.0)).unwrap();
        let found = signed_distance(&difference, &origin);
        assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
        assert!((found.distance - right.distance).abs() < 1e-13);
        assert_eq!(overlaps(&a, &b), overlaps(&difference, &origin));
        // The corner pairs are those of the shapes.
        for (vertex, &(i, j)) in difference.vertices().iter().zip(difference.pairs()) {
            let (p, q) = (a.pose().apply(a.vertex(i as usize)), b.pose().apply(b.vertex(j as usize)));
            assert!((p - q - *vertex).length() < 1e-14);
        }
        if right.distance > 0.0 { apart += 1 } else { met += 1 }
    }
    assert!(apart > 10 && met > 5, "{apart} apart, {met} met");
}

#[test]
fn a_minkowski_sum_is_the_lazy_sum_and_can_be_measured() {
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap().at(Pose::translation([5.0, 0.0]));
    let triangle = Triangle::new(vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0)).unwrap();
    let sum = minkowski_sum(&square, &triangle);
    let lazy = square.sum(triangle).unwrap();
    let query = Point::new(vec2(20.0, 3.0)).unwrap();
    assert_eq!(distance(&sum, &query).distance, distance(&lazy, &query).distance);
    // Area of A + B = area of A + area of B + twice the mixed area; here the square's sides sweep the triangle's
    // widths.
    assert_eq!(sum.volume().value, 4.0 + 2.0 + 2.0 * 2.0 + 2.0 * 2.0);
    assert_eq!(sum.aabb().upper, vec2(8.0, 3.0));
    // A quarter turn about the diagonal is not exact, and then the shape says so.
    let lost = minkowski_sum(&square.at(Pose::translation([f64::NAN, 0.0])), &triangle);
    assert_eq!(distance(&lost, &query).upper, f64::INFINITY);
}
