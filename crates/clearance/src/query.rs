//! The public queries: each one question, one solver with defaults, and free functions for the newcomer.

use crate::cache::Cache;
use crate::proximity::Proximity;
use crate::shape::Point;
use crate::solve::{self, Answered};
use crate::support::SupportMap;
use crate::trace::Step;
use crate::vector::{Vector, WideVector};

/// How far the answer is refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// To the rounding of `f64`: within a few units of roundoff of the size of the scene. The verdict of polytopes is
    /// exact.
    #[default]
    Float,
    /// Polytopes (and rounded ones) within 2 units in the last place of the exact distance, however small it is.
    Exact,
}

/// The solver's options; `Solver::default()` is right for nearly everyone.
///
/// ```
/// use clearance::{Cuboid, Pose, Shape, Solver, vec3};
///
/// let a = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
/// let b = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap().at(Pose::translation([4.0, 0.0, 0.0]));
/// let solver = Solver { max_distance: 1.0, ..Solver::default() };
/// assert!(solver.within(&a, &b).is_none());
/// assert_eq!(solver.distance(&a, &b).distance, 2.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solver {
    /// The gap between the bounds of a curved pair, relative to the distance, at which to stop; down to 1e-14.
    /// Polytopes are always solved to rounding.
    pub tolerance: f64,
    /// Support points asked for before the answer is given with the bracket reached so far.
    pub max_iterations: u32,
    /// The distance beyond which [`Solver::within`] says no more than "farther", in the unit of the shapes.
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
    /// The distance of two shapes, 0 where they touch or overlap; then the witness points coincide.
    pub fn distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        solve::distance(self, a, b, &mut ())
    }

    /// The signed distance of two shapes: minus the penetration depth where they overlap.
    ///
    /// The depth is the global minimum: the length of the shortest translation that parts the interiors.
    pub fn signed_distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        solve::signed_distance(self, a, b, &mut ())
    }

    /// [`Solver::distance`] from where the last query of the pair ended: a [`Cache`] for each pair of moving shapes.
    pub fn distance_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> Proximity<V> {
        solve::distance(self, a, b, cache)
    }

    /// [`Solver::signed_distance`] from where the last query of the pair ended.
    pub fn signed_distance_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> Proximity<V> {
        solve::signed_distance(self, a, b, cache)
    }

    /// [`Solver::overlaps`] from where the last query of the pair ended.
    pub fn overlaps_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> bool {
        matches!(solve::overlap(self, a, b, cache), Answered::Meet)
    }

    /// The signed distance, with every step shown to `observe`.
    pub fn trace<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        observe: impl FnMut(&Step<'_, V>),
    ) -> Proximity<V> {
        crate::observe::traced(self, a, b, observe)
    }

    /// The distance if it is at most [`Solver::max_distance`]; leaves as soon as it is proven to be greater.
    pub fn within<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<Proximity<V>> {
        solve::within(self, a, b)
    }

    /// Whether the closed sets have a point in common; leaves at the first separating direction.
    ///
    /// Exact for polytopes, rounded or not. Curved pairs whose bounds straddle zero count as touching: true.
    pub fn overlaps<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
        matches!(solve::overlap(self, a, b, &mut ()), Answered::Meet)
    }

    /// A unit vector n from A to B with n·a < n·b for all a in A and b in B; `None` when the closed sets meet.
    ///
    /// Not the normal of the nearest points: the first such direction found.
    pub fn separating_axis<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<V> {
        match solve::overlap(self, a, b, &mut ()) {
            Answered::Apart(axis) => Some(V::narrow(axis.unit())),
            Answered::Meet => None,
        }
    }

    /// The signed distance from `shape` to `point`, with the closest point of the surface as `point_a`.
    ///
    /// Inside the shape the distance is negative. A point that is not finite counts as the origin.
    pub fn closest_point<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> Proximity<V> {
        self.signed_distance(shape, &as_shape(point))
    }

    /// Whether `point` lies in the closed `shape`. A point that is not finite counts as the origin.
    pub fn contains<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> bool {
        self.overlaps(shape, &as_shape(point))
    }
}

fn as_shape<V: Vector>(point: V) -> Point<V> {
    Point::finite(if point.is_finite() { point } else { V::ORIGIN })
}

/// [`Solver::distance`] with the default solver.
pub fn distance<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    Solver::default().distance(a, b)
}

/// [`Solver::signed_distance`] with the default solver.
pub fn signed_distance<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    Solver::default().signed_distance(a, b)
}

/// [`Solver::overlaps`] with the default solver.
pub fn overlaps<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
    Solver::default().overlaps(a, b)
}

/// [`Solver::within`] with the default solver and the given greatest distance.
pub fn within<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, max_distance: f64) -> Option<Proximity<V>> {
    Solver { max_distance, ..Solver::default() }.within(a, b)
}
