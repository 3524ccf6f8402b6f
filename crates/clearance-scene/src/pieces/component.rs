//! A part of a polygon that hangs together, and its pieces.

use super::PartitionStep;
use super::least::{Walk, faces, least_cuts};
use super::merge::{Faces, Notch};
use super::region::Region;
use super::triangulation::{NONE, extents, longest_first, next, previous};
use crate::mesh::leader_of;
use clearance::each::Each;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Triangles that hang together by diagonals.
pub struct Component<'a> {
    region: &'a Region,
    /// Whether each triangle of the region belongs to it.
    inside: Vec<bool>,
    triangles: Vec<u32>,
    /// The holes: closed ways around it, less one. A way that touches another one at a corner is a part of it.
    pub holes: usize,
    pub notches: usize,
}

/// Faces as points of the region.
pub struct Cut {
    pub faces: Vec<Vec<u32>>,
    /// Whether no cuts between corners give fewer faces.
    pub is_least: bool,
}

/// Faces as points of the region, and the cuts between them.
struct CutOpen {
    faces: Vec<Vec<u32>>,
    cuts: Vec<[u32; 2]>,
}

/// The parts of a region, in the order of their first triangles.
pub fn components(region: &Region) -> Vec<Component<'_>> {
    let mut is_seen = vec![false; region.inside.len()];
    let mut found = Vec::new();
    for first in 0..region.inside.len() {
        if region.inside[first] && !is_seen[first] {
            let mut triangles = vec![first as u32];
            is_seen[first] = true;
            let mut read = 0;
            while read < triangles.len() {
                for half_edge in 3 * triangles[read]..3 * triangles[read] + 3 {
                    let neighbour = region.net.twin[half_edge as usize] / 3;
                    if region.is_diagonal(half_edge) && !std::mem::replace(&mut is_seen[neighbour as usize], true) {
                        triangles.push(neighbour);
                    }
                }
                read += 1;
            }
            found.push(Component::new(region, triangles));
        }
    }
    found
}

impl<'a> Component<'a> {
    fn new(region: &'a Region, triangles: Vec<u32>) -> Self {
        let mut inside = vec![false; region.inside.len()];
        triangles.iter().for_each(|&triangle| inside[triangle as usize] = true);
        let half_edges = || triangles.iter().flat_map(|&triangle| 3 * triangle..3 * triangle + 3);
        let diagonals = half_edges().filter(|&half_edge| region.is_diagonal(half_edge)).count() / 2;
        let notches = half_edges().filter(|&half_edge| ends_at_notch(region, half_edge)).count();
        // Each cut that closes no circle of triangles leaves the number of ways as it is, and each other one joins two.
        let holes = diagonals + 1 - triangles.len();
        Self { region, inside, triangles, holes, notches }
    }

    fn half_edges(&self) -> impl Iterator<Item = u32> + '_ {
        self.triangles.iter().flat_map(|&triangle| 3 * triangle..3 * triangle + 3)
    }

    /// The pieces.
    pub fn solve(&self, polygon: u32, watch: &mut dyn FnMut(PartitionStep)) -> Cut {
        let source = |point: u32| self.region.source[point as usize];
        for corners in self.in_cutting_order() {
            watch(PartitionStep::Triangle { polygon, corners: corners.each(source) });
        }
        let mut steps = Vec::new();
        let merged = self.merged(true, &mut |step| steps.push(step));
        let mut other_steps = Vec::new();
        let other = self.merged(false, &mut |step| other_steps.push(step));
        let (merged, steps) = if other.len() < merged.len() { (other, other_steps) } else { (merged, steps) };
        steps.into_iter().for_each(&mut *watch);
        let is_proven = merged.len() == (self.notches.div_ceil(2) + 1).saturating_sub(self.holes).max(1);
        if is_proven {
            return Cut { faces: merged, is_least: true };
        }
        let is_least = self.holes == 0;
        match self.cut_open() {
            Some(open) if open.faces.len() < merged.len() => {
                for ends in open.cuts {
                    watch(PartitionStep::Cut { ends: ends.each(source) });
                }
                Cut { faces: open.faces, is_least }
            }
            Some(_) => Cut { faces: merged, is_least },
            None => Cut { faces: merged, is_least: false },
        }
    }

    /// Hertel and Mehlhorn: diagonals go while faces stay convex, the longest or the shortest first.
    fn merged(&self, starts_long: bool, watch: &mut dyn FnMut(PartitionStep)) -> Vec<Vec<u32>> {
        let mut faces = Faces::of_triangles(&self.region.net, &self.inside);
        let source = |point: u32| self.region.source[point as usize];
        for diagonal in by_length(&faces, starts_long) {
            let ends = faces.ends(diagonal).each(source);
            watch(match faces.remove(diagonal) {
                Ok(()) => PartitionStep::Removed { ends },
                Err(Notch(point)) => PartitionStep::Stays { ends, notch: source(point) },
            });
        }
        faces.faces()
    }

    /// The least number of pieces of the part, cut open where it has holes: all faces and their cuts. `None` if it
    /// would take too long. Of the diagonals that may be cut without leaving a hole the shortest ones are.
    fn cut_open(&self) -> Option<CutOpen> {
        let is_side = self.sides_of_tree();
        let walk = self.walk(is_side);
        let cuts = least_cuts(&walk)?;
        let point = |&corner: &u32| walk.points[corner as usize];
        let around = faces(walk.points.len(), &cuts);
        let around: Vec<Vec<u32>> = around.iter().map(|face| face.iter().map(point).collect()).collect();
        let around: Vec<Vec<u32>> = around.into_iter().filter(|face| has_area(&walk, face)).collect();
        let mut faces = Faces::new(&self.region.net.points, &around);
        for diagonal in by_length(&faces, true) {
            let _ = faces.remove(diagonal);
        }
        let left = faces.diagonals().map(|diagonal| faces.ends(diagonal)).collect();
        Some(CutOpen { faces: faces.faces(), cuts: left })
    }

    /// Half-edges that are sides once the part is cut open: those of the boundary, and diagonals outside of a tree that
    /// joins all triangles across long diagonals.
    fn sides_of_tree(&self) -> Vec<bool> {
        let net = &self.region.net;
        let mut is_side = vec![true; net.origin.len()];
        let length = |half_edge: u32| extents(net.ends(half_edge).each(|point| net.points[point as usize]));
        let is_first =
            |&half_edge: &u32| self.region.is_diagonal(half_edge) && half_edge < net.twin[half_edge as usize];
        let mut diagonals: Vec<u32> = self.half_edges().filter(is_first).collect();
        diagonals.sort_by(|&p, &q| longest_first(length(p), length(q)).then(p.cmp(&q)));
        let mut leader: Vec<u32> = (0..net.triangle_count() as u32).collect();
        for half_edge in diagonals {
            let twin = net.twin[half_edge as usize];
            let [first, second] = [half_edge, twin].each(|side| leader_of(&mut leader, side / 3));
            if first != second {
                leader[first as usize] = second;
                is_side[half_edge as usize] = false;
                is_side[twin as usize] = false;
            }
        }
        is_side
    }

    /// The way around a part without holes.
    fn walk(&self, is_side: Vec<bool>) -> Walk<'_> {
        let net = &self.region.net;
        let first = self.half_edges().find(|&half_edge| is_side[half_edge as usize]).expect("a part has a boundary");
        let mut corner = vec![NONE; net.origin.len()];
        let (mut points, mut half_edge) = (Vec::new(), first);
        let mut starts = Vec::new();
        loop {
            points.push(net.origin[half_edge as usize]);
            starts.push(half_edge);
            // Around the end of the side, to the next one.
            half_edge = next(half_edge);
            while !is_side[half_edge as usize] {
                half_edge = next(net.twin[half_edge as usize]);
            }
            if half_edge == first {
                break;
            }
        }
        let mut walk = Walk { net, points, corner: Vec::new(), is_side };
        let start = (0..walk.points.len()).find(|&place| walk.is_notch(place)).unwrap_or(0);
        walk.points.rotate_left(start);
        starts.rotate_left(start);
        for (place, &start) in starts.iter().enumerate() {
            let mut half_edge = start;
            loop {
                corner[half_edge as usize] = place as u32;
                let before = previous(half_edge);
                if walk.is_side[before as usize] {
                    break;
                }
                half_edge = net.twin[before as usize];
            }
        }
        walk.corner = corner;
        walk
    }

    /// The triangles in an order in which they may be cut off one after the other: each next one hangs on at most one
    /// of those that are left, if there is such a one.
    fn in_cutting_order(&self) -> Vec<[u32; 3]> {
        let net = &self.region.net;
        let neighbours = |triangle: u32| {
            let sides = 3 * triangle..3 * triangle + 3;
            sides.filter(|&side| self.region.is_diagonal(side)).map(|side| net.twin[side as usize] / 3)
        };
        let mut degree: HashMap<u32, usize> =
            self.triangles.iter().map(|&triangle| (triangle, neighbours(triangle).count())).collect();
        let mut order = Vec::new();
        let mut ears: Vec<u32> =
            self.triangles.iter().rev().copied().filter(|triangle| degree[triangle] <= 1).collect();
        let mut others = self.triangles.iter().copied();
        while let Some(triangle) = ears.pop().or_else(|| others.next()) {
            if degree.remove(&triangle).is_none() {
                continue;
            }
            let base = 3 * triangle as usize;
            order.push([0, 1, 2].each(|offset| net.origin[base + offset]));
            for neighbour in neighbours(triangle) {
                if let Some(degree) = degree.get_mut(&neighbour) {
                    *degree -= 1;
                    if *degree <= 1 {
                        ears.push(neighbour);
                    }
                }
            }
        }
        order
    }
}

/// The diagonals by their lengths.
fn by_length(faces: &Faces, starts_long: bool) -> Vec<u32> {
    let mut diagonals: Vec<u32> = faces.diagonals().collect();
    let longer = |&p: &u32, &q: &u32| longest_first(faces.extents(p), faces.extents(q)).then(p.cmp(&q));
    diagonals.sort_by(|p, q| if starts_long { longer(p, q) } else { longer(q, p) });
    diagonals
}

/// Whether the corners of a face are not all on one line.
fn has_area(walk: &Walk, face: &[u32]) -> bool {
    (0..face.len()).any(|place| {
        let [before, own, after] = [place, place + 1, place + 2].each(|place| face[place % face.len()]);
        walk.net.side([before, own], after).is_ne()
    })
}

/// Whether a half-edge is a side of the boundary that ends at a notch.
fn ends_at_notch(region: &Region, half_edge: u32) -> bool {
    if region.is_diagonal(half_edge) {
        return false;
    }
    let net = &region.net;
    let mut after = next(half_edge);
    while region.is_diagonal(after) {
        after = next(net.twin[after as usize]);
    }
    net.side(net.ends(half_edge), net.ends(after)[1]) == Ordering::Less
}
