//! Two plates that touch over their whole faces: `cargo run --release -p clearance-scene --example touching_plates`.
//!
//! It prints how long the relation of plates with many coplanar triangles takes.

use clearance::Pose;
use clearance_scene::{Mesh, relation};
use std::time::Instant;

fn main() {
    for steps in [20, 70] {
        let plates = [plate(steps), plate(steps + 1)];
        let count = plates[0].triangles().len();
        for (name, other, x, z) in [
            ("the same plate on top", 0, 0.0, 0.25),
            ("the same plate on top, shifted", 0, 0.3, 0.25),
            ("a plate of other triangles on top", 1, 0.0, 0.25),
            ("a plate of other triangles in the same place", 1, 0.0, 0.0),
            ("pushed into each other", 1, 0.1, 0.125),
        ] {
            let start = Instant::now();
            let above = plates[other].at(Pose::translation([x, 0.0, z]));
            let answer = relation(&plates[0].at(Pose::identity()), &above).expect("the poses are finite");
            let time = start.elapsed().as_secs_f64() * 1e3;
            println!("{count:6} triangles, {name}: {} in {time:.1} ms", answer.relation.name());
        }
    }
}

/// A plate of 1 × 1 × 0.25 with `steps`² squares on its faces.
fn plate(steps: u32) -> Mesh {
    let at = |i: u32| f64::from(i) / f64::from(steps);
    let levels = [0.0, -0.25];
    let points = |z: f64| (0..=steps).flat_map(move |i| (0..=steps).map(move |j| [at(i), at(j), z]));
    let vertices: Vec<[f64; 3]> = levels.into_iter().flat_map(points).collect();
    let vertex = |i: u32, j: u32| i * (steps + 1) + j;
    let below = (steps + 1) * (steps + 1);
    let mut triangles = Vec::new();
    for (i, j) in (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j))) {
        let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
        triangles.extend([[a, b, c], [a, c, d]]);
        triangles.extend([[a + below, c + below, b + below], [a + below, d + below, c + below]]);
    }
    for i in 0..steps {
        let sides = [
            [vertex(i, 0), vertex(i + 1, 0)],
            [vertex(i + 1, steps), vertex(i, steps)],
            [vertex(0, i + 1), vertex(0, i)],
            [vertex(steps, i), vertex(steps, i + 1)],
        ];
        triangles.extend(sides.iter().flat_map(|&[p, q]| [[p, below + q, q], [p, below + p, below + q]]));
    }
    Mesh::new(&vertices, &triangles).expect("the vertices are finite")
}
