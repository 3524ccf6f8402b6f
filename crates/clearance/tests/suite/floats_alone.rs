//! The stage of floats: what it decides takes no memory. Law of `query/stages/floats.rs`.

use crate::allocations::allocations;
use crate::random::Random;
use clearance::{
    AnyShape, Ball, Capsule, Cuboid, Hull, Placed, Pose, Quaternion, Rotation2, Shape, Solver, Status, SupportMap,
    Vec2, Vec3, Vector, vec2, vec3,
};
use std::f64::consts::PI;
use std::hint::black_box;

type Bodies<V> = Vec<Placed<AnyShape<V>, V>>;

/// Bodies of every kind that has a loop of its own, in lengths of about `unit`.
fn bodies_of_space(random: &mut Random, unit: f64) -> Bodies<Vec3<f64>> {
    let mut point = || random.point() * unit;
    let half = point();
    let half = vec3(half.x.abs() + 0.1 * unit, half.y.abs() + 0.1 * unit, half.z.abs() + 0.1 * unit);
    let shapes: [AnyShape<Vec3<f64>>; 6] = [
        Ball::new(point(), 0.5 * unit).unwrap().into(),
        Capsule::new(point(), point(), 0.25 * unit).unwrap().into(),
        Cuboid::new(half).unwrap().into(),
        Hull::new(&[(); 8].map(|()| point())).unwrap().into(),
        Hull::new(&[(); 64].map(|()| point())).unwrap().into(),
        Hull::new(&[(); 600].map(|()| point())).unwrap().into(),
    ];
    let mut pose = || {
        let turn = random.point();
        let rotation = Quaternion::new(turn.x, turn.y, turn.z, 1.0).unwrap();
        Pose { rotation, translation: random.point() * (2.0 * unit) }
    };
    shapes.into_iter().map(|shape| shape.at(pose())).collect()
}

fn bodies_of_plane(random: &mut Random, unit: f64) -> Bodies<Vec2<f64>> {
    let polygon = |corners: u32| {
        let corner = |k: u32| {
            let (sin, cos) = (2.0 * PI * f64::from(k) / f64::from(corners)).sin_cos();
            vec2(unit * cos, 0.75 * unit * sin)
        };
        Hull::new(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let shapes: [AnyShape<Vec2<f64>>; 5] = [
        Ball::new(vec2(0.0, 0.0), 0.5 * unit).unwrap().into(),
        Cuboid::new(vec2(unit, 0.5 * unit)).unwrap().into(),
        polygon(3).into(),
        polygon(8).into(),
        polygon(64).into(),
    ];
    let mut pose = || {
        let (s, c) = (PI * random.signed()).sin_cos();
        let place = random.point() * (2.0 * unit);
        Pose { rotation: Rotation2 { c, s }, translation: vec2(place.x, place.y) }
    };
    shapes.into_iter().map(|shape| shape.at(pose())).collect()
}

/// The pairs of two lists that were asked about: apart, and in each other.
#[derive(Default)]
struct Asked {
    apart: usize,
    overlapping: usize,
}

/// Asks every question that floats decide by themselves: all of pairs that are clearly apart, and all but the depth of
/// pairs that clearly overlap.
fn ask_without_memory<V: Vector<Scalar = f64>>(first: &Bodies<V>, second: &Bodies<V>, clear: f64, asked: &mut Asked)
where
    AnyShape<V>: SupportMap<V>,
{
    let solver = Solver::default();
    let near = Solver { max_distance: clear, ..solver };
    for a in first {
        for b in second {
            let answer = solver.signed_distance(a, b);
            let distance = answer.distance;
            if distance.abs() < clear {
                continue;
            }
            let count = allocations(|| {
                black_box((solver.distance(a, b), near.within(a, b), solver.overlaps(a, b)));
                if answer.status == Status::Separated {
                    black_box(solver.signed_distance(a, b));
                }
            });
            assert_eq!(count, 0, "a pair at {distance} took memory");
            asked.apart += usize::from(distance > 0.0);
            asked.overlapping += usize::from(distance < 0.0);
        }
    }
}

#[test]
fn what_floats_decide_takes_no_memory() {
    let (mut random, mut asked) = (Random(39), Asked::default());
    for power in [0, 300, -300] {
        let unit = 2f64.powi(power);
        for _ in 0..20 {
            let [first, second] = [(); 2].map(|()| bodies_of_space(&mut random, unit));
            ask_without_memory(&first, &second, 1e-6 * unit, &mut asked);
            let [first, second] = [(); 2].map(|()| bodies_of_plane(&mut random, unit));
            ask_without_memory(&first, &second, 1e-6 * unit, &mut asked);
        }
    }
    assert!(asked.apart > 1_000 && asked.overlapping > 500, "{} apart, {} overlap", asked.apart, asked.overlapping);
}
