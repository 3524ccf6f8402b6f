//! B-splines in intervals: points, and bounds of derivatives from Bézier points of the part that is asked for.
//!
//! A spline of degree p on a span is a polynomial. De Boor's recursion with another parameter at each of its p steps is its
//! *blossom*. The blossoms of k times b and p − k times a are the Bézier points of the part over [a, b] (Ramshaw 1989):
//! the spline lies in their hull, and p / (b − a) times their differences are the Bézier points of the derivative.
//! A net is a spline of splines. A curve is a net of degree 0 along v, and one in the plane has the height 0.

use crate::cad::face::UP;
use crate::cad::form::{box_of, gap};
use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, length, sum, vector};

/// A net of control points with its knots, rational if it has weights. Parameters are clamped to its domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    degrees: [usize; 2],
    knots: [Vec<f64>; 2],
    points: Vec<[f64; 3]>,
    weights: Vec<f64>,
}

/// Coordinates from a middle times the weight, and the weight.
type Point = [Interval; 4];

/// Bounds of |S_u|, |S_v|, |S_uu|, |S_uv| and |S_vv|. Second ones are infinite where a first one may jump.
pub(crate) type Slopes = [f64; 5];

/// The most degree: more is slow. A file with a higher one has no proof.
const MOST_DEGREE: usize = 25;

/// A part of a span is asked for as if it were no less than this share of the span. Smaller: differences of rounded points
/// are divided by less. Larger: bounds of small triangles are those of more.
const LEAST_PART: f64 = 1.0 / 16.0;

impl Net {
    /// A net, its points row by row: all points of one place along u follow each other. `None` if the numbers do not fit,
    /// are not finite, if a weight is not positive, or if a knot cuts the net in two.
    pub fn new(degrees: [usize; 2], knots: [Vec<f64>; 2], points: Vec<[f64; 3]>, weights: Vec<f64>) -> Option<Self> {
        let mut counts = [0; 2];
        for side in 0..2 {
            let (p, own) = (degrees[side], &knots[side]);
            counts[side] = own.len().checked_sub(p + 1).filter(|count| *count > p && p <= MOST_DEGREE)?;
            let rises = own.windows(2).all(|pair| pair[0] <= pair[1]) && own.iter().all(|knot| knot.is_finite());
            let is_cut = p > 0 && own[1..own.len() - 1].windows(p + 1).any(|same| same[0] == same[p]);
            (rises && !is_cut && own[p] < own[counts[side]]).then_some(())?;
        }
        let are_points = counts[0].checked_mul(counts[1]) == Some(points.len())
            && points.as_flattened().iter().all(|x| x.is_finite())
            && (weights.is_empty() || weights.len() == points.len())
            && weights.iter().all(|weight| (0.0..f64::INFINITY).contains(weight) && *weight > 0.0);
        are_points.then_some(Self { degrees, knots, points, weights })
    }

    /// A curve: a net that has one place along v, from 0 to 1.
    pub fn curve(degree: usize, knots: Vec<f64>, points: Vec<[f64; 3]>, weights: Vec<f64>) -> Option<Self> {
        Self::new([degree, 0], [knots, vec![0.0, 1.0]], points, weights)
    }

    /// Where both parameters are defined.
    pub(crate) fn domain(&self) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let (own, p) = (&self.knots[side], self.degrees[side]);
            [own[p], own[own.len() - p - 1]]
        })
    }

    fn clamped(&self, side: usize, t: f64) -> f64 {
        let [low, high] = self.domain()[side];
        t.max(low).min(high)
    }

    /// The spans that are not empty and share more than an end with a range in the domain, each with its part of the
    /// range; for a single parameter one that holds it.
    fn parts(&self, side: usize, [low, high]: [f64; 2]) -> Vec<(usize, [f64; 2])> {
        let own = &self.knots[side];
        let spans = (self.degrees[side]..own.len() - self.degrees[side] - 1).filter(|&i| own[i] < own[i + 1]);
        let meets = |i: &usize| own[*i] < high && low < own[*i + 1];
        let holds = |i: &usize| own[*i] <= low && high <= own[*i + 1];
        let found: Vec<usize> =
            if low < high { spans.filter(meets).collect() } else { spans.filter(holds).take(1).collect() };
        found.into_iter().map(|i| (i, [low.max(own[i]), high.min(own[i + 1])])).collect()
    }

    /// The point in the middle of a pair of spans that coordinates are counted from, and its control points.
    fn own(&self, [i, j]: [usize; 2]) -> ([f64; 3], Vec<Vec<Point>>) {
        let ([p, q], columns) = (self.degrees, self.knots[1].len() - self.degrees[1] - 1);
        let place = |row: usize, column: usize| (i - p + row) * columns + j - q + column;
        let middle = self.points[place(p / 2, q / 2)];
        let point = |place: usize| {
            let weight = Interval::of(self.weights.get(place).copied().unwrap_or(1.0));
            let [x, y, z] = [0, 1, 2].map(|k| {
                let from = Interval::of(self.points[place][k]).minus(&Interval::of(middle[k]));
                from.times(&weight)
            });
            [x, y, z, weight]
        };
        (middle, (0..=p).map(|row| (0..=q).map(|column| point(place(row, column))).collect()).collect())
    }

    /// The blossom of k times the second parameter and else the first, of the points of a span.
    fn blossom(&self, side: usize, span: usize, points: &[Point], [a, b]: [f64; 2], k: usize) -> Point {
        let (p, knots) = (self.degrees[side], &self.knots[side]);
        let mut own = points.to_vec();
        for step in 1..=p {
            let t = if step <= k { b } else { a };
            for to in (step..=p).rev() {
                let [t, low, high] = [t, knots[span - p + to], knots[span + 1 + to - step]].map(Interval::of);
                // The knots hold the span, and the span the parameter.
                let share = t.minus(&low).over(&high.minus(&low));
                let share = Interval { low: share.low.max(0.0), high: share.high.min(1.0) };
                let rest = Interval::of(1.0).minus(&share);
                let rest = Interval { low: rest.low.max(0.0), high: rest.high };
                // Weights that are all 1 stay so.
                let (from, count) = (own[to - 1], if self.weights.is_empty() { 3 } else { 4 });
                for (x, from) in own[to].iter_mut().zip(&from).take(count) {
                    *x = scaled(from, &rest).plus(&scaled(x, &share));
                }
            }
        }
        own[p]
    }

    /// The point at a pair of parameters.
    pub(crate) fn at(&self, [u, v]: [f64; 2]) -> Option<Vector> {
        let [u, v] = [self.clamped(0, u), self.clamped(1, v)];
        let [i, j] = [self.parts(0, [u; 2]).first()?.0, self.parts(1, [v; 2]).first()?.0];
        let (middle, own) = self.own([i, j]);
        let rows: Vec<Point> = own.iter().map(|row| self.blossom(1, j, row, [v; 2], 0)).collect();
        let [x, y, z, weight] = self.blossom(0, i, &rows, [u; 2], 0);
        (weight.low > 0.0).then(|| sum(&vector(middle), &[x, y, z].map(|x| x.over(&weight))))
    }

    /// Bounds of the derivatives over a box of parameters, clamped to the domain.
    pub(crate) fn slopes(&self, range: [[f64; 2]; 2]) -> Slopes {
        let range = [0, 1].map(|side| range[side].map(|t| self.clamped(side, t)));
        let [rows, columns] = [0, 1].map(|side| self.parts(side, range[side]));
        let mut most = [0.0f64; 5];
        for &(i, of_u) in &rows {
            for &(j, of_v) in &columns {
                let slopes = self.slopes_of([i, j], [of_u, of_v]);
                most = std::array::from_fn(|k| most[k].max(slopes[k]));
            }
        }
        let jumps = (0..2).any(|side| self.has_corner(side, range[side]));
        if jumps { [most[0], most[1], f64::INFINITY, f64::INFINITY, f64::INFINITY] } else { most }
    }

    /// [`gap`] of points.
    pub(crate) fn gap(&self, points: &[[f64; 2]]) -> f64 {
        gap(self.slopes(box_of(points)), self.domain(), points)
    }

    /// Whether a knot strictly inside a range is there as often as the degree: a first derivative may jump.
    fn has_corner(&self, side: usize, [low, high]: [f64; 2]) -> bool {
        let p = self.degrees[side].max(1);
        let is_inside = |knot: f64| low < knot && knot < high;
        self.knots[side].windows(p).any(|same| same[0] == same[p - 1] && is_inside(same[0]))
    }

    /// The bounds on a part of a pair of spans. With A = w·(S − c):
    /// |S_u| ≤ (|A_u| + |w_u|·|S − c|) / w and |S_uu| ≤ (|A_uu| + 2·|w_u|·|S_u| + |w_uu|·|S − c|) / w.
    fn slopes_of(&self, spans: [usize; 2], part: [[f64; 2]; 2]) -> Slopes {
        let part = [0, 1].map(|side| {
            let (own, [low, high]) = (&self.knots[side][spans[side]..=spans[side] + 1], part[side]);
            let least = (own[1] - own[0]) * LEAST_PART;
            if high - low >= least { [low, high] } else { [(high - least).max(own[0]), (low + least).min(own[1])] }
        });
        let [p, q] = self.degrees;
        let (_, own) = self.own(spans);
        let rows: Vec<Vec<Point>> =
            own.iter().map(|row| (0..=q).map(|k| self.blossom(1, spans[1], row, part[1], k)).collect()).collect();
        let column = |l: usize| rows.iter().map(|row| row[l]).collect::<Vec<Point>>();
        let columns: Vec<Vec<Point>> = (0..=q).map(column).collect();
        let grid: Vec<Vec<Point>> =
            (0..=p).map(|k| columns.iter().map(|own| self.blossom(0, spans[0], own, part[0], k)).collect()).collect();
        let norms = |grid: &[Vec<Point>]| {
            let all = || grid.iter().flatten();
            let point = all().map(|[x, y, z, _]| length(&[*x, *y, *z]).high).fold(0.0, f64::max);
            [point, all().map(|point| point[3].most()).fold(0.0, f64::max)]
        };
        let least = grid.iter().flatten().map(|point| point[3].low).fold(f64::INFINITY, f64::min);
        if !(least > 0.0) {
            return [f64::INFINITY; 5];
        }
        let radius = norms(&grid)[0] / least * UP;
        let [of_u, of_v] = [0, 1].map(|side| derivative(&grid, side, part[side]));
        let second = [derivative(&of_u, 0, part[0]), derivative(&of_u, 1, part[1]), derivative(&of_v, 1, part[1])];
        let ([au, wu], [av, wv], [uu, uv, vv]) = (norms(&of_u), norms(&of_v), second.each_ref().map(|x| norms(x)));
        let u = (au + wu * radius) / least * UP;
        let v = (av + wv * radius) / least * UP;
        let uu = (uu[0] + 2.0 * wu * u + uu[1] * radius) / least * UP;
        let uv = (uv[0] + wu * v + wv * u + uv[1] * radius) / least * UP;
        let vv = (vv[0] + 2.0 * wv * v + vv[1] * radius) / least * UP;
        let slopes = [u, v, uu, uv, vv];
        if slopes.iter().all(|x| x.is_finite()) { slopes } else { [f64::INFINITY; 5] }
    }
}

/// The product with a number that is not negative: one product for each end. Zero stays as it is.
fn scaled(x: &Interval, by: &Interval) -> Interval {
    let [low, high] = [if x.low < 0.0 { by.high } else { by.low }, if x.high < 0.0 { by.low } else { by.high }];
    let below = if x.low == 0.0 || low == 0.0 { 0.0 } else { (x.low * low).next_down() };
    let above = if x.high == 0.0 || high == 0.0 { 0.0 } else { (x.high * high).next_up() };
    // The greater one of NaN and a number is the number: an end that is NaN is unknown.
    Interval { low: below.max(f64::NEG_INFINITY), high: above.min(f64::INFINITY) }
}

/// The Bézier points of the derivative along one parameter, over the part of the grid. None where the degree is 0.
fn derivative(grid: &[Vec<Point>], side: usize, [low, high]: [f64; 2]) -> Vec<Vec<Point>> {
    let degree = if side == 0 { grid.len() } else { grid.first().map_or(0, Vec::len) }.saturating_sub(1);
    let factor = Interval::of(degree as f64).over(&Interval::of(high).minus(&Interval::of(low)));
    let change = |a: &Point, b: &Point| -> Point { std::array::from_fn(|c| b[c].minus(&a[c]).times(&factor)) };
    if side == 0 {
        grid.windows(2).map(|rows| rows[0].iter().zip(&rows[1]).map(|(a, b)| change(a, b)).collect()).collect()
    } else {
        grid.iter().map(|row| row.windows(2).map(|pair| change(&pair[0], &pair[1])).collect()).collect()
    }
}
