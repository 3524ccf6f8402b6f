//! clearance
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "bytemuck"), forbid(unsafe_code))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod along;
mod cache;
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
mod observe;
mod pose;
mod proximity;
mod query;
pub mod real;
mod sat;
mod shape;
pub mod simplex;
mod solve;
mod support;
mod trace;
mod vector;

pub use along::WayOut;
pub use cache::Cache;
pub use closest::{
    Closest, Region, closest_on_polygon, closest_on_segment, closest_on_tetrahedron, closest_on_triangle,
};
pub use contact::{Contact, FacePoint, FeatureId, Manifold, Mark, contacts};
pub use hull::{Hull, MinkowskiHull, PolygonError, minkowski_difference, minkowski_sum};
pub use pose::{Pose, PoseError, Quaternion, Rotation, Rotation2};
pub use proximity::{Feature, Proximity, Status};
pub use query::{Precision, Solver, distance, overlaps, signed_distance, within};
pub use real::{Real, Ring};
pub use shape::*;
pub use support::{Shape, Support, SupportMap};
pub use trace::{Phase, Step, Stop, TracedVertex};
pub use vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
