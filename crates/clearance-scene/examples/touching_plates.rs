//! Two plates that touch over their whole faces: `cargo run --release -p clearance-scene --example touching_plates`.
//!
//! It prints how long the relation and the distance of plates with many coplanar triangles take.

use clearance::{Pose, Quaternion, vec3};
use clearance_scene::{Mesh, distance, is_below, overlaps, relation, within};
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
    let sheet = sheet(71);
    println!("{} coplanar triangles; ms for distance, is_below, within, overlaps", sheet.triangles().len());
    let axis = vec3(0.3, -0.2, 0.9);
    let [level, turned] = [0.0, 1.0].map(|angle| Quaternion::from_axis_angle(axis, angle));
    for gap in [0.0, 1e-300, f64::EPSILON, 1e-14, 0.25] {
        for (name, rotation, shift) in [
            ("level", level, [0.0, 0.0]),
            ("level, shifted", level, [0.3, 0.1]),
            ("turned", turned, [0.0, 0.0]),
            ("turned, shifted", turned, [0.3, 0.1]),
        ] {
            let below = Pose::new(rotation, vec3(0.0, 0.0, 0.0)).expect("a rotation");
            let shift = below.apply_vector(vec3(shift[0], shift[1], gap));
            let [a, b] = [below, Pose { translation: shift, ..below }];
            let [a, b] = [sheet.at(a), sheet.at(b)];
            let (first, answer) = timed(|| distance(&a, &b));
            let limit = answer.distance;
            let (second, is_less) = timed(|| is_below(&a, &b, limit));
            let (third, is_within) = timed(|| within(&a, &b, limit).is_some());
            let (fourth, meet) = timed(|| overlaps(&a, &b));
            println!(
                "gap {gap:8.1e}, {name}: {limit:e} at {} {}: {first:.1} {second:.1} {third:.1} {fourth:.1}; {is_less} {is_within} {meet}",
                answer.leaf_a, answer.leaf_b
            );
        }
    }
}

/// The milliseconds that an answer takes, and the answer.
fn timed<T>(answer: impl Fn() -> T) -> (f64, T) {
    let start = Instant::now();
    let answer = answer();
    (start.elapsed().as_secs_f64() * 1e3, answer)
}

/// A square of 1 × 1 in `steps`² squares.
fn sheet(steps: u32) -> Mesh {
    let at = |i: u32| f64::from(i) / f64::from(steps);
    let places = |count: u32| (0..count).flat_map(move |i| (0..count).map(move |j| (i, j)));
    let vertices: Vec<[f64; 3]> = places(steps + 1).map(|(i, j)| [at(i), at(j), 0.0]).collect();
    let corner = |i: u32, j: u32| i * (steps + 1) + j;
    let square = |(i, j): (u32, u32)| {
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    let triangles: Vec<[u32; 3]> = places(steps).flat_map(square).collect();
    Mesh::new(&vertices, &triangles).expect("the vertices are finite")
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
