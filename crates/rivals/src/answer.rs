//! The answer of a method: only what the method knows.

use crate::body::Feature;
use clearance::WideVector;

/// Whether two shapes have a common point. These methods do not tell contact from overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No common point.
    Apart,
    /// A common point.
    Meet,
}

/// What a method answers. A field is `None` if the method does not compute it, or did not get so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<W: WideVector> {
    /// Apart or meeting. `None` if the step limit came first.
    pub verdict: Option<Verdict>,
    /// The distance; 0 if the shapes meet.
    pub distance: Option<f64>,
    /// Only of [`crate::portal`]: a length along which the shapes can be taken apart. **Not the penetration depth**,
    /// and at least as large up to rounding.
    pub portal_depth: Option<f64>,
    /// A direction from A to B that keeps the shapes apart, of any length.
    pub axis: Option<W>,
    /// The nearest points of A and of B.
    pub points: Option<[W; 2]>,
    /// The nearest features of A and of B.
    pub features: Option<[Feature; 2]>,
    /// How many steps the search took. A step is what the publication counts: a support point of A − B, a feature, or a
    /// level of a hierarchy.
    pub steps: u32,
    /// Whether the search was still going on at the step limit.
    pub endless: bool,
}

impl<W: WideVector> Answer<W> {
    /// Nothing but the number of steps.
    pub(crate) fn after(steps: u32) -> Self {
        Self {
            verdict: None,
            distance: None,
            portal_depth: None,
            axis: None,
            points: None,
            features: None,
            steps,
            endless: false,
        }
    }

    /// The search did not end within its limit.
    pub(crate) fn endless(steps: u32) -> Self {
        Self { endless: true, ..Self::after(steps) }
    }

    /// The shapes have a common point.
    pub(crate) fn meet(steps: u32) -> Self {
        Self { verdict: Some(Verdict::Meet), distance: Some(0.0), ..Self::after(steps) }
    }

    /// The verdict alone: apart, by this axis.
    pub(crate) fn apart(steps: u32, axis: W) -> Self {
        Self { verdict: Some(Verdict::Apart), axis: Some(axis), ..Self::after(steps) }
    }

    /// Two nearest points. Points that are equal are a common point.
    pub(crate) fn between(steps: u32, points: [W; 2]) -> Self {
        let axis = points[1] - points[0];
        let distance = WideVector::length(axis);
        let verdict = if distance > 0.0 { Verdict::Apart } else { Verdict::Meet };
        let axis = (distance > 0.0).then_some(axis);
        Self { verdict: Some(verdict), distance: Some(distance), axis, points: Some(points), ..Self::after(steps) }
    }
}
