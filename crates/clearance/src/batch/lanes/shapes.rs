//! Shapes as lanes take them. The single query has no such file.

use super::vector::{Rows, WIDTH};
use crate::shape::body::ByBuckets;
use crate::shape::support::SupportMap;
use crate::shape::view::{Core, View};
use crate::space::vector::WideVector;

/// The hull of a shape, if it has support buckets.
#[inline(always)]
pub(super) fn by_buckets<'s, W: WideVector>(shape: &View<'s, W>) -> Option<ByBuckets<'s>> {
    if let Core::Hull(hull) = shape.core { hull.by_buckets() } else { None }
}

/// Writes the vertices of a shape to a lane, one row for each. Rows that are left repeat the last vertex.
#[inline(always)]
pub(super) fn copy_vertices<W: WideVector>(shape: &View<'_, W>, rows: &mut [Rows], lane: usize) {
    match &shape.core {
        Core::Hull(hull) => copy(*hull, shape.count, rows, lane),
        Core::Segment(segment) => copy(segment, shape.count, rows, lane),
        _ => copy(shape, shape.count, rows, lane),
    }
}

#[inline(always)]
fn copy<W: WideVector>(shape: &impl SupportMap<W>, count: usize, rows: &mut [Rows], lane: usize) {
    let last = count - 1;
    for (index, rows) in rows.iter_mut().enumerate() {
        set_point(rows, lane, shape.vertex(index.min(last)));
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
