//! Bounds of derivatives over a box of parameters, and what they prove.

use clearance::Vec3;
use clearance::real::{U, UP};

/// Bounds of the lengths of derivatives over a box of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Derivatives {
    /// |S_u|.
    pub u: f64,
    /// |S_v|.
    pub v: f64,
    /// |S_uu|.
    pub uu: f64,
    /// |S_uv|.
    pub uv: f64,
    /// |S_vv|.
    pub vv: f64,
    /// Whether S_u or S_v may jump inside the box. Then second derivatives prove nothing.
    pub has_corner: bool,
}

impl Derivatives {
    /// The greater of each.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            u: self.u.max(other.u),
            v: self.v.max(other.v),
            uu: self.uu.max(other.uu),
            uv: self.uv.max(other.uv),
            vv: self.vv.max(other.vv),
            has_corner: self.has_corner || other.has_corner,
        }
    }

    pub(crate) fn times(self, factor: f64) -> Self {
        let Self { u, v, uu, uv, vv, .. } = self;
        let [u, v, uu, uv, vv] = [u, v, uu, uv, vv].map(|x| x * factor * UP);
        Self { u, v, uu, uv, vv, ..self }
    }

    /// How far S(p) is from Σ lᵢ S(pᵢ) at most, for weighted means p of points in a box with these sides.
    pub fn gap(&self, [du, dv]: [f64; 2]) -> f64 {
        if self.has_corner {
            return (self.u * du + self.v * dv) * UP;
        }
        0.125 * (self.uu * du * du + 2.0 * self.uv * du * dv + self.vv * dv * dv) * UP
    }
}

/// A ball that holds all values of a vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub middle: Vec3<f64>,
    /// Infinite where nothing is known.
    pub radius: f64,
}

impl Ball {
    /// The vector zero.
    pub const ZERO: Self = Self { middle: Vec3 { x: 0.0, y: 0.0, z: 0.0 }, radius: 0.0 };

    /// A ball around points.
    pub fn of_points<I: Iterator<Item = Vec3<f64>>>(points: impl Fn() -> I) -> Self {
        let (count, sum) = points().fold((0.0, Vec3::default()), |(count, sum), point| (count + 1.0, sum + point));
        let middle = sum * (1.0 / f64::max(count, 1.0));
        let radius = points().map(|point| (point - middle).length()).fold(0.0, f64::max);
        Self { middle, radius: (radius + 4.0 * U * middle.length()) * UP }
    }

    /// A ball around balls: about the mean of their middles.
    pub fn around(balls: impl Iterator<Item = Self> + Clone) -> Self {
        let middle = Self::of_points(|| balls.clone().map(|own| own.middle)).middle;
        let off = |own: Self| (own.middle - middle).length() * UP + own.radius;
        let radius = balls.map(off).fold(0.0, f64::max);
        Self { middle, radius: (radius + 4.0 * U * middle.length()) * UP }
    }

    /// No vector in the ball is longer.
    pub fn most(&self) -> f64 {
        (self.middle.length() + self.radius) * UP
    }

    /// The same ball, wider by a length.
    pub fn widened(self, by: f64) -> Self {
        Self { radius: (self.radius + by) * UP, ..self }
    }

    /// All differences.
    pub fn minus(self, other: Self) -> Self {
        let sizes = self.middle.length() + other.middle.length();
        let radius = (self.radius + other.radius + 4.0 * U * sizes) * UP;
        Self { middle: self.middle - other.middle, radius }
    }

    /// All products.
    pub fn times(self, factor: Range) -> Self {
        let size = self.middle.length();
        let most = factor.middle.abs();
        let radius = most * self.radius + factor.half * (size + self.radius) + 4.0 * U * most * size;
        Self { middle: self.middle * factor.middle, radius: radius * UP }
    }
}

/// A range of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub middle: f64,
    pub half: f64,
}

impl Range {
    /// The number zero.
    pub const ZERO: Self = Self { middle: 0.0, half: 0.0 };

    /// The range between two numbers.
    pub fn between(low: f64, high: f64) -> Self {
        let middle = 0.5 * low + 0.5 * high;
        Self { middle, half: ((high - middle).max(middle - low) + 4.0 * U * middle.abs()) * UP }
    }

    /// The range of numbers, of which there is one at least.
    pub fn of(values: &[f64]) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        Self::between(low, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The same range, wider by a length.
    pub fn widened(self, by: f64) -> Self {
        Self { half: (self.half + by) * UP, ..self }
    }

    /// One over each number of a positive range.
    pub fn inverse(self) -> Self {
        let [least, most] = [self.middle - self.half, self.middle + self.half];
        Self::between(1.0 / most * (1.0 - 8.0 * U), 1.0 / least * (1.0 + 8.0 * U))
    }

    /// Twice each number.
    pub fn twice(self) -> Self {
        Self { middle: 2.0 * self.middle, half: 2.0 * self.half }
    }
}

/// Balls that hold the second derivatives S_uu, S_uv and S_vv over a box of parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bends(pub [Ball; 3]);

impl Bends {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self([Ball { radius: f64::INFINITY, ..Ball::ZERO }; 3]);

    /// The balls around those of some cells.
    pub fn around<'a, I: Iterator<Item = &'a Self> + Clone>(cells: impl Fn() -> I) -> Self {
        let mut all = cells();
        let (Some(first), None) = (all.next(), all.next()) else {
            return Self([0, 1, 2].map(|place| Ball::around(cells().map(|own| own.0[place]))));
        };
        *first
    }

    /// H(e, e) = S_uu du² + 2 S_uv du dv + S_vv dv² with the middles of the balls, for a step of the parameters.
    pub fn along(&self, [du, dv]: [f64; 2]) -> Vec3<f64> {
        let [uu, uv, vv] = &self.0;
        uu.middle * (du * du) + uv.middle * (2.0 * du * dv) + vv.middle * (dv * dv)
    }

    /// How far S(p) is at most from Σ lᵢ S(pᵢ) − ½ Σ lᵢ lⱼ H(pᵢ − pⱼ, pᵢ − pⱼ), for weighted means p of three points in a box
    /// with these sides. The rounding of H is included.
    pub fn gap(&self, [du, dv]: [f64; 2]) -> f64 {
        let rest = |ball: &Ball| ball.radius + 32.0 * U * ball.middle.length();
        let [uu, uv, vv] = &self.0;
        0.125 * (rest(uu) * du * du + 2.0 * rest(uv) * du * dv + rest(vv) * dv * dv) * UP
    }
}
