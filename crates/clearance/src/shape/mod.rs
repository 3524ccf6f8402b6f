//! The shapes, one file each, and the combinators that build shapes from shapes.
//!
//! A constructor checks what it is given and names what is wrong ([`ShapeError`]); a shape that exists is valid.

mod ball;
mod combine;
mod cuboid;
mod ellipsoid;
mod placed;
mod points;
mod round;
mod triangle;

pub use ball::{Ball, Capsule, Segment};
pub use combine::{HullOfTwo, Sum, Swept};
pub use cuboid::Cuboid;
pub use ellipsoid::Ellipsoid;
pub use placed::{Placed, Rounded};
pub use points::{PointCloud, Points};
pub use round::{Cone, Cylinder};
pub use triangle::{Point, Triangle};

use core::fmt;

/// Why a constructor refused its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// There are no points.
    Empty,
    /// A coordinate or size is infinite or NaN; for a list of points, which point.
    NotFinite {
        /// Index of the point in the input, 0 for a lone number.
        index: usize,
    },
    /// A radius, height or half-extent is below zero.
    Negative,
    /// More vertices than an index holds (2³² − 1).
    TooMany,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a shape needs at least one point"),
            Self::NotFinite { index } => write!(f, "number or point {index} is infinite or not a number"),
            Self::Negative => f.write_str("a radius or size is negative"),
            Self::TooMany => f.write_str("too many vertices"),
        }
    }
}
impl core::error::Error for ShapeError {}

/// A size that is finite and not negative.
pub(crate) fn size<T: crate::real::Real>(value: T) -> Result<T, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { index: 0 })
    } else if value < T::ZERO {
        Err(ShapeError::Negative)
    } else {
        Ok(value)
    }
}

/// A point whose coordinates are finite.
pub(crate) fn finite<V: crate::vector::Vector>(point: V, index: usize) -> Result<V, ShapeError> {
    if point.is_finite() { Ok(point) } else { Err(ShapeError::NotFinite { index }) }
}
