//! The search for the first contact on a line: planes from the left, a proof of contact from the right.
//!
//! The signed distance f(t) is convex along a translation. Each query for shapes at rest gives a normal. Its plane
//! proves an interval of time ([`super::course`]), and the end of the interval is the next t: Newton's method from the
//! left, which never passes the contact. On polytopes it is finite, on curved shapes it converges quadratically. Then
//! a proof of contact closes the bracket: a simplex or a point of A − B ([`super::portal`]), exact numbers
//! ([`super::exactly`]), or for curved shapes a query at a slightly later time.

use super::course::{Course, Plane};
use super::exactly::Exactly;
use crate::difference::unknown::is_unknown;
use crate::numbers::real::{U, larger, smaller};
use crate::query::solver::Precision;
use crate::result::Proximity;
use crate::shape::support::SupportMap;
use crate::space::vector::WideVector;

/// How a search ended. All fractions are proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Found {
    /// There is no contact.
    Clear,
    /// There is contact at or before `upper`, and none before `lower`.
    Contact { lower: f64, upper: f64, best: f64 },
    /// There is no contact before `lower`, and none after `upper`.
    Open { lower: f64, upper: f64 },
}

impl Found {
    pub fn contact(lower: f64, upper: f64) -> Self {
        Self::Contact { lower, upper, best: lower + 0.5 * (upper - lower) }
    }
}

/// Floats look for the contact of two polytopes no nearer than at this gap, as a fraction of the size. There the nearest
/// face is well known, and it is nearly always the face that is hit. Smaller: exact numbers are asked more often.
const LAST_GAP: f64 = 1.0 / 65536.0;

/// The greatest bracket that floats may answer for polytopes, in units of u · size / closing speed.
const WIDEST: f64 = 16.0;

/// A curved pair tries this often to prove contact after the last plane, each time with a doubled step.
const TRIES: u32 = 40;

/// The first contact of a course between two fractions, and the bodies at its lower bound if they are known. There is no contact at `from`, and `first` is the distance of
/// the cores there. `precision` is that of the user.
pub(super) fn first_contact<W: WideVector>(
    course: &Course<'_, W>,
    precision: Precision,
    (from, to): (f64, f64),
    first: Proximity<W>,
) -> (Found, Option<Proximity<W>>) {
    let mut search = Line { course, to, lower: from, is_exact: precision == Precision::Exact, contact: None };
    (search.run(from, first), search.contact)
}

struct Line<'c, 's, W: WideVector> {
    course: &'c Course<'s, W>,
    to: f64,
    /// Proven: no contact before this.
    lower: f64,
    is_exact: bool,
    /// The bodies at the lower bound, if the proof of contact knows them.
    contact: Option<Proximity<W>>,
}

impl<W: WideVector> Line<'_, '_, W> {
    fn run(&mut self, from: f64, first: Proximity<W>) -> Found {
        let (mut t, mut answer) = (from, first);
        let most = self.course.solver.iterations();
        for _ in 0..most {
            if !self.course.is_in_range() || is_unknown(&answer) {
                break;
            }
            let plane = self.course.plane(answer.normal, t);
            if plane.gap > 0.0 {
                let until = plane.until();
                if until > self.to {
                    return Found::Clear;
                }
                self.lower = larger(until, self.lower);
            }
            if let Some(found) = self.proven(&answer, &plane, t) {
                return found;
            }
            if !(plane.gap > 0.0) {
                break;
            }
            let next = self.next(&plane);
            // No progress beyond rounding.
            if !(next > t + 4.0 * U * t.abs()) {
                break;
            }
            (t, answer) = (next, self.course.cores(next));
            if self.course.is_beyond(&answer) == Some(false) {
                break;
            }
        }
        if self.course.polytopes {
            let exact = Exactly::new(self.course).first_contact(self.lower, self.to);
            return exact.unwrap_or(Found::Open { lower: self.lower, upper: self.to });
        }
        self.close_in(&answer, t)
    }

    /// Where to ask next. Polytopes are asked a little before the plane is reached, and at last not at all.
    fn next(&self, plane: &Plane) -> f64 {
        if !self.course.polytopes || self.course.level().high > 0.0 {
            return self.lower;
        }
        let back = LAST_GAP * self.course.size() / plane.closing;
        let next = self.lower - back;
        if next > plane.at { next } else { plane.at }
    }

    /// Contact of two polytopes in a bracket that is narrow enough.
    fn proven(&mut self, answer: &Proximity<W>, plane: &Plane, t: f64) -> Option<Found> {
        if self.is_exact {
            return None;
        }
        // The nearest point of a rounded body moves until the gap closes, unless both are points.
        let points = self.course.a.vertex_count() == 1 && self.course.b.vertex_count() == 1;
        if self.course.level().high > 0.0 && !points && plane.gap > LAST_GAP * self.course.size() {
            return None;
        }
        let proven = self.course.proven_contact(answer, t)?;
        let upper = proven.upper;
        // The plane at the contact is sharper than that of the last query.
        let sharp = self.course.sharp_plane(&self.course.directions(proven.normal), t);
        let lower = if sharp.gap > 0.0 { larger(self.lower, sharp.until()) } else { self.lower };
        let closing = sharp.closing;
        let narrow = upper - lower <= WIDEST * U * self.course.size() / closing;
        if !(narrow && upper <= self.to) {
            return None;
        }
        // The proof of contact is the more precise of the two.
        let lower = smaller(lower, upper);
        self.contact = if proven.weights[0] > 0.0 {
            self.course.contact_at(answer, &proven, lower)
        } else {
            self.course.surfaces(lower)
        };
        Some(Found::Contact { lower, upper, best: larger(proven.best, lower) })
    }

    /// The end of the search for a pair with a curved shape: contact is proven a little later, or two planes leave no
    /// room for it.
    fn close_in(&mut self, last: &Proximity<W>, t: f64) -> Found {
        if !self.course.is_in_range() || is_unknown(last) {
            return Found::Open { lower: self.lower, upper: self.to };
        }
        if self.course.is_beyond(last) == Some(false) && t >= self.lower {
            return self.tightened(t);
        }
        let plane = self.course.plane(last.normal, t);
        let noise = 16.0 * U * self.course.size() + self.course.shrunk_length(larger(last.upper - last.lower, 0.0));
        let mut step = noise / larger(plane.closing, plane.least);
        // No contact after `right`. The least distance is between `falling` and `rising`, as far as is known.
        let (mut right, mut falling, mut rising) = (self.to, self.lower, self.to);
        for _ in 0..TRIES {
            let next = if rising < self.to { 0.5 * falling + 0.5 * rising } else { smaller(falling + step, self.to) };
            if !(next > falling || next < rising) {
                break;
            }
            let answer = self.course.cores(next);
            if self.course.is_beyond(&answer) == Some(false) {
                return self.tightened(next);
            }
            let plane = self.course.plane(answer.normal, next);
            if plane.closing > 0.0 {
                falling = next;
                if plane.gap > 0.0 {
                    self.lower = larger(self.lower, plane.until());
                    falling = larger(falling, self.lower);
                }
            } else {
                rising = next;
                if plane.gap > 0.0 {
                    right = smaller(right, plane.since());
                    rising = smaller(rising, right);
                }
            }
            if self.lower > right {
                return Found::Clear;
            }
            if falling >= rising {
                break;
            }
            step *= 2.0;
        }
        Found::Open { lower: self.lower, upper: right }
    }

    /// Contact at `upper` is proven. Halves what is left as long as that proves something.
    fn tightened(&mut self, mut upper: f64) -> Found {
        for _ in 0..64 {
            let middle = self.lower + 0.5 * (upper - self.lower);
            if !(middle > self.lower && middle < upper) {
                break;
            }
            let answer = self.course.cores(middle);
            if self.course.is_beyond(&answer) == Some(false) {
                upper = middle;
                continue;
            }
            let plane = self.course.plane(answer.normal, middle);
            if !(plane.gap > 0.0 && plane.closing > 0.0) {
                break;
            }
            self.lower = smaller(larger(self.lower, plane.until()), upper);
        }
        Found::contact(self.lower, upper)
    }
}
