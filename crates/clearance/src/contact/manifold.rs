//! A manifold: its contacts, their identities, and the four that are kept.

use super::clip::{ProjectedVertex, Region};
use super::project::LiftedVertex;
use crate::numbers::real::Real;
use crate::result::proximity::Proximity;
use crate::shape::face::FacePoint;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// The part of a shape's face that a contact lies on.
///
/// The numbers are those of [`FacePoint::vertex`]. A shape gives the same corner the same number in every query.
///
/// [`contacts`](crate::contacts) has an example of contacts, and [`crate::guide::bodies_that_move`] of marks that last from step to
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The inside of the face.
    Face,
    /// The side of the face that begins at this vertex.
    Edge(u32),
    /// This vertex of the face.
    Vertex(u32),
    /// The deepest point, where it is no corner of the common region of the faces.
    Deepest,
}

/// The identity of a contact: the parts of the faces of A and B that it lies on.
///
/// A contact keeps its identity while the shapes move, as long as the same parts touch. Use it as a key to keep
/// impulses from step to step.
///
/// ```
/// use clearance::{Cuboid, FeatureId, Manifold, Pose, Shape, Vec3, contacts, vec3};
///
/// let ground = Cuboid::new(vec3(4.0, 1.0, 4.0)).unwrap();
/// let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
/// let ids = |x: f64| -> Vec<FeatureId> {
///     let manifold: Manifold<Vec3<f64>> = contacts(&ground, &block.at(Pose::translation([x, 1.99, 0.0])), 0.1);
///     manifold.contacts.iter().map(|contact| contact.id).collect()
/// };
/// assert_eq!(ids(0.0), ids(0.25)); // The block slides; its four contacts stay the same.
/// ```
#[doc(alias = "contact id")]
#[doc(alias = "warm starting")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId {
    /// The part of A's face.
    pub a: Mark,
    /// The part of B's face.
    pub b: Mark,
}

/// One contact of a [`Manifold`]: a point on each shape, with `point_b − point_a = separation · normal`.
///
/// [`contacts`](crate::contacts) has an example.
#[doc(alias = "contact point")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The point on A's surface, in the world's frame.
    pub point_a: V,
    /// The point on B's surface, in the world's frame.
    pub point_b: V,
    /// The distance of the two points along the normal, in the unit of the shapes. Negative where the shapes overlap.
    #[doc(alias = "penetration")]
    pub separation: V::Scalar,
    /// The identity: the same contact has it in the next time step, too.
    pub id: FeatureId,
}

/// The contacts of two shapes along one normal. [`contacts`](crate::contacts) makes it and shows an example.
///
/// A manifold that [`Solver::contacts_into`](crate::Solver::contacts_into) fills again keeps its memory, so it needs no allocation in the next step.
#[doc(alias = "contact manifold")]
#[derive(Clone, PartialEq)]
pub struct Manifold<V: Vector> {
    /// The unit vector from A to B, in the world's frame: the normal of [`Solver::signed_distance`](crate::Solver::signed_distance).
    pub normal: V,
    /// The contacts, sorted by identity. In the plane there are at most 2. In space there is one for each corner of the
    /// common region of the two faces: at most n + m + 1 for faces of n and m corners, so at most 9 for two boxes.
    /// [`Manifold::reduce`] keeps at most four of them.
    pub contacts: Vec<Contact<V>>,
    pub(super) room: KeptRoom<V::Wide>,
}

impl<V: Vector> Default for Manifold<V> {
    /// No contacts, and the normal of [`Proximity::default`]. Use it to fill a buffer that manifolds are written to.
    fn default() -> Self {
        Self { normal: Proximity::<V>::default().normal, contacts: Vec::new(), room: KeptRoom(None) }
    }
}

impl<V: Vector> fmt::Debug for Manifold<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { normal, contacts, room: _ } = self;
        f.debug_struct("Manifold").field("normal", normal).field("contacts", contacts).finish()
    }
}

/// The room that a manifold keeps for the next query. It is no part of the answer.
pub(super) struct KeptRoom<W: WideVector>(pub(super) Option<Box<Room<W>>>);

impl<W: WideVector> Clone for KeptRoom<W> {
    fn clone(&self) -> Self {
        Self(None)
    }
}
impl<W: WideVector> PartialEq for KeptRoom<W> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

/// The memory of a query for contacts: the faces, and the region that they have in common.
#[derive(Debug)]
#[doc(hidden)]
pub struct Room<W: WideVector> {
    pub(super) face: Vec<FacePoint<W>>,
    pub(super) lifted: Vec<LiftedVertex>,
    pub(super) corners: [Vec<ProjectedVertex>; 2],
    pub(super) region: Region,
    pub(super) contacts: Vec<Contact<W>>,
}

impl<W: WideVector> Default for Room<W> {
    fn default() -> Self {
        let (face, lifted, corners, region, contacts) = Default::default();
        Self { face, lifted, corners, region, contacts }
    }
}

impl<V: Vector> Manifold<V> {
    /// The manifold of the same shapes in the other order.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.normal = V::narrow(-self.normal.widen());
        swap_contacts(&mut self.contacts);
        self
    }

    /// The manifold after [`Manifold::reduce`].
    #[doc(alias = "contact reduction")]
    #[must_use]
    pub fn reduced(mut self) -> Self {
        self.reduce();
        self
    }

    /// Keeps at most four contacts: the deepest one, the one farthest from it, and the one farthest from the line
    /// through these two, on each side of the line. It allocates nothing.
    ///
    /// Four contacts keep a resting body still, and cost less than many.
    ///
    /// ```
    /// use clearance::{Cuboid, Cylinder, Pose, Shape, contacts, vec3};
    ///
    /// let table = Cuboid::new(vec3(2.0f64, 0.5, 2.0)).unwrap();
    /// let can = Cylinder::new(0.5, 0.25).unwrap().at(Pose::translation([0.0, 1.0, 0.0]));
    /// let mut manifold = contacts(&table, &can, 0.01);
    /// assert_eq!(manifold.contacts.len(), 8);
    /// manifold.reduce();
    /// assert_eq!(manifold.contacts.len(), 4);
    /// ```
    #[doc(alias = "contact reduction")]
    pub fn reduce(&mut self) {
        let count = self.contacts.len();
        if count <= 4 {
            return;
        }
        let at = |i: usize| self.contacts[i].point_a.widen();
        let best =
            |score: &dyn Fn(usize) -> f64| (1..count).fold(0, |best, i| if score(i) > score(best) { i } else { best });
        let first = best(&|i| -self.contacts[i].separation.widen());
        let second = best(&|i| (at(i) - at(first)).length_squared());
        let normal = self.normal.widen();
        let along = at(second) - at(first);
        // The signed area of the triangle of the line and point i, about the normal.
        let area = |i: usize| V::Wide::orthogonal(&along.wedge(&(at(i) - at(first)))).dot(&normal);
        let kept = [first, second, best(&|i| area(i)), best(&|i| -area(i))];
        let mut place = 0;
        self.contacts.retain(|_| {
            place += 1;
            kept.contains(&(place - 1))
        });
    }
}

/// Exchanges the shapes of contacts.
pub(super) fn swap_contacts<V: Vector>(contacts: &mut [Contact<V>]) {
    for Contact { point_a, point_b, id, .. } in &mut *contacts {
        core::mem::swap(point_a, point_b);
        *id = FeatureId { a: id.b, b: id.a };
    }
    contacts.sort_by_key(|contact| contact.id);
}
