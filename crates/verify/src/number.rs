//! Two kinds of numbers that compute the same formulas: intervals, which are fast, and rationals, which are exact.

use dashu_ratio::Relaxed;
use std::cmp::Ordering;

/// A number that can be added, subtracted and multiplied.
pub(crate) trait Number: Clone {
    /// The value of a finite float, without rounding.
    fn of(x: f64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;
    /// How it compares with 0. `None` if that is not known.
    fn sign(&self) -> Option<Ordering> {
        None
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    fn dot(a: &[Self; 3], b: &[Self; 3]) -> Self {
        a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
    }
}

impl Number for Relaxed {
    fn of(x: f64) -> Self {
        Self::try_from(x).expect("the caller has checked that the number is finite")
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn negated(&self) -> Self {
        -self.clone()
    }
    fn sign(&self) -> Option<Ordering> {
        Some(self.cmp(&Self::ZERO))
    }
}

/// All numbers from `low` to `high`, which are not NaN. The exact result of every operation is in the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// An end that is NaN is unknown. The greater one of a number and NaN is the number.
    fn new(low: f64, high: f64) -> Self {
        Self { low: low.max(f64::NEG_INFINITY), high: high.min(f64::INFINITY) }
    }
    /// Floats around a number.
    pub fn around(x: &Relaxed) -> Self {
        let near = x.to_f64().value();
        if Relaxed::try_from(near).is_ok_and(|near| near == *x) {
            Self::of(near)
        } else {
            Self::new(near.next_down(), near.next_up())
        }
    }
    /// The root of a number that is not negative.
    pub fn root(self) -> Self {
        Self::new(self.low.max(0.0).sqrt().next_down().max(0.0), self.high.sqrt().next_up())
    }
}

impl Number for Interval {
    fn of(x: f64) -> Self {
        Self::new(x, x)
    }
    fn plus(&self, other: &Self) -> Self {
        Self::new(sum_below(self.low, other.low), -sum_below(-self.high, -other.high))
    }
    fn negated(&self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
    fn sign(&self) -> Option<Ordering> {
        let [low, high] = [self.low, self.high].map(|end| end.partial_cmp(&0.0));
        low.filter(|_| low == high)
    }
    fn times(&self, other: &Self) -> Self {
        let ends = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let ends = ends.map(|(x, y)| product_around(x, y));
        let low = ends.iter().fold(f64::INFINITY, |low, end| low.min(end[0]));
        Self { low, high: ends.iter().fold(f64::NEG_INFINITY, |high, end| high.max(end[1])) }
    }
}

/// The greatest float that is not above x + y, or the float before it.
///
/// The error of a rounded sum is itself a float (Knuth, TAOCP 2, 4.2.2, theorem C). An exact sum is not made wider:
/// vertices in one plane then keep one height. If the sum leaves the range, the error is NaN, and the test fails.
fn sum_below(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let part = sum - x;
    let error = (x - (sum - part)) + (y - part);
    if error >= 0.0 { sum } else { sum.next_down() }
}

/// Floats around x · y: the product itself where a factor is 0, 1 or −1. An infinite end stands for large numbers.
fn product_around(x: f64, y: f64) -> [f64; 2] {
    if x == 0.0 || y == 0.0 {
        return [0.0, 0.0];
    }
    if x.abs() == 1.0 || y.abs() == 1.0 { [x * y; 2] } else { [(x * y).next_down(), (x * y).next_up()] }
}

#[cfg(test)]
#[path = "../tests/unit/number.rs"]
mod tests;
