//! The points of a link, and trees of boxes over them. Concave and convex functions over the points are bounded from
//! boxes; only boxes that do not suffice are opened.

use crate::number::{Interval, Number};
use crate::robot::frame::{Frame, Vector, sine_cosine, vector};
use crate::robot::inside::Shell;
use std::collections::HashMap;
use std::rc::Rc;

/// A part of a link that is not split: the hull of its points and a radius, or a cylinder along z.
pub(crate) enum Leaf {
    Hull { points: Vec<Vector>, radius: f64 },
    Cylinder { frame: Frame, radius: f64, half: f64 },
}

/// A solid or triangle as it is tested for common points.
pub(crate) enum Solid {
    Triangle,
    Cuboid(Frame, [f64; 3]),
    /// The points that are so near to the segment of this half length along z.
    Capsule(Frame, f64, f64),
    Cylinder(Frame, f64, f64),
}

/// A link's leaves, in the order of its elements.
#[derive(Default)]
pub(crate) struct Body {
    pub leaves: Vec<Leaf>,
    pub solids: Vec<Solid>,
    /// Its elements that are meshes.
    pub shells: Vec<Shell>,
    /// The order that splits refer to.
    pub order: Vec<u32>,
    nodes: HashMap<Node, Rc<Tree>>,
}

/// Some leaves in the order, or a sector of the only one if that is a cylinder: one of 2^level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub from: usize,
    pub to: usize,
    level: u32,
    number: u32,
}

/// A box around some points, with the boxes in it. One point is a box without size.
pub(crate) struct Box {
    pub centre: [f64; 3],
    pub half: [f64; 3],
    /// No point is farther from the centre.
    pub radius: f64,
    inner: Option<[usize; 2]>,
}

/// The points of a node.
pub(crate) struct Tree {
    /// The last one holds all.
    boxes: Vec<Box>,
    /// Every point of the leaves is within this of the hull of the points.
    pub slack: f64,
    /// No point is farther from the origin.
    pub size: f64,
}

/// Sides of a prism around a cylinder or of the outside of a sector.
const SIDES: u32 = 8;
/// The finest sectors are 2^5 of a cylinder.
const LEVELS: u32 = 5;

impl Body {
    pub fn whole(&self) -> Node {
        Node { from: 0, to: self.leaves.len(), level: 0, number: 0 }
    }

    /// Another order of the leaves. Nodes are made again.
    pub fn reorder(&mut self, order: Vec<u32>) {
        self.order = order;
        self.nodes.clear();
    }

    /// Both halves of a node.
    pub fn halves(&self, node: Node) -> Option<[Node; 2]> {
        let Node { from, to, level, number } = node;
        if to - from > 1 {
            let middle = from + (to - from) / 2;
            return Some([Node { to: middle, ..node }, Node { from: middle, ..node }]);
        }
        let is_round = matches!(self.leaves[self.order[from] as usize], Leaf::Cylinder { .. });
        let half = |side: u32| Node { level: level + 1, number: 2 * number + side, ..node };
        (is_round && level < LEVELS).then(|| [half(0), half(1)])
    }

    pub fn tree(&mut self, node: Node) -> Rc<Tree> {
        if let Some(tree) = self.nodes.get(&node) {
            return tree.clone();
        }
        let (mut points, mut radius) = (Vec::new(), 0.0f64);
        for &leaf in &self.order[node.from..node.to] {
            match &self.leaves[leaf as usize] {
                Leaf::Hull { points: corners, radius: own } => {
                    points.extend_from_slice(corners);
                    radius = radius.max(*own);
                }
                Leaf::Cylinder { frame, radius, half } => around(frame, *radius, *half, node, &mut points),
            }
        }
        let tree = Rc::new(Tree::new(&points, radius));
        self.nodes.insert(node, tree.clone());
        tree
    }
}

/// The corners of a prism around a sector of a cylinder.
fn around(frame: &Frame, radius: f64, half: f64, node: Node, into: &mut Vec<Vector>) {
    let sides = SIDES << node.level;
    let eighth = Interval { low: std::f64::consts::PI, high: std::f64::consts::PI.next_up() };
    let angle = |halves: u32| eighth.times(&Interval::of(f64::from(halves)).over(&Interval::of(f64::from(sides))));
    let mut add = |length: Interval, halves: u32| {
        let [s, c] = sine_cosine(&angle(halves));
        for z in [-half, half] {
            into.push(frame.apply(&[length.times(&c), length.times(&s), Interval::of(z)]));
        }
    };
    let (own, first) = (Interval::of(radius), 2 * SIDES * node.number);
    let outer = own.over(&sine_cosine(&angle(1))[1]);
    for side in 0..SIDES {
        add(outer, first + 2 * side + 1);
    }
    if node.level > 0 {
        add(own, first);
        add(own, first + 2 * SIDES);
        add(Interval::of(0.0), 0);
    }
}

impl Tree {
    fn new(points: &[Vector], radius: f64) -> Self {
        let mut blur = 0.0f64;
        let mut middles: Vec<[f64; 3]> = Vec::with_capacity(points.len());
        for point in points {
            // Three coordinates that are each off by this: less than twice as far.
            blur = point.iter().fold(blur, |blur, x| blur.max(2.0 * x.middle()[1]));
            middles.push(point.map(|x| x.middle()[0] + 0.0));
        }
        middles.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])).then(a[2].total_cmp(&b[2])));
        middles.dedup();
        let size = points.iter().map(|p| super::frame::length(p).high).fold(0.0, f64::max);
        let mut tree = Self { boxes: Vec::with_capacity(2 * middles.len()), slack: (radius + blur).next_up(), size };
        tree.add(&mut middles);
        tree
    }

    /// Adds the box around some points, after those in it.
    fn add(&mut self, points: &mut [[f64; 3]]) -> usize {
        let least = |k: usize| points.iter().fold(f64::INFINITY, |least, p| least.min(p[k]));
        let most = |k: usize| points.iter().fold(f64::NEG_INFINITY, |most, p| most.max(p[k]));
        let (low, high) = ([0, 1, 2].map(least), [0, 1, 2].map(most));
        let centre: [f64; 3] =
            std::array::from_fn(|k| if low[k] == high[k] { low[k] } else { 0.5 * (low[k] + high[k]) });
        let half: [f64; 3] = std::array::from_fn(|k| {
            let half = (high[k] - centre[k]).max(centre[k] - low[k]);
            if half > 0.0 { half.next_up() } else { 0.0 }
        });
        let far = |p: &[f64; 3]| {
            let squares: [f64; 3] = std::array::from_fn(|k| (p[k] - centre[k]) * (p[k] - centre[k]));
            (squares[0] + squares[1] + squares[2]).sqrt() * (1.0 + 8.0 * f64::EPSILON)
        };
        let radius = points.iter().map(far).fold(0.0, f64::max);
        let inner = (points.len() > 1).then(|| {
            let widest = (1..3).fold(0, |best, k| if half[k] > half[best] { k } else { best });
            let middle = points.len() / 2;
            points.select_nth_unstable_by(middle, |a, b| a[widest].total_cmp(&b[widest]));
            let (first, second) = points.split_at_mut(middle);
            [self.add(first), self.add(second)]
        });
        self.boxes.push(Box { centre, half, radius, inner });
        self.boxes.len() - 1
    }

    /// The box around all points.
    pub fn outer(&self) -> &Box {
        &self.boxes[self.boxes.len() - 1]
    }

    /// The greatest value over all points, of a function that for a box is not less than for what it holds. What is not
    /// greater than `enough` is not looked at.
    pub fn greatest(&self, enough: f64, value: &dyn Fn(&Box) -> f64) -> f64 {
        let (mut most, mut waiting) = (enough, vec![(value(self.outer()), self.boxes.len() - 1)]);
        while let Some((bound, at)) = waiting.pop() {
            if bound <= most {
                continue;
            }
            match self.boxes[at].inner {
                // A bound that is NaN is none.
                None => most = if bound > most { bound } else { f64::INFINITY },
                Some(inner) => {
                    let mut bounds = inner.map(|at| (value(&self.boxes[at]), at));
                    if bounds[0].0 > bounds[1].0 {
                        bounds.swap(0, 1);
                    }
                    waiting.extend(bounds);
                }
            }
        }
        most
    }
}

/// Whether a point of the link's frame is certainly in a solid.
pub(crate) fn holds(solid: &Solid, point: &Vector) -> bool {
    let local = |frame: &Frame| frame.back(&super::frame::difference(point, &frame.place));
    let across = |p: &Vector| super::frame::length(&[p[0], p[1], Interval::of(0.0)]).high;
    match solid {
        Solid::Triangle => false,
        Solid::Cuboid(frame, half) => local(frame).iter().zip(half).all(|(x, half)| x.most() <= *half),
        Solid::Cylinder(frame, radius, half) => {
            let p = local(frame);
            p[2].most() <= *half && across(&p) <= *radius
        }
        Solid::Capsule(frame, radius, half) => {
            let p = local(frame);
            let beyond = (p[2].most() - half).max(0.0).next_up();
            let beyond = if p[2].most() <= *half { 0.0 } else { beyond };
            super::frame::length(&[p[0], p[1], Interval::of(beyond)]).high <= *radius
        }
    }
}

/// Whether two triangles certainly have a common point: an edge of one passes through the other.
pub(crate) fn cross_triangles(a: &[Vector; 3], b: &[Vector; 3]) -> bool {
    let side = |p: &Vector, q: &[Vector; 3]| {
        let [x, y, z] = q.map(|corner| super::frame::difference(&corner, p));
        let volume = Interval::dot(&x, &super::frame::cross(&y, &z));
        if volume.low > 0.0 {
            1
        } else if volume.high < 0.0 {
            -1
        } else {
            0
        }
    };
    let passes = |edge: [Vector; 2], of: &[Vector; 3]| {
        let ends = edge.map(|end| side(&end, of));
        let [p, q] = edge;
        let around = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| side(&p, &[q, of[i], of[j]]));
        ends[0] * ends[1] < 0 && around[0] != 0 && around.iter().all(|side| *side == around[0])
    };
    let edges = |of: &[Vector; 3]| [[of[0], of[1]], [of[1], of[2]], [of[2], of[0]]];
    edges(a).into_iter().any(|edge| passes(edge, b)) || edges(b).into_iter().any(|edge| passes(edge, a))
}

/// The corner of a box with these halves.
pub(crate) fn corner(half: [f64; 3], number: usize) -> Vector {
    vector([0, 1, 2].map(|k| if number >> k & 1 == 1 { half[k] } else { -half[k] }))
}
