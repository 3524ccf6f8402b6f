//! Repeats `axes/by_axes.rs` for eight pairs of boxes: a second text, because a mask selects between a distance and a
//! common point.

use super::boxes::BoxFacing;
use super::bracket::{Bracket, Witnesses};
use super::corners::Corners;
use super::cuboid::CuboidLanes;
use super::difference::Pair;
use super::features::{NearestPoints, is_short, nearest_in_box};
use super::outcome::Outcome;
use super::vector::{Index, Mask, Number, choose, none};
use crate::numbers::real::U;
use fearless_simd::{Simd, prelude::*};

/// What the axis test finds of eight pairs of boxes.
pub(super) struct ByAxes<S: Simd> {
    facing: BoxFacing<S>,
    nearest: NearestPoints<S>,
    signed: Bracket<S>,
    /// Near pairs whose nearest points lie along the axis.
    on_axis: Mask<S>,
    /// Where the signed distance has all its witnesses.
    complete: Mask<S>,
}

impl<S: Simd> ByAxes<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(simd: S, pair: &Pair<S, CuboidLanes<S>>, facing: BoxFacing<S>, near: Mask<S>) -> Self {
        let nearest = pair.nearest_points(simd, &facing);
        let (signed, complete) = signed_distance(simd, pair, &facing, &nearest);
        Self { on_axis: near & nearest.on_axis, facing, nearest, signed, complete }
    }

    /// Writes the signed distances to the outcome.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn store_signed(self, simd: S, pair: &Pair<S, CuboidLanes<S>>, swapped: Mask<S>, outcome: &mut Outcome) {
        self.signed(outcome).store(pair, Mask::splat(simd, false), swapped, outcome);
    }

    /// The same without points and witnesses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn store_signed_lengths(self, outcome: &mut Outcome) {
        self.signed(outcome).store_lengths(outcome);
    }

    /// The signed distances. Writes to the outcome where they are proven.
    #[inline(always)]
    fn signed(self, outcome: &mut Outcome) -> Bracket<S> {
        let proven = self.on_axis & self.complete;
        outcome.separated = (proven & self.signed.lower.simd_gt(0.0)).to_bitmask();
        outcome.overlapping = (proven & self.signed.upper.simd_lt(0.0)).to_bitmask();
        self.signed
    }

    /// Writes to the outcome the distances of boxes that are apart and common points of boxes that overlap.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn store_distance(self, simd: S, pair: &Pair<S, CuboidLanes<S>>, swapped: Mask<S>, outcome: &mut Outcome) {
        self.distance(simd, pair, outcome).store(pair, Mask::splat(simd, false), swapped, outcome);
    }

    /// The same without points and witnesses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn store_lengths_of_distance(self, simd: S, pair: &Pair<S, CuboidLanes<S>>, outcome: &mut Outcome) {
        self.distance(simd, pair, outcome).store_lengths(outcome);
    }

    /// The distances, or common points. Writes to the outcome where they are proven.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn distance(self, simd: S, pair: &Pair<S, CuboidLanes<S>>, outcome: &mut Outcome) -> Bracket<S> {
        let Self { facing, nearest, signed, on_axis, complete } = self;
        let apart = facing.overlap.simd_lt(0.0);
        outcome.separated = (on_axis & complete & apart & signed.lower.simd_gt(0.0)).to_bitmask();
        let overlapping = on_axis & !apart & upper_bound(pair, &facing).simd_lt(0.0);
        if none(overlapping) {
            return signed;
        }
        let (point, is_common) = common_point(simd, pair, &nearest);
        outcome.overlapping = (overlapping & is_common).to_bitmask();
        Bracket::choose(overlapping, point, signed)
    }
}

/// The upper bound of the signed distance of boxes that overlap.
#[inline(always)]
fn upper_bound<S: Simd>(pair: &Pair<S, CuboidLanes<S>>, facing: &BoxFacing<S>) -> Number<S> {
    pair.frame.size * (32.0 * U) + pair.frame.above - facing.least
}

/// The signed distance along the best axis, and where it has all its witnesses.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed_distance<S: Simd>(
    simd: S,
    pair: &Pair<S, CuboidLanes<S>>,
    facing: &BoxFacing<S>,
    nearest: &NearestPoints<S>,
) -> (Bracket<S>, Mask<S>) {
    let frame = &pair.frame;
    let [a, b] = nearest.points;
    let apart = frame.noise * 2.0 + frame.above - facing.overlap;
    let upper = facing.overlap.simd_lt(0.0).select(apart, upper_bound(pair, facing));
    let corner = Witnesses::with_each(simd, &nearest.corners, !nearest.face_of_a, 3);
    let edges = Witnesses::edge_pairs(simd, &nearest.corners);
    let others = Witnesses::choose(nearest.of_edges, edges, corner);
    let (witnesses, complete) = face_pairs(simd, nearest.parallel, &nearest.corners, others);
    let solved = Bracket {
        distance: -facing.overlap,
        lower: -facing.overlap - frame.below,
        upper,
        normal: nearest.normal,
        cores: [a, frame.point_of_b(b)],
        iterations: Index::splat(simd, 0),
        witnesses,
    };
    (solved.aligned(simd), complete)
}

/// The pairs of corners of two faces where the mask is set, `others` elsewhere; and where none is missing.
#[inline(always)]
fn face_pairs<S: Simd>(
    simd: S,
    mask: Mask<S>,
    corners: &[Corners<S>; 2],
    others: Witnesses<S>,
) -> (Witnesses<S>, Mask<S>) {
    if none(mask) {
        return (others, !mask);
    }
    let (witnesses, complete) = Witnesses::face_pairs(simd, corners);
    (Witnesses::choose(mask, witnesses, others), complete | !mask)
}

/// A nearest point of one box, and where the other box holds it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn common_point<S: Simd>(simd: S, pair: &Pair<S, CuboidLanes<S>>, nearest: &NearestPoints<S>) -> (Bracket<S>, Mask<S>) {
    let frame = &pair.frame;
    let [a, b] = nearest.points;
    let end_of_b = frame.point_of_b(b);
    let in_a = nearest_in_box(end_of_b, pair.a.halves);
    let in_b = nearest_in_box(pair.in_b(a), pair.b.halves);
    let on_a = nearest.face_of_a;
    let ends = [choose(on_a, in_a, a), choose(on_a, end_of_b, frame.point_of_b(in_b))];
    let [of_a, of_b] = nearest.corners;
    let around = [Corners::of_box(simd, in_a, pair.a.halves), Corners::of_box(simd, in_b, pair.b.halves)];
    let corners = [Corners::choose(on_a, around[0], of_a), Corners::choose(on_a, of_b, around[1])];
    let corner = Witnesses::with_each(simd, &corners, !on_a, 4);
    let (witnesses, complete) = face_pairs(simd, nearest.of_edges | nearest.parallel, &corners, corner);
    let (zero, half) = (Number::splat(simd, 0.0), Number::splat(simd, 0.5));
    let point = Bracket {
        distance: zero,
        lower: zero,
        upper: zero,
        normal: nearest.normal,
        cores: [ends[0] * half + ends[1] * half; 2],
        iterations: Index::splat(simd, 0),
        witnesses,
    };
    (point, complete & is_short(ends[1] - ends[0], frame.noise))
}
