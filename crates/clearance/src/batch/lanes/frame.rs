//! The relative pose of eight pairs: the text of [`crate::difference::Frame`] for lengths of the common range.

use super::vector::{Mask, Matrix, Number, Point, Row, Rows, choose, larger, transposed_product};
use crate::difference::{COMMON_RANGE, DIAGONAL};
use crate::pose::{Pose, Rotation as _};
use crate::real::U;
use crate::vector::{Vector, WideVector, vec3};
use fearless_simd::{Simd, prelude::*};

/// The poses of eight shapes, in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Poses {
    pub rotation: [Row; 4],
    pub translation: Rows,
}

impl Poses {
    #[inline(always)]
    pub fn set<V: Vector>(&mut self, lane: usize, pose: &Pose<V>) {
        for (row, coordinate) in self.translation.iter_mut().zip(pose.translation.widen().padded()) {
            row[lane] = coordinate;
        }
        for (row, component) in self.rotation.iter_mut().zip(pose.rotation.components()) {
            row[lane] = component;
        }
    }
}

/// The poses of B in A's frames, and what rounding can do.
pub(super) struct Frame<S: Simd> {
    /// From B's frame to A's.
    pub matrix: Matrix<S>,
    pub translation: Point<S>,
    world: Matrix<S>,
    origin: Point<S>,
    /// As [`crate::difference::Rounding::below`] and its kin.
    pub below: Number<S>,
    pub above: Number<S>,
    pub noise: Number<S>,
    pub displacement: Number<S>,
    pub size: Number<S>,
    /// Where lengths need no scaling.
    pub common: Mask<S>,
}

impl<S: Simd> Frame<S> {
    /// The frame of shapes without rounding of their own; two poses are never equal.
    #[inline(always)]
    pub fn new(simd: S, [a, b]: [&Poses; 2], [size_a, size_b]: [Number<S>; 2]) -> Self {
        let [turn_a, turn_b] = [Rotation::load(simd, &a.rotation), Rotation::load(simd, &b.rotation)];
        let origin = Point::load(simd, &a.translation);
        let apart = Point::load(simd, &b.translation) - origin;
        let still = turn_a.is_identity() & turn_b.is_identity();

        let (own, other) = (turn_a.matrix(), turn_b.matrix());
        let product = transposed_product(&own, &other);
        let translation = choose(still, apart, apart.mapped_back(&own));
        let defect_a = still.select(Number::splat(simd, 0.0), turn_a.defect() + 16.0 * U);
        let defect_b = still.select(Number::splat(simd, 2.0 * U), turn_b.defect() + 64.0 * U);
        let drift = still.select(Number::splat(simd, 4.0 * U), Number::splat(simd, 32.0 * U));

        let distance = translation.max_abs();
        let largest = larger(larger(size_a, size_b), distance);
        let displacement = (defect_a * size_a + defect_b * size_b + drift * distance) * DIAGONAL;
        let size = (size_a + size_b + distance) * DIAGONAL;
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
            common: largest.simd_ge(COMMON_RANGE.start) & largest.simd_lt(COMMON_RANGE.end),
        }
    }

    /// A's direction in B's frame.
    #[inline(always)]
    pub fn direction_in_b(&self, direction: Point<S>) -> Point<S> {
        direction.mapped_back(&self.matrix)
    }
    /// B's point in A's frame.
    #[inline(always)]
    pub fn point_of_b(&self, point: Point<S>) -> Point<S> {
        point.mapped(&self.matrix) + self.translation
    }
    /// A direction of A's frame in the world's.
    #[inline(always)]
    pub fn world_direction(&self, direction: Point<S>) -> Point<S> {
        direction.mapped(&self.world)
    }
    /// A point of A's frame in the world's.
    #[inline(always)]
    pub fn world_point(&self, point: Point<S>) -> Point<S> {
        self.world_direction(point) + self.origin
    }
}

/// The identity where the mask says so, the map elsewhere.
#[inline(always)]
fn identity_where<S: Simd>(simd: S, mask: Mask<S>, [x, y, z]: Matrix<S>) -> Matrix<S> {
    [
        choose(mask, Point::constant(simd, [1.0, 0.0, 0.0]), x),
        choose(mask, Point::constant(simd, [0.0, 1.0, 0.0]), y),
        choose(mask, Point::constant(simd, [0.0, 0.0, 1.0]), z),
    ]
}

/// The quaternions of eight shapes.
struct Rotation<S: Simd> {
    simd: S,
    x: Number<S>,
    y: Number<S>,
    z: Number<S>,
    w: Number<S>,
}

impl<S: Simd> Rotation<S> {
    #[inline(always)]
    fn load(simd: S, [x, y, z, w]: &[Row; 4]) -> Self {
        Self {
            simd,
            x: Number::load_array_ref(simd, x),
            y: Number::load_array_ref(simd, y),
            z: Number::load_array_ref(simd, z),
            w: Number::load_array_ref(simd, w),
        }
    }
    #[inline(always)]
    fn is_identity(&self) -> Mask<S> {
        self.x.simd_eq(0.0) & self.y.simd_eq(0.0) & self.z.simd_eq(0.0) & self.w.simd_eq(1.0)
    }
    #[inline(always)]
    fn length_squared(&self) -> Number<S> {
        self.x * self.x + self.y * self.y + self.z * self.z + self.w * self.w
    }
    #[inline(always)]
    fn matrix(&self) -> Matrix<S> {
        let &Self { simd, x, y, z, w } = self;
        let (one, s) = (Number::splat(simd, 1.0), Number::splat(simd, 2.0) / self.length_squared());
        let (xs, ys, zs) = (x * s, y * s, z * s);
        [
            vec3(one - (y * ys + z * zs), x * ys - w * zs, x * zs + w * ys),
            vec3(x * ys + w * zs, one - (x * xs + z * zs), y * zs - w * xs),
            vec3(x * zs - w * ys, y * zs + w * xs, one - (x * xs + y * ys)),
        ]
    }
    #[inline(always)]
    fn defect(&self) -> Number<S> {
        (self.length_squared() - 1.0).abs() * 2.0
    }
}
