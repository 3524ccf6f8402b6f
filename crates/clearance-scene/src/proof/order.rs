//! The leaves of a surface in an order that splits can use: near ones beside each other.

use clearance::each::Each;
use clearance_verify::Surface;
use std::ops::Range;

/// Leaves in order, and how ranges of them are halved. A range is halved when that is first asked for.
pub(super) struct Order {
    pub leaves: Vec<u32>,
    cells: Vec<Cell>,
}

/// A range of the order.
struct Cell {
    range: Range<usize>,
    /// The first of two cells that are its halves, if it was halved.
    halves: Option<usize>,
}

impl Order {
    /// All leaves as one cell, whose index is 0.
    pub fn new(count: usize) -> Self {
        Self { leaves: (0..count as u32).collect(), cells: vec![Cell { range: 0..count, halves: None }] }
    }

    pub fn of(&self, cell: usize) -> &[u32] {
        &self.leaves[self.cells[cell].range.clone()]
    }

    /// The halves of a cell of at least two leaves, by the middles of its leaves along the axis where they differ most.
    pub fn halves(&mut self, cell: usize, surface: &Surface) -> [usize; 2] {
        let first = self.cells[cell].halves.unwrap_or_else(|| self.halve(cell, surface));
        [first, first + 1]
    }

    fn halve(&mut self, cell: usize, surface: &Surface) -> usize {
        let range = self.cells[cell].range.clone();
        let leaves = &mut self.leaves[range.clone()];
        // A third of each coordinate, so that sums stay in the range of floats.
        let middle = |leaf: u32, axis: usize| -> f64 {
            surface.leaves[leaf as usize].iter().map(|&vertex| surface.vertices[vertex as usize][axis] / 3.0).sum()
        };
        let extent = |axis: usize| {
            let middles = leaves.iter().map(|&leaf| middle(leaf, axis));
            let [low, high] =
                middles.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
            high / 2.0 - low / 2.0
        };
        let longest = (0..3).max_by(|&i, &j| extent(i).total_cmp(&extent(j))).expect("there are three axes");
        let half = leaves.len() / 2;
        leaves.select_nth_unstable_by(half, |&a, &b| {
            middle(a, longest).total_cmp(&middle(b, longest)).then_with(|| a.cmp(&b))
        });
        let first = self.cells.len();
        let cut = range.start + half;
        self.cells.extend([range.start..cut, cut..range.end].each(|range| Cell { range, halves: None }));
        self.cells[cell].halves = Some(first);
        first
    }

    /// The whole order as runs from a leaf to a leaf. Within cells that were never halved the order is free.
    pub fn into_runs(mut self) -> Vec<[u32; 2]> {
        for cell in self.cells.iter().filter(|cell| cell.halves.is_none()) {
            self.leaves[cell.range.clone()].sort_unstable();
        }
        let mut runs: Vec<[u32; 2]> = Vec::new();
        for leaf in self.leaves {
            match runs.last_mut() {
                Some([_, to]) if *to + 1 == leaf => *to = leaf,
                _ => runs.push([leaf, leaf]),
            }
        }
        runs
    }
}
