//! B-spline surfaces, rational or not, from their nets of control points.
//!
//! The bounds of derivatives are those of [`crate::spline`], span by span: differences of the control points of one span
//! bound the derivatives on it.

use crate::derivatives::{Bends, Derivatives};
use crate::grid::Grid;
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
    /// How many cells a span has at most.
    most_a_span: usize,
    /// Where the cells of the bounds begin and end along both parameters.
    cells: [Vec<f64>; 2],
    /// The bounds on each cell, row by row.
    bounds: Vec<(Derivatives, Bends)>,
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
        let most_a_span = CELLS_A_SPAN;
        Some(Self { knots, points, weights, most_a_span, cells: Default::default(), bounds: Vec::new() }.bounded())
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
        self.bounds = vec![(Derivatives::default(), Bends::UNKNOWN); (self.cells[0].len() - 1) * columns];
        for (row, &i) in spans[0].iter().enumerate() {
            for (column, &j) in spans[1].iter().enumerate() {
                let [p, q] = [&self.knots[0], &self.knots[1]].map(|knots| knots.degree);
                let own = |row: usize, column: usize| self.control(i - p + row, j - q + column);
                let whole = Grid::of_spans([&self.knots[0], &self.knots[1]], [i, j], own, !self.weights.is_empty());
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
        if self.knots[side].degree == 1 && self.has_one_weight_along(side) {
            return 1;
        }
        let most = MOST_CELLS * self.most_a_span / CELLS_A_SPAN;
        (most / spans.max(1)).next_power_of_two().clamp(1, self.most_a_span)
    }

    /// Cuts the net in more cells if many triangles lie on it.
    pub(crate) fn made_for(&mut self, triangles: usize) {
        if triangles >= MANY_TRIANGLES * self.bounds.len() && self.most_a_span < MANY_A_SPAN {
            self.most_a_span = MANY_A_SPAN;
            *self = self.clone().bounded();
        }
    }

    /// Whether all points of a line along a parameter have one weight: then the surface is as simple along it as its degree.
    fn has_one_weight_along(&self, side: usize) -> bool {
        let columns = self.columns();
        let first = |place: usize| if side == 0 { place % columns } else { place - place % columns };
        self.weights.iter().enumerate().all(|(place, weight)| *weight == self.weights[first(place)])
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
        let most = self.cells_in(range).fold(Derivatives::default(), |most, (bounds, _)| most.or(*bounds));
        let [u, v] = &self.knots;
        Derivatives { has_corner: u.has_corner(range[0]) || v.has_corner(range[1]), ..most }
    }

    /// Balls that hold the second derivatives over a box of parameters, but where the first ones jump.
    pub(crate) fn bends(&self, range: [[f64; 2]; 2]) -> Bends {
        Bends::around(|| self.cells_in(range).map(|(_, bends)| bends))
    }

    /// The bounds of the cells that meet a box of parameters.
    fn cells_in(&self, range: [[f64; 2]; 2]) -> impl Iterator<Item = &(Derivatives, Bends)> + Clone {
        let [rows, columns] = [0, 1].map(|side| {
            let (cells, [low, high]) = (&self.cells[side], range[side].map(|t| self.knots[side].clamp(t)));
            let last = cells.len() - 2;
            // A range that begins or ends where two cells meet has the one-sided derivative of its own side.
            let first = cells.partition_point(|&cell| cell <= low).saturating_sub(1).min(last);
            let end = cells.partition_point(|&cell| cell < high).saturating_sub(1).min(last);
            first..=end.max(first)
        });
        let width = self.cells[1].len() - 1;
        let (first, last) = (*columns.start(), *columns.end());
        rows.flat_map(move |row| &self.bounds[row * width + first..=row * width + last])
    }
}

fn mixed(a: ([f64; 3], f64), b: ([f64; 3], f64), share: f64) -> ([f64; 3], f64) {
    let mix = |a: f64, b: f64| a * (1.0 - share) + b * share;
    (std::array::from_fn(|k| mix(a.0[k], b.0[k])), mix(a.1, b.1))
}

/// How many cells there are along a parameter, at least, in powers of two, and how many a span has at most. Larger: narrower
/// radii with fewer splits, and time to make them.
const MOST_CELLS: usize = 32;
const CELLS_A_SPAN: usize = 8;

/// The same for a net that so many triangles a cell lie on: then more splits are saved.
const MANY_TRIANGLES: usize = 8;
const MANY_A_SPAN: usize = 16;
