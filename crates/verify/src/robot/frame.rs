//! Rigid motions in intervals: what the numbers of a robot mean, without rounding.

use crate::number::{Interval, Number};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

pub(crate) type Vector = [Interval; 3];

/// A rotation's rows, and the image of the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub rows: [Vector; 3],
    pub place: Vector,
}

impl Interval {
    /// The quotient by a number that is certainly positive.
    pub fn over(&self, by: &Self) -> Self {
        let end = |x: f64, least: f64, most: f64| if x < 0.0 { [x / least, x / most] } else { [x / most, x / least] };
        let (low, high) = (end(self.low, by.low, by.high)[0], end(self.high, by.low, by.high)[1]);
        Self { low: low.next_down(), high: high.next_up() }
    }
    /// The greatest absolute value.
    pub fn most(&self) -> f64 {
        self.high.max(-self.low)
    }
    /// A float in the middle, and how far a number may be from it.
    pub fn middle(&self) -> [f64; 2] {
        let middle = if self.low == self.high { self.low } else { 0.5 * self.low + 0.5 * self.high };
        [middle, (self.high - middle).max(middle - self.low).next_up() * f64::from(u8::from(self.low < self.high))]
    }
}

pub(crate) fn vector(x: [f64; 3]) -> Vector {
    x.map(Interval::of)
}

pub(crate) fn sum(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| x[k].plus(&y[k]))
}

pub(crate) fn difference(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| x[k].minus(&y[k]))
}

pub(crate) fn product(x: &Vector, factor: &Interval) -> Vector {
    x.map(|x| x.times(factor))
}

pub(crate) fn cross(x: &Vector, y: &Vector) -> Vector {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| x[i].times(&y[j]).minus(&x[j].times(&y[i])))
}

pub(crate) fn length(x: &Vector) -> Interval {
    // Squares are not negative, even those of wide intervals.
    let squares = x.map(|x| Interval { low: x.times(&x).low.max(0.0), ..x.times(&x) });
    squares[0].plus(&squares[1]).plus(&squares[2]).root()
}

/// The vector divided by its length. `None` if it may be zero.
pub(crate) fn unit(x: [f64; 3]) -> Option<Vector> {
    let most = x.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let scaled = x.map(|x| Interval::of(x).over(&Interval::of(most)));
    let length = length(&scaled);
    (most > 0.0 && length.low > 0.5).then(|| scaled.map(|x| x.over(&length)))
}

impl Frame {
    pub fn shift(place: Vector) -> Self {
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(vector);
        Self { rows, place }
    }

    /// The turn by an angle in radians about a unit axis (Rodrigues): c + s·(a ×) + (1 − c)·a·aᵀ.
    pub fn turn(axis: &Vector, angle: &Interval) -> Self {
        let [sine, cosine] = sine_cosine(angle);
        let rest = Interval::of(1.0).minus(&cosine);
        let rows = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let square = axis[i].times(&axis[j]).times(&rest);
                match (j + 3 - i) % 3 {
                    0 => square.plus(&cosine),
                    1 => square.minus(&sine.times(&axis[3 - i - j])),
                    _ => square.plus(&sine.times(&axis[3 - i - j])),
                }
            })
        });
        Self { rows, place: vector([0.0; 3]) }
    }

    /// Rz(yaw)·Ry(pitch)·Rx(roll).
    pub fn of_angles([roll, pitch, yaw]: [f64; 3]) -> Self {
        let about = |k: usize, angle: f64| {
            let axis = vector(std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 }));
            if angle == 0.0 { Self::shift(vector([0.0; 3])) } else { Self::turn(&axis, &Interval::of(angle)) }
        };
        about(2, yaw).times(&about(1, pitch)).times(&about(0, roll))
    }

    /// The rotation of a quaternion divided by its length: p + 2·(w·(u × p) + u × (u × p))/|q|².
    pub fn of_quaternion([x, y, z, w]: [f64; 4]) -> Option<Self> {
        let most = [x, y, z, w].iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let [x, y, z, w] = [x, y, z, w].map(|x| Interval::of(x).over(&Interval::of(most)));
        let square = Interval::dot(&[x, y, z], &[x, y, z]).plus(&w.times(&w));
        if !(most > 0.0 && square.low > 0.5) {
            return None;
        }
        let (u, twice) = ([x, y, z], Interval::of(2.0).over(&square));
        let columns = [0, 1, 2].map(|k| {
            let axis = vector(std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 }));
            let once = cross(&u, &axis);
            sum(&axis, &product(&sum(&product(&once, &w), &cross(&u, &once)), &twice))
        });
        let rows = std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]));
        Some(Self { rows, place: vector([0.0; 3]) })
    }

    pub fn rotate(&self, p: &Vector) -> Vector {
        self.rows.each_ref().map(|row| Interval::dot(row, p))
    }

    pub fn apply(&self, p: &Vector) -> Vector {
        sum(&self.rotate(p), &self.place)
    }

    /// The image of a vector under the turn back.
    pub fn back(&self, p: &Vector) -> Vector {
        [0, 1, 2].map(|k| Interval::dot(&[self.rows[0][k], self.rows[1][k], self.rows[2][k]], p))
    }

    /// First `other`, then this motion.
    pub fn times(&self, other: &Self) -> Self {
        let columns = [0, 1, 2].map(|j| [other.rows[0][j], other.rows[1][j], other.rows[2][j]]);
        let rows = self.rows.each_ref().map(|row| columns.each_ref().map(|column| Interval::dot(row, column)));
        Self { rows, place: self.apply(&other.place) }
    }
}

/// The greatest angle whose sine is computed. Larger: the quarter turns that are subtracted round more.
const MOST_ANGLE: f64 = (1u64 << 20) as f64;

/// Sine and cosine of an angle. Quarter turns are subtracted; the rest is a power series with alternating signs.
pub(crate) fn sine_cosine(angle: &Interval) -> [Interval; 2] {
    let unknown = [Interval { low: -1.0, high: 1.0 }; 2];
    let quarters = (angle.middle()[0] * FRAC_2_PI).round();
    // π/2 is the float above and the second number, which is between two floats.
    let below = Interval { low: 6.123_233_995_736_765e-17, high: 6.123_233_995_736_767e-17 };
    let turns = Interval::of(quarters);
    let rest = angle.minus(&turns.times(&Interval::of(FRAC_PI_2))).minus(&turns.times(&below));
    if !(quarters.abs() <= MOST_ANGLE && rest.most() <= 1.0) {
        return unknown;
    }
    let square = rest.times(&rest);
    let square = Interval { low: square.low.max(0.0), high: square.high };
    let one = Interval::of(1.0);
    // 1 − x/(a·b)·(1 − x/(c·d)·(…)): each bracket is between 0 and 1, so the first that is left out is, too.
    let series = |first: u32| {
        let mut sum = Interval { low: 0.0, high: 1.0 };
        for n in (0..11).rev() {
            let next = f64::from((first + 2 * n) * (first + 2 * n + 1));
            sum = one.minus(&square.times(&sum).over(&Interval::of(next)));
        }
        sum
    };
    let clamped = |x: Interval| Interval { low: x.low.max(-1.0), high: x.high.min(1.0) };
    let (sine, cosine) = (clamped(rest.times(&series(2))), clamped(series(1)));
    match quarters.rem_euclid(4.0) as u8 {
        0 => [sine, cosine],
        1 => [cosine, sine.negated()],
        2 => [sine.negated(), cosine.negated()],
        _ => [cosine.negated(), sine],
    }
}

#[cfg(test)]
#[path = "../../tests/unit/frame.rs"]
mod tests;
