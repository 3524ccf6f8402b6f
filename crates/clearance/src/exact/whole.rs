//! Exact signs of bodies whose coordinates are whole multiples of a power of two: integers of 128 bits, and their products.
//!
//! A coordinate is below 2^121 units. So a point of A − B is below 2^123, an edge below 2^124, a coordinate of a normal below
//! 2^249, and a height below 2^375. A double-precision number has 53 bits: coordinates may be some 2^68 times smaller than the
//! largest one.

use crate::numbers::each::Each;
use crate::numbers::real::{exponent_of, ldexp, power_of_two};
use crate::space::vector::{Space, WideVector};

/// A vector in units. In the plane the third number is zero.
pub(super) type Units = [i128; 3];

/// An integer of N·64 bits, in two's complement, the least bits first.
type Wide<const N: usize> = [u64; N];

/// A vector of products of two lengths.
pub(super) type Normal = [Wide<4>; 3];

/// The bits of a coordinate.
const BITS: i32 = 121;

/// A unit of lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    /// Units in a length of 1.
    units: f64,
}

impl Whole {
    /// The unit in which coordinates up to `largest` are below 2^121.
    pub fn of(largest: f64) -> Option<Self> {
        let is_usual = largest > 1e-200 && largest < 1e200;
        is_usual.then(|| Self { units: power_of_two(BITS - 1 - exponent_of(largest)) })
    }

    /// A point in units. `None` if a coordinate is no whole number of them, or is too large.
    pub fn point<W: WideVector>(&self, point: &W) -> Option<Units> {
        let mut units = [0; 3];
        for (axis, units) in units.iter_mut().enumerate().take(W::DIM) {
            *units = integer(point.coordinate(axis) * self.units)?;
        }
        Some(units)
    }
}

/// A float as an integer below 2^121. `None` if it is none.
fn integer(number: f64) -> Option<i128> {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = number.to_bits();
    let shift = (bits >> 52 & 0x7ff) as i32 - 1075;
    let mantissa = (bits & MANTISSA) | (MANTISSA + 1);
    let size = match shift {
        0..=68 => u128::from(mantissa) << shift,
        -52..=-1 if mantissa.trailing_zeros() as i32 >= -shift => u128::from(mantissa >> -shift),
        _ if number == 0.0 => 0,
        _ => return None,
    };
    Some(if number < 0.0 { -(size as i128) } else { size as i128 })
}

/// to − from.
pub(super) fn less(to: Units, from: Units) -> Units {
    core::array::from_fn(|axis| to[axis] - from[axis])
}

/// The greatest |coordinate|, rounded.
pub(super) fn rounded_length(point: Units) -> f64 {
    point.iter().fold(0.0, |largest: f64, number| largest.max(number.unsigned_abs() as f64))
}

/// A vector, rounded, in units.
pub(super) fn rounded_vector<W: WideVector>(vector: Units) -> W {
    (0..W::DIM).fold(<W as Space>::zero(), |rounded, axis| rounded.with_coordinate(axis, vector[axis] as f64))
}

/// The normal of the plane through two edges, in the plane of the line along the first.
pub(super) fn normal_of<W: WideVector>(edges: [Units; 2]) -> Normal {
    let [[a, b, c], [d, e, f]] = edges;
    let one = limbs(1);
    if W::DIM == 2 {
        return [product(limbs(b), one), product(limbs(-a), one), [0; 4]];
    }
    cross([a, b, c], [d, e, f])
}

/// The product a × b.
fn cross([a, b, c]: Units, [d, e, f]: Units) -> Normal {
    let minor = |p: i128, q: i128, r: i128, s: i128| difference(times(p, q), times(r, s));
    [minor(b, f, c, e), minor(c, d, a, f), minor(a, e, b, d)]
}

/// Whether one of two vectors is a multiple of the other.
pub(super) fn are_parallel(a: Units, b: Units) -> bool {
    cross(a, b) == [[0; 4]; 3]
}

/// Whether the origin is on the segment between two points, and is neither of them.
pub(super) fn is_between(from: Units, to: Units) -> bool {
    let [x, y, z] = [0, 1, 2].each(|axis| times(from[axis], to[axis]));
    is_negative(sum(sum(x, y), z)) && are_parallel(from, to)
}

/// The opposite vector.
pub(super) fn negated(normal: Normal) -> Normal {
    normal.each(|number| difference([0; 4], number))
}

/// The sign of the height of a point along a normal: 1, 0 or −1.
pub(super) fn sign_of_height(normal: Normal, point: Units) -> i32 {
    let mut height: Wide<6> = [0; 6];
    for (along, number) in normal.into_iter().zip(point) {
        if number != 0 && along != [0; 4] {
            height = sum(height, product(along, limbs(number)));
        }
    }
    if is_negative(height) { -1 } else { i32::from(height != [0; 6]) }
}

/// A float direction within 2u of a normal. Its largest coordinate is between 1 and 2. `None` for zero.
pub(super) fn rounded<W: WideVector>(normal: Normal) -> Option<W> {
    let direction =
        (0..W::DIM).fold(<W as Space>::zero(), |direction, axis| direction.with_coordinate(axis, float(normal[axis])));
    let largest = direction.max_abs();
    (largest > 0.0).then(|| direction * power_of_two(-exponent_of(largest)))
}

/// The nearest float but for 2^−63 of the number.
fn float(number: Wide<4>) -> f64 {
    let size = if is_negative(number) { difference([0; 4], number) } else { number };
    let top = (1..4).rev().find(|&limb| size[limb] != 0).unwrap_or(1);
    let high = u128::from(size[top]) << 64 | u128::from(size[top - 1]);
    let float = ldexp(high as f64, 64 * (top as i32 - 1));
    if is_negative(number) { -float } else { float }
}

fn limbs(number: i128) -> Wide<2> {
    [number as u64, (number >> 64) as u64]
}

fn times(a: i128, b: i128) -> Wide<4> {
    if a == 0 || b == 0 { [0; 4] } else { product(limbs(a), limbs(b)) }
}

fn is_negative<const N: usize>(number: Wide<N>) -> bool {
    number[N - 1] >> 63 == 1
}

fn sum<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
    let (mut sum, mut carry) = ([0; N], 0);
    for limb in 0..N {
        let total = u128::from(a[limb]) + u128::from(b[limb]) + carry;
        (sum[limb], carry) = (total as u64, total >> 64);
    }
    sum
}

fn difference<const N: usize>(a: Wide<N>, b: Wide<N>) -> Wide<N> {
    let (mut difference, mut borrow) = ([0; N], false);
    for limb in 0..N {
        let (less, first) = a[limb].overflowing_sub(b[limb]);
        let (less, second) = less.overflowing_sub(u64::from(borrow));
        (difference[limb], borrow) = (less, first || second);
    }
    difference
}

/// The product of numbers of A and of B limbs, in N = A + B limbs.
///
/// The product of the limbs takes a negative a for a + 2^(64·A). So b, that many bits higher, is subtracted, and the same
/// for a negative b.
fn product<const A: usize, const B: usize, const N: usize>(a: Wide<A>, b: Wide<B>) -> Wide<N> {
    let mut product = [0; N];
    for (low, &from_a) in a.iter().enumerate() {
        let mut carry = 0;
        for (place, &from_b) in b.iter().enumerate() {
            let total = u128::from(from_a) * u128::from(from_b) + u128::from(product[low + place]) + carry;
            (product[low + place], carry) = (total as u64, total >> 64);
        }
        product[low + B] = carry as u64;
    }
    if is_negative(a) {
        product = difference(product, raised(A, b));
    }
    if is_negative(b) {
        product = difference(product, raised(B, a));
    }
    product
}

/// The number times 2^(64·`by`), without what is above N limbs.
fn raised<const M: usize, const N: usize>(by: usize, number: Wide<M>) -> Wide<N> {
    core::array::from_fn(|limb| if (by..by + M).contains(&limb) { number[limb - by] } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::dyadic::Dyadic;
    use crate::numbers::real::Ring;
    use crate::random::Random;
    use crate::space::vector::{Vec3, vec3};

    #[test]
    fn signs_of_heights_are_those_of_exact_numbers_at_the_greatest_lengths() {
        let mut random = Random(3);
        let (mut signs, mut equal) = ([0; 3], 0);
        for case in 0..20_000 {
            let mut units = || {
                let bits = [124, 90, 62, 3][case % 4];
                core::array::from_fn(|_| {
                    let number = u128::from(random.bits()) << 64 | u128::from(random.bits());
                    (number >> (128 - bits)) as i128 - (1 << (bits - 1))
                })
            };
            let (from, edges, beside): (Units, [Units; 2], Units) = (units(), [units(), units()], units());
            // A point in the plane of the edges, or any point.
            let point = if case % 3 == 0 { less(edges[0], from) } else { beside };
            let edges = if case % 3 == 0 { [point, edges[1]] } else { edges };
            let normal = normal_of::<Vec3<f64>>(edges);
            let exact = |number: i128| {
                let part = |from: u32| ldexp((number >> from & 0xffff_ffff) as f64, from as i32);
                let parts = [part(0), part(32), part(64), ldexp((number >> 96) as f64, 96)];
                parts.map(Dyadic::from).iter().fold(Dyadic::from(0.0), |sum, part| sum.plus(part))
            };
            let vector = |[x, y, z]: Units| vec3(exact(x), exact(y), exact(z));
            let height = vector(edges[0]).wedge(&vector(edges[1])).dot(&vector(point));
            let right = i32::from(height.is_positive()) - i32::from(height.is_negative());
            assert_eq!(sign_of_height(normal, point), right, "{edges:?} {point:?}");
            assert_eq!(sign_of_height(negated(normal), point), -right, "{edges:?} {point:?}");
            let parts = [0, 1, 2].each(|axis| Dyadic::from(float(normal[axis])));
            let area = vector(edges[0]).wedge(&vector(edges[1]));
            for (part, right) in parts.iter().zip([&area.x, &area.y, &area.z]) {
                let off = part.minus(right).to_f64().abs();
                assert!(off <= 2f64.powi(-53) * (1.0 + 1e-9) * right.to_f64().abs(), "{part:?} {right:?}");
            }
            signs[(right + 1) as usize] += 1;
            equal += usize::from(right == 0);
        }
        assert!(signs.iter().all(|&count| count > 2_000) && equal > 6_000, "{signs:?} {equal}");
    }

    #[test]
    fn a_coordinate_that_is_no_whole_number_of_units_is_refused() {
        let points = [vec3(1.0, 2.0, -3.0), vec3(0.5, 0.25, 0.125)];
        let whole = Whole::of(3.0).unwrap();
        assert!(points.iter().all(|point| whole.point(point).is_some()));
        assert_eq!(whole.point(&vec3(2f64.powi(-120), 0.0, 0.0)), None);
        assert_eq!(whole.point(&vec3(f64::NAN, 0.0, 0.0)), None);
        assert_eq!(whole.point(&vec3(1e30, 0.0, 0.0)), None);
        assert!(Whole::of(0.0).is_none());
    }
}
