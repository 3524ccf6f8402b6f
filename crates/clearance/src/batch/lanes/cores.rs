//! The kinds of shapes that lanes know: eight of a kind in memory, and their support points.

use super::super::question::Asked;
use super::group::Group;
use super::outcome::Outcome;
use super::vector::{Index, Number, Point};
use crate::support::SupportMap;
use crate::vector::Vector;
use fearless_simd::{Level, Simd};

/// A kind of shape.
pub(super) trait Kind: Sized {
    /// What there is to ask about pairs of the kind.
    type Task: Copy;
    /// Eight in memory.
    type Rows: Copy + Default;
    /// Eight in lanes.
    type Cores<'r, S: Simd>: Cores<S>;
    /// Puts a shape in a lane, if it is of the kind. Lanes are filled in order.
    fn set<V: Vector>(rows: &mut Self::Rows, lane: usize, shape: &impl SupportMap<V>) -> bool;
    fn load<S: Simd>(simd: S, rows: &Self::Rows) -> Self::Cores<'_, S>;
    /// What to do for a question about pairs, of no interest beyond a distance, and then for those that it leaves.
    fn tasks(asked: Asked, limit: f64) -> (Self::Task, Option<Self::Task>);
    /// Does a task for a group in the widest instructions of a level; the outcome is empty before.
    fn conclude(level: Level, task: Self::Task, group: &Group<Self>, outcome: &mut Outcome);
}

/// The cores of eight shapes, and their radii: what [`SupportMap`] asks of one.
pub(super) trait Cores<S: Simd> {
    /// The vertex farthest along a direction, and its index.
    fn support(&self, direction: Point<S>) -> (Point<S>, Index<S>);
    fn vertex(&self, index: Index<S>) -> Point<S>;
    fn center(&self) -> Point<S>;
    fn extent(&self) -> Number<S>;
    fn radius(&self) -> Number<S>;
}
