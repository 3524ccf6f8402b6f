//! The largest ball in both bodies, by branch and bound over convex cells.
//!
//! 1. The first cell is the common box. The cell with the greatest bound is cut in two, and then the next one.
//! 2. A cell's bound is the least over both bodies of what bounds the depth there: the distance of its farthest corner
//!    from one face, since the distance from a convex set is a convex function; or nothing, if no surface crosses the cell
//!    and its middle is outside.
//! 3. A point deep in both bodies is a bound from below: middles of cells and of sections, moved away from the surfaces
//!    around them.
//! 4. It ends when the bounds are near enough to each other, or to the length that is asked about.

use super::climb::climb;
use super::concave::largest;
use super::place::Ends;
use super::side::{Ball, CutHint, Look, Memory, NEARLY, NEARLY_WIDE, Side, ball_around};
use super::volume::across;
use crate::cell::{Cell, Plane, Spot};
use clearance::each::Each;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The bracket is narrow enough if the upper bound is at most this many times the lower one. Larger: less work. It is
/// below 1.1, so that rounding of the lengths at the end leaves it so.
const NARROW: f64 = 1.0999;

/// A face that crosses a cell parts it if it is at least this share of the section. Larger: thin regions beside faces that
/// bound nothing else are found late. Smaller: cells inside tubes of many faces are cut along all of them.
const MOST_OF_SECTION: f64 = 0.3;

/// A cell whose nearest corner is at most this share as far from a face as the farthest is cut parallel to the face. Larger: long
/// cells are not cut into short ones where that would help. Smaller: they are cut so in vain.
const THICK: f64 = 0.5;

/// A cell that is thinner, up to this share, is cut parallel to the face and across in turn: in a long prism only the first helps, under
/// an arch only the second does. Larger: cuts that cannot make the bracket narrow enough. Smaller: prisms are cut into thousands of
/// short ones.
const THIN: f64 = 0.9;

/// Thin cells are cut parallel to faces once the lower bound is this share of theirs. Larger: prisms are cut into short ones before.
/// Smaller: slivers between flush faces are cut into thinner ones in vain.
const FINE: f64 = 0.25;

/// A cell with more planes than this is cut across first, since cells with too many are not cut at all. Larger: a search may end
/// under an arch of many faces. Smaller: more cells there.
const MANY_PLANES: usize = 40;

/// So many cells are cut along the faces that bound them, before uneven corners come first where no ball is known. Larger: more cells
/// under arches. Smaller: more cells between flat faces.
const SOME: usize = 10;

/// The most cells while no ball is known that is not far below the upper bound. Then the bracket is as wide as it is.
const MOST_CELLS: usize = 20_000;

/// The most cells once such a ball is known: each of the many strips of a wall under an arch takes some hundred.
const MOST_FINE_CELLS: usize = 60_000;

/// Climbs that start from cells that are less deep than the best point.
const MOST_CLIMBS: usize = 40;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// Bounds that are near each other.
    Bracket,
    /// Whether the radius of the ball is greater than this.
    MoreThan(f64),
    /// Whether the radius is greater than this, and where it may be, bounds that are near each other. Far below, one bound
    /// suffices.
    Judge(f64),
    /// An upper bound, where no point is known to be inside and balls of this radius are known anyway.
    Above(f64),
}

/// A ball no larger than this share of a length is no matter of judgement: a band four times as small gives the same answer.
const FAR_BELOW: f64 = 0.249;

/// The most cells for an upper bound alone.
const FEW_CELLS: usize = 500;

/// Bounds of the radius of the largest ball, and its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Radius {
    pub lower: f64,
    pub upper: f64,
    /// The lower bound without errors.
    pub about: f64,
    pub middle: Option<Spot>,
    /// How much rounding may leave between the bounds.
    pub error: f64,
    /// Cells that were looked at.
    pub cells: usize,
}

impl Radius {
    /// Whether narrower bounds would tell more of what is asked.
    pub fn is_open(&self, goal: Goal) -> bool {
        let is_wide = self.upper > NARROW * self.lower;
        match goal {
            Goal::Bracket => is_wide,
            Goal::MoreThan(radius) => self.lower <= radius && self.upper > radius,
            Goal::Judge(radius) => is_wide && self.upper > FAR_BELOW * radius,
            Goal::Above(_) => false,
        }
    }
}

/// A cell with its bound.
pub(super) struct Part {
    pub bound: f64,
    pub cell: Cell,
    pub ball: Ball,
    pub memories: [Memory; 2],
    cut: Option<CutHint>,
    /// The cut where the distance from a face grows least evenly, once several faces bound the part together.
    pub loosest: Option<CutHint>,
    /// The plane of the face that crosses the cell with the greatest area, and that area.
    crossing: Option<(Plane, f64)>,
    /// Whether a thin cell was cut parallel to a face last, so that it is cut across next.
    is_halved: bool,
    /// Whether the bound is that of several faces together.
    pub is_played: bool,
    /// The number of the part: of equal bounds the first part comes first.
    number: usize,
}

/// Two bodies in a common box.
pub(super) struct Search<'a> {
    pub sides: [Side<'a>; 2],
    pub ends: Ends,
    /// Whether the bodies are prisms along the third axis.
    pub is_flat: bool,
    /// Corners of cells that are nearer to a plane than this count as on it: a few roundings.
    pub tolerance: f64,
}

impl Search<'_> {
    pub fn radius(&self, goal: Goal) -> Radius {
        let mut walk = Walk::new(self);
        if self.has_box() {
            walk.go(goal);
        } else {
            walk.best.upper = 0.0;
        }
        walk.best
    }

    /// Parts of a cell that are thinner than this are not cut off.
    pub fn thin(&self, cell: &Cell) -> f64 {
        let error: f64 = self.sides.iter().map(Side::error).sum();
        16.0 * (error + cell.slack + self.tolerance)
    }

    /// Whether the common box has an inside.
    fn has_box(&self) -> bool {
        (0..3).all(|axis| self.ends[1][axis] > self.ends[0][axis])
    }

    /// Half of the least width of the box: no ball in it is larger.
    fn half_width(&self) -> f64 {
        let axes = if self.is_flat { 0..2 } else { 0..3 };
        axes.map(|axis| 0.5 * (self.ends[1][axis] - self.ends[0][axis])).fold(f64::INFINITY, f64::min)
    }
}

pub(super) struct Walk<'s, 'a> {
    pub search: &'s Search<'a>,
    waiting: BinaryHeap<Part>,
    best: Radius,
    climbs: usize,
}

impl<'s, 'a> Walk<'s, 'a> {
    fn new(search: &'s Search<'a>) -> Self {
        let errors = search.sides.iter().map(Side::error).fold(0.0, f64::max);
        let error = 8.0 * errors + 64.0 * search.tolerance;
        let upper = search.half_width() + error;
        let best = Radius { lower: 0.0, upper, about: 0.0, middle: None, error, cells: 0 };
        Self { search, waiting: BinaryHeap::new(), best, climbs: 0 }
    }

    fn go(&mut self, goal: Goal) {
        if self.is_done(goal) {
            return;
        }
        // Planes alone know all of two convex bodies. What they leave open, cells would not tell for less.
        if let ([Side::Convex(a), Side::Convex(b)], false) = (&self.search.sides, matches!(goal, Goal::Above(_))) {
            self.best = largest([a, b], self.search.ends, self.best, |best| is_done(best, goal));
            return;
        }
        let memories = self.search.sides.each_ref().each(|side| side.memory());
        let whole = Cell::of_box(self.search.ends);
        let greatest = self.best.upper;
        self.add(whole, memories, greatest, false);
        // The greatest bound of the parts that cannot be cut any further.
        let mut uncut = 0.0f64;
        loop {
            let next = self.waiting.peek().map_or(0.0, |part| part.bound);
            self.best.upper = next.max(uncut).max(self.best.lower).min(greatest);
            if uncut > 0.0 && next <= NARROW * self.best.lower {
                return;
            }
            let most = match goal {
                Goal::Above(_) => FEW_CELLS,
                _ if self.is_fine(self.best.upper) => MOST_FINE_CELLS,
                _ => MOST_CELLS,
            };
            if self.is_done(goal) || self.best.cells >= most {
                return;
            }
            let Some(mut part) = self.waiting.pop() else { return };
            let bound = part.bound;
            if !part.is_played && self.play(&mut part) {
                if part.bound > self.best.lower {
                    self.waiting.push(part);
                }
                continue;
            }
            if !self.split(part) {
                uncut = uncut.max(bound);
            }
        }
    }

    fn is_done(&self, goal: Goal) -> bool {
        is_done(&self.best, goal)
    }

    /// Adds a cell, unless it cannot have a point deeper than the best one. `most` is the bound of the cell it was cut from.
    fn add(&mut self, cell: Cell, mut memories: [Memory; 2], most: f64, is_halved: bool) {
        self.best.cells += 1;
        let ball = ball_around(&cell, self.search.is_flat);
        let widest = if self.is_fine(most) { NEARLY_WIDE } else { NEARLY };
        let bounds = [0, 1].each(|side| self.search.sides[side].bound(&cell, ball, widest, &mut memories[side]));
        let least = bounds[0].most.min(bounds[1].most);
        let is_thin = bounds.iter().all(|bound| bound.most > least || bound.is_thin());
        let nearly = if is_thin { widest } else { NEARLY };
        let useful = bounds.iter().filter(|bound| bound.most <= nearly * least);
        let cut = useful.min_by(|one, other| one.half_way.total_cmp(&other.half_way)).and_then(|bound| bound.cut);
        let mut bound = most.min(least);
        let mut crossing: Option<(Plane, f64)> = None;
        if bound <= self.best.lower {
            return;
        }
        for side in 0..2 {
            if memories[side].is_inside {
                continue;
            }
            match self.search.sides[side].look(&cell, ball, &memories[side], self.search.thin(&cell)) {
                Look::Outside(depth) => bound = bound.min(depth),
                Look::Inside => memories[side].is_inside = true,
                Look::Filled => (memories[side].is_inside, memories[side].is_known) = (true, true),
                Look::Crossed(found) => {
                    let is_larger = |&(_, area): &(Plane, f64)| crossing.is_none_or(|(_, most)| area > most);
                    crossing = found.filter(is_larger).or(crossing);
                }
            }
            if bound <= self.best.lower {
                return;
            }
        }
        self.try_point(ball.middle, &memories, ball);
        if bound > self.best.lower {
            let number = self.best.cells;
            let (loosest, is_played) = (None, false);
            self.waiting.push(Part {
                bound,
                cell,
                ball,
                memories,
                cut,
                loosest,
                crossing,
                is_halved,
                is_played,
                number,
            });
        }
    }

    /// Cuts a part in two. No if it cannot be cut.
    fn split(&mut self, part: Part) -> bool {
        let Part { bound, cell, ball, memories, cut, loosest, crossing, is_halved, .. } = part;
        // While no ball is known, cells are flush with faces or outside. If there are many, the uneven corners tell best where.
        let is_plain = self.is_fine(bound) || self.best.cells < SOME;
        let [cut, later] = if is_plain { [cut, loosest] } else { [loosest.or(cut), None] };
        let knife = Knife { tolerance: self.search.tolerance, thin: self.search.thin(&cell) };
        let is_flat = self.search.is_flat;
        let apart = || across(&cell, ball, is_flat, knife.tolerance);
        // 1. The face that bounds the cell, if its plane or the wall through its rim parts it.
        let along = |cut: Option<CutHint>| match cut? {
            CutHint::Plane(plane) => knife.cut(&cell, &plane),
            CutHint::Wall(wall, plane) => knife.cut(&cell, &wall).or_else(|| knife.cut(&cell, &plane)),
        };
        // 2. A face that crosses most of the cell.
        let by_crossing = || {
            let (plane, area) = crossing?;
            knife.cut(&cell, &plane).filter(|cut| area >= MOST_OF_SECTION * cut.area())
        };
        // 3. The corner that is loosest. 4. Half way from the face to the corner that is farthest from it.
        let half_way = |least: f64, most: f64| match cut? {
            CutHint::Plane(plane) | CutHint::Wall(_, plane) => knife.halve(&cell, &plane, [least, most]),
        };
        let of_faces = || along(cut).or_else(by_crossing).or_else(|| along(later)).or_else(|| half_way(0.0, THICK));
        let first = if cell.planes.len() > MANY_PLANES { apart() } else { None };
        let (mut found, mut is_thin) = (first.or_else(of_faces), false);
        if found.is_none() && !is_halved && self.is_fine(bound) {
            found = half_way(THICK, THIN);
            is_thin = found.is_some();
        }
        let Some(cut) = found.or_else(apart) else { return false };
        self.try_point(cut.section, &memories, ball);
        let [one, other] = cut.parts;
        self.add(one, memories.clone(), bound, is_thin);
        self.add(other, memories, bound, is_thin);
        true
    }

    /// Whether a ball is known that is not far below a bound, so that thin cells count.
    fn is_fine(&self, bound: f64) -> bool {
        self.best.lower >= FINE * bound
    }

    /// Takes a point as the middle of a ball, and looks for a better one around it.
    pub fn try_point(&mut self, p: Spot, memories: &[Memory; 2], ball: Ball) {
        // Points that are less deep are of no use.
        let least = if self.climbs >= MOST_CLIMBS { self.best.lower } else { 0.25 * self.best.lower };
        let sides = &self.search.sides;
        let Some(depth) = depth_in_both(sides, p, memories, [1.0, least], &mut Vec::new()) else { return };
        if !self.is_in_both(p, depth) {
            return;
        }
        self.take(p, depth);
        self.climbs += 1;
        let (top, depth) = climb(sides, p, depth, memories, ball);
        if depth > self.best.lower && self.is_in_both(top, depth) {
            self.take(top, depth);
        }
    }

    /// Whether a point that no surface is nearer to than `depth` is surely inside both. One that counted as inside by mistake would
    /// climb on outside.
    fn is_in_both(&self, p: Spot, depth: f64) -> bool {
        self.search.sides.iter().all(|side| side.has(p, depth))
    }

    fn take(&mut self, p: Spot, depth: f64) {
        if depth > self.best.lower {
            let error = self.search.sides.each_ref().each(|side| side.error()).into_iter().fold(0.0, f64::max);
            self.best = Radius { lower: depth, about: depth + error, middle: Some(p), ..self.best };
        }
    }
}

/// How deep a point of a cell is in both bodies, at least, and the directions to the surfaces that are no farther than `about`
/// times that. `None` if it is not known to be inside, or less deep than `wanted`.
pub(super) fn depth_in_both(
    sides: &[Side; 2],
    p: Spot,
    memories: &[Memory; 2],
    [about, wanted]: [f64; 2],
    near: &mut Vec<Spot>,
) -> Option<f64> {
    let mut ways = [Vec::new(), Vec::new()];
    let first = sides[0].depth(p, &memories[0], [about, wanted], &mut ways[0])?;
    let second = sides[1].depth(p, &memories[1], [about, wanted], &mut ways[1])?;
    let least = first.min(second);
    for (depth, ways) in [first, second].into_iter().zip(ways) {
        near.extend(ways.into_iter().filter(|_| depth <= about * least));
    }
    Some(least)
}

/// How cells are cut.
struct Knife {
    /// Corners nearer to a plane count as on it.
    tolerance: f64,
    /// A part that is thinner is not cut off: it would be too thin to tell what is in it.
    thin: f64,
}

impl Knife {
    fn cut(&self, cell: &Cell, plane: &Plane) -> Option<crate::cell::Cut> {
        let [low, high] = cell.heights(plane);
        if low < -self.thin && high > self.thin { cell.cut(plane, self.tolerance) } else { None }
    }

    /// Cuts a cell parallel to a plane, half way to the corner that is farthest from it. `None` if the nearest corner is not so far,
    /// as a share of the farthest.
    fn halve(&self, cell: &Cell, plane: &Plane, [least, most]: [f64; 2]) -> Option<crate::cell::Cut> {
        let [low, high] = cell.heights(plane);
        let [near, far] = if high.abs() >= low.abs() { [low, high] } else { [high, low] };
        if near.abs() < least * far.abs() || near.abs() > most * far.abs() {
            return None;
        }
        self.cut(cell, &Plane { offset: plane.offset + 0.5 * (near + far), ..*plane })
    }
}

/// Whether bounds are near enough to each other for what is asked.
fn is_done(&Radius { lower, upper, error, .. }: &Radius, goal: Goal) -> bool {
    let is_narrow = upper <= NARROW * lower || upper - lower <= error;
    match goal {
        Goal::Bracket => is_narrow,
        Goal::Judge(radius) => upper <= FAR_BELOW * radius || is_narrow && (lower > radius || upper <= radius + error),
        Goal::Above(radius) => upper <= NARROW * radius + error,
        Goal::MoreThan(radius) => lower > radius || upper <= radius + error,
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound).then(other.number.cmp(&self.number))
    }
}
