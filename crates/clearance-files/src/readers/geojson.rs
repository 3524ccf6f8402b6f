//! GeoJSON (RFC 7946): the polygons of a geometry, a feature or a collection, in the coordinates as written.

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

use super::parts::Drawing;
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
    /// What a feature is called, as far as it says so.
    #[serde(default)]
    properties: Named,
    #[serde(default)]
    id: Name,
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

/// The properties of a feature that name it.
#[derive(Default)]
struct Named {
    name: Name,
    id: Name,
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Members in their order. Properties that are no object name nothing.
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Named;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object or null")
            }
            fn visit_unit<E>(self) -> Result<Named, E> {
                Ok(Named::default())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
                let mut named = Named::default();
                while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                    match &*key {
                        "name" => named.name = map.next_value()?,
                        "id" => named.id = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(named)
            }
        }
        deserializer.deserialize_any(Members)
    }
}

/// A string or a number; whatever else names nothing.
#[derive(Default)]
struct Name(Option<String>);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = match Value::deserialize(deserializer)? {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        Ok(Self(name.filter(|name| !name.is_empty())))
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

/// Reads each feature as a part, and each geometry that is no feature's.
pub(super) fn read_parts(bytes: &[u8]) -> Result<Drawing, Fault> {
    let mut drawing = Drawing::default();
    add_part(json::read::<Object>(text(bytes)?)?, &mut drawing)?;
    Ok(drawing)
}

/// Adds an object as a part, or the members of a collection as parts of their own.
fn add_part(object: Object, drawing: &mut Drawing) -> Result<(), Fault> {
    let (key, objects) = match object.kind.as_str() {
        "FeatureCollection" => ("features", object.features),
        "GeometryCollection" => ("geometries", object.geometries),
        _ => {
            let mut region = Region::default();
            collect(&object, &mut region)?;
            let Object { properties, id, .. } = object;
            drawing.add(properties.name.0.or(properties.id.0).or(id.0), region);
            return Ok(());
        }
    };
    let objects = objects.ok_or_else(|| Fault::new(format!("expected {key}, found none")))?;
    for (index, object) in objects.into_iter().enumerate() {
        add_part(object, drawing).map_err(|fault| fault.at(index).under(key))?;
    }
    Ok(())
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
