//! A ring becomes triangles: ears are cut off, one after the other.
//!
//! An ear is a corner that turns to the left, and whose triangle no other corner touches. Each ring that does not cross
//! itself has two (Meisters 1975). Cutting one changes only what its two neighbours are, so a queue holds the corners
//! whose answer is not known; each is asked about three times at most. A tree of boxes finds the corners in a triangle.
//!
//! Corners may share a place, since a hole is joined by two edges between the same places. One at the tip of an ear is no
//! obstacle unless an edge of it leads into the ear. One at another corner of the ear is none at all: an edge from there
//! into the ear ends in it, and is found by that end.

use std::collections::VecDeque;

use super::near::Near;
use super::rings::Rings;
use super::sides::side;
use crate::plane::Point;

/// What became of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All triangles are ears.
    Ears,
    /// There were no ears any more, so the ring crosses itself. The rest is a fan.
    Crossing,
    /// To find ears took too long. The rest is a fan.
    Unfinished,
}

/// Cuts the ring of a node, which has three nodes or more, into triangles.
pub fn cut(rings: &mut Rings, start: u32, triangles: &mut Vec<[u32; 3]>) -> Outcome {
    let nodes: Vec<u32> = rings.nodes(start).collect();
    let at = rings.at.clone();
    let (is_waiting, is_gone) = (vec![true; at.len()], vec![false; at.len()]);
    let mut near = Near::new(&at, nodes.clone());
    let (mut ears, mut last) = (Ears { is_waiting, is_gone, left: nodes.len(), start, rings }, nodes.len());
    let mut queue = VecDeque::from(nodes);
    while ears.left > 3 && near.budget.get() > 0 {
        let Some(node) = queue.pop_front() else {
            // Where corners touch, more than the neighbours may have changed. Rounds that cut little are the last.
            if last - ears.left <= last / 8 {
                break;
            }
            last = ears.left;
            queue.extend(ears.rest());
            continue;
        };
        ears.is_waiting[node as usize] = false;
        if ears.is_gone[node as usize] || !ears.is_ear(node, &near) {
            continue;
        }
        let [before, _, after] = ears.rings.around(node);
        triangles.push(ears.rings.triangle([before, node, after]));
        ears.rings.link(before, after);
        ears.start = before;
        ears.is_gone[node as usize] = true;
        ears.left -= 1;
        near.remove(node);
        for neighbour in [before, after] {
            if !std::mem::replace(&mut ears.is_waiting[neighbour as usize], true) {
                queue.push_back(neighbour);
            }
        }
    }
    match ears.cut_rest(triangles) {
        true => Outcome::Ears,
        false if near.budget.get() == 0 => Outcome::Unfinished,
        false => Outcome::Crossing,
    }
}

/// A ring of which ears are cut off.
struct Ears<'a> {
    rings: &'a mut Rings,
    /// A node that is left.
    start: u32,
    is_waiting: Vec<bool>,
    is_gone: Vec<bool>,
    /// How many nodes are left.
    left: usize,
}

impl Ears<'_> {
    /// The nodes that are left.
    fn rest(&self) -> Vec<u32> {
        self.rings.nodes(self.start).collect()
    }

    /// The fan of what is left. It is false if that is more than one triangle with an area, or turned.
    fn cut_rest(&self, triangles: &mut Vec<[u32; 3]>) -> bool {
        let rest = self.rest();
        let mut fits = true;
        for pair in rest[1..].windows(2) {
            let nodes = [rest[0], pair[0], pair[1]];
            let [a, b, c] = self.rings.places(nodes);
            fits &= if rest.len() == 3 { side(a, b, c).is_ge() } else { side(a, b, c).is_eq() };
            triangles.push(self.rings.triangle(nodes));
        }
        fits
    }

    fn is_ear(&self, node: u32, near: &Near<'_>) -> bool {
        let nodes = self.rings.around(node);
        let ear = self.rings.places(nodes);
        let [u, v, w] = ear;
        if !side(u, v, w).is_gt() {
            return self.rings.is_spike(node);
        }
        !near.any(ear, |other| !self.is_gone[other as usize] && !nodes.contains(&other) && self.is_obstacle(other, ear))
    }

    /// Whether a node keeps a triangle from being an ear.
    fn is_obstacle(&self, node: u32, [u, v, w]: [Point; 3]) -> bool {
        let [before, at, after] = self.rings.places(self.rings.around(node));
        if at == u || at == w {
            return false;
        }
        if at == v {
            return [before, after].iter().any(|&end| side(v, w, end).is_gt() && side(u, v, end).is_gt());
        }
        side(u, v, at).is_ge() && side(v, w, at).is_ge() && side(w, u, at).is_ge()
    }
}
