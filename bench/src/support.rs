//! Support calls alone: for each way to find a hull's farthest vertex, the time to ask and to build, and the memory.

use std::hint::black_box;

use clearance::{Hull, SupportMap, Vec3, vec3};
use cpu_time::ThreadTime;

use crate::alternatives::{Climbing, Finder, Found, Hierarchy, Scan};
use crate::rng::Rng;
use crate::space::hull;
use crate::workloads::{ShapeData, ellipsoidal};

type Point = Vec3<f64>;

const COUNTS: [usize; 11] = [4, 8, 16, 24, 32, 64, 128, 512, 1024, 2048, 4096];
/// Hulls of each number of vertices, asked in random order.
const HULLS: usize = 32;
/// Directions in a pass. They are too many for the branch predictor to remember.
const DIRECTIONS: usize = 1 << 16;
/// Number of passes. The fastest one counts.
const PASSES: usize = 7;

/// Prints a line for each number of vertices and each way.
pub fn print() {
    println!("{:>8}  {:<20} {:>8} {:>9} {:>12} {:>10}", "vertices", "", "ns/call", "in chain", "µs to build", "bytes");
    for count in COUNTS {
        let mut rng = Rng::named(&format!("support {count}"));
        let sets: Vec<Vec<[f64; 3]>> = (0..HULLS).map(|_| corners(count, &mut rng)).collect();
        let questions: Vec<(usize, Point)> = (0..DIRECTIONS).map(|_| (rng.below(HULLS), unit(&mut rng))).collect();
        ours(count, &sets, &questions);
        alternative::<Scan>(count, &sets, &questions);
        alternative::<Climbing>(count, &sets, &questions);
        alternative::<Hierarchy>(count, &sets, &questions);
    }
}

fn corners(count: usize, rng: &mut Rng) -> Vec<[f64; 3]> {
    match ellipsoidal(count, rng) {
        ShapeData::Points(points) => points,
        _ => unreachable!("ellipsoidal hulls are points"),
    }
}

fn unit(rng: &mut Rng) -> Point {
    let [x, y, z] = rng.unit();
    vec3(x, y, z)
}

/// Our way. Its build is that of the whole hull.
fn ours(count: usize, sets: &[Vec<[f64; 3]>], questions: &[(usize, Point)]) {
    let (hulls, built) = timed(|| sets.iter().map(|points| hull::<Point>(points)).collect::<Vec<_>>());
    let bytes = hulls.iter().map(Hull::memory).sum();
    line(count, "clearance", &hulls, questions, built, bytes);
}

/// Another way, and what it needs beyond the hull.
fn alternative<F: Finder>(count: usize, sets: &[Vec<[f64; 3]>], questions: &[(usize, Point)]) {
    let hulls: Vec<Hull<Point>> = sets.iter().map(|points| hull(points)).collect();
    let (finders, built) = timed(|| hulls.iter().map(F::new).collect::<Vec<F>>());
    let bytes = finders.iter().map(F::memory).sum();
    let shapes: Vec<Found<F>> = hulls.into_iter().map(Found::new).collect();
    line(count, F::NAME, &shapes, questions, built, bytes);
}

fn line<S: SupportMap<Point>>(
    count: usize,
    name: &str,
    shapes: &[S],
    questions: &[(usize, Point)],
    built: f64,
    bytes: usize,
) {
    let (mut apart, mut chained) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..PASSES {
        apart = apart.min(timed(|| black_box(independent(shapes, questions))).1);
        chained = chained.min(timed(|| black_box(chain(shapes, questions))).1);
    }
    let asked = questions.len() as f64;
    let each = shapes.len();
    let (apart, chained, built) = (apart / asked, chained / asked, built / each as f64 / 1e3);
    println!("{count:>8}  {name:<20} {apart:>8.1} {chained:>9.1} {built:>12.1} {:>10}", bytes / each);
}

/// Every question stands alone, so the processor works on several at once.
fn independent<S: SupportMap<Point>>(shapes: &[S], questions: &[(usize, Point)]) -> usize {
    questions.iter().map(|&(shape, direction)| vertex(&shapes[shape], direction)).sum()
}

/// The answer decides which question comes next, as in an iteration.
fn chain<S: SupportMap<Point>>(shapes: &[S], questions: &[(usize, Point)]) -> usize {
    (0..questions.len()).fold(0, |last, place| {
        let (shape, direction) = questions[place ^ (last & 1)];
        vertex(&shapes[shape], direction)
    })
}

#[inline(always)]
fn vertex<S: SupportMap<Point>>(shape: &S, direction: Point) -> usize {
    shape.support_vertex(direction).vertex.unwrap_or(0) as usize
}

/// A result, and the nanoseconds it took.
fn timed<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let start = ThreadTime::now();
    let result = work();
    (result, start.elapsed().as_nanos() as f64)
}
