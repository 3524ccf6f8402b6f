//! The program `u1.rs`, written for parry.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::distance;
use parry3d_f64::shape::ConvexPolyhedron;
use std::hint::black_box;
use std::time::Instant;

/// `cargo xtask cost` changes this number before it builds the program again.
const GAP: f64 = 0.5;

const QUERIES: u32 = 1000;

fn main() {
    let (a, b) = (hull(32), hull(32));
    let (at, bt) = (Pose::identity(), Pose::from_translation(Vector::new(1.2, 1.0 + GAP, 0.9)));
    let query = || {
        let answer = distance(black_box(&at), black_box(&a), black_box(&bt), black_box(&b));
        answer.expect("hulls are supported").distance
    };
    println!("{}", query());
    let mut times: Vec<f64> = (0..25).map(|_| time(query)).collect();
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
fn hull(count: u32) -> ConvexPolyhedron {
    let points = (0..count).map(|index| {
        let height = 1.0 - (2.0 * f64::from(index) + 1.0) / f64::from(count);
        let (radius, angle) = ((1.0 - height * height).sqrt(), 2.4 * f64::from(index));
        Vector::new(radius * angle.cos(), radius * angle.sin(), height)
    });
    ConvexPolyhedron::from_convex_hull(&points.collect::<Vec<_>>()).expect("the points have a hull")
}
