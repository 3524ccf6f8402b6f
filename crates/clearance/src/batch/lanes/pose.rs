//! Repeats `space/pose.rs` for eight poses: a second text, because vectors of lanes have types of their own.

use super::shapes::set_point;
use super::vector::{Mask, Matrix, Number, Row, Rows};
use crate::space::pose::Pose;
use crate::space::rotation::Rotation as _;
use crate::space::vector::{Vector, vec3};
use fearless_simd::{Simd, prelude::*};

/// Eight poses in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct PoseRows {
    pub rotation: [Row; 4],
    pub translation: Rows,
}

impl PoseRows {
    /// Writes a pose to a lane.
    #[inline(always)]
    pub fn set<V: Vector>(&mut self, lane: usize, pose: &Pose<V>) {
        set_point(&mut self.translation, lane, pose.translation.widen());
        for (row, component) in self.rotation.iter_mut().zip(pose.rotation.components()) {
            row[lane] = component;
        }
    }
}

/// Eight rotations in registers, as quaternions.
pub(super) struct Quaternions<S: Simd> {
    simd: S,
    x: Number<S>,
    y: Number<S>,
    z: Number<S>,
    w: Number<S>,
}

impl<S: Simd> Quaternions<S> {
    #[inline(always)]
    pub fn load(simd: S, [x, y, z, w]: &[Row; 4]) -> Self {
        Self {
            simd,
            x: Number::load_array_ref(simd, x),
            y: Number::load_array_ref(simd, y),
            z: Number::load_array_ref(simd, z),
            w: Number::load_array_ref(simd, w),
        }
    }
    #[inline(always)]
    pub fn is_identity(&self) -> Mask<S> {
        self.x.simd_eq(0.0) & self.y.simd_eq(0.0) & self.z.simd_eq(0.0) & self.w.simd_eq(1.0)
    }
    #[inline(always)]
    fn length_squared(&self) -> Number<S> {
        self.x * self.x + self.y * self.y + self.z * self.z + self.w * self.w
    }
    #[inline(always)]
    pub fn matrix(&self) -> Matrix<S> {
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
    pub fn defect(&self) -> Number<S> {
        (self.length_squared() - 1.0).abs() * 2.0
    }
}
