//! The questions of `bench/peers/python.py`, asked in Rust: a batch of boxes, the least distance of an arm, two meshes.
//!
//! The script writes the numbers to files and runs this program, which prints nanoseconds. With one thread they are
//! those of the process, otherwise those of the clock on the wall.
//!
//!     batch boxes|arm POSES PAIRS CONFIGURATIONS
//!     batch meshes VERTICES TRIANGLES POSES

use clearance::{Capsule, Cuboid, Placement, Pose, Proximity, Quaternion, ShapeSet, Solver, Vec3, vec3};
use clearance_scene::{Mesh, distance};
use cpu_time::ProcessTime;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a question is timed. The median counts.
const ROUNDS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let nanoseconds = match words[..] {
        ["boxes", poses, pairs, _] => boxes(&poses_of(poses), &indices::<2>(pairs)),
        ["arm", poses, pairs, count] => arm(&poses_of(poses), &indices::<2>(pairs), count.parse().expect("a count")),
        ["meshes", vertices, triangles, poses] => meshes(&floats(vertices), &indices::<3>(triangles), &poses_of(poses)),
        _ => panic!("see the head of the program"),
    };
    println!("{nanoseconds}");
}

/// A batch of unit boxes, nanoseconds a pair.
fn boxes(poses: &[Pose<Vec3<f64>>], pairs: &[[u32; 2]]) -> f64 {
    let mut shapes = ShapeSet::new();
    let shape = shapes.insert(Cuboid::new(vec3(0.5, 0.5, 0.5)).expect("a box"));
    let places: Vec<_> = poses.iter().map(|&pose| Placement { shape, pose }).collect();
    let solver = Solver::default();
    let mut answers = vec![Proximity::default(); pairs.len()];
    let seconds = median(|| {
        let batch = solver.batch(&shapes, &places).expect("the shapes are there");
        batch.distances(black_box(pairs), &mut answers).expect("the places are there");
    });
    seconds * 1e9 / pairs.len() as f64
}

/// The least distance of an arm's links, nanoseconds a configuration.
fn arm(poses: &[Pose<Vec3<f64>>], pairs: &[[u32; 2]], count: usize) -> f64 {
    let mut shapes = ShapeSet::new();
    let shape = shapes.insert(Capsule::new(vec3(0.0, 0.0, -0.2), vec3(0.0, 0.0, 0.2), 0.05).expect("a link"));
    let solver = Solver::default();
    let seconds = median(|| {
        for poses in poses.chunks_exact(poses.len() / count) {
            let places: Vec<_> = poses.iter().map(|&pose| Placement { shape, pose }).collect();
            let batch = solver.batch(&shapes, &places).expect("the shapes are there");
            black_box(batch.minimum(pairs).expect("the places are there"));
        }
    });
    seconds * 1e9 / count as f64
}

/// The distance of two equal meshes, nanoseconds a query.
fn meshes(vertices: &[f64], triangles: &[[u32; 3]], poses: &[Pose<Vec3<f64>>]) -> f64 {
    let vertices: Vec<[f64; 3]> = vertices.as_chunks::<3>().0.to_vec();
    let mesh = Mesh::new(&vertices, triangles).expect("a mesh");
    let seconds = median(|| {
        for &pose in poses {
            black_box(distance(&mesh.at(Pose::identity()), &mesh.at(pose)));
        }
    });
    seconds * 1e9 / poses.len() as f64
}

fn median(mut ask: impl FnMut()) -> f64 {
    let is_alone = std::env::var("RAYON_NUM_THREADS").is_ok_and(|threads| threads == "1");
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let (process, wall) = (ProcessTime::now(), Instant::now());
            ask();
            if is_alone { process.elapsed() } else { wall.elapsed() }
        })
        .collect();
    times.sort();
    times[ROUNDS / 2].as_secs_f64()
}

fn floats(path: &str) -> Vec<f64> {
    let bytes = std::fs::read(path).expect("a file of numbers");
    bytes.as_chunks::<8>().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect()
}

fn indices<const N: usize>(path: &str) -> Vec<[u32; N]> {
    let bytes = std::fs::read(path).expect("a file of indices");
    let indices: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
    indices.as_chunks::<N>().0.to_vec()
}

/// Rows of a translation and a quaternion xyzw.
fn poses_of(path: &str) -> Vec<Pose<Vec3<f64>>> {
    let row = |row: &[f64; 7]| Pose {
        translation: vec3(row[0], row[1], row[2]),
        rotation: Quaternion::new(row[3], row[4], row[5], row[6]).expect("a rotation"),
    };
    floats(path).as_chunks::<7>().0.iter().map(row).collect()
}
