//! Convex shapes from files and from text. The crate does not know where the bytes come from, or where answers go.
//!
//! Three layers, each usable alone:
//!
//! * [`readers`]: bytes of OBJ, STL, PLY, OFF, SVG, GeoJSON and WKT to a [`document::ShapeDocument`]. What a file
//!   declares is never believed: memory grows with the bytes that are there, and nesting has a limit.
//! * [`document`]: shapes, poses and lines of a pairs file as JSON, checked field by field.
//! * [`solid`]: from documents to the shapes of the crate `clearance`, in the plane or in space, `f32` or `f64`.
//!
//! With the feature `assembly` there are also things that need not be convex: the module `assembly` (meshes, instances
//! and units of a file), the module `thing` (a file as one body), and the composite shapes of a pairs file. With the feature `motion` a
//! line of a pairs file may say how its shapes move.
//!
//! With the feature `surfaces` the module `surfaces` reads bodies with the surfaces of their faces.
//!
//! With the feature `bcf` the module `bcf` writes topics for programs of buildings, and reads them back.
//!
//! Every error is a [`fault::Fault`]: the path to the field, what was expected there, and what was found. Nothing here
//! uses files, threads or the clock, so all of it compiles to WebAssembly.

#[cfg(feature = "assembly")]
pub mod assembly;
#[cfg(feature = "bcf")]
pub mod bcf;
#[cfg(feature = "assembly")]
mod composite;
pub mod document;
mod faces;
pub mod fault;
mod json;
mod kinds;
#[cfg(feature = "assembly")]
mod lattice;
#[cfg(feature = "motion")]
pub mod motion;
mod names;
pub mod plane;
mod pose_text;
pub mod readers;
#[cfg(feature = "robot")]
pub mod robot;
mod scalar;
pub mod solid;
pub mod space;
#[cfg(feature = "assembly")]
mod surface;
#[cfg(feature = "surfaces")]
pub mod surfaces;
#[cfg(feature = "assembly")]
pub mod thing;

pub use scalar::Scalar;
