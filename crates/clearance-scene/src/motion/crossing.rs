//! When leaves first come into contact on a whole line, and when they last are.

use super::earliest::{Earliest, Found};
use super::pairs::{self, Question};
use super::{LeafCrossing, Moving, comes_first, has_finite_numbers};
use crate::composite::Composite;
use clearance::{Bracket, Crossing, Motion, Precision, Solver, SupportMap, Vector, WideVector};

/// When a leaf of `b`, moved along the whole line of `direction`, first comes into contact with a leaf of `a`, and when
/// the last ones part.
///
/// Fractions are multiples of `direction`, which is in the world's frame and may have any length; they may be negative.
/// Between the entry and the exit the leaves need not be in contact all the time. `None` if the line misses, which is exact
/// if the leaves are polytopes, and if `direction` is zero. If a number is not finite, the brackets are infinite.
///
/// ```
/// use clearance::{Ball, Pose, Shape, vec3};
/// use clearance_scene::{Compound, Single, crossing};
///
/// // Two posts, and a ball between them that goes through both.
/// let post = |x: f64| Ball::new(vec3(x, 0.0, 0.0), 1.0).unwrap().into();
/// let posts = Compound::new(vec![post(-4.0), post(4.0)]).unwrap();
/// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
/// let answer = crossing(&posts.at(Pose::identity()), &Single::new(&ball), vec3(1.0, 0.0, 0.0)).unwrap();
/// assert!((answer.entry.fraction + 5.5).abs() < 1e-14 && (answer.exit.fraction - 5.5).abs() < 1e-14);
/// assert_eq!((answer.leaves_in, answer.leaves_out), ([0, 0], [1, 0]));
/// ```
pub fn crossing<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    direction: A::Vector,
) -> Option<LeafCrossing<A::Vector>> {
    crossing_with(&Solver::default(), a, b, direction)
}

/// [`crossing`] with a solver. Contact is a distance of at most [`Solver::target`]. The rule for the start has no effect.
pub fn crossing_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    direction: A::Vector,
) -> Option<LeafCrossing<A::Vector>> {
    let (still, travel) = (Motion::still(), Motion::travel(direction));
    if comes_first((b, &travel), (a, &still)) {
        in_order(solver, (b, &still), (a, &Motion::travel(-direction))).map(LeafCrossing::swapped)
    } else {
        in_order(solver, (a, &still), (b, &travel))
    }
}

/// The crossing of two bodies in the canonical order. The second one moves.
fn in_order<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    (a, still): Moving<A, A::Vector>,
    (b, travel): Moving<B, A::Vector>,
) -> Option<LeafCrossing<A::Vector>> {
    let entered = |direction: A::Vector| {
        let mut question = Entry { solver: *solver, direction, earliest: Earliest::new() };
        pairs::search(a, b, &mut question).map(|()| question.answer())
    };
    let direction = travel.travel;
    if has_finite_numbers([still, travel])
        && let (Some(entry), Some(exit)) = (entered(direction), entered(-direction))
    {
        let ((entry, normal_in, leaves_in), (back, normal_out, leaves_out)) = (entry?, exit?);
        let exit = Bracket { fraction: -back.fraction, lower: -back.upper, upper: -back.lower };
        return Some(LeafCrossing { crossing: Crossing { entry, exit, normal_in, normal_out }, leaves_in, leaves_out });
    }
    let endless = Bracket { fraction: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    let axis = A::Vector::axis(0);
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
