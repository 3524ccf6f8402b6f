//! A smooth term of a support function, and a lower bound of its curvature over a cap of directions.

use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::space::hessian::{Bend, Hessian, eigen};
use crate::space::vector::WideVector;

/// A smooth term h(n) = |Ln| of a feature's support function, with L linear. The support function is a sum of such
/// terms.
///
/// **Notation.** For each unit vector m let d = m − n, δ = |d|, t the unit direction of the tangential part of d, and M
/// = 1 − δ²/4. Let a = |Ln|, u = Ln/a, w = Lᵀu, τ the tangential part of w, P the projection orthogonal to u, and q =
/// tᵀHt.
///
/// **Derivation.** |PLd|² = aqδ²M, and |Lm|² = (u·Lm)² + |PLd|². So
///
/// h(m) = m·w + √(c² + aqδ²M) − c,  c = u·Lm = a(1 − δ²/2) + τ·d.
///
/// For δ ≤ χ we have c ≤ a'(1 − δ²/2) with a' = a + |τ|χ / (1 − χ²/2). The root minus c decreases as c increases. So
/// replace a by a' and q by q' = qa/a'. Then
///
/// 2(√… − c)/δ² = 2q'(1 − δ²/4) / (1 − δ²/2 + √(1 + (q'/a' − 1)(δ² − δ⁴/4))).
///
/// At δ = 0 this is q'. It increases with δ if q' ≤ a', otherwise it decreases. So its least value f(q) is at 0 or at
/// χ, and h(m) ≥ m·w + ½ f(q) δ². Since f is concave in q, f applied to the eigenvalues of the form H is a lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    /// H.
    pub hessian: Hessian,
    /// a.  [length]
    pub length: f64,
    /// |τ|.  [length]
    pub rest: f64,
}

impl Term {
    /// The term 0.
    pub const NONE: Self = Self { hessian: Hessian::ZERO, length: 0.0, rest: 0.0 };

    /// f(q) for the curvature q, on the cap of directions with the chord χ.  [length]
    fn least_curvature(&self, curvature: f64, chord: f64) -> f64 {
        let square = chord * chord;
        let reach = self.length + self.rest * chord / (1.0 - 0.5 * square);
        let bend = larger(curvature, 0.0) * (self.length / reach);
        let root = sqrt(1.0 + (bend / reach - 1.0) * square * (1.0 - 0.25 * square));
        let far = bend * (2.0 - 0.5 * square) / (1.0 - 0.5 * square + root);
        let kept = smaller(bend, far);
        if kept > 0.0 { kept } else { 0.0 }
    }

    /// f(H) in tangential coordinates, minus its rounding error.  [length]
    pub fn bend<W: WideVector>(&self, tangents: &[W; 2], chord: f64) -> Bend {
        let entry = |u: W, v: W| self.hessian.between(u, v);
        let [s, t] = *tangents;
        let form = [entry(s, s), entry(s, t), entry(t, t)];
        let error = 16.0 * U * (form[0].abs() + form[2].abs());
        let ([first, second], [c, d]) = eigen(form);
        let (first, second) = (self.least_curvature(first - error, chord), self.least_curvature(second - error, chord));
        // The eigenvectors are (c, d) and (−d, c). Their rounding error is subtracted.
        let slip = 8.0 * U * (first + second);
        let form = [first * c * c + second * d * d, (first - second) * c * d, first * d * d + second * c * c];
        [form[0] - slip, form[1], form[2] - slip]
    }
}
