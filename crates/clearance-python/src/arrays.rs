//! Numbers from Python: arrays and lists. What is wrong is said with the name, the index and the value.

use crate::arrow;
use crate::dimension::Dimension;
use crate::dlpack;
use clearance::Real;
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// An aligned array of `float64`, in C order, and whether the numbers came as `float32` or narrower.
pub struct Numbers<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    /// Whether they are of single precision.
    pub single: bool,
    name: &'static str,
}

/// NumPy, imported once.
pub fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    MODULE.get_or_try_init(py, || py.import("numpy").map(Bound::unbind)).map(|module| module.bind(py))
}

/// The class of plain arrays. Arrays of classes below it may have values that are masked out.
fn array_class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    CLASS.get_or_try_init(py, || numpy(py)?.getattr("ndarray").map(Bound::unbind)).map(|class| class.bind(py))
}

/// The numbers of an object: an array, a list, a number, or anything with `__array__`, `__dlpack__` or
/// `__arrow_c_array__`.
pub fn numbers<'py>(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Numbers<'py>> {
    if let Ok(array) = object.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
        && array.is_aligned()
        && array.get_type().is(array_class(object.py())?)
    {
        return Ok(Numbers { array: readonly(array, name)?, single: false, name });
    }
    let (array, single) = converted(object, name)?;
    let array = array.cast_into::<PyArrayDyn<f64>>()?;
    Ok(Numbers { array: readonly(&array, name)?, single, name })
}

/// The array, to be read until it is dropped.
pub fn readonly<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    array.try_readonly().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The object as a C-ordered array of `float64`, and whether it was of single precision.
fn converted<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let array = as_array(object, name)?;
    let dtype = array.getattr("dtype")?;
    let (kind, size): (String, usize) = (dtype.getattr("kind")?.extract()?, dtype.getattr("itemsize")?.extract()?);
    if !matches!((kind.as_str(), size), ("f", ..=8) | ("i" | "u", _)) {
        return Err(PyTypeError::new_err(format!(
            "{name}: numbers are expected, float64 or float32; found dtype {dtype}"
        )));
    }
    Ok((as_type(&array, "float64")?, kind == "f" && size <= 4))
}

/// The array in C order with an aligned dtype of this name: itself, or a copy.
pub fn as_type<'py>(array: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let keywords = PyDict::new(array.py());
    keywords.set_item("order", "C")?;
    keywords.set_item("copy", false)?;
    let array = array.call_method("astype", (dtype,), Some(&keywords))?;
    match array.cast::<PyUntypedArray>()?.is_aligned() {
        true => Ok(array),
        false => array.call_method0("copy"),
    }
}

/// The object as an array of any type.
pub fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    if let Some(array) = arrow::as_array(object, name)? {
        return Ok(array);
    }
    if object.get_type().is(array_class(py)?) {
        return Ok(object.clone());
    }
    if let Some(array) = dlpack::as_array(object, name)? {
        return Ok(array);
    }
    if object.hasattr("mask")? && object.hasattr("filled")? {
        let is_masked = object.getattr("mask")?.call_method0("any")?.is_truthy()?;
        if is_masked {
            return Err(PyValueError::new_err(format!("{name}: some values are masked: numbers are expected")));
        }
    }
    numpy(py)?.call_method1("asarray", (object,)).map_err(|error| no_array(py, name, error))
}

/// What an object that gives no array is refused with. What does not speak of the array, such as an interrupt, stays.
pub fn no_array(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    let speaks = error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyBufferError>(py);
    if !speaks {
        return error;
    }
    let told = PyValueError::new_err(format!("{name}: no array of numbers: {}", error.value(py)));
    told.set_cause(py, Some(error));
    told
}

impl Numbers<'_> {
    /// All numbers, row by row.
    pub fn slice(&self) -> &[f64] {
        self.array.as_slice().expect("the array is aligned and in C order")
    }

    /// The lengths along the axes.
    pub fn shape(&self) -> &[usize] {
        self.array.shape()
    }

    /// The error that another shape was expected.
    pub fn wrong_shape(&self, expected: &str) -> PyErr {
        PyValueError::new_err(format!(
            "{}: shape {expected} is expected, found {}",
            self.name,
            shape_text(self.shape())
        ))
    }

    /// The numbers, if all are finite.
    pub fn finite(&self) -> PyResult<&[f64]> {
        let numbers = self.slice();
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(numbers),
            Some(place) => {
                let index = index_text(place, self.shape());
                let value = number(numbers[place]);
                Err(PyValueError::new_err(format!("{}{index} is {value}: finite numbers are expected", self.name)))
            }
        }
    }

    /// The coordinates of one point, of 2 or 3 numbers.
    pub fn point(&self) -> PyResult<&[f64]> {
        match self.shape() {
            [2 | 3] => self.finite(),
            _ => Err(self.wrong_shape("(3,) or (2,)")),
        }
    }

    /// The coordinates of one point of this dimension.
    pub fn point_of(&self, size: usize) -> PyResult<&[f64]> {
        match self.shape() {
            [length] if *length == size => self.finite(),
            _ => Err(self.wrong_shape(&format!("({size},)"))),
        }
    }

    /// So many vectors of one dimension.
    pub fn vectors<V: Dimension>(&self, count: usize) -> PyResult<Vec<V>> {
        match self.shape() {
            [rows, size] if *rows == count && *size == V::SIZE => {
                Ok(self.finite()?.chunks_exact(V::SIZE).map(V::of).collect())
            }
            _ => Err(self.wrong_shape(&format!("({count}, {})", V::SIZE))),
        }
    }

    /// The coordinates of a list of points, and their dimension.
    pub fn points(&self) -> PyResult<(&[f64], usize)> {
        match self.shape() {
            [0] | [0, _] => Err(PyValueError::new_err(format!("{}: at least one point is expected", self.name))),
            [_, size @ (2 | 3)] => Ok((self.finite()?, *size)),
            _ => Err(self.wrong_shape("(n, 3) or (n, 2)")),
        }
    }
}

/// One finite number.
pub fn scalar(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<(f64, bool)> {
    let numbers = numbers(object, name)?;
    match numbers.shape() {
        [] => Ok((numbers.finite()?[0], numbers.single)),
        _ => Err(numbers.wrong_shape("()")),
    }
}

/// One finite number that is not negative.
pub fn size(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<(f64, bool)> {
    let (value, single) = scalar(object, name)?;
    if value < 0.0 {
        return Err(PyValueError::new_err(format!("{name} is {}: it must not be negative", number(value))));
    }
    Ok((value, single))
}

/// `[3, 1]` for a place in an array of that shape. Nothing for a single number.
pub fn index_text(mut place: usize, shape: &[usize]) -> String {
    let mut index = Vec::new();
    for &length in shape.iter().rev() {
        index.push((place % length.max(1)).to_string());
        place /= length.max(1);
    }
    index.reverse();
    if index.is_empty() { String::new() } else { format!("[{}]", index.join(", ")) }
}

/// The shape as Python writes it.
pub fn shape_text(shape: &[usize]) -> String {
    match shape {
        [length] => format!("({length},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// A number as Python reads it, as short as it can be.
pub fn number(value: f64) -> String {
    match value {
        _ if value.is_nan() => "nan".into(),
        _ if value.is_infinite() => if value > 0.0 { "inf" } else { "-inf" }.into(),
        _ if value != 0.0 && !(1e-5..1e16).contains(&value.abs()) => format!("{value:e}"),
        _ => format!("{value}"),
    }
}

/// Numbers in brackets.
pub fn list(numbers: &[f64]) -> String {
    format!("[{}]", numbers.iter().map(|&value| number(value)).collect::<Vec<_>>().join(", "))
}

/// A new array of one axis, of `float32` if the answer is of single precision.
pub fn vector<'py>(py: Python<'py>, numbers: &[f64], single: bool) -> Bound<'py, PyAny> {
    if single {
        return PyArray1::from_iter(py, numbers.iter().map(|&number| number as f32)).into_any();
    }
    PyArray1::from_slice(py, numbers).into_any()
}

/// A new array of rows.
pub fn matrix<'py>(py: Python<'py>, rows: Vec<f64>, width: usize) -> PyResult<Bound<'py, PyAny>> {
    let count = rows.len() / width.max(1);
    Ok(rows.into_pyarray(py).reshape([count, width])?.into_any())
}

/// A bound in `float32` that is no greater, as `float64`.
pub fn single_down(value: f64) -> f64 {
    f64::from(<f32 as Real>::narrow_down(value))
}

/// A bound in `float32` that is no less, as `float64`.
pub fn single_up(value: f64) -> f64 {
    f64::from(<f32 as Real>::narrow_up(value))
}

/// The nearest number of `float32`, as `float64`.
pub fn single_near(value: f64) -> f64 {
    f64::from(value as f32)
}
