//! Exact support buckets: for each cell of a map of directions, the vertices that can win there.
//!
//! A support call looks its cell up and scans the few vertices listed, however many the hull has. It answers as a scan of
//! all of them would, bit for bit.
//!
//! **Map.** A direction d in its orthant is a point of a simplex: its shares |dₖ| / Σ|dₖ|. All but the last share, cut into
//! 2^bits equal parts, name the cell, without a branch. Each cell is a convex cone of directions, so a linear function has
//! its extremes at the cell's corners.
//!
//! **Lists.** From coarse cells to fine ones, each inherits the list of the cell around it and drops the vertices that some
//! other vertex beats at every corner, hence everywhere in the cell, by more than [`MARGIN`]. What ties and what rounding
//! could let win stays.
//!
//! **References.** Praun and Hoppe 2003 (octahedral maps); approximate support maps by table are folklore, the lists make
//! them exact.

use super::rows::Rows;
use crate::real::{U, exponent_of};
use crate::support::first_greatest;
use crate::vector::{Vector, WideVector};
use alloc::vec::Vec;

/// Below this count a scan of all vertices is at least as quick.
const FEWEST: usize = 40;

/// How many entries the lists may have for each vertex before a scan is the better use of memory. They grow long where
/// vertices differ by hardly more than rounding, as in a tiny hull far from the origin of its frame.
const MOST: usize = 256;

/// How much another vertex must lead by, at every corner of a cell, for a vertex to be dropped. In units of the extent, for
/// directions with Σ|dₖ| = 1, the parts are
/// * 6.02 U: two of the scan's products, 3.01 U each;
/// * 112 U: a look-up errs by at most 14 U in each share ([`INWARD`] 8 U, the sum 2 U, quotient, product and the sum with 1
///   U each), so by 56 U in all shares together, and two vertices are at most 2 apart along each axis;
/// * 8.02 U: two products at a corner, which is exact, and their difference.
///
/// Together less than 128 U, and the extent is less than 2 when the vertices are filtered.
const MARGIN: f64 = 256.0 * U;

/// Shares shrink by this factor before the cell is read off, so that rounding leaves their sum below 1.
const INWARD: f64 = 1.0 - 8.0 * U;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buckets {
    /// Each share is cut into 2^bits parts.
    bits: u32,
    /// The sums |dₖ| between which no product overflows, and underflow is nothing beside [`MARGIN`].
    least: f64,
    greatest: f64,
    table: Table,
}

/// The lists as they are looked up: up to four vertices in the cell itself, so that most calls branch nowhere.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    /// Ascending vertices, short lists filled up with their first. In a long one the fourth is [`LONG`] and a place in
    /// `rest`.
    cells: Vec<[u32; 4]>,
    /// How many vertices a long list has beyond three, and these.
    rest: Vec<u32>,
}

/// Marks a cell whose list goes on elsewhere; no vertex has this bit.
const LONG: u32 = 1 << 31;

impl Table {
    fn new(lists: &Lists) -> Self {
        let mut table = Self { cells: Vec::with_capacity(lists.starts.len() - 1), rest: Vec::new() };
        for cell in 0..lists.starts.len() - 1 {
            let entry = match *lists.of(cell) {
                [] => [0; 4],
                [a] => [a; 4],
                [a, b] => [a, b, a, a],
                [a, b, c] => [a, b, c, a],
                [a, b, c, d] => [a, b, c, d],
                [a, b, c, ref rest @ ..] => {
                    let place = table.rest.len() as u32;
                    table.rest.push(rest.len() as u32);
                    table.rest.extend_from_slice(rest);
                    [a, b, c, LONG | place]
                }
            };
            table.cells.push(entry);
        }
        table.rest.shrink_to_fit();
        table
    }

    /// What a long list has beyond three.
    fn rest_of(&self, cell: &[u32; 4]) -> &[u32] {
        let place = (cell[3] & !LONG) as usize;
        &self.rest[place + 1..][..self.rest[place] as usize]
    }

    /// The first vertex of the cell with the greatest product.
    #[inline(always)]
    fn farthest<W: WideVector>(&self, cell: usize, rows: &Rows, direction: W) -> usize {
        let cell = &self.cells[cell];
        let along = |vertex: u32| rows.along(vertex as usize, direction);
        let long = cell[3] & LONG != 0;
        let fourth = if long { cell[0] } else { cell[3] };
        let (place, greatest) = first_greatest([along(cell[0]), along(cell[1]), along(cell[2]), along(fourth)]);
        let best = if place == 3 { fourth } else { cell[place & 3] };
        if !long {
            return best as usize;
        }
        let keep_first = |(best, greatest), &vertex| {
            let along = along(vertex);
            if along > greatest { (vertex, along) } else { (best, greatest) }
        };
        self.rest_of(cell).iter().fold((best, greatest), keep_first).0 as usize
    }
}

/// Ascending vertex indices for each cell.
#[derive(Clone, Debug, PartialEq)]
struct Lists {
    starts: Vec<u32>,
    candidates: Vec<u32>,
}

impl Lists {
    fn of(&self, cell: usize) -> &[u32] {
        &self.candidates[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

impl Buckets {
    /// The buckets of distinct finite vertices with |coordinates| up to `extent`; none where a scan is better.
    pub(super) fn new<V: Vector>(vertices: &[V], extent: f64) -> Option<Self> {
        if vertices.len() < FEWEST || vertices.len() >= LONG as usize {
            return None;
        }
        let exponent = exponent_of(extent);
        let unit: Vec<V::Wide> = vertices.iter().map(|vertex| vertex.widen().scaled_by_power(-exponent)).collect();
        let count = unit.len() as u32;
        let mut lists = Lists { starts: alloc::vec![0, count], candidates: (0..count).collect() };
        let bits = (0..).find(|&bits| used_cells::<V::Wide>(bits) >= 4 * unit.len())?;
        for bits in 0..=bits {
            lists = refined(&unit, &lists, bits)?;
        }
        let (least, greatest) = ((1e-304 / extent).max(1e-304), (1e304 / extent).min(1e304));
        Some(Self { bits, least, greatest, table: Table::new(&lists) })
    }

    /// The vertex that a scan of all along `direction` finds. `None` for a direction that is zero, not finite, or so long
    /// or short that products leave the range.
    #[inline(always)]
    pub(super) fn farthest<W: WideVector>(&self, rows: &Rows, direction: W) -> Option<usize> {
        Some(self.table.farthest(self.cell(direction)?, rows, direction))
    }

    /// The cell that holds a direction.
    #[inline(always)]
    fn cell<W: WideVector>(&self, direction: W) -> Option<usize> {
        let size = |axis: usize| direction.coordinate(axis).abs();
        let sum = (1..W::DIM).fold(size(0), |sum, axis| sum + size(axis));
        if !(sum >= self.least && sum <= self.greatest) {
            return None;
        }
        let inverse = INWARD / sum;
        let sign = |axis: usize| (direction.coordinate(axis).to_bits() >> 63) as usize;
        let orthant = (0..W::DIM).fold(0, |orthant, axis| orthant << 1 | sign(axis));
        // From 1 to 2, the leading bits of the mantissa count the parts.
        let part = |axis: usize| (1.0 + size(axis) * inverse).to_bits() >> (52 - self.bits);
        let mask = (1 << self.bits) - 1;
        let cell = (0..W::DIM - 1).fold(orthant, |cell, axis| cell << self.bits | part(axis) as usize & mask);
        Some(cell)
    }

    /// Bytes on the heap.
    pub(super) fn memory(&self) -> usize {
        size_of::<[u32; 4]>() * self.table.cells.len() + size_of::<u32>() * self.table.rest.len()
    }
}

/// How many cells there are: in each orthant a square of them, in the plane a row.
fn all_cells<W: WideVector>(bits: u32) -> usize {
    (1 << W::DIM) << ((W::DIM - 1) * bits as usize)
}

/// About how many cells hold directions: in space half of each square lies past the simplex.
fn used_cells<W: WideVector>(bits: u32) -> usize {
    all_cells::<W>(bits) / (W::DIM - 1)
}

/// The lists of the cells with 2^bits parts, from those with half as many, or from the list of all vertices. `None` where
/// they grow beyond [`MOST`].
fn refined<W: WideVector>(vertices: &[W], coarse: &Lists, bits: u32) -> Option<Lists> {
    let mut filter = Filter { vertices, products: Vec::new() };
    let cells = all_cells::<W>(bits);
    let most = MOST.saturating_mul(vertices.len()).min(u32::MAX as usize);
    let mut fine = Lists { starts: Vec::with_capacity(cells + 1), candidates: Vec::new() };
    fine.starts.push(0);
    for index in 0..cells {
        let cell = Cell::new::<W>(index, bits);
        if let Some(corners) = cell.corners::<W>() {
            filter.append(coarse.of(cell.parent::<W>()), &corners, &mut fine.candidates);
        }
        if fine.candidates.len() > most {
            return None;
        }
        fine.starts.push(fine.candidates.len() as u32);
    }
    Some(fine)
}

/// A cell of the map: the signs of its directions and its place among the parts of the first shares.
struct Cell {
    bits: u32,
    orthant: usize,
    /// In the plane the second is 0.
    place: [usize; 2],
}

impl Cell {
    fn new<W: WideVector>(index: usize, bits: u32) -> Self {
        let mask = (1 << bits) - 1;
        if W::DIM == 2 {
            return Self { bits, orthant: index >> bits, place: [index & mask, 0] };
        }
        Self { bits, orthant: index >> (2 * bits), place: [index >> bits & mask, index & mask] }
    }

    /// The index of the cell around this one at half the parts.
    fn parent<W: WideVector>(&self) -> usize {
        let Some(bits) = self.bits.checked_sub(1) else { return 0 };
        self.place[..W::DIM - 1].iter().fold(self.orthant, |cell, place| cell << bits | place >> 1)
    }

    /// The extreme directions of the cell, repeated to make four. `None` for a cell past the simplex.
    fn corners<W: WideVector>(&self) -> Option<[W; 4]> {
        let [i, j] = self.place;
        let first = self.corner([i, j]).filter(|_| i + j < 1 << self.bits)?;
        let next = |place| self.corner(place).unwrap_or(first);
        // The plane has no second share to step along.
        let up = j + (W::DIM - 2);
        Some([first, next([i + 1, j]), next([i, up]), next([i + 1, up])])
    }

    /// The direction where parts meet; exact.
    fn corner<W: WideVector>(&self, [i, j]: [usize; 2]) -> Option<W> {
        let parts = 1usize << self.bits;
        let last = parts.checked_sub(i + j)?;
        let shares = if W::DIM == 2 { [i, last, 0] } else { [i, j, last] };
        Some((0..W::DIM).fold(W::ORIGIN, |direction, axis| {
            let share = shares[axis] as f64 / parts as f64;
            let negative = self.orthant >> (W::DIM - 1 - axis) & 1 == 1;
            direction.with_coordinate(axis, if negative { -share } else { share })
        }))
    }
}

/// Leaves out the vertices that cannot win in a cell.
struct Filter<'v, W> {
    vertices: &'v [W],
    /// At the four corners, for each vertex of the list at work.
    products: Vec<[f64; 4]>,
}

impl<W: WideVector> Filter<'_, W> {
    fn append(&mut self, list: &[u32], corners: &[W; 4], kept: &mut Vec<u32>) {
        self.products.clear();
        self.products.extend(list.iter().map(|&vertex| corners.map(|d| self.vertices[vertex as usize].dot(&d))));
        let leaders = self.leaders();
        for (vertex, own) in list.iter().zip(&self.products) {
            let leads = leaders.iter().map(|leader| least_lead(leader, own));
            if leads.fold(0.0, |most, lead| if lead > most { lead } else { most }) <= MARGIN {
                kept.push(*vertex);
            }
        }
    }

    /// The products of the vertices that win at the corners and amid them.
    fn leaders(&self) -> [[f64; 4]; 5] {
        let (mut best, mut leaders) = ([f64::NEG_INFINITY; 5], [0; 5]);
        for (index, own) in self.products.iter().enumerate() {
            let amid = own.iter().sum::<f64>();
            for (place, along) in core::iter::once(amid).chain(*own).enumerate() {
                let wins = along > best[place];
                best[place] = if wins { along } else { best[place] };
                leaders[place] = if wins { index } else { leaders[place] };
            }
        }
        leaders.map(|index| self.products[index])
    }
}

/// By how much products are greater at the corner where they are so by least.
fn least_lead(leader: &[f64; 4], other: &[f64; 4]) -> f64 {
    let lead = |corner: usize| leader[corner] - other[corner];
    (1..4).fold(lead(0), |least, corner| if lead(corner) < least { lead(corner) } else { least })
}

#[cfg(test)]
mod tests;
