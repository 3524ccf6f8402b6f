//! Paths: configurations over time, as real functions between the floats that are given.
//!
//! A path is cut into stretches, with a parameter from 0 to 1 on each. On a stretch each coordinate is a cubic with
//! rounded coefficients; the bound of their errors is part of every proof (`course`).

use crate::frame::{U, UP};
use crate::kinematics::ConfigurationError;
use crate::tree::Robot;
use std::fmt;

/// A path of a robot: linear or cubic between its knots.
#[derive(Clone, Debug)]
pub struct Path {
    pub(crate) stretches: Vec<Stretch>,
    /// One more than there are stretches.
    pub(crate) times: Vec<f64>,
    /// The configurations at the knots.
    #[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
    pub(crate) rows: Vec<Vec<f64>>,
    /// The velocities there, if the path is cubic.
    #[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone read it"))]
    pub(crate) velocities: Option<Vec<Vec<f64>>>,
}

/// The path between two knots.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// The coefficients of each coordinate, from the constant on.
    pub cubics: Vec<[f64; 4]>,
    /// Of the value, and with a factor of 6 of the derivatives.
    pub errors: Vec<f64>,
}

/// Why rows are no path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PathError {
    /// A path has at least two configurations.
    TooShort,
    /// This row is no configuration.
    Row(usize, ConfigurationError),
    /// There must be as many times, and as many velocities, as configurations.
    Count,
    /// The time of this row is not after the one before, or not finite.
    Time(usize),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("a path has at least two configurations"),
            Self::Row(row, error) => write!(f, "row {row}: {error}"),
            Self::Count => f.write_str("there must be as many times and velocities as configurations"),
            Self::Time(row) => write!(f, "row {row}: its time is not after that of the row before"),
        }
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// Straight from each configuration to the next. The times are those of the rows: 0, 1, 2, … if none are given.
    ///
    /// # Errors
    /// [`PathError`].
    pub fn linear(robot: &Robot, rows: &[Vec<f64>], times: Option<&[f64]>) -> Result<Self, PathError> {
        let times = checked(robot, rows, times)?;
        let stretch = |ends: &[Vec<f64>]| {
            let both = ends[0].iter().zip(&ends[1]);
            let cubics: Vec<[f64; 4]> = both.map(|(&from, &to)| [from, to - from, 0.0, 0.0]).collect();
            // The difference of two floats rounds once.
            let errors = cubics.iter().map(|cubic| U * cubic[1].abs()).collect();
            Stretch { cubics, errors }
        };
        Ok(Self { stretches: rows.windows(2).map(stretch).collect(), times, rows: rows.to_vec(), velocities: None })
    }

    /// Cubic between the rows, with the given velocities at them (Hermite).
    ///
    /// # Errors
    /// [`PathError`].
    pub fn hermite(
        robot: &Robot,
        rows: &[Vec<f64>],
        velocities: &[Vec<f64>],
        times: &[f64],
    ) -> Result<Self, PathError> {
        let times = checked(robot, rows, Some(times))?;
        if velocities.len() != rows.len() || velocities.iter().zip(rows).any(|(v, row)| v.len() != row.len()) {
            return Err(PathError::Count);
        }
        if let Some(row) = velocities.iter().position(|row| row.iter().any(|x| !x.is_finite())) {
            return Err(PathError::Row(row, ConfigurationError::NotFinite(0)));
        }
        let stretch = |at: usize| {
            let span = times[at + 1] - times[at];
            let coordinate = |i: usize| {
                let (from, way) = (rows[at][i], rows[at + 1][i] - rows[at][i]);
                let [first, last] = [velocities[at][i] * span, velocities[at + 1][i] * span];
                let cubic = [from, first, 3.0 * way - 2.0 * first - last, first + last - 2.0 * way];
                // Span, way and speeds round once or twice, each sum twice more.
                let error = 16.0 * U * (5.0 * way.abs() + 4.0 * first.abs() + 2.0 * last.abs()) * UP;
                (cubic, error)
            };
            let (cubics, errors) = (0..rows[at].len()).map(coordinate).unzip();
            Stretch { cubics, errors }
        };
        let stretches = (0..rows.len() - 1).map(stretch).collect();
        Ok(Self { stretches, times, rows: rows.to_vec(), velocities: Some(velocities.to_vec()) })
    }

    /// The cubic spline through the rows that rests at both ends: its velocities are computed, and then the path is that
    /// of [`Path::hermite`] with these floats.
    ///
    /// # Errors
    /// [`PathError`].
    pub fn spline(robot: &Robot, rows: &[Vec<f64>], times: &[f64]) -> Result<Self, PathError> {
        let times = checked(robot, rows, Some(times))?;
        let velocities = spline_velocities(rows, &times);
        Self::hermite(robot, rows, &velocities, &times)
    }

    /// How many stretches there are.
    pub fn stretch_count(&self) -> usize {
        self.stretches.len()
    }

    /// The time on a stretch.
    pub(crate) fn time(&self, stretch: usize, x: f64) -> f64 {
        let [from, to] = [self.times[stretch], self.times[stretch + 1]];
        if x == 1.0 { to } else { from + x * (to - from) }
    }

    /// The configuration on a stretch, rounded.
    pub(crate) fn configuration(&self, stretch: usize, x: f64) -> Vec<f64> {
        self.stretches[stretch].cubics.iter().map(|[a, b, c, d]| a + ((d * x + c) * x + b) * x).collect()
    }

    /// The configuration at a time, rounded. Before and after the path it is that of its ends.
    pub fn at(&self, time: f64) -> Vec<f64> {
        let after = self.times.partition_point(|&knot| knot <= time);
        let stretch = after.clamp(1, self.stretches.len()) - 1;
        let [from, to] = [self.times[stretch], self.times[stretch + 1]];
        self.configuration(stretch, ((time - from) / (to - from)).clamp(0.0, 1.0))
    }
}

/// The times of the rows, all of which are configurations.
fn checked(robot: &Robot, rows: &[Vec<f64>], times: Option<&[f64]>) -> Result<Vec<f64>, PathError> {
    if rows.len() < 2 {
        return Err(PathError::TooShort);
    }
    for (row, numbers) in rows.iter().enumerate() {
        robot.check(numbers).map_err(|error| PathError::Row(row, error))?;
    }
    let times = times.map_or_else(|| (0..rows.len()).map(|row| row as f64).collect(), <[f64]>::to_vec);
    if times.len() != rows.len() {
        return Err(PathError::Count);
    }
    match (0..times.len()).find(|&row| !times[row].is_finite() || (row > 0 && !(times[row] > times[row - 1]))) {
        Some(row) => Err(PathError::Time(row)),
        None => Ok(times),
    }
}

/// The velocities of the spline with continuous accelerations, zero at both ends: a tridiagonal system a coordinate,
/// with a dominant diagonal (Thomas' algorithm).
fn spline_velocities(rows: &[Vec<f64>], times: &[f64]) -> Vec<Vec<f64>> {
    let (count, width) = (rows.len(), rows[0].len());
    let mut velocities = vec![vec![0.0; width]; count];
    let inverse = |at: usize| 1.0 / (times[at + 1] - times[at]);
    for i in 0..width {
        let (mut above, mut right) = (vec![0.0; count], vec![0.0; count]);
        for at in 1..count - 1 {
            let [before, after] = [inverse(at - 1), inverse(at)];
            let slopes = [rows[at][i] - rows[at - 1][i], rows[at + 1][i] - rows[at][i]];
            let wanted = 3.0 * (slopes[0] * before * before + slopes[1] * after * after);
            let pivot = 2.0 * (before + after) - before * above[at - 1];
            above[at] = after / pivot;
            right[at] = (wanted - before * right[at - 1]) / pivot;
        }
        for at in (1..count - 1).rev() {
            velocities[at][i] = right[at] - above[at] * velocities[at + 1][i];
        }
    }
    velocities
}
