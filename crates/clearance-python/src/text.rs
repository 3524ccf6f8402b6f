//! Shapes as Python writes them: what is printed makes the shape again, but for long lists of points.

use crate::arrays::{list, number};
use crate::dimension::Dimension;
use clearance::{AnyShape, Pose, WideVector};

/// A list of points that is longer is cut.
const MOST_POINTS: usize = 6;

/// The constructor of a shape.
pub fn shape<V: Dimension>(any: &AnyShape<V>) -> String {
    let vector = |vector: V| list(&vector.coordinates());
    match any {
        AnyShape::Point(point) => format!("Point({})", vector(point.position())),
        AnyShape::Ball(ball) => format!("Ball({}, {})", vector(ball.center()), number(ball.radius())),
        AnyShape::Segment(segment) => format!("Segment({}, {})", vector(segment.start()), vector(segment.end())),
        AnyShape::Capsule(c) => format!("Capsule({}, {}, {})", vector(c.start()), vector(c.end()), number(c.radius())),
        AnyShape::Triangle(triangle) => format!("Triangle({})", points(&triangle.vertices())),
        AnyShape::Cuboid(cuboid) => format!("Cuboid({})", vector(cuboid.half_extents())),
        AnyShape::PointCloud(cloud) => format!("Points({})", points(cloud.as_slice())),
        AnyShape::Hull(hull) => format!("Hull({})", points(hull.vertices())),
        AnyShape::Ellipsoid(ellipsoid) => format!("Ellipsoid({})", vector(ellipsoid.semi_axes())),
        AnyShape::HalfSpace(h) => format!("HalfSpace({}, {})", vector(h.normal()), number(h.offset())),
        AnyShape::Cylinder(c) => {
            format!("Cylinder({}, {})", number(c.shape().half_height()), number(c.shape().radius()))
        }
        AnyShape::Cone(c) => format!("Cone({}, {})", number(c.shape().half_height()), number(c.shape().radius())),
        AnyShape::Placed(placed) => format!("{}.at({})", shape(placed.shape()), pose(&placed.pose())),
        AnyShape::Rounded(rounded) => format!("{}.rounded({})", shape(rounded.shape()), number(rounded.added_radius())),
        AnyShape::Sum(sum) => format!("{}.sum({})", shape(sum.parts().0), shape(sum.parts().1)),
        AnyShape::HullOfTwo(hull) => format!("{}.hull_with({})", shape(hull.parts().0), shape(hull.parts().1)),
        AnyShape::Swept(swept) => format!("{}.swept({})", shape(swept.shape()), vector(swept.way())),
        _ => "Shape(...)".into(),
    }
}

/// The keywords of a pose.
pub fn pose<V: Dimension>(pose: &Pose<V>) -> String {
    let mut words = Vec::new();
    if pose.translation != V::ORIGIN {
        words.push(format!("translation={}", list(&pose.translation.coordinates())));
    }
    if *pose != (Pose { translation: pose.translation, ..Pose::identity() }) {
        words.push(format!("rotation={}", list(&V::numbers(&pose.rotation))));
    }
    words.join(", ")
}

fn points<V: Dimension>(points: &[V]) -> String {
    let rows = |points: &[V]| points.iter().map(|point| list(&point.coordinates())).collect::<Vec<_>>().join(", ");
    match points.len() {
        ..=MOST_POINTS => format!("[{}]", rows(points)),
        count => format!("[{}, ... {count} points]", rows(&points[..2])),
    }
}

/// A vector in as many digits as it needs.
pub fn vector<V: WideVector + Dimension>(vector: &V) -> String {
    list(&vector.coordinates())
}
