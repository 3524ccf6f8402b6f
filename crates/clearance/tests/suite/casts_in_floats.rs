//! The casts that floats prove alone against those that exact numbers decide: the same outcome, brackets that meet.

use clearance::{
    Cast, Cuboid, Hull, Motion, Outcome, Point, Pose, Precision, Quaternion, Segment, Shape, Solver, SupportMap,
    Triangle, Vec3, vec3,
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
