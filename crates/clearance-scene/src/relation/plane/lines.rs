//! The edges of two outlines in the world, and exact signs of their areas.
//!
//! As for meshes ([`placed`](super::super::placed)): a placed point is the formula of its pose without rounding, lengths
//! are multiplied by a power of two so that coordinates are below 4, and a sign is decided by rounded coordinates where
//! these are sure.

use super::super::placed::Probe;
use super::blocks::{Blocks, Extent};
use crate::outline::OutlineBody;
use crate::signs::sign;
use crate::tree::scaled;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::real::{exponent_of, ldexp};
use clearance::{Pose, Ring, Rotation, Space, Vec2, Vec3, WideVector, vec2, vec3};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

/// Half of ε.
const U: f64 = f64::EPSILON / 2.0;

/// A bound of the error of a rounded coordinate that is not exact, and of a rounded probe. Coordinates are below 4 and
/// pass at most eight roundings.
const INEXACT: f64 = 64.0 * f64::EPSILON;

/// All coordinates are below 4. A point with this x is outside.
const OUTSIDE: f64 = 8.0;

/// An edge of one of the two outlines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// 0 for the first outline, 1 for the second.
    pub side: usize,
    /// The ring, numbered over both outlines.
    pub ring: u32,
    /// Its start and its end. Equal points of an outline have one index.
    pub ends: [u32; 2],
    /// How much more often the outline goes around points to the left of the edge than to the right.
    pub turn: i32,
}

impl Edge {
    /// Whether the edge is a point.
    pub fn is_point(&self) -> bool {
        self.ends[0] == self.ends[1]
    }
}

/// The edges of two outlines in the world.
pub(super) struct Lines {
    pub edges: Vec<Edge>,
    /// How many edges that are no points end in each point.
    pub valence: Vec<u32>,
    pub rings: u32,
    /// Where the edges of each ring begin, and where the last ones end.
    starts: Vec<usize>,
    blocks: [Blocks; 2],
    rounded: Vec<[f64; 2]>,
    local: Vec<Vec2<f64>>,
    poses: [Pose<Vec2<f64>>; 2],
    exponent: i32,
    error: f64,
    exact: Vec<OnceCell<Box<Vec3<Dyadic>>>>,
    /// The first point of the second outline.
    second: u32,
}

impl Lines {
    pub fn new(outlines: [&OutlineBody; 2]) -> Self {
        let poses = outlines.each(|outline| outline.pose);
        let largest = |v: Vec2<f64>| v.x.abs().max(v.y.abs());
        let count = |body: &OutlineBody| body.outline.edges().len() as u32;
        let ends = outlines.iter().flat_map(|body| (0..count(body)).flat_map(|edge| body.ends(edge)));
        let extent = ends.map(largest).fold(0.0, f64::max);
        let shift = poses.iter().map(|pose| largest(pose.translation)).fold(0.0, f64::max);
        // The least float is 2^-1074.
        let exponent = (exponent_of(extent.max(shift)) + 1).max(-1074);
        let mut lines = Self {
            edges: Vec::new(),
            valence: Vec::new(),
            rings: 0,
            starts: vec![0],
            blocks: [Blocks::default(), Blocks::default()],
            rounded: Vec::new(),
            local: Vec::new(),
            poses,
            exponent,
            error: 0.0,
            exact: Vec::new(),
            second: 0,
        };
        for (side, outline) in outlines.into_iter().enumerate() {
            lines.second = lines.local.len() as u32;
            lines.add(side, outline);
        }
        lines.valence = vec![0; lines.local.len()];
        for edge in lines.edges.iter().filter(|edge| !edge.is_point()) {
            edge.ends.iter().for_each(|&end| lines.valence[end as usize] += 1);
        }
        lines.exact = vec![OnceCell::new(); lines.local.len()];
        lines
    }

    fn add(&mut self, side: usize, body: &OutlineBody) {
        let (mut known, start) = (HashMap::new(), self.edges.len());
        for ring in body.outline.rings() {
            for number in ring.first_edge..ring.first_edge + ring.edge_count {
                let ends = body.ends(number).each(|end| self.point(&mut known, side, end));
                self.edges.push(Edge { side, ring: self.rings, ends, turn: i32::from(ring.turn) });
            }
            self.rings += 1;
            self.starts.push(self.edges.len());
        }
        self.blocks[side] = Blocks::new(start..self.edges.len(), |edge| {
            let [p, q] = self.edges[edge].ends.each(|end| self.rounded(end));
            [0, 1].each(|axis| [p[axis].min(q[axis]), p[axis].max(q[axis])])
        });
    }

    /// The places of the edges of a ring.
    pub fn of_ring(&self, ring: u32) -> Range<usize> {
        self.starts[ring as usize]..self.starts[ring as usize + 1]
    }

    /// The index of a point.
    fn point(&mut self, known: &mut HashMap<[u64; 2], u32>, side: usize, point: Vec2<f64>) -> u32 {
        // Adding zero makes −0 a 0.
        let key = [point.x, point.y].each(|x| (x + 0.0).to_bits());
        *known.entry(key).or_insert_with(|| {
            let (image, error) = rounded_image(&self.poses[side], point, self.exponent);
            self.rounded.push(image);
            self.error = self.error.max(error);
            self.local.push(point);
            self.local.len() as u32 - 1
        })
    }

    pub fn rounded(&self, point: u32) -> [f64; 2] {
        self.rounded[point as usize]
    }

    /// A point in the world without rounding; its third coordinate is zero.
    pub fn exact(&self, point: u32) -> &Vec3<Dyadic> {
        self.exact[point as usize].get_or_init(|| {
            let pose = &self.poses[usize::from(point >= self.second)];
            let image = pose.apply_exact(&self.local[point as usize].exact());
            let half = -self.exponent / 2;
            let [first, second] = [half, -self.exponent - half].each(|power| Dyadic::from(ldexp(1.0, power)));
            let image = image.scaled(&first.times(&second));
            Box::new(vec3(image.x, image.y, Dyadic::zero()))
        })
    }

    /// The vector from one point to another.
    pub fn vector(&self, from: u32, to: u32) -> Vec3<Dyadic> {
        self.exact(to).minus(self.exact(from))
    }

    /// How three points turn: `Greater` if counter-clockwise.
    pub fn turn(&self, a: u32, b: u32, c: u32) -> Ordering {
        let rounded = [a, b, c].each(|point| self.rounded(point));
        let is_level = |axis: usize| rounded.iter().all(|point| point[axis] == rounded[0][axis]);
        if self.error == 0.0 && (is_level(0) || is_level(1)) {
            return Ordering::Equal;
        }
        sign_of_area(rounded, self.error).unwrap_or_else(|| sign(&self.vector(a, b).wedge(&self.vector(a, c)).z))
    }

    /// Whether an edge holds a point, its ends included.
    pub fn holds(&self, edge: &Edge, point: u32) -> bool {
        let [from, to] = edge.ends;
        if self.turn(from, to, point).is_ne() {
            return false;
        }
        let (back, forth) = (self.vector(point, from), self.vector(point, to));
        sign(&back.dot(&forth)).is_le()
    }

    /// Whether an edge holds a probe.
    pub fn holds_probe(&self, edge: &Edge, probe: &Probe) -> bool {
        let [from, to] = edge.ends.each(|end| probe.to(self.exact(end)));
        from.wedge(&to).z.is_zero() && sign(&from.dot(&to)).is_le()
    }

    /// The point where two edges cross that lie on both sides of each other.
    pub fn crossing(&self, first: &Edge, second: &Edge) -> Probe {
        let [from, to] = first.ends;
        let axis = self.vector(second.ends[0], second.ends[1]);
        let height = |point: u32| axis.wedge(&self.vector(second.ends[0], point)).z;
        let (mut below, mut above) = (height(from), height(to));
        if below.is_positive() {
            (below, above) = (below.negated(), above.negated());
        }
        let numerators = self.exact(from).scaled(&above).minus(&self.exact(to).scaled(&below));
        Probe::new(numerators, above.minus(&below), 3)
    }

    /// The point of an edge with these weights. Their sum is a power of two.
    pub fn inner_point(&self, edge: &Edge, [first, second]: [f64; 2]) -> Probe {
        let [from, to] = edge.ends.each(|end| self.exact(end));
        let numerators = from.scaled(&Dyadic::from(first)).plus(&to.scaled(&Dyadic::from(second)));
        Probe::new(numerators, Dyadic::from(first + second), 1)
    }

    /// A point of the outlines as a probe.
    pub fn probe(&self, point: u32) -> Probe {
        Probe::new(self.exact(point).clone(), Dyadic::one(), 1)
    }

    /// A probe in the unit of the world, rounded.
    pub fn in_world(&self, probe: &Probe) -> Vec2<f64> {
        let [x, y, _] = scaled(probe.rounded, self.exponent);
        vec2(x, y)
    }

    /// How often an outline goes around a point, and the direction in which this holds. The edges in `left_out` do not
    /// count, and the direction is along none of them. `None` if another edge holds the point.
    pub fn winding(&self, side: usize, probe: &Probe, left_out: &[usize]) -> Option<(i32, Vec3<Dyadic>)> {
        for attempt in 1u32.. {
            let slope = (f64::from(attempt) * 0.618_033_988_749_894_9).fract() / 16.0 + 1.0 / 256.0;
            let [x, y, _] = probe.rounded;
            let end = [OUTSIDE, y + slope * (OUTSIDE - x)];
            let direction = probe.to(&vec3(Dyadic::from(end[0]), Dyadic::from(end[1]), Dyadic::zero()));
            let runs_along = |&edge: &usize| {
                let [from, to] = self.edges[edge].ends;
                self.vector(from, to).wedge(&direction).z.is_zero()
            };
            if left_out.iter().any(runs_along) {
                continue;
            }
            match self.count(side, probe, end, &direction, left_out) {
                Count::Sum(sum) => return Some((sum, direction)),
                Count::OnEdge => return None,
                Count::Unclear => {}
            }
        }
        None
    }

    /// The sum over all edges that a ray crosses.
    fn count(&self, side: usize, probe: &Probe, end: [f64; 2], direction: &Vec3<Dyadic>, left_out: &[usize]) -> Count {
        let start = [probe.rounded[0], probe.rounded[1]];
        // The ray rises from its start. Its points, and those of edges, are known within a few errors of coordinates.
        let rise = (end[1] - start[1]) / (end[0] - start[0]);
        let height = |x: f64| start[1] + rise * (x.max(start[0]) - start[0]);
        let margin = 4.0 * INEXACT;
        let may_meet = |[x, y]: &Extent| {
            !(x[1] < start[0] - margin || y[1] < height(x[0]) - margin || y[0] > height(x[1]) + margin)
        };
        let mut sum = 0;
        for place in self.blocks[side].edges(may_meet) {
            let edge = &self.edges[place];
            let [from, to] = edge.ends.each(|end| self.rounded(end));
            let extent = [0, 1].each(|axis| [from[axis].min(to[axis]), from[axis].max(to[axis])]);
            if edge.is_point() || !may_meet(&extent) || left_out.contains(&place) {
                continue;
            }
            let of_end = |end_of_edge: u32, rounded: [f64; 2]| {
                sign_of_area([start, end, rounded], INEXACT)
                    .unwrap_or_else(|| sign(&direction.wedge(&probe.to(self.exact(end_of_edge))).z))
            };
            match [of_end(edge.ends[0], from), of_end(edge.ends[1], to)] {
                [Ordering::Equal, _] | [_, Ordering::Equal] => {
                    return if self.holds_probe(edge, probe) { Count::OnEdge } else { Count::Unclear };
                }
                [one, other] if one == other => {}
                _ => {
                    let of_start = sign_of_area([from, to, start], INEXACT).unwrap_or_else(|| {
                        let [from, to] = edge.ends.each(|end| probe.to(self.exact(end)));
                        sign(&from.wedge(&to).z)
                    });
                    let of_far = sign_of_area([from, to, end], INEXACT).unwrap_or_else(|| {
                        let far = vec3(Dyadic::from(end[0]), Dyadic::from(end[1]), Dyadic::zero());
                        let [first, second] = edge.ends;
                        sign(&self.vector(first, second).wedge(&far.minus(self.exact(first))).z)
                    });
                    match of_start {
                        Ordering::Equal => return Count::OnEdge,
                        _ if of_far == of_start => {}
                        Ordering::Greater => sum += edge.turn,
                        Ordering::Less => sum -= edge.turn,
                    }
                }
            }
        }
        Count::Sum(sum)
    }
}

/// What a ray says of an outline.
enum Count {
    Sum(i32),
    OnEdge,
    Unclear,
}

/// The sign of (b − a) × (c − a), if it is sure although each coordinate may be off by `error`.
fn sign_of_area([a, b, c]: [[f64; 2]; 3], error: f64) -> Option<Ordering> {
    let [u, v] = [b, c].each(|point| [point[0] - a[0], point[1] - a[1]]);
    let (left, right) = (u[0] * v[1], u[1] * v[0]);
    let (area, sum) = (left - right, left.abs() + right.abs());
    let reach = [u, v].iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())) + 2.0 * error;
    // Each of the four differences is off by 2 errors, beside its rounding and those of the products.
    let off = 4.0 * U * sum + 10.0 * error * reach;
    (sum > 1e-250 && area.abs() > off).then(|| area.total_cmp(&0.0))
}

/// A point in the world, times 2^−exponent, and a bound of the error of each coordinate.
fn rounded_image(pose: &Pose<Vec2<f64>>, point: Vec2<f64>, exponent: i32) -> ([f64; 2], f64) {
    let small: [f64; 2] = scaled(point.into(), -exponent);
    let shift: [f64; 2] = scaled(pose.translation.into(), -exponent);
    if pose.rotation != Pose::<Vec2<f64>>::identity().rotation {
        let [c, s, ..] = pose.rotation.components();
        let [x, y] = small;
        return ([c * x - s * y + shift[0], s * x + c * y + shift[1]], INEXACT);
    }
    let mut is_exact = scaled(small, exponent) == <[f64; 2]>::from(point)
        && scaled(shift, exponent) == <[f64; 2]>::from(pose.translation);
    let image = std::array::from_fn(|axis| {
        let sum = small[axis] + shift[axis];
        // Knuth's error of a sum.
        let part = sum - small[axis];
        is_exact &= (small[axis] - (sum - part)) + (shift[axis] - part) == 0.0;
        sum
    });
    (image, if is_exact { 0.0 } else { INEXACT })
}
