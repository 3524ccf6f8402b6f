//! Farthest vertices: by a scan of all, and by climbing along edges. And a simplex of pairs of vertices.

use crate::body::Body;
use crate::johnson::{Nearest, nearest};
use crate::pair::Pair;
use clearance::WideVector;

/// The vertex that lies farthest along a direction, by a scan. The first of several.
pub(crate) fn scan<W: WideVector>(body: &Body<W>, direction: W) -> u32 {
    let vertices = body.hull().vertices();
    let (mut best, mut greatest) = (0, vertices[0].dot(&direction));
    for (index, vertex) in vertices.iter().enumerate().skip(1) {
        let along = vertex.dot(&direction);
        if along > greatest {
            (best, greatest) = (index, along);
        }
    }
    best as u32
}

/// The vertex that lies farthest along a direction, by going from neighbour to better neighbour. Returns it and the
/// number of vertices that were looked at.
///
/// On a convex body a vertex without a better neighbour is the best. Rounding can make it stop one vertex early.
pub(crate) fn climb<W: WideVector>(body: &Body<W>, direction: W, start: u32) -> (u32, u32) {
    let (mut best, mut greatest, mut looked) = (start, body.vertex(start).dot(&direction), 1);
    loop {
        let from = best;
        for &neighbour in body.neighbours(from) {
            let along = body.vertex(neighbour).dot(&direction);
            looked += 1;
            if along > greatest {
                (best, greatest) = (neighbour, along);
            }
        }
        if best == from {
            return (best, looked);
        }
    }
}

/// The vertices of A and B whose difference is farthest along −direction, by scans. The direction is in A's frame.
pub(crate) fn support_against<W: WideVector>(pair: &Pair<'_, W>, direction: W) -> [u32; 2] {
    [scan(pair.bodies[0], -direction), scan(pair.bodies[1], pair.direction_to_b(direction))]
}

/// A simplex of vertices of A − B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<W> {
    pub count: usize,
    pub pairs: [[u32; 2]; 4],
    pub points: [W; 4],
}

impl<W: WideVector> Simplex<W> {
    pub fn empty() -> Self {
        Self { count: 0, pairs: [[0; 2]; 4], points: [W::ORIGIN; 4] }
    }
    pub fn points(&self) -> &[W] {
        &self.points[..self.count]
    }
    pub fn has(&self, vertices: [u32; 2]) -> bool {
        self.pairs[..self.count].contains(&vertices)
    }
    pub fn push(&mut self, vertices: [u32; 2], point: W) {
        (self.pairs[self.count], self.points[self.count]) = (vertices, point);
        self.count += 1;
    }
    /// The nearest point to the origin; only the vertices that it needs are kept. Their weights come first.
    pub fn reduce(&mut self) -> Nearest<W> {
        let mut found = nearest(self.points());
        let mut kept = 0;
        for index in 0..self.count {
            if found.subset >> index & 1 == 1 {
                self.pairs[kept] = self.pairs[index];
                self.points[kept] = self.points[index];
                found.weights[kept] = found.weights[index];
                kept += 1;
            }
        }
        found.weights[kept..].fill(0.0);
        self.count = kept;
        found
    }
    /// The points of A and of B that the weights give, in A's frame.
    pub fn witnesses(&self, pair: &Pair<'_, W>, weights: [f64; 4]) -> [W; 2] {
        let mut points = [W::ORIGIN; 2];
        for (vertices, weight) in self.pairs[..self.count].iter().zip(weights) {
            points[0] = points[0] + pair.bodies[0].vertex(vertices[0]) * weight;
            points[1] = points[1] + pair.of_b(pair.bodies[1].vertex(vertices[1])) * weight;
        }
        points
    }
    /// The greatest squared length of a vertex.
    pub fn largest(&self) -> f64 {
        self.points().iter().fold(0.0, |largest: f64, point| largest.max(point.dot(point)))
    }
}
