//! Files that do not hold what they announce.
//!
//! Law: the bytes that are there bound memory and time, and nesting has a limit. Each test names what broke before.

use clearance_files::fault::Fault;
use clearance_files::readers::{self, Reading};

/// Reads a file. What is announced is so much that a reader that believes it does not end, or has no memory left.
fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Reading, Fault> {
    readers::read_file(name, bytes.as_ref())
}

/// The complaint about a file that is refused.
fn complaint(name: &str, bytes: impl AsRef<[u8]>) -> String {
    match read(name, bytes) {
        Err(fault) => fault.to_string(),
        Ok(reading) => panic!("{name} was read: {reading:?}"),
    }
}

const BINARY: &str = "ply\nformat binary_little_endian 1.0\n";
const VERTEX: &str = "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n";

/// A binary PLY of one vertex, with more in its header.
fn ply(before: &str, after: &str, body: &[u8]) -> Vec<u8> {
    let header = format!("{BINARY}{before}{VERTEX}{after}end_header\n");
    [header.as_bytes(), &[0; 12], body].concat()
}

#[test]
fn elements_without_properties_cost_nothing_however_many_are_announced() {
    // Cause: a loop ran to the announced count, and its turns took no byte. Later it kept a face in each turn.
    for (before, after) in [("element junk 18446744073709551615\n", ""), ("", "element face 4000000000\n")] {
        assert!(read("a.ply", ply(before, after, &[])).is_ok());
    }
    let text = format!("{BINARY}element junk 18446744073709551615\n{VERTEX}end_header\n0 0 0\n");
    assert!(read("a.ply", text.replace("binary_little_endian", "ascii")).is_ok());
}

#[test]
fn announced_counts_make_no_room_and_end_with_the_bytes() {
    let faces = "element face 4000000000\nproperty list uchar int vertex_indices\n";
    assert!(complaint("a.ply", ply("", faces, &[])).starts_with("face 0: vertex_indices: expected 1 more bytes"));
    let long = "element face 1\nproperty list uint int vertex_indices\n";
    assert!(complaint("a.ply", ply("", long, &[0xff; 40])).contains("expected an index, found -1"));
    assert!(complaint("a.ply", ply("", long, &[0x7f; 40])).contains("found the end of the file"));
    let many = BINARY.to_owned() + &VERTEX.replace(" 1\n", " 18446744073709551615\n") + "end_header\n";
    assert!(complaint("a.ply", many).starts_with("vertex 0: x: expected 4 more bytes"));
    let off = "OFF\n18446744073709551615 18446744073709551615 0\n0 0 0\n";
    assert!(complaint("a.off", off).contains("after line 3: expected vertex 1 of 18446744073709551615"));
    let face = "OFF\n1 1 0\n0 0 0\n18446744073709551615 0 0 0\n";
    assert!(complaint("a.off", face).starts_with("after line 4: expected the index of a vertex"));
    let stl = [vec![0; 80], vec![0xff; 4], vec![0; 50]].concat();
    assert!(complaint("a.stl", stl).starts_with("expected 214748364834 bytes for 4294967295 triangles"));
}

#[test]
fn nesting_has_a_limit_and_no_stack_overflows() {
    // Cause: the reader of WKT was recursive. The text nests 100,000 deep.
    let wkt = "GEOMETRYCOLLECTION(".repeat(100_000) + "POLYGON((0 0,1 0,1 1))" + &")".repeat(100_000);
    assert!(complaint("a.wkt", wkt).contains("at most 64 collections inside each other"));
    let geojson = r#"{"type":"GeometryCollection","geometries":["#.repeat(50_000);
    for (name, text) in [("a.geojson", geojson), ("a.json", r#"{"sum":["#.repeat(50_000))] {
        let complaint = complaint(name, text);
        assert!(complaint.contains("at most 127 levels of brackets") && complaint.len() < 100, "{complaint}");
    }
    let groups =
        |open: &str| format!("<svg>{}<path d='M0 0h1v1z'/>{}</svg>", open.repeat(100_000), "</g>".repeat(100_000));
    assert!(read("a.svg", groups("<g>")).is_ok());
    // Cause: in a tree of elements, transforms, namespaces and attributes took quadratic time.
    assert!(read("a.svg", groups("<g transform='translate(1)' xmlns:a='b'>")).is_ok());
    let names: String = (0..100_000).map(|i| format!(" a{i}='1'")).collect();
    assert!(read("a.svg", format!("<svg><path{names} d='M0 0h1v1z'/></svg>")).is_ok());
}

#[test]
fn entities_of_a_document_type_are_expanded_in_attributes_and_within_a_bound() {
    let entities: String =
        (1..12).map(|i| format!("<!ENTITY e{i} \"{}\">", format!("&e{};", i - 1).repeat(10))).collect();
    let text = format!("<!DOCTYPE svg [<!ENTITY e0 \"aaaaaaaaaa\">{entities}]><svg><path d='M0 0h1v1z'/>&e11;</svg>");
    assert!(read("a.svg", &text).is_ok());
    for level in ["&e7;", "&e11;"] {
        let text = text.replace("M0 0h1v1z", level);
        assert!(complaint("a.svg", text).starts_with("line 1: path: expected an attribute"), "{level}");
    }
    let own = text.replace("<!ENTITY e0 ", "<!ENTITY self \"&self;\"><!ENTITY e0 ").replace("M0 0h1v1z", "&self;");
    assert!(complaint("a.svg", own).starts_with("line 1: path: expected an attribute"));
    let many = format!("<path d='{}'/>", "&e4;".repeat(1000)).repeat(20);
    assert!(complaint("a.svg", text.replace("<path d='M0 0h1v1z'/>", &many)).starts_with("line 1: path: expected"));
}

#[test]
fn a_picture_of_a_hundred_thousand_circles_is_read_in_bounded_memory() {
    // With 2,500 chords a circle there would be 250 million points. Coarser chords are in the bracket and in the
    // remark.
    let path = format!("<svg><path d='M0 0{}'/></svg>", "a1 1 0 1 1 1 1".repeat(100_000));
    let reading = read("a.svg", path).unwrap();
    assert!(
        reading.approximation.outward > 1e-6 && reading.approximation.outward < 1e-1,
        "{:?}",
        reading.approximation
    );
    assert!(reading.remarks[0].starts_with("curves became polygons within "));
}
