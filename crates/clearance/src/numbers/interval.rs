//! Intervals: numbers with proven bounds.
//!
//! **Method.** Each operation computes both ends in `f64` and moves them outward by one float, unless the operation was
//! exact. Two-sum and Dekker's product tell whether it was. So sums and products of small integers stay points, and no
//! result needs an error analysis of its own.
//!
//! **Special cases.** An end out of range is the largest float on the inner side and infinity on the outer side. A NaN
//! is the whole line: nothing is known.
//!
//! **References.** Moore 1966; Tucker 2011, chapter 2. Departure: ends move by one float instead of a change of the
//! rounding mode, so every platform gives the same bits.

use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, ldexp, sqrt};
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A computed number with proven bounds: `lower <= true value <= upper`, and `lower <= value <= upper`.
///
/// `T` may be a vector or a matrix. Then the bounds hold for each coordinate.
///
/// ```
/// use clearance::{Ball, Measure, vec3};
///
/// let volume = Ball::new(vec3(0.0f64, 0.0, 0.0), 1.0).unwrap().volume();
/// assert!(volume.lower <= volume.value && volume.value <= volume.upper);
/// // 4π/3, to all digits but the last.
/// assert!((volume.value - 4.18879020478639).abs() < 1e-14 && volume.upper - volume.lower < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded<T> {
    /// The computed value. It lies in the middle of the bounds.
    pub value: T,
    /// The true value is not less than this.
    pub lower: T,
    /// The true value is not greater than this.
    pub upper: T,
}

/// A closed interval that holds a true value: `lower <= upper`, and neither is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl From<f64> for Interval {
    /// The number itself. Infinity and NaN are the whole line.
    fn from(x: f64) -> Self {
        if x.is_finite() { Self { lower: x, upper: x } } else { Self::ALL }
    }
}

impl Interval {
    /// Zero.
    pub const ZERO: Self = Self { lower: 0.0, upper: 0.0 };
    /// The whole line.
    pub const ALL: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    /// π lies between the float `PI` and the next one.
    pub const PI: Self = Self { lower: core::f64::consts::PI, upper: core::f64::consts::PI.next_up() };

    /// All numbers not farther than `slack` from zero. NaN: the whole line.
    pub fn within(slack: f64) -> Self {
        if slack >= 0.0 { Self { lower: -slack, upper: slack } } else { Self::ALL }
    }

    /// The value of an exact number: the nearest float if it is exact, otherwise with both neighbours.
    pub fn of(exact: &Dyadic) -> Self {
        let near = exact.to_f64();
        if near.is_finite() && Dyadic::from(near) == *exact {
            return Self::from(near);
        }
        // The nearest float is off by less than one unit in the last place. Beyond the range it is infinite.
        Self { lower: near.next_down(), upper: near.next_up() }
    }

    /// The sign, if the whole interval has it.
    pub fn sign(self) -> Option<Ordering> {
        if self.lower > 0.0 {
            Some(Ordering::Greater)
        } else if self.upper < 0.0 {
            Some(Ordering::Less)
        } else {
            (self.lower == 0.0 && self.upper == 0.0).then_some(Ordering::Equal)
        }
    }

    /// Whether the width is more than 2⁻³⁰ of the lower end. Then an exact computation pays: half of the digits are
    /// lost. Larger: wider brackets. Smaller: more exact computations.
    pub fn is_wide(self) -> bool {
        let width = self.upper - self.lower;
        !(width.is_finite() && width <= ldexp(self.lower.abs(), -30))
    }

    /// The square. It is never negative.
    pub fn square(self) -> Self {
        let (low, high) = (self.lower.abs(), self.upper.abs());
        let (least, most) = if low < high { (low, high) } else { (high, low) };
        let least = if self.lower <= 0.0 && self.upper >= 0.0 { 0.0 } else { least };
        Self { lower: product_down(least, least), upper: -product_down(-most, most) }
    }

    /// The square root of the part that is not negative.
    pub fn root(self) -> Self {
        Self { lower: root_down(self.lower), upper: root_up(self.upper) }
    }

    /// The number times 2^exponent.
    pub fn scaled(self, exponent: i32) -> Self {
        let down = |x: f64| {
            let scaled = ldexp(x, exponent);
            if ldexp(scaled, -exponent) == x { scaled } else { scaled.next_down() }
        };
        Self { lower: down(self.lower), upper: -down(-self.upper) }
    }

    /// The part that is not negative, for a number that is known to be so.
    pub fn not_negative(self) -> Self {
        let zero_or = |x: f64| if x > 0.0 { x } else { 0.0 };
        Self { lower: zero_or(self.lower), upper: zero_or(self.upper) }
    }

    /// The middle of the interval. It is 0 for the whole line.
    pub fn middle(self) -> f64 {
        if self.lower == self.upper {
            return self.lower;
        }
        let middle = 0.5 * self.lower + 0.5 * self.upper;
        if middle.is_nan() { 0.0 } else { middle }
    }

    /// The same as a public number.
    pub fn bounded(self) -> Bounded<f64> {
        Bounded { value: self.middle(), lower: self.lower, upper: self.upper }
    }
}

/// The sum, or the next float below it if it was rounded.
fn sum_down(a: f64, b: f64) -> f64 {
    let Double { high, low } = Double::sum(a, b);
    if high.is_nan() {
        f64::NEG_INFINITY
    } else if low == 0.0 {
        high
    } else {
        high.next_down() // `low` is NaN beyond the range.
    }
}

/// The product, or the next float below it if it was rounded. Zero times anything is zero: true values are finite.
fn product_down(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let Double { high, low } = Double::product(a, b);
    if high.is_nan() {
        f64::NEG_INFINITY
    } else if low == 0.0 && high.abs() > EXACT_PRODUCTS {
        high
    } else {
        high.next_down()
    }
}

/// Above this size the remainder of a product does not underflow: it is a multiple of 2⁻¹⁰⁶ of the product. Larger:
/// more products count as rounded. Smaller than 1e-290: a rounded product may count as exact.
const EXACT_PRODUCTS: f64 = 1e-270;

/// The quotient, or the next float below it if it was rounded. `b` is not zero.
fn quotient_down(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if quotient.is_nan() {
        return f64::NEG_INFINITY;
    }
    let back = Double::product(quotient, b);
    let exact = a == 0.0 || back.high == a && back.low == 0.0 && a.abs() > EXACT_PRODUCTS;
    if exact { quotient } else { quotient.next_down() }
}

fn root_down(x: f64) -> f64 {
    if !(x > 0.0) {
        return 0.0;
    }
    let root = sqrt(x);
    if is_root(root, x) { root } else { root.next_down() }
}

fn root_up(x: f64) -> f64 {
    if !(x > 0.0) {
        return 0.0;
    }
    let root = sqrt(x);
    if is_root(root, x) { root } else { root.next_up() }
}

fn is_root(root: f64, x: f64) -> bool {
    let square = Double::product(root, root);
    square.high == x && square.low == 0.0 && x > EXACT_PRODUCTS
}

fn least(numbers: [f64; 4]) -> f64 {
    numbers.into_iter().fold(f64::INFINITY, |least, x| if x < least { x } else { least })
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { lower: sum_down(self.lower, other.lower), upper: -sum_down(-self.upper, -other.upper) }
    }
}
impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}
impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let corners = |f: fn(f64, f64) -> f64| {
            let (a, b) = (self, other);
            least([f(a.lower, b.lower), f(a.lower, b.upper), f(a.upper, b.lower), f(a.upper, b.upper)])
        };
        Self { lower: corners(product_down), upper: -corners(|a, b| product_down(-a, b)) }
    }
}
impl Mul<f64> for Interval {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        self * Self::from(factor)
    }
}
impl Div for Interval {
    type Output = Self;
    /// The quotient. If the divisor holds zero, it is the whole line.
    fn div(self, divisor: Self) -> Self {
        if !(divisor.lower > 0.0 || divisor.upper < 0.0) {
            return Self::ALL;
        }
        let corners = |f: fn(f64, f64) -> f64| {
            let (a, b) = (self, divisor);
            least([f(a.lower, b.lower), f(a.lower, b.upper), f(a.upper, b.lower), f(a.upper, b.upper)])
        };
        Self { lower: corners(quotient_down), upper: -corners(|a, b| quotient_down(-a, b)) }
    }
}
impl Div<f64> for Interval {
    type Output = Self;
    fn div(self, divisor: f64) -> Self {
        self / Self::from(divisor)
    }
}
impl core::iter::Sum for Interval {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, |sum, term| sum + term)
    }
}

/// Intervals that overlap have no order.
impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (*self - *other).sign()
    }
}

/// Only approximately a ring: a sum of products holds the true value, but it may be wider than another order of it.
impl Ring for Interval {
    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::from(1.0)
    }
    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }
    fn minus(&self, other: &Self) -> Self {
        *self - *other
    }
    fn times(&self, other: &Self) -> Self {
        *self * *other
    }
    fn negated(&self) -> Self {
        -*self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn holds(interval: Interval, exact: &Dyadic) -> bool {
        let end = |x: f64| if x.is_finite() { Some(Dyadic::from(x)) } else { None };
        end(interval.lower).is_none_or(|low| low <= *exact) && end(interval.upper).is_none_or(|high| *exact <= high)
    }

    #[test]
    fn sums_and_products_hold_the_exact_value_at_all_sizes() {
        let mut random = Random(5);
        let mut exact_ones = 0;
        for _ in 0..20_000 {
            let mut next = || loop {
                let bits = random.bits();
                let x = if bits >> 40 & 1 == 0 { (bits >> 50) as f64 } else { f64::from_bits(bits ^ (bits >> 29)) };
                if x.is_finite() {
                    return x;
                }
            };
            let (a, b) = (next(), next());
            let (x, y) = (Interval::from(a), Interval::from(b));
            let (p, q) = (Dyadic::from(a), Dyadic::from(b));
            assert!(holds(x + y, &p.plus(&q)) && holds(x - y, &p.minus(&q)), "{a:e} {b:e}");
            assert!(holds(x * y, &p.times(&q)) && holds(x.square(), &p.times(&p)), "{a:e} {b:e}");
            if b != 0.0 {
                // a = quotient · b: the product of the bounds and b brackets a.
                let back = (x / y) * y;
                assert!(holds(back, &p), "{a:e} / {b:e}");
            }
            if a > 0.0 {
                let root = x.root();
                let square = |r: f64| Dyadic::from(r).times(&Dyadic::from(r));
                assert!(square(root.lower) <= p && p <= square(root.upper), "{a:e}");
            }
            exact_ones += usize::from((x * y).lower == (x * y).upper && a != 0.0 && b != 0.0);
        }
        assert!(exact_ones > 500, "{exact_ones} products were exact");
    }

    #[test]
    fn overflow_and_nan_lose_knowledge_and_not_truth() {
        let huge = Interval::from(1e300);
        assert_eq!((huge * huge).lower, f64::MAX);
        assert_eq!((huge * huge).upper, f64::INFINITY);
        assert_eq!(Interval::from(f64::NAN) * Interval::ZERO, Interval::ZERO);
        assert_eq!(Interval::from(f64::NAN) + huge, Interval::ALL);
        assert_eq!(huge / Interval::within(1.0), Interval::ALL);
        let tiny = Interval::from(1e-300);
        assert!((tiny * tiny).lower <= 0.0);
        assert!((tiny * tiny).upper > 0.0);
        assert_eq!(Interval::from(1.5).scaled(-2000).upper, 5e-324);
    }
}
