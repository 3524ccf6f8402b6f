//! STL, as text and binary: triangles with a normal each, which is passed over.

use super::mesh::Mesh;
use super::words::{Lines, text};
use crate::failure::Fault;

/// What stands before the triangles of a binary file: 80 bytes of anything and the number of triangles.
const HEADER: usize = 84;
/// A triangle of a binary file: 12 floats and 2 bytes of attributes.
const TRIANGLE: usize = 50;

/// Reads the triangles. A file is binary when its length is what its count of triangles says: some binary files begin
/// with the word `solid` all the same.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    let count = bytes.get(80..HEADER).map(|count| u32::from_le_bytes(count.try_into().expect("4 bytes")) as usize);
    let begins_as_text = bytes.trim_ascii_start().starts_with(b"solid") && !bytes.contains(&0);
    match count {
        Some(count) if bytes.len() == HEADER + TRIANGLE * count => binary(&bytes[HEADER..]),
        _ if begins_as_text => ascii(bytes),
        Some(count) => Err(Fault::new(format!(
            "expected {} bytes for {count} triangles of a binary STL, found {}; or \"solid\" at the beginning",
            HEADER + TRIANGLE * count,
            bytes.len()
        ))),
        None => Err(Fault::new(format!("expected an STL file, found {} bytes without \"solid\"", bytes.len()))),
    }
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
    for mut line in Lines::new(text(bytes)?) {
        match line.word() {
            Some("vertex") => points.push(line.point()?),
            Some("endfacet") if points.len() % 3 != 0 => {
                return Err(line.fault("expected three vertices in the facet that ends here"));
            }
            Some("solid" | "facet" | "outer" | "endloop" | "endfacet" | "endsolid") => {}
            other => {
                let found = other.unwrap_or("nothing");
                return Err(
                    line.fault(format!("expected facet, outer loop, vertex, endloop or endfacet, found {found:?}"))
                );
            }
        }
    }
    if points.len() % 3 != 0 {
        return Err(Fault::new("expected endfacet, found the end of the file"));
    }
    of_triangles(points)
}

fn of_triangles(points: Vec<[f64; 3]>) -> Result<Mesh, Fault> {
    let faces = (0..points.len() / 3).map(|triangle| (3 * triangle..3 * triangle + 3).collect()).collect();
    Mesh::new(points, faces)
}
