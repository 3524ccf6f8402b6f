//! All tests of meshes as one program.

mod brute_force;
mod degenerate;
mod proof;
mod shapes;
mod symmetry;
mod winding;
