//! What one direction tells about two shapes.

use crate::bodies::Bodies;
use clearance::{SupportMap, vec2};

/// The corner of A farthest along a unit direction, that of B farthest against it, how far A reaches along the
/// direction, and where B begins. The last two are rounded to the nearest: they are drawn, and prove nothing.
pub fn row(bodies: &Bodies, [x, y]: [f64; 2]) -> [f64; 4] {
    let direction = vec2(x, y);
    let mut row = [0.0; 4];
    for (side, way) in [direction, -direction].into_iter().enumerate() {
        let pose = &bodies.poses[side];
        let hull = bodies.bodies[side].hull();
        let vertex = hull.support_vertex(pose.inverse().apply_vector(way)).vertex.unwrap_or(0);
        let point = pose.apply(hull.vertices()[vertex as usize]);
        row[side] = f64::from(bodies.source(side, vertex));
        row[side + 2] = direction.dot(point);
    }
    row
}
