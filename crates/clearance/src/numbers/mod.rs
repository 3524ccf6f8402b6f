//! Numbers: the ring of the geometry, exact numbers, intervals, floats with an error bound, double-double numbers, and
//! functions of floats and of angles. Depends on nothing.

pub(crate) mod angle;
pub mod double;
pub mod dyadic;
pub mod each;
pub(crate) mod interval;
mod limbs;
pub(crate) mod near;
pub mod real;
