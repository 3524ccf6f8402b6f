//! Eight pairs in memory, coordinate by coordinate, before they come into lanes. The single query has no such file.

use super::difference::{Frame, Pair};
use super::pose::PoseRows;
use super::support::{LaneShape, SupportLanes};
use super::vector::{Mask, WIDTH};
use crate::numbers::each::Each;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::Vector;
use fearless_simd::{Simd, prelude::*};

/// Up to eight pairs of one kind. The shapes of each pair are in the order in which the single query takes them.
pub(super) struct Group<'s, K: LaneShape> {
    pub count: usize,
    shapes: [K::Rows<'s>; 2],
    poses: [PoseRows; 2],
    /// The places of the answers.
    pub places: [u16; WIDTH],
    /// Bit k is set if pair k has its shapes in the other order in the question.
    swapped: u64,
}

impl<'s, K: LaneShape> Group<'s, K> {
    /// An empty group for shapes that are kept in these ways.
    pub fn new(ways: [usize; 2]) -> Self {
        Self { count: 0, shapes: ways.each(K::rows), poses: Default::default(), places: [0; WIDTH], swapped: 0 }
    }

    /// Returns memory that is worth keeping for later.
    pub fn give_back(self) {
        self.shapes.into_iter().for_each(K::give_back);
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

    /// Adds a pair, in the order of its lane. `swapped` says that this is not the order of the question.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push<V: Vector>(
        &mut self,
        place: u16,
        [first, second]: [&View<'s, V::Wide>; 2],
        poses: [&Pose<V>; 2],
        swapped: bool,
    ) {
        let lane = self.count % WIDTH;
        K::set(&mut self.shapes[0], lane, first);
        K::set(&mut self.shapes[1], lane, second);
        self.poses[0].set(lane, poses[0]);
        self.poses[1].set(lane, poses[1]);
        self.places[lane] = place;
        self.swapped |= u64::from(swapped) << lane;
        self.count += 1;
    }
}
