//! Rotations and poses.
//!
//! A rotation is stored with the numbers that the user gave: `[c, s]` in the plane, a quaternion `[x, y, z, w]` in
//! space. These numbers are rarely of exactly unit length. By definition the map is the formula at [`Quaternion`] and
//! [`Rotation2`], evaluated exactly. Queries use the nearest true rotation instead. The difference is at most 2·|‖q‖² −
//! 1|·|p|, and the bounds of the answer include it ([`Rotation::defect`]). `Precision::Exact` evaluates the formula
//! itself.
//!
//! **Numbers that are not unit** widen the bracket, since it must hold the formula and the nearest rotation. With a
//! quaternion of length 1.001 the defect is 2·(1.001² − 1) = 0.4 %. A point at |p| may err by that share of √3·|p|, to
//! either side. So the bracket of a pair is wider by up to 1.4 % of the placed shape's extent, in its own frame. The
//! checked constructors ([`Pose::new`], [`Quaternion::new`]) and [`Quaternion::normalized`] divide by the length; the
//! bracket is then as narrow as rounding allows.
//!
//! Fields are public, so a pose may hold any numbers. If a number is not finite, or if the sum of squares differs from
//! 1 by more than 1/16 (in space 1/32), the numbers are not a rotation. Answers then have no finite bounds
//! ([`crate::Proximity`]).

use crate::numbers::angle::sine_cosine_of;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, Ring, sqrt};
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
use core::fmt;
use core::ops::Mul;

/// A rotation of the plane: `(x, y) ↦ (c·x − s·y, s·x + c·y)`.
///
/// The fields may hold numbers that are not quite of unit length, up to |c² + s² − 1| ≤ 1/16: [`Pose`] says what that
/// does to answers. [`Rotation2::new`] divides by the length.
///
/// ```
/// use clearance::{Pose, Rotation2, vec2};
///
/// // A quarter turn counter-clockwise. The length 2 is divided out.
/// let turn = Rotation2::new(0.0, 2.0).unwrap();
/// let pose = Pose::new(turn, vec2(10.0, 0.0)).unwrap();
/// assert_eq!(pose.apply(vec2(1.0, 0.0)), vec2(10.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation2<T> {
    /// The cosine of the angle.
    pub c: T,
    /// The sine of the angle.
    pub s: T,
}

/// A rotation of space: `p ↦ p + 2·(w·(u × p) + u × (u × p))` with u = (x, y, z).
///
/// The fields may hold numbers that are not quite of unit length, up to |x² + y² + z² + w² − 1| ≤ 1/32: [`Pose`] says
/// what that does to answers. [`Quaternion::new`] and [`Quaternion::normalized`] divide by the length.
///
/// ```
/// use clearance::{Pose, Quaternion, vec3};
///
/// // A half turn about the z axis.
/// let turn = Quaternion::new(0.0, 0.0, 1.0, 0.0).unwrap();
/// let pose = Pose::new(turn, vec3(0.0, 0.0, 5.0)).unwrap();
/// assert_eq!(pose.apply(vec3(1.0, 2.0, 3.0)), vec3(-1.0, -2.0, 8.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion<T> {
    /// The first coordinate of the vector part.
    pub x: T,
    /// The second coordinate of the vector part.
    pub y: T,
    /// The third coordinate of the vector part.
    pub z: T,
    /// The scalar part: the cosine of half the angle.
    pub w: T,
}

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

/// The methods that queries use of a rotation. Implemented by [`Rotation2`] and [`Quaternion`] only.
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
const MOST_DEFECT: f64 = 1.0 / 16.0;

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
fn transposed<T: Copy, const N: usize>(rows: [[T; N]; N]) -> [[T; N]; N] {
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

impl<T: Real> Rotation2<T> {
    /// The rotation with this cosine and sine. They are divided by their length, unless that is 1 up to rounding.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotUnit`] if the length is not between 1/2 and
    /// 2.
    pub fn new(c: T, s: T) -> Result<Self, PoseError> {
        let factor = unit_factor::<T, 2>([c, s].each(T::widen))?;
        Ok(if factor == 1.0 {
            Self { c, s }
        } else {
            Self { c: T::narrow(c.widen() * factor), s: T::narrow(s.widen() * factor) }
        })
    }

    /// The counter-clockwise rotation by `angle`, in radians. Each number is within 2 units of rounding (2⁻⁵²) of the
    /// sine or cosine, and has the same bits on every platform.
    ///
    /// If the angle is not finite or at least 2⁵⁰, the numbers are NaN, and answers have no finite bounds ([`crate::Proximity`]).
    ///
    /// ```
    /// use clearance::Rotation2;
    ///
    /// let turn = Rotation2::<f32>::from_angle(std::f64::consts::FRAC_PI_6);
    /// assert_eq!(turn.s, 0.5);
    /// ```
    pub fn from_angle(angle: f64) -> Self {
        let (sine, cosine) = sine_cosine_of(angle);
        Self { c: T::narrow(cosine), s: T::narrow(sine) }
    }

    /// The rotation by the angle of the vector (c, s), whatever its length. `None` if both numbers are zero or one is
    /// not finite.
    ///
    /// ```
    /// use clearance::Rotation2;
    ///
    /// assert_eq!(Rotation2 { c: 30.0f64, s: 40.0 }.normalized(), Some(Rotation2 { c: 0.6, s: 0.8 }));
    /// ```
    #[doc(alias = "normalize")]
    pub fn normalized(self) -> Option<Self> {
        let [c, s] = unit_numbers([self.c.widen(), self.s.widen()])?;
        Some(Self { c: T::narrow(c), s: T::narrow(s) })
    }

    /// The inverse rotation: the same angle clockwise. It is exact.
    #[doc(alias = "conjugate")]
    pub fn inverse(&self) -> Self {
        Self { c: self.c, s: T::narrow(0.0 - self.s.widen()) }
    }

    /// The nearest rotation of a matrix, given by its rows.
    fn of_matrix(rows: &[Vec2<f64>; 2]) -> Result<Self, PoseError> {
        if !is_orthonormal::<Vec2<f64>>(rows) {
            return Err(PoseError::NotRigid);
        }
        if rows[0].wedge(&rows[1]) < 0.0 {
            return Err(PoseError::Mirrored);
        }
        let [c, s] = [rows[0].x + rows[1].y, rows[1].x - rows[0].y].each(T::narrow);
        Self { c, s }.normalized().ok_or(PoseError::NotRigid)
    }
}

impl<T: Real> Rotation<Vec2<T>> for Rotation2<T>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    const IDENTITY: Self = Self { c: T::ONE, s: T::ZERO };

    fn matrix(&self) -> [Vec2<f64>; 2] {
        let (c, s) = (self.c.widen(), self.s.widen());
        if s == 0.0 && c == 1.0 {
            return Vec2::identity();
        }
        let factor = 1.0 / sqrt(c * c + s * s);
        let (c, s) = (c * factor, s * factor);
        [vec2(c, -s), vec2(s, c)]
    }
    fn defect(&self) -> f64 {
        let (c, s) = (self.c.widen(), self.s.widen());
        (c * c + s * s - 1.0).abs()
    }
    fn widen(&self) -> Rotation2<f64> {
        Rotation2 { c: self.c.widen(), s: self.s.widen() }
    }
    fn double_map(&self, p: &Vec2<Double>) -> Vec2<Double> {
        turned_in_plane([self.c.widen(), self.s.widen()].each(Double::from), p)
    }
    fn double_columns(&self) -> [Vec2<Double>; 3] {
        let [c, s] = [self.c.widen(), self.s.widen()].each(Double::from);
        [vec2(c, s), vec2(s.negated(), c), vec2(Double::ZERO, Double::ZERO)]
    }
    fn exact_map(&self, p: &Vec2<Dyadic>) -> Vec2<Dyadic> {
        turned_in_plane([self.c.widen(), self.s.widen()].each(Dyadic::from), p)
    }
    fn after(&self, first: &Self) -> Self {
        if let Some(only) = not_identity(self, first, Self::IDENTITY) {
            return only;
        }
        let [c, s, ..] = self.components();
        let [d, t, ..] = first.components();
        let (cosine, sine) = (c * d - s * t, s * d + c * t);
        let factor = 1.0 / sqrt(cosine * cosine + sine * sine);
        Self { c: T::narrow(cosine * factor), s: T::narrow(sine * factor) }
    }
    fn inverse(&self) -> Self {
        Self::inverse(self)
    }
    fn components(&self) -> [f64; 4] {
        [self.c.widen(), self.s.widen(), 0.0, 0.0]
    }
    fn from_numbers([c, s, ..]: [f64; 4]) -> Self {
        Self { c: T::narrow(c), s: T::narrow(s) }
    }
    fn checked(self) -> Result<Self, PoseError> {
        Self::new(self.c, self.s)
    }
}

impl<T: Real> Quaternion<T> {
    /// The rotation with these four numbers. They are divided by their length, unless that is 1 up to rounding.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotUnit`] if the length is not between 1/2 and
    /// 2.
    pub fn new(x: T, y: T, z: T, w: T) -> Result<Self, PoseError> {
        let wide = [x, y, z, w].each(T::widen);
        let factor = unit_factor::<T, 4>(wide)?;
        if factor == 1.0 {
            return Ok(Self { x, y, z, w });
        }
        let [x, y, z, w] = wide.each(|c| T::narrow(c * factor));
        Ok(Self { x, y, z, w })
    }

    /// The rotation by `angle`, in radians, about `axis`. It is counter-clockwise as seen from the tip of the axis.
    ///
    /// The axis may have any length; a zero vector counts as the first axis. The numbers have the same bits on every
    /// platform. If the axis is not finite, or the angle not finite or at least 2⁵⁰, the numbers are NaN, and answers
    /// have no finite bounds ([`crate::Proximity`]).
    ///
    /// ```
    /// use clearance::{Pose, Quaternion, vec3};
    ///
    /// let turn = Quaternion::from_axis_angle(vec3(0.0f64, 0.0, 3.0), std::f64::consts::FRAC_PI_2);
    /// let image = Pose::new(turn, vec3(0.0f64, 0.0, 0.0)).unwrap().apply(vec3(2.0, 0.0, 0.0));
    /// assert!((image.y - 2.0).abs() < 1e-15);
    /// ```
    pub fn from_axis_angle(axis: Vec3<T>, angle: f64) -> Self
    where
        Vec3<T>: Vector<Wide = Vec3<f64>>,
    {
        if !axis.is_finite() {
            let [x, y, z, w] = [T::narrow(f64::NAN); 4];
            return Self { x, y, z, w };
        }
        let (sine, cosine) = sine_cosine_of(angle / 2.0);
        let u = axis.widen().unit() * sine;
        Self { x: T::narrow(u.x), y: T::narrow(u.y), z: T::narrow(u.z), w: T::narrow(cosine) }
    }

    /// The quaternion divided by its length, whatever that is. `None` if all numbers are zero or one is not finite.
    ///
    /// [`Quaternion::new`] refuses a length that is far from 1, since such numbers are probably a mistake.
    ///
    /// ```
    /// use clearance::Quaternion;
    ///
    /// let long = Quaternion { x: 0.0f64, y: 30.0, z: 0.0, w: 40.0 };
    /// assert_eq!(long.normalized(), Some(Quaternion { x: 0.0, y: 0.6, z: 0.0, w: 0.8 }));
    /// ```
    #[doc(alias = "normalize")]
    pub fn normalized(self) -> Option<Self> {
        let [x, y, z, w] = unit_numbers([self.x, self.y, self.z, self.w].each(T::widen))?.each(T::narrow);
        Some(Self { x, y, z, w })
    }

    /// The inverse rotation: the same angle about the same axis, the other way. It is the conjugate (−x, −y, −z, w),
    /// and it is exact.
    #[doc(alias = "conjugate")]
    pub fn inverse(&self) -> Self {
        let [x, y, z] = [self.x, self.y, self.z].each(|number| T::narrow(0.0 - number.widen()));
        Self { x, y, z, w: self.w }
    }

    /// The quaternion of a matrix, given by its rows: Shepperd 1978. The largest of the four numbers is computed first,
    /// from a sum that does not cancel.
    fn of_matrix(rows: &[Vec3<f64>; 3]) -> Result<Self, PoseError> {
        if !is_orthonormal::<Vec3<f64>>(rows) {
            return Err(PoseError::NotRigid);
        }
        if Space::dot(&rows[0].wedge(&rows[1]), &rows[2]) < 0.0 {
            return Err(PoseError::Mirrored);
        }
        let [a, b, c] = [rows[0].x, rows[1].y, rows[2].z];
        let turn = [rows[2].y - rows[1].z, rows[0].z - rows[2].x, rows[1].x - rows[0].y];
        let mix = [rows[1].z + rows[2].y, rows[2].x + rows[0].z, rows[0].y + rows[1].x];
        // Four times the square of each number; each list is the quaternion times four times that number.
        let squares = [1.0 + a - b - c, 1.0 - a + b - c, 1.0 - a - b + c, 1.0 + a + b + c];
        let largest = (1..4).fold(0, |largest, i| if squares[i] > squares[largest] { i } else { largest });
        let numbers = match largest {
            0 => [squares[0], mix[2], mix[1], turn[0]],
            1 => [mix[2], squares[1], mix[0], turn[1]],
            2 => [mix[1], mix[0], squares[2], turn[2]],
            _ => [turn[0], turn[1], turn[2], squares[3]],
        };
        let [x, y, z, w] = unit_numbers(numbers).ok_or(PoseError::NotRigid)?.each(T::narrow);
        Ok(Self { x, y, z, w })
    }
}

impl<T: Real> Rotation<Vec3<T>> for Quaternion<T>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    const IDENTITY: Self = Self { x: T::ZERO, y: T::ZERO, z: T::ZERO, w: T::ONE };

    fn matrix(&self) -> [Vec3<f64>; 3] {
        let [x, y, z, w] = self.components();
        // With s = 2/‖q‖² the matrix is the rotation of q/‖q‖, without a square root.
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        let (xs, ys, zs) = (x * s, y * s, z * s);
        [
            vec3(1.0 - (y * ys + z * zs), x * ys - w * zs, x * zs + w * ys),
            vec3(x * ys + w * zs, 1.0 - (x * xs + z * zs), y * zs - w * xs),
            vec3(x * zs - w * ys, y * zs + w * xs, 1.0 - (x * xs + y * ys)),
        ]
    }
    fn defect(&self) -> f64 {
        // M = (1 + δ)R − δ with δ = ‖q‖² − 1, so M − R = δ(R − 1).
        let [x, y, z, w] = self.components();
        2.0 * (x * x + y * y + z * z + w * w - 1.0).abs()
    }
    fn widen(&self) -> Quaternion<f64> {
        let [x, y, z, w] = self.components();
        Quaternion { x, y, z, w }
    }
    fn double_map(&self, p: &Vec3<Double>) -> Vec3<Double> {
        turned_in_space(self.components().each(Double::from), p)
    }
    fn double_columns(&self) -> [Vec3<Double>; 3] {
        // 1 + 2w·[u] + 2·[u]², where [u] is the matrix of u ×.
        let [x, y, z, w] = self.components();
        let twice = |a: f64, b: f64| Double::product(2.0 * a, b);
        let on_diagonal = |a: f64, b: f64| Double::from(1.0).minus(twice(a, a).plus(twice(b, b)));
        let [xy, xz, yz] = [twice(x, y), twice(x, z), twice(y, z)];
        let [wx, wy, wz] = [twice(w, x), twice(w, y), twice(w, z)];
        [
            vec3(on_diagonal(y, z), xy.plus(wz), xz.minus(wy)),
            vec3(xy.minus(wz), on_diagonal(x, z), yz.plus(wx)),
            vec3(xz.plus(wy), yz.minus(wx), on_diagonal(x, y)),
        ]
    }
    fn exact_map(&self, p: &Vec3<Dyadic>) -> Vec3<Dyadic> {
        turned_in_space(self.components().each(Dyadic::from), p)
    }
    fn after(&self, first: &Self) -> Self {
        if let Some(only) = not_identity(self, first, Self::IDENTITY) {
            return only;
        }
        let [x, y, z, w] = self.components();
        let [a, b, c, d] = first.components();
        let product = [
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ];
        let factor = 1.0 / sqrt(product.iter().map(|p| p * p).sum());
        let [x, y, z, w] = product.each(|p| T::narrow(p * factor));
        Self { x, y, z, w }
    }
    fn inverse(&self) -> Self {
        Self::inverse(self)
    }
    fn components(&self) -> [f64; 4] {
        [self.x.widen(), self.y.widen(), self.z.widen(), self.w.widen()]
    }
    fn from_numbers(numbers: [f64; 4]) -> Self {
        let [x, y, z, w] = numbers.each(T::narrow);
        Self { x, y, z, w }
    }
    fn checked(self) -> Result<Self, PoseError> {
        Self::new(self.x, self.y, self.z, self.w)
    }
}

/// The formula of [`Rotation2`] over any ring.
fn turned_in_plane<R: Ring>([c, s]: [R; 2], p: &Vec2<R>) -> Vec2<R> {
    vec2(c.times(&p.x).minus(&s.times(&p.y)), s.times(&p.x).plus(&c.times(&p.y)))
}

/// The formula of [`Quaternion`] over any ring.
fn turned_in_space<R: Ring>([x, y, z, w]: [R; 4], p: &Vec3<R>) -> Vec3<R> {
    let u = vec3(x, y, z);
    let turn = u.wedge(p);
    let bend = u.wedge(&turn);
    let half = turn.scaled(&w).plus(&bend);
    p.plus(&half.plus(&half))
}

/// A rigid motion from a shape's own frame to the world's frame: `p ↦ rotation · p + translation`.
///
/// [`Pose::new`] checks the numbers. The public fields, [`Pose::translation`] and the conversions from other crates do
/// not. If a number is not finite, or the numbers of the rotation are not a rotation, answers about the shape have no
/// finite bounds ([`crate::Proximity`]).
///
/// ```
/// use clearance::{Pose, Rotation2, vec2};
///
/// let quarter = Rotation2::new(0.0, 1.0).unwrap();
/// let pose = Pose::new(quarter, vec2(5.0, 0.0)).unwrap();
/// assert_eq!(pose * vec2(1.0, 0.0), vec2(5.0, 1.0));
/// // The composition of two poses: `pose` twice.
/// assert_eq!(pose * pose * vec2(1.0, 0.0), vec2(4.0, 5.0));
/// assert_eq!(pose.inverse() * vec2(5.0, 1.0), vec2(1.0, 0.0));
/// ```
///
/// **Rotations that are not of unit length.** The public fields can hold them, up to a sum of squares that differs from
/// 1 by 1/32 in space and by 1/16 in the plane. Beyond that, answers have no finite bounds. By definition the shape
/// stands where the formula of the rotation puts it. The formula then stretches it, in space by up to twice that
/// difference: 4 % for |q| = 1.01.
///
/// * By default the distance is that of the nearest true rotation. The bracket holds it and that of the formula. It is
///   wider by the share that the length may change a point: for |q| = 1.001 by about 1.4 % of the extent of the placed
///   shape, for |q| = 1.01 by about 14 %.
/// * Where exact numbers answer ([`Precision::Exact`](crate::Precision::Exact), and polytopes that touch to rounding),
///   the distance is that of the formula, and the narrow bracket holds it alone. Radii are not stretched.
///
/// [`Pose::new`] divides by the length first, and then both are the same. [`crate::guide::precision`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "isometry")]
#[doc(alias = "transform")]
#[doc(alias = "rigid motion")]
pub struct Pose<V: Vector> {
    /// The rotation. It is applied first.
    pub rotation: V::Rotation,
    /// The translation, in the unit of the shapes. It is applied second.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }
}

impl<V: Vector> Pose<V> {
    const IDENTITY_AT_ORIGIN: Self = Self { rotation: <V::Rotation as Rotation<V>>::IDENTITY, translation: V::ORIGIN };

    /// The pose that moves nothing.
    pub fn identity() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }

    /// The pose with a translation of NaN. It stands for a pose with invalid numbers.
    pub(crate) fn nowhere() -> Self {
        let nan = V::Wide::axis(0) * f64::NAN;
        let nan = (1..V::Wide::DIM).fold(nan, |nan, axis| nan.with_coordinate(axis, f64::NAN));
        Self { translation: V::narrow(nan), ..Self::IDENTITY_AT_ORIGIN }
    }

    /// The pose itself if its rotation is valid, otherwise [`Pose::nowhere`].
    #[inline]
    pub(crate) fn or_nowhere(self) -> Self {
        if self.has_rotation() { self } else { Self::nowhere() }
    }

    /// Whether the numbers of the rotation are a rotation.
    #[inline]
    pub(crate) fn has_rotation(&self) -> bool {
        self.rotation.defect() <= MOST_DEFECT
    }

    /// The pose with this translation and without rotation. The numbers are not checked, see [`Pose`].
    pub fn translation(translation: impl Into<V>) -> Self {
        Self { translation: translation.into(), ..Self::IDENTITY_AT_ORIGIN }
    }

    /// The same pose in `f64`.
    #[inline(always)]
    pub(crate) fn widen(&self) -> Pose<V::Wide> {
        Pose { rotation: self.rotation.widen(), translation: self.translation.widen() }
    }

    /// The pose with each number rounded to the scalar.
    #[inline(always)]
    pub(crate) fn narrow(wide: &Pose<V::Wide>) -> Self {
        Self {
            rotation: V::Rotation::from_numbers(wide.rotation.components()),
            translation: V::narrow(wide.translation),
        }
    }

    /// The pose with the same rotation at another place. The numbers are not checked, see [`Pose`].
    ///
    /// ```
    /// use clearance::{Pose, Rotation2, vec2};
    ///
    /// let pose = Pose::new(Rotation2::new(0.6, 0.8).unwrap(), vec2(3.0f64, 4.0)).unwrap();
    /// let moved = pose.with_translation([5.0, 6.0]);
    /// assert_eq!((moved.rotation, moved.translation), (pose.rotation, vec2(5.0, 6.0)));
    /// ```
    #[must_use]
    pub fn with_translation(self, translation: impl Into<V>) -> Self {
        Self { translation: translation.into(), ..self }
    }

    /// The pose with this rotation and translation, with a check of the numbers.
    ///
    /// The rotation is divided by its length, unless that is 1 up to rounding. The quotients are rounded once. The
    /// bounds of an answer hold for the rounded rotation.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotUnit`] if the length of the rotation is not
    /// between 1/2 and 2.
    pub fn new(rotation: V::Rotation, translation: V) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        Ok(Self { rotation: rotation.checked()?, translation })
    }

    /// The composition: first `first`, then this pose. It is rounded, and the rotation is divided by its length. The
    /// identity leaves the other pose as it is, and a translation leaves its rotation.
    #[doc(alias = "compose")]
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        let identity = Self::identity();
        if *self == identity {
            return *first;
        }
        if *first == identity {
            return *self;
        }
        Self {
            rotation: self.rotation.after(&first.rotation),
            translation: V::narrow(self.apply_wide(first.translation.widen())),
        }
    }

    /// The image of a point: from the shape's own frame to the world's frame. It is computed in `f64` and rounded once
    /// to the scalar of the pose.
    ///
    /// ```
    /// use clearance::{Pose, Quaternion, vec3};
    ///
    /// let half_turn = Quaternion::new(0.0f32, 0.0, 1.0, 0.0).unwrap();
    /// let pose = Pose::new(half_turn, vec3(0.0f32, 0.0, 5.0)).unwrap();
    /// assert_eq!(pose.apply(vec3(1.0, 2.0, 3.0)), vec3(-1.0, -2.0, 8.0));
    /// assert_eq!(pose.apply_vector(vec3(1.0, 2.0, 3.0)), vec3(-1.0, -2.0, 3.0));
    /// ```
    #[doc(alias = "transform_point")]
    pub fn apply(&self, point: V) -> V {
        V::narrow(self.apply_wide(point.widen()))
    }

    /// The image of a vector: a direction or a difference of points, which is rotated and not translated. Computed as
    /// in [`Pose::apply`].
    #[doc(alias = "transform_vector")]
    pub fn apply_vector(&self, vector: V) -> V {
        V::narrow(vector.widen().mapped(&self.rotation.matrix()))
    }

    /// The inverse motion: from the world's frame to the shape's own frame. The translation is rounded.
    ///
    /// ```
    /// use clearance::{Pose, Rotation2, vec2};
    ///
    /// let pose = Pose::new(Rotation2::new(0.6f64, 0.8).unwrap(), vec2(3.0, 4.0)).unwrap();
    /// let back = pose.inverse().apply(pose.apply(vec2(1.0, 2.0)));
    /// assert!((back - vec2(1.0, 2.0)).length() < 1e-15);
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        let back = self.translation.widen().mapped_back(&self.rotation.matrix());
        Self { rotation: self.rotation.inverse(), translation: V::narrow(V::ORIGIN.widen() - back) }
    }

    /// The image of a point of the shape's own frame, with the roundings of `f64`.
    #[doc(hidden)]
    #[inline]
    pub fn apply_wide(&self, point: V::Wide) -> V::Wide {
        point.mapped(&self.rotation.matrix()) + self.translation.widen()
    }

    /// The image of a point by the formula of the rotation, without rounding.
    #[doc(hidden)]
    pub fn apply_exact(&self, point: &<V::Wide as WideVector>::Exact) -> <V::Wide as WideVector>::Exact {
        let turned = if self.rotation == <V::Rotation as Rotation<V>>::IDENTITY {
            point.clone()
        } else {
            self.rotation.exact_map(point)
        };
        turned.plus(&self.translation.widen().exact())
    }

    /// Whether this pose comes before another one: an order by translation, then by rotation. `None` if they are equal.
    #[inline]
    pub(crate) fn precedes(&self, other: &Self) -> Option<bool> {
        let (t, s) = (self.translation.widen(), other.translation.widen());
        for axis in 0..V::Wide::DIM {
            if t.coordinate(axis) != s.coordinate(axis) {
                return Some(t.coordinate(axis) < s.coordinate(axis));
            }
        }
        let (r, q) = (self.rotation.components(), other.rotation.components());
        for i in 0..4 {
            if r[i] != q[i] {
                return Some(r[i] < q[i]);
            }
        }
        None
    }
}

impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    /// First `first`, then this pose: [`Pose::after`].
    fn mul(self, first: Self) -> Self {
        self.after(&first)
    }
}

impl<V: Vector> Mul<V> for Pose<V> {
    type Output = V;
    /// The image of a point: [`Pose::apply`].
    fn mul(self, point: V) -> V {
        self.apply(point)
    }
}

/// A square matrix of floats that acts on columns: `[[T; 3]; 3]` in the plane, `[[T; 4]; 4]` in space. Its size and its
/// scalar tell the vector type of the pose.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix of a pose",
    note = "the matrix is `[[T; 3]; 3]` in the plane and `[[T; 4]; 4]` in space, with `f32` or `f64`"
)]
pub trait PoseMatrix: Sized {
    /// The vectors that the pose moves.
    type Vector: Vector;
    /// The pose of the matrix with these rows.
    fn pose_of_rows(self) -> Result<Pose<Self::Vector>, PoseError>;
    /// The matrix with rows for columns.
    #[must_use]
    fn transposed(self) -> Self;
}

impl<V: Vector> Pose<V> {
    /// The pose of a matrix that acts on columns, given by its rows: `[[T; 3]; 3]` in the plane, `[[T; 4]; 4]` in space,
    /// with `f32` or `f64`. The translation is the last column.
    ///
    /// The rotation is that of the matrix, rounded.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotRigid`] if the last row is not
    /// 0, …, 0, 1, or if MᵀM differs from 1 by more than 1/256 in some entry, where M is the matrix without the
    /// translation. [`PoseError::Mirrored`] if M is a reflection.
    ///
    /// ```
    /// use clearance::{Pose, PoseError, vec2, vec3};
    ///
    /// let pose = Pose::from_row_major([[0.0, -1.0, 5.0], [1.0, 0.0, 6.0], [0.0, 0.0, 1.0]]).unwrap();
    /// assert_eq!(pose * vec2(1.0, 0.0), vec2(5.0, 7.0));
    ///
    /// let mut rows = [[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0], [0.0, 0.0, 0.0, 1.0]];
    /// let pose = Pose::from_row_major(rows).unwrap();
    /// assert!((pose * vec3(1.0, 0.0, 0.0) - vec3(5.0, 7.0, 7.0)).length() < 1e-14);
    /// rows[2][2] = 2.0; // It stretches along z.
    /// assert_eq!(Pose::from_row_major(rows), Err(PoseError::NotRigid));
    /// ```
    #[doc(alias = "from_matrix")]
    pub fn from_row_major(rows: impl PoseMatrix<Vector = V>) -> Result<Self, PoseError> {
        rows.pose_of_rows()
    }

    /// The same for a matrix that is given by its columns, as in OpenGL and glam.
    ///
    /// # Errors
    /// As [`Pose::from_row_major`].
    #[doc(alias = "from_matrix")]
    pub fn from_column_major(columns: impl PoseMatrix<Vector = V>) -> Result<Self, PoseError> {
        columns.transposed().pose_of_rows()
    }
}

/// Rotation times rotation and rotation times vector, and poses as square matrices.
macro_rules! products_and_matrices {
    ($vector:ident, $rotation:ident, $size:literal, [$($axis:ident $row:literal),+]) => {
        impl<T: Real> Mul for $rotation<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>>,
        {
            type Output = Self;
            /// First `first`, then this rotation. The result is divided by its length, unless one is the identity.
            fn mul(self, first: Self) -> Self {
                self.after(&first)
            }
        }

        impl<T: Real> Mul<$vector<T>> for $rotation<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>>,
        {
            type Output = $vector<T>;
            /// The rotated vector, computed in `f64` and rounded once.
            fn mul(self, vector: $vector<T>) -> $vector<T> {
                Vector::narrow(vector.widen().mapped(&self.matrix()))
            }
        }

        impl<T: Real> PoseMatrix for [[T; $size]; $size]
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            type Vector = $vector<T>;
            fn pose_of_rows(self) -> Result<Pose<$vector<T>>, PoseError> {
                const LAST: usize = $size - 1;
                if !self.iter().flatten().all(|number| number.is_finite()) {
                    return Err(PoseError::NotFinite);
                }
                let last = |column: usize| if column == LAST { T::ONE } else { T::ZERO };
                if !(0..$size).all(|column| self[LAST][column] == last(column)) {
                    return Err(PoseError::NotRigid);
                }
                let matrix = [$($row),+].each(|row: usize| $vector { $($axis: self[row][$row].widen()),+ });
                let translation = $vector { $($axis: self[$row][LAST]),+ };
                Ok(Pose { rotation: $rotation::of_matrix(&matrix)?, translation })
            }
            fn transposed(self) -> Self {
                transposed(self)
            }
        }

        impl<T: Real> Pose<$vector<T>>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            /// The rows of the matrix that acts on columns as this pose does. The entries are rounded.
            #[doc(alias = "to_matrix")]
            pub fn to_row_major(&self) -> [[T; $size]; $size] {
                const LAST: usize = $size - 1;
                let mut rows = [[T::ZERO; $size]; $size];
                let matrix = self.rotation.matrix();
                for (row, entries) in rows.iter_mut().zip(matrix) {
                    $(row[$row] = T::narrow(entries.$axis);)+
                }
                $(rows[$row][LAST] = self.translation.$axis;)+
                rows[LAST][LAST] = T::ONE;
                rows
            }

            /// The columns of the matrix that acts on columns as this pose does, as in OpenGL and glam.
            #[doc(alias = "to_matrix")]
            pub fn to_column_major(&self) -> [[T; $size]; $size] {
                transposed(self.to_row_major())
            }
        }
    };
}
products_and_matrices!(Vec2, Rotation2, 3, [x 0, y 1]);
products_and_matrices!(Vec3, Quaternion, 4, [x 0, y 1, z 2]);
