use super::*;
use serde_json::Value;

/// A tetrahedron, moved along x. One side may be left out.
fn tetrahedron(x: f64, sides: usize) -> String {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let vertices = corners.map(|[a, b, c]| format!("v {} {b} {c}\n", a + x)).concat();
    ["f 1 3 2\n", "f 1 2 4\n", "f 2 3 4\n", "f 3 1 4\n"][..sides].iter().fold(vertices, |text, face| text + face)
}

fn opened(name: &str, text: &str) -> Part {
    let mut folder = Folder::new();
    folder.add(name, text.as_bytes());
    folder.open(name).unwrap_or_else(|complaint| panic!("{complaint}"))
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

const HERE: [f64; 7] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn the_answer_is_that_of_the_library_at_the_poses() {
    let [a, b] = [opened("a.obj", &tetrahedron(0.0, 4)), opened("b.obj", &tetrahedron(5.0, 4))];
    let mut question = Question::new();
    let answer = read(&question.answer(&a, &HERE, &b, &HERE, false).unwrap());
    assert_eq!((answer["distance"].as_f64(), answer["leaf_a"].as_u64()), (Some(4.0), Some(0)));
    let moved = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let answer = read(&question.answer(&a, &moved, &b, &HERE, true).unwrap());
    assert_eq!(answer["distance"].as_f64(), Some(3.0));
    let related = read(&related(&a, &[4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], &b, &HERE).unwrap());
    assert_eq!((related["relation"].as_str(), related["status"].as_str()), (Some("touching"), Some("touching")));
    assert!(question.answer(&a, &[0.0; 7], &b, &HERE, false).is_err_and(|complaint| complaint.starts_with("A: ")));
}

#[test]
fn an_open_mesh_is_told_and_so_is_the_side_that_it_lacks() {
    let part = opened("a.obj", &tetrahedron(0.0, 3));
    let told = read(&part.told());
    assert_eq!((told["closed"].as_bool(), told["report"]["open_edges"].as_u64()), (Some(false), Some(3)));
    assert!(told["not_convex"].is_string());
    let far = [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let related = read(&related(&part, &HERE, &part, &far).unwrap());
    assert_eq!((related["relation"].as_str(), related["open"].as_bool()), (Some("apart"), Some(true)));
}

#[test]
fn lengths_in_another_unit_are_multiplied_once_and_numbers_without_a_unit_stay() {
    let text = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
        <asset><unit meter="0.0254"/></asset><library_geometries><geometry id="g"><mesh><source id="s">
        <float_array id="f" count="9">0.3 0 0 1 0 0 0 1 0</float_array><technique_common>
        <accessor source="#f" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
        <param name="Z" type="float"/></accessor></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
        <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>
        </library_geometries><library_visual_scenes><visual_scene id="a"><node><instance_geometry url="#g"/></node>
        </visual_scene></library_visual_scenes><scene><instance_visual_scene url="#a"/></scene></COLLADA>"##;
    let part = opened("a.dae", text);
    assert_eq!(read(&part.told())["metres"].as_f64(), Some(0.0254));
    let part = part.in_unit(0.001).unwrap_or_else(|complaint| panic!("{complaint}"));
    assert_eq!(part.points(9).unwrap()[0], 0.3 * (0.0254 / 0.001));
    assert_eq!(read(&part.told())["metres"].as_f64(), Some(0.001));
    let plain = opened("a.obj", &tetrahedron(0.3, 4)).in_unit(0.001).unwrap_or_else(|complaint| panic!("{complaint}"));
    assert_eq!(plain.points(9).unwrap()[0], 0.3);
}

#[test]
fn of_many_points_the_vertices_of_the_hull_are_left() {
    let within = format!("{}v 0.1 0.1 0.1\nf 1 2 5\n", tetrahedron(0.0, 4));
    let part = opened("a.obj", &within);
    assert_eq!((part.points(5).unwrap().len(), part.points(4).unwrap().len()), (15, 12));
}

#[test]
fn the_front_tells_its_pairs_and_gives_its_boxes() {
    let row = (0..40).map(|x| tetrahedron(3.0 * f64::from(x), 4)).collect::<String>();
    // Each tetrahedron counts its vertices from the last ones.
    let part = opened("row.obj", &row.replace("f 1 3 2", "f -4 -2 -3").replace("f 1 2 4", "f -4 -3 -1"));
    let above = [200.0, 0.0, 9.0, 0.0, 0.0, 0.0, 1.0];
    let front = Front::new(&part, &HERE, &part, &above).unwrap_or_else(|complaint| panic!("{complaint}"));
    let told = read(&front.told());
    let count = |key: &str| told[key].as_u64().unwrap();
    assert_eq!(count("left_out") + count("triangles"), 160 * 160);
    assert!(count("pairs") > 0);
    let [of_a, of_b] = [front.boxes_of_a(&part, 1.0), front.boxes_of_b(&part, 1.0)];
    assert!(!of_a.is_empty() && of_a.len() % 6 == 0 && !of_b.is_empty());
}

#[test]
fn a_broken_file_is_refused_with_its_name_and_place() {
    let mut folder = Folder::new();
    folder.add("part.obj", b"v 1 2\n");
    let complaint = folder.open("part.obj").err().unwrap_or_default();
    assert!(complaint.starts_with("part.obj: ") && complaint.contains("line 1"), "{complaint}");
}

#[test]
fn bodies_that_touch_have_a_region_with_its_kind_area_and_polygons() {
    let [a, b] = [opened("a.obj", &tetrahedron(0.0, 4)), opened("b.obj", &tetrahedron(0.0, 4))];
    // Turned half around x, B has its lower face on A's side: they share the right triangle in the plane z = 0 mirrored in y.
    let below = [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let on_face = read(&related(&a, &HERE, &b, &below).unwrap());
    assert_eq!(on_face["relation"].as_str(), Some("touching"));
    let contact = &on_face["contact"];
    assert_eq!(contact["kind"].as_str(), Some("face"));
    let [lower, area, upper] = ["lower", "area", "upper"].map(|key| contact[key].as_f64().unwrap());
    // The triangles x, y >= 0, x + y <= 1 and x >= 0, y <= 1, x <= y share one of area 1/4. The other faces are within the band
    // near the corners alone, in patches about as long and as wide as it.
    let band = 2.0 * 2.0_f64.powi(-20);
    assert!(lower <= area && area <= upper && (area - 0.25).abs() <= 4.0 * band * band, "{contact}");
    assert!(contact["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()));
    let at_corner = read(&related(&a, &[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], &b, &HERE).unwrap());
    assert_eq!(at_corner["contact"]["kind"].as_str(), Some("point"));
    let apart = read(&related(&a, &[4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], &b, &HERE).unwrap());
    assert!(apart["contact"].is_null());
}
