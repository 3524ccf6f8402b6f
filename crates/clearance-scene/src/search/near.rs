//! All pairs of leaves that may meet.

use super::frame::Frame;
use super::walk::{Direction, Visitor, walk};
use crate::composite::Composite;
use crate::tree::Group;
use std::ops::ControlFlow;

/// Shows the pairs of leaves that may have a common point, each once, until one breaks off. Pairs that are not shown are
/// apart. Nothing is shown if a pose is not finite or no rotation.
pub(crate) fn each_near_pair<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    visit: impl FnMut(u32, u32) -> ControlFlow<()>,
) {
    let Some(frame) = Frame::new(a, b) else { return };
    let mut near = Near { slack: frame.slack, visit, is_done: false };
    walk([a.tree(), b.tree()], &frame, &mut near);
}

/// Whether both bodies have finite coordinates and rotations.
pub(crate) fn are_placed<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> bool {
    Frame::new(a, b).is_some()
}

/// A bound of the roundings of coordinates of two bodies in one frame, as a length of the world. `None` if a pose or a
/// scale is not finite or no rotation.
pub(crate) fn slack<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> Option<f64> {
    Frame::new(a, b).map(|frame| frame.world_length(frame.slack))
}

struct Near<F> {
    slack: f64,
    visit: F,
    is_done: bool,
}

impl<const D: usize, F: FnMut(u32, u32) -> ControlFlow<()>> Visitor<D> for Near<F> {
    fn limit(&self) -> f64 {
        self.slack
    }

    fn direction(&self) -> &Direction<D> {
        &Direction::NONE
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
