//! Faces: a surface over a region of the parameters, with triangles, and how far the surface is from each triangle.

use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, difference, length, product, sine_cosine, sum, vector};
use dashu_ratio::Relaxed;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A bound in floats is multiplied by this: it sums and multiplies a few dozen numbers that are not negative.
pub(crate) const UP: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// An origin and three axes, which need not be quite orthonormal: they mean what they say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// The origin.
    pub origin: [f64; 3],
    /// The axes x, y and z.
    pub axes: [[f64; 3]; 3],
}

/// A surface with a formula that is known here. docs/step.md has the formulas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A plane.
    Plane(Axes),
    /// A cylinder with its radius.
    Cylinder(Axes, f64),
    /// A cone with its radius at v = 0, and sine and cosine of its half angle.
    Cone(Axes, f64, [f64; 2]),
    /// A sphere with its radius.
    Sphere(Axes, f64),
    /// A torus with both radii.
    Torus(Axes, [f64; 2]),
    /// Another one: its radii are taken on trust.
    Other,
}

/// A curve in the parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// o + t·d.
    Line([f64; 2], [f64; 2]),
    /// m + cos t·a + sin t·b.
    Ellipse([f64; 2], [[f64; 2]; 2]),
    /// Another one: the radii of its face are taken on trust.
    Other,
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

impl Axes {
    pub(crate) fn image(&self, [x, y, z]: &Vector) -> Vector {
        let ways =
            [product(&vector(self.axes[0]), x), product(&vector(self.axes[1]), y), product(&vector(self.axes[2]), z)];
        sum(&vector(self.origin), &sum(&sum(&ways[0], &ways[1]), &ways[2]))
    }
    /// No vector becomes longer than this times its length, and none shorter than the second number: |Mv|² is between
    /// 1 ± 3·max|MᵀM − 1| times |v|².
    pub(crate) fn factors(&self) -> [f64; 2] {
        let most = (0..9).map(|place| {
            let [a, b] = [place / 3, place % 3].map(|k| vector(self.axes[k]));
            Interval::dot(&a, &b).minus(&Interval::of(f64::from(u8::from(place / 3 == place % 3)))).most()
        });
        let off = 3.0 * most.fold(0.0, f64::max) * UP;
        [(1.0 + off).sqrt() * UP, (1.0 - off).max(0.0).sqrt() / UP]
    }
}

impl Form {
    fn axes(&self) -> Option<&Axes> {
        match self {
            Self::Plane(axes)
            | Self::Cylinder(axes, _)
            | Self::Cone(axes, ..)
            | Self::Sphere(axes, _)
            | Self::Torus(axes, _) => Some(axes),
            Self::Other => None,
        }
    }
    /// The coordinates in the axes of the point at (u, v).
    fn own(&self, [u, v]: [f64; 2]) -> Option<Vector> {
        let round = |r: &Interval, height: Interval| {
            let [sine, cosine] = sine_cosine(&Interval::of(u));
            [r.times(&cosine), r.times(&sine), height]
        };
        let (of, v) = (Interval::of, Interval::of(v));
        Some(match *self {
            Self::Plane(_) => [of(u), v, of(0.0)],
            Self::Cylinder(_, radius) => round(&of(radius), v),
            Self::Cone(_, radius, [s, c]) => round(&of(radius).plus(&v.times(&of(s))), v.times(&of(c))),
            Self::Sphere(_, radius) => {
                let [sine, cosine] = sine_cosine(&v);
                round(&of(radius).times(&cosine), of(radius).times(&sine))
            }
            Self::Torus(_, [major, minor]) => {
                let [sine, cosine] = sine_cosine(&v);
                round(&of(major).plus(&of(minor).times(&cosine)), of(minor).times(&sine))
            }
            Self::Other => return None,
        })
    }
    /// Bounds of |S_u|, |S_v|, |S_uu|, |S_uv| and |S_vv| where v is in a range.
    fn slopes(&self, range: Interval) -> [f64; 5] {
        let of = Interval::of;
        let [sine, cosine] = sine_cosine(&range).map(|x| x.most());
        match *self {
            Self::Plane(_) => [1.0, 1.0, 0.0, 0.0, 0.0],
            Self::Cylinder(_, r) => [r.abs(), 1.0, r.abs(), 0.0, 0.0],
            Self::Cone(_, r, [s, c]) => {
                let rho = of(r).plus(&range.times(&of(s))).most();
                [rho, (s * s + c * c).sqrt() * UP, rho, s.abs(), 0.0]
            }
            Self::Sphere(_, r) => [r.abs() * cosine * UP, r.abs(), r.abs() * cosine * UP, r.abs() * sine * UP, r.abs()],
            Self::Torus(_, [major, minor]) => {
                let rho = of(major).plus(&of(minor).times(&sine_cosine(&range)[1])).most();
                [rho, minor.abs(), rho, minor.abs() * sine * UP, minor.abs()]
            }
            Self::Other => [f64::INFINITY; 5],
        }
    }
}

/// The pieces of edges at the sides of a triangle: the edge, and the parameters of its curve at both ends.
type Borders = [Option<(usize, [f64; 2])>; 3];

impl Face {
    /// Whether its radii can be computed here.
    pub fn is_known(&self) -> bool {
        self.form != Form::Other && self.edges.iter().all(|edge| edge.curve != Curve::Other)
    }
    fn factor(&self) -> f64 {
        self.form.axes().into_iter().chain(&self.pose).map(|axes| axes.factors()[0]).product()
    }
    fn at(&self, uv: [f64; 2]) -> Option<Vector> {
        let own = self.form.axes()?.image(&self.form.own(uv)?);
        Some(self.pose.map_or(own, |pose| pose.image(&own)))
    }
    fn uv(&self, triangle: usize) -> [[f64; 2]; 3] {
        self.triangles[triangle].map(|node| self.nodes[node as usize].0)
    }

    /// The radius of each triangle: the surface over it, with the slivers at its edges and their tolerance, is no farther.
    /// With `Other` forms or curves it is `None`, and the face may still be refused.
    ///
    /// # Errors
    /// If the triangles do not tile the polygon of the edges.
    pub fn radii(&self) -> Result<Option<Vec<f64>>, String> {
        let borders = self.tiled()?;
        if !self.is_known() {
            return Ok(None);
        }
        let factor = self.factor();
        let radius = |triangle: usize| -> Option<f64> {
            let uv = self.uv(triangle);
            let span = |points: &[[f64; 2]], k: usize| {
                let ends = points.iter().map(|p| p[k]);
                Interval {
                    low: ends.clone().fold(f64::INFINITY, f64::min),
                    high: ends.fold(f64::NEG_INFINITY, f64::max),
                }
            };
            let [du, dv] = [0, 1].map(|k| (span(&uv, k).high - span(&uv, k).low).next_up());
            let [_, _, uu, of_both, vv] = self.form.slopes(span(&uv, 1));
            // Taylor about p = Σ l·pᵢ: the first-order terms cancel, and a variance is at most a quarter of the range squared.
            let gap = 0.125 * (uu * du * du + 2.0 * of_both * du * dv + vv * dv * dv) * factor;
            let mut off = 0.0f64;
            for node in self.triangles[triangle] {
                let (uv, corner) = self.nodes[node as usize];
                off = off.max(length(&difference(&self.at(uv)?, &vector(corner))).high);
            }
            let (mut sliver, mut tolerance) = (0.0f64, 0.0f64);
            for (side, border) in borders[triangle].iter().enumerate() {
                let Some((edge, range)) = border else { continue };
                let ends = [uv[side], uv[(side + 1) % 3]];
                let bulge = self.edges[*edge].curve.bulge(*range, ends);
                let v = span(&ends, 1);
                let wide = Interval { low: (v.low - bulge).next_down(), high: (v.high + bulge).next_up() };
                let [u, v, ..] = self.form.slopes(wide);
                sliver = sliver.max(u.max(v) * bulge * factor);
                tolerance = tolerance.max(self.edges[*edge].tolerance);
            }
            let radius = (gap + off + sliver + tolerance) * UP;
            radius.is_finite().then_some(radius)
        };
        let radii: Option<Vec<f64>> = (0..self.triangles.len()).map(radius).collect();
        radii.map(Some).ok_or_else(|| "a radius is not finite".to_owned())
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
        let at = |t: f64| -> [Interval; 2] {
            let of = Interval::of;
            match *self {
                Self::Line(o, d) => [0, 1].map(|k| of(o[k]).plus(&of(t).times(&of(d[k])))),
                Self::Ellipse(m, [a, b]) => {
                    let [sine, cosine] = sine_cosine(&of(t));
                    [0, 1].map(|k| of(m[k]).plus(&cosine.times(&of(a[k]))).plus(&sine.times(&of(b[k]))))
                }
                Self::Other => [Interval { low: f64::NEG_INFINITY, high: f64::INFINITY }; 2],
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
            Self::Other => f64::INFINITY,
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
