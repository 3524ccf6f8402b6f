//! Casts of balls, capsules and points past each other: a ray against a point or a segment with a radius.
//!
//! M = A − B is a point or a segment, and contact is |D(s) − p| = ρ for its nearest point p. Along the way this is a
//! quadratic equation: for the whole line of the segment, and for each of its ends. Its root is only proposed, and one
//! step of Newton's method at D(s) takes away what the far start rounded.
//!
//! * *Gap.* n = D(s) − p and (n² − ρ²)/(|n| + ρ) are double-double numbers. So the gap errs by the maps of the vertices,
//!   by what the direction of the segment lost, and by the sum ρ of several radii: mostly by nothing.
//! * *Before.* The plane of n, less what another point of the segment is above p: [`Apart::above`].
//! * *Contact.* p is a point of A − B but for e: the maps of its vertices, and the sums. Let r = |D(s) − p| − ρ, which errs
//!   by e and by the place, and c the speed at which n closes: |D(s + δ) − p| ≤ |D(s) − p| − cδ + |way|²δ²/2|D(s) − p|.
//!   So δ = r/c is enough but for the last term, which is added once more over c.
//! * *Miss.* One plane: that of the direction across the way, or that at an end of the way.
//!
//! What is not proven goes on to [`crate::motion::line`].

use super::proof::{Before, WIDEST};
use super::rest::{self, Rest};
use super::scene::Scene;
use crate::motion::line::Found;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, sqrt};
use crate::paths::{FastPath, is_left_out};
use crate::result::{Proximity, Witnesses};
use crate::shape::support::SupportMap;
use crate::space::vector::WideVector;

/// Newton's method takes so many steps from the root.
const STEPS: u32 = 3;

/// The whole way is along the segment, if the square of the part across is this share of it. Larger: ends are asked
/// about in place of the side. Smaller: the root of the side is lost to rounding.
const ALONG: f64 = 1.0 / (1u64 << 40) as f64;

/// What double-double arithmetic leaves, as a share of the size: fewer than 2⁶ operations of 2⁻⁹⁸ each.
const FINE: f64 = 8.077_935_669_463_161e-28; // 2^-90

/// A − B: the segment from `first` along `along` (zero for a point).
struct Axis<W> {
    first: [W; 2],
    along: W,
    /// |along|², and the vertices of the two ends.
    squared: f64,
    ends: [(u32, u32); 2],
    /// The error of every point of the segment.
    error: f64,
}

/// B at some s, as its nearest point of A − B sees it.
struct Apart<W> {
    /// From the nearest point to the place of B, and its length.
    normal: W,
    length: f64,
    /// The distance less the level.
    gap: f64,
    /// No point of the segment is farther along the normal than the nearest one by more than this.
    above: f64,
    point: W,
    witnesses: Witnesses,
}

/// Where the way meets the surface of a ball or of a cylinder without ends.
enum Root<W> {
    At(f64),
    /// It does not. The direction from the centre or the line to the way, where they are nearest.
    Beside(W),
}

/// What the roots prove: contact with the bodies there, or nothing on the whole way. `None` if they prove neither.
#[inline(always)]
pub(super) fn cast<W: WideVector>(scene: &Scene<'_, W>, rest: &Rest<'_, W>) -> Option<Option<(Found, Proximity<W>)>> {
    if is_left_out(FastPath::QuadraticCasts) {
        return None;
    }
    let axis = Axis::new(scene, rest.shapes.each(|shape| shape.vertex_count()))?;
    let mut s = match axis.first_root(scene) {
        Root::At(s) => s,
        Root::Beside(normal) => return misses(scene, normal, 0.0),
    };
    if !(s > 0.0 && s <= scene.end) {
        let nearest = if s > 0.0 { scene.end } else { 0.0 };
        return misses(scene, axis.apart(scene, nearest).normal, nearest);
    }
    for step in 0..STEPS {
        let apart = axis.apart(scene, s);
        if step > 0 && apart.gap.abs() <= 16.0 * U * scene.size {
            if let Some(found) = contact(scene, rest, &axis, &apart, s) {
                return Some(Some(found));
            }
        }
        let closing = -apart.normal.dot(&scene.way);
        s += apart.gap * apart.length / closing;
        if !(closing > 0.0 && s > 0.0) {
            return None;
        }
    }
    None
}

/// Contact near s, if the bracket is narrow enough, and the bodies there.
#[inline(always)]
fn contact<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &Rest<'_, W>,
    axis: &Axis<W>,
    apart: &Apart<W>,
    s: f64,
) -> Option<(Found, Proximity<W>)> {
    let Apart { normal, length, gap, above, point, witnesses } = *apart;
    // The sum of several radii is rounded.
    let [a, b] = rest.shapes.each(|shape| shape.radius());
    let is_sum = [a, b, rest.solver.contact_distance()].iter().filter(|radius| **radius > 0.0).count() > 1;
    let of_level = if is_sum { 4.0 * U * scene.level } else { 0.0 };
    let error = axis.error + of_level + FINE * (scene.size + scene.end) + 16.0 * U * gap.abs();
    let closing = -normal.dot(&scene.way) / length;
    let least = 8.0 * U * scene.way.sum_abs();
    if !(closing > 8.0 * least) {
        return None;
    }
    let slow = closing - least;
    let below = gap - (error + above) * (1.0 + 8.0 * U);
    let gain = below / if below > 0.0 { closing + least } else { slow };
    let lower = Double::sum(s, gain - 4.0 * U * gain.abs()).high.next_down();
    let gain = larger(gap + error, 0.0) / slow;
    let bend = 0.75 * gain * gain * scene.way.dot(&scene.way) / length / slow;
    let upper = Double::sum(s, (gain + 2.0 * bend) * (1.0 + 16.0 * U)).high.next_up();
    let is_narrow = (upper - lower) * slow <= WIDEST * U * scene.size && bend <= 0.125 * gain;
    if !(is_narrow && lower > 0.0 && upper <= scene.end) {
        return None;
    }
    let best = Double::sum(s, gap / closing).high.clamp(lower, upper);
    let [from, until, best] = [lower, upper, best].each(|s| scene.fraction(s));
    let of_points = 9.0 * U * (scene.reach[0] + scene.reach[1] + length + scene.level) + scene.place_error(length);
    let margin = error + of_points + (upper - lower) * slow;
    let answer = Proximity { witnesses, ..Proximity::default() };
    let bodies = rest::bodies(scene, rest, &answer, [normal.divided(length), point], [lower, upper], margin)?;
    Some((Found::Contact { lower: from, upper: until, best }, bodies))
}

/// A plane at s that proves that there is no contact on the whole way.
#[inline(always)]
fn misses<W: WideVector>(scene: &Scene<'_, W>, normal: W, s: f64) -> Option<Option<(Found, Proximity<W>)>> {
    let plane = Before::new(scene, normal, s);
    let is_clear = plane.gap > 0.0 && plane.until() > scene.end && (plane.closing >= plane.least || s <= 0.0);
    is_clear.then_some(None)
}

impl<W: WideVector> Axis<W> {
    /// `None` if A − B has more than two vertices.
    fn new(scene: &Scene<'_, W>, counts: [usize; 2]) -> Option<Self> {
        let last = match counts {
            [1, 1] => (0, 0),
            [2, 1] => (1, 0),
            [1, 2] => (0, 1),
            _ => return None,
        };
        let point = |indices: (u32, u32)| {
            let corner = scene.corner(indices);
            minus([corner.a, W::zero()], [corner.b, W::zero()])
        };
        let first = point((0, 0));
        let [along, lost] = if last == (0, 0) { [W::zero(); 2] } else { minus(point(last), first) };
        let error = scene.reach[0] * scene.maps[0].error + scene.reach[1] * scene.maps[1].error;
        let error = (error + lost.sum_abs()) * (1.0 + 8.0 * U);
        Some(Self { first, along, squared: along.dot(&along), ends: [(0, 0), last], error })
    }

    /// The first place on the line of the way that is at the level from the segment.
    fn first_root(&self, scene: &Scene<'_, W>) -> Root<W> {
        let from = scene.start[0] - self.first[0];
        if !(self.squared > 0.0) {
            return root(from, scene.way, scene.level);
        }
        let (way, share) = (scene.way, 1.0 / self.squared);
        let [start, speed] = [self.along.dot(&from) * share, self.along.dot(&way) * share];
        let [start_across, way_across] = [from - self.along * start, way - self.along * speed];
        if way_across.dot(&way_across) <= ALONG * way.dot(&way) {
            let end = if speed > 0.0 { from } else { from - self.along };
            return root(end, way, scene.level);
        }
        match root(start_across, way_across, scene.level) {
            Root::At(s) if start + speed * s < 0.0 => root(from, way, scene.level),
            Root::At(s) if start + speed * s > 1.0 => root(from - self.along, way, scene.level),
            side => side,
        }
    }

    /// B at s.
    fn apart(&self, scene: &Scene<'_, W>, s: f64) -> Apart<W> {
        let mut witnesses = Witnesses::default();
        let from_first = minus(scene.place(s), self.first);
        let share = self.along.dot(&from_first[0]) / self.squared;
        let (normal, above) = if share > 0.0 && share < 1.0 {
            witnesses.push(self.ends[0], 1.0 - share);
            witnesses.push(self.ends[1], share);
            // Once more for what the share lost, but not beyond an end.
            let [high, low] = beyond(from_first, self.along, share);
            let rest = product([high, low], self.along).high / self.squared;
            let rest = if rest.abs() < share && rest.abs() < 1.0 - share { rest } else { 0.0 };
            let normal = beyond([high, low], self.along, rest);
            (normal, product(normal, self.along).high.abs())
        } else {
            let is_last = share >= 1.0;
            witnesses.push(self.ends[usize::from(is_last)], 1.0);
            let normal = if is_last { minus(from_first, [self.along, W::zero()]) } else { from_first };
            let along = product(normal, self.along).high;
            (normal, larger(if is_last { -along } else { along }, 0.0))
        };
        let squared = product(normal, normal[0]).plus(W::dot(&normal[0], &normal[1]).into());
        let excess = squared.minus(Double::product(scene.level, scene.level)).high;
        let length = sqrt(squared.high);
        let above = above / length + FINE * scene.size;
        let point = from_first[0] - normal[0] + self.first[0];
        Apart { normal: normal[0], length, gap: excess / (length + scene.level), above, point, witnesses }
    }
}

/// The difference of two sums of a vector and what its rounding lost.
fn minus<W: WideVector>(first: [W; 2], second: [W; 2]) -> [W; 2] {
    (0..W::DIM).fold(first, |both, axis| {
        let number = |[high, low]: &[W; 2]| Double { high: *high.coordinate(axis), low: *low.coordinate(axis) };
        let Double { high, low } = number(&first).minus(number(&second));
        [both[0].with_coordinate(axis, high), both[1].with_coordinate(axis, low)]
    })
}

/// What is left of a vector without `share` times another one.
fn beyond<W: WideVector>(vector: [W; 2], along: W, share: f64) -> [W; 2] {
    (0..W::DIM).fold(vector, |both, axis| {
        let number = Double { high: *vector[0].coordinate(axis), low: *vector[1].coordinate(axis) };
        let Double { high, low } = number.minus(Double::product(*along.coordinate(axis), share));
        [both[0].with_coordinate(axis, high), both[1].with_coordinate(axis, low)]
    })
}

/// The product of a sum of two vectors with a vector.
fn product<W: WideVector>([high, low]: [W; 2], vector: W) -> Double {
    (0..W::DIM).fold(Double::ZERO, |sum, axis| {
        let factor = *vector.coordinate(axis);
        sum.plus(Double::product(*high.coordinate(axis), factor)).plus((*low.coordinate(axis) * factor).into())
    })
}

/// The lesser root s of |from + s·way| = level.
#[inline(always)]
fn root<W: WideVector>(from: W, way: W, level: f64) -> Root<W> {
    let squared = way.dot(&way);
    let middle = -from.dot(&way) / squared;
    let beside = from + way * middle;
    let half = level * level - beside.dot(&beside);
    if half >= 0.0 { Root::At(middle - sqrt(half / squared)) } else { Root::Beside(beside) }
}
