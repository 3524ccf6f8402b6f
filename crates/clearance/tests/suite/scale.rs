//! If the input is scaled by a power of two, the output is scaled by it, bit for bit, to the ends of the range of
//! `f64`.

use clearance::real::ldexp;
use clearance::{
    Ball, Capsule, Cuboid, Hull, Pose, Proximity, Quaternion, Rotation2, Segment, Shape, Solver, SupportMap, Vec2,
    Vec3, Vector, WideVector, vec2, vec3,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

type Boxed<V> = Box<dyn SupportMap<V>>;

/// The numbers of a shape: 30 coordinates, three of its place, four of its turn.
type Numbers = ([f64; 30], [f64; 3], [f64; 4]);

fn in_space(kind: usize, (n, [x, y, z], turn): &Numbers, power: i32) -> Boxed<Vec3<f64>> {
    let size = |number: f64| ldexp(number, power);
    let point = |k: usize| vec3(size(n[k]), size(n[k + 1]), size(n[k + 2]));
    let length = turn.iter().map(|c| c * c).sum::<f64>().sqrt();
    let [i, j, k, w] = turn.map(|c| c / length);
    let pose = Pose { rotation: Quaternion { x: i, y: j, z: k, w }, translation: vec3(size(*x), size(*y), size(*z)) };
    let radius = size(0.5 + 0.25 * n[29]);
    match kind {
        0 => Box::new(Ball::new(point(0), radius).unwrap().at(pose)),
        1 => Box::new(Ball::new(vec3(0.0, 0.0, 0.0), radius).unwrap().at(pose)),
        2 => Box::new(Capsule::new(point(0), point(3), radius).unwrap().at(pose)),
        3 => Box::new(Segment::new(point(0), point(3)).unwrap().at(pose)),
        4 => Box::new(Cuboid::new(vec3(size(n[0].abs()), size(n[1].abs()), size(n[2].abs()))).unwrap().at(pose)),
        _ => Box::new(Hull::new(&(0..10).map(|k| point(3 * k)).collect::<Vec<_>>()).unwrap().at(pose)),
    }
}

fn in_the_plane(kind: usize, (n, [x, y, _], turn): &Numbers, power: i32) -> Boxed<Vec2<f64>> {
    let size = |number: f64| ldexp(number, power);
    let point = |k: usize| vec2(size(n[k]), size(n[k + 1]));
    let length = turn[0].hypot(turn[1]);
    let rotation = Rotation2 { c: turn[0] / length, s: turn[1] / length };
    let pose = Pose { rotation, translation: vec2(size(*x), size(*y)) };
    let radius = size(0.5 + 0.25 * n[29]);
    match kind {
        0 => Box::new(Ball::new(point(0), radius).unwrap().at(pose)),
        1 => Box::new(Ball::new(vec2(0.0, 0.0), radius).unwrap().at(pose)),
        2 => Box::new(Capsule::new(point(0), point(3), radius).unwrap().at(pose)),
        3 => Box::new(Hull::new(&(0..12).map(|k| point(2 * k)).collect::<Vec<_>>()).unwrap().at(pose)),
        4 => Box::new(Cuboid::new(vec2(size(n[0].abs()), size(n[1].abs()))).unwrap().at(pose)),
        _ => Box::new(Hull::new(&(0..4).map(|k| point(2 * k)).collect::<Vec<_>>()).unwrap().at(pose)),
    }
}

/// All parts of an answer, with its lengths times 2^power.
fn scaled<V: Vector<Scalar = f64>>(p: &Proximity<V>, power: i32) -> String {
    let lengths = [p.distance, p.lower, p.upper].map(|length| ldexp(length, power));
    let points = [p.point_a, p.point_b].map(|point| point.widen().scaled_by_power(power));
    let features = [p.feature_a(), p.feature_b()];
    format!("{:?} {lengths:?} {points:?} {:?} {} {features:?}", p.status, p.normal, p.iterations)
}

fn check<V: Vector<Scalar = f64>>(make: impl Fn(usize, &Numbers, i32) -> Boxed<V>) {
    let mut random = Random(7);
    let mut numbers = || {
        let mut signed = || random.signed();
        (std::array::from_fn(|_| signed()), std::array::from_fn(|_| 0.75 * signed()), std::array::from_fn(|_| signed()))
    };
    let mut apart = 0;
    let pairs: Vec<_> = (0..36).flat_map(|kinds| std::iter::repeat_n([kinds / 6, kinds % 6], 12)).collect();
    for [i, j] in &pairs {
        let (a, b): (Numbers, Numbers) = (numbers(), numbers());
        let near = |power| (make(*i, &a, power), make(*j, &b, power));
        let solver = |power| Solver { max_distance: ldexp(0.75, power), ..Solver::default() };
        let (one, other) = near(0);
        let plain = solver(0);
        let right = [plain.signed_distance(&one, &other), plain.distance(&one, &other)];
        let (axis, within) = (plain.separating_axis(&one, &other), plain.within(&one, &other));
        apart += usize::from(axis.is_some());
        for power in [-900, -700, -480, -61, -1, 3, 61, 480, 700, 1000, 1010, 1017] {
            let ((one, other), solver) = (near(power), solver(power));
            let found = [solver.signed_distance(&one, &other), solver.distance(&one, &other)];
            for (found, right) in found.iter().zip(&right) {
                assert_eq!(scaled(found, -power), scaled(right, 0), "2^{power}, kinds {i} and {j}");
            }
            assert_eq!(solver.separating_axis(&one, &other), axis, "2^{power}, kinds {i} and {j}");
            let near = solver.within(&one, &other);
            assert_eq!(near.map(|p| scaled(&p, -power)), within.map(|p| scaled(&p, 0)), "2^{power}, kinds {i} and {j}");
        }
    }
    assert!(apart * 5 > pairs.len() && apart * 5 < 4 * pairs.len(), "{apart} of {} pairs are apart", pairs.len());
}

/// Cause: balls, polygons and the quick test of far pairs had closed forms for the middle of the range only. Beyond it
/// the search answered, with other bits.
/// Law: scaling by a power of two scales the answer.
#[test]
fn closed_forms_and_searches_scale_with_their_shapes_to_the_ends_of_the_range() {
    check(in_space);
    check(in_the_plane);
}

#[test]
fn balls_at_1e304_have_the_bits_of_the_same_balls_near_1() {
    let balls = |power: i32| {
        let size = |x: f64| ldexp(x, power);
        let ball = |x: f64, r: f64| Ball::new(vec3(size(x), size(0.3 * x), size(0.1)), size(r)).unwrap();
        clearance::signed_distance(&ball(1.25, 0.3), &ball(-0.7, 0.4))
    };
    assert_eq!(scaled(&balls(1010), -1010), scaled(&balls(0), 0));
    assert_eq!(scaled(&balls(1010), -1000), scaled(&balls(10), 0));
}
