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
//! 5. Where rounding hides the gap, thin bodies may pass through each other ([`passage`]). Looks at growing distances
//!    search for contact. If one finds the shapes apart, its plane is tried.
//!
//! **Invariants.** Each interval of the proof has separations above rounding at both of its ends. Contact is claimed
//! only where the upper bound of a distance says so, or theorem B.
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

mod advance;
mod look;
mod passage;
mod stretch;

pub(crate) use look::Look;

use crate::difference::unknown::{is_unknown, unknown};
use crate::distance::cache::Cache;
use crate::motion::planes::{Moment, Moving};
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::query::solver::Solver;
use crate::result::cast::{Cast, Outcome, Start};
use crate::result::motion::MotionStep;
use crate::result::proximity::Proximity;
use crate::space::vector::WideVector;

/// Somebody who watches a search.
pub(crate) type Observer<'o, W> = Option<&'o mut dyn FnMut(&MotionStep<W>)>;

/// A search along a motion.
pub(crate) struct Search<'q, 's, W: WideVector> {
    /// The options of looks.
    solver: Solver,
    start: Start,
    pub moving: Moving<'s, W>,
    /// The user's cache.
    cache: Option<&'q mut Cache>,
    /// Looks of one search start where the one before has ended.
    own_cache: Cache,
    observe: Observer<'q, W>,
    /// The distance that counts as contact. It is negative while bodies that overlap at the start may leave.
    pub level: f64,
    /// There is no contact before this moment.
    pub proven: Moment<W>,
    /// Contact is proven at this fraction.
    pub contact: Option<f64>,
    /// A bracket of contact so wide is narrow enough. It is 0 if the bracket should be about as narrow as rounding allows.
    width: f64,
    /// The last look.
    pub last: Look<W>,
    pub looks: u32,
    /// Whether the bodies are in contact since the start.
    is_leaving: bool,
    /// Whether the separation at `proven`, along the plane that proved it, is of the size of rounding.
    is_close: bool,
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

/// Doublings of the stretch in which thin bodies are first looked for that pass through each other. Larger: wider brackets where
/// a search would narrow them. Smaller: more searches.
const NARROW: u32 = 8;

/// After so many looks the stretch may be of any length. Larger: more looks at thin bodies that close in slowly. Smaller: wider
/// brackets.
const MANY_LOOKS: u32 = 32;

/// Doublings of the distance at which contact is searched where rounding hides the gap: from rounding to the motion.
const PROBES: u32 = 48;

/// A tolerance up to this asks for a bracket as narrow as rounding allows. Smaller: a default that looks less often.
const COARSE: f64 = 1e-11;

impl<'q, 's, W: WideVector> Search<'q, 's, W> {
    pub fn new(solver: &Solver, moving: Moving<'s, W>, cache: Option<&'q mut Cache>, observe: Observer<'q, W>) -> Self {
        let proven = moving.moment(0.0);
        let nothing = Look { fraction: -1.0, answer: Proximity::default(), lower: 0.0, upper: 0.0 };
        Self {
            solver: *solver,
            start: solver.start,
            moving,
            cache,
            own_cache: Cache::default(),
            observe,
            level: solver.contact_distance(),
            proven,
            contact: None,
            width: if solver.tolerance > COARSE { solver.tolerance } else { 0.0 },
            last: nothing,
            looks: 0,
            is_leaving: false,
            is_close: false,
        }
    }

    /// The first contact.
    pub fn impact(mut self) -> Cast<W> {
        let (outcome, bracket) = self.outcome();
        self.told(outcome, bracket)
    }

    /// The first contact. `None` if there is none.
    pub fn hit(mut self) -> Option<Cast<W>> {
        let (outcome, bracket) = self.outcome();
        (outcome != Outcome::Clear).then(|| self.told(outcome, bracket))
    }

    /// The answer for bodies that are known to be apart throughout.
    pub fn clear(mut self) -> Cast<W> {
        self.proven = self.moving.moment(1.0);
        self.told(Outcome::Clear, [1.0, 1.0])
    }

    /// How the motion ends, and the bracket of the fraction.
    fn outcome(&mut self) -> (Outcome, [f64; 2]) {
        if self.moving.is_lost() {
            return (Outcome::Near, [0.0, 1.0]);
        }
        let rests = self.moving.rests();
        if !rests && self.is_apart_throughout(1.0) {
            return (Outcome::Clear, [1.0, 1.0]);
        }
        // The start is where the shapes stand, without rounding.
        let start = self.look(&self.proven.clone());
        let touches = !(start.lower > self.level);
        if touches && self.start == Start::Stop && (start.upper <= self.level || is_unknown(&start.answer)) {
            let known = start.upper <= self.level;
            return if known { (Outcome::Hit, [0.0, 0.0]) } else { (Outcome::Near, [0.0, 1.0]) };
        }
        if rests {
            return match touches && self.start == Start::Stop {
                true => (Outcome::Near, [0.0, 1.0]),
                false => (Outcome::Clear, [1.0, 1.0]),
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
        (outcome, [self.proven.fraction, upper])
    }

    /// The search for bodies that are in contact at the start and may leave: only being deeper counts, until they have
    /// been apart. What is less than rounding does not count.
    fn leave(&mut self, start: Look<W>) -> Ending {
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
    fn step(&mut self, run: &mut Run, at: &Moment<W>) -> Result<Moment<W>, Ending> {
        if self.looks >= self.solver.iterations() && self.last.fraction != at.fraction {
            return Err(Ending::Exhausted);
        }
        // 1.
        let look = if self.is_close { self.decided_look(at) } else { self.look(at) };
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

    fn show(&mut self, step: &MotionStep<W>) {
        if let Some(observe) = &mut self.observe {
            observe(step);
        }
    }

    /// Whether the bracket from `proven` to contact at `end` is as narrow as it should or can be.
    fn is_narrow(&self, end: f64) -> bool {
        end - self.proven.fraction <= larger(self.solver.tolerance, self.resolution())
    }

    /// Whether the bracket from `proven` to contact at `end` has half of the digits of the scalar. In a graze it has
    /// fewer, and more looks gain some.
    fn is_short(&self, end: f64) -> bool {
        end - self.proven.fraction <= sqrt(f64::EPSILON)
    }

    /// Whether contact is not proven by much more than rounding.
    fn is_shallow(&self, look: &Look<W>, at: &Moment<W>) -> bool {
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
    fn probe(&mut self, run: &mut Run) -> Result<Moment<W>, Ending> {
        let end = run.end;
        if self.contact.is_some() && self.is_narrow(end) {
            return Err(Ending::Hit);
        }
        let doublings = if self.looks > MANY_LOOKS { PROBES } else { NARROW };
        if self.contact.is_none() && self.passes(end, doublings) {
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
            let look = self.decided_look(&moment);
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
                return Err(self.hidden(to, end));
            }
            step *= 2.0;
        }
        Err(if self.contact.is_some() { Ending::Hit } else { self.hidden(end, end) })
    }

    /// How a search ends whose gap rounding hides up to a fraction: thin bodies may have passed through each other, in a longer
    /// stretch.
    fn hidden(&mut self, to: f64, end: f64) -> Ending {
        if self.passes(end, PROBES) { Ending::Hit } else { Ending::Hidden(to) }
    }

    /// Whether thin bodies pass through each other about `proven`, in a stretch that doubles so often. Then contact is proven.
    fn passes(&mut self, end: f64, doublings: u32) -> bool {
        if self.contact.is_none() {
            self.contact = self.passage(end, doublings);
        }
        self.contact.is_some()
    }

    /// The answer, with the contact where the proof ends.
    fn told(mut self, outcome: Outcome, [lower, upper]: [f64; 2]) -> Cast<W> {
        let contact = if self.moving.is_lost() {
            unknown(self.moving.a.shape, self.moving.b.shape)
        } else {
            self.proximity_at(&self.proven.clone())
        };
        let fraction = match outcome {
            Outcome::Hit => 0.5 * lower + 0.5 * upper,
            _ => lower,
        };
        Cast { outcome, fraction, lower, upper, contact, iterations: self.looks }
    }
}
