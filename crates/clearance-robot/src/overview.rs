//! All links over a stretch of a path at once: balls leave out most pairs before any of them is searched.
//!
//! **Method.** The links stand at the middle of a stretch of time once, for all pairs. The balls around two links come
//! nearer to each other by at most Σ D_k r_k (`cell`, the Lipschitz bound). Stretches are halved a few times for the pairs
//! that are left; what is left then is searched.

use crate::chain::Chain;
use crate::course::{Course, Local};
use crate::description::JointKind;
use crate::frame::{AXIS, Frame, U, UP};
use crate::noise::{noise_of_ways, reach_error};
use crate::region::Cell;
use crate::tree::{Drive, Robot};
use clearance::Vec3;

/// How often a stretch is halved. More: fewer pairs are searched. Fewer: the links stand less often.
const HALVINGS: usize = 2;
/// Pairs with more joints between them are searched at once.
const MOST_STEPS: usize = 32;

/// The links at the middle of a cell of time.
struct Overview {
    frames: Vec<Frame>,
    centres: Vec<Vec3<f64>>,
    /// For each joint: its axis, a point on it, and how it moves over the cell.
    axes: Vec<Vec3<f64>>,
    origins: Vec<Frame>,
    locals: Vec<Local>,
}

/// For each chain, the times in which balls do not prove that it is farther apart than a level: in their order.
pub(crate) fn unproven(
    robot: &Robot,
    course: &Course,
    chains: &[Chain],
    level: f64,
    bound: &mut f64,
) -> Vec<Vec<[f64; 2]>> {
    let mut left = vec![Vec::new(); chains.len()];
    let mut waiting = vec![(course.box_[0], HALVINGS, (0..chains.len()).collect::<Vec<usize>>())];
    while let Some((times, halvings, mut numbers)) = waiting.pop() {
        let mut cell = Cell { ends: course.box_.clone() };
        cell.ends[0] = times;
        let overview = Overview::new(robot, course, &cell);
        numbers.retain(|&number| {
            let found = overview.bound(&chains[number]);
            let is_proven = found > level && found < f64::INFINITY;
            if is_proven {
                *bound = bound.min(found);
            }
            !is_proven
        });
        match cell.halves(0) {
            Some([before, after]) if halvings > 0 && !numbers.is_empty() => {
                waiting.push((after.ends[0], halvings - 1, numbers.clone()));
                waiting.push((before.ends[0], halvings - 1, numbers));
            }
            _ => numbers.into_iter().for_each(|number| left[number].push(times)),
        }
    }
    left
}

impl Overview {
    /// `course` has all joints of the robot.
    fn new(robot: &Robot, course: &Course, cell: &Cell) -> Self {
        let (centre, half) = (cell.centre(), cell.half());
        let locals: Vec<Local> = course.joints.iter().map(|joint| joint.local(&centre, &half)).collect();
        let mut frames = vec![Frame::IDENTITY; robot.links.len()];
        let mut axes = vec![Vec3::default(); locals.len()];
        let mut origins = vec![Frame::IDENTITY; locals.len()];
        for &number in &robot.order {
            let joint = &robot.joints[number];
            let frame = frames[joint.parent].times(&joint.origin);
            (axes[number], origins[number]) = (frame.rotate(joint.axis), frame);
            // Pairs across a joint of several numbers are not asked.
            frames[joint.child] = match joint.drive {
                Drive::Along(_) if joint.kind != JointKind::Fixed => {
                    frame.times(&joint.moved_by(locals[number].value, locals[number].error))
                }
                _ => frame,
            };
        }
        let body = |(link, frame): (&crate::tree::RobotLink, &Frame)| {
            link.body.as_ref().map_or(frame.place, |body| frame.apply(body.centre))
        };
        let centres = robot.links.iter().zip(&frames).map(body).collect();
        Self { frames, centres, axes, origins, locals }
    }

    /// The links of the chain are farther apart than this, anywhere in the cell.
    fn bound(&self, chain: &Chain) -> f64 {
        let steps = chain.steps.len();
        if steps > MOST_STEPS {
            return f64::NEG_INFINITY;
        }
        let bodies = chain.bodies();
        let centres = chain.pair.map(|link| self.centres[link]);
        let (mut point_error, mut axis_error, mut size) = (0.0f64, 0.0f64, 0.0f64);
        for side in [0, 1] {
            let frame = &self.frames[chain.pair[side]];
            point_error = point_error.max(frame.error_at(bodies[side].reach));
            axis_error = axis_error.max(frame.turn_error);
            size = size.max(frame.place.length() + bodies[side].reach);
        }
        let mut from_axis = [[0.0; 2]; MOST_STEPS];
        for (step, from_axis) in chain.steps.iter().zip(&mut from_axis) {
            let origin = &self.origins[step.joint];
            point_error = point_error.max(origin.place_error);
            axis_error = axis_error.max(origin.turn_error + AXIS + 8.0 * U);
            size = size.max(origin.place.length());
            let axis = self.axes[step.joint];
            *from_axis = [0, 1].map(|side| axis.cross(centres[side] - origin.place).length() + bodies[side].radius);
        }
        let error = reach_error(size, point_error, axis_error);
        let sway = |step: usize| self.locals[chain.steps[step].joint].sway;
        // r_k of both sides, and the ways of the joints beyond.
        let mut reach = [[0.0; 2]; MOST_STEPS];
        for side in [0, 1] {
            let mut gone = 0.0;
            for number in 0..steps {
                let step = if side == 0 { number } else { steps - 1 - number };
                let slides = chain.steps[step].slides;
                reach[step][side] = if slides { UP } else { (from_axis[step][side] + error + gone) * UP };
                gone += sway(step) * reach[step][side];
            }
        }
        let mut way: f64 = (0..steps).map(|step| sway(step) * reach[step][1]).sum();
        let mut least = way;
        for step in 0..steps {
            way += sway(step) * (reach[step][0] - reach[step][1]);
            least = least.min(way);
        }
        let steps = chain.steps.iter().map(|step| (step.slides, &self.locals[step.joint]));
        let noise = noise_of_ways(steps, size, point_error, axis_error);
        let radii = (bodies[0].radius + bodies[1].radius) * UP;
        (centres[1] - centres[0]).length() * (1.0 - 16.0 * U) - radii - noise * UP - least.max(0.0) * UP
    }
}
