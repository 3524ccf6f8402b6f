//! Lower bounds of the distances of eight boxes from one.
//!
//! There are three bounds, and the greatest counts:
//!
//! 1. the gap of the boxes along the axes of A's frame,
//! 2. the same along the axes of B's frame,
//! 3. the gap along one direction n for all boxes: the normal of the best pair so far.
//!
//! For any unit vector n the third is a bound, since a plane between the bodies keeps them apart. It is what makes the
//! search fast: near the answer nearly all pairs are cut off by one plane.

use super::frame::{Frame, Point, dot};
use crate::facets::lanes::{LANES, Lanes, Points, each, on_widest_instructions};
use crate::tree::{Cell, Content, Node, Tree};
use clearance::each::Each;

/// A direction from A to B, of length 1 at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction<const D: usize> {
    /// In A's axes.
    pub in_a: Point<D>,
    /// In B's axes.
    pub in_b: Point<D>,
    /// The product with the shift.
    pub offset: f64,
}

impl<const D: usize> Direction<D> {
    /// No direction: its bound is 0 for every pair.
    pub const NONE: Self = Self { in_a: [0.0; D], in_b: [0.0; D], offset: 0.0 };

    /// The direction of a vector of the frame. `None` if it has no direction.
    pub fn of(frame: &Frame<D>, vector: Point<D>) -> Option<Self> {
        let greatest = vector.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let unit = vector.map(|x| x / greatest);
        let length = dot(unit, unit).sqrt();
        let in_a = unit.map(|x| x / length);
        in_a.iter().all(|x| x.is_finite()).then(|| Self {
            in_a,
            in_b: frame.direction_in_b(in_a),
            offset: dot(in_a, frame.shift),
        })
    }
}

/// The node in a cell of one side, and lower bounds of the distances from its children to the other cell, but for the
/// coarse slack.
pub(super) fn bounds_of<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    side: usize,
    [a, b]: [Cell; 2],
) -> (u32, Lanes<f32>) {
    let Content::Node(node) = trees[side].content([a, b][side]) else { unreachable!("a group has no children") };
    let bounds = on_widest_instructions(
        #[inline(always)]
        || match side {
            0 => bounds_of_a(trees, frame, direction, node, b),
            _ => bounds_of_b(trees, frame, direction, node, a),
        },
    );
    (node, bounds)
}

/// Lower bounds of the distances from the children of A's node to a box of B, but for the coarse slack.
#[inline(always)]
fn bounds_of_a<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    node: u32,
    b: Cell,
) -> Lanes<f32> {
    let (children, [scale_a, scale_b]) = (trees[0].node(node), frame.tree_scales);
    let [middle, half] = box_of(trees[1], b, scale_b);
    let in_a = [frame.place(middle), turned_half(half, |row, column| frame.matrix[row][column])];
    let back = frame.direction_in_b(frame.shift.map(|x| -x));
    let axis_of_b = |axis: usize| each(|row| frame.coarse.matrix[row][axis]);
    let own = Children::new(children, scale_a as f32);
    let by_boxes = own.apart_from(in_a).max(own.apart_from_turned([middle, half], axis_of_b, back));
    let near_b = direction.offset - farthest(trees[1], b, direction.in_b.map(|x| -x)) * scale_b;
    by_boxes.max(Lanes::all(near_b as f32) - own.reach(direction.in_a))
}

/// Lower bounds of the distances from the children of B's node to a box of A, but for the coarse slack.
#[inline(always)]
fn bounds_of_b<const D: usize>(
    trees: [&Tree<D>; 2],
    frame: &Frame<D>,
    direction: &Direction<D>,
    node: u32,
    a: Cell,
) -> Lanes<f32> {
    let (children, [scale_a, scale_b]) = (trees[1].node(node), frame.tree_scales);
    let [middle, half] = box_of(trees[0], a, scale_a);
    let from_shift = each(|row| middle[row] - frame.shift[row]);
    let in_b = [frame.direction_in_b(from_shift), turned_half(half, |row, column| frame.matrix[column][row])];
    let own = Children::new(children, scale_b as f32);
    let axis_of_a = |axis: usize| frame.coarse.matrix[axis];
    let by_boxes = own.apart_from(in_b).max(own.apart_from_turned([middle, half], axis_of_a, frame.shift));
    let far_a = farthest(trees[0], a, direction.in_a) * scale_a;
    let near_b = Lanes::all(direction.offset as f32) - own.reach(direction.in_b.map(|x| -x));
    by_boxes.max(near_b - Lanes::all(far_a as f32))
}

/// The middle and half the size of a cell's box, in its body's axes and the frame's lengths.
#[inline(always)]
pub(super) fn box_of<const D: usize>(tree: &Tree<D>, cell: Cell, scale: f64) -> [Point<D>; 2] {
    tree.node(cell.node).middle_and_half(cell.slot).each(|point| point.map(|x| x * scale))
}

/// Half the size of the box along other axes around a turned box. `matrix(row, column)` maps to the other axes.
#[inline(always)]
fn turned_half<const D: usize>(half: Point<D>, matrix: impl Fn(usize, usize) -> f64) -> Point<D> {
    each(|row| (0..D).map(|column| matrix(row, column).abs() * half[column]).sum())
}

/// The boxes of a node's children in the frame's lengths.
struct Children<'a, const D: usize> {
    node: &'a Node<D>,
    scale: Lanes<f32>,
    low: Points<f32, D>,
    high: Points<f32, D>,
}

impl<'a, const D: usize> Children<'a, D> {
    #[inline(always)]
    fn new(node: &'a Node<D>, scale: f32) -> Self {
        let scale = Lanes::all(scale);
        let scaled = |rows: &[[f32; LANES]; D]| {
            Points(each(
                #[inline(always)]
                |axis| Lanes(rows[axis]) * scale,
            ))
        };
        Self { node, scale, low: scaled(&node.low), high: scaled(&node.high) }
    }

    /// The distances from a box along the same axes.
    #[inline(always)]
    fn apart_from(&self, [middle, half]: [Point<D>; 2]) -> Lanes<f32> {
        let low: [f32; D] = each(|axis| (middle[axis] - half[axis]) as f32);
        let high: [f32; D] = each(|axis| (middle[axis] + half[axis]) as f32);
        let gaps = (self.low - Points::all(high)).max(Points::all(low) - self.high).max(Points::ZERO);
        gaps.dot(gaps).root()
    }

    /// The distances from a single box to the boxes around the children, along the axes of the single box. `row(i)` is
    /// the image of axis i of the single box's frame in the children's, and `shift` is the origin of the children's
    /// frame in the single box's.
    #[inline(always)]
    fn apart_from_turned(
        &self,
        [middle, half]: [Point<D>; 2],
        row: impl Fn(usize) -> [f32; D],
        shift: Point<D>,
    ) -> Lanes<f32> {
        let halves = Lanes::all(0.5);
        let (middles, radii) = ((self.low + self.high).times(halves), (self.high - self.low).times(halves));
        let mut squares = Lanes::all(0.0);
        for axis in 0..D {
            let image = row(axis);
            let center = Lanes::all((shift[axis] - middle[axis]) as f32) + middles.dot(Points::all(image));
            let radius = Lanes::all(half[axis] as f32) + radii.dot(Points::all(image.map(f32::abs)));
            let gap = (center.abs() - radius).max(Lanes::all(0.0));
            squares = squares + gap * gap;
        }
        squares.root()
    }

    /// Upper bounds of how far the children reach along a direction of their axes.
    ///
    /// The box alone is one bound. With the slab's normal m and any number λ, the box along n − λm plus the slab along
    /// λm is another. λ = n·m is the best for a flat patch.
    #[inline(always)]
    fn reach(&self, n: Point<D>) -> Lanes<f32> {
        let n: Points<f32, D> = Points::all(each(|axis| n[axis] as f32));
        let normal = Points::<f32, D>(each(
            #[inline(always)]
            |axis| Lanes(self.node.normal[axis]),
        ));
        let share = normal.dot(n);
        let rest = n - normal.times(share);
        let (mut by_box, mut by_slab) = (Lanes::all(0.0), Lanes::all(0.0));
        for axis in 0..D {
            let (low, high) = (self.low.0[axis], self.high.0[axis]);
            by_box = by_box + (low * n.0[axis]).max(high * n.0[axis]);
            by_slab = by_slab + (low * rest.0[axis]).max(high * rest.0[axis]);
        }
        let [below, above] = [0, 1].each(|side| Lanes(self.node.slab[side]) * self.scale);
        by_box.min(by_slab + (below * share).max(above * share))
    }
}

/// [`Children::reach`] for one cell, in the tree's lengths.
#[inline(always)]
pub(super) fn farthest<const D: usize>(tree: &Tree<D>, cell: Cell, n: Point<D>) -> f64 {
    let (node, slot) = (tree.node(cell.node), usize::from(cell.slot));
    let normal: Point<D> = each(|axis| f64::from(node.normal[axis][slot]));
    let share = dot(normal, n);
    let (mut by_box, mut by_slab) = (0.0, 0.0);
    for axis in 0..D {
        let (low, high) = (f64::from(node.low[axis][slot]), f64::from(node.high[axis][slot]));
        by_box += (low * n[axis]).max(high * n[axis]);
        let rest = n[axis] - share * normal[axis];
        by_slab += (low * rest).max(high * rest);
    }
    let (below, above) = (f64::from(node.slab[0][slot]), f64::from(node.slab[1][slot]));
    f64::min(by_box, by_slab + (below * share).max(above * share))
}

const _: () = assert!(LANES == crate::tree::WIDTH);
