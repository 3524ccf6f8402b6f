//! Very many turns, ways of any length, and lengths of any unit.

use super::onto;
use clearance::{
    Ball, Capsule, Clearance, Cone, Cuboid, Cylinder, Ellipsoid, Motion, Outcome, PointCloud, Pose, Quaternion, Shape,
    Solver, SupportMap, Vec3, vec2, vec3,
};
use std::f64::consts::PI;

/// A thousand turns and more ended near contact beside a wall. Cause: M of theorem A grows with the square of the turn,
/// so each plane proved a small part of a turn. Law: beside all that a body covers while it turns nothing is hit,
/// however often it turns.
#[test]
fn bodies_that_turn_very_often_are_clear_of_what_they_cannot_reach() {
    let solver = Solver::default();
    for turns in [3.0, 1e3, 1e6, 1e12] {
        let angle = 2.0 * PI * turns;
        // In the plane a disc around the centre. The corner reaches √5.
        let square = Cuboid::new(vec2(2.0f64, 1.0)).unwrap();
        let wall =
            |gap: f64| Cuboid::new(vec2(1.0, 8.0)).unwrap().at(Pose::translation([1.0 + 5f64.sqrt() + gap, 0.0]));
        let past = Motion::turn(vec2(0.0, 0.0), angle).and_travel(vec2(0.0, 3.0));
        let clear = onto(&wall(1e-6), &square, &past);
        assert!(clear.is_clear() && clear.iterations <= 2, "{turns}: {clear:?}");
        assert!(onto(&wall(-0.25), &square, &past).is_hit(), "{turns}");
        // In space: a needle along the axis, beside a wall that is nearer than it is long.
        let needle = Cuboid::new(vec3(0.125f64, 4.0, 0.125)).unwrap();
        let wall = Cuboid::new(vec3(1.0, 8.0, 8.0)).unwrap().at(Pose::translation([1.25, 0.0, 0.0]));
        let drill = Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, angle, 0.0)).and_travel(vec3(0.0, 5.0, 0.0));
        let clear = onto(&wall, &needle, &drill);
        assert!(clear.is_clear() && clear.iterations <= 2, "{turns}: {clear:?}");
        // A cylinder about its axis, which is rounded: it is clear of a wall near its side.
        let tilt = Quaternion::new(0.3, 0.1, -0.2, 0.8).unwrap().normalized().unwrap();
        let post = Cylinder::new(2.0f64, 0.5).unwrap().at(Pose { rotation: tilt, translation: vec3(0.1, 0.2, 0.3) });
        let axis = Pose { translation: vec3(0.0, 0.0, 0.0), ..post.pose() }.apply(vec3(0.0, 1.0, 0.0));
        let side = Pose { translation: vec3(0.0, 0.0, 0.0), ..post.pose() }.apply(vec3(1.0, 0.0, 0.0));
        let plate = Cuboid::new(vec3(0.25, 3.0, 3.0)).unwrap();
        let beside = |gap: f64| Pose { rotation: tilt, translation: vec3(0.1, 0.2, 0.3) + side * (0.75 + gap) };
        let spin = Motion::turn(vec3(0.1, 0.2, 0.3), axis * angle).and_travel(axis * 0.5);
        let clear = onto(&plate.at(beside(1e-9)), &post, &spin);
        assert!(clear.is_clear() && clear.iterations <= 2, "{turns}: {clear:?}");
        let least = solver.clearance(&plate.at(beside(0.125)), &Motion::still(), &post, &spin);
        assert!(least.lower > 0.125 * (1.0 - 2e-6) && least.upper < 0.125 * (1.0 + 1e-12), "{turns}: {least:?}");
    }
}

/// Many turns on a way to a wall: looks begin where the body can reach it.
#[test]
fn a_body_that_comes_from_afar_and_turns_often_hits_at_the_first_contact() {
    let wall = Cuboid::new(vec2(1.0f64, 8.0)).unwrap();
    let blade = Cuboid::new(vec2(1.0, 0.125)).unwrap().at(Pose::translation([-1000.0, 0.0]));
    let motion = Motion::turn(vec2(-1000.0, 0.0), 2000.0 * PI).and_travel(vec2(1000.0, 0.0));
    let cast = onto(&wall, &blade, &motion);
    assert!(cast.outcome == Outcome::Hit && cast.upper - cast.lower < 1e-12, "{cast:?}");
    assert!(cast.iterations < 200 && cast.lower > 0.99779 && cast.upper < 0.999, "{cast:?}");
}

/// Numbers in [−1, 1].
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> Vec3<f64> {
        vec3(self.roll(), self.roll(), self.roll())
    }
}

/// A body of a kind with random sizes and a random pose, all lengths times `size`.
fn random_body(dice: &mut Dice, kind: usize, size: f64) -> Box<dyn SupportMap<Vec3<f64>>> {
    let mut positive = || (0.25 + dice.roll().abs()) * size;
    let [a, b, c] = [positive(), positive(), positive()];
    let turn = Quaternion::new(dice.roll(), dice.roll(), dice.roll(), 1.0).unwrap().normalized().unwrap();
    let pose = Pose::new(turn, dice.vector() * (3.0 * size)).unwrap();
    match kind {
        0 => Box::new(Cuboid::new(vec3(a, b, c)).unwrap().at(pose)),
        1 => Box::new(Capsule::new(vec3(-a, b, 0.0), vec3(a, 0.0, c), 0.5 * b).unwrap().at(pose)),
        2 => Box::new(Ellipsoid::new(vec3(a, b, c)).unwrap().at(pose)),
        3 => Box::new(Cylinder::new(a, b).unwrap().at(pose)),
        4 => Box::new(Cone::new(a, b).unwrap().at(pose)),
        _ => {
            let corners: Vec<_> = (0..6).map(|_| dice.vector() * size).collect();
            Box::new(PointCloud::new(corners).unwrap().at(pose))
        }
    }
}

/// Cause: a cone whose direction had a square outside of 1e±250 rounded it to unit length before it compared its apex with
/// its rim, so other support points won where they tie. Law: a power of two changes no bit.
#[test]
fn least_clearances_have_the_same_bits_at_every_scale() {
    let solver = Solver::default();
    let (mut apart, mut faults) = (0, 0);
    for seed in 200..290u64 {
        let at = |size: f64| {
            let mut dice = Dice(seed);
            for _ in 0..4 {
                dice.roll();
            }
            let a = random_body(&mut dice, seed as usize % 6, size);
            let b = random_body(&mut dice, seed as usize / 6 % 6, size);
            let mut motion = || Motion::turn(dice.vector() * size, dice.vector()).and_travel(dice.vector() * size);
            let (of_a, of_b) = (motion(), motion());
            solver.clearance(&a, &of_a, &b, &of_b)
        };
        let one = at(1.0);
        apart += usize::from(one.distance > 0.0);
        for exponent in [-430, -300, 300, 430] {
            let size = 2f64.powi(exponent);
            let other = at(size);
            let numbers =
                |c: &Clearance<Vec3<f64>>, size: f64| [c.distance * size, c.lower * size, c.upper * size, c.fraction];
            if numbers(&one, size) != numbers(&other, 1.0) {
                faults += 1;
            }
        }
    }
    assert!(apart > 25 && faults == 0, "{apart} {faults}");
}

/// Ways of 1e100 and more: curved bodies were near contact from 0 to 1, ways of 1e302 left the range, and a least clearance
/// was that of some look. Cause: a cast formed products of its way, and looks at parts of the motion find nothing. Law:
/// all contact is on the first part of a way, and the fraction is the gap over the way.
#[test]
fn bodies_on_ways_of_any_length_meet_where_the_gap_ends() {
    let solver = Solver::default();
    let cube = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let still = Motion::still();
    let mut hits = 0;
    for way in [1e80, 1e100, 1e200, 1e302, 1.7e308] {
        let bodies: [&dyn SupportMap<Vec3<f64>>; 4] = [
            &cube,
            &Cylinder::new(1.0, 1.0).unwrap(),
            &Ellipsoid::new(vec3(1.0, 2.0, 3.0)).unwrap(),
            &Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap(),
        ];
        for body in bodies {
            let placed = body.at(Pose::translation([5.0, 0.0, 0.0]));
            let travel = Motion::travel(vec3(-way, 0.0, 0.0));
            let cast = solver.impact(&cube, &still, &placed, &travel);
            assert_eq!(cast.outcome, Outcome::Hit, "{way}: {cast:?}");
            let right = 3.0 / way;
            assert!(cast.lower <= right * (1.0 + 1e-12) && right * (1.0 - 1e-12) <= cast.upper, "{way}: {cast:?}");
            assert!(cast.upper - cast.lower <= 1e-9 * right, "{way}: {cast:?}");
            let away = solver.impact(&cube, &still, &placed, &Motion::travel(vec3(way, 0.0, 0.0)));
            assert_eq!(away.outcome, Outcome::Clear, "{way}: {away:?}");
            let beside = solver.impact(&cube, &still, &placed, &Motion::travel(vec3(-way, way, 0.0)));
            assert_eq!(beside.outcome, Outcome::Clear, "{way}: {beside:?}");
            if way < 1e300 {
                let least = solver.clearance(&cube, &still, &placed, &travel);
                assert_eq!((least.lower, least.upper), (0.0, 0.0), "{way}: {least:?}");
            }
            hits += 1;
        }
    }
    assert_eq!(hits, 20);
}
