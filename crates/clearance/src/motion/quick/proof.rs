//! Proofs of what the portal proposes: a plane before the contact, and corners of A − B that the way passes between.
//!
//! All heights are taken at a place D(s) near the contact, so their errors are shares of the bodies and not of the way.
//!
//! * *Before.* For any n: the separation at s is n·D(s) − height. It errs by the choice of both vertices, by 1 + 3 for
//!   the place and its product, and by 2 for the sums.
//! * *Contact.* If the shadow of some corners of A − B holds the way, the way meets their hull. It does so no later than
//!   at the plane of n through the last of the corners. A corner from D(s) errs by the maps of its vertices, by 1 for
//!   their difference, and by 2 for the place and the sum; its product with n by 3.
//! * *Shadow.* The corners are in order around the way if way·(kᵢ × kⱼ) > 0 for each two neighbours. With corners of
//!   length ℓ that err by e the product errs by 2eℓ and by 10uℓ².

use super::scene::{Corner, Scene};
use crate::difference::diagonal;
use crate::motion::line::Found;
use crate::motion::rest::{RESIDUAL, along_normal, sliding_share};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, sqrt};
use crate::result::{Proximity, Status, Witnesses};
use crate::space::vector::WideVector;

/// The greatest bracket that may be answered, in units of u · size / closing speed.
pub(super) const WIDEST: f64 = 16.0;

/// The same for bodies that are not turned and have a few vertices or a radius. The search knows their plane better.
pub(super) const SHARP: f64 = 4.0;

/// What a direction proves: no contact before s, and the speed at which its plane closes.
pub(super) struct Before {
    pub gap: f64,
    pub closing: f64,
    pub least: f64,
    at: f64,
}

impl Before {
    /// The plane of `normal` at s.
    pub fn new<W: WideVector>(scene: &Scene<'_, W>, normal: W, s: f64) -> Self {
        let place = scene.place(s)[0];
        Self::at(scene, normal, normal.length(), place, s)
    }

    #[inline(always)]
    pub fn at<W: WideVector>(scene: &Scene<'_, W>, normal: W, length: f64, place: W, s: f64) -> Self {
        let far = place.sum_abs();
        let [a, b] = [0, 1].each(|side| scene.reach[side] * (scene.maps[side].error + 5.0 * U));
        let error =
            length * (a + b + 6.0 * U * (far + scene.level) + scene.place_error(far) + scene.slack) * (1.0 + 16.0 * U);
        let closing = -normal.dot(&scene.way);
        let least = 4.0 * U * length * scene.way.sum_abs();
        let level = scene.level * length * (1.0 + 8.0 * U);
        Self { gap: normal.dot(&place) - scene.height(normal) - level - error, closing, least, at: s }
    }

    /// There is no contact before this s, if the gap is not negative. Infinity if the plane does not close.
    pub fn until(&self) -> f64 {
        if self.closing < -self.least {
            return f64::INFINITY;
        }
        // A gap that is negative closes slower.
        let speed = if self.gap > 0.0 { larger(self.closing, 0.0) + self.least } else { self.closing - self.least };
        let gain = self.gap / speed;
        let sum = Double::sum(self.at, gain - 4.0 * U * gain.abs());
        sum.high.next_down()
    }
}

/// Support points of curved shapes err by more than those of polytopes: so many times their own error is allowed.
const CURVED: f64 = 64.0;

/// Proven corners of A − B on all sides of the way, at a place near the contact.
struct Passed<W> {
    /// The corners from the place, the greatest length of one, and the greatest error.
    corners: [W; 3],
    reach: f64,
    error: f64,
    /// Shares of the corners at the crossing.
    weights: [f64; 3],
}

/// What the portal proves: contact with a bracket. `None` if rounding is too large.
#[inline(always)]
pub(super) fn contact<W: WideVector>(scene: &Scene<'_, W>, portal: &[(u32, u32); 3]) -> Option<(Found, Proximity<W>)> {
    let corners = [scene.corner(portal[0]), scene.corner(portal[1]), scene.corner(portal[2])];
    let point = |corner: &Corner<W>| corner.a - corner.b;
    let base = point(&corners[0]);
    let normal = W::normal_of(&[point(&corners[1]) - base, point(&corners[2]) - base]);
    let speed = normal.dot(&scene.way);
    let (normal, speed) = if speed > 0.0 { (-normal, -speed) } else { (normal, speed) };
    // The plane through the first corner meets the way about here.
    let s = normal.dot(&(base - scene.start[0])) / speed;
    if !(s > 0.0 && s <= scene.end * (1.0 + 16.0 * U)) {
        return None;
    }
    contact_through(scene, &corners, normal, s)
}

/// The same for any direction and a place near the contact: the corners are all beside it to second order.
#[inline(always)]
pub(super) fn contact_through<W: WideVector>(
    scene: &Scene<'_, W>,
    corners: &[Corner<W>; 3],
    normal: W,
    s: f64,
) -> Option<(Found, Proximity<W>)> {
    let (place, length) = (scene.place(s)[0], normal.length());
    let before = Before::at(scene, normal, length, place, s);
    let lower = before.until();
    if !(lower > 0.0 && before.closing > 4.0 * before.least) {
        return None;
    }
    let far = place.sum_abs();
    let Passed { corners: from_place, reach, error, weights } = passed(scene, corners, place, far)?;
    let height = |corner: W| normal.dot(&corner) + length * (error + 3.0 * U * reach) * (1.0 + 16.0 * U);
    // The corner whose plane is last has the least height along the normal, so the greatest gap.
    let count = W::DIM;
    let most = (0..count).map(|k| height(-from_place[k])).fold(f64::NEG_INFINITY, larger);
    let speed = before.closing + if most > 0.0 { -before.least } else { before.least };
    let gain = most / speed;
    let upper = Double::sum(s, gain + 4.0 * U * gain.abs()).high.next_up();
    let widest = if scene.is_plain { SHARP } else { WIDEST } + scene.slack / (U * scene.size) * CURVED;
    if !(upper <= scene.end && (upper - lower) * before.closing <= widest * U * scene.size * length) {
        return None;
    }
    let middle = (0..count).map(|k| weights[k] * normal.dot(&-from_place[k])).sum::<f64>() / before.closing;
    let best = Double::sum(s, middle).high.clamp(lower, upper);
    let [lower_fraction, upper_fraction, best] = [lower, upper, best].each(|s| scene.fraction(s));
    let found = Found::Contact { lower: lower_fraction, upper: upper_fraction, best };
    Some((found, bodies(scene, corners, &weights, normal.divided(length), [lower, upper])?))
}

/// The corners as seen from a place, if the way certainly passes between them.
fn passed<W: WideVector>(scene: &Scene<'_, W>, corners: &[Corner<W>; 3], place: W, far: f64) -> Option<Passed<W>> {
    let seen = |corner: &Corner<W>| (corner.a - corner.b) - place;
    let from_place = [seen(&corners[0]), seen(&corners[1]), seen(&corners[2])];
    let of_maps = scene.reach[0] * scene.maps[0].error + scene.reach[1] * scene.maps[1].error;
    let squared = |k: usize| from_place[k].dot(&from_place[k]);
    let reach = sqrt(larger(squared(0), larger(squared(1), squared(2)))) * (1.0 + 4.0 * U);
    let error =
        of_maps + U * (scene.reach[0] + scene.reach[1]) + scene.place_error(far) + scene.slack + 2.0 * U * reach;
    let way = scene.way;
    let [p, q, r] = from_place;
    let (turns, least) = if W::DIM == 2 {
        let turn = |a: &W| a.dot(&W::normal_of(&[way]));
        ([-turn(&q), turn(&p), 0.0], error + 3.0 * U * reach)
    } else {
        let turn = |a: W, b: W| way.dot(&W::normal_of(&[a, b]));
        ([turn(q, r), turn(r, p), turn(p, q)], 2.0 * error * reach + 10.0 * U * reach * reach)
    };
    let least = 2.0 * diagonal::<W>() * least;
    let sign = if turns[0] > 0.0 { 1.0 } else { -1.0 };
    if !turns[..W::DIM].iter().all(|turn| sign * turn > least) {
        return None;
    }
    let share = 1.0 / (turns[0] + turns[1] + turns[2]);
    let mut weights = turns.each(|turn| turn * share);
    if W::DIM == 3 && scene.slack > 0.0 {
        // The weights of long portals err by far more than the place that they give: once more for its rest.
        let rest = p * weights[0] + q * weights[1] + r * weights[2];
        let turn = |edge: W| way.dot(&W::normal_of(&[rest, edge])) * share;
        weights = [weights[0] + turn(r - q), weights[1] + turn(p - r), weights[2] + turn(q - p)];
    }
    Some(Passed { corners: from_place, reach, error, weights })
}

/// The bodies at s, which is not after the contact, from the corners around the way. Contact is not after the last moment.
/// `None` if their points are not along the normal.
fn bodies<W: WideVector>(
    scene: &Scene<'_, W>,
    corners: &[Corner<W>; 3],
    weights: &[f64; 3],
    normal: W,
    [s, last]: [f64; 2],
) -> Option<Proximity<W>> {
    let mut witnesses = Witnesses::default();
    let [mut on_a, mut on_b] = [scene.base, scene.base + scene.place(s)[0]];
    for (corner, &weight) in corners.iter().zip(weights).take(W::DIM) {
        if scene.slack == 0.0 {
            witnesses.push(corner.indices, weight);
        }
        on_a = on_a + corner.a * weight;
        on_b = on_b + corner.b * weight;
    }
    // The two points belong to the bodies but for rounding: the maps, three products and sums, the place.
    let gap = on_b - on_a;
    let distance = larger(gap.dot(&normal), 0.0);
    let noise = RESIDUAL * U * scene.size + 2.0 * scene.slack + (last - s) * scene.way.sum_abs();
    let [on_a, on_b] = along_normal([on_a, on_b], normal, distance, sliding_share(&witnesses, [0.0; 2]), noise)?;
    let upper = gap.sum_abs() + 2.0 * scene.slack + 32.0 * U * (scene.reach[0] + scene.reach[1] + scene.size);
    Some(Proximity {
        status: Status::Touching,
        distance: scene.length(distance),
        lower: 0.0,
        upper: scene.length(upper),
        normal,
        point_a: scene.vector(on_a),
        point_b: scene.vector(on_b),
        iterations: 0,
        witnesses,
    })
}
