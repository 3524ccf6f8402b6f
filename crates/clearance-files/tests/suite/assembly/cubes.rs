//! The same cube in every format, made here.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The corners of the cube.
pub const CORNERS: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [2.0, 0.0, 0.0],
    [2.0, 2.0, 0.0],
    [0.0, 2.0, 0.0],
    [0.0, 0.0, 2.0],
    [2.0, 0.0, 2.0],
    [2.0, 2.0, 2.0],
    [0.0, 2.0, 2.0],
];

/// Its sides, counter-clockwise as seen from outside.
pub const SIDES: [[usize; 4]; 6] = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// Its triangles: each side is a fan.
pub fn corner_indices() -> Vec<usize> {
    SIDES.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]).collect()
}

/// Numbers with spaces between them.
pub fn words<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

/// A line for each item.
fn lines<T>(items: impl IntoIterator<Item = T>, line: impl Fn(T) -> String) -> String {
    items.into_iter().fold(String::new(), |mut text, item| {
        writeln!(text, "{}", line(item)).unwrap();
        text
    })
}

pub fn obj() -> Vec<u8> {
    let corners = lines(CORNERS, |corner| format!("v {}", words(corner)));
    (corners + &lines(SIDES, |side| format!("f {}", words(side.map(|corner| corner + 1))))).into_bytes()
}

/// Half of the zeros are negative.
pub fn stl() -> Vec<u8> {
    let mut text = "solid cube\n".to_owned();
    for (index, triangle) in corner_indices().chunks(3).enumerate() {
        let vertex = |&corner: &usize| {
            let point =
                CORNERS[corner].map(|x| if x == 0.0 && index % 2 == 0 { "-0".to_owned() } else { x.to_string() });
            format!("vertex {}", words(point))
        };
        text += &format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", lines(triangle, vertex));
    }
    (text + "endsolid cube\n").into_bytes()
}

pub fn binary_stl() -> Vec<u8> {
    let mut bytes = [vec![b'x'; 80], 12_u32.to_le_bytes().to_vec()].concat();
    for triangle in corner_indices().chunks(3) {
        bytes.extend([0; 12]);
        bytes.extend(floats(triangle.iter().map(|&corner| CORNERS[corner])));
        bytes.extend([0; 2]);
    }
    bytes
}

pub fn off() -> Vec<u8> {
    let body = lines(CORNERS, words) + &lines(SIDES, |side| format!("4 {}", words(side)));
    format!("OFF\n8 6 0\n{body}").into_bytes()
}

fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
         element face 6\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

pub fn ply() -> Vec<u8> {
    let body = lines(CORNERS, words) + &lines(SIDES, |side| format!("4 {}", words(side)));
    (ply_header("ascii") + &body).into_bytes()
}

pub fn binary_ply() -> Vec<u8> {
    let mut bytes = ply_header("binary_little_endian").into_bytes();
    bytes.extend(floats(CORNERS));
    for side in SIDES {
        bytes.push(4);
        bytes.extend(side.iter().flat_map(|&corner| (corner as i32).to_le_bytes()));
    }
    bytes
}

fn floats(points: impl IntoIterator<Item = [f64; 3]>) -> Vec<u8> {
    points.into_iter().flatten().flat_map(|x| (x as f32).to_le_bytes()).collect()
}

/// The bytes of the corners as single floats, then of the indices as 16-bit numbers.
pub fn buffer() -> Vec<u8> {
    let indices = corner_indices().into_iter().flat_map(|corner| (corner as u16).to_le_bytes());
    floats(CORNERS).into_iter().chain(indices).collect()
}

/// A document of nodes with the cube as mesh 0. The buffer is at `uri`, or in the binary chunk if there is none.
pub fn gltf_of(nodes: &str, uri: Option<&str>) -> String {
    let uri = uri.map(|uri| format!(r#""uri": "{uri}", "#)).unwrap_or_default();
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": {nodes},
"meshes": [{{"name": "cube", "primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1, "mode": 4}}]}}],
"accessors": [{{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"}},
{{"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}}],
"bufferViews": [{{"buffer": 0, "byteLength": 96}}, {{"buffer": 0, "byteOffset": 96, "byteLength": 72}}],
"buffers": [{{{uri}"byteLength": 168}}]}}"#
    )
}

pub fn gltf() -> Vec<u8> {
    let uri = format!("data:application/octet-stream;base64,{}", base64(&buffer()));
    gltf_of(r#"[{"mesh": 0}]"#, Some(&uri)).into_bytes()
}

pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for triple in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(*triple.get(i).unwrap_or(&0)));
        for letter in 0..4 {
            let value = bits >> (18 - 6 * letter) & 63;
            text.push(if letter > triple.len() { '=' } else { LETTERS[value as usize] as char });
        }
    }
    text
}

/// A binary file of a document and the buffer.
pub fn glb_of(document: &str) -> Vec<u8> {
    let mut document = document.as_bytes().to_vec();
    // Some exporters fill up with zeros in the place of spaces.
    document.resize(document.len().next_multiple_of(4), 0);
    let chunk = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes(), &kind[..], data].concat();
    let chunks = [chunk(b"JSON", &document), chunk(b"BIN\0", &buffer())].concat();
    let length = 12 + chunks.len() as u32;
    [&b"glTF"[..], &2_u32.to_le_bytes(), &length.to_le_bytes(), &chunks].concat()
}

pub fn glb() -> Vec<u8> {
    glb_of(&gltf_of(r#"[{"mesh": 0}]"#, None))
}

/// An archive of parts.
pub fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A mesh of 3MF.
pub fn mesh_of_3mf() -> String {
    let vertices = lines(CORNERS, |[x, y, z]| format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>"));
    let triangles = lines(corner_indices().chunks(3), |corners| {
        format!("<triangle v1=\"{}\" v2=\"{}\" v3=\"{}\"/>", corners[0], corners[1], corners[2])
    });
    format!("<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>")
}

/// A model of 3MF.
pub fn model_of_3mf(attributes: &str, resources: &str, items: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model {attributes} \
         xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n<resources>{resources}</resources>\n\
         <build>{items}</build></model>\n"
    )
}

pub fn text_of_3mf() -> String {
    let object = format!("<object id=\"1\" type=\"model\" name=\"cube\">{}</object>", mesh_of_3mf());
    model_of_3mf("", &object, "<item objectid=\"1\"/>")
}

pub fn threemf() -> Vec<u8> {
    archive(&[("3D/3dmodel.model", &text_of_3mf())])
}

/// A primitive of COLLADA. Each corner has the index of a normal before that of the vertex.
pub fn primitive(kind: &str, counts: &str, lists: &[&[usize]]) -> String {
    let indices = |list: &&[usize]| words(list.iter().flat_map(|&corner| [0, corner]));
    let lists = lines(lists, |list| format!("<p>{}</p>", indices(list)));
    format!(
        "<{kind} count=\"1\"><input semantic=\"NORMAL\" source=\"#normals\" offset=\"0\"/>\n\
         <input semantic=\"VERTEX\" source=\"#vertices\" offset=\"1\"/>{counts}{lists}</{kind}>"
    )
}

/// A file of COLLADA with the cube as geometry `cube`.
pub fn dae_of(asset: &str, primitives: &str, libraries: &str, nodes: &str) -> Vec<u8> {
    let corners = words(CORNERS.into_iter().flatten());
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA version=\"1.4.1\"><asset>{asset}</asset>\n\
         <library_geometries><geometry id=\"cube\" name=\"Cube\"><mesh>\n\
         <source id=\"positions\"><float_array id=\"array\" count=\"24\">{corners}</float_array>\n\
         <technique_common><accessor source=\"#array\" count=\"8\" stride=\"3\"/></technique_common></source>\n\
         <source id=\"normals\"><float_array id=\"n\" count=\"3\">nan 0 -1.#IND</float_array></source>\n\
         <vertices id=\"vertices\"><input semantic=\"POSITION\" source=\"#positions\"/></vertices>\n\
         {primitives}</mesh></geometry></library_geometries>{libraries}\n\
         <library_visual_scenes><visual_scene id=\"scene\">{nodes}</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url=\"#scene\"/></scene></COLLADA>\n"
    )
    .into_bytes()
}

pub fn dae() -> Vec<u8> {
    dae_with("", "<node name=\"a\"><instance_geometry url=\"#cube\"/></node>")
}

/// The same with other libraries and nodes.
pub fn dae_with(libraries: &str, nodes: &str) -> Vec<u8> {
    dae_of("", &primitive("triangles", "", &[&corner_indices()]), libraries, nodes)
}

/// The cube in all formats.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("a.obj", obj()),
        ("a.stl", stl()),
        ("b.stl", binary_stl()),
        ("a.ply", ply()),
        ("b.ply", binary_ply()),
        ("a.off", off()),
        ("a.gltf", gltf()),
        ("a.glb", glb()),
        ("a.3mf", threemf()),
        ("a.dae", dae()),
    ]
}
