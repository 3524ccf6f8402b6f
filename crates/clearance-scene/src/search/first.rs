//! The first pair of leaves of a kind, by their numbers.
//!
//! Surfaces that cross meet in many pairs of triangles, and parallel plates have many pairs at one distance. The answer
//! names one of them, and it must not depend on which was found first. So it is the pair with the least number of A's
//! leaf, and of these the least of B's. A heap of pairs of boxes gives the pairs in this order, since a box knows the
//! least number in it.

use super::bounds::Direction;
use super::crossing::{are_beside, ends_of, proven_meeting};
use super::pair::Pair;
use super::walk::open;
use crate::facets::FacetSpace;
use crate::facets::lanes::LANES;
use crate::tree::{Cell, Content, Group};
use clearance::each::Each;
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
pub(super) fn first_meeting<V: FacetSpace<D>, const D: usize>(pair: &Pair<V, D>) -> Option<[u32; 2]> {
    // Boxes that are apart by more than the errors hold no leaves that meet.
    first_pair(pair, &Direction::NONE, pair.frame.slack, |leaves| {
        proven_meeting(pair, leaves).unwrap_or_else(|| meet(pair, leaves))
    })
}

/// The leaves with the least numbers of which something is so. It is not so of leaves whose rounded distance exceeds a
/// length of the frame. `direction` parts boxes that are farther apart.
pub(super) fn first_pair<V: FacetSpace<D>, const D: usize>(
    pair: &Pair<V, D>,
    direction: &Direction<D>,
    limit: f64,
    mut is_so: impl FnMut([u32; 2]) -> bool,
) -> Option<[u32; 2]> {
    let (trees, frame) = (pair.trees, &pair.frame);
    let roots = [trees[0].root()?, trees[1].root()?];
    let mut waiting = BinaryHeap::new();
    let boxes = |cells: [Cell; 2]| {
        let first = [0, 1].each(|side| trees[side].node(cells[side].node).first[usize::from(cells[side].slot)]);
        Reverse(Entry { first, what: What::Boxes(cells.each(|cell| (cell.node, cell.slot))) })
    };
    waiting.push(boxes(roots));
    while let Some(Reverse(Entry { first, what })) = waiting.pop() {
        let What::Boxes(cells) = what else {
            if is_so(first) {
                return Some(first);
            }
            continue;
        };
        let [a, b] = cells.each(|(node, slot)| Cell { node, slot });
        if let [Content::Group(of_a), Content::Group(of_b)] = [trees[0].content(a), trees[1].content(b)] {
            let mut push = |first| waiting.push(Reverse(Entry { first, what: What::Leaves }));
            each_near_pair(pair, [of_a, of_b], limit, &mut push);
        } else {
            open(trees, frame, direction, limit, [a, b], |cells, _| waiting.push(boxes(cells)));
        }
    }
    None
}

/// The pairs of leaves of two groups, but for facets whose boxes are clearly farther apart than a limit.
fn each_near_pair<V: FacetSpace<D>, const D: usize>(
    pair: &Pair<V, D>,
    [of_a, of_b]: [Group; 2],
    limit: f64,
    push: &mut impl FnMut([u32; 2]),
) {
    let everywhere = [[f64::NEG_INFINITY; D], [f64::INFINITY; D]];
    let mut boxes = [everywhere; LANES];
    if let Some(facets) = pair.facets {
        for (ends, &leaf) in boxes.iter_mut().zip(of_b.pieces) {
            *ends = ends_of(pair.corners_of_b(facets, leaf));
        }
    }
    for &of_a in of_a.pieces {
        let own = pair.facets.map_or(everywhere, |facets| ends_of(pair.corners_of_a(facets, of_a)));
        for (ends, &of_b) in boxes.iter().zip(of_b.pieces) {
            if !are_beside(own, *ends, limit) {
                push([of_a, of_b]);
            }
        }
    }
}

/// Whether two leaves have a common point: without rounding if both are polytopes. Otherwise whether it cannot be
/// excluded.
fn meet<V: FacetSpace<D>, const D: usize>(pair: &Pair<V, D>, leaves: [u32; 2]) -> bool {
    pair.ask(&Solver::default(), leaves).status != Status::Separated
}
