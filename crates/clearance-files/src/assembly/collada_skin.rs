//! Controllers of COLLADA: shapes that bones or morph targets deform.
//!
//! A vertex v stands at Σ wᵢ Jᵢ Iᵢ B v: B is the bind shape matrix, Jᵢ the place of a bone in the world, Iᵢ the inverse of
//! that place when the skin was bound, and the weights sum to 1 (COLLADA 1.4.1, "Skinning"). In the bind pose Jᵢ Iᵢ is
//! the identity, so v stands at B v in the world, wherever the node is.
//!
//! A morph stands at its node, and mixes its base with targets by weights that animations change ("Morph"). With all
//! weights 0 it is its base, whatever its method. The base may be deformed by another controller.

use std::collections::HashMap;

use super::affine::{Affine, IDENTITY};
use super::collada_geometry::local;
use super::placement::Node;
use crate::fault::Fault;
use crate::readers::xml::Attributes;

/// A controller: a skin or a morph.
pub struct Skin {
    id: String,
    /// The id of the geometry or of the controller that it deforms.
    source: Option<String>,
    /// B. `None` for a morph.
    pub bound: Option<Affine>,
}

/// What a row of controllers deforms.
struct Base {
    mesh: usize,
    /// B of the outermost skin. `None` if there are only morphs.
    bound: Option<Affine>,
    is_morph: bool,
}

impl Skin {
    /// The controller that begins here.
    pub fn new(attributes: &Attributes<'_>) -> Self {
        Self { id: attributes.get("id").unwrap_or_default().to_owned(), source: None, bound: None }
    }

    /// The controller is a skin.
    pub fn begin_skin(&mut self, attributes: &Attributes<'_>) {
        self.bound = Some(IDENTITY);
        self.begin_morph(attributes);
    }

    /// The controller is a morph.
    pub fn begin_morph(&mut self, attributes: &Attributes<'_>) {
        self.source = attributes.get("source").and_then(|source| local(source).ok()).map(str::to_owned);
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

    /// Places each deformed shape below the roots, by its node's number and the id of its controller: one with a skin in
    /// the world, as a node of its own, and one with morphs only at its node. The answer is what the user should know.
    pub fn place(
        &self,
        deformed: Vec<(usize, String)>,
        mesh_of_id: &HashMap<String, usize>,
        nodes: &mut Vec<Node>,
        roots: &mut Vec<usize>,
    ) -> Result<Vec<String>, Fault> {
        let is_shown = below(nodes, roots);
        let (mut bound, mut morphed) = (0, 0);
        for (node, id) in deformed.into_iter().filter(|(node, _)| is_shown[*node]) {
            let name = nodes[node].name.clone();
            let base = self.base(&id, mesh_of_id).map_err(|fault| fault.under(&name))?;
            morphed += usize::from(base.is_morph);
            bound += usize::from(base.bound.is_some());
            match base.bound {
                Some(transform) => {
                    roots.push(nodes.len());
                    nodes.push(Node { name, transform, meshes: vec![base.mesh], children: Vec::new() });
                }
                None => nodes[node].meshes.push(base.mesh),
            }
        }
        let bound_remark = format!("{bound} shapes that bones deform are read as they were bound to the bones");
        let morph_remark = format!("{morphed} shapes that morph targets deform are read without the targets");
        let remarks = [(bound, bound_remark), (morphed, morph_remark)];
        Ok(remarks.into_iter().filter(|(count, _)| *count > 0).map(|(_, remark)| remark).collect())
    }

    /// What a controller deforms in the end.
    fn base(&self, id: &str, mesh_of_id: &HashMap<String, usize>) -> Result<Base, Fault> {
        let (mut id, mut bound, mut is_morph) = (id, None, false);
        // Controllers that deform each other in a ring have no base.
        for _ in 0..=self.0.len() {
            let Some(skin) = self.0.get(id) else { break };
            is_morph |= skin.bound.is_none();
            bound = bound.or(skin.bound);
            let Some(source) = &skin.source else { break };
            if let Some(&mesh) = mesh_of_id.get(source) {
                return Ok(Base { mesh, bound, is_morph });
            }
            id = source;
        }
        Err(Fault::new(format!("expected a controller of a geometry of this file, found {id:?}")))
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
