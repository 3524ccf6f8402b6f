//! Support points of eight boxes: the text of [`crate::Cuboid`].

use super::super::question::Asked;
use super::cores::{Cores, Kind};
use super::group::Group;
use super::outcome::Outcome;
use super::task::{OfBoxes, Search, conclude_boxes};
use super::vector::{Index, Mask, Number, Point, Rows};
use crate::support::SupportMap;
use crate::vector::{Vector, WideVector, vec3};
use fearless_simd::{Level, Simd, prelude::*};

/// The boxes.
pub(super) struct Boxes;

/// Eight boxes in lanes, by their half-extents.
pub(super) struct BoxCores<S: Simd> {
    simd: S,
    pub halves: Point<S>,
}

impl Kind for Boxes {
    type Task = OfBoxes;
    type Rows = Rows;
    type Cores<'r, S: Simd> = BoxCores<S>;

    #[inline(always)]
    fn set<V: Vector>(rows: &mut Rows, lane: usize, shape: &impl SupportMap<V>) -> bool {
        let Some(halves) = shape.half_extents() else { return false };
        for (row, half) in rows.iter_mut().zip(halves.padded()) {
            row[lane] = half;
        }
        true
    }
    #[inline(always)]
    fn load<S: Simd>(simd: S, rows: &Rows) -> BoxCores<S> {
        BoxCores { simd, halves: Point::load(simd, rows) }
    }

    fn tasks(asked: Asked, limit: f64) -> (OfBoxes, Option<OfBoxes>) {
        let search = Search { limit };
        let by_axes = match asked {
            Asked::Distance => OfBoxes::Distance(search),
            Asked::Depth => OfBoxes::Depth(search),
            Asked::Verdict => OfBoxes::Verdict,
        };
        (by_axes, Some(OfBoxes::Search(search)))
    }

    fn conclude(level: Level, task: OfBoxes, group: &Group<Self>, outcome: &mut Outcome) {
        conclude_boxes(level, task, group, outcome);
    }
}

impl<S: Simd> Cores<S> for BoxCores<S> {
    #[inline(always)]
    fn extent(&self) -> Number<S> {
        self.halves.max_abs()
    }
    #[inline(always)]
    fn center(&self) -> Point<S> {
        Point::constant(self.simd, [0.0; 3])
    }
    #[inline(always)]
    fn radius(&self) -> Number<S> {
        Number::splat(self.simd, 0.0)
    }

    #[inline(always)]
    fn support(&self, direction: Point<S>) -> (Point<S>, Index<S>) {
        let Point { x, y, z } = self.halves;
        let point = vec3(x.copysign(direction.x), y.copysign(direction.y), z.copysign(direction.z));
        (point, positive(direction.x, 1) | positive(direction.y, 2) | positive(direction.z, 4))
    }

    #[inline(always)]
    fn vertex(&self, index: Index<S>) -> Point<S> {
        let Point { x, y, z } = self.halves;
        vec3(self.has(index, 1).select(x, -x), self.has(index, 2).select(y, -y), self.has(index, 4).select(z, -z))
    }
}

impl<S: Simd> BoxCores<S> {
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
