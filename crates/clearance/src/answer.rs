//! From what the search ended with to an answer: witness points, radii, bounds moved outward, the world's frame.

use crate::closest::nearest_weights;
use crate::depth::Depth;
use crate::difference::{Frame, Pair, Rounding, Vertex};
use crate::exact::ExactAnswer;
use crate::gjk::{Approach, Simplex};
use crate::proximity::{Proximity, Status, Witnesses};
use crate::real::{Real, U, larger, smaller};
use crate::simplex::weights;
use crate::support::SupportMap;
use crate::vector::{Vector, WideVector};

/// A signed distance with witnesses, in A's frame and scaled lengths; of the cores, later of the rounded shapes.
pub(crate) struct Solved<W> {
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    /// From A to B.
    pub normal: W,
    pub cores: [W; 2],
}

impl<W: WideVector> Solved<W> {
    /// What `core_b − core_a` has beside `distance · normal`.
    pub fn residual(&self) -> W {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }
    /// The same with the residual, a rounding error, shared between the witness points.
    pub fn aligned(self) -> Self {
        let half = self.residual() * 0.5;
        Self { cores: [self.cores[0] + half, self.cores[1] - half], ..self }
    }
}

/// Whether the answer is as good as floats can be: the bracket is no wider than well-shaped faces leave it, and the
/// witness points lie along the normal.
///
/// The loop's gap may be `noise`; a facet of the polytope adds its own error, under 16u·size unless it is a sliver.
pub(crate) fn is_narrow<W: WideVector>(cores: &Solved<W>, rounding: &Rounding) -> bool {
    let allowed = rounding.below() + rounding.above() + rounding.noise();
    let shell = if cores.distance < 0.0 { 16.0 * U * rounding.size } else { 0.0 };
    let residual = cores.residual();
    cores.upper - cores.lower <= allowed + shell && residual.dot(&residual) <= rounding.noise() * rounding.noise()
}

/// What the bounds prove.
pub(crate) fn verdict<W>(solved: &Solved<W>) -> Option<Status> {
    if solved.lower > 0.0 {
        Some(Status::Separated)
    } else if solved.upper < 0.0 {
        Some(Status::Overlapping)
    } else {
        None
    }
}

/// The cores' distance from the nearest face; of a simplex that rounding left undecided, from the face of its oldest
/// vertices.
#[inline(always)]
pub(crate) fn apart<W: WideVector>(
    near: &Approach<W>,
    simplex: &Simplex<W>,
    rounding: &Rounding,
) -> (Solved<W>, Witnesses) {
    let (face, count) = ([simplex.vertex(0), simplex.vertex(1), simplex.vertex(2)], simplex.len().min(3));
    let [p, q, r] = face.each_ref().map(|vertex| &vertex.point);
    let weights = match count {
        3 => shares(weights(&[p, q, r])),
        2 => shares(weights(&[p, q])),
        _ => [1.0, 0.0, 0.0],
    };
    let (cores, witnesses) = witnesses(face, weights, count);
    // Both witness points belong to the cores, so that their distance bounds that of the cores from above.
    let gap = (cores[1] - cores[0]).length();
    let (lower, upper) = (near.lower - rounding.below(), gap + rounding.above());
    let distance = smaller(larger(near.upper, lower), upper);
    (Solved { distance, lower, upper, normal: -near.direction.unit(), cores }, witnesses)
}

pub(crate) fn from_depth<W: WideVector>(found: &Depth<W>, upper: f64) -> (Solved<W>, Witnesses) {
    let ([p, q, r], [u, v, w]) = (&found.facet, found.weights);
    let (cores, witnesses) = match W::DIM {
        2 => witnesses([p, q], [u, v], 2),
        _ => witnesses([p, q, r], [u, v, w], 3),
    };
    let lower = -found.upper;
    let distance = (-found.depth).max(lower).min(upper);
    (Solved { distance, lower, upper, normal: found.normal, cores }, witnesses)
}

/// Weights that are not negative and sum to 1, from numerators; the first takes all when there is no sum.
#[inline(always)]
fn shares((numerators, sum): ([f64; 3], f64)) -> [f64; 3] {
    let [p, q, r] = numerators;
    let (p, q, r) = (larger(p, 0.0), larger(q, 0.0), larger(r, 0.0));
    let total = p + q + r;
    if sum > 0.0 && total > 0.0 && total < f64::INFINITY { [p / total, q / total, r / total] } else { [1.0, 0.0, 0.0] }
}

/// The points of the cores with the given weights, and the features that they lie on: of the first `count` vertices. The
/// others are computed with and not chosen, since branches on the count would be mispredicted.
#[inline(always)]
pub(crate) fn witnesses<W: WideVector, const N: usize>(
    face: [&Vertex<W>; N],
    weights: [f64; N],
    count: usize,
) -> ([W; 2], Witnesses) {
    // One vertex plus weighted edges: a vertex that all share comes out exactly.
    let [a, b] = [face[0].a, face[0].b];
    let mut cores = [a, b];
    for place in 1..N {
        let (vertex, weight) = (face[place], weights[place]);
        let with = [cores[0] + (vertex.a - a) * weight, cores[1] + (vertex.b - b) * weight];
        cores = if place < count { with } else { cores };
    }
    // Of one pair of shapes all vertices have indices, or none has.
    let count = if face[0].indices.get().is_some() { count } else { 0 };
    let mut witnesses = Witnesses { count: count as u32, ..Witnesses::default() };
    for place in 0..N {
        let there = place < count;
        witnesses.pairs[place] = if there { face[place].indices.pair() } else { (0, 0) };
        witnesses.weights[place] = if there { weights[place] } else { 0.0 };
    }
    (cores, witnesses)
}

/// A point that both cores hold, from the simplex around the origin.
pub(crate) fn common_point<W: WideVector>(near: &Approach<W>, simplex: &Simplex<W>) -> (Solved<W>, Witnesses) {
    let [p, q, r, s] = simplex.volumes_with_origin();
    let total = p + q + r + s;
    let at = |place| simplex.vertex(place);
    let (cores, witnesses) = match W::DIM {
        2 => witnesses([at(0), at(1), at(2)], [p / total, q / total, r / total], 3),
        _ => witnesses([at(0), at(1), at(2), at(3)], [p / total, q / total, r / total, s / total], 4),
    };
    let middle = cores[0] * 0.5 + cores[1] * 0.5;
    let normal = -near.direction.unit();
    (Solved { distance: 0.0, lower: 0.0, upper: 0.0, normal, cores: [middle; 2] }, witnesses)
}

/// The points of the cores that a simplex of A − B has nearest to each other, when rounding leaves open whether it holds the
/// origin.
pub(crate) fn nearest_points<W: WideVector>(simplex: &Simplex<W>) -> ([W; 2], Witnesses) {
    let at = |place| simplex.vertex(place);
    let points = [at(0).point, at(1).point, at(2).point, at(3).point];
    let weights = nearest_weights(&points[..simplex.len().clamp(1, W::DIM + 1)]);
    witnesses([at(0), at(1), at(2), at(3)], weights, simplex.len())
}

/// The rounded shapes' distance from the cores': less the radii, bounds moved outward by the rounding of that.
pub(crate) fn thickened<W: WideVector>(cores: Solved<W>, radius: f64) -> Solved<W> {
    let margin = if radius > 0.0 { 4.0 * U * (radius + cores.upper.abs().max(cores.lower.abs())) } else { 0.0 };
    Solved {
        distance: cores.distance - radius,
        lower: cores.lower - radius - margin,
        upper: cores.upper - radius + margin,
        ..cores
    }
}

/// The answer in the world's frame and unit, points on the rounded surfaces.
#[inline(always)]
pub(crate) fn finished<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    solved: &Solved<V::Wide>,
    witnesses: &Witnesses,
    status: Status,
    iterations: u32,
) -> Proximity<V> {
    let [radius_a, radius_b] = pair.radii();
    let surfaces = [solved.cores[0] + solved.normal * radius_a, solved.cores[1] - solved.normal * radius_b];
    placed(&pair.frame, solved, surfaces, witnesses, status, iterations)
}

/// The answer for cores that have a point in common: that point, radii or not.
#[inline(always)]
pub(crate) fn overlapping<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    (point, witnesses): (Solved<V::Wide>, Witnesses),
    iterations: u32,
) -> Proximity<V> {
    placed(&pair.frame, &point, point.cores, &witnesses, Status::Overlapping, iterations)
}

/// The answer in the world's frame and unit.
#[inline(always)]
fn placed<V: Vector>(
    frame: &Frame<V::Wide>,
    solved: &Solved<V::Wide>,
    surfaces: [V::Wide; 2],
    witnesses: &Witnesses,
    status: Status,
    iterations: u32,
) -> Proximity<V> {
    Proximity {
        status,
        distance: V::Scalar::narrow(frame.length(solved.distance)),
        lower: V::Scalar::narrow_down(frame.length_down(solved.lower)),
        upper: V::Scalar::narrow_up(-frame.length_down(-solved.upper)),
        normal: V::narrow(frame.world_direction(solved.normal)),
        point_a: V::narrow(frame.world_point(surfaces[0])),
        point_b: V::narrow(frame.world_point(surfaces[1])),
        iterations,
        witnesses: *witnesses,
    }
}

pub(crate) fn from_exact<V: Vector, A: SupportMap<V>, B: SupportMap<V>>(
    pair: &Pair<'_, V, A, B>,
    exact: &ExactAnswer<V::Wide>,
    iterations: u32,
) -> Proximity<V> {
    Proximity {
        status: exact.status,
        distance: V::Scalar::narrow(exact.distance),
        lower: V::Scalar::narrow_down(exact.lower),
        upper: V::Scalar::narrow_up(exact.upper),
        normal: V::narrow(exact.normal),
        point_a: V::narrow(exact.cores[0] + exact.normal * pair.a.radius().widen()),
        point_b: V::narrow(exact.cores[1] - exact.normal * pair.b.radius().widen()),
        iterations,
        witnesses: exact.witnesses,
    }
}

/// The radii in the shapes' unit.
pub(crate) fn radii_of<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> [f64; 2] {
    [a.radius().widen(), b.radius().widen()]
}

/// The distance from the signed distance of shapes whose cores are apart: where it is not positive, 0 with a common point
/// on the segment between the cores. That segment is shorter than the sum of the radii, but not than each of them.
pub(crate) fn unsigned<V: Vector>(signed: Proximity<V>, radii: [f64; 2]) -> Proximity<V> {
    let zero = V::Scalar::ZERO;
    let lower = if signed.lower > zero { signed.lower } else { zero };
    if signed.distance > zero {
        return Proximity { lower, ..signed };
    }
    let upper = if signed.upper > zero { signed.upper } else { zero };
    let between = signed.distance.widen() + (radii[0] + radii[1]);
    let beyond = radii.map(|radius| larger(radius - between, 0.0));
    let normal = signed.normal.widen();
    let ends = [signed.point_a.widen() - normal * beyond[0], signed.point_b.widen() + normal * beyond[1]];
    meeting(Proximity { distance: zero, lower, upper, ..signed }, ends[0] * 0.5 + ends[1] * 0.5, signed.witnesses)
}

/// The answer with a common point of the shapes, in the world's frame, for witness.
pub(crate) fn meeting<V: Vector>(answer: Proximity<V>, point: V::Wide, witnesses: Witnesses) -> Proximity<V> {
    let point = V::narrow(point);
    Proximity { point_a: point, point_b: point, witnesses, ..answer }
}
