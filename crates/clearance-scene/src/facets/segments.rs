//! One segment of the plane against eight.
//!
//! Two segments of the plane that do not meet are nearest at an end of one of them. There are four ends, and the foot
//! of each on the other segment is one clamped quotient.

use super::lanes::{Lanes, Number, Points, each};
use super::{Eight, clamped};

/// Eight segments.
pub struct Segments<T> {
    ends: [Points<T, 2>; 2],
    way: Points<T, 2>,
    /// 1/|way|², or 0 for a segment without length.
    inverse: Lanes<T>,
}

impl<T: Number> Eight<T, 2> for Segments<T> {
    #[inline(always)]
    fn new(ends: [Points<T, 2>; 2]) -> Self {
        let way = ends[1] - ends[0];
        Self { ends, way, inverse: way.dot(way).reciprocal_or_zero() }
    }

    #[inline(always)]
    fn corners(&self) -> &[Points<T, 2>; 2] {
        &self.ends
    }

    #[inline(always)]
    fn shortest_to(&self, single: &[[T; 2]; 2]) -> Points<T, 2> {
        let other = Self::new(each(
            #[inline(always)]
            |end| Points::all(single[end]),
        ));
        let vectors: [Points<T, 2>; 4] = [
            self.to_point(other.ends[0]),
            self.to_point(other.ends[1]),
            Points::ZERO - other.to_point(self.ends[0]),
            Points::ZERO - other.to_point(self.ends[1]),
        ];
        let (mut best, mut least) = (vectors[0], vectors[0].dot(vectors[0]));
        for vector in &vectors[1..] {
            let square = vector.dot(*vector);
            best = vector.where_less(square, least, best);
            least = square.min(least);
        }
        best
    }
}

impl<T: Number> Segments<T> {
    /// The vector to a point from the nearest point of each segment.
    #[inline(always)]
    fn to_point(&self, point: Points<T, 2>) -> Points<T, 2> {
        let from_start = point - self.ends[0];
        from_start - self.way.times(clamped(from_start.dot(self.way) * self.inverse))
    }
}
