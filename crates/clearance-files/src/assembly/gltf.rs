//! glTF 2.0, as JSON with buffers beside it and as one binary file (GLB).
//!
//! The document is read here and not by the crate `gltf`: that one rounds the places of nodes to single precision, and
//! its validation (1.4.1) panics on an index of positions without an accessor.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::affine::{self, Affine, IDENTITY, determinant, product};
use super::budget::Budget;
use super::corners::{fan, strip, triples};
use super::gltf_data::{Accessor, Buffer, Data, Sidecar, View};
use super::gltf_form::{Attributes, Form, Skin, of_columns, stands};
use super::placement::{Node, instances};
use super::surface::Vertices;
use super::{Assembly, Axis, MeshData};
use crate::fault::Fault;
use crate::json::{self, from_object};
use crate::readers::words::wide_or_utf8;

/// What is read of the JSON document. Everything else is skipped.
#[derive(Default, Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase", default)]
pub struct Root {
    asset: Option<Asset>,
    extensions_required: Vec<String>,
    scene: Option<usize>,
    scenes: Vec<Scene>,
    nodes: Vec<NodeDocument>,
    meshes: Vec<Mesh>,
    accessors: Vec<Accessor>,
    buffer_views: Vec<View>,
    buffers: Vec<Buffer>,
    pub skins: Vec<Skin>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Asset {
    version: String,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

/// A node. Its numbers are read in double precision.
#[derive(Default, Deserialize)]
#[serde(remote = "Self", default)]
struct NodeDocument {
    name: Option<String>,
    children: Vec<usize>,
    mesh: Option<usize>,
    skin: Option<usize>,
    weights: Option<Vec<f64>>,
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
    extensions: Extensions,
}

/// What extensions say of a node.
#[derive(Default, Deserialize)]
#[serde(remote = "Self", default)]
struct Extensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    instancing: Option<IgnoredAny>,
    #[serde(rename = "KHR_node_visibility")]
    visibility: Option<Visibility>,
}

/// Whether a node is shown, with all that it holds.
#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Visibility {
    #[serde(default = "shown")]
    visible: bool,
}

fn shown() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Mesh {
    #[serde(default)]
    name: String,
    primitives: Vec<Primitive>,
    #[serde(default)]
    weights: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Primitive {
    attributes: HashMap<String, usize>,
    indices: Option<usize>,
    #[serde(default = "triangles")]
    mode: u64,
    #[serde(default)]
    targets: Vec<HashMap<String, usize>>,
}

from_object!(Root, "a glTF document");
from_object!(Asset, "an asset with version");
from_object!(Scene, "a scene with nodes");
from_object!(NodeDocument, "a node");
from_object!(Extensions, "extensions of a node");
from_object!(Visibility, "a visibility");
from_object!(Mesh, "a mesh with primitives");
from_object!(Primitive, "a primitive with attributes");

/// The mode that a primitive has if it names none.
fn triangles() -> u64 {
    4
}

/// Reads the scene that the file shows first. `sidecar` gives the bytes of a file that it names.
pub fn read(bytes: &[u8], sidecar: Sidecar<'_>) -> Result<Assembly, Fault> {
    // 1. The document, and the binary chunk if there is one. Some exporters fill up the document with zeros.
    let (document, chunk) = if bytes.starts_with(b"glTF") { chunks(bytes)? } else { (bytes, None) };
    let document = wide_or_utf8(document)?;
    let root: Root = json::read(document.trim_end_matches('\0'))?;
    match &root.asset {
        Some(Asset { version }) if version.starts_with("2.") => {}
        Some(Asset { version }) => {
            return Err(Fault::new(format!("expected glTF 2, found {version:?}")).under("asset.version"));
        }
        None => return Err(Fault::new("expected glTF with asset.version, found none")),
    }
    for (index, extension) in root.extensions_required.iter().enumerate() {
        if !is_harmless(extension) {
            let mut message = format!("expected a file without required extensions of its shapes, found {extension:?}");
            if extension.ends_with("_compression") {
                message += "; write it without compression, for example with gltf-transform or Blender";
            }
            return Err(Fault::new(message).at(index).under("extensionsRequired"));
        }
    }
    // 2. The places of the nodes.
    let mut budget = Budget::of(bytes.len());
    let mut nodes = root.placed_nodes()?;
    let (stands, forms) = (stands(&nodes), root.forms(&mut nodes));
    let hidden = root.hide(&mut nodes);
    let mut instances = instances(&nodes, &root.shown_nodes()?, &mut budget)?;
    // The bones say where a mesh with a skin is, and not its node.
    let skinned = instances.iter_mut().filter(|instance| forms[instance.mesh].skin.is_some());
    skinned.for_each(|instance| instance.transform = IDENTITY);
    // 3. The forms that stand at a place. The others are left out, so they may hold anything.
    let mut used = vec![false; forms.len()];
    instances.iter().for_each(|instance| used[instance.mesh] = true);
    let mut data = Data::new(&root.accessors, &root.buffer_views, &root.buffers, chunk, sidecar, budget);
    let (mut meshes, mut passed_over) = (Vec::new(), 0);
    for (form, used) in forms.into_iter().zip(used) {
        let mut read = |passed_over| root.read(form, &stands, &mut data, passed_over);
        meshes.push(if used { read(&mut passed_over)? } else { MeshData::default() });
    }
    let remarks = root.remarks(passed_over, hidden);
    Ok(Assembly { meshes, instances, metres_per_unit: Some(1.0), up: Some(Axis::Y), remarks })
}

/// The JSON chunk and the binary chunk of a GLB file. Chunks of other types are skipped.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Fault> {
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_le_bytes).ok_or_else(|| {
            let message = "expected 4 more bytes of a header, found the end of the file";
            Fault::new(message).under(&format!("byte {at}"))
        })
    };
    let (version, length) = (word(4)?, word(8)? as usize);
    if version != 2 {
        return Err(Fault::new(format!("expected GLB 2, found version {version}")).under("byte 4"));
    }
    if length > bytes.len() {
        let message = format!("expected {length} bytes of GLB, found {}", bytes.len());
        return Err(Fault::new(message).under("byte 8"));
    }
    let (mut document, mut binary, mut at) = (None, None, 12);
    while at < length {
        let (size, kind) = (word(at)? as usize, word(at + 4)?);
        let Some(chunk) = bytes.get(at + 8..).and_then(|rest| rest.get(..size)) else {
            let message = format!("expected a chunk of {size} bytes, found the end of the file");
            return Err(Fault::new(message).under(&format!("byte {at}")));
        };
        match &kind.to_le_bytes() {
            b"JSON" if document.is_none() => document = Some(chunk),
            b"BIN\0" if binary.is_none() => binary = Some(chunk),
            _ => {}
        }
        at += 8 + size;
    }
    Ok((document.ok_or_else(|| Fault::new("expected a chunk of JSON, found none"))?, binary))
}

/// Whether shapes can be read without an extension. Those of materials, textures and lights change no shape.
fn is_harmless(extension: &str) -> bool {
    ["KHR_mesh_quantization", "KHR_node_visibility"].contains(&extension)
        || ["_materials_", "_texture", "_lights_", "_image"].iter().any(|part| extension.contains(part))
}

impl Root {
    /// The nodes with their transforms. All indices in them are valid.
    fn placed_nodes(&self) -> Result<Vec<Node>, Fault> {
        let node = |(index, node): (usize, &NodeDocument)| {
            let place = |fault: Fault| fault.at(index).under("nodes");
            if node.extensions.instancing.is_some() {
                let message = "expected instances as nodes, found EXT_mesh_gpu_instancing";
                return Err(place(Fault::new(message).under("extensions")));
            }
            let transform = node.transform().map_err(place)?;
            for (place_of_child, &child) in node.children.iter().enumerate() {
                let known = below(child, self.nodes.len(), "a node");
                known.map_err(|fault| place(fault.at(place_of_child).under("children")))?;
            }
            if let Some(mesh) = node.mesh {
                below(mesh, self.meshes.len(), "a mesh").map_err(|fault| place(fault.under("mesh")))?;
                if let Some(skin) = node.skin {
                    below(skin, self.skins.len(), "a skin").map_err(|fault| place(fault.under("skin")))?;
                }
            }
            let name = node.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| format!("node {index}"));
            Ok(Node { name, transform, meshes: node.mesh.into_iter().collect(), children: node.children.clone() })
        };
        self.nodes.iter().enumerate().map(node).collect()
    }

    /// The forms of the meshes: first one for each mesh, then those that further nodes have of their own. The nodes get
    /// the indices of the forms in place of those of the meshes.
    fn forms(&self, nodes: &mut [Node]) -> Vec<Form<'_>> {
        let alone = self.meshes.iter().enumerate();
        let mut forms: Vec<_> = alone.map(|(mesh, own)| Form { mesh, weights: &own.weights, skin: None }).collect();
        // Whether no node has shown the first form of a mesh.
        let mut is_free = vec![true; self.meshes.len()];
        let plain = self.nodes.iter().filter(|node| !node.has_own_form()).filter_map(|node| node.mesh);
        plain.for_each(|mesh| is_free[mesh] = false);
        for (document, node) in self.nodes.iter().zip(nodes).filter(|(document, _)| document.has_own_form()) {
            let Some(mesh) = document.mesh else { continue };
            let weights = document.weights.as_ref().unwrap_or(&self.meshes[mesh].weights);
            let form = Form { mesh, weights, skin: document.skin };
            if std::mem::replace(&mut is_free[mesh], false) {
                forms[mesh] = form;
            } else {
                node.meshes = vec![forms.len()];
                forms.push(form);
            }
        }
        forms
    }

    /// The triangles of a form. Bones that mirror turn them round, so that the outside stays outside.
    fn read(
        &self,
        form: Form<'_>,
        stands: &[Option<Affine>],
        data: &mut Data<'_>,
        passed_over: &mut usize,
    ) -> Result<MeshData, Fault> {
        let bones = self.bones(form, stands, data)?;
        let mut mesh = self.meshes[form.mesh].read(form, bones.as_deref(), data, passed_over)?;
        if bones.is_some_and(|bones| bones.iter().all(|bone| determinant(bone) < 0.0)) {
            mesh.triangles.iter_mut().for_each(|triangle| triangle.swap(0, 1));
        }
        Ok(mesh)
    }

    /// The outermost nodes of the scene that is shown. Without scenes these are all nodes that no other one holds.
    fn shown_nodes(&self) -> Result<Vec<usize>, Fault> {
        let index = self.scene.unwrap_or(0);
        if let Some(scene) = self.scenes.get(index) {
            for (place, &node) in scene.nodes.iter().enumerate() {
                let known = below(node, self.nodes.len(), "a node");
                known.map_err(|fault| fault.at(place).under("nodes").at(index).under("scenes"))?;
            }
            return Ok(scene.nodes.clone());
        }
        if self.scene.is_some() {
            below(index, self.scenes.len(), "a scene").map_err(|fault| fault.under("scene"))?;
        }
        let mut held = vec![false; self.nodes.len()];
        self.nodes.iter().flat_map(|node| &node.children).for_each(|&child| held[child] = true);
        Ok((0..self.nodes.len()).filter(|&node| !held[node]).collect())
    }

    /// Takes the meshes and the children from nodes that are not shown, and returns how many those are. They still move bones.
    fn hide(&self, nodes: &mut [Node]) -> usize {
        let is_hidden = |document: &NodeDocument| document.extensions.visibility.as_ref().is_some_and(|it| !it.visible);
        let hidden = self.nodes.iter().zip(nodes).filter(|(document, _)| is_hidden(document));
        hidden.map(|(_, node)| (node.meshes, node.children) = Default::default()).count()
    }

    fn remarks(&self, passed_over: usize, hidden: usize) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.scenes.len() > 1 {
            remarks.push(format!("the file has {} scenes, of which the one shown first was read", self.scenes.len()));
        }
        if hidden > 0 {
            remarks.push(format!("{hidden} nodes are hidden, and were left out with all that they hold"));
        }
        if passed_over > 0 {
            remarks.push(format!("{passed_over} primitives of points or lines were passed over"));
        }
        remarks
    }
}

impl NodeDocument {
    /// Whether the node says how its mesh is deformed.
    fn has_own_form(&self) -> bool {
        self.mesh.is_some() && (self.skin.is_some() || self.weights.is_some())
    }

    /// From the coordinates of the node to those of the node that holds it.
    fn transform(&self) -> Result<Affine, Fault> {
        if let Some(m) = &self.matrix {
            return of_columns(m).map_err(|fault| fault.under("matrix"));
        }
        let rotation = self.rotation.map_or(Ok(IDENTITY), affine::rotation).map_err(|fault| fault.under("rotation"))?;
        let moved = self.translation.map_or(IDENTITY, affine::translation);
        let scaled = self.scale.map_or(IDENTITY, affine::scaling);
        Ok(product(&moved, &product(&rotation, &scaled)))
    }
}

impl Mesh {
    /// All triangles of the primitives in one form, in their order. Primitives of one list of positions share its
    /// vertices.
    fn read(
        &self,
        Form { mesh, weights, .. }: Form<'_>,
        bones: Option<&[Affine]>,
        data: &mut Data<'_>,
        passed_over: &mut usize,
    ) -> Result<MeshData, Fault> {
        let (mut points, mut triangles) = (Vec::new(), Vec::new());
        // Where the vertices of the same accessors begin.
        let mut starts: HashMap<Vec<Option<usize>>, usize> = HashMap::new();
        for (index, primitive) in self.primitives.iter().enumerate() {
            let place = |fault: Fault| fault.at(index).under("primitives").at(mesh).under("meshes");
            if primitive.mode < 4 {
                *passed_over += 1;
                continue;
            }
            let Some(&accessor) = primitive.attributes.get("POSITION") else {
                return Err(place(Fault::new("expected an attribute POSITION, found none").under("attributes")));
            };
            // The accessors name their own places.
            let count = data.count(accessor).map_err(place)?;
            data.pay_for(primitive.targets.len(), "morph targets").map_err(place)?;
            let attributes = Attributes { own: &primitive.attributes, targets: &primitive.targets };
            let key = attributes.key();
            let start = match starts.get(&key) {
                Some(&start) => start,
                None => {
                    let start = points.len();
                    let at_rest = data.positions(accessor)?;
                    points.extend(attributes.vertices(at_rest, weights, bones, data).map_err(place)?);
                    *starts.entry(key).or_insert(start)
                }
            };
            let corners = match primitive.indices {
                Some(indices) => {
                    data.count(indices).map_err(place)?;
                    data.indices(indices)?
                }
                None => data.numbered(count).map_err(place)?,
            };
            primitive.add_triangles(corners, start, count, &mut triangles).map_err(place)?;
        }
        Ok(Vertices::new(&points)?.mesh(self.name.clone(), triangles))
    }
}

impl Primitive {
    /// Adds the triangles. The `count` vertices begin at `start`.
    fn add_triangles(
        &self,
        mut corners: Vec<u32>,
        start: usize,
        count: usize,
        triangles: &mut Vec<[u32; 3]>,
    ) -> Result<(), Fault> {
        for (place, corner) in corners.iter_mut().enumerate() {
            below(*corner as usize, count, "a vertex").map_err(|fault| fault.at(place).under("indices"))?;
            *corner = u32::try_from(start + *corner as usize)
                .map_err(|_| Fault::new("expected at most 4294967295 vertices, found more"))?;
        }
        match self.mode {
            4 => triangles.extend(triples(&corners).ok_or_else(|| {
                Fault::new(format!("expected three indices for each triangle, found {} in all", corners.len()))
            })?),
            5 => triangles.extend(strip(&corners)),
            6 => triangles.extend(fan(&corners)),
            mode => return Err(Fault::new(format!("expected a mode from 0 to 6, found {mode}")).under("mode")),
        }
        Ok(())
    }
}

/// An index that must be below `count`.
pub fn below(index: usize, count: usize, what: &str) -> Result<usize, Fault> {
    if index < count { Ok(index) } else { Err(Fault::new(format!("expected {what} below {count}, found {index}"))) }
}
