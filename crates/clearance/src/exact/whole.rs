//! Exact signs of bodies whose coordinates are whole multiples of a power of two: integers of 64 bits, and their products.
//!
//! A coordinate is below 2^59 units. So a point of A − B is below 2^61, an edge below 2^62, a coordinate of a normal below
//! 2^125, and each part of a height below 2^127.

use crate::numbers::real::{exponent_of, greater, power_of_two};
use crate::space::vector::{Space, WideVector};

/// A vector in units. In the plane the third number is zero.
pub(super) type Units = [i64; 3];

/// The bits of a coordinate.
const BITS: i32 = 59;

/// A unit of lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    /// Units in a length of 1.
    units: f64,
}

impl Whole {
    /// The unit in which the coordinates of all points are below 2^59.
    pub fn of<W: WideVector>(points: &[W]) -> Option<Self> {
        let largest = points.iter().fold(0.0, |largest, point| greater(largest, point.max_abs()));
        let is_usual = largest > 1e-200 && largest < 1e200;
        is_usual.then(|| Self { units: power_of_two(BITS - 1 - exponent_of(largest)) })
    }

    /// A point in units. `None` if a coordinate is no whole number of them, or is too large.
    pub fn point<W: WideVector>(&self, point: &W) -> Option<Units> {
        let mut units = [0; 3];
        for (axis, units) in units.iter_mut().enumerate().take(W::DIM) {
            let number = point.coordinate(axis) * self.units;
            let whole = number as i64;
            // Floats below 2^63 come back from integers as they were if they are whole.
            if !(number.abs() < power_of_two(BITS) && whole as f64 == number) {
                return None;
            }
            *units = whole;
        }
        Some(units)
    }
}

/// to − from.
pub(super) fn less(to: Units, from: Units) -> Units {
    core::array::from_fn(|axis| to[axis] - from[axis])
}

/// The normal of the plane through two edges, in the plane of the line along the first.
pub(super) fn normal_of<W: WideVector>(edges: [Units; 2]) -> [i128; 3] {
    let [[a, b, c], [d, e, f]] = edges.map(|edge| edge.map(i128::from));
    if W::DIM == 2 { [b, -a, 0] } else { [b * f - c * e, c * d - a * f, a * e - b * d] }
}

/// The sign of the height of a point along a normal: 1, 0 or −1.
pub(super) fn sign_of_height(normal: [i128; 3], point: Units) -> i32 {
    let (mut high, mut low) = (0i128, 0i128);
    for (along, number) in normal.into_iter().zip(point) {
        let number = i128::from(number);
        high += (along >> 64) * number;
        low += (along & i128::from(u64::MAX)) * number;
    }
    // The height is high · 2^64 + low.
    let (whole, rest) = (high + (low >> 64), low & i128::from(u64::MAX));
    if whole < 0 { -1 } else { i32::from(whole > 0 || rest > 0) }
}

/// A float direction within 2u of a normal. Its largest coordinate is between 1 and 2. `None` for zero.
pub(super) fn rounded<W: WideVector>(normal: [i128; 3]) -> Option<W> {
    let direction =
        (0..W::DIM).fold(<W as Space>::zero(), |direction, axis| direction.with_coordinate(axis, normal[axis] as f64));
    let largest = direction.max_abs();
    (largest > 0.0).then(|| direction * power_of_two(-exponent_of(largest)))
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
                let bits = if case % 2 == 0 { 62 } else { 3 };
                core::array::from_fn(|_| (random.bits() >> (64 - bits)) as i64 - (1 << (bits - 1)))
            };
            let (from, edges, beside): (Units, [Units; 2], Units) = (units(), [units(), units()], units());
            // A point in the plane of the edges, or any point.
            let point = if case % 3 == 0 { less(edges[0], from) } else { beside };
            let edges = if case % 3 == 0 { [point, edges[1]] } else { edges };
            let normal = normal_of::<Vec3<f64>>(edges);
            let exact = |number: i64| {
                let (high, low) = (number >> 32, number & 0xffff_ffff);
                Dyadic::from(high as f64).times(&Dyadic::from(4_294_967_296.0)).plus(&Dyadic::from(low as f64))
            };
            let vector = |[x, y, z]: Units| vec3(exact(x), exact(y), exact(z));
            let height = vector(edges[0]).wedge(&vector(edges[1])).dot(&vector(point));
            let right = i32::from(height.is_positive()) - i32::from(height.is_negative());
            assert_eq!(sign_of_height(normal, point), right, "{edges:?} {point:?}");
            signs[(right + 1) as usize] += 1;
            equal += usize::from(right == 0);
        }
        assert!(signs.iter().all(|&count| count > 2_000) && equal > 6_000, "{signs:?} {equal}");
    }

    #[test]
    fn a_coordinate_that_is_no_whole_number_of_units_is_refused() {
        let points = [vec3(1.0, 2.0, -3.0), vec3(0.5, 0.25, 0.125)];
        let whole = Whole::of(&points).unwrap();
        assert!(points.iter().all(|point| whole.point(point).is_some()));
        assert_eq!(whole.point(&vec3(2f64.powi(-60), 0.0, 0.0)), None);
        assert_eq!(whole.point(&vec3(f64::NAN, 0.0, 0.0)), None);
        assert_eq!(whole.point(&vec3(1e30, 0.0, 0.0)), None);
        assert!(Whole::of(&[vec3(0.0, 0.0, 0.0)]).is_none());
    }
}
