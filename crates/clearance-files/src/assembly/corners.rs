//! From lists of corners to triangles. Triangles without an area are kept.

pub use crate::faces::fan;

/// The triangles of a strip. Every second one is turned round, so that all have the same side in front.
pub fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> + '_ {
    corners.windows(3).enumerate().map(|(index, triple)| match index % 2 {
        0 => [triple[0], triple[1], triple[2]],
        _ => [triple[0], triple[2], triple[1]],
    })
}

/// Each three corners as a triangle. One or two left over are `None`.
pub fn triples(corners: &[u32]) -> Option<impl Iterator<Item = [u32; 3]> + '_> {
    let chunks = corners.chunks_exact(3);
    chunks.remainder().is_empty().then(|| chunks.map(|triple| [triple[0], triple[1], triple[2]]))
}
