//! The distance of things as they are: triangle meshes, outlines with holes, compounds of convex shapes.
//!
//! The crate `clearance` answers for convex shapes. This crate splits a thing into convex leaves, puts them into a tree,
//! and asks the core about the few pairs of leaves that matter. So the answer has the promises of the core: bounds on
//! both sides, an exact verdict whether surfaces meet, and witness points. A [`Mesh`] has triangles, an [`Outline`] in
//! the plane has edges, a [`Compound`] has shapes of any kind; a [`Single`] is one shape. Every query takes any two of
//! the same dimension.
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
//! Rooms, each using those before it: `ask` (the core, behind one type of shape), `signs` (on which side of a plane a point lies), `tree` (boxes around boxes, for any convex leaves), `facets` (eight triangles or
//! segments against one), `view` (what the search sees of a body), `mesh`, `outline` and `compound` (the bodies),
//! `search` (two trees against each other, and the proof of what is left out), `motion` (two bodies that move),
//! `composite` (the questions about two bodies of any kinds), `winding` (how often a surface or an
//! outline goes around a point), `relation` (whether solids touch, cross or contain each other), `overlap` (the largest ball in both), `pieces` (convex pieces
//! and hulls of things that are not convex), `scene` (many bodies with names, and rules for their pairs), `groups` (findings around the element that explains most of them), `proof` (files that other code can check).

#![allow(clippy::needless_range_loop, reason = "loops run over the lanes or axes of several arrays at once")]

mod ask;
mod cell;
mod composite;
mod compound;
mod facets;
mod groups;
mod mesh;
mod motion;
mod outline;
mod overlap;
mod pieces;
#[cfg(feature = "proof")]
pub mod proof;
mod relation;
mod scene;
mod search;
mod signs;
mod tree;
mod view;
mod winding;

pub use composite::{
    Composite, Dimension, cast, cast_with, closest_point, crossing, crossing_with, distance, distance_cached,
    distance_with, front, impact, impact_with, is_below, least_clearance, least_clearance_with, nearest_pairs,
    overlaps, pairs_within, within, within_cached,
};
pub use compound::{Compound, CompoundBody, CompoundError, Single};
pub use groups::{Hub, hubs, sets};
pub use mesh::{Body, Mesh, MeshError, MeshReport};
pub use motion::{LeafCast, LeafClearance, LeafCrossing};
pub use outline::{Outline, OutlineBody, OutlineError, OutlineReport, Ring};
pub use overlap::{
    CommonVolume, ContactKind, ContactRegion, Filled, Overlap, are_same, common_volume, contact_region, overlap,
    overlaps_more_than, relation_to_shape,
};
pub use pieces::{
    CornerType, Cover, CoverError, CoverPiece, CoverStep, Depth, Partition, PartitionError, PartitionFault,
    PartitionStep, Piece, cover, cover_with, depth_of_outlines, depth_of_solids, partition, partition_with,
};
pub use relation::{Related, Relation, relation, relation_of_outlines};
pub use scene::{
    Asked, Clash, Condition, Contact, Element, Event, Finding, Kinship, Matched, NearPair, Pattern, Rule, Rules, Scene,
    SceneError, Side, Solid, valley,
};
pub use search::{BoxPair, Front, NearPairs, NearTriangles, Nearest, NearestCache};
pub use signs::{side_of_line, side_of_plane};
/// For the C interface: bodies of any kinds as one type.
#[doc(hidden)]
pub use view::View as BodyView;

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
