//! Columns of answers: which there are for a question, and how they become NumPy arrays.

use crate::arrays::{self, single_down, single_near, single_up};
use crate::dimension::Dimension;
use crate::run::{Keep, Part};
use clearance::{Cast, Minimum, Outcome, Proximity, Status};
use numpy::{IntoPyArray, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyEllipsis};
use std::ops::Range;

/// A column that can be asked for.
#[derive(Clone, Copy, PartialEq)]
pub enum Column {
    Status,
    Outcome,
    Pair,
    Shape,
    Fraction,
    Distance,
    Lower,
    Upper,
    PointA,
    PointB,
    Normal,
    Iterations,
    GradientA,
    GradientB,
    Regular,
    WitnessMargin,
    FacetMargin,
}

const NAMES: [(&str, Column); 17] = [
    ("status", Column::Status),
    ("outcome", Column::Outcome),
    ("pair", Column::Pair),
    ("shape", Column::Shape),
    ("fraction", Column::Fraction),
    ("distance", Column::Distance),
    ("lower", Column::Lower),
    ("upper", Column::Upper),
    ("point_a", Column::PointA),
    ("point_b", Column::PointB),
    ("normal", Column::Normal),
    ("iterations", Column::Iterations),
    ("gradient_a", Column::GradientA),
    ("gradient_b", Column::GradientB),
    ("regular", Column::Regular),
    ("witness_margin", Column::WitnessMargin),
    ("facet_margin", Column::FacetMargin),
];

/// Whether a column has several numbers a row.
pub fn is_vector(name: &str) -> bool {
    NAMES.iter().any(|(own, column)| *own == name && column.width(3) > 1)
}

impl Column {
    fn name(self) -> &'static str {
        NAMES.iter().find(|(_, column)| *column == self).map_or("", |(name, _)| name)
    }

    /// How many numbers of an answer it has.
    pub fn width(self, size: usize) -> usize {
        match self {
            Self::PointA | Self::PointB | Self::Normal => size,
            Self::GradientA | Self::GradientB => 3 * (size - 1),
            _ => 1,
        }
    }

    fn dtype(self, single: bool) -> &'static str {
        match self {
            Self::Status | Self::Outcome => "int8",
            Self::Regular => "bool",
            Self::Pair | Self::Shape => "int64",
            Self::Iterations => "uint32",
            _ if single => "float32",
            _ => "float64",
        }
    }
}

/// An answer that has columns.
pub trait Answer<V: Dimension>: Clone + Default + Send {
    /// Those that it has. The first ones are given where none are asked for.
    const COLUMNS: &'static [Column];
    /// How many of them that are.
    const DEFAULTS: usize;
    /// One column of some answers.
    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>);
}

/// How numbers are rounded to the type of the column.
#[derive(Clone, Copy)]
pub enum Rounding {
    /// Not at all.
    Double,
    /// To `float32`, with bounds outward.
    Single,
}

impl Rounding {
    pub fn of(single: bool) -> Self {
        if single { Self::Single } else { Self::Double }
    }
    #[inline]
    pub fn near(self, number: f64) -> f64 {
        if let Self::Double = self { number } else { single_near(number) }
    }
    #[inline]
    fn down(self, number: f64) -> f64 {
        if let Self::Double = self { number } else { single_down(number) }
    }
    #[inline]
    fn up(self, number: f64) -> f64 {
        if let Self::Double = self { number } else { single_up(number) }
    }
}

impl<V: Dimension> Answer<V> for Proximity<V> {
    const COLUMNS: &'static [Column] = &[
        Column::Distance,
        Column::Lower,
        Column::Upper,
        Column::Status,
        Column::PointA,
        Column::PointB,
        Column::Normal,
        Column::Iterations,
    ];
    const DEFAULTS: usize = 3;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        let vectors = |vector: fn(&Self) -> V, to: &mut Vec<f64>| {
            for answer in answers {
                let vector = vector(answer);
                to.extend((0..V::SIZE).map(|axis| rounding.near(*vector.coordinate(axis))));
            }
        };
        match column {
            Column::Status => to.extend(answers.iter().map(|answer| match answer.status {
                Status::Separated => 1.0,
                Status::Touching => 0.0,
                Status::Overlapping => -1.0,
            })),
            Column::Lower => to.extend(answers.iter().map(|answer| rounding.down(answer.lower))),
            Column::Upper => to.extend(answers.iter().map(|answer| rounding.up(answer.upper))),
            Column::PointA => vectors(|answer| answer.point_a, to),
            Column::PointB => vectors(|answer| answer.point_b, to),
            Column::Normal => vectors(|answer| answer.normal, to),
            Column::Iterations => to.extend(answers.iter().map(|answer| f64::from(answer.iterations))),
            _ => to.extend(answers.iter().map(|answer| rounding.near(answer.distance))),
        }
    }
}

/// A pair within a limit, or beyond it.
#[derive(Clone)]
pub struct Within<V: Dimension> {
    pub found: Option<Proximity<V>>,
    pub limit: f64,
}

impl<V: Dimension> Default for Within<V> {
    fn default() -> Self {
        Self { found: None, limit: 0.0 }
    }
}

impl<V: Dimension> Answer<V> for Within<V> {
    const COLUMNS: &'static [Column] = <Proximity<V> as Answer<V>>::COLUMNS;
    const DEFAULTS: usize = 3;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        for answer in answers {
            match (&answer.found, column) {
                (Some(found), _) => Proximity::write(column, std::slice::from_ref(found), rounding, to),
                (None, Column::Status) => to.push(1.0),
                (None, Column::Lower) => to.push(rounding.down(answer.limit)),
                (None, Column::Distance | Column::Upper) => to.push(f64::INFINITY),
                (None, Column::Iterations) => to.push(0.0),
                (None, _) => to.extend(std::iter::repeat_n(f64::NAN, column.width(V::SIZE))),
            }
        }
    }
}

impl<V: Dimension> Answer<V> for Option<Minimum<V>> {
    const COLUMNS: &'static [Column] = &[
        Column::Pair,
        Column::Distance,
        Column::Lower,
        Column::Upper,
        Column::Status,
        Column::PointA,
        Column::PointB,
        Column::Normal,
        Column::Iterations,
    ];
    const DEFAULTS: usize = 4;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        for answer in answers {
            match (answer, column) {
                (Some(least), Column::Pair) => to.push(least.pair as f64),
                (None, Column::Pair) => to.push(-1.0),
                (Some(least), _) => Proximity::write(column, &[least.proximity], rounding, to),
                (None, _) => {
                    let beyond = Within { found: None::<Proximity<V>>, limit: 0.0 };
                    Within::write(column, &[beyond], rounding, to);
                }
            }
        }
    }
}

impl<V: Dimension> Answer<V> for Cast<V> {
    const COLUMNS: &'static [Column] = &[
        Column::Outcome,
        Column::Fraction,
        Column::Lower,
        Column::Upper,
        Column::Distance,
        Column::PointA,
        Column::PointB,
        Column::Normal,
        Column::Iterations,
    ];
    const DEFAULTS: usize = 4;

    fn write(column: Column, answers: &[Self], rounding: Rounding, to: &mut Vec<f64>) {
        match column {
            Column::Outcome => to.extend(answers.iter().map(|answer| match answer.outcome {
                Outcome::Clear => 0.0,
                Outcome::Hit => 1.0,
                Outcome::Near => 2.0,
            })),
            Column::Fraction => to.extend(answers.iter().map(|answer| rounding.near(answer.fraction))),
            Column::Lower => to.extend(answers.iter().map(|answer| rounding.down(answer.lower))),
            Column::Upper => to.extend(answers.iter().map(|answer| rounding.up(answer.upper))),
            Column::Iterations => to.extend(answers.iter().map(|answer| f64::from(answer.iterations))),
            _ => answers.iter().for_each(|answer| Proximity::write(column, &[answer.contact], rounding, to)),
        }
    }
}

/// The columns of one answer to a call: what was asked for, the shape of it, and the arrays to fill.
pub struct Table {
    columns: Vec<Column>,
    /// (M,), (T, M), (T,) or ().
    axes: Vec<usize>,
    size: usize,
    single: bool,
    numbers: Vec<Vec<f64>>,
}

impl Table {
    /// Columns with these names, or the default ones.
    pub fn new<V: Dimension, A: Answer<V>>(names: Option<&[String]>, axes: Vec<usize>, single: bool) -> PyResult<Self> {
        let columns = match names {
            None => A::COLUMNS[..A::DEFAULTS].to_vec(),
            Some(names) => names.iter().map(|name| named::<V, A>(name)).collect::<PyResult<_>>()?,
        };
        let rows: usize = axes.iter().product();
        let numbers = columns.iter().map(|column| vec![0.0; rows * column.width(V::SIZE)]).collect();
        Ok(Self { columns, axes, size: V::SIZE, single, numbers })
    }

    /// The arrays to fill. They are checked before anything is computed.
    pub fn places<'py>(&self, out: Option<&Bound<'py, PyDict>>) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
        self.columns.iter().map(|&column| self.place(column, out)).collect()
    }

    /// The columns as a dict.
    pub fn finish<'py>(self, py: Python<'py>, places: Vec<Option<Bound<'py, PyAny>>>) -> PyResult<Bound<'py, PyDict>> {
        let shapes: Vec<_> = self.columns.iter().map(|&column| self.shape(column)).collect();
        let result = columns_class(py)?.call0()?.cast_into::<PyDict>()?;
        for (((column, numbers), place), shape) in self.columns.iter().zip(self.numbers).zip(places).zip(shapes) {
            let array = numbers.into_pyarray(py).reshape(shape)?.into_any();
            let array = match column.dtype(self.single) {
                "float64" => array,
                dtype => array.call_method1("astype", (dtype,))?,
            };
            match place {
                Some(place) => {
                    place.set_item(PyEllipsis::get(py), array)?;
                    result.set_item(column.name(), place)?;
                }
                None => result.set_item(column.name(), array)?,
            }
        }
        Ok(result)
    }

    fn shape(&self, column: Column) -> Vec<usize> {
        let width = column.width(self.size);
        self.axes.iter().copied().chain((width > 1).then_some(width)).collect()
    }

    /// The array of `out` for a column.
    fn place<'py>(&self, column: Column, out: Option<&Bound<'py, PyDict>>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let name = column.name();
        let Some(array) = out.map(|out| out.get_item(name)).transpose()?.flatten() else { return Ok(None) };
        let shape = self.shape(column);
        let wanted = column.dtype(self.single);
        let untyped = array
            .cast::<PyUntypedArray>()
            .map_err(|_| PyTypeError::new_err(format!("out[{name:?}]: a NumPy array is expected")))?;
        let is_writeable: bool = array.getattr("flags")?.getattr("writeable")?.extract()?;
        let dtype = untyped.dtype().to_string();
        if untyped.shape() != shape || dtype != wanted || !is_writeable {
            let (shape, found) = (arrays::shape_text(&shape), arrays::shape_text(untyped.shape()));
            return Err(PyValueError::new_err(format!(
                "out[{name:?}]: a writeable array of {wanted} and shape {shape} is expected, found {dtype} {found}"
            )));
        }
        Ok(Some(array))
    }
}

/// A table while its rows are written.
pub struct Rows<'t, V: Dimension> {
    table: &'t mut Table,
    of: std::marker::PhantomData<V>,
}

impl<'t, V: Dimension> Rows<'t, V> {
    pub fn new(table: &'t mut Table) -> Self {
        Self { table, of: std::marker::PhantomData }
    }
}

impl<V: Dimension, A: Answer<V>> Keep<A> for Rows<'_, V> {
    fn parts(&mut self, range: Range<usize>, size: usize) -> Vec<Part<'_, A>> {
        let rounding = Rounding::of(self.table.single);
        let mut parts: Vec<Vec<(Column, &mut [f64])>> = Vec::new();
        parts.resize_with(range.len().div_ceil(size), Vec::new);
        for (&column, numbers) in self.table.columns.iter().zip(&mut self.table.numbers) {
            let width = column.width(V::SIZE);
            let numbers = &mut numbers[range.start * width..range.end * width];
            for (part, numbers) in parts.iter_mut().zip(numbers.chunks_mut(size * width)) {
                part.push((column, numbers));
            }
        }
        let write = move |part: Vec<(Column, &mut [f64])>, answers: &[A]| {
            let mut column_of_part = Vec::new();
            for (column, numbers) in part {
                column_of_part.clear();
                A::write(column, answers, rounding, &mut column_of_part);
                numbers.copy_from_slice(&column_of_part);
            }
        };
        parts.into_iter().map(|part| Box::new(move |answers: &mut [A]| write(part, answers)) as Part<'_, A>).collect()
    }
}

/// The class of an answer: a dict that Arrow takes, too.
fn columns_class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class =
        CLASS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("clearance._columns")?.getattr("Columns")?.unbind()))?;
    Ok(class.bind(py))
}

fn named<V: Dimension, A: Answer<V>>(name: &str) -> PyResult<Column> {
    A::COLUMNS.iter().copied().find(|column| column.name() == name).ok_or_else(|| {
        let known = A::COLUMNS.iter().map(|column| column.name()).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("columns: there is no column {name:?}; known are {known}"))
    })
}
