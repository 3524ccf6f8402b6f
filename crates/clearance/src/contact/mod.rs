//! Contact manifolds: the points that hold two touching shapes in place, with identities that last from frame to frame.
//!
//! **Method.**
//! 1. The signed distance gives the normal n and the deepest point.
//! 2. Each shape names its face towards the other ([`crate::SupportMap::face_towards`]): a polygon, a segment or a point.
//! 3. Both are projected along n; the corners of their common region are the contacts ([`clip`]). On each face a corner
//!    has a height along n; the difference is its separation, never less than the signed distance but for its tolerance,
//!    since no point of A lies higher than its support along n and none of B lower. Where two segments cross, the nearest
//!    points are the one contact.
//! 4. Contacts farther apart than asked for are dropped; the deepest point is added where no corner is as deep (round
//!    rims, faces that stand too steep to be projected).
//!
//! **Identities** name the vertex, side or face of each shape that a corner lies on. They do not depend on the order of the
//! shapes, nor on which face cuts which, so a solver can carry impulses over.
//!
//! **References.** Catto 2007 (box-box manifolds and ids), Gregorius 2015; ours projects along n instead of choosing a
//! reference face, which makes it symmetric.

mod clip;

use crate::order::precedes;
use crate::pose::Rotation;
use crate::proximity::Proximity;
use crate::query::Solver;
use crate::real::Real;
use crate::support::SupportMap;
use crate::vector::{Space, Vec2, Vector, WideVector, vec2, vec3};
use alloc::vec::Vec;
use clip::common;

/// A part of a face: what a contact lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The inside of the face.
    Face,
    /// The side that begins at this vertex of the face.
    Edge(u32),
    /// This vertex of the face.
    Vertex(u32),
    /// The deepest point, which is no corner of the faces.
    Deepest,
}

/// What a contact is, from frame to frame: the features of A and B that make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId {
    /// On A.
    pub a: Mark,
    /// On B.
    pub b: Mark,
}

/// One contact. `point_b − point_a = separation · normal` of its manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// On A's face, in the world's frame.
    pub point_a: V,
    /// On B's face, in the world's frame.
    pub point_b: V,
    /// How far apart along the normal; negative when overlapping.
    pub separation: V::Scalar,
    /// The same contact has the same identity in the next frame.
    pub id: FeatureId,
}

/// The contacts of two shapes along one normal.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    /// At most 2 in the plane; in space the corners of the common region. Ordered by identity.
    pub contacts: Vec<Contact<V>>,
}

/// A corner of a shape's face, in the frame that it was asked in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacePoint<W> {
    /// Where it is.
    pub point: W,
    /// Its number: the same corner has the same number next time.
    pub vertex: u32,
}

/// The direction that faces are seen along, and the coordinates across it.
struct View<W> {
    origin: W,
    normal: W,
    /// One tangent in the plane, two in space, right-handed with the normal.
    basis: Vec<W>,
}

impl<W: WideVector> View<W> {
    fn along(normal: W, origin: W) -> Self {
        if W::DIM == 2 {
            return Self { origin, normal, basis: alloc::vec![W::normal_of(&[normal])] };
        }
        let smaller = |l: usize, i: usize| if normal.coordinate(i).abs() < normal.coordinate(l).abs() { i } else { l };
        let first = W::normal_of(&[W::axis((1..3).fold(0, smaller)), normal]).unit();
        Self { origin, normal, basis: alloc::vec![first, W::normal_of(&[normal, first])] }
    }
    /// A point's coordinates across the normal, and its height along it.
    fn project(&self, point: W) -> (Vec2<f64>, f64) {
        let offset = point - self.origin;
        let across = |i: usize| self.basis.get(i).map_or(0.0, |t| t.dot(&offset));
        (vec2(across(0), across(1)), self.normal.dot(&offset))
    }
    /// The point at these coordinates and this height.
    fn point(&self, at: Vec2<f64>, height: f64) -> W {
        let across = self.basis.iter().zip([at.x, at.y]);
        across.fold(self.origin, |point, (&tangent, x)| point + tangent * x) + self.normal * height
    }
}

/// A face seen along the normal: corners with heights.
struct Seen {
    corners: Vec<(Vec2<f64>, u32)>,
    /// Height over the projection: `level + slope · at`; for segments along the segment only.
    slope: Vec2<f64>,
    level: f64,
}

/// Faces whose normal stands steeper to n than this cosine are not projected: heights over them mean little.
const STEEP: f64 = 0.1;

/// Corners shallower than the deepest point by more than this part of the smaller face's size do not stand for it.
const AS_DEEP: f64 = 1e-9;

impl Solver {
    /// The contacts of two shapes that are at most `speculative` apart; none when they are farther.
    pub fn contacts<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        speculative: V::Scalar,
    ) -> Manifold<V> {
        if precedes(b, a) { ordered(self, b, a, speculative).swapped() } else { ordered(self, a, b, speculative) }
    }
}

/// [`Solver::contacts`] with the default solver.
pub fn contacts<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, speculative: V::Scalar) -> Manifold<V> {
    Solver::default().contacts(a, b, speculative)
}

impl<V: Vector> Manifold<V> {
    /// The manifold of the same shapes exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        let swap = |contact: Contact<V>| Contact {
            point_a: contact.point_b,
            point_b: contact.point_a,
            id: FeatureId { a: contact.id.b, b: contact.id.a },
            ..contact
        };
        let mut contacts: Vec<_> = self.contacts.into_iter().map(swap).collect();
        contacts.sort_by_key(|contact| contact.id);
        Self { normal: V::narrow(-self.normal.widen()), contacts }
    }

    /// At most four of the contacts: the deepest, the farthest from it, the farthest from their line, and the farthest on
    /// the line's other side.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        if self.contacts.len() <= 4 {
            return self;
        }
        let at = |i: usize| self.contacts[i].point_a.widen();
        let count = self.contacts.len();
        let best =
            |score: &dyn Fn(usize) -> f64| (1..count).fold(0, |best, i| if score(i) > score(best) { i } else { best });
        let first = best(&|i| -self.contacts[i].separation.widen());
        let second = best(&|i| (at(i) - at(first)).length_squared());
        let normal = self.normal.widen();
        let along = at(second) - at(first);
        // Signed area of the triangle over the line, about the normal.
        let area = |i: usize| V::Wide::orthogonal(&along.wedge(&(at(i) - at(first)))).dot(&normal);
        let mut kept = alloc::vec![first, second, best(&|i| area(i)), best(&|i| -area(i))];
        kept.sort_unstable();
        kept.dedup();
        self.contacts = kept.into_iter().map(|i| self.contacts[i]).collect();
        self
    }
}

fn ordered<V: Vector>(
    solver: &Solver,
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    speculative: V::Scalar,
) -> Manifold<V> {
    let nearest = solver.signed_distance(a, b);
    let normal = nearest.normal.widen();
    if nearest.distance > speculative {
        return Manifold { normal: nearest.normal, contacts: Vec::new() };
    }
    let view = View::along(normal, nearest.point_a.widen());
    let (radius_a, radius_b) = (a.radius().widen(), b.radius().widen());
    let faces = [face_of(a, normal, &view), face_of(b, -normal, &view)];
    let mut contacts = match &faces {
        [Some(on_a), Some(on_b)] => {
            let contact = |corner: &clip::Corner| {
                let heights = [on_a.height(corner.at) + radius_a, on_b.height(corner.at) - radius_b];
                Contact {
                    point_a: V::narrow(view.point(corner.at, heights[0])),
                    point_b: V::narrow(view.point(corner.at, heights[1])),
                    separation: V::Scalar::narrow(heights[1] - heights[0]),
                    id: FeatureId { a: corner.on_a, b: corner.on_b },
                }
            };
            match common(&on_a.corners, &on_b.corners).as_slice() {
                [crossing] => alloc::vec![deepest(&nearest, FeatureId { a: crossing.on_a, b: crossing.on_b })],
                corners => corners.iter().map(contact).filter(|contact| contact.separation <= speculative).collect(),
            }
        }
        _ => Vec::new(),
    };
    // A small shape on a large one is looked at closely; rounding is that of the large one.
    let sizes = faces.map(|face| face.map_or(0.0, |face| face.size()));
    let slack = (AS_DEEP * sizes[0].min(sizes[1])).max(8.0 * V::Scalar::EPSILON * sizes[0].max(sizes[1]));
    add_deepest(&mut contacts, &nearest, slack);
    contacts.sort_by_key(|contact| contact.id);
    contacts.dedup_by_key(|contact| contact.id);
    Manifold { normal: nearest.normal, contacts }
}

/// Adds the deepest point unless a corner is as deep but for `slack`.
fn add_deepest<V: Vector>(contacts: &mut Vec<Contact<V>>, nearest: &Proximity<V>, slack: f64) {
    let deep = nearest.distance.widen() + slack;
    if contacts.iter().any(|contact| contact.separation.widen() <= deep) {
        return;
    }
    contacts.push(deepest(nearest, FeatureId { a: Mark::Deepest, b: Mark::Deepest }));
}

fn deepest<V: Vector>(nearest: &Proximity<V>, id: FeatureId) -> Contact<V> {
    Contact { point_a: nearest.point_a, point_b: nearest.point_b, separation: nearest.distance, id }
}

/// A shape's face along a direction, projected; `None` for a point or a face that stands too steep.
fn face_of<V: Vector>(shape: &impl SupportMap<V>, direction: V::Wide, view: &View<V::Wide>) -> Option<Seen> {
    let pose = shape.pose();
    let mut face = Vec::new();
    shape.face_towards(direction.mapped_back(&pose.rotation.matrix()), &mut face);
    let project = |corner: &FacePoint<V::Wide>| {
        let (at, height) = view.project(pose.apply(corner.point));
        (at, height, corner.vertex)
    };
    Seen::new(face.iter().map(project).collect())
}

impl Seen {
    /// From projected corners, heights and numbers.
    fn new(mut corners: Vec<(Vec2<f64>, f64, u32)>) -> Option<Self> {
        let (first, second) = (*corners.first()?, *corners.get(1)?);
        let slope = if corners.len() == 2 {
            let along = second.0 - first.0;
            let squared = along.length_squared();
            let rise = second.1 - first.1;
            if !(squared > STEEP * STEEP * rise * rise) {
                return None;
            }
            along * (rise / squared)
        } else {
            // The sum of a fan's areas: (x, y) of it against z is the slope, z its area in projection.
            let mut area = vec3(0.0, 0.0, 0.0);
            let edge = |c: &(Vec2<f64>, f64, u32)| vec3(c.0.x - first.0.x, c.0.y - first.0.y, c.1 - first.1);
            for pair in corners[1..].windows(2) {
                area = area + edge(&pair[0]).wedge(&edge(&pair[1]));
            }
            if !(area.z.abs() > STEEP * area.length()) {
                return None;
            }
            if area.z < 0.0 {
                corners.reverse();
            }
            vec2(-area.x / area.z, -area.y / area.z)
        };
        let level = first.1 - slope.dot(&first.0);
        let corners = corners.into_iter().map(|(at, _, vertex)| (at, vertex)).collect();
        Some(Self { corners, slope, level })
    }
    fn height(&self, at: Vec2<f64>) -> f64 {
        self.level + self.slope.dot(&at)
    }
    fn size(&self) -> f64 {
        self.corners.iter().fold(0.0, |size: f64, corner| size.max((corner.0 - self.corners[0].0).max_abs()))
    }
}
