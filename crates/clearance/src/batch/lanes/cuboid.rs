//! Repeats `shape/cuboid.rs` for eight boxes: a second text, because masks replace the signs and bits of coordinates.

use super::super::question::{Quantity, Wanted};
use super::group::Group;
use super::instructions::Instructions;
use super::outcome::Outcome;
use super::shapes::set_point;
use super::support::{LaneShape, SupportLanes};
use super::task::{BoxTask, Meeting, SearchTask, run_box_task};
use super::vector::{Index, Mask, Number, Rows, Vec3x8};
use crate::shape::view::View;
use crate::space::vector::{WideVector, vec3};
use fearless_simd::{Simd, prelude::*};

/// The box, as a shape of lanes.
pub(super) struct LaneCuboid;

/// Eight boxes in registers.
pub(super) struct CuboidLanes<S: Simd> {
    simd: S,
    /// The half-extents.
    pub halves: Vec3x8<S>,
}

impl LaneShape for LaneCuboid {
    type Task = BoxTask;
    type Rows<'s> = Rows;
    type Lanes<'r, S: Simd> = CuboidLanes<S>;
    const WAYS: usize = 1;
    const IN_SIXTEEN: bool = true;
    const ENDS_EARLY: bool = false;

    #[inline(always)]
    fn way<W: WideVector>(shape: &View<'_, W>) -> Option<usize> {
        shape.half_extents().map(|_| 0)
    }
    fn rows<'s>(_way: usize) -> Self::Rows<'s> {
        Rows::default()
    }
    #[inline(always)]
    fn set<'s, W: WideVector>(rows: &mut Rows, lane: usize, shape: &View<'s, W>) {
        set_halves(rows, lane, shape);
    }
    #[inline(always)]
    fn load<S: Simd>(simd: S, rows: &Rows) -> CuboidLanes<S> {
        CuboidLanes::load(simd, rows)
    }

    fn tasks(quantity: Quantity, wanted: Wanted, limit: f64) -> (BoxTask, Option<BoxTask>) {
        if quantity == Quantity::Overlap {
            return (BoxTask::Overlap, None);
        }
        let search = SearchTask { limit, meeting: Meeting::of(&quantity) };
        (BoxTask::Axes(wanted, search), Some(BoxTask::Search(search)))
    }

    fn run(instructions: Instructions, task: BoxTask, group: &Group<'_, Self>, outcome: &mut Outcome) {
        run_box_task(instructions, task, group, outcome);
    }
}

/// Writes the half-extents of a box to a lane.
#[inline(always)]
pub(super) fn set_halves<W: WideVector>(rows: &mut Rows, lane: usize, shape: &View<'_, W>) {
    set_point(rows, lane, shape.half_extents().unwrap_or(W::ORIGIN));
}

impl<S: Simd> SupportLanes<S> for CuboidLanes<S> {
    #[inline(always)]
    fn extent(&self) -> Number<S> {
        self.halves.max_abs()
    }
    #[inline(always)]
    fn center(&self) -> Vec3x8<S> {
        Vec3x8::constant(self.simd, [0.0; 3])
    }
    #[inline(always)]
    fn radius(&self) -> Number<S> {
        Number::splat(self.simd, 0.0)
    }

    #[inline(always)]
    fn support(&self, direction: Vec3x8<S>, _needed: Mask<S>) -> (Vec3x8<S>, Index<S>) {
        let Vec3x8 { x, y, z } = self.halves;
        let point = vec3(x.copysign(direction.x), y.copysign(direction.y), z.copysign(direction.z));
        (point, positive(direction.x, 1) | positive(direction.y, 2) | positive(direction.z, 4))
    }

    #[inline(always)]
    fn vertex(&self, index: Index<S>) -> Vec3x8<S> {
        let Vec3x8 { x, y, z } = self.halves;
        vec3(self.has(index, 1).select(x, -x), self.has(index, 2).select(y, -y), self.has(index, 4).select(z, -z))
    }
}

impl<S: Simd> CuboidLanes<S> {
    #[inline(always)]
    pub fn load(simd: S, halves: &Rows) -> Self {
        Self { simd, halves: Vec3x8::load(simd, halves) }
    }

    /// Where an index has this bit.
    #[inline(always)]
    fn has(&self, index: Index<S>, bit: i64) -> Mask<S> {
        (index & bit).simd_eq(Index::splat(self.simd, bit))
    }
}

/// The bit where a coordinate is positive, 0 elsewhere.
#[inline(always)]
fn positive<S: Simd>(coordinate: Number<S>, bit: i64) -> Index<S> {
    coordinate.is_sign_positive().to_vector() & bit
}
