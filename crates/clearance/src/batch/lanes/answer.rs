//! From the ends of eight loops to answers: the text of [`crate::answer`] for pairs that are proven apart.

use super::gjk::{Approach, Pair};
use super::simplex::Simplex;
use super::vector::{Number, Point, Row, Rows, WIDTH, choose, is_common, larger, smaller};
use fearless_simd::{Simd, prelude::*};

/// Eight answers, in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Answers {
    /// Bit k where pair k is answered here.
    pub separated: u64,
    /// Bit k where pair k is clearly farther apart than the limit; it has no other answer.
    pub beyond: u64,
    pub distance: Row,
    pub lower: Row,
    pub upper: Row,
    pub normal: Rows,
    pub points: [Rows; 2],
    pub iterations: Row,
    /// How many vertices span the nearest face.
    pub count: Row,
    pub weights: [Row; 3],
    pub indices: [[i64; WIDTH]; 3],
}

/// Concludes as the single query does where its answer needs no more than floats.
#[inline(always)]
pub(super) fn concluded<S: Simd>(simd: S, pair: &Pair<S>, end: &Approach<S>) -> Answers {
    let frame = &pair.frame;
    let mut answers = Answers { beyond: end.beyond.to_bitmask(), ..Answers::default() };
    if end.apart.to_bitmask() == 0 {
        return answers;
    }
    let weights = shares(simd, &end.simplex);
    let cores = cores(pair, &end.simplex, weights);

    // The bounds.
    let between = cores[1] - cores[0];
    let squared = between.dot(between);
    let lower = end.lower - frame.below;
    let upper = squared.sqrt() + frame.above;
    let distance = smaller(larger(end.upper, lower), upper);
    let along = end.direction.dot(end.direction);
    let normal = -end.direction.divided(along.sqrt());

    // Whether they are narrow, and the residual shared.
    let residual = cores[1] - cores[0] - normal * distance;
    let allowed = frame.below + frame.above + frame.noise;
    let narrow = (upper - lower).simd_le(allowed) & residual.dot(residual).simd_le(frame.noise * frame.noise);
    let half = residual * Number::splat(simd, 0.5);
    let cores = [cores[0] + half, cores[1] - half];

    // No radii; adding them turns −0 into 0.
    let radius = normal * Number::splat(simd, 0.0);
    let surfaces = [cores[0] + radius, cores[1] - radius];
    answers.separated = (end.apart & is_common(squared) & narrow & lower.simd_gt(0.0)).to_bitmask();
    distance.store_array(&mut answers.distance);
    lower.store_array(&mut answers.lower);
    upper.store_array(&mut answers.upper);
    frame.world_direction(normal).store(&mut answers.normal);
    frame.world_point(surfaces[0]).store(&mut answers.points[0]);
    frame.world_point(surfaces[1]).store(&mut answers.points[1]);
    end.iterations.store_array(&mut answers.iterations);
    end.simplex.count(simd).store_array(&mut answers.count);
    for (weight, row) in weights.into_iter().zip(&mut answers.weights) {
        weight.store_array(row);
    }
    for (index, row) in end.simplex.indices.into_iter().zip(&mut answers.indices) {
        index.store_array(row);
    }
    answers
}

/// The weights of the nearest points: not negative, of sum 1.
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

/// Barycentric weights as numerators, and their sum: of edges and of triangles.
#[inline(always)]
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

/// The points of A and B with these weights: one vertex plus weighted edges.
#[inline(always)]
fn cores<S: Simd>(pair: &Pair<S>, simplex: &Simplex<S>, [_, second, third]: [Number<S>; 3]) -> [Point<S>; 2] {
    let [two, three] = simplex.more;
    let [[first_a, first_b], [p_a, p_b], [q_a, q_b]] =
        [pair.vertices(simplex.indices[0]), pair.vertices(simplex.indices[1]), pair.vertices(simplex.indices[2])];
    let edge = [
        choose(two, first_a + (p_a - first_a) * second, first_a),
        choose(two, first_b + (p_b - first_b) * second, first_b),
    ];
    [
        choose(three, edge[0] + (q_a - first_a) * third, edge[0]),
        choose(three, edge[1] + (q_b - first_b) * third, edge[1]),
    ]
}
