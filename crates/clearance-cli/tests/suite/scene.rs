//! Runs `clearance scene` as a user runs it.

use crate::common::{Outcome, clearance_in, scratch};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The corners and squares of the unit cube.
const CORNERS: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
    [0.0, 1.0, 1.0],
];
const SQUARES: [[usize; 4]; 6] = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// Cubes as groups of an OBJ file: name, least corner, edge.
pub fn obj(cubes: &[(&str, [f64; 3], f64)]) -> String {
    let mut text = String::new();
    for (number, (name, low, edge)) in cubes.iter().enumerate() {
        text += &format!("o {name}\n");
        for corner in CORNERS {
            let [x, y, z] = [0, 1, 2].map(|axis| low[axis] + edge * corner[axis]);
            text += &format!("v {x} {y} {z}\n");
        }
        for square in SQUARES {
            let [a, b, c, d] = square.map(|corner| 8 * number + corner + 1);
            text += &format!("f {a} {b} {c} {d}\n");
        }
    }
    text
}

/// A folder with a scene of five cubes along x: gaps of 2, 0.5 and 0; `inner` is in `last`.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let cubes = [
        ("arm/upper", [0.0, 0.0, 0.0], 1.0),
        ("arm/lower", [3.0, 0.0, 0.0], 1.0),
        ("table", [4.5, 0.0, 0.0], 1.0),
        ("last", [5.5, 0.0, 0.0], 1.0),
        ("inner", [5.75, 0.25, 0.25], 0.5),
    ];
    fs::write(folder.join("cell.obj"), obj(&cubes)).unwrap();
    folder
}

fn scene(folder: &Path, arguments: &[&str]) -> Outcome {
    clearance_in(folder, &[&["scene"], arguments].concat())
}

/// The names of the findings of a JSON document.
fn pairs(document: &Value) -> Vec<[&str; 2]> {
    let findings = document["findings"].as_array().expect("a list of findings");
    findings.iter().map(|finding| ["a", "b"].map(|key| finding[key].as_str().unwrap())).collect()
}

pub fn json_of(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", outcome.stdout, outcome.stderr))
}

#[test]
fn pairs_below_a_limit_are_found_with_place_relation_and_exit_code() {
    let folder = folder("scene-below");
    let outcome = scene(&folder, &["cell.obj", "--below", "1", "--format", "json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    let document = json_of(&outcome);
    assert_eq!((&document["unit"], &document["objects"], &document["pairs"]), (&Value::Null, &json!(5), &json!(10)));
    assert_eq!(
        pairs(&document),
        [
            ["cell.obj:arm/lower", "cell.obj:table"],
            ["cell.obj:table", "cell.obj:last"],
            ["cell.obj:table", "cell.obj:inner"],
            ["cell.obj:last", "cell.obj:inner"],
        ]
    );
    let first = &document["findings"][0];
    assert_eq!(
        (&first["relation"], &first["status"], &first["distance"]),
        (&json!("apart"), &json!("separated"), &json!(0.5))
    );
    assert_eq!(
        (&first["limit"], &first["broken"], &first["normal"]),
        (&json!(1.0), &json!(true), &json!([1.0, 0.0, 0.0]))
    );
    assert_eq!((&first["point_a"][0], &first["point_b"][0]), (&json!(4.0), &json!(4.5)));
    assert!(first["lower"].as_f64().unwrap() <= 0.5 && 0.5 <= first["upper"].as_f64().unwrap());
    assert!(first["leaf_a"].is_u64() && first["leaf_b"].is_u64() && first.get("open").is_none());
    let touching = &document["findings"][1];
    assert_eq!((&touching["relation"], &touching["distance"]), (&json!("touching"), &json!(0.0)));
    let inside = &document["findings"][3];
    let said = ["relation", "status", "distance"].map(|key| &inside[key]);
    assert_eq!(said, [&json!("b_in_a"), &json!("overlapping"), &json!(0.25)]);
}

#[test]
fn a_distance_that_is_exactly_the_limit_does_not_break_it() {
    let folder = scratch("scene-equality");
    fs::write(folder.join("two.obj"), obj(&[("a", [0.0; 3], 1.0), ("b", [3.0, 0.0, 0.0], 1.0)])).unwrap();
    for (limit, code) in [("2", 0), ("2.0000000000000004", 1), ("1.9999999999999998", 0), ("2e0", 0), ("3", 1)] {
        assert_eq!(scene(&folder, &["two.obj", "--below", limit]).code, code, "{limit}");
    }
    // Touching is no distance below 0, and a body in another breaks every limit.
    fs::write(folder.join("touch.obj"), obj(&[("a", [0.0; 3], 1.0), ("b", [1.0, 0.0, 0.0], 1.0)])).unwrap();
    fs::write(folder.join("in.obj"), obj(&[("a", [0.0; 3], 1.0), ("b", [0.25, 0.25, 0.25], 0.5)])).unwrap();
    for (file, limit, code) in [("touch.obj", "0", 0), ("touch.obj", "5e-324", 1), ("in.obj", "0", 1)] {
        assert_eq!(scene(&folder, &[file, "--below", limit]).code, code, "{file} {limit}");
    }
    for bad in ["-1", "nan", "inf", "two"] {
        assert_eq!(scene(&folder, &["two.obj", "--below", bad]).code, 2, "{bad}");
    }
}

#[test]
fn without_a_limit_the_nearest_pairs_are_found_and_nothing_is_broken() {
    let folder = folder("scene-nearest");
    let document = json_of(&scene(&folder, &["cell.obj", "--format", "json"]));
    assert_eq!(pairs(&document), [["cell.obj:last", "cell.obj:inner"]]);
    let outcome = scene(&folder, &["cell.obj", "--nearest", "4", "--format", "jsonl"]);
    assert_eq!(outcome.code, 0);
    let lines = outcome.json_lines();
    let distances: Vec<f64> = lines.iter().map(|line| line["distance"].as_f64().unwrap()).collect();
    // The first is the wall of `last` around `inner`: an overlap comes before the contact of `table` and `last`.
    assert_eq!(distances, [0.25, 0.0, 0.25, 0.5]);
    assert!(lines.iter().all(|line| line["limit"].is_null() && line["broken"] == false));
    // With a limit, only pairs that break it.
    let outcome = scene(&folder, &["cell.obj", "--nearest", "1", "--below", "1", "--format", "jsonl"]);
    assert_eq!((outcome.code, outcome.json_lines().len()), (1, 1));
    assert_eq!(scene(&folder, &["cell.obj", "--nearest", "0"]).code, 2);
    // A single body has no neighbour.
    fs::write(folder.join("one.obj"), obj(&[("a", [0.0; 3], 1.0)])).unwrap();
    let outcome = scene(&folder, &["one.obj"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, "1 object, 0 pairs: nothing to compare.\n"));
}

#[test]
fn the_first_rule_that_matches_a_pair_holds_for_it() {
    let folder = folder("scene-rules");
    let rules = "[[rule]]\na = \"last\"\nskip = true\n\n[[rule]]\na = \"table\"\nb = \"arm*\"\nbelow = 0.75\n\n\
                 [[rule]]\na = \"arm\"\nb = \"*:arm/*\"\nbelow = 2.5\n";
    fs::write(folder.join("rules.toml"), rules).unwrap();
    let found = |arguments: &[&str]| {
        let outcome = scene(&folder, &[&["cell.obj", "--rules", "rules.toml", "--format", "json"], arguments].concat());
        let document = json_of(&outcome);
        let limits: Vec<f64> =
            document["findings"].as_array().unwrap().iter().map(|finding| finding["limit"].as_f64().unwrap()).collect();
        (outcome.code, document["pairs"].as_u64().unwrap(), limits)
    };
    assert_eq!(found(&[]), (1, 6, vec![2.5, 0.75]));
    assert_eq!(found(&["--below", "0.26"]), (1, 6, vec![2.5, 0.75, 0.26]));
    fs::write(folder.join("rules.toml"), "[[rule]]\na = \"*\"\nbelow = 0.1\ncontact = -1\n").unwrap();
    let outcome = scene(&folder, &["cell.obj", "--rules", "rules.toml"]);
    assert_eq!(
        (outcome.code, outcome.stderr.as_str()),
        (2, "clearance: rules.toml: rule 1: expected a finite length that is not negative\n")
    );
}

#[test]
fn an_earlier_run_in_any_form_tells_what_is_new_resolved_and_changed() {
    let folder = folder("scene-baseline");
    for format in ["json", "jsonl", "csv"] {
        let below = ["--below", "1", "--format", format];
        fs::write(
            folder.join("cell.obj"),
            obj(&[
                ("a", [0.0; 3], 1.0),
                ("b", [1.5, 0.0, 0.0], 1.0),
                ("c", [3.0, 0.0, 0.0], 1.0),
                ("d", [9.0, 0.0, 0.0], 1.0),
            ]),
        )
        .unwrap();
        let earlier = scene(&folder, &[&["cell.obj", "-o", "earlier"], &below[..]].concat());
        assert_eq!((earlier.code, earlier.stdout.as_str()), (1, ""));
        let again = scene(&folder, &["cell.obj", "--below", "1", "--pairs-from", "earlier", "--format", "json"]);
        let changes = |document: &Value| -> Vec<String> {
            document["findings"].as_array().unwrap().iter().map(|f| f["change"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!((again.code, changes(&json_of(&again))), (0, vec!["same".to_owned(); 2]), "{format}");
        // a moves off, c comes nearer to b, and d to c.
        fs::write(
            folder.join("cell.obj"),
            obj(&[
                ("a", [-9.0, 0.0, 0.0], 1.0),
                ("b", [1.5, 0.0, 0.0], 1.0),
                ("c", [2.75, 0.0, 0.0], 1.0),
                ("d", [4.0, 0.0, 0.0], 1.0),
            ]),
        )
        .unwrap();
        let now = scene(&folder, &["cell.obj", "--below", "1", "--pairs-from", "earlier", "--format", "json"]);
        let document = json_of(&now);
        assert_eq!((now.code, changes(&document)), (1, vec!["changed".to_owned(), "new".to_owned()]));
        assert_eq!(document["resolved"], json!([{"a": "cell.obj:a", "b": "cell.obj:b", "change": "resolved"}]));
        let csv = scene(&folder, &["cell.obj", "--below", "1", "--pairs-from", "earlier", "--format", "csv"]).stdout;
        let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
        assert!(columns.len() == 4 && columns.iter().all(|&count| count == columns[0]), "{csv}");
    }
    let outcome = scene(&folder, &["cell.obj", "--pairs-from", "cell.obj"]);
    assert!(
        outcome.code == 2 && outcome.stderr.contains("expected the output of an earlier run"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn every_format_has_the_same_findings_on_any_number_of_threads() {
    let folder = folder("scene-threads");
    for format in ["table", "csv", "json", "jsonl", "junit"] {
        let run =
            |threads: &str| scene(&folder, &["cell.obj", "--below", "1", "--format", format, "--threads", threads]);
        let one = run("1");
        assert_eq!(one.code, 1);
        for threads in ["2", "5"] {
            assert_eq!(run(threads).stdout, one.stdout, "{format}");
        }
        let count = |text: &str| one.stdout.matches(text).count();
        assert_eq!(count("arm/lower"), if format == "junit" { 2 } else { 1 }, "{format}: {}", one.stdout);
    }
    let junit = scene(&folder, &["cell.obj", "--below", "1", "--format", "junit"]).stdout;
    assert!(junit.contains("<testsuite name=\"clearance\" tests=\"4\" failures=\"4\" errors=\"0\" skipped=\"0\">"));
    let junit = scene(&folder, &["cell.obj", "--rules", "/dev/null", "--nearest", "1", "--format", "junit"]).stdout;
    assert!(junit.contains("tests=\"1\" failures=\"0\""), "{junit}");
}

#[test]
fn hostile_names_change_no_format_and_no_page() {
    let folder = scratch("scene-hostile");
    let names = ["</script><img src=x onerror=alert(1)>", "a,\"b\"&'c'", "esc\u{1b}[2J\u{7}", "{{DATA}}\"DATA\""];
    let cubes: Vec<_> =
        names.iter().enumerate().map(|(place, &name)| (name, [1.25 * place as f64, 0.0, 0.0], 1.0)).collect();
    fs::write(folder.join("x.obj"), obj(&cubes)).unwrap();
    let run = |format: &str| {
        let outcome = scene(&folder, &["x.obj", "--below", "1", "--format", format, "--report", "clash.html"]);
        assert_eq!(outcome.code, 1, "{}", outcome.stderr);
        outcome.stdout
    };
    for format in ["table", "junit"] {
        assert!(!run(format).contains(['\u{1b}', '\u{7}']), "{format}");
    }
    let junit = run("junit");
    assert!(!junit.contains("<img") && junit.contains("&lt;img") && junit.contains("&amp;&apos;c&apos;"), "{junit}");
    let document: Value = serde_json::from_str(&run("json")).unwrap();
    let first = document["findings"][0]["a"].as_str().unwrap();
    assert!(first.starts_with("x.obj:</script>"), "{first}");
    assert!(run("csv").contains("\"x.obj:a,\"\"b\"\"&'c'\""), "{}", run("csv"));
    let page = fs::read_to_string(folder.join("clash.html")).unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img"));
}

#[test]
fn the_report_is_one_page_that_asks_no_server() {
    let folder = folder("scene-report");
    let outcome = scene(&folder, &["cell.obj", "--below", "1", "--report", "clash.html", "--format", "json"]);
    let page = fs::read_to_string(folder.join("clash.html")).unwrap();
    for part in ["<!doctype html>", "</html>", "id=\"filter\"", "<canvas", "Content-Security-Policy", "aria-selected"] {
        assert!(page.contains(part), "{part}");
    }
    for address in ["http:", "https:", "src=", "url(", "import(", "fetch(", "//cdn", "@import"] {
        assert!(!page.contains(address), "{address}");
    }
    let begin = page.find("type=\"application/json\">").unwrap() + "type=\"application/json\">".len();
    let data: Value = serde_json::from_str(&page[begin..begin + page[begin..].find("</script>").unwrap()]).unwrap();
    assert_eq!(pairs(&data), pairs(&json_of(&outcome)));
    // Triangles of nine floats of four bytes, the named one first.
    let text = data["findings"][0]["near_a"].as_str().unwrap();
    assert!(text.len().is_multiple_of(48) && !text.is_empty(), "{}", text.len());
    // Bodies that touch show the region in which they do, in the middle of the view.
    let touching = &data["findings"][1];
    let [kind, polygons] = ["kind", "polygons"].map(|key| &touching["contact"][key]);
    let corners: Vec<&Value> =
        polygons.as_array().unwrap().iter().flat_map(|piece| piece.as_array().unwrap()).collect();
    assert!(*kind == json!("face") && corners.iter().all(|corner| corner[0] == json!(5.5)), "{touching}");
    for corner in [[5.5, 0.0, 0.0], [5.5, 0.0, 1.0], [5.5, 1.0, 0.0], [5.5, 1.0, 1.0]] {
        assert!(corners.contains(&&json!(corner)), "{corner:?}");
    }
    assert_eq!(touching["middle"], json!([5.5, 0.5, 0.5]));
    let area = ["area_lower", "area", "area_upper"].map(|key| touching["contact"][key].as_f64().unwrap());
    assert!(area[0] <= 1.0 && 1.0 <= area[2] && (area[1] - 1.0).abs() < 1e-9, "{touching}");
    assert!(page.contains("drawRegion(finding.contact.polygons, placed, pixels)") && page.contains("ofRegion("));
    assert!(data["findings"][0].get("contact").is_none() && data["findings"][3].get("contact").is_none());
    // No finding is a page, too.
    assert_eq!(scene(&folder, &["cell.obj", "--rules", "/dev/null", "--below", "0", "--report", "none.html"]).code, 1);
    fs::write(folder.join("far.obj"), obj(&[("a", [0.0; 3], 1.0), ("b", [9.0, 0.0, 0.0], 1.0)])).unwrap();
    assert_eq!(scene(&folder, &["far.obj", "--below", "1", "--report", "none.html"]).code, 0);
    assert!(fs::read_to_string(folder.join("none.html")).unwrap().contains("\"findings\":[]"));
}

/// A glTF file of one triangle pair of sheets: node matrices, a shared mesh, metres.
fn gltf() -> String {
    let bytes: Vec<u8> =
        [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let base64: String = bytes
        .chunks(3)
        .flat_map(|c| {
            let bits = u32::from(c[0]) << 16 | u32::from(c[1]) << 8 | u32::from(c[2]);
            [18, 12, 6, 0].map(|shift| char::from(alphabet[(bits >> shift & 63) as usize]))
        })
        .collect();
    json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": format!("data:application/octet-stream;base64,{base64}")}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{
            "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0],
        }],
        "meshes": [{"name": "sheet", "primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [
            {"name": "low", "mesh": 0},
            {"name": "high", "mesh": 0, "translation": [0, 0, 0.125]},
            {"name": "turned", "mesh": 0, "translation": [0, 0, 4], "rotation": [0, 0, 0.6, 0.8], "scale": [-2, 2, 2]},
        ],
        "scenes": [{"nodes": [0, 1, 2]}],
        "scene": 0,
    })
    .to_string()
}

#[test]
fn units_are_those_of_the_files_and_mix_only_when_it_is_said() {
    let folder = scratch("scene-units");
    fs::write(folder.join("sheets.gltf"), gltf()).unwrap();
    fs::write(folder.join("plain.obj"), obj(&[("cube", [0.0, 0.0, -250.0], 100.0)])).unwrap();
    let metres = json_of(&scene(&folder, &["sheets.gltf", "--nearest", "3", "--format", "json"]));
    assert_eq!((&metres["unit"], &metres["findings"][0]["distance"]), (&json!("m"), &json!(0.125)));
    assert_eq!(pairs(&metres)[0], ["sheets.gltf:low", "sheets.gltf:high"]);
    assert_eq!(metres["findings"][0]["open"], json!(true));
    assert_eq!(metres["findings"][1]["distance"], json!(3.875));
    let inches = json_of(&scene(&folder, &["sheets.gltf", "--unit", "mm", "--format", "json"]));
    assert_eq!((&inches["unit"], &inches["findings"][0]["distance"]), (&json!("mm"), &json!(125.0)));
    let mixed = scene(&folder, &["sheets.gltf", "plain.obj"]);
    assert!(mixed.code == 2 && mixed.stderr.contains("--unit"), "{}", mixed.stderr);
    let mixed =
        json_of(&scene(&folder, &["plain.obj", "sheets.gltf", "--unit", "mm", "--format", "json", "--nearest", "9"]));
    assert_eq!(mixed["pairs"], json!(6));
    let from_cube: Vec<f64> = mixed["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|f| f["a"] == "plain.obj")
        .map(|f| f["distance"].as_f64().unwrap())
        .collect();
    assert_eq!(from_cube[0], 150.0);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = folder("scene-bad");
    fs::write(folder.join("bad.obj"), "v 0 0 x\n").unwrap();
    fs::write(
        folder.join("steals.gltf"),
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":1,\"uri\":\"../secret.bin\"}]}",
    )
    .unwrap();
    for (arguments, said) in [
        (&["bad.obj"][..], "bad.obj: "),
        (&["none.obj"], "none.obj: "),
        (&["cell.obj", "note.txt"], "note.txt: "),
        (&["steals.gltf"], "steals.gltf: "),
        (&["cell.obj", "--rules", "none.toml"], "none.toml: "),
        (&["cell.obj", "--pairs-from", "none.json"], "none.json: "),
        (&[], "required"),
    ] {
        let outcome = scene(&folder, arguments);
        assert!(outcome.code == 2 && outcome.stdout.is_empty() && outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}

#[test]
fn equal_names_of_files_and_objects_are_told_apart() {
    let folder = scratch("scene-names");
    for (place, name) in [(0.0, "left"), (2.0, "right")] {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("pin.obj"), obj(&[("pin", [place, 0.0, 0.0], 1.0)])).unwrap();
    }
    let found = json_of(&scene(
        &folder,
        &["left/pin.obj", "right/pin.obj", "right/pin.obj", "--nearest", "9", "--format", "json"],
    ));
    assert_eq!(found["findings"][0]["relation"], json!("a_in_b"));
    let mut names = pairs(&found);
    names.sort_unstable();
    assert_eq!(
        names,
        [["left/pin.obj", "right/pin.obj"], ["left/pin.obj", "right/pin.obj#2"], ["right/pin.obj", "right/pin.obj#2"]]
    );
}

/// Cause: of pairs at distance 0 the first by name was told, so a contact hid a clash. Law: overlaps come first.
#[test]
fn a_clash_is_nearer_than_a_contact() {
    let folder = scratch("scene-clash-first");
    let cubes =
        [("a", [0.0; 3], 1.0), ("b", [1.0, 0.0, 0.0], 1.0), ("c", [5.0, 0.0, 0.0], 2.0), ("d", [6.0, 0.0, 0.0], 2.0)];
    fs::write(folder.join("p.obj"), obj(&cubes)).unwrap();
    for limit in [&[][..], &["--below", "0.5"]] {
        let arguments = [&["p.obj", "--nearest", "1", "--format", "json"], limit].concat();
        assert_eq!(pairs(&json_of(&scene(&folder, &arguments))), [["p.obj:c", "p.obj:d"]]);
    }
}

/// Cause: a link in the folder of a file led to a device without an end. Law: only files of the folder are read.
#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = scratch("scene-links");
    let gltf = r#"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "data.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}"#;
    fs::write(folder.join("a.gltf"), gltf).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.join("data.bin")).unwrap();
    for command in [&["scene", "a.gltf"][..], &["distance", "a.gltf", "a.gltf"]] {
        let outcome = clearance_in(&folder, command);
        assert_eq!(outcome.code, 2, "{}", outcome.stdout);
        assert!(outcome.stderr.contains("data.bin"), "{}", outcome.stderr);
    }
}

/// Three squares as features; the second has a hole, and the third lies in it.
fn features() -> String {
    let square = |low: f64, high: f64| json!([[low, low], [high, low], [high, high], [low, high], [low, low]]);
    let feature = |name: &str, rings: Vec<Value>| json!({"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": rings}});
    let features = [
        feature("plate", vec![square(-3.0, -1.0)]),
        feature("frame", vec![square(0.0, 10.0), square(1.0, 9.0)]),
        feature("part", vec![square(1.5, 4.0)]),
    ];
    json!({"type": "FeatureCollection", "features": features}).to_string()
}

#[test]
fn outlines_are_a_scene_in_the_plane() {
    let folder = scratch("scene-outlines");
    fs::write(folder.join("plan.geojson"), features()).unwrap();
    fs::write(folder.join("more.svg"), "<svg><circle id=\"pin\" cx=\"7\" cy=\"7\" r=\"1.5\"/></svg>").unwrap();
    fs::write(folder.join("far.wkt"), "POLYGON ((20 0, 21 0, 20 1, 20 0))").unwrap();
    let files = ["plan.geojson", "more.svg", "far.wkt"];
    let run = |more: &[&str]| scene(&folder, &[&files[..], more].concat());
    let outcome = run(&["--below", "0.75", "--format", "json"]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let document = json_of(&outcome);
    assert_eq!((&document["objects"], &document["pairs"]), (&json!(5), &json!(10)));
    assert_eq!(pairs(&document), [["plan.geojson:frame", "plan.geojson:part"], ["plan.geojson:frame", "more.svg"]]);
    let [first, second] = [&document["findings"][0], &document["findings"][1]];
    assert_eq!((&first["distance"], &first["relation"]), (&json!(0.5), &json!("apart")));
    assert_eq!(first["point_a"].as_array().map(Vec::len), Some(2));
    assert_eq!(first["leaf_a"], json!(4));
    // The bounds hold the distance from the circle, which the polygon does not reach everywhere.
    let bound = |key: &str| second[key].as_f64().unwrap();
    assert!(bound("lower") < 0.5 && bound("upper") >= 0.5 && bound("upper") - bound("lower") < 1e-5, "{second}");
    assert!(outcome.stderr.contains("limits are decided for the polygons"), "{}", outcome.stderr);
    assert!(pairs(&json_of(&run(&["--below", "0.5", "--format", "json"]))).is_empty());
    let csv = run(&["--nearest", "1", "--format", "csv"]).stdout;
    let cells: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let of_z: Vec<usize> = (0..cells[0].len()).filter(|&column| cells[0][column].ends_with("_z")).collect();
    assert!(of_z.len() == 3 && of_z.iter().all(|&column| cells[1][column].is_empty()), "{csv}");
    fs::write(folder.join("rules.toml"), "[[rule]]\na = 'pla*'\nb = 'frame'\nbelow = 9.0\n").unwrap();
    let outcome = run(&["--rules", "rules.toml", "--format", "junit", "--report", "clash.html"]);
    assert!(outcome.stdout.contains("plan.geojson:plate and plan.geojson:frame"), "{}", outcome.stdout);
    let page = fs::read_to_string(folder.join("clash.html")).unwrap();
    assert!(page.contains("\"plane\":true") && page.contains("\"near_a\":\"A"), "{page}");
}

#[test]
fn outlines_and_meshes_do_not_mix() {
    let folder = folder("scene-mixed");
    fs::write(folder.join("plan.geojson"), features()).unwrap();
    let outcome = scene(&folder, &["cell.obj", "plan.geojson"]);
    assert!(outcome.code == 2 && outcome.stdout.is_empty(), "{}", outcome.stdout);
    assert!(
        outcome.stderr.contains("plan.geojson has outlines in the plane, and cell.obj has meshes"),
        "{}",
        outcome.stderr
    );
}

/// Cause: a baseline without a unit was compared with an answer in millimetres. Law: units are equal or refused.
#[test]
fn an_earlier_run_in_another_unit_or_in_none_is_refused() {
    let folder = folder("scene-baseline-unit");
    let run = |more: &[&str]| scene(&folder, &[&["cell.obj", "--below", "1"], more].concat());
    for format in ["json", "jsonl", "csv"] {
        for unit in [&[][..], &["--unit", "mm"]] {
            let name = format!("{}.{format}", unit.len());
            run(&[unit, &["--format", format, "--output", &name]].concat());
            assert_eq!(run(&[unit, &["--pairs-from", &name]].concat()).code, 0, "{name}");
            let other: &[&str] = if unit.is_empty() { &["--unit", "mm"] } else { &["--unit", "m"] };
            for other in [other, if unit.is_empty() { &["--unit", "km"] } else { &[] }] {
                let outcome = run(&[other, &["--pairs-from", &name]].concat());
                assert!(outcome.code == 2 && outcome.stderr.contains("the same unit"), "{name} {}", outcome.stderr);
            }
        }
    }
}

/// Cause: JSON lines of a run without findings are an empty file, which was refused; and a run without findings in
/// another unit was not. Law: every output of an earlier run is one to compare with, in its own unit.
#[test]
fn an_earlier_run_without_findings_is_compared_with_in_its_unit() {
    let folder = folder("scene-nothing-earlier");
    for format in ["json", "jsonl", "csv"] {
        let earlier = ["cell.obj", "--nearest", "1", "--rules", "skip.toml", "--unit", "mm", "--format", format];
        fs::write(folder.join("skip.toml"), "[[rule]]\na = '*'\nskip = true\n").unwrap();
        let written = scene(&folder, &[&earlier[..], &["--output", "earlier"]].concat());
        assert_eq!(written.code, 0, "{}", written.stderr);
        let now = ["cell.obj", "--below", "1", "--pairs-from", "earlier", "--format", "jsonl", "--unit"];
        let outcome = scene(&folder, &[&now[..], &["mm"]].concat());
        assert_eq!((outcome.code, outcome.stdout.matches("\"change\":\"new\"").count()), (1, 4), "{}", outcome.stderr);
        let expected = if format == "json" { 2 } else { 1 };
        assert_eq!(scene(&folder, &[&now[..], &["in"]].concat()).code, expected, "{format}");
    }
}

/// Cause: the band of contact was compared with rounded bounds. Law: a distance or overlap that is exactly the band is in
/// it, and the limit is compared with the distance of the surfaces.
#[test]
fn the_band_of_contact_is_decided_where_equality_holds() {
    let folder = scratch("scene-band");
    fs::write(folder.join("apart.wkt"), "POLYGON((0 0,1 0,1 1,0 1,0 0)) POLYGON((3 0,4 0,4 1,3 1,3 0))").unwrap();
    fs::write(folder.join("deep.wkt"), "POLYGON((0 0,4 0,4 4,0 4,0 0)) POLYGON((3 0,8 0,8 4,3 4,3 0))").unwrap();
    fs::write(folder.join("apart.obj"), obj(&[("a", [0.0; 3], 1.0), ("b", [3.0, 0.0, 0.0], 1.0)])).unwrap();
    fs::write(folder.join("deep.obj"), obj(&[("a", [0.0; 3], 4.0), ("b", [3.0, 0.0, 0.0], 4.0)])).unwrap();
    for (file, contact, relation, distance) in [
        ("apart.wkt", "2.0", "touching", 2.0),
        ("apart.obj", "2.0", "touching", 2.0),
        ("apart.wkt", "1.9999999999999998", "apart", 2.0),
        ("apart.obj", "1.9999999999999998", "apart", 2.0),
        ("deep.wkt", "1.0", "touching", 0.0),
        ("deep.obj", "1.0", "touching", 0.0),
        ("deep.wkt", "1.0000000000000002", "touching", 0.0),
        ("deep.wkt", "0.9999999999999999", "crossing", 0.0),
        ("deep.obj", "0.9999999999999999", "crossing", 0.0),
    ] {
        fs::write(folder.join("band.toml"), format!("[[rule]]\na = '*'\ncontact = {contact}\n")).unwrap();
        let query = [file, "--rules", "band.toml", "--format", "json", "--below"];
        let found = json_of(&scene(&folder, &[&query[..], &["3"]].concat()));
        let found = &found["findings"][0];
        assert_eq!((&found["relation"], &found["distance"]), (&json!(relation), &json!(distance)), "{file} {contact}");
        let none = scene(&folder, &[&query[..], &["0"]].concat());
        assert_eq!(none.code, i32::from(relation == "crossing"), "{file} {contact}");
        let near = scene(&folder, &[&query[..], &["1"]].concat());
        assert_eq!(near.code, i32::from(distance < 1.0), "{file} {contact}");
    }
}

/// Cause: an SVG whose transform rounds was taken for one with curves, and a unit that is missing left a blank. Law: no
/// word is said of what is not there.
#[test]
fn straight_drawings_have_no_curves_and_lengths_without_a_unit_no_blank() {
    let folder = folder("scene-no-words");
    let straight = "<svg><rect width='1' height='1'/><rect width='1' height='1' transform='translate(3.1,0)'/></svg>";
    fs::write(folder.join("straight.svg"), straight).unwrap();
    fs::write(folder.join("curved.svg"), "<svg><circle r='1'/><rect x='9' width='1' height='1'/></svg>").unwrap();
    assert_eq!(scene(&folder, &["straight.svg"]).stderr, "");
    assert!(scene(&folder, &["curved.svg"]).stderr.contains("the polygons that the curves became"));
    let outcome = scene(&folder, &["cell.obj", "--below", "1", "--format", "junit"]);
    assert!(outcome.stdout.contains("distance 0.5, limit 1\""), "{}", outcome.stdout);
}

#[test]
fn pairs_that_overlap_tell_the_volume_of_what_they_share() {
    let folder = folder("scene-volume");
    fs::write(folder.join("plan.wkt"), "POLYGON((0 0,4 0,4 4,0 4,0 0)) POLYGON((3 1,8 1,8 2,3 2,3 1))").unwrap();
    for (files, exact) in [(&["cell.obj"], 0.125), (&["plan.wkt"], 1.0)] {
        let run = |format: &str| scene(&folder, &[&files[..], &["--below", "1", "--format", format]].concat());
        let document = json_of(&run("json"));
        let findings = document["findings"].as_array().unwrap();
        let csv = run("csv").stdout;
        let rows = csv.lines().map(|line| line.rsplitn(3, ',').take(2).collect::<Vec<_>>()).collect::<Vec<_>>();
        assert_eq!(rows[0], ["volume_upper", "volume_lower"]);
        let mut told = 0;
        for (finding, row) in findings.iter().zip(&rows[1..]) {
            let bounds =
                ["volume_lower", "volume_upper"].map(|key| finding.get(key).map(|bound| bound.as_f64().unwrap()));
            let [Some(lower), Some(upper)] = bounds else {
                assert!(bounds == [None; 2] && row == &["", ""] && finding["status"] != "overlapping", "{finding}");
                continue;
            };
            told += 1;
            assert!(lower <= exact && exact <= upper && upper - lower < 1e-9, "{finding}");
            assert_eq!(row.iter().map(|cell| cell.parse().unwrap()).collect::<Vec<f64>>(), [upper, lower]);
        }
        assert_eq!(told, 1, "{document}");
    }
}
