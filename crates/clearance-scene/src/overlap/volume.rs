//! Bounds of the volume of what two bodies have in common, in the plane of its area.
//!
//! Cells as for the overlap: those without a surface are inside or outside. The largest cell that a surface crosses is cut
//! along the face that crosses it most. What is left open at the end counts for the upper bound, and of cells that convex
//! bodies cross a part for both (`inner.rs`).

use super::place::plane_through;
use super::search::Search;
use super::side::{Ball, Look, Memory, Side, ball_around};
use crate::cell::{Cell, Cut, Measures, Plane, Spot};
use clearance::each::Each;
use clearance::{Hull, Measure};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The bounds are near enough if they differ by less than this share of the upper one. Larger: less work. Smaller: only
/// rounding is left where faces are few.
const NARROW: f64 = 1e-10;

/// A cell with more corners is cut across, so that its parts have fewer: one of 120 corners is not cut any more. Larger: round
/// bodies are left open. Smaller: more cells.
const CROWDED: usize = 60;

/// A cell that a surface crosses.
struct Open {
    volume: f64,
    /// How much of it is surely inside.
    inner: f64,
    /// A point in all bodies that cross it, if these are convex.
    hub: Option<Spot>,
    /// How much rounding may add to the volume.
    error: f64,
    cell: Cell,
    ball: Ball,
    memories: [Memory; 2],
    cut: Option<Plane>,
}

/// Sums of volumes.
struct Sums {
    inside: f64,
    open: f64,
    errors: f64,
    /// What parts of cells lack of them.
    lost: f64,
}

impl Search<'_> {
    /// Bounds of the common volume, of the area times the height in the plane. `most` is the number of cells.
    pub fn volume(&self, most: usize) -> [f64; 2] {
        let mut sums = Sums { inside: 0.0, open: 0.0, errors: 0.0, lost: 0.0 };
        let mut waiting = BinaryHeap::new();
        let memories = self.sides.each_ref().each(|side| side.memory());
        let whole = Cell::of_box(self.ends);
        let measures = whole.measures();
        self.sort(whole, measures, (memories, None), &mut sums, &mut waiting);
        let mut cells = 1;
        while let Some(open) = waiting.pop() {
            if cells >= most || sums.open + sums.errors <= NARROW * (sums.inside + sums.open) {
                break;
            }
            let thin = self.thin(&open.cell);
            let splits = |plane: &Plane| {
                let [low, high] = open.cell.heights(plane);
                low < -thin && high > thin
            };
            let is_crowded = open.cell.points().count() > CROWDED;
            let along = open.hub.map_or(open.cut.filter(|_| !is_crowded), |hub| self.through(hub, &open.cell));
            let cut = along.filter(splits).and_then(|plane| open.cell.cut(&plane, self.tolerance));
            // A cell that cannot be cut stays open.
            let Some(cut) = cut.or_else(|| across(&open.cell, open.ball, self.is_flat, self.tolerance)) else {
                continue;
            };
            (sums.inside, sums.open) = (sums.inside - open.inner, sums.open - open.gap());
            sums.errors -= open.error;
            let measures = self.measured(open.volume, &cut, open.ball, &mut sums.lost);
            for (part, measures) in cut.parts.into_iter().zip(measures) {
                self.sort(part, measures, (open.memories.clone(), open.hub), &mut sums, &mut waiting);
                cells += 1;
            }
        }
        let rounding = 1e-12 * (sums.inside + sums.open);
        let errors = sums.errors.max(0.0) + sums.lost + rounding;
        [(sums.inside - errors).max(0.0), sums.inside + sums.open.max(0.0) + errors]
    }

    /// What the parts of a cell measure. What they lack of its volume is added to `lost`.
    fn measured(&self, volume: f64, cut: &Cut, ball: Ball, lost: &mut f64) -> [Measures; 2] {
        let mut measures = cut.parts.each_ref().each(Cell::measures);
        let lack = |measures: &[Measures; 2]| (volume - measures[0].volume - measures[1].volume).abs();
        let errors = [0, 1].each(|part| self.error_of(&cut.parts[part], measures[part].surface));
        let is_open = |part: usize| !(measures[part].gap * 2.0 * ball.radius <= errors[part]);
        if !(lack(&measures) <= errors[0].max(errors[1])) || is_open(0) || is_open(1) {
            for (part, own) in cut.parts.iter().zip(&mut measures) {
                own.volume = volume_of_hull(part);
            }
            *lost += lack(&measures);
        }
        measures
    }

    /// How much rounding may change the volume of a cell.
    pub(super) fn error_of(&self, cell: &Cell, surface: f64) -> f64 {
        let error = self.sides.iter().map(Side::error).fold(0.0, f64::max);
        surface * (8.0 * (error + cell.slack) + 4.0 * self.tolerance)
    }

    /// Adds a cell to the sums, or to what waits. The memories and the hub are those of the cell that it was cut from.
    fn sort(
        &self,
        mut cell: Cell,
        mut measures: Measures,
        (mut memories, hub): ([Memory; 2], Option<Spot>),
        sums: &mut Sums,
        waiting: &mut BinaryHeap<Open>,
    ) {
        let ball = ball_around(&cell, self.is_flat);
        let mut cut = None;
        let mut is_inside = true;
        for side in 0..2 {
            if memories[side].is_inside {
                continue;
            }
            self.sides[side].narrow(&cell, ball, &mut memories[side]);
            match self.sides[side].look(&cell, ball, &memories[side], 0.0) {
                Look::Outside(_) => {
                    sums.errors += self.error_of(&cell, measures.surface);
                    return;
                }
                Look::Inside | Look::Filled => memories[side].is_inside = true,
                Look::Crossed(plane) => {
                    is_inside = false;
                    cut = cut.or(plane.map(|(plane, _)| plane));
                }
            }
        }
        if is_inside {
            sums.errors += self.error_of(&cell, measures.surface);
            sums.inside += measures.volume;
            return;
        }
        let hubs = hub.filter(|&hub| cell.has(hub, self.tolerance)).into_iter().chain([ball.middle]);
        let cone = self.cone(hubs, &memories);
        for plane in cone.as_ref().map_or(Vec::new(), |cone| self.touching(cone, &cell)) {
            if let Some(cut) = cell.cut(&plane, self.tolerance) {
                let [behind, outside] = self.measured(measures.volume, &cut, ball, &mut sums.lost);
                sums.errors += self.error_of(&cut.parts[1], outside.surface);
                [cell, _] = cut.parts;
                measures = behind;
            }
        }
        let ball = ball_around(&cell, self.is_flat);
        let (volume, error) = (measures.volume, self.error_of(&cell, measures.surface));
        let inner = cone.as_ref().map_or(0.0, |cone| self.inner(cone, &cell, &measures));
        let open = Open { volume, inner, hub: cone.map(|cone| cone.hub), error, cell, ball, memories, cut };
        (sums.inside, sums.open, sums.errors) = (sums.inside + inner, sums.open + open.gap(), sums.errors + error);
        waiting.push(open);
    }
}

/// The volume of the hull of a cell's corners.
fn volume_of_hull(cell: &Cell) -> f64 {
    let corners: Vec<Spot> = cell.points().collect();
    Hull::new(&corners).map_or(0.0, |hull| hull.volume().value)
}

/// Cuts a cell across the way from its middle to its farthest corner.
pub(super) fn across(cell: &Cell, ball: Ball, is_flat: bool, tolerance: f64) -> Option<Cut> {
    let flat = |way: Spot| Spot { z: if is_flat { 0.0 } else { way.z }, ..way };
    let ways = cell.points().map(|p| flat(p - ball.middle));
    let farthest = ways.max_by(|p, q| p.length_squared().total_cmp(&q.length_squared()))?;
    cell.cut(&plane_through(ball.middle, farthest.normalized()?), tolerance)
}

impl Open {
    /// How much of it is not known to be inside.
    fn gap(&self) -> f64 {
        self.volume - self.inner
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gap().total_cmp(&other.gap()).then_with(|| {
            let [own, its] = [self, other].each(|open| open.ball.middle);
            let order = |axis: usize| own[axis].total_cmp(&its[axis]);
            order(0).then_with(|| order(1)).then_with(|| order(2))
        })
    }
}
