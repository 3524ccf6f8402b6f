//! A triangulation of points in the plane. No point is added or moved. `force.rs` forces edges into it.
//!
//! **Method.**
//! 1. The points come from left to right. Each one sees some edges of the hull of those before, and is joined to them.
//! 2. An edge is flipped while a float filter is sure that the point beyond it lies in the circle of its triangle. So
//!    the triangles are nearly those of Delaunay. What the filter does not know stays: any triangulation is right.
//!
//! **Exactness.** All decisions about the structure are exact signs of areas.
//!
//! Half-edge h leads from `origin[h]` to the origin of the next one in its triangle h / 3, and has the triangle on its
//! left.

use crate::signs::side_of_line;
use clearance::Vec2;
use clearance::each::Each;
use std::cmp::Ordering;

/// No half-edge, no point, no edge of the input.
pub const NONE: u32 = u32::MAX;

/// Triangles between points, with what is forced into them.
pub struct Triangulation {
    pub points: Vec<Vec2<f64>>,
    pub origin: Vec<u32>,
    /// The half-edge of the neighbour, `NONE` at the hull.
    pub twin: Vec<u32>,
    /// How often forced edges pass a half-edge in its own direction, less those in the other direction.
    pub weight: Vec<i32>,
    /// One of the edges of the input that lie on it, or `NONE`.
    pub forced: Vec<u32>,
    /// A half-edge that starts at each point.
    pub out: Vec<u32>,
    /// A power of two that brings all coordinates below 1.
    scale: f64,
}

/// The next half-edge around the triangle.
pub fn next(half_edge: u32) -> u32 {
    if half_edge % 3 == 2 { half_edge - 2 } else { half_edge + 1 }
}

/// The half-edge before.
pub fn previous(half_edge: u32) -> u32 {
    if half_edge.is_multiple_of(3) { half_edge + 2 } else { half_edge - 1 }
}

/// A length to compare edges by: the greater extent along an axis, and then the other one. Unlike squares it leaves no
/// range.
pub fn extents([from, to]: [Vec2<f64>; 2]) -> [f64; 2] {
    let [x, y] = [(to.x - from.x).abs(), (to.y - from.y).abs()];
    [x.max(y), x.min(y)]
}

/// The order by [`extents`], the longest first.
pub fn longest_first(p: [f64; 2], q: [f64; 2]) -> Ordering {
    q[0].total_cmp(&p[0]).then(q[1].total_cmp(&p[1]))
}

/// The order from left to right, and from below where that is equal.
pub fn lexicographic(p: Vec2<f64>, q: Vec2<f64>) -> Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

impl Triangulation {
    /// The triangulation of the hull of points that differ. Points on one line have no triangle.
    pub fn new(points: Vec<Vec2<f64>>) -> Self {
        let count = points.len();
        let mut made = Self {
            points,
            origin: Vec::with_capacity(6 * count),
            twin: Vec::with_capacity(6 * count),
            weight: Vec::with_capacity(6 * count),
            forced: Vec::with_capacity(6 * count),
            out: vec![NONE; count],
            scale: 1.0,
        };
        let reach = made.points.iter().fold(0.0, |reach: f64, point| reach.max(point.x.abs()).max(point.y.abs()));
        made.scale = scale_for(reach);
        made.sweep();
        made
    }

    /// How many triangles there are.
    pub fn triangle_count(&self) -> usize {
        self.origin.len() / 3
    }

    /// The ends of a half-edge.
    pub fn ends(&self, half_edge: u32) -> [u32; 2] {
        [self.origin[half_edge as usize], self.origin[next(half_edge) as usize]]
    }

    /// On which side of the line from one point to another a third point lies.
    pub fn side(&self, [from, to]: [u32; 2], point: u32) -> Ordering {
        let at = |index: u32| self.points[index as usize];
        side_of_line([at(from), at(to)], at(point))
    }

    /// Steps 1 and 2: joins the points from left to right.
    fn sweep(&mut self) {
        let mut order: Vec<u32> = (0..self.points.len() as u32).collect();
        order.sort_unstable_by(|&p, &q| lexicographic(self.points[p as usize], self.points[q as usize]));
        let Some(first) = (2..order.len()).find(|&index| self.side([order[0], order[1]], order[index]).is_ne()) else {
            return;
        };
        let mut hull = Hull { next: vec![NONE; order.len()], previous: vec![NONE; order.len()], edge: Vec::new() };
        hull.edge = vec![NONE; order.len()];
        self.fan(&order[..first], order[first], &mut hull);
        for pair in order[first..].windows(2) {
            self.join(pair[0], pair[1], &mut hull);
        }
        for half_edge in 0..self.origin.len() as u32 {
            self.out[self.origin[half_edge as usize] as usize] = half_edge;
        }
    }

    /// The first triangles: points on a line, and one beside it.
    fn fan(&mut self, line: &[u32], apex: u32, hull: &mut Hull) {
        let is_left = self.side([line[0], line[1]], apex).is_gt();
        let line: Vec<u32> = if is_left { line.to_vec() } else { line.iter().rev().copied().collect() };
        let mut last = NONE;
        for pair in line.windows(2) {
            let base = self.add_triangle([pair[0], pair[1], apex]);
            self.link(base + 2, last);
            last = base + 1;
            hull.set(pair[0], pair[1], base);
            if pair[0] == line[0] {
                hull.set(apex, pair[0], base + 2);
            }
        }
        hull.set(*line.last().expect("two points"), apex, last);
    }

    /// Joins a point to the hull of those before. The last of them is a corner of the hull that it sees.
    fn join(&mut self, last: u32, point: u32, hull: &mut Hull) {
        let (mut fresh, mut from, mut to) = (Vec::new(), last, last);
        let (mut lower, mut upper) = (NONE, NONE);
        // Ahead: each triangle has the sides v → point → w → v.
        while self.side([to, hull.next[to as usize]], point).is_lt() {
            let (start, end) = (to, hull.next[to as usize]);
            let base = self.add_triangle([start, point, end]);
            self.link(base + 2, hull.edge[start as usize]);
            self.link(base, upper);
            if lower == NONE {
                lower = base;
            }
            upper = base + 1;
            fresh.push(base + 2);
            to = end;
        }
        while self.side([hull.previous[from as usize], from], point).is_lt() {
            let (start, end) = (hull.previous[from as usize], from);
            let base = self.add_triangle([start, point, end]);
            self.link(base + 2, hull.edge[start as usize]);
            self.link(base + 1, lower);
            if upper == NONE {
                upper = base + 1;
            }
            lower = base;
            fresh.push(base + 2);
            from = start;
        }
        hull.set(from, point, lower);
        hull.set(point, to, upper);
        self.flip_all(fresh, Some(hull));
    }

    fn add_triangle(&mut self, corners: [u32; 3]) -> u32 {
        let base = self.origin.len() as u32;
        self.origin.extend(corners);
        self.twin.extend([NONE; 3]);
        self.weight.extend([0; 3]);
        self.forced.extend([NONE; 3]);
        base
    }

    pub fn link(&mut self, half_edge: u32, other: u32) {
        if half_edge != NONE {
            self.twin[half_edge as usize] = other;
        }
        if other != NONE {
            self.twin[other as usize] = half_edge;
        }
    }

    /// Flips edges without a forced edge until the filter finds no point in a circle any more. It ends: each flip lifts
    /// the paraboloid's roof downwards.
    pub fn flip_everywhere(&mut self) {
        self.flip_all((0..self.origin.len() as u32).collect(), None);
    }

    fn flip_all(&mut self, mut waiting: Vec<u32>, mut hull: Option<&mut Hull>) {
        while let Some(half_edge) = waiting.pop() {
            let twin = self.twin[half_edge as usize];
            if twin == NONE || self.forced[half_edge as usize] != NONE {
                continue;
            }
            let [a, b] = self.ends(half_edge);
            let (c, d) = (self.origin[previous(half_edge) as usize], self.origin[previous(twin) as usize]);
            if is_surely_in_circle([a, b, c, d].each(|point| self.points[point as usize] * self.scale)) {
                self.flip(half_edge, twin, hull.as_deref_mut());
                waiting.extend([next(half_edge), previous(half_edge), next(twin), previous(twin)]);
            }
        }
    }

    /// Replaces the diagonal of two triangles by the other one.
    fn flip(&mut self, half_edge: u32, twin: u32, hull: Option<&mut Hull>) {
        let (h1, h2) = (next(half_edge), previous(half_edge));
        let (t1, t2) = (next(twin), previous(twin));
        let (c, d) = (self.origin[h2 as usize], self.origin[t2 as usize]);
        let old = [h2, t1, t2, h1].each(|side| self.record(side));
        // Now the triangles are d → c → a → d and c → d → b → c.
        self.origin[half_edge as usize] = d;
        self.origin[twin as usize] = c;
        let mut boundary = Vec::new();
        for (place, record) in [h1, h2, t1, t2].into_iter().zip(old) {
            self.set_record(place, record);
            if record.twin == NONE {
                boundary.push(place);
            }
        }
        if let Some(hull) = hull {
            boundary.iter().for_each(|&place| hull.edge[self.origin[place as usize] as usize] = place);
        }
        for place in [half_edge, twin, h1, h2, t1, t2] {
            self.out[self.origin[place as usize] as usize] = place;
        }
    }

    pub fn record(&self, half_edge: u32) -> Record {
        let place = half_edge as usize;
        Record {
            origin: self.origin[place],
            twin: self.twin[place],
            weight: self.weight[place],
            forced: self.forced[place],
        }
    }

    pub fn set_record(&mut self, half_edge: u32, record: Record) {
        let place = half_edge as usize;
        self.origin[place] = record.origin;
        self.weight[place] = record.weight;
        self.forced[place] = record.forced;
        self.link(half_edge, record.twin);
    }

    /// Shows the half-edges that start at a point, until the function says that it has seen enough.
    pub fn around(&self, point: u32, mut is_enough: impl FnMut(u32) -> bool) {
        let start = self.out[point as usize];
        let mut half_edge = start;
        loop {
            if is_enough(half_edge) {
                return;
            }
            half_edge = self.twin[previous(half_edge) as usize];
            if half_edge == start {
                return;
            }
            if half_edge == NONE {
                break;
            }
        }
        // The hull was reached. The others lie clockwise from the start.
        half_edge = start;
        loop {
            let twin = self.twin[half_edge as usize];
            if twin == NONE {
                return;
            }
            half_edge = next(twin);
            if is_enough(half_edge) {
                return;
            }
        }
    }
}

/// What belongs to a half-edge, wherever it is kept.
#[derive(Clone, Copy)]
pub struct Record {
    pub origin: u32,
    pub twin: u32,
    pub weight: i32,
    pub forced: u32,
}

/// The hull while points are joined: for each of its corners the neighbours, and the half-edge that leads ahead.
struct Hull {
    next: Vec<u32>,
    previous: Vec<u32>,
    edge: Vec<u32>,
}

impl Hull {
    fn set(&mut self, from: u32, to: u32, half_edge: u32) {
        self.next[from as usize] = to;
        self.previous[to as usize] = from;
        self.edge[from as usize] = half_edge;
    }
}

/// A power of two that brings a length to about 1, without a rounding. At the ends of the range it is as far as there is
/// one.
fn scale_for(reach: f64) -> f64 {
    // The exponent of the float. Of the greatest floats it is 2046.
    let exponent = reach.to_bits() >> 52;
    f64::from_bits(2045u64.saturating_sub(exponent).clamp(1, 2046) << 52)
}

/// Whether d certainly lies in the circle of the counter-clockwise triangle a, b, c. Numbers that leave the range do
/// not tell.
fn is_surely_in_circle([a, b, c, d]: [Vec2<f64>; 4]) -> bool {
    let rows = [a - d, b - d, c - d].each(|e| (e.x, e.y, e.x * e.x + e.y * e.y));
    let (mut sum, mut sizes) = (0.0, 0.0);
    for i in 0..3 {
        let (row, next, last) = (rows[i], rows[(i + 1) % 3], rows[(i + 2) % 3]);
        sum += row.2 * (next.0 * last.1 - next.1 * last.0);
        sizes += row.2 * ((next.0 * last.1).abs() + (next.1 * last.0).abs());
    }
    // Shewchuk's bound is (10 + 96u)u · sizes, with u half of ε. The factor 8 leaves room for sums that lost bits.
    sizes > 1e-200 && sum > 8.0 * f64::EPSILON * sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cause: the exponent of the scale was 2045 minus that of the greatest coordinate, which is 2046 from 2^1023 on.
    /// Law: there is a scale for every finite coordinate. It is a power of two, and brings the coordinate near 1.
    #[test]
    fn coordinates_of_the_last_power_of_two_have_a_scale_and_are_triangulated() {
        let last = 2f64.powi(1023);
        for reach in [last, f64::MAX, last.next_down(), 1.0, f64::MIN_POSITIVE, 5e-324, 0.0] {
            let scale = scale_for(reach);
            assert!(scale > 0.0 && scale.is_finite() && scale.to_bits() << 12 == 0, "{reach:e}: {scale:e}");
            assert!(reach * scale <= 4.0, "{reach:e}: {scale:e}");
        }
        let corners = [[-last, -last], [last, -last], [last, last], [-last, last]];
        let made = Triangulation::new(corners.map(|[x, y]| Vec2 { x, y }).to_vec());
        assert_eq!(made.triangle_count(), 2);
    }
}
