//! Faces of many corners are flat polygons, whatever the format. Cause: they were fans from their first corner, so a
//! notch was filled, and a proof was written for it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{clearance_in, scratch};

/// A strip that winds, by its two sides. Its quadrilaterals turn to the left.
fn strip(round: usize) -> [Vec<[f64; 2]>; 2] {
    let pair = |index: usize| {
        let (angle, radius) = (0.4 * index as f64, 10.0 + (2 + round % 3) as f64 * index as f64);
        [radius, radius + 9.0].map(|r| [(r * angle.cos()).round(), (r * angle.sin()).round()])
    };
    let pairs: Vec<_> = (0..8 + 4 * round).map(pair).collect();
    [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).collect())
}

/// A point of a plane of space. Whole numbers stay whole, so the plane is exact.
fn placed(round: usize, [x, y]: [f64; 2]) -> [f64; 3] {
    let [u, v] = [[1.0, 2.0, -2.0], [round as f64 - 3.0, 1.0, 3.0]];
    [0, 1, 2].map(|i| 1000.0 * (round % 2) as f64 + x * u[i] + y * v[i])
}

/// A mesh in the words of each format.
fn texts(points: &[[f64; 3]], faces: &[Vec<usize>]) -> [(&'static str, String); 5] {
    let words = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let list = |face: &Vec<usize>, first: usize| face.iter().map(|i| format!(" {}", i + first)).collect::<String>();
    let lines = |start: &str| points.iter().map(|p| format!("{start}{}\n", words(p))).collect::<String>();
    let counted = faces.iter().map(|face| format!("{}{}\n", face.len(), list(face, 0))).collect::<String>();
    let properties = "property double x\nproperty double y\nproperty double z\n";
    let rings: String = faces.iter().map(|face| format!("<p>{}</p>", list(face, 0))).collect();
    let (count, floats) = (points.len(), words(points.as_flattened()));
    [
        ("a.obj", lines("v ") + &faces.iter().map(|face| format!("f{}\n", list(face, 1))).collect::<String>()),
        ("a.off", format!("OFF\n{count} {} 0\n{}{counted}", faces.len(), lines(""))),
        (
            "a.ply",
            format!(
                "ply\nformat ascii 1.0\nelement vertex {count}\n{properties}element face {}\nproperty list uint int \
                 vertex_indices\nend_header\n{}{counted}",
                faces.len(),
                lines("")
            ),
        ),
        ("a.json", json!({"mesh": {"vertices": points, "faces": faces}}).to_string()),
        (
            "a.dae",
            format!(
                "<COLLADA><library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array>{floats}\
                 </float_array><technique_common><accessor count=\"{count}\" stride=\"3\"/></technique_common></source>\
                 <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><polygons><input \
                 semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>{rings}</polygons></mesh></geometry>\
                 </library_geometries><library_visual_scenes><visual_scene><node><instance_geometry url=\"#g\"/></node>\
                 </visual_scene></library_visual_scenes></COLLADA>"
            ),
        ),
    ]
}

fn distance(folder: &Path, name: &str, to: &Value) -> Value {
    let outcome = clearance_in(folder, &["distance", name, &to.to_string(), "--format", "jsonl"]);
    assert_eq!(outcome.code, 0, "{name}: {}", outcome.stderr);
    let is_expected = |line: &str| line.contains("the surface is open");
    assert!(outcome.stderr.lines().all(is_expected), "{name}: {}", outcome.stderr);
    outcome.json_lines()[0].clone()
}

#[test]
fn a_face_of_many_corners_is_as_far_away_as_its_own_triangles_in_every_format() {
    let folder = scratch("polygons-formats");
    let mut hollow = 0;
    for round in 0..6 {
        let [inner, outer] = strip(round);
        let count = inner.len();
        let points: Vec<[f64; 3]> = inner.iter().chain(&outer).map(|&point| placed(round, point)).collect();
        let ring: Vec<usize> = (count..2 * count).chain((0..count).rev()).collect();
        let halves = |k: usize| [vec![k, k + count, k + count + 1], vec![k, k + count + 1, k + 1]];
        let triangles: Vec<Vec<usize>> = (0..count - 1).flat_map(halves).collect();
        // Between two turns of the strip, a little above its plane.
        let place = placed(round, [(inner[5][0] * 0.9).round(), (inner[5][1] * 0.9).round()]);
        let ball = json!({"ball": {"center": place, "radius": 0.25}});
        fs::write(folder.join("own.obj"), &texts(&points, &triangles)[0].1).unwrap();
        let own = distance(&folder, "own.obj", &ball)["distance"].as_f64().unwrap();
        hollow += usize::from(own > 1.0);
        for (name, text) in texts(&points, &[ring]) {
            fs::write(folder.join(name), text).unwrap();
            let found = distance(&folder, name, &ball)["distance"].as_f64().unwrap();
            assert!((found - own).abs() <= 1e-12 * own.abs(), "{name}, round {round}: {found} for {own}");
        }
    }
    assert!(hollow >= 4, "{hollow}");
}

/// The corners of a U that lies on its back, and its faces: two of eight corners, and eight sides.
fn u() -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let plan = [[0, 0], [6, 0], [6, 1], [1, 1], [1, 5], [6, 5], [6, 6], [0, 6]];
    let points = [0, 2].iter().flat_map(|&z| plan.map(|[x, y]| [x, y, z].map(f64::from))).collect();
    let mut faces = vec![(0..8).rev().collect(), (8..16).collect()];
    faces.extend((0..8).map(|i| vec![i, (i + 1) % 8, (i + 1) % 8 + 8, i + 8]));
    (points, faces)
}

#[test]
fn a_ball_in_the_notch_of_a_u_is_apart_and_triangles_behind_the_polygons_keep_their_numbers() {
    let folder = scratch("polygons-u");
    let (points, faces) = u();
    let ball = json!({"ball": {"center": [3.5, 3, 1], "radius": 1}});
    let edge = json!({"ball": {"center": [3, -2, 1.5], "radius": 1}});
    for (name, text) in texts(&points, &faces) {
        fs::write(folder.join(name), text).unwrap();
        assert_eq!(distance(&folder, name, &ball)["distance"], json!(1.0), "{name}");
        // Twelve triangles of the polygons are before those of the sides.
        let side = distance(&folder, name, &edge);
        assert!((side["distance"] == json!(1.0)) && [12, 13].contains(&side["leaf_a"].as_u64().unwrap()), "{side}");
    }
    fs::write(folder.join("pin.obj"), "v 4 3 1\nv 4.5 3 1\nv 4 3.5 1\nf 1 2 3\n").unwrap();
    let proven = clearance_in(&folder, &["distance", "a.obj", "pin.obj", "--proof", "p.txt", "--format", "jsonl"]);
    assert_eq!(proven.json_lines()[0]["distance"], json!(1.5));
    let verified = clearance_in(&folder, &["verify", "p.txt"]);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
}

#[test]
fn a_ball_in_the_hole_of_a_polygon_of_collada_is_apart() {
    let folder = scratch("polygons-hole");
    let corner = |[x, y]: [i32; 2]| [f64::from(x), f64::from(y), 0.0];
    let points = [[0, 0], [6, 0], [6, 6], [0, 6], [1, 1], [5, 1], [5, 5], [1, 5]].map(corner);
    let [.., (name, text)] = texts(&points, &[vec![0, 1, 2, 3]]);
    // A hole may turn either way.
    for hole in ["4 7 6 5", "4 5 6 7"] {
        let text = text.replace("<p> 0 1 2 3</p>", &format!("<ph><p>0 1 2 3</p><h>{hole}</h></ph>"));
        assert!(text.contains("<ph>"));
        fs::write(folder.join(name), text).unwrap();
        let ball = json!({"ball": {"center": [3, 3, 0], "radius": 1}});
        assert_eq!(distance(&folder, name, &ball)["distance"], json!(1.0));
    }
}

#[test]
fn nothing_becomes_a_hull_in_silence() {
    let folder = scratch("polygons-clouds");
    let (points, _) = u();
    let lines = |start: &str| points.iter().map(|[x, y, z]| format!("{start}{x} {y} {z}\n")).collect::<String>();
    let header = "ply\nformat ascii 1.0\nelement vertex 16\nproperty float x\nproperty float y\nproperty float z\n";
    for (name, text) in [
        ("a.obj", lines("v ")),
        ("b.obj", lines("v ") + "l 1 2 3\np 4\n"),
        ("a.off", format!("OFF\n16 0 0\n{}", lines(""))),
        ("a.ply", format!("{header}end_header\n{}", lines(""))),
        ("b.ply", format!("{header}element edge 1\nproperty int vertex1\nend_header\n{}0\n", lines(""))),
    ] {
        fs::write(folder.join(name), text).unwrap();
        let said = format!("{name}: read as the hull of 16 points: there are no faces");
        let pair = ["distance", name, r#"{"point": [0, 0, 9]}"#];
        for arguments in [&["--format", "json"][..], &["--format", "jsonl"], &["--hull"], &[]] {
            let outcome = clearance_in(&folder, &[&pair, arguments].concat());
            assert!(outcome.stderr.contains(&said), "{arguments:?}: {}", outcome.stderr);
            assert!(!arguments.contains(&"--format") || outcome.stdout.contains(&said), "{}", outcome.stdout);
        }
        let scene = clearance_in(&folder, &["scene", name, name]);
        assert!(scene.code == 0 && scene.stderr.contains("16 points take part as points"), "{}", scene.stderr);
        fs::write(
            folder.join("pairs.jsonl"),
            format!("{{\"a\":{{\"file\":\"{name}\"}},\"b\":{{\"point\":[0,0,9]}}}}\n"),
        )
        .unwrap();
        let query = clearance_in(&folder, &["query", "pairs.jsonl"]);
        assert!(query.code == 0 && query.stderr.contains(&said), "{}", query.stderr);
    }
}

/// A PLY file of six vertices, and of one element that is a list of their numbers.
fn ply_of_six(element: &str, points: &str, list: &str) -> String {
    let coordinates = ["x", "y", "z"].map(|name| format!("property float {name}\n")).concat();
    let lists = format!("element {element} 1\nproperty list int int vertex_indices\n");
    format!("ply\nformat ascii 1.0\nelement vertex 6\n{coordinates}{lists}end_header\n{points}{list}\n")
}

#[test]
fn strips_of_ply_are_triangles() {
    // Cause: a file with strips and without faces became the hull of its vertices.
    let folder = scratch("polygons-strips");
    let points = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n5 0 0\n5 1 0\n";
    fs::write(folder.join("a.ply"), ply_of_six("tristrips", points, "8 0 1 2 3 -1 1 4 5")).unwrap();
    let own = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 5 0 0\nv 5 1 0\nf 1 2 3\nf 2 4 3\nf 2 5 6\n";
    fs::write(folder.join("own.obj"), own).unwrap();
    for (place, leaf) in [([0.1, 0.1, 1.0], 0), ([0.9, 0.9, 1.0], 1), ([4.0, 0.1, 2.0], 2)] {
        let point = json!({"point": place});
        let [strips, faces] = ["a.ply", "own.obj"].map(|name| distance(&folder, name, &point));
        assert_eq!(strips["leaf_a"], json!(leaf));
        assert_eq!((&strips["distance"], &strips["normal"]), (&faces["distance"], &faces["normal"]));
    }
}

/// Cause: a fan cuts a square along one diagonal and its back along the other, so faces that are written from both sides enclosed
/// nothing: a ball in the solid was told apart from it. Law: a face and its back are cut along the same diagonals, from
/// whichever corner they begin.
#[test]
fn a_solid_whose_faces_are_written_from_both_sides_is_a_solid_in_every_format() {
    let folder = scratch("polygons-both-sides");
    // A prism over an L, whose ends are not convex.
    let ends = [[0.0, 0.0], [6.0, 0.0], [6.0, 2.0], [2.0, 2.0], [2.0, 6.0], [0.0, 6.0]];
    let points: Vec<[f64; 3]> = [0.0, 2.0].iter().flat_map(|&z| ends.map(|[x, y]| [x, y, z])).collect();
    let mut faces = vec![(0..6).rev().collect::<Vec<usize>>(), (6..12).collect()];
    faces.extend((0..6).map(|i| [i, (i + 1) % 6]).map(|[i, j]| vec![i, j, j + 6, i + 6]));
    for first in 0..4 {
        let mut both = Vec::new();
        for face in &faces {
            let mut back: Vec<usize> = face.iter().rev().copied().collect();
            back.rotate_left(first);
            both.extend([face.clone(), back]);
        }
        for (name, text) in texts(&points, &both) {
            fs::write(folder.join(name), text).unwrap();
            for (x, y, relation, wall) in
                [(1.0, 1.0, "b_in_a", 0.75), (4.0, 1.0, "b_in_a", 0.75), (4.0, 4.0, "apart", 1.75)]
            {
                let ball = json!({"ball": {"center": [x, y, 1.0], "radius": 0.25}});
                let outcome = clearance_in(&folder, &["distance", name, &ball.to_string(), "--format", "jsonl"]);
                let answer = outcome.json_lines()[0].clone();
                assert_eq!(
                    (&answer["relation"], &answer["distance"]),
                    (&json!(relation), &json!(wall)),
                    "{name} {first}"
                );
            }
        }
    }
}

#[test]
fn fans_of_ply_are_triangles() {
    // Cause: a file with fans and without faces became the hull of its vertices.
    let folder = scratch("polygons-fans");
    let points = "0 0 0\n4 0 0\n0 4 0\n-4 0 0\n0 -4 0\n9 9 0\n";
    fs::write(folder.join("a.ply"), ply_of_six("trifans", points, "8 0 1 2 3 4 -1 0 5")).unwrap();
    for (place, expected) in [([1.0, 1.0, 1.0], 1.0), ([-1.0, -1.0, 1.0], 1.0), ([3.0, -4.0, 0.0], 3.0)] {
        assert_eq!(distance(&folder, "a.ply", &json!({"point": place}))["distance"], json!(expected));
    }
}
