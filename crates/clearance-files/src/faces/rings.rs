//! The rings of a face as nodes that name each other, and how they become one ring.

use std::collections::HashMap;

use super::sides::{area, lexicographic, side};
use super::sweep::Contact;
use crate::plane::Point;
use clearance::Ring;
use std::cmp::Ordering;

/// The corners of rings. Each names the next one and the one before. The inside is on the left.
pub struct Rings {
    pub at: Vec<Point>,
    /// The index of the point in the file.
    pub corner: Vec<u32>,
    pub next: Vec<u32>,
    pub previous: Vec<u32>,
    /// The number of the ring. The outer ring is 0.
    pub ring: Vec<u32>,
    /// A node of each ring.
    pub starts: Vec<u32>,
}

impl Rings {
    /// The outer ring, which turns to the left, and holes, which turn either way. Holes without an area are left out.
    pub fn new(rings: &[&[u32]], place: impl Fn(u32) -> Point) -> Self {
        let (at, corner, ring) = (Vec::new(), Vec::new(), Vec::new());
        let mut own = Self { at, corner, next: Vec::new(), previous: Vec::new(), ring, starts: Vec::new() };
        for &corners in rings {
            let area = if own.starts.is_empty() { None } else { Some(area(corners.iter().map(|&c| place(c)))) };
            match area {
                Some(area) if area.is_positive() => own.add_ring(corners.iter().rev(), &place),
                Some(area) if area.is_zero() => {}
                _ => own.add_ring(corners.iter(), &place),
            }
        }
        own
    }

    fn add_ring<'a>(&mut self, corners: impl Iterator<Item = &'a u32>, place: &impl Fn(u32) -> Point) {
        let start = self.at.len() as u32;
        for &corner in corners {
            self.add(corner, place(corner), self.starts.len() as u32);
        }
        let end = self.at.len() as u32;
        (start..end).for_each(|node| self.link(node, if node + 1 == end { start } else { node + 1 }));
        self.starts.push(start);
    }

    fn add(&mut self, corner: u32, at: Point, ring: u32) -> u32 {
        self.at.push(at);
        self.corner.push(corner);
        self.ring.push(ring);
        self.next.push(0);
        self.previous.push(0);
        self.at.len() as u32 - 1
    }

    pub fn link(&mut self, from: u32, to: u32) {
        self.next[from as usize] = to;
        self.previous[to as usize] = from;
    }

    /// The nodes before and after a node, with it between them.
    pub fn around(&self, node: u32) -> [u32; 3] {
        [self.previous[node as usize], node, self.next[node as usize]]
    }

    pub fn places(&self, nodes: [u32; 3]) -> [Point; 3] {
        nodes.map(|node| self.at[node as usize])
    }

    pub fn triangle(&self, nodes: [u32; 3]) -> [u32; 3] {
        nodes.map(|node| self.corner[node as usize])
    }

    /// The nodes of the ring of a node, from it on.
    pub fn nodes(&self, start: u32) -> impl Iterator<Item = u32> + '_ {
        let after = move |&node: &u32| Some(self.next[node as usize]).filter(|&next| next != start);
        std::iter::successors(Some(start), after)
    }

    /// The nodes of all rings.
    pub fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.starts.iter().flat_map(|&start| self.nodes(start))
    }

    /// Whether the ring has no area near a node: it comes back on its own way, or does not move.
    pub fn is_spike(&self, node: u32) -> bool {
        let [u, v, w] = self.places(self.around(node));
        v == u || v == w || (side(u, v, w).is_eq() && lexicographic(u, v) == lexicographic(w, v))
    }

    /// Cuts spikes off, as triangles without an area.
    pub fn cut_spikes(&mut self, triangles: &mut Vec<[u32; 3]>) {
        for ring in 0..self.starts.len() {
            let mut waiting: Vec<u32> = self.nodes(self.starts[ring]).collect();
            let mut left = waiting.len();
            let mut is_gone = vec![false; self.at.len()];
            while let Some(node) = waiting.pop() {
                if left == 3 || is_gone[node as usize] || !self.is_spike(node) {
                    continue;
                }
                let [before, _, after] = self.around(node);
                if ring == 0 {
                    triangles.push(self.triangle([before, node, after]));
                }
                self.link(before, after);
                is_gone[node as usize] = true;
                left -= 1;
                self.starts[ring] = before;
                waiting.extend([before, after]);
            }
        }
    }

    /// Splits edges where other corners lie on them.
    pub fn split(&mut self, contacts: &[Contact]) {
        for contact in contacts {
            let at = self.at[contact.node as usize];
            let added = self.add(self.corner[contact.node as usize], at, self.ring[contact.start as usize]);
            // Contacts come from left to right.
            let before = if contact.goes_right { self.previous[contact.end as usize] } else { contact.start };
            let after = self.next[before as usize];
            self.link(before, added);
            self.link(added, after);
        }
    }

    /// Parts rings where they touch themselves or each other, so that each node has one part of the inside: from the edge
    /// that leaves it to the left, up to one that arrives. Rings without an area are left out. The answer says which
    /// rings turn to the left: the others are holes. It is `None` where edges do not leave and arrive by turns: there the
    /// rings cross, or go around twice.
    pub fn untangle(&mut self) -> Option<Vec<bool>> {
        let mut nodes: Vec<u32> = self.all().collect();
        let place = |node: &u32| self.at[*node as usize];
        nodes.sort_unstable_by(|p, q| lexicographic(place(p), place(q)).then(p.cmp(q)));
        let shared: Vec<Vec<u32>> =
            nodes.chunk_by(|p, q| place(p) == place(q)).filter(|nodes| nodes.len() > 1).map(<[u32]>::to_vec).collect();
        shared.iter().all(|nodes| self.untangle_place(nodes)).then(|| self.number(&nodes))
    }

    /// The same at one place, which has these nodes.
    fn untangle_place(&mut self, nodes: &[u32]) -> bool {
        let center = self.at[nodes[0] as usize];
        let edges = nodes
            .iter()
            .flat_map(|&node| [(self.previous[node as usize], None), (self.next[node as usize], Some(node))]);
        // The other end of each edge, and the node that it leaves. It is `None` if it arrives.
        let mut edges: Vec<(u32, Option<u32>)> = edges.collect();
        let angle = |p: &u32, q: &u32| around(center, self.at[*p as usize], self.at[*q as usize]);
        edges.sort_by(|(p, p_leaves), (q, q_leaves)| angle(p, q).then(p_leaves.is_some().cmp(&q_leaves.is_some())));
        // Where one edge leaves along another that arrives, either may be first.
        let count = edges.len();
        let is_tie =
            |edges: &[(u32, Option<u32>)], i: usize| angle(&edges[i % count].0, &edges[(i + 1) % count].0).is_eq();
        if let Some(alone) = (0..count).find(|&i| !is_tie(&edges, i) && !is_tie(&edges, i + count - 1)) {
            edges.rotate_left(alone);
            for i in 1..count - 1 {
                if is_tie(&edges, i) && edges[i - 1].1.is_some() == edges[i].1.is_some() {
                    edges.swap(i, i + 1);
                }
            }
        }
        let pairs = || (0..count).map(|i| (edges[i].1, edges[(i + 1) % count]));
        if pairs().any(|(leaves, next)| leaves.is_some() == next.1.is_some()) {
            return false;
        }
        pairs().for_each(|(leaves, (before, _))| leaves.into_iter().for_each(|node| self.link(before, node)));
        true
    }

    /// Numbers the rings of these nodes anew, and tells which turn to the left.
    fn number(&mut self, nodes: &[u32]) -> Vec<bool> {
        let mut is_seen = vec![false; self.at.len()];
        let mut turns_left = Vec::new();
        self.starts.clear();
        for &start in nodes {
            if is_seen[start as usize] {
                continue;
            }
            let ring: Vec<u32> = self.nodes(start).collect();
            ring.iter().for_each(|&node| is_seen[node as usize] = true);
            let area = area(ring.iter().map(|&node| self.at[node as usize]));
            if !area.is_zero() {
                ring.iter().for_each(|&node| self.ring[node as usize] = turns_left.len() as u32);
                turns_left.push(area.is_positive());
                self.starts.push(start);
            }
        }
        turns_left
    }

    /// Joins holes to rings that see them. Rings that turn to the left are no holes. The answer is how many holes were
    /// joined.
    pub fn join(&mut self, bridges: &[[u32; 2]], turns_left: &[bool]) -> usize {
        let mut nodes_at: HashMap<[u64; 2], Vec<u32>> = HashMap::new();
        for node in self.all() {
            nodes_at.entry(self.at[node as usize].map(f64::to_bits)).or_default().push(node);
        }
        let (mut is_joined, mut joined) = (turns_left.to_vec(), 0);
        for &[hole, seen] in bridges {
            let candidates = &nodes_at[&self.at[seen as usize].map(f64::to_bits)];
            let sees = |&node: &u32| {
                is_joined[self.ring[node as usize] as usize] && self.is_inside_near(node, self.at[hole as usize])
            };
            let Some(from) = candidates.iter().copied().find(sees) else { continue };
            is_joined[self.ring[hole as usize] as usize] = true;
            joined += 1;
            for twin in self.bridge(from, hole) {
                nodes_at.entry(self.at[twin as usize].map(f64::to_bits)).or_default().push(twin);
            }
        }
        joined
    }

    /// Whether the way from a node to a point begins inside, or along one of its edges.
    fn is_inside_near(&self, node: u32, point: Point) -> bool {
        let [u, v, w] = self.places(self.around(node));
        let [left_of_first, left_of_second] = [side(u, v, point).is_ge(), side(v, w, point).is_ge()];
        if side(u, v, w).is_gt() { left_of_first && left_of_second } else { left_of_first || left_of_second }
    }

    /// Joins a hole to a node that sees it, by two edges between the same places. The answer are the two nodes that
    /// were added.
    fn bridge(&mut self, from: u32, hole: u32) -> [u32; 2] {
        let (after, last) = (self.next[from as usize], self.previous[hole as usize]);
        let [back, from_again] = [hole, from]
            .map(|node| self.add(self.corner[node as usize], self.at[node as usize], self.ring[node as usize]));
        for (from, to) in [(from, hole), (last, back), (back, from_again), (from_again, after)] {
            self.link(from, to);
        }
        [back, from_again]
    }
}

/// The order of two points by their angle, as seen from a center. The angle begins on the way down.
fn around(center: Point, p: Point, q: Point) -> Ordering {
    lexicographic(p, center).cmp(&lexicographic(q, center)).reverse().then_with(|| side(center, p, q).reverse())
}
