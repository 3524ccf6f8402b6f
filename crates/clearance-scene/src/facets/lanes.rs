//! Eight numbers at a time, and vectors of them. The compiler makes vector instructions of the loops.

use std::ops::{Add, Div, Mul, Sub};

/// Numbers side by side.
pub(crate) const LANES: usize = 8;

/// `f32` or `f64`.
pub trait Number:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const INFINITY: Self;
    /// The square of a length that counts as none, in a frame with lengths of about 1: below it squares lose bits to the
    /// end of the range.
    const LEAST_SQUARE: Self;
    fn root(self) -> Self;
    fn magnitude(self) -> Self;
}

macro_rules! number {
    ($float:ident, $least:literal) => {
        impl Number for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = Self::INFINITY;
            const LEAST_SQUARE: Self = $least;
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    };
}
number!(f32, 1e-30);
number!(f64, 1e-280);

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Lanes<T = f64>(pub [T; LANES]);

impl<T: Number> Lanes<T> {
    #[inline(always)]
    pub fn all(x: T) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    fn joined(self, other: Self, join: impl Fn(T, T) -> T) -> Self {
        let mut joined = [T::ZERO; LANES];
        for lane in 0..LANES {
            joined[lane] = join(self.0[lane], other.0[lane]);
        }
        Self(joined)
    }
    /// The larger of two. If one is NaN, the other.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        self.joined(
            other,
            #[inline(always)]
            |x, y| if x > y { x } else { y },
        )
    }
    /// The smaller of two. If one is NaN, the other.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.joined(
            other,
            #[inline(always)]
            |x, y| if x < y { x } else { y },
        )
    }
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.joined(
            self,
            #[inline(always)]
            |x, _| x.magnitude(),
        )
    }
    /// 1/x, or 0 where x is 0.
    #[inline(always)]
    pub fn reciprocal_or_zero(self) -> Self {
        self.joined(
            self,
            #[inline(always)]
            |x, _| if x > T::ZERO { T::ONE / x } else { T::ZERO },
        )
    }
    /// The square root.
    #[inline(always)]
    pub fn root(self) -> Self {
        self.joined(
            self,
            #[inline(always)]
            |x, _| x.root(),
        )
    }
    /// The number where `test` is less than `limit`, otherwise `other`.
    #[inline(always)]
    pub fn where_less(self, test: Self, limit: Self, other: Self) -> Self {
        let mut chosen = [T::ZERO; LANES];
        for lane in 0..LANES {
            chosen[lane] = if test.0[lane] < limit.0[lane] { self.0[lane] } else { other.0[lane] };
        }
        Self(chosen)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt),+) => {$(
        impl<T: Number> $trait for Lanes<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.joined(other, #[inline(always)] |x, y| x $operator y)
            }
        }
        impl<T: Number, const D: usize> $trait for Points<T, D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(each(#[inline(always)] |axis| self.0[axis] $operator other.0[axis]))
            }
        }
    )+};
}
operators!(Add add +, Sub sub -, Mul mul *);

/// The values for all axes, corners or edges. (`array::from_fn` and `array::map` stay calls in the innermost loop, and
/// copy all lanes through memory.)
#[inline(always)]
pub(crate) fn each<V: Copy, const N: usize>(value: impl Fn(usize) -> V) -> [V; N] {
    let mut values = [value(0); N];
    for place in 1..N {
        values[place] = value(place);
    }
    values
}

/// Eight vectors, by coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Points<T, const D: usize>(pub [Lanes<T>; D]);

impl<T: Number, const D: usize> Points<T, D> {
    pub const ZERO: Self = Self([Lanes([T::ZERO; LANES]); D]);

    #[inline(always)]
    pub fn all(point: [T; D]) -> Self {
        Self(each(
            #[inline(always)]
            |axis| Lanes::all(point[axis]),
        ))
    }
    #[inline(always)]
    pub fn dot(self, other: Self) -> Lanes<T> {
        let mut sum = self.0[0] * other.0[0];
        for axis in 1..D {
            sum = sum + self.0[axis] * other.0[axis];
        }
        sum
    }
    #[inline(always)]
    pub fn times(self, factor: Lanes<T>) -> Self {
        Self(each(
            #[inline(always)]
            |axis| self.0[axis] * factor,
        ))
    }
    #[inline(always)]
    pub fn where_less(self, test: Lanes<T>, limit: Lanes<T>, other: Self) -> Self {
        Self(each(
            #[inline(always)]
            |axis| self.0[axis].where_less(test, limit, other.0[axis]),
        ))
    }
    /// The smaller coordinates of two.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(each(
            #[inline(always)]
            |axis| self.0[axis].min(other.0[axis]),
        ))
    }
    /// The larger coordinates of two.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(each(
            #[inline(always)]
            |axis| self.0[axis].max(other.0[axis]),
        ))
    }
    /// The vector of one lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> [T; D] {
        each(
            #[inline(always)]
            |axis| self.0[axis].0[lane],
        )
    }
    #[inline(always)]
    pub fn set(&mut self, lane: usize, point: [T; D]) {
        for axis in 0..D {
            self.0[axis].0[lane] = point[axis];
        }
    }
}

impl<T: Number> Points<T, 3> {
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

/// Runs a kernel that is compiled for the widest instructions of this processor. What the kernel calls is compiled so
/// if it is `#[inline(always)]`, the closure itself, too. A kernel is compiled once for each set of instructions. So it
/// is small, and loops that call it are outside.
///
/// Closures have the attribute, too: without it distances of meshes took 1.1 times as long (2026-11).
#[inline]
pub(crate) fn on_widest_instructions<R>(kernel: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let level = fearless_simd::Level::new();
        if let Some(simd) = level.as_avx512() {
            return fearless_simd::Simd::vectorize(simd, kernel);
        }
        if let Some(simd) = level.as_avx2() {
            return fearless_simd::Simd::vectorize(simd, kernel);
        }
    }
    kernel()
}
