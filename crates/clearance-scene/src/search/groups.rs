//! Groups of leaves against each other: what the walk cannot leave out.

use super::frame::{Coarse, Point};
use super::nearest::Search;
use super::walk::{Direction, Visitor};
use crate::composite::Composite;
use crate::facets::lanes::{LANES, Lanes, Points, each};
use crate::facets::{Dimension, Eight};
use crate::tree::Group;

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Visitor<D> for Search<'_, D, A, B> {
    fn limit(&self) -> f64 {
        self.limit
    }

    fn direction(&self) -> &Direction<D> {
        &self.direction
    }

    fn is_done(&self) -> bool {
        self.goal.is_reached() || (self.meeting.is_some() && self.goal.ends_with_meeting())
    }

    #[cfg_attr(feature = "simd", inline(always))]
    #[cfg_attr(not(feature = "simd"), inline(never))]
    fn groups(&mut self, of_a: Group, of_b: Group) -> f64 {
        if A::IS_FACETED && B::IS_FACETED {
            f64::from(self.screen(of_a, of_b)) - self.frame.coarse.slack
        } else {
            self.shapes(of_a.pieces, of_b.pieces);
            f64::NEG_INFINITY
        }
    }
}

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Search<'_, D, A, B> {
    /// Facets in `f32`: eight of A in lanes, one after the other of B. What bounds in `f32` do not leave out goes on to
    /// bounds in `f64`. The answer is a lower bound of the distances of all pairs, but for the coarse slack.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn screen(&mut self, of_a: Group, of_b: Group) -> f32 {
        let Coarse { matrix, shift, tree_scales, .. } = self.frame.coarse;
        let trees = [self.bodies.0.tree(), self.bodies.1.tree()];
        let own: [Points<f32, D>; D] = each(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |corner| Points(trees[0].corner(of_a, corner).map(Lanes)).times(Lanes::all(tree_scales[0])),
        );
        let placed: [Points<f32, D>; D] = each(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |corner| {
                let point = Points(trees[1].corner(of_b, corner).map(Lanes)).times(Lanes::all(tree_scales[1]));
                Points(each(
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    |row| point.dot(Points::all(matrix[row])) + Lanes::all(shift[row]),
                ))
            },
        );
        let n: Points<f32, D> = Points::all(each(|axis| self.direction.in_a[axis] as f32));
        let (mut far, mut near) = (own[0].dot(n), placed[0].dot(n));
        for corner in 1..D {
            (far, near) = (far.max(own[corner].dot(n)), near.min(placed[corner].dot(n)));
        }
        let most_far =
            far.0[..of_a.pieces.len()].iter().fold(f32::NEG_INFINITY, |most, &x| if x > most { x } else { most });
        let mut limit = self.frame.coarse.limit(self.limit);
        // B's facets by their gaps along the direction, the nearest first.
        let mut singles = [(0.0, 0); LANES];
        let (mut count, mut least) = (0, f32::INFINITY);
        for place in 0..of_b.pieces.len() {
            let gap = near.0[place] - most_far;
            if !(gap > limit) {
                singles[count] = (gap, place);
                count += 1;
            } else if gap < least {
                least = gap;
            }
        }
        if count == 0 {
            return least;
        }
        let singles = &mut singles[..count];
        singles.sort_unstable_by(|left, right| left.0.total_cmp(&right.0));
        let mut least_of_lanes = Lanes::all(f32::INFINITY);
        let eight = <A::Vector as Dimension<D>>::Eight::<f32>::new(own);
        for &mut (gap, place) in singles {
            // The direction may have changed since, and the gap is a bound all the same.
            if gap > limit {
                least = if gap < least { gap } else { least };
                break;
            }
            let single: [[f32; D]; D] = each(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |corner| placed[corner].lane(place),
            );
            let cheap = eight.boxes_apart(&single).max(Lanes::all(near.0[place]) - far);
            if (0..of_a.pieces.len()).all(|lane| cheap.0[lane] > limit) {
                least_of_lanes = least_of_lanes.min(cheap);
                continue;
            }
            let gaps = eight.gaps_along(eight.shortest_to(&single), &single).max(cheap);
            least_of_lanes = least_of_lanes.min(gaps);
            let (mut chosen, mut chosen_count) = ([0; LANES], 0);
            for (lane, &a) in of_a.pieces.iter().enumerate() {
                if !(gaps.0[lane] > limit) {
                    chosen[chosen_count] = a;
                    chosen_count += 1;
                }
            }
            if chosen_count > 0 {
                self.facets(&chosen[..chosen_count], of_b.pieces[place]);
                if self.is_done() {
                    return f32::NEG_INFINITY;
                }
                limit = self.frame.coarse.limit(self.limit);
            }
        }
        least_of_lanes.0[..of_a.pieces.len()].iter().fold(least, |least, &x| if x < least { x } else { least })
    }

    /// Facets in `f64`: up to eight of A in lanes against one of B.
    #[cfg_attr(feature = "simd", inline(always))]
    #[cfg_attr(not(feature = "simd"), inline(never))]
    pub(super) fn facets(&mut self, of_a: &[u32], b: u32) {
        let (body_a, body_b) = self.bodies;
        let frame = self.frame;
        let mut corners_of_a = [[[0.0; D]; D]; LANES];
        for (corners, &a) in corners_of_a.iter_mut().zip(of_a) {
            let vertices = body_a.corner_indices(a);
            *corners = each(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |corner| frame.of_a(body_a.vertex(vertices[corner])),
            );
        }
        let vertices = body_b.corner_indices(b);
        let single: [Point<D>; D] = each(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |corner| frame.of_b(body_b.vertex(vertices[corner])),
        );
        let eight = <A::Vector as Dimension<D>>::Eight::<f64>::of(&corners_of_a[..of_a.len()]);
        let vectors = eight.shortest_to(&single);
        let gaps = eight.gaps_along(vectors, &single);
        for (lane, &a) in of_a.iter().enumerate() {
            if !(gaps.0[lane] > self.limit) {
                self.propose([a, b], gaps.0[lane], vectors.lane(lane));
                if self.is_done() {
                    return;
                }
            }
        }
    }

    /// Any convex leaves: the core answers for each pair that the plane across the direction does not cut off.
    #[inline(never)]
    pub(super) fn shapes(&mut self, of_a: &[u32], of_b: &[u32]) {
        for &a in of_a {
            for &b in of_b {
                if self.gap_of_shapes([a, b]) > self.limit {
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
