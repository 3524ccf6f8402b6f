//! The distance of two cores: the loop, the nearest face of a simplex, Newton's method, warm starts.

pub(crate) mod cache;
pub(crate) mod gjk;
pub(crate) mod newton;
pub(crate) mod search;
pub mod simplex;
pub(crate) mod vertices;
