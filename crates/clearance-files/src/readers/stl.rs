//! STL, as text and as binary data: triangles. The normal of each triangle is skipped.

use super::mesh::Mesh;
use super::words::{Lines, is_wide, text_of_any_encoding};
use crate::fault::Fault;

/// The start of a binary file, before the triangles: any 80 bytes, and the number of triangles.
const HEADER: usize = 84;
/// A triangle of a binary file: 12 floats and 2 bytes of attributes.
const TRIANGLE: usize = 50;

/// Reads the triangles. A file is binary if its length fits its count of triangles, or if it is no text. Some binary files
/// also begin with the word `solid`. Bytes behind the triangles are passed over; a count of 0 is one that was not written.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    let count = bytes.get(80..HEADER).map(|count| u32::from_le_bytes(count.try_into().expect("4 bytes")));
    let length = |count: u32| HEADER as u64 + TRIANGLE as u64 * u64::from(count);
    match count {
        Some(count) if bytes.len() as u64 == length(count) && count > 0 => binary(&bytes[HEADER..]),
        _ if begins_as_text(bytes) => ascii(bytes),
        Some(0) if bytes.len() >= HEADER + TRIANGLE => {
            let found = (bytes.len() - HEADER) / TRIANGLE;
            let mesh = binary(&bytes[HEADER..])?;
            Ok(mesh.with_remark(format!("0 triangles are announced, and the {found} that are there were read")))
        }
        Some(0) => Err(Fault::new("expected triangles, found a binary STL of 0 triangles")),
        Some(count) if bytes.len() as u64 > length(count) => {
            let (own, rest) = bytes.split_at(length(count) as usize);
            let mesh = binary(&own[HEADER..])?;
            Ok(mesh.with_remark(format!("{} bytes after the {count} announced triangles were passed over", rest.len())))
        }
        Some(count) => Err(Fault::new(format!(
            "expected {} bytes for {count} triangles of a binary STL, found {}; or \"solid\" at the beginning",
            length(count),
            bytes.len()
        ))),
        None => Err(Fault::new(format!("expected an STL file, found {} bytes without \"solid\"", bytes.len()))),
    }
}

/// Whether the file is text: it begins with `solid` in small or capital letters, and no byte is zero.
fn begins_as_text(bytes: &[u8]) -> bool {
    if is_wide(bytes) {
        return text_of_any_encoding(bytes)
            .is_ok_and(|text| begins_as_text(text.trim_start_matches('\u{feff}').as_bytes()));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    bytes.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) && !bytes.contains(&0)
}

fn binary(triangles: &[u8]) -> Result<Mesh, Fault> {
    let mut points = Vec::new();
    for (triangle, bytes) in triangles.chunks_exact(TRIANGLE).enumerate() {
        for (vertex, bytes) in bytes[12..48].chunks_exact(12).enumerate() {
            let coordinate = |axis: usize| {
                let bytes = bytes[4 * axis..4 * axis + 4].try_into().expect("4 bytes");
                f64::from(f32::from_le_bytes(bytes))
            };
            let point = [0, 1, 2].map(coordinate);
            if let Some(wrong) = point.iter().find(|coordinate| !coordinate.is_finite()) {
                let fault = Fault::new(format!("expected a finite number, found {wrong}"));
                return Err(fault.under(&format!("triangle {triangle}, vertex {vertex}")));
            }
            points.push(point);
        }
    }
    of_triangles(points)
}

fn ascii(bytes: &[u8]) -> Result<Mesh, Fault> {
    let mut points = Vec::new();
    let (mut facet, mut ended) = (0, false);
    for mut line in Lines::new(&text_of_any_encoding(bytes)?, 1) {
        let keyword = line.word().unwrap_or_default();
        match keyword.to_ascii_lowercase().as_str() {
            "vertex" => points.push(line.point()?),
            "endfacet" if points.len() - facet != 3 => {
                let found = points.len() - facet;
                return Err(line.fault(format!("expected three vertices in the facet that ends here, found {found}")));
            }
            "endfacet" => facet = points.len(),
            "solid" => ended = false,
            "endsolid" => ended = true,
            "facet" | "outer" | "endloop" => {}
            _ => {
                let expected = "facet, outer loop, vertex, endloop, endfacet or endsolid";
                return Err(line.fault(format!("expected {expected}, found {keyword:?}")));
            }
        }
    }
    if points.len() != facet {
        return Err(Fault::new("expected endfacet, found the end of the file"));
    }
    let triangles = facet / 3;
    let mesh = of_triangles(points)?;
    if ended {
        return Ok(mesh);
    }
    Ok(mesh.with_remark(format!("expected endsolid after {triangles} triangles, found the end: a part may be missing")))
}

fn of_triangles(points: Vec<[f64; 3]>) -> Result<Mesh, Fault> {
    let faces = (0..points.len() / 3).map(|triangle| (3 * triangle..3 * triangle + 3).collect()).collect();
    Mesh::new(points, faces)
}
