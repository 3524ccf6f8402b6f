//! Points with rounded and exact coordinates, and the exact signs that the construction of a hull needs.
//!
//! **Problem.** Compute the sign of the volume of `DIM + 1` points without error.
//!
//! **Method.** The determinant in floats, with an error bound. If the bound is greater than the determinant, the same
//! determinant over [`Dyadic`]. In a Minkowski hull the exact coordinates are sums or differences that are not floats;
//! the rounded coordinates then have an error of their own.
//!
//! **Accuracy.** Let E_i be the largest coordinate of edge i. Each of the six terms of the determinant is at most
//! E₁E₂E₃ and has seven roundings: the error is less than 48u·E₁E₂E₃. An error δ of each coordinate is an error of 2δ
//! of an edge; it adds 12δ·(E₁E₂ + E₂E₃ + E₃E₁).
//!
//! **References.** Shewchuk 1997 (filters). Departure: exact numbers in place of adaptive expansions, since coordinates
//! may be sums, and since the exact case is rare.

use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Ring, U, exponent_of};
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The points of a hull to be built, with rounded and with exact coordinates.
pub(crate) struct ExactPoints<'e, W: WideVector> {
    /// The rounded coordinates, divided by a power of two such that the largest is about 1.
    rounded: Vec<W>,
    /// A bound of the difference of a rounded coordinate and the exact one, after the division.
    error: f64,
    exact: &'e dyn Fn(usize) -> W::Exact,
}

impl<'e, W: WideVector> ExactPoints<'e, W> {
    /// The points, given by rounded coordinates and by a function for exact ones. The error of each rounded coordinate
    /// is at most `roundings`·u times the largest coordinate.
    pub fn new(points: impl Iterator<Item = W> + Clone, roundings: f64, exact: &'e dyn Fn(usize) -> W::Exact) -> Self {
        let largest = points.clone().fold(0.0f64, |largest, point| largest.max(point.max_abs()));
        let exponent = if largest > 0.0 { exponent_of(largest) } else { 0 };
        let rounded = points.map(|point| point.scaled_by_power(-exponent)).collect();
        // The division may round a coordinate that is 2^1000 times smaller than the largest.
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

    /// The sign of the volume of the `DIM` edges from the point `base` to the points `others`.
    ///
    /// In the plane it is positive if the points are in counter-clockwise order, in space if the edges are
    /// right-handed.
    pub fn orientation(&self, base: usize, others: &[usize]) -> Ordering {
        let edges = [0, 1, 2].each(|i| self.rounded[others[i.min(others.len() - 1)]] - self.rounded[base]);
        let sizes = edges.each(|edge| edge.max_abs() + 2.0 * self.error);
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

    /// The lexicographic order of two points: the first coordinate that differs decides.
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
        let sizes = [e, f].each(|edge| edge.max_abs() + 2.0 * self.error);
        let error = 16.0 * U * sizes[0] * sizes[1] + 4.0 * self.error * (sizes[0] + sizes[1]);
        if largest_area(&e, &f) > error {
            return false;
        }
        let p = self.exact(p);
        let (e, f) = (self.exact(q).minus(&p), self.exact(r).minus(&p));
        let area = e.wedge(&f);
        W::Exact::dot_areas(&area, &area).is_zero()
    }

    /// The vertices of the hull of points in a plane, in counter-clockwise order and strictly convex, as indices.
    ///
    /// `axes` are two coordinates. In space the projection of the plane to them must be one to one.
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
            chain.pop(); // It is the first point of the other chain.
            chain
        };
        let mut polygon = chain(&mut order.iter().copied());
        polygon.extend(chain(&mut order.iter().rev().copied()));
        polygon
    }

    /// The orientation of three points in the projection to two axes.
    fn turn(&self, [x, y]: [usize; 2], points: [usize; 3]) -> Ordering {
        let [p, q, r] = points.each(|point| self.rounded[point]);
        let edge = |to: W, axis| to.coordinate(axis) - p.coordinate(axis);
        let (e, f) = ([edge(q, x), edge(q, y)], [edge(r, x), edge(r, y)]);
        let area = e[0] * f[1] - e[1] * f[0];
        let size = |e: [f64; 2]| e[0].abs().max(e[1].abs()) + 2.0 * self.error;
        let error = 16.0 * U * size(e) * size(f) + 4.0 * self.error * (size(e) + size(f));
        if area.abs() > error {
            return area.total_cmp(&0.0);
        }
        let [p, q, r] = points.each(|point| self.exact(point));
        let edge = |to: &W::Exact, axis| to.coordinate(axis).minus(p.coordinate(axis));
        edge(&q, x).times(&edge(&r, y)).cmp(&edge(&q, y).times(&edge(&r, x)))
    }
}

/// A lower bound of the largest coordinate of e ∧ f.
fn largest_area<W: WideVector>(e: &W, f: &W) -> f64 {
    let area = e.wedge(f);
    crate::numbers::real::sqrt(W::dot_areas(&area, &area) / 3.0)
}
