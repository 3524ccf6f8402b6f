//! Numbers as text: the shortest decimals that read back as the same number, and decimals of bounds that are bounds,
//! too.
//!
//! The shortest decimal of a float is near the float, but not equal to it. So the decimal of a lower bound may lie
//! above the bound by a fraction of its last place. [`push_lower`] and [`push_upper`] compare the decimal with the
//! float in integers. If it is on the wrong side, they write 18 digits, and move the last digit outward. That is less
//! than a third of the way to the middle between two floats. So the decimal still reads back as the same float.

use std::cmp::Ordering;

use clearance_files::Scalar;
use clearance_files::fault::Fault;

/// The shortest decimal of `value`, a finite number of the scalar. Minus zero is written as zero.
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

/// The decimal of a lower bound: see [`push_lower`].
pub fn lower(value: f64, scalar: Scalar) -> String {
    text(|out| push_lower(out, value, scalar))
}

/// The decimal of an upper bound: see [`push_upper`].
pub fn upper(value: f64, scalar: Scalar) -> String {
    text(|out| push_upper(out, value, scalar))
}

fn text(push: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    push(&mut out);
    String::from_utf8(out).expect("a decimal is ASCII")
}

/// Appends a decimal that reads back as `value`. As a real number it is not above `value`.
pub fn push_lower(out: &mut Vec<u8>, value: f64, scalar: Scalar) {
    match decimal_against(value, scalar) {
        Some(Ordering::Less | Ordering::Equal) => push(out, value, scalar),
        _ => out.extend_from_slice(beyond(value, value < 0.0).as_bytes()),
    }
}

/// Appends a decimal that reads back as `value`. As a real number it is not below `value`.
pub fn push_upper(out: &mut Vec<u8>, value: f64, scalar: Scalar) {
    match decimal_against(value, scalar) {
        Some(Ordering::Greater | Ordering::Equal) => push(out, value, scalar),
        _ => out.extend_from_slice(beyond(value, value > 0.0).as_bytes()),
    }
}

/// Rounds coordinates to the scalar.
pub fn round(coordinates: &mut [f64], scalar: Scalar) -> Result<(), Fault> {
    for coordinate in coordinates {
        let rounded = match scalar {
            Scalar::F64 => *coordinate,
            Scalar::F32 => f64::from(*coordinate as f32),
        };
        if !rounded.is_finite() {
            return Err(Fault::new(format!("{coordinate:e} is beyond the range of {}", scalar.name())));
        }
        *coordinate = rounded;
    }
    Ok(())
}

/// Appends a number, or `other` if it is not finite.
pub fn push_or(out: &mut Vec<u8>, x: f64, push: fn(&mut Vec<u8>, f64, Scalar), other: &str) {
    if x.is_finite() { push(out, x, Scalar::F64) } else { out.extend_from_slice(other.as_bytes()) }
}

/// A decimal of 18 digits that is farther from zero than `value`, or nearer to zero. `value` is not zero. The distance
/// from `value` is between a half and one and a half units of the last digit.
fn beyond(value: f64, farther: bool) -> String {
    let text = std::format!("{:.17e}", value.abs());
    let (digits, ten) = decimal(&text);
    let digits = (if farther { digits + 1 } else { digits - 1 }).to_string();
    let (sign, power) = (if value < 0.0 { "-" } else { "" }, ten + digits.len() as i32 - 1);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    match power {
        -5..=-1 => std::format!("{sign}0.{}{}", zeros(-1 - power), digits.trim_end_matches('0')),
        0..=15 => {
            let (whole, fraction) = digits.split_at(power as usize + 1);
            let fraction = fraction.trim_end_matches('0');
            std::format!("{sign}{whole}.{}", if fraction.is_empty() { "0" } else { fraction })
        }
        _ => {
            let (whole, fraction) = digits.split_at(1);
            std::format!("{sign}{whole}.{}e{power}", fraction.trim_end_matches('0')).replace(".e", "e")
        }
    }
}

/// A number of the scalar that is less than `value`, and less than the number that `value` was rounded from.
pub fn below(value: f64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F32 => f64::from((value as f32).next_down()),
        Scalar::F64 => value.next_down(),
    }
}

/// How the shortest decimal of `value` compares with `value` itself. It is `None` if 128 bits cannot decide it.
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

/// Compares `digits · 10^ten` with `mantissa · 2^two`. It is `None` if a side without fractions does not fit in 128
/// bits.
fn compare(digits: u128, ten: i32, mantissa: u128, two: i32) -> Option<Ordering> {
    // Clears 10^-q = 2^-q · 5^-q: the fives go to the other side, and the twos are gathered on one side.
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
        assert_eq!(printed(push_upper, 0.1, Scalar::F64), "0.100000000000000007");
        assert_eq!(printed(push_lower, 0.3, Scalar::F64), "0.299999999999999988");
        assert_eq!(printed(push_upper, 0.3, Scalar::F64), "0.3");
        assert_eq!(printed(push_lower, -0.1, Scalar::F64), "-0.100000000000000007");
        assert_eq!(printed(push_upper, -0.1, Scalar::F64), "-0.1");
        assert_eq!(printed(push_upper, 1.7e22, Scalar::F64), "1.7e22");
        assert_eq!(printed(push_upper, 1.3e300, Scalar::F64), "1.30000000000000008e300");
    }

    /// Cause: a decimal on the wrong side was replaced by that of the neighbouring float.
    /// Law: the decimal of a bound reads back as the bound. So a scaled scene has scaled bounds, bit for bit.
    #[test]
    fn the_decimal_of_a_bound_reads_back_as_the_bound_and_lies_on_its_side() {
        let (mut state, mut long) = (7u64, 0);
        for _ in 0..20_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Every second float of the common range, where integers can decide the comparison.
            let common = (state & !(0x7ff << 52)) | (1003 + state % 41) << 52;
            let value = f64::from_bits(if state >> 63 == 0 { state } else { common });
            if !value.is_finite() {
                continue;
            }
            for (push, side) in
                [(push_lower as fn(&mut Vec<u8>, f64, Scalar), Ordering::Less), (push_upper, Ordering::Greater)]
            {
                let text = printed(push, value, Scalar::F64);
                assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
                let (digits, ten) = decimal(text.trim_start_matches('-'));
                let (mantissa, two) = binary(value.abs());
                if let Some(order) = compare(digits, ten, mantissa, two) {
                    let order = if value < 0.0 { order.reverse() } else { order };
                    assert!(order == side || order == Ordering::Equal, "{text} is not on its side of {value:e}");
                    long += i32::from(digits >= 100_000_000_000_000_000);
                }
            }
        }
        assert!(long > 50, "idle: {long} decimals were lengthened where integers can tell");
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
        assert_eq!(printed(push_upper, f64::MAX, Scalar::F64), "1.79769313486231572e308");
        assert_eq!(printed(push_lower, 5e-324, Scalar::F64), "4.94065645841246543e-324");
        assert_eq!(printed(push_upper, 5e-324, Scalar::F64), "4.94065645841246545e-324");
    }
}
