//! Planes that part two bodies.
//!
//! **Law.** If one body lies behind a plane and the other one in front of it, and both may have points in it, they have
//! no common interior. So bodies that meet there touch, and no other place has to be looked at. Parts that lie face on
//! face are mostly so, whatever number of their triangles touch.

use super::placed::{Placed, Vertex};
use std::cmp::Ordering;

/// Whether a plane upright on an axis of the world surely parts the bodies.
pub(super) fn part_along_an_axis(placed: &Placed) -> bool {
    let [[low, high], [other_low, other_high]] = placed.boxes;
    (0..3).any(|axis| placed.is_exact[axis] && (low[axis] >= other_high[axis] || other_low[axis] >= high[axis]))
}

/// Whether the plane of a triangle of one body parts the bodies.
pub(super) fn parts(placed: &Placed, triangle: [Vertex; 3]) -> bool {
    let mut sides = [Ordering::Equal; 2];
    for (side, body) in placed.bodies.iter().enumerate() {
        for index in 0..body.mesh.vertices().len() as u32 {
            let here = placed.side(triangle, Vertex { side, index });
            if here.is_ne() && (here == sides[1 - side] || here == sides[side].reverse()) {
                return false;
            }
            sides[side] = sides[side].then(here);
        }
    }
    // A triangle without area has no plane: everything is on it.
    sides != [Ordering::Equal; 2]
}
