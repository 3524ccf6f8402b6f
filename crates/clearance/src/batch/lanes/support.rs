//! Repeats `shape/support.rs` for eight shapes: a second text, because eight shapes answer in one call.

use super::super::question::{Quantity, Wanted};
use super::group::Group;
use super::instructions::Instructions;
use super::outcome::Outcome;
use super::vector::{Index, Mask, Number, Vec3x8};
use crate::shape::view::View;
use crate::space::vector::WideVector;
use fearless_simd::Simd;

/// A kind of shape that lanes can hold.
pub(super) trait LaneShape: Sized {
    /// What lanes can do with pairs of this kind.
    type Task: Copy;
    /// Eight shapes in memory.
    type Rows<'s>;
    /// Eight shapes in registers.
    type Lanes<'r, S: Simd>: SupportLanes<S>;
    /// The number of ways in which this kind keeps shapes in memory. All shapes on one side of a group are kept alike.
    const WAYS: usize;
    /// Whether verdicts are first sought by sixteen lanes of `f32` ([`super::verdicts`]).
    const IN_SIXTEEN: bool;
    /// Whether the pairs that are left go to the single query as soon as lanes leave most of a run. No second task may
    /// wait for them.
    const ENDS_EARLY: bool;
    /// The way for a shape; `None` if lanes cannot hold it.
    fn way<W: WideVector>(shape: &View<'_, W>) -> Option<usize>;
    /// Memory for shapes that are kept in a way.
    fn rows<'s>(way: usize) -> Self::Rows<'s>;
    /// Returns memory that is worth keeping for later.
    fn give_back(rows: Self::Rows<'_>) {
        let _ = rows;
    }
    /// Writes a shape of the rows' way to a lane. The caller fills the lanes in order.
    fn set<'s, W: WideVector>(rows: &mut Self::Rows<'s>, lane: usize, shape: &View<'s, W>);
    fn load<'r, S: Simd>(simd: S, rows: &'r Self::Rows<'_>) -> Self::Lanes<'r, S>;
    /// The task for a quantity of pairs no farther apart than `limit`, and a second task for those that the first
    /// leaves.
    fn tasks(quantity: Quantity, wanted: Wanted, limit: f64) -> (Self::Task, Option<Self::Task>);
    /// Runs a task for a group. The outcome is empty before.
    fn run(instructions: Instructions, task: Self::Task, group: &Group<'_, Self>, outcome: &mut Outcome);
}

/// Eight shapes: what [`SupportMap`](crate::shape::support::SupportMap) is for one.
pub(super) trait SupportLanes<S: Simd> {
    /// The vertex farthest along a direction, and its index, where the mask is set. Other lanes may get any numbers.
    fn support(&self, direction: Vec3x8<S>, needed: Mask<S>) -> (Vec3x8<S>, Index<S>);
    fn vertex(&self, index: Index<S>) -> Vec3x8<S>;
    fn center(&self) -> Vec3x8<S>;
    fn extent(&self) -> Number<S>;
    fn radius(&self) -> Number<S>;
}
