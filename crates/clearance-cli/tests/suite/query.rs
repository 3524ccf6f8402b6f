//! Runs `clearance query` as a user runs it.

use crate::common::{Outcome, clearance, program, scratch};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Two squares that are one unit apart. The given members are added to the line.
fn pair(extra: Value) -> Value {
    let mut line = json!({
        "a": {"points": [[0, 0], [1, 0], [1, 1], [0, 1]]},
        "b": {"points": [[2, 0], [3, 0], [3, 1], [2, 1]]},
    });
    for (key, value) in extra.as_object().unwrap() {
        line[key] = value.clone();
    }
    line
}

fn query(arguments: &[&str], lines: &str) -> Outcome {
    clearance(&[&["query", "-"], arguments].concat(), lines.as_bytes())
}

/// The only answer to one line.
fn answer(line: &Value) -> Value {
    let outcome = query(&[], &line.to_string());
    let answers = outcome.json_lines();
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}

/// The complaint about a line that cannot be answered. The exit code is 2.
fn complaint(line: &str) -> String {
    let outcome = query(&[], line);
    assert_eq!(outcome.code, 2, "{line}");
    outcome.json_lines()[0]["error"].as_str().unwrap_or_else(|| panic!("no error for {line}")).to_owned()
}

#[test]
fn an_answer_has_every_field_in_order() {
    let outcome = query(&[], &pair(json!({"id": "p1"})).to_string());
    assert_eq!(outcome.code, 0);
    assert_eq!(outcome.stderr, "");
    let fields = ["id", "status", "distance", "lower", "upper", "point_a", "point_b", "normal", "iterations"];
    let places: Vec<_> = fields.iter().map(|name| outcome.stdout.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{}", outcome.stdout);
    let answer = &outcome.json_lines()[0];
    assert_eq!(answer.as_object().unwrap().len(), fields.len());
    assert_eq!((&answer["id"], &answer["status"]), (&json!("p1"), &json!("separated")));
    assert_eq!((&answer["distance"], &answer["normal"]), (&json!(1.0), &json!([1.0, 0.0])));
    assert_eq!((&answer["point_a"][0], &answer["point_b"][0]), (&json!(1.0), &json!(2.0)));
    assert!(answer["lower"].as_f64().unwrap() <= 1.0 && answer["upper"].as_f64().unwrap() >= 1.0);
    assert!(answer["iterations"].is_u64());
}

#[test]
fn an_id_is_echoed_whatever_it_is_and_null_when_missing() {
    for id in [json!(7), json!("x\"y"), json!([1, {"k": null}]), json!(1.5), json!(true), json!(null)] {
        assert_eq!(answer(&pair(json!({"id": id})))["id"], id);
    }
    assert_eq!(answer(&pair(json!({})))["id"], Value::Null);
}

#[test]
fn overlapping_pairs_have_minus_the_depth_as_distance() {
    let moved = json!({"b": {"points": [[2, 0], [3, 0], [3, 1], [2, 1]], "pose": {"translation": [-1.25, 0]}}});
    let answer = answer(&pair(moved));
    assert_eq!(answer["status"], "overlapping");
    assert_eq!(answer["distance"], -0.25);
}

#[test]
fn every_spelling_of_a_shape_is_understood() {
    let spellings = [
        (json!({"points": [[1, -1, 0], [1, 1, 0], [0, 0, 0]]}), 2.0),
        (json!({"points": [[0, 0, 0]], "radius": 0.5}), 2.5),
        (json!({"ball": {"center": [1, 0, 0], "radius": 0.25}}), 1.75),
        (json!({"ball": {"center": [1, 0, 0], "radius": 0.25}, "radius": 0.5}), 1.25),
        (json!({"capsule": {"start": [0, -1, 0], "end": [1, 0, 0], "radius": 0.5}}), 1.5),
        (json!({"segment": {"start": [0, -1, 0], "end": [1, 0, 0]}}), 2.0),
        (json!({"triangle": {"vertices": [[0, 1, 0], [0, -1, 0], [1, 0, 0]]}}), 2.0),
        (json!({"cuboid": {"half_extents": [1, 2, 3]}}), 2.0),
        (json!({"ellipsoid": {"semi_axes": [1, 2, 3]}}), 2.0),
        (json!({"ellipsoid": {"semi_axes": [1, 2, 3]}, "radius": 0.5}), 1.5),
        (json!({"cylinder": {"half_height": 2, "radius": 1}}), 2.0),
        (
            json!({"cylinder": {"half_height": 2, "radius": 1}, "pose": {"rotation": [0, 0, 0.5f64.sqrt(), 0.5f64.sqrt()]}}),
            1.0,
        ),
        (json!({"cone": {"half_height": 2, "radius": 1}, "pose": {"translation": [0, 2, 0]}}), 2.0),
        (
            json!({"sum": [{"cuboid": {"half_extents": [1, 1, 1]}}, {"ball": {"center": [0, 0, 0], "radius": 0.5}}]}),
            1.5,
        ),
        (json!({"swept": {"shape": {"points": [[0, -1, 0], [0, 1, 0]]}, "vector": [2, 0, 0]}}), 1.0),
        (json!({"hull": [{"points": [[0, 0, 0]]}, {"points": [[2, 1, 0], [2, -1, 0]], "radius": 0.25}]}), 0.75),
        (json!({"hull": [{"points": [[0, 0, 0]]}, {"sum": [{"points": [[1, 0, 0]]}, {"points": [[1, 0, 0]]}]}]}), 1.0),
        (json!({"cuboid": {"half_extents": [1, 2, 3]}, "pose": {"rotation": [0, 0, 1, 1e-17]}}), 2.0),
    ];
    for (shape, distance) in spellings {
        let line = json!({"a": shape, "b": {"points": [[3, 0, 0]]}});
        let answer = answer(&line);
        let found = answer["distance"].as_f64().unwrap_or_else(|| panic!("{shape}: {answer}"));
        assert!((found - distance).abs() < 1e-9, "{shape}: {found}");
        let bounds = [answer["lower"].as_f64().unwrap(), answer["upper"].as_f64().unwrap()];
        assert!(bounds[0] <= distance + 1e-12 && distance - 1e-12 <= bounds[1], "{shape}: {bounds:?}");
    }
}

#[test]
fn an_ordered_polygon_is_understood() {
    let line = json!({"a": {"polygon": {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}}, "b": {"points": [[3, 0.5]]}});
    assert_eq!(answer(&line)["distance"], 2.0);
}

#[test]
fn a_pair_that_cannot_be_read_is_answered_in_its_place() {
    let good = pair(json!({"id": 1})).to_string();
    let outcome = query(&[], &format!("{good}\n\r\n{{\"id\": 2, \"a\": 3}}\n{good}"));
    assert_eq!(outcome.code, 2);
    let answers = outcome.json_lines();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], answers[2]);
    assert_eq!((&answers[1]["id"], &answers[1]["line"]), (&json!(2), &json!(3)));
    assert_eq!(answers[1].as_object().unwrap().len(), 3);
    assert!(outcome.stderr.contains("1 of 3 pairs could not be answered; line 3: a: "), "{}", outcome.stderr);
}

#[test]
fn a_complaint_names_the_field_and_what_was_expected() {
    let a = |shape: &str| format!(r#"{{"b": {{"points": [[0, 0]]}}, "a": {shape}}}"#);
    let cases = [
        (
            a(r#"{"points": [[0, 0], [1, "x"]]}"#),
            "a.points[1][1]: ",
            "expected a number, found the text \"x\" (column ",
        ),
        (a(r#"{"points": [[0, 1e999]]}"#), "a.points[0][1]: ", "out of range"),
        (a(r#"{"points": [[0, NaN]]}"#), "a.points[0][1]: ", "NaN and infinity are none"),
        (a(r#"{"points": [[0]]}"#), "a.points[0]: ", "a list of 2 or 3 numbers"),
        (a(r#"{"points": [[0, 0, 0]]}"#), "b.points[0]: ", "expected 3 numbers, found 2"),
        (a(r#"{"points": []}"#), "a.points: ", "at least one point"),
        (a(r#"{"points": [[0, 0]], "radius": -1}"#), "a.radius: ", "not negative, found -1"),
        (a(r#"{"points": [[0, 0]], "raduis": 1}"#), "a.raduis: ", "unknown field `raduis`"),
        (a(r#"{"points": [[0, 0]], "points": [[0, 0]]}"#), "a", "duplicate field `points`"),
        (a(r#"{"points": [[0, 0]], "ball": {"center": [0, 0], "radius": 1}}"#), "a: ", "one shape, found two"),
        (a(r#"{"radius": 1}"#), "a: ", "expected a shape: point, points, polytope"),
        (a(r#"{"ball": {"center": [0, 0]}}"#), "a.ball: ", "missing field `radius`"),
        (a(r#"{"ball": {"center": [0, 0], "radius": -2}}"#), "a.ball.radius: ", "not negative"),
        (a(r#"{"cuboid": {"half_extents": [1, -1]}}"#), "a.cuboid.half_extents[1]: ", "not negative"),
        (
            a(r#"{"points": [[0, 0]], "pose": {"translation": [1, 2, 3]}}"#),
            "a.pose.translation: ",
            "expected 2 numbers",
        ),
        (
            a(r#"{"points": [[0, 0]], "pose": {"rotation": [0, 0, 0, 1]}}"#),
            "a.pose.rotation: ",
            "2 numbers [c, s], found 4",
        ),
        (a(r#"{"points": [[0, 0]], "pose": {"rotation": [0, 0]}}"#), "a.pose.rotation: ", "not of unit length"),
        (
            a(r#"{"points": [[0, 0]]}, "scalar": "f16"}"#),
            "scalar: ",
            "expected \"f32\" or \"f64\", found the text \"f16\"",
        ),
        (r#"{"a": {"points": [[0, 0]]}}"#.to_owned(), "", "missing field `b`"),
        (r#"{"a": {"points": [[0, 0]]"#.to_owned(), "a", "found the end of the text"),
        ("nonsense".to_owned(), "", "expected"),
        (
            r#"[1, 2, null, {"points": [[0, 0]]}, {"points": [[0, 0]]}]"#.to_owned(),
            "expected a pair such as",
            "found a list",
        ),
        (a("3"), "a: ", "expected a shape such as {\"points\": [[0, 0], [1, 0]]}, found the number 3"),
        (a(r#"{"ball": [[0, 0], 1]}"#), "a.ball: ", "expected a ball with center and radius, found a list"),
        (
            a(r#"{"triangle": {"vertices": [[0, 0], [1, 0], [0, 1], [1, 1]]}}"#),
            "a.triangle.vertices: ",
            "expected a list of 3 values, found 4",
        ),
        (a(r#"{"sum": [{"points": [[0, 0]]}]}"#), "a.sum: ", "expected a list of 2 values, found 1"),
        (a(r#"{"points": [[0, 0, 0, 0]]}"#), "a.points[0]: ", "expected a list of 2 or 3 numbers, found 4"),
        (a(r#"{"points": [[0, 0]], "pose": [0, 0]}"#), "a.pose: ", "expected a pose with translation and rotation"),
        (pair(json!({"dim": "x"})).to_string(), "dim: ", "expected 2 or 3, found the text \"x\""),
        (pair(json!({"dim": -1})).to_string(), "dim: ", "expected 2 or 3, found -1"),
        (pair(json!({"scalar": 3})).to_string(), "scalar: ", "expected \"f32\" or \"f64\", found the number 3"),
        (a(r#"{"points": [[0, 0]]}, "x\n\u001b": {,}"#), "", "expected"),
        (a(&r#"{"sum": ["#.repeat(200)), "", "at most 127 levels of brackets"),
        (pair(json!({"dim": 4})).to_string(), "dim: ", "expected 2 or 3, found 4"),
        (pair(json!({"dim": 3})).to_string(), "a.points[0]: ", "expected 3 numbers, found 2"),
        (a(r#"{"points": [[1e39, 0]]}, "scalar": "f32""#), "a.points[0][0]: ", "beyond the range of f32"),
    ];
    for (line, path, expected) in cases {
        let complaint = complaint(&line);
        assert!(complaint.starts_with(path) && complaint.contains(expected), "{line}\n  {complaint}");
        // Cause: the user knows a line by its number, and Rust's type names mean nothing to the user.
        let foreign = ["at line 1 column", "struct ", "Fields", "Document", "f64", "u8", "trailing characters"];
        let foreign = foreign.iter().filter(|word| !(**word == "f64" && line.contains("scalar")));
        assert!(foreign.clone().all(|word| !complaint.contains(word)), "{line}\n  {complaint}");
    }
}

#[test]
fn the_id_is_kept_wherever_the_line_is_broken_behind_it() {
    // Cause: the id was searched only in lines that are whole.
    let good = pair(json!({"id": {"n": [7, "x"]}})).to_string();
    // A map lists its members in alphabetical order, so the test puts the id first by hand.
    let line = format!(r#"{{"id":{{"n":[7,"x"]}},{}"#, &pair(json!({})).to_string()[1..]);
    assert_eq!(answer(&serde_json::from_str(&good).unwrap())["status"], "separated");
    let start = line.find("\"a\"").unwrap();
    let mut kept = 0;
    for end in start..line.len() {
        for tail in ["", "}", "\u{1}", ",,", "\\"] {
            let outcome = query(&[], &(line[..end].to_owned() + tail));
            let answer = &outcome.json_lines()[0];
            assert_eq!(answer["id"], json!({"n": [7, "x"]}), "{} {tail:?}", &line[..end]);
            kept += 1;
        }
        if end > start + 12 {
            break;
        }
    }
    assert!(kept > 50);
    let outcome = clearance(&["query", "-"], b"{\"id\": 3, \"a\": \"\xFF\"}\n{\"id\" 4}\n{\"a\": x, \"id\": 5}");
    let ids: Vec<Value> = outcome.json_lines().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(3), json!(null), json!(null)], "what stands behind the fault cannot be known");
}

#[test]
fn shapes_inside_shapes_are_asked_once_each() {
    // Cause: each hull counted the vertices of its parts twice, so 60 levels took 2^60 steps: the test had no end.
    for kind in ["hull", "sum"] {
        let depth = if kind == "hull" { 60 } else { 16 };
        let open = format!("{{\"{kind}\":[").repeat(depth);
        let close = ",{\"points\":[[1,0]]}]}".repeat(depth);
        let line = format!("{{\"a\":{open}{{\"points\":[[0,0],[0,1]]}}{close},\"b\":{{\"points\":[[50,0]]}}}}");
        let answer = &query(&[], &line).json_lines()[0];
        let distance = if kind == "hull" { 49.0 } else { 34.0 };
        assert_eq!(answer["distance"], distance, "{answer}");
    }
}

#[test]
fn sums_inside_sums_have_a_limit() {
    // Cause: 30 sums of two points have 2^31 vertices. The exact stage writes down all of them where the shapes touch.
    let (open, close) = ("{\"sum\":[".repeat(30), ",{\"points\":[[1,0],[0,0]]}]}".repeat(30));
    let line = format!("{{\"a\":{open}{{\"points\":[[0,0],[0,1]]}}{close},\"b\":{{\"points\":[[30,0]]}}}}");
    assert!(complaint(&line).ends_with("expected a sum of at most 262144 vertices, found 524288"));
    let swept = line.replace("{\"sum\":[", "{\"swept\":{\"shape\":").replace("]]}]}", "]]}}}");
    let swept = swept.replace(",{\"points\":[[1,0],[0,0]]}", ",\"vector\":[1,0]");
    assert!(complaint(&swept).contains("at most 262144 vertices"), "{}", complaint(&swept));
}

#[test]
fn a_cylinder_needs_no_word_on_its_dimension() {
    let line = json!({"a": {"cylinder": {"half_height": 1, "radius": 1}},
        "b": {"cone": {"half_height": 1, "radius": 1}, "pose": {"translation": [5, 0, 0]}}});
    assert_eq!(answer(&line)["point_a"].as_array().unwrap().len(), 3);
}

#[test]
fn threads_and_the_least_distance_are_checked() {
    // Cause: the command started as many threads as were asked for. And no distance is below NaN.
    for (option, value) in [
        ("--threads", "1000000000000000000"),
        ("--threads", "18446744073709551616"),
        ("--threads", "1025"),
        ("--threads", "0"),
        ("--threads", "-1"),
        ("--fail-below", "nan"),
        ("--fail-below", "-inf"),
        ("--fail-below", "1e999"),
    ] {
        let outcome = query(&[option, value], &pair(json!({})).to_string());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{option} {value}");
        assert!(outcome.stderr.contains(value) && outcome.stderr.contains(option), "{}", outcome.stderr);
    }
    assert_eq!(query(&["--threads", "1024"], &pair(json!({})).to_string()).code, 0);
}

#[test]
fn text_that_is_not_utf_8_costs_one_line() {
    let good = pair(json!({})).to_string();
    let lines = [good.as_bytes(), b"\n{\"id\": \"\xFF\"}\n", good.as_bytes()].concat();
    let outcome = clearance(&["query", "-"], &lines);
    assert_eq!(outcome.code, 2);
    let answers = outcome.json_lines();
    assert_eq!(answers[1]["error"], "expected UTF-8, found another byte at 9");
    assert_eq!(answers[2]["distance"], 1.0);
}

#[test]
fn line_ends_and_marks_of_all_kinds_are_harmless() {
    let good = pair(json!({})).to_string();
    for text in [
        format!("\u{FEFF}{good}\r\n{good}\r\n"),
        format!("{good}\n\n\n{good}"),
        format!("  {good}\t\n \n{good} \n\r\n"),
    ] {
        let outcome = query(&[], &text);
        assert_eq!((outcome.code, outcome.json_lines().len()), (0, 2), "{text:?}");
    }
    assert_eq!(query(&[], "").stdout, "");
}

#[test]
fn answers_come_in_the_order_of_the_lines_with_any_number_of_threads() {
    let mut lines = String::new();
    for id in 0..20_000 {
        let shift = f64::from(id % 977) / 7.0;
        let radius = if id % 1000 == 999 { -1.0 } else { 0.0 };
        lines += &pair(json!({"id": id, "a": {"points": [[-shift, 0], [-shift, 1]], "radius": radius}})).to_string();
        lines += "\n";
    }
    let alone = query(&["--threads", "1"], &lines);
    assert_eq!(alone.code, 2);
    assert!(alone.stderr.contains("20 of 20000 pairs could not be answered; line 1000: "), "{}", alone.stderr);
    let ids = alone.json_lines().into_iter().map(|answer| answer["id"].as_u64().unwrap());
    assert!(ids.eq(0..20_000));
    for threads in ["2", "7"] {
        assert!(query(&["--threads", threads], &lines).stdout == alone.stdout, "{threads} threads");
    }
}

/// Cause: the size of a chunk depends on how much each read returns. A chunk is a batch. A pair of boxes that did not
/// fill the lanes of its batch was answered by another method.
/// Law: a file and a pipe give the same bytes, whatever the size of the reads, on any number of threads.
#[test]
fn a_file_and_a_pipe_give_the_same_bytes_on_any_number_of_threads() {
    let unit = json!({"cuboid": {"half_extents": [1, 1, 1]}});
    let far = json!({"a": unit, "b": {"cuboid": {"half_extents": [1, 1, 1]}, "pose": {"translation": [100, 0, 0]}}});
    let near =
        json!({"a": unit, "b": {"cuboid": {"half_extents": [2, 1, 1]}, "pose": {"translation": [0.5, 2.25, 0.25]}}});
    let curved =
        json!({"a": unit, "b": {"cylinder": {"half_height": 1, "radius": 1}, "pose": {"translation": [2, 1, 3]}}});
    // Nine pairs of boxes, then pairs of other kinds between them. So every cut leaves other numbers of pairs over.
    let mut lines: Vec<String> = (0..9).map(|k| if k < 6 { far.to_string() } else { near.to_string() }).collect();
    lines.extend((0..3000).map(|k| [&near, &curved, &far, &near, &near][k % 5].to_string()));
    let text = lines.join("\n");
    let path = scratch("a_file_and_a_pipe").join("pairs.jsonl");
    fs::write(&path, &text).unwrap();

    let whole = clearance(&["query", path.to_str().unwrap()], b"").stdout;
    let answers: Vec<&str> = whole.lines().collect();
    assert_eq!(answers.len(), lines.len());
    for (place, line) in lines.iter().enumerate().take(40) {
        assert_eq!(query(&[], line).stdout.trim_end(), answers[place], "line {}", place + 1);
    }
    for threads in ["1", "2", "7"] {
        assert_eq!(query(&["--threads", threads], &text).stdout, whole, "{threads} threads");
    }
    // The input comes in pieces of a few hundred bytes, so the chunks of lines are small.
    let mut child =
        Command::new(program()).args(["query", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let bytes = text.into_bytes();
    let writer = std::thread::spawn(move || {
        for piece in bytes[..60_000].chunks(700) {
            pipe.write_all(piece).unwrap();
            pipe.flush().unwrap();
            std::thread::sleep(Duration::from_micros(200));
        }
        pipe.write_all(&bytes[60_000..]).unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), whole);
}

#[test]
fn bounds_in_single_precision_bracket_as_decimals() {
    // The distance is exactly 0.1f32. The decimal 0.1 is below this float.
    let line = json!({"scalar": "f32", "a": {"points": [[0, 0]]}, "b": {"points": [[0.1, 0]]}});
    let answer = answer(&line);
    assert_eq!(answer["distance"], 0.1);
    let truth = f64::from(0.1f32);
    let bound = |name: &str| answer[name].as_f64().unwrap();
    assert!(bound("lower") <= truth && truth <= bound("upper"), "{answer}");
    let wide = pair(json!({"scalar": "f32", "b": {"points": [[0.1, 3]]}}));
    let overridden = query(&["--scalar", "f64"], &wide.to_string());
    assert_eq!(overridden.json_lines()[0]["point_b"][0], 0.1);
}

#[test]
fn the_least_distance_allowed_sets_the_exit_code() {
    let lines = format!("{0}\n{0}", pair(json!({})));
    assert_eq!(query(&["--fail-below", "1.0"], &lines).code, 0);
    let outcome = query(&["--fail-below", "1.5"], &lines);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stderr.contains("2 of 2 pairs are closer than 1.5"), "{}", outcome.stderr);
}

#[test]
fn a_list_and_a_table_of_cells_can_be_had() {
    let lines = format!("{}\n{{\"id\": \"a,b\"}}", pair(json!({"id": "x"})));
    let list: Value = serde_json::from_str(&query(&["--format", "json"], &lines).stdout).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(query(&["--format", "json"], "").stdout.replace('\n', ""), "[]");

    let cells = query(&["--format", "csv"], &lines).stdout;
    let rows: Vec<&str> = cells.lines().collect();
    assert!(rows[0].starts_with("id,line,status,distance,lower,upper,point_a_x"), "{}", rows[0]);
    assert!(rows[1].starts_with("x,1,separated,1.0,"), "{}", rows[1]);
    assert!(rows[2].starts_with("\"a,b\",2,,,"), "{}", rows[2]);
    assert!(rows.iter().take(2).all(|row| row.matches(',').count() == rows[0].matches(',').count()));
}

#[test]
fn a_file_of_answers_appears_whole_or_not_at_all() {
    let folder = scratch("query-output");
    let (pairs, answers) = (folder.join("pairs.jsonl"), folder.join("answers.jsonl"));
    fs::write(&pairs, pair(json!({})).to_string()).unwrap();
    fs::write(&answers, "before").unwrap();
    let run = |pairs: &str| clearance(&["query", pairs, "-o", answers.to_str().unwrap()], b"");

    assert_eq!(run(folder.join("missing.jsonl").to_str().unwrap()).code, 2);
    assert_eq!(fs::read_to_string(&answers).unwrap(), "before");
    assert_eq!(run(folder.to_str().unwrap()).code, 2);
    assert_eq!(fs::read_to_string(&answers).unwrap(), "before");

    let outcome = run(pairs.to_str().unwrap());
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    assert!(fs::read_to_string(&answers).unwrap().starts_with("{\"id\":null,\"status\":\"separated\""));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = std::process::Command::new(crate::common::program())
        .args(["query", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let line = format!("{}\n", pair(json!({})));
    for _ in 0..10_000 {
        if std::io::Write::write_all(&mut stdin, line.as_bytes()).is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn each_answer_comes_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = std::process::Command::new(crate::common::program())
        .args(["query", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..5 {
        writeln!(stdin, "{}", pair(json!({"id": id}))).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Cause: a ball's radius and the radius around it were added and rounded. Law: the answer is about the numbers of the
/// file.
#[test]
fn two_radii_whose_sum_is_no_float_are_added_without_rounding() {
    // Without rounding, 0.3 + 0.7 is 1 − 2⁻⁵⁴.
    for core in [
        json!({"radius": 0.7, "ball": {"center": [0, 0, 0], "radius": 0.3}}),
        json!({"radius": 0.7, "capsule": {"start": [0, 0, 0], "end": [0, -1, 0], "radius": 0.3}}),
    ] {
        let answer = answer(&json!({"a": core, "b": {"points": [[0, 1, 0]]}}));
        assert_eq!(answer["status"], json!("separated"), "{answer}");
        let (lower, upper) = (answer["lower"].as_f64().unwrap(), answer["upper"].as_f64().unwrap());
        assert!(lower <= 2f64.powi(-54) && 2f64.powi(-54) <= upper, "{answer}");
    }
    // 0.25 + 0.5 is a float, so a ball stays a ball.
    let answer = answer(
        &json!({"a": {"radius": 0.5, "ball": {"center": [0, 0, 0], "radius": 0.25}}, "b": {"points": [[0, 1, 0]]}}),
    );
    assert_eq!((&answer["distance"], &answer["iterations"]), (&json!(0.25), &json!(0)));
}
