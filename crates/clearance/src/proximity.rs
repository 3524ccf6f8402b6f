//! The results, and the one convention of signs that all of them share.
//!
//! With h the support function of A − B, the signed distance of A and B is `− min over unit n of h(n)`: the distance when
//! apart, minus the penetration depth when overlapping. One invariant holds in every regime:
//!
//! `point_b − point_a = distance · normal`, with `normal` of unit length and pointing from A to B.

use crate::real::Real;
use crate::vector::{Vector, WideVector};

/// How two closed sets lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// No point in common.
    Separated,
    /// Points in common, but no common interior; or, between curved shapes, the bounds straddle zero.
    Touching,
    /// Interiors meet.
    Overlapping,
}

impl Status {
    /// `"separated"`, `"touching"` or `"overlapping"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
        }
    }
}

/// The vertex, edge or face of a shape that a witness point lies on: up to four vertices with barycentric weights.
///
/// The weights are not negative and sum to 1 up to rounding. Empty on a curved shape. Four vertices only where two
/// overlapping shapes were asked for no more than their distance: then they are the corners around a common point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feature {
    count: u8,
    vertices: [u32; 4],
    weights: [f64; 4],
}

impl Feature {
    /// Indices of the vertices: one for a vertex, two for an edge, three for a face.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices[..usize::from(self.count)]
    }
    /// The weight of each vertex in the witness point of the core.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..usize::from(self.count)]
    }
    /// Adds weight to a vertex that may be there already.
    fn add(&mut self, vertex: u32, weight: f64) {
        let count = usize::from(self.count);
        match self.vertices[..count].iter().position(|&v| v == vertex) {
            Some(place) => self.weights[place] += weight,
            None => {
                self.vertices[count] = vertex;
                self.weights[count] = weight;
                self.count += 1;
            }
        }
    }
}

/// The pairs of vertices whose differences span the nearest face of A − B, with the weights of the nearest point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Witnesses {
    pub count: u32,
    pub pairs: [(u32, u32); 5],
    pub weights: [f64; 5],
}

impl Witnesses {
    #[inline(always)]
    pub fn push(&mut self, pair: (u32, u32), weight: f64) {
        let place = (self.count as usize).min(4);
        self.pairs[place] = pair;
        self.weights[place] = weight;
        self.count += 1;
    }
    /// Whether there was room for all.
    pub fn are_whole(&self) -> bool {
        self.count as usize <= self.pairs.len()
    }
    fn feature(&self, side: impl Fn((u32, u32)) -> u32) -> Feature {
        let mut feature = Feature::default();
        for (&pair, &weight) in self.pairs.iter().zip(&self.weights).take(self.count as usize) {
            feature.add(side(pair), weight);
        }
        feature
    }
}

/// How far apart two shapes are, where, and the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity<V: Vector> {
    /// Separated, touching or overlapping.
    pub status: Status,
    /// The distance, in the unit of the shapes; of a signed query minus the depth when overlapping.
    pub distance: V::Scalar,
    /// A proven lower bound of the true distance, every rounding included.
    pub lower: V::Scalar,
    /// A proven upper bound of the true distance, every rounding included.
    pub upper: V::Scalar,
    /// The unit vector from A to B along which they are `distance` apart, in the world's frame.
    pub normal: V,
    /// The witness point on the surface of A, in the world's frame.
    pub point_a: V,
    /// The witness point on the surface of B, in the world's frame.
    pub point_b: V,
    /// Support points asked for, in floats.
    pub iterations: u32,
    pub(crate) witnesses: Witnesses,
}

impl<V: Vector> Default for Proximity<V> {
    /// The answer for two points at the origin, which touch: what places for answers hold until they are written.
    fn default() -> Self {
        Self {
            status: Status::Touching,
            distance: V::Scalar::ZERO,
            lower: V::Scalar::ZERO,
            upper: V::Scalar::ZERO,
            normal: V::narrow(V::Wide::axis(0)),
            point_a: V::ORIGIN,
            point_b: V::ORIGIN,
            iterations: 0,
            witnesses: Witnesses::default(),
        }
    }
}

impl<V: Vector> Proximity<V> {
    /// The width of the proven bracket: no answer is farther than this from the truth.
    pub fn error(&self) -> f64 {
        self.upper.widen() - self.lower.widen()
    }
    /// Where `point_a` lies on A's core: the indices of its vertices there and their weights.
    pub fn feature_a(&self) -> Feature {
        self.witnesses.feature(|(a, _)| a)
    }
    /// Where `point_b` lies on B's core: the indices of its vertices there and their weights.
    pub fn feature_b(&self) -> Feature {
        self.witnesses.feature(|(_, b)| b)
    }
    /// The answer to the same question with A and B exchanged.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        for pair in &mut self.witnesses.pairs {
            *pair = (pair.1, pair.0);
        }
        let normal = V::narrow(-self.normal.widen());
        Self { normal, point_a: self.point_b, point_b: self.point_a, ..self }
    }
}
