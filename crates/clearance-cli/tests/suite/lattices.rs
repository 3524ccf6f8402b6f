//! Beam lattices of 3MF: distances, relations, motions.

use std::fs;
use std::path::Path;

use lab::scenes::threemf;
use serde_json::{Value, json};

use crate::common::{clearance_in, scratch};

/// Writes a lattice between vertices, with the triangles of a cube from (0, 0, 0) to (2, 2, 2) or none.
fn write(folder: &Path, name: &str, vertices: &[[f64; 3]], cube: bool, lattice: &str) {
    let space = "http://schemas.microsoft.com/3dmanufacturing";
    let corners = (0..8).map(|k| [k >> 2 & 1, k >> 1 & 1, k & 1].map(|bit| 2.0 * f64::from(bit)));
    let vertices: Vec<[f64; 3]> =
        if cube { corners.chain(vertices.iter().copied()).collect() } else { vertices.to_vec() };
    let vertex = |[x, y, z]: &[f64; 3]| format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
    let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangle = |[a, b, c]: [u32; 3]| format!("<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [triangle([a, b, c]), triangle([a, c, d])]);
    let triangles: String = if cube { triangles.collect() } else { String::new() };
    let text = format!(
        "<model unit=\"millimeter\" xmlns=\"{space}/core/2015/02\" xmlns:b=\"{space}/beamlattice/2017/02\" \
         requiredextensions=\"b\"><resources><object id=\"1\" name=\"grid\"><mesh><vertices>{}</vertices><triangles>\
         {triangles}</triangles>{lattice}</mesh></object></resources><build><item objectid=\"1\"/></build></model>",
        vertices.iter().map(vertex).collect::<String>()
    );
    fs::write(folder.join(name), threemf(text.as_bytes())).unwrap();
}

fn lattice(beams: &str) -> String {
    format!("<b:beamlattice radius=\"1\" minlength=\"0\"><b:beams>{beams}</b:beams></b:beamlattice>")
}

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let outcome = clearance_in(folder, &[&["distance", "--format", "jsonl"], arguments].concat());
    assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.stderr);
    outcome.json_lines()[0].clone()
}

fn check(folder: &Path, arguments: &[&str], distance: f64, relation: &str) -> Value {
    let found = answer(folder, arguments);
    let bound = |key: &str| found[key].as_f64().unwrap();
    assert!(bound("lower") <= distance && distance <= bound("upper"), "{arguments:?}: {found}");
    assert!(bound("upper") - bound("lower") < 1e-12, "{arguments:?}: {found}");
    assert_eq!(found["relation"], relation, "{arguments:?}: {found}");
    found
}

#[test]
fn a_beam_is_a_capsule_and_the_answer_names_it() {
    let folder = scratch("lattice-capsule");
    let vertices = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 8.0]];
    write(&folder, "a.3mf", &vertices, false, &lattice("<b:beam v1=\"0\" v2=\"1\"/><b:beam v1=\"1\" v2=\"2\"/>"));
    let above = check(&folder, &["a.3mf", r#"{"point":[0,0,5]}"#], 1.0, "apart");
    assert_eq!((&above["leaf_a"], &above["unit"]), (&json!(1), &json!("mm")));
    let left = check(&folder, &[r#"{"ball":{"center":[-5,0,0],"radius":1}}"#, "a.3mf"], 3.0, "apart");
    assert_eq!(left["leaf_b"], json!(0));
    check(&folder, &["a.3mf", r#"{"point":[1,0.5,0]}"#], 0.0, "b_in_a");
    check(&folder, &["a.3mf", r#"{"ball":{"center":[-2,0,0],"radius":1.5}}"#], 0.0, "crossing");
    check(&folder, &["a.3mf", r#"{"ball":{"center":[-2,0,0],"radius":1}}"#], 0.0, "touching");
    // Flat and half of a ball: the same for beams of one radius, but the end of a flat one.
    write(&folder, "flat.3mf", &vertices, false, &lattice("<b:beam v1=\"0\" v2=\"1\" cap1=\"butt\"/>"));
    check(&folder, &["flat.3mf", r#"{"point":[-5,0.5,0]}"#], 5.0, "apart");
    check(&folder, &["flat.3mf", r#"{"point":[6,0,0]}"#], 3.0, "apart");
    // It takes part in lines of a pairs file and in casts.
    fs::write(folder.join("p.jsonl"), r#"{"a": {"file": "a.3mf"}, "b": {"point": [0, 0, 5]}}"#).unwrap();
    let outcome = clearance_in(&folder, &["query", "p.jsonl"]);
    assert_eq!(outcome.json_lines()[0]["distance"], json!(1.0), "{}", outcome.stderr);
    let ball = r#"{"ball":{"center":[-9,0,5],"radius":1}}"#;
    let outcome = clearance_in(&folder, &["cast", "a.3mf", ball, "--travel", "18,0,0", "--format", "jsonl"]);
    let cast = &outcome.json_lines()[0];
    assert_eq!((&cast["fraction"], &cast["leaf_a"]), (&json!(0.5), &json!(1)), "{}: {cast}", outcome.stderr);
}

#[test]
fn bounds_of_a_beam_that_tapers_include_what_its_hull_is_too_large() {
    let folder = scratch("lattice-taper");
    let beam = lattice("<b:beam v1=\"0\" v2=\"1\" r1=\"2\" r2=\"1\"/>");
    write(&folder, "a.3mf", &[[0.0; 3], [10.0, 0.0, 0.0]], false, &beam);
    let found = answer(&folder, &["a.3mf", r#"{"point":[5,0,4]}"#]);
    // The side of the frustum goes from (0, 2) to (10, 1).
    let exact = (5.0 + 10.0 * 2.0) / 101f64.sqrt();
    let [lower, upper, distance] = ["lower", "upper", "distance"].map(|key| found[key].as_f64().unwrap());
    assert!(lower < exact && distance < exact && exact < upper && upper - lower < 0.05, "{exact}: {found}");
    assert!(found["remarks"].to_string().contains("differ from those of the file by at most 1.00"), "{found}");
}

#[test]
fn a_lattice_beside_triangles_is_one_body_with_them() {
    let folder = scratch("lattice-cube");
    write(&folder, "a.3mf", &[[5.0, 1.0, 1.0]], true, &lattice("<b:beam v1=\"7\" v2=\"8\"/>"));
    let beam = check(&folder, &["a.3mf", r#"{"point":[8,1,1]}"#], 2.0, "apart");
    assert_eq!(beam["leaf_a"], json!(12));
    let cube = check(&folder, &["a.3mf", r#"{"point":[-1,1,0.5]}"#], 1.0, "apart");
    assert!(cube["leaf_a"].as_u64().unwrap() < 12);
    check(&folder, &["a.3mf", r#"{"ball":{"center":[0.5,0.5,0.5],"radius":0.25}}"#], 0.25, "b_in_a");
    check(&folder, &["a.3mf", r#"{"cuboid":{"half_extents":[10,10,10]}}"#], 4.0, "a_in_b");
    check(&folder, &[r#"{"ball":{"center":[0,0,0],"radius":20}}"#, "a.3mf"], 19.0 - 27f64.sqrt(), "b_in_a");
    check(&folder, &["a.3mf", r#"{"cuboid":{"half_extents":[4,10,10]}}"#], 0.0, "crossing");
    check(&folder, &["a.3mf", "a.3mf", "--pose-b", "20,0,0"], 14.0, "apart");
    check(&folder, &["a.3mf", "a.3mf", "--pose-b", "0,0,0.5"], 0.0, "crossing");
    // What takes triangles alone says so.
    for arguments in
        [&["scene", "a.3mf"][..], &["distance", "a.3mf", r#"{"point":[8,1,1]}"#, "--hull"], &["decompose", "a.3mf"]]
    {
        let outcome = clearance_in(&folder, arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stdout);
        assert!(outcome.stderr.contains("expected"), "{}", outcome.stderr);
    }
    let picture = clearance_in(&folder, &["distance", "a.3mf", r#"{"point":[8,1,1]}"#, "--format", "svg"]);
    assert!(picture.stdout.contains("<svg"), "{}", picture.stderr);
}

/// Cause: a lattice has no corners to make a hull of, and the answer was a sentence about points.
#[test]
fn a_lattice_stands_on_a_half_space() {
    let folder = scratch("lattice-on-the-ground");
    // A beam of radius 1 from (0, 0, 3) to (0, 0, 8).
    write(&folder, "beam.3mf", &[[0.0, 0.0, 3.0], [0.0, 0.0, 8.0]], false, &lattice("<b:beam v1=\"0\" v2=\"1\"/>"));
    let ground = r#"{"half_space": {"normal": [0, 0, 1], "offset": 0}}"#;
    for (height, distance, relation) in
        [("0", 2.0, "apart"), ("-2", 0.0, "touching"), ("-4", -2.0, "crossing"), ("-10", -8.0, "b_in_a")]
    {
        let found = answer(&folder, &[ground, "beam.3mf", &format!("--pose-b=0,0,{height}")]);
        let told = found["distance"].as_f64().unwrap();
        assert!((told - distance).abs() < 1e-12 && found["relation"] == json!(relation), "{height}: {found}");
        assert!(
            found["lower"].as_f64().unwrap() <= distance && distance <= found["upper"].as_f64().unwrap(),
            "{found}"
        );
        assert_eq!(found.get("inside"), (distance < 0.0).then_some(&json!("depth")), "{found}");
    }
}

/// Cause: a lattice that moved beside a half-space was refused. Law: it comes into contact when its lowest ball does, on
/// the way down and on the way round, with triangles beside the beams and without.
#[test]
fn a_lattice_falls_on_a_half_space() {
    let folder = scratch("lattice-falls");
    let beams = lattice("<b:beam v1=\"0\" v2=\"1\"/><b:beam v1=\"1\" v2=\"2\" r1=\"0.5\"/>");
    let ends = [[0.0, 0.0, 3.0], [0.0, 0.0, 8.0], [5.0, 0.0, 4.5]];
    write(&folder, "beams.3mf", &ends, false, &beams);
    write(&folder, "cube.3mf", &[[9.0, 9.0, 4.0]], true, &lattice("<b:beam v1=\"7\" v2=\"8\"/>"));
    let ground = r#"{"half_space": {"normal": [0, 0, 1], "offset": 0}}"#;
    let asked = |arguments: &[&str]| {
        let outcome = clearance_in(&folder, &[&["cast", "--format", "jsonl"], arguments].concat());
        assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.stderr);
        outcome.json_lines()[0].clone()
    };
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
    // The lowest ball of the beams is 2 above the ground; the cube stands 1 above it.
    for (arguments, fraction) in [
        (vec![ground, "beams.3mf", "--travel=0,0,-4"], 0.5),
        (vec!["beams.3mf", ground, "--travel=0,0,8"], 0.25),
        (vec![ground, "cube.3mf", "--pose-b=0,0,1", "--travel=0,0,-2"], 0.5),
    ] {
        let found = asked(&arguments);
        assert!((number(&found, "fraction") - fraction).abs() < 1e-12, "{arguments:?}: {found}");
        assert!(number(&found, "lower") <= fraction && fraction <= number(&found, "upper"), "{arguments:?}: {found}");
    }
    let past = asked(&[ground, "beams.3mf", "--travel=9,0,0"]);
    assert_eq!(past["outcome"], json!("clear"), "{past}");
    let limit = clearance_in(&folder, &["cast", ground, "beams.3mf", "--travel=0,0,-4", "--fail-below", "0.1"]);
    assert_eq!(limit.code, 1, "{}", limit.stdout);
}
