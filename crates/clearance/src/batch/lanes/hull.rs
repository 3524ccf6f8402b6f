//! Repeats `hull/mod.rs`, and the capsule of `shape/round.rs`, for eight hulls of few vertices with radii: a second
//! text, because the number of vertices differs between lanes.

use super::super::question::Quantity;
use super::group::Group;
use super::instructions::Instructions;
use super::outcome::Outcome;
use super::support::{LaneShape, SupportLanes};
use super::task::{SearchTask, run_hull_task};
use super::vector::{Index, Mask, Number, Row, Rows, Vec3x8, choose};
use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::space::vector::{Vector, WideVector};
use fearless_simd::{Simd, prelude::*};

/// The most vertices of a shape. Larger: lanes take larger hulls. Smaller: less memory to fill for each pair.
const MOST: usize = 16;

/// The hull of 2 to 16 vertices with a radius, as a shape of lanes. Capsules are such hulls, of 2 vertices.
pub(super) struct LaneHull;

/// Eight hulls in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct HullRows {
    /// The vertices in their order. A shape with fewer vertices than others repeats its last one.
    vertices: [Rows; MOST],
    /// The greatest number of vertices of the eight, rounded up to an even number.
    count: usize,
    center: Rows,
    extent: Row,
    radius: Row,
}

/// Eight hulls in registers: the vertices are loaded when they are used.
pub(super) struct HullLanes<'r, S: Simd> {
    simd: S,
    rows: &'r HullRows,
}

impl LaneShape for LaneHull {
    type Task = SearchTask;
    type Rows = HullRows;
    type Lanes<'r, S: Simd> = HullLanes<'r, S>;

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set<V: Vector>(rows: &mut HullRows, lane: usize, shape: &impl SupportMap<V>) -> bool {
        let vertices = shape.vertex_count();
        if !(2..=MOST).contains(&vertices) {
            return false;
        }
        let count = vertices.next_multiple_of(2);
        if lane == 0 {
            rows.count = count;
        }
        for index in rows.count..count {
            rows.vertices[index] = rows.vertices[index - 1];
        }
        rows.count = rows.count.max(count);
        for index in 0..rows.count {
            set_point(&mut rows.vertices[index], lane, shape.vertex(index.min(vertices - 1)));
        }
        set_point(&mut rows.center, lane, shape.center());
        rows.extent[lane] = shape.extent();
        rows.radius[lane] = shape.radius().widen();
        true
    }

    #[inline(always)]
    fn load<S: Simd>(simd: S, rows: &HullRows) -> HullLanes<'_, S> {
        HullLanes { simd, rows }
    }

    fn tasks(_quantity: Quantity, limit: f64) -> (SearchTask, Option<SearchTask>) {
        (SearchTask { limit }, None)
    }

    fn run(instructions: Instructions, task: SearchTask, group: &Group<Self>, outcome: &mut Outcome) {
        run_hull_task(instructions, task, group, outcome);
    }
}

#[inline(always)]
fn set_point<W: WideVector>(rows: &mut Rows, lane: usize, point: W) {
    for (row, coordinate) in rows.iter_mut().zip(point.padded()) {
        row[lane] = coordinate;
    }
}

impl<S: Simd> SupportLanes<S> for HullLanes<'_, S> {
    /// The first vertex of the greatest product. The even and the odd vertices have one chain of comparisons each.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn support(&self, direction: Vec3x8<S>) -> (Vec3x8<S>, Index<S>) {
        let vertices = self.vertices();
        let mut best = [self.farthest(&vertices[0], 0, direction), self.farthest(&vertices[1], 1, direction)];
        for (step, two) in vertices.chunks_exact(2).enumerate().skip(1) {
            for (side, rows) in two.iter().enumerate() {
                let next = self.farthest(rows, 2 * step + side, direction);
                best[side] = Farthest::choose(next.along.simd_gt(best[side].along), next, best[side]);
            }
        }
        let [even, odd] = best;
        let equal = odd.along.simd_eq(even.along) & odd.index.simd_lt(even.index);
        let Farthest { point, index, .. } = Farthest::choose(odd.along.simd_gt(even.along) | equal, odd, even);
        (point, index)
    }

    #[inline(always)]
    fn vertex(&self, index: Index<S>) -> Vec3x8<S> {
        let mut chosen = Vec3x8::load(self.simd, &self.rows.vertices[0]);
        for (place, rows) in self.vertices().iter().enumerate().skip(1) {
            chosen = choose(index.simd_eq(place as i64), Vec3x8::load(self.simd, rows), chosen);
        }
        chosen
    }

    #[inline(always)]
    fn center(&self) -> Vec3x8<S> {
        Vec3x8::load(self.simd, &self.rows.center)
    }
    #[inline(always)]
    fn extent(&self) -> Number<S> {
        Number::load_array_ref(self.simd, &self.rows.extent)
    }
    #[inline(always)]
    fn radius(&self) -> Number<S> {
        Number::load_array_ref(self.simd, &self.rows.radius)
    }
}

impl<S: Simd> HullLanes<'_, S> {
    /// The vertices: an even number of them.
    #[inline(always)]
    fn vertices(&self) -> &[Rows] {
        &self.rows.vertices[..self.rows.count.clamp(2, MOST)]
    }

    #[inline(always)]
    fn farthest(&self, rows: &Rows, index: usize, direction: Vec3x8<S>) -> Farthest<S> {
        let point = Vec3x8::load(self.simd, rows);
        Farthest { point, along: point.dot(direction), index: Index::splat(self.simd, index as i64) }
    }
}

/// The farthest vertex so far, of each shape.
#[derive(Clone, Copy)]
struct Farthest<S: Simd> {
    point: Vec3x8<S>,
    along: Number<S>,
    index: Index<S>,
}

impl<S: Simd> Farthest<S> {
    #[inline(always)]
    fn choose(mask: Mask<S>, yes: Self, no: Self) -> Self {
        Self {
            point: choose(mask, yes.point, no.point),
            along: mask.select(yes.along, no.along),
            index: mask.select(yes.index, no.index),
        }
    }
}
