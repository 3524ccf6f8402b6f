//! Blocks of pairs, sorted into runs. All pairs of a run have the same two kinds of shape.
//!
//! 1. Cut the pairs into blocks. One thread answers a block, and a block fits in the thread's caches.
//! 2. Answer the pairs that are too far apart for the question ([`super::far`]).
//! 3. Sort the others into runs, by a stable counting sort.
//! 4. Look up the kinds of a run once, and take the loop that is compiled for them.
//! 5. Write each answer to the place of its pair.
//!
//! There are six loops: two balls, two capsules, two boxes, two hulls, mixed pairs of these four kinds, and all other
//! pairs. With the feature `simd` the loops over capsules, boxes and hulls answer eight pairs at a time. The last loop
//! calls shapes through `dyn SupportMap`. A loop for every pair of kinds would be a hundred copies of the solver, which
//! would drive each other out of the processor's caches.

use super::common_kinds::CommonColumn::{Balls, Capsules, Cuboids, Hulls};
use super::set::{Column, KINDS};
use super::sheet::Sheet;
use super::{Batch, Placement};
use crate::shape::Cuboid;
use crate::shape::support::SupportMap;
use crate::space::vector::Vector;

/// The number of pairs that are sorted together. Larger: longer runs. Smaller: more blocks to share among cores, and
/// the answers of a block fit in a core's cache.
const BLOCK: usize = 256;

/// The pairs of a block that have the same two kinds of shape.
struct Run<'r, V: Vector> {
    /// The places of the run's pairs in the block.
    places: &'r [u16],
    /// The pairs of the block.
    pairs: &'r [[u32; 2]],
    placements: &'r [Placement<V>],
}

impl<'r, V: Vector> Run<'r, V> {
    fn placements(&self, place: u16) -> [&'r Placement<V>; 2] {
        self.pairs[usize::from(place)].map(|index| &self.placements[index as usize])
    }
}

impl<V: Vector> Batch<'_, V> {
    /// Answers every pair, with the feature `rayon` on the threads of the current pool. The caller has checked that
    /// each pair exists and that each has a place on the sheet.
    pub(super) fn answer(&self, pairs: &[[u32; 2]], sheet: impl Sheet<V>) {
        if pairs.len() <= BLOCK {
            return self.answer_block(pairs, sheet);
        }
        let middle = pairs.len().div_ceil(BLOCK) / 2 * BLOCK;
        let ((front, rest), (front_sheet, rest_sheet)) = (pairs.split_at(middle), sheet.split_at(middle));
        #[cfg(feature = "rayon")]
        rayon::join(|| self.answer(front, front_sheet), || self.answer(rest, rest_sheet));
        #[cfg(not(feature = "rayon"))]
        {
            self.answer(front, front_sheet);
            self.answer(rest, rest_sheet);
        }
    }

    fn answer_block(&self, pairs: &[[u32; 2]], mut sheet: impl Sheet<V>) {
        let kinds = |pair: &[u32; 2]| {
            let [a, b] = pair.map(|index| self.placements[index as usize].shape.kind as usize);
            a * KINDS + b
        };
        let (mut left, mut places) = ([0; BLOCK], [0; BLOCK]);
        let count = self.sift(pairs, &mut sheet, &mut left);
        let ends = sort_by_kinds(&left[..count], |place| kinds(&pairs[usize::from(place)]), &mut places);
        let mut start = 0;
        for end in ends {
            if start < end {
                let run = Run { places: &places[start..end], pairs, placements: self.placements };
                self.answer_run(&run, &mut sheet);
            }
            start = end;
        }
    }

    /// Answers a run by the loop for its kinds.
    fn answer_run(&self, run: &Run<'_, V>, sheet: &mut impl Sheet<V>) {
        let [a, b] = run.placements(run.places[0]).map(|placement| self.shapes.common_column(placement.shape.kind));
        match (a, b) {
            (Some(Balls(a)), Some(Balls(b))) => self.answer_pairs(a, b, run, sheet),
            (Some(Capsules(capsules)), Some(Capsules(_))) => self.answer_hulls(capsules, run, sheet),
            (Some(Cuboids(boxes)), Some(Cuboids(_))) => self.answer_boxes(boxes, run, sheet),
            (Some(Hulls(hulls)), Some(Hulls(_))) => self.answer_hulls(hulls, run, sheet),
            (Some(a), Some(b)) => self.answer_pairs(a, b, run, sheet),
            _ => self.answer_pairs(self.shapes, self.shapes, run, sheet),
        }
    }

    /// The loop over pairs of boxes, in lanes if the processor has them.
    fn answer_boxes(&self, boxes: &[Cuboid<V>], run: &Run<'_, V>, sheet: &mut impl Sheet<V>) {
        #[cfg(feature = "simd")]
        {
            let pair = |place| run.placements(place).map(|at| self.placed_shape(boxes.shape(at.shape), at.pose));
            if sheet.answer_boxes_in_lanes(self.solver, run.places, pair) {
                return;
            }
        }
        self.answer_pairs(boxes, boxes, run, sheet);
    }

    /// The loop over pairs of capsules or of hulls, in lanes if the processor has them. Most hulls have few vertices.
    fn answer_hulls<S: SupportMap<V>>(&self, shapes: &[S], run: &Run<'_, V>, sheet: &mut impl Sheet<V>) {
        #[cfg(feature = "simd")]
        {
            let pair = |place| run.placements(place).map(|at| self.placed_shape(shapes.shape(at.shape), at.pose));
            if sheet.answer_hulls_in_lanes(self.solver, run.places, pair) {
                return;
            }
        }
        self.answer_pairs(shapes, shapes, run, sheet);
    }

    /// The loop over the pairs of a run.
    fn answer_pairs<'s, A: Column<'s, V>, B: Column<'s, V>>(
        &self,
        a: A,
        b: B,
        run: &Run<'_, V>,
        sheet: &mut impl Sheet<V>,
    ) {
        for &place in run.places {
            let [at_a, at_b] = run.placements(place);
            let a = self.placed_shape(a.shape(at_a.shape), at_a.pose);
            let b = self.placed_shape(b.shape(at_b.shape), at_b.pose);
            sheet.answer(self.solver, usize::from(place), &a, &b);
        }
    }
}

/// The end of the run of each pair of kinds.
type Ends = [usize; KINDS * KINDS];

/// Sorts places of a block's pairs by their kinds. Pairs of equal kinds keep their order. Returns the end of each run.
fn sort_by_kinds(left: &[u16], kinds: impl Fn(u16) -> usize, places: &mut [u16; BLOCK]) -> Ends {
    let mut of_pairs = [0; BLOCK];
    let mut counts = [0; KINDS * KINDS];
    for (kind, &place) in of_pairs.iter_mut().zip(left) {
        *kind = kinds(place);
        counts[*kind] += 1;
    }
    // At first the start of each run. Every place that is written moves it on by one, so it is the end at last.
    let mut next = counts;
    let mut start = 0;
    for (next, count) in next.iter_mut().zip(counts) {
        *next = start;
        start += count;
    }
    for (&place, &kind) in left.iter().zip(&of_pairs) {
        places[next[kind]] = place;
        next[kind] += 1;
    }
    next
}
