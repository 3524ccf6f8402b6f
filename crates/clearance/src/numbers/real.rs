//! The traits of numbers: [`Ring`], which exact and float code share, and [`Real`], the floats of the public interface.
//!
//! The geometry of the simplex and of the polytope needs only sums and products. So the same code runs on `f64`, on
//! exact dyadic numbers and, in tests, on rational numbers. Square roots and quotients are computed once, at the end.

use core::cmp::Ordering;
use core::fmt::Debug;

/// An ordered commutative ring: numbers with sums, products and comparisons, without division.
///
/// The geometry of [`crate::simplex`] runs on any ring, for example on rational numbers of your own. Operations take
/// references, since exact numbers allocate.
///
/// ```
/// use clearance::{Ring, Space, vec2};
///
/// /// Whole numbers: no rounding, and no division.
/// #[derive(Clone, Debug, PartialEq, PartialOrd)]
/// struct Whole(i64);
/// impl Ring for Whole {
///     fn zero() -> Self { Whole(0) }
///     fn one() -> Self { Whole(1) }
///     fn plus(&self, other: &Self) -> Self { Whole(self.0 + other.0) }
///     fn minus(&self, other: &Self) -> Self { Whole(self.0 - other.0) }
///     fn times(&self, other: &Self) -> Self { Whole(self.0 * other.0) }
///     fn negated(&self) -> Self { Whole(-self.0) }
/// }
/// let (a, b) = (vec2(Whole(2), Whole(1)), vec2(Whole(0), Whole(3)));
/// assert_eq!(a.wedge(&b), Whole(6));
/// ```
pub trait Ring: Clone + PartialOrd + Debug {
    /// The number 0.
    fn zero() -> Self;
    /// The number 1.
    fn one() -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference `self − other`.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The number with its sign changed.
    fn negated(&self) -> Self;
    /// a·b + c·d.
    #[inline(always)]
    fn sum_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        a.times(b).plus(&c.times(d))
    }
    /// a·b − c·d.
    #[inline(always)]
    fn difference_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        a.times(b).minus(&c.times(d))
    }
    /// The order of the quotients `a / b` and `c / d`. The denominators must be positive.
    fn compare_ratios(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        let (left, right) = (a.times(d), c.times(b));
        left.partial_cmp(&right).unwrap_or(Ordering::Equal)
    }

    /// Whether the number is greater than zero. False for NaN.
    fn is_positive(&self) -> bool {
        *self > Self::zero()
    }
    /// Whether the number is less than zero. False for NaN.
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

/// The scalar of the data: `f32` or `f64`. All queries compute in `f64`.
///
/// ```
/// use clearance::{Ball, Real, Vec3, Vector};
///
/// /// Text in the scalar of the data.
/// fn radius_in_millimetres<T: Real>(ball: &Ball<Vec3<T>>) -> String
/// where
///     Vec3<T>: Vector<Scalar = T>,
/// {
///     format!("{:.1} mm", ball.radius().widen() * 1000.0)
/// }
/// let ball = Ball::new(clearance::vec3(0.0f32, 0.0, 0.0), 0.25).unwrap();
/// assert_eq!(radius_in_millimetres(&ball), "250.0 mm");
/// ```
#[diagnostic::on_unimplemented(
    message = "a coordinate or a length is an `f32` or an `f64`, not `{Self}`",
    label = "`{Self}` is neither `f32` nor `f64`",
    note = "write `1.0` for `1`; convert a variable with `f64::from(x)` or `x as f64`"
)]
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
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// The difference of 1 and the next greater number: 2u.
    const EPSILON: f64;
    /// The same number as `f64`. It is exact.
    fn widen(self) -> f64;
    /// The nearest number of this type.
    fn narrow(wide: f64) -> Self;
    /// The greatest number of this type that is not greater than `wide`.
    fn narrow_down(wide: f64) -> Self;
    /// The least number of this type that is not less than `wide`.
    fn narrow_up(wide: f64) -> Self {
        -Self::narrow_down(-wide)
    }
    /// Whether the number is neither infinite nor NaN.
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
    /// Without a branch: whether the nearest number is greater is random. The bits of floats in ascending order are
    /// integers in ascending order, once those of negative floats are mirrored. A step down never starts at +0: what
    /// rounds to +0 is not negative.
    #[inline(always)]
    fn narrow_down(wide: f64) -> Self {
        let near = wide as f32;
        let mirrored = |bits: i32| bits ^ (((bits >> 31) as u32) >> 1) as i32;
        let place = mirrored(near.to_bits() as i32) - i32::from(f64::from(near) > wide);
        Self::from_bits(mirrored(place) as u32)
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

/// Whether this is compiled for a GPU. What is indexed at run time lies in slow memory there, so values are chosen instead.
pub(crate) const IS_GPU: bool = cfg!(target_arch = "nvptx64");

/// The unit roundoff of `f64`, u = 2⁻⁵³: the relative error of one operation is at most u.
pub const U: f64 = f64::EPSILON / 2.0;

/// Multiplied to a bound that is computed in floats from numbers that are not negative. Larger: wider bounds. Below
/// 1 + 2⁻⁴⁵: it may not make up for the rounding of a hundred operations.
pub const UP: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// An upper bound of the lengths whose nearest number of the type `T` is at most `limit`. The limit is not negative.
///
/// Half a step of `f32` is at most 2⁻²⁴ of a normal number, and 2⁻¹⁵⁰ of subnormal ones.
#[inline(always)]
pub(crate) fn rounded_to_at_most<T: Real>(limit: f64) -> f64 {
    if T::EPSILON == f64::EPSILON { limit } else { limit + (limit + f64::from(f32::MIN_POSITIVE)) * T::EPSILON }
}

/// The larger of two numbers; the second if one is NaN. One instruction.
#[inline(always)]
pub fn larger(first: f64, second: f64) -> f64 {
    if first > second { first } else { second }
}

/// The larger of two numbers; NaN if one is NaN.
#[inline]
pub(crate) fn greater(first: f64, second: f64) -> f64 {
    if first >= second {
        first
    } else if second > first {
        second
    } else {
        f64::NAN
    }
}

/// The smaller of two numbers; the second if one is NaN. One instruction.
#[inline(always)]
pub fn smaller(first: f64, second: f64) -> f64 {
    if first < second { first } else { second }
}

/// The square root, correctly rounded. It has the same bits with and without `std`. NaN for a negative number.
#[cfg(feature = "std")]
#[inline(always)]
pub fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// The square root, correctly rounded. It has the same bits with and without `std`. NaN for a negative number.
#[cfg(all(not(feature = "std"), not(target_arch = "nvptx64")))]
pub fn sqrt(x: f64) -> f64 {
    software_sqrt(x)
}

/// The square root, correctly rounded. On a GPU it is one instruction, `sqrt.rn.f64`, that only nightly Rust can name.
#[cfg(all(not(feature = "std"), target_arch = "nvptx64"))]
#[inline(always)]
pub fn sqrt(x: f64) -> f64 {
    core::f64::math::sqrt(x)
}

/// The square root by integers: the integer root of the scaled mantissa. Its remainder decides the rounding.
#[cfg_attr(any(feature = "std", target_arch = "nvptx64"), allow(dead_code))]
fn software_sqrt(x: f64) -> f64 {
    if !(x > 0.0) || x == f64::INFINITY {
        return if x < 0.0 { f64::NAN } else { x };
    }
    let (mantissa, exponent) = decompose(x);
    // A subnormal x gets 53 bits, too.
    let lift = mantissa.leading_zeros() - 11;
    let (mantissa, exponent) = (mantissa << lift, exponent - lift as i32);
    // The exponent becomes even. The scaled mantissa has at least 125 bits, and the root at least 63: rounding needs
    // 54.
    let shift = 72 + ((exponent - 72).rem_euclid(2)) as u32;
    let scaled = u128::from(mantissa) << shift;
    let root = scaled.isqrt();
    let sticky = u128::from(root * root != scaled);
    // After 54 bits, a last bit for the remainder makes the conversion to f64 round like that of the true root.
    let wide = (root << 1) | sticky;
    ldexp(wide as f64, (exponent - shift as i32) / 2 - 1)
}

/// The integer mantissa and the exponent of a positive finite number: `x = mantissa · 2^exponent`.
pub(crate) fn decompose(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let field = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) }
}

/// `x · 2^exponent`. A subnormal result is rounded once. A result out of range is infinite.
pub fn ldexp(x: f64, exponent: i32) -> f64 {
    if exponent == 0 || x == 0.0 || !x.is_finite() {
        return x;
    }
    let (mantissa, own) = decompose(x.abs());
    let top = 64 - mantissa.leading_zeros() as i32; // x in [2^(own + top - 1), 2^(own + top))
    let magnitude = own + top - 1 + exponent;
    let result = if magnitude > 1023 {
        f64::INFINITY
    } else if magnitude >= -1022 {
        // The result is normal. With two exact steps each factor is a normal power of two.
        let half = exponent / 2;
        let first = scale_by_halves(x.abs(), half);
        scale_by_halves(first, exponent - half)
    } else {
        // The result is subnormal. Scale x to 2^(magnitude + 600), which is exact, then round once.
        let lift = exponent + 600;
        let half = lift / 2;
        let normal = scale_by_halves(scale_by_halves(x.abs(), half), lift - half);
        if magnitude < -1080 { 0.0 } else { normal * power_of_two(-600) }
    };
    if x < 0.0 { -result } else { result }
}

/// A lower bound of `x · 2^exponent`: the number itself, or a smaller one if it is subnormal or out of range.
pub(crate) fn ldexp_down(x: f64, exponent: i32) -> f64 {
    let length = ldexp(x, exponent);
    let rounded = x != 0.0 && (length.abs() < f64::MIN_POSITIVE || length == f64::INFINITY);
    if rounded { length.next_down() } else { length }
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

/// 2^exponent, for −1022 ≤ exponent ≤ 1023.
#[inline]
pub fn power_of_two(exponent: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The exponent e with 2^e ≤ |x| < 2^(e+1). It is −1075 for zero.
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

    /// Cause: the mantissa of a subnormal number has few bits, and so had its root: 37 of 53 for 1e-323. Law: the root
    /// is correctly rounded for every number.
    #[test]
    fn the_software_root_of_subnormal_numbers_has_all_its_bits() {
        let mut random = crate::random::Random(2);
        let mut inexact = 0;
        for _ in 0..20_000 {
            let x = f64::from_bits(random.bits() >> (12 + random.bits() % 52));
            assert_eq!(software_sqrt(x).to_bits(), f64::sqrt(x).to_bits(), "{x:e}");
            inexact += u32::from(f64::sqrt(x).to_bits() & 0xff != 0);
        }
        assert!(inexact > 10_000);
        assert_eq!(software_sqrt(1e-323).to_bits(), f64::sqrt(1e-323).to_bits());
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
    fn narrowing_down_takes_the_nearest_number_or_the_one_below_it() {
        let mut random = crate::random::Random(5);
        let (mut stepped, mut nearest) = (0, 0);
        let ends = [0.0, -0.0, 1e-50, -1e-50, 1e39, -1e39, f64::INFINITY, f64::NEG_INFINITY, 1e-40, -1e-40];
        for wide in ends.into_iter().chain((0..10_000).map(|k| ldexp(random.signed(), k % 300 - 160))) {
            let near = wide as f32;
            let is_greater = f64::from(near) > wide;
            let expected = if is_greater { near.next_down() } else { near };
            assert_eq!(f32::narrow_down(wide).to_bits(), expected.to_bits(), "{wide:e}");
            (stepped, nearest) = (stepped + usize::from(is_greater), nearest + usize::from(!is_greater));
        }
        assert!(f32::narrow_down(f64::NAN).is_nan());
        assert!(stepped > 2000 && nearest > 2000, "idle: {stepped} and {nearest}");
    }

    #[test]
    fn narrowing_down_and_up_brackets() {
        for x in [0.1, -0.1, 1.0 / 3.0, 1e-46, -1e-46, 1e39, 16777217.0] {
            assert!(f64::from(f32::narrow_down(x)) <= x);
            assert!(f64::from(f32::narrow_up(x)) >= x);
        }
    }
}
