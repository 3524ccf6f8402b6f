//! A lower bound of a support function over a whole cap of directions, from second derivatives.
//!
//! **Problem.** Let n be a unit direction, and h the support function of M = A − B. Let x be a point of the hull of M's
//! support points along n ([`crate::depth::stationary`]). How small can h(m) be for unit m with |m − n| ≤ χ? A polytope
//! inside M needs many vertices for a good answer, since its facets lie inside a curved surface. Curvature answers at
//! once.
//!
//! **Notation.** σ = n·x, x = σn + τ, d = m − n. Then n·d = −|d|²/2. The tangential part of d has the unit direction t
//! and the length |d|√(1 − |d|²/4).
//!
//! **Derivation.**
//!
//! 1. Feature k alone gives h(m) ≥ m·wₖ + ½ tᵀHₖt |d|². Here Hₖ is a lower bound of its Hessian over the cap
//!    ([`Term`]). Each mean of features gives such a bound, too.
//! 2. Let λₖ be the weights of x, and let k be the feature of the greatest m·wₖ. Take the weights (1 − θ)λ, and add θ
//!    to that of k. The linear part of the bound becomes m·x + θκ. Here κ is how far the hull of the wₖ reaches beyond
//!    x along d. For two features, κ ≥ min(λ₁, λ₂) |e·t| |d|√(1 − |d|²/4), where e is the edge between them. For three
//!    features, r replaces |e·t|, where r is the distance from x to the sides of the triangle. Within χ a linear
//!    function has a quadratic lower bound: |e·t| ≥ (e·t)²/|e|, and |d| ≥ |d|²/χ.
//! 3. m·x = σ(1 − |d|²/2) + τ·d. So h(m) ≥ σ − |τ|χ + ½ tᵀFt |d|² with F = (1 − θ) Σ λₖHₖ + θ(Hₖ + κ-form) − σ. And
//!    ½ tᵀFt |d|² ≥ ½ min(0, least eigenvalue of F) χ². The worst k counts.
//!
//! **Accuracy.** The entries of a Hessian have an error of 16u of their sum, its eigenvectors one of 8u. Both are
//! subtracted.

use crate::depth::stationary::StationaryDirection;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, ldexp, smaller, sqrt};
use crate::shape::term::Term;
use crate::space::hessian::{Bend, eigen};
use crate::space::vector::WideVector;

/// A cap of directions over which the support function is bounded from below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cap<W> {
    /// The unit direction in the middle.
    pub normal: W,
    /// The greatest distance of a unit direction from the middle.
    pub chord: f64,
    /// The lower bound. Errors of support points are not subtracted.  [length]
    pub value: f64,
}

/// The number of powers of two that are tried as chords: 2⁰ to 2⁻²³.
const POWERS: i32 = 24;

/// The shares θ of the proof that are tried.
const SHARES: [f64; 6] = [1.0, 0.5, 0.125, 0.03125, 0.0078125, 0.0];

impl<W: WideVector> Cap<W> {
    /// The widest cap around a stationary direction whose bound is the height of the direction, up to `noise`. The
    /// chords 1, 3/4, 1/2, 3/8 and so on are tried.
    pub fn around(found: &StationaryDirection<W>, noise: f64) -> Option<Self> {
        let form = Form::new(found);
        let chords = (0..POWERS).flat_map(|k| [1.0, 0.75].each(|part| ldexp(part, -k)));
        let proven = |chord: f64| Self { normal: found.normal, chord, value: form.least(chord) - noise };
        chords.into_iter().map(proven).find(|cap| cap.value >= form.level - 2.0 * noise - form.offset * cap.chord)
    }

    /// The lower bound over the directions within a chord of `found`. It need not be stationary.
    pub fn bound(found: &StationaryDirection<W>, chord: f64, noise: f64) -> f64 {
        Form::<W>::new(found).least(chord) - noise
    }

    /// Whether the cap contains a unit direction.
    pub fn contains(&self, direction: W) -> bool {
        (direction - self.normal).length() <= self.chord * SLACK
    }

    /// Whether the cap contains every ray through a facet that leaves it nearer to the origin than a level.
    ///
    /// The rays are within `chord` of the facet's unit normal ([`chord_below`]). A cap is convex on the sphere. So if
    /// it contains the corners of a facet, it contains the facet.
    pub fn covers(&self, chord: f64, normal: W, corners: &[&W]) -> bool {
        chord + (normal - self.normal).length() <= self.chord * SLACK
            || corners.iter().all(|corner| self.contains(corner.unit()))
    }
}

/// The greatest chord between the unit normal of a facet and a ray that leaves the facet nearer to the origin than
/// `level`. `distance` is a lower bound of the distance of the facet's plane.
///
/// The cosine of the angle of such a ray is more than distance/level.
pub(crate) fn chord_below(distance: f64, level: f64) -> f64 {
    if distance > 0.0 { sqrt(larger(2.0 - 2.0 * distance / level, 0.0)) } else { f64::INFINITY }
}

/// 1 − 2⁻³². The chords of [`Cap::covers`] have errors of some roundings. A chord near zero has the root of one.
const SLACK: f64 = 1.0 - 2.328_306_436_538_696_3e-10;

/// The parts of the derived bound that do not depend on χ.
struct Form<W> {
    /// σ.  [length]
    level: f64,
    /// |τ|.  [length]
    offset: f64,
    count: usize,
    tangents: [W; 2],
    terms: [[Term; 4]; 3],
    weights: [f64; 3],
    /// 2κ as a form, times χ.
    kink: Bend,
}

impl<W: WideVector> Form<W> {
    fn new(found: &StationaryDirection<W>) -> Self {
        let point = found.point();
        let level = found.normal.dot(&point);
        let weights = found.active.each(|feature| feature.weight);
        Self {
            level,
            offset: (point - found.normal * level).length(),
            count: found.count,
            tangents: found.normal.across(),
            terms: found.active.each(|feature| feature.terms),
            weights,
            kink: kink(found.count, found.tangential(), weights),
        }
    }

    /// The least value of h within a chord, for the best θ.  [length]
    fn least(&self, chord: f64) -> f64 {
        let sum = |terms: &[Term; 4]| {
            terms.iter().fold([0.0; 3], |sum, term| match term.length > 0.0 {
                true => add_scaled(sum, term.bend(&self.tangents, chord), 1.0),
                false => sum,
            })
        };
        let hessians = self.terms.each_ref().each(sum);
        let mean = (0..self.count).fold([0.0; 3], |sum, k| add_scaled(sum, hessians[k], self.weights[k]));
        let steepness = sqrt(1.0 - 0.25 * chord * chord) / chord;
        let worst = |share: f64| {
            (0..self.count).fold(f64::INFINITY, |least, k| {
                let both = add_scaled(add_scaled([0.0; 3], mean, 1.0 - share), hessians[k], share);
                let [xx, xy, yy] = add_scaled(both, self.kink, share * steepness);
                smaller(least_eigenvalue::<W>([xx - self.level, xy, yy - self.level]), least)
            })
        };
        let shares = if self.count == 1 { &SHARES[..1] } else { &SHARES[..] };
        let curvature = shares.iter().fold(f64::NEG_INFINITY, |most, &share| larger(worst(share), most));
        self.level - self.offset * chord + 0.5 * smaller(curvature, 0.0) * chord * chord
    }
}

/// a + factor · b.
fn add_scaled(a: Bend, b: Bend, factor: f64) -> Bend {
    [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]]
}

/// 2κ as a quadratic form, times χ, for features with the tangential coordinates `at`.
fn kink(count: usize, at: [[f64; 2]; 3], weights: [f64; 3]) -> Bend {
    match count {
        2 => {
            let e = [at[1][0] - at[0][0], at[1][1] - at[0][1]];
            let share = 2.0 * smaller(weights[0], weights[1]) / sqrt(e[0] * e[0] + e[1] * e[1]);
            [share * e[0] * e[0], share * e[0] * e[1], share * e[1] * e[1]]
        }
        3 => {
            // The distance of x from each side. The tangential coordinates of x are zero to rounding.
            let side = |k: usize| {
                let (p, q) = (at[k], at[(k + 1) % 3]);
                let e = [q[0] - p[0], q[1] - p[1]];
                (p[0] * q[1] - p[1] * q[0]).abs() / sqrt(e[0] * e[0] + e[1] * e[1])
            };
            let radius = 2.0 * smaller(smaller(side(0), side(1)), side(2));
            [radius, 0.0, radius]
        }
        _ => [0.0; 3],
    }
}

/// A lower bound of the least eigenvalue. In the plane there is one tangential coordinate.
fn least_eigenvalue<W: WideVector>([xx, xy, yy]: Bend) -> f64 {
    if W::DIM == 2 {
        return xx;
    }
    eigen([xx, xy, yy]).0[1] - 4.0 * U * (xx.abs() + yy.abs())
}
