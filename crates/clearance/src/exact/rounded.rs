//! The answer in rounded numbers, from the exact nearest face. Here are the only quotients and roots of the exact
//! solver.

use super::support::rounded_direction;
use super::{ExactPair, Nearest, Place};
use crate::difference::ExactVertex;
use crate::distance::simplex::{volumes_with_origin, weights};
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, ldexp};
use crate::result::{Status, Witnesses};
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// An answer in the world's frame. Each number is rounded once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactAnswer<W> {
    pub status: Status,
    /// The signed distance of the rounded shapes.
    pub distance: f64,
    pub lower: f64,
    pub upper: f64,
    pub normal: W,
    /// The witness points of the cores.
    pub cores: [W; 2],
    pub witnesses: Witnesses,
}

/// A double-double mantissa with an exponent. It cannot overflow.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    mantissa: Double,
    exponent: i32,
}

impl Scaled {
    pub fn of(number: &Dyadic) -> Self {
        let (mantissa, exponent) = number.to_double();
        Self { mantissa, exponent }
    }
    pub fn root(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let mantissa = self.mantissa.scaled(if odd == 1 { 2.0 } else { 1.0 }).root();
        Self { mantissa, exponent: (self.exponent - odd) / 2 }
    }
    pub fn times(self, other: Self) -> Self {
        Self { mantissa: self.mantissa.times(other.mantissa), exponent: self.exponent + other.exponent }
    }
    pub fn over(self, other: Self) -> Self {
        Self { mantissa: self.mantissa.divided_by(other.mantissa), exponent: self.exponent - other.exponent }
    }
    /// The sum of two numbers that are not negative.
    pub fn plus(self, other: Self) -> Self {
        if self.mantissa.high == 0.0 {
            return other;
        }
        if other.mantissa.high == 0.0 {
            return self;
        }
        let exponent = self.exponent.max(other.exponent);
        let mantissa = |x: Self| x.mantissa.scaled(ldexp(1.0, x.exponent - exponent));
        Self { mantissa: mantissa(self).plus(mantissa(other)), exponent }
    }
    pub fn to_f64(self) -> f64 {
        ldexp(self.mantissa.high, self.exponent)
    }
}

impl<W: WideVector> ExactAnswer<W> {
    /// The answer from the nearest face of A − B.
    pub fn new(pair: &ExactPair<'_, W>, nearest: &Nearest<W::Exact>) -> Self {
        let radii = [pair.a.exact_radius(), pair.b.exact_radius()];
        let (status, distance) = signed_distance(nearest, &radii[0].plus(&radii[1]));
        let outward = rounded_direction::<W>(&nearest.direction).unit();
        let (cores, witnesses) = pair.nearest_points(&nearest.face);
        let exact_zero = status == Status::Touching;
        Self {
            status,
            distance,
            lower: if exact_zero { 0.0 } else { distance.next_down() },
            upper: if exact_zero { 0.0 } else { distance.next_up() },
            normal: if nearest.place == Place::Outside { -outward } else { outward },
            cores,
            witnesses,
        }
    }
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The nearest points of the cores, from a face of A − B.
    fn nearest_points(&self, face: &[ExactVertex<W::Exact>]) -> ([W; 2], Witnesses) {
        let points: Vec<&W::Exact> = face.iter().map(|v| &v.point).collect();
        let (numerators, sum) = weights(&points);
        self.weighted_points(face, &numerators, &sum)
    }

    /// A point of both cores. `None` if there is none.
    pub fn common_point(&self, nearest: &Nearest<W::Exact>) -> Option<(W, Witnesses)> {
        let (points, witnesses) = match nearest.place {
            Place::Outside => return None,
            Place::Boundary => self.nearest_points(&nearest.face),
            Place::Inside => {
                let corner = |place: usize| &nearest.around[place.min(W::DIM)].point;
                let volumes = volumes_with_origin([corner(0), corner(1), corner(2), corner(3)]);
                let sum = volumes.iter().fold(Dyadic::zero(), |sum, volume| sum.plus(volume));
                self.weighted_points(&nearest.around, &volumes, &sum)
            }
        };
        Some((points[0], witnesses))
    }

    /// The points of A and B with the weights `numerators` over `sum`, and their features.
    fn weighted_points(
        &self,
        vertices: &[ExactVertex<W::Exact>],
        numerators: &[Dyadic],
        sum: &Dyadic,
    ) -> ([W; 2], Witnesses) {
        let mut witnesses = Witnesses::default();
        let sum = Scaled::of(sum);
        for (vertex, numerator) in vertices.iter().zip(numerators) {
            witnesses.push(vertex.indices, over(numerator, sum));
        }
        let point = |of: &dyn Fn(&ExactVertex<W::Exact>) -> W::Exact| weighted::<W>(vertices, numerators, sum, of);
        let on_a = point(&|v| self.a.exact(v.indices.0 as usize));
        let on_b = point(&|v| self.b.exact(v.indices.1 as usize));
        ([on_a, on_b], witnesses)
    }
}

/// The verdict and the signed distance of the rounded shapes, from the nearest face of the cores and the sum R of the
/// radii.
///
/// Let N = d·D and M = d·d. The distance of the cores is N/√M. If they are apart, the result is N/√M − R = (N² − R²M) /
/// (√M·(N + R√M)), and the numerator has no rounding. Otherwise it is minus the sum of depth and radii, where nothing
/// cancels.
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

/// The height d·p/|d| of a point along a direction of any length but zero. It is rounded as [`ratio`] is.
pub(crate) fn height_along<E: Space<Scalar = Dyadic>>(direction: &E, point: &E) -> f64 {
    let (along, root) = (direction.dot(point), Scaled::of(&direction.length_squared()).root());
    if along.is_zero() { 0.0 } else { Scaled::of(&along).over(root).to_f64() }
}

/// The float nearest to a quotient. Within 2⁻⁵⁰ of a unit in the last place of a tie it may be the other neighbour.
pub(crate) fn ratio(numerator: &Dyadic, denominator: &Dyadic) -> f64 {
    over(numerator, Scaled::of(denominator))
}

/// The same with a denominator of many quotients.
fn over(numerator: &Dyadic, denominator: Scaled) -> f64 {
    if numerator.is_zero() { 0.0 } else { Scaled::of(numerator).over(denominator).to_f64() }
}

/// `Σ numerator · point / sum`. Each coordinate is rounded once, from an exact sum.
fn weighted<W: WideVector>(
    face: &[ExactVertex<W::Exact>],
    numerators: &[Dyadic],
    sum: Scaled,
    of: &dyn Fn(&ExactVertex<W::Exact>) -> W::Exact,
) -> W {
    let total = face
        .iter()
        .zip(numerators)
        .filter(|(_, weight)| !weight.is_zero())
        .fold(W::Exact::zero(), |total, (vertex, weight)| total.plus(&of(vertex).scaled(weight)));
    (0..W::DIM).fold(<W as Space>::zero(), |point, axis| point.with_coordinate(axis, over(total.coordinate(axis), sum)))
}
