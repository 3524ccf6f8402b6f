//! The angle of a direction of the plane, with proven bounds.
//!
//! **Method.**
//! 1. The angle of (x, y) with x < 0 is π minus that of (−x, y).
//! 2. tan(θ/2) = y / (x + √(x² + y²)). It is at most 1.
//! 3. tan(θ/2) = tan θ / (1 + √(1 + tan² θ)), three times. Then tan(θ/16) is less than 0.1.
//! 4. The series of the arctangent: two partial sums, one after the other, have the sum between them.
//!
//! **Accuracy.** About 20 units in the last place, of small angles, too.

use super::solids::length;
use crate::numbers::interval::Interval;

/// Terms of the series. With t² < 0.01 the next term is less than 10⁻²¹ of the sum. Fewer terms widen the bracket.
const TERMS: usize = 10;

/// The angle between the direction (`cosine`, `sine`) and the first axis, from 0 to π. The sine is not negative; both
/// may have a common positive factor. If both can be zero at once, the angle is not known.
pub(super) fn angle(sine: Interval, cosine: Interval) -> Interval {
    let sine = sine.not_negative();
    let all = Interval { lower: 0.0, upper: Interval::PI.upper };
    if ![sine.upper, cosine.lower, cosine.upper].iter().all(|end| end.is_finite()) {
        return all;
    }
    // The angle falls as the cosine grows. It grows with the sine on the right, and falls on the left.
    let least = polar(cosine.upper, if cosine.upper > 0.0 { sine.lower } else { sine.upper });
    let most = polar(cosine.lower, if cosine.lower >= 0.0 { sine.upper } else { sine.lower });
    let (least, most) = (least.unwrap_or(all), most.unwrap_or(all));
    Interval { lower: least.lower, upper: most.upper }.not_negative()
}

/// The angle of the point (x, y) with y ≥ 0. The origin has none.
fn polar(x: f64, y: f64) -> Option<Interval> {
    if x == 0.0 && y == 0.0 {
        return None;
    }
    // 1.
    if x < 0.0 {
        return polar(-x, y).map(|angle| Interval::PI - angle);
    }
    // 2.
    let one = Interval::from(1.0);
    let (x, y) = (Interval::from(x), Interval::from(y));
    let mut tangent = y / (x + length([x, y, Interval::ZERO]));
    // 3.
    for _ in 0..3 {
        tangent = tangent / (one + (one + tangent.square()).root());
    }
    // 4.
    let square = tangent.square();
    let partial = |terms: usize| {
        (0..terms).rev().fold(Interval::ZERO, |rest, k| one / Interval::from((2 * k + 1) as f64) - square * rest)
    };
    let (above, below) = (partial(TERMS + 1), partial(TERMS));
    let sum = Interval { lower: above.lower.min(below.lower), upper: above.upper.max(below.upper) };
    Some(tangent * sum * 16.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    fn of(sine: f64, cosine: f64) -> Interval {
        angle(Interval::from(sine), Interval::from(cosine))
    }

    #[test]
    fn angles_of_points_hold_the_arctangent_and_are_narrow() {
        for k in 0..=2000 {
            let right = PI * f64::from(k) / 2000.0;
            let found = of(right.sin().abs(), right.cos());
            assert!(found.lower <= right + 4e-16 && right - 4e-16 <= found.upper, "{right}: {found:?}");
            assert!(found.upper - found.lower < 2e-14, "{right}: {found:?}");
        }
        for size in [1e-260, 1e-160, 1e-9, 1.0, 1e160] {
            for tiny in [1e-30, 1e-12, 1e-3] {
                let found = of(size * tiny, size);
                let right = tiny - tiny.powi(3) / 3.0 + tiny.powi(5) / 5.0;
                assert!(found.lower <= right * (1.0 + 1e-14) && right * (1.0 - 1e-14) <= found.upper, "{found:?}");
                assert!(found.upper - found.lower < 1e-14 * right, "{found:?}");
            }
        }
    }

    #[test]
    fn an_interval_of_directions_has_the_angles_of_its_corners() {
        let range = |lower: f64, upper: f64| Interval { lower, upper };
        let close = |found: Interval, lower: f64, upper: f64| {
            assert!(found.lower <= lower && upper <= found.upper, "{found:?}");
            assert!(found.lower > lower - 1e-14 && found.upper < upper + 1e-14, "{found:?}");
        };
        close(angle(range(1.0, 2.0), range(1.0, 2.0)), 0.5f64.atan(), 2f64.atan());
        close(angle(range(1.0, 2.0), range(-2.0, -1.0)), PI - 2f64.atan(), PI - 0.5f64.atan());
        close(angle(range(1.0, 2.0), range(-1.0, 1.0)), PI / 4.0, 3.0 * PI / 4.0);
        close(angle(range(-1.0, 1.0), range(-1.0, 1.0)), 0.0, PI);
        close(angle(range(0.0, 1.0), range(0.0, 1.0)), 0.0, PI / 2.0);
        close(angle(range(0.0, 1.0), range(-1.0, 0.0)), PI / 2.0, PI);
        close(angle(Interval::ZERO, Interval::ZERO), 0.0, PI);
        close(angle(Interval::ALL, Interval::from(1.0)), 0.0, PI);
    }
}
