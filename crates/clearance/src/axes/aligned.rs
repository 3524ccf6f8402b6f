//! Two boxes with edges along the axes of the world: the signed distance without rounding.
//!
//! **Problem.** Boxes of a grid touch. Then the axis test of rounded numbers proves nothing, and the exact solver is
//! slow. But along an axis of the world the gap of two boxes is a sum of a few floats.
//!
//! **Method.** Along axis k the gap is |t_B − t_A| − h_A − h_B, with t the centres and h the half-extents. Its sign is
//! exact ([`sum_exactly`]). If at most one gap is positive, the greatest gap is the signed distance of the boxes: where
//! the other gaps are not positive, the boxes have common coordinates. The radii are subtracted in the same sum. If
//! more gaps are positive, the search answers.
//!
//! **Accuracy.** The verdict is exact. The distance is within 1 unit in the last place. All sums are in the world's
//! unit, so boxes of any size have the same bits.

use super::corners::{Corners, vertex_pairs};
use crate::difference::Pair;
use crate::difference::bracket::distance_from_signed;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, greater, smaller};
use crate::paths::{FastPath, is_left_out};
use crate::result::separation::Answered;
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// Two boxes in the world. Their edges are parallel to the axes.
struct Aligned<W> {
    centers: [W; 2],
    halves: [W; 2],
    radii: [f64; 2],
}

/// The axis with the greatest gap, and the gap less the radii. Its sign is exact.
struct Gap {
    axis: usize,
    /// The gap of the cores.
    of_cores: f64,
    length: f64,
}

/// The signed distance. `None` if a shape is no box along the axes of the world, or if the nearest features are edges
/// or corners.
#[cold]
#[inline(never)]
pub(crate) fn signed_of_aligned<W: WideVector>(pair: &Pair<'_, W>) -> Option<Proximity<W>> {
    if is_left_out(FastPath::AlignedBoxes) {
        return None;
    }
    let boxes = Aligned::new(pair.a, pair.b)?;
    let Gap { axis, length, .. } = boxes.gap()?;
    let cores = boxes.nearest_points(axis);
    let (normal, [half_a, half_b]) = (boxes.normal(axis), boxes.halves);
    let side = |outward: f64| u32::from(outward > 0.0) << axis;
    let along = *normal.coordinate(axis);
    let corners = [
        Corners::of_face(cores[0], half_a, axis, side(along)),
        Corners::of_face(cores[1] - boxes.way(), half_b, axis, side(-along)),
    ];
    let (status, lower, upper) = match length {
        _ if length > 0.0 => (Status::Separated, length.next_down(), length.next_up()),
        _ if length < 0.0 => (Status::Overlapping, length.next_down(), length.next_up()),
        _ => (Status::Touching, 0.0, 0.0),
    };
    let surfaces = [cores[0] + normal * boxes.radii[0], cores[1] - normal * boxes.radii[1]];
    let [point_a, point_b] = surfaces.each(|point| point + boxes.centers[0]);
    let witnesses = vertex_pairs(&corners)?;
    Some(Proximity { status, distance: length, lower, upper, normal, point_a, point_b, iterations: 0, witnesses })
}

/// The distance, or a common point. `None` as for [`signed_of_aligned`].
#[cold]
#[inline(never)]
pub(crate) fn distance_of_aligned<W: WideVector>(pair: &Pair<'_, W>) -> Option<Proximity<W>> {
    if is_left_out(FastPath::AlignedBoxes) {
        return None;
    }
    let boxes = Aligned::new(pair.a, pair.b)?;
    let Gap { axis, of_cores, length } = boxes.gap()?;
    if of_cores > 0.0 {
        return signed_of_aligned(pair).map(|signed| distance_from_signed(signed, boxes.radii));
    }
    let point = (0..W::DIM).fold(boxes.way(), |point, k| point.with_coordinate(k, boxes.middle(k)));
    let corners = [Corners::of_box(point, boxes.halves[0]), Corners::of_box(point - boxes.way(), boxes.halves[1])];
    let common = point + boxes.centers[0];
    Some(Proximity {
        status: if length == 0.0 { Status::Touching } else { Status::Overlapping },
        distance: 0.0,
        lower: 0.0,
        upper: 0.0,
        normal: boxes.normal(axis),
        point_a: common,
        point_b: common,
        iterations: 0,
        witnesses: vertex_pairs(&corners)?,
    })
}

/// Whether the boxes have a common point. `None` as for [`signed_of_aligned`].
#[cold]
#[inline(never)]
pub(crate) fn overlap_of_aligned<W: WideVector>(pair: &Pair<'_, W>) -> Option<Answered<W>> {
    if is_left_out(FastPath::AlignedBoxes) {
        return None;
    }
    let boxes = Aligned::new(pair.a, pair.b)?;
    let Gap { axis, length, .. } = boxes.gap()?;
    Some(if length > 0.0 { Answered::Apart(boxes.normal(axis)) } else { Answered::Meet })
}

/// Whether the closed form answers a pair if the axis test does not.
#[cfg(feature = "simd")]
pub(crate) fn is_closed<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> bool {
    Aligned::new(a, b).is_some_and(|boxes| boxes.gap().is_some())
}

impl<W: WideVector> Aligned<W> {
    /// `None` if the sides of a box are not along the axes, or not known exactly.
    fn new(a: &View<'_, W>, b: &View<'_, W>) -> Option<Self> {
        let halves = [a.half_extents()?, b.half_extents()?];
        let poses = [a.pose(), b.pose()];
        let identity = <W::Rotation as Rotation<W>>::IDENTITY;
        let is_aligned = poses.iter().all(|pose| pose.rotation == identity);
        let is_rounded = a.rounding() > 0.0 || b.rounding() > 0.0;
        let centers = poses.each(|pose| pose.translation.widen());
        let radii = [a.radius().widen(), b.radius().widen()];
        (is_aligned && !is_rounded).then_some(Self { centers, halves, radii })
    }

    /// The greatest gap. `None` if two gaps are positive, or if a sum leaves the range.
    fn gap(&self) -> Option<Gap> {
        let (mut axis, mut of_cores, mut positive) = (0, f64::NEG_INFINITY, 0);
        for other in 0..W::DIM {
            let gap = sum_exactly(self.terms(other, [0.0; 2]));
            positive += usize::from(!(gap <= 0.0));
            if gap > of_cores {
                (axis, of_cores) = (other, gap);
            }
        }
        let length = sum_exactly(self.terms(axis, self.radii));
        let is_known = positive <= 1 && length.is_finite() && self.way().is_finite();
        is_known.then_some(Gap { axis, of_cores, length })
    }

    /// The numbers whose sum is the gap along an axis.
    fn terms(&self, axis: usize, radii: [f64; 2]) -> [f64; 6] {
        let [a, b] = self.centers.each(|center| *center.coordinate(axis));
        let [half_a, half_b] = self.halves.each(|half| *half.coordinate(axis));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        [high, -low, -half_a, -half_b, -radii[0], -radii[1]]
    }

    fn way(&self) -> W {
        self.centers[1] - self.centers[0]
    }

    /// The axis, from A to B.
    fn normal(&self, axis: usize) -> W {
        let axis_of_world = W::axis(axis);
        if *self.way().coordinate(axis) < 0.0 { W::zero() - axis_of_world } else { axis_of_world }
    }

    /// The middle of the coordinates that both boxes have along an axis, in A's frame.
    fn middle(&self, axis: usize) -> f64 {
        let [half_a, half_b] = self.halves.each(|half| *half.coordinate(axis));
        let center = *self.way().coordinate(axis);
        let (low, high) = (greater(-half_a, center - half_b), smaller(half_a, center + half_b));
        0.5 * low + 0.5 * high
    }

    /// The middle of the faces that look at each other along an axis, as far as they have common coordinates, in A's
    /// frame.
    fn nearest_points(&self, axis: usize) -> [W; 2] {
        let (normal, way) = (self.normal(axis), self.way());
        (0..W::DIM).fold([self.halves[0], way], |[a, b], k| {
            let (half_a, half_b) = (*self.halves[0].coordinate(k), *self.halves[1].coordinate(k));
            let center = *way.coordinate(k);
            let (on_a, on_b) = if k == axis {
                let side = *normal.coordinate(k);
                (side * half_a, center - side * half_b)
            } else {
                (self.middle(k), self.middle(k))
            };
            [a.with_coordinate(k, on_a), b.with_coordinate(k, on_b)]
        })
    }
}

/// A sum with the exact sign, within 1 unit in the last place.
///
/// The terms are added one by one to an expansion: numbers that do not overlap, of growing size, whose sum is exact.
/// The last one that is not zero exceeds the sum of the others, so it has the sign of the sum (Shewchuk 1997, theorem
/// 10). The sum of an expansion from its smallest number on errs by less than its last unit.
fn sum_exactly<const N: usize>(terms: [f64; N]) -> f64 {
    let mut expansion = [0.0; N];
    for (count, term) in terms.into_iter().enumerate() {
        let mut rest = term;
        for part in &mut expansion[..count] {
            let Double { high, low } = Double::sum(rest, *part);
            (rest, *part) = (high, low);
        }
        expansion[count] = rest;
    }
    expansion.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::sum_exactly;
    use crate::numbers::dyadic::Dyadic;
    use crate::numbers::real::Ring;
    use crate::query::solver::{Precision, Solver};
    use crate::random::Random;
    use crate::result::{Proximity, Status};
    use crate::shape::Cuboid;
    use crate::shape::support::Shape;
    use crate::space::pose::Pose;
    use crate::space::vector::{Vec3, vec3};

    #[test]
    fn sums_of_floats_that_nearly_cancel_have_the_exact_sign() {
        let mut random = Random(11);
        let (mut zeros, mut others) = (0, 0);
        for _ in 0..20_000 {
            let mut terms = [0.0; 6];
            for term in &mut terms[..5] {
                let power = -((random.bits() % 60) as i32);
                *term = random.signed() * 2f64.powi(power);
            }
            // The sixth cancels the rounded sum of the others, and in half of the cases the others cancel.
            if random.bits() % 2 == 0 {
                (terms[3], terms[4]) = (-terms[0], -terms[1]);
                terms[5] = -terms[2];
            } else {
                terms[5] = -terms.iter().sum::<f64>();
            }
            let exact = terms.iter().fold(Dyadic::zero(), |sum, &term| sum.plus(&Dyadic::from(term)));
            let found = sum_exactly(terms);
            let error = Dyadic::from(found).minus(&exact).to_f64().abs();
            assert!(error <= (found.abs().next_up() - found.abs()), "{terms:?}");
            assert_eq!((found > 0.0, found < 0.0), (exact.is_positive(), exact.is_negative()), "{terms:?}");
            if exact.is_zero() { zeros += 1 } else { others += 1 }
        }
        assert!(zeros > 5000 && others > 5000, "{zeros} zero, {others} not");
    }

    #[test]
    fn boxes_along_the_axes_that_touch_to_rounding_are_answered_in_closed_form_as_exact_numbers_answer() {
        let mut random = Random(12);
        let exact = Solver { precision: Precision::Exact, ..Solver::default() };
        let (mut closed, mut statuses) = (0, [0; 3]);
        for step in 0..3000 {
            let mut half =
                || vec3(0.1 + random.signed().abs(), 0.1 + random.signed().abs(), 0.1 + random.signed().abs());
            let (half_a, half_b) = (half(), half());
            let center = random.point();
            let axis = (random.bits() % 3) as usize;
            let mut way = vec3(random.signed(), random.signed(), random.signed()) * 0.1;
            let reach = [half_a.x + half_b.x, half_a.y + half_b.y, half_a.z + half_b.z][axis];
            let steps = (random.bits() % 5) as f64 - 2.0;
            let reach = reach * (1.0 + steps * f64::EPSILON);
            [&mut way.x, &mut way.y, &mut way.z][axis].clone_from(&reach);
            if step % 3 == 0 {
                way = -way;
            }
            let a = Cuboid::new(half_a).unwrap().at(Pose::translation(center));
            let b = Cuboid::new(half_b).unwrap().at(Pose::translation(center + way));
            let (found, right) = (Solver::default().signed_distance(&a, &b), exact.signed_distance(&a, &b));
            assert_eq!(found.status, right.status, "{a:?} {b:?}");
            assert!((found.distance - right.distance).abs() <= f64::EPSILON * right.distance.abs(), "{found} {right}");
            assert!(found.lower <= right.upper && right.lower <= found.upper);
            assert_eq!(found.normal, right.normal);
            assert_eq!(Solver::default().signed_distance(&b, &a), found.swapped());
            assert_eq!(Solver::default().overlaps(&a, &b), found.status != Status::Separated);
            assert_eq!(Solver::default().distance(&a, &b).status, found.status);
            closed += usize::from(found.iterations == 0);
            statuses[found.status as usize] += 1;
            let nearest = Solver::default().distance(&a, &b);
            for power in [-300, 300] {
                let [a, b] = [(center, half_a), (center + way, half_b)].map(|(center, half)| {
                    let unit = 2f64.powi(power);
                    Cuboid::new(half * unit).unwrap().at(Pose::translation(center * unit))
                });
                assert_eq!(Solver::default().signed_distance(&a, &b), in_unit(found, power));
                assert_eq!(Solver::default().distance(&a, &b), in_unit(nearest, power));
            }
        }
        assert!(closed == 3000 && statuses.iter().all(|&count| count > 100), "{closed} closed, {statuses:?}");
    }

    /// The same answer with lengths times 2 to this power.
    fn in_unit(answer: Proximity<Vec3<f64>>, power: i32) -> Proximity<Vec3<f64>> {
        let unit = 2f64.powi(power);
        let [distance, lower, upper] = [answer.distance, answer.lower, answer.upper].map(|length| length * unit);
        let [point_a, point_b] = [answer.point_a, answer.point_b].map(|point| point * unit);
        Proximity { distance, lower, upper, point_a, point_b, ..answer }
    }
}
