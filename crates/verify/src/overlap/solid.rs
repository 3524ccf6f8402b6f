//! A placed surface as a solid, and exact questions about points: which are inside, and how far the leaves are.
//!
//! A point is inside if a ray from it passes an odd number of leaves. That does not depend on the ray if each edge has an
//! even number of leaves, in the plane each end.

use crate::number::{Interval, Number};
use crate::placed::Placed;
use dashu_ratio::Relaxed;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A point without rounding, and in intervals.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(super) exact: [Relaxed; 3],
    pub(super) near: [Interval; 3],
}

impl Spot {
    /// The point with these coordinates.
    pub fn new(exact: [Relaxed; 3]) -> Self {
        let exact = exact.map(|x| x.canonicalize().relax());
        let near = exact.each_ref().map(Interval::around);
        Self { exact, near }
    }
    /// The coordinates, rounded.
    pub fn rounded(&self) -> [f64; 3] {
        self.near.map(|x| 0.5 * x.low + 0.5 * x.high)
    }
}

/// A placed surface that encloses something.
#[derive(Clone, Copy)]
pub struct Solid<'a> {
    pub(super) of: &'a Placed<'a>,
}

/// Rays are sent along these, until one meets no edge.
pub(crate) const WAYS: [[f64; 3]; 6] = [
    [1009.0, 37.0, 101.0],
    [-211.0, 1013.0, 57.0],
    [83.0, -409.0, 1019.0],
    [-907.0, -1021.0, 13.0],
    [17.0, 911.0, -1031.0],
    [1033.0, -29.0, -919.0],
];

impl<'a> Solid<'a> {
    /// `None` if an edge has an odd number of leaves, in the plane an end: then nothing is enclosed.
    pub fn new(of: &'a Placed<'a>) -> Option<Self> {
        let corner = |vertex: u32| of.own(vertex).map(|x| (x + 0.0).to_bits());
        let mut counts: HashMap<[[u64; 3]; 2], u32> = HashMap::new();
        for leaf in of.leaves() {
            let [a, b, c] = leaf.map(corner);
            let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| if from < to { [from, to] } else { [to, from] });
            let ends = [[a, a], [b, b]];
            let rims = if of.is_flat() { &ends[..] } else { &sides[..] };
            // In the plane an edge with equal ends counts nothing, in space a side with equal ends.
            let counted = rims.iter().filter(|rim| if of.is_flat() { a != b } else { rim[0] != rim[1] });
            counted.for_each(|rim| *counts.entry(*rim).or_default() += 1);
        }
        let is_closed = !counts.is_empty() && counts.values().all(|count| count % 2 == 0);
        is_closed.then_some(Self { of })
    }
    /// The same where nobody asks what is inside, or it is known to be closed.
    pub fn unchecked(of: &'a Placed<'a>) -> Self {
        Self { of }
    }
    /// Whether a point is inside. `None` if it is on a leaf, or every ray that was tried meets an edge.
    pub fn holds(&self, p: &Spot) -> Option<bool> {
        WAYS.iter().find_map(|way| {
            let passed = |leaf: u32| {
                let quick = passage(&p.near, &way.map(Interval::of), &self.of.near(leaf), self.of.is_flat());
                let exact = || {
                    let corners = self.of.corners(leaf)?;
                    passage(&p.exact, &way.map(Relaxed::of), &corners, self.of.is_flat())
                };
                quick.or_else(exact).map(Ordering::is_ne)
            };
            (0..self.of.leaves().len() as u32).try_fold(false, |odd, leaf| Some(odd ^ passed(leaf)?))
        })
    }
    /// The square of the distance from a point to the nearest leaf.
    pub fn square_to(&self, p: &Spot) -> Option<Relaxed> {
        let mut leaves: Vec<(f64, u32)> =
            (0..self.of.leaves().len() as u32).map(|leaf| (gap(&p.near, &self.of.near(leaf)), leaf)).collect();
        leaves.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut least: Option<Relaxed> = None;
        for (gap, leaf) in leaves {
            if least.as_ref().is_some_and(|least| Relaxed::of(gap) >= *least) {
                break;
            }
            let own = square(&p.exact, &self.of.corners(leaf)?);
            least = Some(least.map_or_else(|| own.clone(), |least| least.min(own.clone())));
        }
        least
    }
    /// Whether a leaf has an area, in the plane a length.
    pub fn has_extent(&self, leaf: u32) -> bool {
        self.of.corners(leaf).is_some_and(|[a, b, c]| {
            let n = if self.of.is_flat() { minus(&b, &a) } else { cross(&minus(&b, &a), &minus(&c, &a)) };
            n.iter().any(|x| !x.is_zero())
        })
    }
    /// Whether a point is no farther from a leaf than a length. No if there is no such leaf.
    pub fn is_near(&self, p: &Spot, leaf: u32, length: f64) -> bool {
        let most = Relaxed::of(length).times(&Relaxed::of(length));
        self.of.corners(leaf).is_some_and(|corners| square(&p.exact, &corners) <= most)
    }
}

/// A lower bound of the square of the distance from a point to the box of a leaf.
fn gap(p: &[Interval; 3], corners: &[[Interval; 3]; 3]) -> f64 {
    let along = |k: usize| {
        let low = corners.iter().map(|corner| corner[k].low).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(|corner| corner[k].high).fold(f64::NEG_INFINITY, f64::max);
        Interval::of((low - p[k].high).max(p[k].low - high).next_down().max(0.0))
    };
    let gaps = [along(0), along(1), along(2)];
    Interval::dot(&gaps, &gaps).low.clamp(0.0, f64::MAX)
}

pub(super) fn minus<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    std::array::from_fn(|k| a[k].minus(&b[k]))
}

pub(super) fn cross<N: Number>(a: &[N; 3], b: &[N; 3]) -> [N; 3] {
    let along = |i: usize, j: usize| a[i].times(&b[j]).minus(&a[j].times(&b[i]));
    [along(1, 2), along(2, 0), along(0, 1)]
}

/// The square of the distance between a point and a leaf: the least over its corners, the sides with a foot inside them,
/// and the face if the foot is inside it.
fn square(p: &[Relaxed; 3], corners: &[[Relaxed; 3]; 3]) -> Relaxed {
    let away = corners.each_ref().map(|corner| minus(corner, p));
    let norm = |v: &[Relaxed; 3]| Relaxed::dot(v, v);
    let mut least = away.iter().map(norm).min().expect("three corners");
    let n = cross(&minus(&corners[1], &corners[0]), &minus(&corners[2], &corners[0]));
    let mut is_over = !norm(&n).is_zero();
    for side in 0..3 {
        let (from, to) = (&away[side], &away[(side + 1) % 3]);
        let (along, moment) = (minus(to, from), cross(from, to));
        if Relaxed::dot(from, &along) < Relaxed::ZERO && Relaxed::dot(to, &along) > Relaxed::ZERO {
            least = least.min(norm(&moment) / norm(&along));
        }
        is_over &= Relaxed::dot(&n, &moment) >= Relaxed::ZERO;
    }
    if is_over {
        let height = Relaxed::dot(&n, &away[0]);
        least = least.min(height.times(&height) / norm(&n));
    }
    least
}

/// From which side a ray passes a leaf: greater from one, less from the other, equal if it does not pass it. `None` if the
/// numbers do not tell: the ray may meet an edge, or begin on the leaf.
pub(crate) fn passage<N: Number>(p: &[N; 3], way: &[N; 3], corners: &[[N; 3]; 3], is_flat: bool) -> Option<Ordering> {
    let [a, b, c] = corners.each_ref().map(|corner| minus(corner, p));
    // The same for the sides of a triangle, and the ends of an edge.
    let volumes = if is_flat {
        let area = |v: &[N; 3]| way[0].times(&v[1]).minus(&way[1].times(&v[0]));
        vec![area(&b), area(&a).negated()]
    } else {
        [(&a, &b), (&b, &c), (&c, &a)].map(|(from, to)| N::dot(way, &cross(from, to))).into()
    };
    let signs: Vec<Option<Ordering>> = volumes.iter().map(N::sign).collect();
    let has = |wanted: Ordering| signs.contains(&Some(wanted));
    if has(Ordering::Less) && has(Ordering::Greater) {
        return Some(Ordering::Equal);
    }
    let side = signs
        .iter()
        .all(|sign| sign.is_some_and(|sign| sign.is_ne() && Some(sign) == signs[0]))
        .then_some(signs[0])??;
    let height = if is_flat {
        a[0].times(&b[1]).minus(&a[1].times(&b[0]))
    } else {
        N::dot(&a, &cross(&minus(&b, &a), &minus(&c, &a)))
    };
    let start = height.sign()?;
    start.is_ne().then_some(if start == side { side } else { Ordering::Equal })
}
