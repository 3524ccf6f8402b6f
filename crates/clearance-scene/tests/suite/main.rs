//! All tests of meshes as one program.

mod brute_force;
mod compounds;
mod degenerate;
mod instances;
mod limits;
mod moved;
mod outlines;
mod shapes;
mod shapes_in_the_plane;
mod symmetry;
mod winding;
