//! Points with exact coordinates and rounded ones, and the signs that hull building decides by them.
//!
//! **Problem.** The sign of the volume of `DIM + 1` points, never wrong.
//!
//! **Method.** The determinant in floats with an error bound; where that leaves the sign open, the same determinant over
//! [`Dyadic`]. Coordinates may be exact sums or differences that no float holds, as in a Minkowski hull: rounded ones then
//! carry an error of their own.
//!
//! **Accuracy.** With E_i the largest coordinate of edge i, each of the six terms of the determinant is at most E₁E₂E₃ and
//! takes seven roundings: under 48u·E₁E₂E₃. An error δ of each coordinate moves an edge by 2δ: 12δ·(E₁E₂ + E₂E₃ + E₃E₁).
//!
//! **References.** Shewchuk 1997 (filters); ours falls back on whole exact numbers rather than on adaptive expansions,
//! since the coordinates may be sums, and since it is rare.

use crate::dyadic::Dyadic;
use crate::real::{Ring, U, exponent_of};
use crate::vector::{Space, WideVector};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Points to build a hull of.
pub(crate) struct Cloud<'e, W: WideVector> {
    /// Rounded coordinates, divided by a power of two that makes the largest about 1.
    rounded: Vec<W>,
    /// How far a rounded coordinate may be from the exact one.
    error: f64,
    exact: &'e dyn Fn(usize) -> W::Exact,
}

impl<'e, W: WideVector> Cloud<'e, W> {
    /// Points given rounded, each coordinate within `roundings`·u of the largest one, and exact.
    pub fn new(points: impl Iterator<Item = W> + Clone, roundings: f64, exact: &'e dyn Fn(usize) -> W::Exact) -> Self {
        let largest = points.clone().fold(0.0f64, |largest, point| largest.max(point.max_abs()));
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        let rounded = points.map(|point| point.scaled_by_power(-exponent)).collect();
        // Scaling down may round what is 2^1000 times smaller than the largest.
        Self { rounded, error: 2.0 * roundings * U + 1e-300, exact }
    }

    pub fn len(&self) -> usize {
        self.rounded.len()
    }
    pub fn rounded(&self, index: usize) -> W {
        self.rounded[index]
    }
    pub fn exact(&self, index: usize) -> W::Exact {
        (self.exact)(index)
    }

    /// The sign of the volume of `DIM` edges from point `base` to the points `others`: positive when they turn
    /// counter-clockwise in the plane, and form a right-handed triple in space.
    pub fn orientation(&self, base: usize, others: &[usize]) -> Ordering {
        let edges = [0, 1, 2].map(|i| self.rounded[others[i.min(others.len() - 1)]] - self.rounded[base]);
        let sizes = edges.map(|edge| edge.max_abs() + 2.0 * self.error);
        let (volume, error) = match W::DIM {
            2 => {
                let area = edges[1].dot(&W::normal_of(&[edges[0]]));
                (-area, 16.0 * U * sizes[0] * sizes[1] + 4.0 * self.error * (sizes[0] + sizes[1]))
            }
            _ => {
                let volume = edges[2].dot(&W::normal_of(&[edges[0], edges[1]]));
                let pairs = sizes[0] * sizes[1] + sizes[1] * sizes[2] + sizes[2] * sizes[0];
                (volume, 48.0 * U * sizes[0] * sizes[1] * sizes[2] + 12.0 * self.error * pairs)
            }
        };
        if volume > error {
            Ordering::Greater
        } else if volume < -error {
            Ordering::Less
        } else {
            self.exact_orientation(base, others)
        }
    }

    #[cold]
    fn exact_orientation(&self, base: usize, others: &[usize]) -> Ordering {
        let base = self.exact(base);
        let edges: Vec<W::Exact> = others.iter().map(|&point| self.exact(point).minus(&base)).collect();
        let volume = match W::DIM {
            2 => edges[1].dot(&W::Exact::normal_of(&edges[..1])).negated(),
            _ => edges[2].dot(&W::Exact::normal_of(&edges[..2])),
        };
        volume.cmp(&Dyadic::zero())
    }

    /// The order of two points by their first differing coordinate.
    pub fn lexicographic(&self, left: usize, right: usize) -> Ordering {
        self.by_axes(left, right, 0..W::DIM)
    }

    fn by_axes(&self, left: usize, right: usize, axes: impl Iterator<Item = usize>) -> Ordering {
        for axis in axes {
            let (x, y) = (*self.rounded[left].coordinate(axis), *self.rounded[right].coordinate(axis));
            let order = if (x - y).abs() > 4.0 * self.error {
                x.total_cmp(&y)
            } else {
                self.exact(left).coordinate(axis).cmp(self.exact(right).coordinate(axis))
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Whether three points lie on a line.
    pub fn collinear(&self, [p, q, r]: [usize; 3]) -> bool {
        let (e, f) = (self.rounded[q] - self.rounded[p], self.rounded[r] - self.rounded[p]);
        let sizes = [e, f].map(|edge| edge.max_abs() + 2.0 * self.error);
        let error = 16.0 * U * sizes[0] * sizes[1] + 4.0 * self.error * (sizes[0] + sizes[1]);
        if largest_area(&e, &f) > error {
            return false;
        }
        let p = self.exact(p);
        let (e, f) = (self.exact(q).minus(&p), self.exact(r).minus(&p));
        let area = e.wedge(&f);
        W::Exact::dot_areas(&area, &area).is_zero()
    }

    /// The indices of a planar set in counter-clockwise order of its hull, strictly convex. In space `axes` are the two
    /// coordinates that the plane is seen along: its image under them must be one to one.
    pub fn convex_polygon(&self, axes: [usize; 2]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&left, &right| self.by_axes(left, right, axes.into_iter()));
        order.dedup_by(|left, right| self.by_axes(*left, *right, axes.into_iter()).is_eq());
        if order.len() < 3 {
            return order;
        }
        let turns_left = |p: usize, q: usize, r: usize| self.turn(axes, [p, q, r]).is_gt();
        let chain = |points: &mut dyn Iterator<Item = usize>| {
            let mut chain: Vec<usize> = Vec::new();
            for point in points {
                while chain.len() >= 2 && !turns_left(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                    chain.pop();
                }
                chain.push(point);
            }
            chain.pop(); // The other chain begins there.
            chain
        };
        let mut polygon = chain(&mut order.iter().copied());
        polygon.extend(chain(&mut order.iter().rev().copied()));
        polygon
    }

    /// The turn of three points seen along two axes.
    fn turn(&self, [x, y]: [usize; 2], points: [usize; 3]) -> Ordering {
        let [p, q, r] = points.map(|point| self.rounded[point]);
        let edge = |to: W, axis| to.coordinate(axis) - p.coordinate(axis);
        let (e, f) = ([edge(q, x), edge(q, y)], [edge(r, x), edge(r, y)]);
        let area = e[0] * f[1] - e[1] * f[0];
        let size = |e: [f64; 2]| e[0].abs().max(e[1].abs()) + 2.0 * self.error;
        let error = 16.0 * U * size(e) * size(f) + 4.0 * self.error * (size(e) + size(f));
        if area.abs() > error {
            return area.total_cmp(&0.0);
        }
        let [p, q, r] = points.map(|point| self.exact(point));
        let edge = |to: &W::Exact, axis| to.coordinate(axis).minus(p.coordinate(axis));
        edge(&q, x).times(&edge(&r, y)).cmp(&edge(&q, y).times(&edge(&r, x)))
    }
}

/// The largest coordinate of e ∧ f, from below.
fn largest_area<W: WideVector>(e: &W, f: &W) -> f64 {
    let area = e.wedge(f);
    crate::real::sqrt(W::dot_areas(&area, &area) / 3.0)
}
