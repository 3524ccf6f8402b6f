//! Two bodies that move: when leaves first come into contact, and how near they come.
//!
//! The boxes of a pair of nodes hold its leaves, at each moment of the motion. So what the core proves about two boxes
//! that move along holds for all leaves in them. The pair of boxes that may meet first is opened first, until the leaves
//! themselves are asked. docs/math/motion.md has the proof.

mod contact;
mod crossing;
mod earliest;
mod least;
mod pairs;

use crate::composite::Composite;
use crate::search::{Nearest, precedes, unknown};
use clearance::{Clearance, Crossing, Motion, Outcome, Solver, Start, Vec3, Vector, WideVector};
use contact::FirstContact;
use least::LeastDistance;
use std::cmp::Ordering;
use std::ops::Deref;

pub use crossing::{crossing, crossing_with};

/// When the leaves of two bodies first come into contact on a motion: the answer of [`cast`] and [`impact`].
///
/// *Contact* means that two leaves are at most [`Solver::target`] apart. The leaves are the triangles of meshes, the
/// edges of outlines, the shapes of compounds. A body inside of a closed mesh is not in contact with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafCast<V: Vector = Vec3<f64>> {
    /// Whether there is contact. `Clear` and `Hit` are proven.
    pub outcome: Outcome,
    /// The fraction of the motion at the first contact; 1 if there is none.
    pub fraction: f64,
    /// Proven: no leaves are in contact before this fraction. 1 if they never are.
    pub lower: f64,
    /// Of a hit: it is proven that there is contact at or before this fraction. 1 if there is no contact. If the
    /// outcome is [`Outcome::Near`]: the end of what is open.
    pub upper: f64,
    /// The two leaves that meet, or that may meet, with their signed distance and nearest points at the lower bound of
    /// their own contact. That is `lower` but for rounding, unless another pair is [`Outcome::Near`] before. `None` if
    /// the motion is clear. Of several pairs whose brackets share a fraction it is the first one by the leaves of one
    /// body, and then of the other, as for [`Nearest`].
    pub contact: Option<Nearest<V>>,
    /// The number of queries for shapes at rest that the search took, for boxes and for leaves.
    pub iterations: u64,
}

impl<V: Vector> LeafCast<V> {
    /// Whether there is contact, or contact is not excluded: the safe side of a yes-or-no question.
    pub fn is_hit(&self) -> bool {
        self.outcome != Outcome::Clear
    }

    /// Whether it is proven that there is no contact.
    pub fn is_clear(&self) -> bool {
        self.outcome == Outcome::Clear
    }

    /// The same answer for exchanged bodies.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { contact: self.contact.map(Nearest::swapped), ..self }
    }
}

/// How near the leaves of two bodies come to each other on a motion, when, and which: the answer of
/// [`least_clearance`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafClearance<V: Vector = Vec3<f64>> {
    /// The least distance with its bounds, and when it is. If leaves come into contact, it is 0, and the fraction is that
    /// of the first contact.
    pub clearance: Clearance<V>,
    /// The leaf of the first body. Of several pairs with the same distance it is the first one, as for [`Nearest`].
    pub leaf_a: u32,
    /// The leaf of the second body.
    pub leaf_b: u32,
}

impl<V: Vector> Deref for LeafClearance<V> {
    type Target = Clearance<V>;
    fn deref(&self) -> &Self::Target {
        &self.clearance
    }
}

impl<V: Vector> LeafClearance<V> {
    /// The same answer for exchanged bodies.
    #[must_use]
    pub fn swapped(self) -> Self {
        let clearance = Clearance { proximity: self.clearance.proximity.swapped(), ..self.clearance };
        Self { clearance, leaf_a: self.leaf_b, leaf_b: self.leaf_a }
    }
}

/// When the leaves of two bodies first come into contact on a whole line, when the last ones part, and which: the answer
/// of [`crossing`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafCrossing<V: Vector = Vec3<f64>> {
    /// The entry and the exit with their normals.
    pub crossing: Crossing<V>,
    /// The leaves of both bodies that meet first. Of several pairs whose brackets share a fraction it is the first one, as
    /// for [`LeafCast::contact`].
    pub leaves_in: [u32; 2],
    /// The leaves of both bodies that part last.
    pub leaves_out: [u32; 2],
}

impl<V: Vector> Deref for LeafCrossing<V> {
    type Target = Crossing<V>;
    fn deref(&self) -> &Self::Target {
        &self.crossing
    }
}

impl<V: Vector> LeafCrossing<V> {
    /// The same answer for exchanged bodies.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [leaves_in, leaves_out] = [self.leaves_in, self.leaves_out].map(|[a, b]| [b, a]);
        Self { crossing: self.crossing.swapped(), leaves_in, leaves_out }
    }
}

/// When a leaf of `b` comes into contact with a leaf of `a` while `b` moves by `travel`, from fraction 0 to fraction 1.
///
/// `travel` is in the world's frame. If leaves are polytopes, the outcome is exact, and never [`Outcome::Near`].
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
    if comes_first((b, motion_b), (a, motion_a)) {
        first_contact(solver, (b, motion_b), (a, motion_a)).swapped()
    } else {
        first_contact(solver, (a, motion_a), (b, motion_b))
    }
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
    if comes_first((b, motion_b), (a, motion_a)) {
        least_distance(solver, (b, motion_b), (a, motion_a)).swapped()
    } else {
        least_distance(solver, (a, motion_a), (b, motion_b))
    }
}

/// A body and its motion.
type Moving<'a, C, V> = (&'a C, &'a Motion<V>);

/// The first contact of two bodies in the canonical order.
fn first_contact<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    (a, motion_a): Moving<A, A::Vector>,
    (b, motion_b): Moving<B, A::Vector>,
) -> LeafCast<A::Vector> {
    let mut question = FirstContact::new(solver, [motion_a, motion_b]);
    if has_finite_numbers([motion_a, motion_b]) && pairs::search(a, b, &mut question).is_some() {
        question.answer()
    } else {
        LeafCast { outcome: Outcome::Near, fraction: 0.0, lower: 0.0, upper: 1.0, contact: None, iterations: 0 }
    }
}

/// The least distance of two bodies in the canonical order.
fn least_distance<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    (a, motion_a): Moving<A, A::Vector>,
    (b, motion_b): Moving<B, A::Vector>,
) -> LeafClearance<A::Vector> {
    let mut question = LeastDistance::new(solver, [motion_a, motion_b]);
    let is_known = has_finite_numbers([motion_a, motion_b]) && pairs::search(a, b, &mut question).is_some();
    if let (true, Some(answer)) = (is_known, question.answer()) {
        if !(answer.upper <= 0.0) {
            return answer;
        }
        let solver = Solver { target: 0.0, start: Start::Stop, ..*solver };
        let first = first_contact(&solver, (a, motion_a), (b, motion_b));
        return least::met(answer, &first);
    }
    let proximity = unknown(solver).proximity;
    let clearance =
        Clearance { distance: 0.0, lower: 0.0, upper: f64::INFINITY, fraction: 0.0, proximity, iterations: 0 };
    LeafClearance { clearance, leaf_a: 0, leaf_b: 0 }
}

/// Whether body `b` comes before body `a` in the canonical order: by themselves, and then by their motions.
fn comes_first<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    (b, motion_b): Moving<B, A::Vector>,
    (a, motion_a): Moving<A, A::Vector>,
) -> bool {
    let pairs = numbers(motion_b).zip(numbers(motion_a));
    let order = pairs.map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    precedes(b, a) || (order == Some(Ordering::Less) && !precedes(a, b))
}

fn has_finite_numbers<V: Vector<Scalar = f64>>(motions: [&Motion<V>; 2]) -> bool {
    motions.into_iter().flat_map(numbers).all(f64::is_finite)
}

/// The numbers of a motion.
fn numbers<V: Vector<Scalar = f64>>(motion: &Motion<V>) -> impl Iterator<Item = f64> + use<V> {
    let vectors = [motion.travel, motion.center].map(|vector| vector.widen().padded());
    V::turn_vector(motion.turn).into_iter().chain(vectors.into_iter().flatten())
}
