//! Eight pairs at a time: numbers come in SIMD vectors of eight lanes, and each lane holds one pair.
//!
//! The files here are a second text of the single query. Three things keep it from being the same text:
//!
//! * **Bits.** A pair must get the same bits here and there. So both texts do the same float operations in the same
//!   order.
//! * **Masks.** Eight pairs share one control flow. So a [`Mask`](vector::Mask) selects results where the single query
//!   branches.
//! * **Instructions.** The text is compiled once for each instruction set ([`instructions`]), and so is every function
//!   that [`task`] calls. Therefore each is generic over `S: Simd`, is `#[inline(always)]`, and has no closures.
//!
//! Lanes know only the main path of the single query: lengths of the common range, and bounds that prove in floats that
//! the shapes are apart or overlap. The single query answers every pair that leaves this path.
//!
//! | file here | repeats |
//! |---|---|
//! | `vector` | `space/vector.rs` and the comparisons of `numbers/real.rs` |
//! | `pose` | `space/pose.rs` |
//! | `support`, `cuboid`, `hull` | `shape/support.rs`, `shape/cuboid.rs`, `hull/`, the ball and the capsule |
//! | `difference`, `bracket` | `difference/frame.rs`, `difference/bracket.rs` |
//! | `gjk`, `simplex` | `distance/gjk.rs`, `distance/simplex.rs` |
//! | `boxes`, `features`, `corners`, `by_axes` | the files of these names in `axes/` |
//! | `answer` | `query/cores.rs` and `query/witnesses.rs` |
//!
//! The files `shapes`, `room`, `group`, `task`, `outcome` and `instructions` repeat nothing: they bring pairs into lanes and answers out.
//! `verdicts` repeats nothing either: it says yes or no of boxes where `f32` is enough, for sixteen pairs at a time.
//! In debug builds large functions are not forced inline: one frame would hold more than a thread's stack.
//! Names: `…Rows` are eight of a thing in memory, `…Lanes` are eight of it in registers.

mod answer;
mod boxes;
mod bracket;
mod by_axes;
mod corners;
mod cuboid;
mod difference;
mod features;
mod gjk;
mod group;
mod hull;
mod instructions;
mod outcome;
mod pose;
mod room;
mod shapes;
mod simplex;
mod support;
mod task;
#[cfg(test)]
mod tests;
mod vector;
mod verdicts;

use super::question::Quantity;
use super::runs::Pairs;
use super::sheet::InLanes;
use crate::axes::is_closed;
use crate::paths::{FastPath, is_left_out};
use crate::query::solver::{Precision, Solver};
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, Vector};
use alloc::vec::Vec;
use core::marker::PhantomData;
use cuboid::LaneCuboid;
use group::Group;
use hull::LaneHull;
use instructions::Instructions;
pub(super) use outcome::Outcome;
use support::LaneShape;
use vector::WIDTH;
use verdicts::{Sixteen, Verdicts};

/// Groups of fewer pairs go to the single query: it answers two in the time that lanes take for a group.
const FEW: usize = 3;

/// The way of pairs that only the single query answers. Larger than any other.
const SINGLE: u8 = 31;

/// The instructions that lanes use for this solver.
///
/// `None` where lanes would not give the solver's answers (the plane, exact precision, few iterations), or where the
/// processor lacks the instructions.
fn instructions_for<V: Vector>(solver: &Solver) -> Option<Instructions> {
    let suits = V::Wide::DIM == 3 && solver.precision == Precision::Float && solver.max_iterations >= gjk::ITERATIONS;
    if suits { Instructions::best() } else { None }
}

/// Answers pairs of boxes. Returns false if there are no lanes for the solver.
pub(super) fn answer_boxes<V: Vector>(
    solver: &Solver,
    sheet: &mut dyn InLanes<V>,
    places: &[u16],
    pairs: &Pairs<'_, V>,
) -> bool {
    let Some(instructions) = instructions_for::<V>(solver) else { return false };
    Work::<V, LaneCuboid>::new(instructions, solver, sheet, pairs).answer(places);
    true
}

/// Answers pairs of hulls, of capsules or of several kinds. Returns false if there are no lanes for the solver.
pub(super) fn answer_hulls<V: Vector>(
    solver: &Solver,
    sheet: &mut dyn InLanes<V>,
    places: &[u16],
    pairs: &Pairs<'_, V>,
) -> bool {
    let Some(instructions) = instructions_for::<V>(solver) else { return false };
    Work::<V, LaneHull>::new(instructions, solver, sheet, pairs).answer(places);
    true
}

/// The pairs of a run on their way through lanes.
struct Work<'w, 's, V: Vector, K> {
    instructions: Instructions,
    solver: &'w Solver,
    /// Gives the pair at a place.
    pairs: &'w Pairs<'s, V>,
    sheet: &'w mut dyn InLanes<V>,
    outcome: Outcome,
    /// Places that the last task did not answer; another task may.
    remaining: Vec<u16>,
    /// Places that only the single query can answer.
    single: Vec<u16>,
    kind: PhantomData<(V, K)>,
}

impl<'w, 's, V: Vector, K: LaneShape> Work<'w, 's, V, K> {
    fn new(
        instructions: Instructions,
        solver: &'w Solver,
        sheet: &'w mut dyn InLanes<V>,
        pairs: &'w Pairs<'s, V>,
    ) -> Self {
        let outcome = Outcome::default();
        Self {
            instructions,
            solver,
            pairs,
            sheet,
            outcome,
            remaining: Vec::new(),
            single: Vec::new(),
            kind: PhantomData,
        }
    }

    /// Answers the pairs at these places. Returns how many of them the single query answered.
    fn answer(mut self, places: &[u16]) -> usize {
        let left;
        let places =
            if K::IN_SIXTEEN && self.sheet.quantity() == Quantity::Overlap && !is_left_out(FastPath::VerdictLanes) {
                left = self.settle(places);
                &left
            } else {
                places
            };
        let (first, second) = K::tasks(self.sheet.quantity(), self.sheet.wanted(), self.sheet.reach(self.solver));
        self.run_task(places, first);
        if let Some(second) = second {
            // The pairs that the first task did not answer fill new groups.
            let others = core::mem::take(&mut self.remaining);
            self.run_task(&others, second);
        }
        self.answer_singly()
    }

    /// Writes the verdicts that sixteen lanes of `f32` prove. Returns the places of the other pairs.
    ///
    /// Groups wait for each other as in [`Self::run_alike`].
    fn settle(&mut self, places: &[u16]) -> Vec<u16> {
        let mut left = Vec::new();
        let mut groups = [Sixteen::default(); 2];
        let mut newest = 0;
        for &place in places {
            groups[newest].push(place, self.pairs);
            if groups[newest].count == verdicts::WIDTH {
                newest = 1 - newest;
                self.write_verdicts(&groups[newest], &mut left);
                groups[newest].count = 0;
            }
        }
        self.write_verdicts(&groups[1 - newest], &mut left);
        self.write_verdicts(&groups[newest], &mut left);
        left
    }

    /// Writes what is proven of a group, and adds the places of the others to `left`.
    fn write_verdicts(&mut self, group: &Sixteen, left: &mut Vec<u16>) {
        let places = &group.places[..group.count];
        if places.len() < FEW {
            return left.extend(places);
        }
        let Verdicts { overlapping, apart } = group.verdicts(self.instructions);
        for (eight, places) in places.chunks(WIDTH).enumerate() {
            let lanes = |proven: u64| proven >> (eight * WIDTH) & ((1 << WIDTH) - 1);
            self.outcome.clear();
            (self.outcome.overlapping, self.outcome.separated) = (lanes(overlapping), lanes(apart));
            let written = self.sheet.write(self.solver, &self.outcome, places);
            left.extend(
                places.iter().enumerate().filter(|(lane, _)| written >> lane & 1 == 0).map(|(_, &place)| place),
            );
        }
    }

    /// Asks the single query about every pair that has no answer. Returns how many these are.
    fn answer_singly(self) -> usize {
        for &place in self.remaining.iter().chain(&self.single) {
            let [a, b] = self.pairs.bodies(place);
            self.sheet.answer(self.solver, usize::from(place), &a.view(), &b.view());
        }
        self.remaining.len() + self.single.len()
    }

    /// Runs a task for the pairs at these places, those together whose shapes are kept alike.
    fn run_task(&mut self, places: &[u16], task: K::Task) {
        if K::WAYS == 1 {
            return self.run_alike(places, [0; 2], task);
        }
        let mut present = 0u32;
        let mut ways = Vec::with_capacity(places.len());
        for &place in places {
            let way = self.ways(place);
            present |= 1 << way;
            ways.push(way);
        }
        let alike = |way: u8| places.iter().zip(&ways).filter(move |&(_, own)| *own == way).map(|(&place, _)| place);
        let mut group = Vec::with_capacity(places.len());
        for way in (0..SINGLE).filter(|way| present >> way & 1 == 1) {
            group.clear();
            group.extend(alike(way));
            let way = usize::from(way);
            self.run_alike(&group, [way / K::WAYS, way % K::WAYS], task);
        }
        self.single.extend(alike(SINGLE));
    }

    /// How the shapes of a pair are kept, in the order of their lane: one number for both. [`SINGLE`] if lanes cannot
    /// hold one of them, or if the pair has a closed form: two centres, two boxes.
    #[inline(always)]
    fn ways(&self, place: u16) -> u8 {
        let [a, b] = self.pairs.shapes(place);
        let centers = a.vertex_count() == 1 && b.vertex_count() == 1;
        let (Some(of_a), Some(of_b)) = (K::way(&a), K::way(&b)) else { return SINGLE };
        if centers || a.half_extents().is_some() && b.half_extents().is_some() {
            return SINGLE;
        }
        let mut ways = [of_a, of_b];
        if of_a != of_b {
            let [at_a, at_b] = self.pairs.poses(place);
            // Equal poses have no order; the loop over groups finds that out.
            if at_b.precedes(&at_a) == Some(true) {
                ways = [of_b, of_a];
            }
        }
        (ways[0] * K::WAYS + ways[1]) as u8
    }

    /// Runs a task for pairs whose shapes are kept alike, in groups of eight.
    ///
    /// A full group waits until the next one is full. The processor then has finished its stores, which are of one
    /// number each; loads of eight numbers do not wait for them.
    ///
    /// Lanes work in vain on hulls that overlap, if the depth is asked for. If they leave more pairs than they answer,
    /// the single query gets the others at once.
    fn run_alike(&mut self, places: &[u16], ways: [usize; 2], task: K::Task) {
        if places.len() < FEW {
            return self.single.extend(places);
        }
        let mut groups = [Group::<K>::new(ways), Group::new(ways)];
        let (mut newest, mut in_vain) = (0, 0);
        for &place in places {
            if K::ENDS_EARLY && in_vain > WIDTH as isize {
                self.single.push(place);
                continue;
            }
            let [at_a, at_b] = self.pairs.poses(place);
            let Some(swapped) = at_b.precedes(&at_a) else {
                self.single.push(place);
                continue;
            };
            let [a, b] = self.pairs.shapes(place);
            let (shapes, poses) = if swapped { ([&b, &a], [&at_b, &at_a]) } else { ([&a, &b], [&at_a, &at_b]) };
            groups[newest].push(place, shapes, poses, swapped);
            if groups[newest].count == WIDTH {
                newest = 1 - newest;
                in_vain += self.answer_group(task, &groups[newest]);
                groups[newest].clear();
            }
        }
        self.answer_group(task, &groups[1 - newest]);
        self.answer_group(task, &groups[newest]);
        groups.into_iter().for_each(Group::give_back);
    }

    /// Whether the single query may have a closed form that lanes lack, which comes before the search.
    fn is_closed(&self, place: u16) -> bool {
        let [a, b] = self.pairs.bodies(place);
        is_closed(&a.view(), &b.view())
    }

    /// Runs a task for one group and writes the answers to their places. Returns how many more pairs have no answer than
    /// have one.
    ///
    /// The single query gets a group of few pairs. No later task may have it: that task would skip what this one does.
    fn answer_group(&mut self, task: K::Task, group: &Group<'s, K>) -> isize {
        if group.count < FEW {
            self.single.extend(&group.places[..group.count]);
            return 0;
        }
        let mut in_vain = 0;
        self.outcome.clear();
        K::run(self.instructions, task, group, &mut self.outcome);
        let written = self.sheet.write(self.solver, &self.outcome, &group.places[..group.count]);
        for (lane, &place) in group.places[..group.count].iter().enumerate() {
            if written >> lane & 1 == 1 {
                in_vain -= 1;
                continue;
            }
            in_vain += 1;
            // The single query would find the same result, find it not decisive too, and go on from there.
            let found = self.outcome.has_result(lane) || self.is_closed(place);
            (if found { &mut self.single } else { &mut self.remaining }).push(place);
        }
        in_vain
    }
}
