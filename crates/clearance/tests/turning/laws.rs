//! Laws of motions that turn, and faults that reports have shown.

use super::*;
use crate::far::Dice;
use clearance::MotionStep;

#[test]
fn exchanged_and_scaled_bodies_have_the_same_bits() {
    let solver = Solver::default();
    let body = |size: f64| {
        Cone::new(size, 0.5 * size).unwrap().at(Pose::new(
            Quaternion::new(0.1, 0.7, -0.2, 0.6).unwrap().normalized().unwrap(),
            vec3(3.0, 1.0, 0.5) * size,
        )
        .unwrap())
    };
    let other = |size: f64| Ellipsoid::new(vec3(1.0, 0.5, 2.0) * size).unwrap();
    let motion = |size: f64| {
        Motion::turn(vec3(3.0, 1.0, 0.5) * size, vec3(1.0, 2.0, -3.0)).and_travel(vec3(-3.0, -1.0, 0.0) * size)
    };
    let slow =
        |size: f64| Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0)).and_travel(vec3(0.0, 0.5, 0.0) * size);
    let cast = solver.impact(&body(1.0), &motion(1.0), &other(1.0), &slow(1.0));
    assert!(cast.outcome == Outcome::Hit && cast.upper - cast.lower < 1e-11, "{cast:?}");
    assert_eq!(solver.impact(&other(1.0), &slow(1.0), &body(1.0), &motion(1.0)).swapped(), cast);
    for exponent in [-300, -40, 1, 40, 300] {
        let size = 2f64.powi(exponent);
        let scaled = solver.impact(&body(size), &motion(size), &other(size), &slow(size));
        assert_eq!(
            (scaled.fraction, scaled.lower, scaled.upper),
            (cast.fraction, cast.lower, cast.upper),
            "2^{exponent}"
        );
    }
}

#[test]
fn numbers_that_are_not_finite_claim_nothing() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let far = cube.at(Pose::translation([9.0, 0.0, 0.0]));
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        for motion in [
            Motion::turn(vec3(bad, 0.0, 0.0), vec3(0.0, 1.0, 0.0)),
            Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, bad, 0.0)),
            Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)).and_travel(vec3(0.0, bad, 0.0)),
        ] {
            let cast = onto(&cube, &far, &motion);
            assert_eq!((cast.outcome, cast.lower, cast.upper), (Outcome::Near, 0.0, 1.0), "{motion:?}");
            let least = Solver::default().clearance(&cube, &Motion::still(), &far, &motion);
            assert_eq!((least.lower, least.upper), (0.0, f64::INFINITY), "{motion:?}");
        }
    }
    // More turns than the angle is known for.
    let near = cube.at(Pose::translation([3.0, 0.0, 0.0]));
    let cast = onto(&cube, &near, &Motion::turn(vec3(3.0, 0.0, 0.0), vec3(0.0, 1e300, 0.0)));
    assert!(cast.outcome == Outcome::Near && cast.lower == 0.0, "{cast:?}");
}

#[test]
fn a_thousand_turns_are_a_thousand_turns() {
    let post = Ball::new(vec2(0.0f64, 5.0), 0.5).unwrap();
    let blade = Segment::new(vec2(-2.0, 0.0), vec2(2.0, 0.0)).unwrap();
    let turns = 2000.0 * PI;
    let screw = Motion::turn(vec2(0.0, 0.0), turns).and_travel(vec2(0.0, 4.0));
    let solver = Solver { max_iterations: 60_000, ..Solver::default() };
    let cast = solver.impact(&post, &Motion::still(), &blade, &screw);
    assert_eq!(cast.outcome, Outcome::Hit);
    // The upper end of the blade touches the post: the first contact is when it is about at 2.5 below.
    assert!((cast.fraction - 0.625).abs() < 1e-3 && cast.upper - cast.lower < 1e-12, "{cast:?}");
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let wall = Cuboid::new(vec2(1.0, 8.0)).unwrap().at(Pose::translation([1.0 + 2f64.sqrt() + 1e-9, 0.0]));
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    let spin = Motion::turn(vec2(0.0, 0.0), FRAC_PI_2);
    let cast = Solver { max_iterations: 1, ..Solver::default() }.impact(&wall, &Motion::still(), &square, &spin);
    assert_eq!((cast.outcome, cast.upper), (Outcome::Near, 1.0));
    assert!(cast.lower > 0.0 && cast.lower < 0.5);
}

#[test]
fn a_motion_between_two_poses_ends_at_the_second() {
    let turn = |x: f64, y: f64, z: f64, w: f64| Quaternion { x, y, z, w }.normalized().unwrap();
    let mut tried = 0;
    for k in 0..200 {
        let t = f64::from(k);
        let pose = |s: f64| {
            Pose::new(
                turn((s * 1.3).sin(), (s * 0.7).cos(), (s * 2.1).sin(), (s * 0.3).cos()),
                vec3(s.sin(), (2.0 * s).cos(), 0.1 * s),
            )
            .unwrap()
        };
        let (start, end) = (pose(t), pose(t + 0.37));
        let motion = Motion::between(start, end, vec3(0.5, -0.25, 0.125));
        let there = motion.pose_at(start, 1.0);
        let p = vec3(1.0, 2.0, -1.0);
        let off = (there.apply(p) - end.apply(p)).length();
        let reach = (start.apply(p) - motion.center).length();
        assert!(off <= motion.deviation(reach), "{off:e}");
        assert!(motion.turn.length() <= PI + 1e-12);
        tried += usize::from(motion.turn.length() > 0.3);
    }
    assert!(tried > 100, "{tried}");
    let single = Motion::between(Pose::<Vec2<f32>>::identity(), Pose::translation([1.0, 2.0]), vec2(0.0, 0.0));
    assert_eq!((single.travel, single.turn), (vec2(1.0, 2.0), 0.0));
}

#[test]
fn a_half_turn_and_its_neighbours_have_an_angle() {
    for (w, angle) in [(0.0, PI), (1e-9, PI - 2e-9), (-1e-9, PI - 2e-9)] {
        let end: Pose<Vec3<f64>> =
            Pose { rotation: Quaternion { x: 0.0, y: 1.0, z: 0.0, w }, translation: vec3(0.0, 0.0, 0.0) };
        let motion = Motion::between(Pose::identity(), end, vec3(0.0, 0.0, 0.0));
        assert!((motion.turn.length() - angle).abs() < 1e-15 * 8.0, "{motion:?}");
    }
}

/// Box2D #115 (B4 of the field's failures): angles of many turns were not normalised, and a miss was a hit. Law: the
/// true least distance is at the end of the motion.
#[test]
fn m39_a_box_that_has_turned_eighty_times_passes_a_beam_at_a_distance() {
    let turned = |angle: f64| Rotation2::new(angle.cos(), angle.sin()).unwrap();
    let beam =
        Cuboid::new(vec2(25.0f64, 5.0)).unwrap().at(Pose { rotation: turned(2.95), translation: vec2(24.0, -60.0) });
    let (from, to) = (vec2(53.474274, -50.252514), vec2(54.595478, -51.083473));
    let start = Pose { rotation: turned(513.36676 - 162.0 * PI), translation: from };
    let block = Cuboid::new(vec2(2.5, 2.5)).unwrap().at(start);
    let motion = Motion::turn(from, 513.62781 - 513.36676).and_travel(to - from);
    assert_eq!(onto(&beam, &block, &motion).outcome, Outcome::Clear);
    let least = Solver::default().clearance(&beam, &Motion::still(), &block, &motion);
    assert!((least.distance - 6.818_448_787_60).abs() < 1e-9 && least.fraction == 1.0, "{least:?}");
}

/// parry #414 (A6): a cylinder that came down on a plate of 10,000 was stopped far above it. Law: over the inside of a
/// face the fraction is the gap over the way, whatever the size of the plate.
#[test]
fn a6_a_cylinder_comes_down_on_a_plate_of_ten_thousand_at_the_gap_over_the_way() {
    for half in [10.0f64, 500.0, 5000.0] {
        let plate = Cuboid::new(vec3(half, 0.5, half)).unwrap();
        let post = Cylinder::new(0.5, 0.3).unwrap().at(Pose::translation([0.43 * half, 2.0, -0.61 * half]));
        let cast = Solver::default().cast(&plate, &post, vec3(0.0, -2.0, 0.0));
        assert_eq!(cast.outcome, Outcome::Hit, "{half}");
        // The width that is promised for polytopes: 16 u · size / |travel · n|, with the diagonal of the plate.
        let allowed = 8.0 * f64::EPSILON * 2.0 * half.hypot(half).hypot(0.5) / 2.0;
        let width = cast.upper - cast.lower;
        assert!(cast.lower <= 0.5 && 0.5 <= cast.upper && width <= allowed, "{width:e} of {allowed:e}: {cast:?}");
    }
}

/// rapier #748 (A18): in `f32` a body with a normalised velocity of whole numbers fell through the ground. Law: the
/// fraction is the gap over the speed downwards.
#[test]
fn a18_a_body_whose_velocity_was_normalised_in_single_precision_meets_the_ground() {
    let ground = Cuboid::new(vec3(5.0f32, 0.5, 5.0)).unwrap();
    let body = Cuboid::new(vec3(0.25f32, 0.5, 0.25)).unwrap().at(Pose::translation([0.0, 1.5, 0.0]));
    let mut tried = 0;
    for (x, y, z) in [(1.0f32, -5.0, -1.0), (-2.0, -3.0, 1.0), (0.0, -7.0, 4.0), (3.0, -4.0, 0.0)] {
        let length = (x * x + y * y + z * z).sqrt();
        let travel = vec3(x / length, y / length, z / length);
        let cast = Solver::default().cast(&ground, &body, travel);
        let right = 0.5 / -f64::from(travel.y);
        assert_eq!(cast.outcome, Outcome::Hit);
        assert!(f64::from(cast.lower) <= right && right <= f64::from(cast.upper), "{cast:?}, not {right}");
        assert!(cast.upper - cast.lower <= 4.0 * f32::EPSILON, "{cast:?}");
        assert_eq!(cast.contact.normal, vec3(0.0, 1.0, 0.0));
        tried += 1;
    }
    assert_eq!(tried, 4);
}

/// parry #405: a pair in contact at the start had no time of contact in the past. Law: faces enter and leave at the
/// quotients of their distances.
#[test]
fn a_pair_that_overlaps_has_entered_before_the_start() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let other = cube.at(Pose::translation([1.0, 0.25, 0.0]));
    let crossing = Solver::default().crossing(&cube, &other, vec3(4.0, 0.0, 0.0)).unwrap();
    assert_eq!((crossing.entry.fraction, crossing.exit.fraction), (-0.75, 0.25));
    assert!(crossing.entry.lower <= -0.75 && -0.75 <= crossing.entry.upper);
    assert!(crossing.exit.lower <= 0.25 && 0.25 <= crossing.exit.upper);
}

/// Found by the soak, seeds 1000526204 and 1005020795. Cause: where no plane from the last proven moment led on,
/// contact was searched by ever longer steps, and looks on the way that found the shapes apart proved nothing. Law: a
/// hit that is no graze has a narrow bracket.
#[test]
fn looks_that_search_contact_and_find_a_gap_narrow_the_bracket() {
    let rod = Segment::new(vec2(-0.8206945718161187, 0.9658616387990089), vec2(-0.81, -0.03)).unwrap();
    let rod = rod.at(Pose {
        rotation: Rotation2 { c: -0.9126796265883289, s: -0.4086757874043782 },
        translation: vec2(-2.402263340522275, 2.44),
    });
    let needle = Cuboid::new(vec2(0.7898134118949527, 7.822728087798161e-7)).unwrap().at(Pose {
        rotation: Rotation2 { c: 0.285215639877576, s: 0.9584633737233911 },
        translation: vec2(0.31851565190942543, 2.4443040022380362),
    });
    let of_rod = Motion::turn(vec2(-3.0246944215769687, 1.4481033082833852), -0.6417828644799208);
    let of_needle = Motion::turn(vec2(0.31851565190942543, 2.44), -0.7644814930281745);
    let cast = Solver::default().impact(
        &rod,
        &of_rod.and_travel(vec2(3.155715283209447, -2.4104479479074747)),
        &needle,
        &of_needle.and_travel(vec2(-3.6202645114542342, -3.9786188368225996)),
    );
    assert!(cast.outcome == Outcome::Hit && cast.upper - cast.lower <= 1e-12, "{cast:?}");

    let rod = Segment::new(vec3(-0.5165637791402136, 0.0, 0.0), vec3(0.9, 0.0, 0.0)).unwrap();
    let rod = rod.at(Pose::translation([2.02, -2.8, 1.591406354603847]));
    let corners = [
        vec3(-0.95, -0.9277443947146029, -0.266),
        vec3(-0.323, -0.17, 0.16),
        vec3(-0.665, 0.904971860459375, 0.9780905454551492),
    ];
    let triangle = PointCloud::new(corners.to_vec()).unwrap().at(Pose::translation([-0.281, 0.1, -2.757]));
    let of_rod = Motion::turn(vec3(2.022, -2.8, 1.6), vec3(0.19, -0.33613469622597747, 0.15738735756617372));
    let turn = vec3(0.02528911887514605, 0.015846349824721783, -0.022526876496695394);
    let of_triangle = Motion::turn(vec3(-0.3, 0.1, -2.8), turn).and_travel(vec3(7.28, -6.53, 11.861351867174532));
    let cast = Solver::default().impact(&rod, &of_rod, &triangle, &of_triangle);
    assert!(cast.outcome == Outcome::Hit && cast.upper - cast.lower <= 1e-12, "{cast:?}");
}

/// Law: a coarse tolerance is the width of the bracket. It holds the contact, and is found with fewer planes.
#[test]
fn a_coarse_tolerance_gives_a_wider_bracket_of_the_same_contact() {
    let mut random = super::least::Random(21);
    let (mut hits, mut planes) = (0, [0; 2]);
    for _ in 0..300 {
        let corners = |random: &mut super::least::Random| (0..12).map(|_| random.point(1.0)).collect::<Vec<_>>();
        let a = PointCloud::new(corners(&mut random)).unwrap();
        let start = random.point(1.0).unit() * 4.0;
        let pose = Pose::new(random.rotation(), start).unwrap();
        let b = PointCloud::new(corners(&mut random)).unwrap().at(pose);
        let motion = Motion::turn(start, random.point(1.5)).and_travel((random.point(0.5) - start) * 1.5);
        let ask = |tolerance: f64| {
            let solver = Solver { tolerance, ..Solver::default() };
            let mut proven = 0;
            let cast = solver.impact_trace(&a, &Motion::still(), &b, &motion, |step| {
                proven += usize::from(matches!(step, MotionStep::Proven(_)));
            });
            (cast, proven)
        };
        let ((fine, steps), (coarse, fewer)) = (ask(1e-12), ask(1e-3));
        assert_eq!(fine.outcome, coarse.outcome);
        planes = [planes[0] + steps, planes[1] + fewer];
        if fine.is_hit() {
            hits += 1;
            assert!(coarse.upper - coarse.lower <= 1e-3, "{coarse:?}");
            assert!(coarse.lower <= fine.upper && fine.lower <= coarse.upper, "{coarse:?} {fine:?}");
        }
    }
    assert!(hits > 150 && 3 * planes[1] < 2 * planes[0], "{hits} {planes:?}");
}

/// A miss alone tells less. Whoever turns and travels, and whatever proves that nothing is hit, the answers agree. The
/// search that is watched uses no balls: where balls about the centres pass each other, it finds the same.
#[test]
fn an_impact_hit_is_the_impact_that_is_not_clear_to_the_bit() {
    let mut dice = Dice(29);
    let (mut hits, mut misses, mut by_balls) = (0, 0, 0);
    for case in 0..3_000 {
        let scale = 2f64.powi([0, 300, -300][case % 3]);
        let mut half = || (0.0625 + dice.roll().abs()) * scale;
        let [(a, ball_a), (b, ball_b)] = [(); 2].map(|()| {
            let (corner, radius) = (vec3(half(), half(), half()), 0.25 * half());
            (Cuboid::new(corner).unwrap().rounded(radius).unwrap(), corner.length() + radius)
        });
        let at_b = vec3(5.0, -1.0, 0.0) * scale;
        let travel = [dice.vector() * scale, dice.vector() * (4.0 * scale) - at_b * 1.5];
        let motion_a = Motion::turn(vec3(0.0, 0.0, 0.0), dice.vector() * 4.0).and_travel(travel[0]);
        let motion_b = Motion::turn(at_b, dice.vector() * 4.0).and_travel(travel[1]);
        let b = b.at(Pose::translation(at_b));
        let whole = Solver::default().impact(&a, &motion_a, &b, &motion_b);
        let alone = Solver::default().impact_hit(&a, &motion_a, &b, &motion_b);
        assert_eq!(alone, (!whole.is_clear()).then_some(whole), "{case}");
        let watched = Solver::default().impact_trace(&a, &motion_a, &b, &motion_b, |_| {});
        assert_eq!(watched.outcome, whole.outcome, "{case}");
        let (from, way) = (at_b * (1.0 / scale), (travel[1] - travel[0]) * (1.0 / scale));
        let nearest = from + way * (-from.dot(way) / way.dot(way)).clamp(0.0, 1.0);
        let passes = nearest.length() * scale > (ball_a + ball_b) * (1.0 + 1e-9);
        assert!(!passes || whole.is_clear(), "{case}");
        by_balls += u32::from(passes);
        hits += u32::from(whole.is_hit());
        misses += u32::from(whole.is_clear());
    }
    assert!(hits > 300 && misses > 300 && by_balls > 100, "{hits} {misses} {by_balls}");
}

/// A turn of an infinite angle was clear far away. Cause: balls about the centres do not depend on the angle, and were
/// tried before the numbers were looked at. Law: where a number is not finite, nothing is claimed.
#[test]
fn a_turn_that_is_not_finite_is_near_however_far_away() {
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let far = Pose::translation([9.0, 0.0, 0.0]);
    for angle in [f64::INFINITY, f64::NEG_INFINITY] {
        let motion = Motion::turn(vec3(9.0, 0.0, 0.0), vec3(0.0, 0.0, angle));
        let cast = onto(&cube, &cube.at(far), &motion);
        assert_eq!((cast.outcome, cast.lower, cast.upper), (Outcome::Near, 0.0, 1.0), "{angle}");
        let alone = Solver::default().impact_hit(&cube, &Motion::still(), &cube.at(far), &motion);
        assert_eq!(alone.map(|cast| cast.outcome), Some(Outcome::Near), "{angle}");
    }
}
