//! The cover of a body: convex hulls of few points that hold all of it, finer and finer.
//!
//! **Problem.** A proof needs few points. A link has thousands of triangles, and shapes without corners.
//!
//! **Method.** A node stands for some leaves of the body. It has at most [`MOST`] points and a slack: every point of
//! these leaves is within the slack of the hull of the points. The slack holds what thinning left out, the radius of
//! balls and capsules, and the rounding of the elements' places. A cylinder is a prism around it; its children are
//! sectors, each with as many sides. Nodes are made when a search opens them.
//!
//! A ball around a body's point does not grow when the body turns. So the slack of a node is subtracted once, exactly.

use crate::frame::{Frame, U, UP};
use crate::sweep::{Rows, Sweep};
use clearance::{Hull, Rotation2, Solver, Vec3, vec3};
use std::sync::OnceLock;

/// The most points of a node. Larger: tighter nodes, and longer sums. Smaller: more nodes are opened.
const MOST: usize = 40;
/// Points in the directions of this many are taken first.
const DIRECTIONS: usize = 32;
/// How tight the distances of points from a hull are, as a share of them.
const FINE: f64 = 1e-3;
/// Sides of a prism around a cylinder, and of the outside of each sector. The prism's excess is 8 % of the radius.
const SIDES: u32 = 8;
/// How often sectors are halved: 32 of them have 256 sides in all, with an excess of 7.5e-5 of the radius.
const LEVELS: u32 = 5;

/// What a body is made of, as a cover sees it.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    /// The hull of some points with a radius.
    Points { first: usize, count: usize, radius: f64 },
    /// A cylinder along the z axis of a frame.
    Cylinder { frame: Frame, radius: f64, half: f64 },
}

#[derive(Debug)]
pub(crate) struct Cover {
    points: Vec<Vec3<f64>>,
    leaves: Vec<Leaf>,
    /// Of the places of all points.
    slack: f64,
    root: Node,
}

/// Some leaves of a body.
#[derive(Debug)]
pub(crate) struct Node {
    leaves: Vec<u32>,
    /// The part of the only cylinder.
    sector: Sector,
    flat: OnceLock<Flat>,
    children: OnceLock<Vec<Node>>,
}

/// One of 2^level equal sectors around the axis of a cylinder.
#[derive(Clone, Copy, Debug, Default)]
struct Sector {
    level: u32,
    number: u32,
}

/// A hull that holds the leaves of a node, but for the slack.
#[derive(Debug)]
pub(crate) struct Flat {
    pub points: Vec<Vec3<f64>>,
    /// The same points, in blocks.
    pub rows: Rows,
    pub slack: f64,
    /// The part of the slack that is not there in smaller nodes.
    pub left_out: f64,
    /// A ball that holds the points.
    pub centre: Vec3<f64>,
    pub radius: f64,
}

impl Cover {
    pub fn new(points: Vec<Vec3<f64>>, leaves: Vec<Leaf>, slack: f64) -> Self {
        let root = Node::new((0..leaves.len() as u32).collect(), Sector::default());
        Self { points, leaves, slack, root }
    }

    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The leaves in an order in which every node that was opened is a run, and its first child's leaves come first.
    /// `None` if nothing was opened.
    #[cfg(feature = "proof")]
    pub fn order(&self) -> Option<Vec<u32>> {
        let (mut order, mut waiting) = (Vec::with_capacity(self.leaves.len()), vec![&self.root]);
        while let Some(node) = waiting.pop() {
            match node.children.get() {
                Some(children) if node.leaves.len() > 1 => waiting.extend(children.iter().rev()),
                _ => order.extend_from_slice(&node.leaves),
            }
        }
        self.root.children.get().map(|_| order)
    }

    /// The corners of a leaf, and its radius.
    fn corners(&self, leaf: u32, sector: Sector, into: &mut Vec<Vec3<f64>>) -> f64 {
        match &self.leaves[leaf as usize] {
            Leaf::Points { first, count, radius } => {
                into.extend_from_slice(&self.points[*first..first + count]);
                *radius
            }
            Leaf::Cylinder { frame, radius, half } => {
                let sides = SIDES << sector.level;
                let step = std::f64::consts::TAU / f64::from(sides);
                let first = SIDES * sector.number;
                // The middle of a side touches the cylinder. The factor makes up for the rounding of the corners.
                let outer = radius / Rotation2::<f64>::from_angle(0.5 * step).c * UP;
                let mut add = |length: f64, angle: f64| {
                    let Rotation2 { c, s } = Rotation2::<f64>::from_angle(angle);
                    into.extend([-half, *half].map(|z| frame.apply(vec3(length * c, length * s, z))));
                };
                for side in first..first + SIDES {
                    add(outer, (f64::from(side) + 0.5) * step);
                }
                if sector.level > 0 {
                    // The ends of the arc, a little beyond, and the axis.
                    add(radius * UP, f64::from(first) * step);
                    add(radius * UP, f64::from(first + SIDES) * step);
                    add(0.0, 0.0);
                }
                0.0
            }
        }
    }

    /// A point of a leaf, to sort by.
    fn middle(&self, leaf: u32) -> Vec3<f64> {
        match &self.leaves[leaf as usize] {
            Leaf::Points { first, count, .. } => {
                let sum = self.points[*first..first + count].iter().fold(Vec3::default(), |sum, &p| sum + p);
                sum * (1.0 / *count as f64)
            }
            Leaf::Cylinder { frame, .. } => frame.place,
        }
    }
}

impl Node {
    fn new(leaves: Vec<u32>, sector: Sector) -> Self {
        Self { leaves, sector, flat: OnceLock::new(), children: OnceLock::new() }
    }

    pub fn flat(&self, cover: &Cover) -> &Flat {
        self.flat.get_or_init(|| {
            let (mut points, mut radius) = (Vec::new(), 0.0f64);
            for &leaf in &self.leaves {
                radius = radius.max(cover.corners(leaf, self.sector, &mut points));
            }
            let (points, left_out) = thinned(outer(points));
            let [low, high] = ends(&points);
            let centre = (low + high) * 0.5;
            let farthest = points.iter().map(|&p| (p - centre).length()).fold(0.0, f64::max);
            let slack = (left_out + radius + cover.slack) * UP;
            let rows = Rows::new(&points);
            Flat { radius: farthest * (1.0 + 8.0 * U), centre, slack, left_out, points, rows }
        })
    }

    /// Nodes that hold the same leaves more tightly. None if there is nothing tighter.
    pub fn children(&self, cover: &Cover) -> &[Self] {
        self.children.get_or_init(|| match &self.leaves[..] {
            &[leaf] => match cover.leaves[leaf as usize] {
                Leaf::Cylinder { .. } if self.sector.level < LEVELS => {
                    let Sector { level, number } = self.sector;
                    let half = |side: u32| Sector { level: level + 1, number: 2 * number + side };
                    [0, 1].map(|side| Self::new(vec![leaf], half(side))).into()
                }
                _ => Vec::new(),
            },
            leaves => halves(cover, leaves).into_iter().map(|half| Self::new(half, Sector::default())).collect(),
        })
    }
}

/// The leaves on both sides of the median, along the longest side of the box around their middles.
fn halves(cover: &Cover, leaves: &[u32]) -> [Vec<u32>; 2] {
    let mut middles: Vec<(Vec3<f64>, u32)> = leaves.iter().map(|&leaf| (cover.middle(leaf), leaf)).collect();
    let [low, high] = ends(&middles.iter().map(|&(middle, _)| middle).collect::<Vec<_>>());
    let side: [f64; 3] = (high - low).into();
    let axis = (0..3).fold(0, |best, axis| if side[axis] > side[best] { axis } else { best });
    let along = |p: Vec3<f64>| -> f64 { <[f64; 3]>::from(p)[axis] };
    let half = middles.len() / 2;
    let order = |a: &(Vec3<f64>, u32), b: &(Vec3<f64>, u32)| along(a.0).total_cmp(&along(b.0)).then(a.1.cmp(&b.1));
    middles.select_nth_unstable_by(half, order);
    let take = |part: &[(Vec3<f64>, u32)]| {
        let mut leaves: Vec<u32> = part.iter().map(|&(_, leaf)| leaf).collect();
        leaves.sort_unstable();
        leaves
    };
    [take(&middles[..half]), take(&middles[half..])]
}

/// The points that are vertices of the hull, if there are many.
fn outer(points: Vec<Vec3<f64>>) -> Vec<Vec3<f64>> {
    if points.len() <= 16 {
        return points;
    }
    // Triangles share corners: each counts once.
    let mut points = points;
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z)));
    points.dedup();
    match Hull::new(&points) {
        Ok(hull) => hull.vertices().to_vec(),
        Err(_) => points,
    }
}

/// At most [`MOST`] of the points, and a bound of the distance of the others from their hull.
fn thinned(points: Vec<Vec3<f64>>) -> (Vec<Vec3<f64>>, f64) {
    if points.len() <= MOST {
        return (points, 0.0);
    }
    let size = points.iter().map(|p| p.length()).fold(0.0, f64::max);
    let mut is_taken = vec![false; points.len()];
    for direction in (0..DIRECTIONS).map(spiral) {
        let along = |i: usize| points[i].dot(&direction);
        let best = (1..points.len()).fold(0, |best, i| if along(i) > along(best) { i } else { best });
        is_taken[best] = true;
    }
    loop {
        let taken: Vec<Vec3<f64>> = (0..points.len()).filter(|&i| is_taken[i]).map(|i| points[i]).collect();
        let rows = Rows::new(&taken);
        let hull = Sweep::still(&rows, &Frame::IDENTITY, taken[0], 2.0 * size);
        // A sweep has no exact signs, which cost most where points touch the hull; the upper bound holds all the same.
        let solver = Solver { tolerance: FINE, ..Solver::default() };
        let distance = |i: usize| {
            let row = Rows::new(&points[i..=i]);
            solver.distance(&hull, &Sweep::still(&row, &Frame::IDENTITY, points[i], 0.0)).upper
        };
        let mut left: Vec<(f64, usize)> =
            (0..points.len()).filter(|&i| !is_taken[i]).map(|i| (distance(i), i)).collect();
        left.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let room = MOST.saturating_sub(taken.len());
        let Some(&(worst, _)) = left.first() else { return (taken, 0.0) };
        if room == 0 || worst == 0.0 {
            return (taken, worst * (1.0 + 4.0 * U));
        }
        left.iter().take(room.min(4)).for_each(|&(_, i)| is_taken[i] = true);
    }
}

/// Directions that are spread evenly: a spiral from pole to pole by the golden angle.
fn spiral(i: usize) -> Vec3<f64> {
    let z = 1.0 - (2.0 * i as f64 + 1.0) / DIRECTIONS as f64;
    let Rotation2 { c, s } = Rotation2::<f64>::from_angle(2.399_963_229_728_653 * i as f64);
    let across = (1.0 - z * z).sqrt();
    vec3(across * c, across * s, z)
}

/// The least and the greatest coordinates.
pub(crate) fn ends(points: &[Vec3<f64>]) -> [Vec3<f64>; 2] {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold([first; 2], |[low, high], p| {
        [vec3(low.x.min(p.x), low.y.min(p.y), low.z.min(p.z)), vec3(high.x.max(p.x), high.y.max(p.y), high.z.max(p.z))]
    })
}
