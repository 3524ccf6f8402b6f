//! The edges of a mesh and its components. Vertices with equal coordinates count as one.

use super::boundary::{Boundary, Inside, edges_of, is_proper, sorted_passes};
use super::{Body, Mesh};
use clearance::each::Each;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A triangle at an edge.
#[derive(Clone, Copy, Debug)]
pub struct Wing {
    pub triangle: u32,
    /// The vertex beside the edge.
    pub tip: u32,
    /// Whether the triangle passes the edge from the lesser vertex to the greater.
    pub is_forward: bool,
}

/// The edges and components of a mesh, of the triangles that bound its solid ([`super::boundary`]).
#[derive(Debug)]
pub struct Surface {
    pub inside: Inside,
    /// The corners of each triangle: of equal vertices, the first.
    pub triangles: Vec<[u32; 3]>,
    /// Whether a triangle has three different corners and is not left out.
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

    /// What bounds the mesh's solid. It is found once, until the vertices move.
    pub(crate) fn boundary(&self) -> &Boundary {
        self.boundary.get_or_init(|| Boundary::of(self))
    }

    /// Whether the surface bounds a solid: each edge is passed as often in one direction as in the other. Vertices with
    /// equal coordinates count as one. Triangles that a turn or a repetition keeps from this are put right, and
    /// [`MeshReport`](super::MeshReport) says how many. A surface whose edges all have even numbers of triangles bounds a
    /// solid, too.
    ///
    /// ```
    /// use clearance_scene::Mesh;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let turned = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 2, 3]]).unwrap();
    /// assert!(turned.is_closed() && turned.report().turned_triangles == 1);
    /// let open = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3]]).unwrap();
    /// assert!(!open.is_closed() && open.open_edges() == [[0, 2], [0, 3], [2, 3]]);
    /// ```
    pub fn is_closed(&self) -> bool {
        self.boundary().inside != Inside::Nothing
    }

    /// Whether the surface bounds a solid with all triangles as they are.
    pub fn is_closed_as_it_is(&self) -> bool {
        self.boundary().inside == Inside::NotZero && self.boundary().changed() == [0, 0]
    }

    /// The edges with an odd number of triangles, by their vertices. Of vertices with equal coordinates the first
    /// stands for all. A closed mesh has none.
    pub fn open_edges(&self) -> Vec<[u32; 2]> {
        if self.is_closed() {
            return Vec::new();
        }
        let passes = sorted_passes(&self.boundary_triangles());
        let open = edges_of(&passes).filter(|edge| edge.len() % 2 == 1).map(|edge| edge[0].0);
        open.map(|key| [(key >> 32) as u32, (key as u32) >> 1]).collect()
    }

    /// The triangles that bound the solid: turned where neighbours disagree, without repeated ones that do not count and
    /// without those that have two equal corners. Of vertices with equal coordinates the first stands for all.
    pub fn boundary_triangles(&self) -> Vec<[u32; 3]> {
        let corners = |(triangle, corners)| self.boundary().corners(triangle, corners);
        (0..).zip(welded(self, [1.0; 3])).filter_map(corners).filter(|&corners| is_proper(corners)).collect()
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
        let mut triangles = welded(mesh, factors);
        let mut counts = vec![false; triangles.len()];
        for (triangle, corners) in triangles.iter_mut().enumerate().filter(|(_, corners)| is_proper(**corners)) {
            if let Some(counted) = mesh.boundary().corners(triangle as u32, *corners) {
                (*corners, counts[triangle]) = (counted, true);
            }
        }
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
        edges.shrink_to_fit();
        // Not in the place of the passes, which have twice the size.
        let wings = passes.iter().map(|&(_, wing, _)| wing).collect();
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
        Inside::of((0..self.edge_count()).map(|edge| {
            let forward = self.wings(edge).iter().filter(|wing| wing.is_forward).count();
            [forward, self.wings(edge).len() - forward]
        }))
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
pub(super) fn welded(mesh: &Mesh, factors: [f64; 3]) -> Vec<[u32; 3]> {
    let scaled: Vec<u32>;
    let same = if factors == [1.0; 3] {
        mesh.same.get_or_init(|| firsts(mesh, factors))
    } else {
        scaled = firsts(mesh, factors);
        &scaled
    };
    if same.is_empty() {
        return mesh.triangles().to_vec();
    }
    mesh.triangles().iter().map(|corners| corners.each(|vertex| same[vertex as usize])).collect()
}

/// For each vertex the first one with the same coordinates, scaled. Empty if all are different.
fn firsts(mesh: &Mesh, [x, y, z]: [f64; 3]) -> Vec<u32> {
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
    if first.len() == same.len() { Vec::new() } else { same }
}
