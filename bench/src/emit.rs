//! The workloads as files, for libraries that this program does not know.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::workloads::{Placement, ShapeData, Workload};

/// Writes the pairs in the format of `clearance query`, and a second file with the true signed distances.
pub fn write(directory: &Path, workload: &Workload) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let name = format!("{} {}", workload.name, workload.class).replace(' ', "-");
    let mut pairs = BufWriter::new(File::create(directory.join(format!("{name}.pairs.jsonl")))?);
    let mut answers = BufWriter::new(File::create(directory.join(format!("{name}.answers.jsonl")))?);
    for (id, (pair, distance)) in workload.pairs.iter().zip(&workload.reference).enumerate() {
        let [a, b] =
            [0, 1].map(|side| shape(workload.dimension, &workload.shapes[pair.shapes[side]], &pair.poses[side]));
        writeln!(pairs, "{}", json!({"id": id, "dim": workload.dimension, "a": a, "b": b}))?;
        writeln!(answers, "{}", json!({"id": id, "distance": distance}))?;
    }
    pairs.flush()?;
    answers.flush()
}

/// A shape where it is.
fn shape(dimension: usize, data: &ShapeData, pose: &Placement) -> Value {
    let vector = |v: &[f64; 3]| json!(v[..dimension]);
    let (kind, body) = match data {
        ShapeData::Points(points) => ("points", points.iter().map(vector).collect()),
        ShapeData::Cuboid(half_extents) => ("cuboid", json!({"half_extents": vector(half_extents)})),
        ShapeData::Ball(radius) => ("ball", json!({"center": vector(&[0.0; 3]), "radius": radius})),
        ShapeData::Capsule { half_height, radius } => {
            let end = |y| vector(&[0.0, y, 0.0]);
            ("capsule", json!({"start": end(-half_height), "end": end(*half_height), "radius": radius}))
        }
        ShapeData::Cylinder { half_height, radius } => {
            ("cylinder", json!({"half_height": half_height, "radius": radius}))
        }
        ShapeData::Cone { half_height, radius } => ("cone", json!({"half_height": half_height, "radius": radius})),
        ShapeData::Ellipsoid(semi_axes) => ("ellipsoid", json!({"semi_axes": vector(semi_axes)})),
    };
    let rotation = if dimension == 2 { &pose.rotation[..2] } else { &pose.rotation[..] };
    json!({kind: body, "pose": {"translation": vector(&pose.translation), "rotation": rotation}})
}
