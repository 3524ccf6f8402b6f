//! Arrays of other packages by DLPack and by `__cuda_array_interface__`.
//!
//! NumPy takes those in the memory of the host, without a copy. Those in the memory of a CUDA device are described here, for
//! what takes them there (`device.rs`); everywhere else they are refused, since a copy that nobody sees would take most of
//! the time.
//!
//! **Streams.** A producer of DLPack makes the legacy default stream wait for what it still computes, and the kernels run on
//! that stream. `__cuda_array_interface__` names a stream, and the kernels run on it.
//!
//! **References.** DLPack, dmlc.github.io/dlpack/latest/python_spec.html and c_api.html. CUDA Array Interface version 3, in the
//! documentation of Numba.

use crate::arrays::{no_array, numpy};
use clearance_cuda::{Address, Column, DeviceNumbers, ForeignStream, Precision};
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::ffi::{CStr, c_void};
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

/// `DLDeviceType` of the memory of the host: plain, and pinned by CUDA or by ROCm.
const HOST: [i32; 3] = [1, 3, 11];
/// `DLDeviceType` of CUDA: the memory of a device, and that which it shares with the host.
const CUDA: [i32; 2] = [2, 13];
/// The legacy default stream, as the driver, DLPack and the array interface call it.
const LEGACY: usize = 1;
/// The name of a capsule that nobody has taken.
const NAME: &CStr = c"dltensor";

/// `DLTensor` of dlpack.h.
#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device_type: i32,
    device: i32,
    axes: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

/// `DLManagedTensor`.
#[repr(C)]
struct Managed {
    tensor: Tensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// An array in the memory of a CUDA device, in C order. It lives as long as this does.
pub struct OnDevice<'py> {
    address: u64,
    /// The lengths along the axes.
    pub shape: Vec<usize>,
    /// The kind and the bytes of a number, as NumPy writes them: "f8", "i4".
    pub kind: String,
    stream: usize,
    /// How the array says where it lies.
    how: String,
    _keeper: Bound<'py, PyAny>,
}

/// The object as a NumPy array that looks at its numbers. `None` if it offers more than DLPack, or something else.
pub fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.hasattr("__cuda_array_interface__")? {
        return Err(on_a_device(name, "it has __cuda_array_interface__"));
    }
    let Some((kind, number)) = dlpack_device(object)? else { return Ok(None) };
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

/// What DLPack says of the device, if the object offers DLPack.
fn dlpack_device(object: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
    if !object.hasattr("__dlpack_device__")? || !object.hasattr("__dlpack__")? {
        return Ok(None);
    }
    object.call_method0("__dlpack_device__")?.extract().map(Some)
}

fn on_a_device(name: &str, how: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name}: the array lies in the memory of a device ({how}): copy it to the host first, as with .cpu() or .get()"
    ))
}

/// The object as an array of a CUDA device. `None` if it does not say that it is one.
pub fn on_device<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<OnDevice<'py>>> {
    match dlpack_device(object)? {
        Some((kind, device)) if CUDA.contains(&kind) => by_dlpack(object, name, device).map(Some),
        Some(_) => Ok(None),
        None if object.hasattr("__cuda_array_interface__")? => by_interface(object, name).map(Some),
        None => Ok(None),
    }
}

fn by_dlpack<'py>(object: &Bound<'py, PyAny>, name: &str, device: i32) -> PyResult<OnDevice<'py>> {
    let py = object.py();
    let keywords = PyDict::new(py);
    keywords.set_item("stream", LEGACY)?;
    let capsule = object.call_method("__dlpack__", (), Some(&keywords)).map_err(|error| no_array(py, name, error))?;
    let capsule = capsule.cast_into::<PyCapsule>()?;
    let tensor: *const Tensor = capsule.pointer_checked(Some(NAME))?.cast().as_ptr();
    // SAFETY: a capsule of this name holds the struct, and frees it when it is dropped, since nobody takes it. The shape has a
    // length for each axis, and the strides are null or have as many.
    let (tensor, shape, strides) = unsafe {
        let tensor = &*tensor;
        let axes = usize::try_from(tensor.axes).unwrap_or(0);
        let list = |first: *mut i64| (0..axes).map(|axis| *first.add(axis)).collect::<Vec<i64>>();
        (tensor, list(tensor.shape), (!tensor.strides.is_null()).then(|| list(tensor.strides)))
    };
    let letter = match (tensor.code, tensor.lanes) {
        (0, 1) => 'i',
        (1, 1) => 'u',
        (2, 1) => 'f',
        _ => 'V',
    };
    let kind = format!("{letter}{}", tensor.bits.div_ceil(8));
    let address = tensor.data as u64 + tensor.byte_offset;
    let how = format!("DLPack calls it device {device} of type {}", tensor.device_type);
    let shape = lengths(&shape, strides.as_deref(), 1, name)?;
    Ok(OnDevice { address, shape, kind, stream: LEGACY, how, _keeper: capsule.into_any() })
}

fn by_interface<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<OnDevice<'py>> {
    let described = object.getattr("__cuda_array_interface__")?;
    let field = |key: &str| described.get_item(key);
    let optional = |key: &str| described.call_method1("get", (key,));
    if !optional("mask")?.is_none() {
        return Err(PyValueError::new_err(format!("{name}: some values are masked: numbers are expected")));
    }
    let (address, _): (u64, bool) = field("data")?.extract()?;
    let (shape, typestr): (Vec<i64>, String) = (field("shape")?.extract()?, field("typestr")?.extract()?);
    let kind = typestr.trim_start_matches(['<', '|', '=']).to_owned();
    let strides: Option<Vec<i64>> = optional("strides")?.extract()?;
    let bytes = kind.get(1..).and_then(|bytes| bytes.parse().ok()).unwrap_or(1);
    let stream: Option<usize> = optional("stream")?.extract()?;
    let (shape, how) = (lengths(&shape, strides.as_deref(), bytes, name)?, "it has __cuda_array_interface__".into());
    Ok(OnDevice { address, shape, kind, stream: stream.unwrap_or(LEGACY), how, _keeper: object.clone() })
}

/// The lengths of an array in C order. `unit` is the stride from a number to the next.
fn lengths(shape: &[i64], strides: Option<&[i64]>, unit: i64, name: &str) -> PyResult<Vec<usize>> {
    let mut expected = unit;
    let mut is_plain = strides.is_none_or(|strides| strides.len() == shape.len());
    for (axis, &length) in shape.iter().enumerate().rev() {
        let stride = strides.and_then(|strides| strides.get(axis)).copied().unwrap_or(expected);
        is_plain &= length >= 0 && (length == 1 || stride == expected);
        expected *= length.max(1);
    }
    if !is_plain && !shape.contains(&0) {
        let what = "an array on a device is expected to be in C order: make it so first, as with .contiguous()";
        return Err(PyValueError::new_err(format!("{name}: {what}")));
    }
    Ok(shape.iter().map(|&length| length.max(0) as usize).collect())
}

impl OnDevice<'_> {
    /// The numbers, for kernels. The array must live while they are read.
    pub fn numbers(&self, precision: Precision) -> DeviceNumbers {
        // SAFETY: the object that describes the array says that it lies there, without gaps; `_keeper` holds it.
        DeviceNumbers { address: unsafe { Address::new(self.address) }, precision }
    }

    /// The stream that kernels are to run on.
    pub fn stream(&self) -> ForeignStream {
        // SAFETY: the object names it, or it is the default one.
        unsafe { ForeignStream::new(self.stream) }
    }

    /// The error that the array is refused with where no device answers.
    pub fn refused(&self, name: &str, why: &str) -> PyErr {
        on_a_device(name, &format!("{}; {why}", self.how))
    }
}

/// What a capsule of this package holds: the struct, and what it points to.
struct Shared {
    managed: Managed,
    shape: Vec<i64>,
    _column: Arc<Column>,
}

/// A column in a capsule of DLPack. `code` and `bits` are those of its numbers.
pub fn capsule<'py>(
    py: Python<'py>,
    column: &Arc<Column>,
    shape: &[usize],
    (code, bits): (u8, u8),
) -> PyResult<Bound<'py, PyCapsule>> {
    let tensor = Tensor {
        data: column.address().number() as *mut c_void,
        device_type: CUDA[0],
        device: 0,
        axes: shape.len() as i32,
        code,
        bits,
        lanes: 1,
        shape: null_mut(),
        strides: null_mut(),
        byte_offset: 0,
    };
    let managed = Managed { tensor, context: null_mut(), deleter: Some(delete) };
    let shape = shape.iter().map(|&length| length as i64).collect();
    let shared = Box::leak(Box::new(Shared { managed, shape, _column: column.clone() }));
    shared.managed.tensor.shape = shared.shape.as_mut_ptr();
    shared.managed.context = (&raw mut *shared).cast();
    let pointer = NonNull::from(&mut shared.managed).cast();
    // SAFETY: the struct is there until `delete` frees it: by who takes the capsule, or by `forget`.
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, pointer, NAME, Some(forget)) }
        .map_err(|error| PyBufferError::new_err(error.to_string()))
}

/// Frees what a capsule holds.
unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: who took the capsule calls it once. The context is the box that `capsule` made.
    drop(unsafe { Box::from_raw((*managed).context.cast::<Shared>()) });
}

/// Frees what a capsule holds that nobody has taken.
unsafe extern "C" fn forget(capsule: *mut pyo3::ffi::PyObject) {
    // SAFETY: Python calls it once for a capsule of `capsule`. Who takes one gives it another name.
    unsafe {
        if pyo3::ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) == 1 {
            delete(pyo3::ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        }
    }
}
