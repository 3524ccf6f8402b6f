//! The nearest pair of triangles of two meshes.
//!
//! 1. The walk gives an upper bound U of the distance, and the *candidates*: all pairs of triangles whose lower bound is
//!    not above U. All other pairs are farther apart than U.
//! 2. The core answers for each candidate. The least answer is the distance; of equal ones, that of the first triangles.
//!
//! U is larger than the distance by the errors of step 1. So every pair whose answer could be the least is a candidate,
//! whatever was found first: the answer does not depend on the order of the search or on a warm start.

use super::frame::{Frame, Point, dot};
use super::meeting::{first_meeting, meet, placed};
use super::triangles::eight;
use super::walk::{Direction, Visitor, walk};
use crate::mesh::Body;
use clearance::{Precision, Proximity, Solver, Status, Vec3};

/// The widest bracket, in ε · size of the scene.
const BRACKET: f64 = 4.0;

/// Pairs in the list from which on it is thinned out.
const MANY: usize = 256;

/// A pair of triangles that may be the nearest.
#[derive(Clone, Copy)]
struct Candidate {
    triangles: [u32; 2],
    /// A lower bound of the distance in the frame, but for the frame's slack.
    bound: f64,
}

/// The search for the nearest pair.
pub(super) struct Search<'a> {
    bodies: [&'a Body<'a>; 2],
    solver: &'a Solver,
    frame: Frame,
    direction: Direction,
    /// An upper bound of the distance, in the frame. It includes the errors of the frame.
    upper: f64,
    candidates: Vec<Candidate>,
    /// A pair of triangles that meet: nothing is nearer.
    meeting: Option<[u32; 2]>,
}

/// The answer of the core for a pair of triangles.
pub(super) struct Answer {
    pub triangles: [u32; 2],
    pub proximity: Proximity<Vec3<f64>>,
}

impl<'a> Search<'a> {
    /// A search for pairs that are no farther apart than `limit`, a length of the world.
    pub fn new(bodies: [&'a Body<'a>; 2], solver: &'a Solver, frame: Frame, limit: f64) -> Self {
        let from_a_to_b = frame.place([0.0; 3]);
        let fallback = Direction { in_a: [0.0; 3], in_b: [0.0; 3], offset: 0.0 };
        let direction = Direction::of(&frame, from_a_to_b).unwrap_or(fallback);
        // Multiplied by more than 1: the comparison with the limit itself is the core's.
        let upper = frame.length(limit) * (1.0 + 8.0 * f64::EPSILON) + frame.slack;
        Self { bodies, solver, frame, direction, upper, candidates: Vec::new(), meeting: None }
    }

    /// Looks at one pair first: the nearest pair of a scene that was almost the same.
    pub fn begin_with(&mut self, [a, b]: [u32; 2]) {
        let count = |side: usize| self.bodies[side].mesh.triangles().len();
        if (a as usize) < count(0) && (b as usize) < count(1) {
            self.groups(&[a], &[b]);
        }
    }

    /// The answer, or `None` if nothing is within the limit.
    pub fn run(mut self) -> Option<Answer> {
        let trees = self.bodies.map(|body| body.mesh.tree());
        let frame = self.frame;
        walk(trees, &frame, &mut self);
        if self.meeting.is_some() {
            let triangles = first_meeting(self.bodies, &self.frame)?;
            return Some(Answer { triangles, proximity: self.answer(self.solver, triangles) });
        }
        self.least_candidate()
    }

    /// Whether two triangles meet.
    pub fn finds_meeting(mut self) -> bool {
        let trees = self.bodies.map(|body| body.mesh.tree());
        let frame = self.frame;
        walk(trees, &frame, &mut self);
        self.meeting.is_some() || self.candidates.iter().any(|candidate| meet(self.bodies, candidate.triangles))
    }

    /// The core's answer for a pair of triangles.
    fn answer(&self, solver: &Solver, triangles: [u32; 2]) -> Proximity<Vec3<f64>> {
        let [a, b] = placed(self.bodies, triangles);
        solver.distance(&a, &b)
    }

    /// The candidate with the least distance. Of equal ones, that of the first triangles. If the bracket is wider than
    /// this crate promises, it is the exact one.
    fn least_candidate(&mut self) -> Option<Answer> {
        let limit = self.limit();
        self.candidates.retain(|candidate| !(candidate.bound > limit));
        let least = self.least_answer(self.solver)?;
        let width = self.frame.length(least.proximity.upper - least.proximity.lower);
        if width <= BRACKET * f64::EPSILON * self.frame.size || self.solver.precision == Precision::Exact {
            return Some(least);
        }
        self.least_answer(&Solver { precision: Precision::Exact, ..*self.solver })
    }

    fn least_answer(&self, solver: &Solver) -> Option<Answer> {
        let mut least: Option<Answer> = None;
        let mut bounds = [f64::INFINITY; 2];
        for &Candidate { triangles, .. } in &self.candidates {
            let proximity = self.answer(solver, triangles);
            bounds = [bounds[0].min(proximity.lower), bounds[1].min(proximity.upper)];
            let is_less = least
                .as_ref()
                .is_none_or(|least| (proximity.distance, triangles) < (least.proximity.distance, least.triangles));
            if is_less {
                least = Some(Answer { triangles, proximity });
            }
        }
        let mut least = least?;
        [least.proximity.lower, least.proximity.upper] = bounds;
        Some(least)
    }

    /// A pair that is not left out by the gap along its shortest vector.
    fn propose(&mut self, triangles: [u32; 2], gap: f64, vector: Point) {
        let length = dot(vector, vector).sqrt();
        if length + self.frame.slack < self.upper {
            self.upper = length + self.frame.slack;
            if let Some(direction) = Direction::of(&self.frame, vector) {
                self.direction = direction;
            }
        }
        if gap > self.limit() {
            return;
        }
        // The plane proves nothing near the length: the triangles meet or nearly so, or one is a needle.
        if !(gap > 0.5 * length) {
            let proximity = self.answer(self.solver, triangles);
            if proximity.status != Status::Separated {
                self.meeting = Some(triangles);
                return;
            }
            self.upper = self.upper.min(self.frame.length(proximity.upper) + self.frame.slack);
        }
        self.candidates.push(Candidate { triangles, bound: gap });
        if self.candidates.len() >= MANY && self.candidates.len().is_power_of_two() {
            let limit = self.limit();
            self.candidates.retain(|candidate| !(candidate.bound > limit));
        }
    }
}

impl Visitor for Search<'_> {
    fn limit(&self) -> f64 {
        self.upper + self.frame.slack
    }

    fn direction(&self) -> &Direction {
        &self.direction
    }

    fn is_done(&self) -> bool {
        self.meeting.is_some()
    }

    fn groups(&mut self, of_a: &[u32], of_b: &[u32]) {
        let [body_a, body_b] = self.bodies;
        let frame = self.frame;
        let eight = eight(of_a.iter().map(|&piece| body_a.mesh.corners(piece).map(|corner| frame.of_a(corner))));
        for &b in of_b {
            let single = body_b.mesh.corners(b).map(|corner| frame.of_b(corner));
            let near = single.iter().map(|&corner| dot(corner, self.direction.in_a)).fold(f64::INFINITY, f64::min);
            let far = eight.farthest(self.direction.in_a);
            let limit = self.limit();
            if (0..of_a.len()).all(|lane| near - far.0[lane] > limit) {
                continue;
            }
            let vectors = eight.shortest_to(&single);
            let gaps = eight.gaps_along(vectors, &single);
            for (lane, &a) in of_a.iter().enumerate() {
                if !(gaps.0[lane] > self.limit()) {
                    self.propose([a, b], gaps.0[lane], vectors.lane(lane));
                    if self.is_done() {
                        return;
                    }
                }
            }
        }
    }
}
