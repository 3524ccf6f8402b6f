//! The edges of a mesh and its components. Vertices with equal coordinates count as one.

use super::{Body, Mesh};
use clearance::each::Each;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// What the triangles enclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Each edge is passed as often in one direction as in the other. Inside, the winding number is not zero.
    NotZero,
    /// Each edge has an even number of triangles, and some of them are turned. Inside, the winding number is odd.
    Odd,
    /// An edge has an odd number of triangles: nothing is enclosed.
    Nothing,
}

impl Inside {
    /// Whether points with this winding number are inside.
    pub fn has(self, winding: i32) -> bool {
        match self {
            Self::NotZero => winding != 0,
            Self::Odd => winding % 2 != 0,
            Self::Nothing => false,
        }
    }
}

/// A triangle at an edge.
#[derive(Clone, Copy, Debug)]
pub struct Wing {
    pub triangle: u32,
    /// The vertex beside the edge.
    pub tip: u32,
    /// Whether the triangle passes the edge from the lesser vertex to the greater.
    pub is_forward: bool,
}

/// The edges and components of a mesh. A triangle with two equal corners adds nothing to the surface and is left out.
#[derive(Debug)]
pub struct Surface {
    pub inside: Inside,
    /// The corners of each triangle: of equal vertices, the first.
    pub triangles: Vec<[u32; 3]>,
    /// Whether a triangle has three different corners.
    pub counts: Vec<bool>,
    /// The triangles at each edge.
    wings: Vec<Wing>,
    /// The vertices of each edge, and where its triangles begin in `wings`. The last entry is an end mark.
    edges: Vec<([u32; 2], u32)>,
    /// The edges of each triangle: side k leads from corner k to the next one.
    pub sides: Vec<[u32; 3]>,
    /// The component of each triangle, numbered from 0. Triangles that share an edge with two triangles in opposite
    /// directions are in one component.
    pub component: Vec<u32>,
    /// How many components there are.
    pub components: usize,
    /// Whether the mesh meets itself, once a relation has asked.
    pub meets_itself: OnceLock<bool>,
}

impl Mesh {
    /// The edges and components of the mesh as it is. They are found once, until the vertices move.
    pub(crate) fn surface(&self) -> &Arc<Surface> {
        self.surface.get_or_init(|| Arc::new(Surface::of(self, [1.0; 3])))
    }

    /// Whether nothing is enclosed. Vertices with equal coordinates count as one.
    pub(crate) fn is_open(&self) -> bool {
        // Edges take more memory than the tree, so they are not kept for this.
        !self.report().is_closed()
            && match self.surface.get() {
                Some(surface) => surface.is_open(),
                None => Surface::of(self, [1.0; 3]).is_open(),
            }
    }
}

impl Body<'_> {
    /// The edges and components of the body. Mirrors change none of them. A scale may: it rounds, and different
    /// vertices may become equal.
    pub(crate) fn surface(&self) -> Arc<Surface> {
        if self.factors().iter().all(|factor| factor.abs() == 1.0) {
            self.mesh.surface().clone()
        } else {
            Arc::new(Surface::of(self.mesh, self.factors()))
        }
    }
}

impl Surface {
    /// The surface of a mesh whose coordinates are multiplied by these factors.
    fn of(mesh: &Mesh, factors: [f64; 3]) -> Self {
        let triangles = merged(mesh, factors);
        let counts: Vec<bool> = triangles.iter().map(|[a, b, c]| a != b && b != c && c != a).collect();
        let mut passes: Vec<([u32; 2], Wing, u8)> = Vec::with_capacity(3 * triangles.len());
        for (triangle, corners) in triangles.iter().enumerate().filter(|&(triangle, _)| counts[triangle]) {
            for side in 0..3 {
                let [from, to, tip] = [0, 1, 2].each(|step| corners[(side + step) % 3]);
                let wing = Wing { triangle: triangle as u32, tip, is_forward: from < to };
                passes.push(([from.min(to), from.max(to)], wing, side as u8));
            }
        }
        passes.sort_unstable_by_key(|&(edge, wing, _)| (edge, wing.triangle));
        let mut edges: Vec<([u32; 2], u32)> = Vec::new();
        let mut sides = vec![[0; 3]; triangles.len()];
        for (place, &(edge, wing, side)) in passes.iter().enumerate() {
            if edges.last().is_none_or(|&(last, _)| last != edge) {
                edges.push((edge, place as u32));
            }
            sides[wing.triangle as usize][usize::from(side)] = edges.len() as u32 - 1;
        }
        edges.push(([0; 2], passes.len() as u32));
        let wings = passes.into_iter().map(|(_, wing, _)| wing).collect();
        let mut surface = Self {
            inside: Inside::Nothing,
            triangles,
            counts,
            wings,
            edges,
            sides,
            component: Vec::new(),
            components: 0,
            meets_itself: OnceLock::new(),
        };
        surface.inside = surface.inside();
        surface.find_components();
        surface
    }

    /// Whether nothing is enclosed: an edge has an odd number of triangles.
    pub fn is_open(&self) -> bool {
        self.inside == Inside::Nothing
    }

    /// The triangles at an edge.
    pub fn wings(&self, edge: u32) -> &[Wing] {
        let [first, end] = [0, 1].each(|step| self.edges[edge as usize + step].1 as usize);
        &self.wings[first..end]
    }

    /// The vertices of an edge, the lesser first.
    pub fn ends(&self, edge: u32) -> [u32; 2] {
        self.edges[edge as usize].0
    }

    /// The number of edges.
    pub fn edge_count(&self) -> u32 {
        self.edges.len() as u32 - 1
    }

    /// The triangle that stands for an edge when pairs of triangles are visited: the first one.
    pub fn owner(&self, edge: u32) -> u32 {
        self.wings(edge)[0].triangle
    }

    fn inside(&self) -> Inside {
        let mut inside = Inside::NotZero;
        for edge in 0..self.edge_count() {
            let wings = self.wings(edge);
            let forward = wings.iter().filter(|wing| wing.is_forward).count();
            if wings.len() % 2 == 1 {
                return Inside::Nothing;
            }
            if 2 * forward != wings.len() {
                inside = Inside::Odd;
            }
        }
        if self.wings.is_empty() { Inside::Nothing } else { inside }
    }

    fn find_components(&mut self) {
        const NONE: u32 = u32::MAX;
        let mut component = vec![NONE; self.triangles.len()];
        let mut waiting = Vec::new();
        for first in 0..self.triangles.len() {
            if component[first] != NONE || !self.counts[first] {
                continue;
            }
            component[first] = self.components as u32;
            waiting.push(first as u32);
            while let Some(triangle) = waiting.pop() {
                for edge in self.sides[triangle as usize] {
                    let [one, other] = self.wings(edge) else { continue };
                    if one.is_forward == other.is_forward {
                        continue;
                    }
                    for wing in [one, other] {
                        if component[wing.triangle as usize] == NONE {
                            component[wing.triangle as usize] = self.components as u32;
                            waiting.push(wing.triangle);
                        }
                    }
                }
            }
            self.components += 1;
        }
        self.component = component;
    }
}

/// The corners of the triangles, each replaced by the first vertex with the same coordinates, scaled.
fn merged(mesh: &Mesh, [x, y, z]: [f64; 3]) -> Vec<[u32; 3]> {
    let mut first: HashMap<[u64; 3], u32> = HashMap::with_capacity(mesh.vertices().len());
    let same: Vec<u32> = mesh
        .vertices()
        .iter()
        .enumerate()
        .map(|(index, vertex)| {
            // Adding zero makes −0 a 0.
            let key = [vertex.x * x, vertex.y * y, vertex.z * z].each(|x| (x + 0.0).to_bits());
            *first.entry(key).or_insert(index as u32)
        })
        .collect();
    mesh.triangles().iter().map(|corners| corners.each(|vertex| same[vertex as usize])).collect()
}
