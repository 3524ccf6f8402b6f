//! The same calls as `c_calls.c`, from Rust: shapes are made and placed in each call, from the same numbers.

use clearance::{Ball, Cuboid, Hull, Pose, Quaternion, Shape, SupportMap, Vec3, distance, vec3};
use std::hint::black_box;
use std::time::Instant;

/// `cargo xtask cost` changes this number before it builds the program again.
const GAP: f64 = 0.5;

const POSES: usize = 256;
const ROUNDS: u32 = 40;

type Numbers = ([f64; 3], [f64; 4]);

fn main() {
    let poses = poses();
    let hull = hull();
    let ball = || Ball::new(vec3(0.0, 0.0, 0.0), 1.0).expect("a size");
    let cuboid = || Cuboid::new(vec3(1.0, 0.75, 0.5)).expect("sizes");
    time(&poses, |a, b| gap(&ball().at(pose(a)), &ball().at(pose(b))));
    time(&poses, |a, b| gap(&cuboid().at(pose(a)), &cuboid().at(pose(b))));
    time(&poses, |a, b| gap(&(&hull).at(pose(a)), &(&hull).at(pose(b))));
}

fn pose(numbers: &Numbers) -> Pose<Vec3<f64>> {
    let (translation, [x, y, z, w]) = *numbers;
    Pose::new(Quaternion::new(x, y, z, w).expect("a rotation"), translation.into()).expect("a pose")
}

fn gap(a: &impl SupportMap<Vec3<f64>>, b: &impl SupportMap<Vec3<f64>>) -> f64 {
    distance(a, b).distance
}

/// Prints the nanoseconds of a call: the least mean of some loops over all poses.
fn time(poses: &[Numbers], call: impl Fn(&Numbers, &Numbers) -> f64) {
    let mut least = f64::INFINITY;
    for _ in 0..15 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            for pair in poses.windows(2) {
                black_box(call(black_box(&pair[0]), black_box(&pair[1])));
            }
        }
        let calls = f64::from(ROUNDS) * (poses.len() - 1) as f64;
        least = least.min(start.elapsed().as_nanos() as f64 / calls);
    }
    println!("{least:.1}");
}

/// Near each other by turns: a body on the left, then one on the right.
fn poses() -> Vec<Numbers> {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1u32 << 23) - 1.0
    };
    (0..POSES)
        .map(|index| {
            let side = if index % 2 == 0 { -1.0 } else { 1.0 };
            let translation = [side * (1.25 + GAP), 0.5 * random(), 0.5 * random()];
            let [x, y, z] = [random(), random(), random()];
            let length = (x * x + y * y + z * z + 1.0).sqrt();
            (translation, [x / length, y / length, z / length, 1.0 / length])
        })
        .collect()
}

/// The hull of 32 points on a spiral around the unit sphere.
fn hull() -> Hull<Vec3<f64>> {
    let points: Vec<_> = (0..32u32)
        .map(|index| {
            let height = 1.0 - (2.0 * f64::from(index) + 1.0) / 32.0;
            let (radius, angle) = ((1.0 - height * height).sqrt(), 2.4 * f64::from(index));
            vec3(radius * angle.cos(), radius * angle.sin(), height)
        })
        .collect();
    Hull::new(&points).expect("the points are finite")
}
