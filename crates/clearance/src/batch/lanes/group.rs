//! Eight pairs in memory, coordinate by coordinate: how they come into lanes.

use super::cores::{Cores, Kind};
use super::frame::{Frame, Poses};
use super::gjk::Pair;
use super::vector::{Mask, WIDTH};
use crate::support::SupportMap;
use crate::vector::Vector;
use fearless_simd::{Simd, prelude::*};

/// Up to eight pairs of a kind, each in the order that the single query takes its shapes in.
pub(super) struct Group<K: Kind> {
    pub count: usize,
    shapes: [K::Rows; 2],
    poses: [Poses; 2],
    /// Where the answers belong.
    pub places: [u16; WIDTH],
    /// Bit k where pair k is asked about the other way round.
    swapped: u64,
}

impl<K: Kind> Group<K> {
    pub fn new() -> Self {
        Self { count: 0, shapes: Default::default(), poses: Default::default(), places: [0; WIDTH], swapped: 0 }
    }

    /// Makes room for other pairs.
    pub fn clear(&mut self) {
        (self.count, self.swapped) = (0, 0);
    }

    /// Bit k where lane k has a pair.
    #[inline(always)]
    pub fn lanes(&self) -> u64 {
        (1 << self.count) - 1
    }

    /// The pairs in lanes.
    #[inline(always)]
    pub fn pair<S: Simd>(&self, simd: S) -> Pair<S, K::Cores<'_, S>> {
        let [a, b] = [K::load(simd, &self.shapes[0]), K::load(simd, &self.shapes[1])];
        let frame = Frame::new(simd, self.poses.each_ref(), [a.extent(), b.extent()]);
        Pair { a, b, frame }
    }

    /// Lanes that have a pair.
    #[inline(always)]
    pub fn asked<S: Simd>(&self, simd: S) -> Mask<S> {
        Mask::from_bitmask(simd, self.lanes())
    }

    /// Lanes whose pair is asked about the other way round.
    #[inline(always)]
    pub fn swapped<S: Simd>(&self, simd: S) -> Mask<S> {
        Mask::from_bitmask(simd, self.swapped)
    }

    /// Adds a pair, if it is of the kind and in different poses.
    #[inline(always)]
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
