//! Drawings part by part.

use clearance_files::readers::parts::{Drawing, is_drawing, read_parts};

fn read(name: &str, text: &str) -> Drawing {
    read_parts(name, text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"))
}

fn names(drawing: &Drawing) -> Vec<&str> {
    drawing.parts.iter().map(|part| part.name.as_str()).collect()
}

fn square(x: u32) -> String {
    format!("[[{x},0],[{},0],[{},1],[{x},0]]", x + 1, x + 1)
}

#[test]
fn features_are_named_by_their_properties_or_by_their_number() {
    let feature = |x: u32, more: &str| {
        let square = square(x);
        format!("{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[{square}]}}{more}}}")
    };
    let features = [
        feature(0, ",\"properties\":{\"id\":7,\"name\":\"hall\",\"tags\":{\"name\":\"no\"}}"),
        feature(2, ",\"properties\":{\"id\":7},\"id\":\"no\""),
        feature(4, ",\"properties\":null,\"id\":\"door\""),
        feature(6, ",\"properties\":{\"name\":\"\"}"),
        feature(8, ",\"properties\":[1,2]").replace("[1,2]", "{\"name\":[1]}"),
        "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{}}".to_owned(),
        feature(10, ",\"properties\":{\"name\":\"hall\"}"),
    ];
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(","));
    let drawing = read("plan.geojson", &text);
    assert_eq!(names(&drawing), ["hall", "7", "door", "3", "4", "hall#2"]);
    let degrees = "the coordinates are degrees of longitude and latitude, and so is the answer: it is no length";
    assert_eq!(drawing.remarks, [degrees, "1 parts without a polygon were left out"]);
    assert_eq!(drawing.parts[2].polygons, [vec![vec![[4.0, 0.0], [5.0, 0.0], [5.0, 1.0]]]]);
    let geometries = [0, 2].map(|x| format!("{{\"type\":\"Polygon\",\"coordinates\":[{}]}}", square(x)));
    let text = format!("{{\"type\":\"GeometryCollection\",\"geometries\":[{}]}}", geometries.join(","));
    assert_eq!(names(&read("two.json", &text)), ["0", "1"]);
    let bad = text.replace("[2,0]", "[2]");
    assert!(read_parts("two.json", bad.as_bytes()).unwrap_err().to_string().starts_with("geometries[1].coordinates"));
}

#[test]
fn geometries_of_well_known_text_are_parts() {
    let triangle = |x: u32| format!("(({x} 0, {} 0, {x} 1, {x} 0))", x + 1);
    let [a, b, c, d] = [0, 2, 4, 6].map(triangle);
    let text = format!("POLYGON {a};\nGEOMETRYCOLLECTION (MULTIPOLYGON ({b}, {c}), POLYGON {d})\nPOLYGON EMPTY");
    let drawing = read("a.wkt", &text);
    assert_eq!(names(&drawing), ["0", "1", "2"]);
    assert_eq!(drawing.parts.iter().map(|part| part.polygons.len()).collect::<Vec<_>>(), [1, 2, 1]);
    let drawing = read("a.wkt", "POINT (1 2)\nGEOMETRYCOLLECTION(LINESTRING (0 0, 1 0, 1 1), MULTIPOINT (3 3, 4 4))");
    let rings: Vec<_> = drawing.parts.iter().flat_map(|part| part.polygons.iter().flatten().cloned()).collect();
    assert_eq!(
        rings,
        [vec![[1.0, 2.0]], vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0]], vec![[3.0, 3.0]], vec![[4.0, 4.0]]]
    );
    let deep = "GEOMETRYCOLLECTION(".repeat(100_000);
    assert!(read_parts("a.wkt", deep.as_bytes()).unwrap_err().to_string().contains("collections inside each other"));
}

#[test]
fn elements_of_a_picture_have_their_id_behind_that_of_their_group() {
    let text = r#"<svg xmlns="http://www.w3.org/2000/svg" id="root"><g id="pads"><g>
        <rect id="left" width="1" height="1"/><rect x="2" width="1" height="1"/></g></g>
        <circle id="hole" r="1"/><path d="M5,0 h1 v1 z"/><defs><rect id="no" width="1" height="1"/></defs></svg>"#;
    let drawing = read("a.svg", text);
    assert_eq!(names(&drawing), ["pads/left", "pads/1", "hole", "3"]);
    let outward: Vec<bool> = drawing.parts.iter().map(|part| part.approximation.outward > 0.0).collect();
    assert_eq!(outward, [false, false, true, false]);
    assert_eq!(drawing.remarks.len(), 1);
}

/// Cause: a circle of a few denormal numbers had thousands of equal corners, and two of them took 40 s. Law: corners of
/// curves that round to one place are one.
#[test]
fn a_circle_has_no_more_corners_than_there_are_places() {
    let corners = |circle: &str| {
        let drawing = read("a.svg", &format!("<svg><circle {circle}/></svg>"));
        drawing.parts[0].polygons[0][0].len()
    };
    assert!((4..=8).contains(&corners("r=\"5e-324\"")));
    assert!((1..=8).contains(&corners("cx=\"1\" cy=\"1\" r=\"1e-300\"")));
    assert!(corners("r=\"1\"") > 2000);
}

#[test]
fn a_drawing_is_known_by_its_name() {
    assert!(["a.svg", "a.GeoJSON", "b/a.wkt", "a.json"].into_iter().all(is_drawing));
    assert!(!["a.obj", "svg", "a.svg.glb"].into_iter().any(is_drawing));
    assert!(read_parts("a.obj", b"").is_err() && read_parts("a.svg", b"<svg/>").is_err());
}
