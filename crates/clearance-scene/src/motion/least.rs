//! The least distance of leaves over a motion.

use super::pairs::Question;
use super::{LeafCast, LeafClearance};
use clearance::{Clearance, Motion, Precision, Solver, SupportMap, Vector};

/// The tolerance of the least distance of two boxes. Smaller: more looks at boxes. Larger: more boxes that are opened in
/// vain.
const COARSE: f64 = 1.0 / 16.0;

/// The greatest number of looks at two boxes.
const LOOKS: u32 = 64;

/// The question how near leaves come to each other.
pub(super) struct LeastDistance<'q, V: Vector> {
    solver: Solver,
    coarse: Solver,
    motions: [&'q Motion<V>; 2],
    nearest: Option<([u32; 2], Clearance<V>)>,
    /// The least lower and the least upper bound of all pairs that were asked.
    lower: f64,
    upper: f64,
    iterations: u32,
}

impl<'q, V: Vector<Scalar = f64>> LeastDistance<'q, V> {
    pub fn new(solver: &Solver, motions: [&'q Motion<V>; 2]) -> Self {
        let coarse = Solver { tolerance: COARSE, max_iterations: LOOKS, precision: Precision::Float, ..*solver };
        let (lower, upper) = (f64::INFINITY, f64::INFINITY);
        Self { solver: *solver, coarse, motions, nearest: None, lower, upper, iterations: 0 }
    }

    fn clearance(&mut self, solver: &Solver, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Clearance<V> {
        let found = solver.clearance(&a, self.motions[0], &b, self.motions[1]);
        self.iterations = self.iterations.saturating_add(found.iterations);
        found
    }

    /// The answer, when all pairs of leaves that may count were asked.
    pub fn answer(self) -> Option<LeafClearance<V>> {
        let ([leaf_a, leaf_b], nearest) = self.nearest?;
        let clearance = Clearance {
            distance: nearest.distance.max(self.lower).min(self.upper),
            lower: self.lower.min(self.upper),
            upper: self.upper,
            iterations: self.iterations,
            ..nearest
        };
        Some(LeafClearance { clearance, leaf_a, leaf_b })
    }
}

/// The answer about leaves that come into contact: when they first do, and which.
pub(super) fn met<V: Vector<Scalar = f64>>(nearest: LeafClearance<V>, first: &LeafCast<V>) -> LeafClearance<V> {
    let Some(contact) = first.contact else { return nearest };
    let iterations = u32::try_from(first.iterations).unwrap_or(u32::MAX).saturating_add(nearest.iterations);
    let clearance =
        Clearance { distance: 0.0, fraction: first.fraction, proximity: contact.proximity, iterations, ..*nearest };
    LeafClearance { clearance, leaf_a: contact.leaf_a, leaf_b: contact.leaf_b }
}

impl<V: Vector<Scalar = f64>> Question<V> for LeastDistance<'_, V> {
    fn bound(&mut self, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Option<f64> {
        Some(self.clearance(&self.coarse.clone(), a, b).lower)
    }

    fn ask(&mut self, leaves: [u32; 2], a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) {
        let found = self.clearance(&self.solver.clone(), a, b);
        self.lower = self.lower.min(found.lower);
        self.upper = self.upper.min(found.upper);
        let is_nearer = |known: &([u32; 2], Clearance<V>)| (found.distance, leaves) < (known.1.distance, known.0);
        if self.nearest.as_ref().is_none_or(is_nearer) {
            self.nearest = Some((leaves, found));
        }
    }

    /// Once leaves meet, the first contact is asked for by itself.
    fn is_beyond(&self, bound: f64, _first: [u32; 2]) -> bool {
        bound > self.upper || self.upper <= 0.0
    }
}
