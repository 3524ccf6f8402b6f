//! Robots as their files say them: URDF, SRDF and MJCF as bytes in, links and joints out.

pub mod model;
