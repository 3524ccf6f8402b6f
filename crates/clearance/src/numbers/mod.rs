//! Numbers: the ring of the geometry, exact numbers, intervals, double-double numbers, and functions of floats.
//! Depends on nothing.

pub mod double;
pub mod dyadic;
pub(crate) mod interval;
pub mod real;
