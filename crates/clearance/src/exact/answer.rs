//! From the exact nearest face to rounded numbers: the only quotients and roots of the exact solver.

use super::support::rounded_direction;
use super::{Exact, ExactPair, ExactVertex, Nearest, Place};
use crate::double::Double;
use crate::dyadic::Dyadic;
use crate::proximity::{Status, Witnesses};
use crate::real::{Real, Ring, ldexp};
use crate::simplex::{volumes_with_origin, weights};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// An answer in the world's frame, each number rounded once from the exact one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactAnswer<W> {
    pub status: Status,
    /// Signed, radii included.
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: W,
    /// Witness points of the cores.
    pub cores: [W; 2],
    pub witnesses: Witnesses,
}

/// A double-double mantissa with an exponent that cannot overflow.
#[derive(Clone, Copy)]
struct Scaled {
    mantissa: Double,
    exponent: i32,
}

impl Scaled {
    fn of(number: &Dyadic) -> Self {
        let (mantissa, exponent) = number.to_double();
        Self { mantissa, exponent }
    }
    fn root(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let mantissa = self.mantissa.scaled(if odd == 1 { 2.0 } else { 1.0 }).root();
        Self { mantissa, exponent: (self.exponent - odd) / 2 }
    }
    fn times(self, other: Self) -> Self {
        Self { mantissa: self.mantissa.times(other.mantissa), exponent: self.exponent + other.exponent }
    }
    fn over(self, other: Self) -> Self {
        Self { mantissa: self.mantissa.divided_by(other.mantissa), exponent: self.exponent - other.exponent }
    }
    /// Sum of two numbers that are not negative.
    fn plus(self, other: Self) -> Self {
        if self.mantissa.high == 0.0 {
            return other;
        }
        if other.mantissa.high == 0.0 {
            return self;
        }
        let exponent = self.exponent.max(other.exponent);
        let aligned = |x: Self| x.mantissa.scaled(ldexp(1.0, x.exponent - exponent));
        Self { mantissa: aligned(self).plus(aligned(other)), exponent }
    }
    fn to_f64(self) -> f64 {
        ldexp(self.mantissa.high, self.exponent)
    }
}

/// The answer that the nearest face of A − B gives.
pub(crate) fn answer<V: Vector>(pair: &ExactPair<'_, V>, nearest: &Nearest<Exact<V>>) -> ExactAnswer<V::Wide> {
    let radii = [pair.a.shape().radius(), pair.b.shape().radius()].map(|r| Dyadic::from(r.widen()));
    let (status, distance) = signed_distance(nearest, &radii[0].plus(&radii[1]));
    let outward = rounded_direction::<V::Wide>(&nearest.direction).unit();
    let (cores, witnesses) = nearest_points(pair, &nearest.face);
    let exact_zero = status == Status::Touching;
    ExactAnswer {
        status,
        distance,
        lower: if exact_zero { 0.0 } else { distance.next_down() },
        upper: if exact_zero { 0.0 } else { distance.next_up() },
        normal: if nearest.place == Place::Outside { -outward } else { outward },
        cores,
        witnesses,
    }
}

/// The points of the cores that a face of A − B has nearest to each other.
fn nearest_points<V: Vector>(pair: &ExactPair<'_, V>, face: &[ExactVertex<Exact<V>>]) -> ([V::Wide; 2], Witnesses) {
    let points: Vec<&Exact<V>> = face.iter().map(|v| &v.point).collect();
    let (numerators, sum) = weights(&points);
    weighted_points(pair, face, &numerators, &sum)
}

/// A point of both cores; `None` when they have none.
pub(crate) fn common_point<V: Vector>(
    pair: &ExactPair<'_, V>,
    nearest: &Nearest<Exact<V>>,
) -> Option<(V::Wide, Witnesses)> {
    let (points, witnesses) = match nearest.place {
        Place::Outside => return None,
        Place::Boundary => nearest_points(pair, &nearest.face),
        Place::Inside => {
            let corner = |place: usize| &nearest.around[place.min(V::Wide::DIM)].point;
            let volumes = volumes_with_origin([corner(0), corner(1), corner(2), corner(3)]);
            let sum = volumes.iter().fold(Dyadic::zero(), |sum, volume| sum.plus(volume));
            weighted_points(pair, &nearest.around, &volumes, &sum)
        }
    };
    Some((points[0], witnesses))
}

/// The points of A and B, and their features, with the given weights over their sum.
fn weighted_points<V: Vector>(
    pair: &ExactPair<'_, V>,
    vertices: &[ExactVertex<Exact<V>>],
    numerators: &[Dyadic],
    sum: &Dyadic,
) -> ([V::Wide; 2], Witnesses) {
    let mut witnesses = Witnesses::default();
    for (vertex, numerator) in vertices.iter().zip(numerators) {
        witnesses.push(vertex.indices, ratio(numerator, sum));
    }
    let point = |of: &dyn Fn(&ExactVertex<Exact<V>>) -> Exact<V>| weighted::<V::Wide>(vertices, numerators, sum, of);
    let on_a = point(&|v| pair.a.exact(v.indices.0 as usize));
    let on_b = point(&|v| pair.b.exact(v.indices.1 as usize));
    ([on_a, on_b], witnesses)
}

/// Verdict and signed distance of the rounded shapes, from the cores' nearest face and the sum of the radii.
///
/// With N = d·D and M = d·d the cores are N/√M apart. Apart: N/√M − R = (N² − R²M) / (√M·(N + R√M)), its numerator
/// without rounding. Otherwise minus the sum of depth and radii, nothing of which cancels.
fn signed_distance<E: Space<Scalar = Dyadic>>(nearest: &Nearest<E>, radius: &Dyadic) -> (Status, f64) {
    let height = nearest.direction.dot(&nearest.face[0].point);
    let squared = nearest.direction.length_squared();
    let (n, root, r) = (Scaled::of(&height), Scaled::of(&squared).root(), Scaled::of(radius));
    if nearest.place != Place::Outside {
        let touching = nearest.place == Place::Boundary && radius.is_zero();
        let depth = n.over(root).plus(r).to_f64();
        return if touching { (Status::Touching, 0.0) } else { (Status::Overlapping, -depth) };
    }
    if radius.is_zero() {
        return (Status::Separated, n.over(root).to_f64());
    }
    let numerator = height.times(&height).minus(&radius.times(radius).times(&squared));
    let distance = Scaled::of(&numerator).over(root.times(n.plus(r.times(root)))).to_f64();
    let status = match (numerator.is_positive(), numerator.is_negative()) {
        (true, _) => Status::Separated,
        (_, true) => Status::Overlapping,
        _ => Status::Touching,
    };
    (status, distance)
}

/// The nearest float to a quotient, within 2⁻⁵⁰ of a unit in the last place of the tie.
fn ratio(numerator: &Dyadic, denominator: &Dyadic) -> f64 {
    if numerator.is_zero() { 0.0 } else { Scaled::of(numerator).over(Scaled::of(denominator)).to_f64() }
}

/// `Σ numerator · point / sum`, coordinate by coordinate from exact sums.
fn weighted<W: WideVector>(
    face: &[ExactVertex<W::Exact>],
    numerators: &[Dyadic],
    sum: &Dyadic,
    of: &dyn Fn(&ExactVertex<W::Exact>) -> W::Exact,
) -> W {
    let total = face
        .iter()
        .zip(numerators)
        .fold(W::Exact::zero(), |total, (vertex, weight)| total.plus(&of(vertex).scaled(weight)));
    (0..W::DIM)
        .fold(<W as Space>::zero(), |point, axis| point.with_coordinate(axis, ratio(total.coordinate(axis), sum)))
}
