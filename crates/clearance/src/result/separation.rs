//! The answer to whether two shapes have a common point.

use crate::result::{Proximity, Status};
use crate::space::vector::WideVector;

/// Whether two closed sets have a common point.
#[doc(hidden)]
pub enum Answered<W> {
    /// The closed sets have a point in common.
    Meet,
    /// The closed sets have no common point. Proof: this direction from A to B separates them. World frame, any length.
    Apart(W),
}

impl<W: WideVector> Answered<W> {
    /// The verdict of a signed distance.
    pub fn from_signed(answer: &Proximity<W>) -> Self {
        if answer.status == Status::Separated { Self::Apart(answer.normal) } else { Self::Meet }
    }
    /// The answer with A and B exchanged.
    pub fn negated(self) -> Self {
        match self {
            Self::Apart(axis) => Self::Apart(-axis),
            Self::Meet => Self::Meet,
        }
    }
}
