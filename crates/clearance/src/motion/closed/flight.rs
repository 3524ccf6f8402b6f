//! A vertex that flies past a body: where it is at each fraction, and what a formula tells about it.
//!
//! The place of the vertex from the body is D(t) = start + t·way. The formulas find t near the contact first, in floats
//! that err by shares of |start|. Then they look at D(t) anew: it is a sum without error that is rounded once, so
//! from there on all errors are shares of the body.
//!
//! **Units.** Lengths are multiplied by a power of two if the size is outside of 2^±60, so that all products stay in
//! range. Fractions need no scale.

use crate::difference::diagonal;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, ldexp};
use crate::result::Witnesses;
use crate::space::vector::WideVector;

/// Sizes whose products of six lengths stay inside the range of `f64` without a scale: 2^−60 and 2^60.
const COMMON: [f64; 2] = [8.673_617_379_884_035e-19, 1.152_921_504_606_847e18];

/// Sizes outside of this have numbers below the normal range. Floats prove nothing about them.
const NORMAL: core::ops::Range<i32> = -900..900;

/// The greatest quotient of the size and the way, 2^200, and its inverse. Larger: products may leave the range.
const FARTHEST: [f64; 2] = [1.606_938_044_258_990_3e60, 6.223_015_277_861_142e-61];

/// The greatest bracket that may be answered, in units of u · size / closing speed, with the u of the shapes' scalar. The
/// rotation of a shape in `f32` has a defect of that order.
const WIDEST: f64 = 16.0;

/// What a formula proves.
pub(super) enum Verdict<W> {
    /// There is no contact on the whole way.
    Clear,
    Meets(Meeting<W>),
    /// Rounding leaves it open.
    Open,
}

/// The first contact.
pub(super) struct Meeting<W> {
    /// Proven: no contact before `lower`, and contact at or before `upper`.
    pub lower: f64,
    pub upper: f64,
    pub best: f64,
    /// How fast the distance falls from `lower` to `upper`: not less than it does, as a length per fraction.
    pub speed: f64,
    /// The unit normal from the body to the vertex, or from the first box to the second.
    pub normal: W,
    /// The points of the cores, from their origins, or from their vertices if there is only one.
    pub feet: [W; 2],
    pub witnesses: Witnesses,
}

/// The distance of the cores that is contact.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub radius: f64,
    /// What the sum lost.
    pub error: f64,
    pub target: f64,
}

impl Level {
    #[inline(always)]
    pub fn new(radii: [f64; 2], target: f64) -> Self {
        let radius = radii[0] + radii[1] + target;
        let parts = u32::from(radii[0] > 0.0) + u32::from(radii[1] > 0.0) + u32::from(target > 0.0);
        Self { radius, error: if parts > 1 { 2.0 * U * radius } else { 0.0 }, target }
    }
}

pub(super) struct Flight<W> {
    start: [W; 2],
    pub way: W,
    /// As in [`crate::Proximity`].
    pub size: f64,
    /// What places err by beside their own rounding.
    pub fine: f64,
    /// The greatest bracket times the closing speed.
    widest: f64,
    /// Lengths are multiplied by 2^−exponent.
    pub exponent: i32,
}

impl<W: WideVector> Flight<W> {
    /// The flight from one place to another, both as sums. `None` if a number is not finite or far from the others.
    #[inline(always)]
    /// `unit` is the u of the shapes' scalar.
    pub fn new(places: [[W; 2]; 2], extents: [f64; 2], apart: W, way: W, level: &Level, unit: f64) -> Option<Self> {
        let size = diagonal::<W>() * (extents[0] + extents[1] + apart.max_abs()) + level.radius;
        let length = way.max_abs();
        // With this the way is finite, too.
        if !(length <= size * FARTHEST[0] && length >= size * FARTHEST[1] && way.sum_abs() < f64::INFINITY) {
            return None;
        }
        if (COMMON[0]..COMMON[1]).contains(&size) {
            let fine = 16.0 * U * U * (size + length);
            let widest = WIDEST * unit * size;
            return Some(Self { start: apart_by(places), way, size, fine, widest, exponent: 0 });
        }
        Self::scaled(places, size, way, unit)
    }

    #[cold]
    #[inline(never)]
    fn scaled(places: [[W; 2]; 2], size: f64, way: W, unit: f64) -> Option<Self> {
        if !(size > 0.0 && size < f64::INFINITY && NORMAL.contains(&exponent_of(size))) {
            return None;
        }
        let exponent = exponent_of(size);
        let places = places.each(|sum| sum.each(|vector| vector.scaled_by_power(-exponent)));
        let (way, size) = (way.scaled_by_power(-exponent), ldexp(size, -exponent));
        let fine = 16.0 * U * U * (size + way.max_abs());
        let widest = WIDEST * unit * size;
        Some(Self { start: apart_by(places), way, size, fine, widest, exponent })
    }

    /// The place of the vertex at fraction 0, rounded.
    #[inline(always)]
    pub fn start(&self) -> W {
        self.start[0]
    }

    /// The place of the vertex, rounded once but for `fine`.
    #[inline(always)]
    pub fn place(&self, t: f64) -> W {
        (0..W::DIM).fold(self.way, |place, axis| {
            let along = Double::product(*self.way.coordinate(axis), t);
            let sum = Double::sum(*self.start[0].coordinate(axis), along.high);
            let rest = sum.low + along.low + *self.start[1].coordinate(axis);
            place.with_coordinate(axis, sum.high + rest)
        })
    }

    /// The meeting at `t + gain`, if it is on the way and its bracket is narrow enough. The gain errs by `error`, and the
    /// distance falls by `closing` or less.
    #[inline(always)]
    pub fn bracket(&self, t: f64, gain: f64, error: f64, closing: f64) -> Option<[f64; 3]> {
        let lower = (t + (gain - error)) * (1.0 - 2.0 * U);
        let upper = (t + (gain + error)) * (1.0 + 2.0 * U);
        let is_narrow = (upper - lower) * closing <= self.widest;
        (is_narrow && lower > 0.0 && upper <= 1.0).then_some([lower, upper, t + gain])
    }

    /// The level in the unit of the flight.
    #[inline(always)]
    pub fn level(&self, level: Level) -> Level {
        if self.exponent == 0 {
            return level;
        }
        let [radius, error] = [level.radius, level.error].each(|length| ldexp(length, -self.exponent));
        Level { radius, error, ..level }
    }
    /// A vector of the shapes' unit, scaled.
    #[inline(always)]
    pub fn shrunk(&self, vector: W) -> W {
        if self.exponent == 0 { vector } else { vector.scaled_by_power(-self.exponent) }
    }
    /// A length of the shapes' unit, scaled.
    #[inline(always)]
    pub fn shrunk_length(&self, length: f64) -> f64 {
        if self.exponent == 0 { length } else { ldexp(length, -self.exponent) }
    }
    /// A scaled vector in the unit of the shapes.
    #[inline(always)]
    pub fn unshrunk(&self, vector: W) -> W {
        if self.exponent == 0 { vector } else { vector.scaled_by_power(self.exponent) }
    }
    /// A scaled length in the unit of the shapes.
    #[inline(always)]
    pub fn unshrunk_length(&self, length: f64) -> f64 {
        if self.exponent == 0 { length } else { ldexp(length, self.exponent) }
    }
}

/// The sum of two vectors as its rounding and what that lost. Most often one of them is zero.
#[inline(always)]
pub(super) fn sum<W: WideVector>(first: W, second: W) -> [W; 2] {
    if second.is_zero() {
        return [first, W::zero()];
    }
    if first.is_zero() { [second, W::zero()] } else { two_sum(first, second) }
}

#[inline(always)]
fn two_sum<W: WideVector>(first: W, second: W) -> [W; 2] {
    (0..W::DIM).fold([first, second], |both, axis| {
        let sum = Double::sum(*first.coordinate(axis), *second.coordinate(axis));
        [both[0].with_coordinate(axis, sum.high), both[1].with_coordinate(axis, sum.low)]
    })
}

/// The difference of two sums, as its rounding and the rest. Exchanged sums give the opposite.
#[inline(always)]
fn apart_by<W: WideVector>([[from, from_rest], [to, to_rest]]: [[W; 2]; 2]) -> [W; 2] {
    let [apart, rest] = two_sum(to, -from);
    [apart, rest + (to_rest - from_rest)]
}
