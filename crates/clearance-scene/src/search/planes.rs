//! Exact planes: one of them proves of many pairs of facets that none is nearer than a known pair.
//!
//! **Problem.** Between two plates of many coplanar facets, thousands of pairs are equally near. Exact numbers for each
//! pair take minutes.
//!
//! **Method.** Let n be the direction of the shortest vector of a pair P, of any length, and h = min n·b − max n·a over
//! the corners of its facets. Then h/|n| is the distance of P. The gap of any other pair along n is at most |n| times
//! its distance. So a pair with a gap of h or more is no nearer than P. Heights are dyadic numbers without rounding, and
//! each vertex has its height computed once.
//!
//! n is a polynomial of the corners: the shortest vector is orthogonal to the edges of both features that carry it, and
//! these are known from the exact answer for P. Two edges that are not parallel have a wedge along n. Otherwise n is the
//! part of any vector from one feature to the other that is orthogonal to their edges.
//!
//! **What is left.** A pair whose gap exceeds h by more than a few roundings is farther than P, also as a float. Of the
//! others the first ones are answered, until one is as near as the least.

use super::frame::{Point, dot};
use super::least::least_of;
use super::nearest::{Answer, Search};
use super::pair::Pair;
use crate::facets::FacetSpace;
use crate::view::{Facets, View};
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Feature, Precision, Ring, Solver, Space, Status, SupportMap, WideVector};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Planes that a walk keeps. Larger: pairs that no plane proves pay for each. Smaller: more exact answers where several
/// directions are equally near, such as a block in a box.
const KEPT: usize = 8;

/// Planes that may fail before the exact answers go on without planes.
const FAILURES: usize = 8;

/// A plane fails if it proves nothing for at least this fraction of the pairs.
const WORTH: usize = 16;

/// A plane along the shortest vector of a pair of facets.
pub(super) struct Plane<V: WideVector, const D: usize> {
    pub answer: Answer<V>,
    sides: [Side<V, D>; 2],
    /// The gap of the pair along the direction: rounded, in the frame.
    rounded_height: f64,
    /// The same without rounding, times the length of the direction. It is positive.
    height: Dyadic,
    /// The least gap that is greater than the height, also after rounding.
    farther: Dyadic,
}

/// How far the facets of one body reach along its outward direction: the normal for A, the opposite for B.
struct Side<V: WideVector, const D: usize> {
    outward: V::Exact,
    /// In the frame, of length 1 but for rounding.
    rounded: Point<D>,
    vertices: HashMap<u32, Dyadic>,
    facets: HashMap<u32, Dyadic>,
}

impl<V: FacetSpace<D>, const D: usize> Side<V, D> {
    fn new(outward: V::Exact, rounded: Point<D>) -> Self {
        Self { outward, rounded, vertices: HashMap::new(), facets: HashMap::new() }
    }

    /// The heights of a facet's corners, off by less than the frame's slack.
    fn rounded_heights(&self, corners: [Point<D>; D]) -> [f64; D] {
        corners.map(|corner| dot(corner, self.rounded))
    }

    /// The greatest height of a facet, without rounding. Corners that are lower by more than `clear` do not count.
    fn reach(&mut self, body: &View<V, D>, facets: Facets<V, D>, facet: u32, rounded: [f64; D], clear: f64) -> Dyadic {
        if let Some(reach) = self.facets.get(&facet) {
            return reach.clone();
        }
        let (corners, leaf) = (facets.indices[facet as usize], body.leaf(facet));
        let top = greatest(rounded);
        let mut reach: Option<Dyadic> = None;
        for place in 0..D {
            if corners[..place].contains(&corners[place]) || rounded[place] < top - clear {
                continue;
            }
            let outward = &self.outward;
            let height = self.vertices.entry(corners[place]);
            let height = height.or_insert_with(|| exact_corner(leaf.shape(), place).dot(outward));
            if reach.as_ref().is_none_or(|reach| *height > *reach) {
                reach = Some(height.clone());
            }
        }
        let reach = reach.unwrap_or_default();
        self.facets.insert(facet, reach.clone());
        reach
    }
}

impl<V: FacetSpace<D>, const D: usize> Plane<V, D> {
    /// What the plane proves of the distance of a pair, compared with that of its own pair: `Equal` if it is not less,
    /// `Greater` if it is greater also after rounding. `None` if it proves nothing.
    fn order(&mut self, pair: &Pair<V, D>, leaves: [u32; 2]) -> Option<Ordering> {
        let gap = self.gap(pair, leaves, self.rounded_height - 4.0 * pair.frame.slack)?;
        match gap < self.height {
            true => None,
            false if gap < self.farther => Some(Ordering::Equal),
            false => Some(Ordering::Greater),
        }
    }

    /// The gap of a pair along the direction, without rounding. `None` if it is rounded to less than a length of the
    /// frame.
    fn gap(&mut self, pair: &Pair<V, D>, leaves: [u32; 2], least: f64) -> Option<Dyadic> {
        let facets = pair.facets?;
        let of_a = self.sides[0].rounded_heights(pair.corners_of_a(facets, leaves[0]));
        let of_b = self.sides[1].rounded_heights(pair.corners_of_b(facets, leaves[1]));
        if -greatest(of_a) - greatest(of_b) < least {
            return None;
        }
        let clear = 4.0 * pair.frame.slack;
        let reach_of_a = self.sides[0].reach(pair.bodies[0], facets[0], leaves[0], of_a, clear);
        let reach_of_b = self.sides[1].reach(pair.bodies[1], facets[1], leaves[1], of_b, clear);
        Some(reach_of_a.plus(&reach_of_b).negated())
    }
}

impl<V: FacetSpace<D>, const D: usize> Search<'_, V, D> {
    /// Whether the distances that are asked for are so small that the core answers most pairs with exact numbers.
    pub(super) fn is_near(&self) -> bool {
        self.limit < 4.0 * self.pair.frame.slack
    }

    /// The same question with exact numbers.
    pub(super) fn exact_solver(&self) -> Solver {
        Solver { precision: Precision::Exact, ..*self.solver }
    }

    /// Whether a kept plane proves that a pair of facets is no nearer than a pair that is answered.
    pub(super) fn is_proven(&mut self, leaves: [u32; 2]) -> bool {
        self.planes.iter_mut().any(|plane| plane.order(self.pair, leaves).is_some())
    }

    /// Keeps the plane of an exact answer. Of many planes those of the nearest pairs are kept.
    pub(super) fn keep_plane_of(&mut self, answer: Answer<V>) {
        let Some(plane) = self.plane_of(answer) else { return };
        self.planes.push(plane);
        if self.planes.len() > KEPT {
            let distance = |plane: &Plane<V, D>| plane.answer.proximity.distance;
            self.planes.sort_by(|left, right| distance(left).total_cmp(&distance(right)));
            self.planes.pop();
        }
    }

    /// The least of the exact answers for pairs of facets, and of equal ones that of the first leaves. The pairs are
    /// asked about from the last to the first: the order changes the time alone.
    pub(super) fn least_exactly(&mut self, mut open: Vec<[u32; 2]>) -> Option<Answer<V>> {
        let exact = self.exact_solver();
        let (mut answers, mut ties) = (Vec::new(), Vec::new());
        for mut plane in std::mem::take(&mut self.planes) {
            answers.push(plane.answer);
            ties.extend(self.sort_out(&mut plane, &mut open));
        }
        let mut failures = 0;
        while let Some(leaves) = open.pop() {
            let answer = self.answered(&exact, leaves);
            answers.push(answer);
            if open.is_empty() || failures == FAILURES {
                continue;
            }
            let count = open.len();
            if let Some(mut plane) = self.plane_of(answer) {
                ties.extend(self.sort_out(&mut plane, &mut open));
            }
            failures += usize::from((count - open.len()) * WORTH < count);
        }
        answers.sort_unstable_by_key(|answer| answer.leaves);
        let least = least_of(answers)?;
        ties.retain(|(leaves, distance)| *distance == least.proximity.distance && *leaves < least.leaves);
        ties.sort_unstable_by_key(|(leaves, _)| *leaves);
        let mut earlier = ties.into_iter().map(|(leaves, _)| self.answered(&exact, leaves));
        match earlier.find(|answer| !(answer.proximity.distance > least.proximity.distance)) {
            Some(first) => least_of(vec![first, least]),
            None => Some(least),
        }
    }

    /// Whether the answer of a candidate is wanted. If an answer is not wanted, no pair that is farther apart is.
    pub(super) fn any_candidate(&mut self, is_wanted: &dyn Fn(&Self, &Answer<V>) -> bool) -> bool {
        let mut open: Vec<[u32; 2]> = self.candidates.iter().map(|candidate| candidate.leaves).collect();
        for mut plane in std::mem::take(&mut self.planes) {
            if is_wanted(self, &plane.answer) {
                return true;
            }
            self.sort_out(&mut plane, &mut open);
        }
        let (exact, limit) = (self.exact_solver(), self.solver.max_distance);
        let mut failures = 0;
        while let Some(leaves) = open.pop() {
            let answer = self.answered(self.solver, leaves);
            if is_wanted(self, &answer) {
                return true;
            }
            // Floats answer most other pairs sooner than a plane.
            let is_exact = self.is_near() || (answer.proximity.lower <= limit && limit <= answer.proximity.upper);
            let pays = self.pair.facets.is_some() && is_exact;
            if !pays || open.is_empty() || failures == FAILURES {
                continue;
            }
            let count = open.len();
            if let Some(mut plane) = self.plane_of(self.answered(&exact, leaves)) {
                self.sort_out(&mut plane, &mut open);
            }
            failures += usize::from((count - open.len()) * WORTH < count);
        }
        false
    }

    /// Takes out the pairs that a plane proves to be no nearer than its own pair. Returns those that may be as near,
    /// with the distance of the plane's pair.
    fn sort_out(&self, plane: &mut Plane<V, D>, open: &mut Vec<[u32; 2]>) -> Vec<([u32; 2], f64)> {
        let mut ties = Vec::new();
        open.retain(|&leaves| {
            let order = plane.order(self.pair, leaves);
            if order == Some(Ordering::Equal) {
                ties.push((leaves, plane.answer.proximity.distance));
            }
            order.is_none()
        });
        ties
    }

    /// The plane of an exact answer for two facets. `None` if they are not proven to be apart.
    fn plane_of(&self, answer: Answer<V>) -> Option<Plane<V, D>> {
        if answer.proximity.status != Status::Separated {
            return None;
        }
        let direction = self.direction_between(&answer)?;
        let rounded = self.pair.frame.direction_of_world(answer.proximity.normal.into());
        let sides = [Side::new(direction.clone(), rounded), Side::new(direction.negated(), rounded.map(|x| -x))];
        let rounded_height = self.pair.frame.length(answer.proximity.distance);
        let mut plane = Plane { answer, sides, rounded_height, height: Dyadic::default(), farther: Dyadic::default() };
        plane.height = plane.gap(self.pair, answer.leaves, f64::NEG_INFINITY)?;
        // Both distances are rounded by at most ε.
        plane.farther = plane.height.times(&Dyadic::from(1.0 + 4.0 * f64::EPSILON));
        plane.height.is_positive().then_some(plane)
    }

    /// The direction of the shortest vector of two facets, without rounding and of any length, from the features of an
    /// exact answer.
    fn direction_between(&self, answer: &Answer<V>) -> Option<Exact<V>> {
        let [a, b] = [0, 1].each(|side| self.pair.bodies[side].leaf(answer.leaves[side]));
        let own = corners(a.shape(), &answer.proximity.feature_a());
        let other = corners(b.shape(), &answer.proximity.feature_b());
        let way = other.first()?.minus(own.first()?);
        let edges =
            [own, other].each(|points| points[1..].iter().map(|point| point.minus(&points[0])).collect::<Vec<_>>());
        let edges = edges.concat();
        let Some(first) = edges.iter().find(|edge| !edge.is_zero()) else { return Some(way) };
        if D == 3 {
            let normals = edges.iter().map(|edge| Exact::<V>::normal_of(&[first.clone(), edge.clone()]));
            if let Some(normal) = normals.into_iter().find(|normal| !normal.is_zero()) {
                return Some(if normal.dot(&way).is_negative() { normal.negated() } else { normal });
            }
        }
        Some(first.cross_area(&way.wedge(first)))
    }
}

type Exact<V> = <V as WideVector>::Exact;

/// A vertex in the world, without rounding.
fn exact_corner<V: WideVector>(leaf: &dyn SupportMap<V>, index: usize) -> V::Exact {
    leaf.pose().apply_exact(&leaf.exact_vertex(index))
}

/// The corners of a feature in the world, without rounding.
fn corners<V: WideVector>(leaf: &dyn SupportMap<V>, feature: &Feature) -> Vec<V::Exact> {
    feature.vertices().iter().map(|&vertex| exact_corner(leaf, vertex as usize)).collect()
}

fn greatest<const D: usize>(heights: [f64; D]) -> f64 {
    heights.into_iter().fold(f64::NEG_INFINITY, f64::max)
}
