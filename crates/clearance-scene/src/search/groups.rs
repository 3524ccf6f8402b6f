//! Groups of leaves against each other: what the walk cannot leave out.

use super::frame::dot;
use super::nearest::Search;
use super::walk::{Direction, Visitor};
use crate::composite::Composite;
use crate::facets::lanes::LANES;
use crate::facets::{Dimension, Eight};

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Visitor<D> for Search<'_, D, A, B> {
    fn limit(&self) -> f64 {
        self.goal.upper() + self.frame.slack
    }

    fn direction(&self) -> &Direction<D> {
        &self.direction
    }

    fn is_done(&self) -> bool {
        self.goal.is_reached() || (self.meeting.is_some() && self.goal.ends_with_meeting())
    }

    #[inline(always)]
    fn groups(&mut self, of_a: &[u32], of_b: &[u32]) {
        if A::IS_FACETED && B::IS_FACETED {
            self.facets(of_a, of_b);
        } else {
            self.shapes(of_a, of_b);
        }
    }
}

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Search<'_, D, A, B> {
    /// Facets: eight of A in lanes, one after the other of B.
    #[inline(always)]
    fn facets(&mut self, of_a: &[u32], of_b: &[u32]) {
        let (body_a, body_b) = self.bodies;
        let frame = self.frame;
        let mut corners_of_a = [[[0.0; D]; D]; LANES];
        let mut far = f64::NEG_INFINITY;
        for (corners, &a) in corners_of_a.iter_mut().zip(of_a) {
            *corners = body_a.corner_indices(a).map(|vertex| frame.of_a(body_a.vertex(vertex)));
            far = corners.iter().map(|&corner| dot(corner, self.direction.in_a)).fold(far, f64::max);
        }
        // B's facets by their gaps along the direction, the nearest first.
        let mut singles = [([[0.0; D]; D], f64::INFINITY, 0); LANES];
        for (single, &b) in singles.iter_mut().zip(of_b) {
            let corners = body_b.corner_indices(b).map(|vertex| frame.of_b(body_b.vertex(vertex)));
            let near = corners.iter().map(|&corner| dot(corner, self.direction.in_a)).fold(f64::INFINITY, f64::min);
            *single = (corners, near - far, b);
        }
        let singles = &mut singles[..of_b.len()];
        singles.sort_unstable_by(|left, right| left.1.total_cmp(&right.1));
        if singles.first().is_none_or(|(_, gap, _)| *gap > self.limit()) {
            return;
        }
        let eight = <A::Vector as Dimension<D>>::Eight::of(&corners_of_a[..of_a.len()]);
        for (single, gap, b) in singles {
            // The direction may have changed since, and the gap is a bound all the same.
            if *gap > self.limit() {
                break;
            }
            let apart = eight.boxes_apart(single);
            if (0..of_a.len()).all(|lane| apart.0[lane] > self.limit()) {
                continue;
            }
            let vectors = eight.shortest_to(single);
            let gaps = eight.gaps_along(vectors, single);
            for (lane, &a) in of_a.iter().enumerate() {
                if !(gaps.0[lane] > self.limit()) {
                    self.propose([a, *b], gaps.0[lane], vectors.lane(lane));
                    if self.is_done() {
                        return;
                    }
                }
            }
        }
    }

    /// Any convex leaves: the core answers for each pair that the plane across the direction does not cut off.
    #[inline(never)]
    fn shapes(&mut self, of_a: &[u32], of_b: &[u32]) {
        for &a in of_a {
            for &b in of_b {
                if self.gap_of_shapes([a, b]) > self.limit() {
                    continue;
                }
                self.propose_answer([a, b]);
                if self.is_done() {
                    return;
                }
            }
        }
    }

    /// A lower bound of the distance of two leaves: their gap along the direction.
    fn gap_of_shapes(&self, [a, b]: [u32; 2]) -> f64 {
        let (frame, direction) = (&self.frame, &self.direction);
        let far_a = frame.length_of_a(self.bodies.0.reach(a, direction.in_a.into()));
        let far_b = frame.length_of_b(self.bodies.1.reach(b, direction.in_b.map(|x| -x).into()));
        direction.offset - far_b - far_a
    }
}
