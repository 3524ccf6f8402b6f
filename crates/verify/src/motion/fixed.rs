//! Numbers with 256 binary places and a bound of their error, for what rationals cannot say: roots, sines, cosines.

use crate::number::Number;
use dashu_base::{Abs, Sign, SquareRoot, UnsignedAbs};
use dashu_int::IBig;

/// Binary places. Larger: slower. Smaller: turns by many radians are known less well.
const PLACES: usize = 256;

/// A real number that is at most `error` from `middle`, both in units of 2^-[`PLACES`].
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    middle: IBig,
    error: IBig,
}

impl Fixed {
    /// A number from `low` to `high`.
    fn between(low: &IBig, high: &IBig) -> Self {
        let middle = (low + high) >> 1;
        let error = high - &middle;
        Self { middle, error }
    }
    fn low(&self) -> IBig {
        &self.middle - &self.error
    }
    fn high(&self) -> IBig {
        &self.middle + &self.error
    }
    /// Whether the number is certainly positive.
    pub fn is_positive(&self) -> bool {
        self.low() > IBig::ZERO
    }
    /// Whether the number is certainly greater than another one.
    pub fn is_above(&self, other: &Self) -> bool {
        self.minus(other).is_positive()
    }
    pub fn max(&self, other: &Self) -> Self {
        Self::between(&self.low().max(other.low()), &self.high().max(other.high()))
    }
    pub fn abs(&self) -> Self {
        Self { middle: self.middle.clone().abs(), error: self.error.clone() }
    }
    /// The root; that of a number that may be negative is known to be at least 0.
    pub fn root(&self) -> Self {
        let root = |x: IBig| match x.sign() {
            Sign::Negative => IBig::ZERO,
            Sign::Positive => IBig::from((x << PLACES).unsigned_abs().sqrt()),
        };
        Self::between(&root(self.low()), &(root(self.high()) + IBig::ONE))
    }
    /// The number divided by 2^`shift`.
    pub fn halved(&self, shift: usize) -> Self {
        Self { middle: &self.middle >> shift, error: (&self.error >> shift) + IBig::from(2) }
    }
    pub fn divided_by(&self, divisor: u32) -> Self {
        let divisor = IBig::from(divisor);
        Self { middle: &self.middle / &divisor, error: &self.error / divisor + IBig::from(2) }
    }
    #[cfg(test)]
    pub fn near(&self) -> f64 {
        self.middle.to_f64().value() / 2f64.powi(PLACES as i32)
    }
    /// The number or any that is nearer to 0 than 2^-`PLACES` beside it.
    pub fn blurred(&self) -> Self {
        Self { middle: self.middle.clone(), error: &self.error + IBig::ONE }
    }
}

impl Number for Fixed {
    fn of(x: f64) -> Self {
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let mantissa = IBig::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
        let shift = exponent.max(1) - 1075 + PLACES as i32;
        let size = shift.unsigned_abs() as usize;
        let (middle, error) = if shift >= 0 { (mantissa << size, 0) } else { (mantissa >> size, 1) };
        Self { middle: if x < 0.0 { -middle } else { middle }, error: IBig::from(error) }
    }
    fn plus(&self, other: &Self) -> Self {
        Self { middle: &self.middle + &other.middle, error: &self.error + &other.error }
    }
    fn times(&self, other: &Self) -> Self {
        let error =
            self.middle.clone().abs() * &other.error + (other.middle.clone().abs() + &other.error) * &self.error;
        Self { middle: (&self.middle * &other.middle) >> PLACES, error: (error >> PLACES) + IBig::from(2) }
    }
    fn negated(&self) -> Self {
        Self { middle: -&self.middle, error: self.error.clone() }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/fixed.rs"]
mod tests;
