//! Vectors whose coordinates are lanes: the text of [`crate::vector`], each operation on eight numbers.
//!
//! There are no closures in the text of lanes, and all functions are `#[inline(always)]`: code is compiled for the wide
//! instructions only inside the function that they were chosen for.

use crate::vector::{Vec3, vec3};
use fearless_simd::{Simd, f64x8, i64x8, mask64x8, prelude::*};

/// How many pairs are answered side by side.
pub(super) const WIDTH: usize = 8;

/// A number of each pair.
pub(super) type Number<S> = f64x8<S>;
/// A vector of each pair.
pub(super) type Point<S> = Vec3<f64x8<S>>;
/// An integer of each pair: a count, or two vertex indices as in [`crate::difference::Indices`], A's in the upper half.
pub(super) type Index<S> = i64x8<S>;
/// A yes or no of each pair.
pub(super) type Mask<S> = mask64x8<S>;
/// A linear map of each pair, by rows.
pub(super) type Matrix<S> = [Point<S>; 3];

/// A number of each pair, in memory.
pub(super) type Row = [f64; WIDTH];
/// An integer of each pair, in memory.
pub(super) type Integers = [i64; WIDTH];
/// A vector of each pair, in memory.
pub(super) type Rows = [Row; 3];

impl<S: Simd> Vec3<f64x8<S>> {
    #[inline(always)]
    pub(super) fn load(simd: S, [x, y, z]: &Rows) -> Self {
        vec3(Number::load_array_ref(simd, x), Number::load_array_ref(simd, y), Number::load_array_ref(simd, z))
    }
    #[inline(always)]
    pub(super) fn store(self, [x, y, z]: &mut Rows) {
        self.x.store_array(x);
        self.y.store_array(y);
        self.z.store_array(z);
    }
    /// The same vector in all lanes.
    #[inline(always)]
    pub(super) fn constant(simd: S, [x, y, z]: [f64; 3]) -> Self {
        vec3(Number::splat(simd, x), Number::splat(simd, y), Number::splat(simd, z))
    }
    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> Number<S> {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    #[inline(always)]
    pub(super) fn wedge(self, other: Self) -> Self {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }
    #[inline(always)]
    pub(super) fn divided(self, divisor: Number<S>) -> Self {
        vec3(self.x / divisor, self.y / divisor, self.z / divisor)
    }
    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        vec3(self.x.abs(), self.y.abs(), self.z.abs())
    }
    #[inline(always)]
    pub(super) fn max_abs(self) -> Number<S> {
        larger(larger(self.x.abs(), self.y.abs()), self.z.abs())
    }
    #[inline(always)]
    pub(super) fn mapped(self, [x, y, z]: &Matrix<S>) -> Self {
        vec3(x.dot(self), y.dot(self), z.dot(self))
    }
    #[inline(always)]
    pub(super) fn mapped_back(self, &[x, y, z]: &Matrix<S>) -> Self {
        x * self.x + y * self.y + z * self.z
    }
}

/// `yes` where the mask says so, `no` elsewhere.
#[inline(always)]
pub(super) fn choose<S: Simd>(mask: Mask<S>, yes: Point<S>, no: Point<S>) -> Point<S> {
    vec3(mask.select(yes.x, no.x), mask.select(yes.y, no.y), mask.select(yes.z, no.z))
}

/// A's and B's index in one integer.
#[inline(always)]
pub(super) fn packed<S: Simd>(a: Index<S>, b: Index<S>) -> Index<S> {
    a << 32 | b
}

/// A's index of two.
#[inline(always)]
pub(super) fn of_a<S: Simd>(indices: Index<S>) -> Index<S> {
    indices >> 32
}

/// B's index of two.
#[inline(always)]
pub(super) fn of_b<S: Simd>(indices: Index<S>) -> Index<S> {
    indices & 0xffff_ffff
}

/// A's and B's index exchanged.
#[inline(always)]
pub(super) fn exchanged<S: Simd>(indices: Index<S>) -> Index<S> {
    packed(of_b(indices), of_a(indices))
}

/// `leftᵀ · right`.
#[inline(always)]
pub(super) fn transposed_product<S: Simd>(left: &Matrix<S>, right: &Matrix<S>) -> Matrix<S> {
    let [p, q, r] = left;
    [
        vec3(p.x, q.x, r.x).mapped_back(right),
        vec3(p.y, q.y, r.y).mapped_back(right),
        vec3(p.z, q.z, r.z).mapped_back(right),
    ]
}

/// The larger of two numbers; the second when either is NaN.
#[inline(always)]
pub(super) fn larger<S: Simd>(first: Number<S>, second: Number<S>) -> Number<S> {
    first.simd_gt(second).select(first, second)
}

/// The smaller of two numbers; the second when either is NaN.
#[inline(always)]
pub(super) fn smaller<S: Simd>(first: Number<S>, second: Number<S>) -> Number<S> {
    first.simd_lt(second).select(first, second)
}

/// Where a squared length is so far inside the range that its root is the length; rarer ones are scaled first, by the
/// single query.
#[inline(always)]
pub(super) fn is_common<S: Simd>(squared: Number<S>) -> Mask<S> {
    squared.simd_gt(1e-240) & squared.simd_lt(1e250)
}

/// The point whose case holds; the last where none does.
#[inline(always)]
pub(super) fn pick<S: Simd>(cases: [Mask<S>; 3], [p, q, r]: [Point<S>; 3]) -> Point<S> {
    choose(cases[0], p, choose(cases[1], q, r))
}

/// Where one of three cases holds.
#[inline(always)]
pub(super) fn any<S: Simd>([p, q, r]: [Mask<S>; 3]) -> Mask<S> {
    p | q | r
}

/// Whether no pair says yes.
#[inline(always)]
pub(super) fn none<S: Simd>(mask: Mask<S>) -> bool {
    mask.to_bitmask() == 0
}

/// The axes of the frames.
#[inline(always)]
pub(super) fn unit_axes<S: Simd>(simd: S) -> [Point<S>; 3] {
    [
        Point::constant(simd, [1.0, 0.0, 0.0]),
        Point::constant(simd, [0.0, 1.0, 0.0]),
        Point::constant(simd, [0.0, 0.0, 1.0]),
    ]
}

#[inline(always)]
pub(super) fn coordinates<S: Simd>(Point { x, y, z }: Point<S>) -> [Number<S>; 3] {
    [x, y, z]
}
