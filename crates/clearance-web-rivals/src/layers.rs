//! The hulls inside each other of one shape, and the descent for a farthest corner.

use crate::bodies::Bodies;
use clearance::vec2;
use clearance_rivals::hierarchy::Hierarchy;
use serde::Serialize;

/// A descent through the levels of A.
#[derive(Serialize)]
pub struct Descent {
    /// From the coarsest hull to the whole one.
    levels: Vec<Level>,
    /// The corner that lies farthest along the direction.
    corner: u32,
}

/// What the descent does at one level.
#[derive(Serialize)]
struct Level {
    /// The corners of this level's hull, counter-clockwise.
    corners: Vec<u32>,
    /// Those that are compared here.
    compared: Vec<u32>,
    /// The best so far.
    best: u32,
}

impl Descent {
    /// The direction is one of the world.
    pub fn new(bodies: &Bodies, [x, y]: [f64; 2]) -> Self {
        let hull = bodies.bodies[0].hull();
        let hierarchy = Hierarchy::new(hull);
        let along = bodies.poses[0].inverse().apply_vector(vec2(x, y));
        let found = hierarchy.trace_farthest(along);
        let names = |vertices: &[u32]| vertices.iter().map(|&vertex| bodies.source(0, vertex)).collect::<Vec<_>>();
        let level = |(vertices, (compared, best)): (Vec<u32>, &(Vec<u32>, u32))| {
            // A hull of the plane has its vertices in order. So have the levels, once sorted.
            let mut round = vertices;
            round.sort_unstable();
            Level { corners: names(&round), compared: names(compared), best: bodies.source(0, *best) }
        };
        let levels = hierarchy.levels().into_iter().rev().map(|level| level.vertices);
        Self { levels: levels.zip(&found.levels).map(level).collect(), corner: bodies.source(0, found.vertex) }
    }
}
