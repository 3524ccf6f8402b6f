//! The casts that floats prove alone against those that exact numbers decide: the same outcome, brackets that meet.

use clearance::{
    Ball, Capsule, Cast, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Motion, Outcome, Point, Pose, Precision, Quaternion,
    Segment, Shape, Solver, SupportMap, Triangle, Vec2, Vec3, vec2, vec3,
};

use crate::random::Random;

type Body = Box<dyn SupportMap<Vec3<f64>>>;

/// Small whole numbers, as many that agree by chance as not.
struct Whole(Random);

impl Whole {
    fn number(&mut self, most: i32) -> f64 {
        ((0.5 + 0.5 * self.0.signed()) * f64::from(2 * most + 1)).floor() - f64::from(most)
    }
    fn vector(&mut self, most: i32) -> Vec3<f64> {
        vec3(self.number(most), self.number(most), self.number(most))
    }
    /// Half of them stand as they are, or are turned about an axis by an angle that the formula takes exactly.
    fn turn(&mut self) -> Quaternion<f64> {
        let half = 0.5;
        match self.number(3) as i32 {
            -3 | -2 => Quaternion::new(0.0, 0.0, 0.0, 1.0).unwrap(),
            -1 => Quaternion::new(0.0, 0.0, 1.0, 0.0).unwrap(),
            0 => Quaternion::new(half, half, half, half).unwrap(),
            _ => Quaternion::from_axis_angle(self.0.point(), 3.0 * self.0.signed()),
        }
    }
    fn body(&mut self, unit: f64) -> Body {
        match self.number(2) as i32 {
            -2 => {
                let half = vec3(1.0 + self.number(1), 2.0, 2.0 + self.number(1)) * (0.5 * unit);
                Box::new(Cuboid::new(half).unwrap())
            }
            -1 => Box::new(Point::new(self.vector(1) * unit).unwrap()),
            0 => Box::new(Triangle::new(self.vector(3) * unit, self.vector(3) * unit, self.vector(3) * unit).unwrap()),
            1 => Box::new(Segment::new(self.vector(3) * unit, self.vector(3) * unit).unwrap()),
            _ => {
                let corners: Vec<_> = (0..7).map(|_| self.vector(2) * unit).collect();
                Box::new(Hull::new(&corners).unwrap())
            }
        }
    }
}

/// Two bodies and a way, in units of length.
fn scene(seed: u64, unit: f64) -> (impl SupportMap<Vec3<f64>>, impl SupportMap<Vec3<f64>>, Vec3<f64>) {
    let mut whole = Whole(Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let (first, second) = (whole.body(unit), whole.body(unit));
    let (turns, places) = ([whole.turn(), whole.turn()], [whole.vector(2), whole.vector(6)]);
    let way = (whole.vector(3) - places[1] + places[0]) * 2.0;
    let pose = |side: usize| Pose::new(turns[side], places[side] * unit).unwrap();
    (first.at(pose(0)), second.at(pose(1)), way * unit)
}

fn bits(cast: &Cast<Vec3<f64>>) -> (Outcome, [u64; 3], Vec3<f64>) {
    (cast.outcome, [cast.fraction, cast.lower, cast.upper].map(f64::to_bits), cast.contact.normal)
}

#[test]
fn casts_in_floats_agree_with_exact_numbers() {
    let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
    let (mut hits, mut clear, mut grazes) = ([0; 2], [0; 2], 0);
    for seed in 0..3000 {
        let (a, b, way) = scene(seed, 1.0);
        let (cast, right) = (solver.cast(&a, &b, way), exact.cast(&a, &b, way));
        assert_eq!(cast.outcome, right.outcome, "{seed} {cast:?} {right:?}");
        assert!(cast.lower <= right.upper && right.lower <= cast.upper, "{seed} {cast:?} {right:?}");
        assert!(cast.lower <= cast.fraction && cast.fraction <= cast.upper, "{seed} {cast:?}");
        // Answers of the search count queries at rest: floats have none, but for the bodies at the end.
        match cast.outcome {
            Outcome::Hit => {
                let alone = cast.iterations == 0;
                hits[usize::from(alone)] += 1;
                if alone {
                    let apart = cast.contact.point_b - cast.contact.point_a;
                    assert!(apart.length() < 1e-12 && cast.contact.upper < 1e-11, "{seed} {cast:?}");
                    let slope = cast.contact.normal.dot(way) + right.contact.normal.dot(way);
                    assert!(slope < 0.0, "{seed} {cast:?} {right:?}");
                }
                if seed % 8 == 0 {
                    let line = solver.crossing(&a, &b, way).unwrap();
                    grazes += u32::from(line.entry.upper >= line.exit.lower);
                }
            }
            _ => clear[usize::from(cast.iterations <= 1)] += 1,
        }
    }
    assert!(hits[1] > 400 && hits[0] > 50 && clear[1] > 400 && grazes > 5, "{hits:?} {clear:?} {grazes}");
}

#[test]
fn casts_in_floats_keep_their_bits_in_every_unit_and_order() {
    let solver = Solver::default();
    let mut alone = 0;
    for seed in 0..400 {
        let (a, b, way) = scene(seed, 1.0);
        let cast = solver.cast(&a, &b, way);
        let back = solver.cast(&b, &a, -way).swapped();
        assert_eq!(bits(&cast), bits(&back), "{seed}");
        for power in [-300, -61, 61, 300] {
            let unit = 2f64.powi(power);
            let (a, b, way) = scene(seed, unit);
            let there = solver.cast(&a, &b, way);
            assert_eq!(bits(&cast), bits(&there), "{seed} {power}");
            assert_eq!(cast.contact.point_a * unit, there.contact.point_a, "{seed} {power}");
        }
        alone += u32::from(cast.outcome == Outcome::Hit && cast.iterations == 0);
    }
    assert!(alone > 50, "{alone}");
}

/// Cause: the place of A at the contact was computed in another way when the bodies were exchanged. Law: exchanged
/// bodies that travel give the exchanged answer, with the same points to the bit.
#[test]
fn exchanged_bodies_that_travel_have_the_same_contact() {
    let (solver, mut hits) = (Solver::default(), 0);
    for seed in 0..300 {
        let (a, b, way) = scene(seed, 1.0);
        let (of_a, of_b) = (Motion::travel(way * -0.25), Motion::travel(way * 0.75));
        let (there, back) = (solver.impact(&a, &of_a, &b, &of_b), solver.impact(&b, &of_b, &a, &of_a).swapped());
        assert_eq!(bits(&there), bits(&back), "{seed}");
        let points = |cast: &Cast<Vec3<f64>>| [cast.contact.point_a, cast.contact.point_b];
        assert_eq!(points(&there), points(&back), "{seed}");
        hits += u32::from(there.outcome == Outcome::Hit);
    }
    assert!(hits > 50, "{hits}");
}

/// Two bodies of which one is a capsule, a ball or a point and the other a ball or a point, and a way. One in four is a
/// graze or a touch of whole numbers.
fn round_scene(seed: u64, unit: f64) -> (Body, Body, Vec3<f64>) {
    let mut whole = Whole(Random((seed + 1).wrapping_mul(0xd134_2543_de82_ef95)));
    let first: Body = match seed % 3 {
        0 => Box::new(Ball::new(whole.vector(1) * unit, 2.0 * unit).unwrap()),
        _ => Box::new(Capsule::new(whole.vector(2) * unit, whole.vector(2) * unit, unit).unwrap()),
    };
    let second: Body = match whole.number(1) as i32 {
        0 => Box::new(Ball::new(whole.vector(1) * unit, 0.5 * unit).unwrap()),
        _ => Box::new(Point::new(whole.vector(1) * unit).unwrap()),
    };
    let turns = [whole.turn(), whole.turn()];
    let mut near =
        |most: i32| if seed.is_multiple_of(4) { whole.vector(most) } else { whole.0.point() * f64::from(most) };
    let [place, from, beside] = [near(2), near(9), near(3)];
    let pose = |turn: Quaternion<f64>, at: Vec3<f64>| Pose::new(turn, at * unit).unwrap();
    (
        Box::new(first.at(pose(turns[0], place))),
        Box::new(second.at(pose(turns[1], from))),
        (place + beside - from) * 2.0 * unit,
    )
}

#[test]
fn balls_and_capsules_meet_by_a_formula_as_by_exact_numbers() {
    let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
    let (mut by_formula, mut clear, mut starts) = (0, 0, 0);
    for seed in 0..3000 {
        let (a, b, way) = round_scene(seed, 1.0);
        let (cast, right) = (solver.cast(&a, &b, way), exact.cast(&a, &b, way));
        assert_eq!(cast.outcome, right.outcome, "{seed} {cast:?} {right:?}");
        assert!(cast.lower <= right.upper && right.lower <= cast.upper, "{seed} {cast:?} {right:?}");
        assert!(cast.lower <= cast.fraction && cast.fraction <= cast.upper, "{seed} {cast:?}");
        if cast.outcome == Outcome::Hit && cast.lower == 0.0 {
            starts += 1;
        } else if cast.outcome == Outcome::Hit && cast.iterations == 0 {
            by_formula += 1;
            // The bodies at the lower bound: their distance, and that of the points of the answer.
            let there = b.as_ref().at(Pose::translation(way * cast.lower));
            let answer = solver.distance(&a, &there);
            let contact = &cast.contact;
            assert!(contact.lower <= answer.upper + 1e-14 && answer.lower <= contact.upper + 1e-14, "{seed} {cast:?}");
            assert!((contact.point_a - contact.point_b).length() < 1e-12, "{seed} {cast:?}");
            let [of_a, of_b] =
                [(&a as &dyn SupportMap<_>, contact.point_a), (&there as &dyn SupportMap<_>, contact.point_b)]
                    .map(|(body, point)| solver.signed_distance(&body, &Point::new(point).unwrap()).distance);
            assert!(of_a.abs() < 1e-13 && of_b.abs() < 1e-13, "{seed} {of_a} {of_b} {cast:?}");
        } else {
            clear += u32::from(cast.is_clear());
        }
    }
    assert!(by_formula > 600 && clear > 600 && starts > 8, "{by_formula} {clear} {starts}");
}

/// A ray that touches a ball or the side of a capsule at one point is a hit, and one that is an ulp farther is none.
#[test]
fn rays_that_graze_balls_and_capsules_are_decided() {
    let solver = Solver::default();
    let ball = Ball::new(vec3(0.0f64, 0.0, 0.0), 5.0).unwrap();
    let capsule = Capsule::new(vec3(0.0f64, -4.0, 0.0), vec3(0.0, 4.0, 0.0), 5.0).unwrap();
    let disc = Ball::new(vec2(1.0f64, 2.0), 5.0).unwrap();
    for start in [9.0f64, 1e3, 1e9] {
        for (share, hits) in [(1.0f64, true), (1.0 + f64::EPSILON, false), (1.0 - f64::EPSILON, true)] {
            let cases: [(&dyn SupportMap<_>, _); 2] =
                [(&ball, vec3(start, 3.0, 4.0 * share)), (&capsule, vec3(start, 0.5, 5.0 * share))];
            for (shape, from) in cases {
                let cast = solver.cast_ray(&shape, from, vec3(-2.0 * start, 0.0, 0.0));
                assert_eq!(cast.is_hit(), hits, "{start} {share} {cast:?}");
                assert!(!hits || (cast.lower <= 0.5 && cast.upper >= 0.5 - 1e-6), "{start} {share} {cast:?}");
            }
        }
        let cast = solver.cast_ray(&disc, vec2(6.0, 2.0 + start), vec2(0.0, -2.0 * start));
        assert!(cast.is_hit() && (cast.fraction - 0.5).abs() < 1e-15, "{start} {cast:?}");
        assert!(solver.cast_ray(&disc, vec2(6.0f64.next_up(), 2.0 + start), vec2(0.0, -2.0 * start)).is_clear());
    }
}

#[test]
fn balls_and_capsules_keep_their_bits_in_every_unit_and_order() {
    let (solver, mut by_formula) = (Solver::default(), 0);
    for seed in 0..600 {
        let (a, b, way) = round_scene(seed, 1.0);
        let cast = solver.cast(&a, &b, way);
        assert_eq!(bits(&cast), bits(&solver.cast(&b, &a, -way).swapped()), "{seed}");
        for power in [-300, -61, 61, 300] {
            let unit = 2f64.powi(power);
            let (a, b, way) = round_scene(seed, unit);
            let there = solver.cast(&a, &b, way);
            assert_eq!(bits(&cast), bits(&there), "{seed} {power}");
            assert_eq!(cast.contact.point_a * unit, there.contact.point_a, "{seed} {power}");
        }
        by_formula += u32::from(cast.outcome == Outcome::Hit && cast.iterations == 0 && cast.lower > 0.0);
    }
    assert!(by_formula > 120, "{by_formula}");
}

#[test]
fn rays_meet_discs_and_capsules_of_the_plane_by_a_formula() {
    let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
    let (mut random, mut by_formula, mut clear) = (Random(7), 0, 0);
    for seed in 0..1000 {
        let mut place = |most: f64| vec2(random.signed(), random.signed()) * most;
        let capsule = Capsule::new(place(1.0), place(1.0), 0.5).unwrap();
        let (from, goal) = (place(6.0), place(2.0));
        let way: Vec2<f64> = (goal - from) * 2.0;
        let (cast, right) = (solver.cast_ray(&capsule, from, way), exact.cast_ray(&capsule, from, way));
        assert_eq!(cast.outcome, right.outcome, "{seed} {cast:?} {right:?}");
        assert!(cast.lower <= right.upper && right.lower <= cast.upper, "{seed} {cast:?} {right:?}");
        by_formula += u32::from(cast.is_hit() && cast.iterations == 0 && cast.lower > 0.0);
        clear += u32::from(cast.is_clear());
    }
    assert!(by_formula > 300 && clear > 300, "{by_formula} {clear}");
}

/// Cylinders, cones and ellipsoids: the bracket holds the crossing that is known from the equation of the surface.
#[test]
fn rays_meet_curved_shapes_where_their_equations_say() {
    let (solver, mut random, mut by_portal) = (Solver::default(), Random(5), 0);
    let half = vec3(1.0, 0.5, 1.5);
    type Level = fn(Vec3<f64>) -> f64;
    let shapes: [(Body, Level); 3] = [
        (Box::new(Cylinder::new(1.0, 0.75).unwrap()), |p| (p.y.abs() - 1.0).max(p.x.hypot(p.z) - 0.75)),
        (Box::new(Cone::new(1.0, 1.0).unwrap()), |p| (-1.0 - p.y).max(p.x.hypot(p.z) - 0.5 * (1.0 - p.y))),
        (Box::new(Ellipsoid::new(half).unwrap()), |p| vec3(p.x, p.y / 0.5, p.z / 1.5).length() - 1.0),
    ];
    for seed in 0..900 {
        let (shape, level) = &shapes[seed % 3];
        let (from, goal) = (random.point() * 5.0, random.point() * 0.15);
        let way = (goal - from) * 2.0;
        if level(from) < 0.1 {
            continue;
        }
        let cast = solver.cast_ray(shape, from, way);
        assert!(cast.is_hit(), "{seed} {cast:?}");
        let (before, after) = (level(from + way * cast.lower), level(from + way * cast.upper));
        assert!(before > -4e-15 && after < 4e-15, "{seed} {before:e} {after:e} {cast:?}");
        by_portal += u32::from(cast.upper - cast.lower < 1e-14);
    }
    assert!(by_portal > 400, "{by_portal}");
}

/// Regression. Cause: the way of exchanged shapes was the opposite way, whose zeros are negative, and the search for cones took
/// their sign for a side. Law: exchanged shapes have the same bits, whatever the signs of the zeros. Source: an attack on the
/// command from outside.
#[test]
fn a_negative_zero_of_the_travel_changes_no_bit() {
    let turned = |x: f64, y: f64, z: f64, w: f64| Quaternion::new(x, y, z, w).unwrap();
    let small = Cone::new(0.015319256525687401, 0.017177558612117855).unwrap();
    let small = small.at(Pose::new(turned(1.0, 0.0, 0.0, 0.0), vec3(0.0, 0.0, 0.0)).unwrap());
    let wide = Cone::new(0.029516083857234737, 0.27249134596852237).unwrap();
    let wide = wide.at(Pose::new(turned(0.5, -0.5, -0.5, 0.5), vec3(4.0, 0.0, 0.0)).unwrap());
    let solver = Solver::default();
    let there = solver.cast(&small, &wide, vec3(-6.0, 0.0, 0.0));
    assert_eq!(there.outcome, Outcome::Hit);
    for zero in [0.0, -0.0] {
        let same = solver.cast(&small, &wide, vec3(-6.0, zero, zero));
        let back = solver.cast(&wide, &small, vec3(6.0, zero, zero)).swapped();
        let hit = solver.hit(&wide, &small, vec3(6.0, zero, zero)).unwrap().swapped();
        assert_eq!([bits(&same), bits(&back), bits(&hit)], [bits(&there); 3]);
        let line = solver.crossing(&small, &wide, vec3(-6.0, zero, zero)).unwrap();
        let reversed = solver.crossing(&wide, &small, vec3(6.0, zero, zero)).unwrap().swapped();
        assert_eq!([line, reversed], [solver.crossing(&small, &wide, vec3(-6.0, 0.0, 0.0)).unwrap(); 2]);
    }
}
