//! Runs `clearance surfaces` and `clearance scene` on bodies of surfaces, as a user runs them.

use crate::common::{Outcome, clearance_in, scratch};
use serde_json::{Value, json};
use std::f64::consts::PI;
use std::fs;
use std::path::Path;

/// Straight pieces around a circle.
const COUNT: usize = 24;

fn frame(height: f64) -> Value {
    json!({ "origin": [0.0, 0.0, height], "axes": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] })
}

fn angle(i: usize) -> f64 {
    2.0 * PI * i as f64 / COUNT as f64
}

/// Around the z axis; the last place is the first one.
fn around(radius: f64, i: usize) -> [f64; 2] {
    let (sine, cosine) = angle(i % COUNT).sin_cos();
    [radius * cosine, radius * sine]
}

fn turned(triangles: Vec<[usize; 3]>, is_turned: bool) -> Vec<[usize; 3]> {
    triangles.into_iter().map(|[a, b, c]| if is_turned { [a, c, b] } else { [a, b, c] }).collect()
}

/// A shaft, or the bore of a radius.
fn side(radius: f64, [low, high]: [f64; 2], is_bore: bool) -> Value {
    let ends = [low, high];
    let node = |place: usize| {
        let ([x, y], z) = (around(radius, place / 2), ends[place % 2]);
        [angle(place / 2), z, x, y, z]
    };
    let nodes: Vec<[f64; 5]> = (0..2 * COUNT + 2).map(node).collect();
    let squares = (0..COUNT).flat_map(|i| [[2 * i, 2 * i + 2, 2 * i + 3], [2 * i, 2 * i + 3, 2 * i + 1]]);
    let line = |origin: [f64; 2], direction: [f64; 2], nodes: Vec<usize>, at: Vec<f64>| {
        let curve = json!({ "line": { "origin": origin, "direction": direction } });
        json!({ "tolerance": 1e-7, "curve": curve, "nodes": nodes, "at": at })
    };
    let rim = |end: usize| {
        let nodes = (0..=COUNT).map(|i| 2 * i + end).collect();
        line([0.0, ends[end]], [1.0, 0.0], nodes, (0..=COUNT).map(angle).collect())
    };
    let seam = |i: usize| line([angle(i), 0.0], [0.0, 1.0], vec![2 * i, 2 * i + 1], ends.to_vec());
    json!({ "surface": { "cylinder": { "frame": frame(0.0), "radius": radius } }, "kind": "Cylinder", "nodes": nodes,
        "triangles": turned(squares.collect(), is_bore), "edges": [rim(0), rim(1), seam(0), seam(COUNT)] })
}

/// A flat ring between two radii; with the first 0 a disc.
fn cap([inner, outer]: [f64; 2], height: f64, is_bottom: bool) -> Value {
    let node = |[x, y]: [f64; 2]| [x, y, x, y, height];
    let first = if inner > 0.0 { COUNT } else { 1 };
    let inside = (0..first).map(|i| node(around(inner, i)));
    let nodes: Vec<[f64; 5]> = inside.chain((0..COUNT).map(|i| node(around(outer, i)))).collect();
    let triangles = (0..COUNT).flat_map(|i| {
        let next = (i + 1) % COUNT;
        if inner > 0.0 {
            vec![[i, first + i, first + next], [i, first + next, next]]
        } else {
            vec![[0, first + i, first + next]]
        }
    });
    let circle = |radius: f64, first: usize| {
        let curve = json!({ "ellipse": { "middle": [0.0, 0.0], "axes": [[radius, 0.0], [0.0, radius]] } });
        let nodes: Vec<usize> = (0..=COUNT).map(|i| first + i % COUNT).collect();
        json!({ "tolerance": 1e-7, "curve": curve, "nodes": nodes, "at": (0..=COUNT).map(angle).collect::<Vec<_>>() })
    };
    let edges = if inner > 0.0 { vec![circle(outer, first), circle(inner, 0)] } else { vec![circle(outer, first)] };
    json!({ "surface": { "plane": frame(height) }, "kind": "Plane", "nodes": nodes,
        "triangles": turned(triangles.collect(), is_bottom), "edges": edges })
}

/// A pin about the z axis.
pub fn pin(name: &str, radius: f64, ends: [f64; 2]) -> Value {
    let faces = [side(radius, ends, false), cap([0.0, radius], ends[0], true), cap([0.0, radius], ends[1], false)];
    json!({ "name": name, "unit": "mm", "faces": faces })
}

/// A tube about the z axis.
pub fn tube(name: &str, radii: [f64; 2], ends: [f64; 2]) -> Value {
    let faces = [
        side(radii[0], ends, true),
        side(radii[1], ends, false),
        cap(radii, ends[0], true),
        cap(radii, ends[1], false),
    ];
    json!({ "name": name, "unit": "mm", "faces": faces })
}

/// Writes bodies as a file.
pub fn write(folder: &Path, name: &str, bodies: &[Value]) {
    fs::write(folder.join(name), bodies.iter().map(|body| format!("{body}\n")).collect::<String>()).unwrap();
}

fn asked(folder: &Path, words: &[&str]) -> (i32, Vec<Value>) {
    let outcome = clearance_in(folder, &[words, &["--format", "jsonl"]].concat());
    assert!(outcome.code < 2, "{}", outcome.stderr);
    (outcome.code, outcome.json_lines())
}

fn told(outcome: &Outcome, word: &str) {
    assert!(outcome.code == 2 && outcome.stderr.contains(word), "{word}: {} {}", outcome.code, outcome.stderr);
}

#[test]
fn a_scene_of_surfaces_has_the_verdicts_of_the_surfaces_with_the_same_rules() {
    let folder = scratch("scene_of_surfaces");
    write(&folder, "a.jsonl", &[pin("rig/pin", 5.0, [-9.0, 9.0]), tube("rig/plate", [5.0, 8.0], [-4.0, 4.0])]);
    write(&folder, "b.jsonl", &[tube("guard", [8.3, 9.0], [-4.0, 4.0])]);
    let rules = "[[rule]]\na = 'rig'\nb = 'b'\nbelow = '0.4mm'\n";
    fs::write(folder.join("rules.toml"), rules).unwrap();
    let words = ["a.jsonl", "b.jsonl", "--rules", "rules.toml"];
    let (code, rows) = asked(&folder, &[&["scene"][..], &words].concat());
    assert_eq!((code, &rows), (1, &asked(&folder, &[&["surfaces"][..], &words].concat()).1));
    let standing = |row: &Value| ["a", "b", "verdict", "standing"].map(|key| row[key].as_str().unwrap().to_owned());
    let told: Vec<_> = rows.iter().map(standing).collect();
    // The group `rig` and the file `b` name the same bodies as in a scene of meshes.
    assert_eq!(told[0], ["rig/pin", "rig/plate", "touching", "clear"]);
    assert_eq!(told[1][..2], ["rig/plate".to_owned(), "guard".to_owned()]);
    assert_eq!(told[1][3], "broken");
    assert!(rows[1]["lower"].as_f64().unwrap() <= 0.3 && rows[1]["upper"].as_f64().unwrap() >= 0.3);
}

#[test]
fn the_page_of_a_scene_of_surfaces_names_the_two_faces_of_each_pair() {
    let folder = scratch("scene_of_surfaces_page");
    let (inner, outer) = (pin("a <b> & c", 5.0, [-9.0, 9.0]), tube("plate", [5.0, 8.0], [-4.0, 4.0]));
    write(&folder, "a.jsonl", &[inner, outer, tube("guard", [8.3, 9.0], [-4.0, 4.0])]);
    let outcome = clearance_in(&folder, &["scene", "a.jsonl", "--below", "0.4mm", "--report", "page.html"]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    // The bore of the guard and the outside of the plate are 0.3 apart; the pin breaks the limit by touching.
    let row = |name: &str| page.lines().find(|line| line.contains(name) && line.contains("<td>")).unwrap().to_owned();
    let (_, rows) = asked(&folder, &["scene", "a.jsonl", "--below", "0.4mm"]);
    let [a, b] = ["face_a", "face_b"].map(|face| &rows[1][face]);
    let word = |face: &Value| format!("face {} ({})", face["number"], face["kind"].as_str().unwrap());
    assert_eq!(word(a), "face 2 (cylinder)");
    assert!(row("plate, guard").contains(&format!("<td>plate: {}; guard: {}</td>", word(a), word(b))), "{page}");
    assert!(row("plate, guard").starts_with("<tr class=\"broken\">"), "{page}");
    assert!(row("&lt;b&gt; &amp; c, plate").contains("cylinders: faces 1, 1, gap"), "{page}");
    assert!(!page.contains("<b>"), "names are escaped");
    told(&clearance_in(&folder, &["scene", "a.jsonl", "--report", "a.jsonl"]), "a.jsonl");
}

#[test]
fn options_that_surfaces_do_not_have_are_refused_with_a_sentence() {
    let folder = scratch("scene_of_surfaces_refused");
    write(&folder, "a.jsonl", &[pin("pin", 5.0, [-9.0, 9.0])]);
    fs::write(folder.join("mesh.off"), "OFF\n").unwrap();
    told(&clearance_in(&folder, &["scene", "a.jsonl", "mesh.off"]), "files of one kind");
    told(&clearance_in(&folder, &["scene", "a.jsonl", "--nearest", "2"]), "--nearest is not for surfaces");
    told(&clearance_in(&folder, &["scene", "a.jsonl", "--format", "csv"]), "--format is not for surfaces");
    told(&clearance_in(&folder, &["scene", "a.jsonl", "--contact", "auto"]), "--contact auto");
    told(&clearance_in(&folder, &["scene", "part.step"]), "pip install");
    fs::write(folder.join("press.toml"), "[[rule]]\na = '*'\npress = 0.1\n").unwrap();
    fs::write(folder.join("cube.obj"), crate::scene::obj(&[("cube", [0.0; 3], 1.0)])).unwrap();
    told(&clearance_in(&folder, &["scene", "cube.obj", "--rules", "press.toml"]), "press is about shafts in bores");
    fs::write(folder.join("above.toml"), "[[rule]]\na = '*'\nabove = 0.1\n").unwrap();
    told(&clearance_in(&folder, &["scene", "a.jsonl", "--rules", "above.toml"]), "`above`");
}

#[test]
fn a_press_fit_is_allowed_by_a_length_with_its_unit_and_no_further() {
    let folder = scratch("press");
    // The shaft is larger than its bore by 0.04 in the radius.
    write(&folder, "fit.jsonl", &[pin("bush", 2.04, [-0.8, 0.8]), tube("plate", [2.0, 3.0], [-0.5, 0.5])]);
    let ask = |rule: &str| {
        fs::write(folder.join("rules.toml"), rule).unwrap();
        asked(&folder, &["scene", "fit.jsonl", "--rules", "rules.toml"])
    };
    let (code, rows) = ask("[[rule]]\na = 'bush'\npress = '0.2mm'\n");
    assert_eq!((code, rows[0]["verdict"].as_str(), rows[0]["standing"].as_str()), (0, Some("crossing"), Some("clear")));
    assert_eq!(rows[0]["overlap_at_most"], 0.2);
    assert!(
        rows[0]["sentence"].as_str().unwrap().contains("allowed, no ball wider than 0.2 mm"),
        "{}",
        rows[0]["sentence"]
    );
    // By shaft in bore, whatever the names are; in another unit; and as an overlap.
    for rule in [
        "[[rule]]\na = '*'\npress = 0.2\n",
        "[[rule]]\na = '*'\npress = '200um'\n",
        "[[rule]]\na = '*'\noverlap_above = 0.2\n",
    ] {
        assert_eq!(ask(rule).0, 0, "{rule}");
    }
    let (code, rows) = ask("[[rule]]\na = '*'\npress = 0.03\n");
    assert_eq!((code, rows[0]["standing"].as_str(), rows[0].get("overlap_at_most")), (1, Some("broken"), None));
    let (code, rows) = ask("[[rule]]\na = '*'\noverlap_above = 0.02\n");
    assert_eq!((code, rows[0]["standing"].as_str()), (1, Some("broken")), "{rows:?}");
}

#[test]
fn a_press_fit_allows_no_overlap_elsewhere() {
    let folder = scratch("press_elsewhere");
    // Two plates on one axis that share 2 mm of their height: no shaft, no bore.
    write(&folder, "plates.jsonl", &[pin("lower", 5.0, [-4.0, 1.0]), pin("upper", 6.0, [-1.0, 4.0])]);
    fs::write(folder.join("rules.toml"), "[[rule]]\na = '*'\npress = 0.1\n").unwrap();
    let (code, rows) = asked(&folder, &["scene", "plates.jsonl", "--rules", "rules.toml"]);
    assert_eq!((code, rows[0]["standing"].as_str()), (1, Some("broken")), "{rows:?}");
    // A shaft in its bore, whose head is half a millimetre in the plate.
    let head = pin("other", 7.0, [3.5, 6.0]);
    write(&folder, "bolt.jsonl", &[head, tube("plate", [5.0, 8.0], [-4.0, 4.0])]);
    let (code, rows) = asked(&folder, &["scene", "bolt.jsonl", "--rules", "rules.toml"]);
    assert_eq!((code, rows[0]["standing"].as_str()), (1, Some("broken")), "{rows:?}");
}

/// The text with a checksum that fits (FNV-1a, 64 bits).
fn sealed(text: &str) -> String {
    let lines: String = text.lines().filter(|line| !line.starts_with("end ")).map(|line| format!("{line}\n")).collect();
    let sum = lines
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{lines}end {sum:016x}\n")
}

/// A folder with three bodies and the proof that they keep 0.1: a pin that touches its plate, and a guard around both.
fn proven(name: &str) -> (std::path::PathBuf, String) {
    let folder = scratch(name);
    let bodies = [
        pin("rig/pin", 5.0, [-9.0, 9.0]),
        tube("plate", [5.0, 8.0], [-4.0, 4.0]),
        tube("guard", [8.3, 9.0], [-4.0, 4.0]),
    ];
    write(&folder, "rig.jsonl", &bodies);
    let words = ["surfaces", "rig.jsonl", "--below", "0.1", "--proof", "rig.proof", "--format", "jsonl"];
    let outcome = clearance_in(&folder, &words);
    // The contact breaks the limit; the proof says that it is one.
    assert_eq!(outcome.code, 1, "{} {}", outcome.stdout, outcome.stderr);
    let text = fs::read_to_string(folder.join("rig.proof")).unwrap();
    (folder, text)
}

fn verified(folder: &Path, text: &str) -> Outcome {
    fs::write(folder.join("other.proof"), text).unwrap();
    clearance_in(folder, &["verify", "other.proof"])
}

#[test]
fn a_proof_of_surfaces_says_first_what_it_takes_on_trust_and_holds() {
    let (folder, text) = proven("proof_of_surfaces");
    assert!(text.lines().nth(1).unwrap().starts_with("trust file: "));
    assert!(text.lines().nth(2).unwrap().starts_with("trust contact: "));
    assert_eq!(sealed(&text), text);
    let outcome = verified(&folder, &text);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for said in [
        "on trust: surfaces, edges and tolerances",
        "on trust: bodies that touch overlap nowhere else",
        "rig/pin, plate: faces 1, 1 have a gap between",
        "plate, guard: at least 0.1 mm apart",
        "rig/pin, guard: at least 0.1 mm apart",
    ] {
        assert!(outcome.stdout.contains(said), "{said}: {}", outcome.stdout);
    }
}

#[test]
fn a_proof_claims_the_gaps_of_instances_too() {
    let folder = scratch("proof_of_instances");
    let (s, c) = 0.3f64.sin_cos();
    let pose = json!({ "origin": [50.0, -7.0, 3.0], "axes": [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]] });
    let instance = |name: &str, of: &str| json!({ "name": name, "unit": "mm", "of": of, "pose": pose });
    let (inner, outer) = (pin("pin", 5.0, [-9.0, 9.0]), tube("plate", [5.0, 8.0], [-4.0, 4.0]));
    write(&folder, "rig.jsonl", &[inner, outer, instance("pin 2", "pin"), instance("plate 2", "plate")]);
    let outcome = clearance_in(&folder, &["surfaces", "rig.jsonl", "--proof", "rig.proof"]);
    assert_eq!(outcome.code, 0, "{} {}", outcome.stdout, outcome.stderr);
    let outcome = clearance_in(&folder, &["verify", "rig.proof"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for said in ["pin, plate: faces 1, 1 have a gap between", "pin 2, plate 2: faces 1, 1 have a gap between"] {
        assert!(outcome.stdout.contains(said), "{said}: {}", outcome.stdout);
    }
}

/// A bump over [0, 4]² whose middle is a quarter of `top` above its corners, as a B-spline, an extrusion of a parabola, or a
/// revolution of a parabola about an axis far below. Its corners have the height 1; the edges are splines, too.
fn bump(name: &str, kind: &str, top: f64) -> Value {
    let knots = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
    let high = |i: usize, j: usize| if i == 1 && j == 1 { 1.0 + top } else { 1.0 };
    let parabola = |x: f64, y: f64| {
        let points = [[x, y - 2.0, 1.0], [x, y, 1.0 + top], [x, y + 2.0, 1.0]];
        json!({ "spline": { "degree": 2, "knots": knots, "points": points } })
    };
    let (surface, ends) = match kind {
        "spline" => {
            let points: Vec<[f64; 3]> =
                (0..9).map(|k| [2.0 * (k / 3) as f64, 2.0 * (k % 3) as f64, high(k / 3, k % 3)]).collect();
            (json!({ "spline": { "degrees": [2, 2], "knots": [knots, knots], "points": points } }), [1.0, 1.0])
        }
        "extrusion" => {
            (json!({ "extrusion": { "curve": parabola(0.0, 2.0), "direction": [4.0, 0.0, 0.0] } }), [1.0, 1.0])
        }
        _ => {
            let axis =
                json!({ "origin": [0.0, 0.0, -99.0], "axes": [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]] });
            (json!({ "revolution": { "curve": parabola(0.0, 2.0), "frame": axis } }), [0.04, 1.0])
        }
    };
    let at = |u: f64, v: f64| match kind {
        "spline" => [4.0 * u, 4.0 * v, 1.0 + top * 4.0 * u * (1.0 - u) * v * (1.0 - v)],
        "extrusion" => [4.0 * v, 4.0 * u, 1.0 + top * 2.0 * u * (1.0 - u)],
        _ => {
            let rho = 100.0 + top * 2.0 * v * (1.0 - v);
            [rho * u.sin(), 4.0 * v, rho * u.cos() - 99.0]
        }
    };
    let uv = [[0.0, 0.0], [ends[0], 0.0], [0.0, ends[1]], ends];
    let nodes: Vec<[f64; 5]> = uv
        .iter()
        .map(|&[u, v]| {
            let [x, y, z] = at(u, v);
            [u, v, x, y, z]
        })
        .collect();
    let edge = |a: usize, b: usize| {
        let curve = json!({ "spline": { "degree": 1, "knots": [0.0, 0.0, 1.0, 1.0], "points": [uv[a], uv[b]] } });
        json!({ "tolerance": 1e-7, "curve": curve, "nodes": [a, b], "at": [0.0, 1.0] })
    };
    let face = json!({ "surface": surface, "nodes": nodes, "triangles": [[0, 1, 3], [0, 3, 2]],
        "edges": [edge(0, 1), edge(1, 3), edge(3, 2), edge(2, 0)] });
    json!({ "name": name, "unit": "mm", "faces": [face] })
}

#[test]
fn radii_of_splines_extrusions_and_revolutions_are_proven_and_a_changed_one_is_refused() {
    for kind in ["spline", "extrusion", "revolution"] {
        let folder = scratch(&format!("proof_of_{kind}"));
        let plate = pin("plate", 20.0, [-5.0, 0.0]);
        write(&folder, "rig.jsonl", &[plate.clone(), bump("bump", kind, -0.4)]);
        let words = ["surfaces", "rig.jsonl", "--below", "0.5", "--proof", "rig.proof"];
        let outcome = clearance_in(&folder, &words);
        assert_eq!(outcome.code, 0, "{kind}: {} {}", outcome.stdout, outcome.stderr);
        let text = fs::read_to_string(folder.join("rig.proof")).unwrap();
        // Nothing is on trust but the file.
        assert_eq!(text.lines().filter(|line| line.starts_with("trust ")).count(), 1, "{text}");
        let outcome = verified(&folder, &text);
        assert_eq!(outcome.code, 0, "{kind}: {}", outcome.stderr);
        // The boxes with the radii are enough.
        assert!(outcome.stdout.contains("all other pairs: at least 0.5 mm apart"), "{}", outcome.stdout);
        // A control point that hangs deeper, or a corner that is not on the surface; the checksums fit.
        let bodies = fs::read_to_string(folder.join("rig.jsonl")).unwrap();
        let deeper = bodies.replacen("0.6]", "-1.6]", 1);
        let corner = bodies.replacen("[0.0,0.0,0.0,0.0,1.0]", "[0.0,0.0,0.0,0.0,2.0]", 1);
        for changed in [deeper, corner] {
            assert!(changed != bodies, "{kind}: {bodies}");
            fs::write(folder.join("rig.jsonl"), &changed).unwrap();
            let sum = format!("{:016x}", clearance_verify::checksum(changed.as_bytes()));
            let line = text.lines().find(|line| line.starts_with("file ")).unwrap();
            let other = sealed(&text.replacen(line, &format!("file rig.jsonl {sum}"), 1));
            let outcome = verified(&folder, &other);
            assert_eq!(outcome.code, 1, "{kind}: {} {}", outcome.stdout, outcome.stderr);
            assert!(outcome.stderr.contains("their boxes are too near"), "{kind}: {}", outcome.stderr);
        }
    }
}

#[test]
fn a_tampered_proof_of_surfaces_is_refused() {
    let (folder, text) = proven("tampered_surfaces");
    let lines: Vec<&str> = text.lines().collect();
    let mut tried = 0;
    let mut refused = |text: String, why: &str| {
        let outcome = verified(&folder, &text);
        assert_eq!(outcome.code, 1, "{why}: {} {}", outcome.stdout, outcome.stderr);
        tried += 1;
    };
    // 1. Any byte that changes, and the checksum does not.
    for place in (0..text.len() - 1).step_by(text.len() / 60) {
        let mut bytes = text.clone().into_bytes();
        bytes[place] = if bytes[place] == b'7' { b'8' } else { b'7' };
        // The name of a file that is not there is bad input.
        let changed = String::from_utf8(bytes).unwrap();
        if changed.contains("file rig.jsonl ") {
            refused(changed, &format!("byte {place}"));
        }
    }
    // 2. Any line that is missing, with a checksum that fits. Directions and gaps that nothing uses may go.
    for (place, line) in lines.iter().enumerate() {
        if line.starts_with("rest") || line.starts_with("unit") || line.starts_with("end") || line.starts_with("gap") {
            continue;
        }
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, line)| *line).collect();
        refused(sealed(&rest.join("\n")), line);
    }
    // 3. Numbers that claim more.
    let claim = |from: &str, to: String| sealed(&text.replacen(from, &to, 1));
    let line = |kind: &str| *lines.iter().find(|line| line.starts_with(kind)).unwrap();
    for more in ["0.4", "1.0", "1e300"] {
        let pair = lines.iter().find(|line| line.starts_with("pair 1 2 ")).unwrap();
        refused(claim(pair, format!("pair 1 2 {more}")), more);
    }
    let gap: Vec<&str> = line("gap ").split(' ').collect();
    for (place, number) in
        [(5, "1e-3"), (6, "-1e-3"), (5, "0.0"), (6, "0.0"), (2, "1"), (4, "1"), (4, "9"), (1, "9"), (3, "0")]
    {
        let mut words = gap.clone();
        if words[place] != number {
            words[place] = number;
            refused(claim(line("gap "), words.join(" ")), &words.join(" "));
        }
    }
    // 4. Trust that is missing, that is not needed, and in another place.
    for extra in ["trust radius 0 0 0.0", "trust radius 9 0 0.0", "trust me", "trust file: surfaces are round"] {
        refused(sealed(&text.replacen("unit mm", &format!("{extra}\nunit mm"), 1)), extra);
    }
    refused(sealed(&text.replacen("unit mm", &format!("unit mm\n{}", lines[1]), 1)), "later");
    // 5. Steps that are cut, doubled or replaced.
    let steps = lines.iter().filter(|line| line.starts_with("steps ")).copied().collect::<Vec<_>>();
    for own in &steps {
        let words: Vec<&str> = own.split(' ').collect();
        for place in (1..words.len()).step_by(words.len().div_ceil(12)) {
            let mut less = words.clone();
            less.remove(place);
            refused(
                claim(own, if less.len() > 1 { less.join(" ") } else { String::from("steps p0 p0") }),
                words[place],
            );
            let mut twice = words.clone();
            twice.insert(place, words[place]);
            refused(claim(own, twice.join(" ")), words[place]);
        }
    }
    // 6. Claims about other pairs, and pairs that are left out.
    refused(claim("contact 0 1", "contact 0 2".to_owned()), "contact");
    refused(claim("contact 0 1", "contact 1 1".to_owned()), "contact");
    refused(claim("body plate", "body guard".to_owned()), "body");
    // 7. Other bytes in the file: a radius, a flipped triangle, a missing edge.
    let bodies = fs::read_to_string(folder.join("rig.jsonl")).unwrap();
    for (from, to) in
        [("\"radius\":8.3", "\"radius\":8.2"), ("1e-7", "1e-6"), ("\"name\":\"plate\"", "\"name\":\"disc\"")]
    {
        assert!(bodies.contains(from), "{from}");
        fs::write(folder.join("rig.jsonl"), bodies.replacen(from, to, 1)).unwrap();
        refused(text.clone(), from);
        // With the right checksum of the file the claims are false.
        let sum = fs::read(folder.join("rig.jsonl"))
            .unwrap()
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        if from != "1e-7" {
            refused(claim(line("file "), format!("file rig.jsonl {sum:016x}")), from);
        }
    }
    assert!(tried >= 100, "{tried} tamperings");
}
