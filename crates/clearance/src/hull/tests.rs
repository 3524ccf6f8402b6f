use super::*;
use crate::random::Random;
use crate::space::vector::{Vec2, Vec3, vec2, vec3};
use std::collections::BTreeSet;

fn on_sphere(random: &mut Random) -> Vec3<f64> {
    loop {
        let p = random.point();
        if p.length() > 0.1 {
            return p.unit();
        }
    }
}

/// Asserts Euler's formula, that each edge has two faces, and that no point is outside a face.
fn check(hull: &Hull<Vec3<f64>>, points: &[Vec3<f64>]) {
    assert_eq!(hull.dimension(), 3);
    let (v, e, f) = (hull.vertices().len(), hull.edges().count(), hull.face_count());
    assert_eq!(v + f, e + 2, "Euler: {v} vertices, {e} edges, {f} faces");
    assert_eq!(hull.faces().map(<[u32]>::len).sum::<usize>(), 2 * e);
    let size = points.iter().fold(0.0f64, |size, p| size.max(p.max_abs()));
    for (index, face) in hull.faces().enumerate() {
        let normal = hull.face_normal(index);
        let level = normal.dot(&hull.vertices()[face[0] as usize]);
        for p in points {
            assert!(normal.dot(p) <= level + 1e-9 * size);
        }
    }
}

#[test]
fn a_cube_keeps_eight_corners_of_many_points() {
    let mut points = Vec::new();
    for x in -2..=2 {
        for y in -2..=2 {
            for z in -2..=2 {
                points.push(vec3(f64::from(x), f64::from(y), f64::from(z)));
            }
        }
    }
    points.extend_from_within(..);
    let hull = Hull::new(&points).unwrap();
    assert_eq!(hull.vertices().len(), 8);
    assert_eq!(hull.face_count(), 6);
    assert!(hull.faces().all(|face| face.len() == 4));
    assert!(hull.vertices().iter().all(|v| v.x.abs() == 2.0 && v.y.abs() == 2.0 && v.z.abs() == 2.0));
    check(&hull, &points);
}

#[test]
fn random_points_on_a_sphere_are_all_vertices() {
    let mut random = Random(5);
    let points: Vec<_> = (0..4096).map(|_| on_sphere(&mut random)).collect();
    let hull = Hull::new(&points).unwrap();
    assert_eq!(hull.vertices().len(), 4096);
    assert_eq!(hull.edges().count(), 3 * 4096 - 6);
    assert_eq!(hull.face_count(), 2 * 4096 - 4);
}

#[test]
fn random_hulls_satisfy_euler_and_hold_their_points() {
    let mut random = Random(7);
    for count in [4, 5, 6, 8, 13, 40, 200] {
        for _ in 0..40 {
            let points: Vec<_> = (0..count).map(|_| random.point()).collect();
            check(&Hull::new(&points).unwrap(), &points);
        }
    }
}

#[test]
fn lattice_points_with_many_ties_make_the_right_polyhedra() {
    let mut random = Random(11);
    let mut flat = 0;
    for _ in 0..2000 {
        let count = 4 + (random.signed().abs() * 12.0) as usize;
        let grid = |x: f64| (2.0 * x).round();
        let points: Vec<_> = (0..count)
            .map(|_| {
                let p = random.point();
                vec3(grid(p.x), grid(p.y), grid(p.z))
            })
            .collect();
        let hull = Hull::new(&points).unwrap();
        if hull.dimension() == 3 {
            check(&hull, &points);
        } else {
            flat += 1;
        }
        // Every vertex is needed: without it the hull is another one.
        let corners: BTreeSet<_> = (0..hull.vertices().len()).map(|v| hull.source(v)).collect();
        for &corner in &corners {
            let rest: Vec<_> = points.iter().filter(|p| **p != points[corner]).copied().collect();
            if let Ok(smaller) = Hull::new(&rest) {
                assert!(smaller != hull);
            }
        }
    }
    assert!(flat > 5, "flat cases occurred {flat} times");
}

#[test]
fn the_vertex_set_does_not_depend_on_the_order() {
    let mut random = Random(3);
    let mut points: Vec<_> = (0..60).map(|_| random.point()).collect();
    let key = |p: &Vec3<f64>| (p.x.to_bits(), p.y.to_bits(), p.z.to_bits());
    let set = |points: &[Vec3<f64>]| Hull::new(points).unwrap().vertices().iter().map(key).collect::<BTreeSet<_>>();
    let first = set(&points);
    for turn in 1..20 {
        points.rotate_left(turn);
        points.swap(0, turn);
        assert_eq!(set(&points), first);
    }
}

#[test]
fn flat_input_is_a_flat_shape() {
    let tilted = |x: f64, y: f64| vec3(x, y, 2.0 * x - 3.0 * y);
    let disc =
        [tilted(0.0, 0.0), tilted(2.0, 0.0), tilted(2.0, 2.0), tilted(0.0, 2.0), tilted(1.0, 1.0), tilted(1.0, 0.0)];
    let hull = Hull::new(&disc).unwrap();
    assert_eq!((hull.dimension(), hull.vertices().len(), hull.face_count()), (2, 4, 2));
    assert_eq!(hull.face_normal(0), -hull.face_normal(1));
    let line: Vec<_> = (0..5).map(|i| vec3(f64::from(i), 2.0 * f64::from(i), -f64::from(i))).collect();
    let hull = Hull::new(&line).unwrap();
    assert_eq!((hull.dimension(), hull.vertices().len(), hull.neighbours(0)), (1, 2, &[1u32][..]));
    let hull = Hull::new(&[vec3(1.0, 2.0, 3.0); 4]).unwrap();
    assert_eq!((hull.dimension(), hull.vertices().len()), (0, 1));
}

#[test]
fn hulls_are_right_at_both_ends_of_the_range() {
    let mut random = Random(13);
    let points: Vec<_> = (0..30).map(|_| random.point()).collect();
    let plain = Hull::new(&points).unwrap();
    for scale in [1e-300, 1e300] {
        let scaled: Vec<_> = points.iter().map(|&p| p * scale).collect();
        let hull = Hull::new(&scaled).unwrap();
        assert_eq!(hull.body.sources, plain.body.sources);
        assert_eq!(hull.face_count(), plain.face_count());
    }
}

#[test]
fn signs_of_nearly_flat_points_agree_with_the_crate_robust() {
    let mut random = Random(17);
    let mut open = 0;
    for _ in 0..200_000 {
        let base = [random.point(), random.point(), random.point()];
        let (s, t) = (random.signed(), random.signed());
        let on_plane = base[0] + (base[1] - base[0]) * s + (base[2] - base[0]) * t;
        let points = [base[0], base[1], base[2], on_plane];
        let exact = |i: usize| points[i].exact();
        let cloud = ExactPoints::new(points.iter().copied(), 0.0, &exact);
        let coordinate = points.map(|p| robust::Coord3D { x: p.x, y: p.y, z: p.z });
        // The sign of `robust` is positive if the fourth point is below the plane of a counter-clockwise triangle.
        let right = robust::orient3d(coordinate[0], coordinate[1], coordinate[2], coordinate[3]);
        let found = cloud.orientation(0, &[1, 2, 3]);
        assert_eq!(found, 0.0f64.total_cmp(&(right + 0.0)));
        open += usize::from(right.abs() < 1e-16);
    }
    assert!(open > 100_000, "the points were nearly flat {open} times");
}

#[test]
fn a_polygon_is_its_counter_clockwise_corners() {
    let points = [
        vec2(0.0, 0.0),
        vec2(2.0, 0.0),
        vec2(1.0, 0.0),
        vec2(2.0, 2.0),
        vec2(0.5, 0.5),
        vec2(0.0, 2.0),
        vec2(0.0, 0.0),
    ];
    let hull = Hull::new(&points).unwrap();
    assert_eq!(hull.vertices(), &[vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)]);
    assert_eq!(hull.neighbours(0), &[1, 3]);
    assert!(Hull::from_ordered_polygon(hull.vertices()).is_ok());
}

#[test]
fn the_validator_names_the_vertex() {
    type P = Vec2<f64>;
    let square: [P; 4] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let check = |points: &[P]| Hull::from_ordered_polygon(points).err();
    assert_eq!(check(&square), None);
    assert_eq!(check(&square[..2]), Some(PolygonError::TooFew));
    let with = |index: usize, point: P| {
        let mut points = square.to_vec();
        points.insert(index, point);
        points
    };
    assert_eq!(check(&with(2, vec2(1.0, 0.0))), Some(PolygonError::Repeated(2)));
    assert_eq!(check(&with(2, vec2(1.0, 0.5))), Some(PolygonError::Collinear(2)));
    assert_eq!(check(&with(2, vec2(0.9, 0.5))), Some(PolygonError::Reflex(2)));
    assert_eq!(check(&with(3, vec2(f64::NAN, 0.5))), Some(PolygonError::NotFinite(3)));
    let reversed: Vec<P> = square.iter().rev().copied().collect();
    assert_eq!(check(&reversed), Some(PolygonError::Clockwise));
    // A pentagram turns left at every vertex and goes round twice.
    let star: Vec<P> = (0..5)
        .map(|k| {
            let a = 0.8 * std::f64::consts::PI * f64::from(k);
            vec2(a.cos(), a.sin())
        })
        .collect();
    assert!(matches!(check(&star), Some(PolygonError::Winding(_))));
}

#[test]
fn the_difference_of_two_boxes_is_the_box_of_the_sums() {
    let corner = |h: f64, k: u32| {
        vec3(if k & 1 > 0 { h } else { -h }, if k & 2 > 0 { h } else { -h }, if k & 4 > 0 { h } else { -h })
    };
    let a = Hull::new(&(0..8).map(|k| corner(0.1, k)).collect::<Vec<_>>()).unwrap();
    let b = Hull::new(&(0..8).map(|k| corner(0.3, k)).collect::<Vec<_>>()).unwrap();
    for whole in [minkowski_difference(&a, &b), minkowski_sum(&a, &b)] {
        assert_eq!((whole.vertices().len(), whole.face_count(), whole.dimension()), (8, 6, 3));
        assert!(whole.vertices().iter().all(|v| v.max_abs() == 0.4));
    }
}

#[test]
fn the_sum_of_two_polygons_has_the_sum_of_their_edges() {
    let ngon = |n: u32, turn: f64| {
        let corner = |k: u32| {
            let a = turn + std::f64::consts::TAU * f64::from(k) / f64::from(n);
            vec2(a.cos(), a.sin())
        };
        Hull::new(&(0..n).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let sum = minkowski_sum(&ngon(5, 0.1), &ngon(7, 0.2));
    assert_eq!((sum.vertices().len(), sum.dimension()), (12, 2));
}
