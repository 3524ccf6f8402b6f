//! Numbers as text: the shortest decimals that read back as the same number, and bounds that hold as decimals too.
//!
//! The shortest decimal of a float is near the float, not equal to it. Read as a real number, the decimal of a lower
//! bound may therefore lie above the bound by a fraction of its last place. [`push_lower`] and [`push_upper`] compare the
//! decimal with the float in integers and step one float outward where the decimal is on the wrong side: the decimal of
//! the neighbour lies beyond the middle between the two floats, so one step is enough.

use serde::Deserialize;
use std::cmp::Ordering;

/// The float type of a question: what its numbers are rounded to, and how its answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// Single precision.
    F32,
    /// Double precision.
    #[default]
    F64,
}

/// The shortest decimal of `value`, a finite number of the scalar. Minus zero is zero to a reader.
fn format(buffer: &mut ryu::Buffer, value: f64, scalar: Scalar) -> &str {
    match scalar {
        Scalar::F32 => buffer.format_finite(value as f32 + 0.0),
        Scalar::F64 => buffer.format_finite(value + 0.0),
    }
}

/// Appends the shortest decimal that reads back as `value`.
pub fn push(out: &mut Vec<u8>, value: f64, scalar: Scalar) {
    out.extend_from_slice(format(&mut ryu::Buffer::new(), value, scalar).as_bytes());
}

/// The shortest decimal that reads back as `value`.
pub fn shortest(value: f64, scalar: Scalar) -> String {
    format(&mut ryu::Buffer::new(), value, scalar).to_owned()
}

/// Appends a decimal that is, as a real number, not above `value` and less than two floats below.
pub fn push_lower(out: &mut Vec<u8>, value: f64, scalar: Scalar) {
    match decimal_against(value, scalar) {
        Some(Ordering::Less | Ordering::Equal) => push(out, value, scalar),
        _ => push(out, next_down(value, scalar), scalar),
    }
}

/// Appends a decimal that is, as a real number, not below `value` and less than two floats above.
pub fn push_upper(out: &mut Vec<u8>, value: f64, scalar: Scalar) {
    match decimal_against(value, scalar) {
        Some(Ordering::Greater | Ordering::Equal) => push(out, value, scalar),
        _ => push(out, -next_down(-value, scalar), scalar),
    }
}

/// The next number of the scalar below the finite `value`; the least one stays, there being no decimal below it.
fn next_down(value: f64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F32 => f64::from((value as f32).next_down().max(f32::MIN)),
        Scalar::F64 => value.next_down().max(f64::MIN),
    }
}

/// How the shortest decimal of `value` compares with `value` itself. `None` where 128 bits cannot tell.
fn decimal_against(value: f64, scalar: Scalar) -> Option<Ordering> {
    if value == 0.0 {
        return Some(Ordering::Equal);
    }
    let mut buffer = ryu::Buffer::new();
    let (digits, ten) = decimal(format(&mut buffer, value.abs(), scalar));
    let (mantissa, two) = binary(value.abs());
    let order = compare(digits, ten, mantissa, two)?;
    Some(if value < 0.0 { order.reverse() } else { order })
}

/// A positive decimal as `digits · 10^exponent`.
fn decimal(text: &str) -> (u128, i32) {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = whole.bytes().chain(fraction.bytes()).fold(0, |n: u128, digit| 10 * n + u128::from(digit - b'0'));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    (digits, exponent - fraction.len() as i32)
}

/// A positive finite float as `mantissa · 2^exponent` with an odd mantissa.
fn binary(value: f64) -> (u128, i32) {
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    let zeros = mantissa.trailing_zeros();
    (u128::from(mantissa >> zeros), exponent + zeros as i32)
}

/// Compares `digits · 10^ten` with `mantissa · 2^two`, both below 2^128 once the fractions are cleared; else `None`.
fn compare(digits: u128, ten: i32, mantissa: u128, two: i32) -> Option<Ordering> {
    // Clear 10^-q = 2^-q · 5^-q: the fives go to the other side, the twos are gathered on one.
    let five = 5u128.checked_pow(ten.unsigned_abs())?;
    let (left, right) =
        if ten < 0 { (digits, mantissa.checked_mul(five)?) } else { (digits.checked_mul(five)?, mantissa) };
    let twos = ten - two;
    let shifted = |n: u128| (n.leading_zeros() > twos.unsigned_abs()).then(|| n << twos.unsigned_abs());
    Some(if twos < 0 { left.cmp(&shifted(right)?) } else { shifted(left)?.cmp(&right) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(push: fn(&mut Vec<u8>, f64, Scalar), value: f64, scalar: Scalar) -> String {
        let mut out = Vec::new();
        push(&mut out, value, scalar);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn exact_decimals_are_printed_as_they_are() {
        for (value, text) in [(2.5, "2.5"), (0.0, "0.0"), (-0.0, "0.0"), (-3.0, "-3.0"), (1e16, "1e16")] {
            for scalar in [Scalar::F32, Scalar::F64] {
                assert_eq!(printed(push_lower, value, scalar), text);
                assert_eq!(printed(push_upper, value, scalar), text);
            }
        }
    }

    #[test]
    fn the_decimal_of_a_bound_lies_on_its_side() {
        // 0.1 in binary is above 1/10, 0.3 below 3/10.
        assert_eq!(printed(push_lower, 0.1, Scalar::F64), "0.1");
        assert_eq!(printed(push_upper, 0.1, Scalar::F64), "0.10000000000000002");
        assert_eq!(printed(push_lower, 0.3, Scalar::F64), "0.29999999999999993");
        assert_eq!(printed(push_upper, 0.3, Scalar::F64), "0.3");
        assert_eq!(printed(push_lower, -0.1, Scalar::F64), "-0.10000000000000002");
        assert_eq!(printed(push_upper, -0.1, Scalar::F64), "-0.1");
    }

    #[test]
    fn decimals_of_single_precision_bounds_bracket_as_double_precision_numbers() {
        let mut state = 1u64;
        let mut idle = 0;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from(f32::from_bits((state >> 32) as u32));
            if !value.is_finite() {
                continue;
            }
            let lower: f64 = printed(push_lower, value, Scalar::F32).parse().unwrap();
            let upper: f64 = printed(push_upper, value, Scalar::F32).parse().unwrap();
            assert!(lower <= value && value <= upper, "{lower} {value} {upper}");
            idle += i32::from(lower == value && upper == value);
        }
        assert!(idle < 2000, "nearly every decimal differs from its float, {idle} did not");
    }

    #[test]
    fn ends_of_the_range_stay_finite() {
        assert_eq!(printed(push_upper, f64::MAX, Scalar::F64), "1.7976931348623157e308");
        assert_eq!(printed(push_lower, 5e-324, Scalar::F64), "0.0");
        assert_eq!(printed(push_upper, 5e-324, Scalar::F64), "1e-323");
    }
}
