//! Penetration: the expanding polytope, for polytopes and for curved shapes. Depends on `distance` and the rooms below
//! it.

pub(crate) mod cap;
pub(crate) mod curved;
pub(crate) mod epa;
mod facet_bounds;
pub(crate) mod facet_plane;
mod feature;
pub(crate) mod polytope;
pub(crate) mod stationary;
mod step;
