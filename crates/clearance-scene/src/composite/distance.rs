//! Questions about two bodies at rest.

use super::{Composite, Dimension};
use crate::search::{Front, Nearest, NearestCache};
use clearance::Solver;

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
    let solver = Solver { max_distance: f64::INFINITY, ..*solver };
    let nearest = A::Vector::nearest(&solver, [&a.view(), &b.view()], None);
    nearest.expect("bodies have leaves, and no distance is beyond infinity")
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
    A::Vector::nearest(&Solver { max_distance, ..Solver::default() }, [&a.view(), &b.view()], None)
}

/// [`within`] the solver's `max_distance`, with the memory of an earlier query.
pub fn within_cached<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    cache: &mut NearestCache,
) -> Option<Nearest<A::Vector>> {
    A::Vector::nearest(solver, [&a.view(), &b.view()], Some(cache))
}

/// Whether the distance of two bodies is less than a limit. Equality is decided: a distance that is exactly the limit is
/// not below it.
///
/// The search ends with the first pair of leaves that is clearly below. Where the bracket of a pair holds the limit,
/// exact numbers decide if both leaves are polytopes. For curved leaves the rounded distance decides. No distance is
/// below 0 or below NaN. If a pose is not finite or no rotation, the answer is yes for every positive limit: it cannot
/// be excluded.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, is_below};
///
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let (body, above) = (sheet.at(Pose::identity()), sheet.at(Pose::translation([0.0, 0.0, 0.1])));
/// assert!(!is_below(&body, &above, 0.1));
/// assert!(is_below(&body, &above, 0.1f64.next_up()));
/// ```
pub fn is_below<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    limit: f64,
) -> bool {
    A::Vector::is_below([&a.view(), &b.view()], limit)
}

/// Whether a leaf of one body and a leaf of the other have a common point: without rounding for polytopes. No if a pose
/// is not finite or no rotation: nothing is known then.
pub fn overlaps<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> bool {
    A::Vector::overlaps([&a.view(), &b.view()])
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
    A::Vector::several(&Solver { max_distance, ..Solver::default() }, [&a.view(), &b.view()], None)
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
    A::Vector::several(&Solver::default(), [&a.view(), &b.view()], Some(count))
}

/// The point of a body that is nearest to a point of the world, with the distance and its bounds.
///
/// `point_a` is the nearest point of the body and `leaf_a` its leaf; `feature_a` of the proximity says which corner,
/// edge or face it is on. `point_b` is the point itself. The distance is that of the leaves, so it is positive inside a
/// closed mesh, too. If a coordinate is not finite, the answer claims nothing.
///
/// ```
/// use clearance::{Pose, vec3};
/// use clearance_scene::{Mesh, closest_point};
///
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let answer = closest_point(&sheet.at(Pose::identity()), vec3(1.0, -3.0, 4.0));
/// assert_eq!((answer.distance, answer.point_a), (5.0, vec3(1.0, 0.0, 0.0)));
/// assert_eq!(answer.feature_a().vertices().len(), 2); // An edge.
/// ```
pub fn closest_point<const D: usize, C: Composite<D>>(body: &C, point: C::Vector) -> Nearest<C::Vector> {
    C::Vector::closest_point(&body.view(), point)
}

/// The front of two bodies: what [`distance`] need not look at. `None` if nothing is known, because a pose is not
/// finite or no rotation.
///
/// It takes the time of a query from the final answer. The proof holds in floats with their error bounds.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, front};
///
/// // A row of 100 triangles, and the same row 5 above it.
/// let corner = |i: i32| [f64::from(i / 3) + f64::from(i % 3) / 3.0, f64::from(i % 2), 0.0];
/// let corners: Vec<[f64; 3]> = (0..300).map(corner).collect();
/// let triangles: Vec<[u32; 3]> = (0..100).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
/// let row = Mesh::new(&corners, &triangles).unwrap();
/// let front = front(&row.at(Pose::identity()), &row.at(Pose::translation([200.0, 0.0, 5.0]))).unwrap();
/// let left_out: u64 = front.pairs.iter().map(|pair| u64::from(pair.leaves[0]) * u64::from(pair.leaves[1])).sum();
/// assert_eq!(left_out + front.leaf_pairs, 100 * 100);
/// assert!(front.pairs.iter().all(|pair| pair.bound >= front.nearest.upper));
/// ```
pub fn front<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
) -> Option<Front<A::Vector, D>> {
    A::Vector::front([&a.view(), &b.view()])
}
