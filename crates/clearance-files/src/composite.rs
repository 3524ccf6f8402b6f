//! The composite shapes of a pairs file: `{"mesh": ...}`, `{"outline": ...}` and `{"file": ...}`.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::document::{Numbers, as_object, body};
use crate::fault::Fault;
use crate::json::from_object;
use crate::readers::cloud::Cloud;
use crate::readers::region::Region;
use crate::surface::Surface;
use crate::thing::Thing;

/// A thing that need not be convex.
#[derive(Clone, Debug, PartialEq)]
pub enum CompositeDocument {
    /// `"mesh"`: triangles of space, or polygons that are cut into triangles.
    Mesh(MeshDocument),
    /// `"outline"`: polygons of the plane, each a list of rings. The first ring is the outer one, the others are holes.
    Outline(Vec<Vec<Vec<Numbers>>>),
    /// `"cloud"`: points of the plane or of space, each by itself. Those of `"points"` are one hull.
    Cloud(Vec<Numbers>),
    /// `"file"`: the path of a file that the command reads.
    File(String),
}

body!(
    /// Vertices of space, and the faces between them.
    MeshDocument, "a mesh with vertices and faces" { vertices: Vec<Numbers>, faces: Vec<Vec<u32>> }
);

impl CompositeDocument {
    /// Its key in a shape document.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Mesh(_) => "mesh",
            Self::Outline(_) => "outline",
            Self::Cloud(_) => "cloud",
            Self::File(_) => "file",
        }
    }

    /// 2 or 3. Only the file itself knows its own.
    pub(crate) fn dimension(&self) -> Option<u8> {
        match self {
            Self::Mesh(_) => Some(3),
            Self::Outline(_) => Some(2),
            Self::Cloud(points) => points.first().map(|point| point.as_slice().len() as u8),
            Self::File(_) => None,
        }
    }

    /// Writes the key and the value.
    pub(crate) fn serialize_entry<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Mesh(mesh) => object.serialize_entry(self.key(), mesh),
            Self::Outline(polygons) => object.serialize_entry(self.key(), polygons),
            Self::Cloud(points) => object.serialize_entry(self.key(), points),
            Self::File(path) => object.serialize_entry(self.key(), path),
        }
    }
}

impl MeshDocument {
    /// The triangles of the faces, in their order.
    pub fn surface(&self) -> Result<Surface, Fault> {
        let vertices = list(&self.vertices).map_err(|fault| fault.under("vertices"))?;
        for (face, corners) in self.faces.iter().enumerate() {
            let fault = |message: String| Err(Fault::new(message).at(face).under("faces"));
            if corners.len() < 3 {
                return fault(format!("expected a face of at least 3 vertices, found {}", corners.len()));
            }
            if let Some(&index) = corners.iter().find(|&&index| index as usize >= vertices.len()) {
                return fault(format!("expected an index below {}, found {index}", vertices.len()));
            }
        }
        if self.faces.is_empty() {
            return Err(Fault::new("expected at least one face").under("faces"));
        }
        Ok(Surface::of_faces(vertices, self.faces.iter().map(Vec::as_slice)))
    }
}

/// Points of the plane or of space, each by itself.
pub fn cloud(points: &[Numbers]) -> Result<Thing, Fault> {
    if points.first().is_some_and(|point| point.as_slice().len() == 2) {
        let mut region = Region::default();
        list(points)?.into_iter().for_each(|point: [f64; 2]| region.add_line(vec![point]));
        return Ok(Thing::Region(region));
    }
    match list(points)? {
        points if points.is_empty() => Err(Fault::new("expected at least one point, found none")),
        points => Ok(Thing::Surface(Surface::of_cloud(Cloud { points, remarks: Vec::new() }))),
    }
}

/// The polygons of an outline. A ring may or may not repeat its first point at its end.
pub fn region(polygons: &[Vec<Vec<Numbers>>]) -> Result<Region, Fault> {
    let mut region = Region::default();
    for (index, rings) in polygons.iter().enumerate() {
        if rings.is_empty() {
            return Err(Fault::new("expected a polygon of at least one ring, found none").at(index));
        }
        let mut polygon = Vec::new();
        for (place, ring) in rings.iter().enumerate() {
            let points = list(ring).and_then(|points: Vec<[f64; 2]>| match points.as_slice() {
                [] => Err(Fault::new("expected a ring of at least one point, found none")),
                [first, .., last] if first == last => Ok(points[..points.len() - 1].to_vec()),
                _ => Ok(points),
            });
            polygon.push(points.map_err(|fault| fault.at(place).at(index))?);
        }
        region.add_polygon(polygon);
    }
    if region.polygons.is_empty() {
        return Err(Fault::new("expected at least one polygon, found none"));
    }
    Ok(region)
}

/// Points of `N` coordinates.
fn list<const N: usize>(points: &[Numbers]) -> Result<Vec<[f64; N]>, Fault> {
    let point = |(index, numbers): (usize, &Numbers)| {
        let found = numbers.as_slice();
        found.try_into().map_err(|_| Fault::new(format!("expected {N} numbers, found {}", found.len())).at(index))
    };
    points.iter().enumerate().map(point).collect()
}
