//! The normal of a contact: a unit direction at which the support function of A − B is stationary, to rounding.
//!
//! **Problem.** Let h be the support function of M = A − B. The signed distance is −min h(n) over unit n, whether the
//! shapes are apart, touch or overlap. Given a direction near a local minimum, find the minimum.
//!
//! **Notation.** M is the hull of smooth features, each one of A's less one of B's ([`crate::depth::feature`]). Feature
//! k has the support point wₖ(n) and the Hessian Hₖ(n). T is the matrix of the unit vectors across n. pₖ = Tᵀwₖ are the
//! tangential coordinates, hₖ = n·wₖ is the height.
//!
//! **Method.** At a minimum there are weights λₖ ≥ 0 of sum 1 with Σ λₖwₖ = σn, and each hₖ of positive weight equals
//! σ = h(n). Then x = σn is the boundary point of M. Solve these equations by Newton's method (sequential quadratic
//! programming; Nocedal and Wright 2006, chapter 18). The features of positive weight are the active ones.
//!
//! 1. Start the working set with the features of the given points of M.
//! 2. Ask for the support point along n. If it lies beyond all features of the set, its feature enters the set.
//! 3. Find the turn d and the weights ([`crate::depth::step`]): Gd + Σ λₖpₖ = 0 with G = Tᵀ(Σ λₖHₖ)T − σ, and hₖ + pₖ·d
//!    equal for all active k. At most `DIM` features are active.
//! 4. Turn n by d. Near the minimum, each step squares the error.
//!
//! **Accuracy.** The method never uses the length of x. It computes n from the heights and gradients of the features.
//! So n is as good at a distance of zero as at any other.
//!
//! **Special cases.** A flat disc has no gradient at its own normal. If G has a negative eigenvalue, there is no
//! minimum. Both end without an answer, and the search of the caller goes on.

use crate::depth::cap::Cap;
use crate::depth::feature::{ActiveFeature, FEATURES, Samples, WorkingSet};
use crate::depth::feature::{greatest_motion, insert, nearest_features, sample, take_samples};
use crate::depth::step::step;
use crate::difference::{Difference, Vertex};
use crate::numbers::each::Each;
use crate::numbers::real::larger;
use crate::space::vector::WideVector;

/// The greatest number of Newton's steps. From one degree off, five are enough. If the first step turns away because a
/// feature is not known yet, twice as many are needed.
const STEPS: u32 = 16;

/// A stationary direction of A − B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StationaryDirection<W> {
    /// Unit, outward.
    pub normal: W,
    /// The active features. Only the first `count` are valid.
    pub active: [ActiveFeature<W>; 3],
    pub count: usize,
    /// h(normal), from a support point.  [length]
    pub height: f64,
}

impl<W: WideVector> StationaryDirection<W> {
    /// The points of the features in tangential coordinates.
    pub fn tangential(&self) -> [[f64; 2]; 3] {
        let tangents = self.normal.across();
        self.active.each(|feature| tangents.each(|tangent| tangent.dot(&feature.vertex.point)))
    }
    /// The boundary point Σ λₖwₖ.
    pub fn point(&self) -> W {
        self.sum(|feature| feature.vertex.point)
    }
    /// The points of A and of B whose difference is the boundary point.
    pub fn witness_points(&self) -> [W; 2] {
        [self.sum(|feature| feature.vertex.a), self.sum(|feature| feature.vertex.b)]
    }
    /// The distance of the boundary point from the line along the normal. It is large where the steps become short at a
    /// direction that is not stationary: at the normal of a flat disc, where the Hessian is infinite.
    fn distance_from_normal(&self) -> f64 {
        let point = self.point();
        (point - self.normal * self.normal.dot(&point)).length()
    }
    fn sum(&self, of: impl Fn(&ActiveFeature<W>) -> W) -> W {
        // One point plus weighted edges: a point that all features share comes out exactly.
        let first = of(&self.active[0]);
        self.active[1..self.count].iter().fold(first, |sum, feature| sum + (of(feature) - first) * feature.weight)
    }
}

/// A direction with the feature of its support point, as if that feature alone were active. `None` if a shape does not
/// know its features.
pub(crate) fn at_support_point<W: WideVector>(
    difference: &dyn Difference<W>,
    normal: W,
    vertex: &Vertex<W>,
) -> Option<StationaryDirection<W>> {
    let [feature, ..] = nearest_features(difference, difference.features()?, core::slice::from_ref(vertex), normal);
    let found = sample(difference, feature, normal, &normal.across());
    let feature = ActiveFeature { weight: 1.0, ..found.feature };
    Some(StationaryDirection { normal, active: [feature; 3], count: 1, height: found.height })
}

/// The stationary direction near the unit vector `start`. `points` are points of A − B that lie near its boundary
/// there.
///
/// `None` if the method fails or enters a cap that is known. Each support point adds one to `iterations`.
pub(crate) fn stationary_direction<W: WideVector>(
    difference: &dyn Difference<W>,
    start: W,
    points: &[Vertex<W>],
    known: &[Cap<W>],
    iterations: &mut u32,
) -> Option<StationaryDirection<W>> {
    let kinds = difference.features()?;
    let (noise, size) = (2.0 * difference.rounding().noise(), difference.rounding().size);
    let mut normal = start;
    // 1. The features of the given points.
    let mut set: WorkingSet<W> = [None; FEATURES];
    for feature in nearest_features(difference, kinds, points, normal).into_iter().take(points.len()) {
        insert(&mut set, feature);
    }
    let mut found: Samples<W> = [None; FEATURES];
    let mut weights = [0.0; FEATURES];
    let mut was_small = false;
    for _ in 0..STEPS {
        if known.iter().any(|cap| cap.contains(normal)) {
            return None;
        }
        // 2. The support point along n.
        let farthest = difference.support(normal);
        *iterations += 1;
        let height = normal.dot(&farthest.point);
        let tangents = normal.across();
        take_samples(difference, &set, normal, &tangents, &mut found);
        let greatest = found.iter().flatten().fold(f64::NEG_INFINITY, |most, sample| larger(sample.height, most));
        let is_complete = height <= greatest + noise;
        if !is_complete {
            let [newest, ..] = nearest_features(difference, kinds, core::slice::from_ref(&farthest), normal);
            if let Some(place) = insert(&mut set, newest) {
                found[place] = Some(sample(difference, newest, normal, &tangents));
            }
        }
        // 3. The turn and the weights.
        let step = step(&found, &weights, W::DIM, size)?;
        let trace = |hessian: [f64; 3]| hessian[0] + hessian[2];
        let radius = found.iter().flatten().fold(0.0, |most, sample| larger(trace(sample.hessian), most));
        if radius > LARGEST_RADIUS * size {
            return None;
        }
        let length = larger(step.turn[0].abs(), step.turn[1].abs());
        if !(length < f64::INFINITY) {
            return None;
        }
        // On a flat surface the support points move by far more than the direction. The method goes on until they rest,
        // or until the direction itself changes by a rounding.
        let rests = greatest_motion(&found, step.turn) <= LINEAR_MOTION * size + ROUNDED_TURN * radius;
        if was_small && length <= SMALL_TURN && rests && is_complete && step.is_minimum {
            let turn = tangents[0] * step.turn[0] + tangents[1] * step.turn[1];
            let answer = active_features([normal, turn], &found, &step.weights, height);
            return answer.filter(|answer| answer.distance_from_normal() <= noise);
        }
        // 4. The turn, of at most half a radian.
        let shorter = if length > 0.5 { 0.5 / length } else { 1.0 };
        let turn = tangents[0] * (step.turn[0] * shorter) + tangents[1] * (step.turn[1] * shorter);
        // The next error is about the square of this step.
        was_small = length <= SMALL_TURN;
        normal = (normal + turn).unit();
        weights = step.weights;
        for (feature, weight) in set.iter_mut().zip(weights) {
            if !(weight > 0.0) {
                *feature = None;
            }
        }
    }
    None
}

/// 2²⁶, as a multiple of the size. A larger radius of curvature is that of a disc's rim, as seen along the normal of
/// the disc. Near that normal the polytope is as quick. Needles a million times longer than wide have such radii, too,
/// but no disc.
const LARGEST_RADIUS: f64 = 67_108_864.0;

/// 2⁻³², as a fraction of the size. A shorter motion of the points is linear in the turn, to rounding. It is not if the
/// curved part is smaller than 2⁻¹³ of the size.
const LINEAR_MOTION: f64 = 2.328_306_436_538_696_3e-10;

/// 2⁻⁵⁰: a few roundings of the coordinates of the direction.  [radians]
const ROUNDED_TURN: f64 = 8.881_784_197_001_252e-16;

/// 2⁻²⁶: the square of a smaller turn is a rounding.  [radians]
const SMALL_TURN: f64 = 1.490_116_119_384_765_6e-8;

/// The answer: the features of positive weight, after the last turn.
///
/// The last turn is a rounding of the direction. On a flat rim the points move by much more, so they move with it.
fn active_features<W: WideVector>(
    [normal, turn]: [W; 2],
    samples: &Samples<W>,
    weights: &[f64; FEATURES],
    height: f64,
) -> Option<StationaryDirection<W>> {
    let mut chosen = samples.iter().zip(weights).filter(|(sample, weight)| sample.is_some() && **weight > 0.0);
    let mut next = || chosen.next().and_then(|(sample, weight)| sample.map(|s| s.feature.turned(turn, *weight)));
    let first = next()?;
    let (mut active, mut count) = ([first; 3], 1);
    while let Some(another) = next() {
        *active.get_mut(count)? = another;
        count += 1;
    }
    Some(StationaryDirection { normal, active, count, height })
}
