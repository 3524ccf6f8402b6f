//! A box around a body, turned as a wall is, and what of another body is in it beside the walls.
//!
//! A block in the corner of a wider pocket is held by some walls; the others are far away. The points of the block are in the
//! box, and what lies beside all walls in the box is convex. So only the surface of the other body in the box matters.

use crate::body::Body;
use crate::level::Level;
use crate::patch::Patch;
use clearance::Vec3;
use clearance::real::UP;

/// How many patches of a face are looked at. Larger: faces that pass close by the box are told apart, and time.
const MOST_PATCHES: usize = 2048;

/// All points of a body, between two heights along each of three directions.
pub(crate) struct Hull {
    axes: [Vec3<f64>; 3],
    heights: [[f64; 2]; 3],
}

/// The heights of points along a direction, with a radius around each; the direction's length is within a few last digits of 1.
fn heights(axis: Vec3<f64>, corners: &[Vec3<f64>; 3], radius: f64) -> [f64; 2] {
    let along = corners.map(|corner| axis.dot(corner));
    let size = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
    let reach = (radius + size * (UP - 1.0)) * UP;
    let least = along.iter().copied().fold(f64::INFINITY, f64::min);
    [least - reach, along.into_iter().fold(f64::NEG_INFINITY, f64::max) + reach]
}

impl Hull {
    /// The box of a body along three unit directions.
    pub fn of(body: &Body, axes: [Vec3<f64>; 3]) -> Self {
        let mut own = Self { axes, heights: [[f64::INFINITY, f64::NEG_INFINITY]; 3] };
        for leaf in body.leaves() {
            let corners = body.faces[leaf.face as usize].corners(leaf.triangle);
            for (axis, ends) in own.axes.iter().zip(&mut own.heights) {
                let [low, high] = heights(*axis, &corners, leaf.radius.total());
                *ends = [ends[0].min(low), ends[1].max(high)];
            }
        }
        own
    }

    fn may_hold(&self, patch: &Patch) -> bool {
        self.axes.iter().zip(&self.heights).all(|(axis, ends)| {
            let [low, high] = heights(*axis, &patch.corners(), patch.radius);
            low <= ends[1] && high >= ends[0]
        })
    }

    /// Whether each point of a face in the box is no higher than `clear` above one of the walls: the height is that of the
    /// level, times `toward`.
    pub fn is_clear(&self, body: &Body, face: u32, walls: &[Level], toward: f64, clear: f64) -> bool {
        let leaves = (0..body.leaves().len() as u32).filter(|&leaf| body.leaves()[leaf as usize].face == face);
        let mut waiting: Vec<Patch> = leaves.map(|leaf| Patch::of_leaf(body, leaf)).collect();
        let mut looked = 0;
        while let Some(patch) = waiting.pop() {
            let corners = patch.corners();
            let is_behind = |level: &Level| {
                let height = |point: Vec3<f64>| toward * level.at(point).0 + level.slack(point);
                // Over a triangle a plane's is largest at a corner, and any distance no larger than at its middle and the way there.
                let highest = if level.is_plane() {
                    corners.map(height).into_iter().fold(f64::NEG_INFINITY, f64::max)
                } else {
                    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
                    let way = corners.iter().map(|corner| (*corner - middle).length()).fold(0.0, f64::max);
                    height(middle) + way * UP
                };
                (highest + patch.radius) * UP <= clear
            };
            if !self.may_hold(&patch) || walls.iter().any(is_behind) {
                continue;
            }
            looked += 1;
            if looked > MOST_PATCHES {
                return false;
            }
            waiting.extend(patch.split(body));
        }
        true
    }
}
