//! B-spline surfaces, rational or not, from their nets of control points.
//!
//! The bounds of derivatives are those of [`crate::spline`], span by span: differences of the control points of one span
//! bound the derivatives on it.

use crate::derivatives::Derivatives;
use crate::spline::{Knots, MOST_DEGREE, POINT, length};
use clearance::real::{U, UP};
use clearance::{Vec3, vec3};

/// A net with its knots. Parameters are clamped to the domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The knots along both parameters.
    pub knots: [Knots; 2],
    /// Control points, row by row: all points of one place along u follow each other along v.
    points: Vec<[f64; 3]>,
    /// All positive; empty for a surface that is not rational.
    weights: Vec<f64>,
    /// The bounds on each pair of spans, by the places of the points.
    bounds: Vec<Derivatives>,
}

impl Net {
    /// `None` if the numbers do not fit, are not finite, or a weight is not positive.
    pub fn new(degrees: [usize; 2], knots: [Vec<f64>; 2], points: Vec<[f64; 3]>, weights: Vec<f64>) -> Option<Self> {
        let [u, v] = knots;
        let count = |knots: &[f64], degree: usize| knots.len().checked_sub(degree + 1);
        let [rows, columns] = [count(&u, degrees[0])?, count(&v, degrees[1])?];
        let knots = [Knots::new(degrees[0], u, rows)?, Knots::new(degrees[1], v, columns)?];
        let is_finite = points.as_flattened().iter().all(|x| x.is_finite());
        let are_weights = weights.is_empty() || weights.len() == points.len();
        let is_net = rows.checked_mul(columns) == Some(points.len());
        if !(is_net && is_finite && are_weights && weights.iter().all(|&w| w > 0.0 && w < f64::INFINITY)) {
            return None;
        }
        let mut net = Self { knots, points, weights, bounds: Vec::new() };
        net.bounds = (0..rows * columns).map(|place| net.bounds_of_span([place / columns, place % columns])).collect();
        Some(net)
    }

    fn columns(&self) -> usize {
        self.knots[1].count()
    }

    /// A control point and its weight.
    pub(crate) fn control(&self, row: usize, column: usize) -> ([f64; 3], f64) {
        let place = row * self.columns() + column;
        (self.points[place], self.weights.get(place).copied().unwrap_or(1.0))
    }

    /// The control points.
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// The point at a pair of parameters, and a bound of its error.
    pub fn at(&self, [u, v]: [f64; 2]) -> (Vec3<f64>, f64) {
        let [of_u, of_v] = &self.knots;
        let (u, v) = (of_u.clamp(u), of_v.clamp(v));
        let (i, j) = (of_u.span(u), of_v.span(v));
        let (p, q) = (of_u.degree, of_v.degree);
        let mut column = [([0.0; 3], 0.0); MOST_DEGREE + 1];
        let (mut size, mut least, mut most) = (0.0f64, f64::INFINITY, 0.0f64);
        for (row, column) in column.iter_mut().enumerate().take(p + 1) {
            let mut own = [([0.0; 3], 0.0); MOST_DEGREE + 1];
            for (place, own) in own.iter_mut().enumerate().take(q + 1) {
                let (point, weight) = self.control(i - p + row, j - q + place);
                size = size.max(length(point));
                (least, most) = (least.min(weight), most.max(weight));
                *own = (point.map(|x| x * weight), weight);
            }
            of_v.recursion(j, v, |from, to, share| own[to] = mixed(own[from], own[to], share));
            *column = own[q];
        }
        of_u.recursion(i, u, |from, to, share| column[to] = mixed(column[from], column[to], share));
        let (point, weight) = column[p];
        let is_rational = !self.weights.is_empty();
        let ratio = if is_rational { 2.0 * most / least } else { 1.0 };
        let [x, y, z] = if is_rational { point.map(|x| x / weight) } else { point };
        (vec3(x, y, z), POINT * (p + q + 2) as f64 * 3.0 * size * ratio * UP)
    }

    /// Bounds of the derivatives over a box of parameters.
    pub fn derivatives(&self, [of_u, of_v]: [[f64; 2]; 2]) -> Derivatives {
        let [u, v] = &self.knots;
        let mut most = Derivatives::default();
        for row in u.spans(of_u) {
            for column in v.spans(of_v) {
                most = most.or(self.bounds[row * self.columns() + column]);
            }
        }
        Derivatives { has_corner: u.has_corner(of_u) || v.has_corner(of_v), ..most }
    }

    /// The bounds on a pair of spans.
    fn bounds_of_span(&self, spans: [usize; 2]) -> Derivatives {
        let is_span = |side: usize| {
            let (knots, span) = (&self.knots[side], spans[side]);
            span >= knots.degree && span < knots.count() && knots.values[span] < knots.values[span + 1]
        };
        if !(is_span(0) && is_span(1)) {
            return Derivatives::default();
        }
        let [p, q] = [self.knots[0].degree, self.knots[1].degree];
        let at = |i: usize, j: usize| self.control(spans[0] - p + i, spans[1] - q + j);
        let all = || (0..=p).flat_map(move |i| (0..=q).map(move |j| (i, j)));
        let count = ((p + 1) * (q + 1)) as f64;
        let middle: [f64; 3] = std::array::from_fn(|k| all().map(|(i, j)| at(i, j).0[k]).sum::<f64>() / count);
        let local = |i: usize, j: usize| -> ([f64; 3], f64) {
            let (point, weight) = at(i, j);
            (std::array::from_fn(|k| point[k] - middle[k]), weight)
        };
        let radius = all().map(|(i, j)| length(local(i, j).0)).fold(0.0, f64::max) * UP;
        let least = all().map(|(i, j)| local(i, j).1).fold(f64::INFINITY, f64::min);
        let heaviest = all().map(|(i, j)| local(i, j).1).fold(0.0, f64::max);
        let size = radius + length(middle);
        let grid: Vec<Vec<[f64; 4]>> = (0..=p)
            .map(|i| {
                let row = (0..=q).map(|j| {
                    let (point, weight) = local(i, j);
                    let [x, y, z] = point.map(|x| x * weight);
                    [x, y, z, weight]
                });
                row.collect()
            })
            .collect();
        let grid = Grid { values: grid, orders: [0; 2], slack: 8.0 * U * size * heaviest };
        let is_rational = !self.weights.is_empty();
        let norm = |grid: Option<&Grid>| grid.map_or([0.0; 2], |grid| grid.norms(size, is_rational));
        let along = |grid: Option<&Grid>, side: usize| grid.and_then(|grid| grid.derivative(&self.knots, spans, side));
        let (u, v) = (along(Some(&grid), 0), along(Some(&grid), 1));
        let [uu, uv, vv] = [along(u.as_ref(), 0), along(u.as_ref(), 1), along(v.as_ref(), 1)];
        let [au, wu] = norm(u.as_ref());
        let [av, wv] = norm(v.as_ref());
        let second = [uu, uv, vv].map(|grid| norm(grid.as_ref()));
        let u = (au + wu * radius) / least * UP;
        let v = (av + wv * radius) / least * UP;
        Derivatives {
            u,
            v,
            uu: (second[0][0] + 2.0 * wu * u + second[0][1] * radius) / least * UP,
            uv: (second[1][0] + wu * v + wv * u + second[1][1] * radius) / least * UP,
            vv: (second[2][0] + 2.0 * wv * v + second[2][1] * radius) / least * UP,
            has_corner: false,
        }
    }
}

fn mixed(a: ([f64; 3], f64), b: ([f64; 3], f64), share: f64) -> ([f64; 3], f64) {
    let mix = |a: f64, b: f64| a * (1.0 - share) + b * share;
    (std::array::from_fn(|k| mix(a.0[k], b.0[k])), mix(a.1, b.1))
}

/// Control points of a derivative on one pair of spans: coordinates times the weight, and the weight.
struct Grid {
    values: Vec<Vec<[f64; 4]>>,
    orders: [usize; 2],
    /// A bound of the rounding errors of the coordinates.
    slack: f64,
}

impl Grid {
    /// The next derivative along one parameter. `None` if it is zero.
    fn derivative(&self, knots: &[Knots; 2], spans: [usize; 2], side: usize) -> Option<Self> {
        let order = self.orders[side];
        if knots[side].degree <= order {
            return None;
        }
        let (rows, columns) = (self.values.len(), self.values[0].len());
        let [rows, columns] = if side == 0 { [rows - 1, columns] } else { [rows, columns - 1] };
        let mut growth = 0.0f64;
        let values = (0..rows)
            .map(|i| {
                let row = (0..columns).map(|j| {
                    let factor = knots[side].factor(spans[side], order, [i, j][side]);
                    growth = growth.max(factor);
                    let next = if side == 0 { self.values[i + 1][j] } else { self.values[i][j + 1] };
                    std::array::from_fn(|k| (next[k] - self.values[i][j][k]) * factor)
                });
                row.collect()
            })
            .collect();
        let mut orders = self.orders;
        orders[side] += 1;
        Some(Self { values, orders, slack: 3.0 * self.slack * growth })
    }

    /// Bounds of the coordinates' length and of the weight's size.
    fn norms(&self, size: f64, is_rational: bool) -> [f64; 2] {
        let all = || self.values.iter().flatten();
        let point = all().map(|&[x, y, z, _]| length([x, y, z])).fold(0.0, f64::max) + self.slack;
        let weight = all().map(|value| value[3].abs()).fold(0.0, f64::max);
        let slack = if is_rational { self.slack / size.max(f64::MIN_POSITIVE) } else { 0.0 };
        [point * UP, (weight + slack) * UP]
    }
}
