//! All tests of meshes as one program.

mod brute_force;
mod degenerate;
mod relation;
mod relation_cases;
mod relation_of_outlines;
mod scene;
mod shapes;
mod symmetry;
mod winding;
