//! Whole numbers from Python: rows of indices, as those of pairs and of triangles.

use crate::arrays::{as_array, as_type, index_text, readonly, shape_text};
use numpy::{PyArrayDyn, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;

/// Numbers that a core checks at a time. Smaller: cores are asked for what one does in less time.
const SOME: usize = 1 << 14;

/// Rows that are converted at once, and kept. More are converted where they are needed, while they are in the cache.
const KEPT: usize = 1 << 12;

/// Rows of N indices below `count`, shape (M, N).
pub fn indices<const N: usize>(object: &Bound<'_, PyAny>, name: &'static str, count: usize) -> PyResult<Vec<[u32; N]>> {
    let Some(array) = checked(object, name, N, count)? else { return Ok(Vec::new()) };
    let values = array.as_slice()?;
    Ok(object.py().detach(|| values.par_chunks_exact(N).with_min_len(SOME).map(row).collect()))
}

/// A row whose numbers are known to be indices.
fn row<const N: usize>(values: &[i64]) -> [u32; N] {
    std::array::from_fn(|column| values[column] as u32)
}

/// The pairs of a question.
pub enum Pairs<'py> {
    /// All of them.
    List(Vec<[u32; 2]>),
    /// Many rows of an array. They were checked.
    Rows(PyReadonlyArrayDyn<'py, i64>, usize),
}

impl<'py> Pairs<'py> {
    /// Those that are given, shape (M, 2), or all pairs of `count` shapes.
    pub fn read(given: Option<&Bound<'py, PyAny>>, count: usize) -> PyResult<Self> {
        let Some(pairs) = given else {
            return Ok(Self::List(
                (0..count as u32).flat_map(|i| (i + 1..count as u32).map(move |j| [i, j])).collect(),
            ));
        };
        let Some(array) = checked(pairs, "pairs", 2, count)? else { return Ok(Self::List(Vec::new())) };
        let rows = array.as_slice()?.as_chunks::<2>().0;
        if rows.len() > KEPT {
            return Ok(Self::Rows(array, count));
        }
        Ok(Self::List(rows.iter().map(|values| row(values)).collect()))
    }

    /// The pairs as all threads see them.
    pub fn seen(&self) -> PyResult<SeenPairs<'_>> {
        Ok(match self {
            Self::List(list) => SeenPairs::List(list),
            Self::Rows(array, count) => SeenPairs::Rows(array.as_slice()?.as_chunks().0, *count),
        })
    }
}

/// The pairs of a question, as all threads see them.
#[derive(Clone, Copy)]
pub enum SeenPairs<'a> {
    /// As questions take them.
    List(&'a [[u32; 2]]),
    /// Rows that were checked, and how many shapes there are.
    Rows(&'a [[i64; 2]], usize),
}

impl SeenPairs<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Rows(rows, _) => rows.len(),
        }
    }

    /// The pairs of a range. `room` is memory for them.
    pub fn of<'r>(&'r self, range: Range<usize>, room: &'r mut Vec<[u32; 2]>) -> &'r [[u32; 2]] {
        match self {
            Self::List(list) => &list[range],
            Self::Rows(rows, count) => {
                // Another thread of Python may write to the array meanwhile. Then other pairs are answered.
                let index = |value: i64| (value as u64).min(*count as u64 - 1) as u32;
                room.clear();
                room.extend(rows[range].iter().map(|pair| pair.map(index)));
                room
            }
        }
    }
}

/// An array of `int64` in C order, whose rows have `width` numbers, all of them indices below `count`. None if it is
/// empty.
fn checked<'py>(
    object: &Bound<'py, PyAny>,
    name: &'static str,
    width: usize,
    count: usize,
) -> PyResult<Option<PyReadonlyArrayDyn<'py, i64>>> {
    let array = as_array(object, name)?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape == [0] {
        return Ok(None);
    }
    if shape.len() != 2 || shape[1] != width {
        let found = shape_text(&shape);
        return Err(PyValueError::new_err(format!("{name}: shape (n, {width}) is expected, found {found}")));
    }
    if shape[0] == 0 {
        return Ok(None);
    }
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!("{name}: whole numbers are expected, found dtype {dtype}")));
    }
    // Unsigned numbers above the greatest signed one become negative, and are refused as these.
    let whole = as_type(&array, "int64")?.cast_into::<PyArrayDyn<i64>>()?;
    let whole = readonly(&whole, name)?;
    let values = whole.as_slice()?;
    let is_none = |&value: &i64| value as u64 >= count as u64;
    let place = object.py().detach(|| {
        let has_none = |values: &[i64]| values.iter().fold(false, |any, value| any | is_none(value));
        match values.par_chunks(SOME).any(has_none) {
            true => values.iter().position(is_none),
            false => None,
        }
    });
    let Some(place) = place else { return Ok(Some(whole)) };
    let value = array.call_method1("item", (place,))?.str()?.to_string();
    let (index, most) = (index_text(place, &shape), count as i64 - 1);
    Err(PyValueError::new_err(format!("{name}{index} is {value}: an index from 0 to {most} is expected")))
}
