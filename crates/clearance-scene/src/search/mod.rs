//! Two bodies against each other.

mod frame;
mod lanes;
mod meeting;
mod nearest;
mod order;
mod triangles;
mod walk;

use crate::mesh::Body;
use clearance::{Pose, Proximity, Solver, Status, Vec3};
use frame::Frame;
use nearest::{Answer, Search};
use order::precedes;
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
/// The verdict whether the surfaces meet is exact. The bracket is at most 4 ε · size wide, where size is the sum of both
/// bodies' largest coordinates and of the distance of their frames; rotations that are not of unit length widen it. The
/// answer is the same to the bit for exchanged bodies (with the normal turned), and scales with powers of two.
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
    let mut search = Search::new(bodies, solver, frame, solver.max_distance);
    if let Some([a, b]) = cache.leaves {
        search.begin_with(if is_swapped { [b, a] } else { [a, b] });
    }
    let Answer { triangles, proximity } = search.run()?;
    let [leaf_a, leaf_b] = if is_swapped { [triangles[1], triangles[0]] } else { triangles };
    cache.leaves = Some([leaf_a, leaf_b]);
    if proximity.distance > solver.max_distance {
        return None;
    }
    let proximity = if is_swapped { proximity.swapped() } else { proximity };
    Some(Nearest { proximity, leaf_a, leaf_b })
}

/// Whether the surfaces of two bodies have a common point, without rounding.
pub fn overlaps(a: &Body, b: &Body) -> bool {
    let Some(frame) = Frame::new(a, b) else { return false };
    let solver = Solver::default();
    Search::new([a, b], &solver, frame, 0.0).finds_meeting()
}

/// The answer for poses that are not finite or no rotations: the core's, which claims nothing.
fn unknown(solver: &Solver, a: &Body, b: &Body) -> Nearest {
    let nowhere = Body { pose: Pose::translation([f64::NAN; 3]), ..*a };
    let [first, second] = meeting::placed([&nowhere, b], [0, 0]);
    let proximity = solver.distance(&first, &second);
    debug_assert!(proximity.status == Status::Touching && proximity.upper == f64::INFINITY);
    Nearest { proximity, leaf_a: 0, leaf_b: 0 }
}
