//! Vectors of the plane and of space, and the traits that the algorithms are written with.
//!
//! [`Space`] is a vector over any [`Ring`]; its methods take references, since exact numbers allocate. [`Vector`] is a
//! vector of floats; it determines dimension, scalar and rotation. Simplex and polytope use inner products, the wedge
//! of two vectors and the normal of a facet. Nothing else differs between the plane and space.

use crate::engine::{Door, Engine};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, Ring, exponent_of, larger, ldexp, sqrt};
use crate::space::pose::Rotation;
use core::borrow::Borrow;
use core::fmt::{self, Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

/// A vector or a point of the plane.
///
/// ```
/// use clearance::{Vec2, vec2};
///
/// let v: Vec2<f64> = [3.0, 4.0].into();
/// assert_eq!((v.length(), v.dot(vec2(1.0, 2.0)), v.cross(vec2(1.0, 2.0))), (5.0, 11.0, 2.0));
/// assert_eq!(v - 2.0 * vec2(1.0, 1.0), vec2(1.0, 2.0));
/// assert_eq!(v.to_string(), "(3, 4)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(C)]
pub struct Vec2<T> {
    /// The first coordinate.
    pub x: T,
    /// The second coordinate.
    pub y: T,
}

/// A vector or a point of space.
///
/// ```
/// use clearance::vec3;
///
/// let (x, y) = (vec3(1.0f64, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
/// assert_eq!(x.cross(y), vec3(0.0, 0.0, 1.0));
/// let mut v = 3.0 * x + y * 4.0;
/// v /= 5.0;
/// assert_eq!((v[0], v.length()), (0.6, 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(C)]
pub struct Vec3<T> {
    /// The first coordinate.
    pub x: T,
    /// The second coordinate.
    pub y: T,
    /// The third coordinate.
    pub z: T,
}

/// The [`Vec2`] with these coordinates. The example is there.
#[inline(always)]
pub const fn vec2<T>(x: T, y: T) -> Vec2<T> {
    Vec2 { x, y }
}

/// The [`Vec3`] with these coordinates. The example is there.
#[inline(always)]
pub const fn vec3<T>(x: T, y: T, z: T) -> Vec3<T> {
    Vec3 { x, y, z }
}

/// A vector over any ring: sums, inner products and oriented areas, without division.
///
/// The *wedge* of two vectors is their oriented area. In the plane it is a number, the determinant. In space it is a
/// vector, the cross product.
///
/// ```
/// use clearance::{Space, vec2, vec3};
///
/// assert_eq!(vec2(2.0, 0.0).wedge(&vec2(0.0, 3.0)), 6.0);
/// assert_eq!(vec3(2.0, 0.0, 0.0).wedge(&vec3(0.0, 3.0, 0.0)), vec3(0.0, 0.0, 6.0));
/// ```
pub trait Space: Clone + Debug + PartialEq {
    /// The type of the coordinates.
    type Scalar: Ring;
    /// The type of an oriented area.
    type Area: Clone + Debug;
    /// The dimension: 2 or 3.
    const DIM: usize;

    /// The zero vector.
    fn zero() -> Self;
    /// The coordinate number `axis`, where `axis < DIM`.
    fn coordinate(&self, axis: usize) -> &Self::Scalar;
    /// The vector with coordinate number `axis` replaced.
    fn with_coordinate(self, axis: usize, value: Self::Scalar) -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference `self − other`.
    fn minus(&self, other: &Self) -> Self;
    /// The opposite vector.
    fn negated(&self) -> Self;
    /// The vector times a number.
    fn scaled(&self, factor: &Self::Scalar) -> Self;
    /// The inner product.
    fn dot(&self, other: &Self) -> Self::Scalar;
    /// The oriented area `self ∧ other`.
    #[doc(alias = "cross")]
    #[doc(alias = "determinant")]
    fn wedge(&self, other: &Self) -> Self::Area;
    /// `self × area`. For `area = d ∧ self` it is the component of d orthogonal to `self`, times |self|².
    fn cross_area(&self, area: &Self::Area) -> Self;
    /// The inner product of two areas.
    fn dot_areas(left: &Self::Area, right: &Self::Area) -> Self::Scalar;
    /// The vector orthogonal to an area; its length is the size of the area. In the plane it is zero.
    fn orthogonal(area: &Self::Area) -> Self;
    /// A normal of the plane through `edges[0]` and `edges[1]`, in the plane of the line along `edges[0]`. Its length
    /// is the area of the parallelogram, in the plane the length of the edge.
    ///
    /// # Panics
    /// If there are fewer than `DIM − 1` edges.
    fn normal_of(edges: &[Self]) -> Self;

    /// The squared length.
    fn length_squared(&self) -> Self::Scalar {
        self.dot(self)
    }
    /// Whether every coordinate is zero.
    fn is_zero(&self) -> bool {
        (0..Self::DIM).all(|axis| self.coordinate(axis).is_zero())
    }
    /// A normal of the facet through the `DIM` points `points`, of any length.
    ///
    /// It is the outward normal if the points are in counter-clockwise order: in space as seen from outside, in the
    /// plane along the boundary of the polygon.
    ///
    /// # Panics
    /// If there are fewer than `DIM` points.
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
        T::sum_of_products([&self.x, &other.x], [&self.y, &other.y])
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> T {
        T::difference_of_products([&self.x, &other.y], [&self.y, &other.x])
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
        T::sum_of_products([&self.x, &other.x], [&self.y, &other.y]).plus(&self.z.times(&other.z))
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> Self {
        vec3(
            T::difference_of_products([&self.y, &other.z], [&self.z, &other.y]),
            T::difference_of_products([&self.z, &other.x], [&self.x, &other.z]),
            T::difference_of_products([&self.x, &other.y], [&self.y, &other.x]),
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

/// A vector of floats: `Vec2<f32>`, `Vec2<f64>`, `Vec3<f32>` or `Vec3<f64>`.
///
/// It is the one type parameter of shapes, poses and answers: it determines their dimension, scalar and rotation.
/// Queries compute in [`Vector::Wide`], the `f64` vector of the same dimension.
///
/// ```
/// use clearance::{Points, Vector, distance};
///
/// /// One function for the plane and for space, in both scalars.
/// fn gap<V: Vector>(a: &[V], b: &[V]) -> V::Scalar {
///     distance(&Points::new(a).unwrap(), &Points::new(b).unwrap()).distance
/// }
/// assert_eq!(gap(&[clearance::vec2(0.0f32, 0.0)], &[clearance::vec2(3.0, 4.0)]), 5.0);
/// ```
///
/// Integers are not coordinates:
/// ```compile_fail
/// let ball = clearance::Ball::new(clearance::vec2(0, 0), 1.0); // Write 0.0.
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of floats",
    label = "not `Vec2` or `Vec3` of `f32` or `f64`",
    note = "coordinates are `f32` or `f64`: write `vec2(1.0, 2.0)` for `vec2(1, 2)`",
    note = "an array or a tuple becomes a vector by `.into()`; a vector of glam, nalgebra or mint, too, with the feature \
            of its version"
)]
pub trait Vector: Copy + Debug + Default + PartialEq + Send + Sync + Door + 'static {
    /// `f32` or `f64`.
    type Scalar: Real;
    /// The `f64` vector of the same dimension.
    type Wide: WideVector;
    /// The rotation of the same dimension and scalar: [`crate::Rotation2`] or [`crate::Quaternion`].
    type Rotation: Rotation<Self>;
    /// What a turn of a [`crate::Motion`] is given by, in radians: an angle in the plane, a rotation vector in space.
    type Turn: Copy + Debug + Default + PartialEq + Send + Sync + 'static;
    /// The zero vector.
    const ORIGIN: Self;

    /// The same vector in `f64`. It is exact.
    fn widen(self) -> Self::Wide;
    /// The vector with each coordinate rounded to the nearest number of this type.
    fn narrow(wide: Self::Wide) -> Self;
    /// A turn as a rotation vector of three coordinates. It is exact.
    #[doc(hidden)]
    fn turn_vector(turn: Self::Turn) -> [f64; 3];
    /// The turn of a rotation vector, rounded to the scalar.
    #[doc(hidden)]
    fn turn_of(vector: [f64; 3]) -> Self::Turn;
    /// The vector with these coordinates. `None` if their number is not the dimension.
    fn from_slice(coordinates: &[Self::Scalar]) -> Option<Self>;

    /// Whether every coordinate is finite.
    fn is_finite(self) -> bool {
        let wide = self.widen();
        (0..Self::Wide::DIM).all(|axis| wide.coordinate(axis).is_finite())
    }
}

/// A vector that queries compute with: `Vec2<f64>` or `Vec3<f64>`.
///
/// A support function of your own takes and returns one; [`crate::SupportMap`] has an example.
pub trait WideVector:
    Space<Scalar = f64>
    + PartialOrd
    + Vector<Scalar = f64, Wide = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<f64, Output = Self>
    + Neg<Output = Self>
    + Engine
{
    /// The `f32` vector of the same dimension.
    #[doc(hidden)]
    type Narrow: Vector<Wide = Self>;
    /// The vector of exact dyadic numbers of the same dimension.
    #[doc(hidden)]
    type Exact: Space<Scalar = Dyadic>;
    /// The vector of double-double numbers of the same dimension.
    #[doc(hidden)]
    type Double: Space<Scalar = Double>;
    /// The matrix of a linear map, as an array of rows.
    type Matrix: Copy + Debug + PartialEq + Send + Sync;

    /// The same vector in exact dyadic numbers.
    #[doc(hidden)]
    fn exact(self) -> Self::Exact;
    /// The same vector in double-double numbers, without rounding.
    #[doc(hidden)]
    fn double(self) -> Self::Double;
    /// The identity matrix.
    #[doc(hidden)]
    const IDENTITY: Self::Matrix;
    /// The identity matrix.
    fn identity() -> Self::Matrix {
        Self::IDENTITY
    }
    /// Three coordinates: in the plane the third is zero.
    #[doc(hidden)]
    fn padded(self) -> [f64; 3];
    /// Three rows of three entries: in the plane the others are zero.
    #[doc(hidden)]
    fn rows(matrix: &Self::Matrix) -> [[f64; 3]; 3];
    /// A column of a matrix: the image of a unit vector.
    fn column(matrix: &Self::Matrix, index: usize) -> Self;
    /// `matrix · self`.
    fn mapped(self, matrix: &Self::Matrix) -> Self;
    /// `matrixᵀ · self`.
    fn mapped_back(self, matrix: &Self::Matrix) -> Self;
    /// `leftᵀ · right`.
    #[doc(hidden)]
    fn transposed_product(left: &Self::Matrix, right: &Self::Matrix) -> Self::Matrix;
    /// The greatest |coordinate|.
    fn max_abs(self) -> f64;
    /// The sum of the |coordinates|. It is not finite if a coordinate is not finite.
    #[inline(always)]
    fn sum_abs(self) -> f64 {
        (1..Self::DIM).fold(self.coordinate(0).abs(), |sum, axis| sum + self.coordinate(axis).abs())
    }
    /// The unit vector along axis number `index`.
    fn axis(index: usize) -> Self {
        <Self as Space>::zero().with_coordinate(index, 1.0)
    }

    /// The length, for any finite vector. A vector whose square leaves the range is first scaled by a power of two.
    #[inline(always)]
    fn length(self) -> f64 {
        let squared = self.dot(&self);
        if squared > 1e-250 && squared < 1e250 { sqrt(squared) } else { far_length(self) }
    }

    /// The unit vector of the same direction. For the zero vector it is the first axis.
    #[doc(alias = "normalize")]
    #[inline(always)]
    fn unit(self) -> Self {
        let squared = self.dot(&self);
        if squared > 1e-250 && squared < 1e250 { self.divided(sqrt(squared)) } else { far_unit(self) }
    }

    /// The vector divided by a number. Each coordinate is divided, not multiplied by a reciprocal: so the unit vector
    /// of a vector along an axis has a coordinate of exactly 1.
    #[inline(always)]
    fn divided(self, divisor: f64) -> Self {
        (0..Self::DIM).fold(self, |quotient, axis| {
            let coordinate = quotient.coordinate(axis) / divisor;
            quotient.with_coordinate(axis, coordinate)
        })
    }

    /// The vector of the products of the coordinates.
    #[inline(always)]
    fn times_each(self, other: Self) -> Self {
        (0..Self::DIM).fold(self, |product, axis| {
            let coordinate = product.coordinate(axis) * other.coordinate(axis);
            product.with_coordinate(axis, coordinate)
        })
    }
    /// The vector with these coordinates: in the plane the third is ignored.
    #[doc(hidden)]
    fn unpadded(coordinates: [f64; 3]) -> Self;
    /// An orthonormal basis of the vectors orthogonal to this unit vector. In the plane the second vector is zero.
    fn across(self) -> [Self; 2];

    /// The vector times 2^exponent. Each coordinate is rounded at most once.
    #[inline(never)]
    fn scaled_by_power(self, exponent: i32) -> Self {
        let mut result = self;
        if exponent == 0 {
            return result;
        }
        for axis in 0..Self::DIM {
            let value = ldexp(*result.coordinate(axis), exponent);
            result = result.with_coordinate(axis, value);
        }
        result
    }
}

/// The length of a vector whose square may leave the range.
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

/// The unit vector of a vector whose square may leave the range.
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

/// Implements [`Vector`] for one of the two scalars.
macro_rules! float_vectors {
    ($scalar:ty) => {
        impl Vector for Vec2<$scalar> {
            type Scalar = $scalar;
            type Wide = Vec2<f64>;
            type Rotation = crate::space::pose::Rotation2<$scalar>;
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
            type Rotation = crate::space::pose::Quaternion<$scalar>;
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
        vec2(*m[0].coordinate(i), *m[1].coordinate(i))
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
        vec3(*m[0].coordinate(i), *m[1].coordinate(i), *m[2].coordinate(i))
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
