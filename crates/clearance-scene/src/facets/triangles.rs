//! One triangle against eight: distances as proposals, and planes as proofs.
//!
//! Two triangles that do not meet are nearest at two edges or at a corner and a face. The closed form of each case
//! gives a vector from a point of one to a point of the other. The shortest of the fifteen vectors is the distance, but
//! for rounding: nearly parallel edges and needles make it inaccurate. So its length is used as an upper bound alone,
//! since its ends are on the triangles. The lower bound is the gap of the triangles along that vector, which is true
//! for any vector.
//!
//! Source of the cases: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.4 to 5.1.9.

use super::lanes::{Lanes, Number, Points, each};
use super::{Eight, clamped};

/// Eight triangles.
pub struct Triangles<T> {
    corners: [Points<T, 3>; 3],
    edges: [Points<T, 3>; 3],
    /// 1/|edge|², or 0 for an edge without length.
    inverse: [Lanes<T>; 3],
    lengths: [Lanes<T>; 3],
    /// The inner normals of the edges, in the plane of the triangle.
    inward: [Points<T, 3>; 3],
}

/// The shortest vectors so far, from the triangles in lanes to the single one.
struct Shortest<T> {
    vectors: Points<T, 3>,
    /// Their squared lengths.
    squares: Lanes<T>,
}

impl<T: Number> Eight<T, 3> for Triangles<T> {
    #[inline(always)]
    fn new(corners: [Points<T, 3>; 3]) -> Self {
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c];
        let lengths = each(
            #[inline(always)]
            |edge| edges[edge].dot(edges[edge]),
        );
        let normal = edges[0].cross(edges[1]);
        Self {
            corners,
            edges,
            inverse: each(
                #[inline(always)]
                |edge| lengths[edge].reciprocal_or_zero(),
            ),
            lengths,
            inward: each(
                #[inline(always)]
                |edge| normal.cross(edges[edge]),
            ),
        }
    }

    #[inline(always)]
    fn corners(&self) -> &[Points<T, 3>; 3] {
        &self.corners
    }

    #[inline(always)]
    fn shortest_to(&self, single: &[[T; 3]; 3]) -> Points<T, 3> {
        let other = Self::new(each(
            #[inline(always)]
            |corner| Points::all(single[corner]),
        ));
        let mut best = Shortest { vectors: Points::ZERO, squares: Lanes::all(T::INFINITY) };
        for own in 0..3 {
            for theirs in 0..3 {
                best.take(self.between_edges(own, &other, theirs));
            }
        }
        for corner in 0..3 {
            let (vector, inside) = self.to_face(other.corners[corner]);
            best.take_where(vector, inside);
            let (vector, inside) = other.to_face(self.corners[corner]);
            best.take_where(Points::ZERO - vector, inside);
        }
        best.vectors
    }
}

impl<T: Number> Triangles<T> {
    /// The shortest vector from an edge to an edge. The parameters are clamped one after the other; the second clamp
    /// corrects the first.
    #[inline(always)]
    fn between_edges(&self, own: usize, other: &Self, theirs: usize) -> Points<T, 3> {
        let (p, d, q, e) = (self.corners[own], self.edges[own], other.corners[theirs], other.edges[theirs]);
        let r = p - q;
        let (along, f, c) = (d.dot(e), e.dot(r), d.dot(r));
        let (dd, ee) = (self.lengths[own], other.lengths[theirs]);
        let s = clamped((along * f - c * ee) * (dd * ee - along * along).reciprocal_or_zero());
        let t = clamped((along * s + f) * other.inverse[theirs]);
        let s = clamped((along * t - c) * self.inverse[own]);
        e.times(t) - d.times(s) - r
    }

    /// The vector to a point from its foot on each triangle, and a number that is negative where there is no foot.
    ///
    /// The foot is a sum of corners whose weights are not negative. So it is a point of the triangle, however
    /// inaccurate the weights are.
    #[inline(always)]
    fn to_face(&self, point: Points<T, 3>) -> (Points<T, 3>, Lanes<T>) {
        // The weight of a corner is that of the opposite edge.
        let weights: [Lanes<T>; 3] = each(
            #[inline(always)]
            |corner| {
                let side = (corner + 1) % 3;
                (point - self.corners[side]).dot(self.inward[side])
            },
        );
        let sum = weights[0] + weights[1] + weights[2];
        let least = weights[0].min(weights[1]).min(weights[2]);
        let inverse = sum.reciprocal_or_zero();
        let [a, b, c]: [_; 3] = each(
            #[inline(always)]
            |corner| self.corners[corner].times(weights[corner] * inverse),
        );
        // A triangle without area has no weights.
        (point - (a + b + c), least.where_less(Lanes::all(T::ZERO), sum, Lanes::all(T::ZERO - T::ONE)))
    }
}

impl<T: Number> Shortest<T> {
    #[inline(always)]
    fn take(&mut self, vectors: Points<T, 3>) {
        let squares = vectors.dot(vectors);
        self.vectors = vectors.where_less(squares, self.squares, self.vectors);
        self.squares = squares.min(self.squares);
    }

    /// The same for the lanes whose `inside` is not negative.
    #[inline(always)]
    fn take_where(&mut self, vectors: Points<T, 3>, inside: Lanes<T>) {
        let squares = vectors.dot(vectors);
        let squares = Lanes::all(T::INFINITY).where_less(inside, Lanes::all(T::ZERO), squares);
        self.vectors = vectors.where_less(squares, self.squares, self.vectors);
        self.squares = squares.min(self.squares);
    }
}
