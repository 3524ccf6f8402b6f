//! Eight pairs in memory, coordinate by coordinate, before they come into lanes. The single query has no such file.

use super::difference::{Frame, Pair};
use super::pose::PoseRows;
use super::support::{LaneShape, SupportLanes};
use super::vector::{Mask, WIDTH};
use crate::shape::support::SupportMap;
use crate::space::vector::Vector;
use fearless_simd::{Simd, prelude::*};

/// Up to eight pairs of one kind. The shapes of each pair are in the order in which the single query takes them.
pub(super) struct Group<K: LaneShape> {
    pub count: usize,
    shapes: [K::Rows; 2],
    poses: [PoseRows; 2],
    /// The places of the answers.
    pub places: [u16; WIDTH],
    /// Bit k is set if pair k has its shapes in the other order in the question.
    swapped: u64,
}

impl<K: LaneShape> Group<K> {
    pub fn new() -> Self {
        Self { count: 0, shapes: Default::default(), poses: Default::default(), places: [0; WIDTH], swapped: 0 }
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        (self.count, self.swapped) = (0, 0);
    }

    /// The pairs in registers.
    #[inline(always)]
    pub fn pair<S: Simd>(&self, simd: S) -> Pair<S, K::Lanes<'_, S>> {
        let [a, b] = [K::load(simd, &self.shapes[0]), K::load(simd, &self.shapes[1])];
        let frame = Frame::new(simd, self.poses.each_ref(), [a.extent(), b.extent()], [a.radius(), b.radius()]);
        Pair { a, b, frame }
    }

    /// The lanes that have a pair.
    #[inline(always)]
    pub fn occupied<S: Simd>(&self, simd: S) -> Mask<S> {
        Mask::from_bitmask(simd, (1 << self.count) - 1)
    }

    /// The lanes whose shapes are in the other order in the question.
    #[inline(always)]
    pub fn swapped<S: Simd>(&self, simd: S) -> Mask<S> {
        Mask::from_bitmask(simd, self.swapped)
    }

    /// Adds a pair, if both shapes are of this kind and their poses differ. Returns whether it did.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push<V: Vector>(&mut self, place: u16, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
        let poses = [a.pose(), b.pose()];
        let Some(swapped) = poses[1].precedes(&poses[0]) else { return false };
        let lane = self.count % WIDTH;
        let [first, second] = if swapped { [1, 0] } else { [0, 1] };
        if !(K::set(&mut self.shapes[first], lane, a) && K::set(&mut self.shapes[second], lane, b)) {
            return false;
        }
        self.poses[first].set(lane, &poses[0]);
        self.poses[second].set(lane, &poses[1]);
        self.places[lane] = place;
        self.swapped |= u64::from(swapped) << lane;
        self.count += 1;
        true
    }
}
