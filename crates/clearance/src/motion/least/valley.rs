//! The bottom of a valley: a moment at which the distance of two moving bodies stops falling.
//!
//! **Method.** A look tells the distance and, by the velocities of the nearest points along the normal, how fast it changes.
//! Between a look where it falls and a later one where it rises there is a least distance. Where the nearest features stay
//! the same, the cubic through both values and both rates has nearly the same minimum. Where they change, the distance has a
//! kink, and the tangents cross near it. So both are tried, the one that the last step did not try first.
//!
//! Nothing here is a proof: a look is an upper bound of the least distance, wherever it is.

use super::Sweep;
use crate::motion::search::Look;
use crate::numbers::each::Each;
use crate::numbers::real::{U, sqrt};
use crate::space::vector::{Space, WideVector};

/// The greatest number of looks between two. Larger: more looks where the distance is not smooth.
const MOST: u32 = 24;

/// The first step from a look into the valley, as a part of the motion. The steps double.
const FIRST: f64 = 1.0 / 32.0;

/// A new look is at least this part of the interval away from its ends. Larger: slower where the ends are near the
/// bottom. Smaller: steps that change nothing.
const INSET: f64 = 1e-3;

/// A look with the rate of its distance.
#[derive(Clone, Copy)]
struct Slope {
    fraction: f64,
    distance: f64,
    /// In lengths a motion.
    rate: f64,
}

impl<W: WideVector> Sweep<'_, '_, W> {
    /// Goes to the bottom between two looks, if the distance falls after the first and rises before the second. Otherwise to
    /// the bottom of the valley of the nearer one.
    pub(super) fn go_between(&mut self, first: Look<W>, last: Look<W>, gap: f64) {
        let [left, right] = [first, last].each(|look| self.slope(&look));
        if left.rate < 0.0 && right.rate > 0.0 {
            self.close_in(left, right, gap);
        } else {
            self.go_to_bottom(if last.answer.distance < first.answer.distance { last } else { first }, gap);
        }
    }

    /// Whether the distance falls from a look towards a moment.
    pub(super) fn falls_towards(&self, look: &Look<W>, fraction: f64) -> bool {
        let slope = self.slope(look);
        if fraction > look.fraction { slope.rate < 0.0 } else { slope.rate > 0.0 }
    }

    /// Goes from a look to the bottom of its valley.
    pub(super) fn go_to_bottom(&mut self, look: Look<W>, gap: f64) {
        let mut here = self.slope(&look);
        let forward = here.rate < 0.0;
        let mut step = FIRST;
        while self.upper() > 0.0 {
            let fraction = (here.fraction + if forward { step } else { -step }).clamp(0.0, 1.0);
            if fraction == here.fraction {
                return;
            }
            let next = self.look(fraction);
            let there = self.slope(&next);
            if (there.rate < 0.0) != forward || there.distance > here.distance {
                let (left, right) = if forward { (here, there) } else { (there, here) };
                return self.close_in(left, right, gap);
            }
            (here, step) = (there, 2.0 * step);
        }
    }

    /// Narrows an interval around a bottom until what the tangents leave below the lower end is less than a part of the gap.
    fn close_in(&mut self, mut left: Slope, mut right: Slope, gap: f64) {
        for turn in 0..MOST {
            let best = if left.distance < right.distance { left } else { right };
            let width = right.fraction - left.fraction;
            let crossing = crossing_of_tangents(left, right);
            let below = match crossing {
                Some(part) => left.distance + left.rate * part * width,
                None => f64::NEG_INFINITY,
            };
            if best.distance - below <= 0.25 * gap * best.distance || !(width > 8.0 * U) || self.upper() <= 0.0 {
                return;
            }
            let tangents = crossing.unwrap_or(0.5);
            let part = if turn % 2 == 0 { tangents } else { least_of_cubic(left, right).unwrap_or(tangents) };
            let look = self.look(left.fraction + part.clamp(INSET, 1.0 - INSET) * width);
            let middle = self.slope(&look);
            if middle.rate < 0.0 { left = middle } else { right = middle }
        }
    }

    fn slope(&self, look: &Look<W>) -> Slope {
        let (moving, answer) = (&self.search.moving, &look.answer);
        let at_start = look.fraction == 0.0;
        let centers = if at_start {
            [moving.a.center, moving.b.center]
        } else {
            [<W as Space>::zero(), moving.apart_at(look.fraction)]
        };
        let velocity_a = moving.a.turn.velocity_of(answer.point_a - centers[0]);
        let velocity_b = moving.b.turn.velocity_of(answer.point_b - centers[1]) + moving.way();
        let rate = answer.normal.dot(&(velocity_b - velocity_a));
        Slope { fraction: look.fraction, distance: answer.distance, rate }
    }
}

/// Where the tangents at two looks cross, as a part of the way between. `None` if they do not cross between.
fn crossing_of_tangents(left: Slope, right: Slope) -> Option<f64> {
    let width = right.fraction - left.fraction;
    let (fall, rise) = (-left.rate * width, right.rate * width);
    let part = (left.distance - right.distance + rise) / (fall + rise);
    (part > 0.0 && part < 1.0).then_some(part)
}

/// The least point of the cubic with the values and the rates of two looks, as a part of the way between.
fn least_of_cubic(left: Slope, right: Slope) -> Option<f64> {
    let width = right.fraction - left.fraction;
    let (first, last) = (left.rate * width, right.rate * width);
    let mean = right.distance - left.distance;
    // The rate along the way is first + 2·b·part + 3·a·part².
    let (a, b) = (first + last - 2.0 * mean, 3.0 * mean - 2.0 * first - last);
    let root = sqrt(b * b - 3.0 * a * first);
    let part = -first / (b + root);
    (part > 0.0 && part < 1.0).then_some(part)
}
