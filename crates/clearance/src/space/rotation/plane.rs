//! Rotations of the plane.

use super::{PoseError, Rotation, is_orthonormal, not_identity, unit_factor, unit_numbers};
use crate::numbers::angle::sine_cosine_of;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, Ring, sqrt};
use crate::space::vector::{Space, Vec2, Vector, WideVector, vec2};

/// A rotation of the plane: `(x, y) ↦ (c·x − s·y, s·x + c·y)`.
///
/// The fields may hold numbers that are not quite of unit length, up to |c² + s² − 1| ≤ 1/16: [`Pose`](crate::Pose) says what that
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
    pub(in crate::space) fn of_matrix(rows: &[Vec2<f64>; 2]) -> Result<Self, PoseError> {
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

/// The formula of [`Rotation2`] over any ring.
fn turned_in_plane<R: Ring>([c, s]: [R; 2], p: &Vec2<R>) -> Vec2<R> {
    vec2(c.times(&p.x).minus(&s.times(&p.y)), s.times(&p.x).plus(&c.times(&p.y)))
}
