//! Questions about what two bodies have in common.

use super::bodies::{Convexity, Leaf, Matter, lowered};
use super::contact::{ContactRegion, region_of};
use super::reach::are_near_each_other;
use super::{CommonVolume, Overlap, is_more_than, judged, overlap_of, volume_of};
use crate::ask;
use crate::composite::{Composite, Dimension};
use crate::compound::{CompoundBody, Single};
use crate::mesh::Body;
use crate::outline::OutlineBody;
use crate::search::{are_placed, precedes};
use clearance::{Placed, Pose, Solver, SupportMap};

/// A body that may enclose something: all bodies are.
pub trait Filled<const D: usize>: Composite<D> {
    #[doc(hidden)]
    fn matter(&self) -> Matter<'_>;
}

impl Filled<3> for Body<'_> {
    fn matter(&self) -> Matter<'_> {
        Matter::Mesh(*self)
    }
}

impl Filled<2> for OutlineBody<'_> {
    fn matter(&self) -> Matter<'_> {
        Matter::Outline(*self)
    }
}

impl<V: Dimension<D>, const D: usize> Filled<D> for CompoundBody<'_, V, D> {
    fn matter(&self) -> Matter<'_> {
        let shapes: Vec<Placed<&dyn SupportMap<V>, V>> =
            self.compound.shapes().iter().map(|shape| Placed::new(shape as &dyn SupportMap<V>, self.pose)).collect();
        let mut sets: Vec<usize> = (0..shapes.len()).collect();
        for (place, one) in shapes.iter().enumerate() {
            for (before, other) in shapes[..place].iter().enumerate() {
                let [from, to] = [sets[place], sets[before]];
                // Shapes that touch are one body, too: a ball may go through the common face.
                if from != to && ask::signed_distance(&Solver::default(), one, other).lower <= 0.0 {
                    sets.iter_mut().filter(|set| **set == from).for_each(|set| *set = to);
                }
            }
        }
        let leaf = |shape| -> Box<dyn Convexity + '_> { Box::new(Leaf { shape, pose: self.pose }) };
        let leaves = self.compound.shapes().iter().map(|shape| leaf(shape as &dyn SupportMap<V>)).collect();
        Matter::Shapes(leaves, sets)
    }
}

impl<V: Dimension<D>, const D: usize> Filled<D> for Single<'_, V, D> {
    fn matter(&self) -> Matter<'_> {
        Matter::Shapes(vec![Box::new(Leaf { shape: self.shape(), pose: Pose::identity() })], vec![0])
    }
}

/// How much two bodies overlap: the diameter of the largest ball in both.
///
/// The bounds are proven, and the upper one is at most 1.1 times the lower one, or they differ by rounding only. They are
/// wider where 60,000 cells do not suffice, for shapes that are millions of times as long as wide, and for compounds of which
/// shapes have common points: a ball may lie in several of them together. If what they share may have no end, as for two
/// half-spaces, they are 0 and infinity. `None` if a pose is not finite or no rotation.
///
/// The overlap is 0 exactly if [`relation`](crate::relation()) says that the solids are apart or touch. That verdict is not
/// asked here: where bodies touch to rounding, the upper bound may be a few roundings.
///
/// ```
/// use clearance::{Ball, Cuboid, Pose, Shape, vec3};
/// use clearance_scene::{Single, overlap};
///
/// // A duct of 0.4 × 0.4 goes through a wall of 0.2: the largest ball in both has the width of the wall.
/// let wall = Cuboid::new(vec3(2.5, 0.1, 1.5)).unwrap();
/// let duct = Cuboid::new(vec3(0.2, 1.0, 0.2)).unwrap();
/// let found = overlap(&Single::new(&wall), &Single::new(&duct)).unwrap();
/// assert!(found.lower <= 0.2 && 0.2 <= found.upper && found.upper <= 1.1 * found.lower);
/// ```
pub fn overlap<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
) -> Option<Overlap<A::Vector>> {
    let bodies = in_order(a, b)?;
    Some(in_world(overlap_of([&bodies[0], &bodies[1]])))
}

fn in_world<V: Dimension<D>, const D: usize>(found: Overlap<super::Spot>) -> Overlap<V> {
    let Overlap { diameter, lower, upper, middle, open } = found;
    Overlap { diameter, lower, upper, middle: middle.map(lowered::<V, D>), open }
}

/// The overlap of two bodies with a common interior, and whether it is more than a length, if that is known. The bounds may
/// be far from each other if it is far below the length. `None` as for [`overlap`].
pub(crate) fn judged_overlap<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    length: f64,
) -> Option<(Overlap<A::Vector>, Option<bool>)> {
    let bodies = in_order(a, b)?;
    let (found, is_more) = judged([&bodies[0], &bodies[1]], length);
    Some((in_world(found), is_more))
}

/// Whether the overlap of two bodies is greater than a length. It is decided without the overlap: most pairs need a few
/// cells. Between parallel faces it is decided without rounding. What else only rounding parts from the length is not
/// greater. `None` as for [`overlap`].
pub fn overlaps_more_than<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    length: f64,
) -> Option<bool> {
    let bodies = in_order(a, b)?;
    Some(is_more_than([&bodies[0], &bodies[1]], length) == Some(true))
}

/// As [`overlaps_more_than`]. `None` if rounding leaves it open, too.
pub(crate) fn is_overlap_more<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    length: f64,
) -> Option<bool> {
    let bodies = in_order(a, b)?;
    is_more_than([&bodies[0], &bodies[1]], length)
}

/// Bounds of the volume of what two bodies have in common, in the plane of its area. `most_cells` is how much work may be
/// done: bodies of few faces need a few hundred cells, and for others the bounds are the nearer, the more there are. Of curved
/// shapes they differ by about a hundredth after 1,000 cells, and by a thousandth after 10,000. If what they share may have no
/// end, as for two half-spaces, they are 0 and infinity.
/// `None` if a body is open, or as for [`overlap`].
pub fn common_volume<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    most_cells: usize,
) -> Option<CommonVolume> {
    let bodies = in_order(a, b)?;
    volume_of([&bodies[0], &bodies[1]], most_cells)
}

/// Where two bodies touch: the parts of faces that are no farther than `band` from the plane of a face that faces them, and
/// have their foot in it. With a band of 0 rounding is allowed for. `None` as for [`overlap`], and if a body is made of
/// convex shapes: those have manifolds.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{ContactKind, Outline, contact_region};
///
/// let square = Outline::new(&[vec![vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]]]).unwrap();
/// let beside = square.at(Pose::translation([2.0, 0.5]));
/// let region = contact_region(&square.at(Pose::identity()), &beside, 1e-6).unwrap();
/// assert_eq!(region.kind, Some(ContactKind::Line));
/// assert!(region.lower <= 1.5 && 1.5 <= region.upper && region.upper - region.lower < 1e-9);
/// ```
pub fn contact_region<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    band: f64,
) -> Option<ContactRegion<A::Vector>> {
    let bodies = in_order(a, b)?;
    let ContactRegion { pieces, area, lower, upper, kind } = region_of([&bodies[0], &bodies[1]], band)?;
    let pieces = pieces.into_iter().map(|piece| piece.into_iter().map(lowered::<A::Vector, D>).collect()).collect();
    Some(ContactRegion { pieces, area, lower, upper, kind })
}

/// Whether two bodies are the same up to a length: each point of one surface is no farther than that from the other. No if
/// it cannot be proven, if a pose is not finite, or if a body is made of convex shapes.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, are_same};
///
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let (here, there) = (mesh.at(Pose::identity()), mesh.at(Pose::translation([1e-6, 0.0, 0.0])));
/// assert!(are_same(&here, &there, 1e-5) && !are_same(&here, &there, 1e-7));
/// ```
pub fn are_same<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(a: &A, b: &B, length: f64) -> bool {
    in_order(a, b).is_some_and(|bodies| are_near_each_other([&bodies[0], &bodies[1]], length))
}

/// The bodies in their canonical order, whichever was named first.
fn in_order<'a, const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &'a A,
    b: &'a B,
) -> Option<[Matter<'a>; 2]> {
    let views = [&a.view(), &b.view()];
    if !are_placed(views) {
        return None;
    }
    Some(if precedes([views[1], views[0]]) { [b.matter(), a.matter()] } else { [a.matter(), b.matter()] })
}
