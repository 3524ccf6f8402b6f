//! Proofs of contact: points of A − B that the way of B passes.
//!
//! The place D(t) of B lies in A − B as soon as there is contact (cores, level 0). So a simplex of DIM vertices of
//! A − B that the line D(t) passes proves contact at the crossing, from above. For a level ρ > 0 one point p of A − B
//! suffices: there is contact when |D(t) − p| = ρ.
//!
//! **Accuracy.** All is in double-double numbers, from vertices without rounding. With the size L the corners m err by
//! 2⁻⁹⁴·L, so a determinant of DIM vectors of length at most L errs by less than 2⁻⁹⁰·L^DIM, and one with the way in
//! place of a corner by 2⁻⁹⁰·|way|·L^(DIM−1). Weights must exceed their error.

use super::course::{Course, high};
use crate::numbers::double::Double;
use crate::numbers::real::U;
use crate::result::Proximity;
use crate::space::pose::Rotation;
use crate::space::vector::{Space, Vector, WideVector};

/// The error of a determinant, as a fraction of the product of lengths.
const FINE: f64 = 8.077_935_669_463_161e-28; // 2^-90

/// Contact at or before a fraction.
#[derive(Clone, Copy)]
pub(super) struct Proven {
    /// The fraction nearest to the moment of contact.
    pub best: f64,
    /// Not before that moment.
    pub upper: f64,
}

impl Proven {
    /// Contact at or before the fraction `bound`, which is not before `t`.
    fn at(best: f64, bound: Double, t: f64) -> Option<Self> {
        let upper = if bound.low > 0.0 { bound.high.next_up() } else { bound.high };
        (upper >= t).then_some(Self { best: best.max(t).min(upper), upper })
    }
}

impl<V: WideVector> Course<'_, V> {
    /// A fraction not before `t` at which contact is proven, from the nearest points of the cores at a fraction near
    /// `t`. `None` if they prove nothing.
    pub(super) fn proven_contact(&self, answer: &Proximity<V>, t: f64) -> Option<Proven> {
        if !self.polytopes || self.a.rounding() + self.b.rounding() > 0.0 {
            return None;
        }
        if self.level().high > 0.0 { self.contact_with_point(answer, t) } else { self.contact_with_simplex(answer, t) }
    }

    /// Vertex pair `place` of the answer, as a point of A − B seen from the place of B.
    fn corner(&self, answer: &Proximity<V>, place: usize, displacement: &V::Double) -> V::Double {
        let (i, j) = answer.witnesses.pairs[place];
        let a = self.placed(0, self.a.vertex(i as usize));
        let b = self.placed(1, self.b.vertex(j as usize));
        a.minus(&b).minus(displacement)
    }

    /// A vertex as its rotation turns it, scaled.
    fn placed(&self, side: usize, vertex: V) -> V::Double {
        let (rotation, vertex) = (self.rotation(side), self.shrunk(vertex).double());
        if rotation == <V::Rotation as Rotation<V>>::IDENTITY { vertex } else { rotation.double_map(&vertex) }
    }

    /// The crossing of the way and the simplex of the nearest face: Cramer's rule.
    fn contact_with_simplex(&self, answer: &Proximity<V>, t: f64) -> Option<Proven> {
        if answer.witnesses.count as usize != V::DIM {
            return None;
        }
        let place = self.displacement(t);
        let corner = |index: usize| self.corner(answer, index, &place);
        let (way, length, size) = (self.scaled_way().double(), self.scaled_way().max_abs(), self.size());
        let (weights, volume) = match V::DIM {
            2 => {
                let [p, q] = [corner(0), corner(1)];
                let weights = [determinant::<V>(&way, &[q.clone()]), determinant::<V>(&p, &[way]), Double::ZERO];
                (weights, determinant::<V>(&p, &[q]))
            }
            _ => {
                let [p, q, r] = [corner(0), corner(1), corner(2)];
                let det = |a: &V::Double, b: &V::Double, c: &V::Double| determinant::<V>(a, &[b.clone(), c.clone()]);
                ([det(&way, &q, &r), det(&way, &r, &p), det(&way, &p, &q)], det(&p, &q, &r))
            }
        };
        let scale = if V::DIM == 2 { size } else { size * size };
        let error = FINE * 4.0 * length * scale;
        let sign = if weights[0].high > 0.0 { 1.0 } else { -1.0 };
        if !weights[..V::DIM].iter().all(|weight| sign * weight.high > error) {
            return None;
        }
        let sum = weights[0].plus(weights[1]).plus(weights[2]);
        let gain = volume.divided_by(sum);
        // |volume| errs by 4·FINE·size·scale, the sum by 3 errors.
        let volume_error = FINE * 4.0 * size * scale;
        let slack = (volume_error + 3.0 * error * gain.high.abs()) / (sum.high.abs() - 3.0 * error) * (1.0 + 8.0 * U);
        let total = Double::from(t).plus(gain);
        let sum = Double::sum(total.high, total.low + slack);
        Proven::at(total.high, sum, t)
    }

    /// The moment at which B's place comes as near to the nearest point of A − B as the level: a quadratic equation.
    fn contact_with_point(&self, answer: &Proximity<V>, t: f64) -> Option<Proven> {
        let place = self.displacement(t);
        let count = (answer.witnesses.count as usize).min(answer.witnesses.pairs.len());
        let total = answer.witnesses.weights[..count].iter().fold(Double::ZERO, |sum, &w| sum.plus(w.into()));
        if count == 0
            || !answer.witnesses.are_whole()
            || answer.witnesses.weights[..count].iter().any(|&w| !(w >= 0.0))
            || !(total.high > 0.5)
        {
            return None;
        }
        let point = (0..count).fold(<V as Vector>::ORIGIN.double(), |sum, index| {
            let weight = Double::from(answer.witnesses.weights[index]).divided_by(total);
            sum.plus(&self.corner(answer, index, &place).scaled(&weight))
        });
        // |s·way − p|² = ρ², with p seen from the place at t: s = c / (b + √(b² − a·c)).
        let (way, size) = (self.scaled_way().double(), self.size());
        let a = way.dot(&way);
        let b = way.dot(&point);
        let c = point.dot(&point).minus(self.level().times(self.level()));
        let error_c = 16.0 * FINE * size * size;
        let error_b = 16.0 * FINE * size * self.scaled_way().max_abs();
        let c = Double::sum(c.high, c.low + error_c);
        let b = Double::sum(b.high, b.low - error_b);
        if !(c.high > 0.0) {
            return Some(Proven { best: t, upper: t });
        }
        let square = b.times(b).minus(a.times(c));
        let error = 64.0 * FINE * (b.high * b.high + a.high * c.high);
        if !(b.high > 0.0 && square.high > error) {
            return None;
        }
        let root = Double::sum(square.high, square.low - error).root();
        let gain = c.divided_by(b.plus(root));
        let sum = Double::from(t).plus(gain);
        let raised = Double::sum(sum.high, sum.low + 64.0 * FINE * gain.high);
        Proven::at(sum.high, raised, t)
    }

    /// The normal of a proof of contact, of unit length, from A to B: that of the simplex, or that of the nearest
    /// points.
    pub(super) fn portal_normal(&self, answer: &Proximity<V>, t: f64) -> Option<V> {
        if self.level().high > 0.0 {
            return Some(answer.normal);
        }
        let place = self.displacement(t);
        let base = self.corner(answer, 0, &place);
        let edges = [self.corner(answer, 1, &place).minus(&base), self.corner(answer, V::DIM - 1, &place).minus(&base)];
        let normal = high::<V>(&<V::Double as Space>::normal_of(&edges));
        let unit = normal.unit();
        if !(normal.max_abs() > 0.0) {
            return None;
        }
        Some(if unit.dot(&answer.normal) < 0.0 { -unit } else { unit })
    }
}

/// The determinant of DIM vectors.
fn determinant<V: WideVector>(first: &V::Double, rest: &[V::Double]) -> Double {
    first.dot(&<V::Double as Space>::normal_of(rest))
}
