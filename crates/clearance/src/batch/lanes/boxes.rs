//! Support points of eight boxes: the text of [`crate::Cuboid`].

use super::vector::{Index, Mask, Number, Point, Rows};
use crate::vector::vec3;
use fearless_simd::{Simd, prelude::*};

/// Eight boxes by their half-extents.
pub(super) struct Boxes<S: Simd> {
    simd: S,
    pub halves: Point<S>,
}

impl<S: Simd> Boxes<S> {
    #[inline(always)]
    pub fn load(simd: S, halves: &Rows) -> Self {
        Self { simd, halves: Point::load(simd, halves) }
    }

    #[inline(always)]
    pub fn extent(&self) -> Number<S> {
        self.halves.max_abs()
    }

    /// The vertex farthest along a direction, and its index.
    #[inline(always)]
    pub fn support(&self, direction: Point<S>) -> (Point<S>, Index<S>) {
        let Point { x, y, z } = self.halves;
        let point = vec3(x.copysign(direction.x), y.copysign(direction.y), z.copysign(direction.z));
        (point, positive(direction.x, 1) | positive(direction.y, 2) | positive(direction.z, 4))
    }

    /// The vertex with this index in the three lowest bits.
    #[inline(always)]
    pub fn vertex(&self, index: Index<S>) -> Point<S> {
        let Point { x, y, z } = self.halves;
        vec3(self.has(index, 1).select(x, -x), self.has(index, 2).select(y, -y), self.has(index, 4).select(z, -z))
    }

    /// Where an index has a bit.
    #[inline(always)]
    fn has(&self, index: Index<S>, bit: i64) -> Mask<S> {
        (index & bit).simd_eq(Index::splat(self.simd, bit))
    }
}

/// A bit where a coordinate is positive.
#[inline(always)]
fn positive<S: Simd>(coordinate: Number<S>, bit: i64) -> Index<S> {
    coordinate.is_sign_positive().to_vector() & bit
}
