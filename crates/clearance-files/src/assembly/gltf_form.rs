//! Meshes of glTF as bones and morph targets shape them (glTF 2.0, 3.7.2.2 and 3.7.3). Animations are not run: the
//! nodes stand, and the targets count, as the file says.

use std::collections::HashMap;

use serde::Deserialize;

use super::affine::{self, Affine, product};
use super::gltf::{Root, below};
use super::gltf_data::Data;
use super::placement::Node;
use crate::fault::Fault;
use crate::json::from_object;
use crate::space::Point;

/// Nodes that move the vertices of a mesh.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub struct Skin {
    joints: Vec<usize>,
    inverse_bind_matrices: Option<usize>,
}

from_object!(Skin, "a skin with joints");

/// A mesh in one of its forms.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    /// The index of the mesh.
    pub mesh: usize,
    /// How much each morph target counts.
    pub weights: &'a [f64],
    /// The index of the skin.
    pub skin: Option<usize>,
}

impl Root {
    /// From the coordinates of the mesh to those of the scene, for each bone of a form. `None` without a skin.
    pub fn bones(&self, form: Form<'_>, stands: &[Option<Affine>], data: &mut Data<'_>) -> Result<Bones, Fault> {
        let Some(index) = form.skin else { return Ok(None) };
        let Skin { joints, inverse_bind_matrices } = &self.skins[index];
        let place = |fault: Fault| fault.at(index).under("skins");
        data.pay_for(joints.len(), "bones").map_err(place)?;
        let bound = match *inverse_bind_matrices {
            Some(accessor) => {
                let count = data.count(accessor).map_err(|fault| place(fault.under("inverseBindMatrices")))?;
                if count < joints.len() {
                    let message = format!("expected a matrix for each of {} joints, found {count}", joints.len());
                    return Err(place(Fault::new(message).under("inverseBindMatrices")));
                }
                data.matrices(accessor)?
            }
            None => Vec::new(),
        };
        let bone = |(number, &joint): (usize, &usize)| {
            let known = below(joint, stands.len(), "a node")?;
            let stand = stands[known].ok_or_else(|| Fault::new("expected a node that does not hold itself"))?;
            Ok(match bound.get(number) {
                Some(columns) => product(&stand, &of_columns(columns)?),
                None => stand,
            })
        };
        let numbered = joints.iter().enumerate();
        let bones = numbered.map(|joint| bone(joint).map_err(|fault: Fault| fault.at(joint.0).under("joints")));
        bones.collect::<Result<Vec<_>, _>>().map(Some).map_err(place)
    }
}

/// The maps of the bones of a skin.
pub type Bones = Option<Vec<Affine>>;

/// A map from the columns of a matrix of four rows.
pub fn of_columns(m: &[f64; 16]) -> Result<Affine, Fault> {
    if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
        return Err(Fault::new("expected a matrix whose last row is 0 0 0 1"));
    }
    Ok([0, 1, 2].map(|row| [m[row], m[4 + row], m[8 + row], m[12 + row]]))
}

/// Where each node stands in the scene. A node that holds itself, and what is below it, has no place.
pub fn stands(nodes: &[Node]) -> Vec<Option<Affine>> {
    let mut held = vec![false; nodes.len()];
    nodes.iter().flat_map(|node| &node.children).for_each(|&child| held[child] = true);
    let mut stands = vec![None; nodes.len()];
    let mut open: Vec<(usize, Affine)> =
        (0..nodes.len()).filter(|&node| !held[node]).map(|node| (node, affine::IDENTITY)).collect();
    while let Some((index, above)) = open.pop() {
        if stands[index].is_none() {
            let stand = product(&above, &nodes[index].transform);
            stands[index] = Some(stand);
            open.extend(nodes[index].children.iter().map(|&child| (child, stand)));
        }
    }
    stands
}

/// What a primitive says of its vertices: the accessors of its attributes, and those of its morph targets.
pub struct Attributes<'a> {
    pub own: &'a HashMap<String, usize>,
    pub targets: &'a [HashMap<String, usize>],
}

impl Attributes<'_> {
    /// The accessors that the vertices depend on. Primitives that have the same ones share their vertices.
    pub fn key(&self) -> Vec<Option<usize>> {
        let named = |set: usize| [format!("JOINTS_{set}"), format!("WEIGHTS_{set}")];
        let sets = (0..self.own.len()).flat_map(named).map_while(|name| self.own.get(&name));
        let own = self.own.get("POSITION").into_iter().chain(sets).copied().map(Some);
        own.chain(self.targets.iter().map(|target| target.get("POSITION").copied())).collect()
    }

    /// The vertices of a form, from the `positions` at rest.
    pub fn vertices(
        &self,
        mut points: Vec<Point>,
        weights: &[f64],
        bones: Option<&[Affine]>,
        data: &mut Data<'_>,
    ) -> Result<Vec<Point>, Fault> {
        for (target, &weight) in self.targets.iter().zip(weights) {
            if let Some(&accessor) = target.get("POSITION").filter(|_| weight != 0.0) {
                expect(data.count(accessor)?, points.len(), "vertices of a morph target")?;
                for (point, moved) in points.iter_mut().zip(data.positions(accessor)?) {
                    *point = [0, 1, 2].map(|axis| point[axis] + weight * moved[axis]);
                }
            }
        }
        if let Some(bones) = bones {
            points = self.skinned(&points, bones, data)?;
        }
        if points.iter().flatten().all(|number| number.is_finite()) {
            return Ok(points);
        }
        Err(Fault::new("expected vertices within the range of numbers"))
    }

    /// The vertices where the bones hold them: the mean of the places that the bones give a vertex, by their weights.
    fn skinned(&self, points: &[Point], bones: &[Affine], data: &mut Data<'_>) -> Result<Vec<Point>, Fault> {
        // For each vertex the sum of the places, and that of the weights. The latter is 1 but for rounding.
        let mut sums = vec![([0.0; 3], 0.0); points.len()];
        for set in 0.. {
            let named = |name: &str| self.own.get(&format!("{name}_{set}")).copied();
            let (Some(joints), Some(weights)) = (named("JOINTS"), named("WEIGHTS")) else { break };
            expect(data.count(joints)?, points.len(), "joints")?;
            expect(data.count(weights)?, points.len(), "weights")?;
            let (joints, weights) = (data.joints(joints)?, data.weights(weights)?);
            for (((sum, total), point), (joints, weights)) in
                sums.iter_mut().zip(points).zip(joints.iter().zip(weights))
            {
                for (&joint, weight) in joints.iter().zip(weights).filter(|(_, weight)| *weight != 0.0) {
                    let bone = &bones[below(joint as usize, bones.len(), "a joint of the skin")?];
                    let [x, y, z] = *point;
                    let place = bone.map(|[a, b, c, moved]| a * x + b * y + c * z + moved);
                    *sum = [0, 1, 2].map(|axis| sum[axis] + weight * place[axis]);
                    *total += weight;
                }
            }
        }
        match sums.iter().position(|(_, total)| !(*total > 0.0)) {
            None => Ok(sums.into_iter().map(|(sum, total)| sum.map(|x| x / total)).collect()),
            Some(vertex) => {
                let message =
                    format!("expected JOINTS_0 and WEIGHTS_0 for a mesh with a skin, found none of vertex {vertex}");
                Err(Fault::new(message).under("attributes"))
            }
        }
    }
}

/// A fault if there is another number of items than vertices.
fn expect(found: usize, vertices: usize, what: &str) -> Result<(), Fault> {
    if found == vertices { Ok(()) } else { Err(Fault::new(format!("expected {vertices} {what}, found {found}"))) }
}
