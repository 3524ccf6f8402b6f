//! Vectors of floats: what queries compute with.

use super::{Vec2, Vec3, Vector, WideVector, vec2, vec3};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, larger};
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;

/// Implements [`Vector`] for one of the two scalars.
macro_rules! float_vectors {
    ($scalar:ty) => {
        impl Vector for Vec2<$scalar> {
            type Scalar = $scalar;
            type Wide = Vec2<f64>;
            type Rotation = Rotation2<$scalar>;
            type Turn = $scalar;
            const ORIGIN: Self = vec2(0.0, 0.0);
            #[inline(always)]
            fn widen(self) -> Vec2<f64> {
                vec2(self.x.widen(), self.y.widen())
            }
            #[inline(always)]
            fn narrow(wide: Vec2<f64>) -> Self {
                vec2(<$scalar>::narrow(wide.x), <$scalar>::narrow(wide.y))
            }
            fn turn_vector(turn: $scalar) -> [f64; 3] {
                [0.0, 0.0, turn.widen()]
            }
            fn turn_of([_, _, angle]: [f64; 3]) -> $scalar {
                <$scalar>::narrow(angle)
            }
            fn from_slice(coordinates: &[$scalar]) -> Option<Self> {
                <[$scalar; 2]>::try_from(coordinates).ok().map(Self::from)
            }
        }
        impl Vector for Vec3<$scalar> {
            type Scalar = $scalar;
            type Wide = Vec3<f64>;
            type Rotation = Quaternion<$scalar>;
            type Turn = Self;
            const ORIGIN: Self = vec3(0.0, 0.0, 0.0);
            #[inline(always)]
            fn widen(self) -> Vec3<f64> {
                vec3(self.x.widen(), self.y.widen(), self.z.widen())
            }
            #[inline(always)]
            fn narrow(wide: Vec3<f64>) -> Self {
                vec3(<$scalar>::narrow(wide.x), <$scalar>::narrow(wide.y), <$scalar>::narrow(wide.z))
            }
            fn turn_vector(turn: Self) -> [f64; 3] {
                turn.widen().into()
            }
            fn turn_of(vector: [f64; 3]) -> Self {
                Self::narrow(vector.into())
            }
            fn from_slice(coordinates: &[$scalar]) -> Option<Self> {
                <[$scalar; 3]>::try_from(coordinates).ok().map(Self::from)
            }
        }
    };
}
float_vectors!(f32);
float_vectors!(f64);

impl WideVector for Vec2<f64> {
    type Exact = Vec2<Dyadic>;
    type Double = Vec2<Double>;
    type Matrix = [Self; 2];
    type Narrow = Vec2<f32>;
    const IDENTITY: [Self; 2] = [vec2(1.0, 0.0), vec2(0.0, 1.0)];

    fn exact(self) -> Vec2<Dyadic> {
        vec2(Dyadic::from(self.x), Dyadic::from(self.y))
    }
    fn double(self) -> Vec2<Double> {
        vec2(Double::from(self.x), Double::from(self.y))
    }
    #[inline(always)]
    fn padded(self) -> [f64; 3] {
        [self.x, self.y, 0.0]
    }
    #[inline(always)]
    fn unpadded([x, y, _]: [f64; 3]) -> Self {
        vec2(x, y)
    }
    #[inline(always)]
    fn across(self) -> [Self; 2] {
        [vec2(-self.y, self.x), vec2(0.0, 0.0)]
    }
    #[inline(always)]
    fn rows(m: &[Self; 2]) -> [[f64; 3]; 3] {
        [m[0].padded(), m[1].padded(), [0.0; 3]]
    }
    #[inline(always)]
    fn column(m: &[Self; 2], i: usize) -> Self {
        vec2(m[0].at(i), m[1].at(i))
    }
    #[inline(always)]
    fn mapped(self, m: &[Self; 2]) -> Self {
        vec2(m[0].dot(self), m[1].dot(self))
    }
    #[inline(always)]
    fn mapped_back(self, m: &[Self; 2]) -> Self {
        m[0] * self.x + m[1] * self.y
    }
    #[inline(always)]
    fn transposed_product(left: &[Self; 2], right: &[Self; 2]) -> [Self; 2] {
        let row = |i: usize| Self::column(left, i).mapped_back(right);
        [row(0), row(1)]
    }
    #[inline(always)]
    fn max_abs(self) -> f64 {
        larger(self.x.abs(), self.y.abs())
    }
}

impl WideVector for Vec3<f64> {
    type Exact = Vec3<Dyadic>;
    type Double = Vec3<Double>;
    type Matrix = [Self; 3];
    type Narrow = Vec3<f32>;
    const IDENTITY: [Self; 3] = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];

    fn exact(self) -> Vec3<Dyadic> {
        vec3(Dyadic::from(self.x), Dyadic::from(self.y), Dyadic::from(self.z))
    }
    fn double(self) -> Vec3<Double> {
        vec3(Double::from(self.x), Double::from(self.y), Double::from(self.z))
    }
    #[inline(always)]
    fn padded(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
    #[inline(always)]
    fn unpadded([x, y, z]: [f64; 3]) -> Self {
        vec3(x, y, z)
    }
    /// Duff et al. 2017, "Building an orthonormal basis, revisited".
    #[inline(always)]
    fn across(self) -> [Self; 2] {
        let sign = 1f64.copysign(self.z);
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        [vec3(1.0 + sign * self.x * self.x * a, sign * b, -sign * self.x), vec3(b, sign + self.y * self.y * a, -self.y)]
    }
    #[inline(always)]
    fn rows(m: &[Self; 3]) -> [[f64; 3]; 3] {
        [m[0].padded(), m[1].padded(), m[2].padded()]
    }
    #[inline(always)]
    fn column(m: &[Self; 3], i: usize) -> Self {
        vec3(m[0].at(i), m[1].at(i), m[2].at(i))
    }
    #[inline(always)]
    fn mapped(self, m: &[Self; 3]) -> Self {
        vec3(m[0].dot(self), m[1].dot(self), m[2].dot(self))
    }
    #[inline(always)]
    fn mapped_back(self, m: &[Self; 3]) -> Self {
        m[0] * self.x + m[1] * self.y + m[2] * self.z
    }
    #[inline(always)]
    fn transposed_product(left: &[Self; 3], right: &[Self; 3]) -> [Self; 3] {
        let row = |i: usize| Self::column(left, i).mapped_back(right);
        [row(0), row(1), row(2)]
    }
    #[inline(always)]
    fn max_abs(self) -> f64 {
        larger(larger(self.x.abs(), self.y.abs()), self.z.abs())
    }
}
