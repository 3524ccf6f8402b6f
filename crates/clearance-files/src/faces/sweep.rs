//! A line moves over the rings of a face from left to right, and finds what the cut must know.
//!
//! **Method** (Shamos and Hoey 1976). The edges that the line meets are kept in their order from below. Two edges that
//! cross are neighbours before they do; so only neighbours are compared, and the first crossing ends the sweep. Until
//! then the order of two edges does not change.
//!
//! The gap above an edge remembers the last corner beside it. From the first corner of a hole that corner is seen: the
//! gap between both holds no other one (as in the partition into monotone polygons; de Berg et al. 2008, section 3.2).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::rings::Rings;
use super::sides::{lexicographic, side};
use crate::plane::Point;

/// What a sweep finds.
#[derive(Default)]
pub struct Found {
    /// Corners on other edges, from left to right.
    pub contacts: Vec<Contact>,
    /// For each hole that lies inside: its first node, and a node of another ring that sees it. They come in the order in
    /// which they can be joined.
    pub bridges: Vec<[u32; 2]>,
}

/// A node that lies on an edge between its ends.
pub struct Contact {
    pub node: u32,
    /// The ends of the edge.
    pub start: u32,
    pub end: u32,
    pub goes_right: bool,
}

/// An edge on the line. The order is from below.
#[derive(Clone, Copy)]
struct Edge {
    left: Point,
    right: Point,
    /// The node where it starts, from 1. The line itself, as a point, is 0.
    start: u32,
}

impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        if lexicographic(self.left, other.left).is_gt() {
            return other.cmp(self).reverse();
        }
        let height = |point: Point| side(self.left, self.right, point).reverse();
        height(other.left).then_with(|| height(other.right)).then(self.start.cmp(&other.start))
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
    }
}

impl Eq for Edge {}

impl Edge {
    /// Whether two edges have a common point that is no end of either.
    fn crosses(&self, other: &Self) -> bool {
        let parts = |one: &Self, two: &Self| {
            let [left, right] = [two.left, two.right].map(|end| side(one.left, one.right, end));
            left.is_ne() && left == right.reverse()
        };
        parts(self, other) && parts(other, self)
    }
}

/// What the sweep over all rings finds, `None` if edges cross. Rings that are not outer ones are holes.
pub fn sweep(rings: &Rings, is_outer: &[bool]) -> Option<Found> {
    let mut order: Vec<u32> = rings.all().collect();
    let place = |node: u32| rings.at[node as usize];
    order.sort_unstable_by(|&p, &q| lexicographic(place(p), place(q)).then(p.cmp(&q)));
    let mut line = Line {
        rings,
        edges: BTreeSet::new(),
        last: vec![0; rings.at.len()],
        is_inside: is_outer.iter().map(|&is_outer| is_outer.then_some(true)).collect(),
        found: Found::default(),
    };
    order.chunk_by(|&p, &q| place(p) == place(q)).all(|nodes| line.move_to(nodes)).then_some(line.found)
}

/// The line where it stands.
struct Line<'a> {
    rings: &'a Rings,
    edges: BTreeSet<Edge>,
    /// For each edge, by its start: the last node beside the gap above it.
    last: Vec<u32>,
    /// Whether each ring lies inside, or is an outer one. `None` if the line did not meet it yet.
    is_inside: Vec<Option<bool>>,
    found: Found,
}

impl Line<'_> {
    /// The line moves to the next place, which has these nodes. It is false if edges cross.
    fn move_to(&mut self, nodes: &[u32]) -> bool {
        let at = self.rings.at[nodes[0] as usize];
        let edges =
            nodes.iter().flat_map(|&node| [self.rings.previous[node as usize], node]).map(|start| self.edge(start));
        let (ended, rest): (Vec<Edge>, Vec<Edge>) = edges.partition(|edge| edge.right == at);
        for edge in &ended {
            self.edges.remove(edge);
        }
        let own = Edge { left: at, right: at, start: 0 };
        let is_here = |edge: &&Edge| side(edge.left, edge.right, at).is_eq();
        let met: Vec<Edge> = self.edges.range(own..).take_while(is_here).copied().collect();
        let below = self.edges.range(..own).next_back().copied();
        let above = self.edges.range(own..).find(|edge| !is_here(edge)).copied();
        nodes.iter().for_each(|&node| self.meet_ring(node, below));
        self.edges.extend(&rest);
        let lowest = self.edges.range(own..).next().copied();
        let highest = match above {
            Some(above) => self.edges.range(..above).next_back().copied(),
            None => self.edges.last().copied(),
        };
        for edge in met.iter().chain(&rest).chain(&below) {
            self.last[edge.start as usize - 1] = nodes[0];
        }
        self.found.contacts.extend(met.iter().map(|edge| {
            let start = edge.start - 1;
            let goes_right = self.rings.at[start as usize] == edge.left;
            Contact { node: nodes[0], start, end: self.rings.next[start as usize], goes_right }
        }));
        let cross = |one: Option<Edge>, two: Option<Edge>| one.zip(two).is_some_and(|(one, two)| one.crosses(&two));
        !cross(below, lowest) && !cross(highest, above) && !met.windows(2).any(|pair| pair[0].crosses(&pair[1]))
    }

    /// The edge from a node to the next one.
    fn edge(&self, start: u32) -> Edge {
        let [from, to] = [start, self.rings.next[start as usize]].map(|node| self.rings.at[node as usize]);
        let (left, right) = if lexicographic(from, to).is_lt() { (from, to) } else { (to, from) };
        Edge { left, right, start: start + 1 }
    }

    /// If the line meets a hole for the first time: whether it lies inside, and from where it is seen.
    fn meet_ring(&mut self, node: u32, below: Option<Edge>) {
        let ring = |node: u32| self.rings.ring[node as usize] as usize;
        if self.is_inside[ring(node)].is_some() {
            return;
        }
        let is_inside = |node: u32| self.is_inside[ring(node)] == Some(true);
        let seen = below.and_then(|edge| {
            let start = edge.start - 1;
            // The inside is on the left of an edge.
            let has_inside_above = self.rings.at[start as usize] == edge.left;
            let last = self.last[start as usize];
            (has_inside_above && is_inside(start) && is_inside(last)).then_some(last)
        });
        self.is_inside[ring(node)] = Some(seen.is_some());
        self.found.bridges.extend(seen.map(|seen| [node, seen]));
    }
}
