//! Two bodies against each other.

mod below;
mod bounds;
mod crossing;
mod cuts;
mod first;
mod frame;
mod front;
mod goal;
mod groups;
mod kept;
mod least;
mod near;
mod near_pairs;
mod nearest;
mod order;
mod pair;
mod plane;
mod planes;
mod point;
mod sharp;
mod walk;

use crate::ask;
use crate::facets::FacetSpace;
use crate::view::Bodies;
pub(crate) use below::is_below;
use clearance::{Point, Pose, Proximity, Shape, Solver, Vec3, Vector};
pub use front::{BoxPair, Front};
pub(crate) use front::{box_of, front};
use goal::Goal;
use kept::Kept;
pub(crate) use near::{are_placed, each_near_pair, each_near_pair_but, slack};
pub use near_pairs::{NearPairs, NearTriangles};
use nearest::{Answer, Search};
pub(crate) use order::precedes;
use pair::Pair;
use plane::BesidePlane;
pub(crate) use point::closest_point;
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

/// The nearest pair within the solver's `max_distance`, with the memory of an earlier query if there is one.
pub(crate) fn nearest<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    [a, b]: Bodies<V, D>,
    cache: Option<&mut NearestCache>,
) -> Option<Nearest<V>> {
    if let Some(pair) = BesidePlane::of([a, b]) {
        return pair.nearest(solver);
    }
    // A bracket that is wider than the distance tells nothing: neither a direction nor which leaves are candidates.
    let tolerance = if solver.tolerance > 1.0 { 1.0 } else { solver.tolerance };
    let solver = &Solver { tolerance, ..*solver };
    let (mut leaves, front) = cache.map_or((None, None), |cache| (Some(&mut cache.leaves), Some(&mut cache.front)));
    let first = leaves.as_deref().copied().flatten();
    let nearest = if precedes([b, a]) {
        in_order(solver, [b, a], first.map(|[a, b]| [b, a]), front)?.swapped()
    } else {
        in_order(solver, [a, b], first, front)?
    };
    if let Some(leaves) = &mut leaves {
        **leaves = Some([nearest.leaf_a, nearest.leaf_b]);
    }
    Some(nearest)
}

/// The nearest pair of two bodies in the canonical order. `None` if they are clearly beyond the limit.
fn in_order<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    bodies: Bodies<V, D>,
    first: Option<[u32; 2]>,
    front: Option<&mut Kept>,
) -> Option<Nearest<V>> {
    let Some(pair) = Pair::new(bodies) else {
        return (!(solver.max_distance < 0.0)).then(|| unknown(solver));
    };
    let mut search = Search::new(&pair, solver, &Goal::Nearest);
    if let Some(leaves) = first {
        search.begin_with(leaves);
    }
    search.front = front;
    search.nearest_within().map(Nearest::from)
}

/// The pairs within the solver's limit, the nearest first: all of them, or so many.
pub(crate) fn several<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    bodies: Bodies<V, D>,
    count: Option<usize>,
) -> Vec<Nearest<V>> {
    if let Some(pair) = BesidePlane::of(bodies) {
        return pair.several(solver, count.unwrap_or(usize::MAX));
    }
    let Some(pair) = Pair::new(bodies).filter(|_| count != Some(0)) else { return Vec::new() };
    let goal = |limit: f64| match count {
        Some(count) => Goal::Several(count, BinaryHeap::new(), limit),
        None => Goal::All(limit),
    };
    let mut answers = Search::new(&pair, solver, &goal).all();
    answers.truncate(count.unwrap_or(usize::MAX));
    answers.into_iter().map(Nearest::from).collect()
}

/// Whether a leaf of one body and a leaf of the other have a common point.
pub(crate) fn overlaps<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>) -> bool {
    if let Some(pair) = BesidePlane::of(bodies) {
        return pair.meets();
    }
    let Some(pair) = Pair::new(bodies) else { return false };
    let solver = Solver { max_distance: 0.0, ..Solver::default() };
    Search::new(&pair, &solver, &Goal::Nearest).finds_meeting()
}

/// Whether a body has points inside a half-space. No other pair is asked about.
pub(crate) fn enters<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>) -> bool {
    BesidePlane::of(bodies).is_some_and(|pair| pair.enters())
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

/// The answer for poses that are not finite or no rotations: the core's, which claims nothing.
pub(crate) fn unknown<V: Vector>(solver: &Solver) -> Nearest<V> {
    let origin = Point::new(V::ORIGIN).expect("zeros are finite");
    let nowhere = Pose { translation: V::narrow(V::ORIGIN.widen() * f64::NAN), ..Pose::identity() };
    let proximity = ask::distance(solver, &origin.at(nowhere), &origin);
    Nearest { proximity, leaf_a: 0, leaf_b: 0 }
}
