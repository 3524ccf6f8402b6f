//! The moments of a thickened body: all points not farther than r from a convex body K.
//!
//! **Notation.** The boundary of K falls into strata. A piece F of stratum k has d − k dimensions: in space faces,
//! edges and vertices. Its weight w is the size of the set of unit normals of K at a point of F: 1 for a face, the
//! angle between two normals for an edge, a solid angle for a vertex. P projects onto the directions of F. V, m and M
//! are volume, ∫ x and ∫ x xᵀ of K; primes mean the thickened body.
//!
//! **Method.** Above a piece F lies the product of F and of a sector of radius r. So
//! 1. V′ = V + Σ w |F| rᵏ/k
//! 2. m′ = m + Σ w ∫ x rᵏ/k
//! 3. M′ = M + V r² 1 + Σ w ( ∫ x xᵀ rᵏ/k + |F| (1 + P) rᵏ⁺²/(k (k + 2)) )
//!
//! The first line is Steiner's formula. In 2 and 3 the terms with one normal cancel around each face, since its outward
//! normals sum to zero along its boundary, and in 3 what is left of ∫ x nᵀ over the boundary is V 1. All terms are
//! positive, if x is from a point inside.
//!
//! A smooth body is the limit of polytopes. Its strata are spread over its surface: a curved strip of curvature κ along
//! one direction is a bundle of edges along the other one.
//!
//! **References.** Steiner 1840; Schneider 2014, *Convex Bodies*, 4.2 (support measures) and 5.4 (moments).

use super::{Body, NOTHING, Square, Triple};
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;

/// One stratum of the boundary: sums over its pieces.
#[derive(Clone, Copy)]
pub(super) struct Stratum {
    /// Σ w |F|
    pub size: Interval,
    /// Σ w ∫ x
    pub first: Triple,
    /// Σ w ∫ x xᵀ
    pub second: Square,
    /// Σ w |F| (1 + P)
    pub spread: Square,
}

impl Stratum {
    pub const NONE: Self = Self { size: Interval::ZERO, first: NOTHING, second: [NOTHING; 3], spread: [NOTHING; 3] };

    /// Adds a piece of known sums.
    pub fn add(&mut self, piece: &Self) {
        self.size = self.size + piece.size;
        self.first = [0, 1, 2].each(|i| self.first[i] + piece.first[i]);
        self.second = plus(&self.second, &piece.second);
        self.spread = plus(&self.spread, &piece.spread);
    }

    /// Adds the segment from a to b, of a weight and a length.
    pub fn add_segment(&mut self, weight: Interval, [a, b]: [Triple; 2], length: Interval, dim: usize) {
        let (middle, way) = ([0, 1, 2].each(|k| (a[k] + b[k]) / 2.0), [0, 1, 2].each(|k| b[k] - a[k]));
        let size = weight * length;
        let (at, along) = (outer(&middle), outer(&way));
        self.add(&Self {
            size,
            first: middle.each(|x| size * x),
            second: square(|i, j| size * (at[i][j] + along[i][j] / 12.0)),
            spread: square(|i, j| weight * (one(i, j, dim) * length + along[i][j] / length)),
        });
    }

    /// Adds a point of a weight.
    pub fn add_point(&mut self, weight: Interval, point: Triple, dim: usize) {
        let at = outer(&point);
        self.add(&Self {
            size: weight,
            first: point.each(|x| weight * x),
            second: square(|i, j| weight * at[i][j]),
            spread: square(|i, j| weight * one(i, j, dim)),
        });
    }
}

/// Volume, ∫ x and ∫ x xᵀ, with x from a base point.
#[derive(Clone, Copy)]
pub(super) struct Raw {
    pub volume: Interval,
    pub first: Triple,
    pub second: Square,
}

impl Raw {
    pub const NONE: Self = Self { volume: Interval::ZERO, first: NOTHING, second: [NOTHING; 3] };

    /// The body thickened by r. The strata are in the order of k = 1, 2, 3; in the plane the last one is empty.
    pub fn thickened(&self, strata: &[Stratum; 3], r: Interval, dim: usize) -> Self {
        let swelling = self.volume * r.square();
        let mut thick = Self { second: square(|i, j| self.second[i][j] + one(i, j, dim) * swelling), ..*self };
        let mut power = Interval::from(1.0);
        for (stratum, k) in strata.iter().zip(1..=dim) {
            power = power * r;
            let k = k as f64;
            let (near, far) = (power / k, power * r.square() / (k * (k + 2.0)));
            thick.volume = thick.volume + stratum.size * near;
            thick.first = [0, 1, 2].each(|i| thick.first[i] + stratum.first[i] * near);
            thick.second = square(|i, j| thick.second[i][j] + stratum.second[i][j] * near + stratum.spread[i][j] * far);
        }
        thick
    }

    /// The body with its centroid. The base point is in the unit of the shape, the sums are divided by powers of
    /// 2^exponent.
    pub fn body(&self, base: Triple, exponent: i32, dim: usize) -> Body {
        let offset = self.first.each(|first| first / self.volume);
        let lean = outer(&offset);
        let shrunk = |i: usize, j: usize| self.second[i][j] - self.volume * lean[i][j];
        Body {
            volume: self.volume.scaled(dim as i32 * exponent),
            centroid: [0, 1, 2].each(|k| base[k] + offset[k].scaled(exponent)),
            spread: square(|i, j| shrunk(i, j).scaled((dim as i32 + 2) * exponent)),
            sway: 0.0,
        }
    }
}

/// The surface of the body thickened by r: the derivative of the volume.
pub(super) fn thickened_surface(sizes: [Interval; 3], r: Interval) -> Interval {
    sizes[0] + r * (sizes[1] + r * sizes[2])
}

/// The symmetric matrix with these entries. The function is asked for i ≥ j only.
pub(super) fn square(entry: impl Fn(usize, usize) -> Interval) -> Square {
    let low = [0, 1, 2].each(|i| [0, 1, 2].each(|j| if j <= i { entry(i, j) } else { Interval::ZERO }));
    [0, 1, 2].each(|i| [0, 1, 2].each(|j| low[i.max(j)][i.min(j)]))
}

/// The matrix v vᵀ.
pub(super) fn outer(v: &Triple) -> Square {
    square(|i, j| if i == j { v[i].square() } else { v[i] * v[j] })
}

fn plus(a: &Square, b: &Square) -> Square {
    square(|i, j| a[i][j] + b[i][j])
}

/// An entry of the unit matrix of the space.
pub(super) fn one(i: usize, j: usize, dim: usize) -> Interval {
    if i == j && i < dim { Interval::from(1.0) } else { Interval::ZERO }
}
