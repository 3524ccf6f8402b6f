//! Rotations: what queries ask of them, and the checks of their numbers.
//!
//! A rotation is stored with the numbers that the user gave: `[c, s]` in the plane, a quaternion `[x, y, z, w]` in
//! space. These numbers are rarely of exactly unit length. By definition the map is the formula at [`crate::Quaternion`]
//! and [`crate::Rotation2`], evaluated exactly. Queries use the nearest true rotation instead. The difference is at most 2·|‖q‖² −
//! 1|·|p|, and the bounds of the answer include it ([`Rotation::defect`]). `Precision::Exact` evaluates the formula
//! itself.
//!
//! **Numbers that are not unit** widen the bracket, since it must hold the formula and the nearest rotation. With a
//! quaternion of length 1.001 the defect is 2·(1.001² − 1) = 0.4 %. A point at |p| may err by that share of √3·|p|, to
//! either side. So the bracket of a pair is wider by up to 1.4 % of the placed shape's extent, in its own frame. The
//! checked constructors ([`crate::Pose::new`], [`crate::Quaternion::new`]) and [`crate::Quaternion::normalized`] divide by the length; the
//! bracket is then as narrow as rounding allows.
//!
//! Fields are public, so a pose may hold any numbers. If a number is not finite, or if the sum of squares differs from
//! 1 by more than 1/16 (in space 1/32), the numbers are not a rotation. Answers then have no finite bounds
//! ([`crate::Proximity`]).

pub(crate) mod plane;
pub(crate) mod quaternion;

use crate::numbers::real::{Real, sqrt};
use crate::space::vector::{Vector, WideVector};
use core::fmt;

/// What is wrong with the numbers of a pose or of a rotation.
///
/// ```
/// use clearance::{PoseError, Quaternion};
///
/// assert_eq!(Quaternion::new(0.0, 0.0, 0.0, 9.0).unwrap_err(), PoseError::NotUnit);
/// assert_eq!(Quaternion::new(0.0, 0.0, 0.0, 1e200).unwrap_err(), PoseError::NotUnit);
/// assert_eq!(Quaternion::new(0.0, 0.0, f64::NAN, 1.0).unwrap_err(), PoseError::NotFinite);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoseError {
    /// A number of the rotation or of the translation is infinite or NaN.
    NotFinite,
    /// The length of the rotation's numbers is less than 1/2 or more than 2. They are probably not meant as a rotation.
    NotUnit,
    /// The matrix is no rotation with a translation. It scales, it shears, or the row beside the translation is not
    /// 0, …, 0, 1.
    NotRigid,
    /// The matrix has the right lengths and angles, but it is a reflection.
    Mirrored,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number of the pose is infinite or not a number",
            Self::NotUnit => "the rotation is not of unit length (allowed before normalising: 1/2 to 2)",
            Self::NotRigid => "the matrix is not a rotation with a translation: it scales, shears or projects",
            Self::Mirrored => "the matrix is a reflection and not a rotation",
        })
    }
}
impl core::error::Error for PoseError {}

/// The methods that queries use of a rotation. Implemented by [`Rotation2`](crate::Rotation2) and [`Quaternion`](crate::Quaternion) only.
/// Both have an example.
pub trait Rotation<V: Vector>: Copy + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The rotation that moves nothing.
    const IDENTITY: Self;
    /// The matrix of the nearest true rotation.
    fn matrix(&self) -> <V::Wide as WideVector>::Matrix;
    /// A bound of |M·p − R·p| / |p|, where M is the map of the formula and R the nearest rotation; without rounding
    /// errors.
    ///
    /// NaN or infinity if a number is not finite. Numbers with a defect above 1/16 are not a rotation.
    fn defect(&self) -> f64;
    /// The same numbers in `f64`.
    #[doc(hidden)]
    fn widen(&self) -> <V::Wide as Vector>::Rotation;
    /// The formula of the rotation in double-double numbers. Its entries are within 2⁻⁹⁸.
    #[doc(hidden)]
    fn double_map(&self, point: &<V::Wide as WideVector>::Double) -> <V::Wide as WideVector>::Double;
    /// The columns of the matrix of the formula, in double-double numbers. In the plane the third is zero. Their entries are
    /// within 2⁻¹⁰⁰.
    #[doc(hidden)]
    fn double_columns(&self) -> [<V::Wide as WideVector>::Double; 3];
    /// The formula of the rotation, evaluated exactly.
    #[doc(hidden)]
    fn exact_map(&self, point: &<V::Wide as WideVector>::Exact) -> <V::Wide as WideVector>::Exact;
    /// The composition: first `first`, then this rotation. The result is divided by its length. The identity changes no
    /// number of the other one.
    fn after(&self, first: &Self) -> Self;
    /// The inverse rotation: the numbers that turn the other way. Their length is unchanged.
    fn inverse(&self) -> Self;
    /// The numbers, for a total order of poses.
    #[doc(hidden)]
    fn components(&self) -> [f64; 4];
    /// The rotation with these numbers, each rounded to the scalar: the inverse of [`Rotation::components`].
    #[doc(hidden)]
    fn from_numbers(numbers: [f64; 4]) -> Self;
    /// The rotation itself if its length is 1 up to rounding, otherwise divided by its length.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] or [`PoseError::NotUnit`] if the numbers are not a rotation.
    fn checked(self) -> Result<Self, PoseError>;
}

/// What queries compute of a rotation. A shape is placed once and asked often, so [`crate::Placed`] keeps it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<V: Vector> {
    /// [`Rotation::matrix`].
    pub(crate) matrix: <V::Wide as WideVector>::Matrix,
    /// [`Rotation::defect`].
    pub(crate) defect: f64,
}

impl<V: Vector> Turn<V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn of(rotation: &V::Rotation) -> Self {
        Self { matrix: rotation.matrix(), defect: rotation.defect() }
    }
}

/// A rotation is not changed if its squared length differs from 1 by at most this, in units of the scalar's epsilon.
/// Products of a few unit quaternions stay within it. Larger: wider bounds. Smaller: more input is changed.
const UNIT_SLACK: f64 = 64.0;

/// The greatest defect of numbers that count as a rotation. Larger: [`crate::query::far::farther_than`] would have no
/// room for it. Smaller: more input is refused.
pub(in crate::space) const MOST_DEFECT: f64 = 1.0 / 16.0;

/// The greatest entry of MᵀM − 1 for a matrix M that counts as a rotation. A pure number. Larger: scale and shear are
/// dropped unnoticed. Smaller: matrices from text with three digits are refused.
const MOST_SHEAR: f64 = 1.0 / 256.0;

/// Whether the columns of a matrix are of unit length and orthogonal, within [`MOST_SHEAR`].
fn is_orthonormal<W: WideVector>(matrix: &W::Matrix) -> bool {
    let products = W::rows(&W::transposed_product(matrix, matrix));
    let entry = |i: usize, j: usize| products[i][j] - if i == j { 1.0 } else { 0.0 };
    (0..W::DIM).all(|i| (0..W::DIM).all(|j| entry(i, j).abs() <= MOST_SHEAR))
}

/// The other one of two rotations, if one is the identity. Division by the length would move its last bits.
fn not_identity<R: Copy + PartialEq>(one: &R, other: &R, identity: R) -> Option<R> {
    if *one == identity { Some(*other) } else { (*other == identity).then_some(*one) }
}

/// The numbers divided by their length. `None` if all are zero or one is not finite.
fn unit_numbers<const N: usize>(numbers: [f64; N]) -> Option<[f64; N]> {
    let largest = numbers.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    if !numbers.iter().all(|number| number.is_finite()) || largest == 0.0 {
        return None;
    }
    // The first division keeps the squares in range.
    let numbers = numbers.map(|number| number / largest);
    let length = sqrt(numbers.iter().map(|number| number * number).sum());
    Some(numbers.map(|number| number / length))
}

/// The array with rows and columns exchanged.
pub(in crate::space) fn transposed<T: Copy, const N: usize>(rows: [[T; N]; N]) -> [[T; N]; N] {
    core::array::from_fn(|i| core::array::from_fn(|j| rows[j][i]))
}

/// The factor that scales the numbers to length 1. It is exactly 1 if the squared length is 1 within the slack.
fn unit_factor<T: Real, const N: usize>(numbers: [f64; N]) -> Result<f64, PoseError> {
    if !numbers.iter().all(|number| number.is_finite()) {
        return Err(PoseError::NotFinite);
    }
    // The square of a large number may be infinite. Then it is not within 2, either.
    let length_squared: f64 = numbers.iter().map(|number| number * number).sum();
    if (length_squared - 1.0).abs() <= UNIT_SLACK * T::EPSILON {
        return Ok(1.0);
    }
    if !(0.25..=4.0).contains(&length_squared) {
        return Err(PoseError::NotUnit);
    }
    Ok(1.0 / sqrt(length_squared))
}
