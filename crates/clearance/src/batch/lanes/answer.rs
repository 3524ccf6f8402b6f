//! From the ends of eight loops to answers: the text of [`crate::answer`] for pairs that are proven apart, and for those
//! that overlap.

use super::axes::Facing;
use super::boxes::BoxCores;
use super::cores::Cores;
use super::corners::Corners;
use super::gjk::{Approach, Pair};
use super::outcome::Outcome;
use super::simplex::Simplex;
use super::touch::{Touch, clamped, is_short};
use super::vector::{Index, Mask, Number, Point, choose, exchanged, is_common, larger, none, smaller};
use crate::real::U;
use fearless_simd::{Simd, prelude::*};

/// The distance with witnesses, in A's frames.
struct Solved<S: Simd> {
    distance: Number<S>,
    lower: Number<S>,
    upper: Number<S>,
    normal: Point<S>,
    cores: [Point<S>; 2],
    iterations: Index<S>,
    witnesses: Witnesses<S>,
}

/// As [`crate::proximity::Witnesses`], the indices of a pair of vertices packed in one integer.
#[derive(Clone, Copy)]
pub(super) struct Witnesses<S: Simd> {
    pub count: Index<S>,
    pub pairs: [Index<S>; 5],
    pub weights: [Number<S>; 5],
}

impl<S: Simd> Witnesses<S> {
    /// `yes` where the mask says so, `no` elsewhere.
    #[inline(always)]
    fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for place in 0..5 {
            chosen.pairs[place] = mask.select(yes.pairs[place], no.pairs[place]);
            chosen.weights[place] = mask.select(yes.weights[place], no.weights[place]);
        }
        Self { count: mask.select(yes.count, no.count), ..chosen }
    }

    /// In the order of the question, to memory.
    #[inline(always)]
    fn store(&self, swapped: Mask<S>, outcome: &mut Outcome) {
        self.count.store_array(&mut outcome.count);
        for place in 0..5 {
            let pair = self.pairs[place];
            swapped.select(exchanged(pair), pair).store_array(&mut outcome.pairs[place]);
            self.weights[place].store_array(&mut outcome.weights[place]);
        }
    }
}

impl<S: Simd> Solved<S> {
    /// `yes` where the mask says so, `no` elsewhere.
    #[inline(always)]
    fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        let ([a, b], [c, d]) = (yes.cores, no.cores);
        Self {
            distance: mask.select(yes.distance, no.distance),
            lower: mask.select(yes.lower, no.lower),
            upper: mask.select(yes.upper, no.upper),
            normal: choose(mask, yes.normal, no.normal),
            cores: [choose(mask, a, c), choose(mask, b, d)],
            iterations: mask.select(yes.iterations, no.iterations),
            witnesses: Witnesses::choose(mask, yes.witnesses, no.witnesses),
        }
    }

    /// The same with what `core_b − core_a` has beside `distance · normal` shared between the witness points.
    #[inline(always)]
    fn aligned(self, simd: S) -> Self {
        let half = self.residual() * Number::splat(simd, 0.5);
        Self { cores: [self.cores[0] + half, self.cores[1] - half], ..self }
    }

    /// The same of the shapes with these sums of radii.
    #[inline(always)]
    fn thickened(self, simd: S, radius: Number<S>) -> Self {
        let zero = Number::splat(simd, 0.0);
        let largest = larger(self.upper.abs(), self.lower.abs());
        let margin = radius.simd_gt(zero).select((radius + largest) * (4.0 * U), zero);
        Self {
            distance: self.distance - radius,
            lower: self.lower - radius - margin,
            upper: self.upper - radius + margin,
            ..self
        }
    }

    #[inline(always)]
    fn residual(&self) -> Point<S> {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }

    /// The answers in the world's frame and in the order of the question, to memory: points of the surfaces but where the
    /// cores have one in common.
    #[inline(always)]
    fn store(&self, pair: &Pair<S, impl Cores<S>>, inside: Mask<S>, swapped: Mask<S>, outcome: &mut Outcome) {
        let frame = &pair.frame;
        let [radius_a, radius_b] = [pair.a.radius(), pair.b.radius()];
        let [to_a, to_b] = [self.normal * radius_a, self.normal * radius_b];
        let normal = frame.world_direction(self.normal);
        let surface_a = choose(inside, self.cores[0], self.cores[0] + to_a);
        let surface_b = choose(inside, self.cores[1], self.cores[1] - to_b);
        let [a, b] = [frame.world_point(surface_a), frame.world_point(surface_b)];
        self.distance.store_array(&mut outcome.distance);
        self.lower.store_array(&mut outcome.lower);
        self.upper.store_array(&mut outcome.upper);
        swapped.select(radius_b, radius_a).store_array(&mut outcome.radii[0]);
        swapped.select(radius_a, radius_b).store_array(&mut outcome.radii[1]);
        choose(swapped, -normal, normal).store(&mut outcome.normal);
        choose(swapped, b, a).store(&mut outcome.points[0]);
        choose(swapped, a, b).store(&mut outcome.points[1]);
        self.iterations.store_array(&mut outcome.iterations);
        self.witnesses.store(swapped, outcome);
    }
}

/// Concludes the search as the single query does where its answer needs no more than floats.
#[inline(always)]
pub(super) fn of_search<S: Simd>(
    simd: S,
    pair: &Pair<S, impl Cores<S>>,
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
    outcome.overlapping = (end.inside | (narrow & apart.upper.simd_lt(0.0))).to_bitmask();
    let solved = if none(end.inside) {
        apart
    } else {
        Solved::choose(end.inside, common_point(simd, pair, end, apart.normal), apart)
    };
    solved.store(pair, end.inside, swapped, outcome);
}

/// The signed distances by the axes where they are certain.
#[inline(always)]
pub(super) fn of_axes<S: Simd>(
    simd: S,
    pair: &Pair<S, BoxCores<S>>,
    near: Mask<S>,
    swapped: Mask<S>,
    outcome: &mut Outcome,
) {
    let facing = pair.facing(simd);
    let touch = pair.touch(simd, &facing);
    let (solved, whole) = along_axis(simd, pair, &facing, &touch);
    let certain = near & touch.certain & whole;
    outcome.separated = (certain & solved.lower.simd_gt(0.0)).to_bitmask();
    outcome.overlapping = (certain & solved.upper.simd_lt(0.0)).to_bitmask();
    solved.store(pair, Mask::splat(simd, false), swapped, outcome);
}

/// The distances by the axes of boxes that are apart, common points of those that overlap, where they are certain.
#[inline(always)]
pub(super) fn of_axes_or_point<S: Simd>(
    simd: S,
    pair: &Pair<S, BoxCores<S>>,
    near: Mask<S>,
    swapped: Mask<S>,
    outcome: &mut Outcome,
) {
    let facing = pair.facing(simd);
    let touch = pair.touch(simd, &facing);
    let (apart, whole) = along_axis(simd, pair, &facing, &touch);
    let certain = near & touch.certain;
    let part = facing.overlap.simd_lt(0.0);
    outcome.separated = (certain & whole & part & apart.lower.simd_gt(0.0)).to_bitmask();
    let meet = certain & !part & meeting_bound(pair, &facing).simd_lt(0.0);
    let solved = if none(meet) {
        apart
    } else {
        let (point, is_common) = point_along_axis(simd, pair, &touch);
        outcome.overlapping = (meet & is_common).to_bitmask();
        Solved::choose(meet, point, apart)
    };
    solved.store(pair, Mask::splat(simd, false), swapped, outcome);
}

/// The upper bound of the signed distance of boxes that overlap.
#[inline(always)]
fn meeting_bound<S: Simd>(pair: &Pair<S, BoxCores<S>>, facing: &Facing<S>) -> Number<S> {
    pair.frame.size * (28.0 * U) + pair.frame.above - facing.least
}

/// The signed distance along the best axis.
#[inline(always)]
fn along_axis<S: Simd>(
    simd: S,
    pair: &Pair<S, BoxCores<S>>,
    facing: &Facing<S>,
    touch: &Touch<S>,
) -> (Solved<S>, Mask<S>) {
    let frame = &pair.frame;
    let [a, b] = touch.points;
    let apart = frame.noise * 2.0 + frame.above - facing.overlap;
    let upper = facing.overlap.simd_lt(0.0).select(apart, meeting_bound(pair, facing));
    let corner = Witnesses::with_each(simd, &touch.corners, !touch.of_a, 3);
    let edges = Witnesses::of_edges(simd, &touch.corners);
    let (witnesses, whole) =
        coupled(simd, touch.flat, &touch.corners, Witnesses::choose(touch.of_edges, edges, corner));
    let solved = Solved {
        distance: -facing.overlap,
        lower: -facing.overlap - frame.below,
        upper,
        normal: touch.normal,
        cores: [a, frame.point_of_b(b)],
        iterations: Index::splat(simd, 0),
        witnesses,
    };
    (solved.aligned(simd), whole)
}

/// The pairs of corners where the mask says so, `others` elsewhere; and where they are whole.
#[inline(always)]
fn coupled<S: Simd>(
    simd: S,
    mask: Mask<S>,
    corners: &[Corners<S>; 2],
    others: Witnesses<S>,
) -> (Witnesses<S>, Mask<S>) {
    if none(mask) {
        return (others, !mask);
    }
    let (witnesses, whole) = Witnesses::coupled(simd, corners);
    (Witnesses::choose(mask, witnesses, others), whole | !mask)
}

/// One end of the depth, and where it lies within the other box.
#[inline(always)]
fn point_along_axis<S: Simd>(simd: S, pair: &Pair<S, BoxCores<S>>, touch: &Touch<S>) -> (Solved<S>, Mask<S>) {
    let frame = &pair.frame;
    let [a, b] = touch.points;
    let end_of_b = frame.point_of_b(b);
    let in_a = clamped(end_of_b, pair.a.halves);
    let in_b = clamped(pair.in_b(a), pair.b.halves);
    let ends = [choose(touch.of_a, in_a, a), choose(touch.of_a, end_of_b, frame.point_of_b(in_b))];
    let [of_a, of_b] = touch.corners;
    let around = [Corners::around(simd, in_a, pair.a.halves), Corners::around(simd, in_b, pair.b.halves)];
    let corners = [Corners::choose(touch.of_a, around[0], of_a), Corners::choose(touch.of_a, of_b, around[1])];
    let corner = Witnesses::with_each(simd, &corners, !touch.of_a, 4);
    let (witnesses, whole) = coupled(simd, touch.of_edges | touch.flat, &corners, corner);
    let (zero, half) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5));
    let point = Solved {
        distance: zero,
        lower: zero,
        upper: zero,
        normal: touch.normal,
        cores: [ends[0] * half + ends[1] * half; 2],
        iterations: Index::splat(simd, 0),
        witnesses,
    };
    (point, whole & is_short(ends[1] - ends[0], frame.noise))
}

/// The distance from the nearest faces, less the radii, and where it is as good as floats can be.
#[inline(always)]
fn apart<S: Simd>(simd: S, pair: &Pair<S, impl Cores<S>>, end: &Approach<S>) -> (Solved<S>, Mask<S>) {
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
        witnesses: witnesses(simd, &end.simplex, [p, q, r]),
    };
    let residual = solved.residual();
    let allowed = frame.below + frame.above + frame.noise;
    let narrow = (upper - lower).simd_le(allowed) & residual.dot(residual).simd_le(frame.noise * frame.noise);
    (solved.aligned(simd).thickened(simd, pair.radius()), end.apart & is_common(squared) & narrow)
}

/// A point that both cores hold.
#[inline(always)]
fn common_point<S: Simd>(simd: S, pair: &Pair<S, impl Cores<S>>, end: &Approach<S>, normal: Point<S>) -> Solved<S> {
    let tetrahedron = end.tetrahedron();
    let [i, j, k, l] = tetrahedron.indices;
    let [p, q, r, s] = tetrahedron.weights();
    let ([a, b], [c, d]) = (pair.vertices(i), pair.vertices(j));
    let ([e, f], [g, h]) = (pair.vertices(k), pair.vertices(l));
    let on_a = a + (c - a) * q + (e - a) * r + (g - a) * s;
    let on_b = b + (d - b) * q + (f - b) * r + (h - b) * s;
    let (zero, half, nothing) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5), Index::splat(simd, 0));
    let middle = on_a * half + on_b * half;
    Solved {
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
    }
}

/// The vertices of a face with their weights, of which those beyond the face are 0.
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

/// The points of A and B with these weights, of which those beyond the face are 0: one vertex plus weighted edges.
#[inline(always)]
fn cores<S: Simd>(
    pair: &Pair<S, impl Cores<S>>,
    simplex: &Simplex<S>,
    [_, second, third]: [Number<S>; 3],
) -> [Point<S>; 2] {
    let [[a, b], [p_a, p_b], [q_a, q_b]] =
        [pair.vertices(simplex.indices[0]), pair.vertices(simplex.indices[1]), pair.vertices(simplex.indices[2])];
    [a + (p_a - a) * second + (q_a - a) * third, b + (p_b - b) * second + (q_b - b) * third]
}
