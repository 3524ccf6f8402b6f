//! From the ends of eight loops to answers: the text of [`crate::answer`] for pairs that are proven apart, and for those
//! that overlap.

use super::depth::Corners;
use super::gjk::{Approach, Pair};
use super::simplex::Simplex;
use super::vector::{Mask, Number, Point, Row, Rows, WIDTH, choose, is_common, larger, none, smaller};
use crate::proximity::Status;
use fearless_simd::{Simd, prelude::*};

/// Eight answers, in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Answers {
    /// Bit k where pair k is proven apart.
    pub separated: u64,
    /// Bit k where pair k is clearly farther apart than the limit; it has no other answer.
    pub beyond: u64,
    /// Bit k where pair k has interior points in common, and the answer is one of them, or the depth.
    pub overlapping: u64,
    pub distance: Row,
    pub lower: Row,
    pub upper: Row,
    pub normal: Rows,
    pub points: [Rows; 2],
    pub iterations: Row,
    /// How many pairs of vertices the witness points are made of, which, and with which weights.
    pub count: Row,
    pub indices: [Integers; 4],
    pub weights: [Row; 4],
    /// Of pairs with a depth: vertices and weights of each box.
    pub corners: [[(Integers, Row); 3]; 2],
}

/// An integer of each pair, in memory.
pub(super) type Integers = [i64; WIDTH];

/// What is known of a pair.
pub(super) enum Found {
    Nothing,
    Beyond,
    Proximity(Status),
}

impl Answers {
    pub fn status(&self, lane: usize) -> Found {
        let is = |lanes: u64| lanes >> lane & 1 == 1;
        if is(self.separated) {
            Found::Proximity(Status::Separated)
        } else if is(self.overlapping) {
            Found::Proximity(Status::Overlapping)
        } else if is(self.beyond) {
            Found::Beyond
        } else {
            Found::Nothing
        }
    }
}

/// The distance with witnesses, in A's frames.
struct Solved<S: Simd> {
    distance: Number<S>,
    lower: Number<S>,
    upper: Number<S>,
    normal: Point<S>,
    cores: [Point<S>; 2],
    iterations: Number<S>,
    count: Number<S>,
    weights: [Number<S>; 4],
}

impl<S: Simd> Solved<S> {
    /// `yes` where the mask says so, `no` elsewhere.
    #[inline(always)]
    fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        let ([a, b], [c, d]) = (yes.cores, no.cores);
        let ([p, q, r, s], [t, u, v, w]) = (yes.weights, no.weights);
        Self {
            distance: mask.select(yes.distance, no.distance),
            lower: mask.select(yes.lower, no.lower),
            upper: mask.select(yes.upper, no.upper),
            normal: choose(mask, yes.normal, no.normal),
            cores: [choose(mask, a, c), choose(mask, b, d)],
            iterations: mask.select(yes.iterations, no.iterations),
            count: mask.select(yes.count, no.count),
            weights: [mask.select(p, t), mask.select(q, u), mask.select(r, v), mask.select(s, w)],
        }
    }

    /// The same with what `core_b − core_a` has beside `distance · normal` shared between the witness points.
    #[inline(always)]
    fn aligned(self, simd: S) -> Self {
        let half = self.residual() * Number::splat(simd, 0.5);
        Self { cores: [self.cores[0] + half, self.cores[1] - half], ..self }
    }

    #[inline(always)]
    fn residual(&self) -> Point<S> {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }

    /// The answers in the world's frame, to memory.
    #[inline(always)]
    fn store(&self, simd: S, pair: &Pair<S>, answers: &mut Answers) {
        let frame = &pair.frame;
        // No radii; adding them turns −0 into 0.
        let radius = self.normal * Number::splat(simd, 0.0);
        self.distance.store_array(&mut answers.distance);
        self.lower.store_array(&mut answers.lower);
        self.upper.store_array(&mut answers.upper);
        frame.world_direction(self.normal).store(&mut answers.normal);
        frame.world_point(self.cores[0] + radius).store(&mut answers.points[0]);
        frame.world_point(self.cores[1] - radius).store(&mut answers.points[1]);
        self.iterations.store_array(&mut answers.iterations);
        self.count.store_array(&mut answers.count);
        for (weight, row) in self.weights.into_iter().zip(&mut answers.weights) {
            weight.store_array(row);
        }
    }
}

/// Concludes the search as the single query does where its answer needs no more than floats.
#[inline(always)]
pub(super) fn of_search<S: Simd>(simd: S, pair: &Pair<S>, end: &Approach<S>, answers: &mut Answers) {
    (answers.separated, answers.overlapping) = (0, end.inside.to_bitmask());
    answers.beyond = end.beyond.to_bitmask();
    if none(end.apart | end.inside) {
        return;
    }
    let (apart, separated) = apart(simd, pair, end);
    answers.separated = separated.to_bitmask();
    let solved = if none(end.inside) {
        apart
    } else {
        Solved::choose(end.inside, common_point(simd, pair, end, apart.normal), apart)
    };
    for (index, row) in end.tetrahedron().indices.into_iter().zip(&mut answers.indices) {
        index.store_array(row);
    }
    solved.store(simd, pair, answers);
}

/// The depths where they are certain.
#[inline(always)]
pub(super) fn of_depth<S: Simd>(simd: S, pair: &Pair<S>, answers: &mut Answers) {
    let found = pair.depth(simd);
    let zero = Number::splat(simd, 0.0);
    let solved = Solved {
        distance: -found.depth,
        lower: -found.upper,
        upper: -found.lower,
        normal: found.normal,
        cores: found.points,
        iterations: zero,
        count: zero,
        weights: [zero; 4],
    };
    (answers.separated, answers.beyond) = (0, 0);
    answers.overlapping = (found.certain & pair.frame.common & solved.upper.simd_lt(0.0)).to_bitmask();
    for (&Corners { indices, weights }, rows) in found.corners.iter().zip(&mut answers.corners) {
        for ((index, weight), (integers, row)) in indices.into_iter().zip(weights).zip(rows) {
            index.store_array(integers);
            weight.store_array(row);
        }
    }
    solved.aligned(simd).store(simd, pair, answers);
}

/// The distance from the nearest faces, and where it is as good as floats can be and not zero.
#[inline(always)]
fn apart<S: Simd>(simd: S, pair: &Pair<S>, end: &Approach<S>) -> (Solved<S>, Mask<S>) {
    let frame = &pair.frame;
    let [p, q, r] = shares(simd, &end.simplex);
    let cores = cores(pair, &end.simplex, [p, q, r]);
    let between = cores[1] - cores[0];
    let squared = between.dot(between);
    let lower = end.lower - frame.below;
    let upper = squared.sqrt() + frame.above;
    let length = end.direction.dot(end.direction).sqrt();
    let solved = Solved {
        distance: smaller(larger(end.upper, lower), upper),
        lower,
        upper,
        normal: -end.direction.divided(length),
        cores,
        iterations: end.iterations,
        count: end.simplex.count(simd),
        weights: [p, q, r, Number::splat(simd, 0.0)],
    };
    let residual = solved.residual();
    let allowed = frame.below + frame.above + frame.noise;
    let narrow = (upper - lower).simd_le(allowed) & residual.dot(residual).simd_le(frame.noise * frame.noise);
    (solved.aligned(simd), end.apart & is_common(squared) & narrow & lower.simd_gt(0.0))
}

/// A point that both boxes hold.
#[inline(always)]
fn common_point<S: Simd>(simd: S, pair: &Pair<S>, end: &Approach<S>, normal: Point<S>) -> Solved<S> {
    let tetrahedron = end.tetrahedron();
    let [i, j, k, l] = tetrahedron.indices;
    let [p, q, r, s] = tetrahedron.weights();
    let ([a, b], [c, d]) = (pair.vertices(i), pair.vertices(j));
    let ([e, f], [g, h]) = (pair.vertices(k), pair.vertices(l));
    let on_a = a + (c - a) * q + (e - a) * r + (g - a) * s;
    let on_b = b + (d - b) * q + (f - b) * r + (h - b) * s;
    let (zero, half) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5));
    let middle = on_a * half + on_b * half;
    Solved {
        distance: zero,
        lower: zero,
        upper: zero,
        normal,
        cores: [middle; 2],
        iterations: end.iterations,
        count: Number::splat(simd, 4.0),
        weights: [p, q, r, s],
    }
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
