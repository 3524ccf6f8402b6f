//! The pairs of a run, as lanes take them: shapes and poses apart, since lanes need no placed shape. The single query
//! has no such file.

use super::super::common_kinds::CommonShape;
use crate::hull::{ByBuckets, Hull};
use crate::shape::support::SupportMap;
use crate::shape::{Capsule, Cuboid};
use crate::space::pose::Pose;
use crate::space::vector::Vector;

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
}

impl<'s, V: Vector> LaneBody<'s, V> for &'s Cuboid<V> {}
impl<'s, V: Vector> LaneBody<'s, V> for &'s Capsule<V> {}
impl<'s, V: Vector> LaneBody<'s, V> for &'s Hull<V> {
    #[inline(always)]
    fn by_buckets(&self) -> Option<ByBuckets<'s>> {
        Hull::by_buckets(self)
    }
}
impl<'s, V: Vector> LaneBody<'s, V> for CommonShape<'s, V> {
    #[inline(always)]
    fn by_buckets(&self) -> Option<ByBuckets<'s>> {
        match self {
            Self::Hull(hull) => hull.by_buckets(),
            _ => None,
        }
    }
}
