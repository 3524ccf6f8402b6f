//! Controllers of COLLADA: shapes that bones deform.
//!
//! A vertex v stands at Σ wᵢ Jᵢ Iᵢ B v: B is the bind shape matrix, Jᵢ the place of a bone in the world, Iᵢ the inverse of
//! that place when the skin was bound, and the weights sum to 1 (COLLADA 1.4.1, "Skinning"). In the bind pose Jᵢ Iᵢ is
//! the identity, so v stands at B v in the world, wherever the node is.

use std::collections::HashMap;

use super::affine::{Affine, IDENTITY};
use super::collada_geometry::local;
use super::placement::Node;
use crate::readers::xml::Attributes;

/// A controller.
pub struct Skin {
    id: String,
    /// The id of the geometry that it deforms. `None` for other controllers, such as morphs.
    geometry: Option<String>,
    /// B.
    pub bound: Affine,
}

impl Skin {
    /// The controller that begins here.
    pub fn new(attributes: &Attributes<'_>) -> Self {
        Self { id: attributes.get("id").unwrap_or_default().to_owned(), geometry: None, bound: IDENTITY }
    }

    /// The controller is a skin of a geometry of this file, or of another controller.
    pub fn begin(&mut self, attributes: &Attributes<'_>) {
        self.geometry = attributes.get("source").and_then(|source| local(source).ok()).map(str::to_owned);
    }
}

/// All controllers of a file, by their ids.
#[derive(Default)]
pub struct Skins(HashMap<String, Skin>);

impl Skins {
    /// Adds a controller. Of equal ids the first one counts.
    pub fn extend(&mut self, skin: Option<Skin>) {
        if let Some(skin) = skin {
            self.0.entry(skin.id.clone()).or_insert(skin);
        }
    }

    /// Adds a node in the world for each deformed shape below the roots: its node's number, and the id of its controller.
    /// The answer is what the user should know.
    pub fn place(
        &self,
        deformed: Vec<(usize, String)>,
        mesh_of_id: &HashMap<String, usize>,
        nodes: &mut Vec<Node>,
        roots: &mut Vec<usize>,
    ) -> Vec<String> {
        let is_shown = below(nodes, roots);
        let (mut bound, mut passed_over) = (0, 0);
        for (node, id) in deformed.into_iter().filter(|(node, _)| is_shown[*node]) {
            let skin = self.0.get(&id).and_then(|skin| Some((skin, *mesh_of_id.get(skin.geometry.as_ref()?)?)));
            let Some((skin, mesh)) = skin else {
                passed_over += 1;
                continue;
            };
            let name = nodes[node].name.clone();
            roots.push(nodes.len());
            nodes.push(Node { name, transform: skin.bound, meshes: vec![mesh], children: Vec::new() });
            bound += 1;
        }
        let bound_remark = format!("{bound} shapes that bones deform are read as they were bound to the bones");
        let other_remark = format!("{passed_over} shapes that another kind of controller deforms were passed over");
        let remarks = [(bound, bound_remark), (passed_over, other_remark)];
        remarks.into_iter().filter(|(count, _)| *count > 0).map(|(_, remark)| remark).collect()
    }
}

/// Which nodes are below the roots, or are roots.
fn below(nodes: &[Node], roots: &[usize]) -> Vec<bool> {
    let mut is_below = vec![false; nodes.len()];
    let mut waiting = roots.to_vec();
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut is_below[node], true) {
            waiting.extend_from_slice(&nodes[node].children);
        }
    }
    is_below
}
