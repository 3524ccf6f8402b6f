//! The first contact of leaves.

use super::LeafCast;
use super::earliest::{Earliest, Found};
use super::pairs::Question;
use crate::search::Nearest;
use clearance::{Cast, Motion, Outcome, Precision, Solver, Start, SupportMap, Vector};

/// How narrow the bracket of two boxes is. Smaller: more looks at boxes. Larger: more boxes that are opened in vain.
const COARSE: f64 = 1.0 / 1024.0;

/// The greatest number of looks at two boxes. Larger: more looks at boxes that graze each other on a long turn. Smaller:
/// more boxes that are opened in vain.
const LOOKS: u32 = 64;

/// The question when leaves first come into contact.
pub(super) struct FirstContact<'q, V: Vector> {
    solver: Solver,
    /// For boxes. A box in contact at the start may hold leaves that are not, so its bound is 0, whatever the rule.
    coarse: Solver,
    motions: [&'q Motion<V>; 2],
    hits: Earliest<Cast<V>>,
    /// No pair that was asked is in contact before this fraction.
    lower: f64,
    /// The pair that is open first, and where the last one ends.
    near: Option<Found<Cast<V>>>,
    near_end: f64,
    iterations: u64,
}

impl<'q, V: Vector<Scalar = f64>> FirstContact<'q, V> {
    pub fn new(solver: &Solver, motions: [&'q Motion<V>; 2]) -> Self {
        let coarse = Solver {
            tolerance: COARSE,
            max_iterations: LOOKS,
            precision: Precision::Float,
            start: Start::Stop,
            ..*solver
        };
        Self {
            solver: *solver,
            coarse,
            motions,
            hits: Earliest::new(),
            lower: 1.0,
            near: None,
            near_end: 0.0,
            iterations: 0,
        }
    }

    fn cast(&mut self, solver: &Solver, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Cast<V> {
        let cast = solver.impact(&a, self.motions[0], &b, self.motions[1]);
        self.iterations += u64::from(cast.iterations);
        cast
    }

    /// The answer, when all pairs of leaves that may count were asked.
    pub fn answer(self) -> LeafCast<V> {
        let (outcome, found, upper) = match (self.hits.first(), &self.near) {
            (Some(hit), _) => (Outcome::Hit, Some(hit), self.hits.upper),
            (None, Some(near)) => (Outcome::Near, Some(near), self.near_end),
            (None, None) => (Outcome::Clear, None, 1.0),
        };
        let fraction = found.map_or(1.0, |found| found.what.fraction.max(self.lower).min(upper));
        let contact = found.map(|found| Nearest {
            proximity: found.what.contact,
            leaf_a: found.leaves[0],
            leaf_b: found.leaves[1],
        });
        LeafCast { outcome, fraction, lower: self.lower, upper, contact, iterations: self.iterations }
    }

    fn keep_near(&mut self, near: Found<Cast<V>>) {
        self.near_end = self.near_end.max(near.upper);
        let is_first = |known: &Found<Cast<V>>| (near.lower, near.leaves) < (known.lower, known.leaves);
        if self.near.as_ref().is_none_or(is_first) {
            self.near = Some(near);
        }
    }
}

impl<V: Vector<Scalar = f64>> Question<V> for FirstContact<'_, V> {
    fn bound(&mut self, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Option<f64> {
        let cast = self.cast(&self.coarse.clone(), a, b);
        (cast.outcome != Outcome::Clear).then_some(cast.lower)
    }

    fn ask(&mut self, leaves: [u32; 2], a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) {
        let cast = self.cast(&self.solver.clone(), a, b);
        let found = Found { leaves, lower: cast.lower, upper: cast.upper, what: cast };
        match cast.outcome {
            Outcome::Clear => return,
            Outcome::Hit => self.hits.keep(found),
            Outcome::Near => self.keep_near(found),
        }
        self.lower = self.lower.min(cast.lower);
    }

    fn is_beyond(&self, bound: f64, first: [u32; 2]) -> bool {
        self.hits.is_beyond(bound, first)
    }
}
