//! Groups of triangles that a plane surely parts, although their boxes overlap.
//!
//! A flat ring of n long triangles has some n² pairs of triangles whose boxes overlap: those boxes lie along the axes, and
//! the triangles askew. But a group of neighbours is a strip. Across its longest edge it is narrow, and nearly every other
//! strip is wholly on one side of it.

use super::placed::{LEAST, Placed, Vertex};
use crate::tree::{Cell, Content, Tree, WIDTH};
use clearance::Vec3;

/// The groups of a tree as strips, by node and slot.
pub(super) struct Strips(Vec<[Option<Strip>; WIDTH]>);

/// A group of triangles.
struct Strip {
    corners: Vec<Vec3<f64>>,
    /// Across the longest edge of the group, in the plane of its triangle.
    across: Vec3<f64>,
    /// Bounds of the heights of the corners along `across`, from the first one.
    ends: [f64; 2],
}

impl Strips {
    /// The strips of the first body.
    pub fn new(placed: &Placed, tree: &Tree<3>) -> Self {
        let strips = (0..tree.node_count() as u32).map(|node| {
            std::array::from_fn(|slot| {
                let cell = Cell { node, slot: slot as u8 };
                match tree.content(cell) {
                    Content::Group(group) if cell.slot < tree.node(node).used => Strip::new(placed, group.pieces),
                    _ => None,
                }
            })
        });
        Self(strips.collect())
    }

    /// Whether two boxes are groups of which no triangles meet, with certainty.
    pub fn are_parted(&self, placed: &Placed, cells: [Cell; 2]) -> bool {
        let [one, other] = cells.map(|cell| self.0[cell.node as usize][usize::from(cell.slot)].as_ref());
        let (Some(one), Some(other)) = (one, other) else { return false };
        one.is_beside(placed, other) || other.is_beside(placed, one)
    }
}

impl Strip {
    /// The strip of triangles of the first body. `None` if there is none.
    fn new(placed: &Placed, triangles: &[u32]) -> Option<Self> {
        let at = |vertex: Vertex| Vec3::from(placed.rounded(vertex));
        let of = |&triangle: &u32| placed.corners(0, triangle);
        let mut vertices: Vec<u32> = triangles.iter().flat_map(of).map(|vertex| vertex.index).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let corners: Vec<_> = vertices.into_iter().map(|index| at(Vertex { side: 0, index })).collect();
        let edges = triangles.iter().map(of).flat_map(|[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]]);
        let lengths = edges.map(|edge| ((at(edge[1]) - at(edge[0])).length(), edge));
        let (_, [from, to, tip]) = lengths.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        let (edge, side) = (at(to) - at(from), at(tip) - at(from));
        let across = edge.cross(edge.cross(side));
        let ends = ends(placed, across, *corners.first()?, &corners);
        Some(Self { corners, across, ends })
    }

    /// Whether another strip is wholly on one side of this one.
    fn is_beside(&self, placed: &Placed, other: &Self) -> bool {
        let [low, high] = ends(placed, self.across, self.corners[0], &other.corners);
        low > self.ends[1] + LEAST || high < self.ends[0] - LEAST
    }
}

/// Bounds of the heights of points above a base.
fn ends(placed: &Placed, normal: Vec3<f64>, base: Vec3<f64>, points: &[Vec3<f64>]) -> [f64; 2] {
    points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
        let [least, most] = placed.height(normal, *point - base);
        [if least < low { least } else { low }, if most > high { most } else { high }]
    })
}
