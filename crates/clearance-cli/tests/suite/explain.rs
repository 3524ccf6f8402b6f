//! Runs `clearance explain` as a user runs it.

use crate::common::{clearance, scratch};
use serde_json::Value;
use std::fs;

const SQUARE: &str = r#"{"points": [[0, 0], [1, 0], [1, 1], [0, 1]]}"#;
const CUBE: &str = r#"{"cuboid": {"half_extents": [1, 1, 1]}}"#;

#[test]
fn every_step_is_told_in_words() {
    let outcome = clearance(&["explain", SQUARE, SQUARE, "--pose-b", "3,0.5"], b"");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    for words in [
        "A − B",
        "Step 1 (distance)",
        "Search along",
        "of A",
        "less",
        "lies between",
        "Stop: ",
        "Answer: separated, distance 2.00000",
    ] {
        assert!(outcome.stdout.contains(words), "{words} is missing:\n{}", outcome.stdout);
    }
}

#[test]
fn the_answer_is_that_of_distance() {
    let pair = [CUBE, CUBE, "--pose-b", "2.5,0.5,0.25,0.5,0.5,0.5,0.5", "--format"];
    let explained = clearance(&[&["explain"], &pair[..], &["json"]].concat(), b"").stdout;
    let explained: Value = serde_json::from_str(&explained).unwrap();
    let asked = clearance(&[&["distance"], &pair[..], &["json"]].concat(), b"").stdout;
    let asked: Value = serde_json::from_str(&asked).unwrap();
    for field in ["status", "distance", "lower", "upper", "point_a", "point_b", "normal"] {
        assert_eq!(explained["answer"][field], asked[field], "{field}");
    }
}

#[test]
fn the_bounds_close_step_by_step_and_the_last_step_says_why() {
    let pose = "1.25,0.5,0.25,0.1825741858350554,0.3651483716701107,0.5477225575051661,0.7302967433402214";
    let outcome = clearance(&["explain", CUBE, CUBE, "--pose-b", pose, "--format", "jsonl"], b"");
    let mut lines = outcome.json_lines();
    assert_eq!(lines.pop().unwrap()["status"], "overlapping");
    assert!(lines.len() > 2, "an overlap takes a polytope");
    let mut previous = (f64::NEG_INFINITY, f64::INFINITY);
    for step in &lines {
        let bound = |name: &str, unknown| step[name].as_f64().unwrap_or(unknown);
        let bounds = (bound("lower", f64::NEG_INFINITY), bound("upper", f64::INFINITY));
        assert!(previous.0 <= bounds.0 && bounds.1 <= previous.1, "{step}");
        previous = bounds;
    }
    assert!(lines.last().unwrap()["stop"].is_string());
}

#[test]
fn every_step_is_drawn() {
    let folder = scratch("explain");
    for (name, shape, pose) in [("plane", SQUARE, "3,0.5"), ("deep", SQUARE, "0.5,0.25"), ("space", CUBE, "3,3,3")] {
        let pictures = folder.join(name);
        let arguments =
            ["explain", shape, shape, "--pose-b", pose, "--svg", pictures.to_str().unwrap(), "--format", "jsonl"];
        let outcome = clearance(&arguments, b"");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let steps = outcome.json_lines().len() - 1;
        assert_eq!(fs::read_dir(&pictures).unwrap().count(), steps, "{name}");
        for entry in fs::read_dir(&pictures).unwrap() {
            let picture = fs::read_to_string(entry.unwrap().path()).unwrap();
            assert!(picture.starts_with("<svg ") && picture.contains("A − B"), "{name}");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{name}: {picture}");
        }
    }
}
