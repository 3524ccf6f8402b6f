//! A point of A − B, with the points of A and of B whose difference it is.

use crate::space::vector::WideVector;

/// `point = a − b`, in A's frame and in scaled lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex<W> {
    pub point: W,
    pub a: W,
    pub b: W,
    pub indices: Indices,
}

/// The indices of the two vertices, in one word. Points of curved shapes have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices(u64);

impl Indices {
    /// The value for points that are not vertices. No shape has 2³² − 1 vertices ([`crate::ShapeError::TooMany`]).
    pub const NONE: Self = Self(u64::MAX);

    #[inline(always)]
    pub fn new(a: Option<u32>, b: Option<u32>) -> Self {
        match (a, b) {
            (Some(a), Some(b)) => Self(u64::from(a) << 32 | u64::from(b)),
            _ => Self::NONE,
        }
    }
    #[inline(always)]
    pub fn get(self) -> Option<(u32, u32)> {
        (self != Self::NONE).then_some(self.pair())
    }
    /// The indices. They have no meaning for [`Indices::NONE`].
    #[inline(always)]
    pub fn pair(self) -> (u32, u32) {
        ((self.0 >> 32) as u32, self.0 as u32)
    }
}

impl<W: WideVector> Vertex<W> {
    /// One of two, chosen by value.
    #[inline(always)]
    pub fn chosen(condition: bool, yes: Self, no: Self) -> Self {
        Self {
            point: W::chosen(condition, yes.point, no.point),
            a: W::chosen(condition, yes.a, no.a),
            b: W::chosen(condition, yes.b, no.b),
            indices: if condition { yes.indices } else { no.indices },
        }
    }
    /// Whether both come from the same two vertices, or are the same point of curved shapes.
    #[inline(always)]
    pub fn repeats(&self, other: &Self) -> bool {
        (self.indices == other.indices) & ((self.indices != Indices::NONE) | (self.point == other.point))
    }
}
