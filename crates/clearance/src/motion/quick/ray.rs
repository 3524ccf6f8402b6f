//! A point that passes a box: the slabs of the box, clipped in its own frame.
//!
//! With M the map of the box and q the point, y = Mᵀq are its coordinates but for the defect of M: |MᵀM − 1| is at most
//! twice the defect. So y errs by a share of |q|: that of the map, and twice the defect. Each slab |yᵢ| ≤ hᵢ holds the
//! point during an interval of s.
//!
//! * *Miss.* Two intervals, widened by their errors, are disjoint, or one lies beyond the way.
//! * *Hit.* At the end s of the last slab to be entered the coordinates are computed again, from the place D(s), so that
//!   they err by shares of the box. If the others are inside their slabs beyond their error, the point enters there. The
//!   error over the speed is half the bracket.
//!
//! **References.** Kay and Kajiya 1986. Ours differs in the errors.

use super::proof::WIDEST;
use super::scene::Scene;
use crate::axes::on_face;
use crate::motion::line::Found;
use crate::numbers::double::Double;
use crate::numbers::real::{U, larger, smaller};
use crate::result::{Proximity, Status};
use crate::space::pose::Rotation;
use crate::space::vector::{Space, Vector, WideVector};

/// The interval of s during which a slab may hold the point.
struct Interval {
    first: f64,
    last: f64,
}

/// What the slabs prove about a box, which is A (`side` 0) or B, and a point. `None` if rounding is too large.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn cast<V: Vector>(
    scene: &Scene<'_, V>,
    side: usize,
    half: V::Wide,
) -> Option<Option<(Found, Proximity<V::Wide>)>> {
    // The point as the box sees it: B passes A by its way, and so A passes B by the opposite way.
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let map = &scene.maps[side];
    let share = map.error + 2.5 * scene.rotations[side].defect() + 4.0 * U;
    let [start, way] = [map.back(scene.start[0] * sign), map.back(scene.way * sign)];
    let (start_error, way_error) = (share * scene.start[0].sum_abs(), share * scene.way.sum_abs());
    let mut held = Interval { first: 0.0, last: scene.end };
    let mut entered = (V::Wide::DIM, 0.0);
    for axis in 0..V::Wide::DIM {
        let (from, speed, limit) = (*start.coordinate(axis), *way.coordinate(axis), *half.coordinate(axis));
        let slow = speed.abs() - way_error;
        if !(slow > 4.0 * way_error) {
            if from.abs() - limit > start_error + scene.end * (speed.abs() + way_error) {
                return Some(None);
            }
            continue;
        }
        let limit = if speed > 0.0 { limit } else { -limit };
        let share = 1.0 / speed;
        let [first, last] = [(-limit - from) * share, (limit - from) * share];
        // The numerator and the speed err.
        let error = |s: f64| (start_error + 4.0 * U * limit.abs() + s.abs() * way_error) / slow * (1.0 + 8.0 * U);
        if first > entered.1 {
            entered = (axis, first);
        }
        held =
            Interval { first: larger(held.first, first - error(first)), last: smaller(held.last, last + error(last)) };
    }
    if held.first > held.last {
        return Some(None);
    }
    if entered.0 == V::Wide::DIM {
        return None;
    }
    hit(scene, side, half, entered, way, share).map(Some)
}

/// The point enters the slab `axis` at about s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hit<V: Vector>(
    scene: &Scene<'_, V>,
    side: usize,
    half: V::Wide,
    (axis, s): (usize, f64),
    way: V::Wide,
    share: f64,
) -> Option<(Found, Proximity<V::Wide>)> {
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let map = &scene.maps[side];
    let place = scene.place(s)[0];
    let (far, y) = (place.sum_abs(), map.back(place * sign));
    let error = share * far + scene.place_error(far);
    let (speed, limit) = (way.coordinate(axis).abs(), *half.coordinate(axis));
    let outside = if *way.coordinate(axis) > 0.0 { -1.0 } else { 1.0 };
    let gap = outside * y.coordinate(axis) - limit;
    // The speed errs by its share of the way, which is below a quarter of it.
    let way_error = share * scene.way.sum_abs();
    let slow = speed - way_error;
    let half_width = (error + U * limit) / slow * (1.0 + 16.0 * U);
    let gain = gap / speed;
    let slack = half_width + gain.abs() * (way_error / slow);
    let [lower, upper] = [Double::sum(s, gain - slack).high.next_down(), Double::sum(s, gain + slack).high.next_up()];
    let inside = (0..V::Wide::DIM).all(|k| {
        let drift = way.coordinate(k).abs() * (upper - lower);
        k == axis || y.coordinate(k).abs() + error + drift < *half.coordinate(k)
    });
    let narrow = (upper - lower) * speed <= WIDEST * U * scene.size;
    if !(inside && narrow && lower > 0.0 && upper <= scene.end) {
        return None;
    }
    let best = Double::sum(s, gain).high.clamp(lower, upper);
    let [from, until, best] = [lower, upper, best].map(|s| scene.fraction(s));
    let found = Found::Contact { lower: from, upper: until, best };
    let foot = y.with_coordinate(axis, outside * limit);
    let on_box = map.apply(foot);
    let point = scene.place(lower)[0];
    let outward = map.apply(V::Wide::axis(axis) * outside).unit();
    let witnesses = on_face(foot, half, axis, outside > 0.0, side);
    let [point_a, point_b, normal] =
        if side == 0 { [on_box, point, outward] } else { [<V::Wide as Vector>::ORIGIN, on_box + point, -outward] };
    let apart = point_b - point_a;
    let upper = apart.sum_abs() + 32.0 * U * scene.size;
    let contact = Proximity {
        status: Status::Touching,
        distance: scene.length(larger(apart.dot(&normal), 0.0)),
        lower: 0.0,
        upper: scene.length(upper),
        normal,
        point_a: scene.vector(point_a + scene.base),
        point_b: scene.vector(point_b + scene.base),
        iterations: 0,
        witnesses,
    };
    Some((found, contact))
}
