//! Columns of answers: which there are for a question, and the numbers in them.

use crate::arrays::{single_down, single_near, single_up};
use crate::dimension::Dimension;
use clearance::{Cast, Minimum, Outcome, Proximity, Status};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

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

/// The names of columns that are asked for.
pub struct Names(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Names {
    type Error = PyErr;
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = |found: &Bound<'py, PyAny>| {
            let found = found.get_type().name().map_or_else(|_| "another object".into(), |name| name.to_string());
            PyTypeError::new_err(format!("a list of names is expected, such as [\"distance\"]; found {found}"))
        };
        if object.is_instance_of::<PyString>() {
            return Err(expected(&object));
        }
        let names = object.try_iter().map_err(|_| expected(&object))?;
        let name = |name: PyResult<Bound<'py, PyAny>>| name?.extract::<String>().map_err(|_| expected(&object));
        Ok(Self(names.map(name).collect::<PyResult<_>>()?))
    }
}

/// Whether a column has several numbers a row.
pub fn is_vector(name: &str) -> bool {
    NAMES.iter().any(|(own, column)| *own == name && column.width(3) > 1)
}

impl Column {
    pub fn name(self) -> &'static str {
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

    pub fn dtype(self, single: bool) -> &'static str {
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

/// The column of a name.
pub fn named(columns: &[Column], name: &str) -> PyResult<Column> {
    columns.iter().copied().find(|column| column.name() == name).ok_or_else(|| {
        let known = columns.iter().map(|column| column.name()).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("columns: there is no column {name:?}; known are {known}"))
    })
}
