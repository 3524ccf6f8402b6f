//! The Minkowski sum and difference of two hulls, written out: what the solvers never build, to look at and to test by.
//!
//! The hull of all sums or differences of vertices, which are exact numbers that floats need not hold: signs are decided on
//! the exact ones ([`super::cloud`]).

use super::Hull;
use super::cloud::Cloud;
use super::skeleton::skeleton;
use crate::support::SupportMap;
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// The hull of sums or differences of the vertices of A and B.
#[derive(Clone, Debug, PartialEq)]
pub struct MinkowskiHull<W> {
    /// The vertices, rounded.
    pub vertices: Vec<W>,
    /// For each vertex the indices of A's vertex and B's.
    pub pairs: Vec<(u32, u32)>,
    /// Loops of vertex indices, counter-clockwise from outside; one in the plane.
    pub faces: Vec<Vec<u32>>,
    /// 0 to 3.
    pub dimension: usize,
}

/// A − B = { a − b }: it holds the origin exactly when A and B meet, and its distance from the origin is theirs.
///
/// Time O(n log n) in the number of pairs n of vertices. Both hulls are taken in one frame.
pub fn minkowski_difference<V: Vector>(a: &Hull<V>, b: &Hull<V>) -> MinkowskiHull<V::Wide> {
    combined(a, b, |p, q| p - q, |p, q| p.minus(q))
}

/// A + B = { a + b }.
///
/// Time O(n log n) in the number of pairs n of vertices. Both hulls are taken in one frame.
pub fn minkowski_sum<V: Vector>(a: &Hull<V>, b: &Hull<V>) -> MinkowskiHull<V::Wide> {
    combined(a, b, |p, q| p + q, |p, q| p.plus(q))
}

type Exact<V> = <<V as Vector>::Wide as WideVector>::Exact;

fn combined<V: Vector>(
    a: &Hull<V>,
    b: &Hull<V>,
    rounded: impl Fn(V::Wide, V::Wide) -> V::Wide,
    exactly: impl Fn(&Exact<V>, &Exact<V>) -> Exact<V>,
) -> MinkowskiHull<V::Wide> {
    let width = b.vertex_count();
    let pair = |index: usize| (index / width, index % width);
    let points: Vec<V::Wide> = (0..a.vertex_count() * width)
        .map(|index| {
            let (i, j) = pair(index);
            rounded(a.vertex(i), b.vertex(j))
        })
        .collect();
    let exact = |index: usize| {
        let (i, j) = pair(index);
        exactly(&a.exact_vertex(i), &b.exact_vertex(j))
    };
    // One rounding of each sum, of at most twice the largest coordinate.
    let cloud = Cloud::new(points.iter().copied(), 2.0, &exact);
    let skeleton = skeleton(&cloud);
    MinkowskiHull {
        vertices: skeleton.vertices.iter().map(|&index| points[index]).collect(),
        pairs: skeleton.vertices.iter().map(|&index| (pair(index).0 as u32, pair(index).1 as u32)).collect(),
        faces: skeleton.faces,
        dimension: skeleton.dimension,
    }
}
