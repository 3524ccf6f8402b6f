//! The first pair of leaves that meet.
//!
//! Surfaces that cross meet in many pairs of triangles. The answer names one of them, and it must not depend on which
//! was found first. So it is the pair with the least number of A's leaf, and of these the least of B's. A heap of pairs
//! of boxes gives the pairs in this order, since a box knows the least number in it.

use super::crossing::{are_beside, ends_of, proven_meeting};
use super::frame::Frame;
use super::walk::{Direction, open};
use crate::composite::Composite;
use crate::facets::lanes::LANES;
use crate::tree::{Cell, Content, Group};
use clearance::{Solver, Status};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A pair of boxes or of leaves, by the least numbers in it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    first: [u32; 2],
    what: What,
}

/// The order is that of cheap work first. It does not change the answer.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Boxes([(u32, u8); 2]),
    Leaves,
}

/// The leaves with the least numbers that meet. `None` if no two meet.
pub(super) fn first_meeting<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    bodies: (&A, &B),
    frame: &Frame<D>,
) -> Option<[u32; 2]> {
    let trees = [bodies.0.tree(), bodies.1.tree()];
    let roots = [trees[0].root()?, trees[1].root()?];
    let mut waiting = BinaryHeap::new();
    let boxes = |cells: [Cell; 2]| {
        let first = [0, 1].map(|side| trees[side].node(cells[side].node).first[usize::from(cells[side].slot)]);
        Reverse(Entry { first, what: What::Boxes(cells.map(|cell| (cell.node, cell.slot))) })
    };
    waiting.push(boxes(roots));
    while let Some(Reverse(Entry { first, what })) = waiting.pop() {
        let What::Boxes(cells) = what else {
            if proven_meeting(bodies, frame, first).unwrap_or_else(|| meet(bodies, first)) {
                return Some(first);
            }
            continue;
        };
        let [a, b] = cells.map(|(node, slot)| Cell { node, slot });
        if let [Content::Group(of_a), Content::Group(of_b)] = [trees[0].content(a), trees[1].content(b)] {
            each_near_pair(bodies, frame, [of_a, of_b], |first| {
                waiting.push(Reverse(Entry { first, what: What::Leaves }))
            });
        } else {
            // Boxes that are apart by more than the errors hold no leaves that meet.
            open(trees, frame, &Direction::NONE, frame.slack, [a, b], |cells, _| waiting.push(boxes(cells)));
        }
    }
    None
}

/// The pairs of leaves of two groups, but for facets whose boxes are clearly apart.
fn each_near_pair<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    (a, b): (&A, &B),
    frame: &Frame<D>,
    [of_a, of_b]: [Group; 2],
    mut push: impl FnMut([u32; 2]),
) {
    let is_faceted = A::IS_FACETED && B::IS_FACETED;
    let mut boxes = [[[f64::NEG_INFINITY; D], [f64::INFINITY; D]]; LANES];
    if is_faceted {
        for (ends, &leaf) in boxes.iter_mut().zip(of_b.pieces) {
            *ends = ends_of(b.corner_indices(leaf).map(|vertex| frame.of_b(b.vertex(vertex))));
        }
    }
    for &of_a in of_a.pieces {
        let own = if is_faceted {
            ends_of(a.corner_indices(of_a).map(|vertex| frame.of_a(a.vertex(vertex))))
        } else {
            boxes[0]
        };
        for (ends, &of_b) in boxes.iter().zip(of_b.pieces) {
            if !are_beside(own, *ends, frame.slack) {
                push([of_a, of_b]);
            }
        }
    }
}

/// Whether two leaves have a common point: without rounding if both are polytopes. Otherwise whether it cannot be
/// excluded.
pub(super) fn meet<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    (a, b): (&A, &B),
    [of_a, of_b]: [u32; 2],
) -> bool {
    Solver::default().distance(&a.leaf(of_a), &b.leaf(of_b)).status != Status::Separated
}
