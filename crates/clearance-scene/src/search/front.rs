//! The front of a search: the pairs of boxes that a proof leaves out.
//!
//! The search opens pairs of boxes until each is left out, or holds groups of leaves that are looked at one by one.
//! With the final distance and its normal, the pairs that are left out are a proof: they and the pairs of leaves that
//! are looked at cover all pairs of leaves, and nothing in the boxes of a pair is nearer than its bound.

use super::bounds::Direction;
use super::pair::Pair;
use super::walk::open;
use super::{Nearest, nearest};
use crate::facets::FacetSpace;
use crate::tree::{Cell, Content, Tree};
use crate::view::Bodies;
use clearance::each::Each;
use clearance::{Solver, Vector};

/// A proof of the least distance of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Front<V: Vector, const D: usize> {
    /// The distance that it proves. Planes across its normal part most pairs.
    pub nearest: Nearest<V>,
    /// The pairs that are left out.
    pub pairs: Vec<BoxPair<D>>,
    /// How many pairs of leaves are not in `pairs`.
    pub leaf_pairs: u64,
}

/// Two boxes that hold leaves, with a lower bound of the distances of these leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxPair<const D: usize> {
    /// For each body: the least and the greatest coordinates of the box in the body's frame, without the pose.
    pub boxes: [[[f64; D]; 2]; 2],
    /// How many leaves each box holds.
    pub leaves: [u32; 2],
    /// No leaf of the first box is nearer to a leaf of the second one. It is at least the upper bound of the distance.
    pub bound: f64,
}

/// The front of two bodies. `None` if nothing is known.
pub(crate) fn front<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>) -> Option<Front<V, D>> {
    let pair = Pair::new(bodies)?;
    let nearest = nearest(&Solver::default(), bodies, None)?;
    let (trees, frame) = (pair.trees, &pair.frame);
    let counts = trees.each(counts);
    let normal = frame.direction_of_world(nearest.normal.into());
    let direction = Direction::of(frame, normal).unwrap_or(Direction::NONE);
    let limit = frame.length(nearest.upper) + frame.slack;
    let (mut pairs, mut leaf_pairs) = (Vec::new(), 0);
    let mut waiting = vec![([trees[0].root()?, trees[1].root()?], 0.0)];
    while let Some((cells, bound)) = waiting.pop() {
        let leaves = [0, 1].each(|side| counts[side][cells[side].node as usize][usize::from(cells[side].slot)]);
        if bound > limit {
            let boxes = [0, 1].each(|side| box_of(trees[side], cells[side], bodies[side].factors));
            pairs.push(BoxPair { boxes, leaves, bound: frame.world_length(bound - frame.slack) });
        } else if let [Content::Group(_), Content::Group(_)] = [trees[0].content(cells[0]), trees[1].content(cells[1])]
        {
            leaf_pairs += u64::from(leaves[0]) * u64::from(leaves[1]);
        } else {
            open(trees, frame, &direction, f64::INFINITY, cells, |cells, nearer| {
                waiting.push((cells, nearer.max(bound)));
            });
        }
    }
    Some(Front { nearest, pairs, leaf_pairs })
}

/// How many leaves each cell of each node holds.
fn counts<const D: usize>(tree: &Tree<D>) -> Vec<[u32; 8]> {
    let mut counts = vec![[0; 8]; tree.node_count()];
    if let Some(root) = tree.root() {
        count(tree, root, &mut counts);
    }
    counts
}

fn count<const D: usize>(tree: &Tree<D>, cell: Cell, counts: &mut [[u32; 8]]) -> u32 {
    let found = match tree.content(cell) {
        Content::Group(group) => group.pieces.len() as u32,
        Content::Node(node) => (0..tree.node(node).used).map(|slot| count(tree, Cell { node, slot }, counts)).sum(),
    };
    counts[cell.node as usize][usize::from(cell.slot)] = found;
    found
}

/// The box of a cell in the body's frame: scaled and mirrored.
pub(crate) fn box_of<const D: usize>(tree: &Tree<D>, cell: Cell, factors: [f64; D]) -> [[f64; D]; 2] {
    let [low, high] = tree.ends(cell);
    let ends = |axis: usize| [low[axis] * factors[axis], high[axis] * factors[axis]];
    [
        std::array::from_fn(|axis| ends(axis)[0].min(ends(axis)[1])),
        std::array::from_fn(|axis| ends(axis)[0].max(ends(axis)[1])),
    ]
}
