//! Blocks of pairs, sorted into runs of one kind of pair.
//!
//! 1. The pairs are cut into blocks, each of which is worked on by one thread and fits its caches.
//! 2. Each block is sorted, stably and by counting, into runs whose pairs are all of the same two kinds.
//! 3. The kinds of a run are looked up once; the loop over its pairs is compiled for them.
//! 4. Each answer goes to the place of its pair.
//!
//! Runs of two balls, capsules, boxes or hulls have loops of their own (with lanes, all but the first answer eight pairs at
//! once), mixed runs of these kinds share one, and all others share one that asks shapes through their table of methods. A loop for every pair of kinds would be a hundred copies of
//! the solver, which drive each other out of the processor's caches.

use super::frequent::FrequentColumn::{Balls, Capsules, Cuboids, Hulls};
#[cfg(feature = "simd")]
use super::lanes;
use super::question::Question;
use super::set::{Column, KINDS};
use super::{Batch, Placement};
use crate::shape::{Cuboid, Placed};
use crate::support::SupportMap;
use crate::vector::Vector;
#[cfg(feature = "simd")]
use fearless_simd::Level;

/// Pairs sorted together. More: longer runs; fewer: more blocks to share among cores, and answers that fit a core's cache
/// while they come to their places.
const BLOCK: usize = 256;

/// Pairs of a block whose shapes are of the same two kinds.
struct Run<'r, V: Vector> {
    /// Where the run's pairs are in the block.
    places: &'r [u16],
    /// The block's pairs.
    pairs: &'r [[u32; 2]],
    placements: &'r [Placement<V>],
}

impl<'r, V: Vector> Run<'r, V> {
    fn placements(&self, place: u16) -> [&'r Placement<V>; 2] {
        self.pairs[usize::from(place)].map(|index| &self.placements[index as usize])
    }
}

impl<V: Vector> Batch<'_, V> {
    /// Answers every pair; all of them are known to exist, and to have a place for their answer.
    #[cfg(not(feature = "rayon"))]
    pub(super) fn answer<Q: Question<V>>(&self, pairs: &[[u32; 2]], answers: &mut [Q::Answer]) {
        for (pairs, answers) in pairs.chunks(BLOCK).zip(answers.chunks_mut(BLOCK)) {
            self.answer_block::<Q>(pairs, answers);
        }
    }

    /// Answers every pair on the threads of the current pool; all of them are known to exist, and to have a place for
    /// their answer.
    #[cfg(feature = "rayon")]
    pub(super) fn answer<Q: Question<V>>(&self, pairs: &[[u32; 2]], answers: &mut [Q::Answer]) {
        use rayon::prelude::*;
        let blocks = pairs.par_chunks(BLOCK).zip(answers.par_chunks_mut(BLOCK));
        blocks.for_each(|(pairs, answers)| self.answer_block::<Q>(pairs, answers));
    }

    fn answer_block<Q: Question<V>>(&self, pairs: &[[u32; 2]], answers: &mut [Q::Answer]) {
        let kinds = |pair: &[u32; 2]| {
            let [a, b] = pair.map(|index| self.placements[index as usize].shape.kind as usize);
            a * KINDS + b
        };
        let mut places = [0; BLOCK];
        let ends = sorted(pairs, kinds, &mut places);
        let mut start = 0;
        for end in ends {
            if start < end {
                let run = Run { places: &places[start..end], pairs, placements: self.placements };
                self.answer_run::<Q>(&run, answers);
            }
            start = end;
        }
    }

    /// Picks the loop for the kinds of a run.
    fn answer_run<Q: Question<V>>(&self, run: &Run<'_, V>, answers: &mut [Q::Answer]) {
        let [a, b] = run.placements(run.places[0]).map(|placement| self.shapes.frequent(placement.shape.kind));
        match (a, b) {
            (Some(Balls(a)), Some(Balls(b))) => self.answer_pairs::<Q, _, _>(a, b, run, answers),
            (Some(Capsules(capsules)), Some(Capsules(_))) => self.answer_points::<Q, _>(capsules, run, answers),
            (Some(Cuboids(boxes)), Some(Cuboids(_))) => self.answer_boxes::<Q>(boxes, run, answers),
            (Some(Hulls(hulls)), Some(Hulls(_))) => self.answer_points::<Q, _>(hulls, run, answers),
            (Some(a), Some(b)) => self.answer_pairs::<Q, _, _>(a, b, run, answers),
            _ => self.answer_pairs::<Q, _, _>(self.shapes, self.shapes, run, answers),
        }
    }

    /// The loop over pairs of boxes: in lanes where there are any.
    fn answer_boxes<Q: Question<V>>(&self, boxes: &[Cuboid<V>], run: &Run<'_, V>, answers: &mut [Q::Answer]) {
        #[cfg(feature = "simd")]
        if lanes::suit::<V>(self.solver) {
            let pair = |place| run.placements(place).map(|at| Placed::new(boxes.shape(at.shape), at.pose));
            lanes::answer_boxes::<V, Q, _>(Level::new(), self.solver, run.places, pair, answers);
            return;
        }
        self.answer_pairs::<Q, _, _>(boxes, boxes, run, answers);
    }

    /// The loop over pairs of capsules, or of hulls, most of which have few vertices: in lanes where there are any.
    fn answer_points<Q: Question<V>, S: SupportMap<V>>(
        &self,
        shapes: &[S],
        run: &Run<'_, V>,
        answers: &mut [Q::Answer],
    ) {
        #[cfg(feature = "simd")]
        if lanes::suit::<V>(self.solver) {
            let pair = |place| run.placements(place).map(|at| Placed::new(shapes.shape(at.shape), at.pose));
            lanes::answer_points::<V, Q, _>(Level::new(), self.solver, run.places, pair, answers);
            return;
        }
        self.answer_pairs::<Q, _, _>(shapes, shapes, run, answers);
    }

    /// The loop over the pairs of a run.
    fn answer_pairs<'s, Q: Question<V>, A: Column<'s, V>, B: Column<'s, V>>(
        &self,
        a: A,
        b: B,
        run: &Run<'_, V>,
        answers: &mut [Q::Answer],
    ) {
        for &place in run.places {
            let [at_a, at_b] = run.placements(place);
            let a = Placed::new(a.shape(at_a.shape), at_a.pose);
            let b = Placed::new(b.shape(at_b.shape), at_b.pose);
            answers[usize::from(place)] = Q::answer(self.solver, &a, &b);
        }
    }
}

/// Where the runs of each kind of pair end.
type Ends = [usize; KINDS * KINDS];

/// Puts the places of a block's pairs in the order of their kinds, equal ones in their own; returns where each kind ends.
fn sorted(pairs: &[[u32; 2]], kinds: impl Fn(&[u32; 2]) -> usize, places: &mut [u16; BLOCK]) -> Ends {
    let mut of_pairs = [0; BLOCK];
    let mut counts = [0; KINDS * KINDS];
    for (kind, pair) in of_pairs.iter_mut().zip(pairs) {
        *kind = kinds(pair);
        counts[*kind] += 1;
    }
    let of_pairs = &of_pairs[..pairs.len()];
    // First where each kind starts; every place that is taken moves it on, at last to the end.
    let mut next = counts;
    let mut start = 0;
    for (next, count) in next.iter_mut().zip(counts) {
        *next = start;
        start += count;
    }
    for (place, &kind) in (0..).zip(of_pairs) {
        places[next[kind]] = place;
        next[kind] += 1;
    }
    next
}
