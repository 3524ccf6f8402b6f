//! Two bodies against each other.

mod frame;
mod lanes;
mod meeting;
mod near;
mod nearest;
mod order;
mod triangles;
mod walk;

use crate::mesh::Body;
use clearance::{Pose, Proximity, Solver, Status, Vec3};
use frame::Frame;
pub(crate) use near::{are_placed, each_near_pair};
use nearest::{Answer, Goal, Search};
pub(crate) use order::precedes;
use std::collections::BinaryHeap;
use std::ops::Deref;

/// The distance of two bodies with its bounds, and the triangles where it is attained.
///
/// It is the distance of the *surfaces*: 0 where they meet, and never negative. A body inside another one has the
/// distance from the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The distance with its bounds, the witness points and the normal. Where surfaces meet, the points are one common
    /// point. `status` is that of the two triangles.
    pub proximity: Proximity<Vec3<f64>>,
    /// The triangle of the first body. Of several with the same distance, the one with the least number.
    pub leaf_a: u32,
    /// The triangle of the second body.
    pub leaf_b: u32,
}

impl Deref for Nearest {
    type Target = Proximity<Vec3<f64>>;
    fn deref(&self) -> &Self::Target {
        &self.proximity
    }
}

/// What a query remembers for the next one with nearly the same poses. It changes the time, and never the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct NearestCache {
    leaves: Option<[u32; 2]>,
}

/// The distance of two bodies.
///
/// The verdict whether the surfaces meet is exact. The bracket is at most 4 ε · size wide, where size is the sum of
/// both bodies' largest coordinates and of the distance of their frames; rotations that are not of unit length widen
/// it. The answer is the same to the bit for exchanged bodies (with the normal turned), and scales with powers of two.
///
/// ```
/// use clearance::{Pose, Status};
/// use clearance_scene::{Mesh, distance};
///
/// // Two sheets, one above the other.
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let above = sheet.at(Pose::translation([0.25, 0.25, 2.0]));
/// assert_eq!(distance(&sheet.at(Pose::identity()), &above).distance, 2.0);
/// let through = sheet.at(Pose::translation([0.25, 0.25, 0.0]));
/// assert_ne!(distance(&sheet.at(Pose::identity()), &through).status, Status::Separated);
/// ```
pub fn distance(a: &Body, b: &Body) -> Nearest {
    distance_cached(&Solver::default(), a, b, &mut NearestCache::default())
}

/// [`distance`] with a solver, and with the memory of an earlier query.
pub fn distance_cached(solver: &Solver, a: &Body, b: &Body, cache: &mut NearestCache) -> Nearest {
    within_cached(&Solver { max_distance: f64::INFINITY, ..*solver }, a, b, cache)
        .expect("the meshes have triangles, and no distance is beyond infinity")
}

/// The distance of two bodies if it is at most `max_distance`, otherwise `None`. The smaller the limit, the sooner the
/// search knows.
pub fn within(a: &Body, b: &Body, max_distance: f64) -> Option<Nearest> {
    within_cached(&Solver { max_distance, ..Solver::default() }, a, b, &mut NearestCache::default())
}

/// [`within`] the solver's `max_distance`, with the memory of an earlier query.
pub fn within_cached(solver: &Solver, a: &Body, b: &Body, cache: &mut NearestCache) -> Option<Nearest> {
    let is_swapped = precedes(b, a);
    let bodies = if is_swapped { [b, a] } else { [a, b] };
    let Some(frame) = Frame::new(bodies[0], bodies[1]) else {
        return Some(unknown(solver, a, b));
    };
    let mut search = Search::new(bodies, solver, frame, Goal::Nearest);
    if let Some([a, b]) = cache.leaves {
        search.begin_with(if is_swapped { [b, a] } else { [a, b] });
    }
    let nearest = of_answer(search.nearest()?, is_swapped);
    cache.leaves = Some([nearest.leaf_a, nearest.leaf_b]);
    (!(nearest.distance > solver.max_distance)).then_some(nearest)
}

/// All pairs of triangles that are no farther apart than `max_distance`, the nearest first. Of pairs that are equally
/// far apart, the one with the first triangle of A comes first, and of these the one with the first triangle of B.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, pairs_within};
///
/// let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let sheet = Mesh::new(&square, &[[0, 1, 2], [0, 2, 3]]).unwrap();
/// let pairs = pairs_within(&sheet.at(Pose::identity()), &sheet.at(Pose::translation([0.0, 0.0, 0.5])), 0.5);
/// // Each triangle lies above itself, and shares a side with the other one.
/// assert_eq!(pairs.len(), 4);
/// ```
pub fn pairs_within(a: &Body, b: &Body, max_distance: f64) -> Vec<Nearest> {
    several(&Solver { max_distance, ..Solver::default() }, a, b, Goal::All)
}

/// The `count` nearest pairs of triangles, in the order of [`pairs_within`]. Fewer if the bodies have fewer pairs.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, nearest_pairs};
///
/// let steps = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0], [1.0, 0.0, 3.0], [0.0, 1.0, 3.0]];
/// let stairs = Mesh::new(&steps, &[[0, 1, 2], [3, 4, 5]]).unwrap();
/// let above = stairs.at(Pose::translation([0.0, 0.0, 10.0]));
/// let pairs = nearest_pairs(&stairs.at(Pose::identity()), &above, 3);
/// assert_eq!(pairs.iter().map(|pair| pair.distance).collect::<Vec<_>>(), [7.0, 10.0, 10.0]);
/// ```
pub fn nearest_pairs(a: &Body, b: &Body, count: usize) -> Vec<Nearest> {
    if count == 0 {
        return Vec::new();
    }
    let goal = |limit: f64| Goal::Several(count, BinaryHeap::new(), limit);
    let mut pairs = several(&Solver::default(), a, b, goal);
    pairs.truncate(count);
    pairs
}

/// The pairs of a goal, within the solver's limit.
fn several(solver: &Solver, a: &Body, b: &Body, goal: impl Fn(f64) -> Goal) -> Vec<Nearest> {
    let Some(frame) = Frame::new(a, b) else { return Vec::new() };
    let answers = Search::new([a, b], solver, frame, goal).all();
    let pairs = answers.into_iter().map(|answer| of_answer(answer, false));
    pairs.filter(|pair| !(pair.distance > solver.max_distance)).collect()
}

/// The answer in the order of the caller's bodies.
fn of_answer(Answer { triangles: [a, b], proximity }: Answer, is_swapped: bool) -> Nearest {
    if is_swapped {
        Nearest { proximity: proximity.swapped(), leaf_a: b, leaf_b: a }
    } else {
        Nearest { proximity, leaf_a: a, leaf_b: b }
    }
}

/// Whether the surfaces of two bodies have a common point, without rounding. No if a pose is not finite or no rotation:
/// nothing is known then.
pub fn overlaps(a: &Body, b: &Body) -> bool {
    let Some(frame) = Frame::new(a, b) else { return false };
    let solver = Solver { max_distance: 0.0, ..Solver::default() };
    Search::new([a, b], &solver, frame, Goal::Nearest).finds_meeting()
}

/// The answer for poses that are not finite or no rotations: the core's, which claims nothing.
fn unknown(solver: &Solver, a: &Body, b: &Body) -> Nearest {
    let nowhere = Body { pose: Pose::translation([f64::NAN; 3]), ..*a };
    let [first, second] = meeting::placed([&nowhere, b], [0, 0]);
    let proximity = solver.distance(&first, &second);
    debug_assert!(proximity.status == Status::Touching && proximity.upper == f64::INFINITY);
    Nearest { proximity, leaf_a: 0, leaf_b: 0 }
}
