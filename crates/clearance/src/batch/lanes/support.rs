//! Repeats `shape/support.rs` for eight shapes: a second text, because eight shapes answer in one call, without a
//! branch.

use super::super::question::Quantity;
use super::group::Group;
use super::instructions::Instructions;
use super::outcome::Outcome;
use super::vector::{Index, Number, Vec3x8};
use crate::shape::support::SupportMap;
use crate::space::vector::Vector;
use fearless_simd::Simd;

/// A kind of shape that lanes can hold.
pub(super) trait LaneShape: Sized {
    /// What lanes can do with pairs of this kind.
    type Task: Copy;
    /// Eight shapes in memory.
    type Rows: Copy + Default;
    /// Eight shapes in registers.
    type Lanes<'r, S: Simd>: SupportLanes<S>;
    /// Writes a shape to a lane. Returns whether the shape is of this kind. The caller fills the lanes in order.
    fn set<V: Vector>(rows: &mut Self::Rows, lane: usize, shape: &impl SupportMap<V>) -> bool;
    fn load<S: Simd>(simd: S, rows: &Self::Rows) -> Self::Lanes<'_, S>;
    /// The task for a quantity of pairs no farther apart than `limit`, and a second task for those that the first
    /// leaves.
    fn tasks(quantity: Quantity, limit: f64) -> (Self::Task, Option<Self::Task>);
    /// Runs a task for a group. The outcome is empty before.
    fn run(instructions: Instructions, task: Self::Task, group: &Group<Self>, outcome: &mut Outcome);
}

/// Eight shapes: what [`SupportMap`] is for one.
pub(super) trait SupportLanes<S: Simd> {
    /// The vertex farthest along a direction, and its index.
    fn support(&self, direction: Vec3x8<S>) -> (Vec3x8<S>, Index<S>);
    fn vertex(&self, index: Index<S>) -> Vec3x8<S>;
    fn center(&self) -> Vec3x8<S>;
    fn extent(&self) -> Number<S>;
    fn radius(&self) -> Number<S>;
}
