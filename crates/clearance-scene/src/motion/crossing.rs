//! When leaves first come into contact on a whole line, and when they last are.

use super::earliest::{Earliest, Found};
use super::pairs::{self, Question};
use super::{LeafCrossing, comes_first, has_finite_numbers};
use crate::facets::FacetSpace;
use crate::view::Bodies;
use clearance::{Bracket, Crossing, Motion, Precision, Solver, SupportMap, Vector};

/// When leaves of two bodies first come into contact on a whole line of the second one, and when the last ones part.
pub(crate) fn crossing<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    [a, b]: Bodies<V, D>,
    direction: V,
) -> Option<LeafCrossing<V>> {
    let (still, travel) = (Motion::still(), Motion::travel(direction));
    if comes_first((b, &travel), (a, &still)) {
        in_order(solver, [b, a], -direction).map(LeafCrossing::swapped)
    } else {
        in_order(solver, [a, b], direction)
    }
}

/// The crossing of two bodies in the canonical order. The second one moves.
fn in_order<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    bodies: Bodies<V, D>,
    direction: V,
) -> Option<LeafCrossing<V>> {
    let entered = |direction: V| {
        let mut question = Entry { solver: *solver, direction, earliest: Earliest::new() };
        pairs::search(bodies, &mut question).map(|()| question.answer())
    };
    if has_finite_numbers([&Motion::travel(direction)])
        && let (Some(entry), Some(exit)) = (entered(direction), entered(-direction))
    {
        let ((entry, normal_in, leaves_in), (back, normal_out, leaves_out)) = (entry?, exit?);
        let exit = Bracket { fraction: -back.fraction, lower: -back.upper, upper: -back.lower };
        return Some(LeafCrossing { crossing: Crossing { entry, exit, normal_in, normal_out }, leaves_in, leaves_out });
    }
    let endless = Bracket { fraction: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    let axis = V::axis(0);
    let crossing = Crossing { entry: endless, exit: endless, normal_in: axis, normal_out: axis };
    Some(LeafCrossing { crossing, leaves_in: [0; 2], leaves_out: [0; 2] })
}

/// When contact begins, the normal there, and between which leaves.
type Entered<V> = (Bracket<f64>, V, [u32; 2]);

/// The question when leaves first come into contact on a whole line.
struct Entry<V: Vector> {
    solver: Solver,
    direction: V,
    earliest: Earliest<(f64, V)>,
}

impl<V: Vector<Scalar = f64>> Entry<V> {
    /// The answer, when all pairs of leaves that may count were asked.
    fn answer(self) -> Option<Entered<V>> {
        let (lower, upper) = (self.earliest.lower(), self.earliest.upper);
        self.earliest.first().map(|found| {
            let (fraction, normal) = found.what;
            (Bracket { fraction: fraction.max(lower).min(upper), lower, upper }, normal, found.leaves)
        })
    }
}

impl<V: Vector<Scalar = f64>> Question<V> for Entry<V> {
    fn bound(&mut self, a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) -> Option<f64> {
        let coarse = Solver { precision: Precision::Float, ..self.solver };
        coarse.crossing(&a, &b, self.direction).map(|crossing| crossing.entry.lower)
    }

    fn ask(&mut self, leaves: [u32; 2], a: &dyn SupportMap<V>, b: &dyn SupportMap<V>) {
        if let Some(Crossing { entry, normal_in, .. }) = self.solver.crossing(&a, &b, self.direction) {
            let what = (entry.fraction, normal_in);
            self.earliest.keep(Found { leaves, lower: entry.lower, upper: entry.upper, what });
        }
    }

    fn is_beyond(&self, bound: f64, first: [u32; 2]) -> bool {
        self.earliest.is_beyond(bound, first)
    }
}
