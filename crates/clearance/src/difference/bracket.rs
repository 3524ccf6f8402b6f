//! The bracket of a pair of cores, and the way to the answer: subtract the radii, decide the verdict, move to the
//! world.

use super::{Frame, Rounding};
use crate::numbers::real::{U, larger, smaller};
use crate::result::{Proximity, Status, Witnesses};
use crate::space::vector::WideVector;

/// What an answer must tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signs {
    /// Whether the shapes meet: bounds that hold zero are no answer.
    Decided,
    /// The bounds alone. Shapes that floats do not tell apart from touching ones are told to touch.
    Open,
}

/// A signed distance with its bounds and witnesses, in A's frame and scaled lengths. It is that of the cores, and after
/// [`Bracket::less_radius`] that of the rounded shapes.
#[derive(Clone, Copy)]
pub(crate) struct Bracket<W> {
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    /// From A to B.
    pub normal: W,
    /// The witness points of the cores.
    pub cores: [W; 2],
}

impl<W: WideVector> Bracket<W> {
    /// `core_b − core_a − distance · normal`. It is zero in exact arithmetic.
    #[inline(always)]
    pub fn residual(&self) -> W {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }
    /// The same with a bracket at least as wide as the residual is long. So it claims no more than the witness points
    /// show. Only the bound that does not decide the verdict moves. `noise` is the rounding of both.
    #[cold]
    pub fn widened(self, noise: f64) -> Self {
        let residual = self.residual().length() + noise;
        if self.upper < 0.0 {
            Self { lower: smaller(self.lower, self.upper - residual), ..self }
        } else {
            Self { upper: larger(self.upper, self.lower + residual), ..self }
        }
    }
    /// The same without the residual, a rounding error: each witness point moves by half of it.
    #[inline(always)]
    pub fn aligned(mut self) -> Self {
        let half = self.residual() * 0.5;
        self.cores = [self.cores[0] + half, self.cores[1] - half];
        self
    }
    /// Whether the bracket is as good as floats allow. It is no wider than faces of good shape leave it, and the
    /// witness points lie along the normal.
    ///
    /// The gap of the loop may be `noise`. A facet of the polytope adds its own error: under 16u·size unless it is a
    /// sliver.
    #[inline(always)]
    pub fn is_narrow(&self, rounding: &Rounding) -> bool {
        let allowed = rounding.below() + rounding.above() + rounding.noise();
        let facet_error = if self.distance < 0.0 { 16.0 * U * rounding.size } else { 0.0 };
        let residual = self.residual();
        self.upper - self.lower <= allowed + facet_error
            && residual.dot(&residual) <= rounding.noise() * rounding.noise()
    }
    /// Whether bounds and witness points are numbers.
    pub fn is_finite(&self) -> bool {
        let residual = self.residual();
        self.upper - self.lower + residual.dot(&residual) < f64::INFINITY
    }
    /// Whether the distance lies between its bounds.
    pub fn is_in_order(&self) -> bool {
        self.lower <= self.distance && self.distance <= self.upper
    }
    /// The status that the bounds prove.
    #[inline(always)]
    pub fn verdict(&self) -> Option<Status> {
        if self.lower > 0.0 {
            Some(Status::Separated)
        } else if self.upper < 0.0 {
            Some(Status::Overlapping)
        } else {
            None
        }
    }
    /// The status that the bounds prove, as far as it is asked for.
    #[inline(always)]
    pub fn status(&self, signs: Signs) -> Option<Status> {
        match (self.verdict(), signs) {
            (None, Signs::Open) if self.is_in_order() => Some(Status::Touching),
            (verdict, _) => verdict,
        }
    }
    /// The bracket of the rounded shapes, from that of the cores. The bounds move outward by the rounding of the
    /// subtraction.
    #[inline(always)]
    pub fn less_radius(self, radius: f64) -> Self {
        let margin = if radius > 0.0 { 4.0 * U * (radius + self.upper.abs().max(self.lower.abs())) } else { 0.0 };
        Self {
            distance: self.distance - radius,
            lower: self.lower - radius - margin,
            upper: self.upper - radius + margin,
            ..self
        }
    }
    /// The answer in the world's frame and unit, with points on the rounded surfaces.
    #[inline(always)]
    pub fn answer(self, frame: &Frame<W>, witnesses: Witnesses, status: Status, iterations: u32) -> Proximity<W> {
        let [radius_a, radius_b] = frame.scaled_radii();
        let surfaces = [self.cores[0] + self.normal * radius_a, self.cores[1] - self.normal * radius_b];
        self.placed_answer(frame, surfaces, witnesses, status, iterations)
    }
    /// The answer for cores with a common point. Both witness points are that point, whatever the radii are.
    #[inline(always)]
    pub fn common_point(self, frame: &Frame<W>, witnesses: Witnesses, iterations: u32) -> Proximity<W> {
        self.placed_answer(frame, self.cores, witnesses, Status::Overlapping, iterations)
    }
    #[inline(always)]
    fn placed_answer(
        self,
        frame: &Frame<W>,
        surfaces: [W; 2],
        witnesses: Witnesses,
        status: Status,
        iterations: u32,
    ) -> Proximity<W> {
        Proximity {
            status,
            distance: frame.length(self.distance),
            lower: frame.length_down(self.lower),
            upper: -frame.length_down(-self.upper),
            normal: frame.world_direction(self.normal),
            point_a: frame.world_point(surfaces[0]),
            point_b: frame.world_point(surfaces[1]),
            iterations,
            witnesses,
        }
    }
}

/// The distance, from the signed distance of shapes whose cores are apart. If that is not positive, the distance is 0,
/// and the common point is on the segment between the cores. The segment is shorter than the sum of the radii, but it
/// may be longer than one of them.
#[inline(always)]
pub(crate) fn distance_from_signed<W: WideVector>(mut signed: Proximity<W>, radii: [f64; 2]) -> Proximity<W> {
    signed.lower = larger(signed.lower, 0.0);
    if signed.distance > 0.0 {
        return signed;
    }
    let point = common_point(signed.distance, signed.normal, [signed.point_a, signed.point_b], radii);
    let (distance, upper, witnesses) = (0.0, larger(signed.upper, 0.0), signed.witnesses);
    Proximity { distance, upper, ..signed }.with_common_point(point, witnesses)
}

/// The same for shapes whose cores are apart. A function of its own, since it is rare: an answer that two ways lead to is
/// written twice.
#[cfg_attr(not(target_arch = "nvptx64"), cold, inline(never))]
#[cfg_attr(target_arch = "nvptx64", inline(always))]
pub(crate) fn distance_of_rounded<W: WideVector>(signed: Proximity<W>, radii: [f64; 2]) -> Proximity<W> {
    distance_from_signed(signed, radii)
}

/// A common point of shapes that overlap, on the normal between the points of their surfaces.
#[inline(always)]
pub(crate) fn common_point<W: WideVector>(signed: f64, normal: W, points: [W; 2], radii: [f64; 2]) -> W {
    // At least 0: a depth beyond the range became infinite.
    let between = larger(signed + (radii[0] + radii[1]), 0.0);
    let [beyond_a, beyond_b] = [larger(radii[0] - between, 0.0), larger(radii[1] - between, 0.0)];
    let ends = [points[0] - normal * beyond_a, points[1] + normal * beyond_b];
    ends[0] * 0.5 + ends[1] * 0.5
}
