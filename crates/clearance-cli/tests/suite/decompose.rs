//! Convex pieces through the command.

use std::fs;

use serde_json::{Value, json};

use crate::common::{clearance, clearance_in, scratch};

/// The rings of the pieces in a file.
fn pieces(text: &str) -> Vec<Vec<[f64; 2]>> {
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(value["type"], "FeatureCollection");
    let ring = |feature: &Value| {
        assert_eq!((&feature["type"], &feature["geometry"]["type"]), (&json!("Feature"), &json!("Polygon")));
        let rings: Vec<Vec<[f64; 2]>> = serde_json::from_value(feature["geometry"]["coordinates"].clone()).unwrap();
        let [ring] = &rings[..] else { panic!("one ring") };
        assert_eq!(ring.first(), ring.last());
        ring[..ring.len() - 1].to_vec()
    };
    value["features"].as_array().unwrap().iter().map(ring).collect()
}

fn area(ring: &[[f64; 2]]) -> f64 {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    0.5 * sides.map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>()
}

#[test]
fn a_plan_with_holes_becomes_features_whose_corners_are_those_of_the_file() {
    let folder = scratch("decompose-plan");
    let ring = json!([[0.1, 0.2], [7.3, 0.2], [7.3, 5.9], [0.1, 5.9], [0.1, 0.2]]);
    let hole = json!([[1.1, 1.7], [1.1, 4.3], [3.7, 4.3], [3.7, 1.7], [1.1, 1.7]]);
    let plan =
        json!({"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring, hole]}});
    fs::write(folder.join("plan.geojson"), plan.to_string()).unwrap();
    let outcome = clearance_in(
        &folder,
        &["decompose", "plan.geojson", "-o", "pieces.geojson", "--svg", "pieces.svg", "--format", "json"],
    );
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let summary: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let expected = json!({"file": "plan.geojson", "pieces": 4, "lower_bound": 2, "least": false, "notches": 4,
        "holes": 1, "polygons": 1});
    assert_eq!(summary, expected);
    let pieces = pieces(&fs::read_to_string(folder.join("pieces.geojson")).unwrap());
    assert_eq!(pieces.len(), 4);
    let input: Vec<[f64; 2]> =
        [ring, hole].iter().flat_map(|ring| serde_json::from_value::<Vec<[f64; 2]>>(ring.clone()).unwrap()).collect();
    for corner in pieces.iter().flatten() {
        assert!(input.iter().any(|other| other.map(f64::to_bits) == corner.map(f64::to_bits)), "{corner:?}");
    }
    assert!(pieces.iter().all(|ring| area(ring) > 0.0), "counter-clockwise");
    let sum: f64 = pieces.iter().map(|ring| area(ring)).sum();
    assert!((sum - (7.2 * 5.7 - 2.6 * 2.6)).abs() < 1e-12, "{sum}");
    let picture = fs::read_to_string(folder.join("pieces.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("in 4 convex pieces"), "{picture}");
    // The pieces are input again, and convex.
    let again = clearance_in(&folder, &["decompose", "pieces.geojson", "--format", "jsonl"]);
    let again = &again.json_lines()[0];
    assert_eq!((&again["pieces"], &again["notches"], &again["lower_bound"]), (&json!(4), &json!(0), &json!(4)));
}

#[test]
fn the_summary_for_people_tells_pieces_and_bound() {
    let outcome = clearance(&["decompose", "POLYGON((0 0, 2 0, 2 1, 1 1, 1 2, 0 2, 0 0))"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for line in ["pieces", "no partition has fewer than", "no cuts between corners give fewer", "yes", "notches"] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
}

#[test]
fn pieces_go_to_standard_output_and_every_digit_survives() {
    let wkt = "POLYGON((0.30000000000000004 -0.0, 1e22 0.1, 5e-324 1e22, 0.30000000000000004 -0.0))";
    let outcome = clearance(&["decompose", wkt, "-o", "-"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for number in ["0.30000000000000004", "-0.0", "1e22", "0.1", "5e-324"] {
        assert!(outcome.stdout.contains(number), "{number}: {}", outcome.stdout);
    }
    assert_eq!(pieces(&outcome.stdout).len(), 1);
}

#[test]
fn svg_outlines_are_taken_and_curves_are_remarked() {
    let folder = scratch("decompose-svg");
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9H6V3H3V9H0Z"/><circle r="3" cx="20"/></svg>"#;
    fs::write(folder.join("drawing.svg"), svg).unwrap();
    let outcome = clearance_in(&folder, &["decompose", "drawing.svg", "--format", "jsonl"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let summary = &outcome.json_lines()[0];
    assert_eq!((&summary["pieces"], &summary["polygons"], &summary["least"]), (&json!(4), &json!(2), &json!(true)));
    assert!(outcome.stderr.contains("from the curves"), "{}", outcome.stderr);
}

#[test]
fn a_polygon_that_crosses_itself_is_refused_with_the_edges_and_the_place() {
    let outcome = clearance(&["decompose", "POLYGON((0 0, 4 4, 4 0, 0 4, 0 0))"], b"");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("the edges 0 and 2 cross at (2, 2)"), "{}", outcome.stderr);
    let outside = "POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (5 5, 6 5, 6 6, 5 5))";
    let outcome = clearance(&["decompose", outside], b"");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("polygon 0 at edge 4") && outcome.stderr.contains("outside"), "{}", outcome.stderr);
}

#[test]
fn what_has_no_pieces_is_refused_in_words() {
    let folder = scratch("decompose-refused");
    fs::write(folder.join("a.geojson"), r#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}"#).unwrap();
    for (arguments, words) in [
        (&["POLYGON((0 0, 1 1, 2 2, 0 0))"][..], "no polygon has an area"),
        (&["a.geojson", "-o", "a.geojson"], "a file of its own"),
        (&["a.geojson", "-o", "b.txt"], ".geojson"),
        (&[r#"{"ball": {"center": [0, 0], "radius": 1}}"#], "expected polygons"),
        (&[r#"{"outline": [[[[0, 0], [1, 0], [0, 1]]]], "pose": {"translation": [1, 0]}}"#], "without a pose"),
    ] {
        let outcome = clearance_in(&folder, &[&["decompose"], arguments].concat());
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(words), "{arguments:?}: {}", outcome.stderr);
    }
}

/// An L of height 1 as OBJ: the notch is the quarter at the upper right.
fn ell() -> String {
    let plan = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let corners: String =
        [0, 1].iter().flat_map(|z| plan.iter().map(move |[x, y]| format!("v {x} {y} {z}\n"))).collect();
    let sides: String = (1..=6).map(|i| format!("f {i} {} {} {}\n", i % 6 + 1, i % 6 + 7, i + 6)).collect();
    format!("{corners}f 4 3 2 1\nf 6 5 4 1\nf 10 7 8 9\nf 10 11 12 7\n{sides}")
}

#[test]
fn an_l_is_covered_by_two_hulls_and_both_formats_are_read_again() {
    let folder = scratch("decompose-cover");
    fs::write(folder.join("l.obj"), ell()).unwrap();
    for output in ["pieces.obj", "pieces.glb"] {
        let arguments = ["decompose", "l.obj", "--cover", "0.2mm", "--unit", "mm", "-o", output, "--format", "jsonl"];
        let outcome = clearance_in(&folder, &arguments);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let summary = &outcome.json_lines()[0];
        assert_eq!((&summary["pieces"], &summary["flat"], &summary["unit"]), (&json!(2), &json!(0), &json!("mm")));
        assert_eq!(summary["excess"], 0.0, "{summary}");
        let again = clearance_in(&folder, &["distance", output, "l.obj", "--unit", "mm", "--format", "jsonl"]);
        assert_eq!(again.json_lines()[0]["distance"], 0.0, "{}", again.stderr);
    }
    let obj = fs::read_to_string(folder.join("pieces.obj")).unwrap();
    assert_eq!(obj.matches("o piece_").count(), 2, "{obj}");
}

#[test]
fn a_cover_needs_a_length_in_a_known_unit() {
    let folder = scratch("decompose-units");
    fs::write(folder.join("l.obj"), ell()).unwrap();
    for (arguments, words) in [
        (&[][..], "--cover"),
        (&["--cover", "0.5mm"], "--unit mm"),
        (&["--cover", "0.5", "-o", "pieces.stl"], ".glb or .obj"),
        (&["--cover", "-1"], "a positive length such as 0.5 or 0.5mm"),
        (&["--cover", "3 yards"], "a positive length such as 0.5 or 0.5mm"),
    ] {
        let outcome = clearance_in(&folder, &[&["decompose", "l.obj"], arguments].concat());
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(words), "{arguments:?}: {}", outcome.stderr);
    }
}
