//! Exact numbers of the form integer · 2^k: sums and products of floats without rounding, underflow or overflow.
//!
//! The geometry of the simplex and of the polytope needs only sums and products. So over [`Dyadic`] it is exact for
//! every finite input. Quotients and roots are computed once, at the end, in double-double numbers.
//!
//! **Representation.** value = ± Σ limb\[i\] · 2^(64·(i + exponent)). The exponent counts whole limbs, so two numbers
//! are aligned by an offset, without a shift. Invariant: the first and the last limb are not zero; zero has no limbs.

use super::limbs::Limbs;
use crate::numbers::double::Double;
use crate::numbers::real::{Ring, decompose, ldexp};
use core::cmp::Ordering;

/// An exact number: an integer times a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dyadic {
    negative: bool,
    exponent: i32,
    limbs: Limbs,
}

impl From<f64> for Dyadic {
    /// The exact value of a finite float. An infinity or NaN becomes zero; checked input has none.
    fn from(x: f64) -> Self {
        if x == 0.0 || !x.is_finite() {
            return Self::default();
        }
        let (mantissa, power) = decompose(x.abs());
        let shift = power.rem_euclid(64) as u32;
        let wide = u128::from(mantissa) << shift;
        let (exponent, limbs) = (power.div_euclid(64), [wide as u64, (wide >> 64) as u64]);
        let (exponent, limbs) = match limbs {
            [low, 0] => (exponent, Limbs::one(low)),
            [0, high] => (exponent + 1, Limbs::one(high)),
            both => (exponent, Limbs::two(both)),
        };
        Self { negative: x < 0.0, exponent, limbs }
    }
}

impl Dyadic {
    /// A number with room for so many limbs, all zero. It is filled in place: copies of numbers cost more than sums.
    #[inline(always)]
    fn zeros(negative: bool, exponent: i32, count: usize) -> Self {
        Self { negative, exponent, limbs: Limbs::zeros(count) }
    }

    /// Removes zero limbs at both ends.
    #[inline(always)]
    fn trim(&mut self) {
        self.exponent += self.limbs.trim() as i32;
        if self.limbs.is_empty() {
            (self.negative, self.exponent) = (false, 0);
        }
    }

    /// The limb of weight 2^(64·position).
    fn limb(&self, position: i32) -> u64 {
        let index = position - self.exponent;
        if index < 0 { 0 } else { self.limbs.as_slice().get(index as usize).copied().unwrap_or(0) }
    }

    /// The position after that of the highest limb.
    fn top(&self) -> i32 {
        self.exponent + self.limbs.as_slice().len() as i32
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return other.is_zero().cmp(&self.is_zero());
        }
        let tops = self.top().cmp(&other.top());
        if tops.is_ne() {
            return tops; // The highest limb is not zero.
        }
        let (mine, others) = (self.limbs.as_slice(), other.limbs.as_slice());
        // Of numbers with the same highest limbs the one with further limbs is greater: the last of these is not zero.
        mine.iter().rev().cmp(others.iter().rev())
    }

    /// |self| + |other|. Both are not zero.
    fn sum_of_magnitudes(&self, other: &Self, negative: bool) -> Self {
        let bottom = self.exponent.min(other.exponent);
        let top = self.top().max(other.top());
        let mut total = Self::zeros(negative, bottom, (top - bottom + 1) as usize);
        let sum = total.limbs.as_mut_slice();
        let place = |number: &Self| (number.exponent - bottom) as usize;
        sum[place(self)..][..self.limbs.as_slice().len()].copy_from_slice(self.limbs.as_slice());
        let rest = &mut sum[place(other)..];
        let mut carry = false;
        let added = other.limbs.as_slice();
        for (limb, &more) in rest.iter_mut().zip(added) {
            let (first, over) = limb.overflowing_add(more);
            let (second, again) = first.overflowing_add(u64::from(carry));
            *limb = second;
            carry = over || again;
        }
        for limb in &mut rest[added.len()..] {
            if !carry {
                break;
            }
            (*limb, carry) = limb.overflowing_add(1);
        }
        total.trim();
        total
    }

    /// |self| − |other|, for |self| ≥ |other|. Both are not zero.
    fn difference_of_magnitudes(&self, other: &Self, negative: bool) -> Self {
        let bottom = self.exponent.min(other.exponent);
        let mut rest = Self::zeros(negative, bottom, (self.top() - bottom) as usize);
        let difference = rest.limbs.as_mut_slice();
        let place = |number: &Self| (number.exponent - bottom) as usize;
        difference[place(self)..].copy_from_slice(self.limbs.as_slice());
        let above = &mut difference[place(other)..];
        let mut borrow = false;
        let taken = other.limbs.as_slice();
        for (limb, &less) in above.iter_mut().zip(taken) {
            let (first, under) = limb.overflowing_sub(less);
            let (second, again) = first.overflowing_sub(u64::from(borrow));
            *limb = second;
            borrow = under || again;
        }
        for limb in &mut above[taken.len()..] {
            if !borrow {
                break;
            }
            (*limb, borrow) = limb.overflowing_sub(1);
        }
        rest.trim();
        rest
    }

    /// `self + other`, or `self − other` if `flip`.
    fn signed_sum(&self, other: &Self, flip: bool) -> Self {
        let other_negative = other.negative != flip;
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return Self { negative: other_negative, ..other.clone() };
        }
        if self.negative == other_negative {
            return self.sum_of_magnitudes(other, self.negative);
        }
        match self.compare_magnitude(other) {
            Ordering::Less => other.difference_of_magnitudes(self, other_negative),
            _ => self.difference_of_magnitudes(other, self.negative),
        }
    }

    /// The number as m · 2^e, with 1 ≤ |m| < 2 in double-double; m = 0 for zero. The relative error is below 2⁻¹⁰⁴.
    pub fn to_double(&self) -> (Double, i32) {
        let Some(&highest) = self.limbs.as_slice().last() else { return (Double::ZERO, 0) };
        let zeros = highest.leading_zeros();
        // The highest 128 bits. The lowest of them is set if further bits are cut off.
        let position = self.top() - 1;
        let window = (u128::from(highest) << 64) | u128::from(self.limb(position - 1));
        let below = self.limb(position - 2);
        let bits = if zeros == 0 { window } else { (window << zeros) | (u128::from(below) >> (64 - zeros)) };
        // The lowest limb is not zero.
        let is_cut = self.limbs.as_slice().len() > 3 || below << zeros != 0;
        let bits = bits | u128::from(is_cut);
        // Each part has at most 53 bits, so it is a float. Conversions of 128 bits would be slow.
        let high = (bits >> 75) as u64 as f64;
        let low = (bits >> 22) as u64 & ((1 << 53) - 1);
        let sticky = bits as u64 & ((1 << 22) - 1);
        let low = ldexp(low as f64, -53) + ldexp(sticky as f64, -75);
        let scale = if self.negative { ldexp(-1.0, -52) } else { ldexp(1.0, -52) };
        (Double::sum(high * scale, low * scale), position * 64 + 63 - zeros as i32)
    }

    /// The nearest float; infinite if the number is out of range. The error is at most 1/2 + 2⁻⁵⁰ units in the last
    /// place.
    pub fn to_f64(&self) -> f64 {
        let (mantissa, exponent) = self.to_double();
        ldexp(mantissa.high, exponent)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }
}

impl Ring for Dyadic {
    fn zero() -> Self {
        Self::default()
    }
    fn one() -> Self {
        Self::from(1.0)
    }
    fn plus(&self, other: &Self) -> Self {
        self.signed_sum(other, false)
    }
    fn minus(&self, other: &Self) -> Self {
        self.signed_sum(other, true)
    }
    /// Compiled once: it is many instructions, and each product of vectors has some.
    #[inline(never)]
    fn sum_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        a.times(b).plus(&c.times(d))
    }
    #[inline(never)]
    fn difference_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        a.times(b).minus(&c.times(d))
    }
    fn times(&self, other: &Self) -> Self {
        let (lefts, rights) = (self.limbs.as_slice(), other.limbs.as_slice());
        if lefts.is_empty() || rights.is_empty() {
            return Self::default();
        }
        let negative = self.negative != other.negative;
        let mut number = Self::zeros(negative, self.exponent + other.exponent, lefts.len() + rights.len());
        let product = number.limbs.as_mut_slice();
        for (i, &left) in lefts.iter().enumerate() {
            let mut carry = 0u128;
            let row = &mut product[i..][..=rights.len()];
            for (limb, &right) in row.iter_mut().zip(rights) {
                carry += u128::from(left) * u128::from(right) + u128::from(*limb);
                *limb = carry as u64;
                carry >>= 64;
            }
            row[rights.len()] = carry as u64;
        }
        number.trim();
        number
    }
    fn negated(&self) -> Self {
        Self { negative: !self.negative && !self.is_zero(), ..self.clone() }
    }
    fn is_positive(&self) -> bool {
        !self.negative && !self.is_zero()
    }
    fn is_negative(&self) -> bool {
        self.negative
    }
    fn is_zero(&self) -> bool {
        self.limbs.as_slice().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(x: f64) -> Dyadic {
        Dyadic::from(x)
    }

    #[test]
    fn floats_come_back() {
        for x in [0.0, 1.0, -1.5, 5e-324, f64::MAX, -f64::MIN_POSITIVE, 0.1, 1e300, 3e-310] {
            assert_eq!(d(x).to_f64(), x);
        }
    }

    #[test]
    fn a_tiny_part_survives_a_large_one() {
        let sum = d(1.0).plus(&d(1e-300));
        assert!(sum > d(1.0));
        assert_eq!(sum.minus(&d(1.0)).to_f64(), 1e-300);
        assert_eq!(sum.times(&sum).minus(&d(1.0)).to_f64(), 2e-300);
    }

    /// Cause: a third limb set the lowest bit, also where none of its bits was cut off. Source: box pairs times 2^335.
    #[test]
    fn a_number_times_a_power_of_two_has_the_same_mantissa() {
        let mut random = crate::random::Random(8);
        let mut long = 0;
        for _ in 0..2000 {
            let float = |bits: u64| (bits >> 11) as f64;
            let number = d(float(random.bits())).times(&d(float(random.bits()))).plus(&d(ldexp(random.signed(), -20)));
            let (mantissa, exponent) = number.to_double();
            for power in 1..64 {
                let scaled = number.times(&d(ldexp(1.0, power)));
                assert_eq!(scaled.to_double(), (mantissa, exponent + power));
                long += usize::from(scaled.limbs.as_slice().len() > 2);
            }
        }
        assert!(long > 10_000, "{long} numbers of three limbs");
    }

    #[test]
    fn ring_laws_hold_on_random_floats_of_all_sizes() {
        let mut random = crate::random::Random(7);
        let mut next = || {
            loop {
                let bits = random.bits();
                let x = f64::from_bits(bits ^ (bits >> 29));
                if x.is_finite() {
                    return d(x);
                }
            }
        };
        for _ in 0..2000 {
            let (a, b, c) = (next(), next(), next());
            assert_eq!(a.plus(&b).times(&c), a.times(&c).plus(&b.times(&c)));
            assert_eq!(a.minus(&b), b.minus(&a).negated());
            assert_eq!(a.plus(&b).minus(&b), a);
            assert_eq!(a.cmp(&b), a.minus(&b).cmp(&Dyadic::zero()));
        }
    }

    #[test]
    fn sums_and_products_of_integers_match_wide_integers() {
        let mut random = crate::random::Random(9);
        for _ in 0..2000 {
            let bits = random.bits();
            let (a, b) = ((bits >> 33) as i64 - (1 << 30), (bits & 0xffff_ffff) as i64 - (1 << 31));
            assert_eq!(d(a as f64).times(&d(b as f64)), d(0.0).plus(&exact(i128::from(a) * i128::from(b))));
        }
    }

    fn exact(x: i128) -> Dyadic {
        let high = x >> 40;
        d(high as f64).times(&d(ldexp(1.0, 40))).plus(&d((x - (high << 40)) as f64))
    }
}
