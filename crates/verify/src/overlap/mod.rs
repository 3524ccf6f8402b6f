//! Checks claims about two solids: a ball in both, that no larger one is, the volume that they share, and that two surfaces
//! are the same up to a length.
//!
//! This knows five things:
//! 1. A point inside both, no nearer to any leaf than r, is the middle of a ball in both with radius r.
//! 2. Along a direction the common body is no wider than the lesser of the greatest products less the greater of the least.
//! 3. The middle of a ball in both with a greater radius than r is in the box around each body, moved inward by r. If cells
//!    cover what these boxes share, and each one is within r of a leaf or no deeper than r in one body, there is none.
//! 4. Surfaces with no common point, of which no part has a corner inside the other solid, are those of solids apart.
//! 5. If no leaf has a point inside a cell, all of the cell is on one side as its middle is. What both solids share is in
//!    the box around each.

mod cell;
pub(crate) mod solid;

use crate::number::{Interval, Number};
use crate::placed::{Direction, Placed};
use crate::words::{Words, parsed};
use crate::{Proven, Subject};
pub use cell::{Cell, Plane};
use dashu_base::Sign;
use dashu_int::{IBig, UBig};
use dashu_ratio::Relaxed;
pub use solid::{Solid, Spot};

/// The most binary places behind the point of a plane's offset. Larger: hostile files take more time.
const MOST_PLACES: usize = 4_096;

/// A claim about two bodies, and what is left to show.
pub(crate) struct Shared {
    pub claim: Proven,
    pub bodies: [usize; 2],
    /// What must be shown next is last. Beside each part of a surface the side that it is of.
    waiting: Vec<(Cell, usize)>,
    length: f64,
    /// The volume of cells inside both, and that of cells that may be.
    volumes: [Interval; 2],
    is_shown: bool,
}

impl Shared {
    pub fn new(subject: Subject, bodies: [usize; 2], names: [String; 2]) -> Self {
        let claim = Proven { subject, bodies: names, lower: 0.0, upper: f64::INFINITY, planes: 0 };
        let volumes = [Interval::of(0.0); 2];
        Self { claim, bodies, waiting: Vec::new(), length: 0.0, volumes, is_shown: false }
    }
    /// One line of the proof. `is_apart` says whether the surfaces are known to have no common point.
    pub fn line(
        &mut self,
        kind: &str,
        words: &mut Words,
        placed: [&Placed; 2],
        directions: &[Direction],
        is_apart: bool,
    ) -> Result<(), String> {
        if kind == "cells" {
            return words
                .0
                .by_ref()
                .try_for_each(|word| self.step(word, placed, directions).map_err(|why| format!("{word}: {why}")));
        }
        self.finish()?;
        self.is_shown = true;
        if self.claim.subject == Subject::Sameness {
            return (kind == "tiles").then(|| self.begin_tiles(words, placed)).ok_or("expected tiles")?;
        }
        let solids = placed.map(Solid::new);
        let [Some(a), Some(b)] = solids else { return Err("a body is not closed, so no ball is in it".to_owned()) };
        match kind {
            "volume" if self.claim.subject == Subject::Volume => {
                (self.claim.lower, self.claim.upper) = (words.bound()?, words.bound()?);
                self.waiting = common_box(placed, 0.0).map(|cell| (cell, 0)).into_iter().collect();
                Ok(())
            }
            _ if self.claim.subject == Subject::Volume => Err(format!("expected volume, found {kind:?}")),
            "ball" => {
                self.claim.lower = words.bound()?;
                let scale = words.integer()?;
                let at = [words.integer()?, words.integer()?, words.integer()?];
                if scale.sign() == Sign::Negative || scale.is_zero() {
                    return Err("expected a scale above 0".to_owned());
                }
                let scale = Relaxed::from(scale);
                let p = Spot::new(at.map(|x| Relaxed::from(x) / &scale));
                let half = Relaxed::of(self.claim.lower) / Relaxed::of(2.0);
                let is_deep = |solid: Solid| {
                    solid.holds(&p) == Some(true)
                        && solid.square_to(&p).is_some_and(|square| square >= half.times(&half))
                };
                (is_deep(a) && is_deep(b)).then_some(()).ok_or("the ball is not in both bodies".to_owned())
            }
            "slab" => {
                self.claim.upper = words.bound()?;
                let n = directions.get(words.number::<usize>()?).ok_or("there is no such direction")?;
                self.claim.planes += 1;
                is_slab(n, placed, self.claim.upper).then_some(()).ok_or("the common body may be wider".to_owned())
            }
            "cover" => {
                self.claim.upper = words.bound()?;
                self.length = 0.5 * self.claim.upper;
                self.waiting = common_box(placed, self.length).map(|cell| (cell, 0)).into_iter().collect();
                Ok(())
            }
            "parted" => {
                self.claim.upper = 0.0;
                let is_parted = is_apart && are_outside_each_other([a, b]);
                is_parted.then_some(()).ok_or("nothing shows that the bodies are apart".to_owned())
            }
            other => Err(format!("expected ball, slab, cover or parted, found {other:?}")),
        }
    }
    fn begin_tiles(&mut self, words: &mut Words, placed: [&Placed; 2]) -> Result<(), String> {
        self.claim.upper = words.bound()?;
        self.length = self.claim.upper;
        for side in [1, 0] {
            for leaf in (0..placed[side].leaves().len() as u32).rev() {
                let tile = Cell::of_leaf(placed[side], leaf).ok_or("there is no such leaf")?;
                self.waiting.push((tile, side));
            }
        }
        Ok(())
    }
    /// One step about the cell that waits.
    fn step(&mut self, word: &str, placed: [&Placed; 2], directions: &[Direction]) -> Result<(), String> {
        let (cell, side) = self.waiting.pop().ok_or("nothing is left to show")?;
        let (kind, rest) = word.split_at_checked(1).ok_or("expected a step")?;
        let is_same = self.claim.subject == Subject::Sameness;
        let is_volume = self.claim.subject == Subject::Volume;
        let is_shown = match (kind, rest) {
            ("c", _) => {
                let parts = cell.cut(&plane_of(rest, directions)?).ok_or("a part would be empty")?;
                self.waiting.extend(parts.into_iter().rev().map(|part| (part, side)));
                return Ok(());
            }
            ("i", "") | ("u", "") if is_volume => {
                let is_known = kind == "i";
                let ([low, high], sum) = (cell.volume(placed[0].is_flat()), &mut self.volumes[usize::from(!is_known)]);
                *sum = sum.plus(&Interval { low, high });
                !is_known || placed.iter().all(|placed| cell.side(&Solid::unchecked(placed)) == Some(true))
            }
            ("o", "a" | "b") if is_volume => {
                cell.side(&Solid::unchecked(placed[usize::from(rest == "b")])) == Some(false)
            }
            _ if is_volume => return Err("expected c, i, oa, ob or u".to_owned()),
            ("o", "a" | "b") if !is_same => {
                // Both are closed: `cover` has looked.
                cell.is_outside(&Solid::unchecked(placed[usize::from(rest == "b")]), self.length)
            }
            ("a" | "b", _) => {
                let body = if kind == "a" { 0 } else { 1 };
                if is_same && body == side {
                    return Err("expected a leaf of the other surface".to_owned());
                }
                cell.is_near(&Solid::unchecked(placed[body]), parsed(rest)?, self.length)
            }
            _ => return Err("expected c, a, b, oa or ob".to_owned()),
        };
        self.claim.planes += 1;
        is_shown.then_some(()).ok_or("the cell is not where the step says".to_owned())
    }
    /// Nothing may be left to show.
    pub fn finish(&self) -> Result<(), String> {
        let [a, b] = &self.claim.bodies;
        let count = self.waiting.len();
        (count == 0)
            .then_some(())
            .ok_or(format!("{a} and {b}: the cells end too early, nothing is proven of {count}"))?;
        let Proven { subject, lower, upper, .. } = self.claim;
        let [inside, open] = &self.volumes;
        let has_volume = lower <= inside.low && inside.plus(open).high <= upper;
        let is_right = subject != Subject::Volume || !self.is_shown || has_volume;
        is_right.then_some(()).ok_or(format!("{a} and {b}: the cells have another volume"))
    }
    /// The claim, once it is shown.
    pub fn finished(self) -> Result<Proven, String> {
        self.finish()?;
        let [a, b] = &self.claim.bodies;
        self.is_shown.then_some(()).ok_or(format!("{a} and {b}: nothing is claimed"))?;
        Ok(self.claim)
    }
}

/// The plane of a cut: the number of a direction, binary places, and an integer.
fn plane_of(word: &str, directions: &[Direction]) -> Result<Plane, String> {
    let mut numbers = word.splitn(3, ':');
    let mut next = || numbers.next().ok_or("expected a direction, places and an integer");
    let n = directions.get(parsed::<usize>(next()?)?).ok_or("there is no such direction")?;
    let places: usize = parsed(next()?)?;
    let offset: IBig = Words(next()?.split(' ')).integer()?;
    if places > MOST_PLACES {
        return Err(format!("expected at most {MOST_PLACES} places"));
    }
    let c = Relaxed::from_parts(offset, UBig::ONE << places);
    Ok(Plane { n: n.exact().clone().map(Relaxed::from), c })
}

/// Whether what two bodies share is no wider than a length along a direction.
pub fn is_slab(n: &Direction, placed: [&Placed; 2], length: f64) -> bool {
    let spans = placed.map(|placed| placed.span(n));
    let [[low_a, high_a], [low_b, high_b]] = spans;
    let width = high_a.min(high_b).minus(&low_a.max(low_b));
    let (length, n) = (Relaxed::of(length), n.exact().clone().map(Relaxed::from));
    width <= Relaxed::ZERO || width.times(&width) <= length.times(&length).times(&Relaxed::dot(&n, &n))
}

/// Whether no part of a surface has its first corner inside the other solid.
pub fn are_outside_each_other([a, b]: [Solid; 2]) -> bool {
    let are_outside = |own: Solid, other: Solid| own.of.firsts().all(|p| other.holds(&Spot::new(p)) == Some(false));
    are_outside(a, b) && are_outside(b, a)
}

/// Where the middles of balls in both can be. `None` if they can be nowhere.
pub fn common_box(placed: [&Placed; 2], radius: f64) -> Option<Cell> {
    let is_flat = placed.iter().any(|placed| placed.is_flat());
    let boxes = placed.map(|placed| placed.around());
    let inner = |k: usize| {
        let low = boxes.each_ref().map(|around| around[k].low).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let high = boxes.each_ref().map(|around| around[k].high).into_iter().fold(f64::INFINITY, f64::min);
        [Interval::of(low).plus(&Interval::of(radius)).low, Interval::of(high).minus(&Interval::of(radius)).high]
    };
    let ends = [inner(0), inner(1), inner(2)];
    let axes = if is_flat { 2 } else { 3 };
    // A ball of a greater radius has its middle in the inside of this box.
    let is_empty = ends[..axes].iter().any(|[low, high]| !(low < high));
    (!is_empty).then(|| Cell::of_box(ends.map(|[low, _]| low), ends.map(|[_, high]| high), is_flat))
}
