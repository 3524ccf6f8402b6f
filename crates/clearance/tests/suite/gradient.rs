//! Gradients against differences of exact answers, and the places where there is none.

use crate::random::Random;
use clearance::{
    AnyShape, Ball, Cuboid, Cylinder, Ellipsoid, Hull, Motion, PointCloud, Pose, Precision, Shape, Solver, Vec2, Vec3,
    WideVector, signed_distance, vec2, vec3,
};

fn exact() -> Solver {
    Solver { precision: Precision::Exact, ..Solver::default() }
}

/// The change of the signed distance for a small motion of one body, by central differences.
fn slope<V: WideVector>(a: &AnyShape<V>, b: &AnyShape<V>, motion: &Motion<V>, of_a: bool, step: f64) -> f64 {
    let moved = |shape: &AnyShape<V>, fraction| shape.clone().at(motion.pose_at(Pose::identity(), fraction));
    let at = |fraction| match of_a {
        true => exact().signed_distance(&moved(a, fraction), b).distance,
        false => exact().signed_distance(a, &moved(b, fraction)).distance,
    };
    (at(step) - at(-step)) / (2.0 * step)
}

/// The six or three numbers of a gradient of one body against differences. `None` if it is not regular by a margin that
/// the step of the differences does not leave.
fn check_space(a: &AnyShape<Vec3<f64>>, b: &AnyShape<Vec3<f64>>, center: Vec3<f64>) -> Option<f64> {
    let answer = exact().signed_distance(a, b);
    let found = exact().gradient(a, b, &answer, center, center);
    let step = 1e-5;
    if !found.regular || found.witness_margin < 1e-2 || found.facet_margin < 1e-3 || answer.distance.abs() < 1e-2 {
        return None;
    }
    let mut worst = 0.0f64;
    for (is_a, translation, turn) in
        [(true, found.translation_a, found.turn_a), (false, found.translation_b, found.turn_b)]
    {
        for axis in [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)] {
            let along = |v: Vec3<f64>| v.x * axis.x + v.y * axis.y + v.z * axis.z;
            worst = worst.max((slope(a, b, &Motion::travel(axis), is_a, step) - along(translation)).abs());
            worst = worst.max((slope(a, b, &Motion::turn(center, axis), is_a, step) - along(turn)).abs());
        }
    }
    Some(worst)
}

#[test]
fn gradients_of_polytopes_in_space_are_the_differences_of_exact_distances() {
    let mut random = Random(41);
    let mut counts = [0, 0, 0];
    for round in 0..60 {
        let a: AnyShape<Vec3<f64>> = random.hull(12).into();
        let way = if round % 2 == 0 { 6.0 } else { 0.5 };
        let b: AnyShape<Vec3<f64>> =
            random.hull(12).at(Pose { translation: random.point() * way, ..random.pose() }).into();
        match check_space(&a, &b, random.point()) {
            Some(worst) => {
                assert!(worst < 1e-4, "round {round}: {worst}");
                counts[usize::from(exact().signed_distance(&a, &b).distance < 0.0)] += 1;
            }
            None => counts[2] += 1,
        }
    }
    assert!(counts[0] > 10 && counts[1] > 5, "{counts:?}");
}

#[test]
fn gradients_of_polygons_are_the_differences_of_exact_distances() {
    let mut random = Random(42);
    let mut counts = [0, 0];
    for round in 0..80 {
        let mut points = |x: f64| -> AnyShape<Vec2<f64>> {
            PointCloud::new((0..6).map(|_| vec2(random.signed() + x, random.signed())).collect::<Vec<_>>())
                .unwrap()
                .into()
        };
        let (a, b) = (points(0.0), points(if round % 2 == 0 { 2.75 } else { 0.75 }));
        let center = vec2(0.5, -2.0);
        let answer = exact().signed_distance(&a, &b);
        let found = exact().gradient(&a, &b, &answer, center, center);
        if !found.regular || found.witness_margin < 1e-2 || found.facet_margin < 1e-3 || answer.distance.abs() < 1e-2 {
            continue;
        }
        for (is_a, translation, turn) in
            [(true, found.translation_a, found.turn_a), (false, found.translation_b, found.turn_b)]
        {
            let x = slope(&a, &b, &Motion::travel(vec2(1.0, 0.0)), is_a, 1e-5);
            let about = slope(&a, &b, &Motion::turn(center, 1.0), is_a, 1e-5);
            assert!((x - translation.x).abs() < 1e-4 && (about - turn).abs() < 1e-4, "round {round}: {about} {turn}");
        }
        counts[usize::from(answer.distance < 0.0)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn gradients_of_curved_shapes_are_the_differences_of_their_distances() {
    let a: AnyShape<Vec3<f64>> = Ellipsoid::new(vec3(1.0, 2.0, 0.5)).unwrap().into();
    let b = Cylinder::new(1.0, 0.5).unwrap();
    let mut random = Random(43);
    let mut count = 0;
    for _ in 0..20 {
        let turned = Pose { translation: random.point() * 8.0, ..random.pose() };
        let b: AnyShape<Vec3<f64>> = b.at(turned).into();
        if let Some(worst) = check_space(&a, &b, random.point()) {
            assert!(worst < 1e-4, "{worst}");
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn faces_that_are_parallel_have_no_derivative_for_turns() {
    let shape = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let solver = Solver::default();
    let ask = |pose: Pose<Vec3<f64>>| {
        let other = shape.at(pose);
        let answer = solver.signed_distance(&shape, &other);
        solver.gradient(&shape, &other, &answer, vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 0.0))
    };
    // Face to face, and edge along face.
    assert!(!ask(Pose::translation([3.0, 0.0, 0.0])).regular);
    let eighth = clearance::Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), std::f64::consts::FRAC_PI_4);
    assert!(!ask(Pose::new(eighth, vec3(4.0, 0.0, 0.0)).unwrap()).regular);
    // A corner to a face.
    let corner = clearance::Quaternion::from_axis_angle(vec3(0.6, 0.0, 0.8), 0.7);
    let found = ask(Pose::new(corner, vec3(5.0, 0.2, 0.1)).unwrap());
    assert!(found.regular && found.witness_margin > 0.1 && found.facet_margin == f64::INFINITY);
}

#[test]
fn depths_that_tie_have_no_derivative() {
    let ball = |x: f64| Ball::new(vec2(x, 0.0), 1.0).unwrap();
    let solver = Solver::default();
    let none = vec2(0.0, 0.0);
    let answer = signed_distance(&ball(0.0), &ball(0.0));
    assert!(!solver.gradient(&ball(0.0), &ball(0.0), &answer, none, none).regular);
    let answer = signed_distance(&ball(0.0), &ball(0.5));
    assert!(solver.gradient(&ball(0.0), &ball(0.5), &answer, none, none).regular);

    // A small turned square in the middle of a large one: four sides are as near.
    let large = Cuboid::new(vec2(2.0f64, 2.0)).unwrap();
    let small = |x: f64| Hull::new(&[vec2(x + 0.5, 0.0), vec2(x, 0.5), vec2(x - 0.5, 0.0), vec2(x, -0.5)]).unwrap();
    for (x, is_regular) in [(0.0, false), (0.75, true)] {
        let answer = signed_distance(&large, &small(x));
        let found = solver.gradient(&large, &small(x), &answer, none, none);
        assert_eq!((found.regular, found.facet_margin > 0.0), (is_regular, is_regular), "{found:?}");
    }
}
