//! A polygon that comes to a polygon: the times of all sides propose a corner and a side, and these prove the meeting.
//!
//! 1. *Times.* Every side of A − B is parallel to a side of A or of B. Along the outward normal of a side the other polygon
//!    is apart until a moment if they come nearer, and from a moment on if they part. In floats, the last of the first
//!    moments proposes a side and the corner that is nearest to it. If a moment of parting is before it, they miss.
//! 2. *Miss.* The moments stay in this order if both give way to their errors.
//! 3. *Meeting.* With the corners p and q of the side and the corner c of the other polygon, c is on the line of the side at
//!    n·(c − p) = 0. It meets the side if it is between p and q there.
//!
//! **Accuracy**, in units of u. A separation at any moment errs by less than 3 times e and the sum of all lengths, with 32,
//! the errors of both maps and four times both defects in e (compare [`super::boxes`]). For the proof, images of
//! corners err by the maps. The place, the difference of both corners and their sum err by 1, and the product by 2. The
//! normal n is the image of a difference, so its direction errs by 1 and the map: that counts over c − p for the
//! meeting, and over the polygon before it. The nearest corner is chosen with products that err by 2, and by the
//! map over its distance from another one.

use super::flight::{Flight, Meeting, Verdict};
use crate::motion::map::Map;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::result::Witnesses;
use crate::shape::Sides;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// Numbers for the sides of both polygons, A first.
type Fours = [[f64; 4]; 4];

/// What the polygons prove. No corner is farther from the origin of its polygon than its reach.
#[inline]
pub(super) fn meeting<W: WideVector>(
    flight: &Flight<W>,
    sides: [&Sides; 2],
    reaches: [f64; 2],
    rotations: &[W::Rotation; 2],
) -> Verdict<W> {
    if flight.exponent == 0 {
        return scaled_meeting(flight, sides, reaches, rotations);
    }
    match sides.each(|sides| sides.scaled(-flight.exponent)) {
        [Some(a), Some(b)] => scaled_meeting(flight, [&a, &b], reaches, rotations),
        _ => Verdict::Open,
    }
}

fn scaled_meeting<W: WideVector>(
    flight: &Flight<W>,
    sides: [&Sides; 2],
    reaches: [f64; 2],
    rotations: &[W::Rotation; 2],
) -> Verdict<W> {
    let maps = [Map::of(&rotations[0]), Map::of(&rotations[1])];
    let [[a, c, _], [b, d, _], _] = maps[1].columns_in(&maps[0]).each(W::padded);
    let turn = [[a, b, 0.0], [c, d, 0.0], [0.0; 3]];
    let (start, way) = (maps[0].back(flight.start()), maps[0].back(flight.way));
    let b = sides[1].placed_by_rows(turn, start.padded());
    let ([front_a, back_a], [front_b, back_b]) = (sides[0].distances(&b), b.distances(sides[0]));
    let ([from_a, to_a], [from_b, to_b]) = (sides[0].speeds(way), b.speeds(-way));
    let (gaps, speeds) = ([front_a, back_a, front_b, back_b], [from_a, to_a, from_b, to_b]);
    let mut moments = gaps;
    for block in 0..4 {
        for lane in 0..4 {
            moments[block][lane] = -gaps[block][lane] / speeds[block][lane];
        }
    }
    let (first, last) = overlap(&moments, &speeds, |_| 0.0);
    if first > last {
        let defects = rotations[0].defect() + rotations[1].defect();
        let share = maps[0].error + maps[1].error + 4.0 * defects + 32.0 * U;
        let error = 3.0 * share * (start.sum_abs() + way.sum_abs() + flight.size);
        let (first, last) = overlap(&moments, &speeds, |speed| error / speed.abs());
        return if first > last { Verdict::Clear } else { Verdict::Open };
    }
    let is_first = |k: usize| (moments[k / 4][k % 4] == first) & (speeds[k / 4][k % 4] < 0.0);
    let found = (0..16).fold(0, |found: u32, k| found | u32::from(is_first(k)) << k).trailing_zeros() as usize;
    let meeting = (found < 16).then(|| corner_on_side(flight, sides, reaches, &maps, found / 8, found % 8));
    meeting.flatten().map_or(Verdict::Open, Verdict::Meets)
}

/// The time during which no side separates the polygons, from the moments at which the other one is on the line of a side.
/// A moment errs by `slack` of its speed.
#[inline(always)]
fn overlap(moments: &Fours, speeds: &Fours, slack: impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut first, mut last) = ([0.0; 4], [1.0; 4]);
    for (moment, speed) in moments.iter().zip(speeds) {
        for lane in 0..4 {
            let comes = if speed[lane] < 0.0 { moment[lane] - slack(speed[lane]) } else { 0.0 };
            let parts = if speed[lane] > 0.0 { moment[lane] + slack(speed[lane]) } else { 1.0 };
            first[lane] = larger(comes, first[lane]);
            last[lane] = smaller(parts, last[lane]);
        }
    }
    let first = larger(larger(first[0], first[1]), larger(first[2], first[3]));
    (first, smaller(smaller(last[0], last[1]), smaller(last[2], last[3])))
}

/// The nearest corner of one polygon comes to a side of the other one, the owner.
#[inline(always)]
fn corner_on_side<W: WideVector>(
    flight: &Flight<W>,
    sides: [&Sides; 2],
    reaches: [f64; 2],
    maps: &[Map<W>; 2],
    owner: usize,
    side: usize,
) -> Option<Meeting<W>> {
    let (own, other, [map, far_map]) = (sides[owner], sides[1 - owner], [&maps[owner], &maps[1 - owner]]);
    let sign = if owner == 0 { 1.0 } else { -1.0 };
    let next = own.after(side);
    let (p, q): (W, W) = (own.corner(side), own.corner(next));
    let edge = q - p;
    let normal = map.apply(W::normal_of(&[edge]));
    let (corner, _) = other.farthest(far_map.back(-normal));
    let c: W = other.corner(corner);
    let [on_owner, on_other] = [map.apply(p), far_map.apply(c)];
    let between = on_other - on_owner;
    let way = flight.way * sign;
    let closing = -normal.dot(&way);
    let t = normal.dot(&(flight.start() * sign + between)) / closing;
    if !(t > 0.0 && t < 2.0) {
        return None;
    }
    let place = flight.place(t);
    let apart = place * sign + between;
    let lengths = [p, c, between, place, apart, normal].map(|vector| sqrt(vector.dot(&vector)));
    let [of_p, of_c, of_between, of_place, of_apart, length] = lengths;
    let of_normal = map.error + U;
    let of_points = map.error * of_p
        + far_map.error * of_c
        + U * (of_between + of_place + 3.0 * of_apart)
        + of_normal * of_apart
        + flight.fine;
    let before = 2.0 * of_normal * reaches[owner] + 2.0 * (far_map.error + 2.0 * U) * reaches[1 - owner];
    let least = (of_normal + 4.0 * U) * length * way.sum_abs();
    if !(closing > 5.0 * least) {
        return None;
    }
    let gain = normal.dot(&apart) / closing;
    let slow = (1.0 + 1.25 * least / closing) * (1.0 + 16.0 * U) / closing;
    let t_error = (of_points + before) * length * (1.0 + 16.0 * U) * slow + gain.abs() * (least * slow + 4.0 * U);
    let speed = (closing + least) / length * (1.0 + 8.0 * U) * (1.0 + 2.0 * of_normal);
    let [lower, upper, best] = flight.bracket(t, gain, t_error, speed)?;
    let turned = map.apply(edge);
    let share = apart.dot(&turned) / (length * length);
    let drift = way.sum_abs() * (gain.abs() + (upper - lower)) * (1.0 + 8.0 * U);
    let margin = (drift + 8.0 * (of_points + before)) / length;
    if !(share > margin && share + margin < 1.0) {
        return None;
    }
    let mut witnesses = Witnesses::default();
    for (corner_of_side, weight) in [(side, 1.0 - share), (next, share)] {
        let [own, other] = [corner_of_side as u32, corner as u32];
        witnesses.push(if owner == 0 { (own, other) } else { (other, own) }, weight);
    }
    let on_owner = on_owner + turned * share;
    let feet = if owner == 0 { [on_owner, on_other] } else { [on_other, on_owner] };
    Some(Meeting { lower, upper, best, speed, normal: (normal * sign).unit(), feet, witnesses })
}
