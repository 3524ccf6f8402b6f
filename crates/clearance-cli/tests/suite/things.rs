//! Things as they are: surfaces and outlines that need not be convex, from every format.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Outcome, clearance, clearance_in, scratch};

/// The corners and sides of a box between two corners.
fn box_between(low: [f64; 3], high: [f64; 3]) -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let at = |x: usize, y: usize, z: usize| [[low, high][x][0], [low, high][y][1], [low, high][z][2]];
    let corners =
        vec![at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)];
    let sides = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
    (corners, sides.map(|side| side.to_vec()).to_vec())
}

/// An L of height 1: 2 wide and deep, without the quarter at the upper right.
fn ell() -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let plan = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let corners = [0.0, 1.0].iter().flat_map(|&z| plan.iter().map(move |&[x, y]| [x, y, z])).collect();
    // The corner 3 sees the whole plan, so a fan from it is a triangulation.
    let mut faces = vec![vec![9, 10, 11, 6, 7, 8], vec![3, 2, 1, 0, 5, 4]];
    faces.extend((0..6).map(|i| vec![i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6]));
    (corners, faces)
}

fn obj((corners, faces): &(Vec<[f64; 3]>, Vec<Vec<usize>>)) -> String {
    let corners: String = corners.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
    let face = |face: &Vec<usize>| format!("f {}\n", face.iter().map(|i| format!("{} ", i + 1)).collect::<String>());
    corners + &faces.iter().map(face).collect::<String>()
}

fn mesh((corners, faces): &(Vec<[f64; 3]>, Vec<Vec<usize>>)) -> Value {
    json!({"mesh": {"vertices": corners, "faces": faces}})
}

/// The answer of `clearance distance`.
fn distance_in(folder: &Path, arguments: &[&str]) -> Value {
    let outcome = clearance_in(folder, &[&["distance", "--format", "jsonl"], arguments].concat());
    assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.stderr);
    outcome.json_lines()[0].clone()
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_block_in_the_notch_of_an_l_is_apart_although_the_hulls_overlap() {
    let folder = scratch("notch");
    write(&folder, "l.obj", obj(&ell()));
    write(&folder, "block.obj", obj(&box_between([1.25, 1.5, 0.25], [1.5, 2.0, 0.75])));
    let answer = distance_in(&folder, &["l.obj", "block.obj"]);
    assert_eq!(
        (&answer["distance"], &answer["status"], &answer["relation"]),
        (&json!(0.25), &json!("separated"), &json!("apart"))
    );
    assert!(answer["lower"].as_f64().unwrap() <= 0.25 && answer["upper"].as_f64().unwrap() >= 0.25);
    // The wall x = 1 of the notch is the side from corner 3 to corner 4: triangles 14 and 15. The side x = 1.25 of the
    // block shares an edge with its triangle 0. Of triangles at the same distance the first is told.
    assert_eq!((&answer["leaf_a"], &answer["leaf_b"]), (&json!(14), &json!(0)), "{answer}");
    assert_eq!(answer.get("open"), None);
    let hulls = distance_in(&folder, &["l.obj", "block.obj", "--hull"]);
    assert!(hulls["distance"].as_f64().unwrap() < 0.0 && hulls.get("relation").is_none(), "{hulls}");
}

#[test]
fn relations_are_those_of_the_solids() {
    let folder = scratch("relations");
    write(&folder, "l.obj", obj(&ell()));
    write(&folder, "room.obj", obj(&box_between([-9.0; 3], [9.0; 3])));
    // The room is a closed convex body, but the L is not. So the distance is that of the surfaces.
    for (arguments, relation, status, distance) in [
        (["l.obj", "room.obj", "0,0,0"], "a_in_b", "overlapping", 7.0),
        (["room.obj", "l.obj", "0,0,0"], "b_in_a", "overlapping", 7.0),
        (["l.obj", "l.obj", "0,0,0"], "a_in_b", "overlapping", 0.0),
        (["l.obj", "l.obj", "0.5,0.5,0.5"], "crossing", "overlapping", 0.0),
        (["l.obj", "l.obj", "0,0,1"], "touching", "touching", 0.0),
        (["l.obj", "l.obj", "1,1,0"], "touching", "touching", 0.0),
        (["l.obj", "l.obj", "1.5,1.5,0"], "apart", "separated", 0.5),
    ] {
        let [a, b, pose] = arguments;
        let answer = distance_in(&folder, &[a, b, "--pose-b", pose]);
        let found = (&answer["relation"], &answer["status"], &answer["distance"]);
        assert_eq!(found, (&json!(relation), &json!(status), &json!(distance)), "{arguments:?}: {answer}");
    }
}

#[test]
fn closed_convex_bodies_have_the_signed_distance_of_their_hulls_if_the_depth_is_asked_for() {
    let folder = scratch("convex-things");
    let cube = box_between([0.0; 3], [1.0; 3]);
    write(&folder, "cube.obj", obj(&cube));
    write(&folder, "room.obj", obj(&box_between([-3.0; 3], [3.0; 3])));
    for (b, pose, relation, distance) in [
        ("cube.obj", "2,0,0", "apart", 1.0),
        ("cube.obj", "1,0,0", "touching", 0.0),
        ("cube.obj", "0.75,0,0", "crossing", -0.25),
        ("cube.obj", "0,0,0", "a_in_b", -1.0),
        ("room.obj", "0,0,0", "a_in_b", -3.0),
    ] {
        let answer = distance_in(&folder, &["cube.obj", b, "--pose-b", pose, "--inside", "depth"]);
        assert_eq!((&answer["relation"], &answer["distance"]), (&json!(relation), &json!(distance)), "{b} {pose}");
        let hull = distance_in(&folder, &["cube.obj", b, "--pose-b", pose, "--hull"]);
        for key in ["status", "distance", "lower", "upper", "point_a", "point_b", "normal"] {
            assert_eq!(answer[key], hull[key], "{key} at {pose}");
        }
    }
    for (shape, relation) in [
        (json!({"cylinder": {"half_height": 1, "radius": 1}}), "b_in_a"),
        (json!({"cylinder": {"half_height": 9, "radius": 1}}), "crossing"),
        (json!({"ball": {"center": [0, 0, 0], "radius": 3}}), "b_in_a"),
        (json!({"ball": {"center": [0, 0, 0], "radius": 6}}), "a_in_b"),
        (json!({"points": [[1, 1, 1]]}), "b_in_a"),
        (json!({"points": [[3, 1, 1]]}), "touching"),
    ] {
        let answer = distance_in(&folder, &["room.obj", &shape.to_string()]);
        assert_eq!(answer["relation"], relation, "{shape}: {answer}");
    }
    // The corners of a flat side that is turned are rounded, so the body is convex but for rounding.
    let turned = (cube.0.iter().map(|[x, y, z]| [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z * 0.1]).collect(), cube.1);
    write(&folder, "turned.obj", obj(&turned));
    let answer = distance_in(&folder, &["turned.obj", "turned.obj", "--pose-b", "0,0,0.09", "--inside", "depth"]);
    assert!((answer["distance"].as_f64().unwrap() + 0.01).abs() < 1e-9, "{answer}");
    assert!(answer["lower"].as_f64().unwrap() <= answer["upper"].as_f64().unwrap());
}

/// Cause: a body inside a convex mesh had minus the depth, and inside one with a dent the wall; `scene` always had the
/// wall. Law: `--inside` says which of the two it is, for all meshes and both commands. The wall is never negative, and the
/// depth always is. The default is the wall, and the answer names it.
#[test]
fn a_dent_does_not_flip_the_sign_inside_a_mesh_and_a_scene_agrees() {
    let folder = scratch("inside");
    let (mut corners, mut sides) = box_between([0.0; 3], [4.0; 3]);
    write(&folder, "plain.obj", obj(&(corners.clone(), sides.clone())));
    corners.push([2.0, 2.0, 3.75]);
    sides.remove(1);
    sides.extend([vec![4, 5, 8], vec![5, 6, 8], vec![6, 7, 8], vec![7, 4, 8]]);
    write(&folder, "dent.obj", obj(&(corners, sides)));
    let parts = [
        ("in.obj", box_between([0.5, 1.5, 1.5], [1.5, 2.5, 2.5]), "b_in_a", 0.5, 1.5),
        ("through.obj", box_between([-0.5, 1.5, 1.5], [0.5, 2.5, 2.5]), "crossing", 0.0, 0.5),
        ("out.obj", box_between([-1.5, 1.5, 1.5], [-0.5, 2.5, 2.5]), "apart", 0.5, -0.5),
    ];
    for (part, solid, relation, wall, depth) in parts {
        write(&folder, part, obj(&solid));
        for body in ["plain.obj", "dent.obj"] {
            for (inside, distance) in [(None, wall), (Some("wall"), wall), (Some("depth"), -depth)] {
                let option = inside.map_or(vec![], |inside| vec!["--inside", inside]);
                let answer = distance_in(&folder, &[&[body, part], &option[..]].concat());
                let scene = clearance_in(&folder, &[&["scene", body, part, "--format", "jsonl"], &option[..]].concat());
                let finding = scene.json_lines().remove(0);
                for found in [&answer, &finding] {
                    let number = |key: &str| found[key].as_f64().unwrap();
                    assert_eq!((&found["relation"], number("distance")), (&json!(relation), distance), "{found}");
                    assert!(number("lower") <= distance && distance <= number("upper"), "{found}");
                    let told = if relation == "apart" { Value::Null } else { json!(inside.unwrap_or("wall")) };
                    assert_eq!(found["inside"], told, "{found}");
                    // The bounds of the depth of the body with a dent are wider.
                    let is_tight = body == "plain.obj" || inside != Some("depth");
                    assert!(number("upper") <= 0.0 || wall > 0.0 && number("upper") > 0.0, "{found}");
                    assert!(!is_tight || number("upper") - number("lower") < 1e-12, "{found}");
                }
                // Apart, two convex bodies have the bracket of the core.
                for key in ["lower", "upper", "point_a", "point_b", "normal"] {
                    assert!(relation == "apart" || answer[key] == finding[key], "{key} of {answer} {finding}");
                }
            }
            // A limit below zero asks for the depth, whatever is told.
            let fails = |limit: &str| clearance_in(&folder, &["distance", body, part, "--fail-below", limit]).code == 1;
            assert_eq!((fails("-2"), fails("0"), fails("-0.25")), (false, relation != "apart", relation != "apart"));
        }
    }
}

#[test]
fn a_body_with_a_dent_is_not_convex_however_small_the_dent() {
    let folder = scratch("dent");
    let (mut corners, mut sides) = box_between([0.0; 3], [1.0; 3]);
    // The middle of the upper side, pushed in.
    corners.push([0.5, 0.5, 0.999]);
    sides.remove(1);
    sides.extend([vec![4, 5, 8], vec![5, 6, 8], vec![6, 7, 8], vec![7, 4, 8]]);
    write(&folder, "dent.obj", obj(&(corners, sides)));
    let answer = distance_in(&folder, &["dent.obj", "dent.obj", "--pose-b", "0,0,0.9995"]);
    assert_eq!((&answer["relation"], &answer["distance"]), (&json!("crossing"), &json!(0.0)), "{answer}");
    assert!(answer["leaf_a"].is_u64());
}

#[test]
fn a_surface_that_is_open_says_so_and_is_never_inside_out() {
    let folder = scratch("open-surface");
    let (corners, mut sides) = box_between([0.0; 3], [1.0; 3]);
    sides.pop();
    write(&folder, "open.obj", obj(&(corners, sides)));
    write(&folder, "room.obj", obj(&box_between([-3.0; 3], [3.0; 3])));
    let told = clearance_in(&folder, &["distance", "open.obj", "room.obj"]).stderr;
    assert!(told.contains("4 edges have an odd number of triangles: (0.0, 0.0, 0.0) to ("), "{told}");
    let answer = distance_in(&folder, &["open.obj", "room.obj"]);
    assert_eq!(
        (&answer["relation"], &answer["open"], &answer["distance"]),
        (&json!("a_in_b"), &json!(true), &json!(2.0))
    );
    let answer = distance_in(&folder, &["open.obj", "open.obj", "--pose-b", "0.5,0.5,0.5"]);
    assert_eq!(
        (&answer["relation"], &answer["open"], &answer["distance"]),
        (&json!("crossing"), &json!(true), &json!(0.0))
    );
    let answer = distance_in(&folder, &["open.obj", "open.obj", "--pose-b", "5,0,0"]);
    assert_eq!((&answer["relation"], &answer["distance"]), (&json!("apart"), &json!(4.0)));
}

/// Cause: points, balls and capsules had another definition of a closed surface than polytopes and scenes. An edge of four
/// faces, or a triangle with two equal corners, made it open for them. Law: all questions have one definition. Source:
/// 70 of 1,012 closed meshes of castings, robots and printed parts.
#[test]
fn what_bounds_a_solid_does_so_for_points_balls_polytopes_surfaces_and_scenes() {
    let folder = scratch("one-definition");
    let [first, second] = [box_between([0.0; 3], [2.0; 3]), box_between([2.0, 2.0, 0.0], [4.0, 4.0, 2.0])];
    let second_sides = second.1.iter().map(|side| side.iter().map(|corner| corner + 8).collect());
    let edge = ([first.0, second.0].concat(), first.1.iter().cloned().chain(second_sides).collect::<Vec<Vec<usize>>>());
    let with = |side: Vec<usize>| (edge.0.clone(), [edge.1.clone(), vec![side]].concat());
    let mut turned = edge.clone();
    turned.1[3].reverse();
    let solids = [edge.clone(), with(vec![0, 1, 1]), with(edge.1[2].clone()), turned];
    let said = ["", "", "2 triangles are left out", "2 triangles are turned"];
    for (solid, said) in solids.iter().zip(said) {
        write(&folder, "solid.obj", obj(solid));
        for (place, relation, wall) in [([1.0, 1.0, 1.0], "b_in_a", 1.0), ([3.0, 1.0, 1.0], "apart", 1.0)] {
            let [x, y, z] = place;
            write(&folder, "box.obj", obj(&box_between(place.map(|x| x - 0.25), place.map(|x| x + 0.25))));
            let shapes = [
                (json!({"points": [place]}), 0.0),
                (json!({"ball": {"center": place, "radius": 0.25}}), 0.25),
                (json!({"capsule": {"start": [x, y, z - 0.25], "end": [x, y, z + 0.25], "radius": 0.25}}), 0.25),
                (json!({"cuboid": {"half_extents": [0.25, 0.25, 0.25]}, "pose": {"translation": place}}), 0.25),
            ];
            let mut shapes: Vec<(String, f64)> =
                shapes.iter().map(|(shape, size)| (shape.to_string(), *size)).collect();
            shapes.push(("box.obj".to_owned(), 0.25));
            for (shape, size) in &shapes {
                let outcome = clearance_in(&folder, &["distance", "solid.obj", shape, "--format", "jsonl"]);
                let answer = &outcome.json_lines()[0];
                let found = (&answer["relation"], &answer["distance"], &answer["open"]);
                // The capsule's caps are nearer to the ends of the solid.
                let wall = if shape.contains("capsule") && relation == "b_in_a" { 0.5 } else { wall - size };
                assert_eq!(found, (&json!(relation), &json!(wall), &Value::Null), "{shape}: {answer}");
                assert!(
                    outcome.stderr.contains(said) && (said.is_empty() == outcome.stderr.is_empty()),
                    "{}",
                    outcome.stderr
                );
            }
            let scene = clearance_in(&folder, &["scene", "solid.obj", "box.obj", "--format", "jsonl"]);
            let finding = &scene.json_lines()[0];
            let mirrored = if relation == "b_in_a" && finding["a"] == "box.obj" { "a_in_b" } else { relation };
            assert_eq!((&finding["relation"], &finding["distance"]), (&json!(mirrored), &json!(0.75)), "{finding}");
            assert!(scene.stderr.contains(said) && (said.is_empty() == scene.stderr.is_empty()), "{}", scene.stderr);
        }
    }
}

#[test]
fn shapes_of_json_stand_beside_surfaces() {
    let folder = scratch("mixed");
    write(&folder, "l.obj", obj(&ell()));
    for (shape, relation, distance) in [
        (json!({"ball": {"center": [1.75, 1.75, 0.5], "radius": 0.5}}), "apart", 0.25),
        (json!({"points": [[1.75, 1.75, 0.5]]}), "apart", 0.75),
        (json!({"ball": {"center": [0.5, 0.5, 0.5], "radius": 0.25}}), "b_in_a", 0.25),
        (json!({"points": [[0.5, 0.5, 0.25]]}), "b_in_a", 0.25),
        (json!({"ball": {"center": [1.0, 1.0, 0.5], "radius": 10.0}}), "a_in_b", 10.0 - 2.25f64.sqrt()),
        (json!({"ball": {"center": [2.5, 0.5, 0.5], "radius": 0.5}}), "touching", 0.0),
        (json!({"ball": {"center": [2.5, 0.5, 0.5], "radius": 0.75}}), "crossing", 0.0),
        (json!({"cuboid": {"half_extents": [5, 5, 5]}}), "a_in_b", 3.0),
        (
            json!({"cuboid": {"half_extents": [0.25, 0.25, 0.25]}, "pose": {"translation": [0.5, 1.0, 0.5]}}),
            "b_in_a",
            0.25,
        ),
    ] {
        let text = shape.to_string();
        for (a, b, relation) in [("l.obj", text.as_str(), relation), (text.as_str(), "l.obj", swapped(relation))] {
            let answer = distance_in(&folder, &[a, b]);
            assert_eq!(answer["relation"], relation, "{shape}: {answer}");
            let number = |key: &str| answer[key].as_f64().unwrap();
            assert!((number("distance") - distance).abs() < 1e-12, "{shape}: {answer}");
            assert!(number("lower") <= distance + 1e-15 && distance <= number("upper") + 1e-15, "{shape}: {answer}");
        }
    }
}

/// Cause: a curved shape that met any face crossed the surface, while a polytope was told in it. Law: a face in the solid ends
/// nothing, for shapes of any kind.
#[test]
fn shapes_at_a_face_in_a_solid_are_in_it() {
    let folder = scratch("inner_face");
    let (mut corners, mut faces) = box_between([0.0; 3], [1.0; 3]);
    let (others, sides) = box_between([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]);
    corners.extend(others);
    faces.extend(sides.iter().map(|side| side.iter().map(|corner| corner + 8).collect::<Vec<_>>()));
    write(&folder, "halves.obj", obj(&(corners, faces)));
    for (shape, relation) in [
        (json!({"ball": {"center": [1, 0.5, 0.5], "radius": 0.25}}), "b_in_a"),
        (json!({"capsule": {"start": [0.5, 0.5, 0.5], "end": [1.5, 0.5, 0.5], "radius": 0.25}}), "b_in_a"),
        (json!({"cuboid": {"half_extents": [0.25, 0.25, 0.25]}, "pose": {"translation": [1, 0.5, 0.5]}}), "b_in_a"),
        (json!({"ball": {"center": [1, 0.5, 0.5], "radius": 0.625}}), "crossing"),
    ] {
        let text = shape.to_string();
        for (a, b, relation) in [("halves.obj", &text[..], relation), (&text[..], "halves.obj", swapped(relation))] {
            assert_eq!(distance_in(&folder, &[a, b])["relation"], relation, "{shape}");
        }
    }
}

fn swapped(relation: &str) -> &str {
    match relation {
        "a_in_b" => "b_in_a",
        "b_in_a" => "a_in_b",
        other => other,
    }
}

#[test]
fn outlines_of_every_format_keep_their_holes() {
    let folder = scratch("holes");
    let ring = |[low, high]: [f64; 2]| format!("{low} {low},{high} {low},{high} {high},{low} {high},{low} {low}");
    let frame = format!("POLYGON(({}),({}))", ring([0.0, 10.0]), ring([2.0, 8.0]));
    let path = "M0 0H10V10H0ZM2 2V8H8V2Z";
    let geojson = json!({"type": "Polygon", "coordinates": [
        [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[2, 2], [8, 2], [8, 8], [2, 8], [2, 2]]]});
    write(&folder, "frame.wkt", &frame);
    write(&folder, "frame.geojson", geojson.to_string());
    write(&folder, "frame.svg", format!("<svg><path d='{path}'/></svg>"));
    write(
        &folder,
        "even.svg",
        "<svg fill-rule='evenodd'><path d='M0 0H10V10H0ZM2 2H8V8H2Z'/></svg>"
            .replace("<path", "<g style='fill-rule:evenodd'><path")
            .replace("</svg>", "</g></svg>"),
    );
    write(
        &folder,
        "frame.json",
        json!({"outline": [[[[0, 0], [10, 0], [10, 10], [0, 10]], [[2, 2], [8, 2], [8, 8], [2, 8]]]]}).to_string(),
    );
    let part = r#"{"outline": [[[[4, 4], [7, 4], [7, 6], [4, 6]]]]}"#;
    for file in ["frame.wkt", "frame.geojson", "frame.svg", "even.svg", "frame.json", path] {
        let answer = distance_in(&folder, &[file, part]);
        let found = (&answer["distance"], &answer["relation"], &answer["leaf_a"], &answer["leaf_b"]);
        assert_eq!(found.0, &json!(1.0), "{file}: {answer}");
        assert_eq!((found.1, found.3), (&json!("apart"), &json!(0)), "{file}: {answer}");
        // The hole's right side is its second edge or, where the hole turns the other way, its third.
        assert!([5, 6].contains(&found.2.as_u64().unwrap()), "{file}: {answer}");
        let inside = distance_in(&folder, &[file, r#"{"points": [[1, 5]]}"#]);
        assert_eq!((&inside["distance"], &inside["relation"]), (&json!(1.0), &json!("b_in_a")), "{file}: {inside}");
        let disc = distance_in(&folder, &[file, r#"{"ball": {"center": [5, 5], "radius": 2.5}}"#]);
        assert_eq!((&disc["distance"], &disc["relation"]), (&json!(0.5), &json!("apart")), "{file}: {disc}");
    }
    // By the rule of nonzero turns, a ring that turns the same way is no hole.
    write(&folder, "full.svg", "<svg><path d='M0 0H10V10H0ZM2 2H8V8H2Z'/></svg>");
    assert_eq!(distance_in(&folder, &["full.svg", part])["relation"], "b_in_a");
    let edges = distance_in(&folder, &["frame.wkt", r#"{"points": [[12, 5]]}"#]);
    assert_eq!((&edges["leaf_a"], &edges["distance"]), (&json!(1), &json!(2.0)));
}

#[test]
fn outlines_that_overlap_tell_the_bounds_of_their_depth() {
    let folder = scratch("depth");
    write(&folder, "ell.wkt", "POLYGON((0 0, 4 0, 4 1, 1 1, 1 4, 0 4, 0 0))");
    write(&folder, "block.wkt", "POLYGON((2 1, 3 1, 3 2, 2 2, 2 1))");
    let at = |place: &str| distance_in(&folder, &["ell.wkt", "block.wkt", "--pose-b", place]);
    let bounds = |answer: &Value| [&answer["depth"]["lower"], &answer["depth"]["upper"]].map(|bound| bound.as_f64());
    // In the notch the block sinks into the floor; it gets out by that much.
    let sunk = at("0,-0.25");
    assert_eq!(sunk["relation"], "crossing");
    let [Some(lower), Some(upper)] = bounds(&sunk) else { panic!("{sunk}") };
    assert!(lower <= 0.25 && 0.25 <= upper && upper - lower < 1e-9, "{sunk}");
    for (place, relation) in [("0,0", "touching"), ("0,0.5", "apart")] {
        let answer = at(place);
        assert_eq!((&answer["relation"], &answer["depth"]), (&json!(relation), &Value::Null), "{answer}");
    }
    // Two convex outlines: the depth is that of the signed distance.
    write(&folder, "square.wkt", "POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))");
    let convex = distance_in(&folder, &["square.wkt", "square.wkt", "--pose-b", "1.5,0.25", "--inside", "depth"]);
    let [Some(lower), Some(upper)] = bounds(&convex) else { panic!("{convex}") };
    assert!(lower <= 0.5 && 0.5 <= upper && upper - lower < 1e-12, "{convex}");
    assert_eq!(Some(-upper), convex["lower"].as_f64());
}

#[test]
fn solids_that_cross_tell_the_bounds_of_their_depth() {
    let folder = scratch("depth_of_solids");
    write(&folder, "l.obj", obj(&ell()));
    write(&folder, "block.obj", obj(&box_between([1.25, 1.25, 0.25], [1.5, 1.5, 0.75])));
    let at = |place: &str| distance_in(&folder, &["l.obj", "block.obj", "--pose-b", place]);
    // The block goes through the inner wall by 1/16 and a face stays inside: it gets out by that much.
    let sunk = at("-0.3125,0,0");
    assert_eq!(sunk["relation"], "crossing");
    let [Some(lower), Some(upper)] = ["lower", "upper"].map(|bound| sunk["depth"][bound].as_f64()) else {
        panic!("{sunk}")
    };
    assert!(lower <= 0.0625 && 0.0625 <= upper && upper - lower < 1e-9, "{sunk}");
    for (place, relation) in [("-0.25,0,0", "touching"), ("0,0,0", "apart")] {
        let answer = at(place);
        assert_eq!((&answer["relation"], &answer["depth"]), (&json!(relation), &Value::Null), "{answer}");
    }
}

#[test]
fn a_limit_that_is_the_exact_distance_is_kept() {
    let folder = scratch("limit");
    write(&folder, "l.obj", obj(&ell()));
    let block = mesh(&box_between([1.25, 1.25, 0.25], [1.5, 1.5, 0.75])).to_string();
    let code = |least: &str, pose: &str| {
        clearance_in(&folder, &["distance", "l.obj", &block, "--fail-below", least, "--pose-b", pose]).code
    };
    assert_eq!(code("0.25", "0,0,0"), 0);
    assert_eq!(code(&0.25f64.next_up().to_string(), "0,0,0"), 1);
    // Overlapping breaks every rule, also where the surfaces are 0 apart, and 0 is allowed.
    assert_eq!(code("0", "-0.5,0,0"), 1);
    assert_eq!(code("0", "-0.25,0,0"), 0);
}

/// A GLB of one triangle in the plane z = 0, in metres, placed by a node.
fn glb(node: &str) -> Vec<u8> {
    let document = lab::scenes::GLB.replace(r#"{"name":"n","children":[1,2],"scale":[1,-1,1]}"#, node);
    lab::scenes::glb(&document)
}

#[test]
fn units_are_converted_and_never_guessed() {
    let folder = scratch("units");
    write(&folder, "metre.glb", glb(r#"{"name":"n","mesh":0}"#));
    write(&folder, "inch.3mf", lab::scenes::threemf(lab::scenes::MODEL.as_bytes()));
    write(&folder, "plain.obj", "v 0 0 3\nv 1 0 3\nv 0 1 3\nf 1 2 3\n");
    let run = |arguments: &[&str]| clearance_in(&folder, &[&["distance", "--format", "jsonl"], arguments].concat());
    let refused = run(&["metre.glb", "plain.obj"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("plain.obj") && refused.stderr.contains("--unit mm"), "{}", refused.stderr);
    for (unit, distance) in [("m", 3.0), ("mm", 3.0), ("in", 3.0)] {
        let answer = distance_in(&folder, &["metre.glb", "plain.obj", "--unit", unit]);
        assert_eq!((&answer["distance"], &answer["unit"]), (&json!(distance), &json!(unit)), "{answer}");
    }
    let point = r#"{"points": [[0, 0, 3]]}"#;
    assert_eq!(distance_in(&folder, &["metre.glb", point])["unit"], "m");
    let moved = ["metre.glb", "inch.3mf", "--pose-b", "0,0,1"];
    let answer = distance_in(&folder, &moved);
    assert_eq!((&answer["distance"], &answer["unit"]), (&json!(1.0), &json!("m")));
    // The third place of the triangle is 5 inches higher: from 1 m above, that changes nothing. From below it does.
    let below = distance_in(&folder, &["inch.3mf", "metre.glb", "--pose-b", "0,0,7"]);
    assert_eq!((&below["distance"], &below["unit"]), (&json!(2.0), &json!("in")), "{below}");
}

/// Cause: `--unit mm` took the numbers of a picture for millimetres although its size was written in them. Law: a picture
/// whose size has a unit of the world has a unit, as glTF has, and proofs name the factor.
#[test]
fn a_picture_of_so_many_millimetres_is_measured_in_them() {
    let folder = scratch("picture-unit");
    let squares = "<rect id='l' width='20' height='20'/><rect id='r' x='60' width='20' height='20'/>";
    write(&folder, "half.svg", format!("<svg width='50mm' height='50mm' viewBox='0 0 100 100'>{squares}</svg>"));
    write(&folder, "plain.svg", format!("<svg>{squares}</svg>"));
    write(&folder, "inch.svg", format!("<svg width='100in' viewBox='0 0 100 100'>{squares}</svg>"));
    let square = "POLYGON((60 0, 61 0, 61 1, 60 0))";
    for (arguments, distance, unit) in [
        (&["half.svg", square][..], 0.0, Value::Null),
        (&["half.svg", square, "--unit", "mm"], 20.0, json!("mm")),
        (&["half.svg", square, "--unit", "mm", "--hull"], 20.0, json!("mm")),
        (&["plain.svg", "POLYGON((90 0, 91 0, 91 1, 90 0))", "--unit", "mm"], 10.0, json!("mm")),
        (&["inch.svg", "POLYGON((90 0, 91 0, 91 1, 90 0))"], 10.0, json!("in")),
    ] {
        let answer = distance_in(&folder, arguments);
        let bound = |key: &str| answer[key].as_f64().unwrap();
        assert!(bound("lower") <= distance && distance <= bound("upper"), "{arguments:?}: {answer}");
        assert_eq!(answer["unit"], unit, "{arguments:?}");
    }
    let mixed = clearance_in(&folder, &["distance", "half.svg", "plain.svg"]);
    assert!(mixed.code == 2 && mixed.stderr.contains("--unit mm"), "{}", mixed.stderr);
    let arguments = ["scene", "half.svg", "--unit", "mm", "--nearest", "1", "--format", "jsonl", "--proof", "proof"];
    let scene = clearance_in(&folder, &arguments);
    assert!(scene.stdout.contains("\"distance\":20.0") && scene.code == 0, "{}{}", scene.stdout, scene.stderr);
    assert_eq!(clearance_in(&folder, &["verify", "proof"]).code, 0);
}

#[test]
fn instances_are_one_body_and_mirrored_ones_keep_their_outside() {
    let folder = scratch("instances");
    write(&folder, "scene.glb", lab::scenes::glb(lab::scenes::GLB));
    write(&folder, "scene.gltf", lab::scenes::GLTF);
    write(&folder, "scene.dae", lab::scenes::DAE);
    // The second instance is 5 to the right: triangle 1.
    for file in ["scene.glb", "scene.gltf"] {
        let answer = distance_in(&folder, &[file, r#"{"points": [[8, 0, 0]]}"#]);
        assert_eq!(
            (&answer["distance"], &answer["leaf_a"], &answer["open"]),
            (&json!(2.0), &json!(1), &json!(true)),
            "{file}"
        );
    }
    let answer = distance_in(&folder, &["scene.dae", r#"{"points": [[1, 2, 13]]}"#]);
    assert!(answer["unit"] == "cm" && answer["distance"].as_f64().unwrap() >= 9.9, "{answer}");
}

#[test]
fn pictures_show_surfaces_and_holes() {
    let folder = scratch("pictures-of-things");
    write(&folder, "l.obj", obj(&ell()));
    let block = mesh(&box_between([1.25, 1.5, 0.25], [1.5, 2.0, 0.75])).to_string();
    let picture = |a: &str, b: &str| clearance_in(&folder, &["distance", a, b, "--format", "svg"]).stdout;
    let space = picture("l.obj", &block);
    assert!(space.contains("class=\"facets\"") && space.contains(">0.25000</text>"), "{space}");
    assert!(!space.contains("NaN") && space.trim_end().ends_with("</svg>"));
    let ball = picture("l.obj", r#"{"ball": {"center": [3, 3, 0.5], "radius": 0.5}}"#);
    assert!(ball.contains("class=\"facets\"") && ball.contains(">B</text>"), "{ball}");
    let plane = picture("POLYGON((0 0,9 0,9 9,0 9),(2 2,8 2,8 8,2 8))", "POLYGON((4 4,5 4,5 5))");
    assert!(plane.contains("fill-rule=\"evenodd\"") && !plane.contains("NaN"), "{plane}");
}

#[test]
fn every_format_of_the_answer_has_the_relation_and_the_leaves() {
    let l = mesh(&ell()).to_string();
    let run = |format: &str| clearance(&["distance", &l, &l, "--pose-b", "1.5,1.5,0", "--format", format], b"").stdout;
    let cells = run("csv");
    let rows: Vec<Vec<&str>> = cells.lines().map(|line| line.rsplitn(11, ',').collect()).collect();
    let shared = ["volume_upper", "volume_lower", "overlap_upper", "overlap_lower", "overlap"];
    assert_eq!(rows[0][..10], [&shared[..], &["inside", "open", "leaf_b", "leaf_a", "relation"]].concat());
    assert_eq!((rows[1][5], rows[1][6], rows[1][9]), ("", "", "apart"));
    let table = run("table");
    assert!(table.contains("relation") && table.contains("leaf of A"), "{table}");
    let single = clearance(&["distance", &l, &l, "--pose-b", "1.6,1.6,0", "--scalar", "f32", "--format", "jsonl"], b"");
    let answer = &single.json_lines()[0];
    let number = |key: &str| answer[key].as_f64().unwrap();
    let exact = f64::from(1.6f32) - 1.0;
    assert!(
        number("lower") <= exact && exact <= number("upper") && number("upper") - number("lower") < 1e-6,
        "{answer}"
    );
}

fn query(folder: &Path, arguments: &[&str], lines: &[Value]) -> Outcome {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    write(folder, "pairs.jsonl", text);
    clearance(&[&["query", folder.join("pairs.jsonl").to_str().unwrap()], arguments].concat(), b"")
}

#[test]
fn lines_of_a_pairs_file_take_meshes_outlines_and_files() {
    let folder = scratch("composite-lines");
    write(&folder, "l.obj", obj(&ell()));
    write(&folder, "broken.obj", "v 0 0\n");
    let block = mesh(&box_between([1.25, 1.5, 0.25], [1.5, 2.0, 0.75]));
    let mut placed = block.clone();
    placed["pose"] = json!({"translation": [0, 0, 10]});
    let frame = json!({"outline": [[[[0, 0], [9, 0], [9, 9], [0, 9]], [[2, 2], [8, 2], [8, 8], [2, 8]]]]});
    let cube =
        json!({"mesh": {"vertices": box_between([0.0; 3], [1.0; 3]).0, "faces": box_between([0.0; 3], [1.0; 3]).1}});
    let lines = [
        json!({"id": 1, "a": mesh(&ell()), "b": block}),
        json!({"id": 2, "a": {"file": "l.obj"}, "b": placed}),
        json!({"id": 3, "a": frame, "b": {"ball": {"center": [5, 5], "radius": 1}}}),
        json!({"id": 4, "a": cube, "b": cube}),
        json!({"id": 5, "a": {"points": [[0, 0, 0]]}, "b": {"points": [[3, 0, 0]]}}),
        json!({"id": 6, "a": {"file": "l.obj", "pose": {"translation": [0, 0, -4]}}, "b": {"file": "l.obj"}}),
    ];
    let outcome = query(&folder, &[], &lines);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let answers = outcome.json_lines();
    let found: Vec<_> = answers.iter().map(|answer| (&answer["id"], answer["distance"].as_f64().unwrap())).collect();
    let expected = [(1, 0.25), (2, 9.25), (3, 2.0), (4, 0.0), (5, 3.0), (6, 3.0)];
    for (found, (id, distance)) in found.iter().zip(expected) {
        assert_eq!(found.0, &json!(id));
        if id == 2 {
            assert!((found.1 - (9.25f64 * 9.25 + 0.25 * 0.25).sqrt()).abs() < 1e-12, "{found:?}");
        } else {
            assert_eq!(found.1, distance, "{id}");
        }
    }
    assert_eq!(answers[3]["relation"], "a_in_b");
    assert!(answers[0]["leaf_a"].is_u64() && answers[3]["inside"] == "wall" && answers[4].get("relation").is_none());
    for (line, expected) in [
        (json!({"a": {"file": "none.obj"}, "b": cube}), "a.file."),
        (json!({"a": cube, "b": {"file": "broken.obj"}}), "line 1: z: expected a number"),
        (
            json!({"a": {"mesh": {"vertices": [[0, 0, 0]], "faces": [[0, 0, 1]]}}, "b": cube}),
            "a.mesh.faces[0]: expected an index below 1, found 1",
        ),
        (
            json!({"a": {"mesh": {"vertices": [[0, 0]], "faces": [[0, 0, 0]]}}, "b": cube}),
            "a.mesh.vertices[0]: expected 3 numbers, found 2",
        ),
        (
            json!({"a": {"mesh": {"vertices": [[0, 0, 0]], "faces": [[0, -1, 0]]}}, "b": cube}),
            "expected an index, found the number -1",
        ),
        (json!({"a": {"mesh": {"vertices": [[0, 0, 0]]}}, "b": cube}), "a.mesh: missing field `faces`"),
        (json!({"a": {"outline": []}, "b": frame}), "a.outline: expected at least one polygon"),
        (json!({"a": cube, "b": frame}), "b: expected a thing of space, found one of the plane"),
        (json!({"dim": 2, "a": cube, "b": cube}), "a: expected a thing of the plane, found one of space"),
        (json!({"a": {"sum": [cube, cube]}, "b": cube}), "meshes, outlines and files stand alone"),
        (json!({"a": {"mesh": cube["mesh"], "radius": 1}, "b": cube}), "cannot be thickened"),
    ] {
        let outcome = query(&folder, &[], std::slice::from_ref(&line));
        assert_eq!(outcome.code, 2, "{line}");
        let complaint =
            outcome.json_lines()[0]["error"].as_str().unwrap_or_else(|| panic!("no error for {line}")).to_owned();
        assert!(complaint.contains(expected), "{line}\n  {complaint}");
    }
    let below = |least: &str| query(&folder, &["--fail-below", least], &lines[..1]).code;
    assert_eq!((below("0.25"), below("0.2500001")), (0, 1));
}

/// Cause: where a curve bulges away from the other thing its polygon is too near, and the upper bound did not say so.
/// Law: the bounds hold the distance of the curve itself.
#[test]
fn the_bounds_of_a_round_hole_hold_the_distance_of_the_circle() {
    let folder = scratch("round-hole");
    let hole = "<path fill-rule='evenodd' d='M-2 -2 L2 -2 L2 2 L-2 2 Z M1 0 A1 1 0 1 1 -1 0 A1 1 0 1 1 1 0 Z'/>";
    let disc = "<circle r='1'/><rect x='50' width='1' height='1'/>";
    for (name, shape, point, right) in
        [("hole.svg", hole, [0.0, 0.75], 0.25), ("disc.svg", disc, [0.3001, 0.6007], 1.0 - 0.3001f64.hypot(0.6007))]
    {
        write(&folder, name, format!("<svg xmlns='http://www.w3.org/2000/svg'>{shape}</svg>"));
        let point = json!({"points": [point]}).to_string();
        let answer = distance_in(&folder, &[name, &point]);
        let [lower, upper] = ["lower", "upper"].map(|key| answer[key].as_f64().unwrap());
        assert!(lower <= right && right <= upper && upper - lower < 1e-4, "{name}: {answer}");
    }
}

/// The faces of a box in n × n squares each.
fn fine_box(low: [f64; 3], high: [f64; 3], n: usize) -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let (mut corners, mut faces) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for end in [low, high] {
            for (i, j) in (0..n * n).map(|place| (place / n, place % n)) {
                let corner = |i: usize, j: usize| {
                    let share = |step: usize, own: usize| low[own] + step as f64 / n as f64 * (high[own] - low[own]);
                    let mut point = end;
                    point[(axis + 1) % 3] = share(i, (axis + 1) % 3);
                    point[(axis + 2) % 3] = share(j, (axis + 2) % 3);
                    point
                };
                let mut square = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
                if end == low {
                    square.reverse();
                }
                faces.push((corners.len()..corners.len() + 4).collect());
                corners.extend(square);
            }
        }
    }
    (corners, faces)
}

/// Cause: two meshes of 40,000 triangles that overlap were answered in 78 s and not in 0.3 s. Law: the overlap of large
/// meshes is told if it is asked for, and small ones tell it.
#[test]
fn the_overlap_of_large_meshes_is_told_if_it_is_asked_for() {
    let folder = scratch("large-overlaps");
    for (name, n) in [("small", 2), ("large", 10)] {
        write(&folder, &format!("{name}.obj"), obj(&fine_box([0.0; 3], [2.0; 3], n)));
        write(&folder, &format!("{name}_beside.obj"), obj(&fine_box([1.5, 0.0, 0.0], [3.0, 2.0, 2.0], n)));
        let files = [format!("{name}.obj"), format!("{name}_beside.obj")];
        let unasked = distance_in(&folder, &[&files[0], &files[1]]);
        assert_eq!((&unasked["relation"], unasked.get("overlap").is_some()), (&json!("crossing"), name == "small"));
        let asked = distance_in(&folder, &[&files[0], &files[1], "--overlap"]);
        let [lower, upper] = ["overlap_lower", "overlap_upper"].map(|key| asked[key].as_f64().unwrap());
        assert!(lower <= 0.5 && (0.5..=0.6).contains(&upper), "{asked}");
    }
}

/// The bounds of the volume in an answer.
fn volume(answer: &Value) -> [f64; 2] {
    ["volume_lower", "volume_upper"].map(|key| answer[key].as_f64().unwrap())
}

#[test]
fn what_closed_things_share_has_a_volume_or_an_area_with_bounds() {
    let folder = scratch("common-volume");
    write(&folder, "a.obj", obj(&fine_box([0.0; 3], [2.0; 3], 2)));
    write(&folder, "b.obj", obj(&fine_box([1.5, 0.0, 0.5], [3.0, 2.0, 2.0], 2)));
    let ball = r#"{"ball": {"center": [1, 1, 1], "radius": 0.5}}"#;
    let [square, beside] = ["POLYGON((0 0,4 0,4 4,0 4))", "POLYGON((3 1,6 1,6 2,3 2))"];
    for (a, b, exact, width) in [
        ("a.obj", "b.obj", 1.5, 1e-9),
        ("b.obj", "a.obj", 1.5, 1e-9),
        ("a.obj", ball, std::f64::consts::PI / 6.0, 0.3),
        (square, beside, 1.0, 1e-9),
    ] {
        let answer = distance_in(&folder, &[a, b]);
        let [lower, upper] = volume(&answer);
        assert!(lower <= exact && exact <= upper && upper - lower <= width, "{answer}");
        let csv = clearance_in(&folder, &["distance", a, b, "--format", "csv"]).stdout;
        let cells: Vec<f64> = csv.trim_end().rsplitn(3, ',').take(2).map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(cells, [upper, lower], "{csv}");
    }
    let table = |a: &str, b: &str| clearance_in(&folder, &["distance", a, b, "--unit", "m"]).stdout;
    assert!(
        table("a.obj", "b.obj").contains("\nWhat they share has a volume of 1.49999"),
        "{}",
        table("a.obj", "b.obj")
    );
    assert!(table("a.obj", "b.obj").ends_with(" m³.\n") && table("a.obj", ball).ends_with(" m³.\n"));
    let plane = clearance_in(&folder, &["distance", square, beside]).stdout;
    assert!(plane.contains("\nWhat they share has an area of ") && !plane.contains('²'), "{plane}");
    // An open body encloses nothing, and bodies that touch share nothing.
    let (corners, faces) = fine_box([1.5, 0.0, 0.5], [3.0, 2.0, 2.0], 2);
    write(&folder, "open.obj", obj(&(corners, faces[1..].to_vec())));
    let open = distance_in(&folder, &["a.obj", "open.obj"]);
    assert!(open.get("overlap").is_some() && open.get("volume_lower").is_none(), "{open}");
    let touching = distance_in(&folder, &["a.obj", "a.obj", "--pose-b", "2,0,0"]);
    assert_eq!((&touching["relation"], touching.get("volume_lower")), (&json!("touching"), None));
}
