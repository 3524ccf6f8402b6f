//! The shapes, and the combinators that build shapes from shapes.
//!
//! A constructor checks its input and returns a [`ShapeError`] if something is wrong. So every shape is valid.

pub(crate) mod axis;
mod ball;
pub(crate) mod body;
mod check;
pub(crate) mod combine;
mod cuboid;
pub(crate) mod curvature;
mod ellipsoid;
pub(crate) mod face;
pub(crate) mod half_space;
mod placed;
mod points;
mod round;
#[cfg(feature = "simd")]
pub(crate) mod scan;
mod sides;
pub(crate) mod support;
pub(crate) mod surface;
pub(crate) mod term;
mod triangle;
pub(crate) mod view;

pub use ball::{Ball, Capsule, Segment};
pub use check::{SupportMapError, check_support_map};
pub use combine::{HullOfTwo, Sum, Swept};
pub use cuboid::Cuboid;
pub use ellipsoid::Ellipsoid;
pub use half_space::HalfSpace;
pub(crate) use placed::after_own;
pub use placed::{Placed, Rounded};
pub use points::{PointCloud, Points};
pub use round::{Cone, Cylinder};
pub use sides::Sides;
pub use triangle::{Point, Triangle};

use crate::numbers::double::Double;
use crate::numbers::real::{Real, U};
use core::fmt;

/// What is wrong with the input of a constructor of a shape.
///
/// ```
/// use clearance::{Ball, Points, ShapeError, vec2};
///
/// assert_eq!(Ball::new(vec2(0.0, 0.0), -1.0).unwrap_err(), ShapeError::Negative);
/// let error = Points::new(&[[0.0, 1.0], [f64::NAN, 0.0]]).unwrap_err();
/// assert_eq!(error, ShapeError::NotFinite { index: 1 });
/// assert_eq!(error.to_string(), "number or point 1 is infinite or not a number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The list has no points.
    Empty,
    /// A coordinate or a size is infinite or NaN.
    NotFinite {
        /// The index of the point in the input. 0 if the input is not a list.
        index: usize,
    },
    /// A radius, height or half-extent is below zero.
    Negative,
    /// A direction is zero.
    NoDirection,
    /// There are too many vertices for an index of 32 bits.
    TooMany,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a shape needs at least one point"),
            Self::NotFinite { index } => write!(f, "number or point {index} is infinite or not a number"),
            Self::Negative => f.write_str("a radius or size is negative"),
            Self::NoDirection => f.write_str("a normal is zero"),
            Self::TooMany => f.write_str("too many vertices"),
        }
    }
}
impl core::error::Error for ShapeError {}

/// The size itself, if it is finite and not negative.
pub(crate) fn size<T: crate::numbers::real::Real>(value: T) -> Result<T, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { index: 0 })
    } else if value < T::ZERO {
        Err(ShapeError::Negative)
    } else {
        Ok(value)
    }
}

/// The point itself, if its coordinates are finite.
pub(crate) fn finite<V: crate::space::vector::Vector>(point: V, index: usize) -> Result<V, ShapeError> {
    if point.is_finite() { Ok(point) } else { Err(ShapeError::NotFinite { index }) }
}

/// A bound of the rounding error of `total`, the computed sum of two radii.  [length]
#[inline(always)]
fn rounding_of_sum<T: Real>(a: T, b: T, total: T) -> f64 {
    let sum = Double::sum(a.widen(), b.widen());
    ((sum.high - total.widen()).abs() + sum.low.abs()) * (1.0 + 4.0 * U)
}
