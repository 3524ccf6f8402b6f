//! What of a link may hold other links, and what of it may be held.
//!
//! A *part* is a solid, or all triangles that hang together by vertices. Of each mesh those parts that are closed enclose,
//! taken together: a shell in a shell may be a cavity. Open parts have no inside. Solids need no question: what is in a solid
//! meets it.

use crate::cover::ends;
use clearance::Vec3;
use clearance_scene::Mesh;
use std::collections::HashMap;
use std::sync::Arc;

/// What of a link may hold others, and what may be held.
#[derive(Debug, Default)]
pub(crate) struct Insides {
    pub closed: Vec<Closed>,
    /// A few points of each part. The first one stands for it.
    pub parts: Vec<Vec<Vec3<f64>>>,
}

/// A closed surface in the frame of its link, with the box around it.
#[derive(Debug)]
pub(crate) struct Closed {
    pub mesh: Arc<Mesh>,
    ends: [Vec3<f64>; 2],
}

/// A closed surface has at least so many triangles. Less than a tetrahedron has is folded, and holds nothing.
const LEAST_TRIANGLES: usize = 4;

impl Insides {
    /// `meshes` are the triangles of each element that is a mesh, and `solids` has a point of each solid, in the frame of the
    /// link.
    pub fn new(meshes: impl Iterator<Item = Arc<Mesh>>, solids: impl Iterator<Item = Vec3<f64>>) -> Self {
        let mut insides = Self::default();
        for mesh in meshes {
            insides.add(&mesh);
        }
        insides.parts.extend(solids.map(|point| vec![point]));
        insides
    }

    fn add(&mut self, mesh: &Arc<Mesh>) {
        let parts = parts_of(mesh);
        self.parts.extend(parts.iter().map(|part| far_points(mesh, part)));
        let closed = match mesh.is_closed() {
            true => Some(mesh.clone()),
            false => {
                let is_closed = |part: &&Vec<[u32; 3]>| {
                    part.len() >= LEAST_TRIANGLES && only(mesh, part).is_some_and(|part| part.is_closed())
                };
                let closed: Vec<[u32; 3]> = parts.iter().filter(is_closed).flatten().copied().collect();
                only(mesh, &closed).filter(|mesh| mesh.is_closed()).map(Arc::new)
            }
        };
        self.closed.extend(closed.map(|mesh| Closed { ends: ends(mesh.vertices()), mesh }));
    }
}

/// Some triangles of a mesh. `None` if there are none.
pub(crate) fn only(mesh: &Mesh, triangles: &[[u32; 3]]) -> Option<Mesh> {
    let (mut places, mut vertices) = (HashMap::new(), Vec::new());
    let mut place = |vertex: u32| {
        *places.entry(vertex).or_insert_with(|| {
            vertices.push(mesh.vertices()[vertex as usize]);
            vertices.len() as u32 - 1
        })
    };
    let triangles: Vec<[u32; 3]> = triangles.iter().map(|corners| corners.map(&mut place)).collect();
    if triangles.is_empty() { None } else { Mesh::new(&vertices, &triangles).ok() }
}

/// The triangles of a mesh, in sets that hang together by vertices with equal coordinates.
fn parts_of(mesh: &Mesh) -> Vec<Vec<[u32; 3]>> {
    let mut first = HashMap::with_capacity(mesh.vertices().len());
    let same = |(index, vertex): (usize, &Vec3<f64>)| {
        // Adding zero makes −0 a 0.
        let key = [vertex.x, vertex.y, vertex.z].map(|x| (x + 0.0).to_bits());
        *first.entry(key).or_insert(index)
    };
    let mut leader: Vec<usize> = mesh.vertices().iter().enumerate().map(same).collect();
    for &[a, b, c] in mesh.triangles() {
        let to = leader_of(&mut leader, a);
        for corner in [b, c] {
            let from = leader_of(&mut leader, corner);
            leader[from] = to;
        }
    }
    let (mut numbers, mut parts) = (HashMap::new(), Vec::<Vec<[u32; 3]>>::new());
    for &corners in mesh.triangles() {
        let number = *numbers.entry(leader_of(&mut leader, corners[0])).or_insert(parts.len());
        if number == parts.len() {
            parts.push(Vec::new());
        }
        parts[number].push(corners);
    }
    parts
}

/// The vertex that stands for those that hang together with a vertex. The path to it is halved on the way.
fn leader_of(leader: &mut [usize], vertex: u32) -> usize {
    let mut at = vertex as usize;
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

/// The corners that are farthest along the axes.
fn far_points(mesh: &Mesh, part: &[[u32; 3]]) -> Vec<Vec3<f64>> {
    let points = || part.as_flattened().iter().map(|&vertex| mesh.vertices()[vertex as usize]);
    let farthest = |axis: usize, sign: f64| points().max_by(|p, q| (sign * p[axis]).total_cmp(&(sign * q[axis])));
    (0..3).flat_map(|axis| [farthest(axis, 1.0), farthest(axis, -1.0)]).flatten().collect()
}

impl Closed {
    /// Whether a point is in the box, or no farther outside than a margin.
    pub fn is_near(&self, p: Vec3<f64>, margin: f64) -> bool {
        let [low, high] = self.ends;
        (0..3).all(|axis| !(p[axis] < low[axis] - margin || p[axis] > high[axis] + margin))
    }
}
