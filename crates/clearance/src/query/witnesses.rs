//! Witness points and their brackets, from the end of a search.

use crate::depth::polytope::Depth;
use crate::difference::bracket::Bracket;
use crate::difference::{Frame, Rounding, Vertex};
use crate::distance::search::Search;
use crate::distance::simplex::weights;
use crate::distance::vertices::Simplex;
use crate::exact::ExactAnswer;
use crate::numbers::real::{larger, smaller};
use crate::result::{Proximity, Witnesses};
use crate::space::closest::nearest_weights;
use crate::space::vector::WideVector;

/// The weights of the nearest point in the nearest face. If rounding left a full simplex, they are those of the face of
/// its oldest vertices.
#[inline(always)]
pub(crate) fn face_weights<W: WideVector>(simplex: &Simplex<W>) -> [f64; 3] {
    let [p, q, r] = [&simplex.vertex(0).point, &simplex.vertex(1).point, &simplex.vertex(2).point];
    match simplex.len() {
        0 | 1 => [1.0, 0.0, 0.0],
        2 => shares(weights(&[p, q])),
        _ => shares(weights(&[p, q, r])),
    }
}

/// The bracket from the depth that the expanding polytope found. If the origin may be outside the polytope, `limit` and
/// the distance of the witness points are upper bounds of the signed distance.
pub(crate) fn from_depth<W: WideVector>(found: &Depth<W>, limit: f64, rounding: &Rounding) -> (Bracket<W>, Witnesses) {
    let ([p, q, r], [u, v, w]) = (&found.facet, found.weights);
    let (cores, witnesses) = match W::DIM {
        2 => witnesses([p, q], [u, v], 2),
        _ => witnesses([p, q, r], [u, v, w], 3),
    };
    let lower = -found.upper;
    let upper = if found.lower > f64::NEG_INFINITY {
        -found.lower
    } else {
        smaller((cores[1] - cores[0]).length() + rounding.above(), limit)
    };
    let distance = (-found.depth).max(lower).min(upper);
    (Bracket { distance, lower, upper, normal: found.normal, cores }, witnesses)
}

/// Weights that are not negative, with the sum 1, from numerators. If their sum is not positive, the first weight is 1.
#[inline(always)]
fn shares((numerators, sum): ([f64; 3], f64)) -> [f64; 3] {
    let [p, q, r] = numerators;
    let (p, q, r) = (larger(p, 0.0), larger(q, 0.0), larger(r, 0.0));
    let total = p + q + r;
    if sum > 0.0 && total > 0.0 && total < f64::INFINITY { [p / total, q / total, r / total] } else { [1.0, 0.0, 0.0] }
}

/// The points of the cores with the given weights, and the features that they lie on. Only the first `count` vertices
/// count. The others are computed and not chosen, since branches on the count would be mispredicted.
#[inline(always)]
pub(crate) fn witnesses<W: WideVector, const N: usize>(
    face: [&Vertex<W>; N],
    weights: [f64; N],
    count: usize,
) -> ([W; 2], Witnesses) {
    // One vertex plus weighted edges: if all points are the same, it comes out exactly.
    let [a, b] = [face[0].a, face[0].b];
    let mut cores = [a, b];
    for place in 1..N {
        let (vertex, weight) = (face[place], weights[place]);
        let with = [cores[0] + (vertex.a - a) * weight, cores[1] + (vertex.b - b) * weight];
        cores = if place < count { with } else { cores };
    }
    // In one pair of shapes all vertices have indices, or none has.
    let count = if face[0].indices.get().is_some() { count } else { 0 };
    let mut witnesses = Witnesses { count: count as u32, ..Witnesses::default() };
    for place in 0..N {
        let there = place < count;
        witnesses.pairs[place] = if there { face[place].indices.pair() } else { (0, 0) };
        witnesses.weights[place] = if there { weights[place] } else { 0.0 };
    }
    (cores, witnesses)
}

/// A point of both cores, from the simplex around the origin.
#[inline(always)]
pub(crate) fn common_point<W: WideVector>(search: &Search<W>, rounding: &Rounding) -> (Bracket<W>, Witnesses) {
    let simplex = &search.simplex;
    let [p, q, r, s] = simplex.volumes_with_origin();
    let total = p + q + r + s;
    let found = around_origin(simplex, [p / total, q / total, r / total, s / total]);
    let between = found.0[1] - found.0[0];
    // If the volumes hardly exceed their errors, the weights give different points on A and B.
    let fits = between.dot(&between) <= rounding.noise() * rounding.noise();
    // Of a copy: a reference in this rare call would keep the simplex in memory, which is slow on a GPU.
    let weights_of = |copy: Simplex<W>| copy.double_weights();
    let (cores, witnesses) = if fits { found } else { around_origin(simplex, weights_of(*simplex)) };
    let middle = cores[0] * 0.5 + cores[1] * 0.5;
    let normal = -search.direction.unit();
    (Bracket { distance: 0.0, lower: 0.0, upper: 0.0, normal, cores: [middle; 2] }, witnesses)
}

/// The points of the cores with the weights of the origin in the simplex around it.
#[inline(always)]
fn around_origin<W: WideVector>(simplex: &Simplex<W>, [p, q, r, s]: [f64; 4]) -> ([W; 2], Witnesses) {
    let at = |place| simplex.vertex(place);
    match W::DIM {
        2 => witnesses([at(0), at(1), at(2)], [p, q, r], 3),
        _ => witnesses([at(0), at(1), at(2), at(3)], [p, q, r, s], 4),
    }
}

/// The nearest points of the cores from a simplex of A − B. By rounding, it is not known whether it contains the
/// origin.
pub(crate) fn nearest_points<W: WideVector>(simplex: &Simplex<W>) -> ([W; 2], Witnesses) {
    let at = |place| simplex.vertex(place);
    let points = [at(0).point, at(1).point, at(2).point, at(3).point];
    let weights = nearest_weights(&points[..simplex.len().clamp(1, W::DIM + 1)]);
    witnesses([at(0), at(1), at(2), at(3)], weights, simplex.len())
}

/// The answer from the exact one, with points on the rounded surfaces.
pub(crate) fn from_exact<W: WideVector>(frame: &Frame<W>, exact: &ExactAnswer<W>, iterations: u32) -> Proximity<W> {
    let [radius_a, radius_b] = frame.radii();
    Proximity {
        status: exact.status,
        distance: exact.distance,
        lower: exact.lower,
        upper: exact.upper,
        normal: exact.normal,
        point_a: exact.cores[0] + exact.normal * radius_a,
        point_b: exact.cores[1] - exact.normal * radius_b,
        iterations,
        witnesses: exact.witnesses,
    }
}
