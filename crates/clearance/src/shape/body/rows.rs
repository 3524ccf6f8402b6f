//! Coordinates in the order that vector instructions need: blocks of four vertices, axis by axis.

#[cfg(feature = "simd")]
use crate::shape::scan;
use crate::shape::support::first_greatest;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// The vertices of a hull in `f64`, in blocks of four. The last block is filled with the first vertex: that never
/// changes which vertex is the first with the greatest product.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    /// For each block one row for each axis.
    rows: Vec<[f64; 4]>,
}

/// So few blocks are scanned here. The processor guesses the branches of this scan and goes on before it ends; the scan
/// in registers of four has no branches.
#[cfg(feature = "simd")]
const FEW_BLOCKS: usize = 6;

/// Few faces have more vertices.
const FOUND: usize = 16;

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

    /// The vertex with this index.
    #[inline(always)]
    pub(super) fn vertex<W: WideVector>(&self, index: usize) -> W {
        vertex_in(&self.rows, index)
    }

    /// The rows: for each block of four vertices one row for each axis.
    pub(super) fn as_slice(&self) -> &[[f64; 4]] {
        &self.rows
    }

    /// The product of a vertex and a direction, rounded as by [`Space::dot`].
    #[inline(always)]
    pub(super) fn along<W: WideVector>(&self, index: usize, direction: W) -> f64 {
        self.vertex::<W>(index).dot(&direction)
    }

    /// The vertex with the greatest product. Of equal products the first counts.
    #[inline(always)]
    pub(super) fn farthest<W: WideVector>(&self, direction: W) -> usize {
        #[cfg(feature = "simd")]
        if self.rows.len() > FEW_BLOCKS * W::DIM {
            if let Some(best) = scan::farthest_of_rows(&self.rows, direction) {
                return best;
            }
        }
        farthest_in(&self.rows, direction)
    }

    /// Which of `count` vertices have a product that is not below a threshold, by increasing index.
    pub(super) fn not_below<W: WideVector>(&self, direction: W, threshold: f64, count: usize) -> Vec<u32> {
        let mut found = Vec::with_capacity(FOUND);
        for (index, block) in self.rows.chunks_exact(W::DIM).enumerate() {
            let products = products(block, direction);
            if products.iter().any(|&product| product >= threshold) {
                let lanes = (4 * index..count).zip(products).filter(|&(_, product)| product >= threshold);
                found.extend(lanes.map(|(vertex, _)| vertex as u32));
            }
        }
        found
    }

    /// The number of bytes on the heap.
    pub(super) fn memory(&self) -> usize {
        size_of::<[f64; 4]>() * self.rows.len()
    }
}

/// Four numbers of a row, by value: of a reference to them the compiler forgets at which addresses they may lie.
pub(crate) trait Numbers: Copy {
    fn numbers(self) -> [f64; 4];
    /// One of them.
    fn number(&self, lane: usize) -> &f64;
}

impl Numbers for [f64; 4] {
    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self
    }
    #[inline(always)]
    fn number(&self, lane: usize) -> &f64 {
        &self[lane]
    }
}

/// The vertex with this index.
#[inline(always)]
pub(crate) fn vertex_in<W: WideVector>(rows: &[impl Numbers], index: usize) -> W {
    let block = &rows[index / 4 * W::DIM..][..W::DIM];
    (0..W::DIM).fold(<W as Space>::zero(), |vertex, axis| vertex.with_coordinate(axis, *block[axis].number(index % 4)))
}

/// The vertex with the greatest product. Of equal products the first counts.
#[inline(always)]
pub(crate) fn farthest_in<W: WideVector>(rows: &[impl Numbers], direction: W) -> usize {
    let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
    for (index, block) in rows.chunks_exact(W::DIM).enumerate() {
        let (lane, along) = first_greatest(products(block, direction));
        if along > greatest {
            (best, greatest) = (4 * index + lane, along);
        }
    }
    best
}

/// The products of the vertices of a block and a direction. Sums have the order of [`Space::dot`].
#[inline(always)]
fn products<W: WideVector>(block: &[impl Numbers], direction: W) -> [f64; 4] {
    let (first, second, mut sums) = (block[0].numbers(), block[1].numbers(), [0.0; 4]);
    for lane in 0..4 {
        sums[lane] = first[lane] * direction.coordinate(0) + second[lane] * direction.coordinate(1);
    }
    if W::DIM == 3 {
        let third = block[2].numbers();
        for lane in 0..4 {
            sums[lane] += third[lane] * direction.coordinate(2);
        }
    }
    sums
}
