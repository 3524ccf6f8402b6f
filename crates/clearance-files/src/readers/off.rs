//! OFF, the object file format of Geomview: counts, vertices, faces.

use super::mesh::Mesh;
use super::words::{Line, Lines, text_of_any_encoding};
use crate::fault::Fault;

/// Reads the vertices and faces.
pub fn read(bytes: &[u8]) -> Result<Mesh, Fault> {
    let text = text_of_any_encoding(bytes)?;
    let mut lines = Lines::new(&text, 1);
    let (vertices, faces) = counts(&mut lines)?;
    // No memory is taken for what is only declared.
    let mut points = Vec::new();
    for index in 0..vertices {
        let mut line = lines.expect(&format!("vertex {index} of {vertices}"))?;
        points.push(line.point()?);
    }
    let mut all = Vec::new();
    for index in 0..faces {
        let mut line = lines.expect(&format!("face {index} of {faces}"))?;
        all.push(face(&mut line, &mut lines, points.len())?);
    }
    let mesh = Mesh::new(points, all)?;
    Ok(match lines.next() {
        None => mesh,
        Some(line) => {
            let number = line.number_in_file();
            mesh.with_remark(format!("line {number} and what follows is more than was announced and was passed over"))
        }
    })
}

/// The numbers of vertices and faces. They may follow the keyword or have their own line.
fn counts(lines: &mut Lines<'_>) -> Result<(u64, u64), Fault> {
    let mut header = lines.expect("OFF")?;
    let word = header.word().unwrap_or_default();
    if let Ok(vertices) = word.parse() {
        return Ok((vertices, header.parse("faces", "a count")?));
    }
    // Some programs leave no blank between the keyword and the first count.
    if let Some(vertices) = word.strip_prefix("OFF").and_then(|count| count.parse().ok()) {
        return Ok((vertices, header.parse("faces", "a count")?));
    }
    keyword(word).map_err(|message| header.fault(message))?;
    match header.word() {
        Some("BINARY") => Err(header.fault("expected OFF as text, found OFF BINARY")),
        Some(word) => {
            let vertices = word.parse();
            let vertices = vertices
                .map_err(|_| header.fault(format!("expected OFF, alone or with counts after it, found {word:?}")))?;
            Ok((vertices, header.parse("faces", "a count")?))
        }
        None => {
            let mut line = lines.expect("the numbers of vertices, faces and edges")?;
            Ok((line.parse("vertices", "a count")?, line.parse("faces", "a count")?))
        }
    }
}

/// `OFF` after letters for what stands behind the coordinates: `ST` texture, `C` colour, `N` normal.
fn keyword(word: &str) -> Result<(), String> {
    let Some(prefix) = word.strip_suffix("OFF").or_else(|| word.strip_suffix("off")) else {
        return Err(format!("expected OFF, found {word:?}"));
    };
    if prefix.contains(['4', 'n']) {
        return Err(format!("expected OFF with points of 3 coordinates, found {word}"));
    }
    if prefix.chars().all(|letter| "STCN".contains(letter)) {
        Ok(())
    } else {
        Err(format!("expected OFF, found {word:?}"))
    }
}

/// The vertices of a face, on one line or more. Colours may follow.
fn face<'a>(line: &mut Line<'a>, lines: &mut Lines<'a>, vertices: usize) -> Result<Vec<usize>, Fault> {
    let count: u64 = line.parse("face", "a number of vertices")?;
    let mut face = Vec::new();
    for _ in 0..count {
        if line.is_empty() {
            *line = lines.expect("the index of a vertex")?;
        }
        let index: usize = line.parse("face", "the index of a vertex")?;
        if index >= vertices {
            return Err(line.fault(format!("expected a vertex below {vertices}, found {index}")));
        }
        face.push(index);
    }
    Ok(face)
}
