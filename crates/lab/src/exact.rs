//! Exact rational numbers as a scalar of the solver's own algebra, and the one irrational number that distances need.

use clearance::Ring;
use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};
use dashu_ratio::Relaxed;
use std::cmp::Ordering;

/// An exact rational number.
///
/// Fractions are reduced by common factors of two only. Nearly all numbers here are dyadic, so a full reduction at
/// every step would cost more time than it saves.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rational(Relaxed);

impl From<f64> for Rational {
    /// The exact value of a finite float.
    ///
    /// # Panics
    /// On an infinity or NaN.
    fn from(x: f64) -> Self {
        Self(Relaxed::try_from(x).unwrap_or_else(|_| panic!("{x} is not a number of the line")))
    }
}

impl Rational {
    /// `numerator / denominator · 2^exponent`, from decimal integers.
    pub fn from_strings(numerator: &str, denominator: &str, exponent: i64) -> Option<Self> {
        let (mut p, mut q) = (numerator.parse::<IBig>().ok()?, denominator.parse::<UBig>().ok()?);
        if exponent >= 0 {
            p <<= exponent as usize;
        } else {
            q <<= exponent.unsigned_abs() as usize;
        }
        Some(Self(Relaxed::from_parts(p, q)))
    }

    /// The value of a decimal such as `-1.25e-7`.
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: IBig = format!("{whole}{fraction}").parse().ok()?;
        let power = exponent.parse::<i64>().ok()? - fraction.len() as i64;
        let ten = UBig::from(10u8).pow(power.unsigned_abs() as usize);
        let ratio = if power >= 0 { Relaxed::from(digits * ten) } else { Relaxed::from_parts(digits, ten) };
        Some(Self(ratio))
    }

    /// Quotient.
    ///
    /// # Panics
    /// When `other` is zero.
    pub fn over(&self, other: &Self) -> Self {
        Self(&self.0 / &other.0)
    }

    /// The number without its sign.
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.negated() } else { self.clone() }
    }

    /// The square root to a relative error below 2⁻²⁵⁰, from below.
    ///
    /// # Panics
    /// On a negative number.
    pub fn root(&self) -> Self {
        self.root_to(256)
    }

    /// The square root to `bits` − 1 places, from below.
    fn root_to(&self, bits: usize) -> Self {
        assert!(!self.is_negative(), "the root of {self:?}");
        if self.is_zero() {
            return Self::default();
        }
        let numerator = UBig::try_from(self.0.numerator().clone()).expect("not negative");
        let denominator = self.0.denominator().clone();
        // √(n/d) = √(n·d)/d. n·d is extended by an even number of bits until the root has at least `bits` bits.
        let product = numerator * &denominator;
        let shift = (2 * bits).saturating_sub(product.bit_len()).next_multiple_of(2);
        let root = (product << shift).sqrt();
        Self(Relaxed::from_parts(root.into(), denominator << (shift / 2)))
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl Ring for Rational {
    fn zero() -> Self {
        Self(Relaxed::ZERO)
    }
    fn one() -> Self {
        Self(Relaxed::ONE)
    }
    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }
    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }
    fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }
    fn negated(&self) -> Self {
        Self(-self.0.clone())
    }
}

/// The number `± √square − offset`. Every signed distance of rounded polytopes has this form, so it compares exactly.
#[derive(Clone, Debug)]
pub struct Surd {
    /// Whether the root is taken with a minus sign.
    pub negative: bool,
    /// What the root is of.
    pub square: Rational,
    /// The sum of the radii.
    pub offset: Rational,
}

impl Surd {
    /// The value. The root has an absolute error of 2⁻²⁴⁰⁰, so the radii may cancel nearly all of it.
    pub fn value(&self) -> Rational {
        let root = self.square.root_to(2400);
        if self.negative { root.negated().minus(&self.offset) } else { root.minus(&self.offset) }
    }

    /// How this number compares with a rational, without rounding.
    pub fn compare(&self, other: &Rational) -> Ordering {
        let moved = other.plus(&self.offset);
        let sign = |x: &Rational| x.cmp(&Rational::zero());
        let own = if self.negative { sign(&self.square).reverse() } else { sign(&self.square) };
        match (own, sign(&moved)) {
            (Ordering::Less, Ordering::Less) => moved.times(&moved).cmp(&self.square),
            (Ordering::Greater, Ordering::Greater) => self.square.cmp(&moved.times(&moved)),
            (own, other) => own.cmp(&other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_read_exactly() {
        assert_eq!(Rational::from_decimal("-1.25e1"), Some(Rational::from(-12.5)));
        assert_eq!(Rational::from_decimal("5e-1"), Some(Rational::from(0.5)));
        assert_eq!(Rational::from_decimal("0"), Some(Rational::zero()));
        assert_eq!(Rational::from_decimal("one"), None);
        assert_eq!(Rational::from_strings("6", "3", -2), Some(Rational::from(0.5)));
        assert_ne!(Rational::from_decimal("0.1"), Some(Rational::from(0.1)));
    }

    #[test]
    fn roots_are_right_far_beyond_floats() {
        for x in [2.0, 3e-300, 7e250, 0.0, 4.0] {
            let (x, root) = (Rational::from(x), Rational::from(x).root());
            let error = x.minus(&root.times(&root));
            assert!(!error.is_negative());
            assert!(error.times(&Rational::from(2f64.powi(240))) <= x, "{x:?}");
        }
    }

    #[test]
    fn surds_compare_on_both_sides_of_zero() {
        let surd = |negative, square: f64| Surd { negative, square: square.into(), offset: 1.0.into() };
        assert_eq!(surd(false, 2.0).compare(&0.41421356.into()), Ordering::Greater);
        assert_eq!(surd(false, 2.0).compare(&0.41421357.into()), Ordering::Less);
        assert_eq!(surd(true, 2.0).compare(&(-2.4142135).into()), Ordering::Less);
        assert_eq!(surd(true, 2.0).compare(&(-2.4142136).into()), Ordering::Greater);
        assert_eq!(surd(false, 4.0).compare(&1.0.into()), Ordering::Equal);
        assert_eq!(surd(true, 0.0).compare(&(-1.0).into()), Ordering::Equal);
    }
}
