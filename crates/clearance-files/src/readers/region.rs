//! Polygons of the plane as files give them: rings of points, and the area that they cover.

use crate::document::{Numbers, ShapeDocument};
use crate::fault::Fault;
use crate::plane::{self, Point};

/// How far the shape that was read may be from what its file means, in the unit of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Approximation {
    /// No point that the file means is farther than this from the shape.
    pub outward: f64,
    /// No point of the shape is farther than this from what the file means.
    pub inward: f64,
}

impl Approximation {
    /// The errors of two parts together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { outward: self.outward.max(other.outward), inward: self.inward.max(other.inward) }
    }
}

/// What is said of coordinates on the earth.
pub(super) const DEGREES: &str =
    "the coordinates are degrees of longitude and latitude, and so is the answer: it is no length";

/// Polygons with holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// In the file's order. Of each polygon the outer ring is first, and the holes follow it. Rings do not repeat their
    /// first point. Every ring has a point. A line is a ring there and back.
    pub polygons: Vec<Vec<Vec<Point>>>,
    /// How far the rings may be from the curves of the file.
    pub approximation: Approximation,
    /// The length of a unit of the coordinates in metres, `None` where the file does not say it.
    pub metres_per_unit: Option<f64>,
    /// What else the user should know of the file, a sentence each.
    pub remarks: Vec<String>,
}

/// Multiplies polygons by a factor, and returns how far they may be then from what their file means.
pub(super) fn scale(polygons: &mut [Vec<Vec<Point>>], errors: Approximation, factor: f64) -> Approximation {
    let mut size: f64 = 0.0;
    for coordinate in polygons.iter_mut().flatten().flatten().flatten() {
        *coordinate *= factor;
        size = size.max(coordinate.abs());
    }
    // Corners that are where the file says need no bound: the unit is the rounded one.
    let scaled = |error: f64| if error > 0.0 { error * factor * (1.0 + 1e-9) + size * f64::EPSILON } else { 0.0 };
    Approximation { outward: scaled(errors.outward), inward: scaled(errors.inward) }
}

impl Region {
    /// Adds a polygon: an outer ring and the holes in it. Rings without points are left out. Without an outer ring
    /// there is no polygon.
    pub fn add_polygon(&mut self, mut rings: Vec<Vec<Point>>) {
        if rings.first().is_some_and(|outer| !outer.is_empty()) {
            rings.retain(|ring| !ring.is_empty());
            self.polygons.push(rings);
        }
    }

    /// Adds a line, which encloses nothing: a ring there and back. A point is a ring of one point.
    pub fn add_line(&mut self, mut points: Vec<Point>) {
        let end = points.len();
        if end > 2 {
            points.extend_from_within(1..end - 1);
            points[end..].reverse();
        }
        self.add_polygon(vec![points]);
    }

    /// Each coordinate times a factor, rounded once. The errors of curves include the roundings.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.approximation = scale(&mut self.polygons, self.approximation, factor);
        self
    }

    /// The region, if there is any.
    pub fn or_nothing(self) -> Result<Self, Fault> {
        if self.polygons.is_empty() { Err(Fault::new("expected a polygon, found none")) } else { Ok(self) }
    }

    /// The outer rings.
    fn outer(&self) -> impl Iterator<Item = &Vec<Point>> {
        self.polygons.iter().map(|rings| &rings[0])
    }

    /// The hull of the points as a shape.
    pub fn shape(&self) -> ShapeDocument {
        ShapeDocument::points(self.outer().flatten().map(|&point| Numbers::from(point)).collect())
    }

    /// The area of the region as a fraction of the area of its hull. It is 1 when the hull has no area.
    pub fn convex_fraction(&self) -> f64 {
        let coordinates = self.outer().flatten().flatten();
        let size = coordinates.fold(0.0, |size: f64, coordinate| size.max(coordinate.abs()));
        if size == 0.0 {
            return 1.0;
        }
        // The lengths are divided by the size, so no area leaves the range of numbers.
        let scaled = |ring: &Vec<Point>| -> Vec<Point> { ring.iter().map(|p| [p[0] / size, p[1] / size]).collect() };
        let area = |ring: &Vec<Point>| plane::area(&scaled(ring)).abs();
        let outer: f64 = self.outer().map(area).sum();
        let holes: f64 = self.polygons.iter().flat_map(|rings| &rings[1..]).map(area).sum();
        let points: Vec<Point> = self.outer().flat_map(scaled).collect();
        let hull = plane::area(&plane::hull(&points));
        if hull > 0.0 { (outer - holes) / hull } else { 1.0 }
    }
}
