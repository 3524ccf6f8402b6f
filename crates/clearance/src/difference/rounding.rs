//! The effects of rounding on the support points of a pair, and on the bounds that come from them.

use crate::numbers::real::U;

/// The effects of rounding, in scaled lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    /// A bound of |a| + |b| over all points, in A's frame: the unit of roundoff errors.
    pub size: f64,
    /// A bound of the error of a support point. It is the distance from the true point, and also the lack of height
    /// below the farthest one. The causes are the relative pose and the evaluation of curved shapes.
    pub displacement: f64,
    /// Whether both shapes are polytopes. Then exact answers exist, and a repeated vertex is a proof.
    pub polytopes: bool,
}

impl Rounding {
    /// The rounding error of a lower bound d·w/|d|. Subtract it.
    ///
    /// Let |A| + |B| = size. The choice of the largest computed product loses 2·3u·size. The rotation of the direction
    /// into B's frame loses 8u·size. w = a − b, the product d·w and the quotient lose 8u·size together.
    #[inline(always)]
    pub fn below(&self) -> f64 {
        24.0 * U * self.size + self.displacement
    }
    /// The rounding error of an upper bound |Σ λ w|. Add it. The differences, the weighted sum and the length round by
    /// under 10u·size.
    #[inline(always)]
    pub fn above(&self) -> f64 {
        12.0 * U * self.size + self.displacement
    }
    /// The gap between the bounds that rounding alone can leave. A pair is solved if its gap is no larger.
    /// Larger: less accurate. Smaller: exact numbers repeat more pairs.
    #[inline(always)]
    pub fn noise(&self) -> f64 {
        4.0 * U * self.size
    }
}
