//! Meshes as they are, for the step-through page, as WebAssembly: files go in, and what the page draws and says of them
//! comes out. The distance, its bounds and the relation are those of `clearance distance` on the same files.
//!
//! A mesh stays on this side: a link cannot hold it, and no picture needs it twice.

mod answer;
mod front;
mod part;

use answer::{Answer, Related};
use clearance::{Pose, Precision, Quaternion, Solver, Vec3, vec3};
use clearance_scene::{Body, NearestCache, distance_cached};
use serde::Serialize;
use std::collections::HashMap;
use wasm_bindgen::prelude::*;

/// Why something was refused, in words for the page.
type Complaint = String;

/// Files that were opened together. A glTF file finds the files that it names here.
#[wasm_bindgen]
#[derive(Default)]
pub struct Folder {
    files: HashMap<String, Vec<u8>>,
}

#[wasm_bindgen]
impl Folder {
    /// A folder without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a file into the folder.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.files.insert(name.to_owned(), bytes.to_owned());
    }

    /// Reads the mesh of a file of the folder: all its objects as one body, each triangle in the file's order.
    ///
    /// # Errors
    /// The fault of the file, in the words of the command.
    pub fn open(&self, name: &str) -> Result<Part, Complaint> {
        part::read(name, &self.files).map(Part).map_err(|complaint| format!("{name}: {complaint}"))
    }
}

/// A body that a file holds.
#[wasm_bindgen]
pub struct Part(part::Part);

#[wasm_bindgen]
impl Part {
    /// What is to be said of it: how many triangles, what is odd about them, whether it is convex, its unit.
    pub fn told(&self) -> String {
        written(self.0.told())
    }

    /// The points of its convex hull, three coordinates each. At most `most` points are those of the file, in its
    /// order; of more, only the vertices of the hull are left.
    ///
    /// # Errors
    /// If the points have no hull.
    pub fn points(&self, most: usize) -> Result<Vec<f64>, Complaint> {
        self.0.points(most)
    }

    /// The vertices as they are drawn: from the middle of the body, times a factor.
    pub fn positions(&self, factor: f64) -> Vec<f32> {
        self.0.positions(factor)
    }

    /// The corners of the triangles, three indices of vertices each.
    pub fn corners(&self) -> Vec<u32> {
        self.0.mesh.triangles().as_flattened().to_vec()
    }

    /// The same body with lengths of so many metres. A body without a unit stays as it is.
    ///
    /// # Errors
    /// If a coordinate leaves the range of numbers.
    pub fn in_unit(&self, metres: f64) -> Result<Part, Complaint> {
        self.0.in_unit(metres).map(Self)
    }
}

/// How far apart two bodies are, asked again and again while one of them moves.
#[wasm_bindgen]
#[derive(Default)]
pub struct Question {
    cache: NearestCache,
}

#[wasm_bindgen]
impl Question {
    /// The first question.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer for two bodies. A pose is a translation and a quaternion: x, y, z, qx, qy, qz, qw. The question
    /// remembers the last answer; that changes the time and never the answer.
    ///
    /// # Errors
    /// What is wrong with a pose.
    pub fn answer(
        &mut self,
        a: &Part,
        pose_a: &[f64],
        b: &Part,
        pose_b: &[f64],
        exact: bool,
    ) -> Result<String, Complaint> {
        let precision = if exact { Precision::Exact } else { Precision::Float };
        let [a, b] = bodies([a, b], [pose_a, pose_b])?;
        let nearest = distance_cached(&Solver { precision, ..Solver::default() }, &a, &b, &mut self.cache);
        Ok(written(&Answer::new(&a, &b, &nearest)))
    }
}

/// The relation of two bodies, exact, and whether one of them is open. It takes time in proportion to the triangles.
/// Poses are as in [`Question::answer`].
///
/// # Errors
/// What is wrong with a pose.
#[wasm_bindgen]
pub fn related(a: &Part, pose_a: &[f64], b: &Part, pose_b: &[f64]) -> Result<String, Complaint> {
    let [a, b] = bodies([a, b], [pose_a, pose_b])?;
    let related = Related::new(&a, &b).ok_or("nothing is known: a pose is no rotation")?;
    Ok(written(&related))
}

/// What the search left out with a proof.
#[wasm_bindgen]
pub struct Front(front::Front);

#[wasm_bindgen]
impl Front {
    /// The front of two bodies. Poses are as in [`Question::answer`].
    ///
    /// # Errors
    /// What is wrong with a pose.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &Part, pose_a: &[f64], b: &Part, pose_b: &[f64]) -> Result<Front, Complaint> {
        let [a, b] = bodies([a, b], [pose_a, pose_b])?;
        let found = clearance_scene::front(&a, &b).ok_or("nothing is known: a pose is no rotation")?;
        Ok(Self(front::Front::new(found)))
    }

    /// How many pairs were left out, how many were not, and the direction of the planes.
    pub fn told(&self) -> String {
        written(&self.0.told())
    }

    /// The boxes of the first body, six numbers each: the least and the greatest coordinates, as the vertices are
    /// drawn.
    pub fn boxes_of_a(&self, a: &Part, factor: f64) -> Vec<f32> {
        self.0.boxes(&a.0, 0, factor)
    }

    /// The same for the second body.
    pub fn boxes_of_b(&self, b: &Part, factor: f64) -> Vec<f32> {
        self.0.boxes(&b.0, 1, factor)
    }
}

/// Two bodies at their poses.
fn bodies<'p>(parts: [&'p Part; 2], poses: [&[f64]; 2]) -> Result<[Body<'p>; 2], Complaint> {
    let placed = |side: usize| {
        let pose = pose(poses[side]).map_err(|complaint| format!("{}: {complaint}", ["A", "B"][side]))?;
        Ok::<_, Complaint>(parts[side].0.mesh.at(pose))
    };
    Ok([placed(0)?, placed(1)?])
}

/// The pose of seven numbers.
fn pose(numbers: &[f64]) -> Result<Pose<Vec3<f64>>, Complaint> {
    let &[x, y, z, qx, qy, qz, qw] = numbers else {
        return Err(format!("expected 7 numbers of a pose, found {}", numbers.len()));
    };
    let rotation = Quaternion::new(qx, qy, qz, qw).map_err(|error| error.to_string())?;
    Pose::new(rotation, vec3(x, y, z)).map_err(|error| error.to_string())
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, words and lists have a spelling")
}

#[cfg(test)]
mod tests;
