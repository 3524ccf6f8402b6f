//! The least number of convex pieces of a polygon without holes, with cuts between its corners.
//!
//! **Method.** Keil's dynamic programme in the form of Keil and Snoeyink 2002 ("On the time bound for convex
//! decomposition of simple polygons"). The state (i, k) is the part of the polygon from corner i to corner k, cut off
//! by the diagonal between them; i or k is a notch. It keeps the least number of cuts, and of all ways to reach it the
//! narrowest pairs: how the piece at the diagonal begins at i and ends at k. A part is joined to a piece across a
//! diagonal if the angles allow it, else the diagonal is one more cut.
//!
//! Cuts may pass through corners that lie on them. A part may then have no area, and joins two others as any triangle
//! does. Without such cuts a piece with a straight corner would be missed whose triangles have no area.
//!
//! The time is O(r² n) steps for r notches and n corners.

use super::triangulation::{NONE, Triangulation, next, previous};
use clearance::each::Each;
use std::cmp::Ordering;

/// A polygon as the way around it. Corners may be at the same place, where the polygon touches itself.
pub struct Walk<'a> {
    pub net: &'a Triangulation,
    /// The points, counter-clockwise. If there is a notch, the first corner is one.
    pub points: Vec<u32>,
    /// For each half-edge of the polygon's triangles the corner of the walk at its origin, else `NONE`.
    pub corner: Vec<u32>,
    /// Whether each half-edge is a side of the polygon.
    pub is_side: Vec<bool>,
}

/// The parts of a polygon that a diagonal cuts off.
#[derive(Clone, Default)]
struct State {
    /// The least number of cuts in the part.
    cuts: u32,
    /// How the piece at the diagonal begins and ends, both growing.
    pairs: Vec<[u32; 2]>,
}

/// The states, for pairs of corners that see each other or are neighbours.
struct Table<'a> {
    walk: &'a Walk<'a>,
    is_notch: Vec<bool>,
    states: Vec<Option<State>>,
}

/// The most steps of the programme, times the states: about a second.
const MOST_STEPS: usize = 300_000_000;

/// The most corners: the table has their square.
const MOST_CORNERS: usize = 2000;

/// The cuts of a partition with the least number of pieces, as pairs of corners of the walk. `None` if it would take
/// too long.
pub fn least_cuts(walk: &Walk) -> Option<Vec<[u32; 2]>> {
    let count = walk.points.len();
    let is_notch: Vec<bool> = (0..count).map(|corner| walk.is_notch(corner)).collect();
    let notches = is_notch.iter().filter(|&&is_notch| is_notch).count();
    if notches == 0 {
        return Some(Vec::new());
    }
    if count > MOST_CORNERS || notches * notches * count > MOST_STEPS {
        return None;
    }
    let mut table = Table { walk, is_notch, states: vec![None; count * count] };
    table.start();
    for gap in 3..count {
        for i in 0..count - gap {
            table.solve(i, i + gap);
        }
    }
    table.cuts()
}

impl Walk<'_> {
    /// Whether the polygon bends the wrong way at a corner.
    pub fn is_notch(&self, corner: usize) -> bool {
        let count = self.points.len();
        let [before, own, after] = [corner + count - 1, corner, corner + 1].each(|at| self.points[at % count]);
        self.net.side([before, own], after) == Ordering::Less
    }

    /// The corners that a corner sees along lines in the polygon. Lines may pass through corners and along sides.
    ///
    /// A view between two corners goes from triangle to triangle and gets narrower. Each triangle is met once, because
    /// the polygon has no holes.
    fn seen_from(&self, corner: u32, half_edges: &[u32], mut see: impl FnMut(u32)) {
        let own = self.points[corner as usize];
        let mut waiting = Vec::new();
        for &half_edge in half_edges {
            let (right, left) = (next(half_edge), previous(half_edge));
            see(self.corner[right as usize]);
            see(self.corner[left as usize]);
            waiting.push((right, self.net.origin[right as usize], self.net.origin[left as usize]));
        }
        while let Some((half_edge, right, left)) = waiting.pop() {
            if self.is_side[half_edge as usize] {
                continue;
            }
            let twin = self.net.twin[half_edge as usize];
            let apex = self.net.origin[previous(twin) as usize];
            let (is_past_right, is_before_left) =
                (self.net.side([own, right], apex).is_ge(), self.net.side([own, left], apex).is_le());
            let (right_side, left_side) = (next(twin), previous(twin));
            if is_past_right && is_before_left {
                see(self.corner[left_side as usize]);
            }
            if is_past_right {
                waiting.push((right_side, right, if is_before_left { apex } else { left }));
            }
            if is_before_left {
                waiting.push((left_side, if is_past_right { apex } else { right }, left));
            }
        }
    }
}

impl Table<'_> {
    fn count(&self) -> usize {
        self.is_notch.len()
    }

    fn state(&self, i: usize, k: usize) -> Option<&State> {
        self.states[i * self.count() + k].as_ref()
    }

    /// States of neighbours, of corners with one between them, and empty ones where a notch sees a corner.
    fn start(&mut self) {
        let count = self.count();
        let mut fans = vec![Vec::new(); count];
        for (half_edge, &corner) in self.walk.corner.iter().enumerate().filter(|&(_, &corner)| corner != NONE) {
            fans[corner as usize].push(half_edge as u32);
        }
        for corner in (0..count).filter(|&corner| self.is_notch[corner]) {
            let states = &mut self.states;
            self.walk.seen_from(corner as u32, &fans[corner], |other| {
                let (i, k) = (corner.min(other as usize), corner.max(other as usize));
                let pairs = if k - i == 2 { vec![[i as u32 + 1; 2]] } else { Vec::new() };
                states[i * count + k] = Some(State { cuts: if k - i <= 2 { 0 } else { u32::MAX }, pairs });
            });
        }
        for i in 0..count - 1 {
            self.states[i * count + i + 1] = Some(State::default());
        }
        // The side that closes the polygon is no diagonal, but the last state.
        self.states[count - 1] = Some(State { cuts: u32::MAX, pairs: Vec::new() });
    }

    /// Solves the state (i, k) from smaller ones.
    fn solve(&mut self, i: usize, k: usize) {
        let place = i * self.count() + k;
        let Some(mut state) = self.states[place].take() else { return };
        if self.is_notch[i] {
            for j in i + 1..k {
                if self.is_notch[k] || self.is_notch[j] || j == k - 1 {
                    self.begin_at_notch(&mut state, [i, j, k]);
                }
            }
        } else if self.is_notch[k] {
            for j in i + 1..k {
                if self.is_notch[j] || j == i + 1 {
                    self.end_at_notch(&mut state, [i, j, k]);
                }
            }
        }
        self.states[place] = Some(state);
    }

    /// Whether the way past three corners bends to the right.
    fn bends(&self, way: [u32; 3]) -> bool {
        let [p, q, r] = way.each(|corner| self.walk.points[corner as usize]);
        self.walk.net.side([p, q], r).is_lt()
    }

    /// i is a notch: the triangle i, j, k is the last of the piece. The part (i, j) is joined to it if the angles
    /// allow.
    fn begin_at_notch(&self, state: &mut State, [i, j, k]: [usize; 3]) {
        let Some(first) = self.state(i, j) else { return };
        let Some(second) = self.state(j, k) else { return };
        let (mut cuts, mut top) = (first.cuts, j as u32);
        if k - j > 1 {
            cuts = cuts.saturating_add(second.cuts).saturating_add(1);
        }
        if j - i > 1 {
            let [i, j, k] = [i, j, k].each(|corner| corner as u32);
            let fits = first.pairs.iter().take_while(|pair| !self.bends([pair[1], j, k])).last();
            match fits {
                Some(pair) if !self.bends([k, i, pair[0]]) => top = pair[0],
                _ => cuts = cuts.saturating_add(1),
            }
        }
        state.offer(cuts, [top, j as u32]);
    }

    /// k is a notch: the triangle i, j, k is the first of the piece, and the part (j, k) is joined to it if possible.
    fn end_at_notch(&self, state: &mut State, [i, j, k]: [usize; 3]) {
        let Some(first) = self.state(i, j) else { return };
        let Some(second) = self.state(j, k) else { return };
        let (mut cuts, mut top) = (second.cuts, j as u32);
        if j - i > 1 {
            cuts = cuts.saturating_add(first.cuts).saturating_add(1);
        }
        if k - j > 1 {
            let [i, j, k] = [i, j, k].each(|corner| corner as u32);
            let fits = second.pairs.iter().rev().take_while(|pair| !self.bends([i, j, pair[0]])).last();
            match fits {
                Some(pair) if !self.bends([pair[1], k, i]) => top = pair[1],
                _ => cuts = cuts.saturating_add(1),
            }
        }
        state.offer(cuts, [j as u32, top]);
    }

    /// The cuts of one best solution.
    fn cuts(&self) -> Option<Vec<[u32; 2]>> {
        let mut cuts = Vec::new();
        let last = self.count() as u32 - 1;
        let mut waiting = vec![([0, last], None, None)];
        while let Some(([i, k], begin, end)) = waiting.pop() {
            if k - i < 2 {
                continue;
            }
            let pairs = &self.state(i as usize, k as usize)?.pairs;
            let fits =
                |pair: &&[u32; 2]| begin.is_none_or(|begin| pair[0] == begin) && end.is_none_or(|end| pair[1] == end);
            let &[first, second] = pairs.iter().find(fits)?;
            let mut part = |ends: [u32; 2]| {
                if ends[1] - ends[0] > 1 {
                    cuts.push(ends);
                }
                (ends, None, None)
            };
            if self.is_notch[i as usize] {
                let j = second;
                waiting.push(part([j, k]));
                waiting.push(if first == j { part([i, j]) } else { ([i, j], Some(first), None) });
            } else {
                let j = first;
                waiting.push(part([i, j]));
                waiting.push(if second == j { part([j, k]) } else { ([j, k], None, Some(second)) });
            }
        }
        Some(cuts)
    }
}

impl State {
    /// Takes a way to reach the state, if it is better than others or as good and narrower at the end.
    fn offer(&mut self, cuts: u32, pair: [u32; 2]) {
        match cuts.cmp(&self.cuts) {
            Ordering::Greater => return,
            Ordering::Less => {
                self.cuts = cuts;
                self.pairs.clear();
            }
            Ordering::Equal => {}
        }
        if cuts == u32::MAX || self.pairs.last().is_some_and(|last| pair[0] <= last[0]) {
            return;
        }
        while self.pairs.last().is_some_and(|last| last[1] >= pair[1]) {
            self.pairs.pop();
        }
        self.pairs.push(pair);
    }
}

/// The faces of a polygon of so many corners with these cuts, as corners of the walk.
pub fn faces(count: usize, cuts: &[[u32; 2]]) -> Vec<Vec<u32>> {
    // For each corner the others that it is joined to, by how far ahead they are.
    let mut ahead: Vec<Vec<usize>> = (0..count).map(|_| vec![1]).collect();
    for &[i, k] in cuts {
        let (i, k) = (i as usize, k as usize);
        ahead[i].push((k + count - i) % count);
        ahead[k].push((i + count - k) % count);
    }
    ahead.iter_mut().for_each(|offsets| offsets.sort_unstable());
    let mut is_seen: Vec<Vec<bool>> = ahead.iter().map(|offsets| vec![false; offsets.len()]).collect();
    let mut faces = Vec::new();
    for start in 0..count {
        for first in 0..ahead[start].len() {
            let (mut face, mut from, mut way) = (Vec::new(), start, first);
            while !std::mem::replace(&mut is_seen[from][way], true) {
                face.push(from as u32);
                let to = (from + ahead[from][way]) % count;
                // The face lies on the left: at its end the way goes on to the last neighbour before where it comes
                // from.
                let back = (from + count - to) % count;
                way = ahead[to].partition_point(|&offset| offset < back) - 1;
                from = to;
            }
            if !face.is_empty() {
                faces.push(face);
            }
        }
    }
    faces
}
