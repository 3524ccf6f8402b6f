//! The public queries with the default solver.

use super::solver::Solver;
use crate::result::proximity::Proximity;
use crate::shape::support::SupportMap;
use crate::space::vector::Vector;

/// The distance of two shapes, and their nearest points: [`Solver::distance`] with the default solver.
///
/// ```
/// use clearance::{Capsule, Point, distance, vec2};
///
/// let capsule = Capsule::new(vec2(0.0f32, 0.0), vec2(4.0, 0.0), 0.5).unwrap();
/// let answer = distance(&capsule, &Point::new(vec2(3.0, 2.0)).unwrap());
/// assert_eq!((answer.distance, answer.point_a), (1.5, vec2(3.0, 0.5)));
/// ```
#[doc(alias = "gjk")]
#[doc(alias = "witness points")]
#[doc(alias = "closest points")]
pub fn distance<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    Solver::default().distance(a, b)
}

/// The distance of two shapes, or minus their penetration depth: [`Solver::signed_distance`] with the default solver.
///
/// ```
/// use clearance::{Ball, Cuboid, signed_distance, vec3};
///
/// let room = Cuboid::new(vec3(4.0f64, 4.0, 4.0)).unwrap();
/// let ball = Ball::new(vec3(3.0, 0.0, 0.0), 0.5).unwrap();
/// // The ball leaves the box at the nearest wall after 1.5.
/// let answer = signed_distance(&room, &ball);
/// assert_eq!((answer.distance, answer.normal), (-1.5, vec3(1.0, 0.0, 0.0)));
/// ```
#[doc(alias = "penetration_depth")]
#[doc(alias = "depth")]
#[doc(alias = "epa")]
pub fn signed_distance<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
    Solver::default().signed_distance(a, b)
}

/// Whether two closed sets have a common point: [`Solver::overlaps`] with the default solver.
///
/// ```
/// use clearance::{Ball, Segment, overlaps, vec2};
///
/// // The segment touches the disc.
/// let disc = Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap();
/// let tangent = Segment::new(vec2(-3.0, 1.0), vec2(3.0, 1.0)).unwrap();
/// assert!(overlaps(&disc, &tangent));
/// ```
#[doc(alias = "intersects")]
#[doc(alias = "intersection_test")]
#[doc(alias = "collides")]
pub fn overlaps<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
    Solver::default().overlaps(a, b)
}

/// The distance of two shapes if it is at most `max_distance`: [`Solver::within`] with the default options otherwise.
///
/// ```
/// use clearance::{Ball, vec3, within};
///
/// let a = Ball::new(vec3(0.0f64, 0.0, 0.0), 1.0).unwrap();
/// let b = Ball::new(vec3(0.0, 0.0, 5.0), 1.0).unwrap();
/// assert_eq!(within(&a, &b, 3.0).map(|answer| answer.distance), Some(3.0));
/// assert_eq!(within(&a, &b, 2.5), None);
/// ```
#[doc(alias = "margin")]
pub fn within<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, max_distance: f64) -> Option<Proximity<V>> {
    Solver { max_distance, ..Solver::default() }.within(a, b)
}
