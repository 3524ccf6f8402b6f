//! Blocks of pairs, sorted into runs. All pairs of a run have the same two kinds of shape.
//!
//! 1. Cut the pairs into blocks. One thread answers a block, and a block fits in the thread's caches.
//! 2. Answer the pairs that are too far apart for the question ([`super::far`]).
//! 3. Sort the others into runs, by a stable counting sort.
//! 4. Look up the kinds of a run once, and take the loop that is compiled for them.
//! 5. Write each answer to the place of its pair.
//!
//! There are six loops: two balls, two capsules, two boxes, two hulls, mixed pairs of these four kinds, and all other
//! pairs. With the feature `simd` all loops but the first and the last answer eight pairs at a time. The last loop
//! calls shapes through `dyn SupportMap`. A loop for every pair of kinds would be a hundred copies of the solver, which
//! would drive each other out of the processor's caches.

use super::common_kinds::Common;
#[cfg(feature = "simd")]
use super::lanes::{LaneBody, Pairs};
use super::set::{Column, KINDS, Kind};
use super::sheet::Sheet;
use super::{Batch, Placement};
#[cfg(feature = "simd")]
use crate::space::pose::Pose;
use crate::space::vector::Vector;

/// Answers a run of shapes of a column: by this method of the sheet, if there are lanes; otherwise one by one.
macro_rules! answer {
    ($batch:expr, $shapes:expr, $in_lanes:ident, $run:expr, $sheet:expr) => {{
        #[cfg(feature = "simd")]
        {
            let pairs = LanePairs { shapes: $shapes, run: $run, rigid: $batch.rigid, nowhere: Pose::nowhere() };
            if $sheet.$in_lanes($batch.solver, $run.places, &pairs) {
                return;
            }
        }
        $batch.answer_pairs($shapes, $run, $sheet)
    }};
}

/// The most pairs that are sorted together. Larger: longer runs, so that more groups of lanes are full. Smaller: the
/// answers of a block fit in a core's cache.
const BLOCK: usize = 1024;

/// The number of pairs of a block. Small batches have smaller blocks, so that all cores have work.
fn block(pairs: usize) -> usize {
    if cfg!(feature = "rayon") { (pairs / 64).clamp(256, BLOCK) } else { BLOCK }
}

/// The pairs of a block that have the same two kinds of shape, in either order.
struct Run<'r, V: Vector> {
    /// The places of the run's pairs in the block.
    places: &'r [u16],
    /// The pairs of the block.
    pairs: &'r [[u32; 2]],
    placements: &'r [Placement<V>],
}

impl<'r, V: Vector> Run<'r, V> {
    #[inline(always)]
    fn placements(&self, place: u16) -> [&'r Placement<V>; 2] {
        let [a, b] = self.pairs[usize::from(place)];
        [&self.placements[a as usize], &self.placements[b as usize]]
    }
}

impl<V: Vector> Batch<'_, V> {
    /// Answers every pair, with the feature `rayon` on the threads of the current pool. The caller has checked that
    /// each pair exists and that each has a place on the sheet.
    pub(super) fn answer(&self, pairs: &[[u32; 2]], sheet: impl Sheet<V>) {
        self.answer_blocks(pairs, sheet, block(pairs.len()));
    }

    /// The same in blocks of this many pairs.
    fn answer_blocks(&self, pairs: &[[u32; 2]], sheet: impl Sheet<V>, block: usize) {
        if pairs.len() <= block {
            return self.answer_block(pairs, sheet);
        }
        let middle = pairs.len().div_ceil(block) / 2 * block;
        let ((front, rest), (front_sheet, rest_sheet)) = (pairs.split_at(middle), sheet.split_at(middle));
        #[cfg(feature = "rayon")]
        rayon::join(|| self.answer_blocks(front, front_sheet, block), || self.answer_blocks(rest, rest_sheet, block));
        #[cfg(not(feature = "rayon"))]
        {
            self.answer_blocks(front, front_sheet, block);
            self.answer_blocks(rest, rest_sheet, block);
        }
    }

    /// Answers the pairs of one block: no more than [`BLOCK`].
    pub(super) fn answer_block(&self, pairs: &[[u32; 2]], mut sheet: impl Sheet<V>) {
        let mut left = [0; BLOCK];
        let count = self.sift(pairs, &mut sheet, &mut left);
        let left = &left[..count];
        let mut kinds = [0; BLOCK];
        let mut alike = true;
        for (kind, &place) in kinds.iter_mut().zip(left) {
            *kind = self.kinds(pairs[usize::from(place)]);
        }
        let kinds = &kinds[..count];
        for kind in kinds {
            alike &= *kind == kinds[0];
        }
        let mut answer = |places: &[u16]| {
            if !places.is_empty() {
                self.answer_run(&Run { places, pairs, placements: self.placements }, &mut sheet);
            }
        };
        if alike {
            return answer(left);
        }
        let mut places = [0; BLOCK];
        let mut start = 0;
        for end in sort_by_kinds(left, kinds, &mut places) {
            answer(&places[start..end]);
            start = end;
        }
    }

    /// A number for the two kinds of a pair, the same for both orders.
    #[inline(always)]
    fn kinds(&self, pair: [u32; 2]) -> u8 {
        let [a, b] = [self.placements[pair[0] as usize].shape.kind, self.placements[pair[1] as usize].shape.kind];
        let [a, b] = [a as usize, b as usize];
        (a.min(b) * KINDS + a.max(b)) as u8
    }

    /// Answers a run by the loop for its kinds. Mixed pairs of common kinds may have their shapes in either order.
    fn answer_run(&self, run: &Run<'_, V>, sheet: &mut impl Sheet<V>) {
        let [a, b] = run.placements(run.places[0]).map(|placement| placement.shape.kind);
        match (a, b) {
            (Kind::Ball, Kind::Ball) => self.answer_pairs(&*self.shapes.balls, run, sheet),
            (Kind::Capsule, Kind::Capsule) => answer!(self, &*self.shapes.capsules, answer_hulls_in_lanes, run, sheet),
            (Kind::Cuboid, Kind::Cuboid) => answer!(self, &*self.shapes.cuboids, answer_boxes_in_lanes, run, sheet),
            (Kind::Hull, Kind::Hull) => answer!(self, &*self.shapes.hulls, answer_hulls_in_lanes, run, sheet),
            (a, b) if a.is_common() && b.is_common() => {
                answer!(self, Common(self.shapes), answer_hulls_in_lanes, run, sheet)
            }
            _ => self.answer_pairs(self.shapes, run, sheet),
        }
    }

    /// The loop over the pairs of a run.
    fn answer_pairs<'s, C: Column<'s, V>>(&self, shapes: C, run: &Run<'_, V>, sheet: &mut impl Sheet<V>) {
        for &place in run.places {
            let [a, b] = run.placements(place);
            let a = self.in_place(shapes.shape(a.shape), a.pose);
            let b = self.in_place(shapes.shape(b.shape), b.pose);
            sheet.answer(self.solver, usize::from(place), &a, &b);
        }
    }
}

/// The pairs of a run, as lanes take them.
#[cfg(feature = "simd")]
struct LanePairs<'r, V: Vector, C> {
    shapes: C,
    run: &'r Run<'r, V>,
    /// Whether every pose is a rigid motion.
    rigid: bool,
    /// The pose of a body whose own is no rigid motion.
    nowhere: Pose<V>,
}

#[cfg(feature = "simd")]
impl<'s, V: Vector, C: Column<'s, V, Shape: LaneBody<'s, V>>> Pairs<'s, V> for LanePairs<'_, V, C> {
    type Shape = C::Shape;
    #[inline(always)]
    fn shapes(&self, place: u16) -> [C::Shape; 2] {
        let [a, b] = self.run.placements(place);
        [self.shapes.shape(a.shape), self.shapes.shape(b.shape)]
    }
    #[inline(always)]
    fn poses(&self, place: u16) -> [&Pose<V>; 2] {
        let [a, b] = self.run.placements(place);
        let is_there = |at: &Placement<V>| self.rigid || at.pose.has_rotation();
        [if is_there(a) { &a.pose } else { &self.nowhere }, if is_there(b) { &b.pose } else { &self.nowhere }]
    }
}

/// A byte holds the number of two kinds.
const _: () = assert!(KINDS * KINDS <= 256);

/// The end of the run of each pair of kinds.
type Ends = [usize; KINDS * KINDS];

/// Sorts places of a block's pairs by their kinds. Pairs of equal kinds keep their order. Returns the end of each run.
fn sort_by_kinds(left: &[u16], kinds: &[u8], places: &mut [u16; BLOCK]) -> Ends {
    let mut counts = [0; KINDS * KINDS];
    for &kind in kinds {
        counts[usize::from(kind)] += 1;
    }
    // At first the start of each run. Every place that is written moves it on by one, so it is the end at last.
    let mut next = counts;
    let mut start = 0;
    for (next, count) in next.iter_mut().zip(counts) {
        *next = start;
        start += count;
    }
    for (&place, &kind) in left.iter().zip(kinds) {
        let next = &mut next[usize::from(kind)];
        places[*next] = place;
        *next += 1;
    }
    next
}
