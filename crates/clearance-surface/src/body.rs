//! A body of faces, and its mesh with a radius for each triangle.

use crate::extent::{Around, Extent};
use crate::face::Face;
use crate::mates::Mates;
use crate::radius::{Radius, radii};
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
    extents: OnceLock<Vec<Extent>>,
    around: OnceLock<Vec<Around>>,
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
        let of_face = |(number, face): (usize, &Face)| {
            let leaf = |(triangle, radius)| Leaf { face: number as u32, triangle: triangle as u32, radius };
            radii(face).into_iter().enumerate().map(leaf).collect::<Vec<_>>()
        };
        let leaves = faces.iter().enumerate().flat_map(of_face).collect();
        Self::of_leaves(name, faces, uncertainty, leaves)
    }

    /// The body of faces whose triangles have their radii, face by face.
    pub(crate) fn of_leaves(name: String, faces: Vec<Face>, uncertainty: f64, leaves: Vec<Leaf>) -> Option<Self> {
        let (mut vertices, mut triangles) = (Vec::<Vec3<f64>>::new(), Vec::new());
        for face in &faces {
            let first = u32::try_from(vertices.len()).ok()?;
            vertices.extend(face.nodes().iter().map(|node| node.corner));
            triangles.extend(face.triangles().iter().map(|corners| corners.map(|node| node + first)));
        }
        let radii: Vec<f64> = leaves.iter().map(|leaf| leaf.radius.total()).collect();
        let mesh = Mesh::new(&vertices, &triangles).ok()?.with_radii(&radii).ok()?;
        Some(Self {
            name,
            faces,
            uncertainty,
            mesh,
            leaves,
            mates: OnceLock::new(),
            extents: OnceLock::new(),
            around: OnceLock::new(),
        })
    }

    /// The triangles, each with the radius within which the surface lies.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// What lies beyond the edges of the faces.
    pub(crate) fn mates(&self) -> &Mates {
        self.mates.get_or_init(|| Mates::of(&self.faces))
    }

    /// The boxes of the faces, with the radii of their triangles.
    pub(crate) fn extents(&self) -> &[Extent] {
        self.extents.get_or_init(|| {
            let mut boxes = vec![Extent::NOTHING; self.faces.len()];
            for (leaf, around) in self.leaves.iter().zip(self.around()) {
                let own = &mut boxes[leaf.face as usize];
                *own = own.with(&around.extent);
            }
            boxes
        })
    }

    /// What is around each triangle of the mesh.
    pub(crate) fn around(&self) -> &[Around] {
        self.around.get_or_init(|| {
            let own =
                |leaf: &Leaf| Around::of_triangle(&self.faces[leaf.face as usize], leaf.triangle, leaf.radius.total());
            self.leaves.iter().map(own).collect()
        })
    }

    /// The numbers of a face's triangles in the mesh.
    pub(crate) fn leaves_of(&self, face: u32) -> std::ops::Range<usize> {
        let first = self.leaves.partition_point(|leaf| leaf.face < face);
        first..first + self.faces[face as usize].triangles().len()
    }

    /// Where the triangles of the mesh are from.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The largest radius of a triangle.
    pub(crate) fn largest_radius(&self) -> f64 {
        self.leaves.iter().map(|leaf| leaf.radius.total()).fold(0.0, f64::max)
    }
}
