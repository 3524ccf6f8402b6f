//! Times of mesh-mesh queries on generated meshes: cold, and from the last query of a slow motion.
//!
//!     cargo run --release -p clearance-scene --features simd --example mesh_times
//!
//! Each line is one pair of meshes of diameter 1, and one gap. Twenty random placings are asked about three times in a
//! row; the median of their least times is printed. Then the second mesh moves by 1e-3 five times, and each query starts
//! from the one before. The last column is a sum of the bits of the answers: a change that makes the search faster keeps
//! it.

use clearance::{Pose, Quaternion, Solver, Vec3, WideVector as _, vec3};
use clearance_scene::{Mesh, NearestCache, distance, distance_cached, is_below};
use std::f64::consts::TAU;
use std::time::Instant;

/// Placings of a line, and queries of a motion.
const PLACINGS: usize = 20;

/// Random numbers from −1 to 1 (SplitMix64).
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self) -> Vec3<f64> {
        vec3(self.signed(), self.signed(), self.signed())
    }
    fn rotation(&mut self) -> Quaternion<f64> {
        Quaternion::from_axis_angle(self.vector(), 3.0 * self.signed())
    }
}

/// A closed grid of `around` × `across` points.
fn grid(around: u32, across: u32, point: impl Fn(f64, f64) -> [f64; 3]) -> Mesh {
    let angle = |place: u32, count: u32| TAU * f64::from(place) / f64::from(count);
    let places = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let vertices: Vec<[f64; 3]> = places.clone().map(|(i, j)| point(angle(i, around), angle(j, across))).collect();
    let vertex = |i: u32, j: u32| (i % around) * across + j % across;
    let triangles: Vec<[u32; 3]> = places
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Mesh::new(&vertices, &triangles).expect("the grid is a mesh")
}

/// A torus of diameter 1.
fn torus(around: u32, across: u32) -> Mesh {
    grid(around, across, |u, v| {
        let radius = 0.375 + 0.125 * v.cos();
        [radius * u.cos(), radius * u.sin(), 0.125 * v.sin()]
    })
}

/// A tube whose radius goes up and down: many places are nearly as near as the nearest.
fn bumpy(around: u32, across: u32) -> Mesh {
    grid(around, across, |u, v| {
        let tube = 0.1 + 0.02 * (12.0 * u).sin() * (5.0 * v).cos();
        let radius = 0.375 + tube * v.cos();
        [radius * u.cos(), radius * u.sin(), tube * v.sin()]
    })
}

/// Two poses with about this distance between the meshes.
fn placing(random: &mut Random, meshes: [&Mesh; 2], gap: f64) -> [Pose<Vec3<f64>>; 2] {
    let first = Pose::new(random.rotation(), vec3(0.0, 0.0, 0.0)).expect("a rotation");
    let way = random.vector().unit();
    let mut second = Pose::new(random.rotation(), way * (2.0 + gap)).expect("a rotation");
    for _ in 0..40 {
        let answer = distance(&meshes[0].at(first), &meshes[1].at(second));
        second.translation = second.translation - way * (answer.distance - gap);
    }
    [first, second]
}

/// The least time of three runs in microseconds, and the last answer.
fn least<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut once = || {
        let start = Instant::now();
        let answer = run();
        (start.elapsed().as_secs_f64() * 1e6, answer)
    };
    let (mut time, mut answer) = once();
    for _ in 0..2 {
        let (next, last) = once();
        (time, answer) = (time.min(next), last);
    }
    (time, answer)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let only = std::env::args().nth(1);
    let start = Instant::now();
    let meshes = [
        ("tori 5k", torus(72, 36), torus(70, 37)),
        ("tori 83k", torus(288, 144), torus(290, 143)),
        ("bumpy 20k", bumpy(200, 50), bumpy(210, 48)),
    ];
    let triangles: usize = meshes.iter().map(|(_, a, b)| a.triangles().len() + b.triangles().len()).sum();
    let build = start.elapsed().as_secs_f64() * 1e6 / triangles as f64;
    println!("build {build:.2} us a triangle, tree {:.1} bytes a triangle", {
        let bytes: usize = meshes.iter().map(|(_, a, b)| a.tree_bytes() + b.tree_bytes()).sum();
        bytes as f64 / triangles as f64
    });
    println!("{:>10} {:>6} {:>9} {:>9} {:>12} {:>17}", "pair", "gap", "cold us", "warm us", "below .9 d us", "bits");
    for (name, a, b) in &meshes {
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        for gap in [1.0, 0.1, 0.001] {
            let mut random = Random(7);
            let (mut cold, mut warm, mut below, mut bits) = (Vec::new(), Vec::new(), Vec::new(), 0u64);
            for _ in 0..PLACINGS {
                let [first, mut second] = placing(&mut random, [a, b], gap);
                let (time, answer) = least(|| distance(&a.at(first), &b.at(second)));
                cold.push(time);
                for number in [answer.distance, answer.lower, answer.upper, f64::from(answer.leaf_a)] {
                    bits = bits.wrapping_mul(0x100_0000_01b3).wrapping_add(number.to_bits());
                }
                let limit = 0.9 * answer.lower;
                below.push(least(|| is_below(&a.at(first), &b.at(second), limit)).0);
                let mut cache = NearestCache::default();
                distance_cached(&Solver::default(), &a.at(first), &b.at(second), &mut cache);
                for _ in 0..5 {
                    second.translation += random.vector() * 1e-3f64.min(0.1 * gap);
                    let bodies = [a.at(first), b.at(second)];
                    let begin = Instant::now();
                    let answer = distance_cached(&Solver::default(), &bodies[0], &bodies[1], &mut cache);
                    warm.push(begin.elapsed().as_secs_f64() * 1e6);
                    assert_eq!(answer, distance(&bodies[0], &bodies[1]));
                }
            }
            println!(
                "{name:>10} {gap:>6} {:>9.1} {:>9.1} {:>12.1} {bits:>17x}",
                median(cold),
                median(warm),
                median(below)
            );
        }
    }
}
