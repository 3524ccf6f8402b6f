//! Contact manifolds: the points that hold two touching shapes in place, with identities that last from frame to frame.
//!
//! **Method.**
//! 1. Ask for the signed distance: it gives the normal n and the deepest point.
//! 2. Ask each shape for its face towards the other shape ([`crate::SupportMap::face_towards`]): a polygon, a segment
//!    or a point.
//! 3. Project both faces along n. The corners of their common region are the contacts ([`clip`]). A corner has a height
//!    along n on the surface over each face ([`rounded`]); the difference of the heights is its separation. It is no
//!    less than the signed distance, but for the tolerance of that, since no point of A is higher than A's support
//!    along n, and no point of B is lower than B's support. Two segments that cross have one contact: their nearest
//!    points.
//! 4. Drop the contacts beyond `speculative`. Add the deepest point if no corner is as deep. This happens at round
//!    rims, and where a face is too steep to be projected.
//!
//! **Identities** name the vertex, side or face of each shape that a corner lies on. They do not depend on the order of
//! the shapes. So a physics engine can keep the impulses of a contact from step to step.
//!
//! **References.** Catto 2007 (manifolds and identities of boxes), Gregorius 2015. Both choose a reference face. Ours
//! projects along n instead, so the result is symmetric.

mod clip;
mod rounded;

use crate::difference::canonical::precedes;
use crate::difference::unknown::is_unknown;
use crate::distance::cache::Cache;
use crate::engine::Engine;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, larger};
use crate::query::far::ball;
use crate::query::solver::Solver;
use crate::query::stages;
use crate::result::proximity::Proximity;
use crate::shape::face::FacePoint;
use crate::shape::half_space::Slab;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Rotation;
use crate::space::vector::{Space, Vec2, Vector, WideVector, vec2, vec3};
use alloc::boxed::Box;
use alloc::vec::Vec;
use clip::{ProjectedVertex, Region, RegionCorner};
use core::fmt;
use rounded::{Side, surface_height};

/// The part of a shape's face that a contact lies on.
///
/// The numbers are those of [`FacePoint::vertex`]. A shape gives the same corner the same number in every query.
///
/// [`contacts`] has an example of contacts, and [`crate::guide::bodies_that_move`] of marks that last from step to
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
/// [`contacts`] has an example.
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

/// The contacts of two shapes along one normal. [`contacts`] makes it and shows an example.
///
/// A manifold that [`Solver::contacts_into`] fills again keeps its memory, so it needs no allocation in the next step.
#[doc(alias = "contact manifold")]
#[derive(Clone, PartialEq)]
pub struct Manifold<V: Vector> {
    /// The unit vector from A to B, in the world's frame: the normal of [`Solver::signed_distance`].
    pub normal: V,
    /// The contacts, sorted by identity. In the plane there are at most 2. In space there is one for each corner of the
    /// common region of the two faces: at most n + m + 1 for faces of n and m corners, so at most 9 for two boxes.
    /// [`Manifold::reduce`] keeps at most four of them.
    pub contacts: Vec<Contact<V>>,
    room: KeptRoom<V::Wide>,
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
struct KeptRoom<W: WideVector>(Option<Box<Room<W>>>);

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
    face: Vec<FacePoint<W>>,
    lifted: Vec<LiftedVertex>,
    corners: [Vec<ProjectedVertex>; 2],
    region: Region,
    contacts: Vec<Contact<W>>,
}

impl<W: WideVector> Default for Room<W> {
    fn default() -> Self {
        let (face, lifted, corners, region, contacts) = Default::default();
        Self { face, lifted, corners, region, contacts }
    }
}

/// A corner of a projected face, its height along the normal, and the number of its vertex.
type LiftedVertex = (Vec2<f64>, f64, u32);

/// The projection along the contact normal.
struct Projection<W> {
    origin: W,
    normal: W,
    /// The tangents: one in the plane, two in space, right-handed with the normal. In the plane the second is zero.
    tangents: [W; 2],
}

impl<W: WideVector> Projection<W> {
    fn along(normal: W, origin: W) -> Self {
        if W::DIM == 2 {
            return Self { origin, normal, tangents: [W::normal_of(&[normal]), <W as Space>::zero()] };
        }
        let smaller = |l: usize, i: usize| if normal.coordinate(i).abs() < normal.coordinate(l).abs() { i } else { l };
        let first = W::normal_of(&[W::axis((1..3).fold(0, smaller)), normal]).unit();
        Self { origin, normal, tangents: [first, W::normal_of(&[normal, first])] }
    }
    /// The tangents that the dimension has.
    fn basis(&self) -> &[W] {
        &self.tangents[..W::DIM - 1]
    }
    /// The coordinates of a point across the normal, and its height along the normal.
    fn project(&self, point: W) -> (Vec2<f64>, f64) {
        let offset = point - self.origin;
        let across = |i: usize| self.basis().get(i).map_or(0.0, |t| t.dot(&offset));
        (vec2(across(0), across(1)), self.normal.dot(&offset))
    }
    /// The point with these coordinates and this height.
    fn point(&self, at: Vec2<f64>, height: f64) -> W {
        let across = self.basis().iter().zip([at.x, at.y]);
        across.fold(self.origin, |point, (&tangent, x)| point + tangent * x) + self.normal * height
    }
}

/// A face projected along the normal. Its height at the coordinates `at` is `level + slope · at`.
struct ProjectedFace<'r> {
    corners: &'r [ProjectedVertex],
    /// The slope of a segment has a part along the segment only.
    slope: Vec2<f64>,
    level: f64,
}

/// A face is not projected if the cosine between its normal and n is below this: small errors would change its heights
/// much.
///
/// Larger: fewer faces have contacts at their corners. Smaller: heights with larger errors.
const STEEP: f64 = 0.1;

/// A corner counts as deepest if it is less deep than the deepest point by at most this share of the smaller face's
/// size.
///
/// Larger: the deepest point may be missing. Smaller: it may be a second contact beside a corner.
const AS_DEEP: f64 = 1e-9;

impl Solver {
    /// The contacts of two shapes: the points where their faces touch, or nearly touch.
    ///
    /// A contact is listed if its separation is at most `speculative`, in the unit of the shapes. Shapes that overlap
    /// have contacts of negative separation. There is no contact if the shapes are farther apart than `speculative`, if
    /// `speculative` is NaN, or if a number of the shapes is not finite. The exchanged shapes give the same bits,
    /// [swapped](Manifold::swapped).
    ///
    /// ```
    /// use clearance::{Cuboid, Pose, Shape, Solver, vec2};
    ///
    /// let ground = Cuboid::new(vec2(4.0, 1.0)).unwrap();
    /// let block = Cuboid::new(vec2(1.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.125]));
    /// let solver = Solver::default();
    /// assert_eq!(solver.contacts(&ground, &block, 0.25).contacts.len(), 2);
    /// assert!(solver.contacts(&ground, &block, 0.0).contacts.is_empty());
    /// ```
    #[doc(alias = "contact manifold")]
    #[doc(alias = "speculative contacts")]
    pub fn contacts<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        speculative: V::Scalar,
    ) -> Manifold<V> {
        let mut manifold = Manifold::default();
        write_contacts(self, [&View::of(a), &View::of(b)], speculative, None, &mut Room::default(), &mut manifold);
        manifold
    }

    /// [`Solver::contacts`] with a warm start: the search begins where the last query of this pair ended.
    ///
    /// Keep one [`Cache`] for each pair of moving shapes. [`Solver::contacts_into`] also keeps the memory.
    ///
    /// ```
    /// use clearance::{Cache, Cuboid, Pose, Shape, Solver, vec3};
    ///
    /// let ground = Cuboid::new(vec3(4.0f64, 1.0, 4.0)).unwrap();
    /// let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    /// let (solver, mut cache) = (Solver::default(), Cache::default());
    /// for height in [2.25, 2.125, 2.0, 1.9375] {
    ///     let block = block.at(Pose::translation([0.0, height, 0.0]));
    ///     let manifold = solver.contacts_cached(&ground, &block, 0.25, &mut cache);
    ///     assert_eq!(manifold.contacts.len(), 4);
    ///     assert_eq!(manifold.contacts[0].separation, height - 2.0);
    /// }
    /// ```
    #[doc(alias = "warm start")]
    pub fn contacts_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        speculative: V::Scalar,
        cache: &mut Cache,
    ) -> Manifold<V> {
        let mut manifold = Manifold::default();
        write_contacts(
            self,
            [&View::of(a), &View::of(b)],
            speculative,
            Some(cache),
            &mut Room::default(),
            &mut manifold,
        );
        manifold
    }

    /// [`Solver::contacts_cached`] into a manifold that is there already. It replaces all contacts of the manifold.
    ///
    /// The manifold keeps its memory. So a query that finds no more contacts than the one before allocates nothing,
    /// with two exceptions: polytopes that are no boxes and overlap, since the penetration depth builds a polytope, and
    /// polytopes that touch to rounding, which are decided in exact numbers.
    ///
    /// ```
    /// use clearance::{Cache, Cuboid, Manifold, Pose, Shape, Solver, vec3};
    ///
    /// let ground = Cuboid::new(vec3(4.0f64, 1.0, 4.0)).unwrap();
    /// let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    /// // Keep one cache and one manifold for each pair.
    /// let (solver, mut cache, mut manifold) = (Solver::default(), Cache::default(), Manifold::default());
    /// for x in [0.0, 0.25, 0.5] {
    ///     let block = block.at(Pose::translation([x, 2.0, 0.0]));
    ///     solver.contacts_into(&ground, &block, 0.25, &mut cache, &mut manifold);
    ///     assert_eq!(manifold.contacts.len(), 4);
    /// }
    /// ```
    pub fn contacts_into<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        speculative: V::Scalar,
        cache: &mut Cache,
        manifold: &mut Manifold<V>,
    ) {
        let mut room = manifold.room.0.take().unwrap_or_default();
        write_contacts(self, [&View::of(a), &View::of(b)], speculative, Some(cache), &mut room, manifold);
        manifold.room = KeptRoom(Some(room));
    }
}

/// The contact manifold of two shapes: [`Solver::contacts`] with the default solver.
///
/// ```
/// use clearance::{Cuboid, Pose, Shape, contacts, vec3};
///
/// // A block of side 1 on a table, with an overlap of 1/16.
/// let table = Cuboid::new(vec3(2.0f64, 0.5, 2.0)).unwrap();
/// let block = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap().at(Pose::translation([0.0, 0.9375, 0.0]));
///
/// let manifold = contacts(&table, &block, 0.01);
/// assert_eq!(manifold.normal, vec3(0.0, 1.0, 0.0)); // From the table to the block.
/// assert_eq!(manifold.contacts.len(), 4); // The corners of the block's lower face.
/// for contact in &manifold.contacts {
///     assert_eq!(contact.separation, -0.0625);
/// }
/// ```
#[doc(alias = "contact manifold")]
#[doc(alias = "speculative contacts")]
#[doc(alias = "collide")]
pub fn contacts<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, speculative: V::Scalar) -> Manifold<V> {
    Solver::default().contacts(a, b, speculative)
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

/// The contacts of two shapes, in the memory of `room` and of `manifold`.
pub(crate) fn write_contacts<V: Vector>(
    solver: &Solver,
    [a, b]: [&View<'_, V::Wide>; 2],
    speculative: V::Scalar,
    cache: Option<&mut Cache>,
    room: &mut Room<V::Wide>,
    manifold: &mut Manifold<V>,
) {
    let normal = V::Wide::contacts(solver, a, b, speculative.widen(), cache, room);
    manifold.normal = V::narrow(normal);
    manifold.contacts.clear();
    manifold.contacts.extend(room.contacts.iter().map(|contact| Contact {
        point_a: V::narrow(contact.point_a),
        point_b: V::narrow(contact.point_b),
        separation: V::Scalar::narrow(contact.separation),
        id: contact.id,
    }));
}

/// Exchanges the shapes of contacts.
fn swap_contacts<V: Vector>(contacts: &mut [Contact<V>]) {
    for Contact { point_a, point_b, id, .. } in &mut *contacts {
        core::mem::swap(point_a, point_b);
        *id = FeatureId { a: id.b, b: id.a };
    }
    contacts.sort_by_key(|contact| contact.id);
}

/// Writes the contacts to `room`. Returns the normal, from A to B.
pub(crate) fn find_contacts<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    speculative: f64,
    cache: Option<&mut Cache>,
    room: &mut Room<W>,
) -> W {
    // The order of the caller, so that all queries of the pair understand the cache.
    let mut nearest = stages::signed_distance(solver, a, b, cache);
    let normal = nearest.normal;
    let slabs = [slab_beside(a, b, speculative), slab_beside(b, a, speculative)];
    let is_swapped = if slabs.iter().all(Option::is_none) { precedes(b, a) } else { slabs[0].is_none() };
    let views = [slabs[0].as_ref().map(View::of), slabs[1].as_ref().map(View::of)];
    let [a, b] = [views[0].as_ref().unwrap_or(a), views[1].as_ref().unwrap_or(b)];
    if is_swapped {
        nearest.swap();
        in_order(solver, [b, a], &nearest, speculative, room);
        swap_contacts(&mut room.contacts);
    } else {
        in_order(solver, [a, b], &nearest, speculative, room);
    }
    normal
}

/// What stands for a half-space beside a body. `None` for other shapes, and between two half-spaces.
#[inline(always)]
fn slab_beside<W: WideVector>(shape: &View<'_, W>, body: &View<'_, W>, speculative: f64) -> Option<Slab<W>> {
    if shape.half_space().is_none() || body.half_space().is_some() {
        return None;
    }
    let apart = body.pose().translation - shape.pose().translation;
    Slab::of(shape, apart.length() + ball(body) + larger(speculative, 0.0))
}

/// The contacts of two shapes in the solver's order, from their nearest points.
fn in_order<W: WideVector>(
    solver: &Solver,
    [a, b]: [&View<'_, W>; 2],
    nearest: &Proximity<W>,
    speculative: f64,
    room: &mut Room<W>,
) {
    room.contacts.clear();
    let is_known = !is_unknown(nearest) && nearest.distance > f64::NEG_INFINITY;
    if !(nearest.distance <= speculative && is_known) {
        return;
    }
    let normal = nearest.normal;
    let projection = Projection::along(normal, nearest.point_a);
    let Room { face, lifted, corners: [corners_a, corners_b], region, contacts } = room;
    project_face(a, normal, &projection, face, lifted);
    let on_a = ProjectedFace::new(lifted, corners_a);
    project_face(b, -normal, &projection, face, lifted);
    let on_b = ProjectedFace::new(lifted, corners_b);
    if let (Some(on_a), Some(on_b)) = (&on_a, &on_b) {
        let contact = |corner: &RegionCorner| {
            let height_a = surface_height(solver, a, on_a, &projection, corner.at, Side::Up)?;
            let height_b = surface_height(solver, b, on_b, &projection, corner.at, Side::Down)?;
            Some(Contact {
                point_a: projection.point(corner.at, height_a),
                point_b: projection.point(corner.at, height_b),
                separation: height_b - height_a,
                id: FeatureId { a: corner.on_a, b: corner.on_b },
            })
        };
        region.find(on_a.corners, on_b.corners);
        match region.corners.as_slice() {
            [crossing] => contacts.push(deepest_contact(nearest, FeatureId { a: crossing.on_a, b: crossing.on_b })),
            corners => {
                contacts.extend(corners.iter().filter_map(contact).filter(|contact| contact.separation <= speculative));
            }
        }
    }
    // The tolerance is a share of the small face. It is no less than the rounding errors, which are those of the large
    // face.
    let sizes = [on_a, on_b].each(|face| face.map_or(0.0, |face| face.size()));
    let slack = (AS_DEEP * sizes[0].min(sizes[1])).max(8.0 * f64::EPSILON * sizes[0].max(sizes[1]));
    add_deepest(contacts, nearest, slack);
    contacts.sort_by_key(|contact| contact.id);
    contacts.dedup_by_key(|contact| contact.id);
}

/// Adds the deepest point, unless a corner is as deep to within `slack`.
fn add_deepest<W: WideVector>(contacts: &mut Vec<Contact<W>>, nearest: &Proximity<W>, slack: f64) {
    let deep = nearest.distance.widen() + slack;
    if contacts.iter().any(|contact| contact.separation.widen() <= deep) {
        return;
    }
    contacts.push(deepest_contact(nearest, FeatureId { a: Mark::Deepest, b: Mark::Deepest }));
}

/// The contact at the nearest or deepest points.
fn deepest_contact<W: WideVector>(nearest: &Proximity<W>, id: FeatureId) -> Contact<W> {
    Contact { point_a: nearest.point_a, point_b: nearest.point_b, separation: nearest.distance, id }
}

/// Projects the face of a shape towards a direction.
fn project_face<W: WideVector>(
    shape: &View<'_, W>,
    direction: W,
    projection: &Projection<W>,
    face: &mut Vec<FacePoint<W>>,
    lifted: &mut Vec<LiftedVertex>,
) {
    let pose = shape.pose();
    face.clear();
    shape.face_towards(direction.mapped_back(&pose.rotation.matrix()), face);
    let project = |corner: &FacePoint<W>| {
        let (at, height) = projection.project(pose.apply_wide(corner.point));
        (at, height, corner.vertex)
    };
    lifted.clear();
    lifted.extend(face.iter().map(project));
}

impl<'r> ProjectedFace<'r> {
    /// The face of these corners, in the memory of `corners`. `None` if it is a point or too steep.
    fn new(lifted: &mut [LiftedVertex], corners: &'r mut Vec<ProjectedVertex>) -> Option<Self> {
        let (first, second) = (*lifted.first()?, *lifted.get(1)?);
        let slope = if lifted.len() == 2 {
            let along = second.0 - first.0;
            let squared = along.length_squared();
            let rise = second.1 - first.1;
            if !(squared > STEEP * STEEP * rise * rise) {
                return None;
            }
            along * (rise / squared)
        } else {
            // The vector area of the face, as the sum over a fan of triangles. Its z is the projected area; −(x, y)/z
            // is the slope.
            let mut area = vec3(0.0, 0.0, 0.0);
            let edge = |c: &LiftedVertex| vec3(c.0.x - first.0.x, c.0.y - first.0.y, c.1 - first.1);
            for pair in lifted[1..].windows(2) {
                area += edge(&pair[0]).wedge(&edge(&pair[1]));
            }
            if !(area.z.abs() > STEEP * area.length()) {
                return None;
            }
            if area.z < 0.0 {
                lifted.reverse();
            }
            vec2(-area.x / area.z, -area.y / area.z)
        };
        let level = first.1 - slope.dot(first.0);
        corners.clear();
        corners.extend(lifted.iter().map(|&(at, _, vertex)| (at, vertex)));
        Some(Self { corners, slope, level })
    }
    /// The height of the face's plane at these coordinates.
    fn height(&self, at: Vec2<f64>) -> f64 {
        self.level + self.slope.dot(at)
    }
    /// The greatest |coordinate| from the first corner to another one.
    fn size(&self) -> f64 {
        self.corners.iter().fold(0.0, |size: f64, corner| size.max((corner.0 - self.corners[0].0).max_abs()))
    }
}
