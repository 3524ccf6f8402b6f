//! Wavefront OBJ: vertices and faces. Names, normals, materials and so on are skipped.

use super::mesh::Mesh;
use super::words::{Line, Lines, text_of_any_encoding};
use crate::fault::Fault;

/// Reads the vertices and faces of all objects in the file.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    read_named(bytes, |_, _, _| {})
}

/// Reads the same. `begin` hears of each line that names the object (`o`) or the group (`g`) of the faces after it: how
/// many faces are before it, its keyword, and the rest of the line.
pub(crate) fn read_named(bytes: &[u8], mut begin: impl FnMut(usize, &str, Line<'_>)) -> Result<Mesh, Fault> {
    let (mut points, mut faces, mut alone, mut curves) = (Vec::new(), Vec::new(), 0, 0);
    for mut line in Lines::continued_by_backslash(&text_of_any_encoding(bytes)?) {
        match line.word() {
            Some("v") => points.push(line.point()?),
            Some("f" | "fo") => faces.push(face(&mut line, points.len())?),
            Some(keyword @ ("o" | "g")) => begin(faces.len(), keyword, line),
            Some("p") => alone += 1,
            Some("l" | "curv" | "curv2" | "surf") => curves += 1,
            _ => {}
        }
    }
    let mesh = Mesh::new(points, faces)?;
    // Without faces all vertices count, so of points nothing is lost.
    let passed_over = if mesh.faces.is_empty() { curves } else { alone + curves };
    if passed_over == 0 {
        return Ok(mesh);
    }
    Ok(mesh.with_remark(format!("{passed_over} points, lines, curves or surfaces that are no faces were passed over")))
}

/// The vertices of a face. Each is given as `7`, `7/1`, `7//3` or `7/1/3`, or counted back from the last as `-1`.
fn face(line: &mut Line<'_>, count: usize) -> Result<Vec<usize>, Fault> {
    let mut face = Vec::new();
    while let Some(word) = line.word() {
        let index: Option<i64> = word.split('/').next().and_then(|vertex| vertex.parse().ok());
        let place = match index {
            Some(index) if index > 0 => usize::try_from(index - 1).ok(),
            Some(index) if index < 0 => usize::try_from(index.unsigned_abs()).ok().and_then(|b| count.checked_sub(b)),
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
