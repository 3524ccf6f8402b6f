//! Floats with a running bound of their error: the filter before exact numbers.
//!
//! **Method.** A rounded operation errs by at most u times its result, and carries on the errors of its operands. Each
//! operation adds 2u instead: the rest covers the rounding of the bounds themselves.
//!
//! **Why it is cheap to go on.** The same formula over [`Double`] makes errors below 2⁻¹⁰² instead of 2u = 2⁻⁵² at each
//! operation. So if the sign of a result is proven here, its double-double value has a relative error below 2⁻⁵⁰.
//!
//! **References.** Higham 2002, 3.3 (running error analysis); Shewchuk 1997 (filter, then exact signs).

use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, U};
use core::cmp::Ordering;

/// A number within `error` of a float. The order and the tests of [`Ring`] are those of the float.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Near {
    value: f64,
    error: f64,
}

/// Numbers near 1 are meant. A rounded result below this size counts as unknown, since the low half of a double-double
/// number could underflow. Larger: more exact computations. Smaller than 2⁻⁹¹⁰: wrong bounds.
const FLOOR: f64 = 1e-270;

impl From<Double> for Near {
    fn from(x: Double) -> Self {
        let floor = if x.high != 0.0 && x.high.abs() < FLOOR { FLOOR } else { 0.0 };
        Self { value: x.high, error: x.low.abs() + floor }
    }
}

impl Ring for Near {
    #[inline(always)]
    fn zero() -> Self {
        Self { value: 0.0, error: 0.0 }
    }
    #[inline(always)]
    fn one() -> Self {
        Self { value: 1.0, error: 0.0 }
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let value = self.value + other.value;
        Self { value, error: (self.error + other.error) * (1.0 + 4.0 * U) + 2.0 * U * value.abs() }
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        let value = self.value * other.value;
        let carried = self.value.abs() * other.error + self.error * (other.value.abs() + other.error);
        let is_small = value.abs() < FLOOR && self != &Self::zero() && other != &Self::zero();
        let floor = if is_small { FLOOR } else { 0.0 };
        Self { value, error: carried * (1.0 + 8.0 * U) + 2.0 * U * value.abs() + floor }
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        Self { value: -self.value, error: self.error }
    }
}

/// A number whose sign may be known.
pub(crate) trait Signed: Ring {
    /// The sign, if it is known.
    fn sign(&self) -> Option<Ordering>;
}

impl Signed for Near {
    #[inline(always)]
    fn sign(&self) -> Option<Ordering> {
        // NaN is unknown.
        let is_known = self.value.abs() > self.error || self.error == 0.0;
        if is_known { self.value.partial_cmp(&0.0) } else { None }
    }
}

impl Signed for Double {
    /// The sign as computed. It is not proven.
    fn sign(&self) -> Option<Ordering> {
        self.high.partial_cmp(&0.0)
    }
}

impl Signed for Dyadic {
    fn sign(&self) -> Option<Ordering> {
        Some(self.cmp(&Self::zero()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_sign_that_is_said_is_the_exact_one() {
        let mut random = Random(11);
        let mut unknown = 0;
        for _ in 0..4000 {
            let [a, b] = [random.signed(), random.signed()];
            let c = a * b + random.signed() * f64::EPSILON * 0.5;
            let exact = Dyadic::from(a).times(&Dyadic::from(b)).minus(&Dyadic::from(c));
            let [a, b, c] = [a, b, c].map(|x| Near::from(Double::from(x)));
            match a.times(&b).minus(&c).sign() {
                None => unknown += 1,
                said => assert_eq!(said, exact.sign()),
            }
        }
        assert!((400..3600).contains(&unknown), "{unknown} were unknown");
    }
}
