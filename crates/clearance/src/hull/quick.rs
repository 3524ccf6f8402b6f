//! The hull of points in space: quickhull with exact signs. It builds triangles and unites them to faces at the end.
//!
//! **Method.**
//! 1. Start with a tetrahedron of four points that span space. Assign each other point to a facet that it is strictly
//!    outside of. A point outside no facet is inside the hull.
//! 2. Take a facet with points, and the farthest of its points.
//! 3. Remove the connected facets that the point is strictly outside of. Join their boundary, the horizon, to the
//!    point. Assign the points of the removed facets to the new ones.
//! 4. When no facet has points, unite coplanar facets to faces. Keep only vertices of at least three faces: points
//!    inside faces and edges are dropped. (If points are coplanar, they may be corners of triangles.)
//!
//! **Exactness.** "Strictly outside" is an exact sign of [`super::orientation`]. So a point is outside all facets of
//! one plane or outside none of them. The horizon is a simple closed curve, and coplanar or collinear points need no
//! tolerance.
//!
//! **References.** Barber, Dobkin, Huhdanpaa 1996; Lloyd 2004 (half-edges). Departures: exact signs, and faces are
//! united only at the end.

use super::orientation::ExactPoints;
use crate::space::vector::WideVector;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;

struct Triangle {
    corners: [usize; 3],
    /// For each corner, the triangle across the opposite edge.
    neighbours: [usize; 3],
    /// The assigned points. They are strictly outside the plane.
    waiting: Vec<usize>,
    live: bool,
}

/// The faces of the hull of points that span space, as point indices in counter-clockwise order as seen from outside.
pub(super) fn faces<W: WideVector>(cloud: &ExactPoints<'_, W>, tetrahedron: [usize; 4]) -> Vec<Vec<usize>> {
    let mut builder = Builder::new(cloud, tetrahedron);
    while let Some(triangle) = builder.busy.pop() {
        if builder.triangles[triangle].live && !builder.triangles[triangle].waiting.is_empty() {
            builder.grow(triangle);
        }
    }
    builder.loops()
}

struct Builder<'c, 'e, W: WideVector> {
    cloud: &'c ExactPoints<'e, W>,
    triangles: Vec<Triangle>,
    /// Triangles that may have points.
    busy: Vec<usize>,
}

impl<'c, 'e, W: WideVector> Builder<'c, 'e, W> {
    fn new(cloud: &'c ExactPoints<'e, W>, mut tetrahedron: [usize; 4]) -> Self {
        if cloud.orientation(tetrahedron[0], &tetrahedron[1..]).is_gt() {
            tetrahedron.swap(2, 3);
        }
        // The orientation is negative, so each face below is counter-clockwise as seen from outside.
        let [p, q, r, s] = tetrahedron;
        let side = |corners, neighbours| Triangle { corners, neighbours, waiting: Vec::new(), live: true };
        let triangles = alloc::vec![
            side([p, q, r], [3, 2, 1]),
            side([p, s, q], [3, 0, 2]),
            side([p, r, s], [3, 1, 0]),
            side([q, s, r], [2, 0, 1]),
        ];
        let mut builder = Self { cloud, triangles, busy: (0..4).collect() };
        let others = (0..cloud.len()).filter(|point| !tetrahedron.contains(point)).collect();
        builder.distribute(others, 0);
        builder
    }

    /// Whether a point is strictly outside the plane of a triangle.
    fn beyond(&self, triangle: usize, point: usize) -> bool {
        let [p, q, r] = self.triangles[triangle].corners;
        self.cloud.orientation(p, &[q, r, point]) == Ordering::Greater
    }

    /// Assigns each point to the first triangle, from `first` on, that it is outside of. A point outside none is
    /// dropped.
    fn distribute(&mut self, points: Vec<usize>, first: usize) {
        for point in points {
            if let Some(triangle) = (first..self.triangles.len()).find(|&t| self.beyond(t, point)) {
                self.triangles[triangle].waiting.push(point);
            }
        }
    }

    /// The point of a triangle that is farthest from its plane, by rounded numbers. Any point is right; a far one is
    /// faster.
    fn farthest(&self, triangle: usize) -> usize {
        let Triangle { corners: [p, q, r], waiting, .. } = &self.triangles[triangle];
        let base = self.cloud.rounded(*p);
        let normal = W::normal_of(&[self.cloud.rounded(*q) - base, self.cloud.rounded(*r) - base]);
        let height = |point: usize| (self.cloud.rounded(point) - base).dot(&normal);
        waiting.iter().copied().fold(waiting[0], |far, point| if height(point) > height(far) { point } else { far })
    }

    /// Extends the hull to the farthest point of a triangle.
    fn grow(&mut self, start: usize) {
        let point = self.farthest(start);
        let mut seen = alloc::vec![start];
        self.triangles[start].live = false;
        let (mut horizon, mut waiting, mut next) = (Vec::new(), Vec::new(), 0);
        while next < seen.len() {
            let triangle = seen[next];
            next += 1;
            waiting.append(&mut self.triangles[triangle].waiting);
            for side in 0..3 {
                let neighbour = self.triangles[triangle].neighbours[side];
                if self.triangles[neighbour].live && self.beyond(neighbour, point) {
                    self.triangles[neighbour].live = false;
                    seen.push(neighbour);
                }
            }
        }
        for &triangle in &seen {
            for side in 0..3 {
                let neighbour = self.triangles[triangle].neighbours[side];
                if self.triangles[neighbour].live {
                    let corners = self.triangles[triangle].corners;
                    horizon.push((corners[(side + 1) % 3], corners[(side + 2) % 3], triangle, neighbour));
                }
            }
        }
        waiting.retain(|&other| other != point);
        let first = self.triangles.len();
        self.join(point, &horizon);
        self.distribute(waiting, first);
    }

    /// Adds the triangles between a point and the edges of the horizon.
    fn join(&mut self, point: usize, horizon: &[(usize, usize, usize, usize)]) {
        let first = self.triangles.len();
        let starts: BTreeMap<usize, usize> = horizon.iter().enumerate().map(|(k, edge)| (edge.0, first + k)).collect();
        let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
        for (k, edge) in horizon.iter().enumerate() {
            ends.insert(edge.1, first + k);
        }
        for (k, &(from, to, dead, beyond)) in horizon.iter().enumerate() {
            let back = self.triangles[beyond].neighbours.iter().position(|&n| n == dead).unwrap_or(0);
            self.triangles[beyond].neighbours[back] = first + k;
            // The neighbour across from `from` is the triangle whose edge starts where this edge ends; for `to` the
            // reverse.
            let neighbours = [starts[&to], ends[&from], beyond];
            self.triangles.push(Triangle { corners: [from, to, point], neighbours, waiting: Vec::new(), live: true });
            self.busy.push(first + k);
        }
    }

    /// The loops of the faces. A face unites coplanar neighbours; points with fewer than three faces are dropped.
    fn loops(&self) -> Vec<Vec<usize>> {
        let face_of = self.face_numbers();
        let mut edges: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
        let mut faces_at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, triangle) in self.triangles.iter().enumerate().filter(|(_, t)| t.live) {
            let face = face_of[index];
            for side in 0..3 {
                let at = faces_at.entry(triangle.corners[side]).or_default();
                if !at.contains(&face) {
                    at.push(face);
                }
                if face_of[triangle.neighbours[side]] != face {
                    let (from, to) = (triangle.corners[(side + 1) % 3], triangle.corners[(side + 2) % 3]);
                    edges.entry(face).or_default().insert(from, to);
                }
            }
        }
        edges.values().map(|next| boundary(next, |point| faces_at[&point].len() >= 3)).collect()
    }

    /// For every live triangle the number of its face: the least index of the connected coplanar triangles.
    fn face_numbers(&self) -> Vec<usize> {
        let mut number = alloc::vec![usize::MAX; self.triangles.len()];
        for start in 0..self.triangles.len() {
            if !self.triangles[start].live || number[start] != usize::MAX {
                continue;
            }
            number[start] = start;
            let mut open = alloc::vec![start];
            while let Some(triangle) = open.pop() {
                for neighbour in self.triangles[triangle].neighbours {
                    if number[neighbour] == usize::MAX && self.coplanar(triangle, neighbour) {
                        number[neighbour] = start;
                        open.push(neighbour);
                    }
                }
            }
        }
        number
    }

    fn coplanar(&self, triangle: usize, neighbour: usize) -> bool {
        let [p, q, r] = self.triangles[triangle].corners;
        self.triangles[neighbour]
            .corners
            .iter()
            .all(|&point| [p, q, r].contains(&point) || self.cloud.orientation(p, &[q, r, point]) == Ordering::Equal)
    }
}

/// The closed loop along `next`, starting at the least point. Only points with `corner` are in the result.
fn boundary(next: &BTreeMap<usize, usize>, corner: impl Fn(usize) -> bool) -> Vec<usize> {
    let Some((&start, _)) = next.iter().next() else { return Vec::new() };
    let walk = core::iter::successors(Some(start), |point| next.get(point).copied().filter(|&p| p != start));
    walk.take(next.len()).filter(|&point| corner(point)).collect()
}
