//! How far apart are two convex shapes, and where?
//!
//! With h the support function of A − B, the signed distance of A and B is `− min over unit n of h(n)`: the distance when
//! apart, minus the penetration depth when overlapping. Every answer proves itself: `lower <= true distance <= upper`,
//! roundings included, and `point_b − point_a = distance · normal`.
//!
//! ```
//! use clearance::{Cuboid, Pose, Shape, distance, vec3};
//!
//! let table = Cuboid::new(vec3(1.0f64, 0.1, 1.0)).unwrap();
//! let block = Cuboid::new(vec3(0.2, 0.2, 0.2)).unwrap().at(Pose::translation([0.5, 0.8, 0.0]));
//! let answer = distance(&table, &block);
//! assert!((answer.distance - 0.5).abs() < 1e-15);
//! assert!(answer.lower <= answer.distance && answer.distance <= answer.upper);
//! ```
//!
//! Overlapping shapes have a depth, and shapes that touch have a normal:
//!
//! ```
//! use clearance::{Ball, Status, signed_distance, vec2};
//!
//! let a = Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap();
//! let b = Ball::new(vec2(1.5, 0.0), 1.0).unwrap();
//! let answer = signed_distance(&a, &b);
//! assert_eq!((answer.status, answer.distance), (Status::Overlapping, -0.5));
//! assert_eq!(answer.normal, vec2(1.0, 0.0));
//! ```
//!
//! Many questions need less than a distance, or more:
//!
//! ```
//! use clearance::{Cylinder, Pose, Precision, Shape, Solver, vec3};
//!
//! let (a, b) = (Cylinder::new(1.0f64, 0.5).unwrap(), Cylinder::new(2.0, 0.25).unwrap());
//! let b = b.at(Pose::translation([3.0, 0.0, 0.0]));
//! let solver = Solver { max_distance: 1.0, ..Solver::default() };
//! assert!(!solver.overlaps(&a, &b));
//! assert!(solver.within(&a, &b).is_none());
//! assert!(solver.separating_axis(&a, &b).is_some());
//! assert!(solver.contacts(&a, &b.at(Pose::translation([-2.3, 0.0, 0.0])), 0.1).contacts.len() == 2);
//! ```
//!
//! * **Shapes**: [`Point`], [`Ball`], [`Segment`], [`Capsule`], [`Triangle`], [`Cuboid`], [`Points`], [`PointCloud`],
//!   [`Hull`], [`Ellipsoid`], [`Cylinder`], [`Cone`]; [`Shape`] moves, rounds, sums, sweeps and joins them; [`SupportMap`]
//!   is for your own.
//! * **Queries**: [`Solver`] and the free functions; [`Batch`] for many pairs; [`Cache`] for warm starts; [`contacts`] for
//!   manifolds.
//! * **Theory**: [`closest_on_triangle`] and its kin, [`minkowski_difference`], [`simplex`], [`Solver::trace`].
//!
//! Features: `std` (default), `mint-05`, `glam-034`, `nalgebra-035`, `serde`, `bytemuck`, `rayon` for batches on all
//! cores, and `simd` for batches of boxes, capsules and small hulls eight pairs at a time (Rust 1.89). Without `std` the crate needs `alloc` alone, and gives the same bits.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "bytemuck"), forbid(unsafe_code))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod along;
mod answer;
mod balls;
mod batch;
mod cache;
mod closed;
mod closest;
mod contact;
mod depth;
mod difference;
pub mod double;
pub mod dyadic;
mod epa;
mod exact;
mod gjk;
mod hull;
mod interop;
mod newton;
mod observe;
mod order;
mod patch;
mod plane;
mod pose;
mod proximity;
mod query;
#[cfg(test)]
mod random;
pub mod real;
mod sat;
mod shape;
pub mod simplex;
mod solve;
mod support;
mod symmetric;
mod trace;
mod vector;

pub use along::WayOut;
pub use batch::{AnyShape, Batch, BatchError, Placement, ShapeId, ShapeSet};
pub use cache::Cache;
pub use closest::{
    Closest, Region, closest_on_polygon, closest_on_segment, closest_on_tetrahedron, closest_on_triangle,
};
pub use contact::{Contact, FacePoint, FeatureId, Manifold, Mark, contacts};
pub use hull::{Hull, MinkowskiHull, PolygonError, minkowski_difference, minkowski_sum};
pub use patch::Patch;
pub use pose::{Pose, PoseError, Quaternion, Rotation, Rotation2};
pub use proximity::{Feature, Proximity, Status};
pub use query::{Precision, Solver, distance, overlaps, signed_distance, within};
pub use real::{Real, Ring};
pub use sat::Sides;
pub use shape::*;
pub use support::{Shape, Support, SupportMap};
pub use trace::{Phase, Step, Stop, TracedVertex};
pub use vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
