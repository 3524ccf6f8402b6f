//! What the files of real robots hold: mirrored scales, open surfaces, and many bodies in one mesh.

use crate::common::{clearance_in, scratch};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The squares of a cube's surface, counter-clockwise as seen from outside. Corner k is at the bits of k.
const SQUARES: [[usize; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/// A box by two corners.
type Ends = [[f64; 3]; 2];

fn corner([low, high]: Ends, number: usize) -> [f64; 3] {
    [0, 1, 2].map(|axis| if number >> axis & 1 == 1 { high[axis] } else { low[axis] })
}

/// Boxes as one OBJ mesh; of each the first so many squares.
fn obj(boxes: &[Ends], squares: usize) -> String {
    let mut text = String::new();
    for (number, ends) in boxes.iter().enumerate() {
        for [x, y, z] in (0..8).map(|place| corner(*ends, place)) {
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        for square in &SQUARES[..squares] {
            let [a, b, c, d] = square.map(|place| 8 * number + place + 1);
            writeln!(text, "f {a} {b} {c} {d}").unwrap();
        }
    }
    text
}

/// A COLLADA file of one box with a scale, as the collision meshes of robots have it.
fn dae(ends: Ends, scale: &str) -> String {
    let corners: Vec<String> = (0..8).flat_map(|place| corner(ends, place)).map(|x| x.to_string()).collect();
    let triangles: Vec<String> =
        SQUARES.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]).map(|place| place.to_string()).collect();
    format!(
        "<COLLADA version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries>\
         <geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"f\" count=\"24\">{}</float_array><technique_common>\
         <accessor source=\"#f\" count=\"8\" stride=\"3\"/></technique_common></source><vertices id=\"v\">\
         <input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles count=\"12\">\
         <input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{}</p></triangles></mesh></geometry></library_geometries>\
         <library_visual_scenes><visual_scene id=\"s\"><node name=\"link\"><scale>{scale}</scale>\
         <instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>\
         <scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>",
        corners.join(" "),
        triangles.join(" ")
    )
}

/// The nearest pair of a scene.
fn nearest(folder: &Path, files: &[&str]) -> Value {
    let outcome = clearance_in(folder, &[&["scene", "--unit", "m", "--format", "json"], files].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
    document["findings"][0].clone()
}

/// Law: a mirrored scale changes the place of a link, and neither its inside nor its outside.
#[test]
fn a_mirrored_scale_keeps_inside_and_outside() {
    let folder = scratch("robot-mirrored");
    let shell = [[0.0, 1.0, 0.0], [4.0, 5.0, 4.0]];
    for (scale, y) in [("1 1 1", 3.0), ("1 -1 1", -3.0), ("-1 -1 1", -3.0), ("1 -2 1", -6.0)] {
        fs::write(folder.join("link.dae"), dae(shell, scale)).unwrap();
        let x = if scale.starts_with('-') { -2.0 } else { 2.0 };
        let small = |y: f64| [[x - 0.5, y - 0.5, 1.0], [x + 0.5, y + 0.5, 3.0]];
        fs::write(folder.join("inside.obj"), obj(&[small(y)], 6)).unwrap();
        fs::write(folder.join("outside.obj"), obj(&[small(-y)], 6)).unwrap();
        let inside = nearest(&folder, &["link.dae", "inside.obj"]);
        assert_eq!((&inside["relation"], &inside["distance"]), (&json!("b_in_a"), &json!(1.0)), "{scale}");
        assert_eq!((&inside["status"], inside.get("open")), (&json!("overlapping"), None), "{scale}");
        let outside = nearest(&folder, &["link.dae", "outside.obj"]);
        // From the wall that is nearest to the other side.
        let gap = if scale == "1 -2 1" { 2.0 + 5.5 } else { 1.0 + 2.5 };
        assert_eq!((&outside["relation"], &outside["distance"]), (&json!("apart"), &json!(gap)), "{scale}");
        // The same for two files.
        let arguments = ["distance", "link.dae", "outside.obj", "--unit", "m", "--format", "jsonl"];
        let pair = clearance_in(&folder, &arguments).json_lines().remove(0);
        assert_eq!((&pair["relation"], &pair["distance"]), (&json!("apart"), &json!(gap)), "{scale}");
    }
}

/// Law: an open mesh counts as its surface, holds nothing, and says so.
#[test]
fn an_open_mesh_counts_as_its_surface() {
    let folder = scratch("robot-open");
    fs::write(folder.join("cup.obj"), obj(&[[[0.0; 3], [4.0; 3]]], 5)).unwrap();
    fs::write(folder.join("ball.obj"), obj(&[[[1.0; 3], [2.0; 3]]], 6)).unwrap();
    fs::write(folder.join("room.obj"), obj(&[[[-1.0; 3], [6.0; 3]]], 6)).unwrap();
    let held = nearest(&folder, &["cup.obj", "ball.obj"]);
    assert_eq!((&held["relation"], &held["open"], &held["distance"]), (&json!("apart"), &json!(true), &json!(1.0)));
    let around = nearest(&folder, &["cup.obj", "room.obj"]);
    assert_eq!((&around["relation"], &around["open"]), (&json!("a_in_b"), &json!(true)));
}

/// Law: a mesh of very many bodies is one body, and each of its parts counts.
#[test]
fn a_mesh_of_1471_bodies_is_one_body() {
    let folder = scratch("robot-many");
    let cubes: Vec<Ends> = (0..1471)
        .map(|number| {
            let low = [number % 12, number / 12 % 12, number / 144].map(|step| 2.0 * f64::from(step));
            [low, low.map(|x| x + 1.0)]
        })
        .collect();
    fs::write(folder.join("trunk.obj"), obj(&cubes, 6)).unwrap();
    let [low, _] = cubes[1000];
    fs::write(folder.join("in.obj"), obj(&[[low.map(|x| x + 0.25), low.map(|x| x + 0.75)]], 6)).unwrap();
    fs::write(folder.join("between.obj"), obj(&[[low.map(|x| x + 1.25), low.map(|x| x + 1.75)]], 6)).unwrap();
    let inside = nearest(&folder, &["trunk.obj", "in.obj"]);
    assert_eq!((&inside["relation"], &inside["distance"]), (&json!("b_in_a"), &json!(0.25)));
    // Triangles are numbered over the whole file: twelve a cube.
    assert_eq!(inside["leaf_a"].as_u64().unwrap() / 12, 1000);
    let between = nearest(&folder, &["trunk.obj", "between.obj"]);
    assert_eq!(between["relation"], json!("apart"));
    let squared: f64 = 3.0 * 0.25f64.powi(2);
    assert!((between["distance"].as_f64().unwrap() - squared.sqrt()).abs() < 1e-12, "{between}");
}
