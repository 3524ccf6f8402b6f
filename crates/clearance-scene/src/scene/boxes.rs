//! Boxes along the world's axes, and a tree of them.

use super::parts::Parts;
use super::solid::Solid;
use clearance::each::Each;
use clearance::{HalfSpace, Pose};

/// Errors of placed coordinates and of answers, in ε · (the greatest coordinate of the solid and of the translation). A
/// placed coordinate is off by 16 roundings, and the defect of a checked rotation is at most 128ε. The distance of two
/// bodies is off by under 40 roundings of both sizes. Larger: more pairs are looked at.
const ERRORS: f64 = 1024.0;

/// A box around a placed solid. It is larger on all sides than what rounding can do to the solid's distances: the
/// computed distance of two bodies is not below the gap of their boxes. In the plane the third axis has the extent 0 and
/// that margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WorldBox {
    pub low: [f64; 3],
    pub high: [f64; 3],
}

/// The bound of all rounding errors of a solid whose coordinates are at most `reach`, and that is moved. A length.
pub(super) fn errors(reach: f64, translation: [f64; 3]) -> f64 {
    let moved = translation.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    ERRORS * f64::EPSILON * (2.0 * reach + moved)
}

impl WorldBox {
    pub const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    /// The box around a solid at a pose.
    pub fn of<S: Solid>(solid: &S, parts: &Parts<S>, pose: &Pose<S::Vector>) -> Self {
        let rows = S::rows(pose);
        let mut around = Self::EMPTY;
        for corner in solid.points() {
            let [x, y, z] = S::coordinates(corner);
            let placed = rows.each(|row| row[0] * x + row[1] * y + row[2] * z);
            for axis in 0..3 {
                around.low[axis] = if placed[axis] < around.low[axis] { placed[axis] } else { around.low[axis] };
                around.high[axis] = if placed[axis] > around.high[axis] { placed[axis] } else { around.high[axis] };
            }
        }
        let moved = S::coordinates(pose.translation);
        let error = errors(parts.reach(), moved);
        for axis in 0..3 {
            around.low[axis] += moved[axis] - error;
            around.high[axis] += moved[axis] + error;
        }
        around
    }

    /// The box around a half-space: without end, but for one side if it is upright on an axis.
    pub fn of_plane<S: Solid>(plane: &HalfSpace<S::Vector>, pose: &Pose<S::Vector>) -> Self {
        let mut around = Self { low: [f64::NEG_INFINITY; 3], high: [f64::INFINITY; 3] };
        let [x, y, z] = S::coordinates(plane.normal());
        let length = x.hypot(y).hypot(z);
        let (height, moved) = (plane.offset() / length, S::coordinates(pose.translation));
        let normal = S::rows(pose).each(|row| row[0] * (x / length) + row[1] * (y / length) + row[2] * (z / length));
        let error = errors(height.abs(), moved);
        for axis in 0..3 {
            // What turns the normal by less than its rounding is in the margins of the bodies.
            if normal[axis].abs() == 1.0 && (0..3).all(|other| other == axis || normal[other] == 0.0) {
                let end = normal[axis] * height + moved[axis];
                match normal[axis] > 0.0 {
                    true => around.high[axis] = end + error,
                    false => around.low[axis] = end - error,
                }
            }
        }
        around
    }

    /// The box around both.
    pub fn with(&self, other: &Self) -> Self {
        Self {
            low: std::array::from_fn(|axis| self.low[axis].min(other.low[axis])),
            high: std::array::from_fn(|axis| self.high[axis].max(other.high[axis])),
        }
    }

    /// A lower bound of the distance of two boxes; 0 if they overlap.
    pub fn gap(&self, other: &Self) -> f64 {
        let along = |axis: usize| (other.low[axis] - self.high[axis]).max(self.low[axis] - other.high[axis]).max(0.0);
        let (x, y, z) = (along(0), along(1), along(2));
        // Two functions of at most one unit each, and the differences.
        x.hypot(y).hypot(z) * (1.0 - 8.0 * f64::EPSILON)
    }
}

/// Objects of a leaf. Larger: more boxes are compared one by one.
const LEAF: usize = 4;

/// A binary tree of boxes. Node 0 is the root.
pub(super) struct BoxTree {
    pub nodes: Vec<BoxNode>,
    /// The objects in the order of the leaves.
    pub order: Vec<u32>,
}

/// A box around objects.
pub(super) struct BoxNode {
    pub around: WorldBox,
    pub below: Below,
}

/// What is in a node.
#[derive(Clone, Copy)]
pub(super) enum Below {
    /// Two nodes.
    Nodes(u32, u32),
    /// A range of the order of the tree.
    Objects(u32, u32),
}

impl BoxTree {
    /// The tree of these boxes, cut in halves at the middle of the longest side.
    pub fn new(boxes: &[WorldBox]) -> Self {
        let mut tree = Self { nodes: Vec::new(), order: (0..boxes.len() as u32).collect() };
        if !boxes.is_empty() {
            let mut order = std::mem::take(&mut tree.order);
            tree.build(boxes, &mut order, 0);
            tree.order = order;
        }
        tree
    }

    fn build(&mut self, boxes: &[WorldBox], order: &mut [u32], start: usize) -> u32 {
        let around = order.iter().fold(WorldBox::EMPTY, |all, &object| all.with(&boxes[object as usize]));
        let node = self.nodes.len() as u32;
        let (first, end) = (start as u32, (start + order.len()) as u32);
        self.nodes.push(BoxNode { around, below: Below::Objects(first, end) });
        if order.len() > LEAF {
            let middle = |object: u32, axis: usize| {
                let own = &boxes[object as usize];
                0.5 * own.low[axis] + 0.5 * own.high[axis]
            };
            let extent = |axis: usize| {
                let middles = order.iter().map(|&object| middle(object, axis));
                let [low, high] =
                    middles.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
                high - low
            };
            let extents = [extent(0), extent(1), extent(2)];
            let axis = (1..3).fold(0, |longest, axis| if extents[axis] > extents[longest] { axis } else { longest });
            let half = order.len() / 2;
            // Ties by number, so that the tree does not depend on the sort.
            order.select_nth_unstable_by(half, |&a, &b| {
                middle(a, axis).total_cmp(&middle(b, axis)).then_with(|| a.cmp(&b))
            });
            let (left, right) = order.split_at_mut(half);
            let left = self.build(boxes, left, start);
            let right = self.build(boxes, right, start + half);
            self.nodes[node as usize].below = Below::Nodes(left, right);
        }
        node
    }

    /// The objects of a leaf.
    pub fn objects(&self, first: u32, end: u32) -> &[u32] {
        &self.order[first as usize..end as usize]
    }
}
