//! Numbers with a bound of their error hold the exact results.

use super::*;
use dashu_ratio::Relaxed;

fn holds(number: &Fixed, exact: &Relaxed) -> bool {
    let unit = Relaxed::from_parts(IBig::ONE, dashu_int::UBig::ONE << PLACES);
    let end = |end: IBig| Relaxed::from(end) * &unit;
    end(number.low()) <= *exact && *exact <= end(number.high())
}

#[test]
fn results_hold_the_exact_ones_and_are_narrow() {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let exponent = (state >> 40) as i32 % 320 - 300;
        ((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * 2f64.powi(exponent)
    };
    let mut inexact = 0;
    for _ in 0..2000 {
        let (x, y) = (random(), random());
        let ([a, b], [p, q]) = ([x, y].map(Fixed::of), [x, y].map(Relaxed::of));
        assert!(holds(&a, &p), "{x:e}");
        assert!(holds(&a.plus(&b), &(&p + &q)) && holds(&a.minus(&b), &(&p - &q)), "{x:e} {y:e}");
        assert!(holds(&a.times(&b), &(&p * &q)), "{x:e} {y:e}");
        assert!(holds(&a.times(&a).root(), &Relaxed::of(x.abs())), "{x:e}");
        assert!(holds(&a.divided_by(7), &(&p / Relaxed::from(7))), "{x:e}");
        assert!(holds(&a.halved(3), &(&p / Relaxed::from(8))), "{x:e}");
        inexact += u32::from(a.error > IBig::ZERO);
    }
    assert!(inexact > 200, "{inexact} numbers have digits below the last place");
}

#[test]
fn a_root_of_what_may_be_negative_begins_at_zero() {
    let tiny = Fixed { middle: IBig::ZERO, error: IBig::ONE };
    let root = tiny.root();
    assert!(!root.is_positive() && root.high() > IBig::ZERO);
}
