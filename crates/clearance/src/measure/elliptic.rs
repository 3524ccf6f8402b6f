//! The surface of an ellipsoid and the perimeter of an ellipse, with proven bounds.
//!
//! **Problem.** The surface of the ellipsoid with semi-axes a, b, c is 4π R_G(a²b², b²c², c²a²). The perimeter of the
//! ellipse with semi-axes a, b is 8 R_G(a², b², 0). R_G is Carlson's symmetric elliptic integral, the mean of √(x n₁² +
//! y n₂² + z n₃²) over the unit sphere.
//!
//! **Method.**
//! 1. For x ≥ z ≥ y: 2 R_G = z R_F + (x − z)(z − y) R_D / 3 + √(xy/z), with R_F(x, y, z) and R_D(x, y, z). No term is
//!    negative, so nothing cancels.
//! 2. Duplication: λ = √x√y + √y√z + √z√x. R_F(x, y, z) = R_F of the means (x + λ)/4 and so on. R_D(x, y, z) = 3 / (√z
//!    (z + λ)) + R_D(means) / 4.
//! 3. The spread of the arguments falls by a factor of 4 in each step. R_F is between min^(−1/2) and max^(−1/2), R_D
//!    between min^(−3/2) and max^(−3/2).
//!
//! **Special cases.** If two arguments are 0, R_G(x, 0, 0) = √x / 2. If z is so small that z² leaves the range, bounds
//! are wider.
//!
//! **References.** Carlson 1979, 1995; DLMF 19.16.3, 19.20.4, 19.21.10, 19.26.18, 19.33.1. Departure: intervals in
//! place of a series for the end, so no remainder is derived.

use super::Triple;
use super::solids::exponent;
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;

/// Steps of duplication. 4⁻³⁰ is less than u², so more steps do not narrow the bracket; fewer widen it.
const STEPS: usize = 30;

/// The surface of the ellipsoid with these semi-axes, in the plane the perimeter.
pub(super) fn surface(axes: Triple, plane: bool) -> Interval {
    // Semi-axes of about 1 keep the products in range.
    let exponent = exponent(&axes);
    let [a, b, c] = axes.each(|axis| axis.scaled(-exponent));
    if plane {
        (mean(sorted([a.square(), b.square(), Interval::ZERO])) * 8.0).scaled(exponent)
    } else {
        let squares = sorted([(a * b).square(), (b * c).square(), (c * a).square()]);
        (mean(squares) * Interval::PI * 4.0).scaled(2 * exponent)
    }
}

/// The integral of the mean curvature of the ellipsoid: 4π R_G(a², b², c²). It is the integral of the support function
/// over the sphere of unit normals, too.
pub(super) fn mean_curvature(axes: Triple) -> Interval {
    let exponent = exponent(&axes);
    let squares = sorted(axes.each(|axis| axis.scaled(-exponent).square()));
    (mean(squares) * Interval::PI * 4.0).scaled(exponent)
}

/// In descending order of the lower ends.
fn sorted(mut all: Triple) -> Triple {
    all.sort_by(|p, q| q.lower.total_cmp(&p.lower));
    all
}

/// R_G(x, z, y) for x ≥ z ≥ y ≥ 0.
fn mean([x, z, y]: Triple) -> Interval {
    if !(z.lower > 0.0) {
        // The integral increases with its arguments, and is at most a sum of roots.
        let least = x.root() / 2.0;
        let most = least + (z.root() + y.root()) / 2.0;
        return Interval { lower: least.lower, upper: most.upper };
    }
    let (first, second) = first_and_second_kind([x, y, z]);
    let middle = ((x - z).not_negative() * (z - y).not_negative()) * second / 3.0;
    (z * first + middle + (x * y / z).root()) / 2.0
}

/// R_F and R_D. The third argument is positive.
fn first_and_second_kind(mut at: Triple) -> (Interval, Interval) {
    let (mut sum, mut weight) = (Interval::ZERO, Interval::from(1.0));
    for _ in 0..STEPS {
        let [p, q, r] = at.each(Interval::root);
        let shift = p * q + q * r + r * p;
        sum = sum + weight * 3.0 / (r * (at[2] + shift));
        weight = weight / 4.0;
        at = at.each(|x| (x + shift) / 4.0);
    }
    let all = Interval {
        lower: at.iter().fold(f64::INFINITY, |least, x| least.min(x.lower)),
        upper: at.iter().fold(0.0, |most, x| most.max(x.upper)),
    };
    let first = Interval::from(1.0) / all.root();
    (first, sum + weight * first / all)
}
