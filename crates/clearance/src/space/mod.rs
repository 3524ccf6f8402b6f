//! Vectors, poses, Hessians, and the nearest points of simple sets. Depends on `numbers`.

pub(crate) mod closest;
pub(crate) mod coordinates;
pub(crate) mod hessian;
pub(crate) mod pose;
pub(crate) mod rotation;
pub(crate) mod vector;
