//! GeoJSON (RFC 7946): the polygons of a geometry, a feature or a collection, in the coordinates as written.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::region::Region;
use super::words::text;
use crate::document::{Numbers, read as read_document};
use crate::failure::Fault;
use crate::plane::Point;

/// Any GeoJSON object; members that no polygon needs are passed over.
#[derive(Deserialize)]
struct Object {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Option<Box<RawValue>>,
    geometry: Option<Box<Object>>,
    geometries: Option<Vec<Object>>,
    features: Option<Vec<Object>>,
}

/// Rings of positions.
type Polygon = Vec<Vec<Numbers>>;

/// Reads all polygons.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let mut region = Region::default();
    collect(&read_document::<Object>(text(bytes)?)?, &mut region)?;
    region.or_nothing()
}

/// Adds the polygons of `object`.
fn collect(object: &Object, region: &mut Region) -> Result<(), Fault> {
    match object.kind.as_str() {
        "Polygon" => region.add_polygon(&rings(&coordinates::<Polygon>(object)?)),
        "MultiPolygon" => {
            for polygon in coordinates::<Vec<Polygon>>(object)? {
                region.add_polygon(&rings(&polygon));
            }
        }
        "Feature" => {
            let geometry = object.geometry.as_ref().ok_or_else(|| Fault::new("expected a geometry, found none"))?;
            collect(geometry, region).map_err(|fault| fault.under("geometry"))?;
        }
        "GeometryCollection" => all(object.geometries.as_deref(), "geometries", region)?,
        "FeatureCollection" => all(object.features.as_deref(), "features", region)?,
        other => {
            let message = format!("expected Polygon, MultiPolygon, or features of these, found {other:?}");
            return Err(Fault::new(message).under("type"));
        }
    }
    Ok(())
}

fn all(objects: Option<&[Object]>, key: &str, region: &mut Region) -> Result<(), Fault> {
    let objects = objects.ok_or_else(|| Fault::new(format!("expected {key}, found none")))?;
    for (index, object) in objects.iter().enumerate() {
        collect(object, region).map_err(|fault| fault.at(index).under(key))?;
    }
    Ok(())
}

fn coordinates<T: serde::de::DeserializeOwned>(object: &Object) -> Result<T, Fault> {
    let raw = object.coordinates.as_ref().ok_or_else(|| Fault::new("expected coordinates, found none"))?;
    read_document(raw.get()).map_err(|fault| fault.under("coordinates"))
}

/// The rings without their last position, which repeats the first, and without altitudes.
fn rings(polygon: &Polygon) -> Vec<Vec<Point>> {
    let ring = |ring: &Vec<Numbers>| -> Vec<Point> {
        let open = if ring.len() > 1 && ring.first() == ring.last() { &ring[..ring.len() - 1] } else { ring };
        open.iter().map(|position| [position.as_slice()[0], position.as_slice()[1]]).collect()
    };
    polygon.iter().map(ring).collect()
}
