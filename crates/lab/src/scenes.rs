//! Small scenes in the formats that have nodes, and the binary files and archives around their texts.

/// Two places of one triangle; its numbers are in the document.
pub const GLTF: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","children":[1,2],"scale":[1,-1,1]},{"mesh":0,"rotation":[0,0,0.6,0.8]},{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]}],"meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA"}]}"#;

/// The same without the numbers, which are in the binary chunk.
pub const GLB: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","children":[1,2],"scale":[1,-1,1]},{"mesh":0,"rotation":[0,0,0.6,0.8]},{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]}],"meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":42}]}"#;

/// The same with a skin, a morph target and sparse numbers.
pub const DEFORMED: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","children":[1,2],"scale":[1,-1,1]},{"mesh":0,"rotation":[0,0,0.6,0.8]},{"mesh":0,"skin":0,"weights":[0.5],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]}],"meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1,"targets":[{"POSITION":4}]}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"},{"bufferView":2,"componentType":5121,"count":3,"type":"VEC4"},{"bufferView":3,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"},{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0,"byteOffset":12}}}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6},{"buffer":0,"byteLength":12},{"buffer":0,"byteOffset":44,"byteLength":12}],"skins":[{"joints":[1]}],"buffers":[{"byteLength":56}]}"#;

/// Models of 3MF.
pub const MODELS: [&str; 2] = [MODEL, LATTICE];

/// A triangle with a lattice, and two items.
const LATTICE: &str = "<model unit=\"millimeter\" xmlns:b=\"http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02\" \
    xmlns:bb=\"http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07\" requiredextensions=\"b bb\"><resources>\
    <object id=\"1\" name=\"grid\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"4\" y=\"0\" z=\"0\"/>\
    <vertex x=\"4\" y=\"3\" z=\"0.5\"/></vertices><triangles><triangle v1=\"0\" v2=\"1\" v3=\"2\"/></triangles>\
    <b:beamlattice radius=\"0.5\" minlength=\"0.1\" cap=\"butt\" bb:ballmode=\"all\" bb:ballradius=\"1\"><b:beams>\
    <b:beam v1=\"0\" v2=\"1\"/><b:beam v1=\"1\" v2=\"2\" r1=\"1\" r2=\"2\" cap2=\"sphere\"/><b:beam v1=\"2\" v2=\"0\" r1=\"1\" \
    cap1=\"hemisphere\" cap2=\"sphere\"/></b:beams><bb:balls><bb:ball vindex=\"1\" r=\"2\"/></bb:balls></b:beamlattice></mesh>\
    </object></resources><build><item objectid=\"1\" transform=\"0 2 0 -2 0 0 0 0 2 10 0 0\"/><item objectid=\"1\"/></build></model>";

/// An object, a group of it, and two items.
pub const MODEL: &str = "<?xml version=\"1.0\"?><model unit=\"inch\" requiredextensions=\"p\" xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\" xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>\
    <object id=\"1\" name=\"t\"><mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1.5\" z=\"0\"/></vertices>\
    <triangles><triangle v1=\"0\" v2=\"1\" v3=\"2\"/></triangles></mesh></object>\
    <object id=\"2\"><components><component objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 0 0 5\"/><component objectid=\"1\"/></components></object>\
    </resources><build><item objectid=\"2\"/><item objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 0 0 0\"/></build></model>";

/// A scene of COLLADA with a node of a library.
pub const DAE: &str = "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><asset><unit meter=\"0.01\"/><up_axis>Z_UP</up_axis></asset>\
    <library_geometries><geometry id=\"g\" name=\"G\"><mesh><source id=\"p\"><float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array>\
    <technique_common><accessor source=\"#a\" count=\"3\" stride=\"3\"/></technique_common></source>\
    <vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\
    <triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>\
    <polylist count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>3</vcount><p>2 1 0</p></polylist></mesh></geometry></library_geometries>\
    <library_nodes><node id=\"n\"><scale>1 -1 1</scale><instance_geometry url=\"#g\"/></node></library_nodes>\
    <library_visual_scenes><visual_scene id=\"s\"><node name=\"a\"><rotate>0 0 1 30</rotate><translate>1 2 3</translate><instance_node url=\"#n\"/>\
    <instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

/// A binary glTF file of a document and the numbers of [`GLB`].
pub fn glb(document: &str) -> Vec<u8> {
    let corners = [0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mut numbers: Vec<u8> = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    numbers.extend([0u16, 1, 2].iter().flat_map(|index| index.to_le_bytes()));
    let mut document = document.as_bytes().to_vec();
    document.resize(document.len().next_multiple_of(4), b' ');
    numbers.resize(numbers.len().next_multiple_of(4), 0);
    // The weights of the bones.
    numbers.extend([255, 0, 0, 0].repeat(3));
    let chunk = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes(), &kind[..], data].concat();
    let chunks = [chunk(b"JSON", &document), chunk(b"BIN\0", &numbers)].concat();
    [&b"glTF"[..], &2u32.to_le_bytes(), &(12 + chunks.len() as u32).to_le_bytes(), &chunks].concat()
}

/// An archive with one model, not compressed (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
pub fn threemf(model: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"3D/3dmodel.model";
    let mut sum = flate2::Crc::new();
    sum.update(model);
    let size = (model.len() as u32).to_le_bytes();
    // Versions, flags, no compression, a date, then what the file is like.
    let of_file =
        [&[10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x58], &sum.sum().to_le_bytes()[..], &size, &size, &[16, 0, 0, 0]].concat();
    let local = [b"PK\x03\x04", &of_file[..], NAME, model].concat();
    let central = [b"PK\x01\x02\x0a\x00", &of_file[..], &[0; 14], NAME].concat();
    let [begin, length] = [local.len() as u32, central.len() as u32].map(u32::to_le_bytes);
    let end = [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &length, &begin, &[0, 0]].concat();
    [local, central, end].concat()
}
