//! What a number must do: the ring that exact and float code share, and the two float types of the public interface.
//!
//! The geometry of the simplex and of the polytope needs only sums and products ([`Ring`]), so the same text runs on
//! `f64`, on exact dyadic numbers and, in the tests, on rationals. Square roots and quotients come at the very end.

use core::cmp::Ordering;
use core::fmt::Debug;

/// A commutative ring with an order: what the division-free geometry needs of a number.
///
/// Operations take references so that numbers with an allocation (exact ones) need no copies.
pub trait Ring: Clone + PartialOrd + Debug {
    /// The neutral element of addition.
    fn zero() -> Self;
    /// The neutral element of multiplication.
    fn one() -> Self;
    /// Sum.
    fn plus(&self, other: &Self) -> Self;
    /// Difference.
    fn minus(&self, other: &Self) -> Self;
    /// Product.
    fn times(&self, other: &Self) -> Self;
    /// The number with its sign changed.
    fn negated(&self) -> Self;
    /// Compares the quotients `a / b` and `c / d`; the denominators are positive.
    fn compare_ratios(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        let (left, right) = (a.times(d), c.times(b));
        left.partial_cmp(&right).unwrap_or(Ordering::Equal)
    }

    /// Whether the number is above zero. False for NaN.
    fn is_positive(&self) -> bool {
        *self > Self::zero()
    }
    /// Whether the number is below zero. False for NaN.
    fn is_negative(&self) -> bool {
        *self < Self::zero()
    }
    /// Whether the number is zero.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }
}

impl Ring for f64 {
    #[inline(always)]
    fn zero() -> Self {
        0.0
    }
    #[inline(always)]
    fn one() -> Self {
        1.0
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        -self
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A float of the public interface: `f32` or `f64`. All queries compute in `f64`.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + core::fmt::Display
    + core::ops::Neg<Output = Self>
    + Send
    + Sync
    + 'static
    + sealed::Sealed
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The distance from 1 to the next number, 2u.
    const EPSILON: f64;
    /// The same number as `f64`; always exact.
    fn widen(self) -> f64;
    /// The nearest number of this type.
    fn narrow(wide: f64) -> Self;
    /// The largest number of this type that is not above `wide`.
    fn narrow_down(wide: f64) -> Self;
    /// The smallest number of this type that is not below `wide`.
    fn narrow_up(wide: f64) -> Self {
        -Self::narrow_down(-wide)
    }
    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const EPSILON: f64 = f64::EPSILON;
    #[inline(always)]
    fn widen(self) -> f64 {
        self
    }
    #[inline(always)]
    fn narrow(wide: f64) -> Self {
        wide
    }
    #[inline(always)]
    fn narrow_down(wide: f64) -> Self {
        wide
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const EPSILON: f64 = f32::EPSILON as f64;
    #[inline(always)]
    fn widen(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn narrow(wide: f64) -> Self {
        wide as f32
    }
    fn narrow_down(wide: f64) -> Self {
        let near = wide as f32;
        if f64::from(near) > wide { near.next_down() } else { near }
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

/// The unit roundoff of `f64`, u = 2⁻⁵³: one operation errs by at most this fraction of its result.
pub const U: f64 = f64::EPSILON / 2.0;

/// The larger of two numbers, one instruction: the second when either is NaN.
#[inline(always)]
pub fn larger(first: f64, second: f64) -> f64 {
    if first > second { first } else { second }
}

/// The smaller of two numbers, one instruction: the second when either is NaN.
#[inline(always)]
pub fn smaller(first: f64, second: f64) -> f64 {
    if first < second { first } else { second }
}

/// The correctly rounded square root, the same bits with and without `std`. NaN for negative input.
#[cfg(feature = "std")]
#[inline(always)]
pub fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// The correctly rounded square root, the same bits with and without `std`. NaN for negative input.
#[cfg(not(feature = "std"))]
pub fn sqrt(x: f64) -> f64 {
    software_sqrt(x)
}

/// Square root by integers: exact root of the scaled mantissa, rounded to nearest by its remainder.
#[cfg_attr(feature = "std", allow(dead_code))]
fn software_sqrt(x: f64) -> f64 {
    if !(x > 0.0) || x == f64::INFINITY {
        return if x < 0.0 { f64::NAN } else { x };
    }
    let (mantissa, exponent) = decompose(x);
    // An even exponent, and 106 or more bits below the root so that it has at least 54: one to round by.
    let shift = 72 + ((exponent - 72).rem_euclid(2)) as u32;
    let scaled = u128::from(mantissa) << shift;
    let root = scaled.isqrt();
    let sticky = u128::from(root * root != scaled);
    // Past 54 bits, a sticky last bit makes the conversion to f64 round as the true root would.
    let wide = (root << 1) | sticky;
    ldexp(wide as f64, (exponent - shift as i32) / 2 - 1)
}

/// `x = mantissa · 2^exponent` with an integer mantissa, for positive finite `x`.
pub(crate) fn decompose(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let field = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) }
}

/// `x · 2^exponent`, rounded once where the result is subnormal, infinite where it is too large.
pub fn ldexp(x: f64, exponent: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (mantissa, own) = decompose(x.abs());
    let top = 64 - mantissa.leading_zeros() as i32; // x in [2^(own + top - 1), 2^(own + top))
    let magnitude = own + top - 1 + exponent;
    let result = if magnitude > 1023 {
        f64::INFINITY
    } else if magnitude >= -1022 {
        // A normal result: two exact steps keep each factor a normal power of two.
        let half = exponent / 2;
        let first = scale_by_halves(x.abs(), half);
        scale_by_halves(first, exponent - half)
    } else {
        // A subnormal result: bring x to 2^(magnitude + 600), exact, then round once.
        let lift = exponent + 600;
        let half = lift / 2;
        let normal = scale_by_halves(scale_by_halves(x.abs(), half), lift - half);
        if magnitude < -1080 { 0.0 } else { normal * power_of_two(-600) }
    };
    if x < 0.0 { -result } else { result }
}

fn scale_by_halves(x: f64, exponent: i32) -> f64 {
    let mut rest = exponent;
    let mut value = x;
    while rest != 0 {
        let step = rest.clamp(-1000, 1000);
        value *= power_of_two(step);
        rest -= step;
    }
    value
}

/// 2^exponent for −1022 ≤ exponent ≤ 1023.
#[inline]
pub fn power_of_two(exponent: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The exponent e with 2^e ≤ |x| < 2^(e+1); −1075 for zero.
pub fn exponent_of(x: f64) -> i32 {
    if x == 0.0 {
        return -1075;
    }
    let (mantissa, exponent) = decompose(x.abs());
    exponent + 63 - mantissa.leading_zeros() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_software_root_has_the_bits_of_the_hardware_root() {
        let mut random = crate::random::Random(1);
        for _ in 0..200_000 {
            let x = f64::from_bits(random.bits() >> 1);
            if x.is_finite() {
                assert_eq!(software_sqrt(x).to_bits(), f64::sqrt(x).to_bits(), "{x:e}");
            }
        }
        for x in [0.0, 5e-324, f64::MIN_POSITIVE, 1.0, 2.0, 4.0, f64::MAX, f64::INFINITY] {
            assert_eq!(software_sqrt(x).to_bits(), f64::sqrt(x).to_bits(), "{x:e}");
        }
    }

    #[test]
    fn ldexp_rounds_once_into_the_subnormals() {
        assert_eq!(ldexp(1.0, -1074), 5e-324);
        assert_eq!(ldexp(1.5, -1074), 1e-323); // tie to even
        assert_eq!(ldexp(1.25, -1074), 5e-324);
        assert_eq!(ldexp(5e-324, 1074), 1.0);
        assert_eq!(ldexp(-3.0, 10), -3072.0);
        assert_eq!(ldexp(1.0, 2000), f64::INFINITY);
        assert_eq!(ldexp(5e-324, 2000), ldexp(1.0, 926));
        assert_eq!(ldexp(1.0, -3000), 0.0);
    }

    #[test]
    fn narrowing_down_and_up_brackets() {
        for x in [0.1, -0.1, 1.0 / 3.0, 1e-46, -1e-46, 1e39, 16777217.0] {
            assert!(f64::from(f32::narrow_down(x)) <= x);
            assert!(f64::from(f32::narrow_up(x)) >= x);
        }
    }
}
