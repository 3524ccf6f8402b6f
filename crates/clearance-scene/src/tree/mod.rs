//! A tree of boxes around convex leaves, eight children a node.
//!
//! The tree knows nothing of triangles. Its leaves are numbers, and [`Pieces`] tells how far each one reaches. All
//! bounds are rounded outward, to `f32`: a box that is a little too large costs time, and never the answer. A body far from
//! the origin has its boxes around its own middle: `f32` would not tell them apart otherwise.
//!
//! A node holds two bounds of each child. The first is a box along the axes. The second is a slab, two parallel planes
//! across the mean normal of the child. A box around a flat patch that stands askew is thick, and the slab is thin.

mod build;
mod cuts;

pub(crate) use build::scaled;

use build::Builder;
use clearance::each::Each;
use std::sync::atomic::{AtomicU64, Ordering};

/// Children of a node, and the most leaves of a group.
pub(crate) const WIDTH: usize = 8;

/// Convex pieces in `D` dimensions.
pub trait Pieces<const D: usize>: Sync {
    /// How many pieces there are.
    fn count(&self) -> usize;
    /// The least and the greatest coordinates of a piece.
    fn bounds(&self, piece: u32) -> [[f64; D]; 2];
    /// The normal of a flat piece, as long as its area. Zero if the piece is not flat. Rounding does no harm here.
    fn normal(&self, piece: u32) -> [f64; D];
    /// The D corners of a piece that is a facet: a segment in the plane, a triangle in space. Either all pieces are facets
    /// or none is.
    fn facet(&self, piece: u32) -> Option<[[f64; D]; D]> {
        let _ = piece;
        None
    }
    /// The least and the greatest product of the direction with a point of the piece, each with a rounding error under
    /// 4u · (the sum of the products' magnitudes).
    fn along(&self, piece: u32, direction: [f64; D]) -> [f64; 2];
}

/// Boxes around boxes around convex pieces.
#[derive(Clone, Debug)]
pub struct Tree<const D: usize> {
    /// The first node has one child: all pieces. So each box has a node and a slot.
    nodes: Vec<Node<D>>,
    /// The pieces in the order of the tree. A group is a range of it.
    order: Vec<u32>,
    /// The corners of facets in the lengths of the tree, rounded to the nearest number of `f32`: off by at most 2⁻²⁵. A
    /// group of n facets has D² rows of n numbers, corner by corner and axis by axis. Eight numbers more at the end let
    /// every row be read as eight.
    corners: Vec<f32>,
    /// What the tree's coordinates count from. The difference of a corner and this point is exact.
    center: [f64; D],
    /// Lengths in the tree are multiplied by 2^−exponent. Then all coordinates are at most 1.
    exponent: i32,
    /// All coordinates of corners, from the origin, are at most 2^reach.
    reach: i32,
    /// No other tree has this number, but for copies. It is another one when the boxes are described again.
    id: u64,
}

/// The bounds of eight children. A slot that is not used is never pushed.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Node<const D: usize> {
    pub low: [[f32; WIDTH]; D],
    pub high: [[f32; WIDTH]; D],
    /// The unit normals of the slabs, rounded: any vector will do.
    pub normal: [[f32; WIDTH]; D],
    /// The least and the greatest product of a point with `normal`.
    pub slab: [[f32; WIDTH]; 2],
    /// The index of a node, or the first place of a group in the order of the tree.
    child: [u32; WIDTH],
    /// The least number of a piece.
    pub first: [u32; WIDTH],
    /// The pieces of a group. 0 for a node.
    pieces: [u8; WIDTH],
    pub used: u8,
}

/// A box of the tree: a slot of a node.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub node: u32,
    pub slot: u8,
}

/// What a cell holds.
pub enum Content<'a> {
    /// A node with this index.
    Node(u32),
    /// A group of pieces.
    Group(Group<'a>),
}

/// Up to eight pieces side by side.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The place of the first piece in the order of the tree.
    start: usize,
    /// The numbers of the pieces.
    pub pieces: &'a [u32],
}

impl<const D: usize> Tree<D> {
    /// The tree of these pieces. Their coordinates are finite.
    pub fn new(pieces: &dyn Pieces<D>) -> Self {
        Builder::new(pieces).tree()
    }

    /// Describes the boxes again after the pieces have moved. Their number is the same as for [`Tree::new`].
    pub fn refit(&mut self, pieces: &dyn Pieces<D>) {
        Builder::new(pieces).refit(self);
        self.id = next_id();
    }

    /// The number that tells apart trees of other pieces, or of pieces that have moved.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The cell of all pieces. `None` if there is no piece.
    pub fn root(&self) -> Option<Cell> {
        (!self.order.is_empty()).then_some(Cell { node: 0, slot: 0 })
    }

    pub fn node(&self, index: u32) -> &Node<D> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub fn content(&self, cell: Cell) -> Content<'_> {
        let node = self.node(cell.node);
        let (child, pieces) = (node.child[usize::from(cell.slot)], node.pieces[usize::from(cell.slot)]);
        if pieces == 0 {
            Content::Node(child)
        } else {
            let start = child as usize;
            Content::Group(Group { start, pieces: &self.order[start..][..usize::from(pieces)] })
        }
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The least and the greatest coordinates of a cell's box, in the lengths of the pieces.
    pub fn ends(&self, cell: Cell) -> [[f64; D]; 2] {
        let (node, slot) = (self.node(cell.node), usize::from(cell.slot));
        let [low, high] = [&node.low, &node.high]
            .each(|end| scaled(std::array::from_fn(|axis| f64::from(end[axis][slot])), self.exponent));
        let outward = |end: [f64; D], rounded: fn(f64) -> f64| {
            std::array::from_fn(|axis| {
                if self.center[axis] == 0.0 { end[axis] } else { rounded(end[axis] + self.center[axis]) }
            })
        };
        [outward(low, f64::next_down), outward(high, f64::next_up)]
    }

    /// A corner of the facets of a group, in the lengths of the tree: one row of eight numbers for each axis. Places
    /// beyond the group hold numbers of other facets, or zeros.
    #[inline]
    pub fn corner(&self, group: Group, corner: usize) -> [[f32; WIDTH]; D] {
        let mut rows = [[0.0; WIDTH]; D];
        for axis in 0..D {
            let first = D * D * group.start + (corner * D + axis) * group.pieces.len();
            rows[axis].copy_from_slice(&self.corners[first..first + WIDTH]);
        }
        rows
    }

    /// Lengths in the tree are multiplied by two to the power of minus this.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// What the tree's coordinates count from, in the lengths of the pieces.
    pub fn center(&self) -> [f64; D] {
        self.center
    }

    /// All coordinates of corners are at most two to the power of this.
    pub fn reach(&self) -> i32 {
        self.reach
    }

    /// A point in the tree's coordinates: rounded once, but below the range of floats.
    pub fn coordinates(&self, point: [f64; D]) -> [f64; D] {
        scaled(std::array::from_fn(|axis| point[axis] - self.center[axis]), -self.exponent)
    }

    /// The sum of the surfaces of all boxes over the surface of the first. 0 if that is 0.
    pub fn surface(&self) -> f64 {
        let boxes =
            self.nodes.iter().flat_map(|node| (0..node.used).map(|slot| surface(node.middle_and_half(slot)[1])));
        let Some(first) = self.root().map(|cell| surface(self.node(cell.node).middle_and_half(cell.slot)[1])) else {
            return 0.0;
        };
        if first > 0.0 { boxes.sum::<f64>() / first } else { 0.0 }
    }

    /// The memory of the tree, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<D>>() + 4 * (self.order.len() + self.corners.len())
    }
}

/// A number that no tree has had.
fn next_id() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Half the surface of a box in space, half the outline in the plane: the chance to be met.
fn surface<const D: usize>(side: [f64; D]) -> f64 {
    if D == 2 { side[0] + side[1] } else { (0..D).map(|axis| side[axis] * side[(axis + 1) % D]).sum() }
}

impl<const D: usize> Node<D> {
    /// The middle and half the size of a child's box.
    #[inline]
    pub fn middle_and_half(&self, slot: u8) -> [[f64; D]; 2] {
        let slot = usize::from(slot);
        let ends = |axis: usize| [f64::from(self.low[axis][slot]), f64::from(self.high[axis][slot])];
        [
            std::array::from_fn(|axis| 0.5 * (ends(axis)[0] + ends(axis)[1])),
            std::array::from_fn(|axis| 0.5 * (ends(axis)[1] - ends(axis)[0])),
        ]
    }
}
