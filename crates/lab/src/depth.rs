//! The penetration depth of two hulls by brute force, exactly.
//!
//! The shortest way out of A − B leads through a facet. The normal of a facet is the normal of a face of A or of B, or
//! the cross product of an edge of each. (In the plane it is the normal of an edge of either.) The code tries every
//! pair and triple of vertices, so it needs no faces. A triple that is not a facet only gives a lesser separation.

use crate::exact::Rational;
use crate::nearest::Pair;
use clearance::{Ring, Space};

/// The squared depth of hulls that have a common point. It is 0 when their difference is flat.
pub fn depth_square<E: Space<Scalar = Rational>>(pair: &Pair<E>) -> Rational {
    let candidates: Vec<(E, f64)> =
        normals(pair).into_iter().map(|normal| (normal.clone(), pair.rough_separation(&normal))).collect();
    let best = candidates.iter().map(|(_, along)| *along).fold(f64::NEG_INFINITY, f64::max);
    let slack = pair.rough_error();
    let depths = candidates.iter().filter(|(_, along)| *along >= best - slack).map(|(normal, _)| {
        let depth = pair.separation(normal);
        assert!(!depth.is_positive(), "hulls with a common point have no separating direction");
        depth.times(&depth).over(&normal.length_squared())
    });
    depths.min().unwrap_or_default()
}

/// All candidates with both signs, none zero.
fn normals<E: Space<Scalar = Rational>>(pair: &Pair<E>) -> Vec<E> {
    let (a, b) = (pair.points_of_a(), pair.points_of_b());
    let one_sided: Vec<E> = if E::DIM == 2 {
        edges(a).iter().chain(&edges(b)).map(|edge| E::normal_of(std::slice::from_ref(edge))).collect()
    } else {
        let (along_a, along_b) = (edges(a), edges(b));
        let between = along_a.iter().flat_map(|e| along_b.iter().map(move |f| E::normal_of(&[e.clone(), f.clone()])));
        faces(a).into_iter().chain(faces(b)).chain(between).collect()
    };
    one_sided.into_iter().filter(|n| !n.is_zero()).flat_map(|n| [n.negated(), n]).collect()
}

/// The normals of the planes through three vertices.
fn faces<E: Space<Scalar = Rational>>(points: &[E]) -> Vec<E> {
    let below = |n: usize| (0..n).flat_map(move |i| (0..i).map(move |j| (i, j)));
    (0..points.len())
        .flat_map(|k| below(k).map(move |(i, j)| (k, i, j)))
        .map(|(k, i, j)| E::facet_normal(&[&points[k], &points[i], &points[j]]))
        .collect()
}

/// All differences of two vertices, one sign each.
fn edges<E: Space<Scalar = Rational>>(points: &[E]) -> Vec<E> {
    (0..points.len())
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .map(|(i, j)| points[i].minus(&points[j]))
        .filter(|edge| !edge.is_zero())
        .collect()
}
