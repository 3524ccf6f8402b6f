//! The public queries: each one question, one solver with defaults, and free functions for the newcomer.

use crate::proximity::Proximity;
use crate::support::SupportMap;
use crate::trace::Step;
use crate::vector::Vector;

/// How far the answer is refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// To the rounding of `f64`: within a few units of roundoff of the size of the scene. The verdict is exact.
    #[default]
    Float,
    /// Polytopes (and rounded ones) within 2 units in the last place of the exact distance, however small it is.
    Exact,
}

/// The solver's options; `Solver::default()` is right for nearly everyone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    /// The gap between the bounds of a curved pair, relative to the distance, at which to stop; down to 1e-14.
    /// Polytopes are always solved to rounding.
    pub tolerance: f64,
    /// Support points asked for before the answer is given with the bracket reached so far.
    pub max_iterations: u32,
    /// The distance beyond which [`Solver::within`] says no more than "farther".
    pub max_distance: f64,
    /// Rounded or refined.
    pub precision: Precision,
}

impl Default for Solver {
    fn default() -> Self {
        Self { tolerance: 1e-12, max_iterations: 512, max_distance: f64::INFINITY, precision: Precision::Float }
    }
}

impl Solver {
    /// The distance of two shapes, 0 where they touch or overlap.
    pub fn distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        todo!()
    }
    /// The signed distance of two shapes: minus the penetration depth where they overlap.
    pub fn signed_distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        todo!()
    }
    /// The signed distance with every step shown to `observe`.
    pub fn trace<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        observe: impl FnMut(&Step<'_, V>),
    ) -> Proximity<V> {
        todo!()
    }
    /// The distance if it is at most `max_distance`; leaves as soon as that is certain not to be so.
    pub fn within<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<Proximity<V>> {
        todo!()
    }
    /// Whether the closed sets have a point in common; leaves at the first separating direction.
    pub fn overlaps<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
        todo!()
    }
    /// A unit vector n with n·a < n·b for all a in A, b in B; `None` when the closed sets meet.
    pub fn separating_axis<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<V> {
        todo!()
    }
    /// The point of `shape` closest to `point` as `point_a`, with the signed distance.
    pub fn closest_point<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> Proximity<V> {
        todo!()
    }
    /// Whether `point` lies in the closed `shape`.
    pub fn contains<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> bool {
        todo!()
    }
}

/// [`Solver::distance`] with the default solver.
pub fn distance<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    Solver::default().distance(a, b)
}
