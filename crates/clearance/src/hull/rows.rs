//! Coordinates as vector instructions read them: blocks of four vertices, axis by axis.

use crate::support::first_greatest;
use crate::vector::{Space, WideVector};
use alloc::vec::Vec;

/// The vertices of a hull, widened, in blocks of four; the last block is filled up with the first vertex, which wins no
/// comparison against itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    /// For each block a row for each axis.
    rows: Vec<[f64; 4]>,
}

impl Rows {
    pub(super) fn new<W: WideVector>(vertices: &[W]) -> Self {
        let mut rows = Vec::with_capacity(vertices.len().div_ceil(4) * W::DIM);
        for block in vertices.chunks(4) {
            for axis in 0..W::DIM {
                let mut row = [*vertices[0].coordinate(axis); 4];
                for (lane, vertex) in row.iter_mut().zip(block) {
                    *lane = *vertex.coordinate(axis);
                }
                rows.push(row);
            }
        }
        Self { rows }
    }

    /// The vertex of this index.
    #[inline(always)]
    pub(super) fn vertex<W: WideVector>(&self, index: usize) -> W {
        let block = &self.rows[index / 4 * W::DIM..][..W::DIM];
        (0..W::DIM).fold(<W as Space>::zero(), |vertex, axis| vertex.with_coordinate(axis, block[axis][index % 4]))
    }

    /// How far a vertex reaches along a direction, as [`Space::dot`] rounds it.
    #[inline(always)]
    pub(super) fn along<W: WideVector>(&self, index: usize, direction: W) -> f64 {
        self.vertex::<W>(index).dot(&direction)
    }

    /// The first vertex with the greatest product.
    #[inline(always)]
    pub(super) fn farthest<W: WideVector>(&self, direction: W) -> usize {
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for (index, block) in self.rows.chunks_exact(W::DIM).enumerate() {
            let (lane, along) = first_greatest(products(block, direction));
            if along > greatest {
                (best, greatest) = (4 * index + lane, along);
            }
        }
        best
    }

    /// Bytes on the heap.
    pub(super) fn memory(&self) -> usize {
        size_of::<[f64; 4]>() * self.rows.len()
    }
}

/// The products of a block's vertices with a direction, summed in the order of [`Space::dot`].
#[inline(always)]
fn products<W: WideVector>(block: &[[f64; 4]], direction: W) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for lane in 0..4 {
        sums[lane] = block[0][lane] * direction.coordinate(0) + block[1][lane] * direction.coordinate(1);
    }
    if W::DIM == 3 {
        for lane in 0..4 {
            sums[lane] += block[2][lane] * direction.coordinate(2);
        }
    }
    sums
}
