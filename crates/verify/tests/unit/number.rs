//! Intervals hold the exact results.

use super::*;

/// Law: the exact result lies in the interval, and the interval is at most three floats wide.
#[test]
fn intervals_hold_the_exact_results_and_are_narrow() {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let exponent = (state >> 40) as i32 % 80 - 40;
        ((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * 2f64.powi(exponent)
    };
    let mut inexact = 0;
    for _ in 0..2000 {
        let (x, y) = (random(), random());
        let [a, b] = [x, y].map(Interval::of);
        let [p, q] = [x, y].map(Relaxed::of);
        let results = [(a.plus(&b), &p + &q), (a.minus(&b), &p - &q), (a.times(&b), &p * &q)];
        for (interval, exact) in results {
            assert!(Relaxed::of(interval.low) <= exact && exact <= Relaxed::of(interval.high), "{x:e} {y:e}");
            assert!(interval.low.next_up().next_up() >= interval.high, "{x:e} {y:e}");
            inexact += u32::from(interval.low < interval.high);
        }
    }
    assert!(inexact > 1000, "{inexact}");
}

#[test]
fn numbers_beyond_the_range_are_unknown_and_never_wrong() {
    let huge = Interval::of(f64::MAX);
    assert_eq!(huge.plus(&huge), Interval { low: f64::MAX, high: f64::INFINITY });
    assert_eq!(huge.times(&huge), Interval { low: f64::MAX, high: f64::INFINITY });
    let any = huge.times(&huge).minus(&huge.times(&huge));
    assert!(any.low == f64::NEG_INFINITY && any.high == f64::INFINITY);
    let tiny = Interval::of(f64::from_bits(1));
    assert!(tiny.times(&tiny).low <= 0.0 && tiny.times(&tiny).high > 0.0);
}
