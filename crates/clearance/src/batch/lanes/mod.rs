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
use crate::solve::farther_than;
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};
use answer::Answers;
use boxes::Boxes;
use fearless_simd::{Level, Simd, dispatch};
use frame::{Frame, Poses};
use vector::{Rows, WIDTH};

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
    let reach = Q::reach(solver);
    let mut group = Group::default();
    let mut given_up = 0;
    let mut singly = |place: u16, answers: &mut [Q::Answer]| {
        let [a, b] = pair(place);
        given_up += 1;
        answers[usize::from(place)] = Q::answer(solver, &a, &b);
    };
    for &place in places {
        let [a, b] = pair(place);
        if reach < f64::INFINITY && farther_than(&a, &b, reach).is_some() {
            answers[usize::from(place)] = Q::Answer::default();
        } else if !group.push(place, &a, &b) {
            singly(place, answers);
        }
        if group.count == WIDTH {
            group.answer::<V, Q>(level, solver, answers, &mut singly);
        }
    }
    if group.count >= FEW {
        group.answer::<V, Q>(level, solver, answers, &mut singly);
    } else {
        group.places[..group.count].iter().for_each(|&place| singly(place, answers));
    }
    given_up
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

/// Up to eight pairs, each in the order that the single query takes its shapes in.
#[derive(Default)]
struct Group {
    count: usize,
    sides: [Side; 2],
    places: [u16; WIDTH],
    /// Whether the second shape came first.
    swapped: [bool; WIDTH],
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
        let (first, second) = (usize::from(swapped), usize::from(!swapped));
        self.sides[first].set(self.count, half_a, &poses[0]);
        self.sides[second].set(self.count, half_b, &poses[1]);
        (self.places[self.count], self.swapped[self.count]) = (place, swapped);
        self.count += 1;
        true
    }

    /// Answers the pairs and forgets them; `singly` answers those that lanes give up.
    fn answer<V: Vector, Q: Question<V>>(
        &mut self,
        level: Level,
        solver: &Solver,
        answers: &mut [Q::Answer],
        singly: &mut impl FnMut(u16, &mut [Q::Answer]),
    ) {
        let found = conclude(level, &self.sides, Q::reach(solver));
        for lane in 0..self.count {
            let place = self.places[lane];
            let is = |lanes: u64| lanes >> lane & 1 == 1;
            let proximity = |status| {
                let ordered = proximity(&found, lane, status);
                if self.swapped[lane] { ordered.swapped() } else { ordered }
            };
            let answer = if is(found.beyond) {
                Some(Q::Answer::default())
            } else if is(found.separated) {
                Q::decided(solver, proximity(Status::Separated))
            } else if is(found.overlapping) {
                Q::decided(solver, proximity(Status::Overlapping))
            } else {
                None
            };
            match answer {
                Some(answer) => answers[usize::from(place)] = answer,
                None => singly(place, answers),
            }
        }
        self.count = 0;
    }
}

/// The answers of eight pairs of boxes, as far as lanes have them.
fn conclude(level: Level, sides: &[Side; 2], limit: f64) -> Answers {
    #[inline(always)]
    fn kernel<S: Simd>(simd: S, [a, b]: &[Side; 2], limit: f64) -> Answers {
        let boxes = [Boxes::load(simd, &a.halves), Boxes::load(simd, &b.halves)];
        let frame = Frame::new(simd, [&a.poses, &b.poses], [boxes[0].extent(), boxes[1].extent()]);
        let [a, b] = boxes;
        let pair = gjk::Pair { a, b, frame };
        let end = gjk::approach(simd, &pair, limit);
        answer::concluded(simd, &pair, &end)
    }
    dispatch!(level, simd => kernel(simd, sides, limit))
}

/// The answer of one lane.
#[inline(always)]
fn proximity<V: Vector>(found: &Answers, lane: usize, status: Status) -> Proximity<V> {
    let vector = |rows: &Rows| {
        let zero = <V::Wide as Space>::zero();
        V::narrow(rows.iter().enumerate().fold(zero, |v, (axis, row)| v.with_coordinate(axis, row[lane])))
    };
    let mut witnesses = Witnesses::default();
    for (index, weight) in found.indices.iter().zip(&found.weights).take(found.count[lane] as usize) {
        let index = index[lane] as u32;
        witnesses.push((index >> 3, index & 7), weight[lane]);
    }
    Proximity {
        status,
        distance: V::Scalar::narrow(found.distance[lane]),
        lower: V::Scalar::narrow_down(found.lower[lane]),
        upper: V::Scalar::narrow_up(found.upper[lane]),
        normal: vector(&found.normal),
        point_a: vector(&found.points[0]),
        point_b: vector(&found.points[1]),
        iterations: found.iterations[lane] as u32,
        witnesses,
    }
}
