//! A vertex that comes to a ball: one quadratic equation, at the place of the way that is nearest to the centre.
//!
//! Let m = D(t₀) be about the nearest place, a = |way|², b = m·way and q = ρ² − |m|² + b²/a. The way is at distance ρ
//! from the centre at t₀ − b/a ± √(q/a). Half a chord is √q.
//!
//! **Accuracy**, in units of u. A place errs by |m|, b by 4|m||way|. In q the squares err by 1 and 5, b²/a by 7, and by
//! 4(|m|² + b²/a) since b errs; the sum by 2 of all. That is less than 13 of all; 16 are taken. √q as a share errs by
//! 0.54 times that of q if that is below 1/4. Errors of the level and of the centre count as errors of ρ.
//!
//! Along the chord the errors are ρ²/√q, times the closing speed √q/ρ: the bracket over the closing speed is a share of ρ
//! at any slope. Grazes to rounding are left open.

use super::flight::{Flight, Level, Meeting, Verdict};
use crate::numbers::real::{U, sqrt};
use crate::result::Witnesses;
use crate::space::vector::WideVector;

/// What the vertex proves about a ball around its origin.
#[inline]
pub(super) fn meeting<W: WideVector>(flight: &Flight<W>, level: &Level) -> Verdict<W> {
    let mut witnesses = Witnesses::default();
    witnesses.push((0, 0), 1.0);
    around(flight, level, W::zero(), 0.0, witnesses)
}

/// The same for a ball around `center`, which errs by `error`.
#[inline(always)]
pub(super) fn around<W: WideVector>(
    flight: &Flight<W>,
    level: &Level,
    center: W,
    error: f64,
    witnesses: Witnesses,
) -> Verdict<W> {
    let way = flight.way;
    let squared = way.dot(&way);
    let share = 1.0 / squared;
    let t = -(flight.start() - center).dot(&way) * share;
    let place = flight.place(t);
    let m = place - center;
    // The place is rounded before the centre is subtracted.
    let m_error = flight.fine + if error > 0.0 { U * place.sum_abs() } else { 0.0 };
    let (far, b, rho) = (m.dot(&m), m.dot(&way), level.radius);
    let (middle, radius) = (b * share, rho * rho);
    let rest = b * middle;
    let q = radius - far + rest;
    let (sum, shift) = (radius + far + rest, error + level.error);
    let q_error = 16.0 * U * sum + 4.0 * m_error * m.sum_abs() + 2.0 * shift * (rho + shift) * (1.0 + 16.0 * U);
    if q < -q_error {
        return Verdict::Clear;
    }
    if !(q > 4.0 * q_error) {
        return Verdict::Open;
    }
    let half = sqrt(q * share);
    // Of the middle and of half the chord. 4|m| + m_error is below 6 times the root of the sum of their squares.
    let slip = m_error * (0.25 / U);
    let middle_error = 6.0 * U * sqrt((far + slip * slip) * share) + 8.0 * U * middle.abs();
    let t_error = middle_error + half * (0.54 * (q_error / q) + 8.0 * U);
    let gain = -middle - half;
    if t + (gain - t_error) > 1.0 + 4.0 * U || t + (half - middle + t_error) < -4.0 * U * t.abs() {
        return Verdict::Clear;
    }
    // The distance at the contact falls no faster than this, before it a little faster.
    let bend = squared / rho;
    let closing = (half + t_error) * bend * (1.0 + 16.0 * U) + way.sum_abs() * (shift / rho);
    let Some([lower, upper, best]) = flight.bracket(t, gain, t_error, closing) else { return Verdict::Open };
    let speed = closing + (upper - lower) * bend;
    let normal = (m + way * gain).unit();
    Verdict::Meets(Meeting { lower, upper, best, speed, normal, feet: [center, W::zero()], witnesses })
}
