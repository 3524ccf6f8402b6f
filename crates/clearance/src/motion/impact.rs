//! When two bodies that travel and turn first come into contact.
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
//!    it is at `proven`.
//! 5. Where rounding hides the gap, looks at growing distances search for contact.
//!
//! **Invariants.** Each interval of the proof has separations above rounding at both of its ends. Contact is claimed
//! only where the upper bound of a distance says so.
//!
//! **Termination.** From a gap g over the target a plane proves at least about g over the relative speed, and √(8g/M)
//! where the gap is near its least. The number of looks is limited by [`Solver::max_iterations`]; then the outcome is
//! [`Outcome::Near`].
//!
//! **Accuracy.** Where the shapes approach with the speed s along the normal, the bracket is about 6 noises / s wide:
//! 10⁻¹³ for s of the size of the shapes ([`Moving::noise`]).
//!
//! **References.** Mirtich 1996 (conservative advancement) uses |ġ| ≤ L, Tang, Kim and Manocha 2009 directed bounds.
//! Here the bound is of second order, and a plane is kept as long as it proves something.

use crate::difference::canonical::precedes;
use crate::difference::unknown::{is_unknown, unknown};
use crate::distance::cache::Cache;
use crate::motion::Motion;
use crate::motion::mover::{Body, UP, turns};
use crate::motion::planes::{Moment, Moving, Plane, first_root};
use crate::numbers::real::{Real, U, larger, smaller, sqrt};
use crate::query::solver::{Precision, Solver};
use crate::result::cast::{Cast, Outcome, Start};
use crate::result::motion::{Carrier, MotionStep, ProvenInterval};
use crate::result::proximity::Proximity;
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, Vector, WideVector};
use core::cmp::Ordering;

impl Solver {
    /// When two bodies that travel and turn first come into contact, with proven bounds of the fraction.
    ///
    /// Contact is a distance of at most [`Solver::target`]. Both shapes start where they stand. The outcome is
    /// [`Outcome::Clear`] only if intervals with a proof cover the whole motion, and [`Outcome::Hit`] only if contact is
    /// proven. It is [`Outcome::Near`] if the least distance differs from the target by less than rounding, or if
    /// [`Solver::max_iterations`] looks at the shapes were not enough. The search ends where
    /// `upper − lower` is at most [`Solver::tolerance`], or where rounding does not allow more.
    ///
    /// If a number is not finite, nothing is claimed: the outcome is near, `lower` is 0 and `upper` is 1.
    ///
    /// ```
    /// use clearance::{Cuboid, Motion, Outcome, Pose, Shape, Solver, vec2};
    ///
    /// // A box turns a quarter above a floor. Its corner comes down.
    /// let floor = Cuboid::new(vec2(8.0f64, 1.0)).unwrap().at(Pose::translation([0.0, -1.0]));
    /// let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0]));
    /// let quarter = Motion::turn(vec2(0.0, 2.0), std::f64::consts::FRAC_PI_2);
    /// let cast = Solver::default().impact(&floor, &Motion::still(), &block, &quarter);
    /// let right = 0.75f64.atan() / std::f64::consts::FRAC_PI_2;
    /// assert_eq!(cast.outcome, Outcome::Hit);
    /// assert!(cast.lower <= right && right <= cast.upper && cast.upper - cast.lower < 1e-12);
    /// ```
    #[doc(alias = "time of impact")]
    #[doc(alias = "toi")]
    #[doc(alias = "continuous collision detection")]
    pub fn impact<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
    ) -> Cast<V> {
        in_order(self, a, motion_a, b, motion_b, None, None)
    }

    /// [`Solver::impact`] with a warm start of its looks at the shapes.
    ///
    /// ```
    /// use clearance::{Cache, Cylinder, Hull, Motion, Pose, Shape, Solver, vec3};
    ///
    /// let post = Cylinder::new(1.0f64, 0.5).unwrap();
    /// let rod = Cylinder::new(2.0, 0.25).unwrap().at(Pose::translation([3.0, 0.0, 0.0]));
    /// let swing = Motion::turn(vec3(3.0, 0.0, 0.0), vec3(0.0, 0.0, 2.0)).and_travel(vec3(-1.0, 0.0, 0.0));
    /// let (solver, mut cache) = (Solver::default(), Cache::default());
    /// let cast = solver.impact_cached(&post, &Motion::still(), &rod, &swing, &mut cache);
    /// assert!((cast.fraction - solver.impact(&post, &Motion::still(), &rod, &swing).fraction).abs() < 1e-11);
    /// ```
    pub fn impact_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
        cache: &mut Cache,
    ) -> Cast<V> {
        in_order(self, a, motion_a, b, motion_b, Some(cache), None)
    }

    /// [`Solver::impact`], and a call of `observe` for each look at the shapes and each interval that is proven.
    ///
    /// The intervals follow each other without a gap, from fraction 0 to `lower` of the answer. They are the proof: each
    /// can be checked with four support points ([`crate::ProvenInterval`]). Where no proof is needed, since the bodies
    /// do not move or are in contact at the start, there is none. The search is that of turning bodies also where
    /// nothing turns.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Motion, MotionStep, Pose, Shape, Solver, vec2};
    ///
    /// let wall = Cuboid::new(vec2(0.125f64, 4.0)).unwrap();
    /// let blade = Cuboid::new(vec2(1.0, 0.25)).unwrap().at(Pose::translation([-1.25, 0.0]));
    /// let spin = Motion::turn(vec2(-1.25, 0.0), 3.0);
    /// let mut ends = vec![0.0];
    /// let cast = Solver::default().impact_trace(&wall, &Motion::still(), &blade, &spin, |step| {
    ///     if let MotionStep::Proven(interval) = step {
    ///         assert_eq!(interval.start, *ends.last().unwrap());
    ///         ends.push(interval.end);
    ///     }
    /// });
    /// assert!(cast.is_clear() && ends.last() == Some(&1.0));
    /// ```
    pub fn impact_trace<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
        mut observe: impl FnMut(&MotionStep<V>),
    ) -> Cast<V> {
        in_order(self, a, motion_a, b, motion_b, None, Some(&mut observe))
    }

    /// [`Solver::target`], or 0 if it is negative or NaN.
    pub(crate) fn contact_distance(&self) -> f64 {
        if self.target > 0.0 { self.target } else { 0.0 }
    }
}

/// Somebody who watches a search.
type Observer<'o, V> = Option<&'o mut dyn FnMut(&MotionStep<V>)>;

/// Puts the bodies in an order that depends on them only. So exchanged arguments give the exchanged answer, to the bit.
fn in_order<'o, V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    motion_a: &Motion<V>,
    b: &impl SupportMap<V>,
    motion_b: &Motion<V>,
    cache: Option<&'o mut Cache>,
    observe: Observer<'o, V>,
) -> Cast<V> {
    if observe.is_none() {
        if let Some(cast) = without_turn(solver, a, motion_a, b, motion_b) {
            return cast;
        }
    }
    if !comes_first(b, motion_b, a, motion_a) {
        return Search::new(solver, Body::new(a, motion_a), Body::new(b, motion_b), cache, observe).impact();
    }
    let (first, second) = (Body::new(b, motion_b), Body::new(a, motion_a));
    match observe {
        None => Search::new(solver, first, second, cache, None).impact().swapped(),
        Some(observe) => {
            let mut exchanged = |step: &MotionStep<V>| observe(&step.swapped());
            Search::new(solver, first, second, cache, Some(&mut exchanged)).impact().swapped()
        }
    }
}

/// The cast along a line, if neither body turns, or a turn maps its core to itself. `None` also if the difference of
/// their ways is not exact in the scalar.
fn without_turn<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    motion_a: &Motion<V>,
    b: &impl SupportMap<V>,
    motion_b: &Motion<V>,
) -> Option<Cast<V>> {
    if turns(a, motion_a) || turns(b, motion_b) {
        return None;
    }
    let (way_a, way_b) = (motion_a.travel.widen(), motion_b.travel.widen());
    let way = V::narrow(way_b - way_a);
    let is_exact = way.widen().exact() == way_b.exact().minus(&way_a.exact());
    if !(way_a.is_finite() && way_b.is_finite() && way.is_finite() && is_exact) {
        return None;
    }
    let cast = solver.cast(a, b, way);
    // A is where it was for the cast; it has travelled along.
    let along = way_a * cast.lower.widen();
    let moved = |point: V| V::narrow(point.widen() + along);
    let Proximity { point_a, point_b, .. } = cast.contact;
    let contact = Proximity { point_a: moved(point_a), point_b: moved(point_b), ..cast.contact };
    Some(Cast { contact, ..cast })
}

/// Whether body `b` comes before body `a`.
pub(crate) fn comes_first<V: Vector>(
    b: &impl SupportMap<V>,
    motion_b: &Motion<V>,
    a: &impl SupportMap<V>,
    motion_a: &Motion<V>,
) -> bool {
    if precedes(b, a) {
        return true;
    }
    let numbers = |motion: &Motion<V>| {
        [V::turn_vector(motion.turn), motion.travel.widen().padded(), motion.center.widen().padded()]
    };
    let pairs = numbers(motion_b).into_iter().flatten().zip(numbers(motion_a).into_iter().flatten());
    let order = pairs.map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    order == Some(Ordering::Less) && !precedes(a, b)
}

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
    /// The longest interval that is proven at once.
    longest: f64,
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

/// A look behind a crossing is where the separation is minus this many noises: the plane's own noise, that of the look,
/// and the bounds of the look itself. Larger: wider brackets. Smaller than 3: contact is often not proven there.
const BEHIND: f64 = 4.0;

/// While bodies leave each other, a look is at most this angle after the one before, in radians. Larger: a pair that
/// parts and comes back between two looks is taken for one that stayed.
const LEAVING_ANGLE: f64 = 1.0 / 16.0;

/// The first step of bodies that leave each other, as a part of the motion. The steps double.
const FIRST_LEAVING: f64 = 1.0 / 65536.0;

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
            longest: 1.0,
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
        let noise = self.moving.noise(Carrier::World, &self.proven, self.level);
        self.level = start.lower - 4.0 * noise;
        let angle = self.moving.a.turn.angle().abs() + self.moving.b.turn.angle().abs();
        let most = if angle > 0.0 { smaller(1.0, LEAVING_ANGLE / angle) } else { 1.0 };
        self.longest = smaller(most, FIRST_LEAVING);
        loop {
            let end = smaller(1.0, self.proven.fraction + self.longest);
            match self.run(end) {
                Ending::Clear if end < 1.0 => {}
                ending => return ending,
            }
            let look = self.look(&self.proven.clone());
            if look.lower > target {
                self.level = target;
                self.longest = 1.0;
                return self.run(1.0);
            }
            self.longest = smaller(most, 2.0 * self.longest);
        }
    }

    /// The search from `proven` to `end`, for contact at `level`.
    pub fn run(&mut self, end: f64) -> Ending {
        let mut end = end;
        let mut at = self.proven;
        // Whether the plane of a look at `proven` has been used already.
        let mut is_used = false;
        loop {
            if self.looks >= self.solver.iterations() {
                return Ending::Exhausted;
            }
            // 1.
            let look = self.look(&at);
            if look.upper <= self.level {
                self.contact = Some(at.fraction);
                end = at.fraction;
                if is_used || end - self.proven.fraction <= larger(self.solver.tolerance, 4.0 * U * end) {
                    return Ending::Hit;
                }
                at = self.proven;
                continue;
            }
            let plane = self.moving.plane(&look.answer, &at);
            let here = self.moving.separation(&plane, &at, self.level);
            // 2.
            if at.fraction > self.proven.fraction {
                let back = self.moving.separation(&plane, &self.proven.clone(), self.level);
                if !self.proves(&plane, [back, here], &at) {
                    if is_used {
                        let middle = 0.5 * self.proven.fraction + 0.5 * at.fraction;
                        if !(at.fraction - self.proven.fraction > 8.0 * U * at.fraction) {
                            return self.probe(end);
                        }
                        at = self.moving.moment(middle);
                    } else {
                        at = self.proven;
                    }
                    continue;
                }
            }
            // 3.
            let before = self.proven.fraction;
            let crossing = if here > 0.0 { self.advance(&plane, here, end) } else { None };
            let reached = self.proven.fraction;
            if reached >= end {
                return if self.contact.is_some() { Ending::Hit } else { Ending::Clear };
            }
            // 4.
            is_used = reached == before;
            match crossing {
                Some(behind) if behind > reached => at = self.moving.moment(smaller(behind, end)),
                _ if is_used => return self.probe(end),
                _ => at = self.proven,
            }
        }
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
            let noise = self.moving.noise(Carrier::World, at, 0.0);
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
        let is_proven = first > 0.0 && last > 0.0 && first_root(first, last, self.slack(plane, to)).is_none();
        if is_proven {
            self.extend(plane, separations, to);
        }
        is_proven
    }

    /// ½·M times the squared length of the interval from `proven` to a moment.
    fn slack(&self, plane: &Plane<V::Wide>, to: &Moment<V::Wide>) -> f64 {
        let length = to.fraction - self.proven.fraction;
        0.5 * self.moving.bend(plane, &self.proven, to) * length * length * UP
    }

    fn extend(&mut self, plane: &Plane<V::Wide>, separations: [f64; 2], to: &Moment<V::Wide>) {
        let (start, end) = (self.proven.fraction, to.fraction);
        self.proven = *to;
        let Plane { carrier, direction } = *plane;
        self.show(&MotionStep::Proven(ProvenInterval { start, end, carrier, direction, separations }));
    }

    /// Proves as much as a plane can from `proven` on. The answer is a fraction just behind its crossing, if it has
    /// been crossed.
    fn advance(&mut self, plane: &Plane<V::Wide>, here: f64, end: f64) -> Option<f64> {
        let noise = self.moving.noise(plane.carrier, &self.proven, self.level);
        let close = CLOSE * noise;
        let (first, mut here) = (here, here);
        let mut behind: Option<(f64, f64)> = None;
        let mut to = end;
        for _ in 0..PLANES {
            let from = self.proven.fraction;
            let at = self.moving.moment(to);
            let there = self.moving.separation(plane, &at, self.level);
            let slack = self.slack(plane, &at);
            match first_root(here, there, slack) {
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
                    to = secant([to, here - close * 0.5], [crossed, under - close * 0.5]);
                }
                Some(root) => {
                    let length = to - from;
                    // The interval to the root is certainly proven; one that uses the bend well is longer as a rule.
                    let bent = if there > 0.0 { smaller(0.5 * length, length * sqrt(here / slack)) } else { 0.0 };
                    let next = if there > 0.0 {
                        from + larger(root * length, bent)
                    } else {
                        behind = Some((to, there));
                        let straight = secant([from, here - close * 0.5], [to, there - close * 0.5]);
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
        let beyond = self.proven.fraction + (here + BEHIND * noise) / slope;
        Some(larger(beyond, self.proven.fraction.next_up()))
    }

    /// 5. Searches contact behind `proven`, where rounding hides the gap.
    fn probe(&mut self, end: f64) -> Ending {
        if self.contact.is_some() {
            return Ending::Hit;
        }
        let from = self.proven.fraction;
        let noise = self.moving.noise(Carrier::World, &self.proven, self.level);
        let mut step = larger(2.0 * noise / self.moving.speed(), 4.0 * U * from);
        for _ in 0..PROBES {
            let to = smaller(end, from + step);
            if self.looks >= self.solver.iterations() {
                return Ending::Exhausted;
            }
            let look = self.look(&self.moving.moment(to));
            if look.upper <= self.level {
                self.contact = Some(to);
                return Ending::Hit;
            }
            if look.lower > self.level || to >= end {
                return Ending::Hidden(to);
            }
            step *= 2.0;
        }
        Ending::Hidden(end)
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

/// Where the line through two points (fraction, separation) is zero. The separations have opposite signs, or the answer
/// is outside of the interval.
fn secant([x, above]: [f64; 2], [y, below]: [f64; 2]) -> f64 {
    x + (y - x) * (above / (above - below))
}
