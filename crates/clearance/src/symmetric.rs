//! Symmetric matrices of three rows: the Hessians of support functions, solved for without a branch.

use crate::vector::WideVector;

/// xx, xy, xz, yy, yz, zz; in the plane all with z are zero until [`Symmetric::plus`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Symmetric([f64; 6]);

impl Symmetric {
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
    /// The sum.
    #[inline(always)]
    pub fn and(&self, other: &Self) -> Self {
        let (Self([a, b, c, d, e, f]), Self([p, q, r, s, t, u])) = (self, other);
        Self([a + p, b + q, c + r, d + s, e + t, f + u])
    }
    /// The matrix times a number.
    pub fn scaled(&self, factor: f64) -> Self {
        Self(self.0.map(|entry| entry * factor))
    }
    /// The matrix with a number added along its diagonal.
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
    /// The inverse of a matrix that has one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::vector::{Space, vec2};

    #[test]
    fn the_inverse_undoes_the_matrix_in_the_plane_and_in_space() {
        let mut random = Random(3);
        for _ in 0..100 {
            let [u, v, w] = [random.point(), random.point(), random.point()];
            let matrix = Symmetric::dyads(2.0, &[u, v]).plus(0.5);
            assert!((matrix.inverse().times(matrix.times(w)) - w).length() < 1e-12);
            let (flat, zero) = (|v: crate::vector::Vec3<f64>| vec2(v.x, v.y), vec2(0.0, 0.0));
            let matrix = Symmetric::dyads(2.0, &[flat(u), zero]).plus(0.5);
            let by_hand = flat(u) * (2.0 * flat(u).dot(&flat(w))) + flat(w) * 0.5;
            assert!((matrix.times(flat(w)) - by_hand).length() < 1e-14);
            assert!((matrix.inverse().times(by_hand) - flat(w)).length() < 1e-12);
        }
    }
}
