//! Eight simplices that hold the origin: the text of [`crate::gjk`]'s certified hit.

use super::frame::Frame;
use super::vector::{Index, Mask, Number, Point, larger, smaller};
use crate::real::U;
use fearless_simd::{Simd, prelude::*};

/// Four vertices of A − B, oldest first, by point and indices.
pub(super) struct Tetrahedron<S: Simd> {
    pub points: [Point<S>; 4],
    pub indices: [Index<S>; 4],
}

impl<S: Simd> Tetrahedron<S> {
    /// The oriented volumes of the origin with all vertices but one.
    #[inline(always)]
    fn volumes(&self) -> [Number<S>; 4] {
        let [p, q, r, s] = self.points;
        [s.dot(q.wedge(r)), -s.dot(p.wedge(r)), s.dot(p.wedge(q)), -r.dot(p.wedge(q))]
    }

    /// Where the origin lies inside, rounding and displacement considered.
    #[inline(always)]
    pub fn holds_origin(&self, simd: S, frame: &Frame<S>) -> Mask<S> {
        let [p, q, r, s] = self.points;
        let m = larger(larger(p.max_abs(), q.max_abs()), larger(r.max_abs(), s.max_abs()));
        let error = m * (64.0 * U) * m * m + m * 18.0 * m * frame.displacement;
        let zero = Number::splat(simd, 0.0);
        let [t, u, v, w] = self.volumes();
        let positive = t.simd_gt(zero) & u.simd_gt(zero) & v.simd_gt(zero) & w.simd_gt(zero);
        let negative = t.simd_lt(zero) & u.simd_lt(zero) & v.simd_lt(zero) & w.simd_lt(zero);
        let least = smaller(smaller(t.abs(), u.abs()), smaller(v.abs(), w.abs()));
        least.simd_gt(error) & (positive | negative)
    }

    /// The barycentric weights of the origin.
    #[inline(always)]
    pub fn weights(&self) -> [Number<S>; 4] {
        let [t, u, v, w] = self.volumes();
        let total = t + u + v + w;
        [t / total, u / total, v / total, w / total]
    }
}
