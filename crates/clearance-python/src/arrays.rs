//! Numbers from Python: arrays and lists. What is wrong is said with the name, the index and the value.

use crate::arrow;
use crate::dimension::Dimension;
use clearance::Real;
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use rayon::prelude::*;

/// An array of `float64`, in C order, and whether the numbers came as `float32` or narrower.
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

/// The numbers of an object: an array, a list, a number, or anything with `__array__` or `__arrow_c_array__`.
pub fn numbers<'py>(object: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Numbers<'py>> {
    if let Ok(array) = object.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
    {
        return Ok(Numbers { array: readonly(array, name)?, single: false, name });
    }
    let (array, single) = converted(object, name)?;
    let array = array.cast_into::<PyArrayDyn<f64>>()?;
    Ok(Numbers { array: readonly(&array, name)?, single, name })
}

fn readonly<'py, T: Element>(array: &Bound<'py, PyArrayDyn<T>>, name: &str) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    array.try_readonly().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The object as a C-ordered array of `float64`, and whether it was of single precision.
fn converted<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let numpy = numpy(object.py())?;
    let array = as_array(object, name)?;
    let dtype = array.getattr("dtype")?;
    let (kind, size): (String, usize) = (dtype.getattr("kind")?.extract()?, dtype.getattr("itemsize")?.extract()?);
    if !matches!((kind.as_str(), size), ("f", ..=8) | ("i" | "u", _)) {
        return Err(PyTypeError::new_err(format!(
            "{name}: numbers are expected, float64 or float32; found dtype {dtype}"
        )));
    }
    let array = numpy
        .call_method1("ascontiguousarray", (&array, "float64"))?
        .call_method1("reshape", (array.getattr("shape")?,))?;
    Ok((array, kind == "f" && size <= 4))
}

/// The object as an array of any type.
pub fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    if let Some(array) = arrow::as_array(object, name)? {
        return Ok(array);
    }
    let numpy = numpy(py)?;
    numpy.call_method1("asarray", (object,)).map_err(|error| {
        if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py) {
            let told = PyValueError::new_err(format!("{name}: no array of numbers: {}", error.value(py)));
            told.set_cause(py, Some(error));
            told
        } else {
            error
        }
    })
}

impl Numbers<'_> {
    /// All numbers, row by row.
    pub fn slice(&self) -> &[f64] {
        self.array.as_slice().expect("the array is in C order")
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

/// Pairs of indices below `count`, shape (M, 2), or rows of three corners.
pub fn indices<const N: usize>(object: &Bound<'_, PyAny>, name: &'static str, count: usize) -> PyResult<Vec<[u32; N]>> {
    let array = as_array(object, name)?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape == [0] {
        return Ok(Vec::new());
    }
    if shape.len() != 2 || shape[1] != N {
        let found = shape_text(&shape);
        return Err(PyValueError::new_err(format!("{name}: shape (n, {N}) is expected, found {found}")));
    }
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if shape[0] > 0 && !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!("{name}: whole numbers are expected, found dtype {dtype}")));
    }
    let told = |place: usize, value: &dyn std::fmt::Display| {
        let index = index_text(place, &shape);
        PyValueError::new_err(format!("{name}{index} is {value}: an index from 0 to {} is expected", count as i64 - 1))
    };
    let (py, numpy) = (object.py(), numpy(object.py())?);
    if kind == "u" && dtype.getattr("itemsize")?.extract::<usize>()? == 8 {
        let whole = numpy.call_method1("ascontiguousarray", (&array, "uint64"))?.cast_into::<PyArrayDyn<u64>>()?;
        let whole = readonly(&whole, name)?;
        let values = whole.as_slice()?;
        return py.detach(|| rows(values, count)).map_err(|place| told(place, &values[place]));
    }
    let whole = numpy.call_method1("ascontiguousarray", (&array, "int64"))?.cast_into::<PyArrayDyn<i64>>()?;
    let whole = readonly(&whole, name)?;
    let values = whole.as_slice()?;
    py.detach(|| rows(values, count)).map_err(|place| told(place, &values[place]))
}

/// Rows of N indices below `count`. The error is the place of the first value that is none.
fn rows<T, const N: usize>(values: &[T], count: usize) -> Result<Vec<[u32; N]>, usize>
where
    T: Copy + Sync + TryInto<u32>,
{
    let index = |value: T| value.try_into().ok().filter(|&index: &u32| (index as usize) < count);
    match values.par_iter().with_min_len(SOME).position_first(|&value| index(value).is_none()) {
        Some(place) => Err(place),
        None => {
            let row = |row: &[T]| std::array::from_fn(|column| index(row[column]).unwrap_or(0));
            Ok(values.par_chunks_exact(N).with_min_len(SOME).map(row).collect())
        }
    }
}

/// Numbers that a core checks at a time. Smaller: cores are asked for what one does in less time.
const SOME: usize = 1 << 14;

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
