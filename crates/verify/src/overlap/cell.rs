//! A convex cell without rounding: its corners, and for each the planes that it lies on.
//!
//! Two corners are the ends of an edge if no third corner lies on all planes that they have in common. A cut puts a corner
//! on each edge that passes the plane. So the two halves make up the cell.

use super::solid::{Solid, Spot, cross, minus};
use crate::number::{Interval, Number};
use crate::placed::Placed;
use dashu_ratio::Relaxed;
use std::cmp::Ordering;

/// The most planes of a cell.
const MOST_PLANES: usize = 120;

/// The points behind a plane have n·p ≤ c.
#[derive(Clone, Debug)]
pub struct Plane {
    /// The normal, of any length but zero.
    pub n: [Relaxed; 3],
    /// The product of the points of the plane with it.
    pub c: Relaxed,
}

impl Plane {
    /// Whether all of a leaf lies in the plane.
    pub fn has_leaf(&self, solid: &Solid, leaf: u32) -> bool {
        solid.of.corners(leaf).is_some_and(|corners| corners.iter().all(|p| Relaxed::dot(&self.n, p) == self.c))
    }
}

/// A convex cell, or a part of a leaf.
#[derive(Clone, Debug)]
pub struct Cell {
    corners: Vec<(Spot, u128)>,
    /// No plane where a part of a leaf has its sides.
    planes: Vec<Option<Plane>>,
}

impl Cell {
    /// The box between two corners, in the plane a rectangle.
    pub fn of_box(low: [f64; 3], high: [f64; 3], is_flat: bool) -> Self {
        let axes = if is_flat { 2 } else { 3 };
        let mut planes = Vec::new();
        for axis in 0..axes {
            let n = |sign: f64| std::array::from_fn(|k| Relaxed::of(if k == axis { sign } else { 0.0 }));
            planes.push(Some(Plane { n: n(-1.0), c: Relaxed::of(-low[axis]) }));
            planes.push(Some(Plane { n: n(1.0), c: Relaxed::of(high[axis]) }));
        }
        let corner = |place: usize| {
            let is_high = |axis: usize| place >> axis & 1 == 1;
            let at = |axis: usize| match axis < axes {
                true => Relaxed::of(if is_high(axis) { high[axis] } else { low[axis] }),
                false => Relaxed::ZERO,
            };
            let on = (0..axes).map(|axis| 1u128 << (2 * axis + usize::from(is_high(axis)))).sum();
            (Spot::new([at(0), at(1), at(2)]), on)
        };
        Self { corners: (0..1 << axes).map(corner).collect(), planes }
    }
    /// All of a leaf of a surface. `None` if there is no such leaf.
    pub fn of_leaf(placed: &Placed, leaf: u32) -> Option<Self> {
        let [a, b, c] = placed.corners(leaf)?.map(Spot::new);
        let corners = if placed.is_flat() { vec![(a, 1), (b, 2)] } else { vec![(a, 0b011), (b, 0b110), (c, 0b101)] };
        Some(Self { corners, planes: vec![None; 3] })
    }
    /// The corners.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> + Clone {
        self.corners.iter().map(|(spot, _)| spot)
    }
    /// The parts behind a plane and in front of it. `None` if one has no inside, or the cell has too many planes.
    pub fn cut(&self, plane: &Plane) -> Option<[Self; 2]> {
        let heights: Vec<Relaxed> =
            self.spots().map(|spot| Relaxed::dot(&plane.n, &spot.exact).minus(&plane.c)).collect();
        let of = |wanted: Ordering| -> Vec<usize> {
            (0..heights.len()).filter(|&place| heights[place].cmp(&Relaxed::ZERO) == wanted).collect()
        };
        let [behind, level, front] = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(of);
        if behind.is_empty() || front.is_empty() || self.planes.len() >= MOST_PLANES {
            return None;
        }
        let own = 1u128 << self.planes.len();
        let mut section: Vec<(Spot, u128)> = level.iter().map(|&place| self.corners[place].clone()).collect();
        for &back in &behind {
            for &ahead in front.iter().filter(|&&ahead| self.is_edge(back, ahead)) {
                let [(one, on), (other, its)] = [back, ahead].map(|place| &self.corners[place]);
                let share = &heights[back] / (&heights[back] - &heights[ahead]);
                let way = minus(&other.exact, &one.exact);
                let at = std::array::from_fn(|k| one.exact[k].plus(&way[k].times(&share)));
                section.push((Spot::new(at), on & its));
            }
        }
        section.iter_mut().for_each(|(_, on)| *on |= own);
        let part = |places: &[usize], plane: Plane| {
            let mut corners: Vec<(Spot, u128)> = places.iter().map(|&place| self.corners[place].clone()).collect();
            corners.extend(section.iter().cloned());
            Self { corners, planes: self.planes.iter().cloned().chain([Some(plane)]).collect() }
        };
        let turned = Plane { n: plane.n.each_ref().map(|x| -x.clone()), c: -plane.c.clone() };
        Some([part(&behind, plane.clone()), part(&front, turned)])
    }
    fn is_edge(&self, one: usize, other: usize) -> bool {
        let common = self.corners[one].1 & self.corners[other].1;
        let is_third = |place: usize| place != one && place != other && self.corners[place].1 & common == common;
        !(0..self.corners.len()).any(is_third)
    }
    /// Whether all points are no farther from a leaf than a length: the distance from a convex set is a convex function.
    pub fn is_near(&self, solid: &Solid, leaf: u32, length: f64) -> bool {
        self.spots().all(|spot| solid.is_near(spot, leaf, length))
    }
    /// Bounds of the volume, in the plane of the area: pyramids from the middle over triangles of the faces, each between two
    /// ends of an edge and the first corner of the face.
    pub fn volume(&self, is_flat: bool) -> [f64; 2] {
        let middle = self.middle();
        let ways: Vec<[Interval; 3]> = self.spots().map(|spot| minus(&spot.near, &middle.near)).collect();
        let size = |x: Interval| Interval { low: x.low.max(-x.high).max(0.0), high: x.high.max(-x.low) };
        let pairs = (0..ways.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
        let edges: Vec<[usize; 2]> = pairs.filter(|&[i, j]| self.is_edge(i, j)).collect();
        let mut sum = Interval::of(0.0);
        if is_flat {
            edges.iter().for_each(|&[i, j]| sum = sum.plus(&size(cross(&ways[i], &ways[j])[2])));
            let Interval { low, high } = sum.times(&Interval::of(0.5));
            return [low.max(0.0), high];
        }
        for plane in 0..self.planes.len() {
            let is_on = |&place: &usize| self.corners[place].1 >> plane & 1 == 1;
            let Some(first) = (0..ways.len()).find(is_on) else { continue };
            for [i, j] in edges.iter().filter(|[i, j]| is_on(i) && is_on(j) && *i != first && *j != first) {
                sum = sum.plus(&size(Interval::dot(&ways[first], &cross(&ways[*i], &ways[*j]))));
            }
        }
        let sixth: f64 = 1.0 / 6.0;
        let Interval { low, high } = sum.times(&Interval { low: sixth.next_down(), high: sixth.next_up() });
        [low.max(0.0), high]
    }
    /// Whether the cell is inside a solid, if no leaf parts it.
    pub fn side(&self, solid: &Solid) -> Option<bool> {
        let is_clear = self.leaves_of(solid, 0..solid.of.leaves().len() as u32).is_empty();
        is_clear.then(|| solid.holds(&self.middle())).flatten()
    }
    /// Which of some leaves have a point inside the cell, without those that have no area and part nothing. If a leaf has one,
    /// the mean of the corners of what is in the cell is another.
    pub fn leaves_of(&self, solid: &Solid, among: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let (planes, ends) = (self.planes.iter().flatten().cloned().collect::<Vec<_>>(), self.ends());
        let near = |plane: &Plane| (plane.n.each_ref().map(Interval::around), Interval::around(&plane.c));
        let near: Vec<([Interval; 3], Interval)> = planes.iter().map(near).collect();
        let comes_in = |&leaf: &u32| {
            // Most leaves are in front of a plane, some of them by nothing.
            let corners = solid.of.near(leaf);
            let is_beyond = |(n, c): &([Interval; 3], Interval)| {
                let heights = corners.each_ref().map(|p| Interval::dot(n, p).minus(c));
                (heights.iter().all(|x| x.low >= 0.0), heights.iter().all(|x| x.high >= 0.0))
            };
            let beyond: Vec<(bool, bool)> = near.iter().map(is_beyond).collect();
            let is_exactly = |plane: &Plane| {
                let corners = solid.of.corners(leaf);
                corners.is_some_and(|corners| corners.iter().all(|p| Relaxed::dot(&plane.n, p) >= plane.c))
            };
            if is_beside(&ends, solid, leaf)
                || beyond.iter().any(|known| known.0)
                || planes.iter().zip(&beyond).any(|(plane, known)| known.1 && is_exactly(plane))
                || !solid.has_extent(leaf)
            {
                return false;
            }
            let left = part_behind(solid.of.corners(leaf), &planes);
            let count = Relaxed::of(left.len() as f64);
            let sum = |k: usize| left.iter().fold(Relaxed::ZERO, |sum, p| sum + &p[k]);
            let sum = [0, 1, 2].map(sum);
            !left.is_empty() && planes.iter().all(|plane| Relaxed::dot(&plane.n, &sum) < plane.c.times(&count))
        };
        among.into_iter().filter(comes_in).collect()
    }
    /// The ends of the box around the cell.
    fn ends(&self) -> [[f64; 2]; 3] {
        let low = |k: usize| self.spots().map(|spot| spot.near[k].low).fold(f64::INFINITY, f64::min);
        let high = |k: usize| self.spots().map(|spot| spot.near[k].high).fold(f64::NEG_INFINITY, f64::max);
        [0, 1, 2].map(|k| [low(k), high(k)])
    }
    /// The mean of the corners.
    pub fn middle(&self) -> Spot {
        let count = Relaxed::of(self.corners.len() as f64);
        let sum = |k: usize| self.spots().fold(Relaxed::ZERO, |sum, spot| sum.plus(&spot.exact[k]));
        Spot::new([0, 1, 2].map(|k| sum(k) / &count))
    }
    /// Whether no point is deeper in a solid than `most`.
    ///
    /// Let the middle be h deep in the cell and D the greatest distance of a corner from it, and m = most·h / D. Shrunk about
    /// the middle by 1 − m/h, the cell lies in the part that is m deep in it, and no point has moved farther than `most`. If no
    /// leaf comes into that part, it is all outside as the middle is.
    pub fn is_outside(&self, solid: &Solid, most: f64) -> bool {
        let middle = self.middle();
        if solid.holds(&middle) != Some(false) {
            return false;
        }
        let norm = |n: &[Relaxed; 3]| Interval::around(&Relaxed::dot(n, n)).root();
        let planes: Vec<&Plane> = self.planes.iter().flatten().collect();
        let depth = |plane: &&Plane| {
            let height = plane.c.minus(&Relaxed::dot(&plane.n, &middle.exact));
            (Interval::around(&height).low / norm(&plane.n).high).next_down()
        };
        let h = planes.iter().map(depth).fold(f64::INFINITY, f64::min);
        let far = |spot: &Spot| {
            let way = minus(&spot.near, &middle.near);
            Interval::dot(&way, &way).root().high
        };
        let d = self.spots().map(far).fold(0.0, f64::max);
        let m = (most * (h / d).next_down().next_down()).next_down().min(0.5 * h);
        if !(h > 0.0 && m > 0.0) {
            return false;
        }
        let shrunk = planes.iter().map(|plane| {
            let step = Relaxed::of(norm(&plane.n).high).times(&Relaxed::of(m));
            Plane { n: plane.n.clone(), c: plane.c.minus(&step) }
        });
        let shrunk: Vec<Plane> = shrunk.collect();
        let ends = self.ends();
        let is_out = |leaf| is_beside(&ends, solid, leaf) || part_behind(solid.of.corners(leaf), &shrunk).is_empty();
        (0..solid.of.leaves().len() as u32).all(is_out)
    }
}

/// Whether a box and that around a leaf have no common point.
fn is_beside(ends: &[[f64; 2]; 3], solid: &Solid, leaf: u32) -> bool {
    let near = solid.of.near(leaf);
    let is_above = |k: usize| near.iter().all(|corner| corner[k].low > ends[k][1]);
    let is_below = |k: usize| near.iter().all(|corner| corner[k].high < ends[k][0]);
    (0..if solid.of.is_flat() { 2 } else { 3 }).any(|k| is_above(k) || is_below(k))
}

/// What of a leaf is behind all planes.
fn part_behind(corners: Option<[[Relaxed; 3]; 3]>, planes: &[Plane]) -> Vec<[Relaxed; 3]> {
    let mut left: Vec<[Relaxed; 3]> = corners.map(Vec::from).unwrap_or_default();
    for plane in planes {
        let heights: Vec<Relaxed> = left.iter().map(|p| Relaxed::dot(&plane.n, p).minus(&plane.c)).collect();
        let mut kept = Vec::with_capacity(left.len() + 1);
        for place in 0..left.len() {
            let next = (place + 1) % left.len();
            let [from, to] = [&heights[place], &heights[next]];
            if *from <= Relaxed::ZERO {
                kept.push(left[place].clone());
            }
            if (*from < Relaxed::ZERO) != (*to < Relaxed::ZERO) && !from.is_zero() && !to.is_zero() {
                let (share, way) = (from / (from - to), minus(&left[next], &left[place]));
                // In lowest terms: a corner is where two of the planes cut the leaf, however many there were before.
                let reduced = |x: Relaxed| x.canonicalize().relax();
                kept.push(std::array::from_fn(|k| reduced(left[place][k].plus(&way[k].times(&share)))));
            }
        }
        left = kept;
    }
    left
}
