//! Two links and the joints between them.
//!
//! The joints that move are the *steps* of the chain, numbered from A to B. A point of B moves by the steps from a held
//! link on; a point of A by those before it, the other way. The frame of the link where both ways meet is the frame of
//! all computations.

use crate::body::Body;
use crate::course::{Course, Local};
use crate::description::JointKind;
use crate::frame::{AXIS, Frame, U, larger};
use crate::tree::{Drive, Robot};
use clearance::Vec3;
use std::cmp::Ordering;

/// Two links with bodies, and the joints between them.
#[derive(Debug)]
pub(crate) struct Chain<'r> {
    pub robot: &'r Robot,
    pub pair: [usize; 2],
    /// The moving joints from A to B.
    pub steps: Vec<Step>,
    /// The joints from the common link to each of both, fixed ones, too.
    ways: [Vec<usize>; 2],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub joint: usize,
    pub slides: bool,
    /// 1 if a greater value moves B as the joint says, −1 if it moves A so.
    pub sign: f64,
}

/// Why nothing can be claimed of a pair over a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotClaimed {
    /// This link has no shape.
    NoShape(usize),
    /// This joint has neither limits nor a range that was given.
    NoLimits(usize),
    /// This joint follows one that does not exist.
    Untied(usize),
    /// This joint has more than one number.
    ManyNumbers(usize),
}

/// A chain at a configuration.
pub(crate) struct Standing {
    pub frames: [Frame; 2],
    /// The axes of the steps: directions, and points on them.
    pub axes: Vec<Vec3<f64>>,
    pub origins: Vec<Vec3<f64>>,
    /// The frame of each held link: that before the first step, between two, after the last.
    pub held: Vec<Frame>,
    /// Every point of a body, and of an axis, is so near to where it is computed.
    pub point_error: f64,
    /// Every unit axis, and every unit vector of a body, is so near to where it is computed.
    pub axis_error: f64,
    /// No point of a body or of an axis is farther from the origin.
    pub size: f64,
}

impl<'r> Chain<'r> {
    pub fn new(robot: &'r Robot, pair: [usize; 2]) -> Result<Self, NotClaimed> {
        if let Some(&link) = pair.iter().find(|&&link| !robot.has_shape(link)) {
            return Err(NotClaimed::NoShape(link));
        }
        let [to_a, to_b] = robot.ways(pair);
        let mut steps = Vec::new();
        for (way, sign) in [(&to_a, -1.0), (&to_b, 1.0)] {
            let mut part = Vec::new();
            for &joint in way.iter().filter(|&&joint| robot.moves(joint)) {
                match robot.joints[joint].drive {
                    Drive::Along(map) if map.is_untied => return Err(NotClaimed::Untied(joint)),
                    Drive::Along(_) => {}
                    _ => return Err(NotClaimed::ManyNumbers(joint)),
                }
                part.push(Step { joint, slides: robot.joints[joint].slides(), sign });
            }
            // From A up, then down to B.
            if sign > 0.0 {
                part.reverse();
            }
            steps.append(&mut part);
        }
        let ways = [to_a, to_b].map(|way| way.into_iter().rev().collect());
        Ok(Self { robot, pair, steps, ways })
    }

    pub fn joints(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.joint).collect()
    }

    /// The link that is held between the steps `held` − 1 and `held`: the child of the joint that moves it against the
    /// common link.
    pub fn held_link(&self, held: usize) -> usize {
        let first_of_b = self.steps.iter().filter(|step| step.sign < 0.0).count();
        let moved_by = match held.cmp(&first_of_b) {
            Ordering::Less => held,
            Ordering::Equal => return self.common(),
            Ordering::Greater => held - 1,
        };
        self.robot.joints[self.steps[moved_by].joint].child
    }

    /// The link where both ways meet.
    pub fn common(&self) -> usize {
        let first = self.ways.iter().flatten().next();
        first.map_or(self.pair[0], |&joint| self.robot.joints[joint].parent)
    }

    pub fn bodies(&self) -> [&'r Body; 2] {
        self.pair.map(|link| self.robot.links[link].body.as_ref().expect("the pair has shapes"))
    }

    /// The range of each coordinate that moves the pair: the one that is given, or the limits. A coordinate of turning
    /// joints alone, whose factors are whole numbers, needs one full turn.
    pub fn ranges(&self, given: &dyn Fn(usize) -> Option<[f64; 2]>) -> Result<Vec<(usize, [f64; 2])>, NotClaimed> {
        let coordinates = Course::coordinates(self.robot, &self.joints());
        let range = |coordinate: usize| {
            let joint = self.robot.coordinates()[coordinate].joint;
            let moved = self.steps.iter().filter_map(|step| match self.robot.joints[step.joint].drive {
                Drive::Along(map) if map.coordinate == coordinate => Some((step, map)),
                _ => None,
            });
            let repeats = moved.into_iter().all(|(step, map)| {
                !step.slides && map.factor.fract() == 0.0 && map.factor.abs() < 1e6 && map.factor_error == 0.0
            });
            let is_continuous = self.robot.joints[joint].kind == JointKind::Continuous;
            let turn = [-std::f64::consts::PI.next_up(), std::f64::consts::PI.next_up()];
            match given(coordinate).or(self.robot.coordinates()[coordinate].limits) {
                // The turn around zero, where the limits hold it: angles have fewer digits far from zero.
                Some([low, high]) if repeats && low <= turn[0] && turn[1] <= high => Ok(turn),
                Some([low, high]) if repeats && high - low > 2.0 * turn[1] => {
                    Ok([low, (low + 2.0 * turn[1]).next_up()])
                }
                Some(range) => Ok(range),
                None if is_continuous && repeats => Ok(turn),
                None => Err(NotClaimed::NoLimits(joint)),
            }
        };
        coordinates.into_iter().map(|coordinate| Ok((coordinate, range(coordinate)?))).collect()
    }

    /// The chain where the steps have these values.
    pub fn stand(&self, values: &[Local]) -> Standing {
        let count = self.steps.len();
        let first_of_b = self.steps.iter().filter(|step| step.sign < 0.0).count();
        let mut standing = Standing {
            frames: [Frame::IDENTITY; 2],
            axes: vec![Vec3::default(); count],
            origins: vec![Vec3::default(); count],
            held: vec![Frame::IDENTITY; count + 1],
            point_error: 0.0,
            axis_error: 0.0,
            size: 0.0,
        };
        for (side, body) in self.bodies().into_iter().enumerate() {
            let mut frame = Frame::IDENTITY;
            // A's steps are numbered from A up: the last of them is met first.
            let mut met = 0;
            for &joint in &self.ways[side] {
                let given = &self.robot.joints[joint];
                frame = frame.times(&given.origin);
                if self.robot.moves(joint) {
                    let step = if side == 0 { first_of_b - 1 - met } else { first_of_b + met };
                    met += 1;
                    standing.meet(step, &frame, given.axis);
                    frame = frame.times(&given.moved_by(values[step].value, values[step].error));
                    standing.held[step + side] = frame;
                } else if let Drive::Along(map) = given.drive {
                    // It follows a joint that is fixed.
                    frame = frame.times(&given.moved_by(map.offset, map.offset_error));
                }
            }
            standing.point_error = larger(standing.point_error, frame.error_at(body.reach));
            standing.axis_error = larger(standing.axis_error, frame.turn_error);
            standing.size = larger(standing.size, frame.place.length() + body.reach);
            standing.frames[side] = frame;
        }
        standing
    }
}

impl Standing {
    /// The axis of a step, in the frame before its motion.
    fn meet(&mut self, step: usize, frame: &Frame, axis: Vec3<f64>) {
        self.axes[step] = frame.rotate(axis);
        self.origins[step] = frame.place;
        self.point_error = larger(self.point_error, frame.place_error);
        self.axis_error = larger(self.axis_error, frame.turn_error + AXIS + 8.0 * U);
        self.size = larger(self.size, frame.place.length());
    }
}
