//! Bézier points of a part of a B-spline surface, cut in cells, and what they prove of the derivatives there.

use crate::derivatives::{Ball, Bends, Derivatives, Range};
use crate::product::{Known, Product};
use crate::spline::{Knots, POINT, length};
use clearance::real::{U, UP};
use clearance::vec3;

/// Bézier points of a cell: coordinates times the weight, and the weight. Coordinates are from a middle.
#[derive(Clone)]
pub(crate) struct Grid {
    values: Vec<Vec<[f64; 4]>>,
    /// How wide the cell is in the parameters.
    widths: [f64; 2],
    /// A bound of the coordinates' rounding errors, and of the weights'.
    slack: [f64; 2],
    is_rational: bool,
}

impl Grid {
    /// The Bézier points of a pair of spans, from the control points of the spans and their weights.
    pub fn of_spans(
        [of_u, of_v]: [&Knots; 2],
        [i, j]: [usize; 2],
        own: impl Fn(usize, usize) -> ([f64; 3], f64),
        is_rational: bool,
    ) -> Self {
        let [p, q] = [of_u.degree, of_v.degree];
        let all = || (0..=p).flat_map(move |row| (0..=q).map(move |column| (row, column)));
        let count = ((p + 1) * (q + 1)) as f64;
        let middle: [f64; 3] = std::array::from_fn(|k| all().map(|(a, b)| own(a, b).0[k]).sum::<f64>() / count);
        let local = |row: usize, column: usize| {
            let (point, weight) = own(row, column);
            let [x, y, z]: [f64; 3] = std::array::from_fn(|k| (point[k] - middle[k]) * weight);
            [x, y, z, weight]
        };
        let rows: Vec<Vec<[f64; 4]>> =
            (0..=p).map(|row| of_v.bezier(j, &(0..=q).map(|column| local(row, column)).collect::<Vec<_>>())).collect();
        let columns: Vec<Vec<[f64; 4]>> =
            (0..=q).map(|c| of_u.bezier(i, &rows.iter().map(|row| row[c]).collect::<Vec<_>>())).collect();
        let values = (0..=p).map(|row| columns.iter().map(|column| column[row]).collect()).collect();
        let size = all().map(|(a, b)| length(own(a, b).0)).fold(0.0, f64::max) + length(middle);
        let heaviest = all().map(|(a, b)| own(a, b).1).fold(0.0, f64::max);
        // The recursion, and cuts in halves, which are as many steps each.
        let steps = POINT * ((p + q + 2) as f64) * 8.0;
        let widths = [of_u.values[i + 1] - of_u.values[i], of_v.values[j + 1] - of_v.values[j]];
        let slack = [steps * size * heaviest, steps * heaviest];
        Self { values, widths, slack, is_rational }
    }

    /// The grid cut along a parameter in equal parts, a power of two.
    pub fn cut(&self, side: usize, count: usize) -> Vec<Self> {
        if count <= 1 {
            return vec![self.clone()];
        }
        let halves = self.halves(side);
        halves.iter().flat_map(|half| half.cut(side, count / 2)).collect()
    }

    /// Both halves along a parameter, by de Casteljau's steps at the middle.
    fn halves(&self, side: usize) -> [Self; 2] {
        let mut parts = [self.clone(), self.clone()];
        for part in &mut parts {
            part.widths[side] *= 0.5;
        }
        let [low, high] = &mut parts;
        let degree = if side == 0 { self.values.len() } else { self.values[0].len() } - 1;
        let lines = if side == 0 { self.values[0].len() } else { self.values.len() };
        for line in 0..lines {
            let place = |k: usize| if side == 0 { (k, line) } else { (line, k) };
            for step in 0..=degree {
                // `high` holds the points of this step, from `step` on shifted down; its first is a point of the lower half.
                let (i, j) = place(0);
                let first = high.values[i][j];
                let (a, b) = place(step);
                low.values[a][b] = first;
                for k in 0..degree - step {
                    let ((i, j), (a, b)) = (place(k), place(k + 1));
                    let (p, q) = (high.values[i][j], high.values[a][b]);
                    high.values[i][j] = std::array::from_fn(|c| 0.5 * p[c] + 0.5 * q[c]);
                }
            }
        }
        parts
    }

    /// The same with coordinates from the middle of the cell's own points: then w times them cancels less of A.
    fn centred(mut self) -> Self {
        let all = || self.values.iter().flatten();
        let count = (self.values.len() * self.values[0].len()) as f64;
        let middle: [f64; 3] = std::array::from_fn(|k| all().map(|value| value[k] / value[3]).sum::<f64>() / count);
        let [far, heaviest] = [0, 1].map(|k| {
            let size = |value: &[f64; 4]| if k == 0 { length([value[0], value[1], value[2]]) } else { value[3].abs() };
            all().map(size).fold(0.0, f64::max)
        });
        let away = length(middle);
        self.slack[0] = (self.slack[0] + self.slack[1] * away + 4.0 * U * (far + heaviest * away)) * UP;
        for value in self.values.iter_mut().flatten() {
            let weight = value[3];
            value.iter_mut().zip(middle).for_each(|(x, middle)| *x -= weight * middle);
        }
        self
    }

    /// Bounds of the derivatives of S on the cell, and balls that hold the second ones.
    pub fn bounds(self) -> (Derivatives, Bends) {
        if self.is_rational { self.centred().own_bounds() } else { self.own_bounds() }
    }

    fn own_bounds(&self) -> (Derivatives, Bends) {
        let all = || self.values.iter().flatten();
        // |S − c| at most, and the least weight: S is a mean of these quotients.
        let radius =
            all().map(|&[x, y, z, w]| (length([x, y, z]) + self.slack[0]) / (w - self.slack[1])).fold(0.0, f64::max)
                * UP;
        let least = all().map(|value| value[3]).fold(f64::INFINITY, f64::min) - self.slack[1];
        if !(least > 0.0) {
            let none = f64::INFINITY;
            let derivatives = Derivatives { u: none, v: none, uu: none, uv: none, vv: none, has_corner: false };
            return (derivatives, Bends::UNKNOWN);
        }
        let heaviest = all().map(|value| value[3]).fold(0.0, f64::max) + self.slack[1];
        let product = if self.is_rational { Product::of(&self.values, self.widths) } else { None };
        if let Some(product) = product {
            let ([u, v], bends) = product.balls(&Known { radius, weights: [least, heaviest], slack: self.slack });
            let [uu, uv, vv] = bends.0.map(|ball| ball.most());
            return (Derivatives { u: u.most(), v: v.most(), uu, uv, vv, has_corner: false }, bends);
        }
        let norm = |grid: Option<&Self>| grid.map_or([0.0; 2], Self::norms);
        let along = |grid: Option<&Self>, side: usize| grid.and_then(|grid| grid.derivative(side));
        let (of_u, of_v) = (along(Some(self), 0), along(Some(self), 1));
        let second = [along(of_u.as_ref(), 0), along(of_u.as_ref(), 1), along(of_v.as_ref(), 1)];
        let [uu, uv, vv] = [0, 1, 2].map(|place| norm(second[place].as_ref()));
        let ([au, wu], [av, wv]) = (norm(of_u.as_ref()), norm(of_v.as_ref()));
        let u = (au + wu * radius) / least * UP;
        let v = (av + wv * radius) / least * UP;
        let derivatives = Derivatives {
            u,
            v,
            uu: (uu[0] + 2.0 * wu * u + uu[1] * radius) / least * UP,
            uv: (uv[0] + wu * v + wv * u + uv[1] * radius) / least * UP,
            vv: (vv[0] + 2.0 * wv * v + vv[1] * radius) / least * UP,
            has_corner: false,
        };
        (derivatives, self.bends([of_u, of_v], second))
    }

    /// Balls that hold the second derivatives. With A = w·(S − c), they are as in [`Grid::bounds`]:
    /// S_u = (A_u − w_u (S − c)) / w, S_uu = (A_uu − 2 w_u S_u − w_uu (S − c)) / w, and the mixed one alike.
    fn bends(&self, first: [Option<Self>; 2], second: [Option<Self>; 3]) -> Bends {
        let ball = |grid: &Option<Self>| grid.as_ref().map_or(Ball::ZERO, Self::ball);
        let [uu, uv, vv] = [0, 1, 2].map(|place| ball(&second[place]));
        if !self.is_rational {
            return Bends([uu, uv, vv]);
        }
        let weight = |grid: &Option<Self>| grid.as_ref().map_or(Range::ZERO, Self::weights);
        let own = self.weights();
        let (least, inverse) = (own.middle - own.half, own.inverse());
        // S − c is a mean of quotients.
        let quotient = |&[x, y, z, w]: &[f64; 4]| vec3(x, y, z) * (1.0 / w);
        let all = || self.values.iter().flatten().map(quotient);
        let far = all().map(|point| point.length()).fold(0.0, f64::max);
        let at = Ball::of_points(all).widened(2.0 * (self.slack[0] + self.slack[1] * far) / least);
        let [wu, wv] = [weight(&first[0]), weight(&first[1])];
        let [wuu, wuv, wvv] = [0, 1, 2].map(|place| weight(&second[place]));
        let u = ball(&first[0]).minus(at.times(wu)).times(inverse);
        let v = ball(&first[1]).minus(at.times(wv)).times(inverse);
        Bends([
            uu.minus(u.times(wu.twice())).minus(at.times(wuu)).times(inverse),
            uv.minus(v.times(wu)).minus(u.times(wv)).minus(at.times(wuv)).times(inverse),
            vv.minus(v.times(wv.twice())).minus(at.times(wvv)).times(inverse),
        ])
    }

    /// A ball that holds the coordinates.
    fn ball(&self) -> Ball {
        Ball::of_points(|| self.values.iter().flatten().map(|&[x, y, z, _]| vec3(x, y, z))).widened(self.slack[0])
    }

    /// A range that holds the weights.
    fn weights(&self) -> Range {
        let all = || self.values.iter().flatten().map(|value| value[3]);
        let [low, high] = [all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max)];
        Range::between(low - self.slack[1], high + self.slack[1])
    }

    /// The next derivative along one parameter. `None` if it is zero.
    fn derivative(&self, side: usize) -> Option<Self> {
        let (rows, columns) = (self.values.len(), self.values[0].len());
        let degree = [rows, columns][side] - 1;
        if degree == 0 {
            return None;
        }
        let [rows, columns] = if side == 0 { [rows - 1, columns] } else { [rows, columns - 1] };
        let factor = degree as f64 / self.widths[side];
        let values = (0..rows).map(|i| {
            let next = |j: usize| if side == 0 { self.values[i + 1][j] } else { self.values[i][j + 1] };
            (0..columns).map(|j| std::array::from_fn(|k| (next(j)[k] - self.values[i][j][k]) * factor)).collect()
        });
        let (values, slack) = (values.collect(), self.slack.map(|slack| 3.0 * slack * factor));
        Some(Self { values, slack, widths: self.widths, is_rational: self.is_rational })
    }

    /// Bounds of the coordinates' length and of the weight's size.
    fn norms(&self) -> [f64; 2] {
        let all = || self.values.iter().flatten();
        let point = all().map(|&[x, y, z, _]| length([x, y, z])).fold(0.0, f64::max) + self.slack[0];
        let weight = all().map(|value| value[3].abs()).fold(0.0, f64::max);
        [point * UP, if self.is_rational { (weight + self.slack[1]) * UP } else { 0.0 }]
    }
}
