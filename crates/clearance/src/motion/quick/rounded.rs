//! Casts of polytopes with a radius: Newton's method from the left with queries for the cores at rest, and a proof in
//! floats at its end.
//!
//! The cores are apart at the contact, so the nearest point p of A − B and the direction n from p to the place D(s) are
//! well known. With the level ρ, the sum of both radii and the target:
//!
//! * *Before.* The plane of n: [`Before`].
//! * *Contact.* p is a point of A − B but for e: the maps of its vertices, 1 for each difference, and 8 for the weights.
//!   With r = |D(s) − p| − ρ, which errs by e, by the place and by 5 for its own sums, and for the speed c at which n
//!   closes: |D(s + δ) − p| ≤ |D(s) − p| − cδ + |way|²δ²/2|D(s) − p|. So δ = r/c is enough but for the last term, which is
//!   added once more over c.

use super::proof::{Before, SHARP, WIDEST};
use super::scene::Scene;
use crate::motion::body::{Body, Track};
use crate::motion::line::Found;
use crate::motion::rest::{RESIDUAL, along_normal, sliding_share};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller};
use crate::query::solver::Solver;
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::WideVector;

/// Newton's method takes so many steps. It converges quadratically, and at most a few faces are changed.
const STEPS: u32 = 12;

/// A gap below this, as a share of the size, is closed without a further query. The nearest points at the contact differ
/// from those of the query by about as much. Smaller: more queries.
const LAST_GAP: f64 = 1.0 / (1u64 << 40) as f64;

/// Two shapes that are asked about at several places, and the number of questions.
pub(super) struct Rest<'s, W: WideVector> {
    pub solver: &'s Solver,
    pub shapes: [&'s View<'s, W>; 2],
    pub way: W,
    pub queries: u32,
}

impl<W: WideVector> Rest<'_, W> {
    /// The distance of the cores at s.
    pub fn cores(&mut self, scene: &Scene<'_, W>, s: f64) -> Proximity<W> {
        self.queries += 1;
        let [a, b] = self.shapes;
        let (pose_a, pose_b) = (a.pose(), b.pose());
        let (origin, still) = (pose_a.translation, W::ORIGIN);
        let place = Track { own: origin, origin, way: still, fraction: 0.0 };
        let pose = Pose { translation: still, ..pose_a };
        let first = Body::new(a, pose, place, 0.0, true);
        let (translation, error) = scene.origin_of_b(s);
        let place = Track { own: pose_b.translation, origin, way: self.way, fraction: scene.fraction(s) };
        let second = Body::new(b, Pose { translation, ..pose_b }, place, error, true);
        self.solver.distance(&first, &second)
    }
}

/// What the search finds: contact with the bodies there, or nothing on the whole way. `None` if rounding is too large.
pub(super) fn cast<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &mut Rest<'_, W>,
) -> Option<Option<(Found, Proximity<W>)>> {
    let (mut s, mut before_s) = (0.0, 0.0);
    for _ in 0..STEPS {
        let answer = rest.cores(scene, s);
        let point = nearest_point(scene, &answer)?;
        let place = scene.place(s)[0];
        let normal = place - point;
        let length = normal.length();
        let gap = length - scene.level;
        if !(gap > 0.0) && s == 0.0 {
            return None;
        }
        let closing = -normal.dot(&scene.way) / length;
        let next = s + gap / closing;
        if gap > 0.0 && !(closing > 0.0 && next <= scene.end) {
            // The plane excludes contact from s on, and the plane before it until s.
            let before = Before::at(scene, normal, length, place, s);
            let is_clear = before.gap > 0.0 && before.until() > scene.end && (before.closing >= 0.0 || s <= before_s);
            return is_clear.then_some(None);
        }
        if gap <= LAST_GAP * scene.size {
            let plane = Before::at(scene, normal, length, place, s);
            if let Some(found) = contact(scene, rest, &answer, &plane, [normal, point], s) {
                return Some(Some(found));
            }
            if gap <= 4.0 * U * scene.size {
                return None;
            }
        }
        // A little earlier than the plane allows, so that rounding does not pass it.
        let plane = Before::at(scene, normal, length, place, s);
        before_s = plane.until();
        s = if gap > LAST_GAP * scene.size { smaller(next, before_s) } else { next };
        if !(s > 0.0) {
            return None;
        }
    }
    None
}

/// The nearest point of A − B, by its corners.
fn nearest_point<W: WideVector>(scene: &Scene<'_, W>, answer: &Proximity<W>) -> Option<W> {
    let witnesses = &answer.witnesses;
    let count = witnesses.count as usize;
    if count == 0 || count > W::DIM || !(answer.lower > 0.0) {
        return None;
    }
    let total: f64 = witnesses.weights[..count].iter().sum();
    let mut point = W::zero();
    for (&indices, &weight) in witnesses.pairs.iter().zip(&witnesses.weights).take(count) {
        if !(weight >= 0.0) {
            return None;
        }
        let corner = scene.corner(indices);
        point = point + (corner.a - corner.b) * (weight / total);
    }
    Some(point)
}

/// Contact near s, if the bracket is narrow enough, and the bodies there.
fn contact<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &Rest<'_, W>,
    answer: &Proximity<W>,
    plane: &Before,
    [normal, point]: [W; 2],
    s: f64,
) -> Option<(Found, Proximity<W>)> {
    let length = normal.length();
    let (place, reach) = (scene.place(s)[0].sum_abs(), scene.reach[0] + scene.reach[1]);
    let of_maps = scene.reach[0] * scene.maps[0].error + scene.reach[1] * scene.maps[1].error;
    let error = of_maps + 9.0 * U * reach + scene.place_error(place) + 8.0 * U * (length + scene.level);
    let speed = plane.closing - plane.least;
    if !(speed > 8.0 * plane.least) {
        return None;
    }
    let speed = speed / length * (1.0 - 8.0 * U);
    let gain = larger(length - scene.level + error, 0.0) / speed;
    let bend = 0.75 * gain * gain * scene.way.dot(&scene.way) / length / speed;
    let upper = Double::sum(s, (gain + 2.0 * bend) * (1.0 + 16.0 * U)).high.next_up();
    let lower = smaller(plane.until(), upper);
    let widest = if scene.maps[0].turns || scene.maps[1].turns { WIDEST } else { SHARP };
    let narrow = (upper - lower) * speed <= widest * U * scene.size && bend <= 0.125 * gain;
    if !(narrow && lower > 0.0 && upper <= scene.end) {
        return None;
    }
    let best = Double::sum(s, (length - scene.level) / speed).high.clamp(lower, upper);
    let [from, until, best] = [lower, upper, best].each(|s| scene.fraction(s));
    let found = Found::Contact { lower: from, upper: until, best };
    let margin = error + (upper - lower) * speed;
    Some((found, bodies(scene, rest, answer, [normal.divided(length), point], [lower, upper], margin)?))
}

/// The bodies at s, which is not after the contact, from the nearest point of A − B and the direction from it. The
/// surfaces are nearer than twice the margin. Contact is not after the last moment. `None` if their points are not along the direction.
pub(super) fn bodies<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &Rest<'_, W>,
    answer: &Proximity<W>,
    [unit, point]: [W; 2],
    [s, last]: [f64; 2],
    margin: f64,
) -> Option<Proximity<W>> {
    // From the nearest point of A.
    let count = answer.witnesses.count as usize;
    let on_a = answer.witnesses.pairs.iter().zip(&answer.witnesses.weights).take(count);
    let total: f64 = answer.witnesses.weights[..count].iter().sum();
    let on_a = on_a.fold(scene.base, |sum, (&indices, &weight)| sum + scene.corner(indices).a * (weight / total));
    let on_b = on_a - point + scene.place(s)[0];
    let radii = rest.shapes.each(|shape| shape.radius());
    let target = rest.solver.contact_distance();
    let margin = 2.0 * scene.length(margin) + 8.0 * U * (radii[0] + radii[1] + target);
    let (point_a, point_b) = (scene.vector(on_a) + unit * radii[0], scene.vector(on_b) - unit * radii[1]);
    let distance = smaller(larger((point_b - point_a).dot(&unit), target), target + margin);
    // The moment is rounded, and the normal is that of the contact.
    let most = scene.length(RESIDUAL * U * scene.size + (last - s) * scene.way.sum_abs());
    let [point_a, point_b] =
        along_normal([point_a, point_b], unit, distance, sliding_share(&answer.witnesses, radii), most)?;
    Some(Proximity {
        status: if target > 0.0 { Status::Separated } else { Status::Touching },
        distance,
        lower: target,
        upper: target + margin,
        normal: unit,
        point_a,
        point_b,
        ..*answer
    })
}
