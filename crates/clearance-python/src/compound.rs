//! The class `Compound`: convex shapes that are one body.

use crate::arrays;
use crate::bodies::{exact_row, placed, row};
use crate::dimension::{Dimension, In, Plane, Space};
use crate::pose::Given;
use crate::shape::value_error;
use clearance::Pose;
use clearance_scene::Compound as CoreCompound;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Compound(shapes)
///
/// Convex shapes that are one body. Raises ValueError for an empty list and for shapes of two dimensions.
#[pyclass(frozen, name = "Compound", module = "clearance")]
#[derive(Clone)]
pub struct Compound {
    pub body: In<(Arc<CoreCompound<Plane, 2>>, Pose<Plane>), (Arc<CoreCompound<Space, 3>>, Pose<Space>)>,
    shapes: Arc<Vec<Py<PyAny>>>,
}

#[pymethods]
impl Compound {
    #[new]
    fn new(shapes: Vec<Py<PyAny>>, py: Python<'_>) -> PyResult<Self> {
        let (mut flat, mut solid) = (Vec::new(), Vec::new());
        for (index, shape) in shapes.iter().enumerate() {
            let shape = crate::shape::of_argument(shape.bind(py), &format!("shapes[{index}]"))?.get();
            if shape.is_half_space() {
                let told = "a shape that ends is expected; a half-space is a body of its own beside compounds";
                return Err(value_error(format!("shapes[{index}]: {told}")));
            }
            match &shape.any {
                In::Plane(shape) => flat.push(shape.clone()),
                In::Space(shape) => solid.push(shape.clone()),
            }
        }
        let body = match (flat.is_empty(), solid.is_empty()) {
            (false, false) => {
                return Err(PyValueError::new_err("shapes: all of the plane or all of space are expected"));
            }
            (false, true) => In::Plane((Arc::new(CoreCompound::new(flat).map_err(value_error)?), Pose::identity())),
            _ => In::Space((Arc::new(CoreCompound::new(solid).map_err(value_error)?), Pose::identity())),
        };
        Ok(Self { body, shapes: Arc::new(shapes) })
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The compound moved to a pose, as `Shape.at`.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = Given { pose, translation, rotation };
        let body = match &self.body {
            In::Plane((body, first)) => In::Plane((body.clone(), given.of()?.after(first))),
            In::Space((body, first)) => In::Space((body.clone(), given.of()?.after(first))),
        };
        Ok(Self { body, shapes: self.shapes.clone() })
    }
    /// The shapes, in the compound's own frame.
    #[getter]
    fn shapes(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.shapes.iter().map(|shape| shape.clone_ref(py)).collect()
    }
    /// The pose as a (dim + 1, dim + 1) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.body {
            In::Plane((_, pose)) => arrays::matrix(py, Plane::matrix(pose), 3),
            In::Space((_, pose)) => arrays::matrix(py, Space::matrix(pose), 4),
        }
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.body.size()
    }
    fn __len__(&self) -> usize {
        self.shapes.len()
    }
    fn __repr__(&self) -> String {
        let what = format!("Compound({} shapes)", self.shapes.len());
        match &self.body {
            In::Plane((_, pose)) => placed(what, pose),
            In::Space((_, pose)) => placed(what, pose),
        }
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("clearance._clearance")?.getattr("_restore_compound")?;
        let row = match &self.body {
            In::Plane((_, pose)) => row(pose),
            In::Space((_, pose)) => row(pose),
        };
        Ok((restore, (self.shapes(py), row)).into_pyobject(py)?.into_any())
    }
}

/// The compound of a pickle.
#[pyfunction]
pub fn _restore_compound(py: Python<'_>, shapes: Vec<Py<PyAny>>, row: Vec<f64>) -> PyResult<Compound> {
    let compound = Compound::new(shapes, py)?;
    let body = match compound.body {
        In::Plane((body, _)) => In::Plane((body, exact_row(&row)?)),
        In::Space((body, _)) => In::Space((body, exact_row(&row)?)),
    };
    Ok(Compound { body, shapes: compound.shapes })
}
