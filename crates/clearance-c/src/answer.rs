//! Answers as the header has them.

use crate::layout::{Answer, NO_LEAF};
use crate::world::{World, three};
use clearance::{Proximity, Status};
use clearance_scene::Nearest;

/// The answer for two convex shapes.
#[inline(always)]
pub fn answer<V: World<D>, const D: usize>(near: &Proximity<V>) -> Answer {
    Answer {
        status: match near.status {
            Status::Separated => 0,
            Status::Touching => 1,
            Status::Overlapping => 2,
        },
        iterations: near.iterations,
        leaf_a: NO_LEAF,
        leaf_b: NO_LEAF,
        distance: near.distance,
        lower: near.lower,
        upper: near.upper,
        normal: three(near.normal),
        point_a: three(near.point_a),
        point_b: three(near.point_b),
    }
}

/// The answer for two bodies.
pub fn nearest<V: World<D>, const D: usize>(near: &Nearest<V>) -> Answer {
    Answer { leaf_a: near.leaf_a, leaf_b: near.leaf_b, ..answer::<V, D>(&near.proximity) }
}
