//! All pairs of leaves that may meet.

use super::bounds::Direction;
use super::pair::Pair;
use super::walk::{Visitor, walk};
use crate::facets::FacetSpace;
use crate::tree::{Cell, Group};
use crate::view::Bodies;
use std::ops::ControlFlow;

/// Shows the pairs of leaves that may have a common point, each once, until one breaks off. Pairs that are not shown are
/// apart. Nothing is shown if a pose is not finite or no rotation.
pub(crate) fn each_near_pair<V: FacetSpace<D>, const D: usize>(
    bodies: Bodies<V, D>,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) {
    each_near_pair_but(bodies, &|_| false, visit);
}

/// [`each_near_pair`], but for pairs of leaves in two boxes that are left out.
pub(crate) fn each_near_pair_but<V: FacetSpace<D>, const D: usize>(
    bodies: Bodies<V, D>,
    is_left_out: &dyn Fn([Cell; 2]) -> bool,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) {
    let Some(pair) = Pair::new(bodies) else { return };
    walk(pair.trees, &pair.frame, &mut Near { slack: pair.frame.slack, is_left_out, visit, is_done: false });
}

/// Whether both bodies have finite coordinates and rotations.
pub(crate) fn are_placed<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>) -> bool {
    Pair::new(bodies).is_some()
}

/// A bound of the roundings of coordinates of two bodies in one frame, as a length of the world. `None` if a pose or a
/// scale is not finite or no rotation.
pub(crate) fn slack<V: FacetSpace<D>, const D: usize>(bodies: Bodies<V, D>) -> Option<f64> {
    Pair::new(bodies).map(|pair| pair.frame.world_length(pair.frame.slack))
}

struct Near<'v> {
    slack: f64,
    is_left_out: &'v dyn Fn([Cell; 2]) -> bool,
    visit: &'v mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    is_done: bool,
}

impl<const D: usize> Visitor<D> for Near<'_> {
    fn limit(&self) -> f64 {
        self.slack
    }

    fn direction(&self) -> &Direction<D> {
        &Direction::NONE
    }

    fn leaves_out(&mut self, cells: [Cell; 2], bound: f64) -> bool {
        bound > self.slack || (self.is_left_out)(cells)
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn groups(&mut self, of_a: Group, of_b: Group) -> f64 {
        for &a in of_a.pieces {
            for &b in of_b.pieces {
                if (self.visit)(a, b).is_break() {
                    self.is_done = true;
                    return f64::NEG_INFINITY;
                }
            }
        }
        f64::NEG_INFINITY
    }
}
