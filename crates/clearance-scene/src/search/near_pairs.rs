//! Pairs of triangles in the order of a lower bound: the distance of the surfaces that they stand for.
//!
//! If each point of a surface lies within r of a triangle, two surfaces are no nearer than the least d(T, T') − r − r'.
//! The search keeps pairs of boxes and of triangles in one queue, by their lower bounds: a pair of boxes has the bound of
//! [`super::bounds`], minus the largest radius of each. It is a search of its own. Meshes without radii keep their code.

use super::bounds::Direction;
use super::frame::Frame;
use super::pair::Pair;
use super::walk::open;
use crate::mesh::{Body, Radii};
use crate::tree::{Cell, Content, Tree};
use crate::view::View;
use clearance::each::Each;
use clearance::real::UP;
use clearance::{Proximity, Solver, Vec3};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Two triangles and what is known of the surfaces over them.
#[derive(Clone, Copy, Debug)]
pub struct NearTriangles {
    /// The triangle of each body.
    pub leaves: [u32; 2],
    /// The distance of the triangles.
    pub proximity: Proximity<Vec3<f64>>,
    /// The surfaces over them are no nearer than this. It may be negative.
    pub lower: f64,
}

/// The pairs of triangles of two bodies by rising lower bounds of the distances of the surfaces that they stand for.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, NearPairs};
///
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let bent = sheet.clone().with_radii(&[0.25]).unwrap();
/// let (a, b) = (bent.at(Pose::identity()), sheet.at(Pose::translation([0.0, 0.0, 2.0])));
/// let mut pairs = NearPairs::new(&a, &b);
/// let nearest = pairs.next().unwrap();
/// assert!(nearest.lower <= 1.75 && nearest.lower > 1.75 - 1e-12);
/// assert!(pairs.next().is_none() && pairs.lower() == f64::INFINITY);
/// ```
pub struct NearPairs<'a> {
    bodies: [Body<'a>; 2],
    frame: Option<Frame<3>>,
    waiting: BinaryHeap<Waiting>,
    solver: Solver,
}

#[derive(Clone, Copy)]
enum Held {
    Cells([Cell; 2]),
    Pair(NearTriangles),
}

struct Waiting {
    lower: f64,
    held: Held,
}

impl<'a> NearPairs<'a> {
    /// The pairs of two bodies. If a pose is not finite or no rotation there is none, and [`NearPairs::lower`] is minus
    /// infinity: nothing is known.
    pub fn new(a: &Body<'a>, b: &Body<'a>) -> Self {
        let bodies = [*a, *b];
        let frame = {
            let views = bodies.each_ref().each(|body| body.view());
            Frame::new(views.each_ref())
        };
        let roots = bodies.each_ref().each(|body| body.mesh.tree().root());
        let mut waiting = BinaryHeap::new();
        if let ([Some(a), Some(b)], Some(_)) = (roots, &frame) {
            waiting.push(Waiting { lower: f64::NEG_INFINITY, held: Held::Cells([a, b]) });
        }
        Self { bodies, frame, waiting, solver: Solver::default() }
    }

    /// No pair that is still to come is nearer than this: infinity if there is none.
    pub fn lower(&self) -> f64 {
        match (&self.frame, self.waiting.peek()) {
            (None, _) => f64::NEG_INFINITY,
            (_, None) => f64::INFINITY,
            (_, Some(waiting)) => waiting.lower,
        }
    }

    /// Opens the boxes of lowest bound until the next is a pair of triangles, or above a limit.
    fn open_below(&mut self, limit: f64) {
        let Some(frame) = self.frame else { return };
        let bodies = self.bodies;
        let views = bodies.each_ref().each(|body| body.view());
        let trees = views.each_ref().each(|view: &View<'_, Vec3<f64>, 3>| view.tree);
        let Some(pair) = Pair::new(views.each_ref()) else { return };
        while let Some(&Waiting { lower, held: Held::Cells(cells) }) = self.waiting.peek() {
            if lower > limit {
                return;
            }
            self.waiting.pop();
            if let [Content::Group(of_a), Content::Group(of_b)] = contents(trees, cells) {
                for &a in of_a.pieces {
                    for &b in of_b.pieces {
                        let leaves = [a, b];
                        let proximity = pair.ask(&self.solver, leaves);
                        let radii = self.radius(0, |radii| radii.of_triangles[a as usize])
                            + self.radius(1, |radii| radii.of_triangles[b as usize]);
                        let own = less(proximity.lower, radii);
                        self.waiting.push(Waiting {
                            lower: own,
                            held: Held::Pair(NearTriangles { leaves, proximity, lower: own }),
                        });
                    }
                }
                continue;
            }
            let mut found = Vec::new();
            open(trees, &frame, &Direction::NONE, f64::INFINITY, cells, |cells, bound| found.push((cells, bound)));
            for (cells, bound) in found {
                let radii =
                    self.radius(0, |radii| radii.of_cell(cells[0])) + self.radius(1, |radii| radii.of_cell(cells[1]));
                // The bound is one of the frame's lengths, with its own slack beside that of floats.
                let world = frame.world_length(bound - frame.slack);
                let own = less(world, radii).max(lower);
                self.waiting.push(Waiting { lower: own, held: Held::Cells(cells) });
            }
        }
    }

    /// A radius of a body, as large as its scale makes it.
    fn radius(&self, side: usize, of: impl Fn(&Radii) -> f64) -> f64 {
        let body = &self.bodies[side];
        body.mesh.radii_of_cells().map_or(0.0, |radii| of(radii) * body.factors()[0].abs() * UP)
    }

    /// The next pair if its lower bound is at most a limit.
    pub fn next_within(&mut self, limit: f64) -> Option<NearTriangles> {
        self.open_below(limit);
        match self.waiting.peek() {
            Some(&Waiting { lower, held: Held::Pair(pair) }) if lower <= limit => {
                self.waiting.pop();
                Some(pair)
            }
            _ => None,
        }
    }
}

impl Iterator for NearPairs<'_> {
    type Item = NearTriangles;
    fn next(&mut self) -> Option<NearTriangles> {
        self.next_within(f64::INFINITY)
    }
}

fn contents<'a>(trees: [&'a Tree<3>; 2], [a, b]: [Cell; 2]) -> [Content<'a>; 2] {
    [trees[0].content(a), trees[1].content(b)]
}

/// A difference, rounded down.
fn less(length: f64, radii: f64) -> f64 {
    if radii == 0.0 { length } else { (length - radii * UP).next_down() }
}

impl Ord for Waiting {
    /// The greatest of a heap is the nearest; of equal ones pairs of triangles come before boxes, so that a pair that is
    /// known is not kept by what can only be as near.
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |waiting: &Self| match waiting.held {
            Held::Cells(_) => (0, [0; 2]),
            Held::Pair(pair) => (1, pair.leaves.map(|leaf| u32::MAX - leaf)),
        };
        other.lower.total_cmp(&self.lower).then_with(|| rank(self).cmp(&rank(other)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}
