//! Vectors of the plane and of space, and the traits that the algorithms are written with.
//!
//! [`Space`] is a vector over any [`Ring`]; its methods take references, since exact numbers allocate. [`Vector`] is a
//! vector of floats; it determines dimension, scalar and rotation. Simplex and polytope use inner products, the wedge
//! of two vectors and the normal of a facet. Nothing else differs between the plane and space.

mod operators;
mod ring;
mod wide;

use crate::engine::{Door, Engine};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Real, Ring, exponent_of, ldexp, sqrt};
use crate::space::rotation::Rotation;
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

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
    /// One of two vectors, chosen by value: on a GPU it is faster than a branch.
    #[doc(hidden)]
    fn chosen(condition: bool, yes: Self, no: Self) -> Self;
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
    /// Coordinate number `axis`. A reference to a coordinate would keep the vector in memory, which is slow on a GPU.
    #[doc(hidden)]
    #[inline(always)]
    fn at(self, axis: usize) -> f64 {
        let [x, y, z] = self.padded();
        match axis {
            0 => x,
            1 => y,
            _ => z,
        }
    }
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
