//! The first place on a way where two links are not proven to be apart.
//!
//! The way is the first parameter, from one end of its range. Cells are halved, and the half that comes first is looked
//! at first. So all cells before the present one are proven. A cell that is as short as asked ends the search: up to its
//! start the links are apart. Looks beyond it say whether they meet there.

use crate::prove::{Pairs, Search};
use crate::refute::Look;
use crate::region::Cell;

/// From which end of the range the way begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toward {
    High,
    Low,
}

/// What was found on a way.
pub(crate) enum First {
    /// The links are farther apart than the margin, all the way.
    Clear,
    /// They are so up to here. The look proves that they are not, a little later.
    Stopped { clear: f64, look: Option<Look> },
}

impl First {
    /// The same where nothing is known of the start.
    pub fn from(self, start: f64) -> Self {
        let look = match self {
            Self::Clear => None,
            Self::Stopped { look, .. } => look,
        };
        Self::Stopped { clear: start, look }
    }
}

/// Looks beyond the end of what is proven: each twice as far as the one before.
const LOOKS: i32 = 40;

impl<'c> Search<'c> {
    /// The first cell that is not proven and not longer than `finest`, before `last`.
    pub fn first(&mut self, toward: Toward, finest: f64, last: f64, most: u64) -> First {
        self.first_of(&[self.course().box_[0]], toward, finest, last, most)
    }

    /// The same on some parts of the way, in their order. The others are known to be proven.
    pub fn first_of(&mut self, parts: &[[f64; 2]], toward: Toward, finest: f64, last: f64, most: u64) -> First {
        let [low, high] = self.course().box_[0];
        let mut stack: Vec<(Cell, Pairs<'c>, usize)> =
            self.cells(parts).into_iter().map(|(cell, pairs)| (cell, pairs, 0)).collect();
        let start = |cell: &Cell| if toward == Toward::High { cell.ends[0][0] } else { cell.ends[0][1] };
        while let Some((cell, pairs, number)) = stack.pop() {
            let is_later = if toward == Toward::High { start(&cell) >= last } else { start(&cell) <= last };
            if is_later {
                break;
            }
            let rest = self.test(&cell, pairs, number);
            if rest.pairs.is_empty() {
                continue;
            }
            let [from, to] = cell.ends[0];
            let halves = if to - from > finest && self.cells < most { cell.halves(0) } else { None };
            let Some([before, after]) = halves else {
                let clear = start(&cell);
                return First::Stopped { clear, look: self.look_beyond(toward, clear, to - from, [low, high]) };
            };
            let [low, high] = self.cut_record(number, 0);
            let (before, after) = ((before, rest.pairs.clone(), low), (after, rest.pairs, high));
            stack.extend(if toward == Toward::High { [after, before] } else { [before, after] });
        }
        First::Clear
    }

    /// Parts of the way as cells that wait: the first one last.
    pub fn cells(&self, parts: &[[f64; 2]]) -> Vec<(Cell, Pairs<'c>)> {
        let cell = |&part: &[f64; 2]| {
            let mut cell = Cell { ends: self.course().box_.clone() };
            cell.ends[0] = part;
            (cell, self.roots())
        };
        parts.iter().rev().map(cell).collect()
    }

    /// The first look beyond a place that proves something.
    fn look_beyond(&mut self, toward: Toward, clear: f64, width: f64, [low, high]: [f64; 2]) -> Option<Look> {
        let mut x = Cell { ends: self.course().box_.clone() }.centre();
        let mut step = width.max(f64::EPSILON * clear.abs().max(high - low));
        for _ in 0..LOOKS {
            let beyond = if toward == Toward::High { clear + step } else { clear - step };
            x[0] = beyond.clamp(low, high);
            if let Some(look) = self.look(&x) {
                return Some(look);
            }
            if beyond < low || beyond > high || step > 0.01 * (high - low) {
                return None;
            }
            step *= 2.0;
        }
        None
    }
}
