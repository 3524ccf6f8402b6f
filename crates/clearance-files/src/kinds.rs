//! The kinds of shapes that have no curved side: their own with the feature `kinds`, without it clouds of points.

use clearance::AnyShape;

use crate::fault::Fault;
use crate::solid::Dimension;

pub(crate) use own::{point, polytope, segment, triangle};

#[cfg(feature = "kinds")]
mod own {
    use super::{AnyShape, Dimension, Fault};
    use crate::solid::checked;
    use clearance::{Hull, Point, Segment, Triangle};

    pub(crate) fn point<V: Dimension>(point: V) -> Result<AnyShape<V>, Fault> {
        checked(Point::new(point))
    }
    pub(crate) fn segment<V: Dimension>([start, end]: [V; 2]) -> Result<AnyShape<V>, Fault> {
        checked(Segment::new(start, end))
    }
    /// The triangle of three corners.
    pub(crate) fn triangle<V: Dimension>(corners: Vec<V>) -> Result<AnyShape<V>, Fault> {
        checked(Triangle::new(corners[0], corners[1], corners[2]))
    }
    /// The hull of points, with its faces.
    pub(crate) fn polytope<V: Dimension>(points: Vec<V>) -> Result<AnyShape<V>, Fault> {
        checked(Hull::new(&points))
    }
}

#[cfg(not(feature = "kinds"))]
mod own {
    use super::{AnyShape, Dimension, Fault};
    use crate::solid::cloud;

    pub(crate) use crate::solid::cloud as triangle;
    pub(crate) use crate::solid::cloud as polytope;

    pub(crate) fn point<V: Dimension>(point: V) -> Result<AnyShape<V>, Fault> {
        cloud(vec![point])
    }
    pub(crate) fn segment<V: Dimension>(ends: [V; 2]) -> Result<AnyShape<V>, Fault> {
        cloud(ends.to_vec())
    }
}
