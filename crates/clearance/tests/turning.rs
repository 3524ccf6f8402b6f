//! Motions that turn, against closed formulas.

use clearance::{
    Ball, Capsule, Carrier, Cast, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Motion, MotionStep, Outcome, Point, Points,
    Pose, Quaternion, Rotation2, Segment, Shape, Solver, Start, SupportMap, Vec2, Vec3, Vector, vec2, vec3,
};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// The impact of a still body and a moving one.
fn onto<V: Vector>(still: &impl SupportMap<V>, body: &impl SupportMap<V>, motion: &Motion<V>) -> Cast<V> {
    Solver::default().impact(still, &Motion::still(), body, motion)
}

/// A hit whose bracket holds the true fraction and is narrow.
fn assert_hit(cast: &Cast<impl Vector<Scalar = f64>>, right: f64) {
    let Cast { outcome, lower, upper, fraction, .. } = *cast;
    assert_eq!(outcome, Outcome::Hit, "{lower} {upper}, not {right}");
    assert!(lower <= right && right <= upper, "{lower:.17} {upper:.17} do not hold {right:.17}");
    assert!(upper - lower <= 1e-12, "{lower} to {upper} is {:e} wide", upper - lower);
    assert!(lower <= fraction && fraction <= upper);
}

fn floor() -> impl SupportMap<Vec2<f64>> {
    Cuboid::new(vec2(16.0, 1.0)).unwrap().at(Pose::translation([0.0, -1.0]))
}

#[test]
fn m25_a_box_that_turns_above_a_floor_comes_down_with_its_corner() {
    let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0]));
    let cast = onto(&floor(), &block, &Motion::turn(vec2(0.0, 2.0), FRAC_PI_2));
    assert_hit(&cast, 0.409_665_529_398_266_9);
    assert!((cast.contact.normal - vec2(0.0, 1.0)).length() < 1e-9 && cast.iterations <= 8, "{cast:?}");
}

#[test]
fn m26_a_corner_that_grazes_the_floor_is_decided_a_millionth_of_a_millionth_away() {
    let turned = |height: f64| {
        let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, height]));
        onto(&floor(), &block, &Motion::turn(vec2(0.0, height), FRAC_PI_2))
    };
    let root = 5f64.sqrt();
    assert_ne!(turned(root).outcome, Outcome::Hit); // 1.086e-16 are left.
    assert_eq!(turned(root * (1.0 + 1e-12)).outcome, Outcome::Clear);
    let hit = turned(root * (1.0 - 1e-12));
    assert_eq!(hit.outcome, Outcome::Hit);
    let right = (2f64.atan2(1.0) - 2e-12f64.sqrt()) / FRAC_PI_2;
    assert!(hit.lower <= right && right <= hit.upper && hit.upper - hit.lower < 1e-7, "{hit:?}");
}

#[test]
fn m30_a_rod_that_turns_twice_meets_a_ball_just_before_the_first_turn_ends() {
    let rod = Segment::new(vec2(0.0, 0.0), vec2(1.0, 0.0)).unwrap();
    let angle = 350f64.to_radians();
    let point = Point::new(vec2(0.5 * angle.cos(), 0.5 * angle.sin())).unwrap();
    let cast = onto(&point, &rod, &Motion::turn(vec2(0.0, 0.0), 4.0 * PI));
    // Two shapes without interior cannot be proven to touch.
    assert_ne!(cast.outcome, Outcome::Clear);
    assert!((cast.fraction - 350.0 / 720.0).abs() < 1e-12, "{cast:?}");
    let ball = Ball::new(vec2(0.5 * angle.cos(), 0.5 * angle.sin()), 0.0625).unwrap();
    let cast = onto(&ball, &rod, &Motion::turn(vec2(0.0, 0.0), 4.0 * PI));
    assert_hit(&cast, (angle - 0.125f64.asin()) / (4.0 * PI));
}

#[test]
fn m32_two_rods_that_both_turn_meet() {
    let rod = |x: f64| {
        Segment::new(vec2(0.0, 0.0), vec2(0.0, 1.0)).unwrap().rounded(1e-3).unwrap().at(Pose::translation([x, 0.0]))
    };
    let solver = Solver::default();
    let (left, right) = (Motion::turn(vec2(0.0, 0.0), -FRAC_PI_2), Motion::turn(vec2(1.8, 0.0), FRAC_PI_2));
    let cast = solver.impact(&rod(0.0), &left, &rod(1.8), &right);
    assert_hit(&cast, 1.0 - 0.899f64.acos() / FRAC_PI_2);
    let bare = |x: f64| Segment::new(vec2(0.0, 0.0), vec2(0.0, 1.0)).unwrap().at(Pose::translation([x, 0.0]));
    let cast = solver.impact(&bare(0.0), &left, &bare(1.8), &right);
    assert_ne!(cast.outcome, Outcome::Clear);
    assert!((cast.fraction - 0.712_867_413_742_587_4).abs() < 1e-10, "{cast:?}");
}

#[test]
fn m34_a_drill_comes_down_flat_in_a_few_looks() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let above = cube.at(Pose::translation([0.0, 0.0, 5.0]));
    let drill = Motion::turn(vec3(0.0, 0.0, 5.0), vec3(0.0, 0.0, 8.0 * PI)).and_travel(vec3(0.0, 0.0, -10.0));
    let cast = onto(&cube, &above, &drill);
    assert_hit(&cast, 0.3);
    assert!((cast.contact.normal - vec3(0.0, 0.0, 1.0)).length() < 1e-12 && cast.iterations <= 4, "{cast:?}");
}

#[test]
fn m36_m57_a_cube_turns_against_a_wall_either_way() {
    let wall = Cuboid::new(vec3(1.0, 8.0, 8.0)).unwrap().at(Pose::translation([2.3, 0.0, 0.0]));
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    for sign in [1.0, -1.0] {
        let cast = onto(&wall, &cube, &Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, sign * FRAC_PI_2)));
        assert_hit(&cast, 0.242_389_493_710_301_7);
    }
}

#[test]
fn m38_parry_317_is_a_hit() {
    let rigid =
        |p: [f32; 3], [w, x, y, z]: [f32; 4]| Pose::new(Quaternion::new(x, y, z, w).unwrap(), p.into()).unwrap();
    let start = rigid([6458.7905, -209.1331, 1014.52124], [-0.542044, 5.3359954e-20, 9.459897e-20, -0.84035015]);
    let moving = Cuboid::new(vec3(235.0f32, 105.0, 110.0)).unwrap().at(start);
    let still = Cuboid::new(vec3(650.0f32, 330.0, 275.0))
        .unwrap()
        .at(rigid([6079.4917, -849.3108, 853.8756], [0.99999607, 0.002524775, -0.00026210435, -0.0012064485]));
    let center = start * vec3(99.97085f32, -2.2888184e-5, -35.0);
    let motion = Motion::turn(center, vec3(0.0, 0.0, -1.770823)).and_travel(vec3(588.2583, -553.06335, 471.54688));
    let cast = onto(&still, &moving, &motion);
    assert_eq!(cast.outcome, Outcome::Hit);
    assert!((cast.fraction - 0.093_933_56).abs() < 1e-6, "{cast:?}");
}

#[test]
fn m54_equal_motions_give_the_answer_at_rest() {
    let block = Cuboid::new(vec3(1.0, 2.0, 0.5)).unwrap();
    let solver = Solver::default();
    let motion = Motion::turn(vec3(3.0, 1.0, 2.0), vec3(7.0, -3.0, 2.0)).and_travel(vec3(1e3, 2.0, 3.0));
    for (x, outcome) in [(2.0, Outcome::Hit), (1.9, Outcome::Hit), (2f64.next_up(), Outcome::Clear)] {
        let cast = solver.impact(&block, &motion, &block.at(Pose::translation([x, 0.0, 0.0])), &motion);
        assert_eq!((cast.outcome, cast.iterations), (outcome, 1));
        assert_eq!(cast.fraction, if outcome == Outcome::Hit { 0.0 } else { 1.0 });
    }
}

#[test]
fn m59_almost_no_turn_is_the_translation() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let above = cube.at(Pose::translation([0.0, 5.0, 0.0]));
    for turn in [2f64.powi(-40), 2f64.powi(-400), 0.0] {
        let motion = Motion::turn(vec3(0.0, 5.0, 0.0), vec3(turn, 0.0, 0.0)).and_travel(vec3(0.0, -10.0, 0.0));
        let cast = onto(&cube, &above, &motion);
        assert_eq!(cast.outcome, Outcome::Hit);
        // A corner of the cube is lower by turn · 0.3.
        assert!((cast.fraction - 0.3).abs() < 1e-12 + turn, "{cast:?}");
    }
}
