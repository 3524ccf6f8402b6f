//! All tests of this crate as one program: it is compiled and linked once.

mod buildings;
mod cast;
mod common;
mod decompose;
mod distance;
mod explain;
mod lattices;
mod motion_cases;
mod motion_laws;
mod mutated_lines;
mod planes_and_points;
mod polygons;
mod proof;
mod query;
mod robot;
mod robot_files;
mod robot_proof;
mod scene;
mod surfaces;
mod things;
