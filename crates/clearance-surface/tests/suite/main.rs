//! The tests of the crate, in one program.

mod contacts;
mod meshings;
mod overlaps;
mod patches;
mod places;
mod quadrics;
mod radii;
mod random;
mod solids;
mod tangents;
mod tiling;
mod touching;
