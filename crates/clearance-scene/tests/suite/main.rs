//! All tests of meshes as one program.

mod brute_force;
mod compounds;
mod cover;
mod crossing;
mod degenerate;
mod depth;
mod front;
mod instances;
mod kept;
mod limits;
mod meeting;
mod motion;
mod moved;
mod outlines;
mod partition;
mod proof;
mod relation;
mod relation_cases;
mod relation_of_outlines;
mod scene;
mod scene_in_the_plane;
mod shapes;
mod shapes_in_the_plane;
mod symmetry;
mod ties;
mod winding;
