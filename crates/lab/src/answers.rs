//! One number for all answers. A change that must not change answers is checked with it.
//!
//! The number holds everything that a query says, bit for bit, except `iterations`: a query may ask for fewer support
//! points.

use crate::any;
use crate::corpus::{Scalar, families, family};
use crate::curved;
use crate::random::Random;
use crate::soak::pair_of_seed;
use crate::space::{Lab, Rough};
use crate::truth::Problem;
use clearance::{
    Ball, Capsule, Cuboid, Cylinder, Hull, Placement, Pose, Precision, Proximity, Quaternion, Real, ShapeSet, Solver,
    Space, SupportMap, Vec2, Vec3, Vector, vec3,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// A sum of the bits of answers, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum(u64);

impl Sum {
    fn add(&mut self, bits: u64) {
        // One step of Sebastiano Vigna's splitmix64: every bit of the input changes every bit of the sum.
        let mixed = (self.0.rotate_left(7) ^ bits).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ (mixed >> 27);
    }

    fn add_number(&mut self, number: f64) {
        self.add(number.to_bits());
    }

    fn add_answer<V: Vector>(&mut self, answer: &Proximity<V>) {
        self.add(answer.status as u64);
        [answer.distance, answer.lower, answer.upper].iter().for_each(|number| self.add_number(number.widen()));
        for point in [answer.normal, answer.point_a, answer.point_b].map(V::widen) {
            (0..<V::Wide as Space>::DIM).for_each(|axis| self.add_number(*point.coordinate(axis)));
        }
        for feature in [answer.feature_a(), answer.feature_b()] {
            feature.vertices().iter().for_each(|&vertex| self.add(u64::from(vertex)));
            feature.weights().iter().for_each(|&weight| self.add_number(weight));
        }
    }

    /// What every query says of two shapes.
    fn add_pair<V: Vector>(&mut self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) {
        for precision in [Precision::Float, Precision::Exact] {
            let solver = Solver { precision, ..Solver::default() };
            let signed = solver.signed_distance(a, b);
            self.add_answer(&signed);
            self.add_answer(&solver.distance(a, b));
            self.add(u64::from(solver.overlaps(a, b)));
            let near = Solver { max_distance: 0.5 * signed.distance.widen().abs(), ..solver };
            near.within(a, b).iter().for_each(|answer| self.add_answer(answer));
        }
    }
}

/// The answers on the whole corpus, of points and of hulls.
pub fn of_corpus() -> Sum {
    let mut sum = Sum::default();
    for case in families().iter().flat_map(|name| family(name)) {
        match (case.dim, case.scalar) {
            (2, Scalar::F32) => add_problem::<Vec2<f32>>(&mut sum, &case.problem()),
            (2, Scalar::F64) => add_problem::<Vec2<f64>>(&mut sum, &case.problem()),
            (_, Scalar::F32) => add_problem::<Vec3<f32>>(&mut sum, &case.problem()),
            (_, Scalar::F64) => add_problem::<Vec3<f64>>(&mut sum, &case.problem()),
        }
    }
    sum
}

fn add_problem<V: Lab>(sum: &mut Sum, problem: &Problem) {
    let (points_a, points_b) = (problem.a.vectors::<V>(), problem.b.vectors::<V>());
    sum.add_pair(&problem.a.shape(&points_a), &problem.b.shape(&points_b));
    let hull = |rough: &Rough, points: &[V]| Hull::new(points).map(|hull| rough.dressed(hull));
    if let (Ok(a), Ok(b)) = (hull(&problem.a, &points_a), hull(&problem.b, &points_b)) {
        sum.add_pair(&a, &b);
    }
}

/// The answers on three kinds of pairs, a third each: random polytopes, any shapes from bytes, and curved pairs.
pub fn of_random_pairs(pairs: u64) -> Sum {
    const CHUNK: u64 = 1 << 10;
    let (next, total) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if start >= pairs {
                        break;
                    }
                    let mut sum = Sum::default();
                    sum.add(start);
                    (start..pairs.min(start + CHUNK)).for_each(|seed| add_seed(&mut sum, seed));
                    // The order of chunks is that of the threads, so it must not count.
                    total.fetch_add(sum.0, Ordering::Relaxed);
                }
            });
        }
    });
    Sum(total.into_inner())
}

fn add_seed(sum: &mut Sum, seed: u64) {
    match seed % 6 {
        0 => add_problem::<Vec2<f32>>(sum, &pair_of_seed::<Vec2<f32>>(seed).1),
        1 => add_problem::<Vec2<f64>>(sum, &pair_of_seed::<Vec2<f64>>(seed).1),
        2 => add_problem::<Vec3<f32>>(sum, &pair_of_seed::<Vec3<f32>>(seed).1),
        3 => add_problem::<Vec3<f64>>(sum, &pair_of_seed::<Vec3<f64>>(seed).1),
        4 => {
            let mut random = Random::new(seed);
            let kinds = [0, 0].map(|_| curved::KINDS[random.below(curved::KINDS.len())]);
            let placing = curved::PLACINGS[random.below(curved::PLACINGS.len())];
            let [a, b] = curved::pair(kinds, placing, seed);
            sum.add_pair(&a, &b);
        }
        _ => any::visit(&any::bytes_of_case(seed), &mut AnyPairs(sum)),
    }
}

struct AnyPairs<'s>(&'s mut Sum);

impl any::Visitor for AnyPairs<'_> {
    fn visit<V: any::AnyVector>(&mut self, a: &any::Boxed<V>, b: &any::Boxed<V>) {
        self.0.add_pair(a, b);
    }
}

/// The answers of batches of mixed shapes.
pub fn of_batches(batches: u64) -> Sum {
    let mut sum = Sum::default();
    (0..batches).for_each(|seed| add_batch(&mut sum, &mut Random::new(seed)));
    sum
}

fn add_batch(sum: &mut Sum, random: &mut Random) {
    let mut shapes = ShapeSet::<Vec3<f64>>::new();
    let size = |random: &mut Random| 0.2 + random.unit();
    let point = |random: &mut Random| vec3(random.signed(), random.signed(), random.signed());
    let mut names = Vec::new();
    for _ in 0..6 {
        let [a, b, c] = [0, 0, 0].map(|_| size(random));
        names.push(shapes.insert(Cuboid::new(vec3(a, b, c)).expect("sizes are positive")));
        names.push(shapes.insert(Ball::new(point(random), a).expect("the radius is positive")));
        names.push(shapes.insert(Capsule::new(point(random), point(random), 0.3 * b).expect("finite")));
        names.push(shapes.insert(Cylinder::new(a, c).expect("sizes are positive")));
        let corners: Vec<_> = (0..4 + random.below(20)).map(|_| point(random)).collect();
        names.push(shapes.insert(Hull::new(&corners).expect("points are finite")));
    }
    let bodies: Vec<_> = (0..64)
        .map(|_| {
            let turn = Quaternion::from_axis_angle(point(random), 3.0 * random.unit());
            let pose = Pose::new(turn, point(random) * 2.0).expect("finite");
            Placement { shape: names[random.below(names.len())], pose }
        })
        .collect();
    let pairs: Vec<_> = (0..600).map(|_| [0, 0].map(|_| random.below(bodies.len()) as u32)).collect();
    let solver = Solver { max_distance: 0.5, ..Solver::default() };
    let batch = solver.batch(&shapes, &bodies).expect("every shape is there");
    let mut answers = vec![Proximity::default(); pairs.len()];
    batch.distances(&pairs, &mut answers).expect("every body is there");
    answers.iter().for_each(|answer| sum.add_answer(answer));
    batch.signed_distances(&pairs, &mut answers).expect("every body is there");
    answers.iter().for_each(|answer| sum.add_answer(answer));
    let mut near = vec![None; pairs.len()];
    batch.within(&pairs, &mut near).expect("every body is there");
    near.iter().flatten().for_each(|answer| sum.add_answer(answer));
    let mut meets = vec![false; pairs.len()];
    batch.overlaps(&pairs, &mut meets).expect("every body is there");
    meets.iter().for_each(|&meets| sum.add(u64::from(meets)));
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_the_same_twice_and_another_for_other_pairs() {
        assert_eq!(of_random_pairs(3000), of_random_pairs(3000));
        assert_ne!(of_random_pairs(3000), of_random_pairs(2990));
        assert_eq!(of_batches(2), of_batches(2));
        assert_ne!(of_batches(2), of_batches(3));
    }
}
