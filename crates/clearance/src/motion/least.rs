//! How near two bodies come to each other on a motion.
//!
//! **Problem.** The least distance over all fractions of the motion, with bounds, and when it is.
//!
//! **Method.**
//! 1. *Valley* ([`valley`]): looks at both ends, and a search for a moment at which the distance stops falling. They give
//!    an upper bound, the nearest look.
//! 2. *March* ([`march`]): from that moment towards both ends, planes prove that the distance is at least the level, a
//!    little below the upper bound. Where a look is below the level, the search goes to the bottom of that valley, the level
//!    falls, and the march starts from there in both directions. What was proven for a higher level stays proven.
//! 3. Where rounding or too many looks end the march, *sweeps* from the start prove less and less tight levels: the search
//!    for contact ([`crate::motion::search`]) with a level that falls.
//! 4. If a look proves contact, the distance is 0, and the first contact is searched.
//!
//! **Cost.** Near a least distance that is smooth in time the intervals are √(8·gap/M) long and grow from there, so a
//! march takes some number of planes times log(1/gap). Where the distance is constant over a part of the motion that turns,
//! and no plane has M = 0, the number of intervals is about √(M/(8·gap)). Then the limit of looks ends the search, and
//! the bracket is wider.

mod march;
mod valley;

use crate::difference::unknown::{is_unknown, unknown};
use crate::engine::Engine;
use crate::motion::Motion;
use crate::motion::beside_plane::{slabs, view_of};
use crate::motion::impact::comes_first;
use crate::motion::mover::Body;
use crate::motion::planes::Moving;
use crate::motion::search::{Ending, Look, Search};
use crate::numbers::real::{U, larger, smaller};
use crate::query::solver::Solver;
use crate::result::cast::{Cast, Clearance, Outcome, Start};
use crate::result::proximity::Proximity;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::{Vector, WideVector};
use alloc::vec::Vec;
use core::slice::from_ref;

/// How far below the upper bound the marches of step 2 prove, as parts of it, where one for the solver's tolerance takes too
/// many looks.
const WIDER: [f64; 3] = [1e-9, 1e-6, 1e-3];

/// How far below the upper bound the sweeps of step 3 prove, as parts of it. The last is the solver's tolerance.
const GAPS: [f64; 2] = [1.0 / 16.0, 1e-6];

impl Solver {
    /// The least distance of two bodies over a motion, with proven bounds, and when it is.
    ///
    /// Both shapes start where they stand. If they come into contact, the distance is 0 and `fraction` is that of the
    /// first contact. The search ends where `upper − lower` is at most [`Solver::tolerance`] times the distance, or where
    /// rounding or [`Solver::max_iterations`] do not allow more. [`Solver::target`] and [`Solver::start`] have no effect.
    ///
    /// If a number is not finite, nothing is known: `lower` is 0 and `upper` is infinite.
    ///
    /// ```
    /// use clearance::{Cuboid, Motion, Pose, Shape, Solver, vec2};
    ///
    /// // A square turns beside a wall. Its corner comes nearest at 45°.
    /// let wall = Cuboid::new(vec2(1.0f64, 8.0)).unwrap().at(Pose::translation([2.5, 0.0]));
    /// let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    /// let spin = Motion::turn(vec2(0.0, 0.0), std::f64::consts::FRAC_PI_2);
    /// let least = Solver::default().clearance(&wall, &Motion::still(), &square, &spin);
    /// assert!((least.distance - (1.5 - 2f64.sqrt())).abs() < 1e-12 && (least.fraction - 0.5).abs() < 1e-6);
    /// assert!(least.upper - least.lower < 1e-12);
    /// ```
    #[doc(alias = "minimum distance")]
    pub fn clearance<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
    ) -> Clearance<V> {
        let motions = [&motion_a.widen(), &motion_b.widen()];
        V::Wide::clearance(self, [&View::of(a), &View::of(b)], motions).narrow()
    }

    /// The least distance of A, at rest, and B, which makes several motions one after the other.
    ///
    /// Each motion starts where the one before it has ended. `fraction` counts the motions: 2.5 is half way on the third.
    /// The bounds hold the roundings of the poses between. A path without a motion is the shapes at rest.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Motion, Pose, Shape, Solver, vec2};
    ///
    /// // Around the corner of a table.
    /// let table = Cuboid::new(vec2(2.0f64, 1.0)).unwrap();
    /// let cup = Ball::new(vec2(0.0, 0.0), 0.25).unwrap().at(Pose::translation([-3.0, 2.0]));
    /// let path = [Motion::travel(vec2(6.0, 0.0)), Motion::travel(vec2(0.0, -4.0))];
    /// let least = Solver::default().clearance_along(&table, &cup, &path);
    /// assert!((least.distance - 0.75).abs() < 1e-12);
    /// ```
    pub fn clearance_along<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        path: &[Motion<V>],
    ) -> Clearance<V> {
        let path: Vec<Motion<V::Wide>> = path.iter().map(Motion::widen).collect();
        V::Wide::clearance_along(self, [&View::of(a), &View::of(b)], &path).narrow()
    }
}

/// A least distance in `f64`.
#[derive(Clone, Copy)]
struct Least<W: WideVector> {
    lower: f64,
    upper: f64,
    fraction: f64,
    proximity: Proximity<W>,
    looks: u32,
    is_contact: bool,
}

impl<W: WideVector> Least<W> {
    fn swapped(self) -> Self {
        Self { proximity: self.proximity.swapped(), ..self }
    }
}

fn told<W: WideVector>(found: Least<W>) -> Clearance<W> {
    let distance = match found.is_contact {
        true => 0.0,
        false => smaller(larger(found.proximity.distance, found.lower), found.upper),
    };
    Clearance {
        distance,
        lower: found.lower,
        upper: found.upper,
        fraction: found.fraction,
        proximity: found.proximity,
        iterations: found.looks,
    }
}

fn nothing_known<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Least<W> {
    let proximity = unknown(a, b);
    Least { lower: 0.0, upper: f64::INFINITY, fraction: 0.0, proximity, looks: 0, is_contact: false }
}

/// The least distance, or a distance above `limit` from which on it is of no interest.
fn least<W: WideVector>(solver: &Solver, [a, b]: [Body<'_, W>; 2], limit: f64) -> Least<W> {
    let solver = Solver { target: 0.0, start: Start::Stop, ..*solver };
    let search = || Search::new(&solver, Moving::new(a.clone(), b.clone()), None, None);
    let mut sweep = Sweep { search: search(), nearest: None, lower: 0.0, most_looks: 0 };
    if sweep.search.moving.is_lost() {
        return nothing_known(a.shape, b.shape);
    }
    sweep.run(&solver, limit);
    let looks = sweep.search.looks;
    let Some(nearest) = sweep.nearest else { return nothing_known(a.shape, b.shape) };
    // Where nothing is proven, the bodies may have passed each other between two looks.
    if nearest.upper <= 0.0 || (!(sweep.lower > 0.0) && nearest.upper < f64::INFINITY) {
        let first: Cast<W> = search().impact();
        if nearest.upper <= 0.0 || first.outcome == Outcome::Hit {
            let (fraction, proximity) = (first.fraction, first.contact);
            let looks = looks + first.iterations;
            return Least { lower: 0.0, upper: 0.0, fraction, proximity, looks, is_contact: true };
        }
    }
    let proximity = sweep.search.in_world(&nearest);
    let lower = smaller(larger(sweep.lower, 0.0), nearest.upper);
    Least {
        lower,
        upper: nearest.upper,
        fraction: nearest.fraction,
        proximity,
        looks: sweep.search.looks,
        is_contact: false,
    }
}

/// A search for the least distance.
struct Sweep<'q, 's, W: WideVector> {
    search: Search<'q, 's, W>,
    /// The look with the least upper bound.
    nearest: Option<Look<W>>,
    /// The least distance is proven to be at least this.
    lower: f64,
    /// The looks at which the present march ends.
    most_looks: u32,
}

impl<W: WideVector> Sweep<'_, '_, W> {
    fn run(&mut self, solver: &Solver, limit: f64) {
        let resting = self.search.moving.speed() == 0.0 || self.search.moving.is_one_motion();
        let start = self.look(0.0);
        if is_unknown(&start.answer) || resting {
            self.lower = start.lower;
            return;
        }
        let last = larger(solver.tolerance, 4.0 * U);
        // 1.
        let end = self.look(1.0);
        self.go_between(start, end, last);
        // 2.
        for gap in [last].into_iter().chain(WIDER.into_iter().filter(|gap| *gap > last)) {
            if self.upper() <= 0.0 || self.march(gap, limit) {
                return;
            }
        }
        // 3.
        for gap in GAPS.into_iter().filter(|gap| *gap > 4.0 * last).chain([last]) {
            if self.upper() <= 0.0 || !self.sweep(gap, limit) {
                return;
            }
        }
    }

    fn upper(&self) -> f64 {
        self.nearest.map_or(f64::INFINITY, |look| look.upper)
    }

    /// A look, which may be the nearest so far.
    fn look(&mut self, fraction: f64) -> Look<W> {
        let at = self.search.moving.moment(fraction);
        let look = self.search.look(&at);
        self.keep(look);
        look
    }

    fn keep(&mut self, look: Look<W>) {
        if look.upper < self.upper() {
            self.nearest = Some(look);
        }
    }

    /// The level that is `gap` parts below the upper bound, or more where rounding hides more.
    fn level_below(&self, gap: f64, limit: f64) -> f64 {
        let upper = smaller(self.upper(), limit);
        let noise = self.search.moving.noise_of_look(&self.search.proven, 0.0);
        let hidden = 4.0 * noise + 2.0 * self.nearest.map_or(0.0, |look| look.upper - look.lower);
        upper - larger(gap * upper, hidden)
    }

    /// Proves the whole motion for a level that is `gap` parts below the upper bound. False if there were too many looks
    /// or rounding ended it; then the bounds before it stay.
    fn sweep(&mut self, gap: f64, limit: f64) -> bool {
        self.search.proven = self.search.moving.moment(0.0);
        let mut level = f64::INFINITY;
        loop {
            level = smaller(level, self.level_below(gap, limit));
            self.search.level = level;
            self.search.contact = None;
            match self.search.run(1.0) {
                Ending::Clear => {
                    self.lower = larger(self.lower, level);
                    return true;
                }
                Ending::Hit => {
                    let before = self.upper();
                    self.keep(self.search.last);
                    if let Some(contact) = self.search.contact {
                        self.look(contact);
                    }
                    if let Some(nearest) = self.nearest {
                        self.go_to_bottom(nearest, gap);
                    }
                    // The level must fall, or the next round is the same.
                    if self.upper() <= 0.0 || !(self.upper() < before) {
                        return false;
                    }
                }
                Ending::Hidden(_) | Ending::Exhausted => return false,
            }
        }
    }
}

/// [`Solver::clearance`] in `f64`.
pub(crate) fn clearance<W: WideVector>(
    solver: &Solver,
    [a, b]: [&View<'_, W>; 2],
    [motion_a, motion_b]: [&Motion<W>; 2],
) -> Clearance<W> {
    if let Some(slabs) = slabs([a, b], [from_ref(motion_a), from_ref(motion_b)]) {
        return clearance(solver, [&view_of(a, &slabs[0]), &view_of(b, &slabs[1])], [motion_a, motion_b]);
    }
    if comes_first(b, motion_b, a, motion_a) {
        let bodies = [Body::new(b, motion_b), Body::new(a, motion_a)];
        told(least(solver, bodies, f64::INFINITY).swapped())
    } else {
        told(least(solver, [Body::new(a, motion_a), Body::new(b, motion_b)], f64::INFINITY))
    }
}

/// [`Solver::clearance_along`] in `f64`.
pub(crate) fn clearance_along<W: WideVector>(
    solver: &Solver,
    [a, b]: [&View<'_, W>; 2],
    path: &[Motion<W>],
) -> Clearance<W> {
    let rest = Motion::still();
    if path.is_empty() {
        return clearance(solver, [a, b], [&rest, &rest]);
    }
    if let Some(slabs) = slabs([a, b], [&[], path]) {
        return clearance_along(solver, [&view_of(a, &slabs[0]), &view_of(b, &slabs[1])], path);
    }
    let mut nearest: Option<Least<W>> = None;
    let (mut lower, mut looks) = (f64::INFINITY, 0);
    let start = b.pose();
    let mut pose = Pose { rotation: start.rotation, translation: start.translation };
    let mut slack = 0.0;
    for (index, motion) in path.iter().enumerate() {
        let mut body = Body::begun_at(b, pose, motion);
        body.slack += slack;
        let limit = nearest.as_ref().map_or(f64::INFINITY, |found| found.upper);
        // Where the next motion begins: off by the roundings of this one.
        slack += if body.turn.is_zero() { 0.0 } else { 96.0 * U * (body.size + body.reach) };
        slack += 8.0 * U * (body.travel.length() + body.start.translation.length() + body.center.length());
        let found = least(solver, [Body::new(a, &rest), body], limit);
        pose = motion.wide_pose_at(pose, 1.0);
        looks += found.looks;
        lower = smaller(lower, found.lower);
        let is_contact = found.is_contact;
        if nearest.as_ref().is_none_or(|known| found.upper < known.upper) {
            nearest = Some(Least { fraction: index as f64 + found.fraction, ..found });
        }
        if is_contact {
            break;
        }
    }
    let found = nearest.unwrap_or_else(|| nothing_known(a, b));
    told(Least { lower: smaller(lower, found.lower), looks, ..found })
}
