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
pub(crate) mod manifold;
mod project;
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
use crate::shape::half_space::Slab;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};
use alloc::vec::Vec;
pub(crate) use manifold::Room;
pub use manifold::{Contact, FeatureId, Manifold, Mark};

use clip::RegionCorner;
use manifold::{KeptRoom, swap_contacts};
use project::{ProjectedFace, Projection, project_face};
use rounded::{Side, surface_height};

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
