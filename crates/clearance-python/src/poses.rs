//! The poses of many shapes in many configurations. They are checked at once, and become poses where they are needed.

use crate::arrays::{Numbers, index_text};
use crate::dimension::Dimension;
use crate::pose::{of_matrix, of_row};
use clearance::Pose;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

/// Poses that a core checks at a time. Smaller: cores are asked for what one does in less time.
const SOME: usize = 1 << 10;

/// The poses of a question, configuration by configuration.
pub struct Poses<'a> {
    numbers: &'a [f64],
    /// Whether they are matrices, and not rows.
    are_matrices: bool,
    /// How many numbers a pose has.
    size: usize,
    /// The number of shapes.
    count: usize,
    /// The number of configurations. None if there is no axis for them.
    pub configurations: Option<usize>,
}

impl<'a> Poses<'a> {
    /// The poses of `count` shapes.
    pub fn read<V: Dimension>(py: Python<'_>, numbers: &'a Numbers<'_>, count: usize) -> PyResult<Self> {
        let (side, row) = (V::SIZE + 1, V::SIZE + V::TURN);
        let (configurations, are_matrices) = match numbers.shape() {
            [n, a, b] if (*n, *a, *b) == (count, side, side) => (None, true),
            [n, a] if (*n, *a) == (count, row) => (None, false),
            [t, n, a, b] if (*n, *a, *b) == (count, side, side) => (Some(*t), true),
            [t, n, a] if (*n, *a) == (count, row) => (Some(*t), false),
            _ => {
                let expected = format!(
                    "({count}, {row}) or ({count}, {side}, {side}), with an axis of configurations before or not,"
                );
                return Err(numbers.wrong_shape(&expected));
            }
        };
        let size = if are_matrices { side * side } else { row };
        let poses = Self { numbers: numbers.slice(), are_matrices, size, count, configurations };
        let are_poses = |some: &[f64]| some.chunks_exact(size).all(|numbers| poses.is_pose::<V>(numbers));
        if py.detach(|| poses.numbers.par_chunks(SOME * size).all(are_poses)) {
            return Ok(poses);
        }
        // The first defect, told in full.
        numbers.finite()?;
        let outer = &numbers.shape()[..numbers.shape().len() - if are_matrices { 2 } else { 1 }];
        let mut defects = poses.numbers.chunks_exact(size).enumerate().filter_map(|(index, numbers)| {
            let defect = poses.of_numbers::<V>(numbers).err()?;
            Some(format!("poses{}: {defect}", index_text(index, outer)))
        });
        Err(PyValueError::new_err(defects.next().unwrap_or_else(|| "poses: changed while they were read".into())))
    }

    fn is_pose<V: Dimension>(&self, numbers: &[f64]) -> bool {
        let is_finite = numbers.iter().fold(true, |all, number| all & number.is_finite());
        is_finite && if self.are_matrices { of_matrix::<V>(numbers).is_ok() } else { of_row::<V>(numbers).is_ok() }
    }

    fn of_numbers<V: Dimension>(&self, numbers: &[f64]) -> Result<Pose<V>, String> {
        if self.are_matrices { of_matrix(numbers) } else { of_row(numbers) }
    }

    /// The pose of a shape. Another thread of Python may write to the array meanwhile: then it is the identity.
    pub fn pose<V: Dimension>(&self, configuration: usize, shape: usize) -> Pose<V> {
        let start = (configuration * self.count + shape) * self.size;
        self.of_numbers(&self.numbers[start..start + self.size]).unwrap_or(Pose::identity())
    }
}
