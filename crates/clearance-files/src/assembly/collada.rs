//! COLLADA 1.4 and 1.5: geometries, and the nodes of the scene that place them.

use std::collections::HashMap;

use super::affine::{self, Affine, IDENTITY, product};
use super::budget::Budget;
use super::collada_geometry::{Geometry, local};
use super::collada_skin::{Skin, Skins};
use super::placement::{Node, instances};
use super::xml::{Listener, Most, exactly, finite, listen, required};
use super::{Assembly, Axis, MeshData};
use crate::faces::Told;
use crate::fault::Fault;
use crate::readers::words::text_of_any_encoding;
use crate::readers::xml::Attributes;

/// Reads the scene. Geometries that it does not name are left out.
pub fn read(bytes: &[u8]) -> Result<Assembly, Fault> {
    let text = text_of_any_encoding(bytes)?;
    let mut document = Document::default();
    // The text is in memory, so it is not too long.
    listen(text.as_bytes(), Most { bytes: u64::MAX, said: "" }, &mut document)?;
    document.assembly(Budget::of(bytes.len()))
}

/// What has been read so far.
#[derive(Default)]
struct Document {
    metres_per_unit: Option<f64>,
    up: Option<Axis>,
    meshes: Vec<MeshData>,
    mesh_of_id: HashMap<String, usize>,
    geometry: Option<Geometry>,
    nodes: Vec<NodeDocument>,
    node_of_id: HashMap<String, usize>,
    /// The nodes that have begun and not ended.
    open: Vec<usize>,
    /// The id of each scene and its outermost nodes.
    scenes: Vec<(String, Vec<usize>)>,
    /// The id of the scene that is shown.
    shown: Option<String>,
    lines: usize,
    remarks: Vec<String>,
    /// What is to be said of the faces of all geometries.
    told: Told,
    skins: Skins,
    /// The controller that has begun and not ended.
    skin: Option<Skin>,
}

/// A node whose references are not yet resolved.
struct NodeDocument {
    name: String,
    transform: Affine,
    children: Vec<usize>,
    /// Ids of geometries and of nodes.
    geometries: Vec<String>,
    nodes: Vec<String>,
    /// Ids of controllers.
    controllers: Vec<String>,
}

impl Document {
    /// The instances of the scene, once all references can be resolved.
    fn assembly(self, mut budget: Budget) -> Result<Assembly, Fault> {
        let mut nodes = Vec::new();
        let mut deformed = Vec::new();
        for document in self.nodes {
            let NodeDocument { name, transform, mut children, geometries, nodes: others, controllers } = document;
            let unknown =
                |what: &str, id: &str| Fault::new(format!("expected the id of a {what}, found {id:?}")).under(&name);
            let mut meshes = Vec::new();
            for id in &geometries {
                meshes.push(*self.mesh_of_id.get(id).ok_or_else(|| unknown("geometry", id))?);
            }
            for id in &others {
                children.push(*self.node_of_id.get(id).ok_or_else(|| unknown("node", id))?);
            }
            deformed.extend(controllers.into_iter().map(|id| (nodes.len(), id)));
            nodes.push(Node { name, transform, meshes, children });
        }
        let shown = match &self.shown {
            Some(id) => self.scenes.iter().find(|scene| scene.0 == *id),
            None => self.scenes.first(),
        };
        let roots = &shown.ok_or_else(|| Fault::new("expected a visual_scene that is shown, found none"))?.1;
        let mut roots = roots.clone();
        let mut remarks = self.skins.place(deformed, &self.mesh_of_id, &mut nodes, &mut roots)?;
        let instances = instances(&nodes, &roots, &mut budget)?;
        if self.lines > 0 {
            remarks.push(format!("{} primitives of lines were passed over", self.lines));
        }
        remarks.extend(self.remarks);
        remarks.extend(self.told.remarks());
        let metres_per_unit = Some(self.metres_per_unit.unwrap_or(1.0));
        let up = Some(self.up.unwrap_or(Axis::Y));
        Ok(Assembly { meshes: self.meshes, instances, metres_per_unit, up, remarks })
    }

    /// A node begins. It belongs to the node around it, or to the scene, or to a library.
    fn begin_node(&mut self, parent: &str, attributes: &Attributes<'_>) {
        let index = self.nodes.len();
        let id = attributes.get("id").unwrap_or_default();
        if !id.is_empty() {
            self.node_of_id.entry(id.to_owned()).or_insert(index);
        }
        let names = [attributes.get("name").unwrap_or_default(), id];
        let name =
            names.into_iter().find(|name| !name.is_empty()).map_or_else(|| format!("node {index}"), str::to_owned);
        self.nodes.push(NodeDocument {
            name,
            transform: IDENTITY,
            children: Vec::new(),
            geometries: Vec::new(),
            nodes: Vec::new(),
            controllers: Vec::new(),
        });
        if let Some(&around) = self.open.last() {
            self.nodes[around].children.push(index);
        } else if let Some(scene) = self.scenes.last_mut().filter(|_| parent == "visual_scene") {
            scene.1.push(index);
        }
        self.open.push(index);
    }

    /// The innermost open node.
    fn node(&mut self) -> Option<&mut NodeDocument> {
        self.open.last().map(|&index| &mut self.nodes[index])
    }
}

impl Listener for Document {
    const READ: &'static [&'static str] =
        &["id", "name", "meter", "source", "semantic", "offset", "stride", "count", "url"];

    fn begin(&mut self, name: &str, parents: &[String], attributes: &Attributes<'_>) -> Result<(), Fault> {
        let parent = parents.last().map_or("", String::as_str);
        if let Some(geometry) = &mut self.geometry {
            return geometry.begin(name, parent, attributes);
        }
        let url = || local(required(attributes, "url")?).map(str::to_owned).map_err(|fault| fault.under("url"));
        match (parent, name) {
            ("", name) if name != "COLLADA" => return Err(Fault::new("expected COLLADA")),
            // Libraries and nodes may have assets of their own, which hold for nothing else.
            ("asset", "unit") if parents.len() == 2 => {
                let text = attributes.get("meter").unwrap_or("1");
                // Programs of some languages write a comma for the point.
                let metres = finite(&text.replacen(',', ".", 1)).map_err(|fault| fault.under("meter"))?;
                if text.contains(',') {
                    self.remarks.push(format!("the unit meter={text:?} was read as {metres}"));
                }
                if !(metres > 0.0) {
                    return Err(Fault::new(format!("expected a positive length, found {metres}")).under("meter"));
                }
                self.metres_per_unit = Some(metres);
            }
            ("library_geometries", "geometry") => self.geometry = Some(Geometry::new(attributes)),
            ("library_visual_scenes", "visual_scene") => {
                self.scenes.push((attributes.get("id").unwrap_or_default().to_owned(), Vec::new()));
            }
            (_, "node") => self.begin_node(parent, attributes),
            ("node", "instance_geometry") => {
                let id = url()?;
                self.node().into_iter().for_each(|node| node.geometries.push(id.clone()));
            }
            ("node", "instance_node") => {
                let id = url()?;
                self.node().into_iter().for_each(|node| node.nodes.push(id.clone()));
            }
            ("library_controllers", "controller") => self.skin = Some(Skin::new(attributes)),
            ("controller", "skin") => self.skin.iter_mut().for_each(|skin| skin.begin_skin(attributes)),
            ("controller", "morph") => self.skin.iter_mut().for_each(|skin| skin.begin_morph(attributes)),
            ("node", "instance_controller") => {
                let id = url()?;
                self.node().into_iter().for_each(|node| node.controllers.push(id.clone()));
            }
            ("node", "lookat" | "skew") => {
                return Err(Fault::new("expected matrix, translate, rotate or scale"));
            }
            ("scene", "instance_visual_scene") => self.shown = Some(url()?),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, parents: &[String], text: &str, line: usize) -> Result<(), Fault> {
        let parent = parents.last().map_or("", String::as_str);
        if let Some(mut geometry) = self.geometry.take() {
            if name == "geometry" {
                self.lines += geometry.passed_over;
                let id = std::mem::take(&mut geometry.id);
                self.mesh_of_id.entry(id).or_insert(self.meshes.len());
                let (mesh, told) = geometry.finish()?;
                self.meshes.push(mesh);
                self.told = self.told.and(told);
            } else {
                geometry.end(name, parent, text, line)?;
                self.geometry = Some(geometry);
            }
            return Ok(());
        }
        if parent == "node" {
            if let (Some(local), Some(node)) = (transform(name, text)?, self.node()) {
                node.transform = product(&node.transform, &local);
            }
        }
        match (parent, name) {
            ("skin", "bind_shape_matrix") => {
                if let (Some(bound), Some(skin)) = (transform("matrix", text)?, &mut self.skin) {
                    skin.bound = Some(bound);
                }
            }
            ("library_controllers", "controller") => self.skins.extend(self.skin.take()),
            (_, "node") => drop(self.open.pop()),
            ("asset", "up_axis") if parents.len() == 2 => {
                self.up = Some(match text.trim() {
                    "X_UP" => Axis::X,
                    "Y_UP" => Axis::Y,
                    "Z_UP" => Axis::Z,
                    other => return Err(Fault::new(format!("expected X_UP, Y_UP or Z_UP, found {other:?}"))),
                });
            }
            _ => {}
        }
        Ok(())
    }
}

/// The transform that an element of a node means, `None` if it is no transform.
fn transform(name: &str, text: &str) -> Result<Option<Affine>, Fault> {
    Ok(Some(match name {
        "matrix" => {
            let m: [f64; 16] = exactly(text)?;
            if m[12..] != [0.0, 0.0, 0.0, 1.0] {
                return Err(Fault::new("expected a matrix whose last row is 0 0 0 1"));
            }
            [0, 4, 8].map(|row| [m[row], m[row + 1], m[row + 2], m[row + 3]])
        }
        "translate" => affine::translation(exactly(text)?),
        "scale" => affine::scaling(exactly(text)?),
        "rotate" => {
            let [x, y, z, degrees] = exactly(text)?;
            affine::rotation_about([x, y, z], degrees)?
        }
        _ => return Ok(None),
    }))
}
