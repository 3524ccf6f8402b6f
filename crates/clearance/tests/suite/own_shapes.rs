//! Shapes of one's own: those whose support functions lie, and the check that finds the lie.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Pose, Precision, Proximity, Shape, Solver,
    SupportMap, SupportMapError, Triangle, Vec2, Vec3, check_support_map, distance, signed_distance, vec2, vec3,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A set whose support points are wrong in one of several ways.
struct Liar {
    lie: fn(Vec3<f64>) -> Vec3<f64>,
    at: Vec3<f64>,
}

impl SupportMap<Vec3<f64>> for Liar {
    fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
        (self.lie)(d) + self.at
    }
}

fn unit(d: Vec3<f64>) -> Vec3<f64> {
    let length = (d.x * d.x + d.y * d.y + d.z * d.z).sqrt();
    vec3(d.x / length, d.y / length, d.z / length)
}

/// Ways to lie: the wrong sign, a point that is not the farthest, lengths that matter, a hollow, numbers that are none.
const LIES: [fn(Vec3<f64>) -> Vec3<f64>; 8] = [
    |d| -unit(d),
    |d| unit(d) * (0.5 + 0.5 * d.x.sin().abs()),
    |d| d,
    |d| if d.x > 0.0 { unit(d) * 0.1 } else { unit(d) },
    |d| if d.y > 0.9 { vec3(f64::NAN, 0.0, 0.0) } else { unit(d) },
    |d| if d.z < -0.3 { vec3(0.0, f64::INFINITY, 0.0) } else { unit(d) },
    |d| vec3(d.y.signum(), d.z.signum(), d.x.signum()),
    |d| unit(vec3((7.0 * d.x).sin(), (5.0 * d.y).cos(), (3.0 * d.z).sin())),
];

/// What must hold of any answer: a distance that is a number, between bounds.
fn is_sound(answer: &Proximity<Vec3<f64>>) -> bool {
    answer.lower <= answer.distance && answer.distance <= answer.upper && answer.distance.is_finite()
}

/// Cause: bounds of a support function that contradicts itself met from the wrong sides, and were returned: a lower
/// bound of 3.63 over an upper one of 3.44. Law: a bracket is never inverted or NaN; where it would be, the answer
/// claims nothing.
#[test]
fn a_support_function_that_lies_gets_a_bracket_in_order_or_none_at_all() {
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
    let cone = Cone::new(1.0, 0.5).unwrap();
    let cuboid = Cuboid::new(vec3(1.0, 0.5, 0.25)).unwrap();
    let (mut answers, mut silent, mut caught) = (0, 0, 0);
    for lie in LIES {
        for step in 0..60 {
            let at = vec3(0.11 * f64::from(step) - 3.0, 0.37 * f64::from(step % 7), -0.2 * f64::from(step % 5));
            let liar = Liar { lie, at };
            for precision in [Precision::Float, Precision::Exact] {
                let solver = Solver { precision, max_iterations: 100, ..Solver::default() };
                let ask: [&dyn Fn() -> Proximity<Vec3<f64>>; 6] = [
                    &|| solver.signed_distance(&liar, &ball),
                    &|| solver.signed_distance(&cone, &liar),
                    &|| solver.signed_distance(&liar, &cuboid),
                    &|| solver.distance(&liar, &ball),
                    &|| solver.distance(&cuboid, &liar),
                    &|| solver.signed_distance(&liar, &Liar { lie, at: -at }),
                ];
                for ask in ask {
                    // A debug build names the contradiction; a release build claims nothing.
                    match catch_unwind(AssertUnwindSafe(ask)) {
                        Ok(answer) => {
                            assert!(is_sound(&answer), "{answer:?}");
                            silent += u32::from(answer.upper == f64::INFINITY);
                            answers += 1;
                        }
                        Err(message) => {
                            let message = message.downcast_ref::<String>().expect("a message");
                            assert!(message.contains("check_support_map"), "{message}");
                            caught += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(answers > 1000 && silent + caught > 100, "{answers} answers, {silent} silent, {caught} caught");
}

#[test]
fn the_check_names_the_direction_that_contradicts() {
    for (index, lie) in LIES.into_iter().enumerate() {
        let liar = Liar { lie, at: vec3(0.5, -0.25, 2.0) };
        let fault = check_support_map(&liar).expect_err(&format!("lie {index}"));
        match fault {
            SupportMapError::NotFarthest { direction, other, by } => {
                // The words are checked: the other support point does lie farther.
                let (own, farther) = (liar.support(direction), liar.support(other));
                let along = |point: Vec3<f64>| direction.x * point.x + direction.y * point.y + direction.z * point.z;
                assert!(by > 0.0 && along(farther) > along(own) - 1.0, "lie {index}: {fault}");
            }
            SupportMapError::NotFinite { direction } => {
                let point = liar.support(direction);
                assert!(!(point.x + point.y + point.z).is_finite(), "lie {index}: {fault}");
            }
            other => panic!("lie {index}: {other}"),
        }
        assert!(fault.to_string().contains("Vec3"), "{fault}");
    }
}

#[test]
fn the_check_finds_nothing_wrong_with_shapes_that_are_right() {
    let corner = |x: f64, y: f64, z: f64| vec3(x, y, z);
    check_support_map(&Ball::new(corner(1.0, 2.0, 3.0), 0.5).unwrap()).unwrap();
    check_support_map(&Capsule::new(corner(1.0, 2.0, 3.0), corner(-1.0, 0.0, 3.0), 0.5).unwrap()).unwrap();
    check_support_map(&Cuboid::new(corner(1e9, 2.0, 1e-9)).unwrap()).unwrap();
    check_support_map(&Cylinder::<f64>::new(1.0, 0.01).unwrap()).unwrap();
    check_support_map(&Cone::<f64>::new(100.0, 0.01).unwrap()).unwrap();
    check_support_map(&Ellipsoid::new(corner(1.0, 20.0, 0.3)).unwrap()).unwrap();
    check_support_map(&Ellipsoid::new(vec2(1.0f32, 0.3)).unwrap()).unwrap();
    let points = [corner(0.0, 0.0, 0.0), corner(1.0, 0.1, 0.0), corner(0.3, 1.0, 0.2), corner(0.2, 0.1, 1.0)];
    let hull = Hull::new(&points).unwrap();
    check_support_map(&hull).unwrap();
    check_support_map(&Triangle::new(points[0], points[1], points[2]).unwrap()).unwrap();
    let cone = Cone::<f64>::new(1.0, 0.5).unwrap();
    check_support_map(&hull.sum(cone).unwrap().swept(corner(0.0, 3.0, 0.0)).unwrap().rounded(0.1).unwrap()).unwrap();
}

/// A convex polygon of one's own: only its vertices are given.
struct Fan;

impl SupportMap<Vec2<f64>> for Fan {
    fn support(&self, d: Vec2<f64>) -> Vec2<f64> {
        let along = |index: &usize| self.vertex(*index).x * d.x + self.vertex(*index).y * d.y;
        let farthest = (0..5).max_by(|p, q| along(p).total_cmp(&along(q)));
        self.vertex(farthest.unwrap_or(0))
    }
    fn vertex_count(&self) -> usize {
        5
    }
    fn vertex(&self, index: usize) -> Vec2<f64> {
        [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.5, 1.0), vec2(1.5, 2.0), vec2(0.0, 1.0)][index]
    }
}

/// Cause: a shape with vertices had to answer `support_vertex`, too, and was not exact without it. Law: two methods for
/// the vertices are enough for an exact verdict.
#[test]
fn a_polytope_of_ones_own_is_exact_with_its_vertices_alone() {
    check_support_map(&Fan).unwrap();
    let solver = Solver::default();
    let touching = Fan.at(Pose::translation([-2.5, 0.0]));
    let answer = solver.signed_distance(&touching, &Fan.at(Pose::translation([0.0, -0.5])));
    let same = solver.signed_distance(
        &Hull::new(&[0, 1, 2, 3, 4].map(|index| Fan.vertex(index))).unwrap().at(Pose::translation([-2.5, 0.0])),
        &Fan.at(Pose::translation([0.0, -0.5])),
    );
    assert_eq!(answer.status, same.status);
    assert_eq!(answer.distance, same.distance);
    assert!(!answer.feature_b().vertices().is_empty());
}

/// Cause: the rounding of a shape comes from its support points, and it was asked first: a shape of NaN was told that its
/// radius is bad. Law: the complaint names the direction.
#[test]
fn a_shape_of_nan_is_told_the_direction() {
    struct Nowhere;
    impl SupportMap<Vec3<f64>> for Nowhere {
        fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
            vec3(f64::NAN, 0.0, 0.0)
        }
    }
    assert!(matches!(check_support_map(&Nowhere), Err(SupportMapError::NotFinite { .. })));
}

/// A ball around the origin, or its middle alone, with lengths that no shape has.
#[derive(Clone, Copy, Debug)]
struct Odd {
    vertices: usize,
    radius: f64,
    rounding: f64,
}

impl SupportMap<Vec3<f64>> for Odd {
    fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
        if self.vertices == 0 { unit(d) } else { vec3(0.0, 0.0, 0.0) }
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn rounding(&self) -> f64 {
        self.rounding
    }
    fn vertex_count(&self) -> usize {
        self.vertices
    }
}

#[test]
fn a_shape_of_ones_own_with_a_radius_or_a_rounding_error_below_zero_is_unknown() {
    let ball = Ball::new(vec3(3.0, 0.0, 0.0), 0.5).unwrap();
    let cuboid = Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap();
    let ground = HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0).unwrap();
    let others: [&dyn SupportMap<Vec3<f64>>; 3] = [&ball, &cuboid, &ground];
    for (radius, rounding) in [(-1.0, 0.0), (0.0, -1.0), (f64::NAN, 0.0), (0.5, f64::NAN)] {
        for vertices in [0, 1] {
            let odd = Odd { vertices, radius, rounding };
            for other in others {
                for x in [0.0, 2.0, 9.0] {
                    let body = odd.at(Pose::translation([x, 0.0, x]));
                    let exact = Solver { precision: Precision::Exact, ..Solver::default() };
                    let answers =
                        [signed_distance(&body, &other), distance(&other, &body), exact.signed_distance(&body, &other)];
                    for answer in answers {
                        assert!(
                            answer.lower <= answer.distance && answer.distance <= answer.upper,
                            "{odd:?} {answer:?}"
                        );
                        assert_eq!(answer.upper, f64::INFINITY, "{odd:?} {answer:?}");
                    }
                }
            }
        }
    }
}
