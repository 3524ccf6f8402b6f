//! The vertex with the greatest product, four vertices in a register.
//!
//! A program for every x86 processor has registers of two numbers. This file is compiled for wider ones too, and each
//! scan asks at run time whether the processor has them. The bits are those of the plain scans: products have the order
//! of [`Space::dot`](crate::space::vector::Space::dot), and of equal products the first counts.
//!
//! Both scans return `None` if the processor lacks the instructions, or if the sum of the products is not finite. The
//! plain scans know what a product that is not a number means.

use crate::numbers::real::{larger, smaller};
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Space, Vector, WideVector};
use core::marker::PhantomData;
use fearless_simd::{Level, Simd, f64x4, prelude::*};

/// The value of an expression that is compiled for registers of four numbers.
macro_rules! in_registers {
    ($simd:ident => $scan:expr) => {{
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let level = Level::new().as_avx2();
        #[cfg(target_arch = "aarch64")]
        let level = Level::new().as_neon();
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
        let level: Option<fearless_simd::Fallback> = None;
        level.and_then(|$simd| {
            $simd.vectorize(
                #[inline(always)]
                || $scan,
            )
        })
    }};
}

/// The index of the vertex with the greatest product. A block of rows holds four vertices, axis by axis.
#[inline(always)]
pub(crate) fn farthest_of_rows<W: WideVector>(rows: &[[f64; 4]], direction: W) -> Option<usize> {
    in_registers!(simd => scan_rows(simd, rows, direction)).map(|(index, _)| index)
}

/// The index of the point with the greatest product.
#[inline(always)]
pub(crate) fn farthest_of_points<P: Coordinates>(
    points: &[P],
    direction: <P::Vector as Vector>::Wide,
) -> Option<usize> {
    let whole = points.len() / 4 * 4;
    let (mut best, mut greatest) = in_registers!(simd => scan_points(simd, points, direction))?;
    for (index, point) in points.iter().enumerate().skip(whole) {
        let along = point.vector().widen().dot(&direction);
        if along > greatest {
            (best, greatest) = (index, along);
        }
    }
    greatest.is_finite().then_some(best)
}

#[inline(always)]
fn scan_rows<S: Simd, W: WideVector>(simd: S, rows: &[[f64; 4]], direction: W) -> Option<(usize, f64)> {
    let mut scan = Scan::new(simd, direction);
    for block in rows.chunks_exact(W::DIM) {
        scan.offer(Axes::load(simd, &block[0], &block[1], &block[W::DIM - 1]));
    }
    scan.first_greatest()
}

/// Scans all points but those after the last four.
#[inline(always)]
fn scan_points<S: Simd, P: Coordinates>(
    simd: S,
    points: &[P],
    direction: <P::Vector as Vector>::Wide,
) -> Option<(usize, f64)> {
    let mut scan = Scan::new(simd, direction);
    let third = <P::Vector as Vector>::Wide::DIM - 1;
    for four in points.chunks_exact(4) {
        let points = (wide(&four[0]), wide(&four[1]), wide(&four[2]), wide(&four[3]));
        let (x, y, z) = (row(&points, 0), row(&points, 1), row(&points, third));
        scan.offer(Axes::load(simd, &x, &y, &z));
    }
    scan.first_greatest()
}

#[inline(always)]
fn wide<P: Coordinates>(point: &P) -> <P::Vector as Vector>::Wide {
    point.vector().widen()
}

/// The coordinates of four points along an axis.
#[inline(always)]
fn row<W: WideVector>((p, q, r, s): &(W, W, W, W), axis: usize) -> [f64; 4] {
    [*p.coordinate(axis), *q.coordinate(axis), *r.coordinate(axis), *s.coordinate(axis)]
}

/// Four vectors, axis by axis. In the plane the third axis does not count.
#[derive(Clone, Copy)]
struct Axes<S: Simd> {
    x: f64x4<S>,
    y: f64x4<S>,
    z: f64x4<S>,
}

impl<S: Simd> Axes<S> {
    #[inline(always)]
    fn load(simd: S, x: &[f64; 4], y: &[f64; 4], z: &[f64; 4]) -> Self {
        Self { x: f64x4::load_array_ref(simd, x), y: f64x4::load_array_ref(simd, y), z: f64x4::load_array_ref(simd, z) }
    }

    /// The same vector four times.
    #[inline(always)]
    fn splat<W: WideVector>(simd: S, vector: W) -> Self {
        Self {
            x: f64x4::splat(simd, *vector.coordinate(0)),
            y: f64x4::splat(simd, *vector.coordinate(1)),
            z: f64x4::splat(simd, *vector.coordinate(W::DIM - 1)),
        }
    }

    #[inline(always)]
    fn dot<W: WideVector>(self, other: Self) -> f64x4<S> {
        let flat = self.x * other.x + self.y * other.y;
        if W::DIM == 3 { flat + self.z * other.z } else { flat }
    }
}

/// 2⁵², the index 0. The lower bits of the next floats are the numbers 1, 2, 3 and so on.
const ZERO: f64 = 4503599627370496.0;

/// A scan under way. Each lane keeps its greatest product, and the index of the vertex that has it.
struct Scan<S: Simd, W> {
    simd: S,
    direction: Axes<S>,
    /// The indices of the next four vertices, from [`ZERO`] on. Masks of floats choose between floats.
    next: f64x4<S>,
    best: f64x4<S>,
    greatest: f64x4<S>,
    /// Not finite if a product is not.
    sum: f64x4<S>,
    dimension: PhantomData<W>,
}

impl<S: Simd, W: WideVector> Scan<S, W> {
    #[inline(always)]
    fn new(simd: S, direction: W) -> Self {
        let next = f64x4::load_array(simd, [ZERO, ZERO + 1.0, ZERO + 2.0, ZERO + 3.0]);
        Self {
            simd,
            direction: Axes::splat(simd, direction),
            next,
            best: next,
            greatest: f64x4::splat(simd, f64::NEG_INFINITY),
            sum: f64x4::splat(simd, 0.0),
            dimension: PhantomData,
        }
    }

    /// Takes the next four vertices.
    #[inline(always)]
    fn offer(&mut self, four: Axes<S>) {
        let along = four.dot::<W>(self.direction);
        let more = along.simd_gt(self.greatest);
        self.greatest = more.select(along, self.greatest);
        self.best = more.select(self.next, self.best);
        self.next += 4.0;
        self.sum += along;
    }

    /// The index of the vertex with the greatest product, and that product. No branches.
    #[inline(always)]
    fn first_greatest(self) -> Option<(usize, f64)> {
        let (mut sums, mut products, mut indices) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        self.sum.store_array(&mut sums);
        self.greatest.store_array(&mut products);
        let greatest = larger(larger(products[0], products[1]), larger(products[2], products[3]));
        let equal = self.greatest.simd_eq(greatest);
        equal.select(self.best, f64x4::splat(self.simd, f64::INFINITY)).store_array(&mut indices);
        let index = smaller(smaller(indices[0], indices[1]), smaller(indices[2], indices[3]));
        let index = (index.to_bits() & 0xffff_ffff) as usize;
        ((sums[0] + sums[1]) + (sums[2] + sums[3])).is_finite().then_some((index, greatest))
    }
}

#[cfg(test)]
mod tests;
