//! Support points of eight hulls of few vertices, with radii: the text of [`crate::Hull`] and [`crate::Capsule`].

use super::super::question::Asked;
use super::cores::{Cores, Kind};
use super::group::Group;
use super::outcome::Outcome;
use super::task::{Search, conclude_points};
use super::vector::{Index, Mask, Number, Point, Row, Rows, choose};
use crate::real::Real;
use crate::support::SupportMap;
use crate::vector::{Vector, WideVector};
use fearless_simd::{Level, Simd, prelude::*};

/// Vertices of a shape at most. More: larger hulls in lanes; fewer: less memory to fill for each pair.
const MOST: usize = 16;

/// The hulls of two to sixteen vertices.
pub(super) struct Points;

/// Eight of them in memory.
#[derive(Clone, Copy, Default)]
pub(super) struct PointRows {
    /// The vertices in their order; shapes that have fewer than others repeat their last.
    vertices: [Rows; MOST],
    /// How many there are at most, made even.
    count: usize,
    center: Rows,
    extent: Row,
    radius: Row,
}

/// Eight of them in lanes.
pub(super) struct PointCores<'r, S: Simd> {
    simd: S,
    rows: &'r PointRows,
}

impl Kind for Points {
    type Task = Search;
    type Rows = PointRows;
    type Cores<'r, S: Simd> = PointCores<'r, S>;

    #[inline(always)]
    fn set<V: Vector>(rows: &mut PointRows, lane: usize, shape: &impl SupportMap<V>) -> bool {
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
            put(&mut rows.vertices[index], lane, shape.vertex(index.min(vertices - 1)));
        }
        put(&mut rows.center, lane, shape.center());
        rows.extent[lane] = shape.extent();
        rows.radius[lane] = shape.radius().widen();
        true
    }

    #[inline(always)]
    fn load<S: Simd>(simd: S, rows: &PointRows) -> PointCores<'_, S> {
        PointCores { simd, rows }
    }

    fn tasks(_asked: Asked, limit: f64) -> (Search, Option<Search>) {
        (Search { limit }, None)
    }

    fn conclude(level: Level, task: Search, group: &Group<Self>, outcome: &mut Outcome) {
        conclude_points(level, task, group, outcome);
    }
}

#[inline(always)]
fn put<W: WideVector>(rows: &mut Rows, lane: usize, point: W) {
    for (row, coordinate) in rows.iter_mut().zip(point.padded()) {
        row[lane] = coordinate;
    }
}

impl<S: Simd> Cores<S> for PointCores<'_, S> {
    /// The first of the greatest product, of the even and of the odd vertices at once.
    #[inline(always)]
    fn support(&self, direction: Point<S>) -> (Point<S>, Index<S>) {
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
    fn vertex(&self, index: Index<S>) -> Point<S> {
        let mut chosen = Point::load(self.simd, &self.rows.vertices[0]);
        for (place, rows) in self.vertices().iter().enumerate().skip(1) {
            chosen = choose(index.simd_eq(place as i64), Point::load(self.simd, rows), chosen);
        }
        chosen
    }

    #[inline(always)]
    fn center(&self) -> Point<S> {
        Point::load(self.simd, &self.rows.center)
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

impl<S: Simd> PointCores<'_, S> {
    /// An even number of vertices.
    #[inline(always)]
    fn vertices(&self) -> &[Rows] {
        &self.rows.vertices[..self.rows.count.clamp(2, MOST)]
    }

    #[inline(always)]
    fn farthest(&self, rows: &Rows, index: usize, direction: Point<S>) -> Farthest<S> {
        let point = Point::load(self.simd, rows);
        Farthest { point, along: point.dot(direction), index: Index::splat(self.simd, index as i64) }
    }
}

/// The farthest vertices so far.
#[derive(Clone, Copy)]
struct Farthest<S: Simd> {
    point: Point<S>,
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
