//! Drawings part by part: each feature, geometry or element with its name.

use super::region::{self, Approximation, Region};
use super::{extension, geojson, not_a_pointer, svg, wkt};
use crate::fault::Fault;
use crate::names::make_unique;
use crate::plane::Point;

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name in the file, or its number from 0. Names of a drawing differ: `#2` and so on tells equal ones apart.
    pub name: String,
    /// Polygons with holes, at least one. See [`Region::polygons`].
    pub polygons: Vec<Vec<Vec<Point>>>,
    /// How far the rings may be from the curves of the file.
    pub approximation: Approximation,
}

/// A file in the plane, part by part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Whether some parts had curves, which are polygons now.
    pub is_curved: bool,
    /// At least one, in the file's order.
    pub parts: Vec<Part>,
    /// The length of a unit of the coordinates in metres, `None` where the file does not say it.
    pub metres_per_unit: Option<f64>,
    /// What the user should know of the file, a sentence each.
    pub remarks: Vec<String>,
}

/// Whether a file of this name has outlines in the plane, if it can be read at all.
pub fn is_drawing(name: &str) -> bool {
    matches!(extension(name).as_deref(), Some("svg" | "wkt" | "geojson" | "json"))
}

/// Reads the parts of a drawing by the extension of its name. GeoJSON: the features, named by their properties `name` or
/// `id` or by their own `id`, or the geometries. WKT: the geometries; those of a collection are parts of their own.
/// SVG: the elements, named by their `id` behind that of the nearest group with one, as `pads/left`.
pub fn read_parts(name: &str, bytes: &[u8]) -> Result<Drawing, Fault> {
    not_a_pointer(bytes)?;
    let mut drawing = match extension(name).as_deref() {
        Some("svg") => svg::read_parts(bytes)?,
        Some("wkt") => wkt::read_parts(bytes)?,
        Some("geojson" | "json") => geojson::read_parts(bytes)?,
        _ => return Err(Fault::new("expected a file named .svg, .wkt, .geojson or .json")),
    };
    let all = drawing.parts.len();
    drawing.parts.retain(|part| !part.polygons.is_empty());
    if drawing.parts.is_empty() {
        return Err(Fault::new("expected a polygon, found none"));
    }
    if drawing.parts.len() < all {
        drawing.remarks.push(format!("{} parts without a polygon were left out", all - drawing.parts.len()));
    }
    make_unique(drawing.parts.iter_mut().map(|part| &mut part.name));
    Ok(drawing)
}

impl Part {
    /// The same in another unit: every coordinate is multiplied and rounded once.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        self.approximation = region::scale(&mut self.polygons, self.approximation, factor);
        self
    }
}

impl Drawing {
    /// Adds a region as a part. Without a name it has its number.
    pub(super) fn add(&mut self, name: Option<String>, region: Region) {
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| self.parts.len().to_string());
        self.parts.push(Part { name, polygons: region.polygons, approximation: region.approximation });
    }
}
