//! Whether a part of one link is inside another link, though their surfaces have no common point.
//!
//! **Law.** A *part* is a solid, or all triangles that hang together by vertices. If the surfaces have no common point, all of a
//! part is on one side of every closed surface. So one point of it says on which.
//!
//! **Method.**
//! 1. A part is outside if a few far points of it are not all in the box around the closed surface. This decides nearly all.
//! 2. Otherwise it is asked how often the surface goes around one of the points, without rounding.
//!
//! **What encloses.** Of each mesh those parts that are closed, taken together: a shell in a shell may be a cavity. Open
//! parts have no inside. Solids need no question: what is in a solid meets it.

use crate::ask::{Stood, nearest};
use crate::body::Body;
use crate::frame::{U, UP};
use clearance::{SupportMap, Vec3};
use clearance_scene::Mesh;
use std::collections::HashMap;
use std::sync::Arc;

/// Whether a part of one link is inside the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Nested {
    No,
    /// This point is in both, in the frame in which the links stand.
    Yes(Vec3<f64>),
    /// The surfaces are nearer to each other than the errors of their places.
    Unknown,
}

/// What of a link may hold others, and what may be held.
#[derive(Debug, Default)]
pub(crate) struct Insides {
    closed: Vec<Closed>,
    /// A few points of each part. The first one stands for it.
    parts: Vec<Vec<Vec3<f64>>>,
}

/// A closed surface in the frame of its link, with the box around it.
#[derive(Debug)]
struct Closed {
    mesh: Arc<Mesh>,
    ends: [Vec3<f64>; 2],
}

/// A closed surface has at least so many triangles. Less than a tetrahedron has is folded, and holds nothing.
const LEAST_TRIANGLES: usize = 4;

impl Insides {
    /// `meshes` are the triangles of each element that is a mesh, in the frame of the link.
    pub fn new(body: &Body, meshes: impl Iterator<Item = Arc<Mesh>>) -> Self {
        let mut insides = Self::default();
        for mesh in meshes {
            insides.add(&mesh);
        }
        let solids = body.solids.iter().flat_map(|solids| solids.shapes());
        let centre = |solid| SupportMap::<Vec3<f64>>::pose(solid).apply(SupportMap::<Vec3<f64>>::center(solid));
        insides.parts.extend(solids.map(|solid: &clearance::AnyShape<Vec3<f64>>| vec![centre(solid)]));
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
        self.closed.extend(closed.map(|mesh| Closed { ends: crate::cover::ends(mesh.vertices()), mesh }));
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
    fn is_near(&self, p: Vec3<f64>, margin: f64) -> bool {
        let [low, high] = self.ends;
        (0..3).all(|axis| !(p[axis] < low[axis] - margin || p[axis] > high[axis] + margin))
    }
}

/// Points of one link go to the frame of another one with an error below this, and surfaces that are farther apart have no
/// common point.
pub(crate) fn margin(a: &Stood, b: &Stood) -> f64 {
    let size = a.body.reach + b.body.reach + a.frame.place.length() + b.frame.place.length();
    (4.0 * (a.error + b.error) + 256.0 * U * size) * UP
}

/// Whether a part of one link is inside the other, if it is known that their surfaces have no common point.
pub(crate) fn nested(a: &Stood, b: &Stood) -> Nested {
    let margin = margin(a, b);
    let ways = [[a, b], [b, a]];
    if !ways.iter().any(|[outer, inner]| candidates(outer, inner, margin).next().is_some()) {
        return Nested::No;
    }
    if nearest(a, b, 2.0 * margin, None).is_some_and(|seen| !(seen.proximity.lower > margin)) {
        return Nested::Unknown;
    }
    let inside = ways.into_iter().find_map(|[outer, inner]| {
        let mut found = candidates(outer, inner, margin);
        found
            .find(|(closed, point)| closed.mesh.has_inside(local(outer, inner, *point)) != Some(false))
            .map(|(_, point)| inner.frame.apply(point))
    });
    inside.map_or(Nested::No, Nested::Yes)
}

/// Closed surfaces of a link with the points of another one's parts whose far points are all in the box around them.
fn candidates<'a>(outer: &'a Stood, inner: &'a Stood, margin: f64) -> impl Iterator<Item = (&'a Closed, Vec3<f64>)> {
    let parts = |closed: &'a Closed| inner.body.insides().parts.iter().map(move |part| (closed, part));
    outer.body.insides().closed.iter().flat_map(parts).filter_map(move |(closed, part)| {
        let is_near = part.iter().all(|&p| closed.is_near(local(outer, inner, p), margin));
        is_near.then(|| (closed, part[0]))
    })
}

/// A point of a link in the frame of another one.
fn local(outer: &Stood, inner: &Stood, p: Vec3<f64>) -> Vec3<f64> {
    outer.frame.turn_back(inner.frame.apply(p) - outer.frame.place)
}
