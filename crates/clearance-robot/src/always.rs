//! Links that meet at every place of a box of parameters.
//!
//! **Method.** Over cells, as for links that never meet. Two leaves that overlap at the centre of a cell by a depth δ meet
//! in the whole cell if their points move against each other by less than δ, less the errors of their places: the support
//! function of their difference is at most −δ in every direction, and changes by no more than that. Leaves near the axes
//! move little, so the pair with the greatest ratio of depth to way is kept for the cells that follow.

use crate::ask::{Stood, depth, meeting_leaves};
use crate::body::{Body, BodyLeaf};
use crate::cell::Stage;
use crate::chain::Chain;
use crate::course::Course;
use crate::frame::UP;
use crate::region::Cell;
use clearance::Vec3;

/// The most cells. Links that are joined need some ten.
const MOST_CELLS: usize = 1024;

/// The most pairs of leaves that are tried in a cell, and of those that proved other cells, which are tried first.
const MOST_LEAVES: usize = 48;
const MOST_KNOWN: usize = 16;

/// Whether two links are proven to meet everywhere. `false`: it is not known.
pub(crate) fn meets(chain: &Chain, course: &Course) -> bool {
    let mut stack = vec![Cell { ends: course.box_.clone() }];
    let (mut cells, mut known) = (0, Vec::<[BodyLeaf; 2]>::new());
    while let Some(cell) = stack.pop() {
        cells += 1;
        if cells > MOST_CELLS {
            return false;
        }
        let stage = Stage::new(chain, course, &cell);
        let Some(best) = best_leaves(&stage, &known) else { return false };
        // The last ones are tried first in the cells that follow.
        known.retain(|leaves| *leaves != best.leaves);
        known.push(best.leaves);
        if best.is_proven {
            continue;
        }
        let Some(halves) = cell.halves(best.parameter) else { return false };
        stack.extend(halves);
    }
    true
}

/// Two leaves that meet at the centre of a cell.
pub(crate) struct Best {
    leaves: [BodyLeaf; 2],
    pub is_proven: bool,
    /// The parameter that moves them most.
    parameter: usize,
}

/// The leaves that are deepest in each other for their way. `None` if no leaves meet at the centre beyond all error.
pub(crate) fn best_leaves(stage: &Stage, known: &[[BodyLeaf; 2]]) -> Option<Best> {
    let bodies = stage.chain.bodies();
    let [a, b] = [0, 1].map(|side| Stood::new(bodies[side], &stage.standing.frames[side]));
    let error = (a.error + b.error) * UP;
    let mut best: Option<(f64, Best)> = None;
    let mut consider = |leaves: [BodyLeaf; 2]| {
        let depth = depth(&a, &b, leaves).unwrap_or(0.0) - error;
        if !(depth > 0.0) {
            return false;
        }
        let balls = [0, 1].map(|side| ball(bodies[side], leaves[side]));
        let (way, parameter) = stage.way_of_balls(balls);
        let ratio = depth / way.max(f64::MIN_POSITIVE);
        if best.as_ref().is_none_or(|(most, _)| ratio > *most) {
            best = Some((ratio, Best { leaves, is_proven: depth > way, parameter }));
        }
        depth > way
    };
    if !known.iter().rev().take(MOST_KNOWN).copied().any(&mut consider) {
        let _ = meeting_leaves(&a, &b, MOST_LEAVES).into_iter().any(consider);
    }
    best.map(|(_, best)| best)
}

/// A ball around a leaf, in the frame of its link.
fn ball(body: &Body, leaf: BodyLeaf) -> (Vec3<f64>, f64) {
    let corners = body.leaf_box(leaf);
    let centre = (corners[0] + corners[1]) * 0.5;
    (centre, ((corners[1] - centre).length() + body.slack) * UP)
}
