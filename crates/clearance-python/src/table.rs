//! The columns of one answer to a call, as NumPy arrays that are written while the pairs are answered.

use crate::arrays::{self, numpy};
use crate::columns::{Answer, Column, Names, Rounding, named};
use crate::dimension::Dimension;
use crate::run::Keep;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyEllipsis, PyTuple};
use std::ops::Range;

/// The columns of one answer to a call: what was asked for, the shape of it, and the arrays that are filled.
pub struct Table<'py> {
    columns: Vec<Asked<'py>>,
    rounding: Rounding,
}

/// One column of a table.
struct Asked<'py> {
    column: Column,
    array: Bound<'py, PyAny>,
    numbers: Numbers<'py>,
    /// The array of `out`, if its memory is not that of `array`: the numbers are copied at the end.
    out: Option<Bound<'py, PyAny>>,
}

impl<'py> Table<'py> {
    /// Columns with these names, or the default ones, of the shape (M,), (T, M), (T,) or (). The arrays of `out` are
    /// checked before anything is computed.
    pub fn new<V: Dimension, A: Answer<V>>(
        py: Python<'py>,
        names: Option<&Names>,
        axes: &[usize],
        single: bool,
        out: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let columns: Vec<Column> = match names {
            None => A::COLUMNS[..A::DEFAULTS].to_vec(),
            Some(Names(names)) => names.iter().map(|name| named(A::COLUMNS, name)).collect::<PyResult<_>>()?,
        };
        let columns = columns.into_iter().map(|column| {
            let width = column.width(V::SIZE);
            let shape: Vec<usize> = axes.iter().copied().chain((width > 1).then_some(width)).collect();
            Asked::new(py, column, &shape, column.dtype(single), out)
        });
        Ok(Self { columns: columns.collect::<PyResult<_>>()?, rounding: Rounding::of(single) })
    }

    /// The table while its rows are written.
    pub fn rows<V: Dimension>(&mut self) -> PyResult<Rows<'_, V>> {
        let columns = self.columns.iter_mut().map(|asked| Ok((asked.column, asked.numbers.cells()?)));
        let columns = columns.collect::<PyResult<_>>()?;
        Ok(Rows { columns, rounding: self.rounding, of: std::marker::PhantomData })
    }

    /// The columns as a dict.
    pub fn finish(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let result = columns_class(py)?.call0()?.cast_into::<PyDict>()?;
        for Asked { column, array, numbers, out } in self.columns {
            drop(numbers);
            match out {
                Some(place) => {
                    place.set_item(PyEllipsis::get(py), array)?;
                    result.set_item(column.name(), place)?;
                }
                None => result.set_item(column.name(), array)?,
            }
        }
        Ok(result)
    }
}

impl<'py> Asked<'py> {
    fn new(
        py: Python<'py>,
        column: Column,
        shape: &[usize],
        dtype: &str,
        out: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let out = out.map(|out| place(out, column.name(), shape, dtype)).transpose()?.flatten();
        if let Some(place) = &out
            && let Some(numbers) = Numbers::of(place)
        {
            return Ok(Self { column, array: place.clone(), numbers, out: None });
        }
        // Whatever bits are there, they are numbers; but not every byte is a verdict.
        let make = if dtype == "bool" { "zeros" } else { "empty" };
        let array = numpy(py)?.call_method1(make, (PyTuple::new(py, shape)?, dtype))?;
        let numbers =
            Numbers::of(&array).ok_or_else(|| PyValueError::new_err("NumPy gave an array of another type"))?;
        Ok(Self { column, array, numbers, out })
    }
}

/// The array of `out` for a column.
fn place<'py>(
    out: &Bound<'py, PyDict>,
    name: &str,
    shape: &[usize],
    wanted: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(array) = out.get_item(name)? else { return Ok(None) };
    let untyped = array
        .cast::<PyUntypedArray>()
        .map_err(|_| PyTypeError::new_err(format!("out[{name:?}]: a NumPy array is expected")))?;
    let is_writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
    let dtype = untyped.dtype().to_string();
    if untyped.shape() != shape || dtype != wanted || !is_writeable {
        let (shape, found) = (arrays::shape_text(shape), arrays::shape_text(untyped.shape()));
        return Err(PyValueError::new_err(format!(
            "out[{name:?}]: a writeable array of {wanted} and shape {shape} is expected, found {dtype} {found}"
        )));
    }
    Ok(Some(array))
}

/// The numbers of an array, and those of a part of it.
macro_rules! numbers {
    ($($kind:ident: $number:ty, $as:expr;)+) => {
        /// The numbers of an array in C order, which nobody else reads or writes through this crate.
        enum Numbers<'py> { $($kind(PyReadwriteArrayDyn<'py, $number>),)+ }

        impl<'py> Numbers<'py> {
            /// None if the array is of another type, in another order, not aligned, or read as an argument of the call.
            fn of(array: &Bound<'py, PyAny>) -> Option<Self> {
                $(if let Ok(array) = array.cast::<PyArrayDyn<$number>>() {
                    let is_plain = array.is_c_contiguous() && array.is_aligned();
                    return is_plain.then(|| array.try_readwrite().ok().map(Self::$kind)).flatten();
                })+
                None
            }
            fn cells(&mut self) -> PyResult<Cells<'_>> {
                Ok(match self { $(Self::$kind(array) => Cells::$kind(array.as_slice_mut()?),)+ })
            }
        }

        /// Some of the numbers of a column.
        pub enum Cells<'a> { $($kind(&'a mut [$number]),)+ }

        impl Cells<'_> {
            /// Those of a range.
            fn range(&mut self, range: Range<usize>) -> Cells<'_> {
                match self { $(Self::$kind(cells) => Cells::$kind(&mut cells[range]),)+ }
            }
            /// The first `count`, and the rest.
            fn split_at(self, count: usize) -> (Self, Self) {
                match self {
                    $(Self::$kind(cells) => {
                        let (front, rest) = cells.split_at_mut(count.min(cells.len()));
                        (Cells::$kind(front), Cells::$kind(rest))
                    })+
                }
            }
            /// Takes the numbers into the first ones, and goes on to the rest.
            fn take(&mut self, numbers: &[f64]) {
                match self {
                    $(Self::$kind(cells) => {
                        let (front, rest) = std::mem::take(cells).split_at_mut(numbers.len());
                        front.iter_mut().zip(numbers).for_each(|(cell, &n)| *cell = $as(n));
                        *cells = rest;
                    })+
                }
            }
        }
    };
}
numbers! {
    Double: f64, |n: f64| n;
    Single: f32, |n: f64| n as f32;
    Sign: i8, |n: f64| n as i8;
    Verdict: bool, |n: f64| n != 0.0;
    Count: u32, |n: f64| n as u32;
    Index: i64, |n: f64| n as i64;
}

/// A table while its rows are written.
pub struct Rows<'t, V: Dimension> {
    columns: Vec<(Column, Cells<'t>)>,
    rounding: Rounding,
    of: std::marker::PhantomData<V>,
}

impl<V: Dimension, A: Answer<V>> Keep<A> for Rows<'_, V> {
    type Part<'k>
        = (Vec<(Column, Cells<'k>)>, Rounding)
    where
        Self: 'k;

    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<Self::Part<'_>> {
        let mut parts: Vec<Self::Part<'_>> = Vec::new();
        parts.resize_with(range.len().div_ceil(size), || (Vec::with_capacity(self.columns.len()), self.rounding));
        for (column, cells) in &mut self.columns {
            let width = column.width(V::SIZE);
            let mut rest = cells.range(range.start * width..range.end * width);
            for (part, _) in &mut parts {
                let cells;
                (cells, rest) = rest.split_at(size * width);
                part.push((*column, cells));
            }
        }
        parts
    }

    fn keep<'k>((part, rounding): Self::Part<'k>, answers: &mut [A], room: &mut Vec<f64>)
    where
        Self: 'k,
    {
        let mut columns = part;
        for answers in answers.chunks(AT_ONCE) {
            for (column, cells) in &mut columns {
                room.clear();
                A::write(*column, answers, rounding, room);
                cells.take(room);
            }
        }
    }
}

/// Answers whose columns are written together. Larger: they leave the core's first cache before the last column is
/// written. Smaller: more calls.
const AT_ONCE: usize = 64;

/// The class of an answer: a dict that Arrow takes, too.
fn columns_class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class =
        CLASS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("clearance._columns")?.getattr("Columns")?.unbind()))?;
    Ok(class.bind(py))
}
