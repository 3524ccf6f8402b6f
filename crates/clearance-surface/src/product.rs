//! Derivatives of rational Bézier cells whose weights are products, one factor for each parameter: tori, cones, cylinders and
//! whatever else was made by turning or sweeping.
//!
//! **Problem.** In S = A / w the derivatives along u get terms with w_u times the size of the cell, and the cell is long along
//! v: around a ring with a thin tube the bound of the tube's bend is ten times too large.
//!
//! **Method.** With the weights aᵢ bⱼ, S(u, v) = Σ Rⱼ(v) Cⱼ(u): a mean of rational curves, each about its own middle. So the
//! derivatives along u are means of those of the curves. The mixed one is that along v of the curve with the points Cⱼ′(u).
//! That the weights are products is so but for rounding; [`Product::slack`] bounds what that and all rounding of the points do.

use crate::derivatives::{Ball, Bends, Range};
use clearance::Vec3;
use clearance::real::U;

/// Weights are taken for products if they are so within this share. Larger: more slack than is gained. Smaller: files that
/// round weights to ten digits have wider bounds.
const MOST_OFF: f64 = 1e-9;

/// A cell: points and weights, row by row along u.
pub(crate) struct Product {
    points: [Vec<Vec<Vec3<f64>>>; 2],
    weights: [Vec<f64>; 2],
    widths: [f64; 2],
    /// How far the weights are from the products, as a share.
    off: f64,
}

/// What is known of the cell by its size alone.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// |S − c|, and the least and the greatest weight.
    pub radius: f64,
    pub weights: [f64; 2],
    /// What coordinates and weights of the points may be off.
    pub slack: [f64; 2],
}

/// The points of a rational Bézier curve, and how wide its range is.
struct Arc<'a> {
    points: &'a [Vec3<f64>],
    weights: &'a [f64],
    width: f64,
}

impl Product {
    /// The cell of these weighted points (coordinates times the weight, and the weight), about a point that is near them.
    /// `None` if its weights are no products.
    pub fn of(values: &[Vec<[f64; 4]>], widths: [f64; 2]) -> Option<Self> {
        let first = values.first()?.first()?[3];
        let of_u: Vec<f64> = values.iter().map(|row| row[0][3] / first).collect();
        let of_v: Vec<f64> = values[0].iter().map(|value| value[3]).collect();
        let place = |&[x, y, z, w]: &[f64; 4]| Vec3 { x, y, z } * (1.0 / w);
        let along_v: Vec<Vec<Vec3<f64>>> = values.iter().map(|row| row.iter().map(place).collect()).collect();
        let along_u = (0..of_v.len()).map(|j| along_v.iter().map(|row| row[j]).collect()).collect();
        let shares =
            values.iter().zip(&of_u).flat_map(|(row, a)| row.iter().zip(&of_v).map(move |(own, b)| own[3] / (a * b)));
        let off = shares.map(|share| (share - 1.0).abs()).fold(0.0, f64::max) + 8.0 * U;
        (off <= MOST_OFF).then_some(Self { points: [along_u, along_v], weights: [of_u, of_v], widths, off })
    }

    fn arc<'a>(&'a self, side: usize, points: &'a [Vec3<f64>]) -> Arc<'a> {
        Arc { points, weights: &self.weights[side], width: self.widths[side] }
    }

    /// Balls around S_u and S_v, and around the second derivatives.
    pub fn balls(&self, known: &Known) -> ([Ball; 2], Bends) {
        let [u, v] = [0, 1].map(|side| {
            let all: Vec<[Ball; 2]> = self.points[side].iter().map(|line| self.arc(side, line).derivatives()).collect();
            [0, 1].map(|order| Ball::around(all.iter().map(|own| own[order])))
        });
        let mixed = self.mixed();
        let sizes = [u[0], v[0], u[1], mixed, v[1]].map(|ball| ball.most());
        let ([e_u, e_v], [e_uu, e_uv, e_vv]) = self.slack(known, sizes);
        let bends = Bends([u[1].widened(e_uu), mixed.widened(e_uv), v[1].widened(e_vv)]);
        ([u[0].widened(e_u), v[0].widened(e_v)], bends)
    }

    /// S_uv = Σ Rⱼ′(v) Cⱼ′(u): the derivative of a curve whose points are Cⱼ′ − C₀′. Differences are taken before the derivative.
    fn mixed(&self) -> Ball {
        let (lines, b) = (&self.points[0], &self.weights[1]);
        let degree = b.len() - 1;
        if degree == 0 {
            return Ball::ZERO;
        }
        let factor = degree as f64 / self.widths[1];
        let from_first: Vec<Vec<Vec3<f64>>> =
            lines.iter().map(|line| line.iter().zip(&lines[0]).map(|(own, first)| *own - *first).collect()).collect();
        let first = |points: &[Vec3<f64>]| self.arc(0, points).derivatives()[0];
        // How the derivative along u grows an error of its points.
        let (a, of_a) = (&self.weights[0], Range::of(&self.weights[0]));
        let ratio = (of_a.middle + of_a.half) * of_a.inverse().middle * 2.0;
        let growth = 4.0 * a.len() as f64 / self.widths[0] * ratio * ratio;
        let step = |j: usize| {
            let points = from_first[j].iter().zip(&from_first[j + 1]).map(|(low, high)| *high * b[j + 1] - *low * b[j]);
            let ball = first(&points.collect::<Vec<_>>());
            // The differences' own rounding, as a share of what they are differences of.
            let size = from_first[j].iter().chain(&from_first[j + 1]).map(|point| point.length()).fold(0.0, f64::max);
            ball.widened(8.0 * U * size * (b[j] + b[j + 1]) * growth)
        };
        let steps: Vec<Ball> = (0..degree).map(step).collect();
        let along = Ball::around(steps.into_iter()).times(Range::between(factor, factor));
        let own = Ball::around(from_first.iter().map(|points| first(points)));
        let (weight, derivative) = (Range::of(b), Range::of(&differences(b, factor)));
        along.minus(own.times(derivative)).times(weight.inverse())
    }

    /// What S_u and S_v, and the second derivatives, are off those of the products, whose sizes are given.
    ///
    /// A and w have other points, by dA and dw; a derivative of a difference multiplies that by g = 2 p / width, and w_u is no
    /// more than g times the greatest weight. With T for the products' S, e for the bound of |S − T| and so on:
    /// w (S_u − T_u) = dA_u − dw_u (S − c) − w_u (S − T) − dw T_u, and the second derivatives alike.
    fn slack(&self, known: &Known, [s_u, s_v, s_uu, s_uv, s_vv]: [f64; 5]) -> ([f64; 2], [f64; 3]) {
        let Known { radius, weights: [least, most], slack } = *known;
        let dw = self.off * most + slack[1];
        let da = dw * radius + slack[0] + 8.0 * U * most * radius;
        let [g, h] = [0, 1].map(|side| 2.0 * (self.weights[side].len() - 1) as f64 / self.widths[side]);
        // Twice what it is: all rounding of these numbers.
        let share = 2.0 / least;
        let e = (da + dw * radius) * share;
        let own = |g: f64, size: f64| g * (da + dw * radius + most * e) + dw * size;
        let (e_u, e_v) = (own(g, s_u) * share, own(h, s_v) * share);
        let crossed = |g: f64, size: f64, error: f64| g * (dw * (size + error) + most * error);
        let e_uu = (own(g * g, s_uu) + 2.0 * crossed(g, s_u, e_u)) * share;
        let e_vv = (own(h * h, s_vv) + 2.0 * crossed(h, s_v, e_v)) * share;
        let e_uv = (own(g * h, s_uv) + crossed(g, s_v, e_v) + crossed(h, s_u, e_u)) * share;
        ([e_u, e_v], [e_uu, e_uv, e_vv])
    }
}

fn differences(values: &[f64], factor: f64) -> Vec<f64> {
    values.windows(2).map(|pair| (pair[1] - pair[0]) * factor).collect()
}

impl Arc<'_> {
    /// Balls around C′ and C″: with A = w (C − c), C′ = (A′ − w′ (C − c)) / w and C″ = (A″ − 2 w′ C′ − w″ (C − c)) / w.
    fn derivatives(&self) -> [Ball; 2] {
        let (count, degree) = (self.points.len(), self.points.len() - 1);
        let middle = self.points.iter().fold(Vec3::default(), |sum, point| sum + *point) * (1.0 / count as f64);
        let own: Vec<Vec3<f64>> = self.points.iter().map(|point| *point - middle).collect();
        let factors = [degree as f64 / self.width, degree.saturating_sub(1) as f64 / self.width];
        let step = |points: &[Vec3<f64>], factor: f64| -> Vec<Vec3<f64>> {
            points.windows(2).map(|pair| (pair[1] - pair[0]) * factor).collect()
        };
        let weighted: Vec<Vec3<f64>> = own.iter().zip(self.weights).map(|(point, w)| *point * *w).collect();
        // What rounding leaves of A's points, and how the differences grow it.
        let size = self.points.iter().map(|point| point.length()).fold(middle.length(), f64::max);
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let rounding = [8.0 * U * size * heaviest, 8.0 * U * heaviest]
            .map(|x| [3.0 * factors[0], 9.0 * factors[0] * factors[1]].map(|f| x * f));
        let a = step(&weighted, factors[0]);
        let aa = step(&a, factors[1]);
        let w = differences(self.weights, factors[0]);
        let ww = differences(&w, factors[1]);
        let ball = |points: &[Vec3<f64>], slack: f64| {
            if points.is_empty() { Ball::ZERO } else { Ball::of_points(|| points.iter().copied()).widened(slack) }
        };
        let range =
            |values: &[f64], slack: f64| if values.is_empty() { Range::ZERO } else { Range::of(values).widened(slack) };
        let at = ball(&own, 4.0 * U * size);
        let (w, ww) = (range(&w, rounding[1][0]), range(&ww, rounding[1][1]));
        let inverse = Range::of(self.weights).inverse();
        let first = ball(&a, rounding[0][0]).minus(at.times(w)).times(inverse);
        let second = ball(&aa, rounding[0][1]).minus(first.times(w.twice())).minus(at.times(ww)).times(inverse);
        [first, second]
    }
}
