//! Two bodies, with all that the search takes from them before it begins.

use super::frame::{Frame, Point};
use crate::ask;
use crate::facets::FacetSpace;
use crate::tree::Tree;
use crate::view::{Bodies, Facets};
use clearance::each::Each;
use clearance::{Proximity, Solver};

/// Two bodies in one frame.
pub(super) struct Pair<'a, V: FacetSpace<D>, const D: usize> {
    pub bodies: Bodies<'a, V, D>,
    pub trees: [&'a Tree<D>; 2],
    /// The facets. `None` if a body has other leaves.
    pub facets: Option<[Facets<'a, V, D>; 2]>,
    pub frame: Frame<D>,
}

impl<'a, V: FacetSpace<D>, const D: usize> Pair<'a, V, D> {
    /// `None` if a pose or a scale is not finite or no rotation.
    pub fn new(bodies: Bodies<'a, V, D>) -> Option<Self> {
        let frame = Frame::new(bodies)?;
        let facets = match bodies.each(|body| body.facets()) {
            [Some(of_a), Some(of_b)] => Some([of_a, of_b]),
            _ => None,
        };
        Some(Self { bodies, trees: bodies.each(|body| body.tree), facets, frame })
    }

    /// The corners of a facet of A, in the frame.
    #[inline]
    pub fn corners_of_a(&self, [of_a, _]: [Facets<V, D>; 2], facet: u32) -> [Point<D>; D] {
        of_a.corners(facet).map(|vertex| self.frame.of_a(vertex))
    }

    /// The corners of a facet of B, in the frame.
    #[inline]
    pub fn corners_of_b(&self, [_, of_b]: [Facets<V, D>; 2], facet: u32) -> [Point<D>; D] {
        of_b.corners(facet).map(|vertex| self.frame.of_b(vertex))
    }

    /// The core's answer for two leaves.
    pub fn ask(&self, solver: &Solver, [of_a, of_b]: [u32; 2]) -> Proximity<V> {
        let [a, b] = self.bodies;
        ask::distance(solver, a.leaf(of_a).shape(), b.leaf(of_b).shape())
    }
}
