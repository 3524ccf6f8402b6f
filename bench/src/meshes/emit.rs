//! The workloads of meshes as files, for libraries that this program does not know.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::{Part, Workload};

/// Writes each part as `NAME-a.obj` and `NAME-b.obj`, and a line for each pair: the poses and the true distance.
pub fn write(directory: &Path, workload: &Workload) -> io::Result<()> {
    if workload.dimension != 3 {
        return Ok(());
    }
    fs::create_dir_all(directory)?;
    let name = workload.name.replace(' ', "-");
    let files = ["a", "b"].map(|side| format!("{name}-{side}.obj"));
    for (file, part) in files.iter().zip(&workload.parts) {
        write_obj(&directory.join(file), part)?;
    }
    let class = workload.class.replace(' ', "-");
    let mut pairs = BufWriter::new(File::create(directory.join(format!("{name}-{class}.meshes.jsonl")))?);
    let head = json!({"workload": workload.name, "class": workload.class, "a": files[0], "b": files[1]});
    writeln!(pairs, "{head}")?;
    for (pair, distance) in workload.pairs.iter().zip(&workload.reference) {
        let [a, b] = pair.poses.map(|pose| json!({"translation": pose.translation, "rotation": pose.rotation}));
        writeln!(pairs, "{}", json!({"pose_a": a, "pose_b": b, "track": pair.track, "distance": distance}))?;
    }
    pairs.flush()
}

fn write_obj(path: &Path, part: &Part) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for [x, y, z] in &part.vertices {
        writeln!(file, "v {x:?} {y:?} {z:?}")?;
    }
    for triangle in &part.triangles {
        let [a, b, c] = triangle.map(|corner| corner + 1);
        writeln!(file, "f {a} {b} {c}")?;
    }
    file.flush()
}
