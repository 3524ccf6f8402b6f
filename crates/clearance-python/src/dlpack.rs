//! Arrays of other packages by DLPack, where they lie in the memory of the host.
//!
//! NumPy takes them without a copy. Arrays in the memory of a device are refused: the batches of this package run on the
//! cores, and a copy that nobody sees would take most of the time.
//!
//! **Reference.** DLPack, dmlc.github.io/dlpack/latest/python_spec.html.

use crate::arrays::{no_array, numpy};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// `DLDeviceType` of the memory of the host: plain, and pinned by CUDA or by ROCm.
const HOST: [i32; 3] = [1, 3, 11];

/// The object as a NumPy array that looks at its numbers. `None` if it offers more than DLPack, or something else.
pub fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.hasattr("__cuda_array_interface__")? {
        return Err(on_a_device(name, "it has __cuda_array_interface__"));
    }
    if !object.hasattr("__dlpack_device__")? || !object.hasattr("__dlpack__")? {
        return Ok(None);
    }
    let (kind, number): (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
    if !HOST.contains(&kind) {
        return Err(on_a_device(name, &format!("DLPack calls it device {number} of type {kind}")));
    }
    match object.hasattr("__array__")? {
        true => Ok(None),
        false => {
            let py = object.py();
            numpy(py)?.call_method1("from_dlpack", (object,)).map(Some).map_err(|error| no_array(py, name, error))
        }
    }
}

fn on_a_device(name: &str, how: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name}: the array lies in the memory of a device ({how}): copy it to the host first, as with .cpu() or .get(); \
         pairs on a GPU are asked by the Rust crate clearance-cuda"
    ))
}
