//! How long all pairs of a scene take: bodies of 2,000 triangles that share their meshes, turned at random. The
//! arguments are the number of bodies, the number of threads, and the spacing in hundredths of a radius: at 230 the gaps
//! are narrow, at 200 many bodies cross.
//!
//!     cargo run --release -p clearance-scene --features rayon,simd --example many_bodies -- 10000 2 230

use clearance::{Pose, Quaternion, vec3};
use clearance_scene::{Mesh, Rules, Scene};
use std::sync::Arc;
use std::time::Instant;

/// A bumpy ball of `around` × `around` × 2 triangles.
fn ball(around: u32, bumps: f64) -> Mesh {
    let angle = |step: u32, whole: f64| whole * f64::from(step) / f64::from(around);
    let mut vertices = Vec::new();
    for i in 0..=around {
        for j in 0..around {
            let (u, v) = (angle(i, std::f64::consts::PI), angle(j, std::f64::consts::TAU));
            let radius = 1.0 + 0.1 * (bumps * u).sin() * (bumps * v).cos();
            vertices.push([u.sin() * v.cos(), u.sin() * v.sin(), u.cos()].map(|x| radius * x));
        }
    }
    let vertex = |i: u32, j: u32| i * around + j % around;
    let cells = (0..around).flat_map(|i| (0..around).map(move |j| (i, j)));
    let triangles: Vec<[u32; 3]> = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Mesh::new(&vertices, &triangles).expect("the ball is a mesh")
}

/// Numbers from −1 to 1 (Knuth's linear congruences, MMIX).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, otherwise: usize| numbers.get(place).copied().unwrap_or(otherwise);
    let (count, threads, spacing) = (number(0, 10_000), number(1, 2), number(2, 230) as f64 / 100.0);
    #[cfg(feature = "rayon")]
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("the pool is built once");
    let begin = Instant::now();
    let meshes = [2.0, 3.0, 5.0].map(|bumps| Arc::new(ball(32, bumps)));
    let triangles: usize = (0..count).map(|body| meshes[body % 3].triangles().len()).sum();
    let side = (count as f64).cbrt().ceil() as usize;
    let (mut scene, mut state) = (Scene::default(), 1);
    for body in 0..count {
        let place = [body % side, body / side % side, body / side / side].map(|step| spacing * step as f64);
        let mut near = |x: f64| x + 0.1 * random(&mut state);
        let place = vec3(near(place[0]), near(place[1]), near(place[2]));
        let axis = vec3(random(&mut state), random(&mut state), 1.5);
        let turn = Quaternion::from_axis_angle(axis, 3.0 * random(&mut state));
        let pose = Pose::new(turn, place).expect("the numbers are finite");
        scene.add(format!("body {body}"), meshes[body % 3].clone(), pose).expect("the name is new");
    }
    let built = begin.elapsed();
    let begin = Instant::now();
    let findings = scene.below(&Rules::limit(0.1));
    let all = begin.elapsed();
    let begin = Instant::now();
    let least = scene.minimum(&Rules::default()).expect("there are two bodies");
    println!(
        "{count} bodies, {triangles} triangles, {threads} threads: built in {built:.2?}; {} pairs below 0.1 in {all:.2?}; \
         the least distance {:.6} in {:.2?}",
        findings.len(),
        least.distance,
        begin.elapsed(),
    );
}
