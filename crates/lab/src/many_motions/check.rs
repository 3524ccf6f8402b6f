//! One pair, its answer, and checks that need no proof: a meeting that is known, and the shapes at rest at a few
//! moments.

use super::actor::{Round, length};
use super::pair::{Asked, Pair, bits, wide};
use crate::random::Random;
use clearance::{Cast, Outcome, Real, Solver, Vec2, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What can be wrong with an answer.
pub const FAULTS: [&str; 6] =
    ["contact before lower", "hit without contact", "wide bracket", "not symmetric", "not ordered", "panic"];

/// What an answer was, and what is wrong with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// `None` after a panic.
    pub outcome: Option<Outcome>,
    /// Whether both cores are polytopes.
    pub polytopes: bool,
    /// Near, although the distance at `lower` is more than rounding.
    pub open: bool,
    /// The width of the bracket of a transversal hit, over what rounding and the speed allow per 10⁻¹².
    pub width: Option<f64>,
    /// A flag for each of [`FAULTS`].
    pub faults: [bool; FAULTS.len()],
}

/// Asks the library about a pair and checks the answer. `samples` more moments before `lower` are looked at, and the
/// exchanged and the scaled pair are asked, too, if it is not 0.
pub fn examine(pair: &Pair, seed: u64, samples: u32) -> Found {
    let found = catch_unwind(AssertUnwindSafe(|| match (pair.dimension, pair.single) {
        (2, false) => examine_in::<Vec2<f64>, Vec2<f64>>(pair, seed, samples),
        (2, true) => examine_in::<Vec2<f32>, Vec2<f64>>(pair, seed, samples),
        (_, false) => examine_in::<Vec3<f64>, Vec3<f64>>(pair, seed, samples),
        (_, true) => examine_in::<Vec3<f32>, Vec3<f64>>(pair, seed, samples),
    }));
    found.unwrap_or_else(|_| {
        let mut faults = [false; FAULTS.len()];
        faults[5] = true;
        Found { faults, ..Found::default() }
    })
}

fn examine_in<V: Round, W: Round<Scalar = f64>>(pair: &Pair, seed: u64, samples: u32) -> Found {
    let solver = Solver::default();
    let cast = pair.answer::<V>(&solver, false);
    let mut found = checked::<V, W>(pair, &cast, seed, samples);
    if samples > 0 {
        found.faults[3] = !is_symmetric(pair, &solver, &cast);
    }
    found
}

/// What is wrong with an answer, apart from its symmetry.
pub fn checked<V: Round, W: Round<Scalar = f64>>(pair: &Pair, cast: &Cast<V>, seed: u64, samples: u32) -> Found {
    let [lower, upper, fraction] = [cast.lower, cast.upper, cast.fraction].map(Real::widen);
    let polytopes = pair.bodies.iter().all(|body| body.kind.is_polytope());
    let mut found = Found { outcome: Some(cast.outcome), polytopes, ..Found::default() };
    let mut random = Random::new(!seed);
    found.faults[4] = !(0.0 <= lower && lower <= fraction && fraction <= upper && upper <= 1.0);
    found.faults[0] = meets_before::<W>(pair, cast, lower, &mut random, samples);
    match cast.outcome {
        Outcome::Clear => {}
        Outcome::Near => found.open = !(pair.distance::<W>(lower)[1] <= 4.0 * pair.noise(lower)),
        Outcome::Hit => {
            let exactly = samples > 0 || random.once_in(32);
            found.faults[1] = !if exactly {
                is_contact::<W>(pair, lower, upper)
            } else {
                was_near::<W>(pair, lower, upper, &mut random)
            };
            found.width = width(pair, cast, lower, upper);
            found.faults[2] = polytopes && found.width.is_some_and(|width| width > 1.0);
        }
    }
    found
}

/// Whether there is contact before `lower`, deeper than rounding: at the meeting that is known, at a random moment,
/// when the centres are nearest, at `lower` itself, and perhaps near the least of some samples.
fn meets_before<W: Round<Scalar = f64>>(
    pair: &Pair,
    cast: &Cast<impl Round>,
    lower: f64,
    random: &mut Random,
    samples: u32,
) -> bool {
    let is_deep = |moment: f64| {
        pair.overlap::<W>(moment) && pair.distance::<W>(moment)[1] < -pair.noise(moment).max(f64::MIN_POSITIVE)
    };
    if !(lower > 0.0) {
        return false;
    }
    let mut moments = [None; 3];
    if samples > 0 || cast.is_clear() || random.once_in(4) {
        moments[0] = Some(lower * random.unit());
    }
    if pair.meeting.is_some_and(|meeting| meeting < lower) || (cast.is_clear() && pair.meeting.is_some()) {
        moments[1] = pair.meeting;
    }
    let nearest = pair.nearest_moment();
    if !turns(pair.asked) && (nearest < lower || cast.is_clear()) {
        moments[2] = Some(nearest);
    }
    moments.into_iter().flatten().any(is_deep) || (samples > 0 && is_deep(least_moment::<W>(pair, lower, samples)))
}

/// About the moment of the least distance before `lower`: the least of some samples, and a golden section beside it.
fn least_moment<W: Round<Scalar = f64>>(pair: &Pair, lower: f64, samples: u32) -> f64 {
    let step = lower / f64::from(samples);
    let distance = |t: f64| pair.distance::<W>(t)[1];
    let all = (0..=samples).map(|k| (step * f64::from(k)).min(lower)).map(|t| (t, distance(t)));
    let lowest = all.fold((0.0, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best }).0;
    let (mut left, mut right) = ((lowest - step).max(0.0), (lowest + step).min(lower));
    for _ in 0..24 {
        let (one, two) = (right - 0.618 * (right - left), left + 0.618 * (right - left));
        if distance(one) < distance(two) { right = two } else { left = one }
    }
    0.5 * left + 0.5 * right
}

/// Whether the shapes are in contact at `upper`, or have been since `lower`, up to rounding.
fn is_contact<W: Round<Scalar = f64>>(pair: &Pair, lower: f64, upper: f64) -> bool {
    pair.overlap::<W>(upper) || pair.distance::<W>(upper)[0] <= pair.noise(upper) + pair.speed() * (upper - lower)
}

/// Whether the shapes are as near a little before `lower` as a contact allows. Shapes at a distance are a cheap
/// question; those that touch are one for exact numbers.
fn was_near<W: Round<Scalar = f64>>(pair: &Pair, lower: f64, upper: f64, random: &mut Random) -> bool {
    if !(lower > 0.0) {
        return is_contact::<W>(pair, lower, upper);
    }
    let before = lower * (1.0 - (-8.0 - 22.0 * random.unit()).exp2());
    let [near, far] = pair.distance::<W>(before);
    near <= pair.noise(upper) + pair.speed() * (upper - before) && far >= -pair.noise(before)
}

/// The width of the bracket if the shapes approach at a tenth of the greatest speed: over what is allowed.
fn width<V: Round>(pair: &Pair, cast: &Cast<V>, lower: f64, upper: f64) -> Option<f64> {
    if pair.single || !(lower > 0.0) {
        return None;
    }
    let normal = wide(cast.contact.normal);
    let points = [wide(cast.contact.point_a), wide(cast.contact.point_b)];
    let (closing, speed) = (pair.closing_speed(normal, points, lower), pair.speed());
    let size = pair.noise(upper) / (48.0 * f64::EPSILON);
    (closing > 0.1 * speed).then(|| (upper - lower) / (1e-12 * (1.0 + 0.1 * size / closing)))
}

/// Whether exchanged bodies, and in `f64` scaled ones, have the same bits.
fn is_symmetric<V: Round>(pair: &Pair, solver: &Solver, cast: &Cast<V>) -> bool {
    let same = |other: Cast<V>| other.outcome == cast.outcome && bits(&other) == bits(cast);
    // Sums with the centre round the same in every unit, as long as nothing leaves the range.
    let scaled = || pair.scaled(if length(pair.bodies[0].translation) > 1.0 { -40 } else { 40 });
    same(pair.answer(solver, true)) && (pair.single || same(scaled().answer(solver, false)))
}

/// Whether a question is about bodies that turn.
pub fn turns(asked: Asked) -> bool {
    matches!(asked, Asked::OneTurns | Asked::BothTurn)
}
