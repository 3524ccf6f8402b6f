//! Convex faces between corners, and the removal of edges between them.

use super::triangulation::{NONE, Triangulation, extents, next, previous};
use crate::signs::side_of_line;
use clearance::Vec2;
use clearance::each::Each;
use std::collections::HashMap;

/// Faces by their half-edges. A half-edge leads from its origin to that of the next one, with the face on its left.
pub struct Faces<'a> {
    points: &'a [Vec2<f64>],
    origin: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    twin: Vec<u32>,
    is_removed: Vec<bool>,
}

/// Why an edge stays: at this point a face would have a notch.
pub struct Notch(pub u32);

impl<'a> Faces<'a> {
    /// The faces with these corners, counter-clockwise. Faces at the same two corners are neighbours.
    pub fn new(points: &'a [Vec2<f64>], faces: &[Vec<u32>]) -> Self {
        let mut made = Self {
            points,
            origin: Vec::new(),
            next: Vec::new(),
            previous: Vec::new(),
            twin: Vec::new(),
            is_removed: Vec::new(),
        };
        let mut places: HashMap<[u32; 2], u32> = HashMap::new();
        for face in faces {
            let (start, count) = (made.origin.len() as u32, face.len() as u32);
            for (index, &corner) in (0..).zip(face) {
                let after = face[(index as usize + 1) % face.len()];
                let own = start + index;
                let twin = places.get(&[after, corner]).copied().unwrap_or(NONE);
                if twin != NONE {
                    made.twin[twin as usize] = own;
                }
                places.insert([corner, after], own);
                made.origin.push(corner);
                made.next.push(start + (index + 1) % count);
                made.previous.push(start + (index + count - 1) % count);
                made.twin.push(twin);
            }
        }
        made.is_removed = vec![false; made.origin.len()];
        made
    }

    /// The triangles that are inside.
    pub fn of_triangles(net: &'a Triangulation, inside: &[bool]) -> Self {
        let is_inside = |half_edge: u32| half_edge != NONE && inside[half_edge as usize / 3];
        let all = 0..net.origin.len() as u32;
        Self {
            points: &net.points,
            origin: net.origin.clone(),
            next: all.clone().map(next).collect(),
            previous: all.clone().map(previous).collect(),
            twin: net.twin.iter().map(|&twin| if is_inside(twin) { twin } else { NONE }).collect(),
            is_removed: all.map(|half_edge| !is_inside(half_edge)).collect(),
        }
    }

    /// One half-edge of each edge between two faces.
    pub fn diagonals(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.origin.len() as u32).filter(|&half_edge| {
            let twin = self.twin[half_edge as usize];
            !self.is_removed[half_edge as usize] && twin != NONE && half_edge < twin
        })
    }

    /// The ends of a half-edge.
    pub fn ends(&self, half_edge: u32) -> [u32; 2] {
        [self.origin[half_edge as usize], self.origin[self.next[half_edge as usize] as usize]]
    }

    /// What edges are compared by.
    pub fn extents(&self, half_edge: u32) -> [f64; 2] {
        extents(self.ends(half_edge).each(|point| self.points[point as usize]))
    }

    /// Joins the two faces of an edge if the face stays convex. Straight corners are allowed.
    pub fn remove(&mut self, half_edge: u32) -> Result<(), Notch> {
        let twin = self.twin[half_edge as usize];
        for (own, other) in [(half_edge, twin), (twin, half_edge)] {
            let (before, after) = (self.previous[own as usize], self.next[other as usize]);
            let corner = self.origin[own as usize];
            let [from, at, to] = [self.origin[before as usize], corner, self.ends(after)[1]];
            let [from, at, to] = [from, at, to].each(|point| self.points[point as usize]);
            if side_of_line([from, at], to).is_lt() {
                return Err(Notch(corner));
            }
        }
        for (own, other) in [(half_edge, twin), (twin, half_edge)] {
            let (before, after) = (self.previous[own as usize], self.next[other as usize]);
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
            self.is_removed[own as usize] = true;
        }
        Ok(())
    }

    /// The corners of all faces, counter-clockwise.
    pub fn faces(&self) -> Vec<Vec<u32>> {
        let mut is_seen = self.is_removed.clone();
        let mut faces = Vec::new();
        for start in 0..self.origin.len() {
            let (mut face, mut half_edge) = (Vec::new(), start);
            while !std::mem::replace(&mut is_seen[half_edge], true) {
                face.push(self.origin[half_edge]);
                half_edge = self.next[half_edge] as usize;
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
        faces
    }
}
