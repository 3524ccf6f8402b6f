//! The search for the first contact of two bodies that travel and turn.
//!
//! **Problem.** The least fraction t of the motion at which the distance of A and B is at most the target.
//!
//! **Method.** `proven` is a fraction before which there is no contact. It only grows, and only by theorem A
//! ([`crate::motion::planes`]).
//! 1. *Look*: the signed distance at one fraction. If it proves contact, that is the upper end. Otherwise its normal
//!    gives a plane, carried by the body whose face is nearest.
//! 2. *Bridge*: where the look was ahead of `proven`, the plane must prove the part between.
//! 3. *Advance*: the plane proves interval after interval. Where it is crossed, a secant closes in on the crossing.
//! 4. The next look is just behind the crossing, deep enough to prove contact if the plane is the right one. Otherwise
//!    it is at `proven`. Where rounding hides whether there is contact, the next look is twice as far.
//! 5. Where rounding hides the gap, looks at growing distances search for contact. If one finds the shapes apart, its
//!    plane is tried.
//!
//! **Invariants.** Each interval of the proof has separations above rounding at both of its ends. Contact is claimed
//! only where the upper bound of a distance says so.
//!
//! **Termination.** From a gap g over the target a plane proves at least about g over the relative speed, and √(8g/M)
//! where the gap is near its least. The number of looks is limited by [`Solver::max_iterations`]; then the outcome is
//! [`Outcome::Near`].
//!
//! **Accuracy.** Where the shapes approach with the speed s along the normal, the bracket is about 8 noises / s wide:
//! 10⁻¹³ for s of the size of the shapes ([`Moving::noise`]).
//!
//! **References.** Mirtich 1996 (conservative advancement) uses |ġ| ≤ L, Tang, Kim and Manocha 2009 directed bounds.
//! Here the bound is of second order, and a plane is kept as long as it proves something.

use crate::difference::unknown::{is_unknown, unknown};
use crate::distance::cache::Cache;
use crate::motion::mover::{Body, UP};
use crate::motion::paths::Part;
use crate::motion::planes::{Moment, Moving, Plane, first_root};
use crate::numbers::real::{Real, U, larger, smaller, sqrt};
use crate::query::solver::{Precision, Solver};
use crate::result::cast::{Cast, Outcome, Start};
use crate::result::motion::{Carrier, MotionStep, ProvenInterval};
use crate::result::proximity::Proximity;
use crate::space::vector::{Vector, WideVector};

/// Somebody who watches a search.
pub(crate) type Observer<'o, V> = Option<&'o mut dyn FnMut(&MotionStep<V>)>;

/// A search along a motion.
pub(crate) struct Search<'q, 's, V: Vector> {
    /// The options of looks.
    solver: Solver,
    start: Start,
    pub moving: Moving<'s, V>,
    cache: Option<&'q mut Cache>,
    observe: Observer<'q, V>,
    /// The distance that counts as contact. It is negative while bodies that overlap at the start may leave.
    pub level: f64,
    /// There is no contact before this moment.
    pub proven: Moment<V::Wide>,
    /// Contact is proven at this fraction.
    pub contact: Option<f64>,
    /// The last look.
    pub last: Look<V::Wide>,
    pub looks: u32,
    /// Whether the bodies are in contact since the start.
    is_leaving: bool,
    /// Whether the separation at `proven`, along the plane that proved it, is of the size of rounding.
    is_close: bool,
}

/// The signed distance at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<W: WideVector> {
    pub fraction: f64,
    pub answer: Proximity<W>,
    /// Proven bounds of the signed distance, with the rounding of the poses.
    pub lower: f64,
    pub upper: f64,
}

/// What a search keeps from look to look until it ends.
struct Run {
    /// Contact is searched up to this fraction.
    end: f64,
    /// Whether the plane of a look at `proven` has been used already.
    is_used: bool,
    /// How often a look that rounding hides may still be followed by one farther behind.
    doublings: u32,
    /// `proven` when a probe last found the shapes apart.
    probed_from: Option<f64>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ending {
    /// All is proven.
    Clear,
    /// Contact is proven.
    Hit,
    /// Rounding hides the gap from `proven` to this fraction.
    Hidden(f64),
    /// There were too many looks.
    Exhausted,
}

/// The greatest number of intervals that one plane is asked for before the next look. Larger: more support points for
/// planes that are no longer tight. Smaller: more looks.
const PLANES: u32 = 16;

/// A crossing is close when the separation is below this many noises. Larger: wider brackets. Smaller: more planes.
const CLOSE: f64 = 2.0;

/// A look behind a crossing is where the separation is minus this many times the noise of the plane and of a look.
/// Larger: wider brackets. Smaller than 1: contact is often not proven there.
const BEHIND: f64 = 1.25;

/// How often a look that rounding hides is followed by one twice as far behind `proven`. Larger: more looks at grazes.
/// Smaller: more looks where the plane's own rounding is larger than expected.
const DOUBLINGS: u32 = 4;

/// Contact is shallow if it is proven by at most so many noises. Larger: wider brackets. Smaller: more looks that gain
/// less than a digit.
const SHALLOW: f64 = 2.0;

/// While bodies leave each other, a look is at most this angle after the one before, in radians. Larger: a pair that
/// parts and comes back between two looks is taken for one that stayed.
const LEAVING_ANGLE: f64 = 1.0 / 16.0;

/// The first step of bodies that leave each other, as a part of the motion. The steps double.
const FIRST_LEAVING: f64 = 1.0 / 65536.0;

/// After this many looks the carriers take turns: the one that was chosen may not be that which keeps the plane tight.
/// Larger: more looks at needles that turn beside each other. Smaller: more planes that do not follow their face.
const PATIENCE: u32 = 48;

/// Planes beside all that the bodies cover are tried where the rest of the motion turns by more than this, in radians.
/// Smaller: support points that prove nothing. Larger: more planes for a few turns.
const SWEPT_ANGLE: f64 = 4.0;

/// Such a plane is used if it proves more than this angle, in radians. Smaller: many short steps towards where the bodies
/// come near. Larger: more looks on the way there.
const SWEPT_GAIN: f64 = 1.0;

const ALL_CARRIERS: [Carrier; 3] = [Carrier::World, Carrier::A, Carrier::B];

/// Doublings of the distance at which contact is searched where rounding hides the gap: from rounding to the motion.
const PROBES: u32 = 48;

impl<'q, 's, V: Vector> Search<'q, 's, V> {
    pub fn new(
        solver: &Solver,
        a: Body<'s, V>,
        b: Body<'s, V>,
        cache: Option<&'q mut Cache>,
        observe: Observer<'q, V>,
    ) -> Self {
        let moving = Moving::new(a, b);
        let proven = moving.moment(0.0);
        let nothing = Look { fraction: -1.0, answer: Proximity::default(), lower: 0.0, upper: 0.0 };
        Self {
            solver: *solver,
            start: solver.start,
            moving,
            cache,
            observe,
            level: solver.contact_distance(),
            proven,
            contact: None,
            last: nothing,
            looks: 0,
            is_leaving: false,
            is_close: false,
        }
    }

    /// The first contact.
    pub fn impact<T: Vector<Wide = V::Wide>>(mut self) -> Cast<T> {
        if self.moving.is_lost() {
            let contact = unknown(&self.moving.a.shape, &self.moving.b.shape);
            return self.answer(Outcome::Near, [0.0, 1.0], contact);
        }
        // The start is where the shapes stand, without rounding.
        let start = self.look(&self.proven.clone());
        let touches = !(start.lower > self.level);
        if touches && self.start == Start::Stop && (start.upper <= self.level || is_unknown(&start.answer)) {
            let known = start.upper <= self.level;
            let (outcome, upper) = if known { (Outcome::Hit, 0.0) } else { (Outcome::Near, 1.0) };
            return self.answer(outcome, [0.0, upper], start.answer);
        }
        if self.moving.speed() == 0.0 || self.moving.is_one_motion() {
            return match touches && self.start == Start::Stop {
                true => self.answer(Outcome::Near, [0.0, 1.0], start.answer),
                false => self.answer(Outcome::Clear, [1.0, 1.0], start.answer),
            };
        }
        let ending = if touches && self.start == Start::Leave { self.leave(start) } else { self.run(1.0) };
        let (outcome, upper) = match ending {
            Ending::Clear => (Outcome::Clear, 1.0),
            Ending::Hit => (Outcome::Hit, self.contact.unwrap_or(1.0)),
            Ending::Hidden(end) => (Outcome::Near, end),
            Ending::Exhausted => match self.contact {
                Some(contact) => (Outcome::Hit, contact),
                None => (Outcome::Near, 1.0),
            },
        };
        let lower = self.proven.fraction;
        let contact = self.proximity_at(&self.proven.clone());
        self.answer(outcome, [lower, upper], contact)
    }

    /// The search for bodies that are in contact at the start and may leave: only being deeper counts, until they have
    /// been apart. What is less than rounding does not count.
    fn leave(&mut self, start: Look<V::Wide>) -> Ending {
        let target = self.level;
        let noise = self.moving.noise_of_look(&self.proven, self.level);
        self.level = start.lower - 4.0 * noise;
        let angle = self.moving.a.turn.angle().abs() + self.moving.b.turn.angle().abs();
        let most = if angle > 0.0 { smaller(1.0, LEAVING_ANGLE / angle) } else { 1.0 };
        self.is_leaving = true;
        let mut longest = smaller(most, FIRST_LEAVING);
        loop {
            let end = smaller(1.0, self.proven.fraction + longest);
            match self.run(end) {
                Ending::Clear if end < 1.0 => {}
                ending => return ending,
            }
            let look = self.look(&self.proven.clone());
            if look.lower > target {
                self.level = target;
                self.is_leaving = false;
                return self.run(1.0);
            }
            longest = smaller(most, 2.0 * longest);
        }
    }

    /// The search from `proven` to `end`, for contact at `level`.
    pub fn run(&mut self, end: f64) -> Ending {
        let mut run = Run { end, is_used: false, doublings: DOUBLINGS, probed_from: None };
        let mut at = self.proven;
        loop {
            match self.step(&mut run, &at) {
                Ok(next) => at = next,
                Err(ending) => return ending,
            }
        }
    }

    /// A look, and what its plane proves: the moment of the next look, or how the search ended.
    fn step(&mut self, run: &mut Run, at: &Moment<V::Wide>) -> Result<Moment<V::Wide>, Ending> {
        if self.looks >= self.solver.iterations() && self.last.fraction != at.fraction {
            return Err(Ending::Exhausted);
        }
        // 1.
        let look = self.look(at);
        if look.upper <= self.level {
            self.contact = Some(at.fraction);
            run.end = at.fraction;
            // Rounding does not allow much more.
            if self.is_close && self.is_short(run.end) && self.is_shallow(&look, at) {
                return Err(Ending::Hit);
            }
            return if run.is_used || self.is_narrow(run.end) { self.probe(run) } else { Ok(self.proven) };
        }
        let way = at.fraction - self.proven.fraction;
        let is_hidden = self.is_close && self.contact.is_none() && look.lower <= self.level;
        if is_hidden && run.doublings > 0 && way > 0.0 && at.fraction < run.end {
            run.doublings -= 1;
            return Ok(self.moving.moment(smaller(run.end, self.proven.fraction + 2.0 * way)));
        }
        if way == 0.0 && self.is_swept_past(&look, run.end) {
            run.is_used = false;
            return if self.proven.fraction >= run.end { Err(self.ended()) } else { Ok(self.proven) };
        }
        // 2, 3.
        let Some((used_from, crossing)) = self.follow(&look, at, run.end) else {
            if !run.is_used {
                return Ok(self.proven);
            }
            return if at.fraction - self.proven.fraction > self.resolution() {
                Ok(self.moving.moment(0.5 * self.proven.fraction + 0.5 * at.fraction))
            } else {
                self.probe(run)
            };
        };
        let reached = self.proven.fraction;
        if reached >= run.end {
            return Err(self.ended());
        }
        // 4.
        run.is_used = reached == used_from;
        match crossing {
            Some(behind) if behind > reached => Ok(self.moving.moment(smaller(behind, run.end))),
            _ if run.is_used => self.probe(run),
            _ => Ok(self.proven),
        }
    }

    /// How a search ended that has proven all up to its end.
    fn ended(&self) -> Ending {
        if self.contact.is_some() { Ending::Hit } else { Ending::Clear }
    }

    /// Proves what a plane beside all that the bodies cover while they turn proves from `proven` on, if the rest of the
    /// motion turns far and the gain is much. The planes of theorem A go on from there.
    fn is_swept_past(&mut self, look: &Look<V::Wide>, end: f64) -> bool {
        let (from, angle) = (self.proven, self.moving.angle());
        if !(angle * (end - from.fraction) > SWEPT_ANGLE) {
            return false;
        }
        let last = self.moving.moment(end);
        for plane in self.moving.swept_planes(look.answer.normal, [&from, &last]) {
            let here = self.moving.separation(&plane, &from, self.level);
            let there = self.moving.separation(&plane, &last, self.level);
            if !(here > 0.0) {
                continue;
            }
            if there > 0.0 {
                self.extend(&plane, [here, there], &last);
                return true;
            }
            // Well before the crossing: there the separation is no contact.
            let gain = (1.0 - 1.0 / 64.0) * here / (here - there) * (end - from.fraction);
            if !(angle * gain > SWEPT_GAIN) {
                continue;
            }
            let to = self.moving.moment(from.fraction + gain);
            let there = self.moving.separation(&plane, &to, self.level);
            if there > 0.0 {
                self.extend(&plane, [here, there], &to);
                return true;
            }
        }
        false
    }

    /// Uses the plane of a look: one that follows the nearest edges, or one that a body carries; after many looks first
    /// with a carrier that was not chosen.
    fn follow(&mut self, look: &Look<V::Wide>, at: &Moment<V::Wide>, end: f64) -> Option<(f64, Option<f64>)> {
        if self.looks > PATIENCE {
            let carrier = ALL_CARRIERS[self.looks as usize % ALL_CARRIERS.len()];
            let plane = self.moving.plane_carried_by(carrier, &look.answer, at);
            let followed = self.follow_plane(&plane, at, end);
            if followed.is_some_and(|(used_from, _)| self.proven.fraction > used_from) {
                return followed;
            }
        }
        if let Some(plane) = self.moving.plane_of_edges(&look.answer, at) {
            let followed = self.follow_plane(&plane, at, end);
            if followed.is_some_and(|(used_from, _)| self.proven.fraction > used_from) {
                return followed;
            }
        }
        let plane = self.moving.plane(&look.answer, at);
        self.follow_plane(&plane, at, end)
    }

    /// Proves the part from `proven` to a moment, and what comes after it. The answer is the fraction from which on the
    /// plane was asked, and one just behind its crossing, if it has been crossed. `None` if the first part is not proven.
    fn follow_plane(&mut self, plane: &Plane<V::Wide>, at: &Moment<V::Wide>, end: f64) -> Option<(f64, Option<f64>)> {
        let here = self.moving.separation(plane, at, self.level);
        if at.fraction > self.proven.fraction {
            let back = self.moving.separation(plane, &self.proven.clone(), self.level);
            if !self.proves(plane, [back, here], at) {
                return None;
            }
        }
        let crossing = if here > 0.0 { self.advance(plane, here, end) } else { None };
        Some((at.fraction, crossing))
    }

    /// A look at a moment.
    pub fn look(&mut self, at: &Moment<V::Wide>) -> Look<V::Wide> {
        if self.last.fraction == at.fraction {
            return self.last;
        }
        self.looks += 1;
        let cache = self.cache.as_deref_mut();
        let look = if at.fraction == 0.0 {
            let answer = self.moving.distance_at_start(&self.solver, cache);
            Look { fraction: 0.0, answer, lower: answer.lower, upper: answer.upper }
        } else {
            // Exact answers about poses that are rounded would be slow and no better.
            let solver =
                Solver { precision: Precision::Float, tolerance: smaller(self.solver.tolerance, 1e-9), ..self.solver };
            let answer = self.moving.distance(&solver, at, cache);
            let noise = self.moving.noise_of_look(at, 0.0);
            Look { fraction: at.fraction, answer, lower: answer.lower - noise, upper: answer.upper + noise }
        };
        self.last = look;
        if self.observe.is_some() {
            let proximity = self.proximity_at(at);
            self.show(&MotionStep::Look { fraction: at.fraction, proximity });
        }
        look
    }

    /// The answer of a look, with its points in the world.
    pub fn proximity_at(&mut self, at: &Moment<V::Wide>) -> Proximity<V::Wide> {
        let look = self.look(at);
        if at.fraction == 0.0 { look.answer } else { self.moving.in_world(look.answer, at.fraction) }
    }

    fn show(&mut self, step: &MotionStep<V>) {
        if let Some(observe) = &mut self.observe {
            observe(step);
        }
    }

    /// Extends `proven` to a moment, if the separations along a plane prove the interval between.
    fn proves(&mut self, plane: &Plane<V::Wide>, separations: [f64; 2], to: &Moment<V::Wide>) -> bool {
        let [first, last] = separations;
        let is_proven =
            first > 0.0 && last > 0.0 && self.first_gap(plane, separations, self.slack(plane, to), to).is_none();
        if is_proven {
            self.extend(plane, separations, to);
        }
        is_proven
    }

    /// Where the interval from `proven` to a moment is first not proven, as a part of it. Bodies that leave each other
    /// are often in contact where they turn about: there each vertex is asked.
    fn first_gap(
        &self,
        plane: &Plane<V::Wide>,
        [here, there]: [f64; 2],
        slack: f64,
        to: &Moment<V::Wide>,
    ) -> Option<f64> {
        let root = first_root(here, there, slack)?;
        if !self.is_leaving {
            return Some(root);
        }
        match self.moving.proven_by_vertices(plane, [&self.proven, to], self.level) {
            Part::All => None,
            Part::Until(part) => Some(part),
            Part::Unknown => Some(0.0),
        }
    }

    /// ½·M times the squared length of the interval from `proven` to a moment.
    fn slack(&self, plane: &Plane<V::Wide>, to: &Moment<V::Wide>) -> f64 {
        let length = to.fraction - self.proven.fraction;
        0.5 * self.moving.bend(plane, &self.proven, to) * length * length * UP
    }

    fn extend(&mut self, plane: &Plane<V::Wide>, separations: [f64; 2], to: &Moment<V::Wide>) {
        let (start, end) = (self.proven.fraction, to.fraction);
        self.proven = *to;
        self.is_close = separations[1] <= CLOSE * self.moving.noise(plane, to, self.level);
        let Plane { carrier, direction, vector: turn, .. } = *plane;
        self.show(&MotionStep::Proven(ProvenInterval { start, end, carrier, turn, direction, separations }));
    }

    /// Proves as much as a plane can from `proven` on. The answer is a fraction just behind its crossing, if it has
    /// been crossed.
    fn advance(&mut self, plane: &Plane<V::Wide>, here: f64, end: f64) -> Option<f64> {
        let noise = self.moving.noise(plane, &self.proven, self.level);
        let close = CLOSE * noise;
        let (first, mut here) = (here, here);
        let mut behind: Option<(f64, f64)> = None;
        let mut to = end;
        for _ in 0..PLANES {
            let from = self.proven.fraction;
            let at = self.moving.moment(to);
            let there = self.moving.separation(plane, &at, self.level);
            let slack = self.slack(plane, &at);
            match self.first_gap(plane, [here, there], slack, &at) {
                None => {
                    self.extend(plane, [here, there], &at);
                    here = there;
                    let Some((crossed, under)) = behind else {
                        // A plane that has lost half of its separation is no longer tight.
                        if to >= end || here < 0.5 * first {
                            return None;
                        }
                        to = smaller(end, to + 2.0 * (to - from));
                        continue;
                    };
                    if here <= close || crossed - to <= 8.0 * U * crossed {
                        break;
                    }
                    to = before_crossing([to, here], [crossed, under], close);
                }
                // The part that the vertices prove one by one. Where it is nothing, a shorter interval may be proven.
                Some(part) if self.is_leaving => {
                    if !(there > 0.0) {
                        behind = Some((to, there));
                    }
                    let reached = from + part * (to - from);
                    to = if reached > from { reached } else { from + 0.5 * (to - from) };
                }
                Some(root) => {
                    let length = to - from;
                    // The interval to the root is certainly proven; one that uses the bend well is longer as a rule.
                    let bent = if there > 0.0 { smaller(0.5 * length, length * sqrt(here / slack)) } else { 0.0 };
                    let next = if there > 0.0 {
                        from + larger(root * length, bent)
                    } else {
                        behind = Some((to, there));
                        let straight = before_crossing([from, here], [to, there], close);
                        // Without much bend the secant is right; with it, the root is a safe step.
                        if slack < 0.25 * here {
                            straight
                        } else {
                            from + larger(root * length, 0.125 * length * sqrt(here / slack))
                        }
                    };
                    to = next;
                }
            }
            if !(to > self.proven.fraction) || behind.is_some_and(|(crossed, _)| to >= crossed) {
                break;
            }
        }
        let (crossed, under) = behind?;
        let slope = (here - under) / (crossed - self.proven.fraction);
        // The bounds of a look there must prove contact.
        let above = self.last.upper - self.last.answer.distance;
        let beyond = self.proven.fraction + (here + BEHIND * (noise + above)) / slope;
        Some(larger(beyond, self.proven.fraction.next_up()))
    }

    /// Whether the bracket from `proven` to contact at `end` is as narrow as it should or can be.
    fn is_narrow(&self, end: f64) -> bool {
        end - self.proven.fraction <= larger(self.solver.tolerance, self.resolution())
    }

    /// Whether the bracket from `proven` to contact at `end` has half of the digits of the scalar. In a graze it has
    /// fewer, and more looks gain some.
    fn is_short(&self, end: f64) -> bool {
        end - self.proven.fraction <= sqrt(V::Scalar::EPSILON)
    }

    /// Whether contact is not proven by much more than rounding.
    fn is_shallow(&self, look: &Look<V::Wide>, at: &Moment<V::Wide>) -> bool {
        let noise = self.moving.noise_of_look(at, self.level) + (look.upper - look.answer.distance);
        self.level - look.upper <= SHALLOW * noise
    }

    /// The length of an interval in which no point moves farther than rounding hides.
    fn resolution(&self) -> f64 {
        let noise = self.moving.noise_of_look(&self.proven, self.level);
        larger(2.0 * noise / self.moving.speed(), 8.0 * U * self.proven.fraction)
    }

    /// 5. Searches contact behind `proven`, where rounding hides the gap or no plane comes nearer to the contact.
    ///
    /// A moment at which the shapes are apart is the next look's: its plane may prove what that at `proven` does not.
    fn probe(&mut self, run: &mut Run) -> Result<Moment<V::Wide>, Ending> {
        let end = run.end;
        if self.contact.is_some() && self.is_narrow(end) {
            return Err(Ending::Hit);
        }
        let from = self.proven.fraction;
        let mut step = self.resolution();
        for _ in 0..PROBES {
            let to = smaller(end, from + step);
            if self.contact.is_some_and(|contact| to >= contact) {
                return Err(Ending::Hit);
            }
            if self.looks >= self.solver.iterations() {
                return Err(Ending::Exhausted);
            }
            let moment = self.moving.moment(to);
            let look = self.look(&moment);
            if look.upper <= self.level {
                self.contact = Some(to);
                return Err(Ending::Hit);
            }
            // Once from each `proven`: without progress the looks go on.
            if look.lower > self.level && run.probed_from != Some(from) {
                run.probed_from = Some(from);
                return Ok(moment);
            }
            if self.contact.is_none() && (look.lower > self.level || to >= end) {
                return Err(Ending::Hidden(to));
            }
            step *= 2.0;
        }
        Err(if self.contact.is_some() { Ending::Hit } else { Ending::Hidden(end) })
    }

    fn answer<T: Vector<Wide = V::Wide>>(
        &self,
        outcome: Outcome,
        [lower, upper]: [f64; 2],
        contact: Proximity<V::Wide>,
    ) -> Cast<T> {
        let fraction = match outcome {
            Outcome::Hit => 0.5 * lower + 0.5 * upper,
            _ => lower,
        };
        Cast {
            outcome,
            fraction: T::Scalar::narrow(fraction),
            lower: T::Scalar::narrow_down(lower),
            upper: T::Scalar::narrow_up(upper),
            contact: contact.narrow(),
            iterations: self.looks,
        }
    }
}

/// A little before the line through two points (fraction, separation) is zero: where it is half as high as `close`, and
/// by some floats earlier. A fraction has no more digits.
fn before_crossing([from, here]: [f64; 2], [to, there]: [f64; 2], close: f64) -> f64 {
    let slope = (here - there) / (to - from);
    from + (here - 0.5 * close) / slope - 8.0 * U * to
}
