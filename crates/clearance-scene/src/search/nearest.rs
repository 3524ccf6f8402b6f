//! The nearest pairs of triangles of two meshes.
//!
//! 1. The walk gives an upper bound U of the distances that are asked for, and the *candidates*: all pairs of triangles
//!    whose lower bound is not above U. All other pairs are farther apart than U.
//! 2. The core answers for each candidate. The least answer is the distance; of equal ones, that of the first
//!    triangles.
//!
//! U is larger than the distance by the errors of step 1. So every pair whose answer could be the least is a candidate,
//! whatever was found first: the answer does not depend on the order of the search or on a warm start.
//!
//! A [`Goal`] says what U is: the least upper bound so far, the k-th least, or a fixed length.

use super::frame::{Frame, Point, dot};
use super::lanes::{LANES, on_widest_instructions};
use super::meeting::{first_meeting, meet, placed};
use super::triangles::eight;
use super::walk::{Direction, Visitor, walk};
use crate::mesh::Body;
use clearance::{Precision, Proximity, Solver, Status, Vec3};
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

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

/// Which pairs are asked for, by the upper bounds of their distances. Lengths of the frame, errors included.
#[derive(Debug)]
pub(super) enum Goal {
    /// The nearest pair: the least upper bound so far.
    Nearest(f64),
    /// This many nearest pairs: their upper bounds so far, the greatest first, and a limit from outside.
    Several(usize, BinaryHeap<Length>, f64),
    /// All pairs within a length.
    All(f64),
}

/// A length in a heap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length(f64);

impl Eq for Length {}
impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Length {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Goal {
    /// Pairs beyond this are not asked for.
    fn upper(&self) -> f64 {
        match self {
            Self::Nearest(upper) | Self::All(upper) => *upper,
            Self::Several(count, found, limit) if found.len() == *count => {
                found.peek().map_or(*limit, |length| length.0.min(*limit))
            }
            Self::Several(_, _, limit) => *limit,
        }
    }

    /// Notes the upper bound of a pair. Whether less is asked for now.
    fn note(&mut self, length: f64) -> bool {
        let before = self.upper();
        match self {
            Self::Nearest(upper) => *upper = upper.min(length),
            Self::Several(count, found, _) => {
                found.push(Length(length));
                if found.len() > *count {
                    found.pop();
                }
            }
            Self::All(_) => {}
        }
        self.upper() < before
    }

    /// A better upper bound of a pair that is noted already. Several pairs keep the first one.
    fn note_again(&mut self, length: f64) {
        if let Self::Nearest(upper) = self {
            *upper = upper.min(length);
        }
    }
}

/// The search for the pairs of a goal.
pub(super) struct Search<'a> {
    bodies: [&'a Body<'a>; 2],
    solver: &'a Solver,
    frame: Frame,
    direction: Direction,
    goal: Goal,
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
    /// A search for pairs that are no farther apart than the solver's `max_distance`. `goal` makes the goal from that
    /// length in the frame.
    pub fn new(bodies: [&'a Body<'a>; 2], solver: &'a Solver, frame: Frame, goal: impl Fn(f64) -> Goal) -> Self {
        let from_a_to_b = frame.place([0.0; 3]);
        let fallback = Direction { in_a: [0.0; 3], in_b: [0.0; 3], offset: 0.0 };
        let direction = Direction::of(&frame, from_a_to_b).unwrap_or(fallback);
        let limit = if solver.max_distance.is_nan() { f64::INFINITY } else { solver.max_distance };
        // Multiplied by more than 1: the comparison with the limit itself is the core's.
        let goal = goal(frame.length(limit) * (1.0 + 8.0 * f64::EPSILON) + frame.slack);
        Self { bodies, solver, frame, direction, goal, candidates: Vec::new(), meeting: None }
    }

    /// Looks at one pair first: the nearest pair of a scene that was almost the same.
    pub fn begin_with(&mut self, [a, b]: [u32; 2]) {
        let count = |side: usize| self.bodies[side].mesh.triangles().len();
        if (a as usize) < count(0) && (b as usize) < count(1) {
            self.groups(&[a], &[b]);
        }
    }

    /// The nearest pair, or `None` if nothing is within the limit.
    pub fn nearest(mut self) -> Option<Answer> {
        self.walk();
        if self.meeting.is_some() {
            let triangles = first_meeting(self.bodies, &self.frame)?;
            return Some(self.answered(self.solver, triangles));
        }
        self.least_candidate()
    }

    /// All pairs within the limit of the goal, the nearest first, and of equal ones the first triangles.
    pub fn all(mut self) -> Vec<Answer> {
        self.walk();
        let triangles: BTreeSet<[u32; 2]> = self.candidates.iter().map(|candidate| candidate.triangles).collect();
        let mut answers: Vec<Answer> =
            triangles.into_iter().map(|triangles| self.answered(self.solver, triangles)).collect();
        // A stable sort: equal distances stay in the order of their triangles.
        answers.sort_by(|left, right| left.proximity.distance.total_cmp(&right.proximity.distance));
        answers
    }

    /// Whether two triangles meet.
    pub fn finds_meeting(mut self) -> bool {
        self.walk();
        self.meeting.is_some() || self.candidates.iter().any(|candidate| meet(self.bodies, candidate.triangles))
    }

    fn walk(&mut self) {
        let trees = self.bodies.map(|body| body.mesh.tree());
        let frame = self.frame;
        on_widest_instructions(
            #[inline(always)]
            || walk(trees, &frame, self),
        );
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
        let candidates = self.candidates.iter().map(|candidate| candidate.triangles);
        let mut answers: Vec<Answer> = candidates.map(|triangles| self.answered(self.solver, triangles)).collect();
        let upper = answers.iter().map(|answer| answer.proximity.upper).fold(f64::INFINITY, f64::min);
        answers.retain(|answer| !(answer.proximity.lower > upper));
        answers.sort_unstable_by_key(|answer| answer.triangles);
        let is_narrow = |answer: &Answer| {
            let width = self.frame.length(answer.proximity.upper - answer.proximity.lower);
            width <= BRACKET * f64::EPSILON * self.frame.size
        };
        if self.solver.precision != Precision::Exact && !answers.iter().all(is_narrow) {
            let exact = Solver { precision: Precision::Exact, ..*self.solver };
            self.keep_one_of_equal_features(&mut answers);
            answers.iter_mut().for_each(|answer| *answer = self.answered(&exact, answer.triangles));
        }
        least_of(answers)
    }

    fn answered(&self, solver: &Solver, triangles: [u32; 2]) -> Answer {
        Answer { triangles, proximity: self.answer(solver, triangles) }
    }

    /// Keeps the first of all answers that name the same corners and edges, if it is sure that the others are no
    /// nearer.
    ///
    /// Triangles that share a corner or an edge have the same distance there, unless another of their corners is
    /// nearer. A plane through each feature across the normal shows that none is: all other corners are behind it.
    fn keep_one_of_equal_features(&self, answers: &mut Vec<Answer>) {
        let mut seen: Vec<([[u32; 3]; 2], Point)> = Vec::new();
        answers.retain(|answer| {
            let features = self.features(answer);
            let earlier = seen.iter().find(|(old, _)| *old == features);
            if let Some((_, normal)) = earlier {
                return !self.is_behind(answer.triangles, &features, *normal);
            }
            seen.push((features, self.frame.direction_of_world(answer.proximity.normal)));
            true
        });
    }

    /// The vertices of the meshes that carry the witness points, in increasing order. A place that is not used repeats
    /// the last one.
    fn features(&self, answer: &Answer) -> [[u32; 3]; 2] {
        let locals = [answer.proximity.feature_a(), answer.proximity.feature_b()];
        [0, 1].map(|side| {
            let mut vertices = self.bodies[side].mesh.triangles()[answer.triangles[side] as usize];
            if let [.., last] = *locals[side].vertices() {
                let corners = vertices;
                vertices =
                    std::array::from_fn(|place| corners[*locals[side].vertices().get(place).unwrap_or(&last) as usize]);
            }
            vertices.sort_unstable();
            vertices
        })
    }

    /// Whether all corners of both triangles that are not of the features lie clearly behind the features.
    fn is_behind(&self, triangles: [u32; 2], features: &[[u32; 3]; 2], normal: Point) -> bool {
        (0..2).all(|side| {
            let mesh = self.bodies[side].mesh;
            let height = |vertex: u32| {
                let point = mesh.vertices()[vertex as usize];
                if side == 0 { dot(self.frame.of_a(point), normal) } else { -dot(self.frame.of_b(point), normal) }
            };
            let of_feature = features[side].map(height).into_iter().fold(f64::INFINITY, f64::min);
            let corners = mesh.triangles()[triangles[side] as usize];
            let mut others = corners.iter().filter(|corner| !features[side].contains(corner));
            others.all(|&corner| height(corner) < of_feature - 4.0 * self.frame.slack)
        })
    }

    /// A pair that is not left out by the gap along its shortest vector.
    #[inline(never)]
    fn propose(&mut self, triangles: [u32; 2], gap: f64, vector: Point) {
        let length = dot(vector, vector).sqrt();
        if self.goal.note(length + self.frame.slack) {
            self.direction = Direction::of(&self.frame, vector).unwrap_or(self.direction);
        }
        if gap > self.limit() {
            return;
        }
        // The plane proves nothing near the length: the triangles meet or nearly so, or one is a needle.
        if !(gap > 0.5 * length) {
            let proximity = self.answer(self.solver, triangles);
            if proximity.status != Status::Separated {
                self.meeting = Some(triangles);
            }
            self.goal.note_again(self.frame.length(proximity.upper) + self.frame.slack);
        }
        self.candidates.push(Candidate { triangles, bound: gap });
        if self.candidates.len() >= MANY && self.candidates.len().is_power_of_two() {
            let limit = self.limit();
            self.candidates.retain(|candidate| !(candidate.bound > limit));
        }
    }
}

/// The answer with the least distance, in the bounds of all. Of equal ones the first.
fn least_of(answers: Vec<Answer>) -> Option<Answer> {
    let least = |bound: fn(&Proximity<Vec3<f64>>) -> f64| {
        answers.iter().map(|answer| bound(&answer.proximity)).fold(f64::INFINITY, f64::min)
    };
    let bounds = [least(|proximity| proximity.lower), least(|proximity| proximity.upper)];
    let mut first = answers
        .into_iter()
        .reduce(|first, next| if next.proximity.distance < first.proximity.distance { next } else { first })?;
    [first.proximity.lower, first.proximity.upper] = bounds;
    Some(first)
}

impl Visitor for Search<'_> {
    fn limit(&self) -> f64 {
        self.goal.upper() + self.frame.slack
    }

    fn direction(&self) -> &Direction {
        &self.direction
    }

    fn is_done(&self) -> bool {
        self.meeting.is_some() && matches!(self.goal, Goal::Nearest(_))
    }

    #[inline(always)]
    fn groups(&mut self, of_a: &[u32], of_b: &[u32]) {
        let [body_a, body_b] = self.bodies;
        let frame = self.frame;
        let mut corners_of_a = [[[0.0; 3]; 3]; LANES];
        let mut far = f64::NEG_INFINITY;
        for (corners, &a) in corners_of_a.iter_mut().zip(of_a) {
            *corners = body_a.mesh.corners(a).map(|corner| frame.of_a(corner));
            far = corners.iter().map(|&corner| dot(corner, self.direction.in_a)).fold(far, f64::max);
        }
        // B's triangles by their gaps along the direction, the nearest first.
        let mut singles = [([[0.0; 3]; 3], f64::INFINITY, 0); LANES];
        for (single, &b) in singles.iter_mut().zip(of_b) {
            let corners = body_b.mesh.corners(b).map(|corner| frame.of_b(corner));
            let near = corners.iter().map(|&corner| dot(corner, self.direction.in_a)).fold(f64::INFINITY, f64::min);
            *single = (corners, near - far, b);
        }
        let singles = &mut singles[..of_b.len()];
        singles.sort_unstable_by(|left, right| left.1.total_cmp(&right.1));
        if singles.first().is_none_or(|(_, gap, _)| *gap > self.limit()) {
            return;
        }
        let eight = eight(&corners_of_a[..of_a.len()]);
        for (single, gap, b) in singles {
            // The direction may have changed since, and the gap is a bound all the same.
            if *gap > self.limit() {
                break;
            }
            let apart = eight.boxes_apart(single);
            if (0..of_a.len()).all(|lane| apart.0[lane] > self.limit()) {
                continue;
            }
            let vectors = eight.shortest_to(single);
            let gaps = eight.gaps_along(vectors, single);
            for (lane, &a) in of_a.iter().enumerate() {
                if !(gaps.0[lane] > self.limit()) {
                    self.propose([a, *b], gaps.0[lane], vectors.lane(lane));
                    if self.is_done() {
                        return;
                    }
                }
            }
        }
    }
}
