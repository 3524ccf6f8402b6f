//! `--inside`: what the distance of two things is where they overlap, and one of them is a mesh or an outline.
//!
//! The surfaces of such things have a distance everywhere: 0 where they meet, and the wall where one thing lies in the
//! other. It never jumps, whatever is convex. Minus the depth is negative wherever things overlap. It is exact for two
//! convex bodies only; for others it has bounds.
//!
//! A translation that parts the hulls parts the bodies. So the depth of the hulls is not less than that of the bodies. If
//! B lies in A and its surface is w from that of A, the ball of radius w around each point of B lies in A. So B must be
//! moved by w at least.

use clearance_scene::{Depth, Relation};

/// What the distance of things that overlap is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Inside {
    /// From surface to surface: 0 where they meet, the wall where one thing lies in the other.
    #[default]
    Wall,
    /// Minus the length of the shortest way out. Things that are not convex have bounds of it.
    Depth,
}

impl Inside {
    /// The word in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Depth => "depth",
        }
    }
}

/// The least depth of two solids that overlap, of what is known: their distance from surface to surface is at least
/// `wall`, and `depth` bounds the depth if it is known.
pub fn least_depth(relation: Relation, wall: f64, depth: Option<Depth>) -> f64 {
    let of_wall = if relation == Relation::Crossing { 0.0 } else { wall.max(0.0) };
    depth.map_or(of_wall, |depth| depth.lower.max(of_wall))
}
