//! Two balls, or points: the distance of their centres, less the radii.
//!
//! **Accuracy.** A centre at the origin of its frame stands where the pose says, without rounding. Another one is turned:
//! entries of the matrix err by 8u and its action by 8u, times √3 for lengths, beside what keeps the formula from being a
//! rotation; the sum with the translation adds u a coordinate. The difference of the centres and its length round by 4u.
//!
//! **Special cases.** Concentric balls have no normal here, and where the bounds straddle zero nothing is decided: `None`,
//! and the search answers.

use crate::answer::{Solved, thickened, verdict};
use crate::difference::DIAGONAL;
use crate::pose::Rotation;
use crate::proximity::{Proximity, Witnesses};
use crate::real::{Real, U};
use crate::support::SupportMap;
use crate::vector::{Vector, WideVector};

/// The signed distance of shapes whose cores are single points, in closed form where that decides. The same bits for
/// either order of the shapes.
#[inline(always)]
pub(crate) fn between_balls<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<Proximity<V>> {
    if a.vertex_count() != 1 || b.vertex_count() != 1 {
        return None;
    }
    let ((from, error_a), (to, error_b)) = (center_of(a), center_of(b));
    let apart = to - from;
    let (gap, normal) = (apart.length(), apart.unit());
    // Nearer to the ends of the range, lengths and their errors leave it.
    if !(gap > 1e-280 && gap < 1e280) {
        return None;
    }
    let error = error_a + error_b + 8.0 * U * gap;
    let mut witnesses = Witnesses::default();
    witnesses.push((0, 0), 1.0);
    let (radius_a, radius_b) = (a.radius().widen(), b.radius().widen());
    let cores = Solved { distance: gap, lower: gap - error, upper: gap + error, normal, cores: [from, to] };
    let solved = thickened(cores, radius_a + radius_b);
    Some(Proximity {
        status: verdict(&solved)?,
        distance: V::Scalar::narrow(solved.distance),
        lower: V::Scalar::narrow_down(solved.lower),
        upper: V::Scalar::narrow_up(solved.upper),
        normal: V::narrow(normal),
        point_a: V::narrow(from + normal * radius_a),
        point_b: V::narrow(to - normal * radius_b),
        iterations: 0,
        witnesses,
    })
}

/// The only vertex in the world's frame, and how far rounding may have moved it.
#[inline(always)]
fn center_of<V: Vector>(shape: &impl SupportMap<V>) -> (V::Wide, f64) {
    let (pose, center) = (shape.pose(), shape.vertex(0));
    let reach = center.max_abs();
    if reach == 0.0 {
        return (pose.translation.widen(), 0.0);
    }
    let placed = pose.apply(center);
    let turned = (pose.rotation.defect() + 16.0 * U) * reach;
    (placed, DIAGONAL * (turned + U * placed.max_abs()))
}

#[cfg(test)]
mod tests {
    use crate::pose::{Pose, Quaternion, Rotation};
    use crate::proximity::Status;
    use crate::query::{Precision, Solver};
    use crate::random::Random;
    use crate::real::Real;
    use crate::shape::Ball;
    use crate::support::{Shape, SupportMap};
    use crate::vector::{Vec3, Vector, vec3};

    fn placed<V, T: Real>(random: &mut Random) -> Option<impl SupportMap<V>>
    where
        V: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
        Quaternion<T>: Rotation<V>,
    {
        let (center, turn, at) = (random.point(), random.point(), random.point());
        let off_center = if random.signed() > 0.0 { 1.0 } else { 0.0 };
        let [x, y, z] = [turn.x, turn.y, turn.z].map(T::narrow);
        let rotation = Pose::new(Quaternion { x, y, z, w: T::ONE }, V::ORIGIN).ok()?.rotation;
        let ball = Ball::new(V::narrow(center * off_center), T::narrow(random.signed().abs())).ok()?;
        Some(ball.at(Pose { rotation, translation: V::narrow(at * 2.0) }))
    }

    /// How many balls overlapped.
    fn agrees_with_the_exact_solver<V, T: Real>() -> usize
    where
        V: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
        Quaternion<T>: Rotation<V>,
    {
        let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
        let (mut random, mut overlaps) = (Random(3), 0);
        for _ in 0..2000 {
            let (Some(a), Some(b)) = (placed::<V, T>(&mut random), placed::<V, T>(&mut random)) else { continue };
            let (found, right) = (solver.signed_distance(&a, &b), exact.signed_distance(&a, &b));
            assert_eq!((found.status, found.iterations), (right.status, 0));
            assert!((found.distance.widen() - right.distance.widen()).abs() <= 8.0 * T::EPSILON * 4.0);
            assert!(found.lower.widen() <= right.upper.widen() && right.lower.widen() <= found.upper.widen());
            assert_eq!(solver.signed_distance(&b, &a), found.swapped());
            assert_eq!(solver.overlaps(&a, &b), right.status == Status::Overlapping);
            overlaps += usize::from(found.status == Status::Overlapping);
        }
        overlaps
    }

    #[test]
    fn balls_are_answered_without_a_search_and_as_the_exact_solver_does() {
        let overlaps =
            [agrees_with_the_exact_solver::<Vec3<f64>, f64>(), agrees_with_the_exact_solver::<Vec3<f32>, f32>()];
        assert!(overlaps.iter().all(|&count| count > 100 && count < 1800), "{overlaps:?}");
    }

    #[test]
    fn balls_that_touch_or_share_their_centre_are_left_to_the_search() {
        let ball = |x: f64| Ball::new(vec3(x, 0.0, 0.0), 1.0).unwrap();
        let touching = Solver::default().signed_distance(&ball(0.0), &ball(2.0));
        assert_eq!((touching.status, touching.distance), (Status::Touching, 0.0));
        let one_in_the_other = Solver::default().signed_distance(&ball(0.0), &ball(0.0));
        assert_eq!((one_in_the_other.status, one_in_the_other.distance), (Status::Overlapping, -2.0));
    }
}
