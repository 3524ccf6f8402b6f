//! The class `Mesh`: a surface of triangles at a pose.

use crate::arrays;
use crate::bodies::{Factors, exact_row, placed, row};
use crate::dimension::{Dimension, Space};
use crate::indices::indices;
use crate::pose::Given;
use crate::shape::value_error;
use clearance::{Pose, vec3};
use clearance_scene::{Body, Mesh as CoreMesh};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;

/// Mesh(vertices, faces)
///
/// A surface of triangles: vertices (n, 3) and indices (m, 3). It need not be convex, closed or connected.
///
/// Its distance is that of the surface; `relation` and `contains` are about the solid that a closed surface bounds.
/// `at` shares the mesh: the tree is built once. Raises ValueError for an index that there is not.
#[pyclass(frozen, name = "Mesh", module = "clearance")]
#[derive(Clone)]
pub struct Mesh {
    pub mesh: Arc<CoreMesh>,
    pub factors: Factors<3>,
    pub pose: Pose<Space>,
}

impl Mesh {
    /// A mesh where it was made.
    pub fn plain(mesh: CoreMesh) -> Self {
        Self { mesh: Arc::new(mesh), factors: Factors::NONE, pose: Pose::identity() }
    }

    /// The mesh as queries take it.
    pub fn body(&self) -> Body<'_> {
        let (scale, mirrored) = self.factors.parts();
        self.mesh.at(self.pose).scaled(scale).mirrored(mirrored)
    }

    /// A point of the world in the frame of the mesh's own vertices, rounded.
    pub fn own(&self, point: Space) -> Space {
        let ([x, y, z], point) = (self.factors.0, self.pose.inverse().apply(point));
        vec3(point.x / x, point.y / y, point.z / z)
    }

    /// A mesh of its own that has the scale in its vertices, and the outside where it was.
    pub fn without_factors(&self) -> PyResult<Arc<CoreMesh>> {
        if self.factors == Factors::NONE {
            return Ok(self.mesh.clone());
        }
        let vertices: Vec<Space> = self.mesh.vertices().iter().map(|&vertex| self.scaled_vertex(vertex)).collect();
        let is_turned = self.factors.0.iter().filter(|factor| **factor < 0.0).count() % 2 == 1;
        let corners = |&[a, b, c]: &[u32; 3]| if is_turned { [a, c, b] } else { [a, b, c] };
        let faces: Vec<[u32; 3]> = self.mesh.triangles().iter().map(corners).collect();
        Ok(Arc::new(CoreMesh::new(&vertices, &faces).map_err(value_error)?))
    }

    fn scaled_vertex(&self, vertex: Space) -> Space {
        let [x, y, z] = self.factors.0;
        vec3(vertex.x * x, vertex.y * y, vertex.z * z)
    }
}

#[pymethods]
impl Mesh {
    #[new]
    fn new(py: Python<'_>, vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(vertices, "vertices")?;
        let (vertices, size) = numbers.points()?;
        if size != 3 {
            return Err(numbers.wrong_shape("(n, 3)"));
        }
        let vertices: Vec<[f64; 3]> = vertices.as_chunks::<3>().0.to_vec();
        let faces = indices::<3>(faces, "faces", vertices.len())?;
        let mesh = py.detach(|| CoreMesh::new(&vertices, &faces)).map_err(value_error)?;
        Ok(Self::plain(mesh))
    }
    /// cloud(points)
    ///
    /// The points of a scan, shape (n, 3), each a leaf by itself: distances are those of the nearest points, and nothing
    /// is inside. `Points` is their hull.
    #[staticmethod]
    fn cloud(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        if size != 3 {
            return Err(numbers.wrong_shape("(n, 3)"));
        }
        let points: Vec<[f64; 3]> = points.as_chunks::<3>().0.to_vec();
        let count = u32::try_from(points.len()).map_err(value_error)?;
        let leaves: Vec<[u32; 3]> = (0..count).map(|index| [index; 3]).collect();
        let mesh = py.detach(|| CoreMesh::new(&points, &leaves)).map_err(value_error)?;
        Ok(Self::plain(mesh))
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The mesh moved to a pose, as `Shape.at`. Both share their triangles and their tree.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given: Pose<Space> = Given { pose, translation, rotation }.of()?;
        Ok(Self { pose: given.after(&self.pose), ..self.clone() })
    }
    /// scaled(factor)
    ///
    /// The mesh with its own coordinates multiplied by a factor, before the pose; a negative one mirrors all axes. Both
    /// share their triangles and their tree. Raises ValueError for 0 and for coordinates that would not be finite.
    fn scaled(&self, factor: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (factor, _) = arrays::scalar(factor, "factor")?;
        let greatest =
            self.mesh.vertices().iter().flat_map(Space::coordinates).fold(0.0, |most: f64, x| most.max(x.abs()));
        Ok(Self { factors: self.factors.times(factor, greatest)?, ..self.clone() })
    }
    /// mirrored(axes)
    ///
    /// The mesh mirrored along its own axes, before the pose: "x" turns x into -x, "xy" x and y. Mirrored twice is not
    /// mirrored. Raises ValueError for other letters.
    fn mirrored(&self, axes: &str) -> PyResult<Self> {
        Ok(Self { factors: self.factors.mirrored(axes)?, ..self.clone() })
    }
    /// What the mesh's own coordinates are multiplied by along each axis, shape (3,).
    #[getter]
    fn factors<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &self.factors.0, false)
    }
    /// The vertices in the world's frame, shape (n, 3), rounded.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let place = |&vertex: &Space| self.pose.apply(self.scaled_vertex(vertex)).coordinates();
        let rows = self.mesh.vertices().iter().flat_map(place).collect();
        arrays::matrix(py, rows, 3)
    }
    /// The triangles as indices of vertices, shape (m, 3).
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let faces = self.mesh.triangles();
        let flat = PyArray1::from_iter(py, faces.as_flattened().iter().map(|&index| i64::from(index)));
        Ok(flat.reshape([faces.len(), 3])?.into_any())
    }
    /// The pose as a (4, 4) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::matrix(py, Space::matrix(&self.pose), 4)
    }
    /// 3.
    #[getter]
    fn dim(&self) -> usize {
        3
    }
    /// Whether the surface bounds a solid: each edge is passed as often in one direction as in the other, once
    /// turned and repeated triangles are put right.
    #[getter]
    fn is_closed(&self) -> bool {
        self.mesh.is_closed()
    }
    fn __len__(&self) -> usize {
        self.mesh.triangles().len()
    }
    fn __repr__(&self) -> String {
        let (vertices, faces) = (self.mesh.vertices().len(), self.mesh.triangles().len());
        placed(format!("Mesh({vertices} vertices, {faces} faces){}", self.factors.text()), &self.pose)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, mesh) = (slf.py(), slf.get());
        let own = Self { factors: Factors::NONE, pose: Pose::identity(), ..mesh.clone() };
        let parts = (own.vertices(py)?, own.faces(py)?, row(&mesh.pose), mesh.factors.0);
        let restore = py.import("clearance._clearance")?.getattr("_restore_mesh")?;
        Ok((restore, parts).into_pyobject(py)?.into_any())
    }
}

/// The mesh of a pickle.
#[pyfunction]
pub fn _restore_mesh(
    py: Python<'_>,
    vertices: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    row: Vec<f64>,
    factors: [f64; 3],
) -> PyResult<Mesh> {
    Ok(Mesh { pose: exact_row(&row)?, factors: Factors(factors), ..Mesh::new(py, vertices, faces)? })
}
