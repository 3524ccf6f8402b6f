//! Motions that turn, against closed formulas.

#[path = "turning/far.rs"]
mod far;
#[path = "turning/field.rs"]
mod field;
#[path = "turning/laws.rs"]
mod laws;
#[path = "turning/least.rs"]
mod least;
#[path = "turning/leave.rs"]
mod leave;
#[path = "turning/thin.rs"]
mod thin;

use clearance::{
    Ball, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, Motion, Outcome, Point, PointCloud, Pose, Quaternion,
    Rotation2, Segment, Shape, Solver, Start, SupportMap, Vec2, Vec3, Vector, vec2, vec3,
};
use std::f64::consts::{FRAC_PI_2, PI};

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

#[test]
fn m40_m44_least_clearances_of_turning_bodies_have_their_closed_values() {
    let solver = Solver::default();
    let still = Motion::still();
    let wall = Cuboid::new(vec2(1.0f64, 8.0)).unwrap().at(Pose::translation([2.5, 0.0]));
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    let spin = Motion::turn(vec2(0.0, 0.0), FRAC_PI_2);
    let least = solver.clearance(&wall, &still, &square, &spin);
    assert!(least.lower <= 0.085_786_437_626_904_95 && 0.085_786_437_626_904_95 <= least.upper, "{least:?}");
    assert!(least.upper - least.lower <= 1e-9 * least.distance && (least.fraction - 0.5).abs() < 1e-5, "{least:?}");
    // The rod sweeps past a point above its centre.
    let rod = Segment::new(vec2(0.0f64, 0.0), vec2(1.0, 0.0)).unwrap();
    let point = Point::new(vec2(0.0, 1.5)).unwrap();
    let least = solver.clearance(&point, &still, &rod, &Motion::turn(vec2(0.0, 0.0), PI));
    assert!(least.lower <= 0.5 && 0.5 <= least.upper && least.upper - least.lower < 1e-9, "{least:?}");
    assert!((least.fraction - 0.5).abs() < 1e-5);
}

#[test]
fn m42_m45_least_clearances_of_travelling_bodies_have_their_closed_values() {
    let solver = Solver::default();
    let disc = |x: f64, y: f64| Ball::new(vec2(x, y), 0.05).unwrap();
    let (right, up) = (Motion::travel(vec2(4.0, 0.0)), Motion::travel(vec2(0.0, 5.0)));
    assert_eq!(solver.impact(&disc(0.0, 0.0), &right, &disc(2.0, -3.0), &up).outcome, Outcome::Clear);
    let least = solver.clearance(&disc(0.0, 0.0), &right, &disc(2.0, -3.0), &up);
    let right = 0.212_347_523_777_212_13;
    assert!(least.lower <= right && right <= least.upper && least.upper - least.lower < 1e-9, "{least:?}");
    assert!((least.fraction - 23.0 / 41.0).abs() < 1e-5);
    let point = Point::new(vec2(-5.0, 2.0)).unwrap();
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    let least = solver.clearance(&square, &Motion::still(), &point, &Motion::travel(vec2(10.0, 0.0)));
    assert!(least.lower <= 1.0 && 1.0 <= least.upper && least.upper - least.lower < 1e-9, "{least:?}");
    assert!((0.399..=0.601).contains(&least.fraction) && least.iterations < 60, "{least:?}");
}

#[test]
fn m46_a_cylinder_that_spins_about_its_axis_stands_still() {
    let solver = Solver::default();
    let post = Cylinder::new(1.0f64, 0.5).unwrap().at(Pose::translation([2.0, 0.0, 0.0]));
    let spin = Motion::turn(vec3(2.0, 5.0, 0.0), vec3(0.0, 40.0, 0.0));
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let least = solver.clearance(&cube, &Motion::still(), &post, &spin);
    assert!((least.distance - 0.5).abs() < 1e-12 && least.iterations <= 2, "{least:?}");
    assert_eq!(solver.impact(&cube, &Motion::still(), &post, &spin).outcome, Outcome::Clear);
}

#[test]
fn m47_a_ball_that_spins_has_the_bits_of_the_ball_that_does_not() {
    let solver = Solver::default();
    let wall = Cuboid::new(vec3(1.0, 4.0, 4.0)).unwrap();
    let ball = Ball::new(vec3(9.0, 0.5, 0.25), 0.75).unwrap();
    let way = vec3(-11.0, 0.1, 0.3);
    let straight = solver.impact(&wall, &Motion::still(), &ball, &Motion::travel(way));
    let spinning = Motion::turn(vec3(9.0, 0.5, 0.25), vec3(30.0, 20.0, 94.0)).and_travel(way);
    assert_eq!(solver.impact(&wall, &Motion::still(), &ball, &spinning), straight);
    assert_eq!(straight.outcome, Outcome::Hit);
}

#[test]
fn m49_a_square_passes_a_wall_at_any_gap_in_a_few_looks() {
    for (gap, most) in [(1e-3, 10), (1e-6, 20), (1e-9, 30)] {
        let wall = Cuboid::new(vec2(1.0, 8.0)).unwrap().at(Pose::translation([1.0 + 2f64.sqrt() + gap, 0.0]));
        let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
        let cast = onto(&wall, &square, &Motion::turn(vec2(0.0, 0.0), FRAC_PI_2));
        assert_eq!(cast.outcome, Outcome::Clear);
        assert!(cast.iterations <= most, "{} looks for a gap of {gap}", cast.iterations);
    }
}

#[test]
fn m55_a_motion_cut_in_two_agrees_with_the_whole() {
    let wall = Cuboid::new(vec3(1.0f64, 8.0, 8.0)).unwrap().at(Pose::translation([2.55, 0.0, 0.0]));
    let start = Pose::translation(vec3(0.0, 0.25, 0.0));
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let whole = Motion::turn(vec3(0.0, 0.25, 0.0), vec3(0.2, 0.3, 0.5)).and_travel(vec3(0.25, 0.0, 0.125));
    let half = Motion::turn(whole.center, whole.turn * 0.5).and_travel(whole.travel * 0.5);
    let second = Motion { center: whole.center + whole.travel * 0.5, ..half };
    let cast = onto(&wall, &cube.at(start), &whole);
    assert!(onto(&wall, &cube.at(start), &half).is_clear(), "{cast:?}");
    let late = onto(&wall, &cube.at(whole.pose_at(start, 0.5)), &second);
    assert_eq!((cast.outcome, late.outcome), (Outcome::Hit, Outcome::Hit));
    assert!((cast.fraction - (0.5 + 0.5 * late.fraction)).abs() < 1e-12, "{cast:?} {late:?}");
}

#[test]
fn m56_the_reversed_motion_is_clear_for_the_rest_of_the_way() {
    let floor = floor();
    let height = 2.0;
    let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, height]));
    let down = onto(&floor, &block, &Motion::turn(vec2(0.0, height), 1.0));
    let there = Motion::turn(vec2(0.0, height), down.lower).pose_at(Pose::translation([0.0, height]), 1.0);
    let back = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(there);
    assert!(onto(&floor, &back, &Motion::turn(vec2(0.0, height), -down.lower)).is_clear());
    assert!(onto(&floor, &back, &Motion::turn(vec2(0.0, height), 1e-3)).is_hit());
}

#[test]
fn m61_contact_on_the_way_is_a_clearance_of_zero_at_the_first_contact() {
    let solver = Solver::default();
    let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0]));
    let quarter = Motion::turn(vec2(0.0, 2.0), FRAC_PI_2);
    let least = solver.clearance(&floor(), &Motion::still(), &block, &quarter);
    assert_eq!((least.distance, least.lower, least.upper), (0.0, 0.0, 0.0));
    assert!((least.fraction - 0.409_665_529_398_266_9).abs() < 1e-12, "{least:?}");
}

#[test]
fn a_path_counts_its_motions_and_keeps_the_least() {
    let post = Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap();
    let rod = Capsule::new(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.25).unwrap().at(Pose::translation([-4.0, 3.0]));
    let path =
        [Motion::travel(vec2(4.0, 0.0)), Motion::turn(vec2(0.0, 3.0), FRAC_PI_2), Motion::travel(vec2(0.0, 1.0))];
    let least = Solver::default().clearance_along(&post, &rod, &path);
    // At the end of the second motion the rod stands upright above the post: 3 − 1 − 0.25 − 1.
    assert!((least.distance - 0.75).abs() < 1e-9 && (least.fraction - 2.0).abs() < 1e-5, "{least:?}");
    assert!(least.lower <= 0.75 && 0.75 <= least.upper);
}

#[test]
fn a_target_is_a_skin_around_the_bodies() {
    let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0]));
    let quarter = Motion::turn(vec2(0.0, 2.0), FRAC_PI_2);
    let with = Solver { target: 0.25, ..Solver::default() }.impact(&floor(), &Motion::still(), &block, &quarter);
    let lifted = Cuboid::new(vec2(16.0, 1.25)).unwrap().at(Pose::translation([0.0, -1.0]));
    let without = onto(&lifted, &block, &quarter);
    assert!((with.fraction - without.fraction).abs() < 1e-12 && with.is_hit());
    assert!((with.contact.distance - 0.25).abs() < 1e-9);
    let far = Solver { target: 1.5, ..Solver::default() }.impact(&floor(), &Motion::still(), &block, &quarter);
    assert_eq!((far.outcome, far.fraction, far.upper), (Outcome::Hit, 0.0, 0.0));
}

#[test]
fn bodies_in_contact_at_the_start_may_leave_and_may_come_back() {
    let leave = Solver { start: Start::Leave, ..Solver::default() };
    let floor = floor();
    // A rod stands on the floor with its end and is lowered, or raised, about that end.
    let rod = Capsule::new(vec2(0.0, 0.0), vec2(2.0, 0.0), 0.25).unwrap().at(Pose::translation([0.0, 0.25]));
    let about = |angle: f64| Motion::turn(vec2(0.0, 0.25), angle);
    let still = Motion::still();
    assert_eq!(Solver::default().impact(&floor, &still, &rod, &about(1.0)).fraction, 0.0);
    let raised = leave.impact(&floor, &still, &rod, &about(1.0));
    assert!(raised.is_clear(), "{raised:?}");
    let lowered = leave.impact(&floor, &still, &rod, &about(-1.0));
    assert!(lowered.is_hit() && lowered.fraction < 1e-9, "{lowered:?}");
    // Up, over, and down on the other side: the cap at the centre stays in contact, and the far end comes down deeper.
    let over = leave.impact(&floor, &still, &rod, &about(4.0));
    assert!(over.is_hit() && (over.fraction - PI / 4.0).abs() < 1e-6, "{over:?}");
    // A ball on the end of an arm goes up, over, and down again.
    let ball = Ball::new(vec2(0.0, 1.0), 1.0).unwrap();
    let over = leave.impact(&floor, &still, &ball, &Motion::turn(vec2(3.0, 1.0), -2.0 * PI));
    assert_hit(&over, 0.5);
    // A square whose corner goes down at once.
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap().at(Pose::translation([0.0, 1.0]));
    let down = leave.impact(&floor, &still, &square, &Motion::turn(vec2(0.0, 6.0), 2.0 * PI));
    assert!(down.is_hit() && down.fraction < 1e-12 && down.iterations < 60, "{down:?}");
}
