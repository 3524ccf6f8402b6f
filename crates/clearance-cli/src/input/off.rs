//! OFF, the object file format of Geomview: counts, vertices, faces.

use super::mesh::Mesh;
use super::words::{Line, Lines, text};
use crate::failure::Fault;

/// Reads the vertices and faces.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    let mut lines = Lines::new(text(bytes)?);
    let mut header = lines.expect("OFF")?;
    // Colours and normals stand behind the coordinates, so their variants of the format read alike.
    match header.word() {
        Some("OFF" | "COFF" | "NOFF" | "CNOFF") => {}
        other => return Err(header.fault(format!("expected OFF, found {:?}", other.unwrap_or("nothing")))),
    }
    let (vertices, faces) = match header.word() {
        Some(_) => return Err(header.fault("expected OFF alone on its line")),
        None => counts(&mut lines.expect("the numbers of vertices, faces and edges")?)?,
    };
    let mut points = Vec::new();
    for index in 0..vertices {
        let mut line = lines.expect(&format!("vertex {index} of {vertices}"))?;
        points.push(line.point()?);
    }
    let mut all = Vec::new();
    for index in 0..faces {
        let mut line = lines.expect(&format!("face {index} of {faces}"))?;
        let count: usize = line.parse("face", "a number of vertices")?;
        let face: Result<Vec<usize>, Fault> = (0..count).map(|_| line.parse("face", "the index of a vertex")).collect();
        let face = face?;
        if let Some(index) = face.iter().find(|&&index| index >= vertices) {
            return Err(line.fault(format!("expected a vertex below {vertices}, found {index}")));
        }
        all.push(face);
    }
    Mesh::new(points, all)
}

fn counts(line: &mut Line<'_>) -> Result<(usize, usize), Fault> {
    Ok((line.parse("vertices", "a count")?, line.parse("faces", "a count")?))
}
