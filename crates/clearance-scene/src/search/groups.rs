//! Groups of leaves against each other: what the walk cannot leave out.

use super::bounds::Direction;
use super::frame::{Coarse, Point};
use super::nearest::Search;
use super::walk::Visitor;
use crate::facets::lanes::{LANES, Lanes, Points, each, on_widest_instructions};
use crate::facets::{Eight, FacetSpace};
use crate::tree::{Cell, Group, Tree};
use crate::view::Facets;

impl<V: FacetSpace<D>, const D: usize> Visitor<D> for Search<'_, V, D> {
    fn limit(&self) -> f64 {
        self.limit
    }

    fn direction(&self) -> &Direction<D> {
        &self.direction
    }

    fn leaves_out(&mut self, cells: [Cell; 2], bound: f64) -> bool {
        let Self { cuts, pair, limit, .. } = self;
        // A bound of boxes that are as near as the limit is less by two coarse slacks at most.
        let is_near = || bound + 4.0 * pair.frame.coarse.slack > *limit;
        bound > *limit || cuts.as_mut().is_some_and(|cuts| is_near() && cuts.leave_out(pair, cells))
    }

    fn is_done(&self) -> bool {
        self.goal.is_reached() || (self.meeting.is_some() && self.goal.ends_with_meeting())
    }

    fn groups(&mut self, of_a: Group, of_b: Group) -> f64 {
        match self.pair.facets {
            Some(facets) => f64::from(self.screen(facets, [of_a, of_b])) - self.pair.frame.coarse.slack,
            None => {
                self.shapes(of_a.pieces, of_b.pieces);
                f64::NEG_INFINITY
            }
        }
    }
}

impl<V: FacetSpace<D>, const D: usize> Search<'_, V, D> {
    /// Facets in `f32`: eight of A in lanes, one after the other of B. What bounds in `f32` do not leave out goes on to
    /// bounds in `f64`. The answer is a lower bound of the distances of all pairs, but for the coarse slack.
    fn screen(&mut self, facets: [Facets<V, D>; 2], [of_a, of_b]: [Group; 2]) -> f32 {
        let (trees, coarse) = (self.pair.trees, &self.pair.frame.coarse);
        let n = each(|axis| self.direction.in_a[axis] as f32);
        let groups = on_widest_instructions(
            #[inline(always)]
            || Groups::placed(trees, coarse, n, [of_a, of_b]),
        );
        let reach = &groups.far.0[..of_a.pieces.len()];
        let most_far = reach.iter().fold(f32::NEG_INFINITY, |most, &x| if x > most { x } else { most });
        let mut limit = coarse.limit(self.limit);
        // B's facets by their gaps along the direction, the nearest first.
        let mut singles = [(0.0, 0); LANES];
        let (mut count, mut least) = (0, f32::INFINITY);
        for place in 0..of_b.pieces.len() {
            let gap = groups.near.0[place] - most_far;
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
        let eight = on_widest_instructions(
            #[inline(always)]
            || V::Eight::<f32>::new(groups.of_a),
        );
        for &mut (gap, place) in singles {
            // The direction may have changed since, and the gap is a bound all the same.
            if gap > limit {
                least = if gap < least { gap } else { least };
                break;
            }
            let gaps = on_widest_instructions(
                #[inline(always)]
                || groups.gaps(&eight, place, of_a.pieces.len(), limit),
            );
            least_of_lanes = least_of_lanes.min(gaps);
            let (mut chosen, mut chosen_count) = ([0; LANES], 0);
            for (lane, &a) in of_a.pieces.iter().enumerate() {
                if !(gaps.0[lane] > limit) {
                    chosen[chosen_count] = a;
                    chosen_count += 1;
                }
            }
            if chosen_count > 0 {
                self.facets(facets, &chosen[..chosen_count], of_b.pieces[place]);
                if self.is_done() {
                    return f32::NEG_INFINITY;
                }
                limit = coarse.limit(self.limit);
            }
        }
        least_of_lanes.0[..of_a.pieces.len()].iter().fold(least, |least, &x| if x < least { x } else { least })
    }

    /// Facets in `f64`: up to eight of A in lanes against one of B.
    pub(super) fn facets(&mut self, facets: [Facets<V, D>; 2], of_a: &[u32], b: u32) {
        let mut corners = [[[0.0; D]; D]; LANES];
        for (corners, &a) in corners.iter_mut().zip(of_a) {
            *corners = self.pair.corners_of_a(facets, a);
        }
        let single = self.pair.corners_of_b(facets, b);
        let (vectors, gaps) = on_widest_instructions(
            #[inline(always)]
            || shortest::<V::Eight<f64>, D>(&corners[..of_a.len()], &single),
        );
        for (lane, &a) in of_a.iter().enumerate() {
            if !(gaps.0[lane] > self.limit) {
                self.propose([a, b], gaps.0[lane], vectors.lane(lane));
                if self.is_done() {
                    return;
                }
            }
        }
    }

    /// The shortest vector of a pair of facets, but for rounding, and the gap along it.
    pub(super) fn vector_of(&self, facets: [Facets<V, D>; 2], [a, b]: [u32; 2]) -> (Point<D>, f64) {
        let (own, single) = (self.pair.corners_of_a(facets, a), self.pair.corners_of_b(facets, b));
        let (vectors, gaps) = on_widest_instructions(
            #[inline(always)]
            || shortest::<V::Eight<f64>, D>(&[own], &single),
        );
        (vectors.lane(0), gaps.0[0])
    }

    /// Any convex leaves: the core answers for each pair that the plane across the direction does not cut off.
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
    fn gap_of_shapes(&self, [of_a, of_b]: [u32; 2]) -> f64 {
        let (frame, direction, [a, b]) = (&self.pair.frame, &self.direction, self.pair.bodies);
        let (along_a, along_b) = (direction.in_a, direction.in_b.map(|x| -x));
        let far_a = frame.reach_of(0, a.reach(of_a, along_a.into()), along_a);
        let far_b = frame.reach_of(1, b.reach(of_b, along_b.into()), along_b);
        direction.offset - far_b - far_a
    }
}

/// Two groups of facets in the frame, in `f32`.
struct Groups<const D: usize> {
    of_a: [Points<f32, D>; D],
    of_b: [Points<f32, D>; D],
    /// How far A's facets reach along the direction.
    far: Lanes<f32>,
    /// Where B's facets begin along the direction.
    near: Lanes<f32>,
}

impl<const D: usize> Groups<D> {
    #[inline(always)]
    fn placed(trees: [&Tree<D>; 2], coarse: &Coarse<D>, n: [f32; D], groups: [Group; 2]) -> Self {
        let Coarse { matrix, shift, tree_scales, .. } = coarse;
        let corner = |side: usize, corner: usize| {
            Points(trees[side].corner(groups[side], corner).map(Lanes)).times(Lanes::all(tree_scales[side]))
        };
        let of_a: [Points<f32, D>; D] = each(|place| corner(0, place));
        let of_b: [Points<f32, D>; D] = each(|place| {
            let point = corner(1, place);
            Points(each(|row| point.dot(Points::all(matrix[row])) + Lanes::all(shift[row])))
        });
        let n = Points::all(n);
        let (mut far, mut near) = (of_a[0].dot(n), of_b[0].dot(n));
        for corner in 1..D {
            (far, near) = (far.max(of_a[corner].dot(n)), near.min(of_b[corner].dot(n)));
        }
        Self { of_a, of_b, far, near }
    }

    /// Lower bounds of the distances of A's facets from one of B's. Cheap bounds do if they exceed the limit in all
    /// lanes that are used.
    #[inline(always)]
    fn gaps<E: Eight<f32, D>>(&self, eight: &E, place: usize, used: usize, limit: f32) -> Lanes<f32> {
        let single: [[f32; D]; D] = each(|corner| self.of_b[corner].lane(place));
        let cheap = eight.boxes_apart(&single).max(Lanes::all(self.near.0[place]) - self.far);
        if (0..used).all(|lane| cheap.0[lane] > limit) {
            return cheap;
        }
        eight.gaps_along(eight.shortest_to(&single), &single).max(cheap)
    }
}

/// The shortest vectors from up to eight facets to a single one, but for rounding, and the gaps along them.
#[inline(always)]
fn shortest<E: Eight<f64, D>, const D: usize>(
    facets: &[[Point<D>; D]],
    single: &[Point<D>; D],
) -> (Points<f64, D>, Lanes<f64>) {
    let eight = E::of(facets);
    let vectors = eight.shortest_to(single);
    (vectors, eight.gaps_along(vectors, single))
}
