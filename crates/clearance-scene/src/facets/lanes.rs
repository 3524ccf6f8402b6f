//! Eight numbers at a time, and vectors of them. The compiler makes vector instructions of the loops.

use std::ops::{Add, Mul, Sub};

/// Numbers side by side.
pub(crate) const LANES: usize = 8;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lanes(pub [f64; LANES]);

impl Lanes {
    #[inline(always)]
    pub fn all(x: f64) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    pub fn from_f32(numbers: &[f32; LANES]) -> Self {
        let mut wide = [0.0; LANES];
        for lane in 0..LANES {
            wide[lane] = f64::from(numbers[lane]);
        }
        Self(wide)
    }
    #[inline(always)]
    fn joined(self, other: Self, join: impl Fn(f64, f64) -> f64) -> Self {
        let mut joined = [0.0; LANES];
        for lane in 0..LANES {
            joined[lane] = join(self.0[lane], other.0[lane]);
        }
        Self(joined)
    }
    /// The larger of two. If one is NaN, the other.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.joined(other, |x, y| if x > y { x } else { y })
    }
    /// The smaller of two. If one is NaN, the other.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.joined(other, |x, y| if x < y { x } else { y })
    }
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.joined(self, |x, _| x.abs())
    }
    /// 1/x, or 0 where x is 0.
    #[inline(always)]
    pub fn reciprocal_or_zero(self) -> Self {
        self.joined(self, |x, _| if x > 0.0 { 1.0 / x } else { 0.0 })
    }
    /// The square root.
    #[inline(always)]
    pub fn root(self) -> Self {
        self.joined(self, |x, _| x.sqrt())
    }
    /// The number where `test` is less than `limit`, otherwise `other`.
    #[inline(always)]
    pub fn where_less(self, test: Self, limit: Self, other: Self) -> Self {
        let mut chosen = [0.0; LANES];
        for lane in 0..LANES {
            chosen[lane] = if test.0[lane] < limit.0[lane] { self.0[lane] } else { other.0[lane] };
        }
        Self(chosen)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt),+) => {$(
        impl $trait for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.joined(other, |x, y| x $operator y)
            }
        }
        impl<const D: usize> $trait for Points<D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(each(|axis| self.0[axis] $operator other.0[axis]))
            }
        }
    )+};
}
operators!(Add add +, Sub sub -, Mul mul *);

/// The values for all axes, corners or edges. (`array::from_fn` and `array::map` stay calls in the innermost loop, and
/// copy all lanes through memory.)
#[inline(always)]
pub(crate) fn each<T: Copy, const N: usize>(value: impl Fn(usize) -> T) -> [T; N] {
    let mut values = [value(0); N];
    for place in 1..N {
        values[place] = value(place);
    }
    values
}

/// Eight vectors, by coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Points<const D: usize>(pub [Lanes; D]);

impl<const D: usize> Points<D> {
    pub const ZERO: Self = Self([Lanes([0.0; LANES]); D]);

    #[inline(always)]
    pub fn all(point: [f64; D]) -> Self {
        Self(each(|axis| Lanes::all(point[axis])))
    }
    #[inline(always)]
    pub fn dot(self, other: Self) -> Lanes {
        let products = (self * other).0;
        let mut sum = products[0];
        for axis in 1..D {
            sum = sum + products[axis];
        }
        sum
    }
    #[inline(always)]
    pub fn times(self, factor: Lanes) -> Self {
        Self(each(|axis| self.0[axis] * factor))
    }
    #[inline(always)]
    pub fn where_less(self, test: Lanes, limit: Lanes, other: Self) -> Self {
        Self(each(|axis| self.0[axis].where_less(test, limit, other.0[axis])))
    }
    /// The smaller coordinates of two.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(each(|axis| self.0[axis].min(other.0[axis])))
    }
    /// The larger coordinates of two.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(each(|axis| self.0[axis].max(other.0[axis])))
    }
    /// The vector of one lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> [f64; D] {
        each(|axis| self.0[axis].0[lane])
    }
    #[inline(always)]
    pub fn set(&mut self, lane: usize, point: [f64; D]) {
        for axis in 0..D {
            self.0[axis].0[lane] = point[axis];
        }
    }
}

impl Points<3> {
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

/// Runs work whose loops are compiled for the widest instructions of this processor. What the work calls is compiled so
/// if it is `#[inline(always)]`, the closure itself, too.
pub(crate) fn on_widest_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let level = fearless_simd::Level::new();
        if let Some(simd) = level.as_avx512() {
            return fearless_simd::Simd::vectorize(simd, work);
        }
        if let Some(simd) = level.as_avx2() {
            return fearless_simd::Simd::vectorize(simd, work);
        }
    }
    work()
}
