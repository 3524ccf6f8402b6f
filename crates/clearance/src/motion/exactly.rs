//! The exact part of a cast of two polytopes: verdicts at dyadic moments, and over intervals of time.
//!
//! **Verdicts.** At a moment t the place of B is an exact dyadic vector, so the verdict of the exact solver is the truth.
//! Over an interval [t0, t1] all places of B together are a polytope, too: the hull of B at both ends. So "there is
//! contact between t0 and t1" is also one exact verdict, and a graze at a moment that no float holds is not missed.
//!
//! **Search.** The exact nearest face at t gives the moment at which its plane reaches the level. There is no contact
//! before it. If there is contact in the few units in the last place around it, that is the bracket. Otherwise the
//! search goes on from there. A polytope has finitely many faces. For rounded shapes the steps converge quadratically,
//! and at a graze each halves what is left; then intervals are halved.

use super::course::Course;
use super::line::Found;
use crate::difference::Watch;
use crate::exact::{ExactPair, Nearest, Place};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::Ring;
use crate::shape::view::View;
use crate::space::vector::WideVector;
use core::cmp::Ordering;

/// After so many planes intervals are halved. More: slow at grazes of rounded shapes.
const PLANES: u32 = 24;

/// A course of two polytopes in exact numbers.
pub(super) struct Exactly<'c, 's, W: WideVector> {
    course: &'c Course<'s, W>,
    level: Dyadic,
    way: W::Exact,
}

impl<'c, 's, W: WideVector> Exactly<'c, 's, W> {
    pub fn new(course: &'c Course<'s, W>) -> Self {
        Self { course, level: course.exact_level(), way: course.way().exact() }
    }

    /// The nearest face of the cores at fraction t. `None` if a vertex is not finite.
    fn nearest(&self, t: f64) -> Option<Nearest<W::Exact>> {
        self.course.count_query();
        let (a, b) = (self.course.body(0, 0.0, true), self.course.body(1, t, true));
        let (a, b) = (View::of(&a), View::of(&b));
        let pair = ExactPair::new(&a, &b)?;
        Some(pair.nearest(W::axis(0), Watch::NOBODY))
    }

    /// Whether there is contact at fraction t.
    pub fn meets(&self, t: f64) -> Option<bool> {
        Some(self.nearest(t)?.compare_with(&self.level) != Ordering::Greater)
    }

    /// Whether there is contact from fraction `first` to fraction `last`.
    pub fn meets_between(&self, first: f64, last: f64) -> Option<bool> {
        Some(self.nearest_between(first, last)?.compare_with(&self.level) != Ordering::Greater)
    }

    fn nearest_between(&self, first: f64, last: f64) -> Option<Nearest<W::Exact>> {
        self.course.count_query();
        let (a, b) = (self.course.body(0, 0.0, true), self.course.swath(first, last));
        let (a, b) = (View::of(&a), View::of(&b));
        let pair = ExactPair::new(&a, &b)?;
        Some(pair.nearest(W::axis(0), Watch::NOBODY))
    }

    /// The first contact from fraction `t` to fraction `to`. There is none before `t`. `None` if a vertex is not
    /// finite.
    pub fn first_contact(&self, mut t: f64, to: f64) -> Option<Found> {
        if !self.meets_between(t, to)? {
            return Some(Found::Clear);
        }
        for _ in 0..PLANES {
            let nearest = self.nearest(t)?;
            if nearest.compare_with(&self.level) != Ordering::Greater {
                return Some(Found::contact(t, t));
            }
            let Some(crossing) = nearest.crossing(&self.level, &self.way, t) else { return Some(Found::Clear) };
            let lower = crossing.clamp(t, to);
            let upper = lower.next_up().next_up().min(to);
            if self.meets_between(lower, upper)? {
                return self.tightened(lower, upper);
            }
            t = upper;
        }
        self.halved(t, to)
    }

    /// A bracket of at most two units in the last place.
    fn tightened(&self, lower: f64, upper: f64) -> Option<Found> {
        let middle = lower.next_up();
        if middle >= upper {
            return Some(Found::contact(lower, upper));
        }
        Some(if self.meets_between(lower, middle)? {
            Found::contact(lower, middle)
        } else {
            Found::contact(middle, upper)
        })
    }

    /// The first contact, by halves. There is contact between the two fractions.
    fn halved(&self, mut lower: f64, mut upper: f64) -> Option<Found> {
        while lower.next_up().next_up() < upper {
            let middle = lower + 0.5 * (upper - lower);
            if self.meets_between(lower, middle)? { upper = middle } else { lower = middle }
        }
        Some(Found::contact(lower, upper))
    }

    /// Whether two polytopes in contact at fraction 0 become deeper at once: f'(0+) < 0, where f is the signed
    /// distance. `None` if a vertex is not finite.
    pub fn deepens(&self) -> Option<bool> {
        let start = self.nearest(0.0)?;
        match start.place {
            // The normal is the only one.
            Place::Outside => Some(start.closing(&self.way).is_positive()),
            // A − B is flat. Such a pair is never deeper than touching.
            Place::Boundary if start.around.is_empty() => Some(false),
            // The origin is on the boundary of a body with interior: is the interior entered?
            Place::Boundary => Some(self.nearest_between(0.0, 1.0)?.place == Place::Inside),
            Place::Inside => self.deepens_inside(&start),
        }
    }

    /// The same for cores with common interior points.
    ///
    /// The depth is the least over the facets, and each is affine in t. A facet that is nearest at 0 and does not come
    /// nearer proves that the pair is never deeper. A depth that grows within a short time proves the opposite. For a
    /// time that is short enough the nearest facet is one of those at 0, so the loop ends.
    fn deepens_inside(&self, start: &Nearest<W::Exact>) -> Option<bool> {
        if !start.closing(&self.way).is_negative() {
            return Some(false);
        }
        let (offset, squared) = start.depth();
        for exponent in (4..1000).step_by(16) {
            let t = crate::numbers::real::power_of_two(-exponent);
            let soon = self.nearest(t)?;
            let (offset_soon, squared_soon) = soon.depth();
            let grows = offset_soon.times(&offset_soon).times(&squared) > offset.times(&offset).times(&squared_soon);
            if soon.place == Place::Inside && grows {
                return Some(true);
            }
            let turning = soon.closing(&self.way);
            let offset_then = offset_soon.plus(&Dyadic::from(t).times(&turning));
            let same = offset_then.times(&offset_then).times(&squared) == offset.times(&offset).times(&squared_soon);
            if soon.place != Place::Outside && same && !turning.is_negative() {
                return Some(false);
            }
        }
        Some(true)
    }
}
