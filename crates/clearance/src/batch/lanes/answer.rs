//! Repeats `query/answer.rs` for eight pairs: a second text, because faces of one, two and three vertices share one
//! formula.

use super::bracket::{Bracket, Witnesses};
use super::difference::Pair;
use super::features::is_short;
use super::gjk::Approach;
use super::outcome::Outcome;
use super::simplex::Simplex;
use super::support::SupportLanes;
use super::vector::{Index, Mask, Number, Vec3x8, is_common, larger, none, smaller};
use fearless_simd::{Simd, prelude::*};

/// Writes the answers of a search to the outcome, where floats prove them as the single query would.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn store_search<S: Simd>(
    simd: S,
    pair: &Pair<S, impl SupportLanes<S>>,
    end: &Approach<S>,
    swapped: Mask<S>,
    outcome: &mut Outcome,
) {
    outcome.beyond = end.beyond.to_bitmask();
    if none(end.apart | end.inside) {
        return;
    }
    let (apart, narrow) = apart(simd, pair, end);
    outcome.separated = (narrow & apart.lower.simd_gt(0.0)).to_bitmask();
    outcome.overlapping = (narrow & apart.upper.simd_lt(0.0)).to_bitmask();
    let solved = if none(end.inside) {
        apart
    } else {
        let (point, is_common) = common_point(simd, pair, end, apart.normal);
        outcome.overlapping |= (end.inside & is_common).to_bitmask();
        Bracket::choose(end.inside, point, apart)
    };
    solved.store(pair, end.inside, swapped, outcome);
}

/// The distance from the nearest faces, less the radii; and where its bracket is as narrow as floats can make it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn apart<S: Simd>(simd: S, pair: &Pair<S, impl SupportLanes<S>>, end: &Approach<S>) -> (Bracket<S>, Mask<S>) {
    let frame = &pair.frame;
    let [p, q, r] = shares(simd, &end.simplex);
    let cores = cores(pair, &end.simplex, [p, q, r]);
    let between = cores[1] - cores[0];
    let squared = between.dot(between);
    let lower = end.lower - frame.below;
    let upper = squared.sqrt() + frame.above;
    let length = end.direction.dot(end.direction).sqrt();
    let solved = Bracket {
        distance: smaller(larger(end.upper, lower), upper),
        lower,
        upper,
        normal: -end.direction.divided(length),
        cores,
        iterations: end.iterations,
        witnesses: witnesses(simd, &end.simplex, [p, q, r]),
    };
    let residual = solved.residual();
    let allowed = frame.below + frame.above + frame.noise;
    let narrow = (upper - lower).simd_le(allowed) & residual.dot(residual).simd_le(frame.noise * frame.noise);
    (solved.aligned(simd).thickened(simd, pair.radius()), end.apart & is_common(squared) & narrow)
}

/// A point that both cores hold; and where A's vertices and B's vertices give the same point, but for rounding.
#[cfg_attr(not(debug_assertions), inline(always))]
fn common_point<S: Simd>(
    simd: S,
    pair: &Pair<S, impl SupportLanes<S>>,
    end: &Approach<S>,
    normal: Vec3x8<S>,
) -> (Bracket<S>, Mask<S>) {
    let tetrahedron = end.tetrahedron();
    let [i, j, k, l] = tetrahedron.indices;
    let [p, q, r, s] = tetrahedron.weights();
    let ([a, b], [c, d]) = (pair.vertices(i), pair.vertices(j));
    let ([e, f], [g, h]) = (pair.vertices(k), pair.vertices(l));
    let on_a = a + (c - a) * q + (e - a) * r + (g - a) * s;
    let on_b = b + (d - b) * q + (f - b) * r + (h - b) * s;
    let (zero, half, nothing) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5), Index::splat(simd, 0));
    let middle = on_a * half + on_b * half;
    let is_common = is_short(on_b - on_a, pair.frame.noise);
    let point = Bracket {
        distance: zero,
        lower: zero,
        upper: zero,
        normal,
        cores: [middle; 2],
        iterations: end.iterations,
        witnesses: Witnesses {
            count: Index::splat(simd, 4),
            pairs: [i, j, k, l, nothing],
            weights: [p, q, r, s, zero],
        },
    };
    (point, is_common)
}

/// The vertices of a face with their weights. A vertex that the face lacks has the weight 0.
#[inline(always)]
fn witnesses<S: Simd>(simd: S, simplex: &Simplex<S>, [p, q, r]: [Number<S>; 3]) -> Witnesses<S> {
    let (zero, nothing) = (Number::splat(simd, 0.0), Index::splat(simd, 0));
    let ([two, three], [i, j, k]) = (simplex.more, simplex.indices);
    Witnesses {
        count: simplex.count(simd),
        pairs: [i, two.select(j, nothing), three.select(k, nothing), nothing, nothing],
        weights: [p, q, r, zero, zero],
    }
}

/// The weights of the nearest points. They are not negative, and their sum is 1.
#[inline(always)]
fn shares<S: Simd>(simd: S, simplex: &Simplex<S>) -> [Number<S>; 3] {
    let (numerators, sum) = numerators(simd, simplex);
    let (zero, one) = (Number::splat(simd, 0.0), Number::splat(simd, 1.0));
    let [p, q, r] = numerators;
    let [p, q, r] = [larger(p, zero), larger(q, zero), larger(r, zero)];
    let total = p + q + r;
    let there = sum.simd_gt(0.0) & total.simd_gt(0.0) & total.simd_lt(f64::INFINITY);
    let divided = simplex.more[0] & there;
    [divided.select(p / total, one), divided.select(q / total, zero), divided.select(r / total, zero)]
}

/// Numerators of the barycentric weights, and their sum, of edges and of triangles.
#[cfg_attr(not(debug_assertions), inline(always))]
fn numerators<S: Simd>(simd: S, simplex: &Simplex<S>) -> ([Number<S>; 3], Number<S>) {
    let three = simplex.more[1];
    let [d, p, q] = simplex.points;
    let (e, f) = (p - d, q - d);

    let (edge_sum, far) = (e.dot(e), -d.dot(e));

    let n = e.wedge(f);
    let sum = n.dot(n);
    let second = -n.dot(d.wedge(f));
    let third = n.dot(d.wedge(e));
    let weights = [
        three.select(sum - second - third, edge_sum - far),
        three.select(second, far),
        three.select(third, Number::splat(simd, 0.0)),
    ];
    (weights, three.select(sum, edge_sum))
}

/// The points of A and B with these weights: one vertex plus weighted edges. A vertex that the face lacks has the
/// weight 0.
#[inline(always)]
fn cores<S: Simd>(
    pair: &Pair<S, impl SupportLanes<S>>,
    simplex: &Simplex<S>,
    [_, second, third]: [Number<S>; 3],
) -> [Vec3x8<S>; 2] {
    let [[a, b], [p_a, p_b], [q_a, q_b]] =
        [pair.vertices(simplex.indices[0]), pair.vertices(simplex.indices[1]), pair.vertices(simplex.indices[2])];
    [a + (p_a - a) * second + (q_a - a) * third, b + (p_b - b) * second + (q_b - b) * third]
}
