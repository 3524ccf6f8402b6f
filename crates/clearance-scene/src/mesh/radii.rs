//! Meshes that stand for surfaces: a radius for each triangle.

use super::{Mesh, MeshError};
use crate::tree::{Cell, Content, Tree, WIDTH};

/// The radius of each triangle, and the largest below each box of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Radii {
    pub of_triangles: Vec<f64>,
    of_cells: Vec<[f64; WIDTH]>,
}

impl Radii {
    fn new(tree: &Tree<3>, of_triangles: &[f64]) -> Self {
        let mut radii = Self { of_triangles: of_triangles.to_vec(), of_cells: vec![[0.0; WIDTH]; tree.node_count()] };
        if let Some(root) = tree.root() {
            radii.fill(tree, root);
        }
        radii
    }

    fn fill(&mut self, tree: &Tree<3>, cell: Cell) -> f64 {
        let most = match tree.content(cell) {
            Content::Group(group) => {
                group.pieces.iter().map(|&piece| self.of_triangles[piece as usize]).fold(0.0, f64::max)
            }
            Content::Node(node) => {
                let slots = 0..tree.node(node).used;
                slots.map(|slot| self.fill(tree, Cell { node, slot })).fold(0.0, f64::max)
            }
        };
        self.of_cells[cell.node as usize][usize::from(cell.slot)] = most;
        most
    }

    /// The largest radius of a triangle in a cell.
    pub fn of_cell(&self, cell: Cell) -> f64 {
        self.of_cells[cell.node as usize][usize::from(cell.slot)]
    }
}

impl Mesh {
    /// The same mesh as the stand-in of a surface: each point of the surface lies within the radius of a triangle of it.
    /// Only [`NearPairs`](crate::NearPairs) looks at radii; all other questions are about the triangles. Moving the
    /// vertices forgets the radii.
    ///
    /// # Errors
    /// [`MeshError::OtherCount`] if there is not one radius a triangle; [`MeshError::Radius`] if one is negative, infinite
    /// or NaN.
    pub fn with_radii(self, radii: &[f64]) -> Result<Self, MeshError> {
        if radii.len() != self.triangles.len() {
            return Err(MeshError::OtherCount { expected: self.triangles.len() });
        }
        if let Some(triangle) = radii.iter().position(|radius| !(0.0..f64::INFINITY).contains(radius)) {
            return Err(MeshError::Radius { triangle });
        }
        let radii = Some(Box::new(Radii::new(&self.tree, radii)));
        Ok(Self { radii, ..self })
    }

    /// The radius of each triangle, in the order of [`Mesh::triangles`]. `None` for a mesh that stands for itself.
    pub fn radii(&self) -> Option<&[f64]> {
        self.radii.as_deref().map(|radii| radii.of_triangles.as_slice())
    }

    pub(crate) fn radii_of_cells(&self) -> Option<&Radii> {
        self.radii.as_deref()
    }
}
