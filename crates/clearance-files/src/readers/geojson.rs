//! GeoJSON (RFC 7946): the points, lines and polygons of a geometry, a feature or a collection, in the coordinates as
//! written. A text sequence (RFC 8142), or a list of objects line after line, is read as one collection.

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

use super::parts::Drawing;
use super::region::{DEGREES, Region};
use super::words::wide_or_utf8;
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
    /// The system of coordinates. Only files before RFC 7946 name one.
    crs: Option<Box<RawValue>>,
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

/// Stands before each object of a text sequence.
pub(super) const MARK: char = '\u{1e}';

/// The objects of a text, one as a rule.
fn objects(bytes: &[u8]) -> Result<Vec<Object>, Fault> {
    let text = wide_or_utf8(bytes)?;
    let text = if text.contains(MARK) { Cow::Owned(text.replace(MARK, "\n")) } else { text };
    let values = serde_json::Deserializer::from_str(&text).into_iter::<&RawValue>().collect::<Result<Vec<_>, _>>();
    match values.as_deref() {
        Ok([_, _, ..]) => {
            let read = |(index, value): (usize, &&RawValue)| json::read(value.get()).map_err(|fault| fault.at(index));
            values.iter().flatten().enumerate().map(read).collect()
        }
        _ => Ok(vec![json::read(&text)?]),
    }
}

/// Whether positions may be degrees: by RFC 7946 they are. Files before it may name another system.
fn may_be_degrees(objects: &[Object]) -> bool {
    let is_globe = |crs: &RawValue| ["CRS84", "4326"].iter().any(|name| crs.get().contains(name));
    objects.iter().filter_map(|object| object.crs.as_deref()).all(is_globe)
}

/// What is to be said of positions that may be degrees, unless there are numbers beyond the globe.
fn degrees<'a>(mut positions: impl Iterator<Item = &'a Point>) -> Option<String> {
    positions.all(|&[x, y]| x.abs() <= 360.0 && y.abs() <= 90.0).then(|| DEGREES.to_owned())
}

/// Reads all geometries.
pub fn read(bytes: &[u8]) -> Result<Region, Fault> {
    let mut region = Region::default();
    let objects = objects(bytes)?;
    objects.iter().try_for_each(|object| collect(object, &mut region))?;
    let mut region = region.or_nothing()?;
    if may_be_degrees(&objects) {
        let remark = degrees(region.polygons.iter().flatten().flatten());
        region.remarks.extend(remark);
    }
    Ok(region)
}

/// Reads each feature as a part, and each geometry that is no feature's.
pub(super) fn read_parts(bytes: &[u8]) -> Result<Drawing, Fault> {
    let mut drawing = Drawing::default();
    let objects = objects(bytes)?;
    let may_be_degrees = may_be_degrees(&objects);
    objects.into_iter().try_for_each(|object| add_part(object, &mut drawing))?;
    if may_be_degrees {
        let remark = degrees(drawing.parts.iter().flat_map(|part| part.polygons.iter().flatten().flatten()));
        drawing.remarks.extend(remark);
    }
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
        "Point" => region.add_line(vec![coordinates::<Position>(object)?.0]),
        "MultiPoint" => {
            coordinates::<Vec<Position>>(object)?.into_iter().for_each(|point| region.add_line(vec![point.0]));
        }
        "LineString" => region.add_line(line(&coordinates::<Vec<Position>>(object)?)),
        "MultiLineString" => {
            coordinates::<Polygon>(object)?.iter().for_each(|points| region.add_line(line(points)));
        }
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
            let message =
                format!("expected Point, LineString, Polygon, Multi before these, or features, found {other:?}");
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

/// The points of a line, without altitudes.
fn line(positions: &[Position]) -> Vec<Point> {
    positions.iter().map(|position| position.0).collect()
}

/// The rings without altitudes, and without their last position, which repeats the first.
fn rings(polygon: &Polygon) -> Vec<Vec<Point>> {
    let ring = |ring: &Vec<Position>| -> Vec<Point> {
        let mut points = line(ring);
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        points
    };
    polygon.iter().map(ring).collect()
}
