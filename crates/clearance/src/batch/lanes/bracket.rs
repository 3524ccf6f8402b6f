//! Repeats `difference/solved.rs` for eight pairs: a second text, because each lane selects its own kind of result by a
//! mask.

use super::difference::Pair;
use super::outcome::Outcome;
use super::support::SupportLanes;
use super::vector::{Index, Mask, Number, Vec3x8, choose, exchanged, larger};
use crate::numbers::real::U;
use fearless_simd::{Simd, prelude::*};

/// Eight distances with witnesses, in A's frame.
pub(super) struct Bracket<S: Simd> {
    pub distance: Number<S>,
    pub lower: Number<S>,
    pub upper: Number<S>,
    /// From A to B.
    pub normal: Vec3x8<S>,
    /// The nearest points of the cores.
    pub cores: [Vec3x8<S>; 2],
    pub iterations: Index<S>,
    pub witnesses: Witnesses<S>,
}

/// Eight of [`crate::result::proximity::Witnesses`]. One integer packs the two vertex indices of a pair.
#[derive(Clone, Copy)]
pub(super) struct Witnesses<S: Simd> {
    pub count: Index<S>,
    pub pairs: [Index<S>; 5],
    pub weights: [Number<S>; 5],
}

impl<S: Simd> Witnesses<S> {
    /// `yes` where the mask is set, `no` elsewhere.
    #[inline(always)]
    pub fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        let mut chosen = no;
        for place in 0..5 {
            chosen.pairs[place] = mask.select(yes.pairs[place], no.pairs[place]);
            chosen.weights[place] = mask.select(yes.weights[place], no.weights[place]);
        }
        Self { count: mask.select(yes.count, no.count), ..chosen }
    }

    /// Writes to the outcome, A and B in the order of the question.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(&self, swapped: Mask<S>, outcome: &mut Outcome) {
        self.count.store_array(&mut outcome.count);
        for place in 0..5 {
            let pair = self.pairs[place];
            swapped.select(exchanged(pair), pair).store_array(&mut outcome.pairs[place]);
            self.weights[place].store_array(&mut outcome.weights[place]);
        }
    }
}

impl<S: Simd> Bracket<S> {
    /// `yes` where the mask is set, `no` elsewhere.
    #[inline(always)]
    pub fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
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

    /// The same with the residual, a rounding error, shared between the witness points.
    #[inline(always)]
    pub fn aligned(self, simd: S) -> Self {
        let half = self.residual() * Number::splat(simd, 0.5);
        Self { cores: [self.cores[0] + half, self.cores[1] - half], ..self }
    }

    /// The same for the rounded shapes: the distance less the sum of the radii, and bounds with the error of that.
    #[inline(always)]
    pub fn thickened(self, simd: S, radius: Number<S>) -> Self {
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

    /// The difference of `core_b − core_a` and `distance · normal`.
    #[inline(always)]
    pub fn residual(&self) -> Vec3x8<S> {
        self.cores[1] - self.cores[0] - self.normal * self.distance
    }

    /// Writes the distance and its bounds to the outcome.
    #[inline(always)]
    pub fn store_lengths(&self, outcome: &mut Outcome) {
        self.distance.store_array(&mut outcome.distance);
        self.lower.store_array(&mut outcome.lower);
        self.upper.store_array(&mut outcome.upper);
    }

    /// Writes to the outcome, in the world's frame, A and B in the order of the question.
    ///
    /// The points are on the surfaces; where `inside` is set, they are the common point of the cores.
    #[inline(always)]
    pub fn store(
        &self,
        pair: &Pair<S, impl SupportLanes<S>>,
        inside: Mask<S>,
        swapped: Mask<S>,
        outcome: &mut Outcome,
    ) {
        let frame = &pair.frame;
        let [radius_a, radius_b] = [pair.a.radius(), pair.b.radius()];
        let [to_a, to_b] = [self.normal * radius_a, self.normal * radius_b];
        let normal = frame.world_direction(self.normal);
        let surface_a = choose(inside, self.cores[0], self.cores[0] + to_a);
        let surface_b = choose(inside, self.cores[1], self.cores[1] - to_b);
        let [a, b] = [frame.world_point(surface_a), frame.world_point(surface_b)];
        self.store_lengths(outcome);
        swapped.select(radius_b, radius_a).store_array(&mut outcome.radii[0]);
        swapped.select(radius_a, radius_b).store_array(&mut outcome.radii[1]);
        choose(swapped, -normal, normal).store(&mut outcome.normal);
        choose(swapped, b, a).store(&mut outcome.points[0]);
        choose(swapped, a, b).store(&mut outcome.points[1]);
        self.iterations.store_array(&mut outcome.iterations);
        self.witnesses.store(swapped, outcome);
    }
}
