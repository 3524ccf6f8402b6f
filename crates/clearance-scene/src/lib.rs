//! The distance of things as they are: triangle meshes, concave and open ones too.
//!
//! The crate `clearance` answers for convex shapes. This crate splits a mesh into its triangles, puts them into a tree,
//! and asks the core about the few pairs of triangles that matter. So the answer has the promises of the core: bounds
//! on both sides, an exact verdict whether the surfaces meet, and witness points.
//!
//! ```
//! use clearance::{Pose, vec3};
//! use clearance_scene::{Mesh, distance};
//!
//! // A tetrahedron, and the same one five to the right.
//! let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
//! let answer = distance(&mesh.at(Pose::identity()), &mesh.at(Pose::translation([5.0, 0.0, 0.0])));
//! assert_eq!(answer.distance, 4.0);
//! assert!(answer.lower <= 4.0 && 4.0 <= answer.upper);
//! assert_eq!(answer.point_a, vec3(1.0, 0.0, 0.0));
//! ```
//!
//! Rooms, each using those before it: `tree` (boxes around boxes, for any convex leaves), `mesh` (triangles and what is
//! odd about them), `search` (two trees against each other, and the proof of what is left out), `winding` (how often a surface
//! goes around a point), `proof` (files that other code can check).

#![allow(clippy::needless_range_loop, reason = "loops run over the lanes or axes of several arrays at once")]

mod mesh;
#[cfg(feature = "proof")]
pub mod proof;
mod search;
mod tree;
mod winding;

pub use mesh::{Body, Mesh, MeshError, MeshReport};
pub use search::{
    Nearest, NearestCache, distance, distance_cached, nearest_pairs, overlaps, pairs_within, within, within_cached,
};
