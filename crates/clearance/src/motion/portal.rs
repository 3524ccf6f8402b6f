//! Proofs of contact: points of A − B that the way of B passes.
//!
//! The place D(t) of B lies in A − B as soon as there is contact (cores, level 0). So a simplex of DIM vertices of
//! A − B that the line D(t) passes proves contact at the crossing, from above. For a level ρ > 0 one point p of A − B
//! suffices: there is contact when |D(t) − p| = ρ.
//!
//! **Accuracy.** What the bracket depends on is in double-double numbers, from vertices without rounding: its error is
//! below 2⁻⁹⁰ of the size L. The weights are floats, and must exceed their error.

use super::course::{Course, high};
use super::rest::{RESIDUAL, along_normal, sliding_share};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, ldexp};
use crate::result::{Proximity, Status, Witnesses};
use crate::shape::support::SupportMap;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};

/// The error of a sum of products in double-double numbers, as a fraction of the product of lengths.
const FINE: f64 = 8.077_935_669_463_161e-28; // 2^-90

/// Contact at or before a fraction.
#[derive(Clone, Copy)]
pub(super) struct Proven<W> {
    /// The fraction nearest to the moment of contact.
    pub best: f64,
    /// Not before that moment.
    pub upper: f64,
    /// The point of the simplex that is hit, as weights of its corners. Zeros if a point proved the contact.
    pub weights: [f64; 3],
    /// The normal at the contact, of unit length, from A to B.
    pub normal: W,
}

impl<W: WideVector> Proven<W> {
    /// Contact at or before the fraction `bound`, which is not before `t`.
    fn at(best: f64, bound: Double, t: f64, normal: W) -> Option<Self> {
        let upper = if bound.low > 0.0 { bound.high.next_up() } else { bound.high };
        (upper >= t).then_some(Self { best: best.max(t).min(upper), upper, weights: [0.0; 3], normal })
    }
}

impl<W: WideVector> Course<'_, W> {
    /// A fraction not before `t` at which contact is proven, from the nearest points of the cores at a fraction near
    /// `t`. `None` if they prove nothing.
    pub(super) fn proven_contact(&self, answer: &Proximity<W>, t: f64) -> Option<Proven<W>> {
        if !self.polytopes || self.a.rounding() + self.b.rounding() > 0.0 {
            return None;
        }
        if self.level().high > 0.0 { self.contact_with_point(answer, t) } else { self.contact_with_simplex(answer, t) }
    }

    /// Vertex pair `place` of the answer, as a point of A − B seen from the place of B.
    fn corner(&self, answer: &Proximity<W>, place: usize, displacement: &W::Double) -> W::Double {
        let (i, j) = answer.witnesses.pairs[place];
        let a = self.placed(0, self.a.vertex(i as usize));
        let b = self.placed(1, self.b.vertex(j as usize));
        a.minus(&b).minus(displacement)
    }

    /// A vertex as its rotation turns it, scaled.
    fn placed(&self, side: usize, vertex: W) -> W::Double {
        let (rotation, vertex) = (self.rotation(side), self.shrunk(vertex).double());
        if rotation == <W::Rotation as Rotation<W>>::IDENTITY { vertex } else { rotation.double_map(&vertex) }
    }

    /// The crossing of the way and the simplex of the nearest face: Cramer's rule.
    ///
    /// Floats tell the signs of the weights. With n the normal of the simplex, rounded, the point that is hit is between
    /// the heights of the corners along n. These heights are in double-double numbers.
    fn contact_with_simplex(&self, answer: &Proximity<W>, t: f64) -> Option<Proven<W>> {
        if answer.witnesses.count as usize != W::DIM {
            return None;
        }
        let place = high::<W>(&self.displacement(t));
        let pairs = &answer.witnesses.pairs;
        let corners = [0, 1, W::DIM - 1].each(|index| {
            let (i, j) = pairs[index];
            self.turned_vertex(0, i as usize) - self.turned_vertex(1, j as usize) - place
        });
        let weights = self.weights(&corners)?;
        let normal = <W as Space>::normal_of(&[corners[1] - corners[0], corners[2] - corners[0]]).unit();
        let normal = if normal.dot(&self.scaled_way()) > 0.0 { -normal } else { normal };
        let directions = self.directions(normal);
        let closing = directions.normal.dot(&self.scaled_way().double()).negated();
        if !(closing.high > ldexp(self.scaled_way().max_abs(), -40)) {
            return None;
        }
        let apart = directions.normal.dot(&self.displacement(t));
        let gap = |&(i, j): &(u32, u32)| {
            let a = directions.to_a.dot(&self.shrunk(self.a.vertex(i as usize)).double());
            let b = directions.to_b.dot(&self.shrunk(self.b.vertex(j as usize)).double());
            apart.plus(b).minus(a)
        };
        let gaps = [gap(&pairs[0]), gap(&pairs[1]), gap(&pairs[W::DIM - 1])];
        let most = gaps.iter().fold(gaps[0], |most, &gap| if gap > most { gap } else { most });
        let best = (0..W::DIM).map(|index| weights[index] * gaps[index].high).sum::<f64>() / closing.high;
        let gain = Double::sum(most.high, most.low + 4.0 * FINE * self.size()).divided_by(closing);
        let total = Double::from(t).plus(gain);
        let slack = 16.0 * FINE * (gain.high.abs() + self.scaled_way().max_abs() / closing.high * gain.high.abs());
        Proven::at(Double::sum(t, best).high, Double::sum(total.high, total.low + slack), t, normal)
            .map(|proven| Proven { weights, ..proven })
    }

    /// The weights of the corners at the point where the way passes their simplex. `None` if one is not known to be
    /// positive.
    ///
    /// Corners of length ℓ err by e. So a determinant with the way errs by less than |way|·(4ℓe + 16u·ℓ²), in the plane
    /// by |way|·(2e + 8u·ℓ).
    fn weights(&self, [p, q, r]: &[W; 3]) -> Option<[f64; 3]> {
        let way = self.scaled_way();
        let reach = [p, q, r].iter().map(|corner| corner.length()).fold(0.0, larger);
        let corner = self.corner_error();
        let (weights, error) = match W::DIM {
            2 => {
                let det = |a: &W, b: &W| a.dot(&<W as Space>::normal_of(core::slice::from_ref(b)));
                ([det(&way, q), det(p, &way), 0.0], 2.0 * corner + 8.0 * U * reach)
            }
            _ => {
                let det = |b: &W, c: &W| way.dot(&<W as Space>::normal_of(&[*b, *c]));
                ([det(q, r), det(r, p), det(p, q)], 4.0 * reach * corner + 16.0 * U * reach * reach + corner * corner)
            }
        };
        let error = 2.0 * way.max_abs() * error;
        let sign = if weights[0] > 0.0 { 1.0 } else { -1.0 };
        let sum = weights[0] + weights[1] + weights[2];
        weights[..W::DIM].iter().all(|&weight| sign * weight > error).then(|| weights.each(|weight| weight / sum))
    }

    /// The moment at which B's place comes as near to the nearest point of A − B as the level: a quadratic equation.
    fn contact_with_point(&self, answer: &Proximity<W>, t: f64) -> Option<Proven<W>> {
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
        let point = (0..count).fold(W::ORIGIN.double(), |sum, index| {
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
            return Some(Proven { best: t, upper: t, weights: [0.0; 3], normal: answer.normal });
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
        // From the point to the place of B at the contact.
        let normal = self.across_feature(answer, &place, way.scaled(&gain).minus(&point));
        Proven::at(sum.high, raised, t, normal)
    }

    /// The unit vector along `gap` without its components along the nearest feature of A − B. A normal that is not quite
    /// orthogonal to an edge supports one end of it alone.
    fn across_feature(&self, answer: &Proximity<W>, place: &W::Double, gap: W::Double) -> W {
        let count = (answer.witnesses.count as usize).min(3);
        let base = self.corner(answer, 0, place);
        let (mut normal, mut first) = (gap.clone(), None::<W::Double>);
        for index in 1..count {
            let edge = self.corner(answer, index, place).minus(&base);
            let across = match &first {
                Some(first) => without(&edge, first),
                None => edge.clone(),
            };
            if across.dot(&across).high > ldexp(edge.dot(&edge).high, -40) {
                normal = without(&normal, &across);
                first = Some(first.unwrap_or(across));
            }
        }
        // A feature across the gap leaves nothing: then the witnesses are no face.
        let whole = normal.dot(&normal).high > 0.25 * gap.dot(&gap).high;
        high::<W>(if whole { &normal } else { &gap }).unit()
    }

    /// The bodies at fraction t, from the simplex that is hit. They are apart or touch: t is not after the contact. `None` if
    /// their points are not along the normal.
    pub(super) fn contact_at(&self, answer: &Proximity<W>, proven: &Proven<W>, t: f64) -> Option<Proximity<W>> {
        let mut witnesses = Witnesses::default();
        let (mut on_a, mut on_b) = (W::ORIGIN, high::<W>(&self.displacement(t)));
        for (&(i, j), weight) in answer.witnesses.pairs.iter().zip(proven.weights).take(W::DIM) {
            witnesses.push((i, j), weight);
            on_a = on_a + self.turned_vertex(0, i as usize) * weight;
            on_b = on_b + self.turned_vertex(1, j as usize) * weight;
        }
        // The two points belong to the bodies but for rounding.
        let gap = on_b - on_a;
        let upper = gap.length() + 16.0 * U * self.size() + 2.0 * self.corner_error();
        let distance = larger(gap.dot(&proven.normal), 0.0);
        let noise = RESIDUAL * U * self.size() + (proven.upper - t) * self.scaled_way().sum_abs();
        let [on_a, on_b] =
            along_normal([on_a, on_b], proven.normal, distance, sliding_share(&witnesses, [0.0; 2]), noise)?;
        Some(Proximity {
            status: Status::Touching,
            distance: self.unshrunk_length(distance),
            lower: 0.0,
            upper: self.unshrunk_length(upper),
            normal: proven.normal,
            point_a: self.unshrunk(on_a),
            point_b: self.unshrunk(on_b),
            iterations: answer.iterations,
            witnesses,
        })
    }
}

/// The vector without its component along `axis`, which is not zero.
fn without<E: Space<Scalar = Double>>(vector: &E, axis: &E) -> E {
    let share = vector.dot(axis).divided_by(axis.dot(axis));
    vector.minus(&axis.scaled(&share))
}
