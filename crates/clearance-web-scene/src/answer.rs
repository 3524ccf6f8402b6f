//! The answer in the words of the command's output, and what the picture of it needs.

use clearance::Status;
use clearance_scene::{Body, Nearest};
use serde::Serialize;

type Point = [f64; 3];

/// How two bodies stand to each other.
#[derive(Serialize)]
pub struct Answer {
    status: &'static str,
    relation: &'static str,
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: Point,
    point_b: Point,
    normal: Point,
    iterations: u32,
    /// The triangles that hold the points.
    leaf_a: u32,
    leaf_b: u32,
    /// Whether a surface is open.
    open: bool,
    /// Their corners in the world, for the picture.
    corners_a: [Point; 3],
    corners_b: [Point; 3],
}

impl Answer {
    pub fn new(a: &Body, b: &Body, nearest: &Nearest) -> Self {
        let relation = relation(a, b, nearest);
        let placed = |body: &Body, leaf: u32| {
            body.mesh.corners(leaf).map(|corner| Point::from(body.pose.apply(corner)))
        };
        Self {
            status: status(relation).as_str(),
            relation,
            distance: nearest.distance,
            lower: nearest.lower,
            upper: nearest.upper,
            point_a: nearest.point_a.into(),
            point_b: nearest.point_b.into(),
            normal: nearest.normal.into(),
            iterations: nearest.iterations,
            leaf_a: nearest.leaf_a,
            leaf_b: nearest.leaf_b,
            open: !(a.mesh.report().is_closed() && b.mesh.report().is_closed()),
            corners_a: placed(a, nearest.leaf_a),
            corners_b: placed(b, nearest.leaf_b),
        }
    }
}

/// The relation of the bodies in the words of the command.
fn relation(a: &Body, b: &Body, nearest: &Nearest) -> &'static str {
    if nearest.status != Status::Separated {
        return "crossing";
    }
    match [holds(b, a), holds(a, b)] {
        [true, _] => "a_in_b",
        [_, true] => "b_in_a",
        _ => "apart",
    }
}

/// Whether the outer body holds the inner one. Their surfaces do not meet.
fn holds(outer: &Body, inner: &Body) -> bool {
    let point = outer.pose.inverse().apply(inner.pose.apply(inner.mesh.corners(0)[0]));
    outer.mesh.report().is_closed() && outer.mesh.winding_number(point).is_some_and(|number| number != 0)
}

/// The status that goes with a relation.
fn status(relation: &str) -> Status {
    match relation {
        "apart" => Status::Separated,
        "touching" => Status::Touching,
        _ => Status::Overlapping,
    }
}
