//! What is odd about an outline. Nothing here changes an answer.

use super::Ring;
use clearance::Vec2;

/// What is odd about an outline. Self-crossings are not looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutlineReport {
    /// Lines that are not closed.
    pub open_lines: usize,
    /// Edges whose ends are one point.
    pub zero_edges: usize,
    /// Rings with fewer than three edges: they enclose nothing.
    pub thin_rings: usize,
    /// Polygons with at least one edge.
    pub polygons: usize,
}

impl OutlineReport {
    pub(super) fn of(vertices: &[Vec2<f64>], edges: &[[u32; 2]], rings: &[Ring]) -> Self {
        let has_no_length = |edge: &&[u32; 2]| vertices[edge[0] as usize] == vertices[edge[1] as usize];
        let used = rings.iter().filter(|ring| ring.edge_count > 0);
        let mut polygons: Vec<u32> = used.clone().filter(|ring| ring.is_closed).map(|ring| ring.polygon).collect();
        polygons.dedup();
        Self {
            open_lines: used.clone().filter(|ring| !ring.is_closed).count(),
            zero_edges: edges.iter().filter(has_no_length).count(),
            thin_rings: used.filter(|ring| ring.is_closed && ring.edge_count < 3).count(),
            polygons: polygons.len(),
        }
    }
}
