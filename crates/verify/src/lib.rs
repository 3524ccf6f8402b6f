//! Checks proof files: *no point of A is nearer than this to a point of B, and these two points are as near as that*.
//!
//! The text of a proof is explained in `docs/proof.md`. This crate shares no code with the search that found the
//! answer. It knows three things:
//!
//! 1. If n·b − n·a ≥ L·|n| for all corners a of some triangles and b of others, the triangles are at least L apart.
//! 2. A list of splits that begins with all leaves of A and all leaves of B leaves no pair out.
//! 3. A mean of corners with weights that are not negative is a point of the triangle.
//!
//! Planes are evaluated in intervals that are rounded outward, and in rationals where intervals do not decide.
//!
//! ```
//! use clearance_verify::{Surface, check};
//!
//! let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let sheet = Surface { vertices: &vertices, leaves: &[[0, 1, 2]] };
//! let text = "clearance-proof 1
//! surface sheet.obj 4a4d55e2b3d3d3a1
//! order 0 0
//! body 0 below 0 0 0 0 0 0 1
//! body 0 above 0 0 2 0 0 0 1
//! direction 0 0 1
//! pair 0 1 2 2
//! witness 0 1 0 0 0 1 0 0
//! steps p0
//! end 0000000000000000
//! ";
//! let proven = check(text, &[sheet]).unwrap();
//! assert_eq!((proven[0].lower, proven[0].upper), (2.0, 2.0));
//! ```

mod check;
mod number;
mod placed;
mod words;

pub use check::check;
pub use placed::{Direction, Part, Placed, Surface, separates};

use std::fmt;

/// A claim that holds: `lower` ≤ distance ≤ `upper`.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The names of the bodies.
    pub bodies: [String; 2],
    /// The distance is not less.
    pub lower: f64,
    /// The distance is not more. Infinite if nothing is claimed.
    pub upper: f64,
    /// How many planes were checked.
    pub planes: usize,
}

/// Why a proof is refused, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// The unit of the proof's lengths, if it names one, and the names of its surfaces.
///
/// # Errors
/// If the text does not begin as a proof does, or a name is broken.
pub fn surfaces(text: &str) -> Result<(Option<String>, Vec<String>), Refusal> {
    if text.lines().next() != Some(check::HEAD) {
        return Err(Refusal(format!("this is no proof: its first line is not {:?}", check::HEAD)));
    }
    let names = |kind: &'static str| {
        let lines = text.lines().filter_map(move |line| line.strip_prefix(kind));
        lines.map(|line| words::Words(line.split_ascii_whitespace()).name().map_err(Refusal))
    };
    Ok((names("unit ").next().transpose()?, names("surface ").collect::<Result<_, _>>()?))
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

/// FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923).
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
