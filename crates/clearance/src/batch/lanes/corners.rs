//! Repeats `axes/corners.rs` for eight pairs of boxes: a second text, because the number of corners differs between
//! lanes.

use super::bracket::Witnesses;
use super::features::coordinate;
use super::vector::{Index, Mask, Number, Vec3x8, larger, packed, smaller};
use fearless_simd::{Simd, prelude::*};

/// Up to four corners of a box, with weights, of each pair.
///
/// Bit k of a corner's number is set where its coordinate k is positive.
#[derive(Clone, Copy)]
pub(super) struct Corners<S: Simd> {
    numbers: [Index<S>; 4],
    weights: [Number<S>; 4],
}

/// The place of a point along an edge of its box, from 0 to 1. It is 1 if the edge has no length.
#[inline(always)]
pub(super) fn share<S: Simd>(simd: S, at: Number<S>, limit: Number<S>) -> Number<S> {
    let (zero, half, one) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5), Number::splat(simd, 1.0));
    limit.simd_gt(0.0).select(smaller(larger(half + half * at / limit, zero), one), one)
}

/// The bit of the axis whose mask is set.
#[inline(always)]
fn bit<S: Simd>(simd: S, axis: &[Mask<S>; 3]) -> Index<S> {
    let [one, two, four] = [Index::splat(simd, 1), Index::splat(simd, 2), Index::splat(simd, 4)];
    axis[0].select(one, axis[1].select(two, four))
}

impl<S: Simd> Corners<S> {
    #[inline(always)]
    pub fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for place in 0..4 {
            chosen.numbers[place] = mask.select(yes.numbers[place], no.numbers[place]);
            chosen.weights[place] = mask.select(yes.weights[place], no.weights[place]);
        }
        chosen
    }

    /// The corner at a place, and its weight. Beyond the fourth corner the weight is `none`.
    #[inline(always)]
    fn at(&self, place: Index<S>, none: Number<S>) -> Weighted<S> {
        let mut corner = (self.numbers[0], none);
        for k in 0..4 {
            let here = place.simd_eq(k as i64);
            corner = (here.select(self.numbers[k], corner.0), here.select(self.weights[k], corner.1));
        }
        corner
    }

    /// A corner itself.
    #[inline(always)]
    pub fn of_corner(simd: S, number: Index<S>) -> Self {
        let zero = Number::splat(simd, 0.0);
        Self { numbers: [number; 4], weights: [Number::splat(simd, 1.0), zero, zero, zero] }
    }

    /// The corners of a point on an edge along an axis. `end` is the number of one end of the edge.
    #[inline(always)]
    pub fn of_edge(simd: S, share: Number<S>, axis: &[Mask<S>; 3], end: Index<S>) -> Self {
        let (zero, bit) = (Number::splat(simd, 0.0), bit(simd, axis));
        let (first, last) = (end & !bit, end | bit);
        Self { numbers: [first, last, last, last], weights: [Number::splat(simd, 1.0) - share, share, zero, zero] }
    }

    /// The corners of a point on a face across an axis. `corner` is the number of one corner of the face.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of_face(simd: S, point: Vec3x8<S>, half: Vec3x8<S>, axis: &[Mask<S>; 3], corner: Index<S>) -> Self {
        // The two axes of the face.
        let [x, y, z] = *axis;
        let (after, last) = ([z, x, y], [y, z, x]);
        let u = share(simd, coordinate(&after, point), coordinate(&after, half));
        let v = share(simd, coordinate(&last, point), coordinate(&last, half));
        let (bit_u, bit_v) = (bit(simd, &after), bit(simd, &last));
        let rising = u.simd_lt(v);
        let (low, high) = (rising.select(u, v), rising.select(v, u));
        let first = corner & bit(simd, axis);
        let between = first | rising.select(bit_v, bit_u);
        let last = first | bit_u | bit_v;
        Self {
            numbers: [first, between, last, last],
            weights: [Number::splat(simd, 1.0) - high, high - low, low, Number::splat(simd, 0.0)],
        }
    }

    /// The corners of any point of the box: Kuhn's simplex that holds it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of_box(simd: S, point: Vec3x8<S>, half: Vec3x8<S>) -> Self {
        let [one, two, four] = [Index::splat(simd, 1), Index::splat(simd, 2), Index::splat(simd, 4)];
        let a = (one, share(simd, point.x, half.x));
        let b = (two, share(simd, point.y, half.y));
        let c = (four, share(simd, point.z, half.z));
        let [a, b] = falling(a, b);
        let [b, (k, w)] = falling(b, c);
        let [(i, u), (j, v)] = falling(a, b);
        Self {
            numbers: [Index::splat(simd, 0), i, i | j, i | j | k],
            weights: [Number::splat(simd, 1.0) - u, u - v, v - w, w],
        }
    }
}

/// The number of a corner, or one bit of it, with the weight that belongs to it.
type Weighted<S> = (Index<S>, Number<S>);

/// The two in the order of falling weight.
#[inline(always)]
fn falling<S: Simd>((i, u): Weighted<S>, (j, v): Weighted<S>) -> [Weighted<S>; 2] {
    let rising = u.simd_lt(v);
    [(rising.select(j, i), larger(u, v)), (rising.select(i, j), smaller(u, v))]
}

impl<S: Simd> Witnesses<S> {
    /// One corner of a box with each corner of the other box. The single corner is A's where the mask is set, else B's.
    #[inline(always)]
    pub fn with_each(simd: S, [a, b]: &[Corners<S>; 2], corner_of_a: Mask<S>, count: i64) -> Self {
        let (zero, nothing) = (Number::splat(simd, 0.0), Index::splat(simd, 0));
        let mut witnesses = Self { count: Index::splat(simd, count), pairs: [nothing; 5], weights: [zero; 5] };
        for place in 0..4 {
            let with_b = packed(a.numbers[0], b.numbers[place]);
            let with_a = packed(a.numbers[place], b.numbers[0]);
            witnesses.pairs[place] = corner_of_a.select(with_b, with_a);
            witnesses.weights[place] = corner_of_a.select(b.weights[place], a.weights[place]);
        }
        witnesses
    }

    /// Pairs of the ends of two edges: first with first, last with last, and one first with one last.
    #[inline(always)]
    pub fn edge_pairs(simd: S, [a, b]: &[Corners<S>; 2]) -> Self {
        let (zero, nothing) = (Number::splat(simd, 0.0), Index::splat(simd, 0));
        let ([p, q, ..], [r, s, ..], u, v) = (a.numbers, b.numbers, a.weights[1], b.weights[1]);
        let rising = u.simd_lt(v);
        let (low, high) = (rising.select(u, v), rising.select(v, u));
        Self {
            count: Index::splat(simd, 3),
            pairs: [packed(p, r), rising.select(packed(p, s), packed(q, r)), packed(q, s), nothing, nothing],
            weights: [Number::splat(simd, 1.0) - high, high - low, low, zero, zero],
        }
    }

    /// Pairs of any corners, by the north-west corner rule; and where five pairs are enough.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn face_pairs(simd: S, [a, b]: &[Corners<S>; 2]) -> (Self, Mask<S>) {
        let (zero, nothing, one) = (Number::splat(simd, 0.0), Index::splat(simd, 0), Index::splat(simd, 1));
        let mut witnesses = Self { count: nothing, pairs: [nothing; 5], weights: [zero; 5] };
        let (mut at_a, mut at_b) = (a.at(nothing, zero), b.at(nothing, zero));
        let (mut i, mut j) = (nothing, nothing);
        for _ in 0..7 {
            let (u, v) = (at_a.1, at_b.1);
            let there = i.simd_lt(4) & j.simd_lt(4) & u.simd_gt(0.0) & v.simd_gt(0.0);
            for place in 0..5 {
                let here = there & witnesses.count.simd_eq(place as i64);
                witnesses.pairs[place] = here.select(packed(at_a.0, at_b.0), witnesses.pairs[place]);
                witnesses.weights[place] = here.select(smaller(u, v), witnesses.weights[place]);
            }
            witnesses.count = there.select(witnesses.count + one, witnesses.count);
            let next_a = u.simd_le(v);
            (i, j) = (next_a.select(i + one, i), next_a.select(j, j + one));
            let (next, after) = (a.at(i, zero), b.at(j, zero));
            at_a = (next_a.select(next.0, at_a.0), next_a.select(next.1, u - v));
            at_b = (next_a.select(at_b.0, after.0), next_a.select(v - u, after.1));
        }
        (witnesses, witnesses.count.simd_le(5))
    }
}
