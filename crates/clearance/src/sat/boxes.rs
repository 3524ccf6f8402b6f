//! Two boxes: distance and depth by the separating axis test, in closed form.
//!
//! **Problem.** Signed distance and witness points of two boxes with half-extents h_A, h_B, B turned by R and moved by t.
//!
//! **Method.**
//! 1. Every facet of A − B has the normal of a face of A, of a face of B, or of an edge of A times an edge of B: 15
//!    directions in space, 4 in the plane. Along L the boxes overlap by Σ h_A·|L| + Σ h_B·|RᵀL| − |t·L|, over |L|.
//! 2. The least overlap is the depth, and minus the distance if the origin projects into that facet. Faces come first: an
//!    edge pair must win by more than rounding, which keeps the normal of resting boxes still.
//! 3. The facet is the difference of two features of the boxes ([`super::features`]): a point of one that the depth carries
//!    onto the other proves both.
//!
//! Boxes that are near nearly always face each other along such a normal; those that are farther apart than they are large
//! seldom do, and are left to the search from the start ([`REACH`]).
//!
//! **Accuracy.** A − B is a zonotope whose generators are A's axes and the columns of R. The product of two of them is a
//! facet normal whose entries are entries of R: no rounding, however parallel the edges. What rounds are the sums, 8u·size
//! after division by |L|, the use of a column of R for the product of the other two, 16u·size, and the comparison of
//! squares, 4u·size. That R is not the true rotation is in `displacement` already.
//!
//! **Special cases.** Parallel edges span no facet; their overlap as computed is not negative, over a length of zero, and
//! never wins. The normal of nearly parallel ones errs by u/|L|, and so the witnesses lie beside it; they may by twice the
//! noise, 8u·size, since each takes half of it. Those that fit worse give `None`: the search decides.
//!
//! **References.** Gottschalk, Lin, Manocha 1996; Gregorius 2013. Ours differs in the error of each axis, in exact ties and
//! in answering apart, too.

use super::Facing;
use super::features::{Corners, Gap, Touch, clamped, coupled, is_short};
use crate::answer::Solved;
use crate::difference::Rounding;
use crate::proximity::Witnesses;
use crate::real::{U, smaller, sqrt};
use crate::vector::{Space, WideVector};

/// Two boxes in the first one's frame, in scaled lengths.
pub(crate) struct Boxes<W: WideVector> {
    /// Half-extents.
    pub halves: [W; 2],
    /// B's axes in A's frame: row i holds the coordinates along A's axis i.
    pub turn: W::Matrix,
    /// B's centre.
    pub translation: W,
}

/// The axis along which two boxes lie farthest apart, or overlap least.
#[derive(Clone, Copy)]
pub(crate) struct BoxFacing<'b, W: WideVector> {
    boxes: &'b Boxes<W>,
    /// Of unit length to rounding, either way.
    axis: W,
    /// Negative if it parts the boxes.
    overlap: f64,
    /// The least overlap of all axes; minus infinity if not all were tried.
    least: f64,
    source: Source,
}

#[derive(Clone, Copy, PartialEq)]
enum Source {
    /// A face of the box at a place.
    Face { owner: usize, axis: usize },
    /// An edge of each.
    Edges(usize, usize),
}

/// An axis and the two that follow it.
pub(super) const TURNS: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

/// Centres farther apart along an axis than so many times the greatest half-extents of both: then a face or an edge is
/// rarely nearest along its own normal. A matter of speed alone.
pub(crate) const REACH: f64 = 1.5;

impl<W: WideVector> Boxes<W> {
    /// Whether the boxes are so near that the axes are likely to tell their distance.
    #[inline(always)]
    pub fn are_near(&self) -> bool {
        self.translation.max_abs() <= REACH * (self.halves[0].max_abs() + self.halves[1].max_abs())
    }

    /// The best of all axes.
    #[inline(always)]
    pub fn facing(&self, rounding: &Rounding) -> BoxFacing<'_, W> {
        self.facing_by_faces().or_edges(rounding)
    }

    /// The best face normal of either box.
    #[inline(always)]
    pub fn facing_by_faces(&self) -> BoxFacing<'_, W> {
        let r = W::rows(&self.turn);
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
        let axis = if of_a { W::axis(index) } else { W::column(&self.turn, index) };
        let source = Source::Face { owner, axis: index };
        BoxFacing { boxes: self, axis, overlap, least, source }
    }

    #[inline(always)]
    pub(super) fn in_b(&self, point: W) -> W {
        (point - self.translation).mapped_back(&self.turn)
    }
    #[inline(always)]
    pub(super) fn point_of_b(&self, point: W) -> W {
        point.mapped(&self.turn) + self.translation
    }
}

impl<W: WideVector> BoxFacing<'_, W> {
    /// The same or, in space, the edges whose product has less overlap by more than noise.
    ///
    /// With a the axes of A and b those of B, L = aᵢ × bⱼ: a box reaches along L with the edges that are not parallel to
    /// it, by entries of R alone: |L·aᵢ₊₁| = |Rᵢ₊₂ⱼ| and |L·bⱼ₊₁| = |Rᵢⱼ₊₂|. Squares save the roots of axes that lose.
    #[inline(always)]
    pub fn or_edges(mut self, rounding: &Rounding) -> Self {
        if W::DIM == 2 {
            return self;
        }
        let Boxes { halves: [a, b], turn, translation } = self.boxes;
        let (a, b, r, t) = (a.padded(), b.padded(), W::rows(turn), translation.padded());
        self.least = self.overlap;
        for (i, k, l) in TURNS {
            for (j, m, n) in TURNS {
                let (along_k, along_l) = (-r[l][j], r[k][j]);
                let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * r[i][n].abs() + b[n] * r[i][m].abs();
                let overlap = reach - (t[k] * along_k + t[l] * along_l).abs();
                let squared = along_k * along_k + along_l * along_l;
                if overlap * overlap.abs() >= self.least * self.least.abs() * squared {
                    continue;
                }
                let length = sqrt(squared);
                let overlap = overlap / length;
                self.least = smaller(self.least, overlap);
                if overlap < self.overlap - rounding.noise() {
                    let along = <W as Space>::zero().with_coordinate(k, along_k).with_coordinate(l, along_l);
                    (self.axis, self.overlap, self.source) = (along * (1.0 / length), overlap, Source::Edges(i, j));
                }
            }
        }
        self
    }

    /// Where the depth carries B's nearest feature onto A's.
    #[inline(always)]
    fn touch(&self, rounding: &Rounding) -> Option<Touch<W>> {
        let (boxes, normal) = (self.boxes, self.normal());
        let gap = Gap { depth: normal * self.overlap, along: [normal, (-normal).mapped_back(&boxes.turn)] };
        let noise = rounding.noise();
        let touch = match self.source {
            Source::Edges(i, j) => boxes.crossing(&gap, [i, j]),
            Source::Face { owner, .. } if boxes.is_parallel(&gap, 1 - owner, noise) => boxes.parallel(&gap, noise),
            Source::Face { owner, axis } => boxes.corner_on_face(&gap, owner, axis),
        };
        let [a, b] = touch.points;
        is_short(a - boxes.point_of_b(b) - gap.depth, 2.0 * noise).then_some(touch)
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
        [-self.overlap - rounding.below(), 28.0 * U * rounding.size + rounding.above() - self.least]
    }

    #[inline(always)]
    fn signed_distance(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)> {
        let Touch { points: [a, b], witnesses, .. } = self.touch(rounding)?;
        let cores = [a, self.boxes.point_of_b(b)];
        let [lower, upper] = self.bounds(rounding);
        // Apart, the points themselves bound the distance; they lie along the normal but for twice the noise.
        let upper = if self.is_apart() { 2.0 * rounding.noise() + rounding.above() - self.overlap } else { upper };
        Some((Solved { distance: -self.overlap, lower, upper, normal: self.normal(), cores }, witnesses?))
    }

    /// One end of the depth, if it lies within the other box.
    #[inline(always)]
    fn common_point(&self, rounding: &Rounding) -> Option<(Solved<W>, Witnesses)> {
        if !(self.bounds(rounding)[1] < 0.0) {
            return None;
        }
        let (boxes, Touch { points: [a, b], corners: [of_a, of_b], .. }) = (self.boxes, self.touch(rounding)?);
        let (ends, corners) = if let Source::Face { owner: 0, .. } = self.source {
            let end = boxes.point_of_b(b);
            let within = clamped(end, boxes.halves[0]);
            ([within, end], [Corners::around(within, boxes.halves[0]), of_b])
        } else {
            let within = clamped(boxes.in_b(a), boxes.halves[1]);
            ([a, boxes.point_of_b(within)], [of_a, Corners::around(within, boxes.halves[1])])
        };
        if !is_short(ends[1] - ends[0], rounding.noise()) {
            return None;
        }
        let cores = [ends[0] * 0.5 + ends[1] * 0.5; 2];
        let point = Solved { distance: 0.0, lower: 0.0, upper: 0.0, normal: self.normal(), cores };
        Some((point, coupled(&corners)?))
    }
}

#[cfg(test)]
mod tests {
    use crate::pose::{Pose, Quaternion};
    use crate::proximity::Feature;
    use crate::query::{Precision, Solver};
    use crate::random::Random;
    use crate::shape::Cuboid;
    use crate::support::{Shape, SupportMap};
    use crate::vector::{Vec3, WideVector, vec3};

    /// Where a feature says that a point of a box lies, in the world.
    fn point_of(feature: Feature, body: &impl SupportMap<Vec3<f64>>) -> Vec3<f64> {
        let corners = feature.vertices().iter().zip(feature.weights());
        body.pose().apply(corners.fold(vec3(0.0, 0.0, 0.0), |sum, (&k, &w)| sum + body.vertex(k as usize) * w))
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
        let least = [95, 90, 20];
        for class in 0..3 {
            assert!(count[class] > 100 && closed[class] * 100 > count[class] * least[class], "{closed:?} of {count:?}");
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
            count[step % 2] += usize::from(found.status == right.status);
            closed += usize::from(found.iterations == 0);
        }
        assert!(count == [500; 2] && closed > 990, "{closed} of {count:?} in closed form");
    }
}
