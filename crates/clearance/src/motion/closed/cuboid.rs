//! A point that comes to a box: the slabs of the box, clipped in its own frame.
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
use crate::numbers::real::{U, larger, smaller};
use crate::space::vector::WideVector;

/// What the point proves about a box, which is A (`side` 0) or B. `defect` is that of the map.
#[inline]
pub(super) fn meeting<W: WideVector>(
    flight: &Flight<W>,
    map: &Map<W>,
    defect: f64,
    half: W,
    side: usize,
) -> Verdict<W> {
    let share = map.error + 2.5 * defect + 4.0 * U;
    let [start, way] = [map.back(flight.start()), map.back(flight.way)];
    let (start_error, way_error) = (share * flight.start().sum_abs(), share * flight.way.sum_abs());
    let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut entered = (W::DIM, f64::NEG_INFINITY);
    for axis in 0..W::DIM {
        let (from, speed, limit) = (*start.coordinate(axis), *way.coordinate(axis), *half.coordinate(axis));
        let slow = speed.abs() - way_error;
        if !(slow > 4.0 * way_error) {
            if from.abs() - limit > (start_error + speed.abs() + way_error) * (1.0 + 16.0 * U) {
                return Verdict::Clear;
            }
            continue;
        }
        let limit = if speed > 0.0 { limit } else { -limit };
        let inverse = 1.0 / speed;
        let [enter, leave] = [(-limit - from) * inverse, (limit - from) * inverse];
        // The numerator and the speed err. `slow` is at least 4/5 of the speed.
        let fixed = (start_error + 4.0 * U * (limit.abs() + from.abs())) * inverse.abs() * (1.25 * (1.0 + 16.0 * U));
        let loose = way_error * inverse.abs() * (1.25 * (1.0 + 16.0 * U));
        if enter > entered.1 {
            entered = (axis, enter);
        }
        first = larger(first, enter - (fixed + enter.abs() * loose));
        last = smaller(last, leave + (fixed + leave.abs() * loose));
    }
    if first > last || first > 1.0 || last < 0.0 {
        return Verdict::Clear;
    }
    if entered.0 == W::DIM || !(entered.1 > 0.0) {
        return Verdict::Open;
    }
    enters(flight, map, half, entered, way, share, side)
}

/// The point enters the slab `axis` at about t.
#[cfg_attr(not(debug_assertions), inline(always))]
fn enters<W: WideVector>(
    flight: &Flight<W>,
    map: &Map<W>,
    half: W,
    (axis, t): (usize, f64),
    way: W,
    share: f64,
    side: usize,
) -> Verdict<W> {
    let place = flight.place(t);
    let (far, y) = (place.sum_abs(), map.back(place));
    let error = share * far + U * far + flight.fine;
    let (speed, limit) = (way.coordinate(axis).abs(), *half.coordinate(axis));
    let outside = if *way.coordinate(axis) > 0.0 { -1.0 } else { 1.0 };
    let gap = outside * y.coordinate(axis) - limit;
    // The speed errs by its share of the way, which is below a quarter of it.
    let way_error = share * flight.way.sum_abs();
    let slow = 1.0 / (speed - way_error) * (1.0 + 16.0 * U);
    let gain = gap / speed;
    let t_error = (error + U * limit) * slow + gain.abs() * (way_error * slow + 4.0 * U);
    // A map with a defect stretches normals.
    let closing = (speed + way_error) * (1.0 + 2.0 * share);
    let Some([lower, upper, best]) = flight.bracket(t, gain, t_error, closing) else { return Verdict::Open };
    let time = gain.abs() + (upper - lower);
    let inside = (0..W::DIM).all(|k| {
        let drift = way.coordinate(k).abs() * time;
        k == axis || y.coordinate(k).abs() + (error + drift) * (1.0 + 8.0 * U) < *half.coordinate(k)
    });
    if !inside {
        return Verdict::Open;
    }
    let foot = y.with_coordinate(axis, outside * limit);
    let normal = map.apply(W::axis(axis) * outside).unit();
    let witnesses = on_face(foot, half, axis, outside > 0.0, side);
    Verdict::Meets(Meeting { lower, upper, best, speed: closing, normal, foot: map.apply(foot), witnesses })
}
