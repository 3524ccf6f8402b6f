//! Instances: names, units, transforms that scale and mirror, and nodes inside each other.

use clearance_files::assembly::{Assembly, Axis};

use super::cubes;
use super::{complaint, read};

/// Where the corner (2, 0, 0) of the cube stands in each instance, by name.
fn places(assembly: &Assembly) -> Vec<(&str, [f64; 3])> {
    assembly.instances.iter().map(|instance| (instance.name.as_str(), instance.place([2.0, 0.0, 0.0]))).collect()
}

#[test]
fn nodes_of_gltf_share_a_mesh_and_multiply_their_transforms_in_double_precision() {
    let nodes = r#"[
        {"name": "robot", "children": [1, 2, 3], "translation": [1234.5678, 0, 0]},
        {"name": "arm", "mesh": 0, "scale": [3, 1, 1], "rotation": [0, 0, 0.7071068, 0.7071068], "translation": [0, 1, 0]},
        {"name": "arm", "mesh": 0, "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1]},
        {"children": [4]},
        {"mesh": 0, "scale": [0.1, 0.1, 0.1]}]"#;
    let robot = read("a.glb", cubes::glb_of(&cubes::gltf_of(nodes, None))).unwrap();
    assert_eq!(robot.meshes.len(), 1);
    assert_eq!(
        places(&robot),
        [
            // The factors of the scale come first, then a quarter turn about z, then the way.
            ("robot/arm", [1234.5678, 7.0, 0.0]),
            ("robot/arm#2", [1232.5678, 0.0, 7.0]),
            ("robot/node 3/node 4", [1234.5678 + 0.2, 0.0, 0.0]),
        ]
    );
    let mirrors: Vec<bool> = robot.instances.iter().map(|instance| instance.mirrors()).collect();
    assert_eq!(mirrors, [false, true, false]);
}

/// Cause: a node that KHR_node_visibility hides was read. Law: it is left out with all that it holds, and that is told.
#[test]
fn nodes_of_gltf_that_are_hidden_are_left_out() {
    let of = |visible: &str| {
        format!(
            r#"[{{"name": "a", "children": [1, 2]}},
            {{"name": "b", "mesh": 0, "children": [3], "extensions": {{"KHR_node_visibility": {visible}}}}},
            {{"name": "c", "mesh": 0}}, {{"name": "d", "mesh": 0}}]"#
        )
    };
    let names = |visible: &str| {
        let document = cubes::gltf_of(&of(visible), None).replacen(
            "\"scene\":",
            "\"extensionsRequired\": [\"KHR_node_visibility\"], \"scene\":",
            1,
        );
        let scene = read("a.glb", cubes::glb_of(&document)).unwrap();
        let names: Vec<String> = scene.instances.iter().map(|instance| instance.name.clone()).collect();
        (names.join(" "), scene.remarks.join("\n"))
    };
    let said = "1 nodes are hidden, and were left out with all that they hold";
    assert_eq!(names("{\"visible\": false}"), ("a/c".to_owned(), said.to_owned()));
    for shown in ["{\"visible\": true}", "{}"] {
        assert_eq!(names(shown), ("a/b a/b/d a/c".to_owned(), String::new()), "{shown}");
    }
}

#[test]
fn the_shown_scene_of_gltf_is_read_and_meshes_elsewhere_may_hold_anything() {
    let nodes = r#"[{"mesh": 0}, {"mesh": 1}]"#;
    let document = cubes::gltf_of(nodes, None)
        .replacen(r#""meshes": ["#, r#""meshes": [{"primitives": [{"attributes": {}}]}, "#, 1)
        .replacen(
            r#""scene": 0, "scenes": [{"nodes": [0]}]"#,
            r#""scene": 1, "scenes": [{"nodes": [0]}, {"nodes": [1]}]"#,
            1,
        );
    let scene = read("a.glb", cubes::glb_of(&document)).unwrap();
    assert_eq!((scene.meshes.len(), scene.instances[0].mesh, scene.instances[0].name.as_str()), (1, 0, "node 1"));
    let said = "the file has 2 scenes, of which the one shown first was read\n1 meshes without triangles or without a place were left out";
    assert_eq!(scene.remarks.join("\n"), said);
}

#[test]
fn components_of_3mf_nest_across_models_and_keep_their_unit() {
    let part = cubes::model_of_3mf("unit=\"inch\"", &format!("<object id=\"7\">{}</object>", cubes::mesh_of_3mf()), "");
    let resources = "<object id=\"1\" name=\"pair\"><components>\
         <component objectid=\"7\" p:path=\"/3D/part.model\" transform=\"1 0 0 0 1 0 0 0 1 10 0 0\"/>\
         <component objectid=\"7\" p:path=\"/3D/part.model\" transform=\"0 2 0 -1 0 0 0 0 1 0 0 0\"/></components></object>\
         <object id=\"2\" name=\"all\"><components><component objectid=\"1\"/></components></object>";
    let items = "<item objectid=\"2\" transform=\"-1 0 0 0 1 0 0 0 1 0 0 5\"/><item objectid=\"1\"/>";
    let model = cubes::model_of_3mf("unit=\"inch\"", resources, items);
    let relationships = "<Relationships><Relationship Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\" \
         Target=\"/3D/main.model\" Id=\"rel0\"/></Relationships>";
    let parts = [("_rels/.rels", relationships), ("3D/main.model", &model), ("3D/part.model", &part)];
    let scene = read("a.3mf", cubes::archive(&parts)).unwrap();
    assert_eq!((scene.metres_per_unit, scene.meshes.len()), (Some(0.0254), 1));
    assert_eq!(
        places(&scene),
        [
            ("all/pair/object 7", [-12.0, 0.0, 5.0]),
            // x goes to 2 y.
            ("all/pair/object 7#2", [0.0, 4.0, 5.0]),
            ("pair/object 7", [12.0, 0.0, 0.0]),
            ("pair/object 7#2", [0.0, 4.0, 0.0]),
        ]
    );
    assert!(scene.instances[0].mirrors() && !scene.instances[2].mirrors());
    let other = part.replace("inch", "foot");
    let mixed = complaint("a.3mf", cubes::archive(&[parts[0], parts[1], ("3D/part.model", &other)]));
    assert_eq!(mixed, "3D/part.model: expected the unit of the first model, found another one");
}

#[test]
fn transforms_of_collada_apply_in_their_order_and_libraries_hold_nodes() {
    let cube = "<instance_geometry url=\"#cube\"/>";
    let libraries =
        format!("<library_nodes><node id=\"tool\" name=\"tool\"><scale>1 -1 1</scale>{cube}</node></library_nodes>");
    let nodes = format!(
        "<node name=\"base\"><translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>3 1 1</scale>{cube}\
         <node id=\"hand\"><matrix>0 0 1 0\n1 0 0 0 0 1 0 0.5 0 0 0 1</matrix><instance_node url=\"#tool\"/></node></node>\
         <node name=\"base\"><rotate>0 0 1 90</rotate><translate>10 0 0</translate>{cube}</node>"
    );
    let scene = read("a.dae", cubes::dae_with(&libraries, &nodes)).unwrap();
    assert_eq!(
        places(&scene),
        [
            ("base", [10.0, 6.0, 0.0]),
            // (2, 0, 0) is mirrored to itself, goes to (0, 2, 0.5), is turned to (−2, 0, 0.5) and moved.
            ("base/hand/tool", [8.0, 0.0, 0.5]),
            ("base#2", [0.0, 12.0, 0.0]),
        ]
    );
    assert_eq!(scene.instances.iter().map(|instance| instance.mirrors()).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn the_unit_and_the_upward_axis_of_collada_are_told_and_turning_changes_no_digit() {
    let asset = "<unit name=\"millimeter\" meter=\"0.001\"/><up_axis>Z_UP</up_axis>";
    let primitive = cubes::primitive("polylist", "<vcount>4</vcount>", &[&cubes::SIDES[0]]);
    let node = "<node name=\"a\"><asset><unit meter=\"7\"/></asset><translate>0.1 0.2 0.3</translate>\
         <instance_geometry url=\"#cube\"/></node>";
    let mut side = read("a.dae", cubes::dae_of(asset, &primitive, "", node)).unwrap();
    assert_eq!((side.metres_per_unit, side.up), (Some(1e-3), Some(Axis::Z)));
    side.turn_up(Axis::Y);
    assert_eq!((side.up, places(&side)), (Some(Axis::Y), vec![("a", [2.1, 0.3, -0.2])]));
    side.turn_up(Axis::X);
    side.turn_up(Axis::Z);
    assert_eq!(places(&side), [("a", [2.1, 0.2, 0.3])]);
    let mut unknown = read("a.obj", cubes::obj()).unwrap();
    unknown.turn_up(Axis::Z);
    assert_eq!((unknown.up, places(&unknown)), (None, vec![("mesh", [2.0, 0.0, 0.0])]));
}

#[test]
fn names_become_unique_and_never_one_that_is_taken() {
    let node = |name: &str| format!("<node name=\"{name}\"><instance_geometry url=\"#cube\"/></node>");
    let nodes = ["a", "a#2", "a", "a", "a#2"].map(node).concat();
    let names: Vec<String> = read("a.dae", cubes::dae_with("", &nodes))
        .unwrap()
        .instances
        .into_iter()
        .map(|instance| instance.name)
        .collect();
    assert_eq!(names, ["a", "a#2", "a#3", "a#4", "a#2#2"]);
    let nameless = cubes::dae_with("", &["", ""].map(node).concat());
    let nameless = read("a.dae", nameless).unwrap();
    assert_eq!(places(&nameless), [("node 0", [2.0, 0.0, 0.0]), ("node 1", [2.0, 0.0, 0.0])]);
}

/// Cause: shapes that bones or morph targets deform were passed over. Law: a skin is read as it was bound, a morph at its
/// node without its targets, and a skin of a morph as a skin; both are told.
#[test]
fn shapes_that_controllers_deform_are_read_as_their_base() {
    let skin = |id: &str, source: &str, matrix: &str| {
        format!(
            "<controller id=\"{id}\"><skin source=\"{source}\">{matrix}<source id=\"w\"><float_array id=\"x\" count=\"2\">0 1\
             </float_array></source><vertex_weights count=\"1\"><v>0 0</v></vertex_weights></skin></controller>"
        )
    };
    let moved = "<bind_shape_matrix>0 -1 0 5 1 0 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
    let libraries = format!(
        "<library_controllers>{}{}{}{}{}</library_controllers>",
        skin("bound", "#cube", moved),
        skin("plain", "#cube", ""),
        skin("elsewhere", "other.dae#cube", ""),
        skin("face", "#smile", ""),
        "<controller id=\"smile\"><morph source=\"#cube\" method=\"NORMALIZED\"><source id=\"t\"/><targets/></morph>\
         </controller><controller id=\"ring\"><morph source=\"#ring\"/></controller>"
    );
    let node = |name: &str, id: &str| {
        format!("<node name=\"{name}\"><translate>9 9 9</translate><instance_controller url=\"#{id}\"/></node>")
    };
    let nodes = [node("a", "bound"), node("b", "plain"), node("c", "face"), node("d", "smile")].concat();
    let libraries = libraries + &format!("<library_nodes>{}</library_nodes>", node("unused", "plain"));
    let scene = read("a.dae", cubes::dae_with(&libraries, &nodes)).unwrap();
    // The place of a skin's node does not count: (2, 0, 0) is turned to (0, 2, 0) and moved.
    let expected = [("d", [11.0, 9.0, 9.0]), ("a", [5.0, 2.0, 0.0]), ("b", [2.0, 0.0, 0.0]), ("c", [2.0, 0.0, 0.0])];
    assert_eq!(places(&scene), expected);
    assert_eq!(
        scene.remarks,
        [
            "3 shapes that bones deform are read as they were bound to the bones",
            "2 shapes that morph targets deform are read without the targets"
        ]
    );
    for id in ["elsewhere", "ring", "nobody"] {
        let complaint = complaint("a.dae", cubes::dae_with(&libraries, &node("n", id)));
        assert!(complaint.contains("n: expected a controller of a geometry of this file"), "{complaint}");
    }
}

/// Cause: a glTF document in UTF-16 was refused. Law: text with the mark of UTF-16 is read, whatever the format.
#[test]
fn a_gltf_document_may_be_utf_16() {
    let text = cubes::gltf_of(r#"[{"mesh": 0}]"#, Some(&format!("data:;base64,{}", cubes::base64(&cubes::buffer()))));
    let wide: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    assert_eq!(read("a.gltf", wide).unwrap(), read("a.gltf", &text).unwrap());
}
