//! The clusters to begin with: single triangles, or patches of them where there are many.

use super::CornerType;
use super::excess;
use super::field::Field;
use super::hulls::{Bounds, bounds_of, hull, stand_ins, union, vertices_of};
use crate::mesh::Mesh;
use clearance::Vec3;
use clearance::each::Each;
use std::collections::HashMap;

/// The most clusters to begin with. More make the search slow and give hardly fewer hulls.
const MOST_PATCHES: usize = 1200;

pub struct Patches<'a> {
    pub mesh: &'a Mesh,
    pub field: &'a Field,
    pub limit: f64,
    pub corners: CornerType,
    /// The triangles with one index for all vertices at one place.
    pub welded: Vec<[u32; 3]>,
}

impl<'a> Patches<'a> {
    pub fn new(mesh: &'a Mesh, field: &'a Field, limit: f64, corners: CornerType) -> Self {
        Self { mesh, field, limit, corners, welded: welded(mesh) }
    }

    /// Sets of triangles that hang together, each with a hull that is proven to stay within the limit. Each triangle is
    /// in one set.
    pub fn proven(&self) -> Vec<Vec<u32>> {
        let patches = self.connected();
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            patches.into_par_iter().flat_map_iter(|patch| self.parts_that_fit(patch)).collect()
        }
        #[cfg(not(feature = "rayon"))]
        patches.into_iter().flat_map(|patch| self.parts_that_fit(patch)).collect()
    }

    /// Points whose hull holds these triangles.
    pub fn points_of(&self, triangles: &[u32]) -> Vec<Vec3<f64>> {
        let vertices = vertices_of(self.mesh, triangles);
        vertices.iter().flat_map(|&vertex| stand_ins(self.mesh.vertices()[vertex as usize], self.corners)).collect()
    }

    /// Sets of triangles that hang together and fit into a small box: as large as needed for few sets.
    fn connected(&self) -> Vec<Vec<u32>> {
        let count = self.welded.len();
        if count <= MOST_PATCHES {
            return (0..count as u32).map(|triangle| vec![triangle]).collect();
        }
        let mut around: HashMap<u32, Vec<u32>> = HashMap::new();
        for (triangle, corners) in self.welded.iter().enumerate() {
            corners.iter().for_each(|&vertex| around.entry(vertex).or_default().push(triangle as u32));
        }
        let mut size = 2.0 * self.limit;
        loop {
            let patches = self.connected_of_size(size, &around);
            if patches.len() <= MOST_PATCHES || size > 50.0 * self.limit {
                return patches;
            }
            size *= 1.4;
        }
    }

    fn connected_of_size(&self, size: f64, around: &HashMap<u32, Vec<u32>>) -> Vec<Vec<u32>> {
        let mut is_taken = vec![false; self.welded.len()];
        let mut patches = Vec::new();
        for first in 0..self.welded.len() {
            if std::mem::replace(&mut is_taken[first], true) {
                continue;
            }
            let (mut patch, mut read) = (vec![first as u32], 0);
            let mut bounds = bounds_of(&self.mesh.corners(first as u32));
            while read < patch.len() {
                for vertex in self.welded[patch[read] as usize] {
                    for &other in &around[&vertex] {
                        if is_taken[other as usize] {
                            continue;
                        }
                        let joined = union(bounds, bounds_of(&self.mesh.corners(other)));
                        if (0..3).all(|axis| joined[1][axis] - joined[0][axis] <= size) {
                            is_taken[other as usize] = true;
                            bounds = joined;
                            patch.push(other);
                        }
                    }
                }
                read += 1;
            }
            patches.push(patch);
        }
        patches
    }

    /// Parts of a patch whose hulls are proven: it is halved where it is longest, and so on.
    fn parts_that_fit(&self, patch: Vec<u32>) -> Vec<Vec<u32>> {
        let (mut fit, mut waiting) = (Vec::new(), vec![patch]);
        while let Some(mut patch) = waiting.pop() {
            if patch.len() == 1 || self.is_proven(&patch) {
                fit.push(patch);
                continue;
            }
            let axis = longest_axis(self.bounds(&patch));
            let place =
                |&triangle: &u32| self.mesh.corners(triangle).iter().map(|c| [c.x, c.y, c.z][axis]).sum::<f64>();
            patch.sort_by(|p, q| place(p).total_cmp(&place(q)).then(p.cmp(q)));
            let rest = patch.split_off(patch.len() / 2);
            waiting.extend([patch, rest]);
        }
        fit
    }

    fn bounds(&self, patch: &[u32]) -> Bounds {
        let corners: Vec<Vec3<f64>> = patch.iter().flat_map(|&triangle| self.mesh.corners(triangle)).collect();
        bounds_of(&corners)
    }

    fn is_proven(&self, triangles: &[u32]) -> bool {
        excess::is_within(&hull(&self.points_of(triangles)), self.mesh, self.field, self.limit)
    }
}

fn longest_axis([low, high]: Bounds) -> usize {
    let extent = |axis: usize| high[axis] - low[axis];
    (0..3).max_by(|&p, &q| extent(p).total_cmp(&extent(q))).expect("there are three")
}

/// The triangles with one index for all vertices at one place.
fn welded(mesh: &Mesh) -> Vec<[u32; 3]> {
    let mut places: HashMap<[u64; 3], u32> = HashMap::new();
    let mut place = |vertex: u32| {
        let at = mesh.vertices()[vertex as usize];
        *places.entry([at.x + 0.0, at.y + 0.0, at.z + 0.0].each(f64::to_bits)).or_insert(vertex)
    };
    mesh.triangles().iter().map(|corners| corners.each(&mut place)).collect()
}
