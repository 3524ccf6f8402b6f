//! Checks proofs about robots: links never meet over ranges of joints or along a path, or they meet at a configuration.
//!
//! This checker shares no code with the search. It knows the kinematics in intervals (`frame`, `chain`), theorem C of
//! docs/math/robots.md (`cell`), bounds over the points of a link (`body`), that steps which begin with the whole
//! box and all leaves leave nothing out (`steps`), and which points are inside a mesh (`inside`). `docs/proof.md` explains
//! the text.

mod body;
mod cell;
mod chain;
pub(crate) mod frame;
mod inside;
mod read;
mod steps;

use crate::Surface;
use crate::is_unchanged;
use crate::words::Words;
use body::{Body, Solid, cross_triangles, holds};
use cell::{Cell, Stage};
use chain::{Chain, Course, Joint, Kind};
use frame::{Vector, product, sum, vector};

use crate::number::{Interval, Number};

/// The first line of a proof about a robot.
pub const ROBOT_HEAD: &str = "clearance-proof 2";

/// The lines after the first one: what the checker cannot know.
pub const TRUST: [&str; 4] = [
    "trust the robot is what these lines say; clearance verify compares them with the files, read by the readers of clearance",
    "trust the surfaces of meshes; what is inside a closed part of a mesh, or in a solid, is inside the link, and open parts have no inside",
    "trust the pairs and stretches that are named; that these are all is not proven",
    "trust joints go where these numbers say; calibration, play and cables are not part of it",
];

/// A claim that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotClaim {
    /// The links.
    pub links: [String; 2],
    /// What is proven of them.
    pub what: RobotFact,
    /// How many cells and planes were checked.
    pub cells: usize,
    /// The planes among them.
    pub planes: usize,
}

/// What is proven of two links.
#[derive(Clone, Debug, PartialEq)]
pub enum RobotFact {
    /// They are never nearer than this for all values in the ranges, and none is inside the other.
    Never {
        /// The least distance.
        lower: f64,
        /// Joints with their ranges, and whether these are all that the joint's limits allow.
        ranges: Vec<(String, [f64; 2], bool)>,
    },
    /// A part of one is always inside the other, and their surfaces are never nearer than this.
    Inside {
        /// The least distance of the surfaces.
        lower: f64,
        /// Joints with their ranges, and whether these are all that the joint's limits allow.
        ranges: Vec<(String, [f64; 2], bool)>,
    },
    /// They are never nearer than this on a stretch of the path, and none is inside the other.
    Clear {
        /// The least distance.
        lower: f64,
        /// The stretch, from 0.
        stretch: usize,
    },
    /// They have a common point at this configuration.
    Meets {
        /// Joints with their values, and whether the joint's limits allow them.
        at: Vec<(String, f64, bool)>,
    },
    /// They have a common point at this fraction of a stretch of the path.
    MeetsOnPath {
        /// The stretch, from 0.
        stretch: usize,
        /// From 0 to 1.
        fraction: f64,
    },
}

/// On which side of each other's surfaces two links are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Outside,
    /// A part of one of them is inside the other.
    Inside,
}

/// A link with its leaves.
struct Link {
    name: String,
    joint: Option<usize>,
    body: Body,
}

/// What the lines say so far.
#[derive(Default)]
struct Robot {
    links: Vec<Link>,
    joints: Vec<Joint>,
}

#[derive(Default)]
struct Checker<'a> {
    surfaces: &'a [Surface<'a>],
    /// How many surfaces were named.
    named: usize,
    robot: Robot,
    path: Option<Path>,
    claim: Option<steps::Claim>,
    proven: Vec<RobotClaim>,
}

/// The rows of a path, with velocities if it is cubic.
#[derive(Default)]
struct Path {
    is_cubic: bool,
    rows: Vec<[Vec<f64>; 2]>,
    times: Vec<f64>,
    tube: f64,
}

/// Checks a proof about a robot against the surfaces that it names, in its order. The answer is what is proven.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn check_robot(text: &str, surfaces: &[Surface]) -> Result<Vec<RobotClaim>, String> {
    let mut checker = Checker { surfaces, ..Checker::default() };
    let count = text.lines().count();
    for (number, line) in text.lines().enumerate() {
        let refused = |why: String| format!("line {}: {why}", number + 1);
        let expected = if number == 0 { Some(ROBOT_HEAD) } else { TRUST.get(number - 1).copied() };
        match expected {
            Some(expected) if line != expected => return Err(refused(format!("expected {expected:?}"))),
            Some(_) => continue,
            None => {}
        }
        let mut words = Words(line.split(' '));
        match words.0.next().unwrap_or_default() {
            "end" => {
                checker.finish_claim().map_err(refused)?;
                let is_same = is_unchanged(text) && number + 1 == count;
                let changed = || refused("the file has changed since it was written: its checksum differs".to_owned());
                return is_same.then_some(checker.proven).ok_or_else(changed);
            }
            kind => checker.read(kind, &mut words).and_then(|()| words.end()).map_err(refused)?,
        }
    }
    Err("the file is cut off: its last line is not `end`".to_owned())
}

impl Checker<'_> {
    fn finish_claim(&mut self) -> Result<(), String> {
        match self.claim.take() {
            Some(claim) => claim.finish(&self.robot, self.surfaces).map(|claim| self.proven.push(claim)),
            None => Ok(()),
        }
    }

    fn names(&self, links: [usize; 2]) -> [String; 2] {
        links.map(|link| self.robot.links[link].name.clone())
    }

    /// `never A B LOWER JOINT:LO:HI...`, and `inside` the same.
    fn never(&mut self, words: &mut Words, side: Side) -> Result<(), String> {
        let (links, lower) = (self.two_links(words)?, words.bound()?);
        let (mut ends, mut driven) = (Vec::new(), Vec::new());
        for word in words.0.by_ref() {
            let [joint, low, high] = read::split(word)?;
            let (joint, low, high): (usize, f64, f64) = (read::index(joint)?, read::float(low)?, read::float(high)?);
            let is_driver = self.robot.joints.get(joint).is_some_and(|own| own.follows.is_none() && own.kind.is_one());
            if !is_driver || driven.contains(&joint) || !(low <= high) {
                return Err(format!("{word}: expected a joint that follows no other, once, and a range"));
            }
            ends.push([low, high]);
            driven.push(joint);
        }
        let course = |joint: usize| {
            let at = driven.iter().position(|own| *own == joint);
            let at = at.ok_or(format!("joint {} has no range", self.robot.joints[joint].name))?;
            Ok(Course { offset: Interval::of(0.0), terms: vec![(at, Interval::of(1.0))], curve: None })
        };
        let chain = Chain::new(&self.robot, links, &course)?;
        let range = |(&joint, &ends): (&usize, &[f64; 2])| {
            (self.robot.joints[joint].name.clone(), ends, self.is_whole(&chain, joint, ends))
        };
        let ranges = driven.iter().zip(&ends).map(range).collect();
        let what = match side {
            Side::Outside => RobotFact::Never { lower, ranges },
            Side::Inside => RobotFact::Inside { lower, ranges },
        };
        let claim = RobotClaim { links: self.names(links), what, cells: 0, planes: 0 };
        self.claim = Some(steps::Claim::new(&self.robot, chain, Cell { ends }, lower, side, claim)?);
        Ok(())
    }

    /// Whether a range holds all values of a joint: its limits, or a whole turn if it moves the links only by turns that
    /// are whole multiples.
    fn is_whole(&self, chain: &Chain, joint: usize, [low, high]: [f64; 2]) -> bool {
        let own = &self.robot.joints[joint];
        if own.limits.is_some_and(|limits| low <= limits[0] && limits[1] <= high) {
            return true;
        }
        let repeats = chain.steps.iter().all(|step| match chain::followed(&self.robot.joints, step.joint) {
            Ok((first, factor, _)) if first == joint => {
                !step.slides && factor.low == factor.high && factor.low.fract() == 0.0
            }
            other => other.is_ok(),
        });
        // Twice a float above π, without rounding.
        let half = Interval::of(std::f64::consts::PI.next_up());
        let is_turn = Interval::of(high).minus(&Interval::of(low)).low >= half.plus(&half).high;
        repeats && is_turn && (own.limits.is_some() || own.kind == Kind::Continuous)
    }

    /// `clear A B LOWER STRETCH`
    fn clear(&mut self, words: &mut Words) -> Result<(), String> {
        let (links, lower, stretch) = (self.two_links(words)?, words.bound()?, words.number()?);
        let path = self.path.as_ref().ok_or("expected a path above")?;
        let drivers = self.robot.drivers();
        let (mut ends, mut wide) = (vec![[0.0, 1.0]], Vec::new());
        let used = std::cell::RefCell::new((&mut ends, &mut wide));
        let course = |joint: usize| {
            let at = drivers.iter().position(|own| *own == joint).ok_or("a joint has no column in the path")?;
            let (offset, curve) = path.curve(stretch, at)?;
            let mut terms = Vec::new();
            if path.tube > 0.0 {
                let (ends, wide) = &mut *used.borrow_mut();
                let known = wide.iter().position(|own: &usize| *own == joint).unwrap_or_else(|| {
                    wide.push(joint);
                    ends.push([-path.tube, path.tube]);
                    wide.len() - 1
                });
                terms.push((known + 1, Interval::of(1.0)));
            }
            Ok(Course { offset, terms, curve: Some(curve) })
        };
        let chain = Chain::new(&self.robot, links, &course)?;
        let claim =
            RobotClaim { links: self.names(links), what: RobotFact::Clear { lower, stretch }, cells: 0, planes: 0 };
        self.claim = Some(steps::Claim::new(&self.robot, chain, Cell { ends }, lower, Side::Outside, claim)?);
        Ok(())
    }

    /// `meets A B JOINT:VALUE... / LEAF LEAF POINT...`, or `@STRETCH:FRACTION` for a place on the path.
    fn meets(&mut self, words: &mut Words) -> Result<(), String> {
        let links = self.two_links(words)?;
        let (mut values, mut place): (Vec<(usize, f64)>, _) = (Vec::new(), None);
        for word in words.0.by_ref().take_while(|word| *word != "/") {
            if let Some(word) = word.strip_prefix('@') {
                let [stretch, x] = read::split(word)?;
                let x = read::float(x)?;
                (0.0..=1.0).contains(&x).then_some(()).ok_or("expected a fraction of a stretch")?;
                place = Some((read::index(stretch)?, x));
                continue;
            }
            let [joint, value] = read::split(word)?;
            let joint: usize = read::index(joint)?;
            let is_driver = self.robot.joints.get(joint).is_some_and(|own| own.follows.is_none() && own.kind.is_one());
            let is_new = !values.iter().any(|(own, _)| *own == joint);
            (is_driver && is_new).then_some(()).ok_or(format!("{word}: expected a joint that follows no other"))?;
            values.push((joint, read::float(value)?));
        }
        let leaves: [u32; 2] = [words.number()?, words.number()?];
        let numbers = words.floats()?;
        let drivers = self.robot.drivers();
        let course = |joint: usize| {
            if let (Some((stretch, _)), Some(path)) = (place, &self.path) {
                let at = drivers.iter().position(|own| *own == joint).ok_or("a joint has no column in the path")?;
                let (offset, curve) = path.curve(stretch, at)?;
                return Ok(Course { offset, terms: Vec::new(), curve: Some(curve) });
            }
            let known = values.iter().find(|(own, _)| *own == joint);
            let known = known.ok_or(format!("joint {} has no value", self.robot.joints[joint].name))?;
            Ok(Course { offset: Interval::of(known.1), terms: Vec::new(), curve: None })
        };
        let chain = Chain::new(&self.robot, links, &course)?;
        let stage = Stage::new(&self.robot, &chain, &Cell { ends: vec![[place.map_or(0.0, |(_, x)| x); 2]] });
        let body = |side: usize| &self.robot.links[links[side]].body;
        let solids = [0, 1].map(|side| body(side).solids.get(leaves[side] as usize));
        let [Some(of_a), Some(of_b)] = solids else { return Err("there is no such leaf".to_owned()) };
        let corners = |side: usize| -> Option<[Vector; 3]> {
            let body::Leaf::Hull { points, .. } = &body(side).leaves[leaves[side] as usize] else { return None };
            <[Vector; 3]>::try_from(points.as_slice()).ok()
        };
        let frames = &stage.standing.frames;
        let moved = |p: &Vector, from: usize, to: usize| {
            frames[to].back(&frame::difference(&frames[from].apply(p), &frames[to].place))
        };
        let numbers: Vec<Interval> = numbers.into_iter().map(Interval::of).collect();
        let meet = match (of_a, of_b, &numbers[..]) {
            (Solid::Triangle, Solid::Triangle, []) => match (corners(0), corners(1)) {
                (Some(a), Some(b)) => cross_triangles(&a.map(|p| frames[0].apply(&p)), &b.map(|p| frames[1].apply(&p))),
                _ => false,
            },
            (Solid::Triangle, solid, weights @ [_, _, _]) => {
                corners(0).and_then(|own| mean(&own, weights)).is_some_and(|p| holds(solid, &moved(&p, 0, 1)))
            }
            (solid, Solid::Triangle, weights @ [_, _, _]) => {
                corners(1).and_then(|own| mean(&own, weights)).is_some_and(|p| holds(solid, &moved(&p, 1, 0)))
            }
            (a, b, [x, y, z]) => holds(a, &[*x, *y, *z]) && holds(b, &moved(&[*x, *y, *z], 0, 1)),
            _ => false,
        };
        meet.then_some(()).ok_or("the leaves are not shown to have a common point")?;
        let told = |&(joint, x): &(usize, f64)| {
            let own = &self.robot.joints[joint];
            let is_allowed = own.limits.is_none_or(|limits| limits[0] <= x && x <= limits[1]);
            (own.name.clone(), x, is_allowed)
        };
        let at = values.iter().map(told).collect();
        let what = match place {
            Some((stretch, fraction)) => RobotFact::MeetsOnPath { stretch, fraction },
            None => RobotFact::Meets { at },
        };
        self.proven.push(RobotClaim { links: self.names(links), what, cells: 0, planes: 0 });
        Ok(())
    }
}

/// The mean of the corners of a triangle with weights that are not negative.
fn mean(corners: &[Vector; 3], weights: &[Interval]) -> Option<Vector> {
    let total = weights.iter().fold(Interval::of(0.0), |sum, weight| sum.plus(weight));
    if weights.iter().any(|weight| weight.low < 0.0) || !(total.low > 0.0) {
        return None;
    }
    let summed = corners.iter().zip(weights).fold(vector([0.0; 3]), |all, (p, weight)| sum(&all, &product(p, weight)));
    Some(summed.map(|x| x.over(&total)))
}

impl Path {
    /// A coordinate on a stretch from 0 to 1: its value at 0, and the factors of x, x² and x³ (Hermite).
    fn curve(&self, stretch: usize, at: usize) -> Result<(Interval, [Interval; 3]), String> {
        let [from, to] = [self.rows.get(stretch), self.rows.get(stretch + 1)];
        let (Some([start, rate]), Some([end, last])) = (from, to) else { return Err("no such stretch".to_owned()) };
        let of = |numbers: &Vec<f64>| numbers.get(at).copied().map(Interval::of).ok_or("a row is too short");
        let (start, end) = (of(start)?, of(end)?);
        let way = end.minus(&start);
        if !self.is_cubic {
            return Ok((start, [way, Interval::of(0.0), Interval::of(0.0)]));
        }
        let span = Interval::of(self.times[stretch + 1]).minus(&Interval::of(self.times[stretch]));
        let [rate, last] = [of(rate)?.times(&span), of(last)?.times(&span)];
        let times = |factor: f64, x: &Interval| Interval::of(factor).times(x);
        let square = times(3.0, &way).minus(&times(2.0, &rate)).minus(&last);
        Ok((start, [rate, square, rate.plus(&last).minus(&times(2.0, &way))]))
    }
}
