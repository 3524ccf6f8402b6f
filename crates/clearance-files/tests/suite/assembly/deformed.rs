//! Meshes of glTF that bones and morph targets deform, and accessors with items of their own.

use super::cubes;
use super::{complaint, read};

/// A document of the cube whose accessors 2 and on are given as (type, component type, numbers), each in a view of its
/// own. `attributes` and `more` go into the primitive and the document.
fn document(nodes: &str, attributes: &str, primitive: &str, more: &str, accessors: &[(&str, u32, &[f32])]) -> String {
    let mut bytes = cubes::buffer();
    let (mut views, mut list) = (String::new(), String::new());
    for (view, (kind, component, numbers)) in (2..).zip(accessors) {
        let start = bytes.len();
        match component {
            5121 => bytes.extend(numbers.iter().map(|&x| x as u8)),
            _ => bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes())),
        }
        let components = match *kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let count = numbers.len() / components;
        views += &format!(r#", {{"buffer": 0, "byteOffset": {start}, "byteLength": {}}}"#, bytes.len() - start);
        list +=
            &format!(r#", {{"bufferView": {view}, "componentType": {component}, "count": {count}, "type": "{kind}"}}"#);
    }
    cubes::gltf_of(nodes, Some(&format!("data:;base64,{}", cubes::base64(&bytes))))
        .replacen(r#""POSITION": 0}"#, &format!(r#""POSITION": 0{attributes}}}{primitive}"#), 1)
        .replacen(r#""type": "SCALAR"}"#, &format!(r#""type": "SCALAR"}}{list}"#), 1)
        .replacen(r#""byteLength": 72}"#, &format!(r#""byteLength": 72}}{views}"#), 1)
        .replacen(r#""scene": 0"#, &format!(r#"{more}"scene": 0"#), 1)
        .replacen(r#""byteLength": 168"#, &format!(r#""byteLength": {}"#, bytes.len()), 1)
}

/// Where the corners (0, 0, 0) and (2, 0, 0) stand.
fn places(text: &str) -> Vec<[[f64; 3]; 2]> {
    let scene = read("a.gltf", text).unwrap();
    assert_eq!(scene.remarks, [""; 0]);
    let place = |instance: &clearance_files::assembly::Instance| {
        let vertices = &scene.meshes[instance.mesh].vertices;
        [instance.place(vertices[0]), instance.place(vertices[1])]
    };
    scene.instances.iter().map(place).collect()
}

/// Columns of a matrix that scales and moves along x.
fn columns(scale: f32, moved: f32) -> [f32; 16] {
    [scale, 0., 0., 0., 0., scale, 0., 0., 0., 0., scale, 0., moved, 0., 0., 1.]
}

/// Which corners are at x = 2.
fn is_far(corner: usize) -> bool {
    cubes::CORNERS[corner][0] > 0.0
}

/// Cause: a mesh with a skin stood at its node, at rest, and was 100 times too small. Law (glTF 2.0, 3.7.3.3): the node
/// does not count; a vertex is the mean of the places that its bones give it, each by its bone's node times its inverse
/// bind matrix.
#[test]
fn a_mesh_with_a_skin_is_where_its_bones_hold_it_and_not_where_its_node_stands() {
    // The first bone holds the corners at x = 0; both bones hold those at x = 2.
    let joints: Vec<f32> = (0..8).flat_map(|_| [0.0, 1.0, 0.0, 0.0]).collect();
    let weights: Vec<f32> =
        (0..8).flat_map(|corner| if is_far(corner) { [0.25, 0.75, 0.0, 0.0] } else { [1.0, 0.0, 0.0, 0.0] }).collect();
    let bound = [columns(100.0, 0.0), columns(100.0, -100.0)].concat();
    let nodes = r#"[{"children": [1, 2], "scale": [0.01, 0.01, 0.01]},
        {"mesh": 0, "skin": 0, "translation": [77, 77, 77]},
        {"children": [3]}, {"translation": [500, 0, 0]}]"#;
    let accessors: &[(&str, u32, &[f32])] =
        &[("VEC4", 5121, &joints), ("VEC4", 5126, &weights), ("MAT4", 5126, &bound)];
    let attributes = r#", "JOINTS_0": 2, "WEIGHTS_0": 3"#;
    let skins = r#""skins": [{"joints": [2, 3], "inverseBindMatrices": 4}], "#;
    let text = document(nodes, attributes, "", skins, accessors);
    // The second bone takes x = 2 to 0.01 (100 · 2 − 100 + 500) = 6.
    assert_eq!(places(&text), [[[0.0; 3], [0.25 * 2.0 + 0.75 * 6.0, 0.0, 0.0]]]);
    // Bones without matrices stand where they were bound.
    let rigid = text.replacen(r#", "inverseBindMatrices": 4"#, "", 1);
    assert_eq!(places(&rigid), [[[0.0; 3], [0.25 * 0.02 + 0.75 * 5.02, 0.0, 0.0]]]);
    for (from, to, expected) in [
        (r#""skin": 0"#, r#""skin": 1"#, "nodes[1].skin: expected a skin below 1, found 1"),
        ("[2, 3]", "[2, 4]", "skins[0].joints[1]: expected a node below 4, found 4"),
        ("[2, 3]", "[2]", "meshes[0].primitives[0]: expected a joint of the skin below 1, found 1"),
        ("[2, 3]", "[2, 3, 3]", "skins[0].inverseBindMatrices: expected a matrix for each of 3 joints, found 2"),
        ("WEIGHTS_0", "WEIGHTS", "attributes: expected JOINTS_0 and WEIGHTS_0 for a mesh with a skin"),
        ("\"WEIGHTS_0\": 3", "\"WEIGHTS_0\": 9", "expected an accessor below 5, found 9"),
        ("\"JOINTS_0\": 2", "\"JOINTS_0\": 3", "accessors[3].componentType: expected indices of type 5121"),
        (r#"{"translation": [500, 0, 0]}"#, r#"{"children": [2]}"#, "expected a node that does not hold itself"),
    ] {
        assert!(text.contains(from), "{from}");
        let complaint = complaint("a.gltf", text.replacen(from, to, 1));
        assert!(complaint.contains(expected), "{to}: {complaint}");
    }
}

/// Law: bones that mirror keep the outside outside, as nodes that mirror do.
#[test]
fn bones_that_mirror_turn_the_triangles_round() {
    let (joints, weights) = ([0.0; 32], [1.0, 0.0, 0.0, 0.0].repeat(8));
    let accessors: &[(&str, u32, &[f32])] = &[("VEC4", 5121, &joints), ("VEC4", 5126, &weights)];
    let nodes = r#"[{"children": [1, 2]}, {"mesh": 0, "skin": 0}, {"scale": [-1, 1, 1]}]"#;
    let attributes = r#", "JOINTS_0": 2, "WEIGHTS_0": 3"#;
    let text = document(nodes, attributes, "", r#""skins": [{"joints": [2]}], "#, accessors);
    let volume = |text: &str| {
        let scene = read("a.gltf", text).unwrap();
        let corners = (0..12).map(|triangle| scene.meshes[0].corners(triangle));
        let six = corners.map(|[a, b, c]| {
            a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        });
        six.sum::<f64>() / 6.0
    };
    assert_eq!([volume(&text), volume(&text.replacen("-1", "1", 1))], [8.0, 8.0]);
}

/// Cause: morph targets were passed over. Law (glTF 2.0, 3.7.2.2): each target counts by its weight; the weights of a
/// node replace those of its mesh.
#[test]
fn morph_targets_count_by_the_weights_of_the_node_and_otherwise_of_the_mesh() {
    let moved: Vec<f32> = (0..8).flat_map(|corner| [if is_far(corner) { 4.0 } else { 0.0 }, 0.0, 0.0]).collect();
    let nodes =
        r#"[{"children": [1, 2, 3]}, {"mesh": 0}, {"mesh": 0, "weights": [0.5, 1]}, {"mesh": 0, "weights": []}]"#;
    let targets = r#", "targets": [{"POSITION": 2}, {"NORMAL": 9}]"#;
    let text = document(nodes, "", targets, "", &[("VEC3", 5126, &moved)]);
    let ends = |text: &str| places(text).iter().map(|[_, far]| far[0]).collect::<Vec<_>>();
    assert_eq!(ends(&text), [2.0, 4.0, 2.0], "without weights the mesh is at rest");
    let weighted = text.replacen(r#""meshes": [{"#, r#""meshes": [{"weights": [1, 0], "#, 1);
    assert_eq!(ends(&weighted), [6.0, 4.0, 2.0]);
    let short = text.replacen(r#""POSITION": 2"#, r#""POSITION": 1"#, 1);
    assert!(complaint("a.gltf", short).contains("expected 8 vertices of a morph target, found 36"));
}

/// Cause: sparse accessors were refused. Law (glTF 2.0, 3.6.2.3): their items replace those of the view, or zeros.
#[test]
fn items_of_a_sparse_accessor_replace_those_of_its_view() {
    let far = (0..8).find(|&corner| cubes::CORNERS[corner] == [2.0, 0.0, 0.0]).unwrap();
    let accessors: &[(&str, u32, &[f32])] = &[("SCALAR", 5121, &[far as f32]), ("VEC3", 5126, &[9.0, 0.0, 0.0])];
    let whole = document(r#"[{"mesh": 0}]"#, "", "", "", accessors);
    let sparse =
        r#""sparse": {"count": 1, "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}}, "#;
    let text = whole.replacen("\"count\": 8", &format!("{sparse}\"count\": 8"), 1);
    assert_eq!(places(&text), [[[0.0; 3], [9.0, 0.0, 0.0]]]);
    let zeros = read("a.gltf", text.replacen("\"bufferView\": 0, ", "", 1)).unwrap();
    assert_eq!(zeros.meshes[0].vertices.iter().flatten().filter(|x| **x != 0.0).count(), 1);
    for (from, to, expected) in [
        ("\"count\": 1,", "\"count\": 2,", "accessors[0].sparse.values: expected 24 bytes for 2 items, found 12"),
        ("\"bufferView\": 3", "\"bufferView\": 9", "accessors[0].sparse.values.bufferView: expected a view below 4"),
        ("\"count\": 8", "\"count\": 1", "accessors[0].sparse.indices: expected an item below 1, found 1"),
        (
            "2, \"componentType\": 5121",
            "2, \"componentType\": 5126",
            "accessors[0].sparse.indices.componentType: expected",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let complaint = complaint("a.gltf", text.replacen(from, to, 1));
        assert!(complaint.contains(expected), "{to}: {complaint}");
    }
}

#[test]
fn compression_that_a_file_requires_is_refused_with_a_way_out() {
    let good = cubes::gltf_of(r#"[{"mesh": 0}]"#, None);
    for name in ["KHR_draco_mesh_compression", "EXT_meshopt_compression"] {
        let text = good.replacen("\"scene\"", &format!("\"extensionsRequired\": [\"{name}\"], \"scene\""), 1);
        let complaint = complaint("a.glb", cubes::glb_of(&text));
        assert!(complaint.contains(name) && complaint.contains("write it without compression"), "{complaint}");
    }
}
