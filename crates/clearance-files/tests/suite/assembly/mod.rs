//! Meshes and assemblies as they are.

mod cubes;
mod deformed;
mod formats;
mod hostile;
mod lattices;
mod mutations;
mod scenes;

use std::collections::HashSet;
use std::io;

use clearance_files::assembly::{self, Assembly};
use clearance_files::fault::Fault;

/// Reads a file that names no other one. Asserts that the laws of an assembly hold.
fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Assembly, Fault> {
    let nothing = |_: &str| Err(io::Error::other("there are no other files"));
    let assembly = assembly::read_file(name, bytes.as_ref(), nothing);
    assembly.inspect(check)
}

/// The complaint about a file that is refused.
fn complaint(name: &str, bytes: impl AsRef<[u8]>) -> String {
    match read(name, bytes) {
        Err(fault) => fault.to_string(),
        Ok(assembly) => panic!("{name} was read: {assembly:?}"),
    }
}

/// Asserts what the fields of an assembly promise.
fn check(assembly: &Assembly) {
    let mut used = vec![false; assembly.meshes.len()];
    let mut names = HashSet::new();
    for instance in &assembly.instances {
        used[instance.mesh] = true;
        assert!(names.insert(&instance.name), "{} is the name of two instances", instance.name);
        assert!(instance.transform.iter().flatten().all(|number| number.is_finite()), "{}", instance.name);
    }
    assert!(!used.is_empty() && used.iter().all(|&used| used), "each mesh has a place");
    for mesh in &assembly.meshes {
        let mut corners = vec![false; mesh.vertices.len()];
        assert!(!mesh.triangles.is_empty() && mesh.vertices.iter().flatten().all(|number| number.is_finite()));
        mesh.triangles.iter().flatten().for_each(|&corner| corners[corner as usize] = true);
        assert!(corners.iter().all(|&corner| corner), "each vertex is a corner");
    }
    assert!(assembly.metres_per_unit.is_none_or(|metres| metres > 0.0));
}

/// The triangles of all instances at their places. Each begins with its least corner, and the order is that of the
/// file.
fn triangles(assembly: &Assembly) -> Vec<[[f64; 3]; 3]> {
    let mut all = Vec::new();
    for instance in &assembly.instances {
        let mesh = &assembly.meshes[instance.mesh];
        for index in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(index).map(|corner| instance.place(corner));
            let turns = [[a, b, c], [b, c, a], [c, a, b]];
            all.push(*turns.iter().min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap());
        }
    }
    all
}
