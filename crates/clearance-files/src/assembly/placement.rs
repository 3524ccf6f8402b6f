//! Nodes that hold meshes and other nodes, and the instances that they mean.

use super::Instance;
use super::affine::{Affine, IDENTITY, is_finite, product};
use super::budget::Budget;
use crate::fault::Fault;

/// A place for meshes and for other nodes.
pub struct Node {
    /// If it is empty, the node is not part of a path.
    pub name: String,
    /// From the coordinates of the node to those of the node that holds it.
    pub transform: Affine,
    /// Indices of meshes.
    pub meshes: Vec<usize>,
    /// Indices of nodes. All are valid.
    pub children: Vec<usize>,
}

/// The most nodes inside each other. Robots and plants have some tens; a chain of 256 is a mistake or an attack.
const DEEPEST: usize = 256;

/// A node whose children are being visited.
struct Open<'a> {
    index: Option<usize>,
    transform: Affine,
    children: std::slice::Iter<'a, usize>,
    /// The length of the path without the node.
    path: usize,
}

/// The meshes below `roots`, each at its place. A node that several nodes hold is visited as often.
pub fn instances(nodes: &[Node], roots: &[usize], budget: &mut Budget) -> Result<Vec<Instance>, Fault> {
    let (mut found, mut path) = (Vec::new(), String::new());
    let mut open = vec![Open { index: None, transform: IDENTITY, children: roots.iter(), path: 0 }];
    while let Some(top) = open.last_mut() {
        let Some(&index) = top.children.next() else {
            path.truncate(top.path);
            open.pop();
            continue;
        };
        let Node { name, transform, meshes, children } = &nodes[index];
        let transform = product(&top.transform, transform);
        let before = path.len();
        if !name.is_empty() {
            path.push_str(if path.is_empty() { "" } else { "/" });
            path.push_str(name);
        }
        let fault = |message: String| Fault::new(message).under(end_of(&path));
        if open.iter().any(|open| open.index == Some(index)) {
            return Err(fault("expected a node that does not hold itself".to_owned()));
        }
        if open.len() > DEEPEST {
            return Err(fault(format!("expected at most {DEEPEST} nodes inside each other, found more")));
        }
        if !is_finite(&transform) {
            return Err(fault("expected a transform within the range of numbers".to_owned()));
        }
        // A visit without a mesh leaves nothing behind. It is paid for, so that visits end, too.
        budget.take(1, 16, "nodes")?;
        budget.take(meshes.len(), size_of::<Instance>() + path.len(), "instances")?;
        found.extend(meshes.iter().map(|&mesh| Instance { name: path.clone(), mesh, transform }));
        open.push(Open { index: Some(index), transform, children: children.iter(), path: before });
    }
    Ok(found)
}

/// The last names of a path. A longer one would leave no room for what is wrong.
fn end_of(path: &str) -> &str {
    let start = path.char_indices().rev().nth(199).map_or(0, |(start, _)| start);
    &path[start..]
}
