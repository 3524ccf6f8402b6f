//! The planes that prove a lower bound.
//!
//! **Problem.** Given L, show that no point of A is nearer than L to a point of B.
//!
//! **Method.** For a pair of parts, beginning with all of A and all of B:
//! 1. Try directions that have proven something: that of the nearest leaves, and the last ones.
//! 2. Ask the core for the distance of the two convex hulls. If it exceeds L, its normal is a direction that does, with
//!    as few bits as the difference allows.
//! 3. Two single leaves: the vector between their closest points, without rounding. If that does not do, L is no bound.
//! 4. Otherwise halve the larger part, and prove both.
//!
//! A direction is taken only if the checker's own function accepts it.

use super::closest::closest;
use super::directions::{Directions, integers, rounded};
use super::order::Order;
use crate::ask;
use clearance::each::Each;
use clearance::{Points, Solver, Vec3};
use clearance_verify::{Direction, Part, Placed, Surface, separates};
use dashu_int::IBig;
use std::fmt::Write;

/// How many of the last directions are tried. More: fewer hulls are asked for, and more planes fail.
const LAST: usize = 2;

/// A surface at a pose while a proof is found.
pub(super) struct Side<'a> {
    pub surface: Surface<'a>,
    pub placed: Placed<'a>,
    /// The vertices in the world, up to rounding.
    pub vertices: Vec<Vec3<f64>>,
    /// Which order of leaves is the surface's.
    pub order: usize,
}

/// The search for planes between two bodies.
pub(super) struct Front<'a> {
    pub sides: [&'a Side<'a>; 2],
    pub orders: &'a mut [Order],
    pub directions: &'a mut Directions,
    pub lower: f64,
    /// The direction of the nearest leaves, if they are known.
    pub main: Option<usize>,
    last: Vec<usize>,
    /// The steps so far, as words.
    steps: Vec<String>,
}

impl<'a> Front<'a> {
    pub fn new(
        sides: [&'a Side<'a>; 2],
        orders: &'a mut [Order],
        directions: &'a mut Directions,
        lower: f64,
        main: Option<usize>,
    ) -> Self {
        Self { sides, orders, directions, lower, main, last: Vec::new(), steps: Vec::new() }
    }

    /// The steps of the proof, or two leaves that are nearer than the bound.
    pub fn prove(mut self) -> Result<Vec<String>, [u32; 2]> {
        self.pair([0, 0])?;
        Ok(self.steps)
    }

    fn leaves(&self, side: usize, cell: usize) -> &[u32] {
        self.orders[self.sides[side].order].of(cell)
    }

    /// Proves the bound for a pair of parts. The halves are half as large each time, so the recursion is shallow.
    fn pair(&mut self, cells: [usize; 2]) -> Result<(), [u32; 2]> {
        // 1.
        let mut known = self.main.into_iter().chain(self.last.iter().rev().copied());
        let known = known.find(|&n| self.is_proven(self.directions.get(n), cells));
        // 2. and 3.
        let [a, b] = [0, 1].each(|side| self.leaves(side, cells[side]).len());
        if let Some(n) = known.or_else(|| self.between_hulls(cells)) {
            self.use_direction(n);
            return Ok(());
        }
        if [a, b] == [1, 1] {
            let n = self.between_leaves(cells).ok_or([0, 1].each(|side| self.leaves(side, cells[side])[0]))?;
            self.use_direction(n);
            return Ok(());
        }
        // 4.
        let side = usize::from(a < b);
        let halves = self.orders[self.sides[side].order].halves(cells[side], &self.sides[side].surface);
        let mut word = ["a", "b"][side].to_owned();
        let _ = write!(word, "{}", self.leaves(side, halves[0]).len());
        self.steps.push(word);
        halves.into_iter().try_for_each(|half| self.pair(if side == 0 { [half, cells[1]] } else { [cells[0], half] }))
    }

    fn use_direction(&mut self, n: usize) {
        if self.main != Some(n) {
            self.last.retain(|&other| other != n);
            self.last.push(n);
            if self.last.len() > LAST {
                self.last.remove(0);
            }
        }
        self.steps.push(format!("p{n}"));
    }

    fn is_proven(&self, n: &Direction, cells: [usize; 2]) -> bool {
        let part = |side: usize| Part { of: &self.sides[side].placed, leaves: self.leaves(side, cells[side]) };
        separates(n, part(0), part(1), self.lower)
    }

    /// The number of the direction, if it proves the bound.
    fn if_proven(&mut self, n: [IBig; 3], cells: [usize; 2]) -> Option<usize> {
        let direction = Direction::new(n.clone())?;
        self.is_proven(&direction, cells).then(|| self.directions.number(n))?
    }

    /// The normal between the convex hulls, if they are far enough apart.
    fn between_hulls(&mut self, cells: [usize; 2]) -> Option<usize> {
        let corners = [0, 1].each(|side| {
            let surface = &self.sides[side].surface;
            let vertices = self.leaves(side, cells[side]).iter().flat_map(|&leaf| surface.leaves[leaf as usize]);
            vertices.map(|vertex| self.sides[side].vertices[vertex as usize]).collect::<Vec<_>>()
        });
        let [a, b] = [Points::new(&corners[0]).ok()?, Points::new(&corners[1]).ok()?];
        let solver = Solver { tolerance: 1e-6, ..Solver::default() };
        let answer = ask::distance(&solver, &a, &b);
        let spare = answer.lower - self.lower;
        // NaN and infinities leave here.
        if !(spare > 0.0 && spare < f64::INFINITY) {
            return None;
        }
        // A direction that is off by δ moves the planes by δ times the extent of the parts.
        let extent: f64 = corners.iter().map(|corners| extent(corners)).sum();
        let bits = (extent / spare).log2().ceil().clamp(0.0, 60.0) as i32 + 4;
        let unit: [f64; 3] = answer.normal.into();
        let tried = [bits, 52].each(|bits| bits.min(52));
        tried.into_iter().find_map(|bits| self.if_proven(rounded(unit, bits), cells))
    }

    /// The vector between the closest points of two leaves.
    fn between_leaves(&mut self, cells: [usize; 2]) -> Option<usize> {
        let corners = [0, 1].each(|side| self.sides[side].placed.corners(self.leaves(side, cells[side])[0]));
        let [a, b] = [corners[0].as_ref()?, corners[1].as_ref()?];
        self.if_proven(integers(closest([a, b]).vector), cells)
    }
}

/// Twice the largest side of the box around the points.
fn extent(points: &[Vec3<f64>]) -> f64 {
    let along = |axis: fn(&Vec3<f64>) -> f64| {
        let [low, high] = points
            .iter()
            .map(axis)
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        high - low
    };
    2.0 * along(|p| p.x).max(along(|p| p.y)).max(along(|p| p.z))
}
