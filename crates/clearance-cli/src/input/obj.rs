//! Wavefront OBJ: vertices and faces; everything else is passed over.

use super::mesh::Mesh;
use super::words::{Line, Lines, text};
use crate::failure::Fault;

/// Reads the vertices and faces of all objects in the file.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for mut line in Lines::new(text(bytes)?) {
        match line.word() {
            Some("v") => points.push(line.point()?),
            Some("f") => faces.push(face(&mut line, points.len())?),
            _ => {}
        }
    }
    Mesh::new(points, faces)
}

/// The vertices of a face, each given as `7`, `7/1`, `7//3` or `7/1/3`, or counted back from the last as `-1`.
fn face(line: &mut Line<'_>, count: usize) -> Result<Vec<usize>, Fault> {
    let mut face = Vec::new();
    while let Some(word) = line.word() {
        let index: Option<i64> = word.split('/').next().and_then(|vertex| vertex.parse().ok());
        let place = match index {
            Some(index) if index > 0 => usize::try_from(index - 1).ok(),
            Some(index) if index < 0 => usize::try_from(-index).ok().and_then(|back| count.checked_sub(back)),
            _ => None,
        };
        match place.filter(|&place| place < count) {
            Some(place) => face.push(place),
            None => return Err(line.fault(format!("expected one of the {count} vertices so far, found {word:?}"))),
        }
    }
    if face.len() < 3 {
        return Err(line.fault(format!("expected a face of at least 3 vertices, found {}", face.len())));
    }
    Ok(face)
}
