//! Boxes around edges that follow each other, and boxes around these, so that a ray looks at few edges.
//!
//! Edges that follow each other are near each other, so nothing is sorted: n edges take n / 7 boxes and one pass.

use std::ops::Range;

/// The edges of a block, and the blocks of the next one. Larger: a ray looks at more edges. Smaller: more boxes.
const WIDTH: usize = 8;

/// The least and the greatest coordinate along both axes.
pub(super) type Extent = [[f64; 2]; 2];

/// Boxes around the edges of one outline.
#[derive(Default)]
pub(super) struct Blocks {
    edges: Range<usize>,
    /// Blocks of edges, then blocks of blocks. The last level has at most [`WIDTH`].
    levels: Vec<Vec<Extent>>,
}

impl Blocks {
    /// The blocks of these edges.
    pub fn new(edges: Range<usize>, extent: impl Fn(usize) -> Extent) -> Self {
        let extents: Vec<Extent> = edges.clone().map(extent).collect();
        let mut levels = vec![joined(&extents)];
        while let Some(last) = levels.last().filter(|last| last.len() > WIDTH) {
            levels.push(joined(last));
        }
        Self { edges, levels }
    }

    /// The edges of all blocks whose box fits, in their order.
    pub fn edges(&self, fits: impl Fn(&Extent) -> bool) -> impl Iterator<Item = usize> {
        let top = self.levels.last().map_or(0, Vec::len);
        let mut blocks: Vec<usize> = (0..top).collect();
        for (depth, level) in self.levels.iter().enumerate().rev() {
            blocks.retain(|&block| fits(&level[block]));
            if depth > 0 {
                let count = self.levels[depth - 1].len();
                blocks = blocks.iter().flat_map(|block| block * WIDTH..(block * WIDTH + WIDTH).min(count)).collect();
            }
        }
        let Range { start, end } = self.edges;
        blocks.into_iter().flat_map(move |block| start + block * WIDTH..(start + block * WIDTH + WIDTH).min(end))
    }
}

fn joined(extents: &[Extent]) -> Vec<Extent> {
    let both = |a: Extent, b: &Extent| [0, 1].map(|axis| [a[axis][0].min(b[axis][0]), a[axis][1].max(b[axis][1])]);
    extents.chunks(WIDTH).map(|block| block.iter().fold(block[0], both)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Cause: each ring looked at all edges of both outlines, so 40,000 squares against one took 13.5 s.
    #[test]
    fn a_ray_looks_at_the_edges_of_its_row_and_at_few_boxes() {
        // Squares in rows of a hundred, four edges each.
        let (rows, row) = (100, 400);
        let extent = |edge: usize| {
            let [x, y] = [edge % row / 4, edge / row].map(|place| 10.0 * place as f64);
            [[x - 3.0, x + 3.0], [y - 3.0, y + 3.0]]
        };
        let blocks = Blocks::new(0..rows * row, extent);
        let (boxes, mut edges) = (Cell::new(0), 0);
        for place in 0..rows {
            let height = 10.0 * place as f64;
            let crosses = |extent: &Extent| {
                boxes.set(boxes.get() + 1);
                extent[1][0] <= height && height <= extent[1][1]
            };
            let found: Vec<usize> = blocks.edges(crosses).collect();
            assert!((place * row..(place + 1) * row).all(|edge| found.contains(&edge)), "row {place}");
            edges += found.len();
        }
        // Without blocks: 4,000,000 edges.
        assert!(edges < 2 * rows * row && boxes.get() < rows * row, "{edges} edges, {} boxes", boxes.get());
    }
}
