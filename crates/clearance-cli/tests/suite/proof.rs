//! Proofs by the command: written, checked, moved, and changed.

use crate::common::{Outcome, clearance_in, scratch};
use crate::scene::json_of;
use std::fs;
use std::path::Path;

/// A sheet that is bent along the line x = 1.
const BENT: &str = "v 0 0 1\nv 0 1 1\nv 1 0 0\nv 1 1 0\nv 2 0 1\nv 2 1 1\nf 1 2 4 3\nf 3 4 6 5\n";
/// A tetrahedron of glTF's unit would be closed and convex; this one is.
const WEDGE: &str = "v 0.75 0.25 0.5\nv 1.25 0.25 0.5\nv 1 0.75 0.5\nv 1 0.4 1.5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}

fn verify(folder: &Path, name: &str) -> Outcome {
    clearance_in(folder, &["verify", name])
}

#[test]
fn a_proof_is_written_and_holds_what_the_answer_says_from_any_folder() {
    let folder = scratch("proof");
    fs::create_dir_all(folder.join("parts")).unwrap();
    fs::create_dir_all(folder.join("proofs")).unwrap();
    write(&folder, "parts/bent sheet.obj", BENT);
    write(&folder, "wedge.obj", WEDGE);
    let query = ["distance", "parts/bent sheet.obj", "wedge.obj", "--pose-b", "0,0,0.25,0.1,0.2,0.3,0.9"];
    let answer = clearance_in(&folder, &[&query[..], &["--format", "jsonl", "--proof", "proofs/p.txt"]].concat());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let outcome = verify(&folder, "proofs/p.txt");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let answer = answer.json_lines().remove(0);
    let claim = format!("bent sheet.obj and wedge.obj: {} <= distance <= {}", answer["lower"], answer["upper"]);
    assert!(outcome.stdout.starts_with(&claim), "{claim}\n{}", outcome.stdout);
    assert!(outcome.stdout.contains("proven by"), "{}", outcome.stdout);
    // Which files and poses were checked.
    let pose = "wedge.obj: ../wedge.obj at (0e0, 0e0, 2.5e-1), turned by (";
    assert!(outcome.stdout.contains(pose), "{}", outcome.stdout);
    assert_eq!(verify(&folder.join("proofs"), "p.txt").code, 0);
    // The unit and the factor of an option, and single precision.
    for more in [&["--unit", "mm"][..], &["--scalar", "f32"]] {
        let written = clearance_in(&folder, &[&query[..], &["--proof", "q.txt"], more].concat());
        assert_eq!(written.code, 0, "{}", written.stderr);
        let outcome = verify(&folder, "q.txt");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    }
}

#[test]
fn changed_proofs_and_swapped_meshes_are_refused_with_the_reason() {
    let folder = scratch("proof_changed");
    write(&folder, "a.obj", BENT);
    write(&folder, "b.obj", WEDGE);
    let written = clearance_in(&folder, &["distance", "a.obj", "b.obj", "--proof", "p.txt"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let text = fs::read(folder.join("p.txt")).unwrap();
    let refused = |name: &str, reason: &str| {
        let outcome = verify(&folder, name);
        assert_eq!(outcome.code, 1, "{name}: {} {}", outcome.stdout, outcome.stderr);
        assert!(outcome.stderr.contains("refused") && outcome.stderr.contains(reason), "{}", outcome.stderr);
    };
    let mut flips = 0;
    for place in (0..text.len()).step_by(7) {
        let mut bytes = text.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(folder.join("flipped.txt"), &bytes).unwrap();
        refused("flipped.txt", "");
        flips += 1;
    }
    assert!(flips > 20, "{flips}");
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for left_out in 0..lines.len() {
        let kept = (0..lines.len()).filter(|&place| place != left_out).map(|place| lines[place].to_owned() + "\n");
        write(&folder, "shorter.txt", &kept.collect::<String>());
        refused("shorter.txt", "");
    }
    let steps = lines.iter().find(|line| line.starts_with("steps ")).unwrap();
    write(&folder, "dropped.txt", &text.replace(steps, steps.rsplit_once(' ').unwrap().0));
    refused("dropped.txt", "line ");
    write(&folder, "a.obj", WEDGE);
    write(&folder, "b.obj", BENT);
    refused("p.txt", "a.obj is not the surface of the proof");
    write(&folder, "a.obj", BENT);
    write(&folder, "b.obj", &WEDGE.replace("0.4", "0.4000001"));
    refused("p.txt", "b.obj is not the surface of the proof");
}

#[test]
fn meeting_surfaces_are_proven_by_a_common_point() {
    let folder = scratch("proof_meeting");
    write(&folder, "a.obj", BENT);
    write(&folder, "b.obj", WEDGE);
    let written = clearance_in(&folder, &["distance", "a.obj", "b.obj", "--pose-b", "0,0,-0.75", "--proof", "p.txt"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let outcome = verify(&folder, "p.txt");
    assert!(outcome.code == 0 && outcome.stdout.contains("the surfaces meet"), "{} {}", outcome.stdout, outcome.stderr);
}

#[test]
fn what_cannot_be_read_or_proven_is_an_error_of_the_input() {
    let folder = scratch("proof_input");
    write(&folder, "a.obj", BENT);
    assert_eq!(verify(&folder, "nothing.txt").code, 2);
    write(&folder, "other.txt", "no proof\n");
    let outcome = verify(&folder, "other.txt");
    assert!(outcome.code == 1 && outcome.stderr.contains("this is no proof"), "{}", outcome.stderr);
    let literal = clearance_in(&folder, &["distance", "a.obj", "{\"ball\": 1}", "--proof", "p.txt"]);
    assert_eq!(literal.code, 2, "{}", literal.stderr);
    assert!(!folder.join("p.txt").exists());
    write(&folder, "b.obj", WEDGE);
    assert_eq!(clearance_in(&folder, &["distance", "a.obj", "b.obj", "--proof", "p.txt"]).code, 0);
    fs::remove_file(folder.join("b.obj")).unwrap();
    assert_eq!(verify(&folder, "p.txt").code, 2);
}

/// Cubes of an OBJ file: name, least corner, edge.
fn cubes(cubes: &[(&str, [f64; 3], f64)]) -> String {
    let mut text = String::new();
    for (number, (name, low, edge)) in cubes.iter().enumerate() {
        text += &format!("o {name}\n");
        for corner in 0..8 {
            let [x, y, z] = [0, 1, 2].map(|axis| low[axis] + edge * f64::from(corner >> axis & 1));
            text += &format!("v {x} {y} {z}\n");
        }
        for square in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
            let [a, b, c, d] = square.map(|corner| 8 * number + corner);
            text += &format!("f {a} {b} {c} {d}\n");
        }
    }
    text
}

/// A row of cubes with gaps of 2, 0.5 and 0, and one inside the last; another file far away, nearly as far from itself.
fn row(folder: &Path) {
    let near = [
        ("first", [0.0; 3], 1.0),
        ("second", [3.0, 0.0, 0.0], 1.0),
        ("third", [4.5, 0.0, 0.0], 1.0),
        ("last", [5.5, 0.0, 0.0], 1.0),
        ("inner", [5.75, 0.25, 0.25], 0.5),
    ];
    write(folder, "row.obj", &cubes(&near));
    // Their boxes are near, and they are not.
    write(folder, "far.obj", &cubes(&[("x", [50.0, 0.0, 0.0], 1.0), ("*", [51.75, 1.75, 0.0], 1.0)]));
}

#[test]
fn a_scene_is_proven_pair_by_pair_and_all_other_pairs_together() {
    let folder = scratch("proof_scene");
    row(&folder);
    write(&folder, "rules.toml", "[[rule]]\na = 'second'\nb = 'third'\nskip = true\n");
    for (more, found, said) in [
        (&["--below", "1"][..], 4, "all other pairs: 1 <= distance"),
        (&["--below", "1", "--rules", "rules.toml"], 3, "row.obj:second and row.obj:third: 0 <= distance"),
        (&["--nearest", "2", "--below", "1"], 2, ""),
        (&["--nearest", "4"], 4, "all other pairs: 0.49999999999999994 <= distance"),
        (&["--below", "1", "--unit", "mm"], 4, "all other pairs: 1 mm <= distance"),
        (&["--nearest", "100"], 21, ""),
    ] {
        let query = ["scene", "row.obj", "far.obj", "--proof", "p.txt", "--format", "jsonl"];
        let written = clearance_in(&folder, &[&query[..], more].concat());
        assert_ne!(written.code, 2, "{more:?} {}", written.stderr);
        assert_eq!(written.json_lines().len(), found, "{more:?}");
        let outcome = verify(&folder, "p.txt");
        assert_eq!(outcome.code, 0, "{more:?} {}", outcome.stderr);
        assert!(outcome.stdout.contains(said), "{more:?} {}", outcome.stdout);
        let lines = written.json_lines();
        let inner = lines.iter().find(|line| line["b"] == "row.obj:inner" && line["a"] == "row.obj:last");
        let inner = inner.expect("a body in another one is a finding");
        let unit = inner["unit"].as_str().map_or(String::new(), |unit| format!(" {unit}"));
        let claim = format!("last and row.obj:inner: {} <= distance <= {}{unit}", inner["lower"], inner["upper"]);
        assert!(outcome.stdout.contains(&claim), "{claim} {}", outcome.stdout);
        assert!(outcome.stdout.contains("far.obj:*: far.obj|part=1 at (0e0, 0e0, 0e0)"), "{}", outcome.stdout);
    }
}

#[test]
fn outlines_and_instances_are_proven_too() {
    let folder = scratch("proof_outlines");
    write(
        &folder,
        "a.wkt",
        "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 3, 3 3, 3 1, 1 1)) POLYGON ((5 0, 6 0, 5 9, 5 0))",
    );
    write(&folder, "b.svg", "<svg><circle id='pin' cx='2' cy='2' r='0.5'/></svg>");
    let written = clearance_in(&folder, &["scene", "a.wkt", "b.svg", "--below", "1.25", "--proof", "p.txt"]);
    assert_eq!(written.code, 1, "{}", written.stderr);
    let outcome = verify(&folder, "p.txt");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("a.wkt:0 and a.wkt:1: 0.9999999999999999 <= distance <= 1.0000000000000002"),
        "{}",
        outcome.stdout
    );
    // A mirrored and scaled instance beside the mesh itself.
    let gltf = r#"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "scene": 0, "scenes": [{"nodes": [0, 1, 2]}],
        "nodes": [{"mesh": 0, "name": "low"}, {"mesh": 0, "name": "high", "translation": [0, 0, 0.25]},
            {"mesh": 0, "name": "turned", "translation": [0, 0, 4], "rotation": [0, 0, 0.6, 0.8], "scale": [-2, 2, 2]}]}"#;
    write(&folder, "sheets.gltf", gltf);
    let written = clearance_in(&folder, &["scene", "sheets.gltf", "--nearest", "3", "--proof", "q.txt"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let outcome = verify(&folder, "q.txt");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("sheets.gltf:low and sheets.gltf:high: 0.2499999"), "{}", outcome.stdout);
    assert_eq!(fs::read_to_string(folder.join("q.txt")).unwrap().matches("\nsurface ").count(), 2);
}

#[test]
fn each_kind_of_finding_is_proven_with_all_that_it_says() {
    let folder = scratch("proof_kinds");
    let pairs = [
        [("duct", [0.0, 0.0, 0.0], 2.0), ("wall", [1.0, 0.0, 0.0], 2.0)],
        [("outer", [10.0, 0.0, 0.0], 4.0), ("inner", [11.0, 1.0, 1.0], 1.0)],
        [("twin", [20.0, 0.0, 0.0], 1.0), ("other", [20.0, 0.0, 0.0], 1.0)],
        [("left", [30.0, 0.0, 0.0], 1.0), ("right", [31.0, 0.0, 0.0], 1.0)],
        [("near", [40.0, 0.0, 0.0], 1.0), ("far", [41.5, 0.0, 0.0], 1.0)],
    ];
    write(&folder, "kinds.obj", &cubes(&pairs.concat()));
    let query = ["scene", "kinds.obj", "--unit", "m", "--below", "1", "--contact", "0.001", "--proof", "p.txt"];
    let told = json_of(&clearance_in(&folder, &[&query[..], &["--format", "json"]].concat()));
    let outcome = verify(&folder, "p.txt");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let claims = |pair: [(&str, [f64; 3], f64); 2]| -> Vec<&str> {
        let begin = format!("kinds.obj:{} and kinds.obj:{}: ", pair[0].0, pair[1].0);
        outcome.stdout.lines().filter_map(|line| line.strip_prefix(&begin)).collect()
    };
    // The numbers around a word.
    let bounds = |claim: &str, word: &str| {
        let (lower, upper) = claim.split_once(word).unwrap_or_else(|| panic!("{word}: {claim}"));
        [lower, upper].map(|end| end.split(' ').find_map(|word| word.parse::<f64>().ok()).unwrap())
    };
    let volumes = [4.0, 1.0, 1.0];
    for (place, kind) in ["hard", "hard", "duplicate", "touch", "gap"].into_iter().enumerate() {
        assert_eq!(told["findings"][place]["kind"], kind);
        let found = claims(pairs[place]);
        match kind {
            "touch" => assert!(found.len() == 2 && found[1] == "0 <= overlap <= 0.001 m", "{found:?}"),
            "gap" => assert!(found.len() == 2 && found[1] == "no common interior", "{found:?}"),
            _ => {
                let [lower, upper] = bounds(found[1], " <= overlap <= ");
                assert!(lower <= 1.0 && 1.0 <= upper && upper <= 1.102 * lower, "{found:?}");
                let ([low, high], right) = (bounds(found[2], " <= common volume <= "), volumes[place]);
                assert!(low <= right && right <= high && high - low < 1e-11 * right, "{found:?}");
                assert!(found[2].ends_with(" m³"), "{found:?}");
                let is_same = found.get(3).is_some_and(|claim| *claim == "the same up to 0.001 m");
                assert_eq!((found.len(), is_same), (3 + usize::from(is_same), kind == "duplicate"), "{found:?}");
            }
        }
    }
    // In the plane it is an area; and the proof of two things has it, too.
    let plan = ["POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", "POLYGON ((3 1, 8 1, 8 2, 3 2, 3 1))"];
    write(&folder, "plan.wkt", &plan.join(" "));
    assert_eq!(clearance_in(&folder, &["scene", "plan.wkt", "--below", "0", "--proof", "q.txt"]).code, 1);
    for (name, text) in [("a.wkt", plan[0]), ("b.wkt", plan[1])] {
        write(&folder, name, text);
    }
    assert_eq!(clearance_in(&folder, &["distance", "a.wkt", "b.wkt", "--proof", "r.txt"]).code, 0);
    for proof in ["q.txt", "r.txt"] {
        let outcome = verify(&folder, proof);
        let claim = outcome.stdout.lines().find(|line| line.contains("common area")).unwrap_or(&outcome.stderr);
        let [low, high] = bounds(claim, " <= common area <= ");
        assert!(low <= 1.0 && 1.0 <= high && high - low < 1e-11, "{claim}");
    }
}

/// Cause: the checker takes points as inside that an odd number of leaves encloses, and where parts of a body overlap our volume
/// is that of both. Law: a proof does not contradict the answer.
#[test]
fn the_volume_of_a_body_whose_parts_overlap_is_not_claimed_by_odd_numbers() {
    let folder = scratch("proof_of_parts_that_overlap");
    // Two cubes in one object that share a half, and one that holds what they share.
    let parts = cubes(&[("parts", [0.0; 3], 2.0), ("more", [1.0, 0.0, 0.0], 2.0)]).replace("o more\n", "");
    write(&folder, "parts.obj", &parts);
    write(&folder, "cube.obj", &cubes(&[("cube", [0.5, 0.5, 0.5], 1.5)]));
    let query = ["scene", "parts.obj", "cube.obj", "--below", "0", "--format", "json", "--proof", "p.txt"];
    let told = json_of(&clearance_in(&folder, &query));
    let finding = &told["findings"][0];
    let [lower, upper] = ["volume_lower", "volume_upper"].map(|key| finding[key].as_f64().unwrap());
    assert!(lower <= 3.375 && 3.375 <= upper && upper - lower < 1e-9, "{finding}");
    let outcome = verify(&folder, "p.txt");
    assert!(outcome.code == 0 && !outcome.stdout.contains("common volume"), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn changed_proofs_of_scenes_are_refused_with_the_reason() {
    let folder = scratch("proof_scene_changed");
    row(&folder);
    let query = ["scene", "row.obj", "far.obj", "--below", "1", "--proof", "p.txt"];
    assert_eq!(clearance_in(&folder, &query).code, 1);
    let text = fs::read_to_string(folder.join("p.txt")).unwrap();
    let refused = |text: &[u8], reason: &str| {
        fs::write(folder.join("changed.txt"), text).unwrap();
        let outcome = verify(&folder, "changed.txt");
        assert_eq!(outcome.code, 1, "{}\n{}", outcome.stdout, String::from_utf8_lossy(text));
        assert!(outcome.stderr.contains("refused") && outcome.stderr.contains(reason), "{reason} {}", outcome.stderr);
    };
    for place in (0..text.len()).step_by(101) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << (place % 8);
        refused(&bytes, "");
    }
    // With a checksum that fits: no claim rests on it.
    let sealed = |text: &str| {
        let body = &text[..text.rfind("end ").unwrap()];
        format!("{body}{}\n", clearance_verify::end_of(body))
    };
    assert_eq!(sealed(&text), text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let claim = lines.iter().position(|line| line.starts_with("pair ")).unwrap();
    let length =
        lines[claim + 1..].iter().take_while(|line| line.starts_with("steps ") || line.starts_with("witness ")).count();
    // What the bodies have in common is another claim: it goes, too.
    let overlaps = lines.iter().position(|line| line.starts_with("overlap ")).unwrap();
    let rest = lines.iter().position(|line| line.starts_with("rest ")).unwrap();
    let without: String = [&lines[..claim], &lines[claim + 1 + length..overlaps], &lines[rest..]].concat().concat();
    refused(sealed(&without).as_bytes(), "nothing is proven of them, and their boxes are too near");
    refused(sealed(&text.replace("rest 1e0", "rest 1.5e1")).as_bytes(), "their boxes are too near");
    refused(sealed(&text.replace("rest 1e0", "rest -1e0")).as_bytes(), "expected a bound");
    refused(sealed(&text.replace("row.obj|part=1", "row.obj|part=2")).as_bytes(), "is not the surface of the proof");
    let moved = text.replace("row.obj:first 0e0", "row.obj:first 1.5e0");
    assert_ne!(moved, text);
    refused(sealed(&moved).as_bytes(), "first");
    fs::write(
        folder.join("row.obj"),
        fs::read_to_string(folder.join("row.obj")).unwrap().replacen("v 3 ", "v 3.5 ", 1),
    )
    .unwrap();
    refused(text.as_bytes(), "row.obj|part=1 is not the surface of the proof");
}

/// The text with the checksum of its lines.
fn sealed(text: &str) -> String {
    let body = &text[..text.rfind("end ").unwrap()];
    format!("{body}{}\n", clearance_verify::end_of(body))
}

/// Cause: endings in a surface's name were left out where they did not apply, units and names were printed as they stood,
/// and any file was read to its end. Law: every word of a proof has its meaning, or the proof is refused.
#[test]
fn a_word_of_a_proof_that_has_no_meaning_is_refused() {
    let folder = scratch("proof_words");
    row(&folder);
    write(&folder, "a.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 0)) POLYGON ((5 0, 6 0, 5 9, 5 0))");
    let query = ["scene", "row.obj", "far.obj", "--below", "1", "--unit", "mm", "--proof", "p.txt"];
    assert_eq!(clearance_in(&folder, &query).code, 1);
    assert_eq!(clearance_in(&folder, &["scene", "a.wkt", "--below", "1", "--proof", "q.txt"]).code, 0);
    let [solid, flat] = ["p.txt", "q.txt"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    for text in [&solid, &flat] {
        write(&folder, "changed.txt", &sealed(text));
        let outcome = verify(&folder, "changed.txt");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    }
    for (text, from, to, reason) in [
        (&solid, "row.obj|part=0", "row.obj|times=1e-3|part=0", "factor in its linear map"),
        (&solid, "row.obj|part=0", "row.obj|f32|part=0", "factor in its linear map"),
        (&solid, "row.obj|part=0", "row.obj|times=nan|part=0", "expected a positive finite factor"),
        (&solid, "row.obj|part=0", "row.obj|times=0", "expected a positive finite factor"),
        (&solid, "row.obj|part=0", "row.obj|times=-3", "expected a positive finite factor"),
        (&solid, "row.obj|part=0", "row.obj|times=inf", "expected a positive finite factor"),
        (&solid, "row.obj|part=0", "row.obj|part=0|linear=1,2", "expected a file of a known format"),
        (&solid, "row.obj|part=0", "row.obj|part=00", "expected a file of a known format"),
        (&solid, "row.obj|part=0", "/dev/zero", "expected a file of a known format"),
        (&flat, "a.wkt|part=0", "a.wkt|part=0|linear=2,0,0,0,2,0,0,0,2", "a drawing is only multiplied"),
        (&solid, "unit mm\n", "unit mm%0Aall other pairs: 9 mm <= distance\n", "expected one of"),
        (&solid, "unit mm\n", "unit \u{1b}[2Jmm\n", "expected a name"),
        (&solid, "unit mm\n", "unit mm\nunit in\n", "expected one of"),
        (&solid, "unit mm\n", "unit parsec\n", "expected one of"),
        (&solid, "\nrest ", "\nunit mm\nrest ", "expected one of"),
        (&solid, "row.obj:second", "row.obj:first", "two bodies are called"),
        (&solid, "row.obj:second", "row.obj%3Asecond", "expected a name"),
        (&solid, "row.obj:second", "row.obj:%0asecond", "expected a name"),
        (&solid, "row.obj:second", "row.obj:%+1second", "expected a name"),
        (&solid, "\npair 1 ", "\npair +1 ", "expected a number"),
        (&solid, "\ndirection 1 ", "\ndirection 1_0 ", "expected a number"),
        (&solid, "\nsteps p", "\nsteps p0", "expected a number"),
        (&flat, "a.wkt:0 0e0 0e0 0e0", "a.wkt:0 0e0 0e0 1e0", "expected a pose in the plane or in space"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(&changed, text, "{from} is not in\n{text}");
        write(&folder, "changed.txt", &sealed(&changed));
        let outcome = verify(&folder, "changed.txt");
        assert_eq!(outcome.code, 1, "{to}: {} {}", outcome.stdout, outcome.stderr);
        assert!(outcome.stderr.contains(reason), "{to}: {}", outcome.stderr);
        assert!(
            outcome.stdout.is_empty() && !outcome.stderr.contains('\u{1b}'),
            "{} {}",
            outcome.stdout,
            outcome.stderr
        );
    }
}

/// Cause: two bodies of one file had one name. Law: the bodies of a proof have names of their own.
#[test]
fn a_file_and_itself_are_two_bodies_of_a_proof() {
    let folder = scratch("proof_itself");
    write(&folder, "a.obj", WEDGE);
    let query = ["distance", "a.obj", "a.obj", "--pose-b", "0,0,5", "--proof", "p.txt"];
    assert_eq!(clearance_in(&folder, &query).code, 0);
    let outcome = verify(&folder, "p.txt");
    assert!(outcome.code == 0 && outcome.stdout.starts_with("a.obj and a.obj#2: "), "{}", outcome.stdout);
}

/// Cause: results replaced files of the question and each other, and a folder that is missing was told as a missing
/// mesh. Law: each result has a file of its own, and a failure names the place that failed.
#[test]
fn results_go_to_files_of_their_own_and_missing_folders_are_named() {
    let folder = scratch("proof_places");
    write(&folder, "a.obj", BENT);
    write(&folder, "b.obj", WEDGE);
    for command in ["distance", "scene"] {
        for more in [&["--proof", "a.obj"][..], &["--output", "./b.obj"], &["--output", "x.txt", "--proof", "x.txt"]] {
            let outcome = clearance_in(&folder, &[&[command, "a.obj", "b.obj"], more].concat());
            assert_eq!(outcome.code, 2, "{command} {more:?}");
            assert!(outcome.stderr.contains("a file of its own for each result"), "{}", outcome.stderr);
        }
        let outcome = clearance_in(&folder, &[command, "a.obj", "b.obj", "--proof", "nowhere/p.txt"]);
        assert_eq!(outcome.code, 2, "{}", outcome.stdout);
        assert!(outcome.stderr.contains("nowhere: ") && !outcome.stderr.contains("a.obj: No"), "{}", outcome.stderr);
    }
    assert_eq!(fs::read_to_string(folder.join("a.obj")).unwrap(), BENT);
    assert!(!folder.join("x.txt").exists());
}

/// Cause: the boxes were swept along x only. Law: stacks along each axis are proven and refused alike.
#[test]
fn the_rest_is_proven_along_every_axis() {
    let folder = scratch("proof_axes");
    for axis in 0..3 {
        let place = |step: usize| {
            let mut low = [0.0; 3];
            low[axis] = 3.0 * step as f64;
            low
        };
        write(&folder, "stack.obj", &cubes(&[("a", place(0), 1.0), ("b", place(2), 1.0), ("c", place(1), 1.0)]));
        assert_eq!(clearance_in(&folder, &["scene", "stack.obj", "--below", "1", "--proof", "p.txt"]).code, 0);
        let text = fs::read_to_string(folder.join("p.txt")).unwrap();
        assert_eq!(verify(&folder, "p.txt").code, 0, "{text}");
        let nearer = text.replace("rest 1e0", "rest 2.5e0");
        assert_ne!(nearer, text);
        write(&folder, "changed.txt", &sealed(&nearer));
        assert_eq!(verify(&folder, "changed.txt").code, 1, "{nearer}");
    }
}

/// A rod that turns and a wall: the shapes, and options of a hit.
const ROD: &str = "{\"cuboid\": {\"half_extents\": [1, 0.1, 0.1]}, \"radius\": 0.05}";
const WALL: &str = "{\"cylinder\": {\"half_height\": 3, \"radius\": 0.5}, \"pose\": {\"translation\": [2, 0, 0]}}";
const SWING: [&str; 4] = ["--turn", "0,0,2", "--travel", "1.6,0.1,0"];

#[test]
fn the_proof_of_a_motion_is_written_and_checked() {
    let folder = scratch("proof_motion");
    let cast = |more: &[&str]| {
        let query = [&["cast", WALL, ROD, "--format", "jsonl", "--proof=m.json"], more].concat();
        let outcome = clearance_in(&folder, &query);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        outcome.json_lines().remove(0)
    };
    let swing: &[&str] = &SWING;
    for more in [swing, &["--travel", "3,0,0"], &["--travel", "0,3,0"], &["--turn", "0,0,70", "--travel=-1,0,1"]] {
        for options in [&[][..], &["--scalar", "f32"], &["--target", "0.01", "--unit", "mm"]] {
            let answer = cast(&[more, options].concat());
            let outcome = verify(&folder, "m.json");
            assert_eq!(outcome.code, 0, "{more:?}: {}", outcome.stderr);
            let (_, end) = outcome.stdout.lines().next().unwrap().split_once("from fraction 0 to ").unwrap();
            let (end, lower) = (end.parse::<f64>().unwrap(), answer["lower"].as_f64().unwrap());
            let room = if options.contains(&"f32") { 1e-6 } else { 1e-12 };
            assert!((end - lower).abs() <= room, "{more:?} {options:?}: {end} {lower}");
        }
    }
}

#[test]
fn changed_proofs_of_motions_are_refused_with_the_reason() {
    let folder = scratch("proof_motion_changed");
    let query = [&["cast", WALL, ROD, "--proof=m.json"], &SWING[..]].concat();
    assert_eq!(clearance_in(&folder, &query).code, 0);
    let text = fs::read_to_string(folder.join("m.json")).unwrap();
    let proof: serde_json::Value = serde_json::from_str(&text).unwrap();
    let refused = |change: &dyn Fn(&mut serde_json::Value), reason: &str| {
        let mut changed = proof.clone();
        change(&mut changed);
        assert_ne!(changed, proof, "{reason}");
        write(&folder, "changed.json", &changed.to_string());
        let outcome = verify(&folder, "changed.json");
        assert_eq!(outcome.code, 1, "{reason}: {}", outcome.stdout);
        assert!(outcome.stderr.contains("refused") && outcome.stderr.contains(reason), "{reason}: {}", outcome.stderr);
    };
    refused(&|proof| proof["until"] = 1.0.into(), "and 1 is claimed");
    refused(&|proof| proof["a"]["shape"]["cylinder"]["radius"] = 0.6.into(), "a separation of");
    refused(&|proof| proof["b"]["motion"]["turn"] = serde_json::json!([0, 0, 2.5]), "interval");
    refused(&|proof| proof["target"] = 0.01.into(), "a separation of");
    refused(&|proof| proof["target"] = (-1.0).into(), "not negative");
    refused(&|proof| proof["intervals"][0]["start"] = 0.125.into(), "begins at 0.125");
    refused(&|proof| proof["intervals"][0]["frame"] = "moon".into(), "found \"moon\"");
    refused(&|proof| proof["a"]["shape"]["pose"]["translation"] = serde_json::json!([1, 0, 0]), "a separation of");
    refused(&|proof| proof["clearance-motion-proof"] = 2.into(), "version 1");
    refused(&|proof| drop(proof["intervals"].as_array_mut().unwrap().remove(0)), "begins at");
    for (wrong, reason) in [("{", "refused"), ("{}", "missing field")] {
        write(&folder, "wrong.json", wrong);
        let outcome = verify(&folder, "wrong.json");
        assert!(outcome.code == 1 && outcome.stderr.contains(reason), "{}", outcome.stderr);
    }
    for more in [&["--start", "leave"][..], &["--ask", "clearance"]] {
        let outcome = clearance_in(&folder, &[&query[..], more].concat());
        assert!(outcome.code == 2 && outcome.stderr.contains("--proof=FILE: expected"), "{}", outcome.stderr);
    }
}
