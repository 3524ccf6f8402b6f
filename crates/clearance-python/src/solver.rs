//! The options of the queries.

use crate::arrays::number;
use clearance::{Precision, Solver as CoreSolver, Start};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Solver(*, tolerance=1e-12, max_iterations=512, precision="float", target=0.0, start="stop")
///
/// The options of the queries. Every query takes one as `solver`.
///
/// `tolerance`: the bounds of a curved pair are closer than this share of the distance. `precision`: "float", or
/// "exact" for the distance of two polytopes within 2 units in the last place. `target`: the distance that counts as
/// contact on a motion. `start`: "stop" if contact at the start of a motion is a hit, "leave" if shapes in contact may
/// part.
#[pyclass(frozen, eq, name = "Solver", module = "clearance")]
#[derive(Clone, Copy, PartialEq)]
pub struct Solver(pub CoreSolver);

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, tolerance=1e-12, max_iterations=512, precision="float", target=0.0, start="stop"))]
    fn new(tolerance: f64, max_iterations: i64, precision: &str, target: f64, start: &str) -> PyResult<Self> {
        let precision = match precision {
            "float" => Precision::Float,
            "exact" => Precision::Exact,
            other => {
                return Err(PyValueError::new_err(format!(
                    "precision is {other:?}: \"float\" or \"exact\" is expected"
                )));
            }
        };
        let start = match start {
            "stop" => Start::Stop,
            "leave" => Start::Leave,
            other => {
                return Err(PyValueError::new_err(format!("start is {other:?}: \"stop\" or \"leave\" is expected")));
            }
        };
        for (name, value) in [("tolerance", tolerance), ("target", target)] {
            if !(value >= 0.0) {
                let value = number(value);
                return Err(PyValueError::new_err(format!("{name} is {value}: a number of 0 or more is expected")));
            }
        }
        let Ok(max_iterations) = u32::try_from(max_iterations) else {
            return Err(PyValueError::new_err(format!(
                "max_iterations is {max_iterations}: a number from 0 to {} is expected",
                u32::MAX
            )));
        };
        Ok(Self(CoreSolver { tolerance, max_iterations, precision, target, start, ..CoreSolver::default() }))
    }
    #[getter]
    fn tolerance(&self) -> f64 {
        self.0.tolerance
    }
    #[getter]
    fn max_iterations(&self) -> u32 {
        self.0.max_iterations
    }
    #[getter]
    fn precision(&self) -> &'static str {
        if self.0.precision == Precision::Exact { "exact" } else { "float" }
    }
    #[getter]
    fn target(&self) -> f64 {
        self.0.target
    }
    #[getter]
    fn start(&self) -> &'static str {
        if self.0.start == Start::Leave { "leave" } else { "stop" }
    }
    fn __repr__(&self) -> String {
        let (precision, start) = (self.precision(), self.start());
        let (tolerance, target) = (number(self.0.tolerance), number(self.0.target));
        let count = self.0.max_iterations;
        format!(
            "Solver(tolerance={tolerance}, max_iterations={count}, precision='{precision}', target={target}, start='{start}')"
        )
    }
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (f64, u32, &'static str, f64, &'static str))> {
        let (solver, restore) = (slf.get(), slf.py().import("clearance._clearance")?.getattr("_restore_solver")?);
        let core = &solver.0;
        Ok((restore, (core.tolerance, core.max_iterations, solver.precision(), core.target, solver.start())))
    }
}

/// The solver of a pickle.
#[pyfunction]
pub fn _restore_solver(
    tolerance: f64,
    max_iterations: u32,
    precision: &str,
    target: f64,
    start: &str,
) -> PyResult<Solver> {
    Solver::new(tolerance, max_iterations.into(), precision, target, start)
}

/// The solver of an argument, or the default one.
pub fn or_default(solver: Option<&Solver>) -> CoreSolver {
    solver.map_or_else(CoreSolver::default, |solver| solver.0)
}
