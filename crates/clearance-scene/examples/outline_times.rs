//! How long the distance of two outlines takes: coasts of two islands, made by displacing middles of chords. The arguments
//! are how often the chords of the two coasts are halved; 14 halvings of 4 chords are 65,536 corners.
//!
//!     cargo run --release -p clearance-scene --features rayon,simd --example outline_times -- 12 14

use clearance::{Pose, Rotation2, Vec2, vec2};
use clearance_scene::{Outline, distance, is_below, relation_of_outlines, within};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Poses that are asked about; the median of their times is shown.
const POSES: usize = 25;

/// Numbers from −1 to 1 (Knuth's linear congruences, MMIX).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A coast around the origin of 4 · 2^halvings corners: each middle of a chord is moved across it by up to an eighth of
/// its length.
fn coast(state: &mut u64, halvings: u32) -> Vec<[f64; 2]> {
    let mut ring = vec![[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    for _ in 0..halvings {
        let mut finer = Vec::with_capacity(2 * ring.len());
        for (place, &[x, y]) in ring.iter().enumerate() {
            let [u, v]: [f64; 2] = ring[(place + 1) % ring.len()];
            let shift = 0.125 * random(state);
            finer.extend([[x, y], [0.5 * (x + u) + shift * (v - y), 0.5 * (y + v) + shift * (x - u)]]);
        }
        ring = finer;
    }
    ring
}

/// The median of the times that an answer takes at all poses.
fn median<T>(poses: &[Pose<Vec2<f64>>], ask: impl Fn(Pose<Vec2<f64>>) -> T) -> Duration {
    let mut times: Vec<Duration> = poses
        .iter()
        .map(|&pose| {
            let begin = Instant::now();
            black_box(ask(pose));
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let halvings = if let [a, b, ..] = numbers[..] { [a, b] } else { [12, 14] };
    let mut state = 1;
    let coasts = halvings.map(|halvings| vec![vec![coast(&mut state, halvings.min(20))]]);
    let build = |coast: &[Vec<Vec<[f64; 2]>>]| Outline::new(coast).expect("the coast has corners");
    let mut builds: Vec<Duration> = (0..POSES)
        .map(|_| {
            let begin = Instant::now();
            black_box(coasts.each_ref().map(|coast| build(coast)));
            begin.elapsed()
        })
        .collect();
    builds.sort_unstable();
    let [a, b] = coasts.each_ref().map(|coast| build(coast));
    let at = a.at(Pose::identity());
    println!("{} and {} edges: both built in {:.2?}", a.edges().len(), b.edges().len(), builds[POSES / 2]);
    for (words, apart) in [("far", 12.0), ("near", 2.0), ("meeting", 1.2)] {
        let poses: Vec<Pose<Vec2<f64>>> = (0..POSES)
            .map(|_| {
                let [place, turn] = [0, 1].map(|_| Rotation2::from_angle(3.0 * random(&mut state)));
                let translation = vec2(apart * place.c, apart * place.s);
                Pose::new(turn, translation).expect("the numbers are finite")
            })
            .collect();
        println!(
            "{words}: distance {:.1?}, within 0.01 {:.1?}, below 0.01? {:.1?}, relation {:.1?}",
            median(&poses, |pose| distance(&at, &b.at(pose))),
            median(&poses, |pose| within(&at, &b.at(pose), 0.01)),
            median(&poses, |pose| is_below(&at, &b.at(pose), 0.01)),
            median(&poses[..3], |pose| relation_of_outlines(&at, &b.at(pose))),
        );
    }
}
