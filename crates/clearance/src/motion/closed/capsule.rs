//! A vertex that comes to a capsule: a quadratic equation across its axis, or that of the ball at an end ([`super::ball`]).
//!
//! The vertices of the axis are mapped to the world, and the segment between the images is taken for the axis. So all
//! points of the axis err by the same share of the reach, as if the level did.
//!
//! * *Side.* Let w be the part of the way across the axis, and m that of the place where the way is nearest to the
//!   line of the axis. The way enters the cylinder without ends as it enters a ball. It enters the capsule there if
//!   the foot on the axis is between its ends. If it misses the cylinder, it misses the capsule.
//! * *End.* The way enters the ball at an end, with the normal n. The capsule is behind the plane of n if n leads away
//!   from the rest of the axis; then nothing is met before.
//!
//! **Accuracy**, in units of u. Across the axis m errs by its place and by 3 times that from the end of the axis; what its
//! part along the axis lost counts twice in products only. In the same way w errs by 2|way|, and with κ = |way|/|w|,
//! |w|² as a share by 4κ + 3. The rest is as for balls.

use super::ball;
use super::flight::{Flight, Level, Meeting, Verdict};
use crate::motion::map::Map;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, sqrt};
use crate::result::Witnesses;
use crate::space::vector::WideVector;

/// The way is along the axis if the square of its part across is a smaller share. Smaller: the part across is lost to
/// rounding.
const ALONG: f64 = 1.0 / 4096.0;

/// The foot of the contact is inside the axis, or beyond an end, by more than this share. Its rounding must be smaller.
const BESIDE: f64 = 1.0 / (1u64 << 20) as f64;

/// What the vertex proves about a capsule around the segment between two points of its frame. It is A (`side` 0) or B.
#[inline]
pub(super) fn meeting<W: WideVector>(
    flight: &Flight<W>,
    level: &Level,
    map: &Map<W>,
    ends: [W; 2],
    side: usize,
) -> Verdict<W> {
    let [first, last] = ends.each(|end| map.apply(end));
    let (along, way) = (last - first, flight.way);
    let reach = sqrt(larger(first.dot(&first), last.dot(&last)));
    // The map, and the difference.
    let error = (map.error + 2.0 * U) * reach;
    let length = along.dot(&along);
    let share = 1.0 / length;
    let speed = way.dot(&along) * share;
    let across = way - along * speed;
    let squared = across.dot(&across);
    let end = |is_last: bool| {
        let mut witnesses = Witnesses::default();
        witnesses.push(pair(u32::from(is_last), side), 1.0);
        let (center, away) = if is_last { (last, -along) } else { (first, along) };
        End { verdict: ball::around(flight, level, center, error, witnesses), center, away, length: sqrt(length) }
    };
    if !(squared > ALONG * way.dot(&way)) {
        // Also if the axis is a point.
        return end(speed < 0.0).meets();
    }
    let inverse = 1.0 / squared;
    let t = -(flight.start() - first).dot(&across) * inverse;
    let place = flight.place(t) - first;
    let at = place.dot(&along) * share;
    let m = place - along * at;
    let (far, b, rho) = (m.dot(&m), m.dot(&across), level.radius);
    let (rest, radius) = (b * b * inverse, rho * rho);
    let q = radius - far + rest;
    let ([whole, beside], slope) = ([sqrt(place.dot(&place)), sqrt(far)], sqrt(way.dot(&way) * inverse));
    let (m_error, shift) = (U * (4.0 * whole + reach) + flight.fine, error + level.error);
    // As shares of the length of w.
    let b_error = m_error + U * (4.0 + 2.0 * slope) * beside;
    let (loose, off) = (U * (4.0 * slope + 4.0), b.abs() * sqrt(inverse));
    let q_error = 4.0 * U * (far + radius + rest) + 2.0 * m_error * beside + 2.0 * shift * (rho + shift);
    let q_error = (q_error + 2.0 * off * b_error + rest * loose) * (1.0 + 16.0 * U);
    if q < -q_error {
        return Verdict::Clear;
    }
    if !(q > 4.0 * q_error) {
        return Verdict::Open;
    }
    let half = sqrt(q * inverse);
    let t_error = b_error * sqrt(inverse) + b.abs() * inverse * (loose + 8.0 * U);
    let t_error = (t_error + half * (0.54 * (q_error / q) + loose + 8.0 * U)) * (1.0 + 16.0 * U);
    let gain = -(b * inverse) - half;
    if t + (gain - t_error) > 1.0 + 4.0 * U || t + (half - b * inverse + t_error) < -4.0 * U * t.abs() {
        return Verdict::Clear;
    }
    // The foot errs by less than the margin.
    let foot = at + gain * speed;
    let foot_error = 16.0 * U * (whole + gain.abs() * way.sum_abs()) + t_error * way.sum_abs() + m_error + error;
    if !(foot_error < 0.5 * BESIDE * sqrt(length)) {
        return Verdict::Open;
    }
    if !(BESIDE..=1.0 - BESIDE).contains(&foot) {
        let is_beyond = !(-BESIDE..=1.0 + BESIDE).contains(&foot);
        let end = end(foot > 0.5);
        return if is_beyond { end.decides(flight) } else { end.meets() };
    }
    let bend = squared / rho;
    let closing = (half + t_error) * bend + way.sum_abs() * ((m_error + shift) / rho + 16.0 * U);
    let Some([lower, upper, best]) = flight.bracket(t, gain, t_error, closing) else { return Verdict::Open };
    let mut witnesses = Witnesses::default();
    witnesses.push(pair(0, side), 1.0 - foot);
    witnesses.push(pair(1, side), foot);
    let normal = (m + across * gain).unit();
    let speed = closing + (upper - lower) * bend;
    let foot = first + along * foot;
    Verdict::Meets(Meeting {
        lower,
        upper,
        best,
        speed: speed * (1.0 + 16.0 * U),
        normal,
        feet: [foot, W::zero()],
        witnesses,
    })
}

/// A vertex of the body with that of the other shape.
fn pair(vertex: u32, side: usize) -> (u32, u32) {
    if side == 0 { (vertex, 0) } else { (0, vertex) }
}

/// The verdict about the ball at an end of the axis.
struct End<W> {
    verdict: Verdict<W>,
    center: W,
    /// The axis, from this end to the other one, and its length.
    away: W,
    length: f64,
}

impl<W: WideVector> End<W> {
    /// The capsule is met at this end, if it is behind the plane of the meeting.
    fn meets(self) -> Verdict<W> {
        match self.verdict {
            Verdict::Meets(meeting)
                if meeting.normal.dot(&self.away) < -BESIDE * self.length || !(self.length > 0.0) =>
            {
                Verdict::Meets(meeting)
            }
            _ => Verdict::Open,
        }
    }

    /// The same for a way that enters the cylinder beyond this end: it comes into the capsule through the ball, or never.
    /// A way that starts behind the middle of the ball may have come through it before.
    fn decides(self, flight: &Flight<W>) -> Verdict<W> {
        let from = flight.start() - self.center;
        let is_ahead = from.dot(&flight.way) < -BESIDE * from.sum_abs() * flight.way.sum_abs();
        if is_ahead && matches!(self.verdict, Verdict::Clear) { Verdict::Clear } else { self.meets() }
    }
}
