//! Runs `clearance cast` and the lines with motion of `clearance query`, as a user runs them.

use crate::common::{clearance, clearance_in, scratch};
use serde_json::{Value, json};
use std::fs;

/// A wall at x = 1.3, and a square that spins. Its corner comes at the fraction of [`CORNER`].
const WALL: &str = r#"{"cuboid": {"half_extents": [0.5, 9]}, "pose": {"translation": [1.8, 0]}}"#;
const SQUARE: &str = r#"{"cuboid": {"half_extents": [1, 1]}}"#;
const QUARTER: &str = "1.5707963267948966";
/// (π/4 − acos(1.3/√2)) / (π/2).
const CORNER: f64 = 0.242_389_493_710_301_72;

/// The answers to lines of a pairs file.
fn answers(lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let outcome = clearance(&["query", "-"], text.as_bytes());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    outcome.json_lines()
}

fn ball(center: [f64; 3], radius: f64) -> Value {
    json!({"ball": {"center": center, "radius": radius}})
}

/// The bracket holds the fraction, and it is narrow.
fn holds(answer: &Value, right: f64) {
    let [lower, upper] = ["lower", "upper"].map(|key| answer[key].as_f64().unwrap());
    assert!(lower <= right + 1e-15 && right <= upper + 1e-15 && upper - lower < 1e-11, "{right}: {answer}");
}

#[test]
fn a_line_with_a_motion_tells_when_the_shapes_meet() {
    let travel = json!({"travel": [-16, 0, 0]});
    let line = json!({"id": 1, "a": ball([0.0; 3], 1.0), "b": ball([10.0, 0.0, 0.0], 1.0), "motion_b": travel});
    let found = &answers(&[line])[0];
    assert_eq!((&found["id"], &found["outcome"]), (&json!(1), &json!("hit")));
    holds(found, 0.5);
    assert_eq!(found["contact"]["normal"], json!([1.0, 0.0, 0.0]));
    assert!(found["contact"]["distance"].as_f64().unwrap() < 1e-13 && found["iterations"].is_u64());
}

#[test]
fn travels_turns_targets_and_starts_of_both_shapes_are_read() {
    let (wall, square): (Value, Value) = (serde_json::from_str(WALL).unwrap(), serde_json::from_str(SQUARE).unwrap());
    let turn = json!({"turn": std::f64::consts::FRAC_PI_2});
    let balls = |extra: Value| {
        let mut line =
            json!({"a": ball([0.0; 3], 1.0), "b": ball([1.0, 0.0, 0.0], 1.0), "motion_b": {"travel": [4, 0, 0]}});
        extra.as_object().unwrap().iter().for_each(|(key, value)| line[key] = value.clone());
        line
    };
    let found = answers(&[
        json!({"a": wall, "b": square, "motion_b": turn}),
        json!({"a": square, "b": wall, "motion_a": turn}),
        json!({"a": wall, "b": square, "motion_a": turn, "motion_b": turn}),
        json!({"a": wall, "b": square, "motion_b": turn, "target": 0.25}),
        balls(json!({})),
        balls(json!({"start": "leave"})),
        balls(json!({"ask": "crossing"})),
        json!({"a": ball([0.0; 3], 1.0), "b": ball([9.0, 9.0, 0.0], 1.0), "motion_b": {"travel": [4, 0, 0]}, "ask": "crossing"}),
        json!({"a": ball([0.0; 3], 1.0), "b": ball([-5.0, 3.0, 0.0], 1.0), "motion_b": {"travel": [10, 0, 0]}, "ask": "clearance"}),
    ]);
    holds(&found[0], CORNER);
    holds(&found[1], CORNER);
    // Equal motions of both: nothing changes.
    assert_eq!(found[2]["outcome"], "clear");
    assert_eq!((found[2]["lower"].as_f64(), found[2]["upper"].as_f64()), (Some(1.0), Some(1.0)));
    holds(&found[3], (std::f64::consts::FRAC_PI_4 - (1.05 / 2f64.sqrt()).acos()) / std::f64::consts::FRAC_PI_2);
    assert_eq!((&found[4]["outcome"], found[4]["fraction"].as_f64()), (&json!("hit"), Some(0.0)));
    assert_eq!(found[5]["outcome"], "clear");
    holds(&found[6]["entry"], -0.75);
    holds(&found[6]["exit"], 0.25);
    assert_eq!(found[6]["normal_out"], json!([1.0, 0.0, 0.0]));
    assert_eq!(found[7], json!({"id": null, "outcome": "clear"}));
    assert!((found[8]["distance"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{}", found[8]);
    assert!(found[8]["lower"].as_f64().unwrap() <= 1.0 && found[8]["upper"].as_f64().unwrap() >= 1.0);
    assert!((found[8]["fraction"].as_f64().unwrap() - 0.5).abs() < 1e-3);
}

#[test]
fn a_motion_that_cannot_be_read_is_an_error_in_its_place() {
    let line = |motion: Value| json!({"a": ball([0.0; 3], 1.0), "b": ball([9.0, 0.0, 0.0], 1.0), "motion_b": motion});
    for (motion, said) in [
        (json!({"travel": [1, "x", 0]}), "motion_b.travel[1]: expected a number"),
        (json!({"travel": [1, 2]}), "motion_b.travel: expected 3 numbers, found 2"),
        (json!({"turn": 1.5}), "motion_b.turn: expected a list of 3 numbers in space, found a number"),
        (json!({"turn": [1, 2]}), "motion_b.turn: expected a number or a list of 3 numbers, found 2 numbers"),
        (json!({"spin": 1}), "motion_b.spin: unknown field"),
        (json!([1, 2, 3]), "motion_b: expected a motion with travel, turn and center"),
    ] {
        let text = format!("{}\n{}\n", line(motion), line(json!({"travel": [-16, 0, 0]})));
        let outcome = clearance(&["query", "-"], text.as_bytes());
        assert_eq!(outcome.code, 2);
        let answers = outcome.json_lines();
        assert!(answers[0]["error"].as_str().unwrap().contains(said), "{said}: {}", answers[0]);
        assert_eq!(answers[1]["outcome"], "hit");
    }
    let mut turning = line(json!({"turn": [0, 0, 1]}));
    turning["ask"] = "crossing".into();
    let outcome = clearance(&["query", "-"], turning.to_string().as_bytes());
    assert!(outcome.stdout.contains("motion_b.turn: expected no turn"), "{}", outcome.stdout);
}

#[test]
fn cast_answers_in_every_format() {
    let cast = |extra: &[&str]| {
        let outcome = clearance(&[&["cast", WALL, SQUARE, "--turn", QUARTER], extra].concat(), b"");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        outcome.stdout
    };
    assert!(cast(&[]).contains("hit") && cast(&[]).contains("0.24238949371"));
    holds(&serde_json::from_str(&cast(&["--format", "json"])).unwrap(), CORNER);
    let csv = cast(&["--format", "csv"]);
    let (header, row) = csv.trim_end().split_once('\n').unwrap();
    assert!(header.starts_with("outcome,fraction,lower,upper,contact_status,contact_distance"));
    assert_eq!(header.split(',').count(), row.split(',').count());
    assert!(row.starts_with("hit,0.24238949371"), "{row}");
    let picture = cast(&["--format", "svg"]);
    assert!(picture.starts_with("<svg") && ["start", "contact", "end"].iter().all(|when| picture.contains(when)));
}

#[test]
fn the_proof_covers_the_motion_up_to_the_contact() {
    let outcome = clearance(&["cast", WALL, SQUARE, "--turn", QUARTER, "--proof", "--format", "json"], b"");
    let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let intervals = answer["proof"].as_array().unwrap();
    let mut proven = 0.0;
    for interval in intervals {
        assert!(interval["start"].as_f64().unwrap() <= proven, "{interval}");
        assert!(interval["separations"].as_array().unwrap().iter().all(|s| s.as_f64().unwrap() >= 0.0));
        proven = interval["end"].as_f64().unwrap();
    }
    assert_eq!(Some(proven), answer["lower"].as_f64());
    let lines = clearance(&["cast", WALL, SQUARE, "--turn", QUARTER, "--proof"], b"").stdout;
    assert!(
        lines.lines().filter(|line| line.split(' ').count() == 6 && !line.contains('│')).count() == intervals.len()
    );
}

#[test]
fn a_limit_is_broken_by_contact_and_by_coming_too_near() {
    let folder = scratch("cast_limits");
    let cast = |extra: &[&str]| {
        let arguments = [&["cast", WALL, SQUARE, "--fail-below", "0.5", "--svg", "cast.svg"], extra].concat();
        clearance_in(&folder, &arguments)
    };
    let hit = cast(&["--turn", QUARTER]);
    assert_eq!((hit.code, hit.stderr.contains("come into contact")), (1, true), "{}", hit.stderr);
    assert!(fs::read_to_string(folder.join("cast.svg")).unwrap().contains("contact"));
    // The gap is 0.3 at first, and grows.
    assert_eq!(cast(&["--travel", "-5,0"]).code, 1);
    let far = clearance(&["cast", WALL, SQUARE, "--fail-below", "0.25", "--travel", "-5,0"], b"");
    assert_eq!(far.code, 0, "{}", far.stderr);
    let lines = "{\"a\":{\"ball\":{\"center\":[0,0],\"radius\":1}},\"b\":{\"ball\":{\"center\":[-5,3],\"radius\":1}},\
                 \"motion_b\":{\"travel\":[10,0]},\"ask\":\"clearance\"}";
    assert_eq!(clearance(&["query", "-", "--fail-below", "1.5"], lines.as_bytes()).code, 1);
    assert_eq!(clearance(&["query", "-", "--fail-below", "0.5"], lines.as_bytes()).code, 0);
}

#[test]
fn explain_tells_the_looks_and_the_proven_parts() {
    let outcome = clearance(&["explain", WALL, SQUARE, "--turn", QUARTER], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("Look at fraction 0") && outcome.stdout.contains("are proven"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("Answer: hit"));
    let lines = clearance(&["explain", WALL, SQUARE, "--turn", QUARTER, "--format", "jsonl"], b"").json_lines();
    assert!(lines.len() > 2 && lines.last().unwrap()["outcome"] == "hit");
}

#[test]
fn lines_with_and_without_motion_share_a_table() {
    let text = format!(
        "{{\"a\":{WALL},\"b\":{SQUARE}}}\n{{\"a\":{WALL},\"b\":{SQUARE},\"motion_b\":{{\"turn\":{QUARTER}}}}}\n{{\"a\":1}}\n"
    );
    let outcome = clearance(&["query", "-", "--format", "csv"], text.as_bytes());
    let rows: Vec<Vec<&str>> = outcome.stdout.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|&column| column == name).unwrap();
    assert_eq!((rows[1][column("status")], rows[1][column("outcome")]), ("separated", ""));
    assert_eq!((rows[2][column("outcome")], &rows[2][column("fraction")][..10]), ("hit", "0.24238949"));
    assert_eq!((rows[1].len(), rows[2].len()), (rows[0].len(), rows[0].len()));
}

#[test]
fn points_of_a_shape_may_move_on_their_own() {
    // A point falls through a triangle that stands still, and one that rises at one corner.
    let line = |to: Value, rise: f64| {
        json!({
            "a": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, "morph_a": {"to": [[0, 0, rise], [1, 0, rise], [0, 1, rise]]},
            "b": {"points": [[0.2, 0.2, 1]]}, "morph_b": {"to": to},
        })
    };
    let found = answers(&[line(json!([[0.2, 0.2, -1]]), 0.0), line(json!([[0.2, 0.2, -1]]), 2.0)]);
    assert_eq!((&found[0]["outcome"], &found[1]["outcome"]), (&json!("hit"), &json!("hit")));
    holds(&found[0], 0.5);
    holds(&found[1], 0.25);
    let outcome = clearance(&["query", "-"], line(json!([[0, 0, 0], [1, 1, 1]]), 0.0).to_string().as_bytes());
    assert!(outcome.stdout.contains("morph_b.to: expected 1 points, as the shape has, found 2"), "{}", outcome.stdout);
}

#[test]
fn a_crossing_without_a_line_is_refused() {
    // Cause: two boxes that overlap and do not move were told to be clear of each other.
    let line = json!({"a": ball([0.0; 3], 1.0), "b": ball([1.0, 0.0, 0.0], 1.0), "motion_b": {}, "ask": "crossing"});
    let outcome = clearance(&["query", "-"], line.to_string().as_bytes());
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout.contains("expected shapes that move against each other"), "{}", outcome.stdout);
}

/// A plate with a square hole from −1 to 1, as a surface.
fn plate_with_hole() -> Value {
    let ring = |half: f64, z: f64| [[-half, -half, z], [half, -half, z], [half, half, z], [-half, half, z]];
    let vertices = [ring(1.0, -0.25), ring(1.0, 0.25), ring(4.0, -0.25), ring(4.0, 0.25)].concat();
    // Inner wall, outer wall, bottom and top: quadrilaterals between two rings of four vertices.
    let walls = [[4, 0], [8, 12], [0, 8], [12, 4]];
    let triangles: Vec<[usize; 3]> = walls
        .iter()
        .flat_map(|[p, q]| (0..4).map(move |i| [p + i, q + i, q + (i + 1) % 4, p + (i + 1) % 4]))
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
        .collect();
    json!({"mesh": {"vertices": vertices, "faces": triangles}})
}

fn peg(half: f64) -> Value {
    json!({"cuboid": {"half_extents": [half, half, 1]}, "pose": {"translation": [0, 0, 3]}})
}

#[test]
fn a_peg_goes_through_the_hole_of_a_plate_and_its_hull_does_not() {
    let (plate, way) = (plate_with_hole().to_string(), "0,0,-6");
    let cast = |half: f64, extra: &[&str]| {
        let peg = peg(half).to_string();
        let arguments = [&["cast", &plate, &peg, "--travel", way, "--format", "json"], extra].concat();
        let outcome = clearance(&arguments, b"");
        (outcome.code, serde_json::from_str::<Value>(&outcome.stdout).unwrap_or_default(), outcome.stderr)
    };
    let (code, through, stderr) = cast(0.75, &[]);
    assert_eq!((code, &through["outcome"]), (0, &json!("clear")), "{stderr}");
    assert_eq!((&through["lower"], through["leaf_a"].is_null()), (&json!(1.0), true));
    // At the end it is 1.75 below the plate, and 0.25 inside of the edges of the hole.
    assert!((through["contact"]["distance"].as_f64().unwrap() - 1.75f64.hypot(0.25)).abs() < 1e-12, "{through}");
    let (_, stuck, _) = cast(1.5, &[]);
    assert_eq!(stuck["outcome"], "hit");
    holds(&stuck, 1.75 / 6.0);
    assert!(stuck["leaf_a"].is_u64() && stuck["leaf_b"] == json!(0), "{stuck}");
    let (_, hull, _) = cast(0.75, &["--hull"]);
    assert_eq!((&hull["outcome"], hull["leaf_a"].is_null()), (&json!("hit"), true));
    holds(&hull, 1.75 / 6.0);
    // On the way it is 0.25 from the wall of the hole.
    let (_, least, _) = cast(0.75, &["--ask", "clearance"]);
    let [lower, upper] = ["lower", "upper"].map(|key| least[key].as_f64().unwrap());
    assert!(lower <= 0.25 && 0.25 <= upper && upper - lower < 1e-9, "{least}");
    assert!(least["leaf_a"].is_u64());
    assert_eq!((cast(0.75, &["--fail-below", "0.2"]).0, cast(0.75, &["--fail-below", "0.3"]).0), (0, 1));
    let (_, near, _) = cast(0.75, &["--target", "0.3"]);
    assert_eq!(near["outcome"], "hit");
    let (code, _, stderr) = cast(0.75, &["--proof"]);
    assert!(code == 2 && stderr.contains("expected convex shapes"), "{stderr}");
    // The peg that does not fit meets the plate on one side, and leaves it on the other side.
    let (_, crossed, _) = cast(1.5, &["--ask", "crossing"]);
    holds(&crossed["entry"], 1.75 / 6.0);
    holds(&crossed["exit"], 4.25 / 6.0);
    assert!(crossed["entry"]["leaf_a"].is_u64() && crossed["exit"]["leaf_b"] == json!(0), "{crossed}");
    let (code, through, _) = cast(0.75, &["--ask", "crossing"]);
    assert_eq!((code, &through["outcome"]), (0, &json!("clear")));
    let (code, _, stderr) = cast(0.75, &["--ask", "crossing", "--turn", "0,0,1"]);
    assert!(code == 2 && stderr.contains("a crossing is asked along a translation"), "{stderr}");
    let picture = clearance(&["cast", &plate, &peg(1.5).to_string(), "--travel", way, "--format", "svg"], b"").stdout;
    assert!(picture.starts_with("<svg") && ["start", "contact", "end"].iter().all(|when| picture.contains(when)));
}

#[test]
fn lines_move_surfaces_and_outlines_as_they_are() {
    let way = json!({"travel": [0, 0, -6]});
    let notch = json!({"outline": [[[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [1, 1], [1, 4], [0, 4]]]]});
    let ball = json!({"ball": {"center": [2, 8], "radius": 0.5}});
    let found = answers(&[
        json!({"a": plate_with_hole(), "b": peg(0.75), "motion_b": way}),
        json!({"a": peg(1.5), "b": plate_with_hole(), "motion_a": way}),
        json!({"a": notch, "b": ball, "motion_b": {"travel": [0, -8]}}),
        json!({"a": notch, "b": ball, "motion_b": {"travel": [0, -8]}, "scalar": "f32"}),
        json!({"a": notch, "b": ball, "motion_b": {"travel": [0, -8]}, "ask": "clearance"}),
    ]);
    assert_eq!(found[0]["outcome"], "clear");
    holds(&found[1], 1.75 / 6.0);
    assert!(found[1]["leaf_b"].is_u64() && found[1]["leaf_a"] == json!(0));
    // The ball falls into the notch to its bottom, the edge from (3, 1) to (1, 1).
    holds(&found[2], 6.5 / 8.0);
    assert_eq!(found[2]["leaf_a"], json!(4));
    assert!(found[2]["contact"]["distance"].as_f64().unwrap() < 1e-12, "{}", found[2]);
    let [lower, upper] = ["lower", "upper"].map(|key| found[3][key].as_f64().unwrap());
    assert!(lower <= 0.8125 && 0.8125 <= upper && upper - lower < 1e-6, "{}", found[3]);
    assert_eq!((found[4]["distance"].as_f64(), &found[4]["leaf_a"]), (Some(0.0), &json!(4)));
}
