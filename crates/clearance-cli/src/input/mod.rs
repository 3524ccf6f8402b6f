//! Shapes from files of many formats, from standard input and from the command line itself.

mod geojson;
mod mesh;
mod obj;
mod off;
mod ply;
mod region;
mod stl;
mod svg_path;
mod wkt;
mod words;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::document::{self, ShapeDocument};
use crate::failure::{Failure, Fault};
use mesh::Mesh;
use region::Region;

/// A shape and where it came from.
pub struct Input {
    /// The file's name, or what stands for it.
    pub name: String,
    /// What the input means.
    pub shape: ShapeDocument,
    /// What the user should know of the reading.
    pub remark: Option<String>,
}

/// A shape with what is to be said about it.
type Reading = (ShapeDocument, Option<String>);

/// Reads the shape that an argument means: a file by its extension, `-` for JSON on standard input, JSON, WKT or SVG
/// path data in the argument itself, which is then called `stand_in`.
pub fn load(argument: &str, stand_in: &str) -> Result<Input, Failure> {
    let path = Path::new(argument);
    let (name, reading) = if argument == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::io("standard input", &error))?;
        ("standard input".to_owned(), json(&bytes))
    } else if let Some(reading) = (!path.exists()).then(|| literal(argument)).flatten() {
        (stand_in.to_owned(), reading)
    } else {
        let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
        let name = path.file_name().map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned());
        (name, by_extension(path, &bytes))
    };
    let (shape, remark) = reading.map_err(|fault| {
        let place = if path.exists() { argument } else { &name };
        Failure::Input(format!("{place}: {fault}"))
    })?;
    Ok(Input { name, shape, remark })
}

/// A shape written in the argument; `None` when it looks like none.
fn literal(argument: &str) -> Option<Result<Reading, Fault>> {
    let text = argument.trim_start();
    let upper = text.to_ascii_uppercase();
    if text.starts_with('{') {
        Some(json(text.as_bytes()))
    } else if ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"].iter().any(|word| upper.starts_with(word)) {
        Some(wkt::read(text.as_bytes()).map(|region| of_region(&region)))
    } else if upper.starts_with('M')
        && text[1..].trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    {
        Some(svg_path::read_path(text).map(|region| of_region(&region)))
    } else {
        None
    }
}

fn by_extension(path: &Path, bytes: &[u8]) -> Result<Reading, Fault> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("obj") => obj::read(bytes).map(|mesh| of_mesh(&mesh)),
        Some("stl") => stl::read(bytes).map(|mesh| of_mesh(&mesh)),
        Some("ply") => ply::read(bytes).map(|mesh| of_mesh(&mesh)),
        Some("off") => off::read(bytes).map(|mesh| of_mesh(&mesh)),
        Some("svg") => svg_path::read(bytes).map(|region| of_region(&region)),
        Some("wkt") => wkt::read(bytes).map(|region| of_region(&region)),
        Some("geojson") => geojson::read(bytes).map(|region| of_region(&region)),
        Some("json") => json(bytes),
        _ => Err(Fault::new("expected a file named .obj, .stl, .ply, .off, .svg, .wkt, .geojson or .json")),
    }
}

/// A shape document, or GeoJSON where the object has a `type`.
fn json(bytes: &[u8]) -> Result<Reading, Fault> {
    #[derive(serde::Deserialize)]
    struct Typed {
        #[serde(rename = "type")]
        _kind: serde::de::IgnoredAny,
    }
    let text = words::text(bytes)?;
    if serde_json::from_str::<Typed>(text).is_ok() {
        geojson::read(bytes).map(|region| of_region(&region))
    } else {
        document::read(text).map(|shape| (shape, None))
    }
}

/// The hull of a region, with a word if that is more than the region.
fn of_region(region: &Region) -> Reading {
    let fraction = region.convex_fraction();
    let remark = (fraction < 1.0 - 1e-9).then(|| {
        format!("NOT CONVEX: it covers {:.3} % of its convex hull, which is used in its place", 100.0 * fraction)
    });
    (region.shape(), remark)
}

/// The hull of a mesh, with a word if that is more than the mesh.
fn of_mesh(mesh: &Mesh) -> Reading {
    let remark = mesh.not_convex().map(|why| format!("NOT CONVEX: {why}; its convex hull is used in its place"));
    (mesh.shape(), remark)
}
