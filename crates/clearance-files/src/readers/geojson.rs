//! GeoJSON (RFC 7946): the polygons of a geometry, a feature or a collection, in the coordinates as written.

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer};
use serde_json::value::RawValue;

use super::region::Region;
use super::words::text;
use crate::fault::Fault;
use crate::json::{self, Fields, object};
use crate::plane::Point;

/// Any GeoJSON object. Members that no polygon needs are skipped.
#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Object {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Option<Box<RawValue>>,
    /// It is absent or `null` for a feature without a place.
    geometry: Option<Box<Object>>,
    geometries: Option<Vec<Object>>,
    features: Option<Vec<Object>>,
}

impl<'de> Fields<'de> for Object {
    const EXPECTED: &'static str = "a GeoJSON object with type";
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        object(deserializer)
    }
}

/// Longitude and latitude, or any two numbers that come first. Altitudes and measures are skipped.
struct Position(Point);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers = Vec::<f64>::deserialize(deserializer)?;
        match *numbers {
            [x, y, ..] => Ok(Self([x, y])),
            _ => Err(de::Error::custom(format_args!("expected at least 2 numbers, found {}", numbers.len()))),
        }
    }
}

/// Rings of positions.
type Polygon = Vec<Vec<Position>>;

/// Reads all polygons.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let mut region = Region::default();
    collect(&json::read::<Object>(text(bytes)?)?, &mut region)?;
    region.or_nothing()
}

/// Adds the polygons of `object`.
fn collect(object: &Object, region: &mut Region) -> Result<(), Fault> {
    match object.kind.as_str() {
        "Polygon" => region.add_polygon(rings(&coordinates::<Polygon>(object)?)),
        "MultiPolygon" => {
            for polygon in coordinates::<Vec<Polygon>>(object)? {
                region.add_polygon(rings(&polygon));
            }
        }
        "Feature" => {
            if let Some(geometry) = &object.geometry {
                collect(geometry, region).map_err(|fault| fault.under("geometry"))?;
            }
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

fn coordinates<T: DeserializeOwned>(object: &Object) -> Result<T, Fault> {
    let raw = object.coordinates.as_ref().ok_or_else(|| Fault::new("expected coordinates, found none"))?;
    json::read(raw.get()).map_err(|fault| fault.under("coordinates"))
}

/// The rings without altitudes, and without their last position, which repeats the first.
fn rings(polygon: &Polygon) -> Vec<Vec<Point>> {
    let ring = |ring: &Vec<Position>| -> Vec<Point> {
        let mut points: Vec<Point> = ring.iter().map(|position| position.0).collect();
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        points
    };
    polygon.iter().map(ring).collect()
}
