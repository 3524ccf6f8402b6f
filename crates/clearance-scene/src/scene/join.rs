//! Pairs of objects by their boxes: all pairs within a length, or the nearest first.

use super::boxes::{Below, BoxTree, WorldBox};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// All pairs of objects whose boxes are no farther apart than `limit`, the lesser number first, in increasing order.
pub(super) fn pairs_within(boxes: &[WorldBox], limit: f64) -> Vec<[u32; 2]> {
    let tree = BoxTree::new(boxes);
    let mut pairs = Vec::new();
    let mut waiting = Vec::new();
    if !tree.nodes.is_empty() {
        waiting.push([0, 0]);
    }
    while let Some(nodes) = waiting.pop() {
        open(&tree, boxes, nodes, |gap, pairing| {
            if gap > limit {
                return;
            }
            match pairing {
                Pairing::Nodes(nodes) => waiting.push(nodes),
                Pairing::Objects(objects) => pairs.push(objects),
            }
        });
    }
    pairs.sort_unstable();
    pairs
}

/// Pairs of objects, those with the nearest boxes first.
pub(super) struct NearestFirst<'a> {
    tree: BoxTree,
    boxes: &'a [WorldBox],
    waiting: BinaryHeap<Reverse<Waiting>>,
}

/// Two nodes or two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pairing {
    Objects([u32; 2]),
    Nodes([u32; 2]),
}

/// A pairing with the gap of its boxes.
#[derive(PartialEq)]
struct Waiting {
    gap: f64,
    pairing: Pairing,
}

impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gap.total_cmp(&other.gap).then_with(|| self.pairing.cmp(&other.pairing))
    }
}

impl<'a> NearestFirst<'a> {
    pub fn new(boxes: &'a [WorldBox]) -> Self {
        let tree = BoxTree::new(boxes);
        let mut waiting = BinaryHeap::new();
        if !tree.nodes.is_empty() {
            waiting.push(Reverse(Waiting { gap: 0.0, pairing: Pairing::Nodes([0, 0]) }));
        }
        Self { tree, boxes, waiting }
    }

    /// A lower bound of the gaps of all pairs that are not yet taken. Infinity if there is none.
    pub fn gap(&self) -> f64 {
        self.waiting.peek().map_or(f64::INFINITY, |Reverse(waiting)| waiting.gap)
    }

    /// The next pair, the lesser number first, if the gap of its boxes is not above `limit`.
    pub fn next_within(&mut self, limit: f64) -> Option<[u32; 2]> {
        while !(self.gap() > limit) {
            let Reverse(Waiting { pairing, .. }) = self.waiting.pop()?;
            let nodes = match pairing {
                Pairing::Objects(pair) => return Some(pair),
                Pairing::Nodes(nodes) => nodes,
            };
            let waiting = &mut self.waiting;
            open(&self.tree, self.boxes, nodes, |gap, pairing| waiting.push(Reverse(Waiting { gap, pairing })));
        }
        None
    }
}

/// The pairs of what is in two nodes, which may be one.
fn open(tree: &BoxTree, boxes: &[WorldBox], [a, b]: [u32; 2], mut push: impl FnMut(f64, Pairing)) {
    let mut nodes = |a: u32, b: u32| {
        let gap = tree.nodes[a as usize].around.gap(&tree.nodes[b as usize].around);
        push(gap, Pairing::Nodes([a, b]));
    };
    match (tree.nodes[a as usize].below, tree.nodes[b as usize].below) {
        (Below::Nodes(left, right), _) if a == b => {
            nodes(left, left);
            nodes(left, right);
            nodes(right, right);
        }
        (Below::Objects(first, end), Below::Objects(begin, last)) => {
            let of_a = tree.objects(first, end);
            for (place, &one) in of_a.iter().enumerate() {
                let of_b = if a == b { &of_a[place + 1..] } else { tree.objects(begin, last) };
                for &other in of_b {
                    let gap = boxes[one as usize].gap(&boxes[other as usize]);
                    push(gap, Pairing::Objects([one.min(other), one.max(other)]));
                }
            }
        }
        (Below::Nodes(left, right), Below::Nodes(..)) if opens_first(tree, a, b) => {
            nodes(left, b);
            nodes(right, b);
        }
        (Below::Nodes(left, right), Below::Objects(..)) => {
            nodes(left, b);
            nodes(right, b);
        }
        (_, Below::Nodes(left, right)) => {
            nodes(a, left);
            nodes(a, right);
        }
    }
}

/// Whether the box of A is the larger one, by its longest side.
fn opens_first(tree: &BoxTree, a: u32, b: u32) -> bool {
    let longest = |node: u32| {
        let around = &tree.nodes[node as usize].around;
        (0..3).fold(0.0, |longest: f64, axis| longest.max(around.high[axis] - around.low[axis]))
    };
    longest(a) >= longest(b)
}
