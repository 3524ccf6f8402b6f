//! Questions about two bodies that move.

use super::{Composite, Dimension};
use crate::motion::{LeafCast, LeafClearance, LeafCrossing};
use clearance::{Motion, Solver};

/// When a leaf of `b` comes into contact with a leaf of `a` while `b` moves by `travel`, from fraction 0 to fraction 1.
///
/// `travel` is in the world's frame. If leaves are polytopes, the outcome is exact, and never [`Outcome::Near`](clearance::Outcome::Near).
///
/// ```
/// use clearance::{Ball, Outcome, Pose, Shape, vec3};
/// use clearance_scene::{Mesh, Single, cast};
///
/// // A bullet and a wall of two triangles. In a film it would be on this side in one frame, and beyond in the next.
/// let square = [[-4.0, -4.0, 0.0], [4.0, -4.0, 0.0], [4.0, 4.0, 0.0], [-4.0, 4.0, 0.0]];
/// let wall = Mesh::new(&square, &[[0, 1, 2], [0, 2, 3]]).unwrap();
/// let bullet = Ball::new(vec3(0.0, 0.0, 0.0), 0.125).unwrap().at(Pose::translation([2.0, -1.0, 10.0]));
/// let answer = cast(&wall.at(Pose::identity()), &Single::new(&bullet), vec3(0.0, 0.0, -40.0));
/// let right = (10.0 - 0.125) / 40.0;
/// assert_eq!(answer.outcome, Outcome::Hit);
/// assert!(answer.lower <= right && right <= answer.upper && answer.upper - answer.lower < 1e-14);
/// assert_eq!(answer.contact.unwrap().leaf_a, 0);
/// ```
pub fn cast<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    travel: A::Vector,
) -> LeafCast<A::Vector> {
    cast_with(&Solver::default(), a, b, travel)
}

/// [`cast`] with a solver: its target, its rule for the start, its precision. [`impact_with`] says what they mean.
pub fn cast_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    travel: A::Vector,
) -> LeafCast<A::Vector> {
    impact_with(solver, a, &Motion::still(), b, &Motion::travel(travel))
}

/// When leaves of two bodies that travel and turn first come into contact, with proven bounds of the fraction.
///
/// Both bodies start where they stand. The answer is the same to the bit for exchanged bodies (with the normal turned),
/// and for lengths times a power of two. Numbers that are not finite, and poses that are no rotations, have an answer
/// that claims nothing: near, from 0 to 1, without a contact.
///
/// ```
/// use clearance::{Cuboid, Motion, Pose, Shape, vec3};
/// use clearance_scene::{Compound, Single, impact};
///
/// // A plate with a square hole, and a peg that goes through it while it makes a quarter turn.
/// let bar = |half: [f64; 3], at: [f64; 3]| Cuboid::new(half.into()).unwrap().at(Pose::translation(at)).into();
/// let plate = Compound::new(vec![
///     bar([1.0, 3.0, 0.25], [-2.0, 0.0, 0.0]),
///     bar([1.0, 3.0, 0.25], [2.0, 0.0, 0.0]),
///     bar([1.0, 1.0, 0.25], [0.0, -2.0, 0.0]),
///     bar([1.0, 1.0, 0.25], [0.0, 2.0, 0.0]),
/// ]).unwrap();
/// let drive = |half: f64| {
///     let peg = Cuboid::new(vec3(half, half, 2.0)).unwrap().at(Pose::translation([0.0, 0.0, 5.0]));
///     let screw = Motion::turn(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 1.5)).and_travel(vec3(0.0, 0.0, -10.0));
///     impact(&plate.at(Pose::identity()), &Motion::still(), &Single::new(&peg), &screw)
/// };
/// assert!(drive(0.625).is_clear());
/// // The corners of this one are too far out while it turns.
/// assert!(drive(0.875).is_hit());
/// ```
pub fn impact<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    motion_a: &Motion<A::Vector>,
    b: &B,
    motion_b: &Motion<A::Vector>,
) -> LeafCast<A::Vector> {
    impact_with(&Solver::default(), a, motion_a, b, motion_b)
}

/// [`impact`] with a solver.
///
/// Contact is a distance of at most [`Solver::target`]. [`Solver::start`] is asked of each pair of leaves by itself: with
/// [`clearance::Start::Leave`], two leaves in contact at the start may slide and part, and all other pairs count as
/// usual. So a box that slides over a floor of many triangles hits where it reaches the next triangle.
///
/// Where many leaves meet at the same moment to rounding, such as two meshed plates that land on each other, all of these
/// pairs are asked.
pub fn impact_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    motion_a: &Motion<A::Vector>,
    b: &B,
    motion_b: &Motion<A::Vector>,
) -> LeafCast<A::Vector> {
    A::Vector::impact(solver, [&a.view(), &b.view()], [motion_a, motion_b])
}

/// The least distance of the leaves of two bodies over a motion, with proven bounds, when it is, and between which.
///
/// Numbers that are not finite, and poses that are no rotations, have an answer that claims nothing: from 0 to infinity.
///
/// ```
/// use clearance::{Motion, Pose, vec3};
/// use clearance_scene::{Mesh, least_clearance};
///
/// // A tetrahedron passes below a sheet.
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let tent = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let sheet = Mesh::new(&[[-1.0, -1.0, 1.5], [1.0, -1.0, 1.5], [0.0, 2.0, 1.5]], &[[0, 1, 2]]).unwrap();
/// let [tent, sheet] = [tent.at(Pose::translation([-8.0, 0.0, 0.0])), sheet.at(Pose::identity())];
/// let pass = Motion::travel(vec3(16.0, 0.0, 0.0));
/// let answer = least_clearance(&sheet, &Motion::still(), &tent, &pass);
/// assert!(answer.lower <= 0.5 && 0.5 <= answer.upper && answer.upper - answer.lower < 1e-11);
/// ```
pub fn least_clearance<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    motion_a: &Motion<A::Vector>,
    b: &B,
    motion_b: &Motion<A::Vector>,
) -> LeafClearance<A::Vector> {
    least_clearance_with(&Solver::default(), a, motion_a, b, motion_b)
}

/// [`least_clearance`] with a solver. Its target and its rule for the start have no effect.
pub fn least_clearance_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    motion_a: &Motion<A::Vector>,
    b: &B,
    motion_b: &Motion<A::Vector>,
) -> LeafClearance<A::Vector> {
    A::Vector::least_clearance(solver, [&a.view(), &b.view()], [motion_a, motion_b])
}

/// When a leaf of `b`, moved along the whole line of `direction`, first comes into contact with a leaf of `a`, and when
/// the last ones part.
///
/// Fractions are multiples of `direction`, which is in the world's frame and may have any length; they may be negative.
/// Between the entry and the exit the leaves need not be in contact all the time. `None` if the line misses, which is exact
/// if the leaves are polytopes, and if `direction` is zero. If a number is not finite, the brackets are infinite.
///
/// ```
/// use clearance::{Ball, Pose, Shape, vec3};
/// use clearance_scene::{Compound, Single, crossing};
///
/// // Two posts, and a ball between them that goes through both.
/// let post = |x: f64| Ball::new(vec3(x, 0.0, 0.0), 1.0).unwrap().into();
/// let posts = Compound::new(vec![post(-4.0), post(4.0)]).unwrap();
/// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
/// let answer = crossing(&posts.at(Pose::identity()), &Single::new(&ball), vec3(1.0, 0.0, 0.0)).unwrap();
/// assert!((answer.entry.fraction + 5.5).abs() < 1e-14 && (answer.exit.fraction - 5.5).abs() < 1e-14);
/// assert_eq!((answer.leaves_in, answer.leaves_out), ([0, 0], [1, 0]));
/// ```
pub fn crossing<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    direction: A::Vector,
) -> Option<LeafCrossing<A::Vector>> {
    crossing_with(&Solver::default(), a, b, direction)
}

/// [`crossing`] with a solver. Contact is a distance of at most [`Solver::target`]. The rule for the start has no effect.
pub fn crossing_with<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    a: &A,
    b: &B,
    direction: A::Vector,
) -> Option<LeafCrossing<A::Vector>> {
    A::Vector::crossing(solver, [&a.view(), &b.view()], direction)
}
