//! Well-known text: `POLYGON`, `MULTIPOLYGON` and collections of these, in the coordinates as written.

use wkt::Wkt;
use wkt::types::{LineString, Polygon};

use super::region::Region;
use super::words::text;
use crate::failure::Fault;
use crate::plane::Point;

/// Reads all polygons.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let mut region = Region::default();
    collect(&text(bytes)?.trim().parse().map_err(|error| Fault::new(format!("expected WKT: {error}")))?, &mut region)?;
    region.or_nothing()
}

/// Adds the polygons of `geometry`.
fn collect(geometry: &Wkt<f64>, region: &mut Region) -> Result<(), Fault> {
    match geometry {
        Wkt::Polygon(polygon) => add(polygon, region),
        Wkt::MultiPolygon(list) => list.polygons().iter().try_for_each(|polygon| add(polygon, region)),
        Wkt::GeometryCollection(list) => list.geometries().iter().try_for_each(|member| collect(member, region)),
        _ => Err(Fault::new("expected POLYGON, MULTIPOLYGON or a collection of these")),
    }
}

fn add(polygon: &Polygon<f64>, region: &mut Region) -> Result<(), Fault> {
    let rings: Result<Vec<_>, Fault> = polygon.rings().iter().map(ring).collect();
    region.add_polygon(&rings?);
    Ok(())
}

/// The points of a ring without the last, which repeats the first.
fn ring(ring: &LineString<f64>) -> Result<Vec<Point>, Fault> {
    let mut points: Vec<Point> = ring.coords().iter().map(|point| [point.x, point.y]).collect();
    if let Some(index) = points.iter().position(|point| !point.iter().all(|number| number.is_finite())) {
        return Err(Fault::new(format!("expected finite numbers, found {:?}", points[index])).at(index));
    }
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Ok(points)
}
