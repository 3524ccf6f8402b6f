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

use crate::facets::FacetSpace;
use crate::search::{Nearest, precedes, unknown};
use crate::view::{Bodies, View};
use clearance::each::Each;
use clearance::{Clearance, Crossing, Motion, Outcome, Solver, Start, Vec3, Vector, WideVector};
use contact::FirstContact;
use least::LeastDistance;
use std::cmp::Ordering;
use std::ops::Deref;

pub(crate) use crossing::crossing;

/// When the leaves of two bodies first come into contact on a motion: the answer of [`cast`](crate::cast) and [`impact`](crate::impact).
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
/// [`least_clearance`](crate::least_clearance).
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
/// of [`crossing`](crate::crossing).
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
        let [leaves_in, leaves_out] = [self.leaves_in, self.leaves_out].each(|[a, b]| [b, a]);
        Self { crossing: self.crossing.swapped(), leaves_in, leaves_out }
    }
}

/// A body and its motion.
type Moving<'a, V, const D: usize> = (&'a View<'a, V, D>, &'a Motion<V>);

/// When leaves of two bodies first come into contact.
pub(crate) fn impact<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    bodies: Bodies<V, D>,
    motions: [&Motion<V>; 2],
) -> LeafCast<V> {
    let [a, b] = [0, 1].each(|side| (bodies[side], motions[side]));
    if comes_first(b, a) { first_contact(solver, [b, a]).swapped() } else { first_contact(solver, [a, b]) }
}

/// The least distance of the leaves of two bodies.
pub(crate) fn least_clearance<V: FacetSpace<D>, const D: usize>(
    solver: &Solver,
    bodies: Bodies<V, D>,
    motions: [&Motion<V>; 2],
) -> LeafClearance<V> {
    let [a, b] = [0, 1].each(|side| (bodies[side], motions[side]));
    if comes_first(b, a) { least_distance(solver, [b, a]).swapped() } else { least_distance(solver, [a, b]) }
}

/// The first contact of two bodies in the canonical order.
fn first_contact<V: FacetSpace<D>, const D: usize>(solver: &Solver, bodies: [Moving<V, D>; 2]) -> LeafCast<V> {
    let motions = bodies.each(|(_, motion)| motion);
    let mut question = FirstContact::new(solver, motions);
    if has_finite_numbers(motions) && pairs::search(bodies.each(|(body, _)| body), &mut question).is_some() {
        question.answer()
    } else {
        LeafCast { outcome: Outcome::Near, fraction: 0.0, lower: 0.0, upper: 1.0, contact: None, iterations: 0 }
    }
}

/// The least distance of two bodies in the canonical order.
fn least_distance<V: FacetSpace<D>, const D: usize>(solver: &Solver, bodies: [Moving<V, D>; 2]) -> LeafClearance<V> {
    let motions = bodies.each(|(_, motion)| motion);
    let mut question = LeastDistance::new(solver, motions);
    let is_known = has_finite_numbers(motions) && pairs::search(bodies.each(|(body, _)| body), &mut question).is_some();
    if let (true, Some(answer)) = (is_known, question.answer()) {
        if !(answer.upper <= 0.0) {
            return answer;
        }
        let solver = Solver { target: 0.0, start: Start::Stop, ..*solver };
        return least::met(answer, &first_contact(&solver, bodies));
    }
    let proximity = unknown(solver).proximity;
    let clearance =
        Clearance { distance: 0.0, lower: 0.0, upper: f64::INFINITY, fraction: 0.0, proximity, iterations: 0 };
    LeafClearance { clearance, leaf_a: 0, leaf_b: 0 }
}

/// Whether body `b` comes before body `a` in the canonical order: by themselves, and then by their motions.
fn comes_first<V: FacetSpace<D>, const D: usize>((b, motion_b): Moving<V, D>, (a, motion_a): Moving<V, D>) -> bool {
    let pairs = numbers(motion_b).zip(numbers(motion_a));
    let order = pairs.map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    precedes([b, a]) || (order == Some(Ordering::Less) && !precedes([a, b]))
}

fn has_finite_numbers<V: Vector<Scalar = f64>, const N: usize>(motions: [&Motion<V>; N]) -> bool {
    motions.into_iter().flat_map(numbers).all(f64::is_finite)
}

/// The numbers of a motion.
fn numbers<V: Vector<Scalar = f64>>(motion: &Motion<V>) -> impl Iterator<Item = f64> + use<V> {
    let vectors = [motion.travel, motion.center].each(|vector| vector.widen().padded());
    V::turn_vector(motion.turn).into_iter().chain(vectors.into_iter().flatten())
}
