//! A point against a body.

use super::{Nearest, distance};
use crate::composite::{Composite, Sealed};
use crate::facets::Dimension;
use crate::tree::{Pieces, Tree};
use clearance::{Placed, Point, Pose, Shape};

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
    distance(body, &Spot { point, tree: Tree::new(&Origin) })
}

/// A point as a facet whose corners are all at it.
struct Spot<V, const D: usize> {
    point: V,
    tree: Tree<D>,
}

impl<V, const D: usize> Sealed for Spot<V, D> {}

impl<V: Dimension<D>, const D: usize> Composite<D> for Spot<V, D> {
    type Vector = V;
    type Leaf = Placed<Point<V>, V>;
    const IS_FACETED: bool = true;
    const KIND: u8 = 4;

    fn pose(&self) -> Pose<V> {
        Pose { translation: self.point, ..Pose::identity() }
    }
    fn leaf_count(&self) -> usize {
        1
    }
    fn leaf(&self, _index: u32) -> Self::Leaf {
        Point::new(V::ORIGIN).expect("zeros are finite").at(self.pose())
    }
    fn tree(&self) -> &Tree<D> {
        &self.tree
    }
    fn numbers(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(std::iter::empty())
    }
}

/// The origin while the tree is built.
struct Origin;

impl<const D: usize> Pieces<D> for Origin {
    fn count(&self) -> usize {
        1
    }
    fn bounds(&self, _piece: u32) -> [[f64; D]; 2] {
        [[0.0; D]; 2]
    }
    fn normal(&self, _piece: u32) -> [f64; D] {
        [0.0; D]
    }
    fn along(&self, _piece: u32, _direction: [f64; D]) -> [f64; 2] {
        [0.0; 2]
    }
}
