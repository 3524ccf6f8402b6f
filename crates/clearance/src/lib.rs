//! clearance
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod cache;
mod depth;
mod difference;
pub mod double;
pub mod dyadic;
mod epa;
mod exact;
mod gjk;
mod hull;
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

pub use cache::Cache;
pub use hull::{Hull, MinkowskiHull, PolygonError, minkowski_difference, minkowski_sum};
pub use pose::{Pose, PoseError, Quaternion, Rotation, Rotation2};
pub use proximity::{Feature, Proximity, Status};
pub use query::{Precision, Solver, distance, overlaps, signed_distance, within};
pub use real::{Real, Ring};
pub use shape::*;
pub use support::{Shape, Support, SupportMap};
pub use trace::{Phase, Step, Stop, TracedVertex};
pub use vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
