//! Checks proof files: *no point of A is nearer than this to a point of B, and these two points are as near as that*.
//! This crate shares no code with the search that found the answer. It knows four things:
//! 1. If n·b − n·a ≥ L·|n| for all corners a of some triangles and b of others, the triangles are at least L apart.
//! 2. A list of splits that begins with all leaves of A and all leaves of B leaves no pair out.
//! 3. A mean of corners with weights that are not negative is a point of the triangle.
//! 4. Bodies are no nearer to each other than boxes around them.
//!
//! Planes are evaluated in intervals, and in rationals where these do not decide. `docs/proof.md` explains the text.
//!
//! [`overlap`] checks balls in two solids, that no larger ones are, and the volume of what they share. [`motion`] is another checker: bodies that travel
//! and turn have no contact up to a fraction of their motion. [`robot`] is a fourth one: links of a robot never meet, over
//! ranges of joints or along a path. [`cad`] is a fifth: surfaces of CAD bodies, by triangles with radii and by closed gaps.

pub mod cad;
mod check;
pub mod motion;
mod number;
pub mod overlap;
mod placed;
pub mod robot;
mod words;

pub use check::check;
pub use placed::{Direction, Part, Placed, Surface, separates};

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The distance of two surfaces.
    Distance,
    /// The diameter of the largest ball in two solids that no leaf passes.
    Overlap,
    /// How far a point of one surface is from the other, at most.
    Sameness,
    /// The volume that is inside both of two solids, in the plane the area.
    Volume,
}

/// A claim that holds: `lower` ≤ what it is about ≤ `upper`.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// Which length, or that it is a volume.
    pub subject: Subject,
    /// The names of the bodies; `*` and `*` for all pairs of bodies that the proof does not name.
    pub bodies: [String; 2],
    /// It is not less.
    pub lower: f64,
    /// It is not more. Infinite if nothing is claimed.
    pub upper: f64,
    /// How many planes and cells were checked.
    pub planes: usize,
}

/// Whether the last line is the checksum of the lines before.
pub fn is_unchanged(text: &str) -> bool {
    let last = text.trim_end().rfind('\n').map_or(0, |place| place + 1);
    text[last..] == format!("{}\n", end_of(&text[..last]))
}

/// The last line of a proof: the checksum of the lines before.
pub fn end_of(lines: &str) -> String {
    format!("end {:016x}", fnv(lines.bytes()))
}

/// The checksum of a file, as proofs about surfaces of CAD bodies name it.
pub fn checksum(bytes: &[u8]) -> u64 {
    fnv(bytes.iter().copied())
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923).
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
