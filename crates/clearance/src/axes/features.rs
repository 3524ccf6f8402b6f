//! The nearest points of two boxes along an axis: a corner and a face, two edges that cross, or two parallel features.

use super::boxes::BoxPair;
use super::corners::{Corners, vertex_pairs};
use crate::numbers::real::{larger, smaller};
use crate::result::proximity::Witnesses;
use crate::space::vector::{Space, WideVector};

/// The gap between two boxes along the best axis; an overlap is a negative gap.
pub(super) struct AxisGap<W> {
    /// The vector from B's nearest point to A's, in A's frame.
    pub shift: W,
    /// The unit vector from each box to the other box, in its own frame.
    pub directions: [W; 2],
}

/// The nearest points of A and B along the axis, each in the frame of its box. The caller checks that they lie along
/// it.
pub(super) struct NearestPoints<W> {
    pub points: [W; 2],
    /// The corners that each point lies between.
    pub corners: [Corners; 2],
    /// Pairs of these corners.
    pub witnesses: Option<Witnesses>,
}

impl<W> NearestPoints<W> {
    // Inlined where the numbers of corners are known.
    #[inline(always)]
    fn new(points: [W; 2], corners: [Corners; 2]) -> Self {
        Self { points, witnesses: vertex_pairs(&corners), corners }
    }
}

impl<W: WideVector> BoxPair<W> {
    /// Whether the nearest feature of a box is more than a corner, to rounding. `side` is 0 for A, 1 for B.
    #[inline(always)]
    pub(super) fn is_parallel(&self, gap: &AxisGap<W>, side: usize, noise: f64) -> bool {
        let (along, half) = (of_side(gap.directions, side).padded(), of_side(self.halves, side).padded());
        (0..W::DIM).fold(false, |any, k| any | (along[k].abs() * half[k] <= noise))
    }

    /// The nearest corner of one box, and its foot on a face of the other box. `owner` is the box of the face.
    #[inline(always)]
    pub(super) fn corner_on_face(&self, gap: &AxisGap<W>, owner: usize, axis: usize) -> NearestPoints<W> {
        let of = |side: usize| corner(self.halves[side], gap.directions[side]);
        let corners = [of(0), of(1)];
        let feet = [self.point_of_b(corners[1].0) + gap.shift, self.in_b(corners[0].0 - gap.shift)];
        let (half, (own, bits), (other, number)) =
            (of_side(self.halves, owner), of_side(corners, owner), of_side(corners, 1 - owner));
        let foot = nearest_in_box(of_side(feet, owner), half).with_coordinate(axis, own.at(axis));
        let (face, corner) = (Corners::of_face(foot, half, axis, bits), Corners::of_corner(number));
        if owner == 0 {
            NearestPoints::new([foot, other], [face, corner])
        } else {
            NearestPoints::new([other, foot], [corner, face])
        }
    }

    /// The nearest points of two edges, as of two lines, after the shift.
    #[inline(always)]
    pub(super) fn crossing_edges(&self, gap: &AxisGap<W>, [i, j]: [usize; 2]) -> NearestPoints<W> {
        let of = |side: usize| corner(self.halves[side], gap.directions[side]);
        let [(a, bits_a), (b, bits_b)] = [of(0), of(1)];
        let (start_a, start_b) = (a.with_coordinate(i, 0.0), b.with_coordinate(j, 0.0));
        let (along_a, along_b) = (W::axis(i), W::column(&self.rotation, j));
        let apart = self.point_of_b(start_b) + gap.shift - start_a;
        // First the point on A's edge, then the point of B's edge nearest to it. At a flat crossing the first step is
        // inaccurate along the edges; the second step follows it, so the error stays along the edges.
        let across = along_a.wedge(&along_b);
        let crossing = W::dot_areas(&apart.wedge(&along_b), &across) / W::dot_areas(&across, &across);
        let on_a = clamp(crossing, self.halves[0].at(i));
        let on_b = clamp((along_a * on_a - apart).dot(&along_b), self.halves[1].at(j));
        let points = [start_a.with_coordinate(i, on_a), start_b.with_coordinate(j, on_b)];
        let corners = [
            Corners::of_edge(points[0], self.halves[0], i, bits_a),
            Corners::of_edge(points[1], self.halves[1], j, bits_b),
        ];
        NearestPoints::new(points, corners)
    }

    /// A point of B's feature that the shift carries onto A's feature.
    ///
    /// A point goes from one feature to the other by the shift, to the nearest point there, and back, until the two
    /// fit.
    #[cfg_attr(not(target_arch = "nvptx64"), cold)]
    #[cfg_attr(target_arch = "nvptx64", inline(always))]
    pub(super) fn parallel_features(&self, gap: &AxisGap<W>, noise: f64) -> NearestPoints<W> {
        let of = |side: usize| Feature::farthest(self.halves[side], gap.directions[side], noise);
        let [on_a, on_b] = [of(0), of(1)];
        let mut b = on_b.nearest(self.in_b(on_a.nearest(<W as Space>::zero()) - gap.shift));
        let mut a = on_a.nearest(self.point_of_b(b) + gap.shift);
        for _ in 0..8 {
            if is_short(a - self.point_of_b(b) - gap.shift, noise) {
                break;
            }
            b = on_b.nearest(self.in_b(a - gap.shift));
            a = on_a.nearest(self.point_of_b(b) + gap.shift);
        }
        NearestPoints::new([a, b], [Corners::of_box(a, self.halves[0]), Corners::of_box(b, self.halves[1])])
    }
}

/// The corner of a box farthest along a direction, and its number: bit k is set where coordinate k is positive.
#[inline(always)]
fn corner<W: WideVector>(half: W, along: W) -> (W, u32) {
    (0..W::DIM).fold((half, 0), |(corner, bits), k| {
        let negative = along.at(k) < 0.0;
        let limit = half.at(k);
        (corner.with_coordinate(k, if negative { -limit } else { limit }), bits | u32::from(!negative) << k)
    })
}

/// A face, an edge or a corner of a box, in the frame of the box. Its free coordinates lie between −h and h.
struct Feature<W> {
    corner: W,
    half: W,
    free: [bool; 3],
}

impl<W: WideVector> Feature<W> {
    /// The feature of a box that is farthest along a unit direction. A coordinate is free if it changes the height
    /// along the direction by no more than noise.
    fn farthest(half: W, direction: W, noise: f64) -> Self {
        let (along, limits) = (direction.padded(), half.padded());
        let is_free = |k: usize| along[k].abs() * limits[k] <= noise;
        let free = [is_free(0), is_free(1), is_free(2)];
        Self { corner: corner(half, direction).0, half, free }
    }

    /// The nearest point of the feature, in the box's frame.
    fn nearest(&self, point: W) -> W {
        let inside = nearest_in_box(point, self.half);
        (0..W::DIM).fold(self.corner, |c, k| if self.free[k] { c.with_coordinate(k, inside.at(k)) } else { c })
    }
}

/// What belongs to A (`side` 0) or to B, by value.
#[inline(always)]
fn of_side<T>([of_a, of_b]: [T; 2], side: usize) -> T {
    if side == 0 { of_a } else { of_b }
}

/// The nearest point of a box in its own frame.
#[inline(always)]
pub(super) fn nearest_in_box<W: WideVector>(point: W, half: W) -> W {
    (0..W::DIM).fold(point, |p, k| p.with_coordinate(k, clamp(point.at(k), half.at(k))))
}

/// The number between −limit and limit that is nearest to x.
#[inline(always)]
fn clamp(x: f64, limit: f64) -> f64 {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
pub(super) fn is_short<W: WideVector>(vector: W, length: f64) -> bool {
    vector.dot(&vector) <= length * length
}
