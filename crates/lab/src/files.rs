//! Reads any bytes as a file or as a line of a pairs file, and checks the laws of every reader. The fuzz targets and
//! the tests both call this.
//!
//! [`mutated`] makes inputs that a reader reads far into: good files with a few faults. A fault is a number that is too
//! large, a piece that is missing or repeated up to a thousand times, or the beginning of another file.

use clearance::{Vec2, Vec3};
use clearance_files::document::{self, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::readers;
use clearance_files::solid::Body;
use clearance_files::thing::{self, Thing};
use std::io;

use crate::random::Random;
use crate::{robots, scenes};

/// What can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A file of this name.
    File(&'static str),
    /// An argument of the command line.
    Literal,
    /// A line of a pairs file.
    PairsLine,
    /// A robot or its rules: `urdf`, `srdf` or `mjcf`.
    Robot(&'static str),
}

impl Format {
    /// Everything that can be read.
    pub const ALL: [Self; 19] = [
        Self::File("a.obj"),
        Self::File("a.stl"),
        Self::File("a.ply"),
        Self::File("a.off"),
        Self::File("a.xyz"),
        Self::File("a.pcd"),
        Self::File("a.svg"),
        Self::File("a.wkt"),
        Self::File("a.geojson"),
        Self::File("a.json"),
        Self::File("a.gltf"),
        Self::File("a.glb"),
        Self::File("a.3mf"),
        Self::File("a.dae"),
        Self::Literal,
        Self::PairsLine,
        Self::Robot("urdf"),
        Self::Robot("srdf"),
        Self::Robot("mjcf"),
    ];

    /// The last part of the file's name, `literal`, `pairs`, or the format of robots.
    pub fn name(self) -> &'static str {
        match self {
            Self::File(file) => &file[2..],
            Self::Literal => "literal",
            Self::PairsLine => "pairs",
            Self::Robot(format) => format,
        }
    }

    /// Good inputs.
    pub fn seeds(self) -> Vec<Vec<u8>> {
        let texts: &[&str] = match self.name() {
            "obj" => &[OBJ, "v 0 0 0 1\r\nv 1 0 0\r\nv 0 1 \\\r\n0\r\nf 1/1 -2//3 3/1/2\r\nl 1 2\r\n"],
            "stl" => &[STL],
            "ply" => &[
                PLY,
                "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty float y\nproperty int8 z\nend_header\n1 2 3\n",
            ],
            "off" => &[
                "OFF\n# c\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 255 0 0\n3 0 1 3\n3 0 2 3\n3 1 2 3\n",
                "COFF 1 0 0\n0 0 0 1 1 1 1\n",
            ],
            "xyz" => &["x,y,z,red\n0,0,0,255\n// c\n1.5,-2e1,3,0\n# d\n\n0,0,1,7\n", "0 0 0\r\n1 2 3 0.5\r\n"],
            "pcd" => &[PCD],
            "svg" => &[SVG, STYLED, ENTITIES],
            "wkt" => &[
                "GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0),(0.2 0.1,0.3 0.1,0.3 0.2,0.2 0.1)),MULTIPOLYGON Z (((5 5 1,6 5 1,6 6 1,5 5 1)),EMPTY))",
                "SRID=4326;polygon((0 0,2 0,2 2,0 0));POLYGON EMPTY",
            ],
            "geojson" => &[GEOJSON],
            "json" => &[GEOJSON, SHAPE, MESH, OUTLINE],
            "gltf" => &[scenes::GLTF],
            "dae" => &[scenes::DAE],
            "glb" | "3mf" => &[],
            "urdf" | "srdf" | "mjcf" => robots::seeds(self.name()),
            "literal" => &[
                "M0 0h1v1H0z",
                "M1.5.5-3-2a1 1 0 012 .5Q1 1 2 2T4 4C1 2 3 4 5 6S7 8 9 0z",
                "POLYGON((0 0,1 0,1 1,0 0))",
                SHAPE,
            ],
            _ => &[
                PAIR,
                COMPOSITES,
                r#"{"dim":2,"a":{"hull":[{"points":[[0,0]]},{"polygon":{"vertices":[[0,0],[1,0],[0,1]]}}]},"b":{"triangle":{"vertices":[[5,0],[6,0],[5,1]]}}}"#,
            ],
        };
        let mut seeds: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        match self.name() {
            "stl" => seeds.push(binary_stl()),
            "pcd" => seeds.push(binary_pcd()),
            "glb" => seeds.extend([scenes::glb(scenes::GLB), scenes::glb(scenes::DEFORMED)]),
            "3mf" => seeds.extend(scenes::MODELS.map(|model| scenes::threemf(model.as_bytes()))),
            "ply" => seeds.extend([binary_ply("little", f32::to_le_bytes), binary_ply("big", f32::to_be_bytes)]),
            _ => {}
        }
        seeds
    }
}

const OBJ: &str = "# corner\no T\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const STL: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 0\nendloop\nendfacet\nendsolid s\n";
const PLY: &str = "ply\nformat ascii 1.0\ncomment c\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const SVG: &str = "<?xml version='1.0'?><!DOCTYPE svg><svg xmlns='http://www.w3.org/2000/svg'><g transform='rotate(30) scale(2)'>\
                   <path d='M0 0A5 5 0 0 1 9 1L3,4q1-1 2 3c1 2 3 4 5 6z'/><polygon points='0,0 1,0 1,1'/></g>\
                   <rect x='1' y='2' width='3' height='4' rx='.5'/><circle cx='1' r='2'/><ellipse rx='3' ry='1e-3'/>\
                   <text>t</text><line x2='7'/></svg>";
const STYLED: &str = "<svg width='50mm' height='4in' viewBox='0 0 9 9'><style>.a>g #b{display:none!important}@font-face{src:url(a;b)}\
                      /*c*/ *:root g.a , rect{transform:rotate(.1turn)translate(1px,2mm)}</style><defs><symbol id='s' viewBox='0 0 2 3'>\
                      <rect id='b' class='a c' width='50%' height='1pt'/></symbol></defs><g class='a' style='fill-rule:evenodd;fill:none;stroke:red'>\
                      <use href='#s' x='1' width='3' height='4'/><use xlink:href='#b'/></g><svg x='1' width='4' height='5' viewBox='1 2 3 4' \
                      preserveAspectRatio='xMaxYMin slice'><path d='M0 0h9v9z'/></svg></svg>";
const ENTITIES: &str = "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd' [<!-- c --><!ENTITY ns 'http://www.w3.org/2000/svg'>\
                        <!ENTITY st0 \"&st1;;stroke:none\"><!ENTITY st1 'fill:red'><!ENTITY far SYSTEM 'a'><!ENTITY % p 'b'>]>\
                        <svg xmlns='&ns;'><style>.a{&st1;}</style><path style='&st0;' class='a' d='M0 0h1v1z'/><g id='&amp;&#65;'/></svg>";
const PCD: &str = "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\nWIDTH 3\nHEIGHT 1\n\
                   VIEWPOINT 0 0 0 1 0 0 0\nPOINTS 3\nDATA ascii\n0 0 0 7\n1 2e-1 -3 8\nnan nan nan 0\n";
const GEOJSON: &str = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0,1],[1,0,1],[1,1,1],[0,0,1]]]},{"type":"MultiPolygon","coordinates":[[[[5,5],[6,5],[6,6]]]]}]}}]}"#;
const SHAPE: &str = r#"{"sum":[{"cuboid":{"half_extents":[1,2,3]}},{"ball":{"center":[0,1e-3,0],"radius":0.5}}],"radius":1,"pose":{"translation":[1,2,3],"rotation":[0,0,0,1]}}"#;
const PAIR: &str = r#"{"id":"p","dim":3,"scalar":"f32","a":{"swept":{"shape":{"cone":{"half_height":1,"radius":2}},"vector":[1,0,0]}},"b":{"capsule":{"start":[5,0,0],"end":[5,1,0],"radius":1},"pose":{"translation":[0,0,1]}}}"#;

const MESH: &str = r#"{"mesh":{"vertices":[[0,0,0],[1,0,0],[1,1,0],[0,1e-3,5]],"faces":[[0,1,2,3],[0,2,1]]},"pose":{"translation":[1,2,3]}}"#;
const OUTLINE: &str =
    r#"{"outline":[[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2]]],[[[9,9]]]],"pose":{"rotation":[0,1]}}"#;
const COMPOSITES: &str = r#"{"id":"c","a":{"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"faces":[[0,1,2]]}},"b":{"file":"part.obj","pose":{"translation":[0,0,1]}}}"#;

fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(1u32.to_le_bytes());
    bytes.extend([0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend([0; 2]);
    bytes
}

fn binary_pcd() -> Vec<u8> {
    let header = PCD.split("DATA").next().unwrap_or_default();
    let mut bytes = format!("{header}DATA binary\n").into_bytes();
    let numbers = [0f32, 0.0, 0.0, 1.0, 2.0, 3.0, f32::NAN, 0.0, 1.0];
    numbers.chunks(3).for_each(|point| {
        point.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend([1, 2, 3, 0]);
    });
    bytes
}

fn binary_ply(order: &str, of: fn(f32) -> [u8; 4]) -> Vec<u8> {
    let header = PLY.split("end_header").next().unwrap_or_default();
    let header = header.replace("ascii", &format!("binary_{order}_endian")).replace("uchar int", "uchar uchar");
    let mut bytes = format!("{header}end_header\n").into_bytes();
    bytes.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|&x| of(x)));
    bytes.extend([3, 0, 1, 2]);
    bytes
}

/// Words that break naive readers.
const WORDS: [&str; 28] = [
    "18446744073709551615",
    "4000000000",
    "-1",
    "0",
    "1e308",
    "-1e308",
    "1e-320",
    "1e999",
    "nan",
    "inf",
    "-0",
    "999999999999999999999",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\n",
    "\r",
    "\u{feff}",
    "EMPTY",
    "null",
    "0.1",
    "\\",
    "#",
    "a1e154 1e154 0 0 1 1 1",
];

/// A seed of the format with one to six faults. In an archive and in a binary file of several parts the faults are in
/// the text, and the rest fits it: otherwise all of them would be refused for their sums and lengths.
pub fn mutated(format: Format, random: &mut Random) -> Vec<u8> {
    match format.name() {
        "3mf" => scenes::threemf(&broken(&scenes::MODELS.map(|model| model.as_bytes().to_vec()), random)),
        "glb" => scenes::glb(&String::from_utf8_lossy(&broken(
            &[scenes::GLB, scenes::DEFORMED].map(|text| text.as_bytes().to_vec()),
            random,
        ))),
        _ => broken(&format.seeds(), random),
    }
}

/// One of the seeds with one to six faults.
fn broken(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        mutate(&mut bytes, seeds, random);
    }
    bytes
}

/// Makes one fault.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let from = random.below(bytes.len() + 1);
    let to = (from + random.below(24)).min(bytes.len());
    match random.below(9) {
        0 if from < bytes.len() => bytes[from] ^= 1 << random.below(8),
        1 if from < bytes.len() => bytes[from] = random.bits() as u8,
        2 => drop(bytes.drain(from..to)),
        3 => bytes.truncate(from),
        4 => drop(bytes.splice(from..from, WORDS[random.below(WORDS.len())].bytes())),
        5 => {
            // A piece, repeated many times: this makes deep nesting, and lists longer than announced.
            let most = if random.once_in(8) { 2000 } else { 5 };
            let piece = bytes[from..to].repeat(1 + random.below(most));
            drop(bytes.splice(from..to, piece));
        }
        6 => replace_number(bytes, from, random),
        7 => {
            let other = &seeds[random.below(seeds.len())];
            bytes.truncate(from);
            bytes.extend_from_slice(&other[random.below(other.len() + 1)..]);
        }
        _ => replace_number(bytes, from, random),
    }
    bytes.truncate(1 << 16);
}

/// Replaces the number at or after `from` by another one.
fn replace_number(bytes: &mut Vec<u8>, from: usize, random: &mut Random) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|start| from + start) else { return };
    let end = bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |end| start + end);
    let number = match random.below(3) {
        0 => WORDS[random.below(12)].to_owned(),
        1 => random.below(9).to_string(),
        _ => format!("{:e}", random.signed() * 10f64.powi(random.integer(-300, 300))),
    };
    drop(bytes.splice(start..end, number.bytes()));
}

/// Whether an input was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A shape came of it.
    Accepted,
    /// A complaint came of it.
    Refused,
}

/// Reads `bytes` and asserts what holds for every input. There is no panic. A complaint is one line. Shapes have finite
/// numbers, and they are the same after they were written as JSON and read back.
///
/// # Panics
/// When a law does not hold.
pub fn check(format: Format, bytes: &[u8]) -> Outcome {
    let fault = match format {
        Format::File(name) => check_file(name, bytes).err(),
        Format::Literal => match std::str::from_utf8(bytes).ok().and_then(readers::read_literal) {
            Some(reading) => reading.map(|reading| check_reading(&reading)).err(),
            None => return Outcome::Refused,
        },
        Format::PairsLine => {
            let Ok(text) = std::str::from_utf8(bytes) else { return Outcome::Refused };
            let pair = document::read_pair(text);
            pair.map(|pair| [&pair.a, &pair.b].map(check_shape)).map_err(|(_, fault)| fault).err()
        }
        Format::Robot(format) => robots::check(format, bytes).err(),
    };
    let Some(fault) = fault else { return Outcome::Accepted };
    let message = fault.to_string();
    assert!(!fault.message.is_empty() && !message.contains('\n'), "{message:?}");
    // The complaint quotes the input, which may contain any word.
    let expected = fault.message.split(", found").next().unwrap_or_default();
    let foreign = ["struct ", " u8", " f64", "Fields", "Document", "at line 1 column"];
    let quoted = expected.starts_with("unknown field") || expected.starts_with("duplicate field");
    assert!(quoted || foreign.iter().all(|word| !expected.contains(word)), "a Rust type in {message:?}");
    Outcome::Refused
}

/// Reads a file as it is, and the hull of it if there is a reader for that.
fn check_file(name: &str, bytes: &[u8]) -> Result<(), Fault> {
    let thing = thing::read_file(name, bytes, |_| Err(io::ErrorKind::NotFound.into()));
    if !["a.gltf", "a.glb", "a.3mf", "a.dae"].contains(&name) {
        if let Ok(reading) = readers::read_file(name, bytes) {
            check_reading(&reading);
        }
    }
    check_thing(&thing?);
    Ok(())
}

fn check_thing(thing: &Thing) {
    assert!(thing.remarks().iter().all(|remark| !remark.contains('\n')), "{:?}", thing.remarks());
    match thing {
        Thing::Shape(reading) => check_reading(reading),
        Thing::Surface(surface) => {
            assert!(surface.vertices.iter().flatten().all(|number| number.is_finite()), "{surface:?}");
            assert!(!surface.triangles.is_empty(), "a surface without triangles");
            let count = surface.vertices.len();
            assert!(surface.triangles.iter().flatten().all(|&corner| (corner as usize) < count), "{surface:?}");
            assert!(surface.metres_per_unit.is_none_or(|metres| metres > 0.0), "{surface:?}");
        }
        Thing::Lattice(lattice) => {
            assert!(!lattice.struts.is_empty() && lattice.deviation >= 0.0, "{lattice:?}");
            for strut in &lattice.struts {
                assert!(strut.radii.iter().all(|radius| *radius > 0.0 && radius.is_finite()), "{strut:?}");
                check_shape(&strut.shape());
            }
        }
        Thing::Region(region) => {
            assert!(!region.polygons.is_empty() && region.polygons.iter().flatten().all(|ring| !ring.is_empty()));
            let coordinates = region.polygons.iter().flatten().flatten().flatten();
            assert!(coordinates.clone().all(|number| number.is_finite()), "{region:?}");
            assert!(region.metres_per_unit.is_none_or(|metres| metres > 0.0 && metres.is_finite()), "{region:?}");
        }
        Thing::Placed(inner, _) => check_thing(inner),
        Thing::File(..) => {}
    }
}

fn check_reading(reading: &readers::Reading) {
    let approximation = reading.approximation;
    assert!(approximation.outward >= approximation.inward && approximation.inward >= 0.0, "{approximation:?}");
    assert!(reading.remarks.iter().all(|remark| !remark.contains('\n')), "{:?}", reading.remarks);
    check_shape(&reading.shape);
}

/// Whether a document has a null in it. A name may be spelled so.
fn has_null(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null => true,
        serde_json::Value::Array(values) => values.iter().any(has_null),
        serde_json::Value::Object(fields) => fields.values().any(has_null),
        _ => false,
    }
}

fn check_shape(shape: &ShapeDocument) {
    let text = serde_json::to_string(shape).expect("a shape is JSON");
    let value = serde_json::from_str(&text).expect("what was written is JSON");
    assert!(!has_null(&value), "a number that is not finite in {text}");
    assert_eq!(&document::read::<ShapeDocument>(&text).expect("what was written can be read"), shape);
    // Another check decides whether the document is a shape. Here it must only not panic.
    let _ = thing::of_document(shape);
    let _ = Body::<Vec2<f64>>::new(shape).map(Body::placed);
    let _ = Body::<Vec3<f32>>::new(shape).map(Body::placed);
}
