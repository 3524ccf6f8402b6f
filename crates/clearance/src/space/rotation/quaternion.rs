//! Rotations of space.

use super::{PoseError, Rotation, is_orthonormal, not_identity, unit_factor, unit_numbers};
use crate::numbers::angle::sine_cosine_of;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, Ring, sqrt};
use crate::space::vector::{Space, Vec3, Vector, vec3};

/// A rotation of space: `p ↦ p + 2·(w·(u × p) + u × (u × p))` with u = (x, y, z).
///
/// The fields may hold numbers that are not quite of unit length, up to |x² + y² + z² + w² − 1| ≤ 1/32: [`Pose`](crate::Pose) says
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
    pub(in crate::space) fn of_matrix(rows: &[Vec3<f64>; 3]) -> Result<Self, PoseError> {
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

/// The formula of [`Quaternion`] over any ring.
fn turned_in_space<R: Ring>([x, y, z, w]: [R; 4], p: &Vec3<R>) -> Vec3<R> {
    let u = vec3(x, y, z);
    let turn = u.wedge(p);
    let bend = u.wedge(&turn);
    let half = turn.scaled(&w).plus(&bend);
    p.plus(&half.plus(&half))
}
