//! Faces beside a closed gap: a pin with play is not nearer to its bore with its ends than with its side.
//!
//! **Problem.** A pin in its bore has a play of g. The rim of its end keeps g to the bore, too, along a whole circle. Splitting
//! shows that only after as many parts as the circle has lengths of √g.
//!
//! **Method.** Let s be the signed distance from the unbounded surface of one face G, positive outside of its body, and F the
//! other body's face with s ≥ g. Faces beside F have s ≥ g − 2τ if s rises on them away from F's edges ([`Side`]); those beside G
//! have s ≤ 2τ. s is 1-Lipschitz, so faces of the first kind are g − 4τ from those of the second. τ is the tolerance of edges.

use crate::body::Body;
use crate::closed::{Coincident, closed_gap};
use crate::level::Level;
use crate::sided::{Side, Wall};
use clearance::Vec3;
use clearance::real::UP;
use std::collections::BTreeSet;

/// How many closed gaps are looked around. Larger: more pairs of many faces are decided, and time.
const MOST_GAPS: usize = 24;

/// Lower bounds of the distances of pairs of faces that lie beside closed gaps.
pub(crate) fn beside(bodies: [&Body; 2], coincident: &[Coincident]) -> Vec<([u32; 2], f64)> {
    let gaps = coincident.iter().filter(|pair| pair.gap.lower > 0.0).take(MOST_GAPS);
    gaps.flat_map(|pair| (0..2).flat_map(|reference| around(bodies, pair.faces, reference))).collect()
}

/// The same for one gap, measured from the surface of the face of one body.
fn around(bodies: [&Body; 2], faces: [u32; 2], reference: usize) -> Vec<([u32; 2], f64)> {
    let other = 1 - reference;
    let [from, to] = [reference, other].map(|side| &bodies[side].faces[faces[side] as usize]);
    let place = bodies[other].extents()[faces[other] as usize];
    let gap = closed_gap(from, to, [&place, &place], 0.0).map_or(0.0, |gap| gap.lower);
    let Some(level) = Level::of(from.simple()).filter(|_| gap > 0.0) else { return Vec::new() };
    let slack = to.nodes().iter().map(|node| level.slack(node.corner)).fold(0.0, f64::max);
    // The faces on each side, and by how much their edges leave it open.
    let beside = |side: usize, toward: f64, clear: f64| -> Vec<(u32, f64)> {
        let (body, face) = (bodies[side], faces[side]);
        let known = BTreeSet::from([face]);
        let corners: Vec<Vec3<f64>> = body.faces[face as usize].nodes().iter().map(|node| node.corner).collect();
        let wall = Wall { level, toward, known: &known, corners: &corners };
        let on_side = Side { walls: vec![wall], clear };
        let own = body.faces[face as usize].tolerance();
        let others = (0..body.faces.len() as u32).filter(|&beside| beside != face);
        let found = others.filter(|&beside| on_side.holds(body, body.mates(), beside));
        let open = |beside: u32| (beside, 2.0 * own.max(body.faces[beside as usize].tolerance()));
        std::iter::once((face, 0.0)).chain(found.map(open)).collect()
    };
    let (near, far) = (beside(reference, -1.0, 0.0), beside(other, 1.0, gap));
    let pairs = near.iter().flat_map(|first| far.iter().map(move |second| (first, second)));
    let bound = |(&(i, of_i), &(j, of_j)): (&(u32, f64), &(u32, f64))| {
        let lower = (gap - (of_i + of_j + 2.0 * slack) * UP).next_down();
        let pair = if reference == 0 { [i, j] } else { [j, i] };
        (lower > 0.0 && pair != faces).then_some((pair, lower))
    };
    pairs.filter_map(bound).collect()
}
