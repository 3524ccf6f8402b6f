//! The pairs of a run, as lanes take them: shapes and poses apart, since lanes need no placed shape. The single query
//! has no such file.

use super::super::common_kinds::CommonShape;
use super::vector::{Rows, WIDTH};
use crate::hull::{ByBuckets, Hull};
use crate::shape::support::SupportMap;
use crate::shape::{Ball, Capsule, Cuboid};
use crate::space::pose::Pose;
use crate::space::vector::{Vector, WideVector};

/// The pairs of a run. No shape has a pose of its own.
pub(in super::super) trait Pairs<'s, V: Vector> {
    type Shape: LaneBody<'s, V>;
    fn shapes(&self, place: u16) -> [Self::Shape; 2];
    /// The poses in the world. A pose that is no rigid motion is nowhere.
    fn poses(&self, place: u16) -> [&Pose<V>; 2];
}

/// A shape that may be in lanes.
pub(in super::super) trait LaneBody<'s, V: Vector>: SupportMap<V> {
    /// The support points by buckets, if the shape is a hull that has them.
    #[inline(always)]
    fn by_buckets(&self) -> Option<ByBuckets<'s>> {
        None
    }
    /// Writes the vertices to a lane, in their order, and the last one to the rows that are left.
    #[inline(always)]
    fn copy_vertices(&self, rows: &mut [Rows], lane: usize) {
        let last = self.vertex_count() - 1;
        for (index, rows) in rows.iter_mut().enumerate() {
            set_point(rows, lane, self.vertex(index.min(last)));
        }
    }
}

/// Writes a point to a lane.
#[inline(always)]
pub(super) fn set_point<W: WideVector>(rows: &mut Rows, lane: usize, point: W) {
    let (point, lane) = (point.padded(), lane % WIDTH);
    rows[0][lane] = point[0];
    rows[1][lane] = point[1];
    rows[2][lane] = point[2];
}

impl<'s, V: Vector> LaneBody<'s, V> for &'s Ball<V> {}
impl<'s, V: Vector> LaneBody<'s, V> for &'s Cuboid<V> {}
impl<'s, V: Vector> LaneBody<'s, V> for &'s Capsule<V> {}
impl<'s, V: Vector> LaneBody<'s, V> for &'s Hull<V> {
    /// The same without a look at the length of the list for each vertex.
    #[inline(always)]
    fn copy_vertices(&self, rows: &mut [Rows], lane: usize) {
        let vertices = self.vertices();
        for (rows, vertex) in rows.iter_mut().zip(vertices) {
            set_point(rows, lane, vertex.widen());
        }
        let (Some(last), Some(rest)) = (vertices.last(), rows.get_mut(vertices.len()..)) else { return };
        for rows in rest {
            set_point(rows, lane, last.widen());
        }
    }
    #[inline(always)]
    fn by_buckets(&self) -> Option<ByBuckets<'s>> {
        Hull::by_buckets(self)
    }
}
impl<'s, V: Vector> LaneBody<'s, V> for CommonShape<'s, V> {
    /// One branch for all vertices.
    #[inline(always)]
    fn copy_vertices(&self, rows: &mut [Rows], lane: usize) {
        match self {
            Self::Ball(ball) => ball.copy_vertices(rows, lane),
            Self::Capsule(capsule) => capsule.copy_vertices(rows, lane),
            Self::Cuboid(cuboid) => cuboid.copy_vertices(rows, lane),
            Self::Hull(hull) => hull.copy_vertices(rows, lane),
        }
    }
    #[inline(always)]
    fn by_buckets(&self) -> Option<ByBuckets<'s>> {
        match self {
            Self::Hull(hull) => hull.by_buckets(),
            _ => None,
        }
    }
}
