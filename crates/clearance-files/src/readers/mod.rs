//! Shapes from the bytes of files, and from text as people write it on a command line.

pub mod cloud;
mod curve;
pub(crate) mod entities;
mod fill;
pub mod geojson;
pub mod mesh;
pub mod obj;
pub mod off;
pub mod parts;
pub mod ply;
pub mod region;
pub mod stl;
pub mod svg;
pub mod wkt;
pub(crate) mod words;
pub(crate) mod xml;

use std::path::Path;

use crate::document::{self, ShapeDocument};
use crate::fault::Fault;
use cloud::Cloud;
use mesh::Mesh;
pub use region::Approximation;
use region::Region;

/// A shape, and what was lost or changed on the way to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What the input means.
    pub shape: ShapeDocument,
    /// What the user should know of the reading, a sentence each.
    pub remarks: Vec<String>,
    /// How far the shape may be from the one that the file means, because curves become polygons.
    pub approximation: Approximation,
}

/// Reads the bytes of a file by the extension of its name. A file of that name need not exist.
pub fn read_file(name: &str, bytes: &[u8]) -> Result<Reading, Fault> {
    not_a_pointer(bytes)?;
    match extension(name).as_deref() {
        Some("obj") => obj::read(bytes).map(Reading::from),
        Some("stl") => stl::read(bytes).map(Reading::from),
        Some("ply") => ply::read(bytes).map(Reading::from),
        Some("off") => off::read(bytes).map(Reading::from),
        Some("xyz") => cloud::read_xyz(bytes).map(Reading::from),
        Some("pcd") => cloud::read_pcd(bytes).map(Reading::from),
        Some("svg") => svg::read(bytes).map(Reading::from),
        Some("wkt") => wkt::read(bytes).map(Reading::from),
        Some("geojson") => geojson::read(bytes).map(Reading::from),
        Some("json") => read_json(bytes),
        ending => Err(unknown(ending, "expected a file named .obj, .stl, .ply, .off, .svg, .wkt, .geojson or .json")),
    }
}

/// What a text on a command line looks like.
pub(crate) enum Literal {
    Json,
    Wkt,
    Path,
}

impl Literal {
    /// It is `None` if the text looks like none of these. The text begins without white space.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let upper = text.chars().take(32).collect::<String>().to_ascii_uppercase();
        let begins_path = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        if text.starts_with('{') {
            Some(Self::Json)
        } else if wkt::begins(&upper) || wkt::resembles(text) {
            Some(Self::Wkt)
        } else if upper.starts_with('M') && begins_path(&text[1..]) {
            Some(Self::Path)
        } else {
            None
        }
    }
}

/// Whether a text looks like JSON, WKT or SVG path data.
pub fn is_literal(text: &str) -> bool {
    Literal::of(text.trim_start()).is_some()
}

/// Reads JSON, WKT or SVG path data as people write it. It is `None` if the text looks like none of these.
pub fn read_literal(text: &str) -> Option<Result<Reading, Fault>> {
    let text = text.trim_start();
    match Literal::of(text)? {
        Literal::Json => Some(read_json(text.as_bytes())),
        Literal::Wkt => Some(wkt::read(text.as_bytes()).map(Reading::from)),
        Literal::Path => Some(svg::read_path(text).map(Reading::from)),
    }
}

/// Whether the JSON object has a `type`.
pub(crate) fn is_geojson(bytes: &[u8]) -> Result<bool, Fault> {
    #[derive(serde::Deserialize)]
    struct Typed {
        #[serde(rename = "type")]
        _kind: serde::de::IgnoredAny,
    }
    // A text sequence has several objects, each after a mark of its own.
    let text = words::wide_or_utf8(bytes)?;
    let mut values = serde_json::Deserializer::from_str(text.trim_start_matches(geojson::MARK)).into_iter::<Typed>();
    Ok(values.next().is_some_and(|value| value.is_ok()))
}

/// Reads a shape document. If the object has a `type`, reads GeoJSON.
pub fn read_json(bytes: &[u8]) -> Result<Reading, Fault> {
    if is_geojson(bytes)? {
        return geojson::read(bytes).map(Reading::from);
    }
    document::read(&words::wide_or_utf8(bytes)?).map(|shape| Reading {
        shape,
        remarks: Vec::new(),
        approximation: Approximation::default(),
    })
}

impl From<Region> for Reading {
    /// The hull of a region. If the hull is larger than the region, a remark says so.
    fn from(region: Region) -> Self {
        let fraction = region.convex_fraction();
        let remark = (fraction < 1.0 - 1e-9).then(|| {
            format!("NOT CONVEX: it covers {:.3} % of its convex hull, which is used in its place", 100.0 * fraction)
        });
        let (shape, approximation) = (region.shape(), region.approximation);
        Self { shape, remarks: region.remarks.into_iter().chain(remark).collect(), approximation }
    }
}

impl From<Mesh> for Reading {
    /// The hull of a mesh. If the hull is larger than the mesh, or the mesh has only points, a remark says so.
    fn from(mesh: Mesh) -> Self {
        let remark = match mesh.is_cloud() {
            true => Some(format!("read as the hull of {} points: there are no faces", mesh.used_points().len())),
            false => mesh.not_convex().map(|why| format!("NOT CONVEX: {why}; its convex hull is used in its place")),
        };
        let shape = mesh.shape();
        let approximation = Approximation::default();
        Self { shape, remarks: mesh.remarks.into_iter().chain(remark).collect(), approximation }
    }
}

impl From<Cloud> for Reading {
    /// The hull of points.
    fn from(Cloud { points, remarks }: Cloud) -> Self {
        Mesh { points, faces: Vec::new(), remarks }.into()
    }
}

/// Refuses what Git LFS leaves in the place of a file that was not fetched.
pub(crate) fn not_a_pointer(bytes: &[u8]) -> Result<(), Fault> {
    match bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
        true => {
            Err(Fault::new("expected the file itself, found a Git LFS pointer to it; fetch it with `git lfs pull`"))
        }
        false => Ok(()),
    }
}

/// A file whose ending no reader knows. Formats of solids and buildings have a way to one that is known.
pub(crate) fn unknown(ending: Option<&str>, expected: &str) -> Fault {
    match ending {
        Some(ending @ ("step" | "stp" | "p21" | "iges" | "igs" | "brep")) => Fault::new(format!(
            "{expected}, found .{ending}: its faces are curved; a CAD program such as FreeCAD exports it as .3mf, .obj or \
             .stl"
        )),
        Some(ending @ ("ifc" | "ifczip" | "ifcxml")) => Fault::new(format!(
            "{expected}, found .{ending}; `IfcConvert building.{ending} building.glb` of IfcOpenShell converts it"
        )),
        Some(ending) => match CONVERTERS.iter().find(|(endings, _)| endings.contains(&ending)) {
            Some((_, way)) => Fault::new(format!("{expected}, found .{ending}; {way}")),
            None => Fault::new(expected),
        },
        None => Fault::new(expected),
    }
}

/// Endings of files that no reader knows, and what converts them.
const CONVERTERS: [(&[&str], &str); 7] = [
    (&["dxf"], "LibreCAD exports a drawing as .svg, and FreeCAD a body as .obj or .stl"),
    (&["dwg"], "`dwg2dxf` of LibreDWG converts it to .dxf, which LibreCAD exports as .svg"),
    (&["fbx"], "Blender exports it as .glb, .obj or .stl"),
    (&["blend"], "Blender exports it as .glb, .obj or .stl"),
    (&["fcstd"], "FreeCAD exports it as .3mf, .obj or .stl"),
    (&["3dm"], "Rhinoceros exports it as .3mf, .obj or .stl"),
    (&["amf"], "PrusaSlicer exports it as .3mf, .obj or .stl"),
];

/// The ending of a file's name, in small letters. Sequences of GeoJSON have endings of their own, and are read as GeoJSON.
pub(crate) fn extension(name: &str) -> Option<String> {
    let ending = Path::new(name).extension()?.to_string_lossy().to_ascii_lowercase();
    Some(if matches!(ending.as_str(), "geojsonl" | "geojsons" | "geojsonseq" | "ndjson") {
        "geojson".to_owned()
    } else {
        ending
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cause: a word that no reader knows was the name of a file that is not there. Law: a text that is built as WKT is
    /// WKT, and names of files are not.
    #[test]
    fn words_before_brackets_are_well_known_text() {
        for text in
            ["CIRCULARSTRING(0 0, 1 1, 2 0)", "LINSTRING (0 0, 1 1)", "curvepolygon z ((0 0 0))", "TIN(((0 0)))"]
        {
            let complaint = read_literal(text).expect("it is no name of a file").unwrap_err().to_string();
            assert!(complaint.contains("expected POINT, LINESTRING"), "{text}: {complaint}");
        }
        for name in ["part (2).obj", "part(2)", "copy (2)", "a b(0 0)", "f(x)", "dir/part(2 3)", "(0 0)", "part2(0 0)"]
        {
            assert!(!is_literal(name), "{name}");
        }
    }

    #[test]
    fn formats_that_are_not_read_have_a_way_to_one_that_is() {
        for (name, way) in [
            ("a.dxf", "LibreCAD"),
            ("a.DWG", "dwg2dxf"),
            ("a.fbx", "Blender"),
            ("a.blend", "Blender"),
            ("a.FCStd", "FreeCAD"),
            ("a.3dm", "Rhinoceros"),
            ("a.amf", "PrusaSlicer"),
            ("a.step", "FreeCAD"),
        ] {
            let complaint = read_file(name, b"").unwrap_err().to_string();
            assert!(complaint.contains(&format!("found .{}", extension(name).unwrap())), "{complaint}");
            assert!(complaint.contains(way), "{complaint}");
        }
    }

    /// Cause: `.ndjson` was not read. Law: it is GeoJSON line by line.
    #[test]
    fn lines_of_geojson_have_several_endings() {
        let line = r#"{"type": "Point", "coordinates": [1, 2]}"#;
        let text = format!("{line}\n{line}\n");
        for ending in ["ndjson", "geojsonl", "geojsons", "geojsonseq", "NDJSON"] {
            assert!(read_file(&format!("a.{ending}"), text.as_bytes()).is_ok(), "{ending}");
        }
    }
}
