//! Symmetric matrices with three rows: the Hessians of support functions. Products and inverses have no branch.

use crate::numbers::each::Each;
use crate::numbers::real::sqrt;
use crate::space::vector::WideVector;

/// A symmetric matrix: its entries xx, xy, xz, yy, yz, zz. In the plane the entries with z are zero, except zz after
/// [`Hessian::plus`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hessian([f64; 6]);

impl Hessian {
    /// The zero matrix.
    pub const ZERO: Self = Self([0.0; 6]);

    /// The matrix of the plane with the entries xx, xy, yy.
    pub fn of_plane([xx, xy, yy]: [f64; 3]) -> Self {
        Self([xx, xy, 0.0, yy, 0.0, 0.0])
    }
    /// uᵀ · matrix · v.
    #[inline(always)]
    pub fn between<W: WideVector>(&self, u: W, v: W) -> f64 {
        u.dot(&self.times(v))
    }
    /// R · matrix · Rᵀ, given the rows of R.
    pub fn turned(&self, rows: &[[f64; 3]; 3]) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let times = |[x, y, z]: [f64; 3]| [a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z];
        let images = rows.each(times);
        let entry = |i: usize, j: usize| (0..3).map(|k| rows[i][k] * images[j][k]).sum();
        Self([entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)])
    }
    /// The matrix times 2^exponent.
    pub fn scaled_by_power(&self, exponent: i32) -> Self {
        Self(self.0.map(|entry| crate::numbers::real::ldexp(entry, exponent)))
    }
    /// weight · Σ v vᵀ.
    #[inline(always)]
    pub fn dyads<W: WideVector>(weight: f64, vectors: &[W; 2]) -> Self {
        let dyad = |vector: W| {
            let [x, y, z] = vector.padded();
            let [wx, wy, wz] = [weight * x, weight * y, weight * z];
            Self([wx * x, wx * y, wx * z, wy * y, wy * z, wz * z])
        };
        dyad(vectors[0]).and(&dyad(vectors[1]))
    }
    /// The sum of two matrices.
    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        let (Self([a, b, c, d, e, f]), Self([p, q, r, s, t, u])) = (self, other);
        Self([a + p, b + q, c + r, d + s, e + t, f + u])
    }
    /// The matrix times a number.
    pub fn scaled(&self, factor: f64) -> Self {
        Self(self.0.map(|entry| entry * factor))
    }
    /// The matrix with a number added to each entry of its diagonal.
    #[inline(always)]
    pub fn plus(&self, shift: f64) -> Self {
        let [a, b, c, d, e, f] = self.0;
        Self([a + shift, b, c, d + shift, e, f + shift])
    }
    /// The inverse times the determinant.
    #[inline(always)]
    pub fn adjugate(&self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        Self([d * f - e * e, c * e - b * f, b * e - c * d, a * f - c * c, b * c - a * e, a * d - b * b])
    }
    /// The inverse. The determinant must not be zero.
    pub fn inverse(&self) -> Self {
        let ([a, b, c, ..], adjugate) = (self.0, self.adjugate());
        let determinant = a * adjugate.0[0] + b * adjugate.0[1] + c * adjugate.0[2];
        adjugate.scaled(1.0 / determinant)
    }
    /// The matrix times a vector.
    #[inline(always)]
    pub fn times<W: WideVector>(&self, vector: W) -> W {
        let [a, b, c, d, e, f] = self.0;
        let [x, y, z] = vector.padded();
        W::unpadded([a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z])
    }
}

/// A symmetric form in two tangential coordinates: its entries xx, xy, yy.
pub(crate) type Bend = [f64; 3];

/// The eigenvalues of a form, the greater one first, and the unit eigenvector of the greater one.
pub(crate) fn eigen([xx, xy, yy]: Bend) -> ([f64; 2], [f64; 2]) {
    let (middle, half) = (0.5 * (xx + yy), 0.5 * (xx - yy));
    let radius = sqrt(half * half + xy * xy);
    // The eigenvector comes from the row that cancels less.
    let first = if half >= 0.0 { [half + radius, xy] } else { [xy, radius - half] };
    let length = sqrt(first[0] * first[0] + first[1] * first[1]);
    let first = if length > 0.0 { first.each(|x| x / length) } else { [1.0, 0.0] };
    ([middle + radius, middle - radius], first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::space::vector::vec2;

    #[test]
    fn the_inverse_undoes_the_matrix_in_the_plane_and_in_space() {
        let mut random = Random(3);
        for _ in 0..100 {
            let [u, v, w] = [random.point(), random.point(), random.point()];
            let matrix = Hessian::dyads(2.0, &[u, v]).plus(0.5);
            assert!((matrix.inverse().times(matrix.times(w)) - w).length() < 1e-12);
            let (flat, zero) = (|v: crate::space::vector::Vec3<f64>| vec2(v.x, v.y), vec2(0.0, 0.0));
            let matrix = Hessian::dyads(2.0, &[flat(u), zero]).plus(0.5);
            let by_hand = flat(u) * (2.0 * flat(u).dot(&flat(w))) + flat(w) * 0.5;
            assert!((matrix.times(flat(w)) - by_hand).length() < 1e-14);
            assert!((matrix.inverse().times(by_hand) - flat(w)).length() < 1e-12);
        }
    }
}
