//! Half-spaces, points of scans, and greatest distances, as a user asks for them.

use crate::common::{Outcome, clearance, clearance_in, scratch};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The cube from the origin to (1, 1, 1).
const CUBE: &str = "o cube\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
                    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
const GROUND: &str = r#"{"half_space": {"normal": [0, 0, 1], "offset": 0}}"#;

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let outcome = clearance_in(folder, &[&["distance"], arguments, &["--format", "json"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).unwrap()
}

fn numbers(outcome: &Outcome) -> Vec<f64> {
    outcome.json_lines().iter().map(|line| line["distance"].as_f64().unwrap()).collect()
}

#[test]
fn a_ground_plane_is_a_shape_beside_shapes_and_meshes() {
    let folder = scratch("half-spaces");
    fs::write(folder.join("cube.obj"), CUBE).unwrap();
    fs::write(folder.join("l.obj"), format!("{CUBE}v 4 4 4\nv 5 4 4\nv 4 5 4\nf 9 10 11\n")).unwrap();
    for file in ["cube.obj", "l.obj"] {
        for (height, distance, relation) in
            [("2", 2.0, "apart"), ("0", 0.0, "touching"), ("-0.25", -0.25, "crossing"), ("-9", -9.0, "b_in_a")]
        {
            let found = answer(&folder, &[GROUND, file, &format!("--pose-b=0,0,{height}")]);
            assert_eq!((&found["distance"], &found["relation"]), (&json!(distance), &json!(relation)), "{found}");
            assert_eq!(found.get("inside"), (distance < 0.0).then_some(&json!("depth")));
            let turned = answer(&folder, &[file, GROUND, &format!("--pose-a=0,0,{height}")]);
            assert_eq!(turned["distance"], json!(distance));
        }
    }
    let pairs = format!(
        "{{\"a\":{GROUND},\"b\":{{\"ball\":{{\"center\":[0,0,3],\"radius\":1}}}}}}\n\
         {{\"a\":{{\"half_space\":{{\"normal\":[3,4],\"offset\":5}}}},\"b\":{{\"points\":[[3,4],[6,8]]}}}}\n\
         {{\"a\":{{\"half_space\":{{\"normal\":[0,0,1],\"offset\":0}},\"radius\":1,\"pose\":{{\"translation\":[0,0,1]}}}},\
         \"b\":{{\"file\":\"cube.obj\",\"pose\":{{\"translation\":[0,0,5]}}}}}}\n"
    );
    fs::write(folder.join("pairs.jsonl"), pairs).unwrap();
    assert_eq!(numbers(&clearance_in(&folder, &["query", "pairs.jsonl"])), [2.0, 4.0, 3.0]);
    let cast =
        clearance_in(&folder, &["cast", GROUND, "l.obj", "--pose-b=0,0,3", "--travel=0,0,-6", "--format", "json"]);
    let cast: Value = serde_json::from_str(&cast.stdout).unwrap_or_else(|_| panic!("{}", cast.stderr));
    assert_eq!((&cast["outcome"], &cast["fraction"]), (&json!("hit"), &json!(0.5)), "{cast}");
    for (shape, said) in [
        (r#"{"half_space": {"normal": [0, 0, 0], "offset": 1}}"#, "a normal is zero"),
        (r#"{"half_space": {"normal": [0, 0, 1]}}"#, "offset"),
    ] {
        let outcome = clearance(&["distance", shape, "{\"point\": [0, 0, 1]}"], b"");
        assert!(outcome.code == 2 && outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}

#[test]
fn points_of_a_scan_take_part_by_themselves() {
    let folder = scratch("clouds");
    let ring: Vec<[f64; 3]> = (0..64)
        .map(|k| f64::from(k) / 64.0 * std::f64::consts::TAU)
        .map(|t| [3.0 * t.cos(), 3.0 * t.sin(), 0.5])
        .collect();
    let lines: String = ring.iter().map(|[x, y, z]| format!("{x} {y} {z} 255 0 0\n")).collect();
    fs::write(folder.join("ring.xyz"), &lines).unwrap();
    let head = "ply\nformat ascii 1.0\nelement vertex 64\nproperty double x\nproperty double y\nproperty double z\nend_header\n";
    let rows: String = ring.iter().map(|[x, y, z]| format!("{x} {y} {z}\n")).collect();
    fs::write(folder.join("ring.ply"), format!("{head}{rows}")).unwrap();
    fs::write(folder.join("cube.obj"), CUBE).unwrap();
    // The hull of the ring is a disc through the cube. The point at 45 degrees is the nearest to the cube's edge.
    let gap = 3.0 - 2f64.sqrt();
    let is = |answer: &Value, right: f64| (answer["distance"].as_f64().unwrap() - right).abs() < 1e-14;
    let found = answer(&folder, &["ring.xyz", "cube.obj"]);
    assert!(is(&found, gap) && found["relation"] == json!("apart"), "{found}");
    assert_eq!(found["leaf_a"], json!(8));
    let remarks = found["remarks"].as_array().unwrap();
    assert!(remarks.iter().any(|remark| remark.as_str().unwrap().contains("64 points take part as points")), "{found}");
    let same = answer(&folder, &["ring.ply", "cube.obj", "--points", "a"]);
    assert_eq!((&same["distance"], &same["point_a"]), (&found["distance"], &found["point_a"]));
    assert_eq!(answer(&folder, &["ring.ply", "cube.obj"])["status"], json!("overlapping"));
    // A point inside the cube, and one below it; the vertices of the cube against a ball in its middle.
    let inside = r#"{"cloud": [[0.5, 0.5, 0.75], [9, 9, 9]]}"#;
    assert_eq!(answer(&folder, &[inside, "cube.obj"])["distance"], json!(0.25));
    let ball = r#"{"ball": {"center": [0.5, 0.5, 0.5], "radius": 0.25}}"#;
    assert!(is(&answer(&folder, &["cube.obj", ball, "--points", "a"]), 0.75f64.sqrt() - 0.25));
    let flat = answer(&folder, &[r#"{"cloud": [[0, 0], [4, 0]]}"#, r#"{"ball": {"center": [2, 0], "radius": 1}}"#]);
    assert_eq!(flat["distance"], json!(1.0));
    let both = answer(&folder, &["ring.ply", "cube.obj", "--points", "both"]);
    assert!(is(&both, gap.hypot(0.5)), "{both}");
    // In a scene.
    let scene = clearance_in(&folder, &["scene", "ring.xyz", "cube.obj", "--format", "json"]);
    let scene: Value = serde_json::from_str(&scene.stdout).unwrap_or_else(|_| panic!("{}", scene.stderr));
    assert!(is(&scene["findings"][0], gap), "{scene}");
    let refused = clearance_in(&folder, &["distance", ball, "cube.obj", "--points", "a"]);
    assert!(refused.code == 2 && refused.stderr.contains("vertices"), "{}", refused.stderr);
}

#[test]
fn too_far_is_a_fault_of_a_fit() {
    let folder = scratch("fits");
    let moved = |name: &str, x: f64| {
        let line = |line: &str| match line.strip_prefix("v ") {
            Some(rest) => {
                let first: f64 = rest.split(' ').next().unwrap().parse().unwrap();
                format!("v {}{}\n", first + x, &rest[1..])
            }
            None => format!("{line}\n"),
        };
        CUBE.replace("o cube", &format!("o {name}")).lines().map(line).collect::<String>()
    };
    for (name, x) in [("clamp", 0.0), ("cable", 3.0), ("frame", 50.0)] {
        fs::write(folder.join(format!("{name}.obj")), moved(name, x)).unwrap();
    }
    let run = |rules: &str, more: &[&str]| {
        fs::write(folder.join("rules.toml"), rules).unwrap();
        let files = ["scene", "clamp.obj", "cable.obj", "frame.obj", "--rules", "rules.toml"];
        clearance_in(&folder, &[&files, more].concat())
    };
    let rule = |above: &str| format!("[[rule]]\na = 'clamp'\nb = 'cable'\nbelow = 0.5\nabove = {above}\n");
    // The gap is 2: equality is no fault.
    for (above, code) in [("2", 0), ("1.9999999999999998", 1), ("7", 0), ("0.5", 1)] {
        assert_eq!(run(&rule(above), &[]).code, code, "{above}");
    }
    let document: Value = serde_json::from_str(&run(&rule("1"), &["--format", "json"]).stdout).unwrap();
    let finding = &document["findings"][0];
    assert_eq!(document["findings"].as_array().unwrap().len(), 1);
    assert_eq!((&finding["fault"], &finding["above"], &finding["limit"]), (&json!("above"), &json!(1.0), &json!(0.5)));
    assert_eq!((&finding["distance"], &finding["broken"]), (&json!(2.0), &json!(true)));
    let table = run(&rule("1"), &[]).stdout;
    assert!(table.contains("at most 1") && table.contains("1 breaks its limit"), "{table}");
    let junit = run(&rule("1"), &["--format", "junit"]).stdout;
    assert!(junit.contains("apart, distance 2, limit at most 1"), "{junit}");
    let csv = run(&rule("1"), &["--format", "csv"]).stdout;
    assert!(csv.lines().next().unwrap().contains(",above,fault,") && csv.contains(",1.0,above,"), "{csv}");
    // A pattern that matches nothing would count as a fit.
    let outcome = run("[[rule]]\na = 'clamp'\nb = 'cabel'\nabove = 1\n", &[]);
    assert!(outcome.code == 2 && outcome.stderr.contains("no object is on side b (cabel)"), "{}", outcome.stderr);
    // Each pair of the patterns must fit.
    assert_eq!(run("[[rule]]\na = 'clamp'\nb = '*'\nabove = 10\n", &["--format", "jsonl"]).json_lines().len(), 1);
    let distance = |limit: &str| {
        let arguments = ["distance", "clamp.obj", "cable.obj", "--fail-above", limit];
        let outcome = clearance_in(&folder, &arguments);
        (outcome.code, outcome.stderr)
    };
    assert_eq!(distance("2").0, 0);
    let (code, said) = distance("1.9999999999999998");
    assert!(code == 1 && said.contains("farther apart than 1.9999999999999998"), "{said}");
    let pairs =
        "{\"a\":{\"point\":[0,0]},\"b\":{\"point\":[3,4]}}\n{\"a\":{\"point\":[0,0]},\"b\":{\"point\":[1,0]}}\n";
    let query = clearance(&["query", "-", "--fail-above", "4.5", "--fail-below", "0.5"], pairs.as_bytes());
    assert!(
        query.code == 1 && query.stderr.contains("1 of 2 pairs are closer than 0.5 or farther apart than 4.5"),
        "{}",
        query.stderr
    );
    assert_eq!(clearance(&["query", "-", "--fail-above", "5"], pairs.as_bytes()).code, 0);
}

#[test]
fn a_scene_has_half_spaces_beside_its_bodies() {
    let folder = scratch("scene-of-half-spaces");
    for (name, height) in [("standing", 0.0), ("floating", 0.25), ("sunk", -0.5), ("buried", -3.0)] {
        let corners = CUBE.lines().map(|line| match line.strip_prefix("v ") {
            Some(numbers) => {
                let numbers: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
                format!("v {} {} {}\n", numbers[0], numbers[1], numbers[2] + height)
            }
            None => format!("{line}\n"),
        });
        fs::write(folder.join(format!("{name}.obj")), corners.collect::<String>()).unwrap();
    }
    fs::write(folder.join("ground.json"), GROUND).unwrap();
    let wall = r#"{"half_space": {"normal": [2, 0, 0], "offset": 0}, "pose": {"translation": [-1, 0, 0]}}"#;
    fs::write(folder.join("wall.json"), wall).unwrap();
    fs::write(folder.join("rules.toml"), "[[rule]]\na = \"*.obj\"\nb = \"*.obj\"\nskip = true\n").unwrap();
    let bodies = ["standing.obj", "floating.obj", "sunk.obj", "buried.obj"];
    let ask = |more: &[&str]| {
        clearance_in(
            &folder,
            &[&["scene", "ground.json", "wall.json"], &bodies[..], &["--rules", "rules.toml"], more].concat(),
        )
    };
    let found = ask(&["--below", "0.5", "--format", "jsonl", "--inside", "depth"]);
    let told: Vec<_> = found
        .json_lines()
        .iter()
        .filter(|line| line.get("a").is_some())
        .map(|line| {
            (line["a"].clone(), line["b"].clone(), line["relation"].clone(), line["distance"].as_f64().unwrap())
        })
        .collect();
    let expected = [
        ("standing.obj", "touching", 0.0),
        ("floating.obj", "apart", 0.25),
        ("sunk.obj", "crossing", -0.5),
        ("buried.obj", "a_in_b", -3.0),
    ];
    let expected =
        expected.map(|(name, relation, distance)| (json!(name), json!("ground.json"), json!(relation), distance));
    assert_eq!(told, expected, "{}{}", found.stdout, found.stderr);
    assert_eq!(found.code, 1);
    // The wall is one length away from all cubes; the half-spaces are no pair.
    let wall = ask(&["--nearest", "20", "--format", "jsonl"]);
    let pairs: Vec<_> = wall.json_lines().into_iter().filter(|line| line["b"] == json!("wall.json")).collect();
    assert!(
        pairs.len() == 4 && pairs.iter().all(|line| line["distance"] == json!(1.0)),
        "{}{}",
        wall.stdout,
        wall.stderr
    );
    for format in ["table", "csv", "json", "junit", "bcf"] {
        let outcome = ask(&["--below", "0.5", "--format", format, "--output", "out", "--report", "report.html"]);
        assert_eq!(outcome.code, 1, "{format}: {}", outcome.stderr);
    }
    for (arguments, said) in [
        (&["scene", "ground.json"][..], "a file of bodies"),
        (&["scene", "ground.json", "sunk.obj", "--proof", "p"], "leave out the half-spaces"),
        (&["scene", "shape.json", "sunk.obj"], "expected a half-space"),
    ] {
        fs::write(folder.join("shape.json"), r#"{"ball": {"center": [0, 0, 0], "radius": 1}}"#).unwrap();
        let outcome = clearance_in(&folder, arguments);
        assert!(outcome.code == 2 && outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}
