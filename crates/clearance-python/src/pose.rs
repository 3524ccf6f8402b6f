//! Poses from Python: matrices, a translation with a quaternion, rotations of SciPy.

use crate::arrays::{self, Numbers, number};
use crate::dimension::Dimension;
use clearance::{Pose, PoseError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The arguments of a method `at`.
pub struct Given<'a, 'py> {
    pub pose: Option<&'a Bound<'py, PyAny>>,
    pub translation: Option<&'a Bound<'py, PyAny>>,
    pub rotation: Option<&'a Bound<'py, PyAny>>,
}

impl Given<'_, '_> {
    /// The pose of a dimension.
    pub fn of<V: Dimension>(&self) -> PyResult<Pose<V>> {
        match (self.pose, self.translation, self.rotation) {
            (Some(pose), None, None) => whole(pose),
            (Some(_), ..) => {
                Err(PyTypeError::new_err("either a pose is expected, or translation and rotation, but not both"))
            }
            (None, translation, rotation) => parts(translation, rotation),
        }
    }
}

/// A translation and a rotation, of which each may be left out.
fn parts<V: Dimension>(
    translation: Option<&Bound<'_, PyAny>>,
    rotation: Option<&Bound<'_, PyAny>>,
) -> PyResult<Pose<V>> {
    let mut pose = Pose::identity();
    if let Some(rotation) = rotation {
        pose.rotation = rotation_of::<V>(rotation)?;
    }
    if let Some(translation) = translation {
        pose.translation = V::of(arrays::numbers(translation, "translation")?.point_of(V::SIZE)?);
    }
    Ok(pose)
}

/// A pose as one object.
pub fn whole<V: Dimension>(object: &Bound<'_, PyAny>) -> PyResult<Pose<V>> {
    if let Ok(pair) = object.cast::<PyTuple>()
        && pair.len() == 2
    {
        let (translation, rotation) = (pair.get_item(0)?, pair.get_item(1)?);
        let given = |part: &Bound<'_, PyAny>| !part.is_none();
        return parts(Some(&translation).filter(|part| given(part)), Some(&rotation).filter(|part| given(part)));
    }
    if object.hasattr("as_quat")? {
        return Ok(Pose { rotation: rotation_of::<V>(object)?, ..Pose::identity() });
    }
    if object.hasattr("as_matrix")? {
        return of_numbers(&arrays::numbers(&object.call_method0("as_matrix")?, "pose")?);
    }
    of_numbers(&arrays::numbers(object, "pose")?)
}

/// A matrix, or a translation and a rotation in one row.
fn of_numbers<V: Dimension>(numbers: &Numbers<'_>) -> PyResult<Pose<V>> {
    let side = V::SIZE + 1;
    match numbers.shape() {
        [rows, columns] if *rows == side && *columns == side => {
            of_matrix::<V>(numbers.finite()?).map_err(|defect| PyValueError::new_err(format!("pose: {defect}")))
        }
        [length] if *length == V::SIZE + V::TURN => {
            of_row::<V>(numbers.finite()?).map_err(|defect| PyValueError::new_err(format!("pose: {defect}")))
        }
        _ => Err(numbers.wrong_shape(&format!("({side}, {side}) or ({},)", V::SIZE + V::TURN))),
    }
}

/// A rotation: a quaternion xyzw, a 3x3 matrix or a `scipy` Rotation in space; an angle, `[c, s]` or a 2x2 matrix in
/// the plane.
fn rotation_of<V: Dimension>(object: &Bound<'_, PyAny>) -> PyResult<V::Rotation> {
    if object.hasattr("as_quat")? {
        if V::SIZE == 2 {
            return Err(PyTypeError::new_err("rotation: an angle or [c, s] is expected in the plane"));
        }
        let quaternion = object.call_method0("as_quat")?;
        return numbers_of::<V>(&arrays::numbers(&quaternion, "rotation")?);
    }
    numbers_of::<V>(&arrays::numbers(object, "rotation")?)
}

fn numbers_of<V: Dimension>(numbers: &Numbers<'_>) -> PyResult<V::Rotation> {
    let told = |defect: String| PyValueError::new_err(format!("rotation: {defect}"));
    match numbers.shape() {
        [] if V::SIZE == 2 => {
            let angle = numbers.finite()?[0];
            V::rotation(&[angle.cos(), angle.sin()]).map_err(|error| told(error.to_string()))
        }
        [length] if *length == V::TURN => {
            let rotation = numbers.finite()?;
            V::rotation(rotation).map_err(|error| told(of_length(rotation, error)))
        }
        [rows, columns] if *rows == V::SIZE && *columns == V::SIZE => {
            let (small, side) = (numbers.finite()?, V::SIZE + 1);
            let mut matrix = vec![0.0; side * side];
            for row in 0..V::SIZE {
                matrix[row * side..row * side + V::SIZE].copy_from_slice(&small[row * V::SIZE..(row + 1) * V::SIZE]);
            }
            matrix[side * side - 1] = 1.0;
            of_matrix::<V>(&matrix).map(|pose| pose.rotation).map_err(told)
        }
        _ if V::SIZE == 2 => Err(numbers.wrong_shape("(), (2,) or (2, 2)")),
        _ => Err(numbers.wrong_shape("(4,) or (3, 3)")),
    }
}

/// The pose of a square matrix of finite numbers. The error names the defect.
pub fn of_matrix<V: Dimension>(rows: &[f64]) -> Result<Pose<V>, String> {
    V::pose_of_matrix(rows).map_err(|error| match error {
        PoseError::NotRigid => defect_of_matrix(rows, V::SIZE),
        PoseError::Mirrored => "the matrix is a reflection: its determinant is negative".into(),
        other => other.to_string(),
    })
}

/// The pose of finite numbers: the translation, then the rotation.
pub fn of_row<V: Dimension>(row: &[f64]) -> Result<Pose<V>, String> {
    let (translation, rotation) = row.split_at(V::SIZE);
    let rotation = V::rotation(rotation).map_err(|error| of_length(rotation, error))?;
    Ok(Pose { rotation, translation: V::of(translation) })
}

fn of_length(rotation: &[f64], error: PoseError) -> String {
    let length = rotation.iter().map(|number| number * number).sum::<f64>().sqrt();
    match error {
        PoseError::NotUnit => {
            format!("its length is {}, and 1 is expected (from 1/2 to 2 is normalised)", number(length))
        }
        other => other.to_string(),
    }
}

/// What is wrong with a matrix that is not rigid.
fn defect_of_matrix(rows: &[f64], size: usize) -> String {
    let side = size + 1;
    let last = &rows[size * side..];
    if last[..size].iter().any(|&entry| entry != 0.0) || last[size] != 1.0 {
        let expected = if size == 2 { "[0, 0, 1]" } else { "[0, 0, 0, 1]" };
        return format!("the matrix projects: its last row is {}, and {expected} is expected", arrays::list(last));
    }
    let column = |index: usize| (0..size).map(move |row| rows[row * side + index]);
    let dot = |i: usize, j: usize| column(i).zip(column(j)).map(|(x, y)| x * y).sum::<f64>();
    let lengths: Vec<f64> = (0..size).map(|index| dot(index, index).sqrt()).collect();
    let off = |length: f64| (length - 1.0).abs();
    let worst = (0..size).fold(0, |worst, index| if off(lengths[index]) > off(lengths[worst]) { index } else { worst });
    let mut angle = (0, 1, 0.0f64);
    for i in 0..size {
        for j in i + 1..size {
            let cosine = dot(i, j) / (lengths[i] * lengths[j]);
            if cosine.abs() > angle.2.abs() || cosine.is_nan() {
                angle = (i, j, cosine);
            }
        }
    }
    if off(lengths[worst]) >= angle.2.abs() {
        return format!(
            "the matrix scales: column {worst} has the length {}, and 1 is expected",
            number(lengths[worst])
        );
    }
    let (i, j, cosine) = angle;
    format!("the matrix shears: the cosine between columns {i} and {j} is {}, and 0 is expected", number(cosine))
}
