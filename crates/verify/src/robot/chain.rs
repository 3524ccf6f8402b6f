//! Two links, the joints between them, and where these are at a place of the parameters.

use crate::number::{Interval, Number};
use crate::robot::Robot;
use crate::robot::frame::{Frame, Vector, vector};

/// How a joint moves its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Fixed,
    Revolute,
    Continuous,
    Prismatic,
    /// More than one number: no claim is about it.
    Other,
}

pub(crate) struct Joint {
    pub name: String,
    pub kind: Kind,
    pub parent: usize,
    pub origin: Frame,
    /// Of unit length.
    pub axis: Vector,
    pub limits: Option<[f64; 2]>,
    /// The joint that this one follows, with a factor and an offset.
    pub follows: Option<(usize, f64, f64)>,
}

/// The value of a joint: `offset` + Σ factor · parameter + a₁x + a₂x² + a₃x³ of the first parameter x.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub offset: Interval,
    pub terms: Vec<(usize, Interval)>,
    pub curve: Option<[Interval; 3]>,
}

/// A joint between the links that moves, and which way B goes with it.
pub(crate) struct Step {
    pub joint: usize,
    pub slides: bool,
    pub sign: Interval,
    pub course: Course,
}

pub(crate) struct Chain {
    pub links: [usize; 2],
    /// From A to B.
    pub steps: Vec<Step>,
    /// How many of them are between A and the common link.
    pub of_a: usize,
    /// The joints from the common link to A and to B.
    ways: [Vec<usize>; 2],
}

/// A joint over a box of parameters.
pub(crate) struct Local {
    pub value: Interval,
    pub slopes: Vec<(usize, Interval)>,
    /// The value is not farther than this from that at the centre.
    pub sway: Interval,
    /// The greatest second derivative times the square of the half-width.
    pub bend: Interval,
}

/// The links and axes at a place of the parameters, in the frame of the common link.
pub(crate) struct Standing {
    pub frames: [Frame; 2],
    pub axes: Vec<Vector>,
    pub origins: Vec<Vector>,
    /// The link beyond each step.
    beyond: Vec<Frame>,
}

/// All joints that a joint follows, and the map from the last of them: factor · x + offset.
pub(crate) fn followed(joints: &[Joint], joint: usize) -> Result<(usize, Interval, Interval), String> {
    let (mut at, mut factor, mut offset) = (joint, Interval::of(1.0), Interval::of(0.0));
    for _ in 0..joints.len() {
        let Some((next, times, plus)) = joints[at].follows else { return Ok((at, factor, offset)) };
        offset = factor.times(&Interval::of(plus)).plus(&offset);
        factor = factor.times(&Interval::of(times));
        at = next;
    }
    Err(format!("joint {} follows itself", joints[joint].name))
}

impl Chain {
    /// The chain between two links. `course` gives the motion of the joint that others follow.
    pub fn new(
        robot: &Robot,
        links: [usize; 2],
        course: &dyn Fn(usize) -> Result<Course, String>,
    ) -> Result<Self, String> {
        let up = |link: usize| {
            let mut way = Vec::new();
            let mut at = link;
            while let Some(joint) = robot.links[at].joint {
                way.push(joint);
                at = robot.joints[joint].parent;
                if way.len() > robot.joints.len() {
                    return Err("the joints form a circle".to_owned());
                }
            }
            Ok((way, at))
        };
        let [(mut to_a, root), (mut to_b, other)] = [up(links[0])?, up(links[1])?];
        if root != other {
            return Err("the links are not joined".to_owned());
        }
        while to_a.last().is_some() && to_a.last() == to_b.last() {
            to_a.pop();
            to_b.pop();
        }
        let mut steps = Vec::new();
        let is_moved = |joint: &&usize| robot.joints[**joint].kind != Kind::Fixed;
        let joints = to_a.iter().filter(is_moved).map(|&joint| (joint, -1.0));
        let of_a = joints.clone().count();
        for (joint, sign) in joints.chain(to_b.iter().rev().filter(is_moved).map(|&joint| (joint, 1.0))) {
            let (first, factor, offset) = followed(&robot.joints, joint)?;
            if robot.joints[joint].kind == Kind::Other {
                return Err(format!("joint {} has more than one number", robot.joints[joint].name));
            }
            let still = Course { offset: Interval::of(0.0), terms: Vec::new(), curve: None };
            // A joint that follows a fixed one, or with the factor 0, stands still.
            let stands = robot.joints[first].kind == Kind::Fixed || factor.most() == 0.0;
            let own = if stands { still } else { course(first)? };
            let course = Course {
                offset: factor.times(&own.offset).plus(&offset),
                terms: own.terms.iter().map(|(at, slope)| (*at, factor.times(slope))).collect(),
                curve: own.curve.map(|curve| curve.map(|a| factor.times(&a))),
            };
            let slides = robot.joints[joint].kind == Kind::Prismatic;
            steps.push(Step { joint, slides, sign: Interval::of(sign), course });
        }
        to_a.reverse();
        to_b.reverse();
        Ok(Self { links, steps, of_a, ways: [to_a, to_b] })
    }

    pub fn locals(&self, centre: &[f64], half: &[f64]) -> Vec<Local> {
        self.steps.iter().map(|step| step.course.local(centre, half)).collect()
    }

    pub fn stand(&self, robot: &Robot, values: &[Local]) -> Standing {
        let count = self.steps.len();
        let still = Frame::shift(vector([0.0; 3]));
        let (mut axes, mut origins) = (vec![vector([0.0; 3]); count], vec![vector([0.0; 3]); count]);
        let mut beyond = vec![still; count];
        let frames = [0, 1].map(|side| {
            let mut frame = still;
            let mut numbers: Vec<usize> =
                if side == 0 { (0..self.of_a).collect() } else { (self.of_a..count).rev().collect() };
            for &number in &self.ways[side] {
                let joint = &robot.joints[number];
                frame = frame.times(&joint.origin);
                if joint.kind == Kind::Fixed {
                    continue;
                }
                let step = numbers.pop().expect("a step for each joint that moves");
                axes[step] = frame.rotate(&joint.axis);
                origins[step] = frame.place;
                let value = &values[step].value;
                frame = frame.times(&match self.steps[step].slides {
                    true => Frame::shift(super::frame::product(&joint.axis, value)),
                    false => Frame::turn(&joint.axis, value),
                });
                beyond[step] = frame;
            }
            frame
        });
        Standing { frames, axes, origins, beyond }
    }

    /// A direction that stands still in the link between the steps `held` − 1 and `held`, at another place.
    pub fn carried(&self, held: usize, n: &Vector, from: &Standing, to: &Standing) -> Vector {
        let step = if held < self.of_a { held } else { held.wrapping_sub(1) };
        if held == self.of_a { *n } else { to.beyond[step].rotate(&from.beyond[step].back(n)) }
    }
}

impl Course {
    fn local(&self, centre: &[f64], half: &[f64]) -> Local {
        let zero = Interval::of(0.0);
        let mut local = Local { value: self.offset, slopes: Vec::new(), sway: zero, bend: zero };
        for (at, slope) in &self.terms {
            local.value = local.value.plus(&slope.times(&Interval::of(centre[*at])));
            local.sway = local.sway.plus(&Interval::of(slope.most()).times(&Interval::of(half[*at])));
            local.slopes.push((*at, *slope));
        }
        if let Some([a, b, c]) = &self.curve {
            let (x, h) = (Interval::of(centre[0]), Interval::of(half[0]));
            let times = |factor: f64, y: &Interval| Interval::of(factor).times(y);
            let value = c.times(&x).plus(b).times(&x).plus(a).times(&x);
            let slope = times(3.0, c).times(&x).plus(&times(2.0, b)).times(&x).plus(a);
            let around = x.plus(&Interval { low: -half[0], high: half[0] });
            let second = Interval::of(times(6.0, c).times(&around).plus(&times(2.0, b)).most());
            local.bend = second.times(&h).times(&h);
            local.value = local.value.plus(&value);
            local.sway = local.sway.plus(&Interval::of(slope.most()).times(&h)).plus(&local.bend);
            local.slopes.push((0, slope));
        }
        local
    }
}
