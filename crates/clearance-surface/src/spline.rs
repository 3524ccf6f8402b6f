//! B-splines, rational or not: curves with any number of coordinates. Surfaces are splines of splines ([`crate::net`]).
//!
//! **Method.** De Boor's recursion for points. The derivative of a spline is a spline of degree p − 1 whose control
//! points are the differences p·(P_{i+1} − P_i) / (t_{i+p+1} − t_{i+1}); a spline lies in the hull of its control points.
//! So the largest difference of the control points of a span bounds the derivative on that span.
//!
//! **Accuracy.** A step of the recursion takes (1 − a)·P + a·Q with 0 <= a <= 1, and a is within 3u of its quotient. The
//! result is off by at most 6u times the largest coordinate of both; p steps add up to 6u·p. [`POINT`] is 8u a step.

use clearance::real::{U, UP};

/// The error of one step of de Boor's recursion, as a share of the largest control point.
pub(crate) const POINT: f64 = 8.0 * U;

/// The most degree that is read. Larger: more memory on the stack.
pub const MOST_DEGREE: usize = 25;

/// Knots with their degree: `knots.len() == count + degree + 1`, rising, and the domain is not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Knots {
    /// The degree p of the pieces.
    pub degree: usize,
    /// The knots, each as often as its multiplicity.
    pub values: Vec<f64>,
}

impl Knots {
    /// The knots of a spline with so many control points. `None` if they are not finite, fall, have another number, or
    /// leave no domain.
    pub fn new(degree: usize, values: Vec<f64>, count: usize) -> Option<Self> {
        let is_rising = values.windows(2).all(|pair| pair[0] <= pair[1]) && values.iter().all(|knot| knot.is_finite());
        let fits = (1..=MOST_DEGREE).contains(&degree) && count > degree && values.len() == count + degree + 1;
        if !(is_rising && fits && values[degree] < values[count]) {
            return None;
        }
        // A knot of degree + 1 inside the domain cuts the spline in two.
        let is_cut = values[1..values.len() - 1].windows(degree + 1).any(|same| same[0] == same[degree]);
        (!is_cut).then_some(Self { degree, values })
    }

    /// How many control points belong to them.
    pub fn count(&self) -> usize {
        self.values.len() - self.degree - 1
    }

    /// Where the spline is defined.
    pub fn domain(&self) -> [f64; 2] {
        [self.values[self.degree], self.values[self.count()]]
    }

    /// The parameter inside the domain that is nearest.
    pub fn clamp(&self, t: f64) -> f64 {
        let [low, high] = self.domain();
        t.max(low).min(high)
    }

    /// The index i of the span [t_i, t_{i+1}] that holds a parameter of the domain, and is not empty.
    pub fn span(&self, t: f64) -> usize {
        let (first, last) = (self.degree, self.count());
        let after = first + self.values[first..last].partition_point(|&knot| knot <= t);
        let mut span = (after - 1).max(first);
        // The last span ends with the domain, and the spans before it may be empty.
        while span > first && !(self.values[span] < self.values[span + 1]) {
            span -= 1;
        }
        span
    }

    /// The spans that are not empty and meet a range of parameters, clamped to the domain.
    pub fn spans(&self, [low, high]: [f64; 2]) -> impl Iterator<Item = usize> + '_ {
        let (first, last) = (self.span(self.clamp(low)), self.span(self.clamp(high)));
        // A range that begins on a knot meets the span before it in that knot alone: its one-sided derivative is that
        // of the span after it, and the same holds at the end.
        (first..=last).filter(|&span| self.values[span] < self.values[span + 1])
    }

    /// Whether a knot strictly inside a range leaves a corner: there the first derivative may jump, and bounds of second
    /// derivatives prove nothing.
    pub fn has_corner(&self, [low, high]: [f64; 2]) -> bool {
        let inner = &self.values[self.degree + 1..self.count()];
        let first = inner.partition_point(|&knot| knot <= low);
        let mut inside = inner[first..].iter().take_while(|&&knot| knot < high).peekable();
        while let Some(knot) = inside.next() {
            let mut times = 1;
            while inside.next_if(|next| *next == knot).is_some() {
                times += 1;
            }
            if times >= self.degree {
                return true;
            }
        }
        false
    }

    /// How the recursion mixes: `mix(from, to, share)` replaces point `to` by (1 − share)·from + share·to. Points are
    /// those of the span: 0 to degree; the result is the last one.
    pub(crate) fn recursion(&self, span: usize, t: f64, mut mix: impl FnMut(usize, usize, f64)) {
        let p = self.degree;
        for step in 1..=p {
            for to in (step..=p).rev() {
                let (low, high) = (self.values[span - p + to], self.values[span + 1 + to - step]);
                let share = ((t - low) / (high - low)).clamp(0.0, 1.0);
                mix(to - 1, to, share);
            }
        }
    }

    /// The Bézier points of a span, from its p + 1 control points: point k is the recursion with k steps at the span's end
    /// and the rest at its begin.
    pub(crate) fn bezier(&self, span: usize, points: &[[f64; 4]]) -> Vec<[f64; 4]> {
        let p = self.degree;
        let [begin, end] = [self.values[span], self.values[span + 1]];
        let point = |k: usize| {
            let mut own = points.to_vec();
            for step in 1..=p {
                let t = if step <= k { end } else { begin };
                for to in (step..=p).rev() {
                    let (low, high) = (self.values[span - p + to], self.values[span + 1 + to - step]);
                    let share = ((t - low) / (high - low)).clamp(0.0, 1.0);
                    let (a, b) = (own[to - 1], own[to]);
                    own[to] = std::array::from_fn(|c| a[c] * (1.0 - share) + b[c] * share);
                }
            }
            own[p]
        };
        (0..=p).map(point).collect()
    }

    /// The factors that make control points of the derivative from the differences of the p + 1 points of a span, after
    /// `order` derivatives: point i of p − order points. Rounded up.
    pub(crate) fn factor(&self, span: usize, order: usize, i: usize) -> f64 {
        let p = self.degree - order;
        // Local points i and i + 1 of the order-th derivative: its knots begin `order` later.
        let first = span - self.degree + i + order;
        let (low, high) = (self.values[first + 1], self.values[first + 1 + p]);
        p as f64 / (high - low)
    }
}

/// A curve of N coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Spline<const N: usize> {
    knots: Knots,
    points: Vec<[f64; N]>,
    /// All positive; empty for a spline that is not rational.
    weights: Vec<f64>,
    /// Bounds of |C'| and |C''| for each span, by the number of the span.
    bounds: Vec<[f64; 2]>,
}

impl<const N: usize> Spline<N> {
    /// The spline of these control points. `None` if the numbers do not fit, are not finite, or a weight is not positive.
    pub fn new(degree: usize, knots: Vec<f64>, points: Vec<[f64; N]>, weights: Vec<f64>) -> Option<Self> {
        let knots = Knots::new(degree, knots, points.len())?;
        let are_weights = weights.is_empty() || weights.len() == points.len();
        let is_finite = points.as_flattened().iter().all(|x| x.is_finite());
        if !(are_weights && is_finite && weights.iter().all(|&w| w > 0.0 && w < f64::INFINITY)) {
            return None;
        }
        Some(Self { knots, points, weights, bounds: Vec::new() }.bounded())
    }

    fn bounded(mut self) -> Self {
        self.bounds = (0..self.points.len()).map(|span| self.bounds_of_span(span)).collect();
        self
    }

    /// The spline of mapped control points. `None` if one is not finite.
    pub(crate) fn mapped(&self, map: impl Fn([f64; N]) -> [f64; N]) -> Option<Self> {
        let points: Vec<[f64; N]> = self.points.iter().map(|&point| map(point)).collect();
        let is_finite = points.as_flattened().iter().all(|x| x.is_finite());
        is_finite.then(|| Self { points, ..self.clone() }.bounded())
    }

    /// Where the curve is defined.
    pub fn domain(&self) -> [f64; 2] {
        self.knots.domain()
    }

    fn weight(&self, i: usize) -> f64 {
        self.weights.get(i).copied().unwrap_or(1.0)
    }

    /// The point at a parameter, and a bound of its error. The parameter is clamped to the domain.
    pub fn at(&self, t: f64) -> ([f64; N], f64) {
        let (t, p) = (self.knots.clamp(t), self.knots.degree);
        let span = self.knots.span(t);
        let first = span - p;
        let mut own = [([0.0; N], 0.0); MOST_DEGREE + 1];
        let (mut size, mut least, mut most) = (0.0f64, f64::INFINITY, 0.0f64);
        for (i, own) in own.iter_mut().enumerate().take(p + 1) {
            let (point, weight) = (self.points[first + i], self.weight(first + i));
            *own = (point.map(|x| x * weight), weight);
            size = size.max(length(point));
            (least, most) = (least.min(weight), most.max(weight));
        }
        self.knots.recursion(span, t, |from, to, share| {
            let ((a, v), (b, w)) = (own[from], own[to]);
            own[to] = (std::array::from_fn(|k| a[k] * (1.0 - share) + b[k] * share), v * (1.0 - share) + w * share);
        });
        let (point, weight) = own[p];
        let ratio = if self.weights.is_empty() { 1.0 } else { 2.0 * most / least };
        let point = if self.weights.is_empty() { point } else { point.map(|x| x / weight) };
        (point, POINT * (p + 2) as f64 * N as f64 * size * ratio * UP)
    }

    /// Whether the curve may have a corner strictly inside a range.
    pub fn has_corner(&self, range: [f64; 2]) -> bool {
        self.knots.has_corner(range)
    }

    /// Bounds of |C'| and |C''| over a range of parameters.
    pub fn derivatives(&self, range: [f64; 2]) -> [f64; 2] {
        let spans = self.knots.spans(range);
        spans.fold([0.0; 2], |[first, second], span| {
            let [u, uu] = self.bounds[span];
            [first.max(u), second.max(uu)]
        })
    }

    /// The bounds of one span. With A = w·(C − c) about the middle c of the control points:
    /// |C'| <= (|A'| + |w'|·|C − c|) / w and |C''| <= (|A''| + 2|w'|·|C'| + |w''|·|C − c|) / w.
    fn bounds_of_span(&self, span: usize) -> [f64; 2] {
        let (p, knots) = (self.knots.degree, &self.knots);
        if span < p || span >= self.points.len() || !(knots.values[span] < knots.values[span + 1]) {
            return [0.0; 2];
        }
        let own = &self.points[span - p..=span];
        let middle: [f64; N] = std::array::from_fn(|k| own.iter().map(|x| x[k]).sum::<f64>() / (p + 1) as f64);
        let local = |i: usize| -> [f64; N] { std::array::from_fn(|k| own[i][k] - middle[k]) };
        let radius = (0..=p).map(|i| length(local(i))).fold(0.0, f64::max);
        let size = radius + length(middle);
        let mut a: Vec<[f64; N]> = (0..=p).map(|i| local(i).map(|x| x * self.weight(span - p + i))).collect();
        let mut w: Vec<f64> = (0..=p).map(|i| self.weight(span - p + i)).collect();
        let least = w.iter().fold(f64::INFINITY, |least: f64, &w| least.min(w));
        // What rounding adds to a control point of A, and how derivatives grow it.
        let mut slack = 8.0 * U * size * w.iter().fold(0.0, |most: f64, &w| most.max(w));
        let mut norms = [[0.0f64; 2]; 2];
        for (order, norms) in norms.iter_mut().enumerate().take(p.min(2)) {
            let mut growth = 0.0f64;
            for i in 0..p - order {
                let factor = knots.factor(span, order, i);
                growth = growth.max(factor);
                a[i] = std::array::from_fn(|k| (a[i + 1][k] - a[i][k]) * factor);
                w[i] = (w[i + 1] - w[i]) * factor;
                norms[0] = norms[0].max(length(a[i]));
                norms[1] = norms[1].max(w[i].abs());
            }
            slack = 3.0 * slack * growth;
            norms[0] += slack;
            norms[1] += if self.weights.is_empty() { 0.0 } else { slack / size.max(f64::MIN_POSITIVE) };
        }
        let [[a1, w1], [a2, w2]] = norms;
        let first = (a1 + w1 * radius) / least * UP;
        [first, (a2 + 2.0 * w1 * first + w2 * radius) / least * UP]
    }
}

/// The length of a vector.
pub(crate) fn length<const N: usize>(vector: [f64; N]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// How far a range reaches beyond a domain.
pub(crate) fn excess([low, high]: [f64; 2], domain: [f64; 2]) -> f64 {
    let [before, after] = [domain[0] - low, high - domain[1]];
    if before.max(after) > 0.0 { before.max(after).next_up() } else { 0.0 }
}
