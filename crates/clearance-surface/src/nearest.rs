//! The distance of the surfaces of two bodies, with a bracket that is narrowed by splitting.
//!
//! 1. Pairs of triangles come by rising lower bounds ([`NearPairs`]); faces that are one surface twice have the bound of
//!    their closed gap, too.
//! 2. The pair with the least lower bound is looked at: the least of all is the lower bound L of the answer. True points
//!    near its witnesses give an upper bound U.
//! 3. If the question is decided (L or U on one side of the limit, or U − L small), the search ends.
//! 4. Otherwise the larger patch of the pair is split in four. A pair that no split makes better ends the search, too:
//!    then the width of the bracket is the file's own tolerance, or rounding.

use crate::body::Body;
use crate::closed::Coincident;
use crate::patch::Patch;
use clearance::real::{U, UP};
use clearance::{Pose, Solver, Vec3};
use clearance_scene::NearPairs;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

/// What is asked of two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether they are closer than this. Once that is known, the search ends.
    pub below: Option<f64>,
    /// Without a limit, and for pairs below it, the width at which the search ends.
    pub width: f64,
    /// How many pairs of patches are looked at.
    pub most_pairs: usize,
}

impl Question {
    /// Whether bounds of the distance are on one side of the limit. The limit 0 is held by surfaces that are apart.
    pub(crate) fn is_decided(&self, lower: f64, upper: f64) -> bool {
        self.below.is_some_and(|limit| (lower >= limit && lower > 0.0) || upper < limit)
    }
}

/// The distance of two surfaces.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// The surfaces are no nearer. Never negative.
    pub lower: f64,
    /// The surfaces are no farther apart.
    pub upper: f64,
    /// The faces of the pair that makes the lower bound.
    pub faces: [u32; 2],
    /// True points that are no farther apart than `upper`, but for their errors.
    pub points: [Vec3<f64>; 2],
    /// What of the width no finer mesh makes less: the tolerances of the edges beside the pair.
    pub tolerance: f64,
    /// How many pairs of patches were looked at.
    pub pairs: usize,
}

/// Pairs of faces with a lower bound of their gap.
type Closed = BTreeMap<[u32; 2], Bound>;

/// A lower bound of the gap of two faces, and whether a common part is known: then no split makes it better.
#[derive(Clone, Copy)]
struct Bound {
    lower: f64,
    is_shown: bool,
}

/// A pair of patches that waits. Patches are large, and a heap moves what it holds.
struct Waiting {
    lower: f64,
    patches: Box<[Patch; 2]>,
}

/// The distance of two surfaces, with the faces that are one surface twice within the band, and lower bounds for pairs of
/// faces.
pub(crate) fn nearest(
    a: &Body,
    b: &Body,
    question: &Question,
    coincident: &[Coincident],
    bounds: &[([u32; 2], f64)],
) -> Nearest {
    let bodies = [a, b];
    let mut closed: Closed = coincident
        .iter()
        .map(|pair| (pair.faces, Bound { lower: pair.gap.lower, is_shown: pair.common.is_some() }))
        .collect();
    for &(faces, lower) in bounds {
        let bound = closed.entry(faces).or_insert(Bound { lower, is_shown: false });
        bound.lower = bound.lower.max(lower);
    }
    let mut best = Nearest {
        lower: f64::INFINITY,
        upper: f64::INFINITY,
        faces: [0; 2],
        points: [Vec3::default(); 2],
        tolerance: 0.0,
        pairs: 0,
    };
    for pair in coincident {
        if let Some(points) = pair.common
            && pair.upper < best.upper
        {
            (best.upper, best.points, best.faces) = (pair.upper, points, pair.faces);
        }
    }
    let own_bodies = [a.mesh().at(Pose::identity()), b.mesh().at(Pose::identity())];
    let mut triangles = NearPairs::new(&own_bodies[0], &own_bodies[1]);
    let mut waiting: BinaryHeap<Waiting> = BinaryHeap::new();
    let solver = Solver::default();
    loop {
        // 1. The least lower bound of what waits; triangles that may be less come first.
        let known = waiting.peek().map_or(f64::INFINITY, |waiting| waiting.lower);
        if let Some(found) = triangles.next_within(known) {
            let patches = [0, 1].map(|side| Patch::of_leaf(bodies[side], found.leaves[side]));
            let lower = with_closed(&closed, &patches, found.lower);
            if best.upper == f64::INFINITY {
                note(&mut best, bodies, &patches, [found.proximity.point_a, found.proximity.point_b]);
            }
            waiting.push(Waiting { lower, patches: Box::new(patches) });
            continue;
        }
        let Some(Waiting { lower, patches }) = waiting.pop() else {
            best.lower = best.lower.min(triangles.lower());
            break;
        };
        best.pairs += 1;
        let lower = lower.max(0.0);
        best.lower = lower;
        best.faces = [0, 1].map(|side| patches[side].face);
        best.tolerance = (patches[0].tolerance + patches[1].tolerance) * UP;
        // 2. True points near the witnesses.
        if let [Some(of_a), Some(of_b)] = [patches[0].triangle(), patches[1].triangle()] {
            let apart = solver.distance(&of_a, &of_b);
            note(&mut best, bodies, &patches, [apart.point_a, apart.point_b]);
        }
        // 3. Is it decided?
        let width = best.upper - best.lower;
        let is_decided = question.is_decided(lower, best.upper);
        let at_floor =
            closed_bound(&closed, &patches).is_some_and(|closed| closed.is_shown && lower <= closed.lower.max(0.0));
        let slack = [0, 1].map(|side| patches[side].slack());
        let is_fine = slack[0].max(slack[1]) <= 16.0 * U * (patches[0].size() + patches[1].size())
            || slack[0] + slack[1] <= 0.25 * question.width.max(best.tolerance);
        if is_decided || width <= question.width || best.pairs >= question.most_pairs || at_floor || is_fine {
            break;
        }
        // 4. Split the patch that leaves more open.
        let side = usize::from(slack[1] > slack[0]);
        for part in patches[side].split(bodies[side]) {
            let own = if side == 0 { [part, patches[1].clone()] } else { [patches[0].clone(), part] };
            let bound = match [own[0].triangle(), own[1].triangle()] {
                [Some(of_a), Some(of_b)] => {
                    let radii = (own[0].radius + own[1].radius) * UP;
                    (solver.distance(&of_a, &of_b).lower - radii).next_down()
                }
                _ => f64::NEG_INFINITY,
            };
            // A part is no nearer than the whole.
            let bound = with_closed(&closed, &own, bound.max(lower));
            if bound <= best.upper {
                waiting.push(Waiting { lower: bound, patches: Box::new(own) });
            }
        }
    }
    best.lower = best.lower.min(best.upper);
    best
}

/// The bound of a pair of patches, with that of their faces' closed gap.
fn with_closed(closed: &Closed, patches: &[Patch; 2], bound: f64) -> f64 {
    closed_bound(closed, patches).map_or(bound, |closed| bound.max(closed.lower))
}

/// The lower bound that the closed gap of two faces gives two patches. At edges the file leaves open where they end.
fn closed_bound(closed: &Closed, patches: &[Patch; 2]) -> Option<Bound> {
    let Bound { lower, is_shown } = *closed.get(&[patches[0].face, patches[1].face])?;
    let tolerance = (patches[0].tolerance + patches[1].tolerance) * UP;
    Some(Bound { lower: if tolerance > 0.0 { (lower - tolerance).next_down() } else { lower }, is_shown })
}

/// Notes the true points near two witnesses, if they are nearer than those before.
fn note(best: &mut Nearest, bodies: [&Body; 2], patches: &[Patch; 2], near: [Vec3<f64>; 2]) {
    let [(p, of_p), (q, of_q)] = [0, 1].map(|side| patches[side].true_point(bodies[side], near[side]));
    let upper = ((q - p).length() + of_p + of_q + 8.0 * U * (p.length() + q.length())) * UP;
    if upper < best.upper {
        (best.upper, best.points) = (upper, [p, q]);
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower)
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
