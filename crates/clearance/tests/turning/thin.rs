//! Bodies whose difference has no interior: they have a common point at one moment alone.

use super::least::Random;
use super::*;
use clearance::signed_distance;
use std::f64::consts::FRAC_PI_4;

fn triangle() -> PointCloud<Vec3<f64>> {
    PointCloud::new(vec![vec3(-1.0, -1.0, 0.0), vec3(2.0, -1.0, 0.0), vec3(-1.0, 2.0, 0.0)]).unwrap()
}

#[test]
fn a_hand_of_a_clock_meets_a_point_of_its_face() {
    let hand = Segment::new(vec2(0.0, 0.0), vec2(3.0, 0.0)).unwrap();
    let point = Point::new(vec2(1.0, 1.0)).unwrap();
    // A quarter turn; the point is at half of it.
    assert_hit(&onto(&point, &hand, &Motion::turn(vec2(0.0, 0.0), FRAC_PI_2)), 0.5);
    // A whole turn the other way round meets it after 7/8.
    assert_hit(&onto(&point, &hand, &Motion::turn(vec2(0.0, 0.0), -8.0 * FRAC_PI_4)), 0.875);
}

#[test]
fn a_wire_that_turns_meets_a_wire() {
    let wire = Segment::new(vec3(0.0, 0.0, 0.0), vec3(3.0, 0.0, 0.0)).unwrap();
    let post = Segment::new(vec3(1.0, 1.0, -1.0), vec3(1.0, 1.0, 2.0)).unwrap();
    assert_hit(&onto(&post, &wire, &Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, FRAC_PI_2))), 0.5);
    // The post ends below the way of the wire.
    let short = Segment::new(vec3(1.0, 1.0, -1.0), vec3(1.0, 1.0, -0.125)).unwrap();
    assert!(onto(&short, &wire, &Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, FRAC_PI_2))).is_clear());
}

#[test]
fn a_sheet_that_turns_meets_a_point_that_it_passes() {
    // The sheet turns about the x axis. The point is 45 degrees above it.
    let point = Point::new(vec3(0.25, 0.5, 0.5)).unwrap();
    let motion = Motion::turn(vec3(0.0, 0.0, 0.0), vec3(FRAC_PI_2, 0.0, 0.0));
    assert_hit(&onto(&point, &triangle(), &motion), 0.5);
    let beside = Point::new(vec3(0.25, 2.0, 2.0)).unwrap();
    assert!(onto(&beside, &triangle(), &motion).is_clear());
}

#[test]
fn a_point_that_grazes_the_end_of_a_hand_is_not_clear_and_nothing_after_it_is_proven() {
    // The end of the hand touches the point at the end of the turn, and the point is at the end of the hand.
    let hand = Segment::new(vec2(0.0, 0.0), vec2(5.0, 0.0)).unwrap();
    let point = Point::new(vec2(3.0, 4.0)).unwrap();
    let cast = onto(&point, &hand, &Motion::turn(vec2(0.0, 0.0), FRAC_PI_2));
    let right = 4f64.atan2(3.0) / FRAC_PI_2;
    assert!(cast.lower <= right, "{cast:?}");
    assert_ne!(cast.outcome, Outcome::Clear);
}

#[test]
fn random_sheets_and_points_that_are_aimed_at_each_other_meet_where_they_were_aimed() {
    let mut random = Random(5);
    let mut met = 0;
    for _ in 0..2_000 {
        let pose = Pose::new(random.rotation(), random.point(1.0)).unwrap();
        let (turn, travel, way, center) = (random.point(3.0), random.point(1.0), random.point(4.0), random.point(1.0));
        let sheet = triangle().at(pose);
        let motion = Motion::turn(center, turn).and_travel(travel);
        let moment = 0.25 + 0.5 * random.unit();
        // A point well inside of the sheet, where the motion puts it.
        let there = motion.pose_at(pose, moment).translation;
        let start = there - way * moment;
        let point = Point::new(start).unwrap();
        let cast = Solver::default().impact(&sheet, &motion, &point, &Motion::travel(way));
        assert_ne!(cast.outcome, Outcome::Clear);
        assert!(cast.lower <= moment + 1e-12, "{cast:?} {moment}");
        if cast.lower > moment - 1e-9 {
            met += 1;
            assert_eq!(cast.outcome, Outcome::Hit, "{cast:?}");
            // The slower they close in, the wider is the bracket that rounding leaves.
            let before = moment - 1e-4;
            let apart = signed_distance(
                &triangle().at(motion.pose_at(pose, before)),
                &Point::new(start + way * before).unwrap(),
            );
            let speed = apart.distance / 1e-4;
            assert!(cast.upper >= moment - 1e-12 && (cast.upper - cast.lower) * speed < 1e-11, "{cast:?} {moment}");
        }
    }
    assert!(met > 1_500, "{met}");
}

#[test]
fn a_flat_box_that_turns_meets_a_point() {
    // A flat box has no interior either: two of its faces are one.
    let flat = Cuboid::new(vec3(1.0, 1.0, 0.0)).unwrap();
    let point = Point::new(vec3(0.5, 0.25, 1.0)).unwrap();
    let tilt = Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)).and_travel(vec3(0.0, 0.0, 2.0));
    assert_hit(&onto(&point, &flat, &tilt), 0.5);
}
