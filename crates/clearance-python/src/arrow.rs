//! Arrow's C data interface.
use pyo3::prelude::*;
pub fn array_of<'py>(_object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    Err(pyo3::exceptions::PyTypeError::new_err(format!("{name}")))
}
