//! A file as one thing, as it is: a surface of triangles, polygons with holes, or a convex shape.
//!
//! Unlike [`crate::assembly`], all objects and instances of a file are one body here, and the numbers of the triangles
//! are those of the file. Unlike [`crate::readers::read_file`], nothing is replaced by its hull.
//!
//! ```
//! use clearance_files::thing::{Thing, read_file};
//!
//! let text = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3 4\n";
//! let no_other_files = |_: &str| Err(std::io::ErrorKind::NotFound.into());
//! let Thing::Surface(plate) = read_file("plate.obj", text.as_bytes(), no_other_files)? else { panic!() };
//! assert_eq!(plate.triangles, [[0, 1, 2], [0, 2, 3]]);
//! # Ok::<(), clearance_files::fault::Fault>(())
//! ```

use std::io;

use crate::assembly;
use crate::composite;
use crate::document::{CompositeDocument, CoreDocument, PoseDocument, ShapeDocument};
use crate::fault::Fault;
use crate::readers::cloud::Cloud;
use crate::readers::mesh::Mesh;
use crate::readers::region::Region;
use crate::readers::{self, Approximation, Reading, cloud, extension, geojson, obj, off, ply, stl, svg, wkt};

pub use crate::lattice::Lattice;
pub use crate::surface::Surface;

/// What a file or a document means.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    /// A convex shape. A surface without triangles is the hull of its points.
    Shape(Reading),
    /// Triangles of space.
    Surface(Surface),
    /// Beams and balls of space, and triangles beside them.
    Lattice(Lattice),
    /// Polygons of the plane.
    Region(Region),
    /// Another file, which the caller reads, and where its content is placed.
    File(String, Option<PoseDocument>),
    /// A surface or region that is placed.
    Placed(Box<Thing>, PoseDocument),
}

/// Reads the bytes of a file by the extension of its name. `sidecar` is that of [`assembly::read_file`].
pub fn read_file(name: &str, bytes: &[u8], sidecar: impl Fn(&str) -> io::Result<Vec<u8>>) -> Result<Thing, Fault> {
    readers::not_a_pointer(bytes)?;
    if let Some(read) = read_mesh(name, bytes, sidecar) {
        return read;
    }
    match extension(name).as_deref() {
        Some("svg") => svg::read(bytes).map(Thing::Region),
        Some("wkt") => wkt::read(bytes).map(Thing::Region),
        Some("geojson") => geojson::read(bytes).map(Thing::Region),
        Some("json") => read_json(bytes),
        ending => {
            let [others @ .., last] = OTHERS;
            let others = [&MESHES[..], &others].concat().join(", .");
            Err(readers::unknown(ending, &format!("expected a file named .{others} or .{last}")))
        }
    }
}

/// The same of files of triangles, points or beams. `None` if the ending is another one. A program that reads no others
/// does not hold their readers.
pub fn read_mesh(
    name: &str,
    bytes: &[u8],
    sidecar: impl Fn(&str) -> io::Result<Vec<u8>>,
) -> Option<Result<Thing, Fault>> {
    let ending = extension(name)?;
    let read = || {
        readers::not_a_pointer(bytes)?;
        match ending.as_str() {
            "obj" => obj::read(bytes).and_then(of_mesh),
            "stl" => stl::read(bytes).and_then(of_mesh),
            "ply" => ply::read(bytes).and_then(of_mesh),
            "off" => off::read(bytes).and_then(of_mesh),
            "xyz" => cloud::read_xyz(bytes).map(Surface::of_cloud).map(Thing::Surface),
            "pcd" => cloud::read_pcd(bytes).map(Surface::of_cloud).map(Thing::Surface),
            _ => {
                let assembly = assembly::read_with_lattices(name, bytes, sidecar)?;
                assembly.pay_for_copies(bytes.len())?;
                if assembly.meshes.iter().all(|mesh| mesh.lattice.struts.is_empty()) {
                    return Surface::of_assembly(assembly).map(Thing::Surface);
                }
                Lattice::of_assembly(assembly).map(Thing::Lattice)
            }
        }
    };
    MESHES.contains(&ending.as_str()).then(read)
}

/// The endings of the files that [`read_mesh`] knows.
const MESHES: [&str; 10] = ["obj", "stl", "ply", "off", "xyz", "pcd", "glb", "gltf", "3mf", "dae"];

/// The endings of the other files that [`read_file`] knows.
const OTHERS: [&str; 4] = ["svg", "wkt", "geojson", "json"];

/// Whether [`read_file`] knows the ending of a file's name.
pub fn is_readable(name: &str) -> bool {
    extension(name).is_some_and(|ending| MESHES.iter().chain(&OTHERS).any(|known| *known == ending))
}

/// Reads JSON, WKT or SVG path data as people write it. It is `None` if the text looks like none of these.
pub fn read_literal(text: &str) -> Option<Result<Thing, Fault>> {
    let text = text.trim_start();
    match readers::Literal::of(text)? {
        readers::Literal::Json => Some(read_json(text.as_bytes())),
        readers::Literal::Wkt => Some(wkt::read(text.as_bytes()).map(Thing::Region)),
        readers::Literal::Path => Some(svg::read_path(text).map(Thing::Region)),
    }
}

/// Reads a shape document. If the object has a `type`, reads GeoJSON.
pub fn read_json(bytes: &[u8]) -> Result<Thing, Fault> {
    if readers::is_geojson(bytes)? {
        return geojson::read(bytes).map(Thing::Region);
    }
    let Reading { shape, remarks, approximation } = readers::read_json(bytes)?;
    match of_document(&shape)? {
        Some(thing) => Ok(thing),
        None => Ok(Thing::Shape(Reading { shape, remarks, approximation })),
    }
}

/// What a composite document means, `None` for a convex shape.
pub fn of_document(document: &ShapeDocument) -> Result<Option<Thing>, Fault> {
    let CoreDocument::Composite(composite) = &document.core else { return Ok(None) };
    let thing = match &**composite {
        CompositeDocument::Mesh(mesh) => mesh.surface().map(Thing::Surface),
        CompositeDocument::Outline(polygons) => composite::region(polygons).map(Thing::Region),
        CompositeDocument::Cloud(points) => composite::cloud(points),
        CompositeDocument::File(path) => return Ok(Some(Thing::File(path.clone(), document.pose))),
    };
    let thing = thing.map_err(|fault| fault.under(composite.key()))?;
    Ok(Some(match document.pose {
        Some(pose) => Thing::Placed(Box::new(thing), pose),
        None => thing,
    }))
}

/// The triangles of a mesh. A mesh without any is the hull of its points.
fn of_mesh(mesh: Mesh) -> Result<Thing, Fault> {
    let corners: Vec<Vec<u32>> =
        mesh.faces.iter().map(|face| face.iter().map(|&index| index as u32).collect()).collect();
    if mesh.points.len() > u32::MAX as usize {
        return Err(Fault::new(format!("expected at most {} vertices, found {}", u32::MAX, mesh.points.len())));
    }
    if mesh.is_cloud() {
        return Ok(Thing::Shape(Reading::from(mesh)));
    }
    let mut surface = Surface::of_faces(mesh.points, corners.iter().map(Vec::as_slice));
    surface.remarks.splice(0..0, mesh.remarks);
    Ok(Thing::Surface(surface))
}

impl Thing {
    /// What the user should know of the reading, a sentence each.
    pub fn remarks(&self) -> &[String] {
        match self {
            Self::Shape(reading) => &reading.remarks,
            Self::Surface(surface) => &surface.remarks,
            Self::Lattice(lattice) => &lattice.surface.remarks,
            Self::Region(region) => &region.remarks,
            Self::Placed(inner, _) => inner.remarks(),
            Self::File(..) => &[],
        }
    }
}

impl Thing {
    /// A surface or a region in another unit: every coordinate is multiplied and rounded once. Other things have no unit.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        match self {
            Self::Surface(surface) => Self::Surface(surface.scaled(factor)),
            Self::Lattice(lattice) => Self::Lattice(lattice.scaled(factor)),
            Self::Region(region) => Self::Region(region.scaled(factor)),
            other => other,
        }
    }

    /// The length of a unit of the coordinates in metres, `None` where nobody says it.
    pub fn metres_per_unit(&self) -> Option<f64> {
        match self {
            Self::Surface(surface) => surface.metres_per_unit,
            Self::Lattice(lattice) => lattice.surface.metres_per_unit,
            Self::Region(region) => region.metres_per_unit,
            Self::Placed(inner, _) => inner.metres_per_unit(),
            Self::Shape(_) | Self::File(..) => None,
        }
    }

    /// The vertices in place of a surface, a region or a hull: each point takes part by itself.
    pub fn into_points(self) -> Result<Self, Fault> {
        match self {
            Self::Surface(Surface { vertices: points, remarks, metres_per_unit, up, .. }) => {
                let surface = Surface::of_cloud(Cloud { points, remarks });
                Ok(Self::Surface(Surface { metres_per_unit, up, ..surface }))
            }
            Self::Region(mut region) => {
                let points: Vec<_> = region.polygons.drain(..).flatten().flatten().collect();
                points.into_iter().for_each(|point| region.add_line(vec![point]));
                Ok(Self::Region(region))
            }
            Self::Shape(Reading { shape: ShapeDocument { core, radius: 0.0, pose }, .. }) => {
                let points = match core {
                    CoreDocument::Point(point) => vec![point],
                    CoreDocument::Points(points) => points,
                    CoreDocument::Polytope(list) | CoreDocument::Polygon(list) => list.vertices,
                    _ => return Err(Fault::new("expected a thing with vertices, to take them as points")),
                };
                let thing = composite::cloud(&points)?;
                Ok(match pose {
                    Some(pose) => Self::Placed(Box::new(thing), pose),
                    None => thing,
                })
            }
            Self::Placed(inner, pose) => Ok(Self::Placed(Box::new(inner.into_points()?), pose)),
            Self::Lattice(_) => Err(Fault::new("expected a thing with vertices, to take them as points")),
            Self::Shape(_) => Err(Fault::new("expected no radius: points cannot be thickened")),
            Self::File(..) => Err(Fault::new("expected a thing that was read")),
        }
    }

    /// The convex hull in place of a surface or a region, with a remark if it is larger or may be. A lattice has none
    /// here.
    pub fn into_hull(self) -> Result<Self, Fault> {
        Ok(match self {
            Self::Lattice(_) => return Err(Fault::new("expected a thing with a hull, found a beam lattice")),
            Self::Surface(surface) => {
                let remark = "the convex hull of all objects is used in place of the surface".to_owned();
                let shape = surface.hull();
                let remarks = surface.remarks.into_iter().chain([remark]).collect();
                Self::Shape(Reading { shape, remarks, approximation: Approximation::default() })
            }
            Self::Region(region) => Self::Shape(region.into()),
            other => other,
        })
    }
}
