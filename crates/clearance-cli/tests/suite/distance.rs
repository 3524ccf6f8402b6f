//! Runs `clearance distance` and `clearance` alone, as a user runs them.

use crate::common::{Outcome, clearance, clearance_in, scratch};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The unit cube from the origin as quadrangles: vertices and faces.
const CORNERS: [[i32; 3]; 8] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]];
const FACES: [[usize; 4]; 6] = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// The cube as triangles of corners.
fn triangles() -> Vec<[[i32; 3]; 3]> {
    FACES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|face| face.map(|i| CORNERS[i])).collect()
}

fn obj() -> String {
    let vertices = CORNERS.map(|[x, y, z]| format!("v {x} {y} {z} # corner\n")).concat();
    let faces = FACES.map(|[a, b, c, d]| format!("f {}/1 {}//2 -{} {}\n", a + 1, b + 1, 8 - c, d + 1)).concat();
    format!("# a cube\no cube\n{vertices}vn 0 0 1\ns off\n{faces}")
}

fn off() -> String {
    let vertices = CORNERS.map(|[x, y, z]| format!("{x} {y} {z}\n")).concat();
    let faces = FACES.map(|[a, b, c, d]| format!("4 {a} {b} {c} {d} 255 0 0\n")).concat();
    format!("OFF\n# counts\n8 6 12\n\n{vertices}{faces}")
}

fn stl_text() -> String {
    let point = |[x, y, z]: [i32; 3]| format!("vertex {x} {y}.0 {z}e0\n");
    let facet =
        |t: [[i32; 3]; 3]| format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", t.map(point).concat());
    format!("solid cube of test\n{}endsolid cube\n", triangles().into_iter().map(facet).collect::<String>())
}

fn stl_binary() -> Vec<u8> {
    // A simple reader takes a file with this header for text.
    let mut bytes = b"solid but binary".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(12u32.to_le_bytes());
    for triangle in triangles() {
        bytes.extend([0; 12]);
        triangle.iter().flatten().for_each(|&x| bytes.extend((x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment made by hand\nelement vertex 8\nproperty double x\nproperty float y\n\
         property uchar red\nproperty short z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

fn ply_text() -> String {
    let vertices = CORNERS.map(|[x, y, z]| format!("{x} {y} 200 {z}\n")).concat();
    let faces = FACES.map(|[a, b, c, d]| format!("4 {a} {b} {c} {d}\n")).concat();
    ply_header("ascii") + &vertices + &faces
}

fn ply_binary(format: &str) -> Vec<u8> {
    let little = format == "binary_little_endian";
    let order = |mut bytes: Vec<u8>| {
        if !little {
            bytes.reverse();
        }
        bytes
    };
    let mut bytes = ply_header(format).into_bytes();
    for [x, y, z] in CORNERS {
        bytes.extend(order(f64::from(x).to_le_bytes().to_vec()));
        bytes.extend(order((y as f32).to_le_bytes().to_vec()));
        bytes.push(200);
        bytes.extend(order((z as i16).to_le_bytes().to_vec()));
    }
    for face in FACES {
        bytes.push(4);
        face.iter().for_each(|&index| bytes.extend(order((index as i32).to_le_bytes().to_vec())));
    }
    bytes
}

/// The answer for a file and a point, and what else the program did.
fn distance_in(folder: &Path, file: &str, point: Value) -> (Value, Outcome) {
    let point = json!({"points": [point]}).to_string();
    let outcome = clearance_in(folder, &["distance", file, &point, "--format", "jsonl"]);
    assert_eq!(outcome.code, 0, "{file}: {}", outcome.stderr);
    (outcome.json_lines()[0].clone(), outcome)
}

#[test]
fn the_same_cube_in_every_format_gives_the_same_answer() {
    let folder = scratch("cubes");
    let files: [(&str, Vec<u8>); 8] = [
        ("cube.obj", obj().into_bytes()),
        ("crlf.OBJ", obj().replace('\n', "\r\n").into_bytes()),
        ("cube.off", off().into_bytes()),
        ("text.stl", stl_text().into_bytes()),
        ("binary.stl", stl_binary()),
        ("text.ply", ply_text().into_bytes()),
        ("little.ply", ply_binary("binary_little_endian")),
        ("big.ply", ply_binary("binary_big_endian")),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
        let (answer, outcome) = distance_in(&folder, name, json!([3, 0.25, 0.5]));
        assert_eq!(outcome.stderr, "", "{name}: the cube is convex");
        assert_eq!((&answer["a"], &answer["distance"]), (&json!(name), &json!(2.0)), "{name}");
        assert_eq!(answer["point_a"], json!([1.0, 0.25, 0.5]), "{name}");
    }
}

#[test]
fn polygons_of_the_plane_are_read_from_svg_wkt_and_geojson() {
    let folder = scratch("polygons");
    let geojson = json!({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
        {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}}]});
    let files = [
        ("a.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))\n".to_owned()),
        ("b.wkt", "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)))".to_owned()),
        ("a.geojson", geojson.to_string()),
        ("b.json", geojson.to_string()),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><g><path d='M0 0h1v1H0z'/></g></svg>".to_owned()),
        ("b.svg", "<svg xmlns='http://www.w3.org/2000/svg'><polygon points='0,0 1,0 1,1 0,1'/></svg>".to_owned()),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
        let (answer, outcome) = distance_in(&folder, name, json!([3, 0.5]));
        let degrees = "the coordinates are degrees of longitude and latitude, and so is the answer: it is no length";
        let said = if ["a.geojson", "b.json"].contains(&name) {
            format!("clearance: {name}: {degrees}\n")
        } else {
            String::new()
        };
        assert_eq!((outcome.stderr, &answer["distance"]), (said, &json!(2.0)), "{name}");
    }
    for literal in
        ["POLYGON((0 0,1 0,1 1,0 1,0 0))", "M 0,0 L 1,0 1,1 0,1 Z", r#"{"points": [[0, 0], [1, 0], [1, 1]]}"#]
    {
        let (answer, _) = distance_in(&folder, literal, json!([3, 0.5]));
        assert_eq!(answer["distance"], 2.0, "{literal}");
    }
}

#[test]
fn where_hulls_are_asked_for_what_is_not_convex_is_said_loudly() {
    let folder = scratch("not-convex");
    let dented = obj().replace("v 1 1 1 ", "v 0.4 0.4 0.4 ");
    let twice = CORNERS.map(|[x, y, z]| format!("v {} {y} {z}\n", x + 5)).concat();
    let more = FACES.map(|[a, b, c, d]| format!("f {} {} {} {}\n", a + 9, b + 9, c + 9, d + 9)).concat();
    let open = obj().lines().filter(|line| !line.ends_with(" 4//2 -5 8")).collect::<Vec<_>>().join("\n");
    let open = open.rsplit_once("f ").unwrap().0.to_owned();
    for (name, text, expected) in [
        ("dented.obj", dented, "bends inward at"),
        ("two.obj", obj() + &twice + &more, "2 separate parts"),
        ("open.obj", open, "is not closed"),
        ("l.wkt", "POLYGON((0 0,2 0,2 1,1 1,1 2,0 2,0 0))".to_owned(), "covers 85.714 % of its convex hull"),
        ("hole.wkt", "POLYGON((0 0,2 0,2 2,0 2,0 0),(0.5 0.5,1 0.5,1 1,0.5 0.5))".to_owned(), "covers 96.875 %"),
    ] {
        fs::write(folder.join(name), text).unwrap();
        let point = if name.ends_with("wkt") { json!([9, 9]) } else { json!([9, 9, 9]) };
        let (_, outcome) = distance_in(&folder, name, point.clone());
        let is_open = outcome.stderr.contains("open, so it has no inside: 4 edges have an odd number of triangles");
        assert_eq!(is_open, name == "open.obj", "{name}");
        assert!(!outcome.stderr.contains("CONVEX"), "{name}: it is answered as it is");
        let point = json!({"points": [point]}).to_string();
        let outcome = clearance_in(&folder, &["distance", name, &point, "--hull"]);
        assert!(outcome.stderr.starts_with(&format!("clearance: {name}: NOT CONVEX: ")), "{name}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{name}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("hull"), "{name}: {}", outcome.stderr);
    }
}

#[test]
fn bad_files_are_refused_with_file_line_and_field() {
    let folder = scratch("bad-files");
    let truncated = stl_binary()[..500].to_vec();
    let files: [(&str, Vec<u8>, &str); 15] = [
        ("a.obj", b"v 0 0 0\nv 1 x 0\n".to_vec(), "line 2: y: expected a number, found \"x\""),
        ("b.obj", b"v 0 0\n".to_vec(), "line 1: z: expected a number, found the end of the line"),
        ("c.obj", b"v 0 0 0\nf 1 2 3\n".to_vec(), "line 2: expected one of the 1 vertices so far, found \"2\""),
        ("d.obj", b"# empty\n".to_vec(), "expected at least one vertex"),
        ("e.obj", b"v 0 0 inf\n".to_vec(), "line 1: z: expected a finite number, found inf"),
        ("f.obj", b"v 0 0 0\nv 1 \xFF 0\n".to_vec(), "line 2: y: expected a number"),
        ("a.stl", truncated, "expected 684 bytes for 12 triangles of a binary STL, found 500"),
        ("b.stl", b"solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n".to_vec(), "line 4: z: expected a number"),
        ("a.off", b"OFF\n2 0 0\n0 0 0\n".to_vec(), "after line 3: expected vertex 1 of 2"),
        ("b.off", b"OFF\n1 1 0\n0 0 0\n3 0 0 7\n".to_vec(), "line 4: expected a vertex below 1, found 7"),
        ("a.ply", ply_binary("binary_big_endian")[..300].to_vec(), "expected"),
        ("b.ply", ply_text().replace("double", "quad").into_bytes(), "line 5: property: expected a type"),
        ("a.wkt", b"POLYGON((0 0, 1".to_vec(), "line 1: expected a number, found the end"),
        (
            "a.geojson",
            br#"{"type": "Circle", "coordinates": [1, 2]}"#.to_vec(),
            "type: expected Point, LineString, Polygon",
        ),
        ("a.abc", b"0 0 0".to_vec(), "expected a file named .obj"),
    ];
    for (name, bytes, expected) in files {
        fs::write(folder.join(name), bytes).unwrap();
        let outcome = clearance_in(&folder, &["distance", name, r#"{"points": [[0, 0, 0]]}"#, "-o", "answer"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{name}");
        assert!(outcome.stderr.starts_with(&format!("clearance: {name}: ")), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{name}: {}", outcome.stderr);
        assert!(!folder.join("answer").exists());
    }
    let outcome = clearance_in(&folder, &["distance", "none.obj", "a.obj"]);
    assert!(outcome.stderr.starts_with("clearance: none.obj: "), "{}", outcome.stderr);
    let outcome = clearance_in(&folder, &["distance", r#"{"points": [[0, "y"]]}"#, "a.obj"]);
    assert!(outcome.stderr.contains("points[0][1]: "), "{}", outcome.stderr);
    assert_eq!(clearance(&["distance", "-", "-"], b"").code, 2);
    assert_eq!(clearance(&["distance"], b"").code, 2);
}

#[test]
fn poses_are_applied_after_the_placement_a_shape_has() {
    let a = r#"{"points": [[1, 0]], "pose": {"translation": [1, 0]}}"#;
    let point = r#"{"points": [[0, 0]]}"#;
    for (pose, expected) in
        [("10,0", 12.0), ("0,0,0,1", 2.0), ("-2,3", 3.0), (r#"{"rotation": [0, 1], "translation": [0, 1]}"#, 3.0)]
    {
        let outcome = clearance(&["distance", a, point, "--pose-a", pose, "--format", "jsonl"], b"");
        assert_eq!(outcome.json_lines()[0]["distance"], expected, "{pose}");
    }
    for (pose, expected) in [("1", "found 1 numbers"), ("1,x", "found \"x\""), ("1,2,3", "expected 2 numbers, found 3")]
    {
        let outcome = clearance(&["distance", a, point, "--pose-b", pose], b"");
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains(expected), "{pose}: {}", outcome.stderr);
    }
}

#[test]
fn every_format_says_the_same() {
    let shapes = [r#"{"ball": {"center": [0, 0, 0], "radius": 1}}"#, r#"{"points": [[3, 0, 0]]}"#];
    let run = |format: &str| clearance(&["distance", shapes[0], shapes[1], "--format", format], b"").stdout;
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(&run("jsonl")).unwrap());
    assert_eq!((&json["distance"], &json["point_a"]), (&json!(2.0), &json!([1.0, 0.0, 0.0])));
    let cells = run("csv");
    assert!(cells.starts_with("a,b,status,distance,"), "{cells}");
    let table = run("table");
    assert!(table.contains("distance") && table.contains("2.0") && table.contains("separated"), "{table}");
    assert!(!table.contains('\u{1b}'), "no colours without a terminal");
    let picture = run("svg");
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{picture}");
}

#[test]
fn the_shape_may_come_from_standard_input_and_the_answer_go_to_a_file() {
    let folder = scratch("distance-output");
    let file = folder.join("answer.json");
    let arguments = ["distance", "-", r#"{"points": [[3, 0]]}"#, "--format", "json", "-o", file.to_str().unwrap()];
    let outcome = clearance(&arguments, br#"{"points": [[0, 0]]}"#);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!((&answer["a"], &answer["distance"]), (&json!("standard input"), &json!(3.0)));
}

#[test]
fn too_small_a_distance_breaks_the_rule() {
    let run = |least: &str| {
        clearance(&["distance", r#"{"points": [[0, 0]]}"#, r#"{"points": [[1, 0]]}"#, "--fail-below", least], b"")
    };
    assert_eq!(run("1").code, 0);
    assert_eq!(run("1.5").code, 1);
    assert!(run("1.5").stderr.contains("are closer than 1.5"));
    for wrong in ["x", "nan", "NaN", "inf", "-inf", "-infinity", "1e999", ""] {
        // Cause: no distance is below NaN, so a typing error let every distance pass.
        let outcome = run(wrong);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{wrong}");
        assert!(outcome.stderr.contains("expected a finite length such as 0.5"), "{}", outcome.stderr);
    }
    assert_eq!(run("-1e3").code, 0);
}

#[test]
fn what_curves_lose_as_polygons_is_in_the_bounds_and_said() {
    let folder = scratch("curves");
    // A disc of radius 1e3 about 0. A chord is nearest to the point, because the middle of the chord is at an odd
    // angle.
    let (radius, angle) = (1e3, 0.123456f64);
    let picture = format!(
        "<svg><path d='M-{radius} 0A{radius} {radius} 0 0 1 {radius} 0A{radius} {radius} 0 0 1-{radius} 0z'/></svg>"
    );
    fs::write(folder.join("disc.svg"), picture).unwrap();
    let mut between = 0;
    for step in 0..20 {
        let angle = angle + f64::from(step) * 1e-4;
        for (away, truth) in [(3.0, 2.0 * radius), (0.5, 0.5 * radius)] {
            let place = [away * radius * angle.cos(), away * radius * angle.sin()];
            let point = json!({"points": [place]}).to_string();
            let outcome = clearance_in(&folder, &["distance", "disc.svg", &point, "--format", "jsonl"]);
            let answer = &outcome.json_lines()[0];
            let number = |key: &str| answer[key].as_f64().unwrap();
            assert!(number("lower") <= truth && truth <= number("upper"), "{truth} {answer}");
            assert!(number("lower") <= number("distance") && number("distance") <= number("upper"), "{answer}");
            assert!(number("upper") - number("lower") < 2e-6 * radius, "{answer}");
            assert!(outcome.stderr.contains("disc.svg: curves became polygons within "), "{}", outcome.stderr);
            between += usize::from((number("distance") - truth).abs() > 1e-8 * radius);
        }
    }
    assert!(between > 10, "idle: the polygon's distance was the disc's but for {between} of 40");
}

#[test]
fn a_bracket_that_was_widened_holds_in_single_precision_and_in_the_explanation() {
    let arc = "M-1 0A1 1 0 0 1 1 0A1 1 0 0 1-1 0z";
    let point = r#"{"points": [[3, 0.001]]}"#;
    let truth = (9.0f64 + 1e-6).sqrt() - 1.0;
    for scalar in ["f32", "f64"] {
        let arguments = ["distance", arc, point, "--scalar", scalar, "--format", "jsonl"];
        let answer = &clearance(&arguments, b"").json_lines()[0];
        let (lower, upper) = (answer["lower"].as_f64().unwrap(), answer["upper"].as_f64().unwrap());
        assert!(lower <= truth - 5e-7 && truth <= upper, "{scalar}: {lower} {truth} {upper}");
    }
    let lines = clearance(&["explain", arc, point, "--format", "jsonl"], b"").json_lines();
    assert!(lines.last().unwrap()["lower"].as_f64().unwrap() <= truth - 5e-7, "{lines:?}");
}

#[test]
fn a_rotation_of_any_length_is_told_from_one_that_is_no_number() {
    let run = |rotation: &str| {
        let a = format!(r#"{{"points": [[0, 0]], "pose": {{"rotation": {rotation}}}}}"#);
        clearance(&["distance", &a, r#"{"points": [[1, 0]]}"#], b"")
    };
    for rotation in ["[1e200, 0]", "[0, 0]", "[1e-200, 0]", "[3, 4]"] {
        let said = run(rotation).stderr;
        assert!(said.contains("pose.rotation: the rotation is not of unit length"), "{said}");
    }
    assert!(run("[1e200, 0]").stderr.contains("found 1e200"));
    assert_eq!(run("[1, 1]").code, 0);
}

#[test]
fn exact_precision_resolves_the_smallest_gap() {
    let (a, b) = (r#"{"points": [[0, 0], [0, 1]]}"#, r#"{"points": [[1e-300, 0.5], [1, 0.5]]}"#);
    let outcome = clearance(&["distance", a, b, "--precision", "exact", "--format", "jsonl"], b"");
    assert_eq!(outcome.json_lines()[0]["distance"], 1e-300);
}

#[test]
fn without_arguments_the_scene_is_printed_and_drawn() {
    let folder = scratch("scene");
    let outcome = clearance_in(&folder, &[]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    for word in ["In the plane", "In space", "bracket", "gripper", "separated", "overlapping", "clearance.svg"] {
        assert!(outcome.stdout.contains(word), "{word} is missing:\n{}", outcome.stdout);
    }
    let picture = fs::read_to_string(folder.join("clearance.svg")).unwrap();
    assert!(picture.contains(">cam</text>") && picture.trim_end().ends_with("</svg>"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}
