//! clearance
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;
pub mod double;
pub mod dyadic;
pub mod pose;
pub mod proximity;
pub mod query;
pub mod real;
pub mod shape;
pub mod support;
pub mod trace;
pub mod vector;
pub use pose::{Pose, PoseError, Quaternion, Rotation, Rotation2};
pub use proximity::{Feature, Proximity, Status};
pub use query::{Precision, Solver, distance};
pub use real::{Real, Ring};
pub use shape::*;
pub use support::{Shape, Support, SupportMap};
pub use trace::{Phase, Step, Stop, TracedVertex};
pub use vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
