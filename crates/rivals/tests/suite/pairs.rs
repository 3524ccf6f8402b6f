//! Random pairs for the tests, with the solver's answer beside them.

use clearance::{Hull, Pose, Proximity, Rotation, Shape, Solver, Status, WideVector};
use clearance_rivals::{Body, Pair};

/// SplitMix64: a seed names a pair.
pub struct Random(pub u64);

impl Random {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 * 2f64.powi(-53)
    }
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
    pub fn below(&mut self, limit: usize) -> usize {
        (self.unit() * limit as f64) as usize
    }
    pub fn vector<W: WideVector>(&mut self, size: f64) -> W {
        W::unpadded([0; 3].map(|_| size * self.signed()))
    }
}

/// The hull of `count` random points of a ball's surface. With fewer than four points: a point, a segment, a triangle.
pub fn body<W: WideVector>(random: &mut Random, count: usize) -> Body<W> {
    let points: Vec<W> = (0..count).map(|_| random.vector::<W>(1.0).unit()).collect();
    Body::new(Hull::new(&points).expect("the points are finite"))
}

/// A random pose with a translation of up to this size.
pub fn pose<W: WideVector>(random: &mut Random, size: f64) -> Pose<W> {
    let (angle, axis) = (3.0 * random.signed(), random.vector::<W>(1.0).unit().padded());
    let (sine, cosine) = if W::DIM == 2 { angle.sin_cos() } else { (angle / 2.0).sin_cos() };
    let numbers = if W::DIM == 2 {
        [cosine, sine, 0.0, 0.0]
    } else {
        let axis = clearance::vec3(axis[0], axis[1], axis[2]).unit() * sine;
        [axis.x, axis.y, axis.z, cosine]
    };
    Pose { rotation: <W::Rotation as Rotation<W>>::from_numbers(numbers), translation: random.vector(size) }
}

/// The solver's answer: the signed distance.
pub fn solved<W: WideVector>(bodies: [&Body<W>; 2], poses: [&Pose<W>; 2]) -> Proximity<W> {
    let [a, b] = [0, 1].map(|side| bodies[side].hull().at(*poses[side]));
    Solver::default().signed_distance(&a, &b)
}

/// Shows `law` many random pairs of bodies of up to `most` vertices, with the solver's answers. Fails unless many of
/// them are apart and many meet.
pub fn for_random_pairs<W: WideVector>(
    pairs: u64,
    most: usize,
    mut law: impl FnMut(&Pair<'_, W>, [&Body<W>; 2], &Proximity<W>),
) {
    let mut apart = 0;
    for seed in 0..pairs {
        let mut random = Random(seed);
        let bodies: [Body<W>; 2] = [0; 2].map(|_| {
            let count = 1 + random.below(most);
            body(&mut random, count)
        });
        let poses = [0; 2].map(|_| pose::<W>(&mut random, 1.2));
        let (bodies, poses) = ([&bodies[0], &bodies[1]], [&poses[0], &poses[1]]);
        let answer = solved(bodies, poses);
        apart += u64::from(answer.status == Status::Separated);
        law(&Pair::new(bodies, poses), bodies, &answer);
    }
    assert!(apart > pairs / 8 && pairs - apart > pairs / 8, "{apart} of {pairs} pairs are apart");
}

/// Asserts that a distance is the solver's, and 0 where shapes meet, to a few roundings of coordinates of about 3.
pub fn assert_near<W: WideVector>(distance: Option<f64>, answer: &Proximity<W>) {
    let distance = distance.expect("the method knows the distance");
    assert!((distance - answer.distance.max(0.0)).abs() < 1e-14, "{distance}, the solver says {answer}");
}
