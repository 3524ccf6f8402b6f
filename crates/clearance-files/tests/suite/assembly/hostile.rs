//! Files that do not hold what they announce, that hold themselves, or that become too large.

use super::cubes;
use super::{complaint, read};

#[test]
fn announced_counts_make_no_room() {
    let replaced = |bytes: Vec<u8>, from: &str, to: &str| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let off = replaced(cubes::off(), "8 6 0", "8 4000000000 0");
    assert!(complaint("a.off", off).contains("expected face 6 of 4000000000"));
    let ply = replaced(cubes::ply(), "face 6", "face 4000000000");
    assert!(complaint("a.ply", ply).contains("found the end of the file"));
    let mut stl = cubes::binary_stl();
    stl[80..84].fill(0xff);
    assert!(complaint("a.stl", stl).contains("for 4294967295 triangles"));
    for at in [8, 12] {
        let mut glb = cubes::glb();
        glb[at..at + 4].copy_from_slice(&4_000_000_000_u32.to_le_bytes());
        let complaint = complaint("a.glb", glb);
        assert!(complaint.contains("4000000000"), "{complaint}");
    }
    // Cause: the crate gltf subtracts 12 from the length, and does not ask whether it is less.
    let mut glb = cubes::glb();
    glb[8..12].fill(0);
    assert_eq!(complaint("a.glb", glb), "expected a chunk of JSON, found none");
    for (from, to) in [
        ("\"count\": 8", "\"count\": 4000000000"),
        ("\"count\": 36", "\"count\": 18446744073709551615"),
        ("\"byteLength\": 96", "\"byteLength\": 18446744073709551615"),
        ("\"byteOffset\": 96", "\"byteOffset\": 18446744073709551615"),
        ("\"byteLength\": 168", "\"byteLength\": 4000000000"),
        ("\"count\": 8", "\"count\": 0, \"byteOffset\": 18446744073709551615"),
    ] {
        let gltf = replaced(cubes::gltf(), from, to);
        let complaint = complaint("a.gltf", gltf);
        assert!(complaint.contains("expected"), "{to}: {complaint}");
    }
    // The directory of the archive announces as many parts as its field can hold.
    let mut archive = cubes::threemf();
    let end = archive.len() - 22;
    archive[end + 8..end + 12].fill(0xff);
    assert!(complaint("a.3mf", archive).starts_with("expected a 3MF archive, found one that cannot be read"));
}

#[test]
fn a_node_that_holds_itself_is_named() {
    let itself = "expected a node that does not hold itself";
    for nodes in [r#"[{"name": "a", "children": [1]}, {"name": "b", "children": [0]}]"#, r#"[{"children": [0]}]"#] {
        assert!(complaint("a.glb", cubes::glb_of(&cubes::gltf_of(nodes, None))).contains(itself));
    }
    let components =
        |id, other| format!("<object id=\"{id}\"><components><component objectid=\"{other}\"/></components></object>");
    let model = cubes::model_of_3mf("", &(components(1, 2) + &components(2, 1)), "<item objectid=\"1\"/>");
    let found = complaint("a.3mf", cubes::archive(&[("3D/3dmodel.model", &model)]));
    assert_eq!(found, format!("object 1/object 2/object 1: {itself}"));
    let nodes = "<node id=\"a\"><node id=\"b\"><instance_node url=\"#a\"/></node></node>";
    assert_eq!(complaint("a.dae", cubes::dae_with("", nodes)), format!("a/b/a: {itself}"));
}

/// Nodes of which each holds the next one `times`. The last one has the cube.
fn chain(length: usize, times: usize) -> [(&'static str, Vec<u8>); 3] {
    let repeated = |item: String| vec![item; times];
    let node = |index: usize| format!("{{\"children\": [{}]}}", repeated((index + 1).to_string()).join(","));
    let nodes: Vec<String> = (0..length).map(node).chain(["{\"mesh\": 0}".to_owned()]).collect();
    let gltf = cubes::gltf_of(&format!("[{}]", nodes.join(",")), None);
    let object = |id: usize| {
        let components = repeated(format!("<component objectid=\"{}\"/>", id + 1)).concat();
        format!("<object id=\"{id}\"><components>{components}</components></object>")
    };
    let last = format!("<object id=\"{length}\">{}</object>", cubes::mesh_of_3mf());
    let objects = (0..length).map(object).collect::<String>() + &last;
    let model = cubes::model_of_3mf("", &objects, "<item objectid=\"0\"/>");
    let node = |id: usize| {
        format!("<node id=\"n{id}\">{}</node>", repeated(format!("<instance_node url=\"#n{}\"/>", id + 1)).concat())
    };
    let last = format!("<node id=\"n{length}\"><instance_geometry url=\"#cube\"/></node>");
    let library = format!("<library_nodes>{}{last}</library_nodes>", (0..length).map(node).collect::<String>());
    let dae = cubes::dae_with(&library, "<node><instance_node url=\"#n0\"/></node>");
    [("a.glb", cubes::glb_of(&gltf)), ("a.3mf", cubes::archive(&[("3D/3dmodel.model", &model)])), ("a.dae", dae)]
}

#[test]
fn nodes_that_double_sixty_times_are_refused_and_ten_times_are_read() {
    for (name, bytes) in chain(10, 2) {
        assert_eq!(read(name, bytes).unwrap().instances.len(), 1 << 10, "{name}");
    }
    for (name, bytes) in chain(60, 2) {
        assert!(
            complaint(name, bytes).contains("that take at most 64 MiB and 64 times the bytes of the file"),
            "{name}"
        );
    }
    // The same without a mesh at the end: nothing is kept, but the visits would never end.
    let nodes: Vec<String> = (0..60).map(|i| format!("{{\"children\": [{0}, {0}]}}", i + 1)).collect();
    let nothing = cubes::gltf_of(&format!("[{},{{}}]", nodes.join(",")), None);
    assert!(complaint("a.glb", cubes::glb_of(&nothing)).starts_with("expected nodes that take at most 64 MiB"));
}

#[test]
fn nesting_has_a_limit_and_no_stack_overflows() {
    for (name, bytes) in chain(120, 1) {
        assert_eq!(read(name, bytes).unwrap().instances.len(), 1, "{name}");
    }
    for (name, bytes) in chain(50_000, 1) {
        assert!(complaint(name, bytes).contains("expected at most 256 nodes inside each other, found more"), "{name}");
    }
    let deep = "<node>".repeat(100_000) + &"</node>".repeat(100_000);
    assert!(complaint("a.dae", cubes::dae_with("", &deep)).contains("at most 512 elements inside each other"));
    let brackets = cubes::gltf_of(&format!("[{{\"extras\": {}", "[".repeat(100_000)), None);
    assert!(complaint("a.gltf", brackets).contains("expected"));
}

#[test]
fn archives_that_grow_more_than_a_hundredfold_are_refused() {
    let bomb = cubes::model_of_3mf("", &" ".repeat(50_000_000), "");
    let archive = cubes::archive(&[("3D/3dmodel.model", &bomb)]);
    assert!(archive.len() < 100_000, "{}", archive.len());
    assert!(complaint("a.3mf", archive).contains("the models are larger than 64 KiB and 128 times the archive"));
    // Parts share the limit: a hundred models that are each below it.
    let part = cubes::model_of_3mf("", &" ".repeat(1_000_000), "");
    let names: Vec<String> = (0..100).map(|i| format!("{i}.model")).collect();
    let items: String = names.iter().map(|name| format!("<item objectid=\"1\" p:path=\"/{name}\"/>")).collect();
    let main = cubes::model_of_3mf("", "", &items);
    let parts = names.iter().map(|name| (name.as_str(), part.as_str())).chain([("3D/3dmodel.model", main.as_str())]);
    let archive = cubes::archive(&parts.collect::<Vec<_>>());
    assert!(complaint("a.3mf", archive).contains("the models are larger than 64 KiB and 128 times the archive"));
    // Regular models grow a lot, too.
    let many = "<vertex x=\"0\" y=\"0\" z=\"0\"/>".repeat(20_000);
    let regular = cubes::text_of_3mf().replace("</vertices>", &format!("{many}</vertices>"));
    assert!(regular.len() > 500_000);
    let archive = cubes::archive(&[("3D/3dmodel.model", &regular), ("Metadata/noise", &cubes::base64(&noise(9_000)))]);
    assert_eq!(read("a.3mf", archive).unwrap().meshes[0].vertices.len(), 8);
}

/// Bytes that cannot be compressed.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let step = |state: &mut u64| {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 56) as u8
    };
    (0..count).map(|_| step(&mut state)).collect()
}

#[test]
fn long_names_and_shared_vertices_are_paid_for() {
    // The name of the object is part of the name of each of its groups.
    let groups: String = (0..20_000).map(|index| format!("g {index}\nf 1 1 1\n")).collect();
    let named = |length: usize| format!("v 0 0 0\no {}\n{groups}", "x".repeat(length));
    assert_eq!(read("a.obj", named(10)).unwrap().instances.len(), 20_000);
    assert!(complaint("a.obj", named(100_000)).starts_with("expected names that take at most 64 MiB"));
    // Each primitive names the same indices again.
    let good = cubes::gltf_of(r#"[{"mesh": 0}]"#, None);
    let primitive = r#"{"attributes": {"POSITION": 0}, "indices": 1}"#;
    let many = |count: usize| {
        good.replacen("\"primitives\": [", &format!("\"primitives\": [{}", format!("{primitive}, ").repeat(count)), 1)
    };
    assert_eq!(read("a.glb", cubes::glb_of(&many(100))).unwrap().meshes[0].triangles.len(), 12 * 101);
    // Vertices that take no bytes are none: items must not overlap, so a stride of 0 is refused.
    let stride = good.replacen("\"byteLength\": 96", "\"byteLength\": 96, \"byteStride\": 0", 1);
    assert_eq!(
        complaint("a.glb", cubes::glb_of(&stride)),
        "bufferViews[0].byteStride: expected at least 12, the bytes of an item, found 0"
    );
}

#[test]
fn transforms_beyond_the_range_of_numbers_are_refused() {
    let nodes =
        r#"[{"name": "a", "scale": [1e200, 1, 1], "children": [1]}, {"name": "b", "scale": [1e200, 1, 1], "mesh": 0}]"#;
    let found = complaint("a.glb", cubes::glb_of(&cubes::gltf_of(nodes, None)));
    assert_eq!(found, "a/b: expected a transform within the range of numbers");
    let entities = "<!DOCTYPE x [<!ENTITY e \"9\">]><COLLADA><asset><unit meter=\"&e;\"/></asset></COLLADA>";
    assert!(complaint("a.dae", entities).starts_with("line 1: unit: expected an attribute"));
}

/// Cause: a pointer of Git LFS in the place of a buffer was a buffer that is too short, or numbers. Law: it is called so.
#[test]
fn a_buffer_that_git_lfs_did_not_fetch_is_refused_by_its_name() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 168\n".repeat(3);
    let text = cubes::gltf_of(r#"[{"mesh": 0}]"#, Some("data.bin"));
    let fault =
        clearance_files::assembly::read_file("a.gltf", text.as_bytes(), |_: &str| Ok(pointer.clone().into_bytes()));
    let complaint = fault.unwrap_err().to_string();
    assert!(complaint.contains("data.bin: expected the file itself, found a Git LFS pointer to it"), "{complaint}");
}
