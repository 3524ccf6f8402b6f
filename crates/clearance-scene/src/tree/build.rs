//! The tree from the top down: boxes are cut, and what is in them is described.

use super::cuts::{Around, Bounds, Boxed, Range, eight_ranges, round_down, round_up};
use super::{Node, Pieces, Tree, WIDTH, next_id};
use clearance::real::{exponent_of, ldexp};

/// Pieces of a part from which on several threads are worth their start.
#[cfg(feature = "rayon")]
const PIECES_FOR_THREADS: usize = 4096;

/// The pieces with their boxes, in lengths of at most 1.
pub(super) struct Builder<'a, const D: usize> {
    pieces: &'a dyn Pieces<D>,
    /// In the order of the pieces, until the tree takes them.
    boxes: Vec<Boxed<D>>,
    center: [f64; D],
    exponent: i32,
    reach: i32,
}

/// What a node holds of a child.
struct Description<const D: usize> {
    around: Bounds<D>,
    normal: [f32; D],
    /// The least and the greatest product of a point with the normal, in lengths of at most 1.
    slab: [f64; 2],
    /// The least number of a piece.
    first: u32,
    pieces: usize,
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

impl<'a, const D: usize> Builder<'a, D> {
    pub fn new(pieces: &'a dyn Pieces<D>) -> Self {
        // The boxes are asked for twice, which takes less than to keep them.
        let raw = || (0..pieces.count() as u32).map(|piece| pieces.bounds(piece));
        let mut around = [[f64::INFINITY; D], [f64::NEG_INFINITY; D]];
        for [low, high] in raw() {
            for axis in 0..D {
                around[0][axis] = around[0][axis].min(low[axis]);
                around[1][axis] = around[1][axis].max(high[axis]);
            }
        }
        let center = std::array::from_fn(|axis| middle_if_exact(around[0][axis], around[1][axis]));
        let greatest = |from: [f64; D]| {
            let ends = around.iter().flat_map(|end| (0..D).map(|axis| (end[axis] - from[axis]).abs()));
            ends.fold(0.0, f64::max)
        };
        let (extent, far) = (greatest(center), if pieces.count() == 0 { 0.0 } else { greatest([0.0; D]) });
        let reach = exponent_above(far);
        // A point has no extent: less than a rounding of its place does for one.
        let exponent =
            if extent > 0.0 || far == 0.0 { exponent_above(extent) } else { reach - f64::MANTISSA_DIGITS as i32 };
        let in_tree = Scale::new(-exponent);
        let boxed = |(piece, ends): (usize, [[f64; D]; 2])| {
            let [low, high] = ends.map(|end| std::array::from_fn(|axis| in_tree.of(end[axis] - center[axis])));
            Boxed { bounds: Bounds::rounded(low, high), piece: piece as u32 }
        };
        Self { pieces, boxes: raw().enumerate().map(boxed).collect(), center, exponent, reach }
    }

    pub fn tree(mut self) -> Tree<D> {
        let mut boxes = std::mem::take(&mut self.boxes);
        let mut part = self.part(&mut boxes);
        part.nodes.shrink_to_fit();
        // Not in the place of the boxes, which have eight times the size.
        let order = boxes.iter().map(|boxed| boxed.piece).collect();
        let Self { center, exponent, reach, .. } = self;
        let mut tree = Tree { nodes: part.nodes, order, corners: Vec::new(), center, exponent, reach, id: next_id() };
        self.pack(&mut tree);
        tree
    }

    /// Writes the corners of all facets in the order of the tree.
    fn pack(&self, tree: &mut Tree<D>) {
        if tree.order.first().is_none_or(|&piece| self.pieces.facet(piece).is_none()) {
            return;
        }
        let in_tree = Scale::new(-self.exponent);
        tree.corners = vec![0.0; D * D * tree.order.len() + WIDTH];
        for node in &tree.nodes {
            for slot in 0..usize::from(node.used) {
                let (start, count) = (node.child[slot] as usize, usize::from(node.pieces[slot]));
                for place in 0..count {
                    let facet = self.pieces.facet(tree.order[start + place]).unwrap_or([[0.0; D]; D]);
                    for (row, x) in facet.into_iter().flatten().enumerate() {
                        tree.corners[D * D * start + row * count + place] = in_tree.of(x - self.center[row % D]) as f32;
                    }
                }
            }
        }
    }

    /// Describes all boxes of a tree of the same pieces again, from the bottom up. The nodes and the order stay.
    pub fn refit(&self, tree: &mut Tree<D>) {
        (tree.center, tree.exponent, tree.reach) = (self.center, self.exponent, self.reach);
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
            let own = order[begin..end].iter().copied();
            let boxes = own.clone().map(|piece| self.boxes[piece as usize].bounds);
            let around = boxes.fold(Bounds::EMPTY, |all, next| all.with(&next));
            self.describe(&mut nodes[node], slot, &self.description(own, around), child);
        }
        end
    }

    /// The top node, whose only child is all pieces, and what is below it.
    fn part(&self, boxes: &mut [Boxed<D>]) -> Part<D> {
        let mut part = Part { nodes: vec![Node::empty()] };
        if !boxes.is_empty() {
            let around = Around::of(boxes);
            self.fill(&mut part, 0, vec![(boxes, 0, around)]);
        }
        part
    }

    /// Fills a node of the part with its children.
    fn fill(&self, part: &mut Part<D>, node: usize, children: Vec<Child<'_, D>>) {
        for (slot, (below, description)) in self.parts_of(children).into_iter().enumerate() {
            let child = match below {
                Below::Group(start) => start as u32,
                Below::Part(below) => part.append(below),
            };
            self.describe(&mut part.nodes[node], slot, &description, child);
        }
    }

    /// What is below each child, and what its node holds of it. Large ones are built side by side; the tree is the
    /// same.
    fn parts_of(&self, children: Vec<Child<'_, D>>) -> Vec<(Below<D>, Description<D>)> {
        let one = |(boxes, start, around): Child<'_, D>| {
            let below = self.below(boxes, start, around);
            (below, self.description(boxes.iter().map(|boxed| boxed.piece), around.boxes))
        };
        #[cfg(feature = "rayon")]
        if children.iter().map(|(boxes, ..)| boxes.len()).sum::<usize>() >= PIECES_FOR_THREADS {
            use rayon::prelude::*;
            return children.into_par_iter().map(one).collect();
        }
        children.into_iter().map(one).collect()
    }

    /// A group if the pieces are few, and otherwise a node with what is below it. `start` is the place of the first
    /// piece in the order of the tree.
    fn below(&self, boxes: &mut [Boxed<D>], start: usize, around: Around<D>) -> Below<D> {
        if boxes.len() <= WIDTH {
            return Below::Group(start);
        }
        let mut part = Part { nodes: vec![Node::empty()] };
        let mut children = Vec::with_capacity(WIDTH);
        let (ranges, mut rest, mut begin) = (eight_ranges(boxes, around), boxes, 0);
        for Range { end, around, .. } in ranges {
            let (own, others) = rest.split_at_mut(end - begin);
            rest = others;
            children.push((own, start + begin, around));
            begin = end;
        }
        self.fill(&mut part, 0, children);
        Below::Part(part)
    }

    /// What a node holds of a child with these pieces.
    fn description(&self, pieces: impl ExactSizeIterator<Item = u32> + Clone, around: Bounds<D>) -> Description<D> {
        let normal = self.mean_normal(pieces.clone());
        let direction = normal.map(f64::from);
        let (mut slab, mut first) = ([f64::INFINITY, f64::NEG_INFINITY], u32::MAX);
        let count = pieces.len();
        for piece in pieces {
            let [low, high] = self.pieces.along(piece, direction);
            slab = [slab[0].min(low), slab[1].max(high)];
            first = first.min(piece);
        }
        let middle: f64 = (0..D).map(|axis| self.center[axis] * direction[axis]).sum();
        Description { around, normal, slab: scaled(slab.map(|x| x - middle), -self.exponent), first, pieces: count }
    }

    /// Writes the bounds of a child into its slot of a node.
    fn describe(&self, node: &mut Node<D>, slot: usize, description: &Description<D>, child: u32) {
        let from: f64 = scaled(self.center, -self.exponent).iter().map(|x| x.abs()).sum();
        node.describe(slot, description, child, 8.0 * f64::EPSILON * (1.0 + 2.0 * from));
    }

    /// The direction of the sum of the normals. Zero if there is none.
    fn mean_normal(&self, pieces: impl Iterator<Item = u32>) -> [f32; D] {
        let mut sum = [0.0; D];
        for piece in pieces {
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

/// A range of the boxes, its place in the order of the tree, and what is around it.
type Child<'o, const D: usize> = (&'o mut [Boxed<D>], usize, Around<D>);

/// Numbers times a power of two.
#[derive(Clone, Copy)]
struct Scale {
    exponent: i32,
    /// The power, if it is a normal number: then a product is rounded once, as by [`ldexp`].
    factor: Option<f64>,
}

impl Scale {
    fn new(exponent: i32) -> Self {
        Self { exponent, factor: (exponent.abs() <= 1000).then(|| ldexp(1.0, exponent)) }
    }

    #[inline(always)]
    fn of(self, x: f64) -> f64 {
        self.factor.map_or_else(|| ldexp(x, self.exponent), |factor| x * factor)
    }
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

    /// Writes the bounds of a child into its slot, rounded outward. The slab is off by less than `error`.
    ///
    /// The products of a unit vector with coordinates of at most 1 + c sum up to less than 2 (1 + c), and round by 4u times
    /// that ([`Pieces::along`]). The product with the center, which is at most c, rounds by less, and so does the
    /// difference.
    fn describe(&mut self, slot: usize, description: &Description<D>, child: u32, error: f64) {
        let Description { around, normal, slab: [below, above], first, pieces } = *description;
        for axis in 0..D {
            [self.low[axis][slot], self.high[axis][slot]] = around.ends(axis);
            self.normal[axis][slot] = normal[axis];
        }
        self.slab[0][slot] = round_down(below - error);
        self.slab[1][slot] = round_up(above + error);
        self.child[slot] = child;
        self.first[slot] = first;
        self.pieces[slot] = if pieces <= WIDTH { pieces as u8 } else { 0 };
        self.used = self.used.max(slot as u8 + 1);
    }
}

/// The middle of an interval of which it is at most twice each number, and each number at most twice it: then differences
/// from it are exact (Sterbenz). Otherwise 0.
fn middle_if_exact(low: f64, high: f64) -> f64 {
    let (least, most) = if low > 0.0 { (low, high) } else { (-high, -low) };
    if least > 0.0 && least <= most && 0.5 * most <= least { 0.5 * low + 0.5 * high } else { 0.0 }
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
