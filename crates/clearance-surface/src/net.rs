//! B-spline surfaces, rational or not, from their nets of control points.
//!
//! The bounds of derivatives are those of [`crate::spline`], span by span: differences of the control points of one span
//! bound the derivatives on it.

use crate::derivatives::Derivatives;
use crate::spline::{Knots, MOST_DEGREE, POINT, length};
use clearance::real::UP;
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
    /// Where the cells of the bounds begin and end along both parameters.
    cells: [Vec<f64>; 2],
    /// The bounds on each cell, row by row.
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
        Some(Self { knots, points, weights, cells: Default::default(), bounds: Vec::new() }.bounded())
    }

    /// Cuts each pair of spans into cells, and bounds the derivatives on each once.
    fn bounded(mut self) -> Self {
        let spans = [0, 1].map(|side| self.knots[side].spans(self.knots[side].domain()).collect::<Vec<usize>>());
        let counts = [0, 1].map(|side| self.cells_a_span(side, spans[side].len()));
        self.cells = [0, 1].map(|side| {
            let knots = &self.knots[side].values;
            let cut = |&span: &usize| {
                let (low, width) = (knots[span], knots[span + 1] - knots[span]);
                (0..counts[side]).map(move |cell| low + width * (cell as f64 / counts[side] as f64))
            };
            spans[side].iter().flat_map(cut).chain([self.knots[side].domain()[1]]).collect()
        });
        let columns = self.cells[1].len() - 1;
        self.bounds = vec![Derivatives::default(); (self.cells[0].len() - 1) * columns];
        for (row, &i) in spans[0].iter().enumerate() {
            for (column, &j) in spans[1].iter().enumerate() {
                let whole = Grid::of_spans(&self, [i, j]);
                for (a, rows) in whole.cut(0, counts[0]).into_iter().enumerate() {
                    for (b, cell) in rows.cut(1, counts[1]).into_iter().enumerate() {
                        self.bounds[(row * counts[0] + a) * columns + column * counts[1] + b] = cell.bounds();
                    }
                }
            }
        }
        self
    }

    /// In how many cells a span is cut along a parameter: more where there are few spans. None where nothing bends.
    fn cells_a_span(&self, side: usize, spans: usize) -> usize {
        if self.knots[side].degree == 1 && self.weights.is_empty() {
            return 1;
        }
        (MOST_CELLS / spans.max(1)).next_power_of_two().clamp(1, MOST_CELLS)
    }

    /// The net of mapped control points. `None` if one is not finite.
    pub(crate) fn mapped(&self, map: impl Fn([f64; 3]) -> [f64; 3]) -> Option<Self> {
        let points: Vec<[f64; 3]> = self.points.iter().map(|&point| map(point)).collect();
        let is_finite = points.as_flattened().iter().all(|x| x.is_finite());
        is_finite.then(|| Self { points, ..self.clone() }.bounded())
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
    pub fn derivatives(&self, range: [[f64; 2]; 2]) -> Derivatives {
        let [rows, columns] = [0, 1].map(|side| {
            let (cells, [low, high]) = (&self.cells[side], range[side].map(|t| self.knots[side].clamp(t)));
            let last = cells.len() - 2;
            // A range that begins or ends where two cells meet has the one-sided derivative of its own side.
            let first = cells.partition_point(|&cell| cell <= low).saturating_sub(1).min(last);
            let end = cells.partition_point(|&cell| cell < high).saturating_sub(1).min(last);
            first..=end.max(first)
        });
        let width = self.cells[1].len() - 1;
        let all = rows.flat_map(|row| columns.clone().map(move |column| row * width + column));
        let most = all.fold(Derivatives::default(), |most, cell| most.or(self.bounds[cell]));
        let [u, v] = &self.knots;
        Derivatives { has_corner: u.has_corner(range[0]) || v.has_corner(range[1]), ..most }
    }
}

fn mixed(a: ([f64; 3], f64), b: ([f64; 3], f64), share: f64) -> ([f64; 3], f64) {
    let mix = |a: f64, b: f64| a * (1.0 - share) + b * share;
    (std::array::from_fn(|k| mix(a.0[k], b.0[k])), mix(a.1, b.1))
}

/// How many cells there are along a parameter, at least, in powers of two. Larger: narrower radii with fewer splits, and time
/// to make them; the bounds are off by the square of a cell's size.
const MOST_CELLS: usize = 16;

/// Bézier points of a cell: coordinates times the weight, and the weight. Coordinates are from a middle.
#[derive(Clone)]
struct Grid {
    values: Vec<Vec<[f64; 4]>>,
    /// How wide the cell is in the parameters.
    widths: [f64; 2],
    /// A bound of the coordinates' rounding errors, and of the weights'.
    slack: [f64; 2],
    is_rational: bool,
}

impl Grid {
    /// The Bézier points of a pair of spans.
    fn of_spans(net: &Net, [i, j]: [usize; 2]) -> Self {
        let [of_u, of_v] = &net.knots;
        let [p, q] = [of_u.degree, of_v.degree];
        let own = |row: usize, column: usize| net.control(i - p + row, j - q + column);
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
        Self { values, widths, slack, is_rational: !net.weights.is_empty() }
    }

    /// The grid cut along a parameter in equal parts, a power of two.
    fn cut(&self, side: usize, count: usize) -> Vec<Self> {
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

    /// Bounds of the derivatives of S on the cell.
    fn bounds(&self) -> Derivatives {
        let all = || self.values.iter().flatten();
        // |S − c| at most, and the least weight: S is a mean of these quotients.
        let radius =
            all().map(|&[x, y, z, w]| (length([x, y, z]) + self.slack[0]) / (w - self.slack[1])).fold(0.0, f64::max)
                * UP;
        let least = all().map(|value| value[3]).fold(f64::INFINITY, f64::min) - self.slack[1];
        if !(least > 0.0) {
            let none = f64::INFINITY;
            return Derivatives { u: none, v: none, uu: none, uv: none, vv: none, has_corner: false };
        }
        let norm = |grid: Option<&Self>| grid.map_or([0.0; 2], Self::norms);
        let along = |grid: Option<&Self>, side: usize| grid.and_then(|grid| grid.derivative(side));
        let (u, v) = (along(Some(self), 0), along(Some(self), 1));
        let second = [along(u.as_ref(), 0), along(u.as_ref(), 1), along(v.as_ref(), 1)].map(|grid| norm(grid.as_ref()));
        let ([au, wu], [av, wv]) = (norm(u.as_ref()), norm(v.as_ref()));
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
        Some(Self { values: values.collect(), slack: self.slack.map(|slack| 3.0 * slack * factor), ..self.clone() })
    }

    /// Bounds of the coordinates' length and of the weight's size.
    fn norms(&self) -> [f64; 2] {
        let all = || self.values.iter().flatten();
        let point = all().map(|&[x, y, z, _]| length([x, y, z])).fold(0.0, f64::max) + self.slack[0];
        let weight = all().map(|value| value[3].abs()).fold(0.0, f64::max);
        [point * UP, if self.is_rational { (weight + self.slack[1]) * UP } else { 0.0 }]
    }
}
