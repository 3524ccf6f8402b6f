//! The scan of all vertices. There is nothing to prepare, and each vertex costs one product.

use clearance::Hull;

use super::{Finder, Point, farthest};

pub struct Scan {
    points: Vec<Point>,
}

impl Finder for Scan {
    const NAME: &'static str = "clearance scan";
    const ROUNDING: f64 = 0.0;

    fn new(hull: &Hull<Point>) -> Self {
        Self { points: hull.vertices().to_vec() }
    }
    #[inline]
    fn farthest(&self, direction: Point) -> usize {
        farthest(&self.points, 0..self.points.len(), direction)
    }
    fn memory(&self) -> usize {
        size_of_val(self.points.as_slice())
    }
}
