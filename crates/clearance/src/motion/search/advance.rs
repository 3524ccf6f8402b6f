//! What a plane proves of a motion: steps 2 and 3 of the search.
//!
//! A plane proves interval after interval by theorem A ([`crate::motion::planes`]), and a secant closes in on where it is
//! crossed.

use crate::motion::mover::UP;
use crate::motion::paths::Part;
use crate::motion::planes::{Moment, Plane, first_root};
use crate::motion::search::{Look, Search};
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::result::motion::{Carrier, MotionStep, ProvenInterval};
use crate::space::vector::WideVector;

/// The greatest number of intervals that one plane is asked for before the next look. Larger: more support points for
/// planes that are no longer tight. Smaller: more looks.
const PLANES: u32 = 16;

/// A crossing is close when the separation is below this many noises. Larger: wider brackets. Smaller: more planes.
const CLOSE: f64 = 2.0;

/// The first plane of a search is seldom that of the contact. A separation of so much of the first one is close to its crossing.
/// Larger: more looks. Smaller: more planes.
const ROUGH: f64 = 1.0 / 64.0;

/// A look behind a crossing is where the separation is minus this many times the noise of the plane and of a look.
/// Larger: wider brackets. Smaller than 1: contact is often not proven there.
const BEHIND: f64 = 1.25;

/// After this many looks the carriers take turns: the one that was chosen may not be that which keeps the plane tight.
/// Larger: more looks at needles that turn beside each other. Smaller: more planes that do not follow their face.
const PATIENCE: u32 = 48;

const ALL_CARRIERS: [Carrier; 3] = [Carrier::World, Carrier::A, Carrier::B];

/// Planes beside all that the bodies cover are tried where the rest of the motion turns by more than this, in radians.
/// Smaller: support points that prove nothing. Larger: more planes for a few turns.
const SWEPT_ANGLE: f64 = 4.0;

/// Such a plane is used if it proves more than this angle, in radians. Smaller: many short steps towards where the bodies
/// come near. Larger: more looks on the way there.
const SWEPT_GAIN: f64 = 1.0;

impl<W: WideVector> Search<'_, '_, W> {
    /// Proves what a plane beside all that the bodies cover while they turn proves from `proven` on, if the rest of the
    /// motion turns far and the gain is much. The planes of theorem A go on from there.
    pub(super) fn is_swept_past(&mut self, look: &Look<W>, end: f64) -> bool {
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
            // A body that turns 10^200 times gains turns, and no fraction: that is no step.
            let reached = from.fraction + gain;
            if !(angle * gain > SWEPT_GAIN && reached > from.fraction) {
                continue;
            }
            let to = self.moving.moment(reached);
            let there = self.moving.separation(&plane, &to, self.level);
            if there > 0.0 {
                self.extend(&plane, [here, there], &to);
                return true;
            }
        }
        false
    }

    /// Whether a plane beside all that the bodies cover while they turn proves that the distance exceeds the level between two
    /// moments, if they turn far between.
    pub fn is_swept_between(&self, normal: W, ends: [&Moment<W>; 2]) -> bool {
        let [from, to] = ends;
        let angle = self.moving.angle() * (to.fraction - from.fraction).abs();
        let proves =
            |plane: Plane<W>| ends.into_iter().all(|moment| self.moving.separation(&plane, moment, self.level) > 0.0);
        angle > SWEPT_ANGLE && self.moving.swept_planes(normal, ends).any(proves)
    }

    /// Uses the plane of a look: one that follows the nearest edges, or one that a body carries; after many looks first
    /// with a carrier that was not chosen.
    pub(super) fn follow(&mut self, look: &Look<W>, at: &Moment<W>, end: f64) -> Option<(f64, Option<f64>)> {
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
                return if self.is_close { self.follow_edges_on(look, end).or(followed) } else { followed };
            }
        }
        let plane = self.moving.plane(&look.answer, at);
        self.follow_plane(&plane, at, end)
    }

    /// A plane with a constant turn leaves two edges by the square of the angle. Where it is crossed, the plane along
    /// the same edges goes on: no look is needed to find it. `None` if it proves nothing.
    fn follow_edges_on(&mut self, look: &Look<W>, end: f64) -> Option<(f64, Option<f64>)> {
        let from = self.proven;
        let plane = self.moving.plane_of_edges_later(&look.answer, &from)?;
        let followed = self.follow_plane(&plane, &from, end);
        followed.filter(|_| self.proven.fraction > from.fraction)
    }

    /// Proves the part from `proven` to a moment, and what comes after it. The answer is the fraction from which on the
    /// plane was asked, and one just behind its crossing, if it has been crossed. `None` if the first part is not proven.
    fn follow_plane(&mut self, plane: &Plane<W>, at: &Moment<W>, end: f64) -> Option<(f64, Option<f64>)> {
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

    /// Extends `proven` to a moment, if the separations along a plane prove the interval between.
    fn proves(&mut self, plane: &Plane<W>, separations: [f64; 2], to: &Moment<W>) -> bool {
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
    fn first_gap(&self, plane: &Plane<W>, [here, there]: [f64; 2], slack: f64, to: &Moment<W>) -> Option<f64> {
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
    fn slack(&self, plane: &Plane<W>, to: &Moment<W>) -> f64 {
        self.slack_between(plane, &self.proven, to)
    }

    /// ½·M times the squared length of the interval between two moments.
    pub fn slack_between(&self, plane: &Plane<W>, from: &Moment<W>, to: &Moment<W>) -> f64 {
        let length = to.fraction - from.fraction;
        0.5 * self.moving.bend(plane, from, to) * length * length * UP
    }

    pub(super) fn extend(&mut self, plane: &Plane<W>, separations: [f64; 2], to: &Moment<W>) {
        let (start, end) = (self.proven.fraction, to.fraction);
        self.proven = *to;
        self.is_close = separations[1] <= CLOSE * self.moving.noise(plane, to, self.level);
        let Plane { carrier, direction, vector: turn, .. } = *plane;
        self.show(&MotionStep::Proven(ProvenInterval { start, end, carrier, turn, direction, separations }));
    }

    /// Proves as much as a plane can from `proven` on. The answer is a fraction just behind its crossing, if it has
    /// been crossed.
    fn advance(&mut self, plane: &Plane<W>, here: f64, end: f64) -> Option<f64> {
        let noise = self.moving.noise(plane, &self.proven, self.level);
        let share = if self.looks <= 1 { ROUGH } else { 0.0 };
        let close = larger(CLOSE * noise, share * here);
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
                    let rest = here * (crossed - to) / (here - under);
                    if here <= close || crossed - to <= 8.0 * U * crossed || rest <= 0.5 * self.width {
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
                        let farther = behind.replace((to, there));
                        let straight = crossing_from_behind([from, here], [to, there], farther, close);
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
        Some(larger(beyond, larger(self.proven.fraction.next_up(), self.proven.fraction + 0.75 * self.width)))
    }
}

/// [`before_crossing`] of the separation between a point before it and one behind it. The line through the last two points
/// behind it is better than a chord across, if it ends between.
fn crossing_from_behind(before: [f64; 2], behind: [f64; 2], farther: Option<(f64, f64)>, close: f64) -> f64 {
    let tangent = farther.map(|(fraction, under)| before_crossing(behind, [fraction, under], close));
    match tangent {
        Some(to) if to > before[0] && to < behind[0] => to,
        _ => before_crossing(before, behind, close),
    }
}

/// A little before the line through two points (fraction, separation) is zero: where it is half as high as `close`, and
/// by some floats earlier. A fraction has no more digits.
fn before_crossing([from, here]: [f64; 2], [to, there]: [f64; 2], close: f64) -> f64 {
    let slope = (here - there) / (to - from);
    from + (here - 0.5 * close) / slope - 8.0 * U * to
}
