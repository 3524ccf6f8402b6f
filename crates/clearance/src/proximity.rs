//! The results, and the one convention of signs that all of them share.
//!
//! With h the support function of A − B, the signed distance of A and B is `− min over unit n of h(n)`: the distance when
//! apart, minus the penetration depth when overlapping. One invariant holds in every regime:
//!
//! `point_b − point_a = distance · normal`, with `normal` of unit length and pointing from A to B.

use crate::real::Real;
use crate::vector::Vector;

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
/// The weights are not negative and sum to 1 up to rounding. Empty on a curved shape.
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
    pub(crate) fn add(&mut self, vertex: u32, weight: f64) {
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
    /// Where `point_a` lies on A's core.
    pub feature_a: Feature,
    /// Where `point_b` lies on B's core.
    pub feature_b: Feature,
    /// Support points asked for.
    pub iterations: u32,
}

impl<V: Vector> Proximity<V> {
    /// The width of the proven bracket: no answer is farther than this from the truth.
    pub fn error(&self) -> f64 {
        self.upper.widen() - self.lower.widen()
    }
    /// The answer to the same question with A and B exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            normal: V::narrow(-self.normal.widen()),
            point_a: self.point_b,
            point_b: self.point_a,
            feature_a: self.feature_b,
            feature_b: self.feature_a,
            ..self
        }
    }
}
