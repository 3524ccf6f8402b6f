//! Triangle meshes: closed or open, convex or not.

mod body;
mod boundary;
mod radii;
mod report;
mod surface;

use crate::tree::{Pieces, Tree};
pub use body::Body;
pub(crate) use boundary::{Boundary, Inside};
use clearance::each::Each;
use clearance::{Coordinates, Vec3, Vector, vec3};
pub(crate) use radii::Radii;
pub use report::MeshReport;
pub(crate) use report::{leader_of, parts};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};
pub(crate) use surface::{Surface, Wing};

/// A surface of triangles.
///
/// Every triangle counts, whatever the mesh is: open, self-crossing, of several parts, with triangles that are a
/// segment or a point. [`Mesh::report`] says what is odd about it. Coordinates are in the unit of the file or of the
/// caller; nothing depends on which one.
///
/// A mesh is built once and placed as often as needed: [`Mesh::at`] borrows it.
///
/// ```
/// use clearance_scene::Mesh;
///
/// let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let mesh = Mesh::new(&square, &[[0, 1, 2], [0, 2, 3]]).unwrap();
/// assert_eq!(mesh.triangles().len(), 2);
/// assert_eq!(mesh.report().open_edges, 4);
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<Vec3<f64>>,
    triangles: Vec<[u32; 3]>,
    tree: Tree<3>,
    /// How far the surface that it stands for may be from each triangle.
    radii: Option<Box<Radii>>,
    /// What bounds the solid, once somebody has asked.
    boundary: OnceLock<Boundary>,
    /// What is odd, once somebody has asked.
    report: OnceLock<MeshReport>,
    /// For each vertex the first one at its place, once somebody has asked. Empty if all are different.
    same: OnceLock<Vec<u32>>,
    /// The edges, once a relation has asked for them.
    surface: OnceLock<Arc<Surface>>,
    /// What a room above keeps for this mesh, until the vertices move.
    pub(crate) kept_above: OnceLock<Arc<dyn Any + Send + Sync>>,
}

/// Why a list of triangles is no mesh.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate of this vertex is not finite.
    NotFinite {
        /// The index of the vertex.
        vertex: usize,
    },
    /// This triangle names a vertex that does not exist.
    NoSuchVertex {
        /// The index of the triangle.
        triangle: usize,
        /// The index that it names.
        vertex: u32,
    },
    /// There is no triangle.
    Empty,
    /// More triangles or vertices than `u32` can number.
    TooLarge,
    /// The radius of this triangle is negative, infinite or NaN.
    Radius {
        /// The index of the triangle.
        triangle: usize,
    },
    /// The number of vertices, or of radii, is not that of the mesh.
    OtherCount {
        /// How many vertices, or triangles, the mesh has.
        expected: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex } => write!(f, "a coordinate of vertex {vertex} is not finite"),
            Self::NoSuchVertex { triangle, vertex } => {
                write!(f, "triangle {triangle} names vertex {vertex}, which does not exist")
            }
            Self::Empty => f.write_str("the mesh has no triangle"),
            Self::TooLarge => f.write_str("the mesh has more than 2^31 triangles or vertices"),
            Self::Radius { triangle } => write!(f, "the radius of triangle {triangle} is no length"),
            Self::OtherCount { expected } => {
                write!(f, "expected {expected}, as many as the mesh has, found another number")
            }
        }
    }
}

impl std::error::Error for MeshError {}

impl Mesh {
    /// The mesh of these vertices and triangles. A triangle names three vertices by their indices from 0.
    ///
    /// Vertices are vectors, arrays or tuples of three floats, `f32` or `f64`. All queries compute in `f64`. With the
    /// features of `clearance` for glam, nalgebra and mint their vectors and points are vertices, too: with `glam-033` a
    /// `TriMesh` of parry3d 0.31 is `Mesh::new(shape.vertices(), shape.indices())`, without a copy by hand. The tree
    /// is built at once; that takes about a microsecond a triangle.
    ///
    /// # Errors
    /// [`MeshError`], with the index of the first vertex or triangle that is wrong.
    pub fn new<P>(vertices: &[P], triangles: &[[u32; 3]]) -> Result<Self, MeshError>
    where
        P: Coordinates<Vector: Vector<Wide = Vec3<f64>>>,
    {
        let vertices = finite_vertices(vertices)?;
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if vertices.len() >= 1 << 31 || triangles.len() >= 1 << 31 {
            return Err(MeshError::TooLarge);
        }
        let is_missing = |&vertex: &u32| vertex as usize >= vertices.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|vertex| is_missing(vertex)) {
                return Err(MeshError::NoSuchVertex { triangle, vertex });
            }
        }
        let tree = Tree::new(&Triangles { vertices: &vertices, triangles });
        let triangles = triangles.to_vec();
        let (boundary, report, same, surface, kept_above) = Default::default();
        Ok(Self { vertices, triangles, tree, radii: None, boundary, report, same, surface, kept_above })
    }

    /// Moves the vertices: as many as before, and the same triangles between them.
    ///
    /// The tree keeps its shape, and its boxes are fitted again from the bottom up; that takes a fraction of the time of
    /// [`Mesh::new`]. Answers are those of a new mesh. Queries get slower when triangles that were neighbours have moved
    /// apart: if [`Mesh::tree_surface`] has grown by half since the mesh was built, building it anew pays.
    ///
    /// # Errors
    /// [`MeshError::NotFinite`], and the mesh is as it was. [`MeshError::OtherCount`] if the number of vertices is
    /// another one.
    ///
    /// ```
    /// use clearance::{Pose, vec3};
    /// use clearance_scene::{Mesh, closest_point};
    ///
    /// let mut flag = Mesh::new(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]], &[[0, 1, 2]]).unwrap();
    /// flag.set_vertices(&[[0.0, 0.0, 0.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]]).unwrap();
    /// assert_eq!(closest_point(&flag.at(Pose::identity()), vec3(2.0, 0.0, 4.0)).distance, 3.0);
    /// ```
    pub fn set_vertices<P>(&mut self, vertices: &[P]) -> Result<(), MeshError>
    where
        P: Coordinates<Vector: Vector<Wide = Vec3<f64>>>,
    {
        if vertices.len() != self.vertices.len() {
            return Err(MeshError::OtherCount { expected: self.vertices.len() });
        }
        self.vertices = finite_vertices(vertices)?;
        self.tree.refit(&Triangles { vertices: &self.vertices, triangles: &self.triangles });
        // Vertices may have become equal, or different.
        if !self.boundary.get().is_some_and(|boundary| boundary.holds_anywhere) {
            self.boundary = OnceLock::new();
        }
        (self.report, self.same, self.surface, self.kept_above) = Default::default();
        self.radii = None;
        Ok(())
    }

    /// The surface of all boxes of the tree, as a share of the surface of the box around the mesh. It is a measure of
    /// what a query costs; [`Mesh::set_vertices`] says what for.
    pub fn tree_surface(&self) -> f64 {
        self.tree.surface()
    }

    /// The mesh of the vertices that a function makes of these: for scales that differ along the axes, for shears. The
    /// triangles stay as they are; a reflection turns them inside out.
    ///
    /// # Errors
    /// [`MeshError::NotFinite`] if the function makes such a vertex.
    ///
    /// ```
    /// use clearance::vec3;
    /// use clearance_scene::Mesh;
    ///
    /// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]], &[[0, 1, 2]]).unwrap();
    /// let flat = sheet.transformed(|v| vec3(v.x, 0.5 * v.y, v.z)).unwrap();
    /// assert_eq!(flat.vertices()[2], vec3(0.0, 1.0, 0.0));
    /// ```
    pub fn transformed(&self, map: impl Fn(Vec3<f64>) -> Vec3<f64>) -> Result<Self, MeshError> {
        let vertices: Vec<Vec3<f64>> = self.vertices.iter().map(|&vertex| map(vertex)).collect();
        Self::new(&vertices, &self.triangles)
    }

    /// The vertices, in the order of [`Mesh::new`].
    pub fn vertices(&self) -> &[Vec3<f64>] {
        &self.vertices
    }

    /// The triangles, in the order of [`Mesh::new`].
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// What is odd about the mesh. It is found at the first call.
    pub fn report(&self) -> &MeshReport {
        self.report.get_or_init(|| MeshReport::of(self))
    }

    /// The corners of a triangle, in the mesh's own frame.
    ///
    /// # Panics
    /// If there is no triangle with this index.
    pub fn corners(&self, triangle: u32) -> [Vec3<f64>; 3] {
        self.triangles[triangle as usize].each(|vertex| self.vertices[vertex as usize])
    }

    pub(crate) fn tree(&self) -> &Tree<3> {
        &self.tree
    }

    /// The memory of the tree, in bytes: what the mesh needs beside its vertices and triangles.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }
}

/// The points as vectors, if all are finite.
fn finite_vertices<P>(points: &[P]) -> Result<Vec<Vec3<f64>>, MeshError>
where
    P: Coordinates<Vector: Vector<Wide = Vec3<f64>>>,
{
    let vertices: Vec<Vec3<f64>> = points.iter().map(|&point| point.vector().widen()).collect();
    match vertices.iter().position(|&vertex| !vertex.is_finite()) {
        Some(vertex) => Err(MeshError::NotFinite { vertex }),
        None => Ok(vertices),
    }
}

/// Vertices and triangles while the tree is built.
struct Triangles<'a> {
    vertices: &'a [Vec3<f64>],
    triangles: &'a [[u32; 3]],
}

impl Triangles<'_> {
    fn corners(&self, piece: u32) -> [[f64; 3]; 3] {
        self.triangles[piece as usize].each(|vertex| self.vertices[vertex as usize].into())
    }
}

impl Pieces<3> for Triangles<'_> {
    fn count(&self) -> usize {
        self.triangles.len()
    }

    fn bounds(&self, piece: u32) -> [[f64; 3]; 2] {
        let [a, b, c] = self.corners(piece);
        let of = |choose: fn(f64, f64) -> f64| std::array::from_fn(|axis| choose(choose(a[axis], b[axis]), c[axis]));
        [of(f64::min), of(f64::max)]
    }

    fn normal(&self, piece: u32) -> [f64; 3] {
        let [a, b, c] = self.corners(piece).each(|corner| vec3(corner[0], corner[1], corner[2]));
        (b - a).cross(c - a).into()
    }

    fn facet(&self, piece: u32) -> Option<[[f64; 3]; 3]> {
        Some(self.corners(piece))
    }

    fn along(&self, piece: u32, direction: [f64; 3]) -> [f64; 2] {
        let products =
            self.corners(piece).each(|corner| (0..3).map(|axis| corner[axis] * direction[axis]).sum::<f64>());
        [products.into_iter().fold(f64::INFINITY, f64::min), products.into_iter().fold(f64::NEG_INFINITY, f64::max)]
    }
}
