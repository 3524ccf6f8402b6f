//! The hull of points in space: quickhull with exact signs, and the faces of the polyhedron it triangulates.
//!
//! **Method.**
//! 1. A tetrahedron of four points that span space; every other point waits at a facet that it lies strictly beyond.
//! 2. Take a facet at which points wait, and the farthest of them.
//! 3. Remove the connected facets that it lies strictly beyond; join the horizon to it; redistribute the waiting points.
//! 4. At last unite coplanar facets to faces and keep the vertices where at least three faces meet: points inside faces
//!    and edges, which ties can make corners of triangles, drop out.
//!
//! **Exactness.** "Strictly beyond" is the exact sign of [`super::cloud`]. A set of coplanar facets is then beyond or not as a
//! whole, so horizons are simple closed curves and no case of coplanar or collinear points needs a tolerance.
//!
//! **References.** Barber, Dobkin, Huhdanpaa 1996; Lloyd 2004 (half-edges). Ours differs in exact signs and in merging
//! faces at the end only.

use super::cloud::Cloud;
use crate::vector::WideVector;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;

struct Triangle {
    corners: [usize; 3],
    /// Beyond the edge opposite each corner.
    neighbours: [usize; 3],
    /// Points strictly beyond the plane.
    waiting: Vec<usize>,
    live: bool,
}

/// The faces of the hull as loops of point indices, counter-clockwise from outside, of points that span space.
pub(super) fn faces<W: WideVector>(cloud: &Cloud<'_, W>, tetrahedron: [usize; 4]) -> Vec<Vec<usize>> {
    let mut builder = Builder::new(cloud, tetrahedron);
    while let Some(triangle) = builder.busy.pop() {
        if builder.triangles[triangle].live && !builder.triangles[triangle].waiting.is_empty() {
            builder.grow(triangle);
        }
    }
    builder.loops()
}

struct Builder<'c, 'e, W: WideVector> {
    cloud: &'c Cloud<'e, W>,
    triangles: Vec<Triangle>,
    /// Triangles at which points may wait.
    busy: Vec<usize>,
}

impl<'c, 'e, W: WideVector> Builder<'c, 'e, W> {
    fn new(cloud: &'c Cloud<'e, W>, mut tetrahedron: [usize; 4]) -> Self {
        if cloud.orientation(tetrahedron[0], &tetrahedron[1..]).is_gt() {
            tetrahedron.swap(2, 3);
        }
        // Negative orientation: each face below is counter-clockwise seen from outside.
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

    /// Whether a point lies strictly beyond a triangle's plane.
    fn beyond(&self, triangle: usize, point: usize) -> bool {
        let [p, q, r] = self.triangles[triangle].corners;
        self.cloud.orientation(p, &[q, r, point]) == Ordering::Greater
    }

    /// Lets points wait at the first triangle from `first` on that they lie beyond; those beyond none are inside.
    fn distribute(&mut self, points: Vec<usize>, first: usize) {
        for point in points {
            if let Some(triangle) = (first..self.triangles.len()).find(|&t| self.beyond(t, point)) {
                self.triangles[triangle].waiting.push(point);
            }
        }
    }

    /// The waiting point farthest beyond a triangle, as rounded: any choice is right, a far one is quick.
    fn farthest(&self, triangle: usize) -> usize {
        let Triangle { corners: [p, q, r], waiting, .. } = &self.triangles[triangle];
        let base = self.cloud.rounded(*p);
        let normal = W::normal_of(&[self.cloud.rounded(*q) - base, self.cloud.rounded(*r) - base]);
        let height = |point: usize| (self.cloud.rounded(point) - base).dot(&normal);
        waiting.iter().copied().fold(waiting[0], |far, point| if height(point) > height(far) { point } else { far })
    }

    /// Moves the hull out to the farthest point that waits at a triangle.
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

    /// New triangles from the horizon's edges to a point.
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
            // Opposite `from` lies the triangle whose edge starts where this one ends, and the reverse.
            let neighbours = [starts[&to], ends[&from], beyond];
            self.triangles.push(Triangle { corners: [from, to, point], neighbours, waiting: Vec::new(), live: true });
            self.busy.push(first + k);
        }
    }

    /// Coplanar neighbours as one face; its loop, without points where fewer than three faces meet.
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

    /// For every live triangle the number of its face: the least index among coplanar neighbours.
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

/// The closed walk along `next`, from its least point on, with the points that are `corner`s.
fn boundary(next: &BTreeMap<usize, usize>, corner: impl Fn(usize) -> bool) -> Vec<usize> {
    let Some((&start, _)) = next.iter().next() else { return Vec::new() };
    let walk = core::iter::successors(Some(start), |point| next.get(point).copied().filter(|&p| p != start));
    walk.take(next.len()).filter(|&point| corner(point)).collect()
}
