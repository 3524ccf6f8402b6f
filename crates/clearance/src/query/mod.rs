//! What users ask of two shapes: the solver, the stages of a query, traces, the way out along a direction, gradients.

pub(crate) mod beside_plane;
pub(crate) mod cores;
pub(crate) mod default;
mod doors;
pub(crate) mod far;
pub(crate) mod gradient;
pub(crate) mod solver;
pub(crate) mod stages;
pub(crate) mod trace;
pub(crate) mod way_out;
mod witnesses;
