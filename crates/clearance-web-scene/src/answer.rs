//! The answer in the words of the command's output, and what the picture of it needs.

use clearance::Status;
use clearance_scene::{Body, Contact, Nearest, Relation, contact_region};
use serde::Serialize;

type Point = [f64; 3];

/// How far apart the surfaces of two bodies are.
#[derive(Serialize)]
pub struct Answer {
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: Point,
    point_b: Point,
    normal: Point,
    /// The triangles that hold the points.
    leaf_a: u32,
    leaf_b: u32,
    /// Their corners in the world, for the picture.
    corners_a: [Point; 3],
    corners_b: [Point; 3],
}

impl Answer {
    pub fn new(a: &Body, b: &Body, nearest: &Nearest) -> Self {
        let placed = |body: &Body, leaf: u32| body.corners(leaf).map(|corner| Point::from(body.pose.apply(corner)));
        Self {
            distance: nearest.distance,
            lower: nearest.lower,
            upper: nearest.upper,
            point_a: nearest.point_a.into(),
            point_b: nearest.point_b.into(),
            normal: nearest.normal.into(),
            leaf_a: nearest.leaf_a,
            leaf_b: nearest.leaf_b,
            corners_a: placed(a, nearest.leaf_a),
            corners_b: placed(b, nearest.leaf_b),
        }
    }
}

/// How two bodies stand to each other.
#[derive(Serialize)]
pub struct Related {
    status: &'static str,
    relation: &'static str,
    /// Whether a mesh is open. Then it counts as its surface.
    open: bool,
    /// Where they touch, if they do.
    contact: Option<Region>,
}

/// Where two bodies touch: convex polygons in the world, and bounds of their area. The band is that of a scene whose bodies
/// have no precision.
#[derive(Serialize)]
struct Region {
    kind: &'static str,
    area: f64,
    lower: f64,
    upper: f64,
    pieces: Vec<Vec<Point>>,
}

impl Region {
    fn of(a: &Body, b: &Body) -> Option<Self> {
        let points = [a, b].into_iter().flat_map(|body| body.mesh.vertices().iter().map(|&p| body.pose.apply(p)));
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for p in points {
            for (axis, [low, high]) in ends.iter_mut().enumerate() {
                (*low, *high) = (low.min(p[axis]), high.max(p[axis]));
            }
        }
        let size = ends.iter().map(|[low, high]| high - low).fold(0.0, f64::max);
        let found = contact_region(a, b, Contact::Auto.band(size, [0.0; 2], [0.0; 2]))?;
        let pieces = found.pieces.into_iter().map(|piece| piece.into_iter().map(Point::from).collect()).collect();
        Some(Self { kind: found.kind?.name(), area: found.area, lower: found.lower, upper: found.upper, pieces })
    }
}

impl Related {
    /// The relation of the solids. `None` if a pose is no rotation.
    pub fn new(a: &Body, b: &Body) -> Option<Self> {
        let related = clearance_scene::relation(a, b)?;
        let status = match related.relation {
            Relation::Apart => Status::Separated,
            Relation::Touching => Status::Touching,
            Relation::Crossing | Relation::AInB | Relation::BInA => Status::Overlapping,
        };
        let contact = if related.relation == Relation::Touching { Region::of(a, b) } else { None };
        Some(Self { status: status.as_str(), relation: related.relation.name(), open: related.open, contact })
    }
}
