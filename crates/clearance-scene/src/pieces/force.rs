//! Edges that are forced into a triangulation. No point is added or moved.
//!
//! **Method.** The way of the edge goes through the triangles that it cuts. It is split at points that lie on it. The
//! triangles go, and each side of the edge is filled again (Anglada 1997, here with signs of areas alone).

use super::triangulation::{NONE, Record, Triangulation, lexicographic, next, previous};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Two edges of the input that cross at a point that is no corner.
pub struct Crossing {
    pub edges: [u32; 2],
    /// The half-edge of the second one.
    pub half_edge: u32,
}

impl Triangulation {
    /// Forces the edge from one point to another into the triangulation, and adds its weight. It is split at the points
    /// that lie on it.
    pub fn force(&mut self, [mut from, to]: [u32; 2], edge: u32, weight: i32) -> Result<(), Crossing> {
        while from != to {
            let end = match self.first_of([from, to]) {
                Ahead::Edge(half_edge) => {
                    self.mark(half_edge, from, edge, weight);
                    let [start, end] = self.ends(half_edge);
                    if start == from { end } else { start }
                }
                Ahead::Crossed(half_edge) => {
                    let (base, end) = self.cut([from, to], half_edge, edge)?;
                    self.mark(base, from, edge, weight);
                    end
                }
            };
            from = end;
        }
        Ok(())
    }

    fn mark(&mut self, half_edge: u32, from: u32, edge: u32, weight: i32) {
        let signed = if self.origin[half_edge as usize] == from { weight } else { -weight };
        for (half_edge, signed) in [(half_edge, signed), (self.twin[half_edge as usize], -signed)] {
            if half_edge != NONE {
                self.weight[half_edge as usize] += signed;
                self.forced[half_edge as usize] = edge;
            }
        }
    }

    /// What the way from a point to another one meets first.
    fn first_of(&self, [from, to]: [u32; 2]) -> Ahead {
        let at = |point: u32| self.points[point as usize];
        let is_ahead = |point: u32| {
            point == to
                || (self.side([from, to], point).is_eq()
                    && lexicographic(at(point), at(from)) == lexicographic(at(to), at(from)))
        };
        let mut found = None;
        self.around(from, |half_edge| {
            let (right, left) = (self.origin[next(half_edge) as usize], self.origin[previous(half_edge) as usize]);
            if is_ahead(right) {
                found = Some(Ahead::Edge(half_edge));
            } else if is_ahead(left) {
                found = Some(Ahead::Edge(previous(half_edge)));
            } else if self.side([from, to], right).is_lt() && self.side([from, to], left).is_gt() {
                found = Some(Ahead::Crossed(next(half_edge)));
            }
            found.is_some()
        });
        found.expect("the triangles around a point leave no gap towards another one")
    }

    /// Removes the triangles that the way between two points cuts, up to its end or to the first point on it, and fills
    /// both sides again. The answer is the new half-edge, and where it ends.
    fn cut(&mut self, [from, to]: [u32; 2], first: u32, edge: u32) -> Result<(u32, u32), Crossing> {
        let mut cavity = Cavity { slots: vec![first / 3], left: Vec::new(), right: Vec::new() };
        // Sides of the cavity from the inside. Those on the left lead back to the start, those on the right away from
        // it.
        cavity.left.push(next(first));
        cavity.right.push(previous(first));
        let mut crossed = first;
        let end = loop {
            if self.forced[crossed as usize] != NONE {
                return Err(Crossing { edges: [edge, self.forced[crossed as usize]], half_edge: crossed });
            }
            let twin = self.twin[crossed as usize];
            cavity.slots.push(twin / 3);
            let apex = self.origin[previous(twin) as usize];
            match if apex == to { Ordering::Equal } else { self.side([from, to], apex) } {
                Ordering::Equal => {
                    cavity.right.push(next(twin));
                    cavity.left.push(previous(twin));
                    break apex;
                }
                // The triangle is left → right → apex. The way leaves it between the right corner and the apex ...
                Ordering::Greater => {
                    cavity.left.push(previous(twin));
                    crossed = next(twin);
                }
                // ... or between the apex and the left corner.
                Ordering::Less => {
                    cavity.right.push(next(twin));
                    crossed = previous(twin);
                }
            }
        };
        Ok((self.fill(cavity, [from, end]), end))
    }

    /// Fills both sides of an edge with the triangles that were removed.
    fn fill(&mut self, mut cavity: Cavity, [from, to]: [u32; 2]) -> u32 {
        cavity.left.reverse();
        let sides: Vec<(u32, Record)> =
            cavity.left.iter().chain(&cavity.right).map(|&side| (side, self.record(side))).collect();
        let mut fresh = vec![NONE; sides.len()];
        let (left, right) = fresh.split_at_mut(cavity.left.len());
        let corners = |range: &[(u32, Record)], last: u32| -> Vec<u32> {
            range.iter().map(|(_, record)| record.origin).chain([last]).collect()
        };
        let corners_left = corners(&sides[..cavity.left.len()], from);
        let corners_right = corners(&sides[cavity.left.len()..], to);
        let base = self.fill_side(&corners_left, left, &mut cavity.slots);
        let other = self.fill_side(&corners_right, right, &mut cavity.slots);
        self.link(base, other);
        // A side that was inside the cavity on both of its sides is joined to itself.
        let places: HashMap<u32, u32> = sides.iter().zip(&fresh).map(|((side, _), &fresh)| (*side, fresh)).collect();
        for ((_, record), &fresh) in sides.iter().zip(&fresh) {
            let twin = if record.twin == NONE { NONE } else { *places.get(&record.twin).unwrap_or(&record.twin) };
            self.set_record(fresh, Record { twin, ..*record });
        }
        base
    }

    /// Triangulates the polygon of these corners, counter-clockwise. Its base leads from the last corner to the first
    /// one, and all others are seen from it. `fresh[i]` becomes the half-edge from corner i to corner i + 1. The answer
    /// is the half-edge of the base.
    ///
    /// The corner that is joined to the base has no other one in its triangle. Nothing else can be in the way: each
    /// corner is seen from the base.
    fn fill_side(&mut self, corners: &[u32], fresh: &mut [u32], slots: &mut Vec<u32>) -> u32 {
        let mut waiting = vec![(0, corners.len() - 1, NONE)];
        let mut base = NONE;
        while let Some((low, high, twin)) = waiting.pop() {
            let (q, p) = (corners[low], corners[high]);
            let mut best = low + 1;
            for place in low + 2..high {
                let (apex, point) = (corners[best], corners[place]);
                if point != apex && self.side([q, apex], point).is_ge() && self.side([apex, p], point).is_ge() {
                    best = place;
                }
            }
            let place = 3 * slots.pop().expect("as many triangles as before");
            for (offset, corner) in [p, q, corners[best]].into_iter().enumerate() {
                let half_edge = place + offset as u32;
                let empty = Record { origin: corner, twin: NONE, weight: 0, forced: NONE };
                self.set_record(half_edge, empty);
                self.out[corner as usize] = half_edge;
            }
            if twin == NONE {
                base = place;
            } else {
                self.link(place, twin);
            }
            for (low, high, side) in [(low, best, place + 1), (best, high, place + 2)] {
                if high - low == 1 {
                    fresh[low] = side;
                } else {
                    waiting.push((low, high, side));
                }
            }
        }
        base
    }
}

/// What a way meets first.
enum Ahead {
    /// A half-edge along the way, in either direction.
    Edge(u32),
    /// A half-edge that the way crosses from its left to its right.
    Crossed(u32),
}

/// Triangles that are removed, and the half-edges around them.
struct Cavity {
    slots: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
}
