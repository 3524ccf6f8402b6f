//! Repeats `hull/mod.rs`, the capsule and the ball of `shape/`, and the support points of a box, for eight shapes with
//! radii: a second text, because the number of vertices differs between lanes.
//!
//! Eight shapes on one side of a group are kept alike, in one of three ways:
//!
//! * **Few.** Up to [`MOST`] vertices are copied, one row for each vertex. A support point is a scan in lanes.
//! * **Boxes.** Half-extents. A support point is a few signs.
//! * **Buckets.** Hulls of many vertices stay where they are. Each lane looks up its own bucket, one lane after the
//!   other, and a lane whose search is done is left out. The rest of the search is done in lanes as for the others.

use super::super::question::{Quantity, Wanted};
use super::cuboid::{CuboidLanes, set_halves};
use super::group::Group;
use super::instructions::Instructions;
use super::outcome::Outcome;
use super::room;
use super::shapes::{by_buckets, copy_vertices, set_point};
use super::support::{LaneShape, SupportLanes};
use super::task::{Meeting, SearchTask, run_hull_task};
use super::vector::{Index, Integers, Mask, Number, Row, Rows, Vec3x8, WIDTH, choose};
use crate::shape::body::ByBuckets;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vec3, WideVector, vec3};
use alloc::vec::Vec;
use fearless_simd::{Simd, prelude::*};

/// The most vertices that are copied. Hulls of more have buckets, but for some odd ones. Smaller: hulls between are left
/// to the single query.
const MOST: usize = 40;

/// The shape that has vertices, with a radius: a hull, a box, a capsule (2 vertices) or a ball (1 vertex).
pub(super) struct LaneHull;

/// Eight shapes in memory.
pub(super) struct HullRows<'s> {
    core: CoreRows<'s>,
    center: Rows,
    extent: Row,
    radius: Row,
}

/// Eight cores in memory.
enum CoreRows<'s> {
    Few(FewRows),
    Boxes(Rows),
    /// A lane without a hull is `None`.
    Buckets([Option<ByBuckets<'s>>; WIDTH]),
}

/// The vertices of eight shapes in their order. A shape with fewer vertices than others repeats its last one.
struct FewRows {
    /// At least [`MOST`] rows.
    vertices: Vec<Rows>,
    /// The greatest number of vertices of the eight, rounded up to an even number.
    count: usize,
}

/// Eight shapes in registers: vertices are loaded when they are used.
pub(super) struct HullLanes<'r, S: Simd> {
    simd: S,
    rows: &'r HullRows<'r>,
}

const FEW: usize = 0;
const BOXES: usize = 1;
const BUCKETS: usize = 2;

impl LaneShape for LaneHull {
    type Task = SearchTask;
    type Rows<'s> = HullRows<'s>;
    type Lanes<'r, S: Simd> = HullLanes<'r, S>;
    const WAYS: usize = 3;
    const IN_SIXTEEN: bool = false;
    const ENDS_EARLY: bool = true;

    #[inline(always)]
    fn way<W: WideVector>(shape: &View<'_, W>) -> Option<usize> {
        match shape.count {
            _ if shape.half_extents().is_some() => Some(BOXES),
            1..=MOST if by_buckets(shape).is_none() => Some(FEW),
            _ => by_buckets(shape).map(|_| BUCKETS),
        }
    }

    fn rows<'s>(way: usize) -> HullRows<'s> {
        let core = match way {
            FEW => CoreRows::Few(FewRows { vertices: room::vertices(MOST), count: 0 }),
            BOXES => CoreRows::Boxes(Rows::default()),
            _ => CoreRows::Buckets([None; WIDTH]),
        };
        HullRows { core, center: Rows::default(), extent: Row::default(), radius: Row::default() }
    }

    fn give_back(rows: HullRows<'_>) {
        if let CoreRows::Few(FewRows { vertices, .. }) = rows.core {
            room::keep_vertices(vertices);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set<'s, W: WideVector>(rows: &mut HullRows<'s>, lane: usize, shape: &View<'s, W>) {
        match &mut rows.core {
            CoreRows::Few(few) => few.set(lane, shape),
            CoreRows::Boxes(halves) => set_halves(halves, lane, shape),
            CoreRows::Buckets(hulls) => {
                if lane == 0 {
                    *hulls = [None; WIDTH];
                }
                hulls[lane] = by_buckets(shape);
            }
        }
        set_point(&mut rows.center, lane, shape.center());
        rows.extent[lane] = shape.extent;
        rows.radius[lane] = shape.radius;
    }

    #[inline(always)]
    fn load<'r, S: Simd>(simd: S, rows: &'r HullRows<'_>) -> HullLanes<'r, S> {
        HullLanes { simd, rows }
    }

    fn tasks(quantity: Quantity, _wanted: Wanted, limit: f64) -> (SearchTask, Option<SearchTask>) {
        (SearchTask { limit, meeting: Meeting::of(&quantity) }, None)
    }

    fn run(instructions: Instructions, task: SearchTask, group: &Group<'_, Self>, outcome: &mut Outcome) {
        run_hull_task(instructions, task, group, outcome);
    }
}

impl FewRows {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set<W: WideVector>(&mut self, lane: usize, shape: &View<'_, W>) {
        let count = shape.count.next_multiple_of(2);
        if lane == 0 {
            self.count = count;
        }
        for index in self.count..count {
            self.vertices[index] = self.vertices[index - 1];
        }
        self.count = self.count.max(count);
        copy_vertices(shape, &mut self.vertices[..self.count], lane);
    }

    /// The vertices: an even number of them.
    #[inline(always)]
    fn vertices(&self) -> &[Rows] {
        &self.vertices[..self.count.clamp(2, MOST)]
    }
}

impl<S: Simd> SupportLanes<S> for HullLanes<'_, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn support(&self, direction: Vec3x8<S>, needed: Mask<S>) -> (Vec3x8<S>, Index<S>) {
        match &self.rows.core {
            CoreRows::Few(few) => self.scan(few, direction),
            CoreRows::Boxes(halves) => CuboidLanes::load(self.simd, halves).support(direction, needed),
            CoreRows::Buckets(hulls) => self.look_up(hulls, direction, needed),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vertex(&self, index: Index<S>) -> Vec3x8<S> {
        match &self.rows.core {
            CoreRows::Few(few) => {
                let mut chosen = Vec3x8::load(self.simd, &few.vertices[0]);
                for (place, rows) in few.vertices().iter().enumerate().skip(1) {
                    chosen = choose(index.simd_eq(place as i64), Vec3x8::load(self.simd, rows), chosen);
                }
                chosen
            }
            CoreRows::Boxes(halves) => CuboidLanes::load(self.simd, halves).vertex(index),
            CoreRows::Buckets(hulls) => {
                let (mut indices, mut points) = (Integers::default(), Rows::default());
                index.store_array(&mut indices);
                for lane in 0..WIDTH {
                    if let Some(hull) = &hulls[lane] {
                        set_point(&mut points, lane, hull.vertex::<Vec3<f64>>(indices[lane] as usize));
                    }
                }
                Vec3x8::load(self.simd, &points)
            }
        }
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
    /// The first vertex of the greatest product. The even and the odd vertices have one chain of comparisons each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scan(&self, few: &FewRows, direction: Vec3x8<S>) -> (Vec3x8<S>, Index<S>) {
        let vertices = few.vertices();
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

    /// The support vertex of each hull whose lane is needed, by its buckets.
    #[inline(always)]
    fn look_up(
        &self,
        hulls: &[Option<ByBuckets<'_>>; WIDTH],
        direction: Vec3x8<S>,
        needed: Mask<S>,
    ) -> (Vec3x8<S>, Index<S>) {
        let mut directions = Rows::default();
        direction.store(&mut directions);
        let Looked { points, indices } = look_up(hulls, &directions, needed.to_bitmask());
        (Vec3x8::load(self.simd, &points), Index::load_array_ref(self.simd, &indices))
    }

    #[inline(always)]
    fn farthest(&self, rows: &Rows, index: usize, direction: Vec3x8<S>) -> Farthest<S> {
        let point = Vec3x8::load(self.simd, rows);
        Farthest { point, along: point.dot(direction), index: Index::splat(self.simd, index as i64) }
    }
}

/// Support vertices in memory.
#[derive(Default)]
struct Looked {
    points: Rows,
    indices: Integers,
}

/// The support vertex of each hull whose bit is set. It has no vector instructions, so one copy of it serves all.
#[inline(never)]
fn look_up(hulls: &[Option<ByBuckets<'_>>; WIDTH], [x, y, z]: &Rows, mut needed: u64) -> Looked {
    let mut looked = Looked::default();
    while needed != 0 {
        let lane = needed.trailing_zeros() as usize % WIDTH;
        needed &= needed - 1;
        let Some(hull) = &hulls[lane] else { continue };
        let (point, index) = hull.support(vec3(x[lane], y[lane], z[lane]));
        set_point(&mut looked.points, lane, point);
        looked.indices[lane] = index as i64;
    }
    looked
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
