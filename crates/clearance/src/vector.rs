//! Vectors of the plane and of space, and the two algebras that the algorithms are written in.
//!
//! [`Space`] is the exact side: a vector over any [`Ring`], used by reference. [`Vector`] is the float side, which fixes
//! dimension, scalar and rotation at once. Simplex and polytope need `dot`, the wedge of two vectors and the normal of
//! a facet; that is all that differs between the plane and space.

use crate::double::Double;
use crate::dyadic::Dyadic;
use crate::pose::Rotation;
use crate::real::{Real, Ring, exponent_of, larger, ldexp, sqrt};
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

/// A vector of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(C)]
pub struct Vec2<T> {
    /// First coordinate.
    pub x: T,
    /// Second coordinate.
    pub y: T,
}

/// A vector of space.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(C)]
pub struct Vec3<T> {
    /// First coordinate.
    pub x: T,
    /// Second coordinate.
    pub y: T,
    /// Third coordinate.
    pub z: T,
}

/// Shorthand for a [`Vec2`].
#[inline(always)]
pub const fn vec2<T>(x: T, y: T) -> Vec2<T> {
    Vec2 { x, y }
}

/// Shorthand for a [`Vec3`].
#[inline(always)]
pub const fn vec3<T>(x: T, y: T, z: T) -> Vec3<T> {
    Vec3 { x, y, z }
}

/// A vector over a ring: the algebra of the simplex and of the polytope.
///
/// The *wedge* of two vectors is their oriented area: a number in the plane, a vector (the cross product) in space.
pub trait Space: Clone + Debug + PartialEq {
    /// The ring of coordinates.
    type Scalar: Ring;
    /// Oriented areas.
    type Area: Clone + Debug;
    /// 2 or 3.
    const DIM: usize;

    /// The origin.
    fn zero() -> Self;
    /// One coordinate, `axis < DIM`.
    fn coordinate(&self, axis: usize) -> &Self::Scalar;
    /// The vector with one coordinate replaced.
    fn with_coordinate(self, axis: usize, value: Self::Scalar) -> Self;
    /// Sum.
    fn plus(&self, other: &Self) -> Self;
    /// Difference.
    fn minus(&self, other: &Self) -> Self;
    /// The opposite vector.
    fn negated(&self) -> Self;
    /// Multiple.
    fn scaled(&self, factor: &Self::Scalar) -> Self;
    /// Inner product.
    fn dot(&self, other: &Self) -> Self::Scalar;
    /// Oriented area `self ∧ other`.
    fn wedge(&self, other: &Self) -> Self::Area;
    /// `self × area`: for `area = d ∧ self` the part of d orthogonal to self, times |self|².
    fn cross_area(&self, area: &Self::Area) -> Self;
    /// Inner product of two areas.
    fn dot_areas(left: &Self::Area, right: &Self::Area) -> Self::Scalar;
    /// The vector orthogonal to an area, as long as the area is large; zero in the plane, where nothing is.
    fn orthogonal(area: &Self::Area) -> Self;
    /// A normal of the plane (or line) spanned by `edges`, `DIM − 1` of them; its length is their volume.
    fn normal_of(edges: &[Self]) -> Self;

    /// Squared length.
    fn length_squared(&self) -> Self::Scalar {
        self.dot(self)
    }
    /// Whether every coordinate is zero.
    fn is_zero(&self) -> bool {
        (0..Self::DIM).all(|axis| self.coordinate(axis).is_zero())
    }
    /// A normal of the facet through `points`, `DIM` of them: counter-clockwise from outside in space, clockwise
    /// order of the plane's edges excepted: there the normal lies to the right of the edge.
    fn facet_normal(points: &[&Self]) -> Self {
        let base = points[0];
        match Self::DIM {
            2 => Self::normal_of(&[points[1].minus(base)]),
            _ => Self::normal_of(&[points[1].minus(base), points[2].minus(base)]),
        }
    }
}

impl<T: Ring> Space for Vec2<T> {
    type Scalar = T;
    type Area = T;
    const DIM: usize = 2;

    #[inline(always)]
    fn zero() -> Self {
        vec2(T::zero(), T::zero())
    }
    #[inline(always)]
    fn coordinate(&self, axis: usize) -> &T {
        if axis == 0 { &self.x } else { &self.y }
    }
    #[inline(always)]
    fn with_coordinate(mut self, axis: usize, value: T) -> Self {
        *(if axis == 0 { &mut self.x } else { &mut self.y }) = value;
        self
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        vec2(self.x.plus(&other.x), self.y.plus(&other.y))
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        vec2(self.x.minus(&other.x), self.y.minus(&other.y))
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        vec2(self.x.negated(), self.y.negated())
    }
    #[inline(always)]
    fn scaled(&self, factor: &T) -> Self {
        vec2(self.x.times(factor), self.y.times(factor))
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        self.x.times(&other.x).plus(&self.y.times(&other.y))
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> T {
        self.x.times(&other.y).minus(&self.y.times(&other.x))
    }
    #[inline(always)]
    fn cross_area(&self, area: &T) -> Self {
        vec2(self.y.times(area), self.x.times(area).negated())
    }
    #[inline(always)]
    fn dot_areas(left: &T, right: &T) -> T {
        left.times(right)
    }
    #[inline(always)]
    fn orthogonal(_area: &T) -> Self {
        Self::zero()
    }
    #[inline(always)]
    fn normal_of(edges: &[Self]) -> Self {
        vec2(edges[0].y.clone(), edges[0].x.negated())
    }
}

impl<T: Ring> Space for Vec3<T> {
    type Scalar = T;
    type Area = Vec3<T>;
    const DIM: usize = 3;

    #[inline(always)]
    fn zero() -> Self {
        vec3(T::zero(), T::zero(), T::zero())
    }
    #[inline(always)]
    fn coordinate(&self, axis: usize) -> &T {
        match axis {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
    #[inline(always)]
    fn with_coordinate(mut self, axis: usize, value: T) -> Self {
        *(match axis {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => &mut self.z,
        }) = value;
        self
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        vec3(self.x.plus(&other.x), self.y.plus(&other.y), self.z.plus(&other.z))
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        vec3(self.x.minus(&other.x), self.y.minus(&other.y), self.z.minus(&other.z))
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        vec3(self.x.negated(), self.y.negated(), self.z.negated())
    }
    #[inline(always)]
    fn scaled(&self, factor: &T) -> Self {
        vec3(self.x.times(factor), self.y.times(factor), self.z.times(factor))
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        self.x.times(&other.x).plus(&self.y.times(&other.y)).plus(&self.z.times(&other.z))
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> Self {
        vec3(
            self.y.times(&other.z).minus(&self.z.times(&other.y)),
            self.z.times(&other.x).minus(&self.x.times(&other.z)),
            self.x.times(&other.y).minus(&self.y.times(&other.x)),
        )
    }
    #[inline(always)]
    fn cross_area(&self, area: &Self) -> Self {
        self.wedge(area)
    }
    #[inline(always)]
    fn dot_areas(left: &Self, right: &Self) -> T {
        left.dot(right)
    }
    #[inline(always)]
    fn orthogonal(area: &Self) -> Self {
        area.clone()
    }
    #[inline(always)]
    fn normal_of(edges: &[Self]) -> Self {
        edges[0].wedge(&edges[1])
    }
}

/// A float vector: fixes the dimension, the scalar and the rotation of everything built on it.
///
/// `Vec2<f32>`, `Vec2<f64>`, `Vec3<f32>` and `Vec3<f64>`. Queries compute in [`Vector::Wide`], the `f64` vector of the
/// same dimension, whatever the scalar of the data.
pub trait Vector: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// `f32` or `f64`.
    type Scalar: Real;
    /// The `f64` vector of the same dimension.
    type Wide: WideVector;
    /// The rotation of the same dimension and scalar: [`crate::Rotation2`] or [`crate::Quaternion`].
    type Rotation: Rotation<Self>;
    /// The zero vector.
    const ORIGIN: Self;

    /// The same vector in `f64`; always exact.
    fn widen(self) -> Self::Wide;
    /// The nearest vector of this type, coordinate by coordinate.
    fn narrow(wide: Self::Wide) -> Self;
    /// From a slice of length 2 or 3; `None` for another length.
    fn from_slice(coordinates: &[Self::Scalar]) -> Option<Self>;

    /// Whether every coordinate is finite.
    fn is_finite(self) -> bool {
        let wide = self.widen();
        (0..Self::Wide::DIM).all(|axis| wide.coordinate(axis).is_finite())
    }
}

/// The vectors that queries compute with: `Vec2<f64>` and `Vec3<f64>`.
pub trait WideVector:
    Space<Scalar = f64>
    + PartialOrd
    + Vector<Scalar = f64, Wide = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<f64, Output = Self>
    + Neg<Output = Self>
{
    /// The same vector in exact dyadic numbers.
    type Exact: Space<Scalar = Dyadic>;
    /// The same vector in double-double numbers.
    type Double: Space<Scalar = Double>;
    /// A linear map, by rows.
    type Matrix: Copy + Debug + Send + Sync;

    /// The exact vector of this one.
    fn exact(self) -> Self::Exact;
    /// The vector in double-double numbers, without rounding.
    fn double(self) -> Self::Double;
    /// The identity map.
    fn identity() -> Self::Matrix;
    /// The coordinates, with zeros to three.
    fn padded(self) -> [f64; 3];
    /// The rows of a matrix, with zeros to three.
    fn rows(matrix: &Self::Matrix) -> [[f64; 3]; 3];
    /// A column of a matrix: the image of a unit vector.
    fn column(matrix: &Self::Matrix, index: usize) -> Self;
    /// `matrix · self`.
    fn mapped(self, matrix: &Self::Matrix) -> Self;
    /// `matrixᵀ · self`.
    fn mapped_back(self, matrix: &Self::Matrix) -> Self;
    /// `leftᵀ · right`.
    fn transposed_product(left: &Self::Matrix, right: &Self::Matrix) -> Self::Matrix;
    /// The greatest |coordinate|.
    fn max_abs(self) -> f64;
    /// The unit vector along an axis.
    fn axis(index: usize) -> Self {
        <Self as Space>::zero().with_coordinate(index, 1.0)
    }

    /// Length, right for any finite vector: squares that leave the range are scaled by a power of two first.
    #[inline]
    fn length(self) -> f64 {
        let squared = self.dot(&self);
        if squared > 1e-250 && squared < 1e250 { sqrt(squared) } else { far_length(self) }
    }

    /// The unit vector along this one; the first axis for the zero vector.
    #[inline]
    fn unit(self) -> Self {
        let squared = self.dot(&self);
        if squared > 1e-250 && squared < 1e250 { self.divided(sqrt(squared)) } else { far_unit(self) }
    }

    /// Each coordinate divided, not multiplied by a reciprocal: a vector along an axis has exactly 1 there.
    #[inline(always)]
    fn divided(self, divisor: f64) -> Self {
        (0..Self::DIM).fold(self, |quotient, axis| {
            let coordinate = quotient.coordinate(axis) / divisor;
            quotient.with_coordinate(axis, coordinate)
        })
    }

    /// The products of the coordinates, axis by axis.
    #[inline(always)]
    fn times_each(self, other: Self) -> Self {
        (0..Self::DIM).fold(self, |product, axis| {
            let coordinate = product.coordinate(axis) * other.coordinate(axis);
            product.with_coordinate(axis, coordinate)
        })
    }
    /// From coordinates padded to three.
    fn unpadded(coordinates: [f64; 3]) -> Self;
    /// Unit vectors that span what is orthogonal to this unit vector; in the plane the second is zero.
    fn across(self) -> [Self; 2];

    /// The vector times 2^exponent, each coordinate rounded at most once.
    #[inline(never)]
    fn scaled_by_power(self, exponent: i32) -> Self {
        let mut result = self;
        for axis in 0..Self::DIM {
            let value = ldexp(*result.coordinate(axis), exponent);
            result = result.with_coordinate(axis, value);
        }
        result
    }
}

/// The length of a vector whose square leaves the range.
#[cold]
#[inline(never)]
fn far_length<W: WideVector>(vector: W) -> f64 {
    let largest = vector.max_abs();
    if largest == 0.0 {
        return 0.0;
    }
    let unit = vector.scaled_by_power(-exponent_of(largest));
    ldexp(sqrt(unit.dot(&unit)), exponent_of(largest))
}

/// The unit vector of a vector whose square leaves the range.
#[cold]
#[inline(never)]
fn far_unit<W: WideVector>(vector: W) -> W {
    let largest = vector.max_abs();
    if !(largest > 0.0) {
        return W::axis(0);
    }
    let scaled = vector.scaled_by_power(-exponent_of(largest));
    scaled.divided(sqrt(scaled.dot(&scaled)))
}

macro_rules! float_operators {
    ($name:ident, $build:ident, $($c:ident),+) => {
        impl<T: Add<Output = T>> Add for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self { $build($(self.$c + other.$c),+) }
        }
        impl<T: Sub<Output = T>> Sub for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self { $build($(self.$c - other.$c),+) }
        }
        impl<T: Mul<Output = T> + Copy> Mul<T> for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn mul(self, factor: T) -> Self { $build($(self.$c * factor),+) }
        }
        impl<T: Neg<Output = T>> Neg for $name<T> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self { $build($(-self.$c),+) }
        }
    };
}
float_operators!(Vec2, vec2, x, y);
float_operators!(Vec3, vec3, x, y, z);

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

/// The float side, once for each of the two scalars.
macro_rules! float_vectors {
    ($scalar:ty) => {
        impl Vector for Vec2<$scalar> {
            type Scalar = $scalar;
            type Wide = Vec2<f64>;
            type Rotation = crate::pose::Rotation2<$scalar>;
            const ORIGIN: Self = vec2(0.0, 0.0);
            #[inline(always)]
            fn widen(self) -> Vec2<f64> {
                vec2(self.x.widen(), self.y.widen())
            }
            #[inline(always)]
            fn narrow(wide: Vec2<f64>) -> Self {
                vec2(<$scalar>::narrow(wide.x), <$scalar>::narrow(wide.y))
            }
            fn from_slice(coordinates: &[$scalar]) -> Option<Self> {
                <[$scalar; 2]>::try_from(coordinates).ok().map(Self::from)
            }
        }
        impl Vector for Vec3<$scalar> {
            type Scalar = $scalar;
            type Wide = Vec3<f64>;
            type Rotation = crate::pose::Quaternion<$scalar>;
            const ORIGIN: Self = vec3(0.0, 0.0, 0.0);
            #[inline(always)]
            fn widen(self) -> Vec3<f64> {
                vec3(self.x.widen(), self.y.widen(), self.z.widen())
            }
            #[inline(always)]
            fn narrow(wide: Vec3<f64>) -> Self {
                vec3(<$scalar>::narrow(wide.x), <$scalar>::narrow(wide.y), <$scalar>::narrow(wide.z))
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

    fn exact(self) -> Vec2<Dyadic> {
        vec2(Dyadic::from(self.x), Dyadic::from(self.y))
    }
    fn double(self) -> Vec2<Double> {
        vec2(Double::from(self.x), Double::from(self.y))
    }
    fn identity() -> [Self; 2] {
        [vec2(1.0, 0.0), vec2(0.0, 1.0)]
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
        vec2(*m[0].coordinate(i), *m[1].coordinate(i))
    }
    #[inline(always)]
    fn mapped(self, m: &[Self; 2]) -> Self {
        vec2(m[0].dot(&self), m[1].dot(&self))
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

    fn exact(self) -> Vec3<Dyadic> {
        vec3(Dyadic::from(self.x), Dyadic::from(self.y), Dyadic::from(self.z))
    }
    fn double(self) -> Vec3<Double> {
        vec3(Double::from(self.x), Double::from(self.y), Double::from(self.z))
    }
    fn identity() -> [Self; 3] {
        [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)]
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
        vec3(*m[0].coordinate(i), *m[1].coordinate(i), *m[2].coordinate(i))
    }
    #[inline(always)]
    fn mapped(self, m: &[Self; 3]) -> Self {
        vec3(m[0].dot(&self), m[1].dot(&self), m[2].dot(&self))
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
