//! The parts of a mesh: sets of triangles that hang together by vertices.
//!
//! Where two surfaces do not meet, a part of one lies wholly inside the other solid or wholly outside of it. So one
//! corner of the part tells, and if it is outside of the other's box, the part is outside.

use crate::mesh::Mesh;
use crate::relation::Surface;
use clearance::{Pose, Vec3};
use std::sync::{Arc, OnceLock};

/// What a scene keeps of a mesh, in the mesh's own frame.
#[derive(Debug)]
pub(super) struct Parts {
    /// A corner of each part.
    pub corners: Vec<Vec3<f64>>,
    /// The box along the axes.
    pub low: [f64; 3],
    /// Its other end.
    pub high: [f64; 3],
    /// The edges and components, once they are needed.
    surface: OnceLock<Arc<Surface>>,
    /// Whether the mesh encloses nothing, once it is needed.
    is_open: OnceLock<bool>,
}

impl Parts {
    pub fn of(mesh: &Mesh) -> Self {
        let mut leader: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
        for &[a, b, c] in mesh.triangles() {
            let first = lead(&mut leader, a);
            for other in [b, c] {
                let other = lead(&mut leader, other);
                leader[other as usize] = first;
            }
        }
        let mut is_seen = vec![false; leader.len()];
        let (mut corners, mut low, mut high) = (Vec::new(), [f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &corner in mesh.triangles().iter().flatten() {
            let point = mesh.vertices()[corner as usize];
            for (axis, x) in <[f64; 3]>::from(point).into_iter().enumerate() {
                low[axis] = low[axis].min(x);
                high[axis] = high[axis].max(x);
            }
            let first = lead(&mut leader, corner) as usize;
            if !std::mem::replace(&mut is_seen[first], true) {
                corners.push(point);
            }
        }
        Self { corners, low, high, surface: OnceLock::new(), is_open: OnceLock::new() }
    }

    /// The edges and components of the mesh.
    pub fn surface(&self, mesh: &Mesh) -> Arc<Surface> {
        self.surface.get_or_init(|| Arc::new(Surface::of(&mesh.at(Pose::identity())))).clone()
    }

    /// Whether the mesh encloses nothing.
    pub fn is_open(&self, mesh: &Mesh) -> bool {
        // Vertices that are not shared may still be equal. The edges take more memory than the tree, so they are not
        // kept.
        let by_equal_vertices = || {
            self.surface.get().map_or_else(|| Surface::of(&mesh.at(Pose::identity())).is_open(), |own| own.is_open())
        };
        !mesh.report().is_closed() && *self.is_open.get_or_init(by_equal_vertices)
    }

    /// The greatest magnitude of a coordinate.
    pub fn reach(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// Whether a point, which is off by at most `error` along each axis, may lie in the box.
    pub fn may_hold(&self, point: [f64; 3], error: f64) -> bool {
        // A comparison with NaN counts as yes.
        (0..3).all(|axis| !(point[axis] < self.low[axis] - error || point[axis] > self.high[axis] + error))
    }
}

/// The leader of a vertex's set. The path to it is halved on the way.
fn lead(leader: &mut [u32], mut vertex: u32) -> u32 {
    while leader[vertex as usize] != vertex {
        leader[vertex as usize] = leader[leader[vertex as usize] as usize];
        vertex = leader[vertex as usize];
    }
    vertex
}
