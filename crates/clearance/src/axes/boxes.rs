//! Two boxes: distance and depth by the separating axis test, in closed form.
//!
//! **Problem.** Signed distance and witness points of two boxes with half-extents h_A and h_B. In A's frame, B is
//! rotated by R and moved by t.
//!
//! **Method.**
//! 1. The normal of a facet of A − B is the normal of a face of A, the normal of a face of B, or the product of an edge
//!    of A and an edge of B: 15 directions in space, 4 in the plane. Along the direction L the boxes overlap by
//!    (Σ h_A·|L| + Σ h_B·|RᵀL| − |t·L|) / |L|.
//! 2. The least overlap is the depth. If it is negative and the origin projects into its facet, it is minus the
//!    distance. Faces come first: a pair of edges must win by more than rounding. So the normal of resting boxes does
//!    not flicker.
//! 3. The facet is the difference of two features of the boxes ([`super::features`]). A point of one feature that the
//!    depth carries onto the other feature proves the normal and the witnesses.
//!
//! Boxes that are near nearly always have their nearest features along such a normal. Boxes that are farther apart than
//! they are large seldom do. The search answers these, without an axis test ([`REACH`]).
//!
//! **Accuracy.** A − B is a zonotope. Its generators are A's axes and the columns of R as they are stored; `displacement`
//! holds their error. The product L of two generators is a facet normal whose entries are entries of R: it has no rounding
//! error, even if the edges are nearly parallel. The reach of B along L is computed from L and the columns. An entry of R in
//! place of L·b, which it is for an exact rotation, would err by 16u, and by 16u·size/|L| after division by |L|: for edges
//! that are parallel but for rounding, that is more than the size. The sums err by 9u·size after division by |L|. A column
//! of R, in place of the product of the other two, errs by 16u·size. The comparison of squares errs by 4u·size.
//!
//! **Special cases.** Parallel edges have no facet, and are left out. The normal of nearly parallel edges errs by u/|L|, so
//! their witnesses lie beside it. Twice the noise, 8u·size, is allowed, since each witness takes half of it. Witnesses that
//! fit worse give `None`, and the search answers.
//!
//! **References.** Gottschalk, Lin, Manocha 1996; Gregorius 2013. Ours differs in the error of each axis, in exact
//! ties, and in its answers for boxes that are apart.

use super::Facing;
use super::corners::{Corners, vertex_pairs};
use super::features::{AxisGap, NearestPoints, is_short, nearest_in_box};
use crate::difference::bracket::Bracket;
use crate::difference::{Frame, Rounding};
use crate::numbers::each::Each;
use crate::numbers::real::{U, smaller, sqrt};
use crate::result::proximity::Witnesses;
use crate::space::vector::{Space, WideVector};

/// Two boxes in A's frame, in scaled lengths.
pub(crate) struct BoxPair<W: WideVector> {
    /// Half-extents.
    pub halves: [W; 2],
    /// From B's frame to A's: row i has the coordinates along A's axis i.
    pub rotation: W::Matrix,
    /// The centre of B.
    pub translation: W,
}

/// The axis along which two boxes lie farthest apart, or overlap least.
#[derive(Clone, Copy)]
pub(crate) struct BoxFacing<'b, W: WideVector> {
    boxes: &'b BoxPair<W>,
    /// Of unit length to rounding. It may point from A to B or from B to A.
    axis: W,
    /// The length of the axis while axes are tried. A face normal counts as 1.
    length: f64,
    /// How far the boxes overlap along the axis. Negative if the axis separates them.
    overlap: f64,
    /// The least overlap of all axes. Minus infinity if some axes were not tried.
    least: f64,
    source: AxisSource,
}

/// The features that the axis comes from.
#[derive(Clone, Copy, PartialEq)]
enum AxisSource {
    /// The face of a box across its axis. `owner` is 0 for A, 1 for B.
    Face { owner: usize, axis: usize },
    /// An edge of A and an edge of B, by their axes.
    Edges(usize, usize),
}

/// The greatest squared length of the product of two edges that count as parallel. To make them so moves a corner by less
/// than 1e-125 of the size. Smaller: squares that are no normal numbers.
pub(crate) const PARALLEL: f64 = 1e-250;

/// An axis and the two axes that follow it, cyclically.
type AxisCycle = (usize, usize, usize);
pub(crate) const AXIS_CYCLES: [AxisCycle; 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

/// Boxes are near if no coordinate of the vector between their centres exceeds this many times the sum of their
/// greatest half-extents. For polygons it is the sum of their ball extents.
///
/// It changes the speed alone. Larger: axis tests that prove nothing. Smaller: searches where the axes would do.
pub(crate) const REACH: f64 = 1.5;

/// Whether two boxes are so near that the axes probably give their distance.
#[inline(always)]
pub(crate) fn are_near<W: WideVector>(frame: &Frame<W>, halves: [W; 2]) -> bool {
    frame.translation().max_abs() <= REACH * (halves[0].max_abs() + halves[1].max_abs())
}

impl<W: WideVector> BoxPair<W> {
    /// The best of all axes.
    #[inline(always)]
    pub fn facing(&self, rounding: &Rounding) -> BoxFacing<'_, W> {
        self.facing_by_faces().or_edges(rounding)
    }

    /// The best face normal of either box.
    #[inline(always)]
    pub fn facing_by_faces(&self) -> BoxFacing<'_, W> {
        let r = W::rows(&self.rotation);
        let (a, b, t) = (self.halves[0].padded(), self.halves[1].padded(), self.translation.padded());
        let mut best = (0, f64::INFINITY);
        for i in 0..W::DIM {
            let across = b[0] * r[i][0].abs() + b[1] * r[i][1].abs() + b[2] * r[i][2].abs();
            let overlap = a[i] + across - t[i].abs();
            if overlap < best.1 {
                best = (i, overlap);
            }
        }
        for j in 0..W::DIM {
            let across = a[0] * r[0][j].abs() + a[1] * r[1][j].abs() + a[2] * r[2][j].abs();
            let overlap = b[j] + across - (t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]).abs();
            if overlap < best.1 {
                best = (W::DIM + j, overlap);
            }
        }
        let (face, overlap) = best;
        let of_a = face < W::DIM;
        let least = if W::DIM == 2 { overlap } else { f64::NEG_INFINITY };
        let (owner, index) = if of_a { (0, face) } else { (1, face - W::DIM) };
        let axis = if of_a { W::axis(index) } else { W::column(&self.rotation, index) };
        let source = AxisSource::Face { owner, axis: index };
        BoxFacing { boxes: self, axis, length: 1.0, overlap, least, source }
    }

    /// A point of A's frame, in B's frame.
    #[inline(always)]
    pub(super) fn in_b(&self, point: W) -> W {
        (point - self.translation).mapped_back(&self.rotation)
    }
    /// A point of B's frame, in A's frame.
    #[inline(always)]
    pub(super) fn point_of_b(&self, point: W) -> W {
        point.mapped(&self.rotation) + self.translation
    }
}

impl<W: WideVector> BoxFacing<'_, W> {
    /// The same or, in space, the product of two edges if its overlap is less by more than noise.
    ///
    /// With aᵢ the axes of A and bⱼ the axes of B, the product is L = aᵢ × bⱼ. Its coordinates are entries of R. Those of
    /// an exact rotation would give |L·bⱼ₊₁| = |Rᵢⱼ₊₂|. The entries err by u, and L may be that short: so the products
    /// L·b are computed. Overlaps are compared as squares, so most axes need no root.
    #[inline(always)]
    pub fn or_edges(mut self, rounding: &Rounding) -> Self {
        if W::DIM == 2 {
            return self;
        }
        self.least = self.overlap;
        // Calls and no loop: the axes are then known where the code is compiled, and nothing lies in memory.
        let mut best = self.or_edges_of(0, rounding).or_edges_of(1, rounding).or_edges_of(2, rounding);
        best.axis = best.axis * (1.0 / best.length);
        best
    }

    /// The same with the products of A's edge i.
    #[inline(always)]
    fn or_edges_of(self, i: usize, rounding: &Rounding) -> Self {
        let (r, (_, k, l)) = (W::rows(&self.boxes.rotation), AXIS_CYCLES[i]);
        // L·bₘ of the product with bⱼ is this of n, but for its sign, and L·bₙ that of m.
        let across = AXIS_CYCLES.each(|(_, m, n)| (r[k][m] * r[l][n] - r[k][n] * r[l][m]).abs());
        self.or_edge([i, 0], across, rounding).or_edge([i, 1], across, rounding).or_edge([i, 2], across, rounding)
    }

    /// The same with the product of A's edge i and B's edge j.
    #[inline(always)]
    fn or_edge(mut self, [i, j]: [usize; 2], across: [f64; 3], rounding: &Rounding) -> Self {
        let BoxPair { halves: [a, b], rotation, translation } = self.boxes;
        let (a, b, r, t) = (a.padded(), b.padded(), W::rows(rotation), translation.padded());
        let ((_, k, l), (_, m, n)) = (AXIS_CYCLES[i], AXIS_CYCLES[j]);
        let (along_k, along_l) = (-r[l][j], r[k][j]);
        let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * across[n] + b[n] * across[m];
        let overlap = reach - (t[k] * along_k + t[l] * along_l).abs();
        let squared = along_k * along_k + along_l * along_l;
        if squared <= PARALLEL || overlap * overlap.abs() >= self.least * self.least.abs() * squared {
            return self;
        }
        let length = sqrt(squared);
        let overlap = overlap / length;
        self.least = smaller(self.least, overlap);
        if overlap < self.overlap - rounding.noise() {
            let along = <W as Space>::zero().with_coordinate(k, along_k).with_coordinate(l, along_l);
            (self.axis, self.length, self.overlap) = (along, length, overlap);
            self.source = AxisSource::Edges(i, j);
        }
        self
    }

    /// The nearest points along the axis. `None` if they do not lie along it.
    #[inline(always)]
    fn nearest_points(&self, rounding: &Rounding) -> Option<NearestPoints<W>> {
        let (boxes, normal) = (self.boxes, self.normal());
        let gap =
            AxisGap { shift: normal * self.overlap, directions: [normal, (-normal).mapped_back(&boxes.rotation)] };
        let noise = rounding.noise();
        let nearest = match self.source {
            AxisSource::Edges(i, j) => boxes.crossing_edges(&gap, [i, j]),
            AxisSource::Face { owner, .. } if boxes.is_parallel(&gap, 1 - owner, noise) => {
                boxes.parallel_features(&gap, noise)
            }
            AxisSource::Face { owner, axis } => boxes.corner_on_face(&gap, owner, axis),
        };
        let [a, b] = nearest.points;
        is_short(a - boxes.point_of_b(b) - gap.shift, 2.0 * noise).then_some(nearest)
    }
}

impl<W: WideVector> Facing<W> for BoxFacing<'_, W> {
    #[inline(always)]
    fn is_apart(&self) -> bool {
        self.overlap < 0.0
    }

    #[inline(always)]
    fn normal(&self) -> W {
        let back = self.axis.dot(&self.boxes.translation) < 0.0;
        if back { -self.axis } else { self.axis }
    }

    #[inline(always)]
    fn bounds(&self, rounding: &Rounding) -> [f64; 2] {
        [-self.overlap - rounding.below(), 32.0 * U * rounding.size + rounding.above() - self.least]
    }

    #[inline(always)]
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        let NearestPoints { points: [a, b], witnesses, .. } = self.nearest_points(rounding)?;
        let cores = [a, self.boxes.point_of_b(b)];
        let [lower, upper] = self.bounds(rounding);
        // The points of boxes that are apart bound the distance. They lie along the normal but for twice the noise.
        let upper = if self.is_apart() { 2.0 * rounding.noise() + rounding.above() - self.overlap } else { upper };
        Some((Bracket { distance: -self.overlap, lower, upper, normal: self.normal(), cores }, witnesses?))
    }

    /// A nearest point of one box, if the other box holds it.
    #[inline(always)]
    fn common_point(&self, rounding: &Rounding) -> Option<(Bracket<W>, Witnesses)> {
        if !(self.bounds(rounding)[1] < 0.0) {
            return None;
        }
        let boxes = self.boxes;
        let NearestPoints { points: [a, b], corners: [of_a, of_b], .. } = self.nearest_points(rounding)?;
        let (ends, corners) = if let AxisSource::Face { owner: 0, .. } = self.source {
            let end = boxes.point_of_b(b);
            let within = nearest_in_box(end, boxes.halves[0]);
            ([within, end], [Corners::of_box(within, boxes.halves[0]), of_b])
        } else {
            let within = nearest_in_box(boxes.in_b(a), boxes.halves[1]);
            ([a, boxes.point_of_b(within)], [of_a, Corners::of_box(within, boxes.halves[1])])
        };
        if !is_short(ends[1] - ends[0], rounding.noise()) {
            return None;
        }
        let cores = [ends[0] * 0.5 + ends[1] * 0.5; 2];
        let point = Bracket { distance: 0.0, lower: 0.0, upper: 0.0, normal: self.normal(), cores };
        Some((point, vertex_pairs(&corners)?))
    }
}

#[cfg(test)]
mod tests {
    use crate::query::solver::{Precision, Solver};
    use crate::random::Random;
    use crate::result::{Feature, Status};
    use crate::shape::Cuboid;
    use crate::shape::support::{Shape, SupportMap};
    use crate::space::pose::Pose;
    use crate::space::rotation::quaternion::Quaternion;
    use crate::space::vector::{Vec3, vec3};

    /// Where a feature says that a point of a box lies, in the world.
    fn point_of(feature: Feature, body: &impl SupportMap<Vec3<f64>>) -> Vec3<f64> {
        let corners = feature.vertices().iter().zip(feature.weights());
        body.pose().apply_wide(corners.fold(vec3(0.0, 0.0, 0.0), |sum, (&k, &w)| sum + body.vertex(k as usize) * w))
    }

    #[test]
    fn nearly_all_boxes_that_are_near_or_overlap_are_answered_without_a_search() {
        let mut source = Random(5);
        let mut random = || source.signed();
        let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
        let (mut count, mut closed) = ([0; 3], [0; 3]);
        for _ in 0..6000 {
            let mut placed = || {
                let turn = Quaternion::new(random(), random(), random(), 1.0 + random().abs());
                let half = vec3(1.0 + 0.5 * random(), 1.0 + 0.5 * random(), 1.0 + 0.5 * random());
                let place = vec3(random(), random(), random()) * 1.7;
                Some(Cuboid::new(half).ok()?.at(Pose { rotation: turn.ok()?, translation: place }))
            };
            let (Some(a), Some(b)) = (placed(), placed()) else { continue };
            let (found, right) = (solver.signed_distance(&a, &b), exact.signed_distance(&a, &b));
            assert_eq!(found.status, right.status);
            assert!((found.distance - right.distance).abs() <= 8.0 * f64::EPSILON * 3.5, "{found:?} {right:?}");
            assert!(found.lower <= right.upper && right.lower <= found.upper);
            assert_eq!(solver.signed_distance(&b, &a), found.swapped());
            assert_eq!(solver.overlaps(&a, &b), found.distance < 0.0);
            for (body, point, feature) in
                [(&a, found.point_a, found.feature_a()), (&b, found.point_b, found.feature_b())]
            {
                assert!((point_of(feature, body) - point).length() <= 64.0 * f64::EPSILON, "{found:?}");
            }
            let class = if found.distance < 0.0 {
                0
            } else if found.distance < 0.1 {
                1
            } else {
                2
            };
            count[class] += 1;
            closed[class] += usize::from(found.iterations == 0);
            let plain = solver.distance(&a, &b);
            assert_eq!(plain.status, found.status);
            for (body, feature) in [(&a, plain.feature_a()), (&b, plain.feature_b())] {
                let point =
                    if feature.vertices().is_empty() || found.distance > 0.0 { continue } else { plain.point_a };
                assert!((point_of(feature, body) - point).length() <= 64.0 * f64::EPSILON, "{plain:?}");
            }
        }
        let (many, share) = ([1000, 100, 500], [95, 90, 20]);
        for class in 0..3 {
            assert!(
                count[class] > many[class] && closed[class] * 100 > count[class] * share[class],
                "{closed:?} of {count:?}"
            );
        }
    }

    #[test]
    fn boxes_that_lie_flat_on_each_other_are_answered_without_a_search() {
        let mut random = Random(6);
        let exact = Solver { precision: Precision::Exact, ..Solver::default() };
        let (mut count, mut closed) = ([0; 2], 0);
        for step in 0..1000 {
            let turn = Quaternion::new(random.signed(), random.signed(), random.signed(), 1.0).unwrap();
            let frame = Pose { rotation: turn, translation: random.point() };
            let gap = if step % 2 == 0 { 0.125 } else { -0.0625 };
            let resting = frame.apply(vec3(random.signed() * 2.0, 1.5 + gap, random.signed() * 2.0));
            let table = Cuboid::new(vec3(2.0, 1.0, 2.0)).unwrap().at(frame);
            let brick = Cuboid::new(vec3(0.75, 0.5, 0.25)).unwrap().at(Pose { translation: resting, ..frame });
            let (found, right) =
                (Solver::default().signed_distance(&table, &brick), exact.signed_distance(&table, &brick));
            assert_eq!(found.status, right.status);
            assert!((found.distance - right.distance).abs() <= 16.0 * f64::EPSILON * 4.0, "{found:?} {right:?}");
            let up = frame.apply(vec3(0.0, 1.0, 0.0)) - frame.translation;
            assert!((found.normal - up).length() <= 8.0 * f64::EPSILON, "{found:?}");
            count[usize::from(found.status == Status::Overlapping)] += 1;
            closed += usize::from(found.iterations == 0);
        }
        assert!(count == [500; 2] && closed > 990, "{closed} of {count:?} in closed form");
    }
}
