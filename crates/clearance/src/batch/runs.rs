//! Blocks of pairs, sorted into runs. All pairs of a run have the same two kinds of shape.
//!
//! 1. Cut the pairs into blocks. One thread answers a block, and a block fits in the thread's caches.
//! 2. Answer the pairs that are too far apart for the question ([`super::far`]).
//! 3. Sort the others into runs, by a stable counting sort.
//! 4. Look up the kinds of a run once. With the feature `simd` pairs of balls, capsules, boxes and hulls are answered eight
//!    at a time. All others are answered one by one, by the engine of single queries.
//! 5. Write each answer to the place of its pair.

use super::set::KINDS;
#[cfg(feature = "simd")]
use super::set::Kind;
use super::sheet::{Cut, Sheet};
use super::{Batch, Placement};
use crate::numbers::each::Each;
use crate::shape::after_own;
use crate::shape::view::{Place, View};
#[cfg(feature = "simd")]
use crate::space::pose::Pose;
use crate::space::vector::{Vector, WideVector};

/// The most pairs that are sorted together. Larger: longer runs, so that more groups of lanes are full. Smaller: the
/// answers of a block fit in a core's cache.
const BLOCK: usize = 1024;

/// The number of pairs of a block. Small batches have smaller blocks, so that all cores have work.
fn block(pairs: usize) -> usize {
    if cfg!(feature = "rayon") { (pairs / 64).clamp(256, BLOCK) } else { BLOCK }
}

/// The pairs of a block that have the same two kinds of shape, in either order.
pub(super) struct Run<'r, V: Vector> {
    /// The places of the run's pairs in the block.
    pub places: &'r [u16],
    /// The pairs of the block.
    pub pairs: &'r [[u32; 2]],
    pub placements: &'r [Placement<V>],
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
    pub(super) fn answer(&self, pairs: &[[u32; 2]], sheet: impl Sheet<V> + Cut) {
        self.answer_blocks(pairs, sheet, block(pairs.len()));
    }

    /// The same in blocks of this many pairs.
    fn answer_blocks(&self, pairs: &[[u32; 2]], mut sheet: impl Sheet<V> + Cut, block: usize) {
        if pairs.len() <= block {
            return self.answer_block(pairs, &mut sheet);
        }
        let middle = pairs.len().div_ceil(block) / 2 * block;
        let ((front, rest), sheets) = (pairs.split_at(middle), sheet.split_at(middle));
        let (mut front_sheet, mut rest_sheet) = (Some(sheets.0), Some(sheets.1));
        side_by_side(&mut || self.answer_blocks(front, front_sheet.take().expect("asked once"), block), &mut || {
            self.answer_blocks(rest, rest_sheet.take().expect("asked once"), block)
        });
    }

    /// Answers the pairs of one block: no more than [`BLOCK`].
    pub(super) fn answer_block(&self, pairs: &[[u32; 2]], sheet: &mut dyn Sheet<V>) {
        let mut plan = Plan::empty();
        self.plan(pairs, sheet.reach(self.solver), &mut plan);
        sheet.answer_far(plan.far());
        for run in 0..plan.runs {
            let places = plan.run(run);
            if !places.is_empty() {
                self.answer_run(&Run { places, pairs, placements: self.placements }, sheet);
            }
        }
    }

    /// Sifts the pairs of a block, and sorts those that are left into runs.
    #[inline(never)]
    fn plan(&self, pairs: &[[u32; 2]], reach: f64, plan: &mut Plan) {
        let mut left = [0; BLOCK];
        let count = self.sift(pairs, reach, plan, &mut left);
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
        if alike {
            plan.places[..count].copy_from_slice(left);
            (plan.runs, plan.ends[0]) = (1, count);
        } else {
            plan.runs = KINDS * KINDS;
            plan.ends = sort_by_kinds(left, kinds, &mut plan.places);
        }
    }

    /// A number for the two kinds of a pair, the same for both orders.
    #[inline(always)]
    fn kinds(&self, pair: [u32; 2]) -> u8 {
        let [a, b] = [self.placements[pair[0] as usize].shape.kind, self.placements[pair[1] as usize].shape.kind];
        let [a, b] = [a as usize, b as usize];
        (a.min(b) * KINDS + a.max(b)) as u8
    }

    fn answer_run(&self, run: &Run<'_, V>, sheet: &mut dyn Sheet<V>) {
        #[cfg(feature = "simd")]
        if !crate::paths::is_left_out(crate::paths::FastPath::Lanes) {
            let [a, b] = run.placements(run.places[0]).each(|placement| placement.shape.kind);
            let pairs = Pairs { batch: self, run };
            let is_answered = match (a, b) {
                (Kind::Ball, Kind::Ball) => false,
                (Kind::Cuboid, Kind::Cuboid) => sheet.answer_boxes_in_lanes(self.solver, run.places, &pairs),
                (a, b) if a.is_common() && b.is_common() => {
                    sheet.answer_hulls_in_lanes(self.solver, run.places, &pairs)
                }
                _ => false,
            };
            if is_answered {
                return;
            }
        }
        for &place in run.places {
            let [a, b] = run.placements(place).each(|placement| self.body(placement));
            sheet.answer(self.solver, usize::from(place), &a.view(), &b.view());
        }
    }
}

/// Does two parts of the work, with the feature `rayon` on two threads if there are. It is compiled once for all work.
pub(super) fn side_by_side(front: &mut (dyn FnMut() + Send), rest: &mut (dyn FnMut() + Send)) {
    #[cfg(feature = "rayon")]
    rayon::join(front, rest);
    #[cfg(not(feature = "rayon"))]
    {
        front();
        rest();
    }
}

/// What is to be done with the pairs of a block.
pub(super) struct Plan {
    /// The places of pairs that are too far apart for the question.
    far: [u16; BLOCK + 1],
    far_count: usize,
    /// The places of the others, one run after the other.
    places: [u16; BLOCK],
    runs: usize,
    ends: Ends,
}

impl Plan {
    fn empty() -> Self {
        Self { far: [0; BLOCK + 1], far_count: 0, places: [0; BLOCK], runs: 0, ends: [0; KINDS * KINDS] }
    }

    /// Adds the place of a far pair, if it is one. No branches.
    #[inline(always)]
    pub fn note(&mut self, place: u16, is_far: bool) {
        self.far[self.far_count] = place;
        self.far_count += usize::from(is_far);
    }

    fn far(&self) -> &[u16] {
        &self.far[..self.far_count]
    }

    fn run(&self, index: usize) -> &[u16] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.places[start..self.ends[index]]
    }
}

/// A shape of a set, and where it stands.
pub(super) struct Standing<'s, W: WideVector> {
    shape: View<'s, W>,
    place: Place<W>,
}

impl<W: WideVector> Standing<'_, W> {
    #[inline(always)]
    pub fn view(&self) -> View<'_, W> {
        self.shape.at(&self.place)
    }
}

impl<V: Vector> Batch<'_, V> {
    /// A body of the batch: the same as [`Placed::new`](crate::Placed::new) of its shape and its pose.
    #[inline(always)]
    pub(super) fn body(&self, placement: &Placement<V>) -> Standing<'_, V::Wide> {
        let shape = self.shapes.view(placement.shape);
        let pose = if self.rigid { placement.pose } else { placement.pose.or_nowhere() };
        Standing { place: Place::at(after_own(&shape, pose).widen()), shape }
    }
}

/// The pairs of a run, as lanes take them: shapes and poses apart, since lanes compute the matrices of eight poses at a
/// time.
#[cfg(feature = "simd")]
pub(super) struct Pairs<'r, V: Vector> {
    pub batch: &'r Batch<'r, V>,
    pub run: &'r Run<'r, V>,
}

#[cfg(feature = "simd")]
impl<'r, V: Vector> Pairs<'r, V> {
    #[inline(always)]
    pub fn shapes(&self, place: u16) -> [View<'r, V::Wide>; 2] {
        self.run.placements(place).each(|placement| self.batch.shapes.view(placement.shape))
    }
    /// The poses of lanes' shapes, which have none of their own.
    #[inline(always)]
    pub fn poses(&self, place: u16) -> [Pose<V>; 2] {
        let is_there = |at: &Placement<V>| self.batch.rigid || at.pose.has_rotation();
        self.run.placements(place).each(|at| if is_there(at) { at.pose } else { Pose::nowhere() })
    }
    #[inline(always)]
    pub fn bodies(&self, place: u16) -> [Standing<'r, V::Wide>; 2] {
        self.run.placements(place).each(|placement| self.batch.body(placement))
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
