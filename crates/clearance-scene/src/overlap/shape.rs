//! How a convex shape lies to a body whose leaves it meets.
//!
//! A leaf may lie in the solid: a face that two parts share, or one that is there twice. It ends nothing. So a shape crosses a body
//! only where points inside the shape are on what bounds the solid, or on what encloses nothing.

use super::Pair;
use super::bodies::{Convexity, Leaf, Part, error_of, lowered};
use super::doors::Filled;
use super::exposed::STEP;
use super::side::{ASIDE, Faces, Side};
use crate::ask::signed_distance;
use crate::cell::Spot;
use crate::composite::{Dimension, pairs_within};
use crate::compound::Single;
use crate::relation::Relation;
use clearance::{Hull, Pose, Solver, Space, Status, WideVector, vec3};

/// Leaves that are looked at one by one. More would find more crossings without all that bounds the body.
const LOOKS: usize = 8;

/// The relation of a body and a convex shape that has a common point with a leaf of it, and does not hold all of them: touching,
/// crossing, or the shape is in the body.
///
/// Faces in the solid count nothing. Where rounding leaves open whether the shape reaches through a face, it does not.
///
/// ```
/// use clearance::{Ball, Pose, vec3};
/// use clearance_scene::{Mesh, Relation, Single, relation_to_shape};
///
/// // Two tetrahedra that share a face, and a ball in the middle of that.
/// let corners = [[0.0, 0.0, 3.0], [0.0, 0.0, -3.0], [2.0, 0.0, 0.0], [-1.0, 2.0, 0.0], [-1.0, -2.0, 0.0]];
/// let [upper, lower] = [[[0, 2, 3], [0, 3, 4], [0, 4, 2], [4, 3, 2]], [[1, 3, 2], [1, 4, 3], [1, 2, 4], [2, 3, 4]]];
/// let mesh = Mesh::new(&corners, &[upper, lower].concat()).unwrap();
/// let related = |radius: f64| {
///     let ball = Ball::new(vec3(0.0, 0.0, 0.0), radius).unwrap();
///     relation_to_shape(&mesh.at(Pose::identity()), &Single::new(&ball))
/// };
/// assert_eq!([0.25, 1.5].map(related), [Relation::BInA, Relation::Crossing]);
/// ```
pub fn relation_to_shape<V: Dimension<D>, const D: usize>(
    body: &impl Filled<D, Vector = V>,
    shape: &Single<'_, V, D>,
) -> Relation {
    let pairs = pairs_within(body, shape, 0.0);
    let met: Vec<u32> =
        pairs.iter().filter(|pair| pair.status == Status::Overlapping).map(|pair| pair.leaf_a).collect();
    let matter = body.matter();
    let leaf = Leaf { shape: shape.shape(), pose: Pose::identity() };
    let parts = matter.parts();
    let found = match parts[..] {
        [part] if part.may_be_scaled() => relation_of(part, &leaf, &met),
        _ => None,
    };
    found.unwrap_or(if met.is_empty() { Relation::Touching } else { Relation::Crossing })
}

/// The relation of one part and a shape that has points of these leaves inside. `None` if it is not known.
fn relation_of<V: Dimension<D>, const D: usize>(part: Part, leaf: &Leaf<'_, V, D>, met: &[u32]) -> Option<Relation> {
    // A half-space has no box, and is in no body. Nothing is in a surface.
    let [low, high] = leaf.ends();
    if part.is_surface() || !(high - low).max_abs().is_finite() {
        return None;
    }
    let middle = low * 0.5 + high * 0.5;
    let (place, convex) = (part.place(middle, 0), leaf.side(middle));
    let depth = |p: Spot| (convex.support)(p).depth;
    let holds = |p: Spot| part.holds(place.own(p));
    // Mostly one look decides: at the point of a leaf that is nearest to the middle.
    let ends_there = |&number: &u32| {
        let Some(face) = part.leaf(&place, number, [low - middle, high - middle]) else { return false };
        let at = face.foot(Spot::zero()).at;
        let step = STEP * error_of([&face].into_iter(), &place, [at; 2]);
        let beside = [step, -step].map(|step| at + face.plane.normal * step);
        depth(at) > 0.0 && beside.into_iter().any(|p| holds(p) == Some(false))
    };
    if met.iter().take(LOOKS).any(ends_there) || !met.is_empty() && reaches_through(part, leaf)? {
        return Some(Relation::Crossing);
    }
    // All inside the shape is on one side. A point on a face in the solid says nothing.
    let reach = depth(Spot::zero()).max(0.0);
    let inside = ASIDE.iter().find_map(|&[x, y, z]| holds(vec3(x, y, z) * reach));
    inside.map(|is_inside| if is_inside { Relation::BInA } else { Relation::Touching })
}

/// Whether points inside a shape are on what bounds a body, or on what encloses nothing. `None` if their boxes have no
/// common inside.
fn reaches_through<V: Dimension<D>, const D: usize>(part: Part, leaf: &Leaf<'_, V, D>) -> Option<bool> {
    let pair = Pair::with([part, Part::Shape(leaf)], 0.0, 0.0)?;
    let Side::Faces(Faces { faces, thin, .. }) = &pair.search.sides[0] else { return None };
    let shape = leaf.placed(pair.origin);
    Some(faces.iter().chain(thin).any(|face| {
        let corners: Vec<V> = face.corners.iter().map(|&p| lowered::<V, D>(p)).collect();
        let polygon = Hull::new(&corners).expect("corners of faces are finite");
        signed_distance(&Solver::default(), &polygon, &shape).status == Status::Overlapping
    }))
}
