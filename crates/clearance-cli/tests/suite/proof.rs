//! Proofs by the command: written, checked, moved, and changed.

use crate::common::{Outcome, clearance_in, scratch};
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
