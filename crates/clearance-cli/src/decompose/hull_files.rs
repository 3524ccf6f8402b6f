//! Hulls as OBJ and GLB.

use clearance::each::Each;
use clearance::{Hull, Vec3};
use clearance_files::space::Point;
use serde_json::json;

/// A hull in triangles. A hull on a line has none.
pub struct Solid {
    pub corners: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

impl Solid {
    /// The fans of the faces. A flat hull has both sides.
    pub fn new(hull: &Hull<Vec3<f64>>) -> Self {
        let fan = |face: &[u32]| face[1..].windows(2).map(|pair| [face[0], pair[0], pair[1]]).collect::<Vec<_>>();
        Self {
            corners: hull.vertices().iter().map(|&corner| corner.into()).collect(),
            triangles: hull.faces().flat_map(fan).collect(),
        }
    }

    /// What is drawn: indices, and how many are one element. Hulls on a line are lines or points.
    fn elements(&self) -> (Vec<u32>, usize) {
        match (self.triangles.is_empty(), self.corners.len()) {
            (false, _) => (self.triangles.as_flattened().to_vec(), 3),
            (true, count) => ((0..count as u32).collect(), count.min(2)),
        }
    }
}

/// An object for each hull. Numbers are the shortest decimals that give the same floats again.
pub fn obj(solids: &[Solid]) -> String {
    let (mut out, mut first) = (String::new(), 1);
    for (index, solid) in solids.iter().enumerate() {
        out += &format!("o piece_{index}\n");
        for [x, y, z] in &solid.corners {
            out += &format!("v {x:?} {y:?} {z:?}\n");
        }
        let (indices, size) = solid.elements();
        for element in indices.chunks(size) {
            let words: String = element.iter().map(|corner| format!(" {}", corner + first)).collect();
            out += &format!("{}{words}\n", ["p", "l", "f"][size - 1]);
        }
        first += solid.corners.len() as u32;
    }
    out
}

/// A mesh and a node for each hull, under a node that scales to metres. All corners are numbers of single precision.
pub fn glb(solids: &[Solid], metres: f64) -> Vec<u8> {
    let (mut data, mut views, mut accessors, mut meshes, mut nodes) = (Vec::new(), vec![], vec![], vec![], vec![]);
    for (index, solid) in solids.iter().enumerate() {
        let singles: Vec<[f32; 3]> = solid.corners.iter().map(|corner| corner.each(|x| x as f32)).collect();
        let bound = |choose: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..3).map(|axis| singles.iter().map(|corner| corner[axis]).reduce(choose).unwrap_or(0.0)).collect()
        };
        let (indices, size) = solid.elements();
        let (start, mode) = (data.len(), [0, 1, 4][size - 1]);
        singles.iter().flatten().for_each(|x| data.extend(x.to_le_bytes()));
        let middle = data.len();
        indices.iter().for_each(|corner| data.extend(corner.to_le_bytes()));
        views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": middle - start, "target": 34962}));
        views.push(json!({"buffer": 0, "byteOffset": middle, "byteLength": data.len() - middle, "target": 34963}));
        accessors.push(json!({"bufferView": 2 * index, "componentType": 5126, "count": singles.len(), "type": "VEC3",
            "min": bound(f32::min), "max": bound(f32::max)}));
        accessors.push(json!({"bufferView": 2 * index + 1, "componentType": 5125, "count": indices.len(),
            "type": "SCALAR"}));
        let primitive = json!({"attributes": {"POSITION": 2 * index}, "indices": 2 * index + 1,
            "mode": mode});
        meshes.push(json!({"name": format!("piece {index}"), "primitives": [primitive]}));
        nodes.push(json!({"name": format!("piece {index}"), "mesh": index}));
    }
    let children: Vec<usize> = (0..solids.len()).collect();
    let mut root = json!({"name": "pieces", "children": children});
    if metres != 1.0 {
        root["scale"] = json!([metres, metres, metres]);
    }
    nodes.push(root);
    let document = json!({
        "asset": {"version": "2.0", "generator": "clearance decompose"},
        "scene": 0, "scenes": [{"nodes": [solids.len()]}],
        "nodes": nodes, "meshes": meshes, "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": data.len()}],
    });
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let size = 12 + 8 + text.len() + 8 + data.len();
    let mut out = Vec::with_capacity(size);
    out.extend(b"glTF");
    let word = |out: &mut Vec<u8>, number: usize| out.extend((number as u32).to_le_bytes());
    [2, size, text.len()].into_iter().for_each(|number| word(&mut out, number));
    out.extend(b"JSON");
    out.extend(text);
    word(&mut out, data.len());
    out.extend(b"BIN\0");
    out.extend(data);
    out
}
