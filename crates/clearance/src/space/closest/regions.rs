//! The Voronoi region of the origin, by signs, and the weights of the nearest point.

use super::Region;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::near::{Near, Signed};
use crate::numbers::real::{Ring, exponent_of, ldexp};
use crate::space::vector::{Space, Vec3, Vector, WideVector, vec3};
use core::cmp::Ordering;

/// Corners relative to the query point, divided by a power of two such that the largest coordinate is about 1. A
/// difference that is out of range is not finite.
pub(super) fn double_corners<V: Vector, const N: usize>(query: V, corners: &[V; N]) -> [Vec3<Double>; N] {
    let query = query.widen().padded();
    let offsets = corners.map(|corner| {
        let corner = corner.widen().padded();
        [0, 1, 2].each(|axis| Double::sum(corner[axis], -query[axis]))
    });
    let largest = offsets.iter().flatten().fold(0.0f64, |largest, offset| largest.max(offset.high.abs()));
    let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
    offsets.map(|offset| {
        let [x, y, z] =
            offset.each(|Double { high, low }| Double { high: ldexp(high, -exponent), low: ldexp(low, -exponent) });
        vec3(x, y, z)
    })
}

pub(super) fn near_corners<const N: usize>(corners: &[Vec3<Double>; N]) -> [Vec3<Near>; N] {
    corners.map(|corner| vec3(corner.x.into(), corner.y.into(), corner.z.into()))
}

pub(super) fn exact<V: Vector>(point: V) -> Vec3<Dyadic> {
    let [x, y, z] = point.widen().padded().each(Dyadic::from);
    vec3(x, y, z)
}

/// The weights of the point nearest to the origin in the hull of one to `DIM + 1` points, in their order.
///
/// The points carry rounding errors, so the signs are those of double-double numbers.
pub(crate) fn nearest_weights<W: WideVector>(points: &[W]) -> [f64; 4] {
    let mut double = [vec3(Double::ZERO, Double::ZERO, Double::ZERO); 4];
    for (place, point) in double.iter_mut().zip(points) {
        let [x, y, z] = point.padded().each(Double::from);
        *place = vec3(x, y, z);
    }
    let double = &double[..points.len()];
    let (region, named) = match nearest_region(double) {
        Some(region) => (region, weights(double, region, |part, sum| part.divided_by(*sum).high)),
        None => exact_nearest(&points.iter().map(|&point| exact(point)).collect::<alloc::vec::Vec<_>>()),
    };
    let mut all = [0.0; 4];
    for (corner, weight) in region.corners().zip(named) {
        all[corner] = weight;
    }
    all
}

/// The region of the origin and the weights, each rounded once.
#[cold]
pub(super) fn exact_nearest(points: &[Vec3<Dyadic>]) -> (Region, [f64; 4]) {
    // One of the regions holds the origin.
    let region = nearest_region(points).unwrap_or(Region::Vertex(0));
    let quotient = |part: &Dyadic, sum: &Dyadic| {
        let ((m, e), (n, f)) = (part.to_double(), sum.to_double());
        ldexp(m.divided_by(n).high, e - f)
    };
    (region, weights(points, region, quotient))
}

/// The region of the origin, if signs prove one. Always in exact numbers.
pub(super) fn nearest_region<R: Signed>(points: &[Vec3<R>]) -> Option<Region> {
    let count = points.len();
    // The interior of a simplex with volume has no point in common with a smaller face. Most queries end here.
    let whole = match count {
        1 => return Some(Region::Vertex(0)),
        2 => Region::Edge(0, 1),
        3 => Region::Face(0, 1, 2),
        _ => Region::Inside,
    };
    if is_nearest(points, whole) == Some(true) {
        return Some(whole);
    }
    let vertices = (0..count).map(Region::Vertex);
    let edges = (1..count).flat_map(|b| (0..b).map(move |a| Region::Edge(a, b)));
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].each(|[a, b, c]| Region::Face(a, b, c));
    for region in vertices.chain(edges).chain(faces).filter(|region| region.corners().count() < count) {
        if is_nearest(points, region)? {
            return Some(region);
        }
    }
    None
}

/// Whether the point of the plane or line of `region` nearest to the origin is in its interior, and no other corner
/// leads nearer. `None` if signs do not tell.
fn is_nearest<R: Signed>(points: &[Vec3<R>], region: Region) -> Option<bool> {
    let parts = parts(points, region);
    let mut is_known = true;
    for part in &parts[..region.corners().count()] {
        match part.sign() {
            Some(Ordering::Greater) => {}
            Some(_) => return Some(false),
            None => is_known = false,
        }
    }
    for other in (0..points.len()).filter(|&other| region.corners().all(|corner| corner != other)) {
        match gain(points, region, &points[other]).sign() {
            Some(Ordering::Greater) => return Some(false),
            Some(_) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

/// Numbers proportional to the weights of the point of the plane or line of `region` nearest to the origin. They are in
/// the order of its corners; their sum is not negative.
pub(super) fn parts<R: Ring>(points: &[Vec3<R>], region: Region) -> [R; 4] {
    let zero = R::zero;
    match region {
        Region::Vertex(_) => [R::one(), zero(), zero(), zero()],
        Region::Edge(a, b) => {
            let along = points[b].minus(&points[a]);
            [Space::dot(&points[b], &along), Space::dot(&points[a], &along).negated(), zero(), zero()]
        }
        Region::Face(a, b, c) => {
            let [p, q, r] = [a, b, c].each(|corner| &points[corner]);
            let n = Space::wedge(&q.minus(p), &r.minus(p));
            let part = |s: &Vec3<R>, t: &Vec3<R>| Space::dot(&n, &Space::wedge(s, t));
            [part(q, r), part(r, p), part(p, q), zero()]
        }
        Region::Inside => {
            let [p, q, r, s] = [0, 1, 2, 3].each(|corner| &points[corner]);
            let (pq, rs) = (Space::wedge(p, q), Space::wedge(r, s));
            let volumes =
                [Space::dot(q, &rs), Space::dot(p, &rs).negated(), Space::dot(s, &pq), Space::dot(r, &pq).negated()];
            let sum = sum(&volumes);
            volumes.each(|volume| volume.times(&sum))
        }
    }
}

/// A positive multiple of −z·(x − z) for the nearest point z of [`parts`] and another corner x. It is positive if the
/// way from z to x leads nearer to the origin at first.
fn gain<R: Ring>(points: &[Vec3<R>], region: Region, x: &Vec3<R>) -> R {
    match region {
        Region::Vertex(a) => Space::dot(&points[a], &points[a].minus(x)),
        Region::Edge(a, b) => {
            let (p, q) = (&points[a], &points[b]);
            Space::dot(&Space::wedge(&q.minus(p), &x.minus(p)), &Space::wedge(p, q))
        }
        Region::Face(a, b, c) => {
            let [p, q, r] = [a, b, c].each(|corner| &points[corner]);
            let n = Space::wedge(&q.minus(p), &r.minus(p));
            Space::dot(&n, p).times(&Space::dot(&n, &p.minus(x)))
        }
        Region::Inside => R::zero(),
    }
}

pub(super) fn sum<R: Ring>(parts: &[R; 4]) -> R {
    parts.iter().fold(R::zero(), |sum, part| sum.plus(part))
}

/// The weights of a region that was found, in the order of its corners.
pub(super) fn weights<R: Ring>(points: &[Vec3<R>], region: Region, quotient: impl Fn(&R, &R) -> f64) -> [f64; 4] {
    let parts = parts(points, region);
    let sum = sum(&parts);
    parts.each(|part| if part.is_zero() { 0.0 } else { quotient(&part, &sum) })
}
