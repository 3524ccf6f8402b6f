//! Queries about motions: when two shapes meet, and how near they come on the way.
//!
//! `docs/math/motion.md` derives the bounds.

mod body;
mod cast;
mod course;
mod displacement;
mod exactly;
mod line;
mod morph;
mod portal;

pub use displacement::Motion;
pub use morph::Morph;
