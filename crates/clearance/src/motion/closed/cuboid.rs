//! A point that comes to a box: the slabs of the box, clipped in its own frame. Two boxes with one rotation are a point
//! and the box of their sum.
//!
//! With M the map of the box and q the point, y = Mᵀq are its coordinates but for the defect of M: |MᵀM − 1| is at most
//! twice the defect. So y errs by a share of |q|: that of the map, and twice the defect. Each slab |yᵢ| ≤ hᵢ holds the
//! point during an interval of t.
//!
//! * *Miss.* Two intervals, widened by their errors, are disjoint, or one lies beyond the way.
//! * *Hit.* At the end t of the last slab to be entered the coordinates are computed again, from the place D(t), so that
//!   they err by shares of the box. If the others are inside their slabs beyond their error, the point enters there. The
//!   error over the speed is half the bracket.
//!
//! **References.** Kay and Kajiya 1986. Ours differs in the errors.

use super::flight::{Flight, Meeting, Verdict};
use crate::axes::on_face;
use crate::motion::map::Map;
use crate::numbers::each::Each;
use crate::numbers::real::{U, smaller, sqrt};
use crate::space::vector::WideVector;

/// A box that a point flies past.
pub(super) struct Slabs<'m, W> {
    map: &'m Map<W>,
    half: W,
    /// What all coordinates of a vector err by, as a share of its length, and what one of them errs by.
    share: f64,
    of_one: f64,
    /// The way in the frame of the box, and what it errs by.
    way: W,
    way_error: f64,
}

/// Where a point enters a box.
pub(super) struct Entry<W> {
    /// The fraction: its bounds, and the best one.
    pub bracket: [f64; 3],
    /// Whether the face is on the positive side of its axis.
    pub is_high: bool,
    /// The point in the frame of the box. Its coordinate along the axis is that of the face.
    pub at: W,
    pub speed: f64,
}

/// What the point proves about a box, which is A (`side` 0) or B. `defect` is that of the map.
#[inline]
pub(super) fn meeting<W: WideVector>(
    flight: &Flight<W>,
    map: &Map<W>,
    defect: f64,
    half: W,
    side: usize,
) -> Verdict<W> {
    let slabs = Slabs::new(map, defect, half, flight.way);
    let (axis, t) = match slabs.clip(flight) {
        Err(verdict) => return verdict,
        Ok(entered) => entered,
    };
    let Some(entry) = slabs.entry(flight, axis, t, flight.place(t), 0.0) else { return Verdict::Open };
    let Entry { bracket: [lower, upper, best], is_high, at, speed, .. } = entry;
    let normal = map.apply(W::axis(axis) * entry.outward()).unit();
    let (witnesses, feet) = (on_face(at, half, axis, is_high, 0, side), [map.apply(at), W::zero()]);
    Verdict::Meets(Meeting { lower, upper, best, speed, normal, feet, witnesses })
}

impl<W> Entry<W> {
    /// The sign of the face on its axis.
    #[inline(always)]
    pub fn outward(&self) -> f64 {
        if self.is_high { 1.0 } else { -1.0 }
    }
}

impl<'m, W: WideVector> Slabs<'m, W> {
    #[inline(always)]
    pub fn new(map: &'m Map<W>, defect: f64, half: W, way: W) -> Self {
        let share = map.error + 2.5 * defect + 4.0 * U;
        let of_one = smaller(share, map.of_axes + 2.5 * defect + 5.0 * U);
        Self { map, half, share, of_one, way: map.back(way), way_error: share * way.sum_abs() }
    }

    /// The sign of the face across an axis that the way leads to.
    #[inline(always)]
    pub fn outward(&self, axis: usize) -> f64 {
        if *self.way.coordinate(axis) > 0.0 { -1.0 } else { 1.0 }
    }

    /// When a point that starts at `from` comes to the face across an axis, to rounding. `None` if the way is nearly along
    /// the face, or the face is not met.
    #[inline(always)]
    pub fn reaches(&self, axis: usize, from: W) -> Option<f64> {
        let speed = *self.way.coordinate(axis);
        let limit = *self.half.coordinate(axis) * self.outward(axis);
        let t = (limit - *self.map.back(from).coordinate(axis)) / speed;
        (speed.abs() > 5.0 * self.way_error && t > 0.0 && t < 2.0).then_some(t)
    }

    /// The slab that the flight enters last, and when. What is no meeting is an error.
    #[inline(always)]
    pub fn clip(&self, flight: &Flight<W>) -> Result<(usize, f64), Verdict<W>> {
        let from = flight.start();
        let start_error = self.share * from.sum_abs();
        // The speed is at least 4/5 of what it is computed as.
        let [start_error, loose] = [start_error, self.way_error].each(|error| error * (1.25 * (1.0 + 16.0 * U)));
        let (from, speeds, limits) = (self.map.back(from).padded(), self.way.padded(), self.half.padded());
        let (mut first, mut last) = (0.0, 1.0);
        let mut entered = (W::DIM, 0.0);
        for axis in 0..W::DIM {
            // The half-extent of a sum of boxes is rounded.
            let (speed, limit) = (speeds[axis], limits[axis]);
            if !(speed.abs() > 5.0 * self.way_error) {
                let passed = (speed.abs() + self.way_error + U * limit) * (1.0 + 16.0 * U);
                if from[axis].abs() - limit > start_error + passed {
                    return Err(Verdict::Clear);
                }
                continue;
            }
            let inverse = 1.0 / speed;
            let (middle, half) = (-from[axis] * inverse, limit * inverse.abs());
            let slack = start_error * inverse.abs() + (middle.abs() + half) * (loose * inverse.abs() + 8.0 * U);
            let enter = middle - half;
            if enter - slack > first {
                (first, entered) = (enter - slack, (axis, enter));
            }
            last = smaller(last, middle + half + slack);
        }
        if first > last {
            return Err(Verdict::Clear);
        }
        if entered.0 == W::DIM { Err(Verdict::Open) } else { Ok(entered) }
    }

    /// The point is at `place` at about t, but for `error`. The speed along the axis is more than 5 times its error. There it enters the slab `axis`, if it is certainly inside the
    /// others.
    #[inline(always)]
    pub fn entry(&self, flight: &Flight<W>, axis: usize, t: f64, place: W, error: f64) -> Option<Entry<W>> {
        let (y, far) = (self.map.back(place), sqrt(place.dot(&place)));
        let (at, speeds, limits) = (y.padded(), self.way.padded(), self.half.padded());
        let (speed, limit, is_high) = (speeds[axis].abs(), limits[axis], !(speeds[axis] > 0.0));
        let error = error + U * (far + 2.0 * limit) + flight.fine;
        let gap = (if is_high { at[axis] } else { -at[axis] }) - limit;
        // The speed errs by less than a fifth of it.
        let inverse = 1.0 / speed;
        let slow = inverse * (1.0 + 1.25 * self.way_error * inverse) * (1.0 + 16.0 * U);
        let gain = gap * inverse;
        let t_error = (error + self.of_one * far) * slow + gain.abs() * (self.way_error * slow + 4.0 * U);
        // A map with a defect stretches normals.
        let closing = (speed + self.way_error) * (1.0 + 2.0 * self.share);
        let bracket = flight.bracket(t, gain, t_error, closing)?;
        let time = (gain.abs() + (bracket[1] - bracket[0])) * (1.0 + 8.0 * U);
        let mut inside = true;
        for k in 0..W::DIM {
            let drift = error + self.share * far + U * limits[k] + (speeds[k].abs() + self.way_error) * time;
            inside &= k == axis || at[k].abs() + drift * (1.0 + 8.0 * U) < limits[k];
        }
        let on_face = y.with_coordinate(axis, if is_high { limit } else { -limit });
        inside.then_some(Entry { bracket, is_high, at: on_face, speed: closing })
    }
}
