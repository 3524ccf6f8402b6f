//! Polygons of the plane as files give them: rings of points, and how much area they cover.

use crate::document::{Numbers, ShapeDocument};
use crate::failure::Fault;
use crate::plane::{self, Point};

/// Rings of points with the area that they enclose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    points: Vec<Point>,
    area: f64,
}

impl Region {
    /// Adds a polygon: an outer ring and the holes in it.
    pub fn add_polygon(&mut self, rings: &[Vec<Point>]) {
        let mut areas = rings.iter().map(|ring| plane::area(ring).abs());
        self.area += areas.next().unwrap_or(0.0) - areas.sum::<f64>();
        self.points.extend(rings.first().into_iter().flatten());
    }

    /// The region, if there is any.
    pub fn or_nothing(self) -> Result<Self, Fault> {
        if self.points.is_empty() { Err(Fault::new("expected a polygon, found no point")) } else { Ok(self) }
    }

    /// The hull of the points as a shape.
    pub fn shape(&self) -> ShapeDocument {
        ShapeDocument::points(self.points.iter().map(|&point| Numbers::from(point)).collect())
    }

    /// The area of the region as a fraction of its hull's, 1 when the hull has none.
    pub fn convex_fraction(&self) -> f64 {
        let hull = plane::area(&plane::hull(&self.points));
        if hull > 0.0 { self.area / hull } else { 1.0 }
    }
}
