//! Repeats `space/vector.rs`, and the comparisons of `numbers/real.rs`, for eight vectors: a second text, because the
//! comparisons give masks.
//!
//! No function of lanes has a closure, and each is `#[inline(always)]`. The compiler uses the wide instructions only
//! inside the function that enables them ([`super::instructions`]), and a closure would be another function.

use crate::space::vector::{Vec3, vec3};
use fearless_simd::{Simd, f64x8, i64x8, mask64x8, prelude::*};

/// The number of lanes: pairs that are answered at a time.
pub(super) const WIDTH: usize = 8;

/// One number of each pair.
pub(super) type Number<S> = f64x8<S>;
/// One vector of each pair.
pub(super) type Vec3x8<S> = Vec3<f64x8<S>>;
/// One integer of each pair: a count, or two vertex indices with A's in the upper half
/// ([`crate::difference::Indices`]).
pub(super) type Index<S> = i64x8<S>;
/// A yes or no of each pair. It is set where the answer is yes.
pub(super) type Mask<S> = mask64x8<S>;
/// One linear map of each pair, by rows.
pub(super) type Matrix<S> = [Vec3x8<S>; 3];

/// One number of each pair, in memory.
pub(super) type Row = [f64; WIDTH];
/// One integer of each pair, in memory.
pub(super) type Integers = [i64; WIDTH];
/// One vector of each pair, in memory.
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

/// `yes` where the mask is set, `no` elsewhere.
#[inline(always)]
pub(super) fn choose<S: Simd>(mask: Mask<S>, yes: Vec3x8<S>, no: Vec3x8<S>) -> Vec3x8<S> {
    vec3(mask.select(yes.x, no.x), mask.select(yes.y, no.y), mask.select(yes.z, no.z))
}

/// The two vertex indices in one integer.
#[inline(always)]
pub(super) fn packed<S: Simd>(a: Index<S>, b: Index<S>) -> Index<S> {
    a << 32 | b
}

/// A's vertex index.
#[inline(always)]
pub(super) fn of_a<S: Simd>(indices: Index<S>) -> Index<S> {
    indices >> 32
}

/// B's vertex index.
#[inline(always)]
pub(super) fn of_b<S: Simd>(indices: Index<S>) -> Index<S> {
    indices & 0xffff_ffff
}

/// The same integer with the two vertex indices exchanged.
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

/// Where a squared length is far inside the range, so that its root is the length. The single query scales other
/// lengths.
#[inline(always)]
pub(super) fn is_common<S: Simd>(squared: Number<S>) -> Mask<S> {
    squared.simd_gt(1e-240) & squared.simd_lt(1e250)
}

/// The vector whose case holds. The last vector where no case does.
#[inline(always)]
pub(super) fn pick<S: Simd>(cases: [Mask<S>; 3], [p, q, r]: [Vec3x8<S>; 3]) -> Vec3x8<S> {
    choose(cases[0], p, choose(cases[1], q, r))
}

/// Where at least one of three masks is set.
#[inline(always)]
pub(super) fn any<S: Simd>([p, q, r]: [Mask<S>; 3]) -> Mask<S> {
    p | q | r
}

/// Whether the mask is set nowhere.
#[inline(always)]
pub(super) fn none<S: Simd>(mask: Mask<S>) -> bool {
    mask.to_bitmask() == 0
}

/// The unit vectors of the three axes.
#[inline(always)]
pub(super) fn unit_axes<S: Simd>(simd: S) -> [Vec3x8<S>; 3] {
    [
        Vec3x8::constant(simd, [1.0, 0.0, 0.0]),
        Vec3x8::constant(simd, [0.0, 1.0, 0.0]),
        Vec3x8::constant(simd, [0.0, 0.0, 1.0]),
    ]
}

#[inline(always)]
pub(super) fn coordinates<S: Simd>(Vec3x8 { x, y, z }: Vec3x8<S>) -> [Number<S>; 3] {
    [x, y, z]
}
