//! Boxes of a tree that a plane surely parts, although they overlap.
//!
//! A flat ring of n long triangles has some n² pairs of triangles whose boxes overlap: those boxes lie along the axes, and
//! the triangles askew. But the neighbours in a box are a strip. Across its longest edge it is narrow, and nearly every other
//! strip is wholly on one side of it. Strips of many triangles part most pairs of nodes, and those of few what is left: so
//! some n·log n pairs are looked at.

use super::placed::{LEAST, Placed, Vertex};
use crate::tree::{Cell, Content, Tree, WIDTH};
use clearance::Vec3;
use std::cell::OnceCell;

/// The most triangles of a strip. Larger: strips that part more at once, and more time for those that part nothing.
const MOST: usize = 2048;

/// How many times as long as a long edge in it the box of a strip is, at most. Larger: more boxes are looked into that are no
/// strips. Smaller: strips that are not seen. It changes the time alone.
const LONGEST: f64 = 3.0;

/// The boxes of a tree as strips, by node and slot. Each is made when it is asked for.
pub(super) struct Strips<'t> {
    tree: &'t Tree<3>,
    strips: Vec<[OnceCell<Option<Strip>>; WIDTH]>,
}

/// The triangles of a box.
struct Strip {
    corners: Vec<Vec3<f64>>,
    /// Across the longest edge, in the plane of its triangle.
    across: Vec3<f64>,
    /// Bounds of the heights of the corners along `across`, from the first one.
    ends: [f64; 2],
}

impl<'t> Strips<'t> {
    /// The strips of the first body, which has this tree.
    pub fn new(tree: &'t Tree<3>) -> Self {
        let strips = (0..tree.node_count()).map(|_| std::array::from_fn(|_| OnceCell::new()));
        Self { tree, strips: strips.collect() }
    }

    /// Whether no triangles of two boxes meet, with certainty.
    pub fn are_parted(&self, placed: &Placed, [one, other]: [Cell; 2]) -> bool {
        if (one.node, one.slot) == (other.node, other.slot) {
            return false;
        }
        let (Some(one), Some(other)) = (self.strip(placed, one), self.strip(placed, other)) else { return false };
        one.is_beside(placed, other) || other.is_beside(placed, one)
    }

    fn strip(&self, placed: &Placed, cell: Cell) -> Option<&Strip> {
        let place = &self.strips[cell.node as usize][usize::from(cell.slot)];
        place.get_or_init(|| self.strip_of(placed, cell)).as_ref()
    }

    /// The strip of a box. `None` if it has too many triangles, or if it is a node that is not narrow.
    fn strip_of(&self, placed: &Placed, cell: Cell) -> Option<Strip> {
        match self.tree.content(cell) {
            Content::Group(group) => Strip::new(placed, group.pieces).map(|(strip, _)| strip),
            Content::Node(_) if !self.may_be_narrow(placed, cell) => None,
            Content::Node(_) => {
                let mut triangles = Vec::new();
                self.collect(cell, &mut triangles);
                let (strip, length) = Strip::new(placed, Some(triangles).filter(|all| all.len() <= MOST)?.as_slice())?;
                let width = (strip.ends[1] - strip.ends[0]) / strip.across.length();
                (width < length).then_some(strip)
            }
        }
    }

    /// Whether a box is no longer than some edges in it: of a body whose triangles are compact it is not.
    fn may_be_narrow(&self, placed: &Placed, cell: Cell) -> bool {
        let (mesh, mut first) = (placed.bodies[0].mesh, cell);
        let group = loop {
            match self.tree.content(first) {
                Content::Group(group) => break group,
                Content::Node(node) => first = Cell { node, slot: 0 },
            }
        };
        let corners = group.pieces.iter().map(|&triangle| mesh.triangles()[triangle as usize]);
        let edges = corners.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let length = |edge: [u32; 2]| {
            let [from, to] = edge.map(|index| mesh.vertices()[index as usize]);
            (to - from).length()
        };
        let [low, high] = self.tree.ends(cell).map(Vec3::from);
        (high - low).length() <= LONGEST * edges.map(length).fold(0.0, f64::max)
    }

    /// Adds the triangles of a box, until they are too many.
    fn collect(&self, cell: Cell, triangles: &mut Vec<u32>) {
        match self.tree.content(cell) {
            Content::Group(group) => triangles.extend_from_slice(group.pieces),
            Content::Node(node) => {
                for slot in 0..self.tree.node(node).used {
                    if triangles.len() <= MOST {
                        self.collect(Cell { node, slot }, triangles);
                    }
                }
            }
        }
    }
}

impl Strip {
    /// The strip of triangles of the first body, and the length of its longest edge. `None` if there is none.
    fn new(placed: &Placed, triangles: &[u32]) -> Option<(Self, f64)> {
        let at = |vertex: Vertex| Vec3::from(placed.rounded(vertex));
        let of = |&triangle: &u32| placed.corners(0, triangle);
        let mut vertices: Vec<u32> = triangles.iter().flat_map(of).map(|vertex| vertex.index).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let corners: Vec<_> = vertices.into_iter().map(|index| at(Vertex { side: 0, index })).collect();
        let edges = triangles.iter().map(of).flat_map(|[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]]);
        let lengths = edges.map(|edge| ((at(edge[1]) - at(edge[0])).length(), edge));
        let (length, [from, to, tip]) = lengths.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
        let (edge, side) = (at(to) - at(from), at(tip) - at(from));
        let across = edge.cross(edge.cross(side));
        let ends = ends(placed, across, *corners.first()?, &corners);
        Some((Self { corners, across, ends }, length))
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
