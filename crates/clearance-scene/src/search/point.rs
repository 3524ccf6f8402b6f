//! A point against a body.

use super::{Nearest, nearest};
use crate::facets::FacetSpace;
use crate::tree::{Pieces, Tree};
use crate::view::{Leaves, View};
use clearance::{Pose, Solver};

/// The point of a body that is nearest to a point of the world. The point is a facet whose corners are all at it.
pub(crate) fn closest_point<V: FacetSpace<D>, const D: usize>(body: &View<V, D>, point: V) -> Nearest<V> {
    let pose = Pose { translation: point, ..Pose::identity() };
    let spot = View { pose, factors: [1.0; D], tree: &Tree::new(&Origin), leaves: Leaves::Point };
    nearest(&Solver::default(), [body, &spot], None).expect("bodies have leaves, and no distance is beyond infinity")
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
    fn facet(&self, _piece: u32) -> Option<[[f64; D]; D]> {
        Some([[0.0; D]; D])
    }
    fn along(&self, _piece: u32, _direction: [f64; D]) -> [f64; 2] {
        [0.0; 2]
    }
}
