//! The command's readers of files as WebAssembly. Bytes go in, and a shape in the words of the pairs file comes out.
//!
//! Numbers keep the double precision of the file. So the page asks what `clearance distance` asks about the same files.

use clearance_files::document::ShapeDocument;
use clearance_files::readers;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a file means.
#[derive(Serialize)]
struct Reading {
    /// 2 or 3.
    dim: u8,
    shape: ShapeDocument,
    /// What the user should know about the reading, one sentence each.
    remarks: Vec<String>,
    /// How far the file's shape may extend beyond this one, and this one beyond the file's. Curves become polygons.
    outward: f64,
    inward: f64,
}

/// Reads the bytes of a file by the extension of its name.
///
/// # Errors
/// The fault of the file, in the words of the command.
#[wasm_bindgen]
pub fn read_file(name: &str, bytes: &[u8]) -> Result<String, String> {
    let reading = readers::read_file(name, bytes).map_err(|fault| format!("{name}: {fault}"))?;
    let dim = reading.shape.dimension().ok_or_else(|| format!("{name}: a shape needs at least one point"))?;
    let readers::Reading { shape, remarks, approximation } = reading;
    let reading = Reading { dim, shape, remarks, outward: approximation.outward, inward: approximation.inward };
    serde_json::to_string(&reading).map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::read_file;

    #[test]
    fn the_numbers_of_a_file_keep_all_their_digits() {
        let obj = b"v 0.1 0.2 16777217\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";
        let told = read_file("part.obj", obj).unwrap_or_default();
        assert!(told.contains("[0.1,0.2,16777217.0]"), "{told}");
        assert!(told.contains("\"dim\":3"), "{told}");
    }

    #[test]
    fn a_broken_file_is_refused_with_its_name_and_line() {
        let complaint = read_file("part.obj", b"v 1 2\n").err().unwrap_or_default();
        assert!(complaint.starts_with("part.obj: ") && complaint.contains("line 1"), "{complaint}");
    }
}
