//! Queries about motions: when two shapes meet, and how near they come on the way.
//!
//! Motions that do not turn are casts along a line (`cast`). Floats answer most of them alone (`quick`). Motions that
//! turn are searched with planes that are carried along (`impact`, `search`, `least`). `docs/math/motion.md` derives the
//! bounds.

mod arc;
mod beside;
mod beside_plane;
mod body;
pub(crate) mod cast;
mod closed;
mod course;
mod displacement;
mod edges;
mod exactly;
pub(crate) mod impact;
pub(crate) mod least;
mod leaving;
mod line;
mod map;
pub(crate) mod morph;
mod mover;
mod paths;
mod planes;
mod portal;
mod poses;
mod quick;
mod rest;
mod search;
mod swept;

pub use displacement::Motion;
pub use morph::{Morph, Morphing};
pub(crate) use search::Observer;
