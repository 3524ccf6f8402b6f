//! What two bodies have in common: overlap, volume, region of contact.

use crate::bodies::{pair, things_with_end};
use crate::dimension::In;
use clearance_scene::{self as scene, CommonVolume, ContactRegion, Overlap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::convert::identity;

/// Cells for bounds of a volume, if nothing is said.
const CELLS: usize = 20_000;

fn no_placement() -> PyErr {
    PyValueError::new_err("a pose is no placement")
}

/// overlap(a, b)
///
/// How much two bodies overlap: the diameter of the largest ball in both, in the plane of the largest disk. A dict:
/// `diameter`, its proven bounds `lower` and `upper`, the `middle` of the ball or None, and `open`, whether a body encloses
/// nothing. The upper bound is at most 1.1 times the lower one, or they differ by rounding only; it is wider where the search
/// ends at 60,000 cells, and for compounds of which shapes have common points.
#[pyfunction]
pub fn overlap<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let (py, (first, second)) = (a.py(), things_with_end(a, b)?);
    let found = py.detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::overlap(x, y), identity)))?;
    match found {
        In::Plane(found) => told(py, found.ok_or_else(no_placement)?),
        In::Space(found) => told(py, found.ok_or_else(no_placement)?),
    }
}

fn told<V: clearance::Vector<Scalar = f64> + clearance::Space<Scalar = f64>>(
    py: Python<'_>,
    overlap: Overlap<V>,
) -> PyResult<Bound<'_, PyDict>> {
    let Overlap { diameter, lower, upper, middle, open } = overlap;
    let dict = PyDict::new(py);
    dict.set_item("diameter", diameter)?;
    dict.set_item("lower", lower)?;
    dict.set_item("upper", upper)?;
    dict.set_item("middle", middle.map(coordinates))?;
    dict.set_item("open", open)?;
    Ok(dict)
}

fn coordinates<V: clearance::Vector<Scalar = f64> + clearance::Space<Scalar = f64>>(point: V) -> Vec<f64> {
    (0..V::DIM).map(|axis| *point.coordinate(axis)).collect()
}

/// overlaps_more_than(a, b, length)
///
/// Whether the overlap of two bodies is greater than a length. It is decided without the overlap, which takes longer.
#[pyfunction]
pub fn overlaps_more_than(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, length: f64) -> PyResult<bool> {
    let (first, second) = things_with_end(a, b)?;
    let found = a
        .py()
        .detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::overlaps_more_than(x, y, length), identity)))?;
    match found {
        In::Plane(found) | In::Space(found) => found.ok_or_else(no_placement),
    }
}

/// common_volume(a, b, cells=20000)
///
/// Bounds (lower, upper) of the volume of what two bodies have in common, in the plane of its area. `cells` is how much
/// work may be done. None if a body is open.
#[pyfunction]
#[pyo3(signature = (a, b, cells=CELLS))]
pub fn common_volume(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, cells: usize) -> PyResult<Option<(f64, f64)>> {
    let (first, second) = things_with_end(a, b)?;
    let found =
        a.py().detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::common_volume(x, y, cells), identity)))?;
    match found {
        In::Plane(found) | In::Space(found) => Ok(found.map(|CommonVolume { lower, upper }| (lower, upper))),
    }
}

/// contact_region(a, b, band=0.0)
///
/// Where two meshes or outlines touch: the parts of faces that are no farther than `band` from a face that faces them. A
/// dict: `kind`, which is "face", "line", "point" or None; `area` with its bounds `lower` and `upper`, in the plane a
/// length; and the `polygons`, in the plane segments.
#[pyfunction]
#[pyo3(signature = (a, b, band=0.0))]
pub fn contact_region<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>, band: f64) -> PyResult<Bound<'py, PyDict>> {
    let (py, (first, second)) = (a.py(), things_with_end(a, b)?);
    let found =
        py.detach(|| Ok::<_, PyErr>(pair!(first, second, x, y => scene::contact_region(x, y, band), identity)))?;
    let unknown = || PyValueError::new_err("two meshes or two outlines with valid poses are expected");
    match found {
        In::Plane(found) => region(py, found.ok_or_else(unknown)?),
        In::Space(found) => region(py, found.ok_or_else(unknown)?),
    }
}

/// A region of contact as a dict.
pub fn region<V: clearance::Vector<Scalar = f64> + clearance::Space<Scalar = f64>>(
    py: Python<'_>,
    region: ContactRegion<V>,
) -> PyResult<Bound<'_, PyDict>> {
    let ContactRegion { pieces, area, lower, upper, kind } = region;
    let dict = PyDict::new(py);
    dict.set_item("kind", kind.map(|kind| kind.name()))?;
    dict.set_item("area", area)?;
    dict.set_item("lower", lower)?;
    dict.set_item("upper", upper)?;
    let polygons: Vec<Vec<Vec<f64>>> =
        pieces.into_iter().map(|piece| piece.into_iter().map(coordinates).collect()).collect();
    dict.set_item("polygons", polygons)?;
    Ok(dict)
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(overlap, module)?)?;
    module.add_function(wrap_pyfunction!(overlaps_more_than, module)?)?;
    module.add_function(wrap_pyfunction!(common_volume, module)?)?;
    module.add_function(wrap_pyfunction!(contact_region, module)?)
}
