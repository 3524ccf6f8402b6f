//! A body of faces, and its mesh with a radius for each triangle.

use crate::face::Face;
use crate::mates::Mates;
use crate::radius::{Radius, radius};
use clearance::Vec3;
use clearance_scene::Mesh;
use std::sync::OnceLock;

/// A body whose surface is known.
#[derive(Clone, Debug)]
pub struct Body {
    /// What it is called.
    pub name: String,
    /// Its faces.
    pub faces: Vec<Face>,
    /// What the file calls its uncertainty: a length.
    pub uncertainty: f64,
    mesh: Mesh,
    leaves: Vec<Leaf>,
    mates: OnceLock<Mates>,
}

/// Where a triangle of the mesh is from.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The number of the face, from 0.
    pub face: u32,
    /// The number of the triangle in its face.
    pub triangle: u32,
    /// Its radius.
    pub radius: Radius,
}

impl Body {
    /// The body of these faces. `None` if it has no face, or too many triangles.
    pub fn new(name: String, faces: Vec<Face>, uncertainty: f64) -> Option<Self> {
        let (mut vertices, mut triangles, mut leaves) = (Vec::<Vec3<f64>>::new(), Vec::new(), Vec::<Leaf>::new());
        for (number, face) in faces.iter().enumerate() {
            let first = u32::try_from(vertices.len()).ok()?;
            vertices.extend(face.nodes().iter().map(|node| node.corner));
            for (triangle, corners) in face.triangles().iter().enumerate() {
                triangles.push(corners.map(|node| node + first));
                let triangle = triangle as u32;
                leaves.push(Leaf { face: number as u32, triangle, radius: radius(face, triangle) });
            }
        }
        let radii: Vec<f64> = leaves.iter().map(|leaf| leaf.radius.total()).collect();
        let mesh = Mesh::new(&vertices, &triangles).ok()?.with_radii(&radii).ok()?;
        Some(Self { name, faces, uncertainty, mesh, leaves, mates: OnceLock::new() })
    }

    /// The triangles, each with the radius within which the surface lies.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// What lies beyond the edges of the faces.
    pub(crate) fn mates(&self) -> &Mates {
        self.mates.get_or_init(|| Mates::of(&self.faces))
    }

    /// Where the triangles of the mesh are from.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }
}
