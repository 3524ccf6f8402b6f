//! Two bodies against each other.

mod below;
mod crossing;
mod frame;
mod front;
mod goal;
mod groups;
mod kept;
mod meeting;
mod near;
mod nearest;
mod order;
mod planes;
mod point;
mod sharp;
mod walk;

use crate::composite::Composite;
pub use below::is_below;
use clearance::{Point, Pose, Proximity, Shape, Solver, Vec3, Vector};
use frame::Frame;
pub(crate) use front::box_of;
pub use front::{BoxPair, Front, front};
use goal::Goal;
use kept::Kept;
pub(crate) use near::{are_placed, each_near_pair, slack};
use nearest::{Answer, Search};
pub(crate) use order::precedes;
pub use point::closest_point;
use std::collections::BinaryHeap;
use std::ops::Deref;

/// The distance of two bodies with its bounds, and the leaves where it is attained.
///
/// It is the distance of the *leaves*: of the surfaces of meshes, of the edges of outlines, of the convex shapes of
/// compounds. It is 0 where they meet, and never negative. A mesh inside another one has the distance from the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Vector = Vec3<f64>> {
    /// The distance with its bounds, the witness points and the normal. Where leaves meet, the points are one common
    /// point. `status` is that of the two leaves.
    pub proximity: Proximity<V>,
    /// The leaf of the first body: the index of its triangle, edge or shape. Of several pairs with the same distance it
    /// is the first one by the leaves of one body, and then of the other. Which body counts first depends on the bodies,
    /// and not on which is named first.
    pub leaf_a: u32,
    /// The leaf of the second body.
    pub leaf_b: u32,
}

impl<V: Vector> Deref for Nearest<V> {
    type Target = Proximity<V>;
    fn deref(&self) -> &Self::Target {
        &self.proximity
    }
}

/// What a query remembers for the next one with nearly the same poses. It changes the time, and never the answer.
///
/// It remembers the nearest leaves and, for meshes and outlines, the *front*: the pairs of boxes that the search left
/// out, with the bounds of their distances. As long as the bodies move little, most bounds still do. The front is used
/// if it is of the same two bodies, with the same scales and vertices. Otherwise it is forgotten: a cache may be used
/// for any bodies, one after the other. It takes some ten bytes for each box that a search looks at.
///
/// ```
/// use clearance::{Pose, Solver, vec3};
/// use clearance_scene::{Mesh, NearestCache, distance, distance_cached};
///
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let (solver, mut cache) = (Solver::default(), NearestCache::default());
/// for step in 0..100 {
///     let bodies = [mesh.at(Pose::identity()), mesh.at(Pose::translation([5.0 - 1e-3 * f64::from(step), 0.0, 0.0]))];
///     let answer = distance_cached(&solver, &bodies[0], &bodies[1], &mut cache);
///     assert_eq!(answer, distance(&bodies[0], &bodies[1]));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct NearestCache {
    leaves: Option<[u32; 2]>,
    front: Kept,
}

/// The distance of two bodies.
///
/// The verdict whether leaves meet is exact for polytopes: triangles, segments, hulls. The bracket is at most 4 ε · size wide, where size is the sum of
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
pub fn distance<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
) -> Nearest<A::Vector> {
    distance_with(&Solver::default(), a, b)
}

/// [`distance`] with a solver.
pub fn distance_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
) -> Nearest<A::Vector> {
    asked(&Solver { max_distance: f64::INFINITY, ..*solver }, a, b, None)
        .expect("bodies have leaves, and no distance is beyond infinity")
}

/// [`distance_with`], with the memory of an earlier query.
pub fn distance_cached<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    cache: &mut NearestCache,
) -> Nearest<A::Vector> {
    within_cached(&Solver { max_distance: f64::INFINITY, ..*solver }, a, b, cache)
        .expect("bodies have leaves, and no distance is beyond infinity")
}

/// The distance of two bodies if it is at most `max_distance`, otherwise `None`. The smaller the limit, the sooner the
/// search knows. Equality is decided: where the bracket of polytopes holds the limit, exact numbers decide. So the
/// rounded distance may exceed the limit by its rounding.
pub fn within<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    max_distance: f64,
) -> Option<Nearest<A::Vector>> {
    asked(&Solver { max_distance, ..Solver::default() }, a, b, None)
}

/// [`within`] the solver's `max_distance`, with the memory of an earlier query.
pub fn within_cached<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    cache: &mut NearestCache,
) -> Option<Nearest<A::Vector>> {
    asked(solver, a, b, Some(cache))
}

/// The nearest pair within the solver's `max_distance`, with the memory of an earlier query if there is one.
fn asked<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    cache: Option<&mut NearestCache>,
) -> Option<Nearest<A::Vector>> {
    let (mut leaves, front) = cache.map_or((None, None), |cache| (Some(&mut cache.leaves), Some(&mut cache.front)));
    let first = leaves.as_deref().copied().flatten();
    let nearest = if precedes(b, a) {
        in_order(solver, b, a, first.map(|[a, b]| [b, a]), front)?.swapped()
    } else {
        in_order(solver, a, b, first, front)?
    };
    if let Some(leaves) = &mut leaves {
        **leaves = Some([nearest.leaf_a, nearest.leaf_b]);
    }
    Some(nearest)
}

/// The nearest pair of two bodies in the canonical order. `None` if they are clearly beyond the limit.
fn in_order<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    first: Option<[u32; 2]>,
    front: Option<&mut Kept>,
) -> Option<Nearest<A::Vector>> {
    let Some(frame) = Frame::new(a, b) else {
        return (!(solver.max_distance < 0.0)).then(|| unknown(solver));
    };
    let mut search = Search::new((a, b), solver, frame, Goal::Nearest);
    if let Some(leaves) = first {
        search.begin_with(leaves);
    }
    search.front = front;
    search.nearest_within().map(Nearest::from)
}

/// All pairs of leaves that are no farther apart than `max_distance`, the nearest first. Equality is decided as by
/// [`within`]. Of pairs that are equally
/// far apart, the one with the first leaf of A comes first, and of these the one with the first leaf of B.
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
pub fn pairs_within<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    max_distance: f64,
) -> Vec<Nearest<A::Vector>> {
    several(&Solver { max_distance, ..Solver::default() }, a, b, Goal::All)
}

/// The `count` nearest pairs of leaves, in the order of [`pairs_within`]. Fewer if the bodies have fewer pairs.
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
pub fn nearest_pairs<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    count: usize,
) -> Vec<Nearest<A::Vector>> {
    if count == 0 {
        return Vec::new();
    }
    let goal = |limit: f64| Goal::Several(count, BinaryHeap::new(), limit);
    let mut pairs = several(&Solver::default(), a, b, goal);
    pairs.truncate(count);
    pairs
}

/// The pairs of a goal, within the solver's limit.
fn several<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    goal: impl Fn(f64) -> Goal,
) -> Vec<Nearest<A::Vector>> {
    let Some(frame) = Frame::new(a, b) else { return Vec::new() };
    let answers = Search::new((a, b), solver, frame, goal).all();
    answers.into_iter().map(Nearest::from).collect()
}

impl<V: Vector> From<Answer<V>> for Nearest<V> {
    fn from(Answer { leaves: [leaf_a, leaf_b], proximity }: Answer<V>) -> Self {
        Self { proximity, leaf_a, leaf_b }
    }
}

impl<V: Vector> Nearest<V> {
    /// The same answer with the bodies exchanged: the normal is reversed, and points and leaves change places.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { proximity: self.proximity.swapped(), leaf_a: self.leaf_b, leaf_b: self.leaf_a }
    }
}

/// Whether a leaf of one body and a leaf of the other have a common point: without rounding for polytopes. No if a pose
/// is not finite or no rotation: nothing is known then.
pub fn overlaps<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let Some(frame) = Frame::new(a, b) else { return false };
    let solver = Solver { max_distance: 0.0, ..Solver::default() };
    Search::new((a, b), &solver, frame, Goal::Nearest).finds_meeting()
}

/// The answer for poses that are not finite or no rotations: the core's, which claims nothing.
pub(crate) fn unknown<V: Vector>(solver: &Solver) -> Nearest<V> {
    let origin = Point::new(V::ORIGIN).expect("zeros are finite");
    let nowhere = Pose { translation: V::narrow(V::ORIGIN.widen() * f64::NAN), ..Pose::identity() };
    let proximity = solver.distance(&origin.at(nowhere), &origin);
    Nearest { proximity, leaf_a: 0, leaf_b: 0 }
}
