//! Faces: a surface over a region of the parameters, with triangles, and how far the surface is from each triangle.

use crate::cad::form::{Axes, Form, box_of, gap};
use crate::cad::spline::Net;
use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, difference, length, product, sine_cosine, sum, vector};
use dashu_ratio::Relaxed;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A bound in floats is multiplied by this: it sums and multiplies a few dozen numbers that are not negative.
pub(crate) const UP: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// A curve in the parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// o + t·d.
    Line([f64; 2], [f64; 2]),
    /// m + cos t·a + sin t·b.
    Ellipse([f64; 2], [[f64; 2]; 2]),
    /// A B-spline, a curve whose points have the height 0.
    Spline(Net),
}

/// An edge of a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// How far the file leaves open where the face ends.
    pub tolerance: f64,
    /// The curve.
    pub curve: Curve,
    /// The nodes along it, and its parameter at each.
    pub nodes: Vec<(u32, f64)>,
}

/// A face of a body, where the body stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The surface.
    pub form: Form,
    /// Where an instance of another body puts the surface.
    pub pose: Option<Axes>,
    /// The parameters and the corner of each node. Corners may be any points.
    pub nodes: Vec<([f64; 2], [f64; 3])>,
    /// Three nodes each.
    pub triangles: Vec<[u32; 3]>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The pieces of edges at the sides of a triangle: the edge, and the parameters of its curve at both ends.
type Borders = [Option<(usize, [f64; 2])>; 3];

/// A bound that is at most this multiple of a distance that was seen is not improved. Larger: wider radii. Smaller: more time.
const TIGHT: f64 = 1.25;

/// A radius of a smaller share of the triangle's size is not improved. Larger: wider radii of what is flat. Smaller: more time.
const FLAT: f64 = 1.0 / (1u64 << 10) as f64;

/// How often a triangle is split in four for a narrower radius.
const MOST_DEPTH: u32 = 3;

impl Face {
    fn factor(&self) -> f64 {
        self.form.factor() * self.pose.map_or(1.0, |pose| pose.factors()[0])
    }
    pub(crate) fn at(&self, uv: [f64; 2]) -> Option<Vector> {
        let own = self.form.at(uv)?;
        Some(self.pose.map_or(own, |pose| pose.image(&own)))
    }
    fn uv(&self, triangle: usize) -> [[f64; 2]; 3] {
        self.triangles[triangle].map(|node| self.nodes[node as usize].0)
    }

    /// The radius of each triangle: the surface over it, with the slivers at its edges and their tolerance, is no farther.
    ///
    /// # Errors
    /// If the triangles do not tile the polygon of the edges, or a radius is not finite.
    pub fn radii(&self) -> Result<Vec<f64>, String> {
        let borders = self.tiled()?;
        let factor = self.factor();
        // Nodes are corners of several triangles.
        let places: Vec<Option<Vector>> = self.nodes.iter().map(|(uv, _)| self.at(*uv)).collect();
        let radius = |triangle: usize| -> Option<f64> {
            let uv = self.uv(triangle);
            let inner = self.inner(triangle, factor, &places)?;
            let (mut sliver, mut tolerance) = (0.0f64, 0.0f64);
            for (side, border) in borders[triangle].iter().enumerate() {
                let Some((edge, range)) = border else { continue };
                let ends = [uv[side], uv[(side + 1) % 3]];
                let bulge = self.edges[*edge].curve.bulge(*range, ends);
                let wide = box_of(&ends).map(|[low, high]| [(low - bulge).next_down(), (high + bulge).next_up()]);
                let own = self.form.stretch(wide) * bulge * factor;
                sliver = if own <= sliver { sliver } else { own };
                tolerance = tolerance.max(self.edges[*edge].tolerance);
            }
            let radius = (inner + sliver + tolerance) * UP;
            radius.is_finite().then_some(radius)
        };
        let radii: Option<Vec<f64>> = (0..self.triangles.len()).map(radius).collect();
        radii.ok_or_else(|| "a radius is not finite".to_owned())
    }

    /// How far the surface over a triangle is from it, without slivers. The distance from the triangle is convex: over a
    /// part it is no more than the largest at its corners, and the gap of the part.
    fn inner(&self, triangle: usize, factor: f64, places: &[Option<Vector>]) -> Option<f64> {
        let uv = self.uv(triangle);
        let corners = self.triangles[triangle].map(|node| self.nodes[node as usize].1);
        let away = |p: [f64; 2]| Some(above_triangle(&self.at(p)?, corners));
        let [a, b, c] = self.triangles[triangle].map(|node| places[node as usize].as_ref());
        let first = [a?, b?, c?].map(|place| above_triangle(place, corners));
        // Bounds of derivatives for all of the triangle serve its parts.
        let (slopes, domain) = (self.form.slopes(box_of(&uv)), self.form.domain());
        let size = corners.iter().map(|x| (0..3).map(|k| (x[k] - corners[0][k]).abs()).sum()).fold(0.0f64, f64::max);
        let largest = |away: [f64; 3]| away.into_iter().fold(0.0, f64::max);
        let (mut seen, mut proven) = (largest(first), 0.0f64);
        let mut parts = vec![(uv, first, 0)];
        while let Some((uv, own, depth)) = parts.pop() {
            let bound = (largest(own) + gap(slopes, domain, &uv) * factor) * UP;
            if !(bound < f64::INFINITY) {
                return None;
            }
            let is_good = |seen: f64| bound <= TIGHT * seen || bound <= proven.max(FLAT * size) || depth == MOST_DEPTH;
            if !is_good(seen) {
                let middles = [0, 1, 2].map(|side| [0, 1].map(|k| 0.5 * uv[side][k] + 0.5 * uv[(side + 1) % 3][k]));
                let [x, y, z] = middles;
                let between = [away(x)?, away(y)?, away(z)?];
                seen = seen.max(largest(between));
                if !is_good(seen) {
                    let corner = |i: usize| {
                        let before = (i + 2) % 3;
                        ([uv[i], middles[i], middles[before]], [own[i], between[i], between[before]], depth + 1)
                    };
                    parts.extend([corner(0), corner(1), corner(2), (middles, between, depth + 1)]);
                    continue;
                }
            }
            proven = proven.max(bound);
        }
        // Middles round: parts miss the sides by a few last digits of the parameters.
        let range = box_of(&uv);
        let far = range.as_flattened().iter().fold(0.0f64, |most, x| most.max(x.abs()));
        Some(proven + self.form.stretch(range) * factor * 8.0 * f64::EPSILON * far)
    }

    /// Checks that the triangles turn one way, that two share each inner side, and that the sides left over are the pieces
    /// of the edges. Answers the pieces at the sides of each triangle.
    fn tiled(&self) -> Result<Vec<Borders>, String> {
        let is_node = |node: &u32| (*node as usize) < self.nodes.len();
        let is_finite = |(uv, corner): &([f64; 2], [f64; 3])| uv.iter().chain(corner).all(|x| x.is_finite());
        let is_edge = |edge: &Edge| {
            (0.0..f64::INFINITY).contains(&edge.tolerance)
                && edge.nodes.iter().all(|(node, t)| is_node(node) && t.is_finite())
        };
        let are_numbers = self.nodes.iter().all(is_finite) && self.edges.iter().all(is_edge);
        if self.triangles.is_empty() || !are_numbers || !self.triangles.iter().flatten().all(is_node) {
            return Err("there is no triangle, or a number is none".to_owned());
        }
        let turns: Vec<Ordering> = (0..self.triangles.len()).map(|triangle| turn(self.uv(triangle))).collect();
        if turns.contains(&Ordering::Less) && turns.contains(&Ordering::Greater) {
            return Err("triangles turn both ways".to_owned());
        }
        let mut sides = HashMap::new();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            for side in 0..3 {
                let way = (corners[side], corners[(side + 1) % 3]);
                if sides.insert(way, (triangle, side)).is_some() {
                    return Err("a side is passed twice in one direction".to_owned());
                }
            }
        }
        let mut left: HashMap<(u32, u32), (usize, usize)> = sides
            .iter()
            .filter(|((a, b), _)| !sides.contains_key(&(*b, *a)))
            .map(|(way, place)| (*way, *place))
            .collect();
        let mut borders = vec![[None; 3]; self.triangles.len()];
        for (number, edge) in self.edges.iter().enumerate() {
            for pieces in edge.nodes.windows(2) {
                let [(a, from), (b, to)] = [pieces[0], pieces[1]];
                let straight = left.remove(&(a, b)).map(|place| (place, [from, to]));
                let found = straight.or_else(|| left.remove(&(b, a)).map(|place| (place, [to, from])));
                let ((triangle, side), range) = found.ok_or("an edge has a piece without a triangle")?;
                borders[triangle][side] = Some((number, range));
            }
        }
        if left.is_empty() { Ok(borders) } else { Err("a triangle is missing".to_owned()) }
    }
}

impl Curve {
    /// How far the curve over a range is from the chord between two points of the parameters.
    fn bulge(&self, [from, to]: [f64; 2], ends: [[f64; 2]; 2]) -> f64 {
        let everything = [Interval { low: f64::NEG_INFINITY, high: f64::INFINITY }; 2];
        let at = |t: f64| -> [Interval; 2] {
            let of = Interval::of;
            match *self {
                Self::Line(o, d) => [0, 1].map(|k| of(o[k]).plus(&of(t).times(&of(d[k])))),
                Self::Ellipse(m, [a, b]) => {
                    let [sine, cosine] = sine_cosine(&of(t));
                    [0, 1].map(|k| of(m[k]).plus(&cosine.times(&of(a[k]))).plus(&sine.times(&of(b[k]))))
                }
                Self::Spline(ref net) => net.at([t, 0.0]).map_or(everything, |[x, y, _]| [x, y]),
            }
        };
        let off = |t: f64, uv: [f64; 2]| {
            let [x, y] = [0, 1].map(|k| at(t)[k].minus(&Interval::of(uv[k])).most());
            (x * x + y * y).sqrt() * UP
        };
        let curved = match *self {
            Self::Line(..) => 0.0,
            // |c″|² = |cos t·a + sin t·b|² = (|a|² + |b|²)/2 + cos 2t·(|a|² − |b|²)/2 + sin 2t·a·b.
            Self::Ellipse(_, [a, b]) => {
                let dot = |p: [f64; 2], q: [f64; 2]| {
                    let [p, q] = [p, q].map(|p| p.map(Interval::of));
                    p[0].times(&q[0]).plus(&p[1].times(&q[1]))
                };
                let [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)];
                let square = 0.5 * (aa.plus(&bb).most() + aa.minus(&bb).most()) + ab.most();
                0.125 * square.sqrt() * (to - from) * (to - from)
            }
            Self::Spline(ref net) => net.gap(&[[from, 0.0], [to, 0.0]]),
        };
        (curved + off(from, ends[0]).max(off(to, ends[1]))) * UP
    }
}

/// How three points of the parameters turn, without rounding.
fn turn([a, b, c]: [[f64; 2]; 3]) -> Ordering {
    fn of<N: Number>([a, b, c]: [[f64; 2]; 3]) -> N {
        let way = |p: [f64; 2], k: usize| N::of(p[k]).minus(&N::of(a[k]));
        way(b, 0).times(&way(c, 1)).minus(&way(b, 1).times(&way(c, 0)))
    }
    of::<Interval>([a, b, c])
        .sign()
        .unwrap_or_else(|| Number::sign(&of::<Relaxed>([a, b, c])).unwrap_or(Ordering::Equal))
}

/// A bound of the distance of a point from a triangle: that from the point of it which floats take for the nearest.
fn above_triangle(point: &Vector, corners: [[f64; 3]; 3]) -> f64 {
    let o = corners[0];
    let way = |p: [f64; 3]| [0, 1, 2].map(|k| p[k] - o[k]);
    let (a, b, p) = (way(corners[1]), way(corners[2]), way(point.map(|x| x.middle()[0])));
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let (aa, ab, bb, ap, bp) = (dot(a, a), dot(a, b), dot(b, b), dot(a, p), dot(b, p));
    let det = aa * bb - ab * ab;
    let shares = [(bb * ap - ab * bp) / det, (aa * bp - ab * ap) / det];
    // NaN, of a flat triangle, becomes 0: any point of the triangle gives a bound.
    let [s, t] = shares.map(|share| if share > 0.0 { share.min(1.0) } else { 0.0 });
    let sum_of = (s + t).max(1.0) * UP;
    let part = |corner: [f64; 3], share: f64| {
        let side = difference(&vector(corner), &vector(o));
        product(&side, &Interval::of(share / sum_of))
    };
    let from = difference(point, &vector(o));
    length(&difference(&from, &sum(&part(corners[1], s), &part(corners[2], t)))).high
}

#[cfg(test)]
#[path = "../../tests/unit/face.rs"]
mod tests;
