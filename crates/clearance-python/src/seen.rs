//! Shapes as queries see them: behind a table of methods.
//!
//! A query that is compiled for a kind of shape is compiled for each pair of kinds, in the plane and in space. Batches
//! call mixed kinds as `Seen` already, so single queries of that type add no code of their own. The bits are the same.

use crate::dimension::{Dimension, In, Plane, Space};
use crate::shape::{Shape, both};
use clearance::{AnyShape, Placed, Pose, SupportMap};
use pyo3::PyResult;

/// Any kind of shape, at its pose.
pub type Seen<'a, V> = Placed<&'a (dyn SupportMap<V> + Send + Sync), V>;

/// A shape where it stands.
pub fn seen<V: Dimension>(shape: &AnyShape<V>) -> Seen<'_, V> {
    match shape {
        AnyShape::Placed(placed) => Placed::new(table(placed.shape()), placed.pose()),
        shape => Placed::new(table(shape), Pose::identity()),
    }
}

/// Two shapes of one dimension.
pub fn seen_pair<'a>(
    a: &'a Shape,
    b: &'a Shape,
) -> PyResult<In<(Seen<'a, Plane>, Seen<'a, Plane>), (Seen<'a, Space>, Seen<'a, Space>)>> {
    Ok(match both(a.any.as_ref(), b.any.as_ref())? {
        In::Plane((a, b)) => In::Plane((seen(a), seen(b))),
        In::Space((a, b)) => In::Space((seen(a), seen(b))),
    })
}

/// The methods of the shape's own kind, so that no call asks for the kind again.
fn table<V: Dimension>(shape: &AnyShape<V>) -> &(dyn SupportMap<V> + Send + Sync) {
    match shape {
        AnyShape::Point(shape) => shape,
        AnyShape::Ball(shape) => shape,
        AnyShape::Segment(shape) => shape,
        AnyShape::Capsule(shape) => shape,
        AnyShape::Triangle(shape) => shape,
        AnyShape::Cuboid(shape) => shape,
        AnyShape::PointCloud(shape) => shape,
        AnyShape::Hull(shape) => shape,
        AnyShape::Ellipsoid(shape) => shape,
        AnyShape::Cylinder(shape) => shape,
        AnyShape::Cone(shape) => shape,
        shape => shape,
    }
}
