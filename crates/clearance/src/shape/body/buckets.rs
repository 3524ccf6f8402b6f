//! Support buckets: a map of directions with cells, and for each cell the vertices that can be the support vertex
//! there.
//!
//! A support call finds the cell of its direction and scans the few vertices of the cell's list. The result is the
//! same, bit for bit, as that of a scan of all vertices.
//!
//! **Map.** Within one orthant, a direction d is given by its shares |dₖ| / Σ|dₖ|. All shares but the last are cut into
//! 2^bits equal parts; the parts and the orthant are the index of the cell. No branch is needed. A cell is a convex
//! cone of directions, so a linear function has its extremes at the corners of the cell.
//!
//! **Lists.** Cells are refined from coarse to fine. A cell starts with the list of the coarser cell around it. It
//! drops a vertex if some other vertex has a greater product, by more than [`MARGIN`], at every corner and hence in the
//! whole cell. So vertices that tie, or that win by rounding, stay in the list.
//!
//! **References.** Praun and Hoppe 2003 (octahedral maps). Approximate support maps by tables are common; the lists
//! make the result exact.

use super::rows::Rows;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, ldexp};
use crate::shape::support::first_greatest;
use crate::space::vector::WideVector;
use alloc::vec::Vec;

/// The least number of vertices for buckets. With fewer, a scan of all vertices is at least as fast.
const FEWEST: usize = 40;

/// The greatest mean number of list entries for each vertex. Beyond it the hull has no buckets. Lists are long if
/// vertices differ by little more than rounding, as in a tiny hull far from the origin of its frame. Larger: more
/// memory.
const MOST: usize = 256;

/// A vertex is dropped if another vertex has a product that is greater by more than this at every corner of the cell.
/// Smaller than the sum of the errors: a vertex that a scan would find may be missing. Larger: longer lists.
///
/// In units of the extent, for directions with Σ|dₖ| = 1, the errors are
/// * 6.02 U: two products of the scan, 3.01 U each;
/// * 112 U: the shares of a look-up. Each has an error of at most 14 U ([`INWARD`] 8 U, the sum 2 U, the quotient U,
///   the product U, the addition of 1 U). All shares together have 56 U, and two vertices differ by at most 2 along
///   each axis;
/// * 8.02 U: two products at a corner, which is exact, and their difference.
///
/// Their sum is less than 128 U, and the extent is less than 2 when the vertices are filtered. The rest is room for the
/// vertices that are up to [`BELOW`] lower than the farthest one ([`Buckets::peaks`]).
const MARGIN: f64 = 4096.0 * U;

/// How much lower than the farthest vertex one may be that its cell names for certain, in the same units. Exact numbers ask
/// for vertices that floats cannot tell from the farthest: some 1200 U. Larger: longer lists.
const BELOW: f64 = 2048.0 * U;

/// A factor of the shares. With it their sum is below 1 after rounding, so the cell exists. Smaller: [`MARGIN`] must be
/// larger.
const INWARD: f64 = 1.0 - 8.0 * U;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buckets {
    /// Each share is cut into 2^bits parts.
    bits: u32,
    /// The least sum Σ|dₖ| of a direction. Underflow of products is then negligible compared with [`MARGIN`].
    least: f64,
    /// The greatest sum Σ|dₖ| of a direction. No product overflows then.
    greatest: f64,
    /// [`BELOW`] in lengths, for directions with Σ|dₖ| = 1.
    below: f64,
    table: Table,
}

/// The lists, in the form for look-ups. A cell itself holds up to four vertices, so most calls have no branch.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    cells: Cells,
    /// For each long list: the number of its vertices after the first three, then these vertices.
    rest: Vec<u32>,
}

/// The vertices of each cell in ascending order. A short list is filled with its first vertex. In a long list the fourth
/// number is [`LONG`] and an index of [`Table::rest`].
#[derive(Clone, Debug, PartialEq)]
enum Cells {
    /// Numbers of 7 bits, and the mark in the eighth. What is read is what takes time if hulls fill more than the caches.
    Bytes(Vec<[u8; 4]>),
    Words(Vec<[u32; 4]>),
}

/// The bit that marks a cell with a long list. No vertex index has this bit.
const LONG: u32 = 1 << 31;

/// The same in a byte.
const LONG_BYTE: u8 = 1 << 7;

impl Cells {
    /// In bytes, if all numbers are small.
    fn new(words: Vec<[u32; 4]>) -> Self {
        let byte = |word: u32| u8::try_from(word & !LONG).ok().filter(|&byte| byte < LONG_BYTE);
        let marked = |word: u32| byte(word).map(|byte| if word & LONG != 0 { byte | LONG_BYTE } else { byte });
        let bytes = |&[a, b, c, d]: &[u32; 4]| Some([byte(a)?, byte(b)?, byte(c)?, marked(d)?]);
        match words.iter().map(bytes).collect() {
            Some(bytes) => Self::Bytes(bytes),
            None => Self::Words(words),
        }
    }

    #[inline(always)]
    fn of(&self, cell: usize) -> [u32; 4] {
        match self {
            Self::Bytes(cells) => {
                let [a, b, c, d] = cells[cell];
                let fourth = u32::from(d & !LONG_BYTE) | u32::from(d & LONG_BYTE) << 24;
                [u32::from(a), u32::from(b), u32::from(c), fourth]
            }
            Self::Words(cells) => cells[cell],
        }
    }

    /// The number of bytes on the heap.
    fn memory(&self) -> usize {
        match self {
            Self::Bytes(cells) => size_of_val(&cells[..]),
            Self::Words(cells) => size_of_val(&cells[..]),
        }
    }
}

impl Table {
    fn new(lists: &Lists) -> Self {
        let (mut cells, mut rest) = (Vec::with_capacity(lists.starts.len() - 1), Vec::new());
        for cell in 0..lists.starts.len() - 1 {
            let entry = match *lists.of(cell) {
                [] => [0; 4],
                [a] => [a; 4],
                [a, b] => [a, b, a, a],
                [a, b, c] => [a, b, c, a],
                [a, b, c, d] => [a, b, c, d],
                [a, b, c, ref others @ ..] => {
                    let place = rest.len() as u32;
                    rest.push(others.len() as u32);
                    rest.extend_from_slice(others);
                    [a, b, c, LONG | place]
                }
            };
            cells.push(entry);
        }
        rest.shrink_to_fit();
        Self { cells: Cells::new(cells), rest }
    }

    /// The vertices of a long list after the first three.
    fn rest_of(&self, cell: &[u32; 4]) -> &[u32] {
        let place = (cell[3] & !LONG) as usize;
        &self.rest[place + 1..][..self.rest[place] as usize]
    }

    /// The vertices of a cell that are meant, by increasing index.
    fn those(&self, cell: usize, is_meant: impl Fn(&u32) -> bool) -> Vec<u32> {
        let cell = &self.cells.of(cell);
        let [first, second, third, last] = *cell;
        let (fourth, rest) = if last & LONG != 0 { (first, self.rest_of(cell)) } else { (last, &[][..]) };
        // A short list is filled with its first vertex.
        let others = [second, third, fourth].into_iter().filter(|&vertex| vertex != first);
        let mut found = Vec::with_capacity(4 + rest.len());
        found.extend([first].into_iter().chain(others).chain(rest.iter().copied()).filter(is_meant));
        found
    }

    /// The vertex of the cell with the greatest product. Of equal products the first counts.
    #[inline(always)]
    fn farthest<W: WideVector>(&self, cell: usize, rows: &Rows, direction: W) -> usize {
        let cell = &self.cells.of(cell);
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

/// For each cell a list of vertex indices, in ascending order.
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
    /// The buckets of distinct finite vertices with |coordinates| up to `extent`. `None` if a scan is better.
    pub(super) fn new<W: WideVector>(vertices: &[W], extent: f64) -> Option<Self> {
        if vertices.len() < FEWEST || vertices.len() >= LONG as usize {
            return None;
        }
        let exponent = exponent_of(extent);
        let unit: Vec<W> = vertices.iter().map(|vertex| vertex.scaled_by_power(-exponent)).collect();
        let count = unit.len() as u32;
        let mut lists = Lists { starts: alloc::vec![0, count], candidates: (0..count).collect() };
        let bits = (0..).find(|&bits| used_cells::<W>(bits) >= 4 * unit.len())?;
        for bits in 0..=bits {
            lists = finer_lists(&unit, &lists, bits)?;
        }
        let (least, greatest) = ((1e-304 / extent).max(1e-304), (1e304 / extent).min(1e304));
        Some(Self { bits, least, greatest, below: ldexp(BELOW, exponent), table: Table::new(&lists) })
    }

    /// The support vertex, the same that a scan of all vertices finds. `None` if the direction is zero or not finite,
    /// or if products with it may leave the range.
    #[inline(always)]
    pub(super) fn farthest<W: WideVector>(&self, rows: &Rows, direction: W) -> Option<usize> {
        Some(self.table.farthest(self.cell(direction)?, rows, direction))
    }

    /// The vertices whose product with a direction is at most `below` less than that of the farthest one, by increasing
    /// index: the same that a scan of all vertices finds. `None` if a cell does not name all of them.
    pub(super) fn peaks<W: WideVector>(&self, rows: &Rows, direction: W, below: f64) -> Option<Vec<u32>> {
        let sum = (0..W::DIM).fold(0.0, |sum, axis| sum + direction.coordinate(axis).abs());
        let cell = self.cell(direction)?;
        if !(below <= self.below * sum) {
            return None;
        }
        let highest = rows.along(self.table.farthest(cell, rows, direction), direction);
        let threshold = highest - below;
        Some(self.table.those(cell, |&vertex| rows.along(vertex as usize, direction) >= threshold))
    }

    /// The index of the cell that contains a direction.
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
        // Between 1 and 2, the leading bits of the mantissa are the number of the part.
        let part = |axis: usize| (1.0 + size(axis) * inverse).to_bits() >> (52 - self.bits);
        let mask = (1 << self.bits) - 1;
        let cell = (0..W::DIM - 1).fold(orthant, |cell, axis| cell << self.bits | part(axis) as usize & mask);
        Some(cell)
    }

    /// The number of bytes on the heap.
    pub(super) fn memory(&self) -> usize {
        self.table.cells.memory() + size_of_val(&self.table.rest[..])
    }
}

/// The number of cells. Each orthant has a square of cells, in the plane a row.
fn all_cells<W: WideVector>(bits: u32) -> usize {
    (1 << W::DIM) << ((W::DIM - 1) * bits as usize)
}

/// About the number of cells that contain directions. In space half of each square is outside the simplex of shares.
fn used_cells<W: WideVector>(bits: u32) -> usize {
    all_cells::<W>(bits) / (W::DIM - 1)
}

/// The lists of the cells with 2^bits parts, from the lists with half as many parts, or from the list of all vertices.
/// `None` if they are longer than [`MOST`].
fn finer_lists<W: WideVector>(vertices: &[W], coarse: &Lists, bits: u32) -> Option<Lists> {
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

/// A cell of the map: the orthant of its directions, and the part of each share but the last.
struct Cell {
    bits: u32,
    orthant: usize,
    /// In the plane the second number is 0.
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

    /// The index of the cell around this one in the map with half as many parts.
    fn parent<W: WideVector>(&self) -> usize {
        let Some(bits) = self.bits.checked_sub(1) else { return 0 };
        self.place[..W::DIM - 1].iter().fold(self.orthant, |cell, place| cell << bits | place >> 1)
    }

    /// The directions at the corners of the cell; fewer than four are repeated. `None` if the cell is outside the
    /// simplex.
    fn corners<W: WideVector>(&self) -> Option<[W; 4]> {
        let [i, j] = self.place;
        let first = self.corner([i, j]).filter(|_| i + j < 1 << self.bits)?;
        let next = |place| self.corner(place).unwrap_or(first);
        // In the plane there is no second share.
        let up = j + (W::DIM - 2);
        Some([first, next([i + 1, j]), next([i, up]), next([i + 1, up])])
    }

    /// The direction at a corner, exact. `None` if it is outside the simplex.
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

/// Removes the vertices that cannot be the support vertex in a cell.
struct Filter<'v, W> {
    vertices: &'v [W],
    /// For each vertex of the current list, its products with the directions of the four corners.
    products: Vec<[f64; 4]>,
}

impl<W: WideVector> Filter<'_, W> {
    fn append(&mut self, list: &[u32], corners: &[W; 4], kept: &mut Vec<u32>) {
        self.products.clear();
        self.products.extend(list.iter().map(|&vertex| corners.each(|d| self.vertices[vertex as usize].dot(&d))));
        let leaders = self.leaders();
        for (vertex, own) in list.iter().zip(&self.products) {
            let leads = leaders.iter().map(|leader| least_lead(leader, own));
            if leads.fold(0.0, |most, lead| if lead > most { lead } else { most }) <= MARGIN {
                kept.push(*vertex);
            }
        }
    }

    /// The products of five vertices: those with the greatest product at a corner, and in the middle of the cell.
    fn leaders(&self) -> [[f64; 4]; 5] {
        let (mut best, mut leaders) = ([f64::NEG_INFINITY; 5], [0; 5]);
        for (index, own) in self.products.iter().enumerate() {
            let middle = own.iter().sum::<f64>();
            for (place, along) in core::iter::once(middle).chain(*own).enumerate() {
                let wins = along > best[place];
                best[place] = if wins { along } else { best[place] };
                leaders[place] = if wins { index } else { leaders[place] };
            }
        }
        leaders.each(|index| self.products[index])
    }
}

/// The least difference `leader − other` of the products at the four corners.
fn least_lead(leader: &[f64; 4], other: &[f64; 4]) -> f64 {
    let lead = |corner: usize| leader[corner] - other[corner];
    (1..4).fold(lead(0), |least, corner| if lead(corner) < least { lead(corner) } else { least })
}

#[cfg(test)]
mod tests;
