//! The tree from the top down: boxes are cut where the cost of the two halves is least.
//!
//! The cost of a part is the surface of its box times the number of its groups (Goldsmith and Salmon, "Automatic
//! creation of object hierarchies for ray tracing", 1987). Cuts are tried at the borders of sixteen bins along each
//! axis.

use super::{Node, Pieces, Tree, WIDTH, next_id, surface};
use clearance::real::{exponent_of, ldexp};

/// Bins along an axis.
const BINS: usize = 16;

/// Pieces of a part from which on several threads are worth their start.
#[cfg(feature = "rayon")]
const PIECES_FOR_THREADS: usize = 4096;

/// An axis-aligned box. The empty one has its ends exchanged.
#[derive(Clone, Copy)]
struct Bounds<const D: usize> {
    low: [f64; D],
    high: [f64; D],
}

impl<const D: usize> Bounds<D> {
    const EMPTY: Self = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };

    fn with(mut self, other: &Self) -> Self {
        for axis in 0..D {
            self.low[axis] = self.low[axis].min(other.low[axis]);
            self.high[axis] = self.high[axis].max(other.high[axis]);
        }
        self
    }

    fn middle(&self, axis: usize) -> f64 {
        0.5 * (self.low[axis] + self.high[axis])
    }

    /// See [`surface`].
    fn surface(&self) -> f64 {
        surface::<D>(std::array::from_fn(|axis| (self.high[axis] - self.low[axis]).max(0.0)))
    }
}

/// The pieces with their boxes, in lengths of at most 1.
pub(super) struct Builder<'a, P, const D: usize> {
    pieces: &'a P,
    boxes: Vec<Bounds<D>>,
    exponent: i32,
}

/// A part of the tree that is built by itself: its nodes, whose indices begin at 0.
struct Part<const D: usize> {
    nodes: Vec<Node<D>>,
}

/// What a box holds.
enum Below<const D: usize> {
    /// Pieces, from this place in the order of the tree.
    Group(usize),
    /// A node, the first of the part.
    Part(Part<D>),
}

impl<const D: usize> Part<D> {
    /// Adds the nodes of a part. The answer is the index of its first.
    fn append(&mut self, mut part: Self) -> u32 {
        let first = self.nodes.len() as u32;
        for node in &mut part.nodes {
            for slot in 0..usize::from(node.used) {
                if node.pieces[slot] == 0 {
                    node.child[slot] += first;
                }
            }
        }
        self.nodes.append(&mut part.nodes);
        first
    }
}

impl<'a, P: Pieces<D>, const D: usize> Builder<'a, P, D> {
    pub fn new(pieces: &'a P) -> Self {
        let raw = (0..pieces.count() as u32).map(|piece| pieces.bounds(piece));
        let greatest = raw.clone().flatten().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        let exponent = exponent_above(greatest);
        let boxes = raw.map(|[low, high]| Bounds { low: scaled(low, -exponent), high: scaled(high, -exponent) });
        Self { pieces, boxes: boxes.collect(), exponent }
    }

    pub fn tree(&self) -> Tree<D> {
        let mut order: Vec<u32> = (0..self.boxes.len() as u32).collect();
        let part = self.part(&mut order, 0);
        let mut tree = Tree { nodes: part.nodes, order, corners: Vec::new(), exponent: self.exponent, id: next_id() };
        self.pack(&mut tree);
        tree
    }

    /// Writes the corners of all facets in the order of the tree.
    fn pack(&self, tree: &mut Tree<D>) {
        if tree.order.first().is_none_or(|&piece| self.pieces.facet(piece).is_none()) {
            return;
        }
        tree.corners = vec![0.0; D * D * tree.order.len() + WIDTH];
        for node in &tree.nodes {
            for slot in 0..usize::from(node.used) {
                let (start, count) = (node.child[slot] as usize, usize::from(node.pieces[slot]));
                for place in 0..count {
                    let facet = self.pieces.facet(tree.order[start + place]).unwrap_or([[0.0; D]; D]);
                    for (row, x) in facet.into_iter().flatten().enumerate() {
                        tree.corners[D * D * start + row * count + place] = ldexp(x, -self.exponent) as f32;
                    }
                }
            }
        }
    }

    /// Describes all boxes of a tree of the same pieces again, from the bottom up. The nodes and the order stay.
    pub fn refit(&self, tree: &mut Tree<D>) {
        tree.exponent = self.exponent;
        if !tree.order.is_empty() {
            self.refit_node(&mut tree.nodes, &tree.order, 0, 0);
            self.pack(tree);
        }
    }

    /// Describes the children of a node, whose pieces begin at `start` in the order. The answer is where they end.
    fn refit_node(&self, nodes: &mut [Node<D>], order: &[u32], node: usize, start: usize) -> usize {
        let mut end = start;
        for slot in 0..usize::from(nodes[node].used) {
            let (begin, child, pieces) = (end, nodes[node].child[slot], nodes[node].pieces[slot]);
            end = match pieces {
                0 => self.refit_node(nodes, order, child as usize, begin),
                _ => begin + usize::from(pieces),
            };
            self.describe(&mut nodes[node], slot, &order[begin..end], child);
        }
        end
    }

    /// The top node, whose only child is all pieces, and what is below it. `start` is the place of the first piece in
    /// the order of the tree.
    fn part(&self, order: &mut [u32], start: usize) -> Part<D> {
        let mut part = Part { nodes: vec![Node::empty()] };
        if !order.is_empty() {
            self.fill(&mut part, 0, order, &[order.len()], start);
        }
        part
    }

    /// Fills a node of the part. `ends` are the ends of the children's ranges in `order`.
    fn fill(&self, part: &mut Part<D>, node: usize, order: &mut [u32], ends: &[usize], start: usize) {
        let mut ranges = Vec::with_capacity(ends.len());
        let (mut rest, mut begin) = (order, 0);
        for &end in ends {
            let (own, others) = rest.split_at_mut(end - begin);
            rest = others;
            ranges.push((own, start + begin));
            begin = end;
        }
        for (slot, (below, order)) in self.parts_of(ranges).into_iter().enumerate() {
            let child = match below {
                Below::Group(start) => start as u32,
                Below::Part(below) => part.append(below),
            };
            self.describe(&mut part.nodes[node], slot, order, child);
        }
    }

    /// What is below each range. Large ranges are built side by side; the tree is the same.
    fn parts_of<'o>(&self, ranges: Vec<(&'o mut [u32], usize)>) -> Vec<(Below<D>, &'o [u32])> {
        let one = |(order, start): (&'o mut [u32], usize)| (self.below(order, start), &*order);
        #[cfg(feature = "rayon")]
        if ranges.iter().map(|(order, _)| order.len()).sum::<usize>() >= PIECES_FOR_THREADS {
            use rayon::prelude::*;
            return ranges.into_par_iter().map(one).collect();
        }
        ranges.into_iter().map(one).collect()
    }

    /// A group if the pieces are few, and otherwise a node with what is below it.
    fn below(&self, order: &mut [u32], start: usize) -> Below<D> {
        if order.len() <= WIDTH {
            return Below::Group(start);
        }
        let mut part = Part { nodes: vec![Node::empty()] };
        let ends = self.eight_ranges(order);
        self.fill(&mut part, 0, order, &ends, start);
        Below::Part(part)
    }

    /// Cuts the pieces into up to eight ranges. The range with the largest surface is cut first. The answer is the ends
    /// of the ranges.
    fn eight_ranges(&self, order: &mut [u32]) -> Vec<usize> {
        let mut ranges = vec![(0, order.len(), self.around(order).surface())];
        while ranges.len() < WIDTH {
            let large = ranges.iter().enumerate().filter(|(_, (begin, end, _))| end - begin > WIDTH);
            let Some((place, &(begin, end, _))) = large.max_by(|(_, (_, _, a)), (_, (_, _, b))| a.total_cmp(b)) else {
                break;
            };
            let cut = begin + self.cut(&mut order[begin..end]);
            ranges[place] = (begin, cut, self.around(&order[begin..cut]).surface());
            ranges.insert(place + 1, (cut, end, self.around(&order[cut..end]).surface()));
        }
        ranges.into_iter().map(|(_, end, _)| end).collect()
    }

    fn around(&self, order: &[u32]) -> Bounds<D> {
        order.iter().fold(Bounds::EMPTY, |all, &piece| all.with(&self.boxes[piece as usize]))
    }

    /// Divides the pieces into two ranges, neither empty, and returns where the second begins.
    fn cut(&self, order: &mut [u32]) -> usize {
        match self.best_cut(order) {
            Some((axis, border)) => {
                let mut first = 0;
                for place in 0..order.len() {
                    if self.boxes[order[place] as usize].middle(axis) < border {
                        order.swap(first, place);
                        first += 1;
                    }
                }
                if first == 0 || first == order.len() { order.len() / 2 } else { first }
            }
            // All middles are one point: any halves are equally good.
            None => order.len() / 2,
        }
    }

    /// The axis and the coordinate of the cheapest cut. `None` if no cut divides the middles.
    fn best_cut(&self, order: &[u32]) -> Option<(usize, f64)> {
        let mut best = (f64::INFINITY, None);
        for axis in 0..D {
            let middles = order.iter().map(|&piece| self.boxes[piece as usize].middle(axis));
            let [low, high] =
                middles.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
            let bins_a_length = BINS as f64 / (high - low);
            if !bins_a_length.is_finite() {
                continue;
            }
            let mut bins = [(0usize, Bounds::<D>::EMPTY); BINS];
            for &piece in order {
                let own = &self.boxes[piece as usize];
                let bin = (((own.middle(axis) - low) * bins_a_length) as usize).min(BINS - 1);
                bins[bin] = (bins[bin].0 + 1, bins[bin].1.with(own));
            }
            let mut after = [f64::INFINITY; BINS];
            let mut sum = (0, Bounds::EMPTY);
            for bin in (1..BINS).rev() {
                sum = (sum.0 + bins[bin].0, sum.1.with(&bins[bin].1));
                after[bin] = cost(&sum);
            }
            let mut sum = (0, Bounds::EMPTY);
            for bin in 0..BINS - 1 {
                sum = (sum.0 + bins[bin].0, sum.1.with(&bins[bin].1));
                let both = cost(&sum) + after[bin + 1];
                if both < best.0 {
                    best = (both, Some((axis, low + (bin + 1) as f64 / bins_a_length)));
                }
            }
        }
        best.1
    }

    /// Writes the bounds of a child into its slot, rounded outward.
    fn describe(&self, node: &mut Node<D>, slot: usize, order: &[u32], child: u32) {
        let around = self.around(order);
        let normal = self.mean_normal(order);
        let mut slab = [f64::INFINITY, f64::NEG_INFINITY];
        for &piece in order {
            let [low, high] = self.pieces.along(piece, normal.map(f64::from));
            slab = [slab[0].min(low), slab[1].max(high)];
        }
        let [below, above] = scaled(slab, -self.exponent);
        for axis in 0..D {
            node.low[axis][slot] = round_down(around.low[axis]);
            node.high[axis][slot] = round_up(around.high[axis]);
            node.normal[axis][slot] = normal[axis];
        }
        // The products of a unit vector with coordinates of at most 1 sum up to less than 2. See `Pieces::along`.
        let error = 8.0 * f64::EPSILON;
        node.slab[0][slot] = round_down(below - error);
        node.slab[1][slot] = round_up(above + error);
        node.child[slot] = child;
        node.first[slot] = order.iter().copied().min().unwrap_or(0);
        node.pieces[slot] = if order.len() <= WIDTH { order.len() as u8 } else { 0 };
        node.used = node.used.max(slot as u8 + 1);
    }

    /// The direction of the sum of the normals. Zero if there is none.
    fn mean_normal(&self, order: &[u32]) -> [f32; D] {
        let mut sum = [0.0; D];
        for &piece in order {
            let normal = self.pieces.normal(piece);
            (0..D).for_each(|axis| sum[axis] += normal[axis]);
        }
        let greatest = sum.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let sum = sum.map(|x| x / greatest);
        let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        let unit = sum.map(|x| (x / length) as f32);
        if unit.iter().all(|x| x.is_finite()) { unit } else { [0.0; D] }
    }
}

/// The number of groups times the surface.
fn cost<const D: usize>((count, bounds): &(usize, Bounds<D>)) -> f64 {
    if *count == 0 { f64::INFINITY } else { count.div_ceil(WIDTH) as f64 * bounds.surface() }
}

impl<const D: usize> Node<D> {
    fn empty() -> Self {
        let zeros = [[0.0; WIDTH]; D];
        Self {
            low: zeros,
            high: zeros,
            normal: zeros,
            slab: [[0.0; WIDTH]; 2],
            child: [0; WIDTH],
            first: [0; WIDTH],
            pieces: [0; WIDTH],
            used: 0,
        }
    }
}

/// The least exponent e with x <= 2^e, for x >= 0. 0 for 0.
fn exponent_above(x: f64) -> i32 {
    if x == 0.0 {
        return 0;
    }
    let exponent = exponent_of(x);
    if ldexp(1.0, exponent) < x { exponent + 1 } else { exponent }
}

/// The numbers times 2^exponent.
pub(crate) fn scaled<const N: usize>(numbers: [f64; N], exponent: i32) -> [f64; N] {
    numbers.map(|x| ldexp(x, exponent))
}

/// The greatest `f32` that is not above.
fn round_down(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) > x { near.next_down() } else { near }
}

/// The least `f32` that is not below.
fn round_up(x: f64) -> f32 {
    -round_down(-x)
}
