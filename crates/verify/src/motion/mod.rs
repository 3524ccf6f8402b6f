//! Checks that two convex bodies which travel and turn have no contact up to a fraction of their motion.
//!
//! A point x of a body is at c + t·v + R(t·w)(x − c) at fraction t: c is the centre, v the travel, w the rotation
//! vector. A direction n turns with a rotation vector of its own. The separation σ(t) is the least n(t)·y over B less
//! the greatest n(t)·x over A. There is no contact where σ > target·|n|.
//!
//! **Theorem A** (docs/math/motion.md). If n·(y − x) has a second derivative of at most M for all x and y, then σ is not
//! below its chord by more than M/2·(t − t₀)(t₁ − t). So σ is positive on the interval if it is at the ends, and
//! √σ(t₀) + √σ(t₁) > (t₁ − t₀)·√(M/2).
//!
//! The bounds of M here are wider than those of the search. An interval that they do not prove is halved, and the
//! separation is computed in the middle.

mod fixed;
mod solid;
mod turn;

pub use solid::Solid;

use crate::number::Number;
use fixed::Fixed;
use solid::{Body, scaled};
use turn::{Vector, cross, difference, image, length, product, rotation, sum, transposed, vector};

/// How a body moves. The numbers of the plane stand in space: a turn has its angle as third number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Motion {
    /// The way of the centre.
    pub travel: [f64; 3],
    /// The rotation vector, in radians.
    pub turn: [f64; 3],
    /// The point that the turn leaves in place.
    pub center: [f64; 3],
}

/// What a direction turns with.
#[derive(Clone, Copy, Debug)]
pub enum Frame {
    /// Nothing.
    World,
    /// A.
    A,
    /// B.
    B,
    /// A rotation vector of its own, in radians a motion.
    Own([f64; 3]),
}

/// A claim: from `start` to `end` the direction keeps the bodies farther apart than the target.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The first fraction.
    pub start: f64,
    /// The last fraction.
    pub end: f64,
    /// What the direction turns with.
    pub frame: Frame,
    /// From A to B, at fraction 0 of the motion.
    pub direction: [f64; 3],
    /// The separation is not less at both ends, for a direction of unit length and without the target.
    pub separations: [f64; 2],
}

/// Two bodies that move.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Where they start.
    pub solids: [Solid; 2],
    /// How they move.
    pub motions: [Motion; 2],
    /// The distance that counts as contact.
    pub target: f64,
}

/// How many separations are computed before a proof is refused. Larger: hostile proofs take more time. Smaller: proofs
/// of a thousand turns are refused.
const MOST_SEPARATIONS: u32 = 100_000;

struct Mover {
    body: Body,
    center: Vector,
    travel: Vector,
    turn: [f64; 3],
    reach: Fixed,
}

struct Checker {
    movers: [Mover; 2],
    target: Fixed,
    computed: u32,
}

/// A direction, and its length.
struct Carried {
    turn: [f64; 3],
    direction: Vector,
    length: Fixed,
    /// M of theorem A, for the whole motion.
    bend: Fixed,
}

/// Checks that the intervals follow each other from fraction 0 and keep the bodies apart. The answer is the fraction up
/// to which that is proven, and how many separations were computed.
///
/// # Errors
/// The first interval that is wrong, and why.
pub fn check_motion(scene: &Scene, intervals: &[Interval]) -> Result<(f64, u32), String> {
    let numbers = scene.motions.iter().flat_map(|motion| [motion.travel, motion.center]).flatten();
    let sizes = scene.solids.iter().map(Solid::size).chain(numbers.map(f64::abs)).chain([scene.target.abs()]);
    let size = sizes.fold(0.0, |most: f64, x| if x.is_finite() { most.max(x) } else { f64::INFINITY });
    let turns = scene.motions.iter().flat_map(|motion| motion.turn);
    if !(size < f64::INFINITY && scene.target >= 0.0) || turns.into_iter().any(|x| !x.is_finite()) {
        return Err("expected finite numbers, and a target that is not negative".to_owned());
    }
    let exponent = if size > 0.0 { size.log2().ceil() as i32 } else { 0 };
    let mut checker = Checker::new(scene, exponent).ok_or("expected bodies with points, sizes and sound poses")?;
    let mut reached = 0.0;
    for (index, interval) in intervals.iter().enumerate() {
        if interval.start != reached || !(interval.end > interval.start && interval.end <= 1.0) {
            return Err(format!("interval {index} begins at {} and not at {reached}, or has no end", interval.start));
        }
        checker.check(interval, exponent).map_err(|why| format!("interval {index}: {why}"))?;
        reached = interval.end;
    }
    Ok((reached, checker.computed))
}

impl Checker {
    fn new(scene: &Scene, exponent: i32) -> Option<Self> {
        let mover = |side: usize| {
            let (motion, body) = (&scene.motions[side], scene.solids[side].scaled(exponent)?);
            let of = |x: [f64; 3]| vector(x.map(|x| scaled(x, exponent)));
            // Any centre does for a body that does not turn. Its middle gives the least M.
            let center = if motion.turn == [0.0; 3] { body.middle() } else { of(motion.center) };
            let reach = body.reach(&center);
            Some(Mover { body, center, travel: of(motion.travel), turn: motion.turn, reach })
        };
        let target = Fixed::of(scaled(scene.target, exponent));
        Some(Self { movers: [mover(0)?, mover(1)?], target, computed: 0 })
    }

    fn check(&mut self, interval: &Interval, exponent: i32) -> Result<(), String> {
        let finite = interval.direction.iter().chain(&interval.separations).all(|x| x.is_finite());
        if !finite || !interval.direction.iter().any(|&x| x != 0.0) {
            return Err("expected a direction of finite numbers, and not zero".to_owned());
        }
        let turn = match interval.frame {
            Frame::World => [0.0; 3],
            Frame::A => self.movers[0].turn,
            Frame::B => self.movers[1].turn,
            Frame::Own(turn) => turn,
        };
        if !turn.iter().all(|x| x.is_finite()) {
            return Err("expected a turn of finite numbers".to_owned());
        }
        let direction = vector(interval.direction);
        let carried =
            Carried { turn, length: length(&direction), bend: self.bend(turn, &length(&direction)), direction };
        let ends = [interval.start, interval.end];
        let [first, last] = [self.separation(&carried, ends[0])?, self.separation(&carried, ends[1])?];
        for (claimed, found) in interval.separations.iter().zip([&first, &last]) {
            let least = Fixed::of(scaled(*claimed, exponent)).times(&carried.length);
            if !(*claimed > 0.0) || least.is_above(found) {
                return Err(format!("a separation of {claimed:e} is claimed, and it is less or not positive"));
            }
        }
        self.is_apart(&carried, ends, [first, last])
    }

    /// M for a direction with a turn of its own, for the whole motion: 2|w||v| + |w|²|z| + (|w_A − w|² + |w_A × w|)·r_A
    /// + the same for B, with v and z the travel and the place of B's centre as seen from A's.
    fn bend(&self, turn: [f64; 3], direction: &Fixed) -> Fixed {
        let [a, b] = &self.movers;
        let (w, apart) = (vector(turn), difference(&b.center, &a.center));
        let travel = difference(&b.travel, &a.travel);
        let farthest = length(&apart).max(&length(&sum(&apart, &travel)));
        let (speed, double) = (length(&w), Fixed::of(2.0));
        let mut bend = double.times(&speed).times(&length(&travel)).plus(&speed.times(&speed).times(&farthest));
        for mover in [a, b] {
            let own = vector(mover.turn);
            let beside = difference(&own, &w);
            let share = Fixed::dot(&beside, &beside).plus(&length(&cross(&own, &w)));
            bend = bend.plus(&share.times(&mover.reach));
        }
        bend.times(direction)
    }

    /// σ less the target, both times the length of the direction.
    fn separation(&mut self, carried: &Carried, t: f64) -> Result<Fixed, String> {
        self.computed += 1;
        if self.computed > MOST_SEPARATIONS {
            return Err(format!("more than {MOST_SEPARATIONS} separations are needed"));
        }
        let far = "a turn of more than 2^24 radians";
        let n = image(&rotation(carried.turn, t).ok_or(far)?, &carried.direction);
        let mut separation = self.target.times(&carried.length).negated();
        for (mover, n) in self.movers.iter().zip([n.clone(), n.each_ref().map(Fixed::negated)]) {
            let back = image(&transposed(&rotation(mover.turn, t).ok_or(far)?), &n);
            let center = sum(&mover.center, &product(&mover.travel, &Fixed::of(t)));
            let height = mover.body.height(&back).minus(&Fixed::dot(&back, &mover.center));
            separation = separation.minus(&Fixed::dot(&n, &center).plus(&height));
        }
        Ok(separation)
    }

    /// Whether balls around the centres of the turns are apart along a direction of the world, at both ends. How far
    /// they are is affine in t, so then the bodies are apart between, whatever their turns.
    fn are_balls_apart(&self, carried: &Carried, ends: [f64; 2]) -> bool {
        let [a, b] = &self.movers;
        let reach = a.reach.plus(&b.reach).plus(&self.target).times(&carried.length);
        let (apart, travel) = (difference(&b.center, &a.center), difference(&b.travel, &a.travel));
        let between = |t| Fixed::dot(&carried.direction, &sum(&apart, &product(&travel, &Fixed::of(t))));
        carried.turn == [0.0; 3] && ends.into_iter().all(|t| between(t).is_above(&reach))
    }

    /// Proves an interval by theorem A, in parts.
    fn is_apart(&mut self, carried: &Carried, ends: [f64; 2], separations: [Fixed; 2]) -> Result<(), String> {
        if self.are_balls_apart(carried, ends) {
            return Ok(());
        }
        let mut waiting = vec![(ends, separations)];
        while let Some(([start, end], [first, last])) = waiting.pop() {
            if !(first.is_positive() && last.is_positive()) {
                return Err(format!("the direction does not keep the bodies apart from fraction {start} to {end}"));
            }
            let length = Fixed::of(end).minus(&Fixed::of(start));
            let needed = length.times(&carried.bend.halved(1).root());
            if first.root().plus(&last.root()).is_above(&needed) {
                continue;
            }
            let middle = 0.5 * start + 0.5 * end;
            if !(start < middle && middle < end) {
                return Err(format!("the bound falls to zero at fraction {middle}"));
            }
            let there = self.separation(carried, middle)?;
            waiting.push(([middle, end], [there.clone(), last]));
            waiting.push(([start, middle], [first, there]));
        }
        Ok(())
    }
}

/// The rows of a rotation, each number to the nearest float or the one beside it.
#[cfg(test)]
pub(crate) fn rotation_numbers(w: [f64; 3], t: f64) -> [[f64; 3]; 3] {
    rotation(w, t).unwrap().each_ref().map(|row| row.each_ref().map(Fixed::near))
}
