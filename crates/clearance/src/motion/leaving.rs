//! Bodies with a curved core that are in contact at the start of a line: do they become deeper?
//!
//! **Problem.** Under [`crate::Start::Leave`] only being deeper than at the start counts. f, the signed distance, is
//! convex along the line. So the pair becomes deeper at once, or never. The sign of f′(0+) is that of the normal
//! against the way; for shapes that slide it is zero, and the computed one is rounding.
//!
//! **Method.** Neither sign is read from the normal. By convexity f(t) < f(0) at any t proves f′(0+) < 0. Each direction n
//! has an affine S(t) ≤ f(t); two of them, one that falls and one that rises, bound f from below by the height where
//! they cross, and the next query is there (Kelley 1960, cutting planes). It ends when a query is deeper than the start,
//! or when the planes leave less than rounding for it.
//!
//! **What is claimed.** `Contact`: the upper bound of f(t) is below the lower bound of f(0). `Clear`: f(t) is nowhere
//! below f(0) by more than [`NOISES`] times the width of the bracket at the start and the rounding of a plane.

use super::course::{Course, Plane};
use super::line::Found;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller};
use crate::query::solver::Solver;
use crate::result::Proximity;
use crate::space::vector::WideVector;

/// What is deeper by less than this many brackets does not count, as for bodies that turn.
const NOISES: f64 = 4.0;

/// Queries until the search gives up. Cutting planes of one variable halve what is left, as a rule.
const TRIES: u32 = 48;

/// Whether bodies in contact at the start become deeper on the way from fraction 0 to fraction 1.
pub(super) fn deepens<W: WideVector>(course: &Course<'_, W>, solver: &Solver) -> Found {
    let ask = |t: f64| {
        course.count_query();
        solver.signed_distance(&course.body(0, 0.0, false), &course.body(1, t, false))
    };
    let start = ask(0.0);
    let target = course.shrunk_length(larger(solver.target, 0.0));
    let deepest = floor(course, &start) - target;
    let mut lines = Lines { falling: None, rising: None };
    lines.add(course.plane(start.normal, 0.0));
    let mut at = 1.0;
    for _ in 0..TRIES {
        let (lowest, next) = lines.lowest();
        if lowest >= deepest {
            return Found::Clear;
        }
        if lines.rising.is_some() {
            at = next;
        }
        let there = ask(at);
        if there.upper < start.lower {
            return Found::contact(0.0, 0.0);
        }
        if !lines.add(course.plane(there.normal, at)) {
            break;
        }
    }
    Found::Open { lower: 0.0, upper: 1.0 }
}

/// What is not below this is not deeper than the start, scaled.
fn floor<W: WideVector>(course: &Course<'_, W>, start: &Proximity<W>) -> f64 {
    let width = course.shrunk_length(start.upper - start.lower);
    course.shrunk_length(start.lower) - NOISES * (width + course.corner_error() + 16.0 * U * course.size())
}

/// The nearest plane that falls with the fraction, and the nearest that rises.
struct Lines {
    falling: Option<Plane>,
    rising: Option<Plane>,
}

impl Lines {
    /// Keeps a plane. False if it is where the one before it was: the search stands still.
    fn add(&mut self, plane: Plane) -> bool {
        let kept = if plane.closing > 0.0 { &mut self.falling } else { &mut self.rising };
        let is_new = kept.is_none_or(|before| before.at != plane.at);
        *kept = Some(plane);
        is_new
    }

    /// The least height that the planes allow from fraction 0 to fraction 1, and where it is.
    fn lowest(&self) -> (f64, f64) {
        let height = |plane: &Plane, t: f64| plane.gap - plane.closing * (t - plane.at) - plane.least;
        match (&self.falling, &self.rising) {
            (Some(falling), None) => (height(falling, 1.0), 1.0),
            (None, Some(rising)) => (height(rising, 0.0), 0.0),
            (Some(falling), Some(rising)) => {
                let [high, low] = [falling, rising].each(|plane| height(plane, 0.0));
                let crossing = (high - low) / (falling.closing - rising.closing);
                let t = smaller(larger(crossing, 0.0), 1.0);
                (larger(height(falling, t), height(rising, t)), t)
            }
            (None, None) => (f64::NEG_INFINITY, 1.0),
        }
    }
}
