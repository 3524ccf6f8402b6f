//! A user's program: the distance of two hulls, and the time of that query in nanoseconds.

use clearance::{Hull, Pose, Shape, Vec3, distance, vec3};
use std::hint::black_box;
use std::time::Instant;

/// `cargo xtask cost` changes this number before it builds the program again.
const GAP: f64 = 0.5;

const QUERIES: u32 = 1000;

fn main() {
    let (a, b) = (hull(32), hull(32).at(Pose::translation([1.2, 1.0 + GAP, 0.9])));
    println!("{}", distance(&a, &b).distance);
    let mut times: Vec<f64> = (0..25).map(|_| time(|| distance(black_box(&a), black_box(&b)).distance)).collect();
    times.sort_by(f64::total_cmp);
    println!("{}", times[times.len() / 2]);
}

/// The nanoseconds of one query: the mean of a loop.
fn time(query: impl Fn() -> f64) -> f64 {
    let start = Instant::now();
    for _ in 0..QUERIES {
        black_box(query());
    }
    start.elapsed().as_nanos() as f64 / f64::from(QUERIES)
}

/// The hull of points on a spiral around the unit sphere.
fn hull(count: u32) -> Hull<Vec3<f64>> {
    let points: Vec<_> = (0..count)
        .map(|index| {
            let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(count);
            let (radius, angle) = ((1.0 - height * height).sqrt(), 2.4 * f64::from(index));
            vec3(radius * angle.cos(), radius * angle.sin(), height)
        })
        .collect();
    Hull::new(&points).expect("the points are finite")
}
