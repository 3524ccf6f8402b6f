//! The class `DeviceArray`: a column of answers in the memory of a device.

use crate::arrays::{numpy, shape_text};
use crate::dlpack;
use crate::shape::value_error;
use clearance_cuda::{Column, Error};
use numpy::IntoPyArray;
use pyo3::exceptions::{PyBufferError, PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use std::sync::Arc;

/// The numbers of a column.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Double,
    Single,
    Sign,
    Verdict,
    Index,
}

impl Kind {
    /// The type as NumPy writes it.
    fn typestr(self) -> &'static str {
        match self {
            Self::Double => "<f8",
            Self::Single => "<f4",
            Self::Sign => "|i1",
            Self::Verdict => "|b1",
            Self::Index => "<i8",
        }
    }

    /// The code and the bits of DLPack.
    fn dlpack(self) -> (u8, u8) {
        match self {
            Self::Double => (2, 64),
            Self::Single => (2, 32),
            Self::Sign => (0, 8),
            Self::Verdict => (6, 8),
            Self::Index => (0, 64),
        }
    }
}

/// A column of answers in the memory of a CUDA device, in C order.
///
/// `torch.from_dlpack`, `cupy.from_dlpack`, `jax.dlpack.from_dlpack` and Warp take it without a copy, as does whatever knows
/// `__cuda_array_interface__`. All its numbers are there when the call returns that gives it; no stream need be waited for.
/// `get()` copies it to the host.
#[pyclass(frozen, name = "DeviceArray", module = "clearance")]
pub struct DeviceArray {
    column: Arc<Column>,
    shape: Vec<usize>,
    kind: Kind,
}

impl DeviceArray {
    pub fn new(column: Column, shape: Vec<usize>, kind: Kind) -> Self {
        Self { column: Arc::new(column), shape, kind }
    }
}

#[pymethods]
impl DeviceArray {
    /// The lengths along the axes.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }
    /// The type of the numbers, as a dtype of NumPy.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numpy(py)?.call_method1("dtype", (self.kind.typestr(),))
    }
    /// get()
    ///
    /// The numbers as a new NumPy array in the memory of the host.
    fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.shape.iter().product::<usize>() * usize::from(self.kind.dlpack().1 / 8);
        let bytes = py.detach(|| {
            let mut bytes = vec![0; count];
            self.column.download(&mut bytes).map(|()| bytes)
        });
        let flat = bytes.map_err(told)?.into_pyarray(py).call_method1("view", (self.kind.typestr(),))?;
        flat.call_method1("reshape", (self.shape(py)?,))
    }
    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("shape", self.shape(py)?)?;
        dict.set_item("typestr", self.kind.typestr())?;
        dict.set_item("data", (self.column.address().number(), false))?;
        dict.set_item("strides", py.None())?;
        Ok(dict)
    }
    fn __dlpack_device__(&self) -> (i32, i32) {
        (2, 0)
    }
    /// The column as a capsule. Nothing need be waited for, so `stream` is not looked at.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = (stream, max_version);
        if dl_device.is_some_and(|device| device != self.__dlpack_device__()) || copy == Some(true) {
            return Err(PyBufferError::new_err(
                "the array is given as it is, on its device: get() copies it to the host",
            ));
        }
        dlpack::capsule(py, &self.column, &self.shape, self.kind.dlpack())
    }
    fn __len__(&self) -> PyResult<usize> {
        self.shape.first().copied().ok_or_else(|| value_error("an array without axes has no length"))
    }
    fn __repr__(&self) -> String {
        format!("DeviceArray(shape={}, dtype={:?})", shape_text(&self.shape), self.kind.typestr())
    }
}

/// An error of the driver: MemoryError if the device has too little memory, otherwise RuntimeError.
pub fn told(error: Error) -> PyErr {
    match error {
        Error::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
