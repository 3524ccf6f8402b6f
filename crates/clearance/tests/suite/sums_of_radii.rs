//! Radii that are sums, and that no float holds: the radius of a rounded ball, and of a sum of balls.
//!
//! Cause: such a radius was rounded, and the bounds did not include the rounding.
//! Law: the bracket and the verdict are about the shapes with the given numbers.

use clearance::{
    Ball, Capsule, Point, Points, Precision, Proximity, Real, Segment, Shape, Solver, Status, SupportMap, Vec3, vec3,
};

/// 0.1 + 0.2 is 2⁻⁵⁵ less than the nearest float.
const SUM: f64 = 0.1 + 0.2;
const REST: f64 = 1.0 / (1u64 << 55) as f64;

fn solvers() -> [Solver; 2] {
    [Precision::Float, Precision::Exact].map(|precision| Solver { precision, ..Solver::default() })
}

/// Asserts the answers for a point that is 2⁻⁵⁵ outside a ball whose rounded radius is `SUM`.
fn is_just_outside(ball: &impl SupportMap<Vec3<f64>>) {
    let point = [vec3(SUM, 0.0, 0.0)];
    let point = Points::new(&point).unwrap();
    for solver in solvers() {
        let holds = |p: Proximity<Vec3<f64>>| assert!(p.lower <= REST && REST <= p.upper, "{p:?}");
        for answer in [solver.distance(ball, &point), solver.signed_distance(&point, ball)] {
            assert_eq!(answer.status, Status::Separated, "{answer:?}");
            holds(answer);
        }
        assert!(!solver.overlaps(ball, &point));
    }
}

#[test]
fn a_rounded_ball_a_rounded_capsule_and_a_sum_of_balls_have_the_radius_that_was_asked_for() {
    let small = Ball::new(vec3(0.0, 0.0, 0.0), 0.1f64).unwrap();
    let large = Ball::new(vec3(0.0, 0.0, 0.0), 0.2).unwrap();
    is_just_outside(&small.rounded(0.2).unwrap());
    is_just_outside(&large.rounded(0.1).unwrap());
    is_just_outside(&small.sum(large).unwrap());
    is_just_outside(&small.hull_with(small).unwrap().rounded(0.2).unwrap());
    is_just_outside(&small.swept(vec3(0.0, 0.0, 0.0)).unwrap().rounded(0.2).unwrap());
    let capsule = Capsule::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), 0.1).unwrap();
    is_just_outside(&capsule.rounded(0.2).unwrap());
}

#[test]
fn the_hull_of_two_balls_whose_radii_differ_by_less_than_a_rounding_holds_the_larger_one() {
    let sum = Ball::new(vec3(0.0, 0.0, 0.0), 0.1f64).unwrap().rounded(0.2).unwrap();
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), SUM).unwrap();
    let point = [vec3(SUM, 0.0, 0.0)];
    for solver in solvers() {
        let answer = solver.distance(&sum.hull_with(ball).unwrap(), &Points::new(&point).unwrap());
        assert!(answer.lower <= 0.0 && answer.upper >= 0.0, "{answer:?}");
    }
}

#[test]
fn in_single_precision_a_sum_of_radii_is_not_claimed_to_be_a_float() {
    let (r, s) = (0.1f32, 0.2f32);
    let exact = f64::from(r) + f64::from(s);
    assert!(exact != f64::from(r + s));
    let ball = Ball::new(vec3(0.0f32, 0.0, 0.0), r).unwrap().rounded(s).unwrap();
    let mut near = 0;
    for step in -8i32..=8 {
        let x = f32::from_bits((r + s).to_bits().wrapping_add_signed(step));
        let truth = x.widen() - exact;
        let point = [vec3(x, 0.0, 0.0)];
        let point = Points::new(&point).unwrap();
        for solver in [Precision::Float, Precision::Exact].map(|precision| Solver { precision, ..Solver::default() }) {
            let p = solver.signed_distance(&ball, &point);
            assert!(p.lower.widen() <= truth && truth <= p.upper.widen(), "{truth}: {p:?}");
            assert_eq!(p.status == Status::Separated, truth > 0.0, "{truth}: {p:?}");
            assert_eq!(solver.overlaps(&ball, &point), truth <= 0.0, "{truth}");
            near += i32::from(truth.abs() < 1e-7);
        }
    }
    assert!(near > 4);
}

/// Cause: each placed part was asked for its extent twice, so shapes inside shapes took a time of 2^depth.
/// Law: the time grows with the number of shapes.
#[test]
fn shapes_nested_two_hundred_deep_are_answered_at_once() {
    type Any = Box<dyn SupportMap<Vec3<f64>>>;
    let turn = clearance::Quaternion::from_axis_angle(vec3(0.0, 0.0, 1.0), 0.1);
    let mut shape: Any = Box::new(Ball::new(vec3(0.0f64, 0.0, 0.0), 0.1).unwrap());
    for _ in 0..200 {
        let pose = clearance::Pose::new(turn, vec3(0.0, 0.01, 0.0)).unwrap();
        let other = Ball::new(vec3(0.0, 0.0, 0.0), 0.1).unwrap();
        shape = Box::new(shape.hull_with(other).unwrap().at(pose));
    }
    assert_eq!(shape.vertex_count(), 201);
    let far = Ball::new(vec3(90.0, 0.0, 0.0), 1.0).unwrap();
    let answer = Solver::default().distance(&shape, &far);
    assert!(answer.lower > 0.0 && answer.upper - answer.lower < 1e-13 * 90.0, "{answer:?}");
}

/// Cause: a view of a sum of `f32` shapes took the rounded radius for the exact one, where it asked a sum of `f64` shapes.
/// Law: verdicts on rounded polytopes are exact, also if the radius is no float.
#[test]
fn in_single_precision_a_sum_of_rounded_segments_meets_only_what_its_exact_radius_reaches() {
    let segment = || Segment::new(vec3(0.0f32, 0.0, 0.0), vec3(1.0, 0.0, 0.0)).unwrap();
    // 1 + 1.5 half units in the last place: as an f32 the radius is 1 and a whole one.
    let added = 1.5 * f32::EPSILON / 2.0;
    let sum = segment().rounded(1.0).unwrap().sum(segment().rounded(added).unwrap()).unwrap();
    let beyond = Point::new(vec3(0.5, 1.0 + f32::EPSILON, 0.0)).unwrap();
    let inside = Point::new(vec3(0.5, 1.0f32, 0.0)).unwrap();
    for solver in solvers() {
        assert!(!solver.overlaps(&sum, &beyond));
        assert!(!solver.overlaps(&beyond, &sum));
        assert!(solver.overlaps(&sum, &inside));
    }
}
