//! One step of Newton's method towards a stationary direction: a turn of the direction, and the weights of the
//! features.
//!
//! **Problem.** Features k have the heights hₖ, the tangential points pₖ and the tangential Hessians
//! ([`crate::depth::stationary`]). Find the turn d and weights λₖ of sum 1 with
//!
//! Gd + Σ λₖpₖ = 0,   hₖ + pₖ·d equal for all k of positive weight,   G = Σ λₖHₖ − σ.
//!
//! **Method.** At most `DIM` features have weight. Solve the equations for each subset of the features. Choose the
//! subset with the least fault: no weight is negative, no other feature rises beyond the level, and the turn is short.

use crate::depth::feature::{FEATURES, Sample, Samples};
use crate::numbers::each::Each;
use crate::numbers::real::larger;
use crate::space::hessian::{Bend, eigen};

/// A step of Newton's method.
pub(super) struct Step {
    /// In tangential coordinates.  [radians]
    pub turn: [f64; 2],
    /// The weights of the features in the boundary point.
    pub weights: [f64; FEATURES],
    /// Whether the step leads to a minimum. Otherwise it leads to a saddle.
    pub is_minimum: bool,
}

/// The solution of the equations for one subset of the features.
struct Candidate {
    turn: [f64; 2],
    /// The common height of the features after the turn.  [length]
    level: f64,
    weights: [f64; 3],
    is_minimum: bool,
}

/// The step of the subset with the least fault. `None` if no subset has a solution.
pub(super) fn step<W>(samples: &Samples<W>, before: &[f64; FEATURES], dimension: usize, size: f64) -> Option<Step> {
    let mut best: Option<(f64, Step)> = None;
    for subset in 1u32..1 << FEATURES {
        let count = subset.count_ones() as usize;
        let is_chosen = |k: usize| subset >> k & 1 == 1;
        if count > dimension || (0..FEATURES).any(|k| is_chosen(k) && samples[k].is_none()) {
            continue;
        }
        let mut places = [0; 3];
        (0..FEATURES).filter(|&k| is_chosen(k)).zip(&mut places).for_each(|(k, place)| *place = k);
        let places = &places[..count];
        let Some(found) = candidate(samples, before, places, dimension, FLAT * size) else { continue };
        let Candidate { turn, level, is_minimum, .. } = found;
        let mut weights = [0.0; FEATURES];
        places.iter().zip(found.weights).for_each(|(&k, weight)| weights[k] = weight);
        // A length as a fraction of the size, a weight and an angle: all are pure numbers.
        let beyond = |sample: &Sample<W>| (sample.height + dot(sample.across, turn) - level) / size;
        let rise = samples.iter().flatten().fold(0.0, |most, sample| larger(beyond(sample), most));
        let lack = weights.iter().fold(0.0, |most, &weight| larger(-weight, most));
        let excess = larger(larger(turn[0].abs(), turn[1].abs()) - 1.0, 0.0);
        let fault = rise + lack + excess;
        if fault.is_finite() && best.as_ref().is_none_or(|(least, _)| fault < *least) {
            best = Some((fault, Step { turn, weights, is_minimum }));
        }
    }
    let (_, mut step) = best?;
    let clamped = step.weights.each(|weight| larger(weight, 0.0));
    let sum: f64 = clamped.iter().sum();
    step.weights = clamped.each(|weight| weight / sum);
    Some(step)
}

fn dot(p: [f64; 2], d: [f64; 2]) -> f64 {
    p[0] * d[0] + p[1] * d[1]
}

/// 2⁻⁴⁶: a smaller curvature, as a fraction of the size, counts as zero. Along a ring of equally near points the
/// curvature is zero, and there is no step to take.
const FLAT: f64 = 1.421_085_471_520_200_4e-14;

/// −|G|⁻¹p for a form G, without eigenvectors whose eigenvalue counts as zero. So the step leads downhill even if G has
/// a negative eigenvalue. Also whether G has none, as at a minimum.
fn descent(g: Bend, p: [f64; 2], flat: f64) -> ([f64; 2], bool) {
    let (values, first) = eigen(g);
    let second = [-first[1], first[0]];
    let part = |axis: [f64; 2], value: f64| if value.abs() > flat { -dot(axis, p) / value.abs() } else { 0.0 };
    let (s, t) = (part(first, values[0]), part(second, values[1]));
    ([first[0] * s + second[0] * t, first[1] * s + second[1] * t], values[1] > -flat)
}

/// The solution for the features at these places. `None` if their points are on one line or coincide.
fn candidate<W>(
    samples: &Samples<W>,
    before: &[f64; FEATURES],
    places: &[usize],
    dimension: usize,
    flat: f64,
) -> Option<Candidate> {
    let at = |k: usize| samples[places[k]].as_ref();
    let first = at(0)?;
    let g = form(samples, before, places, dimension)?;
    let times = |d: [f64; 2]| [g[0] * d[0] + g[1] * d[1], g[1] * d[0] + g[2] * d[1]];
    let p = first.across;
    let edge = |other: &Sample<W>| ([other.across[0] - p[0], other.across[1] - p[1]], other.height - first.height);
    match places.len() {
        1 => {
            let (d, is_minimum) = descent(g, p, flat);
            Some(Candidate { turn: d, level: first.height + dot(p, d), weights: [1.0, 0.0, 0.0], is_minimum })
        }
        2 => {
            let (e, rise) = edge(at(1)?);
            let square = dot(e, e);
            // Across the edge both heights change alike.
            let free = [-e[1], e[0]];
            let curvature = dot(free, times(free)) / square;
            if !(square > 0.0) {
                return None;
            }
            let even = [e[0] * (-rise / square), e[1] * (-rise / square)];
            let slope = (dot(free, p) + dot(free, times(even))) / square;
            let slide = if curvature.abs() > flat { -slope / curvature.abs() } else { 0.0 };
            let d = [even[0] + free[0] * slide, even[1] + free[1] * slide];
            let image = times(d);
            let weight = -(dot(e, image) + dot(e, p)) / square;
            let (level, weights) = (first.height + dot(p, d), [1.0 - weight, weight, 0.0]);
            Some(Candidate { turn: d, level, weights, is_minimum: curvature > -flat })
        }
        _ => {
            let ((e, rise), (f, lift)) = (edge(at(1)?), edge(at(2)?));
            let area = e[0] * f[1] - e[1] * f[0];
            if area == 0.0 {
                return None;
            }
            let d = [(-rise * f[1] + lift * e[1]) / area, (-lift * e[0] + rise * f[0]) / area];
            let image = times(d);
            let (x, y) = (-(image[0] + p[0]), -(image[1] + p[1]));
            let weights = [(x * f[1] - y * f[0]) / area, (e[0] * y - e[1] * x) / area];
            let weights = [1.0 - weights[0] - weights[1], weights[0], weights[1]];
            Some(Candidate { turn: d, level: first.height + dot(p, d), weights, is_minimum: true })
        }
    }
}

/// G, with the weights of the step before. If the subset is new, its features have equal weights.
fn form<W>(samples: &Samples<W>, before: &[f64; FEATURES], places: &[usize], dimension: usize) -> Option<Bend> {
    let sum: f64 = places.iter().map(|&k| before[k]).sum();
    let is_new = places.iter().any(|&k| !(before[k] > 0.0));
    let weight = |k: usize| if is_new { 1.0 / places.len() as f64 } else { before[k] / sum };
    let mut mean = [0.0; 3];
    for &k in places {
        let sample = samples[k].as_ref()?;
        (0..3).for_each(|i| mean[i] += weight(k) * sample.hessian[i]);
    }
    let height = samples[places[0]].as_ref()?.height;
    let along_first = mean[0] - height;
    // In the plane there is no second tangent. The form gets a second eigenvalue that is not negative, and no step
    // follows it.
    let along_second = if dimension == 2 { along_first.abs() } else { mean[2] - height };
    Some([along_first, mean[1], along_second])
}
