//! Sine and cosine with a proven bound, and the angle of a vector.
//!
//! **Problem.** The functions of the platform differ in their last bits, and `core` has none. Answers about motions
//! need the same bits everywhere, and a bound of the error for any number of turns.
//!
//! **Method.**
//! 1. The angle is a double-double number: the turn of the user, times the fraction. Its relative error is below 2⁻⁹⁸.
//! 2. *Reduction*: r = angle − k·π/2 with |r| ≤ π/4, k the nearest integer. π/2 is the sum of three floats, so its
//!    error is below 2⁻¹⁶³. Each product k·part is exact as a double-double number (Cody and Waite 1980 with Dekker's
//!    product).
//! 3. *Kernel*: Taylor's series up to r¹⁷ and r¹⁸. The next terms are below 2⁻⁶³ and 2⁻⁶⁷.
//!
//! **Accuracy.** Let u = 2⁻⁵³. sin r = r + (r³·Q + rest): |r³·Q| ≤ 0.081, and its sum rounds by less than 8u of that.
//! The last sum rounds by u/2. cos r = 1 − (r²/2 − r⁴·Q): r²/2 ≤ 0.309 rounds by u of that, the sum of the higher
//! terms (at most 0.016) by 8u of that, the last sum by u/2. Both errors are below 1.5u. The error of the angle is at
//! most |angle|·2⁻⁹⁸ + 2⁻¹⁰⁰. So [`error_of`] is 2u + |angle|·2⁻⁹⁶. From 2⁵⁰ on nothing is known, and it is 2.
//!
//! **Symmetry.** All steps are odd or even in the angle. So sin(−x) = −sin x and cos(−x) = cos x, bit for bit.

use crate::numbers::double::Double;
use crate::numbers::real::{U, exponent_of, larger, ldexp};

/// π/2 as the sum of three floats.
const HALF_PI: [f64; 3] = [core::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];

/// 2/π, rounded. An error of k by one leaves |r| a little above π/4, which is harmless.
const TWO_OVER_PI: f64 = core::f64::consts::FRAC_2_PI;

/// 1.5 · 2⁵²: its sum with a number below 2⁵¹ is rounded to an integer.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// Angles from here on are not known. Larger: the integer k is not exact. 2⁵⁰ is 1.8e14 turns.
const MOST_ANGLE: f64 = 1_125_899_906_842_624.0;

/// A bound of the errors of the sine and the cosine of an angle of this size. 2 if nothing is known.
pub(crate) fn error_of(angle: f64) -> f64 {
    let angle = angle.abs();
    if angle < MOST_ANGLE { 2.0 * U + angle * ldexp(1.0, -96) } else { 2.0 }
}

/// The sine and the cosine of an angle in radians, within [`error_of`] of it.
pub(crate) fn sine_cosine(angle: Double) -> (f64, f64) {
    if !(angle.high.abs() < MOST_ANGLE) {
        return (0.0, 1.0);
    }
    let k = (angle.high * TWO_OVER_PI + TO_INTEGER) - TO_INTEGER;
    let r = if k == 0.0 { angle } else { HALF_PI.iter().fold(angle, |r, &part| r.minus(Double::product(k, part))) };
    let (sine, cosine) = (sine_near_zero(r), cosine_near_zero(r));
    // |k| < 2⁵⁰ is an integer.
    match (k as i64).rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The sine and the cosine of an angle in radians. NaN if the angle is not known to be finite and below 2⁵⁰.
pub(crate) fn sine_cosine_of(angle: f64) -> (f64, f64) {
    if angle.abs() < MOST_ANGLE { sine_cosine(angle.into()) } else { (f64::NAN, f64::NAN) }
}

/// r − r³/3! + r⁵/5! − … for |r| ≤ π/4.
fn sine_near_zero(r: Double) -> f64 {
    const TERMS: [f64; 8] = [
        -1.0 / 6.0,
        1.0 / 120.0,
        -1.0 / 5040.0,
        1.0 / 362_880.0,
        -1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 1_307_674_368_000.0,
        1.0 / 355_687_428_096_000.0,
    ];
    let z = r.high * r.high;
    let q = TERMS.iter().rev().fold(0.0, |sum, term| sum * z + term);
    // The derivative is 1 − z/2 up to 2⁻⁴, and |low| ≤ u·|high|.
    r.high + (r.high * z * q + r.low * (1.0 - 0.5 * z))
}

/// 1 − r²/2! + r⁴/4! − … for |r| ≤ π/4.
fn cosine_near_zero(r: Double) -> f64 {
    const TERMS: [f64; 8] = [
        1.0 / 24.0,
        -1.0 / 720.0,
        1.0 / 40_320.0,
        -1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 20_922_789_888_000.0,
        -1.0 / 6_402_373_705_728_000.0,
    ];
    let z = r.high * r.high;
    let q = TERMS.iter().rev().fold(0.0, |sum, term| sum * z + term);
    1.0 - ((0.5 * z - z * z * q) + r.high * r.low)
}

/// The angle of the vector (cosine, sine) in (−π, π]. The vector has any length that is a normal number. Within 8u.
///
/// A rough quotient starts; each step adds the sine of the angle that is left, which triples the digits.
pub(crate) fn angle_of(cosine: f64, sine: f64) -> f64 {
    let largest = larger(cosine.abs(), sine.abs());
    if !(largest > 0.0 && largest < f64::INFINITY) {
        return 0.0;
    }
    let scale = -exponent_of(largest);
    let (cosine, sine) = (ldexp(cosine, scale), ldexp(sine, scale));
    let length = crate::numbers::real::sqrt(cosine * cosine + sine * sine);
    let (c, s) = (cosine / length, sine / length);
    let (least, most) = (c.abs().min(s.abs()), c.abs().max(s.abs()));
    let ratio = least / most;
    // Within 0.005 of the arctangent on [0, 1].
    let eighth = ratio * (core::f64::consts::FRAC_PI_4 + 0.273 * (1.0 - ratio));
    let quarter = if s.abs() > c.abs() { core::f64::consts::FRAC_PI_2 - eighth } else { eighth };
    let half = if c < 0.0 { core::f64::consts::PI - quarter } else { quarter };
    let mut angle = if s < 0.0 { -half } else { half };
    for _ in 0..3 {
        let (sine, cosine) = sine_cosine(angle.into());
        angle += s * cosine - c * sine;
    }
    angle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::dyadic::Dyadic;
    use crate::numbers::real::Ring;
    use crate::random::Random;

    /// π/2 to 200 bits: the sum of four floats.
    const LONG_HALF_PI: [f64; 4] = [HALF_PI[0], HALF_PI[1], HALF_PI[2], 5.562_271_104_316_826e-50];

    /// Sine and cosine as double-double sums of Taylor's series, after an exact reduction.
    fn reference(angle: f64) -> (Double, Double) {
        let k = (angle * TWO_OVER_PI).round();
        let exact = LONG_HALF_PI
            .iter()
            .fold(Dyadic::from(angle), |r, &part| r.minus(&Dyadic::from(k).times(&Dyadic::from(part))));
        let high = exact.to_f64();
        let r = Double::sum(high, exact.minus(&Dyadic::from(high)).to_f64());
        let series = |first: Double, mut n: f64| {
            let (mut term, mut sum) = (first, first);
            while term.high.abs() > 1e-40 {
                term = term.times(r.times(r)).divided_by(((n + 1.0) * (n + 2.0)).into()).negated();
                sum = sum.plus(term);
                n += 2.0;
            }
            sum
        };
        let (sine, cosine) = (series(r, 1.0), series(1.0.into(), 0.0));
        match (k as i64).rem_euclid(4) {
            0 => (sine, cosine),
            1 => (cosine, sine.negated()),
            2 => (sine.negated(), cosine.negated()),
            _ => (cosine.negated(), sine),
        }
    }

    #[test]
    fn sine_and_cosine_keep_their_bound_for_any_number_of_turns() {
        let mut random = Random(3);
        let mut worst = 0.0f64;
        for case in 0..20_000 {
            let size = 2f64.powi(case % 52 - 4);
            let angle = if case % 7 == 0 {
                ((random.signed() * size * TWO_OVER_PI).round() * HALF_PI[0]).next_up()
            } else {
                random.signed() * size
            };
            if !(angle.abs() < MOST_ANGLE) {
                continue;
            }
            let ((s, c), (sine, cosine)) = (sine_cosine(angle.into()), reference(angle));
            let error = |x: f64, truth: Double| Double::from(x).minus(truth).high.abs();
            let most = error(s, sine).max(error(c, cosine));
            assert!(most <= error_of(angle), "{angle:e}: {most:e}");
            worst = worst.max(most);
            assert_eq!(sine_cosine(Double::from(-angle)), (-s, c));
        }
        assert!(worst > 0.3 * U, "the test is idle: {worst:e}");
        assert_eq!(sine_cosine(Double::ZERO), (0.0, 1.0));
        assert_eq!(error_of(1e300), 2.0);
        assert_eq!(error_of(f64::NAN), 2.0);
    }

    #[test]
    fn an_angle_comes_back_from_its_sine_and_cosine() {
        let mut random = Random(4);
        for _ in 0..5_000 {
            let angle = random.signed() * core::f64::consts::PI;
            let (s, c) = sine_cosine(angle.into());
            assert!((angle_of(c * 7.0, s * 7.0) - angle).abs() <= 8.0 * U * 3.2, "{angle:e}");
        }
        assert_eq!((angle_of(1.0, 0.0), angle_of(-1.0, 0.0)), (0.0, core::f64::consts::PI));
    }
}
