//! Rotations and rigid placements.
//!
//! A rotation is stored as the user gave it: `[c, s]` in the plane, a quaternion `[x, y, z, w]` in space. Nobody's
//! numbers are exactly unit; what a rotation *means* is the formula written at [`Quaternion`] and [`Rotation2`],
//! evaluated exactly. Queries rotate by the nearest true rotation, which differs by at most 2·|‖q‖² − 1|·|p|, and the
//! bounds of the answer contain that difference ([`Rotation::defect`]). `Precision::Exact` evaluates the formula itself.

use crate::dyadic::Dyadic;
use crate::real::{Real, Ring, sqrt};
use crate::vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
use core::fmt;

/// The rotation of the plane `p ↦ (c·x − s·y, s·x + c·y)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation2<T> {
    /// Cosine of the angle.
    pub c: T,
    /// Sine of the angle.
    pub s: T,
}

/// The rotation of space `p ↦ p + 2·(w·(u × p) + u × (u × p))` with u = (x, y, z).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion<T> {
    /// First coordinate of the vector part.
    pub x: T,
    /// Second coordinate of the vector part.
    pub y: T,
    /// Third coordinate of the vector part.
    pub z: T,
    /// The scalar part, cosine of half the angle.
    pub w: T,
}

/// Why a pose was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseError {
    /// A number of the rotation or of the translation is infinite or NaN.
    NotFinite,
    /// The rotation's numbers are all zero, or so far from unit that no rotation was meant; the limit is a length
    /// between 1/2 and 2.
    NotUnit,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number of the pose is infinite or not a number",
            Self::NotUnit => "the rotation is not of unit length (allowed before normalising: 1/2 to 2)",
        })
    }
}
impl core::error::Error for PoseError {}

/// What a rotation must do for the queries.
pub trait Rotation<V: Vector>: Copy + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The rotation that moves nothing.
    const IDENTITY: Self;
    /// The nearest true rotation as a matrix.
    fn matrix(&self) -> <V::Wide as WideVector>::Matrix;
    /// A bound of |M·p − R·p| / |p| between the formula's map M and the nearest rotation R, rounding excluded.
    fn defect(&self) -> f64;
    /// The formula of the rotation, evaluated exactly.
    fn exact_map(&self, point: &<V::Wide as WideVector>::Exact) -> <V::Wide as WideVector>::Exact;
    /// This rotation after `first`, divided by its length.
    fn after(&self, first: &Self) -> Self;
    /// The numbers, for a total order of poses.
    fn components(&self) -> [f64; 4];
    /// The rotation as it is if unit to rounding, otherwise divided by its length.
    fn checked(self) -> Result<Self, PoseError>;
}

/// How far from unit, in units of the scalar's epsilon, a rotation may be and still be taken as it is: products of a
/// few unit quaternions stay within it. Larger: more error enters the bounds; smaller: more input is changed.
const UNIT_SLACK: f64 = 64.0;

/// The factor that makes `length_squared` 1, or 1 where it is so already within the slack.
fn unit_factor<T: Real>(length_squared: f64) -> Result<f64, PoseError> {
    if !length_squared.is_finite() {
        return Err(PoseError::NotFinite);
    }
    if (length_squared - 1.0).abs() <= UNIT_SLACK * T::EPSILON {
        return Ok(1.0);
    }
    if !(0.25..=4.0).contains(&length_squared) {
        return Err(PoseError::NotUnit);
    }
    Ok(1.0 / sqrt(length_squared))
}

impl<T: Real> Rotation2<T> {
    /// From cosine and sine; divided by their length unless that is 1 to rounding.
    pub fn new(c: T, s: T) -> Result<Self, PoseError> {
        let factor = unit_factor::<T>(c.widen() * c.widen() + s.widen() * s.widen())?;
        Ok(if factor == 1.0 {
            Self { c, s }
        } else {
            Self { c: T::narrow(c.widen() * factor), s: T::narrow(s.widen() * factor) }
        })
    }

    /// The counter-clockwise rotation by `angle` radians. The bits of sine and cosine are the platform's.
    #[cfg(feature = "std")]
    pub fn from_angle(angle: f64) -> Self {
        Self { c: T::narrow(angle.cos()), s: T::narrow(angle.sin()) }
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
    fn exact_map(&self, p: &Vec2<Dyadic>) -> Vec2<Dyadic> {
        let (c, s) = (Dyadic::from(self.c.widen()), Dyadic::from(self.s.widen()));
        vec2(c.times(&p.x).minus(&s.times(&p.y)), s.times(&p.x).plus(&c.times(&p.y)))
    }
    fn after(&self, first: &Self) -> Self {
        let [c, s, ..] = self.components();
        let [d, t, ..] = first.components();
        let (cosine, sine) = (c * d - s * t, s * d + c * t);
        let factor = 1.0 / sqrt(cosine * cosine + sine * sine);
        Self { c: T::narrow(cosine * factor), s: T::narrow(sine * factor) }
    }
    fn components(&self) -> [f64; 4] {
        [self.c.widen(), self.s.widen(), 0.0, 0.0]
    }
    fn checked(self) -> Result<Self, PoseError> {
        Self::new(self.c, self.s)
    }
}

impl<T: Real> Quaternion<T> {
    /// From its four numbers; divided by their length unless that is 1 to rounding.
    pub fn new(x: T, y: T, z: T, w: T) -> Result<Self, PoseError> {
        let wide = [x, y, z, w].map(T::widen);
        let factor = unit_factor::<T>(wide.iter().map(|c| c * c).sum())?;
        if factor == 1.0 {
            return Ok(Self { x, y, z, w });
        }
        let [x, y, z, w] = wide.map(|c| T::narrow(c * factor));
        Ok(Self { x, y, z, w })
    }

    /// The rotation by `angle` radians about `axis`, counter-clockwise seen from its tip; the first axis stands in for
    /// a zero vector. The bits of sine and cosine are the platform's.
    #[cfg(feature = "std")]
    pub fn from_axis_angle(axis: Vec3<T>, angle: f64) -> Self
    where
        Vec3<T>: Vector<Wide = Vec3<f64>>,
    {
        let u = axis.widen().unit() * (angle / 2.0).sin();
        Self { x: T::narrow(u.x), y: T::narrow(u.y), z: T::narrow(u.z), w: T::narrow((angle / 2.0).cos()) }
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
    fn exact_map(&self, p: &Vec3<Dyadic>) -> Vec3<Dyadic> {
        let [x, y, z, w] = self.components().map(Dyadic::from);
        let u = vec3(x, y, z);
        let turn = u.wedge(p);
        let bend = u.wedge(&turn);
        let half = turn.scaled(&w).plus(&bend);
        p.plus(&half.plus(&half))
    }
    fn after(&self, first: &Self) -> Self {
        let [x, y, z, w] = self.components();
        let [a, b, c, d] = first.components();
        let product = [
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ];
        let factor = 1.0 / sqrt(product.iter().map(|p| p * p).sum());
        let [x, y, z, w] = product.map(|p| T::narrow(p * factor));
        Self { x, y, z, w }
    }
    fn components(&self) -> [f64; 4] {
        [self.x.widen(), self.y.widen(), self.z.widen(), self.w.widen()]
    }
    fn checked(self) -> Result<Self, PoseError> {
        Self::new(self.x, self.y, self.z, self.w)
    }
}

/// A rigid placement: `p ↦ rotation · p + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    /// Applied first.
    pub rotation: V::Rotation,
    /// Applied second, in the unit of the shapes.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }
}

impl<V: Vector> Pose<V> {
    const IDENTITY_AT_ORIGIN: Self = Self { rotation: <V::Rotation as Rotation<V>>::IDENTITY, translation: V::ORIGIN };

    /// The placement that moves nothing.
    pub fn identity() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }

    /// A placement without rotation.
    pub fn translation(translation: impl Into<V>) -> Self {
        Self { translation: translation.into(), ..Self::IDENTITY_AT_ORIGIN }
    }

    /// A checked placement; the rotation is divided by its length unless that is 1 to rounding.
    pub fn new(rotation: V::Rotation, translation: V) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        Ok(Self { rotation: rotation.checked()?, translation })
    }

    /// This placement after `first`, rounded.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self {
            rotation: self.rotation.after(&first.rotation),
            translation: V::narrow(self.apply(first.translation.widen())),
        }
    }

    /// A point of the shape's frame in the world's frame, rounded in `f64`.
    pub fn apply(&self, point: V::Wide) -> V::Wide {
        point.mapped(&self.rotation.matrix()) + self.translation.widen()
    }

    /// A vertex of the shape's frame in the world's frame, by the rotation's own formula, without rounding.
    pub fn apply_exact(&self, point: &<V::Wide as WideVector>::Exact) -> <V::Wide as WideVector>::Exact {
        let turned = if self.rotation == <V::Rotation as Rotation<V>>::IDENTITY {
            point.clone()
        } else {
            self.rotation.exact_map(point)
        };
        turned.plus(&self.translation.widen().exact())
    }

    /// A total order of poses with finite numbers, by translation and then rotation.
    pub(crate) fn precedes(&self, other: &Self) -> Option<bool> {
        let (t, s) = (self.translation.widen(), other.translation.widen());
        for axis in 0..V::Wide::DIM {
            if t.coordinate(axis) != s.coordinate(axis) {
                return Some(t.coordinate(axis) < s.coordinate(axis));
            }
        }
        let (r, q) = (self.rotation.components(), other.rotation.components());
        (0..4).find(|&i| r[i] != q[i]).map(|i| r[i] < q[i])
    }
}
