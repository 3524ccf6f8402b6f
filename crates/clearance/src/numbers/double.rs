//! Double-double numbers: a sum of two floats, about 106 bits. They are used in the last steps of exact answers.
//!
//! Fused multiply-add is not used, so every platform gives the same bits. Callers keep the numbers near 1, since
//! splitting overflows above 2^996.
//!
//! **References.** Dekker 1971 (splitting); Knuth TAOCP 2, 4.2.2 (two-sum); Hida, Li and Bailey 2001 (division, root).

use crate::numbers::real::{Ring, sqrt};

/// The number `high + low`, where |low| is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Double {
    /// The float nearest to the number.
    pub high: f64,
    /// The remainder.
    pub low: f64,
}

impl From<f64> for Double {
    #[inline(always)]
    fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }
}

impl Double {
    /// Zero.
    pub const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// a + b without error (two-sum).
    #[inline(always)]
    pub fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let b_part = high - a;
        Self { high, low: (a - (high - b_part)) + (b - b_part) }
    }

    /// a · b without error, if the low part does not underflow (Dekker).
    #[inline(always)]
    pub fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((ah, al), (bh, bl)) = (split(a), split(b));
        Self { high, low: ((ah * bh - high) + ah * bl + al * bh) + al * bl }
    }

    /// The sum. The relative error is below 2⁻¹⁰³, also with cancellation.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let high = Self::sum(self.high, other.high);
        let low = Self::sum(self.low, other.low);
        let first = Self::sum(high.high, high.low + low.high);
        Self::sum(first.high, first.low + low.low)
    }

    /// The difference `self − other`.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    /// The product.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let exact = Self::product(self.high, other.high);
        Self::sum(exact.high, exact.low + (self.high * other.low + self.low * other.high))
    }

    /// The quotient. The divisor must not be zero.
    pub fn divided_by(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let rest = self.minus(divisor.times(first.into()));
        let second = rest.high / divisor.high;
        let rest = rest.minus(divisor.times(second.into()));
        let third = rest.high / divisor.high;
        Self::sum(first, second).plus(third.into())
    }

    /// The square root. It is zero for a negative number.
    pub fn root(self) -> Self {
        if !(self.high > 0.0) {
            return Self::ZERO;
        }
        let first = sqrt(self.high);
        let rest = self.minus(Self::product(first, first));
        let second = rest.high / (2.0 * first);
        let root = Self::sum(first, second);
        let rest = self.minus(root.times(root));
        root.plus((rest.high / (2.0 * first)).into())
    }

    /// The opposite number.
    #[inline(always)]
    pub fn negated(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }

    /// The number times `power`, which is a power of two.
    #[inline(always)]
    pub fn scaled(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }
}

/// Only approximately a ring: sums and products are rounded, with about 50 more bits than those of `f64`.
impl Ring for Double {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn zero() -> Self {
        Self::ZERO
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one() -> Self {
        1.0.into()
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn plus(&self, other: &Self) -> Self {
        Self::plus(*self, *other)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn minus(&self, other: &Self) -> Self {
        Self::minus(*self, *other)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn times(&self, other: &Self) -> Self {
        Self::times(*self, *other)
    }
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn negated(&self) -> Self {
        Self::negated(*self)
    }
}

/// The high and the low 26 bits of a float (Veltkamp).
#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let wide = 134_217_729.0 * a; // 2^27 + 1
    let high = wide - (wide - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::dyadic::Dyadic;

    fn exact(x: Double) -> Dyadic {
        Dyadic::from(x.high).plus(&Dyadic::from(x.low))
    }

    #[test]
    fn product_and_sum_lose_nothing() {
        for (a, b) in [(0.1, 0.3), (1.0 / 3.0, -3.0), (1e10, 1e-10), (1.0 + f64::EPSILON, 1.0 - f64::EPSILON)] {
            assert_eq!(exact(Double::product(a, b)), Dyadic::from(a).times(&Dyadic::from(b)));
            assert_eq!(exact(Double::sum(a, b)), Dyadic::from(a).plus(&Dyadic::from(b)));
        }
    }

    #[test]
    fn roots_and_quotients_are_right_to_a_hundred_bits() {
        for x in [2.0, 3.0, 0.1, 1.5, 1e-3, 7e9] {
            let root = Double::from(x).root();
            let error = exact(root.times(root)).minus(&Dyadic::from(x)).to_f64() / x;
            assert!(error.abs() < 1e-30, "{x} {error:e}");
            let third = Double::from(x).divided_by(3.0.into());
            let error = exact(third.times(3.0.into())).minus(&Dyadic::from(x)).to_f64() / x;
            assert!(error.abs() < 1e-30, "{x} {error:e}");
        }
    }
}
