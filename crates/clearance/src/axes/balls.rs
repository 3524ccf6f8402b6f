//! Two balls, or points: the distance of their centres, less the radii.
//!
//! **Accuracy.** A centre at the origin of its frame is placed without rounding. Any other centre is rotated. The
//! entries of the matrix err by 8u and its action errs by 8u, times √3 for lengths. `defect` bounds how far the formula
//! is from a rotation. The sum with the translation adds u a coordinate. The difference of the centres and its length
//! err by 4u.
//!
//! **Special cases.** Concentric balls have no normal here. If the bounds straddle zero, nothing is decided. Both give
//! `None`, and the search answers.

use crate::difference::DIAGONAL;
use crate::difference::bracket::{Bracket, common_point};
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U, exponent_of, larger, ldexp, ldexp_down};
use crate::paths::{FastPath, is_left_out};
use crate::result::separation::Answered;
use crate::result::{Proximity, Status, Witnesses};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Vector, WideVector};

/// What the formula knows of two balls. The answers are made of it: what is not written cannot be copied.
pub(crate) struct BetweenBalls<W> {
    status: Status,
    /// The lower bound, the signed distance, and the upper bound.
    lengths: [f64; 3],
    /// From the centre of A to that of B. Its length is no part of the answer.
    apart: W,
    normal: W,
    /// The points of the surfaces.
    points: [W; 2],
}

impl<W: WideVector> BetweenBalls<W> {
    /// The signed distance.
    #[inline(always)]
    pub fn signed<V: Vector<Wide = W>>(self) -> Proximity<V> {
        let Self { status, lengths: [lower, distance, upper], normal, points: [point_a, point_b], .. } = self;
        Proximity {
            status,
            distance: V::Scalar::narrow(distance),
            lower: V::Scalar::narrow_down(lower),
            upper: V::Scalar::narrow_up(upper),
            normal: V::narrow(normal),
            point_a: V::narrow(point_a),
            point_b: V::narrow(point_b),
            iterations: 0,
            witnesses: Witnesses::of_one((0, 0)),
        }
    }

    /// The distance, for balls of these radii.
    #[inline(always)]
    pub fn distance<V: Vector<Wide = W>>(mut self, radii: [f64; 2]) -> Proximity<V> {
        if self.status == Status::Overlapping {
            self.points = [common_point(self.lengths[1], self.normal, self.points, radii); 2];
            self.lengths = [0.0; 3];
        }
        self.signed()
    }

    /// The distance, if it is at most this length when it is rounded.
    #[inline(always)]
    pub fn within<V: Vector<Wide = W>>(self, limit: f64, radii: [f64; 2]) -> Option<Proximity<V>> {
        let distance = V::Scalar::narrow(larger(self.lengths[1], 0.0));
        if distance.widen() <= limit { Some(self.distance(radii)) } else { None }
    }

    /// Whether the balls meet.
    #[inline(always)]
    pub fn meeting(self) -> Answered<W> {
        if self.status == Status::Overlapping { Answered::Meet } else { Answered::Apart(self.apart) }
    }
}

/// What is known of balls and a limit.
pub(crate) enum Within<W> {
    /// The distance is above the limit.
    Beyond,
    Near(BetweenBalls<W>),
}

/// Whether the cores of both shapes are single points.
#[inline(always)]
fn are_balls<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> bool {
    a.vertex_count() == 1 && b.vertex_count() == 1 && !is_left_out(FastPath::Balls)
}

/// The signed distance of two shapes whose cores are single points. `None` if a core is larger or if nothing is
/// decided, or if lengths are near the ends of the range, where [`between_any_balls`] answers.
///
/// Both orders of the shapes give the same bits.
#[inline(always)]
pub(crate) fn between_balls<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    if !are_balls(a, b) {
        return None;
    }
    between(&Center::of(a), &Center::of(b))
}

#[inline(always)]
fn between<W: WideVector>(a: &Center<W>, b: &Center<W>) -> Option<BetweenBalls<W>> {
    let gap = (b.at - a.at).length();
    // Outside of this range, a length or its error may overflow or underflow.
    if gap > 1e-280 && gap < 1e280 { answer(a, b, gap) } else { None }
}

/// The same as [`between_balls`], unless the distance is certainly above `reach`, which is not negative.
#[inline(always)]
pub(crate) fn between_balls_within<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>, reach: f64) -> Option<Within<W>> {
    if !are_balls(a, b) {
        return None;
    }
    let [a, b] = [Center::of(a), Center::of(b)];
    if are_beyond(&a, &b, reach) { Some(Within::Beyond) } else { between(&a, &b).map(Within::Near) }
}

/// Whether the distance of two balls, exact or computed, is above `reach`: from squared lengths, without a root.
///
/// The square of the gap errs by 5u, and so does that of the radii with their error and `reach`.
#[inline(always)]
fn are_beyond<W: WideVector>(a: &Center<W>, b: &Center<W>, reach: f64) -> bool {
    let apart = b.at - a.at;
    let (squared, most) = (apart.dot(&apart), a.radius + b.radius + (a.error + b.error) + reach);
    squared > 1e-280 && squared < 1e280 && squared > most * most * (1.0 + 32.0 * U)
}

/// Whether two balls have a common point, from squared lengths. `None` if a core is larger or if rounding leaves it open.
///
/// The square of the distance errs by 5u, and so does that of the sum of the radii with its error. The margins are wider
/// than those of [`between_balls`]. So what is decided here is decided there, too, with the same axis: it answers for
/// lengths near the ends of the range.
#[inline(always)]
pub(crate) fn balls_meet<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Option<Answered<W>> {
    if !are_balls(a, b) {
        return None;
    }
    let [a, b] = [Center::of(a), Center::of(b)];
    let apart = b.at - a.at;
    let (squared, least) = (apart.dot(&apart), a.radius + b.radius - (a.error + b.error));
    if !(squared > 1e-280 && squared < 1e280 && least > 0.0) {
        None
    } else if squared < least * least * (1.0 - 32.0 * U) {
        Some(Answered::Meet)
    } else if are_beyond(&a, &b, 0.0) {
        Some(Answered::Apart(apart))
    } else {
        None
    }
}

/// The same as [`between_balls`] at any scale. Doors answer most balls, so this is called seldom.
#[inline(always)]
pub(crate) fn between_any_balls<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    if are_balls(a, b) { near_or_far(a, b) } else { None }
}

#[inline(never)]
fn near_or_far<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    between_balls(a, b).or_else(|| between_far_balls(a, b))
}

/// The same as [`between_balls`] for lengths near the ends of the range: they are scaled by a power of two, and back. A
/// function of its own, after the other: where the two ways to an answer meet, it would be written to memory and read
/// again.
#[cold]
#[inline(never)]
fn between_far_balls<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Option<BetweenBalls<W>> {
    let [a, b] = [Center::of(a), Center::of(b)];
    let exponent = exponent_of(a.size().max(b.size()));
    let [a, b] = [a.divided_by_power(exponent)?, b.divided_by_power(exponent)?];
    let gap = (b.at - a.at).length();
    if !(gap > 1e-280 && gap < 1e280) {
        return None;
    }
    let found = answer(&a, &b, gap)?;
    let [lower, distance, upper] = found.lengths;
    let lengths = [ldexp_down(lower, exponent), ldexp(distance, exponent), -ldexp_down(-upper, exponent)];
    Some(BetweenBalls { lengths, points: found.points.each(|point| point.scaled_by_power(exponent)), ..found })
}

/// The answer for centres at the distance `gap`.
#[inline(always)]
fn answer<W: WideVector>(a: &Center<W>, b: &Center<W>, gap: f64) -> Option<BetweenBalls<W>> {
    let apart = b.at - a.at;
    let normal = apart.unit();
    let error = a.error + b.error + 8.0 * U * gap;
    let cores = Bracket { distance: gap, lower: gap - error, upper: gap + error, normal, cores: [a.at, b.at] };
    let bracket = cores.less_radius(a.radius + b.radius);
    let points = [a.at + normal * a.radius, b.at - normal * b.radius];
    let lengths = [bracket.lower, bracket.distance, bracket.upper];
    Some(BetweenBalls { status: bracket.verdict()?, lengths, apart, normal, points })
}

/// The only vertex of a shape.
struct Center<W: WideVector> {
    /// The vertex in the shape's frame.
    own: W,
    pose: Pose<W>,
    /// The translation of the pose.
    translation: W,
    radius: f64,
    /// The rounding error of the vertex in the shape's frame, and of the radius: a length.
    rounding: f64,
    /// The vertex in the world's frame.
    at: W,
    /// The rounding error of `at` and of the radius: a length.
    error: f64,
}

impl<W: WideVector> Center<W> {
    #[inline(always)]
    fn of(shape: &View<'_, W>) -> Self {
        let pose = shape.pose();
        Self::new(shape.vertex(0), pose, pose.translation, [shape.radius, shape.rounding])
    }

    #[inline(always)]
    fn new(own: W, pose: Pose<W>, translation: W, [radius, rounding]: [f64; 2]) -> Self {
        let reach = own.max_abs();
        if reach == 0.0 {
            return Self { own, pose, translation, radius, rounding, at: translation, error: rounding };
        }
        let at = own.mapped(&pose.rotation.matrix()) + translation;
        let turned = (pose.rotation.defect() + 16.0 * U) * reach;
        let error = rounding + DIAGONAL * (turned + U * at.max_abs());
        Self { own, pose, translation, radius, rounding, at, error }
    }

    /// The greatest |coordinate| of the vertex and of the translation.
    fn size(&self) -> f64 {
        self.own.max_abs().max(self.translation.max_abs())
    }

    /// The same with lengths divided by 2^exponent. `None` if a length leaves the range.
    fn divided_by_power(&self, exponent: i32) -> Option<Self> {
        let [own, translation] = [self.own, self.translation].each(|point| point.scaled_by_power(-exponent));
        let [radius, rounding] = [self.radius, self.rounding].each(|length| ldexp(length, -exponent));
        let finite = radius < 1e300 && own.is_finite() && translation.is_finite();
        finite.then(|| Self::new(own, self.pose, translation, [radius, rounding]))
    }
}

#[cfg(test)]
mod tests {
    use crate::numbers::real::Real;
    use crate::query::solver::{Precision, Solver};
    use crate::random::Random;
    use crate::result::Status;
    use crate::shape::Ball;
    use crate::shape::support::{Shape, SupportMap};
    use crate::shape::view::View;
    use crate::space::pose::Pose;
    use crate::space::rotation::Rotation;
    use crate::space::rotation::quaternion::Quaternion;
    use crate::space::vector::{Vec3, Vector, vec3};

    fn placed<V, T: Real>(random: &mut Random) -> Option<impl SupportMap<V> + use<V, T>>
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

    /// Returns how many pairs overlapped.
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

    #[test]
    fn verdicts_of_balls_that_nearly_touch_are_those_of_the_exact_distance() {
        let exact = Solver { precision: Precision::Exact, ..Solver::default() };
        let (mut random, mut count, mut decided) = (Random(4), [0; 2], 0);
        for step in 0..3000 {
            let ball = |random: &mut Random| Ball::new(random.point() * 0.25, 0.5 + 0.25 * random.signed());
            let (Ok(a), Ok(b)) = (ball(&mut random), ball(&mut random)) else { continue };
            let reach = (a.radius() + b.radius()) * (1.0 + random.signed() * [1e-3, 1e-15, 3e-16][step % 3]);
            let (way, unit) = (random.point().unit(), [1.0, 2f64.powi(-300), 2f64.powi(300)][step / 3 % 3]);
            let from = random.point();
            let scaled = |ball: &Ball<Vec3<f64>>| Ball::new(ball.center() * unit, ball.radius() * unit).unwrap();
            let first = scaled(&a).at(Pose::translation(from * unit));
            let second = scaled(&b).at(Pose::translation((from + a.center() - b.center() + way * reach) * unit));
            let meets = exact.signed_distance(&first, &second).status != Status::Separated;
            assert_eq!(Solver::default().overlaps(&first, &second), meets, "{first:?} {second:?}");
            count[usize::from(meets)] += 1;
            decided += usize::from(super::balls_meet(&View::of(&first), &View::of(&second)).is_some());
        }
        assert!(count.iter().all(|&count| count > 1000) && (500..2900).contains(&decided), "{count:?} {decided}");
    }
}
