//! Queries about motions: when two shapes meet, and how near they come on the way.
//!
//! `docs/math/motion.md` derives the bounds.

mod arc;
mod body;
mod impact;
mod least;
mod planes;
mod poses;
mod displacement;

pub use displacement::Motion;
