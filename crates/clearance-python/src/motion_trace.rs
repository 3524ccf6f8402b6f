//! How the solver finds when two shapes meet: looks at moments, and parts of the motion that are proven to be free.

use crate::arrays::{self, number};
use crate::dimension::{Dimension, In, Plane, Space};
use crate::motion::{Motion, motions};
use crate::queries::convex;
use crate::result::{AnyProximity, Proximity};
use crate::shape::{mixed, pair_of};
use crate::solver::{Solver, or_default};
use clearance::{MotionStep, Proximity as CoreProximity};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A look at the shapes at one fraction of their motions.
#[pyclass(frozen, get_all, name = "Look", module = "clearance")]
pub struct Look {
    /// The fraction.
    fraction: f64,
    /// The signed distance there. Its bounds do not hold the rounding of the pose at this fraction.
    proximity: Py<Proximity>,
}

#[pymethods]
impl Look {
    /// The step as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("fraction", self.fraction)?;
        dict.set_item("proximity", self.proximity.get().to_dict(py)?)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        format!("Look(fraction={}, distance={})", number(self.fraction), number(self.proximity.get().distance()))
    }
}

/// A part of the motion during which a direction proves that there is no contact.
#[pyclass(frozen, get_all, name = "ProvenInterval", module = "clearance")]
pub struct ProvenInterval {
    /// The fraction where it begins.
    start: f64,
    /// The fraction where it ends.
    end: f64,
    /// What the direction turns with: "world", "a", "b", "own" or "swept".
    carrier: &'static str,
    /// The rotation vector of the carrier "own" in radians a motion, shape (3,). Zero for others.
    turn: Py<PyAny>,
    /// The direction from A to B at fraction 0, shape (dim,).
    direction: Py<PyAny>,
    /// Proven lower bounds of the separations at both ends, less the target: (at start, at end).
    separations: (f64, f64),
}

#[pymethods]
impl ProvenInterval {
    /// The step as a dict of plain numbers and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("start", self.start)?;
        dict.set_item("end", self.end)?;
        dict.set_item("carrier", self.carrier)?;
        dict.set_item("turn", self.turn.bind(py).call_method0("tolist")?)?;
        dict.set_item("direction", self.direction.bind(py).call_method0("tolist")?)?;
        dict.set_item("separations", self.separations)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let ([start, end], carrier) = ([self.start, self.end].map(number), self.carrier);
        format!("ProvenInterval(start={start}, end={end}, carrier={carrier:?})")
    }
}

fn shown<V: Dimension>(
    py: Python<'_>,
    step: &MotionStep<V>,
    of: fn(CoreProximity<V>) -> AnyProximity,
) -> PyResult<Py<PyAny>> {
    Ok(match step {
        MotionStep::Look { fraction, proximity } => {
            let proximity = Py::new(py, Proximity::bare(of(*proximity), false))?;
            Py::new(py, Look { fraction: *fraction, proximity })?.into_any()
        }
        MotionStep::Proven(interval) => {
            let direction: Vec<f64> = (0..V::SIZE).map(|axis| *interval.direction.coordinate(axis)).collect();
            let interval = ProvenInterval {
                start: interval.start,
                end: interval.end,
                carrier: interval.carrier.as_str(),
                turn: arrays::vector(py, &interval.turn, false).unbind(),
                direction: arrays::vector(py, &direction, false).unbind(),
                separations: interval.separations.into(),
            };
            Py::new(py, interval)?.into_any()
        }
    })
}

/// impact_trace(a, b, motion_a=None, motion_b=None, solver=None)
///
/// The steps of `impact` of two convex shapes: a list of `Look`s and `ProvenInterval`s. The intervals of a clear motion
/// cover it from 0 to 1. A pair that a closed formula answers may have no steps.
#[pyfunction]
#[pyo3(signature = (a, b, motion_a=None, motion_b=None, solver=None))]
pub fn impact_trace(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    motion_a: Option<&Motion>,
    motion_b: Option<&Motion>,
    solver: Option<&Solver>,
) -> PyResult<Vec<Py<PyAny>>> {
    let ((first, second), solver) = (convex(a, b)?, or_default(solver));
    let mut steps = Vec::new();
    match (pair_of(first, second)?, motions(motion_a, motion_b, first.any.size())?) {
        (In::Plane((a, b)), In::Plane([m, n])) => {
            solver.impact_trace(&a, &m, &b, &n, |step| steps.push(shown::<Plane>(py, step, In::Plane)));
        }
        (In::Space((a, b)), In::Space([m, n])) => {
            solver.impact_trace(&a, &m, &b, &n, |step| steps.push(shown::<Space>(py, step, In::Space)));
        }
        (pair, motions) => return Err(mixed(pair.size(), motions.size())),
    }
    steps.into_iter().collect()
}

/// Adds the classes and the function to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Look>()?;
    module.add_class::<ProvenInterval>()?;
    module.add_function(wrap_pyfunction!(impact_trace, module)?)
}
