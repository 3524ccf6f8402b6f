//! The operators of vectors, their products by name, and what they are converted from and to.

use super::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
use crate::numbers::real::Real;
use core::borrow::Borrow;
use core::fmt::{self, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

/// The operators, and the algebra of floats: products, length, direction.
macro_rules! float_operators {
    ($name:ident, $build:ident, $first:ident $(, $c:ident)+) => {
        impl<T: Add<Output = T>> Add for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self { $build(self.$first + other.$first $(, self.$c + other.$c)+) }
        }
        impl<T: Sub<Output = T>> Sub for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self { $build(self.$first - other.$first $(, self.$c - other.$c)+) }
        }
        impl<T: Mul<Output = T> + Copy> Mul<T> for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, factor: T) -> Self { $build(self.$first * factor $(, self.$c * factor)+) }
        }
        impl<T: Div<Output = T> + Copy> Div<T> for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn div(self, divisor: T) -> Self { $build(self.$first / divisor $(, self.$c / divisor)+) }
        }
        impl<T: Neg<Output = T>> Neg for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self { $build(-self.$first $(, -self.$c)+) }
        }
        impl<T: AddAssign> AddAssign for $name<T> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) { self.$first += other.$first; $(self.$c += other.$c;)+ }
        }
        impl<T: SubAssign> SubAssign for $name<T> {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) { self.$first -= other.$first; $(self.$c -= other.$c;)+ }
        }
        impl<T: MulAssign + Copy> MulAssign<T> for $name<T> {
            #[inline(always)]
            fn mul_assign(&mut self, factor: T) { self.$first *= factor; $(self.$c *= factor;)+ }
        }
        impl<T: DivAssign + Copy> DivAssign<T> for $name<T> {
            #[inline(always)]
            fn div_assign(&mut self, divisor: T) { self.$first /= divisor; $(self.$c /= divisor;)+ }
        }
        impl Mul<$name<f32>> for f32 {
            type Output = $name<f32>;
            #[inline(always)]
            fn mul(self, vector: $name<f32>) -> $name<f32> { vector * self }
        }
        impl Mul<$name<f64>> for f64 {
            type Output = $name<f64>;
            #[inline(always)]
            fn mul(self, vector: $name<f64>) -> $name<f64> { vector * self }
        }
        impl<T: Real + Add<Output = T>> core::iter::Sum for $name<T> {
            /// The sum from the first vector to the last. The sum of no vectors is zero.
            fn sum<I: Iterator<Item = Self>>(vectors: I) -> Self {
                vectors.fold(Self { $first: T::ZERO, $($c: T::ZERO),+ }, |sum, vector| sum + vector)
            }
        }
        impl<'v, T: Real + Add<Output = T>> core::iter::Sum<&'v Self> for $name<T> {
            /// The sum from the first vector to the last. The sum of no vectors is zero.
            fn sum<I: Iterator<Item = &'v Self>>(vectors: I) -> Self {
                vectors.copied().sum()
            }
        }
        impl<T: Display> Display for $name<T> {
            /// The coordinates in brackets. A precision and a width apply to each coordinate.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("(")?;
                Display::fmt(&self.$first, f)?;
                $(f.write_str(", ")?; Display::fmt(&self.$c, f)?;)+
                f.write_str(")")
            }
        }

        /// Products, length and direction. `f32` is computed in `f64` and rounded once.
        impl<T: Real> $name<T>
        where
            Self: Vector<Scalar = T, Wide = $name<f64>>,
        {
            /// The inner product. The other vector is given by value or by reference.
            #[inline(always)]
            #[doc(alias = "inner product")]
            pub fn dot(&self, other: impl Borrow<Self>) -> T {
                T::narrow(Space::dot(&self.widen(), &other.borrow().widen()))
            }

            /// The squared length. It is infinite if it leaves the range of the scalar.
            #[inline(always)]
            #[doc(alias = "norm_squared")]
            pub fn length_squared(&self) -> T {
                T::narrow(Space::length_squared(&self.widen()))
            }

            /// The length. Squares of coordinates may leave the range; the length is right all the same.
            #[inline(always)]
            #[doc(alias = "norm")]
            #[doc(alias = "magnitude")]
            pub fn length(self) -> T {
                T::narrow(WideVector::length(self.widen()))
            }

            /// The unit vector of the same direction. For the zero vector it is the first axis.
            #[inline(always)]
            pub fn unit(self) -> Self {
                Self::narrow(WideVector::unit(self.widen()))
            }

            /// The unit vector of the same direction. `None` if the vector is zero or a coordinate is not finite.
            #[inline]
            #[doc(alias = "normalize")]
            #[doc(alias = "try_normalize")]
            pub fn normalized(self) -> Option<Self> {
                (self.is_finite() && self != Self::ORIGIN).then(|| self.unit())
            }
        }
    };
}
float_operators!(Vec2, vec2, x, y);
float_operators!(Vec3, vec3, x, y, z);

impl<T: Real> Vec2<T>
where
    Self: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    /// The oriented area `x · other.y − y · other.x`. It is positive if `other` is to the left of this vector. The
    /// other vector is given by value or by reference.
    ///
    /// `f32` is computed in `f64` and rounded once.
    #[inline(always)]
    #[doc(alias = "determinant")]
    #[doc(alias = "perp_dot")]
    pub fn cross(&self, other: impl Borrow<Self>) -> T {
        T::narrow(Space::wedge(&self.widen(), &other.borrow().widen()))
    }
}

impl<T: Real> Vec3<T>
where
    Self: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    /// The cross product: orthogonal to both vectors, as long as the area of their parallelogram is large. The other
    /// vector is given by value or by reference.
    ///
    /// `f32` is computed in `f64` and rounded once.
    #[inline(always)]
    pub fn cross(&self, other: impl Borrow<Self>) -> Self {
        Self::narrow(Space::wedge(&self.widen(), &other.borrow().widen()))
    }
}

impl<T> Index<usize> for Vec2<T> {
    type Output = T;
    /// Coordinate 0 or 1.
    ///
    /// # Panics
    /// For any other index.
    #[inline(always)]
    fn index(&self, axis: usize) -> &T {
        [&self.x, &self.y][axis]
    }
}
impl<T> IndexMut<usize> for Vec2<T> {
    #[inline(always)]
    fn index_mut(&mut self, axis: usize) -> &mut T {
        match axis {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("a vector of the plane has no coordinate {axis}"),
        }
    }
}
impl<T> Index<usize> for Vec3<T> {
    type Output = T;
    /// Coordinate 0, 1 or 2.
    ///
    /// # Panics
    /// For any other index.
    #[inline(always)]
    fn index(&self, axis: usize) -> &T {
        [&self.x, &self.y, &self.z][axis]
    }
}
impl<T> IndexMut<usize> for Vec3<T> {
    #[inline(always)]
    fn index_mut(&mut self, axis: usize) -> &mut T {
        match axis {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("a vector of space has no coordinate {axis}"),
        }
    }
}

impl<T> From<(T, T)> for Vec2<T> {
    #[inline(always)]
    fn from((x, y): (T, T)) -> Self {
        vec2(x, y)
    }
}
impl<T> From<Vec2<T>> for (T, T) {
    #[inline(always)]
    fn from(v: Vec2<T>) -> Self {
        (v.x, v.y)
    }
}
impl<T> From<(T, T, T)> for Vec3<T> {
    #[inline(always)]
    fn from((x, y, z): (T, T, T)) -> Self {
        vec3(x, y, z)
    }
}
impl<T> From<Vec3<T>> for (T, T, T) {
    #[inline(always)]
    fn from(v: Vec3<T>) -> Self {
        (v.x, v.y, v.z)
    }
}
impl<T> From<[T; 2]> for Vec2<T> {
    #[inline(always)]
    fn from([x, y]: [T; 2]) -> Self {
        vec2(x, y)
    }
}
impl<T> From<Vec2<T>> for [T; 2] {
    #[inline(always)]
    fn from(v: Vec2<T>) -> Self {
        [v.x, v.y]
    }
}
impl<T> From<[T; 3]> for Vec3<T> {
    #[inline(always)]
    fn from([x, y, z]: [T; 3]) -> Self {
        vec3(x, y, z)
    }
}
impl<T> From<Vec3<T>> for [T; 3] {
    #[inline(always)]
    fn from(v: Vec3<T>) -> Self {
        [v.x, v.y, v.z]
    }
}
