//! Proofs about robots: written by `clearance robot --proof`, checked by `clearance verify`, and refused when changed.

use crate::common::{Outcome, clearance_in, scratch};
use clearance_cli::robot::proof::check;
use clearance_verify::end_of;
use std::fs;
use std::path::{Path, PathBuf};

/// A post, an arm with two turns, a round elbow, a hand that slides and follows, and a plate of triangles in it.
const URDF: &str = r#"<robot name="crane">
  <link name="base"><collision><geometry><box size="0.2 0.2 1"/></geometry></collision>
    <collision><origin xyz="0 0 0.6" rpy="0.1 0.2 0.3"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.4 0.1 0.1"/></geometry></collision></link>
  <link name="elbow"><collision><origin xyz="0.2 0 0"/><geometry><capsule radius="0.05" length="0.2"/></geometry></collision></link>
  <link name="hand"><collision><geometry><mesh filename="plate.obj" scale="0.1 0.2 -0.1"/></geometry></collision></link>
  <link name="finger"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
  <joint name="bend" type="revolute"><origin xyz="0.6 0 0" rpy="1.5708 0 0"/><parent link="arm"/><child link="elbow"/><axis xyz="0 1 0.5"/>
    <limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><origin xyz="0.3 0 0" rpy="0 0 0.4"/><parent link="elbow"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0.05" upper="0.25" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><origin xyz="0 0 0.25"/><parent link="hand"/><child link="finger"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.2" effort="1" velocity="1"/><mimic joint="slide" multiplier="-0.5" offset="0.1"/></joint>
</robot>"#;

const PLATE: &str =
    "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    fs::write(folder.join("crane.urdf"), URDF).unwrap();
    fs::write(folder.join("plate.obj"), PLATE).unwrap();
    folder
}

fn robot(folder: &Path, arguments: &[&str]) -> Outcome {
    clearance_in(folder, &[&["robot", "crane.urdf"], arguments].concat())
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("p.txt")).unwrap()
}

/// The text with the right checksum at its end.
fn sealed(lines: &[String]) -> String {
    let text: String = lines[..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect();
    let end = end_of(&text);
    text + &end + "\n"
}

#[test]
fn what_is_proven_about_ranges_is_accepted() {
    let folder = folder("robot-proof-ranges");
    let proven = robot(&folder, &["prove", "--all", "--proof", "p.txt", "--format", "csv"]);
    assert_eq!(proven.code, 0, "{}", proven.stderr);
    assert!(!proven.stderr.contains("not part of the proof"), "{}", proven.stderr);
    let checked = clearance_in(&folder, &["verify", "p.txt"]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    let count = |word: &str| proven.stdout.matches(&format!(",{word},")).count();
    let (never, meets) = (count("NEVER"), count("MEETS"));
    assert!(never >= 8 && meets >= 1, "{}", proven.stdout);
    assert_eq!(checked.stdout.matches("never nearer than").count(), never, "{}", checked.stdout);
    assert_eq!(checked.stdout.matches(": meet at").count(), meets, "{}", checked.stdout);
    // An endless joint is covered by one turn.
    assert!(!checked.stdout.contains("for turn from"), "{}", checked.stdout);
    assert!(text(&folder).lines().nth(1).unwrap().starts_with("trust "));
    // A part of a range is said to be one.
    let part = robot(&folder, &["prove", "base", "hand", "--range", "turn=-0.5:0.5", "--proof", "p.txt"]);
    assert_eq!(part.code, 0, "{}{}", part.stdout, part.stderr);
    let checked = clearance_in(&folder, &["verify", "p.txt"]);
    assert!(checked.stdout.contains("for turn from -0.5 to 0.5"), "{}", checked.stdout);
}

#[test]
fn what_is_proven_about_paths_is_accepted() {
    let folder = folder("robot-proof-paths");
    fs::write(folder.join("q.csv"), "t,turn,bend,slide\n0,0,0,0.1\n1,2,1,0.2\n3,-2,-1,0.1\n").unwrap();
    fs::write(folder.join("hit.csv"), "t,turn,bend,slide\n0,0,0,0.1\n1,2,0,0.1\n2,0,1.4,-0.3\n").unwrap();
    for options in [&[][..], &["--spline", "cubic"], &["--tube", "0.01"], &["--spline", "cubic", "--tube", "0.01"]] {
        let clear = robot(&folder, &[&["along", "q.csv", "--proof", "p.txt"], options].concat());
        assert_eq!(clear.code, 0, "{}{}", clear.stdout, clear.stderr);
        assert!(!clear.stderr.contains("not part of the proof"), "{}", clear.stderr);
        let checked = clearance_in(&folder, &["verify", "p.txt"]);
        assert_eq!(checked.code, 0, "{options:?} {}", checked.stderr);
        assert!(checked.stdout.matches("on all 2 stretches").count() >= 5, "{}", checked.stdout);
    }
    let hit = robot(&folder, &["along", "hit.csv", "--proof", "p.txt"]);
    assert_eq!(hit.code, 1, "{}", hit.stdout);
    let checked = clearance_in(&folder, &["verify", "p.txt"]);
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    assert!(checked.stdout.contains(": meet on stretch 2"), "{}", checked.stdout);
}

/// Each number of each line is changed, each line is left out, and each pair of neighbours is swapped.
#[test]
fn a_proof_that_was_changed_is_refused() {
    let folder = folder("robot-proof-changed");
    assert_eq!(robot(&folder, &["prove", "--all", "--proof", "p.txt"]).code, 0);
    let whole = text(&folder);
    let lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let accepted = |text: &str| check(text, &folder, None).unwrap_or_else(|_| Err("a file".to_owned())).is_ok();
    assert!(accepted(&whole));
    let is_head = |line: &String| ["order", "never", "meets"].iter().any(|word| line.starts_with(word));
    let head = lines.iter().position(is_head).unwrap();
    let (mut changed, mut refused_sealed, mut accepted_sealed) = (0, 0, 0);
    for at in 0..lines.len() {
        let numbers: Vec<usize> =
            lines[at].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
        // Every digit of a short line, and every ninth of a long one.
        let step = if numbers.len() > 60 { 9 } else { 1 };
        for &place in numbers.iter().step_by(step) {
            let mut line = lines[at].clone();
            let digit = line.as_bytes()[place];
            let other = char::from(if digit == b'9' { b'8' } else { digit + 1 });
            line.replace_range(place..=place, &other.to_string());
            let mut copy = lines.clone();
            copy[at] = line;
            assert!(!accepted(&(copy.join("\n") + "\n")), "line {}", at + 1);
            changed += 1;
            // With a checksum that is made anew, what the lines say of the robot is still compared with its file.
            if at + 1 < lines.len() {
                let is_accepted = accepted(&sealed(&copy));
                assert!(!is_accepted || at >= head, "line {}: {}", at + 1, copy[at]);
                if is_accepted { accepted_sealed += 1 } else { refused_sealed += 1 }
            }
        }
        let mut shorter = lines.clone();
        shorter.remove(at);
        assert!(!accepted(&(shorter.join("\n") + "\n")), "without line {}", at + 1);
        if at < head || lines[at].starts_with("steps") {
            assert!(!accepted(&sealed(&shorter)), "sealed without line {}: {}", at + 1, lines[at]);
        }
        if at + 1 < lines.len() && lines[at] != lines[at + 1] {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            assert!(!accepted(&(swapped.join("\n") + "\n")), "swapped line {}", at + 1);
        }
    }
    // A digit of a plane or of a claim may be another one, and all of it still true.
    assert!(changed > 500 && refused_sealed > 200, "{changed} {refused_sealed} {accepted_sealed}");
}

#[test]
fn claims_and_steps_that_are_changed_with_a_new_checksum_are_refused() {
    let folder = folder("robot-proof-claims");
    assert_eq!(robot(&folder, &["prove", "--all", "--proof", "p.txt"]).code, 0);
    let whole = text(&folder);
    let lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let refused =
        |lines: &[String]| check(&sealed(lines), &folder, None).unwrap_or_else(|_| Err("a file".to_owned())).is_err();
    let (mut words, mut bounds) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let own: Vec<&str> = line.split(' ').collect();
        let with = |own: Vec<String>| {
            let mut copy = lines.clone();
            copy[at] = own.join(" ");
            copy
        };
        if own[0] == "steps" {
            // Each step left out, and each one twice.
            for place in (1..own.len()).step_by(1 + own.len() / 40) {
                let mut less: Vec<String> = own.iter().map(|word| (*word).to_owned()).collect();
                let mut more = less.clone();
                less.remove(place);
                more.insert(place, own[place].to_owned());
                assert!(refused(&with(less)), "line {} without {}", at + 1, own[place]);
                assert!(refused(&with(more)), "line {} with {} twice", at + 1, own[place]);
                words += 1;
            }
        }
        if own[0] == "never" {
            // A claim beyond all reach, and a slide that goes through the base.
            let mut better: Vec<String> = own.iter().map(|word| (*word).to_owned()).collect();
            let mut wider = better.clone();
            better[3] = format!("{:e}", own[3].parse::<f64>().unwrap() + 10.0);
            assert!(refused(&with(better)), "line {}", at + 1);
            let slide = own.iter().position(|word| word.starts_with("2:"));
            if let (Some(place), "0") = (slide, own[1]) {
                let high = own[place].rsplit(':').next().unwrap();
                wider[place] = format!("2:-4e1:{high}");
                assert!(refused(&with(wider)), "line {}", at + 1);
            }
            bounds += 1;
        }
    }
    assert!(words > 60 && bounds >= 4, "{words} {bounds}");
}

#[test]
fn a_proof_is_refused_for_another_robot() {
    let folder = folder("robot-proof-other");
    assert_eq!(robot(&folder, &["prove", "base", "elbow", "--proof", "p.txt"]).code, 0);
    fs::write(folder.join("same.urdf"), URDF).unwrap();
    fs::write(folder.join("other.urdf"), URDF.replace("0.4 0 0", "0.4000000000000001 0 0")).unwrap();
    assert_eq!(clearance_in(&folder, &["verify", "p.txt", "same.urdf"]).code, 0);
    let other = clearance_in(&folder, &["verify", "p.txt", "other.urdf"]);
    assert_eq!(other.code, 1, "{}", other.stdout);
    assert!(other.stderr.contains("is not that of the proof"), "{}", other.stderr);
    // So is one whose mesh has changed.
    fs::write(folder.join("plate.obj"), PLATE.replace("v 0 0 1", "v 0 0 1.0000000000000002")).unwrap();
    let moved = clearance_in(&folder, &["verify", "p.txt"]);
    assert_eq!(moved.code, 1, "{}", moved.stdout);
    let gone = clearance_in(&folder, &["verify", "p.txt", "gone.urdf"]);
    assert_eq!(gone.code, 2, "{}", gone.stderr);
}
