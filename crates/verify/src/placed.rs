//! Surfaces at their poses, and planes between them.

use crate::fnv;
use crate::number::{Interval, Number};
use dashu_base::{BitTest, Sign};
use dashu_int::IBig;
use dashu_ratio::Relaxed;
use std::collections::BTreeSet;

/// Simplices with up to three corners, in their own frame.
/// A triangle names three vertices. An edge in the plane names its second one twice; the third coordinates are 0.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    /// The coordinates.
    pub vertices: &'a [[f64; 3]],
    /// The triangles or edges.
    pub leaves: &'a [[u32; 3]],
}

impl Surface<'_> {
    /// Whether there are leaves, all of their vertices exist, and all coordinates are finite.
    pub(crate) fn is_sound(&self) -> bool {
        let exist = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < self.vertices.len());
        (1..=u32::MAX as usize).contains(&self.leaves.len())
            && self.leaves.iter().all(exist)
            && self.vertices.iter().flatten().all(|x| x.is_finite())
    }
    /// FNV-1a, 64 bits, over the coordinates and then the indices, all in little-endian bytes.
    pub fn checksum(&self) -> u64 {
        let coordinates = self.vertices.iter().flatten().flat_map(|x| x.to_le_bytes());
        let indices = self.leaves.iter().flatten().flat_map(|index| index.to_le_bytes());
        fnv(coordinates.chain(indices))
    }
}

/// The formula of a pose in one kind of numbers: the rows of its matrix, if it turns, and its translation.
pub(crate) struct Map<N> {
    pub rows: Option<[[N; 3]; 3]>,
    pub translation: [N; 3],
}

impl<N: Number> Map<N> {
    /// The map of a translation's three numbers, and a rotation's: `[c, s]` in the plane, or a quaternion
    /// `[x, y, z, w]`, p ↦ p + 2·(w·(u × p) + u × (u × p)) with u = (x, y, z), of any length.
    pub fn new(pose: &[f64]) -> Option<Self> {
        let (&translation, rotation) = pose.split_first_chunk::<3>()?;
        let rows = match *rotation {
            [_, _] if translation[2] != 0.0 => return None,
            [0.0, 0.0, 0.0, _] | [1.0, 0.0] => None,
            [c, s] => {
                let [c, s, zero, one] = [c, s, 0.0, 1.0].map(N::of);
                Some([[c.clone(), s.negated(), zero.clone()], [s, c, zero.clone()], [zero.clone(), zero, one]])
            }
            [x, y, z, w] => {
                let [x, y, z, w] = [x, y, z, w].map(N::of);
                // u × (u × p) = u·(u·p) − (u·u)·p.
                let twice = |x: N| x.plus(&x);
                let sum = |a: &N, b: &N, c: &N, d: &N| twice(a.times(b).plus(&c.times(d)));
                let difference = |a: &N, b: &N, c: &N, d: &N| twice(a.times(b).minus(&c.times(d)));
                let diagonal = |a: &N, b: &N| N::of(1.0).minus(&sum(a, a, b, b));
                Some([
                    [diagonal(&y, &z), difference(&x, &y, &w, &z), sum(&x, &z, &w, &y)],
                    [sum(&x, &y, &w, &z), diagonal(&x, &z), difference(&y, &z, &w, &x)],
                    [difference(&x, &z, &w, &y), sum(&y, &z, &w, &x), diagonal(&x, &y)],
                ])
            }
            _ => return None,
        };
        Some(Self { rows, translation: translation.map(N::of) })
    }
    fn image(&self, point: [f64; 3]) -> [N; 3] {
        let point = point.map(N::of);
        let turned = self.rows.as_ref().map(|rows| rows.each_ref().map(|row| N::dot(row, &point))).unwrap_or(point);
        std::array::from_fn(|axis| turned[axis].plus(&self.translation[axis]))
    }
}

/// A surface at a pose.
pub struct Placed<'a> {
    surface: Surface<'a>,
    vertices: Vec<[Interval; 3]>,
    exact: Map<Relaxed>,
    is_flat: bool,
}

impl<'a> Placed<'a> {
    /// The surface at a pose of finite numbers, as docs/proof.md says. `None` if they are no pose in the plane or space.
    pub fn new(surface: Surface<'a>, pose: &[f64]) -> Option<Self> {
        let map = Map::<Interval>::new(pose)?;
        let vertices = surface.vertices.iter().map(|&point| map.image(point)).collect();
        Some(Self { surface, vertices, exact: Map::new(pose)?, is_flat: pose.len() == 5 })
    }
    /// A box around the surface.
    pub(crate) fn around(&self) -> [Interval; 3] {
        let both = |a: Interval, b: Interval| Interval { low: a.low.min(b.low), high: a.high.max(b.high) };
        let along = |k: usize| self.vertices.iter().map(|vertex| vertex[k]).reduce(both);
        [0, 1, 2].map(|k| along(k).expect("a sound surface has vertices"))
    }
    /// Whether it is in the plane.
    pub fn is_flat(&self) -> bool {
        self.is_flat
    }
    pub(crate) fn leaves(&self) -> &[[u32; 3]] {
        self.surface.leaves
    }
    /// A vertex in its own frame.
    pub(crate) fn own(&self, vertex: u32) -> [f64; 3] {
        self.surface.vertices[vertex as usize]
    }
    /// The corners of a leaf in the world.
    pub(crate) fn near(&self, leaf: u32) -> [[Interval; 3]; 3] {
        self.surface.leaves[leaf as usize].map(|vertex| self.vertices[vertex as usize])
    }
    /// The least and the greatest product of a corner with a direction, without rounding.
    pub(crate) fn span(&self, n: &Direction) -> [Relaxed; 2] {
        let leaves: Vec<u32> = (0..self.surface.leaves.len() as u32).collect();
        let part = Part { of: self, leaves: &leaves };
        [-part.exact_reach(&n.reversed()), part.exact_reach(n)]
    }
    /// A corner of each part of the surface: of each set of leaves that hang together by vertices.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = [Relaxed; 3]> {
        let mut leaders: Vec<u32> = (0..self.surface.vertices.len() as u32).collect();
        let leader = |leaders: &[u32], mut vertex: u32| {
            while leaders[vertex as usize] != vertex {
                vertex = leaders[vertex as usize];
            }
            vertex
        };
        for [a, b, c] in self.surface.leaves.iter().copied() {
            for vertex in [b, c] {
                let [one, other] = [a, vertex].map(|vertex| leader(&leaders, vertex));
                leaders[one.max(other) as usize] = one.min(other);
            }
        }
        let used: BTreeSet<u32> = self.surface.leaves.iter().map(|leaf| leader(&leaders, leaf[0])).collect();
        used.into_iter().map(|vertex| self.exact.image(self.own(vertex)))
    }
    /// The corners of a leaf in the world, without rounding. `None` if there is no such leaf.
    pub fn corners(&self, leaf: u32) -> Option<[[Relaxed; 3]; 3]> {
        let corners = self.surface.leaves.get(leaf as usize)?;
        Some(corners.map(|vertex| self.exact.image(self.surface.vertices[vertex as usize])))
    }
}

/// A vector of integers, not zero: the normal of a plane, of any length.
#[derive(Clone, Debug)]
pub struct Direction {
    exact: [IBig; 3],
    /// The same divided by 2^shift: numbers up to 2^53.
    near: [Interval; 3],
    shift: usize,
}

impl Direction {
    /// The direction with these coordinates. `None` if all are zero: such a plane would prove anything.
    pub fn new(exact: [IBig; 3]) -> Option<Self> {
        let bits = exact.iter().map(IBig::bit_len).max().filter(|&bits| bits > 0)?;
        let shift = bits.saturating_sub(53);
        let near = exact.each_ref().map(|x| {
            let (sign, size) = x.clone().into_parts();
            // Both ends are integers up to 2^53, so they are floats.
            let low = u64::try_from(&size >> shift).expect("at most 53 bits are left") as f64;
            let high = if size.trailing_zeros().is_none_or(|zeros| zeros >= shift) { low } else { low + 1.0 };
            let size = Interval { low, high };
            if sign == Sign::Negative { size.negated() } else { size }
        });
        Some(Self { exact, near, shift })
    }
    /// The same for numbers of few digits.
    pub fn of(exact: [i64; 3]) -> Option<Self> {
        Self::new(exact.map(IBig::from))
    }
    pub(crate) fn exact(&self) -> &[IBig; 3] {
        &self.exact
    }
    fn reversed(&self) -> Self {
        Self { exact: self.exact.each_ref().map(|x| -x), near: self.near.map(|x| x.negated()), shift: self.shift }
    }
}

/// Some leaves of a surface at its pose.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// The surface.
    pub of: &'a Placed<'a>,
    /// The numbers of the leaves: at least one, and all of them exist.
    pub leaves: &'a [u32],
}

impl Part<'_> {
    /// The vertices of the leaves, some several times.
    fn vertices(&self) -> impl Iterator<Item = usize> + '_ {
        self.leaves.iter().flat_map(|&leaf| self.of.surface.leaves[leaf as usize]).map(|vertex| vertex as usize)
    }
    /// How far the part reaches along a direction: an interval that holds the greatest product.
    fn reach(&self, n: &Direction) -> Interval {
        let mut most = Interval { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };
        for vertex in self.vertices() {
            let product = Interval::dot(&n.near, &self.of.vertices[vertex]);
            most = Interval { low: most.low.max(product.low), high: most.high.max(product.high) };
        }
        most
    }
    /// The greatest product without rounding. Only vertices that may attain it are looked at.
    fn exact_reach(&self, n: &Direction) -> Relaxed {
        let most = self.reach(n);
        if most.low == most.high && n.shift == 0 {
            return Relaxed::of(most.low);
        }
        let may_attain = |vertex: &usize| Interval::dot(&n.near, &self.of.vertices[*vertex]).high >= most.low;
        let vertices: BTreeSet<usize> = self.vertices().filter(may_attain).collect();
        let exact = n.exact.clone().map(Relaxed::from);
        let image = |vertex: usize| self.of.exact.image(self.of.surface.vertices[vertex]);
        vertices.into_iter().map(|vertex| Relaxed::dot(&exact, &image(vertex))).max().expect("a part has a leaf")
    }
}

/// Whether the direction keeps the parts apart by `lower`: min n·b − max n·a ≥ `lower`·|n|. Decided without rounding.
/// Then every point of `b` is at least `lower`, which is not negative, from every point of `a`.
pub fn separates(n: &Direction, a: Part, b: Part, lower: f64) -> bool {
    let back = n.reversed();
    // min n·b = −max (−n)·b.
    let gap = b.reach(&back).plus(&a.reach(n)).negated();
    let wanted = Interval::of(lower).times(&Interval::dot(&n.near, &n.near).root());
    if gap.low >= wanted.high || gap.high < wanted.low {
        return gap.low >= wanted.high;
    }
    let gap = -(b.exact_reach(&back) + a.exact_reach(n));
    let (lower, n) = (Relaxed::of(lower), n.exact.clone().map(Relaxed::from));
    gap.sign() == Sign::Positive && gap.times(&gap) >= lower.times(&lower) * Relaxed::dot(&n, &n)
}
