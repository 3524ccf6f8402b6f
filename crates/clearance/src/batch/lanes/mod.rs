//! Pairs of boxes side by side: eight pairs, one a lane, through the same operations at once.
//!
//! Lanes know the main path alone: lengths of the common range, shapes that are proven to be apart or to overlap, floats
//! that prove it. There every lane does the very operations of the single query in their order, so that the bits are the
//! same. What leaves the path is answered by the single query.
//!
//! The processor's instructions are chosen in one place, [`conclude`]; all that is called there is compiled into it, once
//! for each set of them.

mod answer;
mod boxes;
mod depth;
mod frame;
mod gjk;
mod overlap;
mod simplex;
#[cfg(test)]
mod tests;
mod vector;

use super::question::Question;
use crate::pose::{Pose, Rotation};
use crate::proximity::{Proximity, Status, Witnesses};
use crate::query::{Precision, Solver};
use crate::real::Real;
use crate::sat::coupled;
use crate::solve::farther_than;
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use answer::{Answers, Found, Integers};
use boxes::Boxes;
use fearless_simd::{Level, Simd, dispatch};
use frame::{Frame, Poses};
use vector::{Row, Rows, WIDTH};

/// Fewer pairs than this are answered one by one in the time that eight take in lanes.
const FEW: usize = 3;

/// Whether lanes answer as the solver's options ask: in space, in floats.
pub(super) fn suit<V: Vector>(solver: &Solver) -> bool {
    V::Wide::DIM == 3 && solver.precision == Precision::Float && solver.max_iterations >= gjk::ITERATIONS
}

/// Answers the pairs of boxes at some places; returns how many of them lanes gave up.
pub(super) fn answer<V: Vector, Q: Question<V>, S: SupportMap<V>>(
    level: Level,
    solver: &Solver,
    places: &[u16],
    pair: impl Fn(u16) -> [S; 2],
    answers: &mut [Q::Answer],
) -> usize {
    let mut work = Work::<V, Q, _> { level, solver, pair, answers, found: Answers::default(), left: Vec::new() };
    work.run(Task::Search { limit: Q::reach(solver) }, places);
    if Q::DEPTH {
        let places = core::mem::take(&mut work.left);
        work.run(Task::Depth, &places);
    }
    for &place in &work.left {
        let [a, b] = (work.pair)(place);
        work.answers[usize::from(place)] = Q::answer(solver, &a, &b);
    }
    work.left.len()
}

/// What lanes do with eight pairs.
#[derive(Clone, Copy)]
enum Task {
    /// The distance of pairs that are apart, a common point of those that overlap; nothing of pairs beyond the limit.
    Search { limit: f64 },
    /// The depth of pairs that overlap.
    Depth,
}

/// Pairs on their way through lanes.
struct Work<'w, V: Vector, Q: Question<V>, P> {
    level: Level,
    solver: &'w Solver,
    /// The pair at a place.
    pair: P,
    answers: &'w mut [Q::Answer],
    found: Answers,
    /// The places that have no answer yet.
    left: Vec<u16>,
}

impl<V: Vector, Q: Question<V>, S: SupportMap<V>, P: Fn(u16) -> [S; 2]> Work<'_, V, Q, P> {
    /// Does a task for the pairs at some places, in groups of eight.
    fn run(&mut self, task: Task, places: &[u16]) {
        let mut group = Group::default();
        for &place in places {
            let [a, b] = (self.pair)(place);
            if matches!(task, Task::Search { limit } if limit < f64::INFINITY && farther_than(&a, &b, limit).is_some())
            {
                self.answers[usize::from(place)] = Q::Answer::default();
            } else if !group.push(place, &a, &b) {
                self.left.push(place);
            }
            if group.count == WIDTH {
                self.answer(task, &group);
                group.count = 0;
            }
        }
        if group.count < FEW {
            self.left.extend(&group.places[..group.count]);
        } else {
            self.answer(task, &group);
        }
    }

    /// Does a task for a group; those that lanes give up are left.
    fn answer(&mut self, task: Task, group: &Group) {
        conclude(self.level, task, &group.sides, &mut self.found);
        for lane in 0..group.count {
            let place = group.places[lane];
            let decided = match self.found.status(lane) {
                Found::Nothing => None,
                Found::Beyond => Some(Q::Answer::default()),
                Found::Proximity(status) => {
                    Q::decided(self.solver, proximity(&self.found, lane, status, group.order[lane]))
                }
            };
            if let Some(answer) = decided {
                self.answers[usize::from(place)] = answer;
            } else {
                self.left.push(place);
            }
        }
    }
}

/// Does a task in the widest instructions of a level.
fn conclude(level: Level, task: Task, sides: &[Side; 2], found: &mut Answers) {
    #[inline(always)]
    fn kernel<S: Simd>(simd: S, task: Task, [a, b]: &[Side; 2], found: &mut Answers) {
        let boxes = [Boxes::load(simd, &a.halves), Boxes::load(simd, &b.halves)];
        let frame = Frame::new(simd, [&a.poses, &b.poses], [boxes[0].extent(), boxes[1].extent()]);
        let [a, b] = boxes;
        let pair = gjk::Pair { a, b, frame };
        match task {
            Task::Search { limit } => answer::of_search(simd, &pair, &gjk::approach(simd, &pair, limit), found),
            Task::Depth => answer::of_depth(simd, &pair, found),
        }
    }
    dispatch!(level, simd => kernel(simd, task, sides, found));
}

/// A box of each pair, in memory.
#[derive(Clone, Copy, Default)]
struct Side {
    halves: Rows,
    poses: Poses,
}

impl Side {
    #[inline(always)]
    fn set<V: Vector>(&mut self, lane: usize, halves: V::Wide, pose: &Pose<V>) {
        let translation = pose.translation.widen().padded();
        for (axis, half) in halves.padded().into_iter().enumerate() {
            self.halves[axis][lane] = half;
            self.poses.translation[axis][lane] = translation[axis];
        }
        for (row, component) in self.poses.rotation.iter_mut().zip(pose.rotation.components()) {
            row[lane] = component;
        }
    }
}

/// Whether the solver takes the shapes of a pair in the order of the question.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Order {
    #[default]
    AsAsked,
    Swapped,
}

impl Order {
    /// On which side the question's first shape is.
    fn first(self) -> usize {
        usize::from(self == Self::Swapped)
    }
    /// On which side the question's second shape is.
    fn second(self) -> usize {
        1 - self.first()
    }
}

/// Up to eight pairs, each in the order that the single query takes its shapes in.
#[derive(Default)]
struct Group {
    count: usize,
    sides: [Side; 2],
    places: [u16; WIDTH],
    order: [Order; WIDTH],
}

impl Group {
    /// Adds a pair, if it is of boxes in different poses.
    #[inline(always)]
    fn push<V: Vector>(&mut self, place: u16, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
        let poses = [a.pose(), b.pose()];
        let (Some(half_a), Some(half_b), Some(swapped)) =
            (a.half_extents(), b.half_extents(), poses[1].precedes(&poses[0]))
        else {
            return false;
        };
        let order = if swapped { Order::Swapped } else { Order::AsAsked };
        self.sides[order.first()].set(self.count, half_a, &poses[0]);
        self.sides[order.second()].set(self.count, half_b, &poses[1]);
        (self.places[self.count], self.order[self.count]) = (place, order);
        self.count += 1;
        true
    }
}

/// The answer of one lane, whose shapes the query has in this order.
#[inline(always)]
fn proximity<V: Vector>(found: &Answers, lane: usize, status: Status, order: Order) -> Proximity<V> {
    let vector = |rows: &Rows| {
        let zero = <V::Wide as Space>::zero();
        rows.iter().enumerate().fold(zero, |v, (axis, row)| v.with_coordinate(axis, row[lane]))
    };
    let normal = vector(&found.normal);
    let points = [&found.points[order.first()], &found.points[order.second()]].map(vector);
    Proximity {
        status,
        distance: V::Scalar::narrow(found.distance[lane]),
        lower: V::Scalar::narrow_down(found.lower[lane]),
        upper: V::Scalar::narrow_up(found.upper[lane]),
        normal: V::narrow(if order == Order::Swapped { -normal } else { normal }),
        point_a: V::narrow(points[0]),
        point_b: V::narrow(points[1]),
        iterations: found.iterations[lane] as u32,
        witnesses: witnesses(found, lane, order),
    }
}

#[inline(always)]
fn witnesses(found: &Answers, lane: usize, order: Order) -> Witnesses {
    let pair = |(a, b): (u32, u32)| if order == Order::Swapped { (b, a) } else { (a, b) };
    let count = found.count[lane] as usize;
    if count == 0 {
        let corner = |(indices, weights): &(Integers, Row)| (indices[lane] as u32, weights[lane]);
        let mut witnesses = coupled(&found.corners.each_ref().map(|side| side.each_ref().map(corner)));
        witnesses.pairs = witnesses.pairs.map(pair);
        return witnesses;
    }
    // Without branches on the count, which is as good as random.
    let mut witnesses = Witnesses { count: count as u32, ..Witnesses::default() };
    for place in 0..4 {
        let (index, weight) = (found.indices[place][lane] as u32, found.weights[place][lane]);
        let there = place < count;
        witnesses.pairs[place] = if there { pair((index >> 3, index & 7)) } else { (0, 0) };
        witnesses.weights[place] = if there { weight } else { 0.0 };
    }
    witnesses
}
