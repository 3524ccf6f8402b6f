//! Two boxes that overlap: the depth by the separating axis test, in closed form.
//!
//! **Problem.** Depth and witness points of two boxes with half-extents h_A, h_B, B turned by R and moved by t.
//!
//! **Method.**
//! 1. Every facet of A − B has the normal of a face of A, of a face of B, or of an edge of A times an edge of B: 15
//!    directions in space, 4 in the plane. Along L the boxes overlap by Σ h_A·|L| + Σ h_B·|RᵀL| − |t·L|, over |L|.
//! 2. The least overlap is the depth. Faces come first: an edge pair must win by more than rounding, which keeps the
//!    normal of resting boxes still.
//! 3. The facet is the difference of two features of the boxes, each a box with some coordinates fixed: a point of one
//!    that the depth carries onto the other, by clamping to and fro, or by the two lines for edges.
//!
//! **Accuracy.** A − B is a zonotope whose generators are A's axes and the columns of R. The product of two of them is a
//! facet normal whose entries are entries of R: no rounding, however parallel the edges. What rounds are the sums, 8u·size
//! after division by |L|, the use of a column of R for the product of the other two, 16u·size, and the comparison of
//! squares, 4u·size. That R is not the true rotation is in `displacement` already.
//!
//! **Special cases.** Parallel edges span no facet. The normal of nearly parallel ones errs by u/|L|, and so the witnesses
//! lie beside it; they may by twice the noise, 8u·size, since each takes half of it. Those that fit worse give `None`: the
//! polytope decides.
//!
//! **References.** Gottschalk, Lin, Manocha 1996; Gregorius 2013. Ours differs in the error of each axis and in exact ties.

use crate::difference::Rounding;
use crate::proximity::Witnesses;
use crate::real::{U, larger, smaller, sqrt};
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

/// The depth of two overlapping boxes.
pub(crate) struct BoxDepth<W> {
    pub depth: f64,
    /// Proven bounds of the depth.
    pub lower: f64,
    pub upper: f64,
    /// Unit, from A to B.
    pub normal: W,
    pub points: [W; 2],
    pub witnesses: Witnesses,
}

/// The axis of least overlap so far: outward from A, of unit length to rounding.
#[derive(Clone, Copy)]
struct Axis<W> {
    direction: W,
    overlap: f64,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    Face,
    Edges(usize, usize),
}

/// An axis and the two that follow it.
const TURNS: [(usize, usize, usize); 3] = [(0, 1, 2), (1, 2, 0), (2, 0, 1)];

/// A face, edge or vertex of a box: its coordinates in the box's frame, free ones between −h and h.
struct BoxFeature<W> {
    corner: W,
    free: [bool; 3],
}

impl<W: WideVector> Boxes<W> {
    /// The depth; `None` when the boxes are apart or rounding leaves a doubt.
    pub fn depth(&self, rounding: &Rounding) -> Option<BoxDepth<W>> {
        // 1., 2. All axes, faces first.
        let noise = rounding.noise();
        let rows = W::rows(&self.turn);
        let face = self.least_of_faces(&rows)?;
        let (best, lower) = if W::DIM == 3 { self.least_of_edges(&rows, face, noise)? } else { (face, face.overlap) };
        let along = best.direction.dot(&self.translation);
        let normal = if along < 0.0 { -best.direction } else { best.direction };
        // 3. Witness points.
        let depth = normal * best.overlap;
        let features = [self.feature_of_a(normal, noise), self.feature_of_b(-normal, noise)];
        let points = match best.source {
            Source::Edges(i, j) => self.on_edges(&features, i, j, depth),
            Source::Face => self.on_faces(&features, depth, noise),
        };
        if !is_short(points[0] - points[1] - depth, 2.0 * noise) {
            return None;
        }
        let weights = [self.weights(0, &features[0], points[0]), self.weights(1, &features[1], self.in_b(points[1]))];
        Some(BoxDepth {
            depth: best.overlap,
            lower: lower - 28.0 * U * rounding.size - rounding.above(),
            upper: best.overlap + rounding.below(),
            normal,
            points,
            witnesses: coupled(&weights),
        })
    }

    /// The face normal of either box with the least overlap; `None` when one parts the boxes.
    #[inline(always)]
    fn least_of_faces(&self, r: &[[f64; 3]; 3]) -> Option<Axis<W>> {
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
        let direction = if face < W::DIM { W::axis(face) } else { self.axis_of_b(face - W::DIM) };
        (overlap > 0.0).then_some(Axis { direction, overlap, source: Source::Face })
    }

    /// The edges of both boxes whose product has less overlap than `face` by more than `noise`, and the least overlap
    /// of all; `None` when an axis parts the boxes.
    ///
    /// With a the axes of A and b those of B, L = aᵢ × bⱼ: a box reaches along L with the edges that are not parallel to
    /// it, by entries of R alone: |L·aᵢ₊₁| = |Rᵢ₊₂ⱼ| and |L·bⱼ₊₁| = |Rᵢⱼ₊₂|. Squares save the roots of axes that lose.
    #[inline(always)]
    fn least_of_edges(&self, r: &[[f64; 3]; 3], face: Axis<W>, noise: f64) -> Option<(Axis<W>, f64)> {
        let (a, b, t) = (self.halves[0].padded(), self.halves[1].padded(), self.translation.padded());
        let (mut best, mut lower) = (face, face.overlap);
        for (i, k, l) in TURNS {
            for (j, m, n) in TURNS {
                let (along_k, along_l) = (-r[l][j], r[k][j]);
                let reach = a[k] * along_k.abs() + a[l] * along_l.abs() + b[m] * r[i][n].abs() + b[n] * r[i][m].abs();
                let overlap = reach - (t[k] * along_k + t[l] * along_l).abs();
                let squared = along_k * along_k + along_l * along_l;
                // Parallel edges have no direction; the faces between which they lie are there already.
                if squared == 0.0 || overlap > 0.0 && overlap * overlap >= lower * lower * squared {
                    continue;
                }
                let length = sqrt(squared);
                let overlap = overlap / length;
                if !(overlap > 0.0) {
                    return None;
                }
                lower = smaller(lower, overlap);
                if overlap < best.overlap - noise {
                    let along = <W as Space>::zero().with_coordinate(k, along_k).with_coordinate(l, along_l);
                    best = Axis { direction: along * (1.0 / length), overlap, source: Source::Edges(i, j) };
                }
            }
        }
        Some((best, lower))
    }

    fn axis_of_b(&self, index: usize) -> W {
        W::column(&self.turn, index)
    }

    fn in_b(&self, point: W) -> W {
        (point - self.translation).mapped_back(&self.turn)
    }

    fn feature_of_a(&self, direction: W, noise: f64) -> BoxFeature<W> {
        farthest_feature(self.halves[0], direction, noise)
    }
    fn feature_of_b(&self, direction: W, noise: f64) -> BoxFeature<W> {
        farthest_feature(self.halves[1], direction.mapped_back(&self.turn), noise)
    }

    /// A point of B's feature that the depth carries onto A's: moved and clamped to one, moved back and clamped to the
    /// other, until the two fit.
    #[inline(always)]
    fn on_faces(&self, features: &[BoxFeature<W>; 2], depth: W, noise: f64) -> [W; 2] {
        let mut b = features[1].corner_with_zero().mapped(&self.turn) + self.translation;
        let mut a = features[0].clamped(b + depth, self.halves[0]);
        for _ in 0..8 {
            if is_short(a - b - depth, noise) {
                break;
            }
            b = features[1].clamped(self.in_b(a - depth), self.halves[1]).mapped(&self.turn) + self.translation;
            a = features[0].clamped(b + depth, self.halves[0]);
        }
        [a, b]
    }

    /// The points where two edges lie nearest after the depth has brought them together: two lines.
    fn on_edges(&self, features: &[BoxFeature<W>; 2], i: usize, j: usize, depth: W) -> [W; 2] {
        let (along_a, along_b) = (W::axis(i), self.axis_of_b(j));
        let start_a = features[0].corner.with_coordinate(i, 0.0);
        let start_b = features[1].corner.with_coordinate(j, 0.0).mapped(&self.turn) + self.translation;
        let apart = start_b + depth - start_a;
        // Across B's edge; then along it from where that led, so that what the first step lacks in a flat crossing
        // stays on the edge.
        let across = along_a.wedge(&along_b);
        let crossing = W::dot_areas(&apart.wedge(&along_b), &across) / W::dot_areas(&across, &across);
        let on_a = within(crossing, *self.halves[0].coordinate(i));
        let on_b = within((along_a * on_a - apart).dot(&along_b), *self.halves[1].coordinate(j));
        [start_a + along_a * on_a, start_b + along_b * on_b]
    }

    /// Vertices and weights of a point of a feature, in the box's frame: at most a triangle of its face.
    fn weights(&self, side: usize, feature: &BoxFeature<W>, point: W) -> [(u32, f64); 3] {
        let half = self.halves[side];
        let fixed = (0..W::DIM).filter(|&k| !feature.free[k] && *feature.corner.coordinate(k) > 0.0);
        let base = fixed.fold(0u32, |bits, k| bits | 1 << k);
        let mut shares = [(0u32, 0.0); 2];
        let free = (0..W::DIM).filter(|&k| feature.free[k] && *half.coordinate(k) > 0.0);
        for (share, k) in shares.iter_mut().zip(free) {
            let fraction = 0.5 + 0.5 * point.coordinate(k) / half.coordinate(k);
            *share = (1 << k, smaller(larger(fraction, 0.0), 1.0));
        }
        let [(p, u), (q, v)] = shares;
        if u + v <= 1.0 {
            [(base, 1.0 - u - v), (base | p, u), (base | q, v)]
        } else {
            [(base | p | q, u + v - 1.0), (base | q, 1.0 - u), (base | p, 1.0 - v)]
        }
    }
}

impl<W: WideVector> BoxFeature<W> {
    fn corner_with_zero(&self) -> W {
        (0..W::DIM).fold(self.corner, |c, k| if self.free[k] { c.with_coordinate(k, 0.0) } else { c })
    }
    /// The nearest point of the feature, in the box's frame.
    fn clamped(&self, point: W, half: W) -> W {
        (0..W::DIM).fold(self.corner, |c, k| {
            let limit = *half.coordinate(k);
            if self.free[k] { c.with_coordinate(k, within(*point.coordinate(k), limit)) } else { c }
        })
    }
}

/// The nearest number of −limit..limit.
#[inline(always)]
fn within(x: f64, limit: f64) -> f64 {
    smaller(larger(x, -limit), limit)
}

#[inline(always)]
fn is_short<W: WideVector>(vector: W, length: f64) -> bool {
    vector.dot(&vector) <= length * length
}

/// The feature of a box farthest along a unit direction: coordinates that change it by no more than noise are free.
fn farthest_feature<W: WideVector>(half: W, direction: W, noise: f64) -> BoxFeature<W> {
    let mut free = [false; 3];
    let corner = (0..W::DIM).fold(half, |corner, k| {
        let (along, limit) = (*direction.coordinate(k), *half.coordinate(k));
        free[k] = along.abs() * limit <= noise;
        corner.with_coordinate(k, if along < 0.0 { -limit } else { limit })
    });
    BoxFeature { corner, free }
}

/// Pairs of vertices whose weights add up to those of each side (the north-west corner rule: at most 5 of 3 + 3).
fn coupled(weights: &[[(u32, f64); 3]; 2]) -> Witnesses {
    let mut witnesses = Witnesses::default();
    let [mut a, mut b] = *weights;
    let (mut i, mut j) = (0, 0);
    while i < 3 && j < 3 {
        let shared = a[i].1.min(b[j].1);
        if shared > 0.0 {
            witnesses.push((a[i].0, b[j].0), shared);
        }
        (a[i].1, b[j].1) = (a[i].1 - shared, b[j].1 - shared);
        if a[i].1 <= b[j].1 { i += 1 } else { j += 1 }
    }
    witnesses
}

#[cfg(test)]
mod tests {
    use crate::pose::{Pose, Quaternion};
    use crate::query::{Precision, Solver};
    use crate::random::Random;
    use crate::shape::Cuboid;
    use crate::support::Shape;
    use crate::vector::vec3;

    #[test]
    fn nearly_all_boxes_that_overlap_are_answered_without_a_search() {
        let mut source = Random(5);
        let mut random = || source.signed();
        let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
        let (mut overlaps, mut closed) = (0, 0);
        for _ in 0..3000 {
            let mut placed = || {
                let turn = Quaternion::new(random(), random(), random(), 1.0 + random().abs());
                let half = vec3(1.0 + 0.5 * random(), 1.0 + 0.5 * random(), 1.0 + 0.5 * random());
                let pose = Pose { rotation: turn.ok()?, translation: vec3(random(), random(), random()) };
                Some(Cuboid::new(half).ok()?.at(pose))
            };
            let (Some(a), Some(b)) = (placed(), placed()) else { continue };
            let (found, right) = (solver.signed_distance(&a, &b), exact.signed_distance(&a, &b));
            assert_eq!(found.status, right.status);
            assert!((found.distance - right.distance).abs() <= 8.0 * f64::EPSILON * 3.5, "{found:?} {right:?}");
            assert!(found.lower <= right.upper && right.lower <= found.upper);
            if found.distance < 0.0 {
                (overlaps, closed) = (overlaps + 1, closed + usize::from(found.iterations == 0));
            }
        }
        assert!(overlaps > 1000 && closed * 100 > overlaps * 95, "{closed} of {overlaps} overlaps in closed form");
    }
}
