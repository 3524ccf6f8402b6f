//! Repeats `difference/mod.rs` for eight pairs whose lengths need no scaling: a second text, because masks replace its
//! branch for two poses without rotation.

use super::pose::{PoseRows, Quaternions};
use super::support::SupportLanes;
use super::vector::{Index, Mask, Matrix, Number, Vec3x8, choose, larger, of_a, of_b, packed, transposed_product};
use crate::difference::{COMMON_RANGE, DIAGONAL};
use crate::numbers::real::U;
use fearless_simd::{Simd, prelude::*};

/// Eight pairs of shapes, each with its frame.
pub(super) struct Pair<S: Simd, C> {
    pub a: C,
    pub b: C,
    pub frame: Frame<S>,
}

impl<S: Simd, C: SupportLanes<S>> Pair<S, C> {
    /// The vertex of A − B farthest *against* a direction, and its index, where the mask is set.
    #[inline(always)]
    pub fn support_against(&self, direction: Vec3x8<S>, needed: Mask<S>) -> (Vec3x8<S>, Index<S>) {
        let (a, i) = self.a.support(-direction, needed);
        let (b, j) = self.b.support(self.frame.direction_in_b(direction), needed);
        (a - self.frame.point_of_b(b), packed(i, j))
    }
    /// The vertices of A and B whose difference is this vertex of A − B. Both in A's frame.
    #[inline(always)]
    pub fn vertices(&self, index: Index<S>) -> [Vec3x8<S>; 2] {
        [self.a.vertex(of_a(index)), self.frame.point_of_b(self.b.vertex(of_b(index)))]
    }
    /// The vector from B's centre to A's centre: the first direction of the search.
    #[inline(always)]
    pub fn start(&self) -> Vec3x8<S> {
        self.a.center() - self.frame.point_of_b(self.b.center())
    }
    /// The sum of the radii.
    #[inline(always)]
    pub fn radius(&self) -> Number<S> {
        self.a.radius() + self.b.radius()
    }
}

/// The pose of B in A's frame, of each pair, and the rounding errors of its points.
pub(super) struct Frame<S: Simd> {
    /// From B's frame to A's.
    pub matrix: Matrix<S>,
    pub translation: Vec3x8<S>,
    /// From A's frame to the world's.
    world: Matrix<S>,
    origin: Vec3x8<S>,
    /// The errors, lengths all of them: as the methods and fields of [`crate::difference::Rounding`].
    pub below: Number<S>,
    pub above: Number<S>,
    pub noise: Number<S>,
    pub displacement: Number<S>,
    pub size: Number<S>,
    /// Where lengths need no scaling and all numbers are finite.
    pub common: Mask<S>,
}

impl<S: Simd> Frame<S> {
    /// The frame of shapes whose vertices are exact. The two poses of a pair differ.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(
        simd: S,
        [a, b]: [&PoseRows; 2],
        [size_a, size_b]: [Number<S>; 2],
        [radius_a, radius_b]: [Number<S>; 2],
    ) -> Self {
        let [rotation_a, rotation_b] = [Quaternions::load(simd, &a.rotation), Quaternions::load(simd, &b.rotation)];
        let origin = Vec3x8::load(simd, &a.translation);
        let apart = Vec3x8::load(simd, &b.translation) - origin;
        let still = rotation_a.is_identity() & rotation_b.is_identity();

        let (own, other) = (rotation_a.matrix(), rotation_b.matrix());
        let product = transposed_product(&own, &other);
        let translation = choose(still, apart, apart.mapped_back(&own));
        let defect_a = still.select(Number::splat(simd, 0.0), rotation_a.defect() + 16.0 * U);
        let defect_b = still.select(Number::splat(simd, 2.0 * U), rotation_b.defect() + 64.0 * U);
        let drift = still.select(Number::splat(simd, 4.0 * U), Number::splat(simd, 32.0 * U));

        let distance = translation.max_abs();
        let largest = larger(larger(size_a, size_b), distance);
        let displacement = (defect_a * size_a + defect_b * size_b + drift * distance) * DIAGONAL;
        let size = (size_a + size_b + distance) * DIAGONAL;
        let far = translation.x.abs() + translation.y.abs() + translation.z.abs();
        let all = size_a + size_b + far + displacement + (radius_a + radius_b);
        Self {
            matrix: identity_where(simd, still, product),
            translation,
            world: identity_where(simd, still, own),
            origin,
            below: size * (24.0 * U) + displacement,
            above: size * (12.0 * U) + displacement,
            noise: size * (4.0 * U),
            displacement,
            size,
            common: largest.simd_ge(COMMON_RANGE.start)
                & largest.simd_lt(COMMON_RANGE.end)
                & all.simd_lt(f64::INFINITY),
        }
    }

    /// A direction of A's frame, in B's frame.
    #[inline(always)]
    pub fn direction_in_b(&self, direction: Vec3x8<S>) -> Vec3x8<S> {
        direction.mapped_back(&self.matrix)
    }
    /// A point of B's frame, in A's frame.
    #[inline(always)]
    pub fn point_of_b(&self, point: Vec3x8<S>) -> Vec3x8<S> {
        point.mapped(&self.matrix) + self.translation
    }
    /// A direction of A's frame, in the world's frame.
    #[inline(always)]
    pub fn world_direction(&self, direction: Vec3x8<S>) -> Vec3x8<S> {
        direction.mapped(&self.world)
    }
    /// A point of A's frame, in the world's frame.
    #[inline(always)]
    pub fn world_point(&self, point: Vec3x8<S>) -> Vec3x8<S> {
        self.world_direction(point) + self.origin
    }
}

/// The identity where the mask is set, the given map elsewhere.
#[inline(always)]
fn identity_where<S: Simd>(simd: S, mask: Mask<S>, [x, y, z]: Matrix<S>) -> Matrix<S> {
    [
        choose(mask, Vec3x8::constant(simd, [1.0, 0.0, 0.0]), x),
        choose(mask, Vec3x8::constant(simd, [0.0, 1.0, 0.0]), y),
        choose(mask, Vec3x8::constant(simd, [0.0, 0.0, 1.0]), z),
    ]
}
