//! `Solver::cast`, `cast_ray` and `crossing`: the order of the shapes, the start rule, and the answers.

use super::beside;
use super::beside_plane::{cast_beside_plane, crossing_beside_plane};
use super::closed;
use super::course::Course;
use super::exactly::Exactly;
use super::leaving;
use super::line::{Found, first_contact};
use super::quick;
use super::rest::at_end;
use crate::difference::canonical::precedes;
use crate::difference::unknown::{is_unknown, unknown};
use crate::engine::Engine;
use crate::numbers::real::{exponent_of, ldexp, ldexp_down};
use crate::query::solver::Solver;
use crate::result::Proximity;
use crate::result::cast::{Bracket, Cast, Crossing, Outcome, Start};
use crate::shape::Point;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};

impl Solver {
    /// When `b` comes into contact with `a` while it moves by `travel`, from fraction 0 to fraction 1.
    ///
    /// Contact means that the distance is at most [`Solver::target`]. [`Solver::start`] says what counts for shapes in
    /// contact at the start. `travel` is in the world's frame; a zero vector asks about the shapes at rest. If both
    /// move, `travel` is that of `b` minus that of `a`.
    ///
    /// **Polytopes**, rounded or not: the outcome is exact, and never [`Outcome::Near`]. The bracket is at most
    /// 16 u · size / |travel · n| wide, where u is the roundoff of the scalar, n the normal at the contact and size as in
    /// [`Proximity`]. With [`Precision::Exact`](crate::Precision::Exact) it is two units in the last place wide.
    ///
    /// **Curved shapes**: the bracket is as narrow as the distances at rest allow. Where the shapes graze each other to
    /// rounding the outcome is `Near`.
    ///
    /// If a number is not finite, the outcome is `Near`, `lower` is 0 and `upper` is 1. [`Cast`] has an example.
    #[doc(alias = "shape_cast")]
    #[doc(alias = "sweep_test")]
    #[doc(alias = "time_of_impact")]
    #[doc(alias = "continuous collision detection")]
    pub fn cast<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>, travel: V) -> Cast<V> {
        let still = <V::Wide as Vector>::ORIGIN;
        V::Wide::cast(self, &View::of(a), &View::of(b), travel.widen(), [still, travel.widen()]).narrow()
    }

    /// The contact of [`Solver::cast`], with the same bits. `None` if the outcome is [`Outcome::Clear`].
    ///
    /// A clear cast also tells how far apart the shapes are at the end of the motion. That takes a query at rest, which
    /// is most of its time. Programs that need hits alone save it. `Near` is told: it is not clear.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose, Shape, Solver, vec3};
    ///
    /// let shape = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    /// let moving = shape.at(Pose::translation([5.0, 0.0, 0.0]));
    /// let hit = Solver::default().hit(&shape, &moving, vec3(-6.0, 0.0, 0.0)).unwrap();
    /// assert!(hit.lower <= 0.5 && 0.5 <= hit.upper);
    /// assert!(Solver::default().hit(&shape, &moving, vec3(0.0, 6.0, 0.0)).is_none());
    /// ```
    pub fn hit<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>, travel: V) -> Option<Cast<V>> {
        V::Wide::hit(self, &View::of(a), &View::of(b), travel.widen()).map(Cast::narrow)
    }

    /// When the point that moves from `origin` by `travel` meets `shape`: a ray with an end.
    ///
    /// This is [`Solver::cast`] of a point. A ray that starts in the shape hits at fraction 0; [`Solver::crossing`]
    /// tells where it leaves. Rays in the plane of a face, along an edge and through a vertex are decided exactly.
    ///
    /// ```
    /// use clearance::{Cuboid, Solver, vec3};
    ///
    /// let shape = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    /// let hit = Solver::default().cast_ray(&shape, vec3(0.0, 5.0, 0.0), vec3(0.0, -8.0, 0.0));
    /// assert!(hit.is_hit() && (hit.fraction - 0.5).abs() < 1e-15);
    /// assert_eq!(hit.contact.normal, vec3(0.0, 1.0, 0.0));
    /// // Along an edge.
    /// assert!(Solver::default().cast_ray(&shape, vec3(1.0, 5.0, 1.0), vec3(0.0, -8.0, 0.0)).is_hit());
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "ray")]
    pub fn cast_ray<V: Vector>(&self, shape: &impl SupportMap<V>, origin: V, travel: V) -> Cast<V> {
        if origin.is_finite() {
            self.cast(shape, &Point::finite(origin), travel)
        } else {
            V::Wide::cast_nowhere(&View::of(shape), &View::of(&Point::finite(origin))).narrow()
        }
    }

    /// When `b`, moved along the whole line of `direction`, enters `a`, and when it leaves it.
    ///
    /// Fractions are multiples of `direction`, which may have any length; they may be negative. Contact means that the
    /// distance is at most [`Solver::target`]. `None` if the line misses, which is exact for polytopes, rounded or not,
    /// and if `direction` is zero. If a number is not finite, the brackets are infinite.
    ///
    /// [`Crossing`] has an example.
    pub fn crossing<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        direction: V,
    ) -> Option<Crossing<V>> {
        V::Wide::crossing(self, &View::of(a), &View::of(b), direction.widen()).map(Crossing::narrow)
    }
}

/// A way and the opposite one, without negative zeros: a search for curved shapes may turn their sign into another last
/// bit.
#[inline(always)]
fn both_ways<W: WideVector>(way: W) -> [W; 2] {
    [<W as Vector>::ORIGIN + way, <W as Vector>::ORIGIN - way]
}

/// Whether the pair is computed with `b` in the place of A. The order depends on the shapes, and for equal shapes on
/// the way. `way` is the way of `a` past `b`.
pub(super) fn comes_first<W: WideVector>(b: &View<'_, W>, a: &View<'_, W>, way: W) -> bool {
    precedes(b, a) || (way > <W as Vector>::ORIGIN && !precedes(a, b))
}

/// The cast of `b` past `a` along `way`, the difference of the ways of both. The points of the answer are where the
/// shapes are on their own ways. Exchanged shapes give the exchanged answer, to the bit.
pub(crate) fn cast_moving<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    way: W,
    ways: [W; 2],
) -> Cast<W> {
    let [way, back] = both_ways(way);
    if let Some(cast) = cast_beside_plane(solver, a, b, [way, back], ways) {
        return cast;
    }
    let origins = [a.pose().translation, b.pose().translation];
    let mut known =
        if beside::passes(solver, a, b, way) { Some(None) } else { closed::cast(solver, a, b, [way, back], ways) };
    if let Some(Some(hit)) = known {
        return hit;
    }
    let clear = |known: Option<Option<Cast<W>>>| known.map(|_| Ended::clear(0));
    if comes_first(b, a, back) {
        known = known.or_else(|| closed::cast_by_axes(solver, b, a, back, [ways[1], ways[0]]));
        match known {
            Some(Some(hit)) => hit.swapped(),
            known => in_order(solver, b, a, back, (origins[1], ways[1]), clear(known)).swapped(),
        }
    } else {
        known = known.or_else(|| closed::cast_by_axes(solver, a, b, way, ways));
        match known {
            Some(Some(hit)) => hit,
            known => in_order(solver, a, b, way, (origins[0], ways[0]), clear(known)),
        }
    }
}

/// The same for shapes in the order of the computation. `origin` is that of `a`, and its way. `known` is how the cast
/// ended, if that is known.
fn in_order<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    way: W,
    origin: (W, W),
    known: Option<Ended<W>>,
) -> Cast<W> {
    finished(solver, a, b, way, origin, known.or_else(|| ended(solver, a, b, way)))
}

/// The same if there may be contact.
fn hit_in_order<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    way: W,
    origin: (W, W),
) -> Option<Cast<W>> {
    let ended = ended(solver, a, b, way);
    let is_clear = ended.as_ref().is_some_and(|ended| matches!(ended.found, Found::Clear));
    (!is_clear).then(|| finished(solver, a, b, way, origin, ended))
}

/// The answer of a cast that has ended.
fn finished<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    way: W,
    origin: (W, W),
    ended: Option<Ended<W>>,
) -> Cast<W> {
    let ended = ended.map(|ended| ended.complete(solver, a, b, way));
    answer(ended, |fraction| origin.0 + origin.1 * fraction, || unknown(a, b))
}

/// How the cast of `b` past `a` ended. `None` if a number is not finite.
fn ended<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Option<Ended<W>> {
    let found = quick::cast(solver, a, b, way).or_else(|| cast(solver, a, b, way));
    if found.as_ref().is_none_or(|ended| matches!(ended.found, Found::Open { .. })) {
        from_near(solver, a, b, way).or(found)
    } else {
        found
    }
}

/// How a cast ended.
pub(super) struct Ended<W: WideVector> {
    pub found: Found,
    /// The shapes at the lower bound as A's origin sees them. `None` if they were not asked about at the end of a clear
    /// motion.
    pub contact: Option<Proximity<W>>,
    pub queries: u32,
}

impl<W: WideVector> Ended<W> {
    /// No contact, after so many queries.
    pub fn clear(queries: u32) -> Self {
        Self { found: Found::Clear, contact: None, queries }
    }

    /// The same with the shapes at the end of a clear motion.
    fn complete(self, solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Self {
        if self.contact.is_some() {
            return self;
        }
        let contact = Some(at_end(solver, a, b, way));
        Self { contact, queries: self.queries + 1, ..self }
    }
}

/// The cast of `b` past `a`. `None` if a number is not finite.
fn cast<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Option<Ended<W>> {
    let course = Course::new(solver, a, b, way)?;
    let first = course.cores(0.0);
    if is_unknown(&first) {
        return None;
    }
    let (found, known) = match meets_at_start(&course, &first) {
        Some(false) if way.is_zero() => (Found::Clear, None),
        Some(false) => first_contact(&course, solver.precision, (0.0, 1.0), first),
        met if solver.start == Start::Stop => (stopped(&course, solver, first, met), None),
        _ if way.is_zero() => (Found::Clear, None),
        _ => (left(&course, solver), None),
    };
    let lower = match found {
        Found::Clear => 1.0,
        Found::Contact { lower, .. } | Found::Open { lower, .. } => lower,
    };
    let at_rest = || {
        course.count_query();
        solver.signed_distance(&course.body(0, 0.0, false), &course.body(1, lower, false))
    };
    let contact = Some(known.unwrap_or_else(at_rest));
    Some(Ended { found, contact, queries: course.queries() })
}

/// A way that is far longer than the bodies may leave the range of floats. All contact is on its first part: the cast
/// along that part. `None` if the way is not so long.
#[cold]
#[inline(never)]
fn from_near<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Option<Ended<W>> {
    // The size of a course that goes nowhere holds all points and the level.
    let size = Course::new(solver, a, b, <W as Vector>::ORIGIN)?.unscaled_size();
    let power = exponent_of(way.max_abs()) - exponent_of(size) - NEAR;
    if !(way.is_finite() && size > 0.0 && power > FAR) {
        return None;
    }
    let part = way.scaled_by_power(-power);
    if part.scaled_by_power(power) != way {
        return None;
    }
    let ended = cast(solver, a, b, part)?;
    let (down, up) = (|t: f64| ldexp_down(t, -power), |t: f64| -ldexp_down(-t, -power));
    let (found, contact) = match ended.found {
        Found::Clear => (Found::Clear, None),
        Found::Contact { lower, upper, best } => {
            (Found::Contact { lower: down(lower), upper: up(upper), best: down(best) }, ended.contact)
        }
        Found::Open { lower, upper } => (Found::Open { lower: down(lower), upper: up(upper) }, ended.contact),
    };
    Some(Ended { found, contact, ..ended })
}

/// The part of a long way is longer than the size of the bodies and of their gap by 2 to this power less one. Smaller than
/// 3: there may be contact behind it.
const NEAR: i32 = 4;

/// Ways are long if they are so many powers of two longer than that part. Smaller: pairs that are near contact are asked
/// twice.
const FAR: i32 = 64;

/// Whether there is contact at fraction 0. `None` if a pair with a curved shape does not tell.
fn meets_at_start<W: WideVector>(course: &Course<'_, W>, first: &Proximity<W>) -> Option<bool> {
    match course.is_beyond(first) {
        None if course.polytopes => Exactly::new(course).meets(0.0),
        beyond => beyond.map(|beyond| !beyond),
    }
}

/// Contact at the start, or perhaps contact, is an end. A curved pair that touches to rounding may prove contact later.
fn stopped<W: WideVector>(course: &Course<'_, W>, solver: &Solver, first: Proximity<W>, met: Option<bool>) -> Found {
    if met == Some(true) {
        return Found::contact(0.0, 0.0);
    }
    match first_contact(course, solver.precision, (0.0, 1.0), first).0 {
        Found::Contact { upper, .. } => Found::contact(0.0, upper),
        _ => Found::Open { lower: 0.0, upper: 0.0 },
    }
}

/// In contact at the start: only becoming deeper counts.
fn left<W: WideVector>(course: &Course<'_, W>, solver: &Solver) -> Found {
    if !course.polytopes {
        return leaving::deepens(course, solver);
    }
    if Exactly::new(course).deepens().unwrap_or(true) { Found::contact(0.0, 0.0) } else { Found::Clear }
}

/// The answer in the scalar of the shapes, with points in the world.
fn answer<W: WideVector>(
    ended: Option<Ended<W>>,
    origin: impl Fn(f64) -> W,
    nothing: impl Fn() -> Proximity<W>,
) -> Cast<W> {
    let Some(Ended { found, contact: Some(contact), queries }) = ended else {
        let [zero, one] = [0.0, 1.0];
        let contact = nothing();
        return Cast { outcome: Outcome::Near, fraction: zero, lower: zero, upper: one, contact, iterations: 0 };
    };
    let (outcome, bracket) = match found {
        Found::Clear => (Outcome::Clear, Bracket { fraction: 1.0, lower: 1.0, upper: 1.0 }),
        Found::Contact { lower, upper, best } => (Outcome::Hit, Bracket { fraction: best, lower, upper }),
        Found::Open { lower, upper } => (Outcome::Near, Bracket { fraction: lower, lower, upper }),
    };
    let origin = origin(bracket.lower);
    let contact = Proximity { point_a: contact.point_a + origin, point_b: contact.point_b + origin, ..contact };
    let Bracket { fraction, lower, upper } = bracket;
    Cast { outcome, fraction, lower, upper, contact, iterations: queries }
}

/// When `b` enters and leaves `a` on a line.
fn crossing<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Option<Crossing<W>> {
    let endless = Bracket { fraction: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    let nowhere = Crossing { entry: endless, exit: endless, normal_in: W::axis(0), normal_out: W::axis(0) };
    let Some(course) = Course::new(solver, a, b, way) else { return Some(nowhere) };
    if way.is_zero() {
        return None;
    }
    // Far enough that the bodies are apart at both ends: |long| exceeds twice the size.
    let Some((long, power)) = reaching(&course) else { return Some(nowhere) };
    let (normal_in, entry) = side(solver, Course::new(solver, a, b, long)?, power)?;
    let (normal_out, exit) = side(solver, Course::new(solver, a, b, long)?.reversed(), power)?;
    let exit = Bracket { fraction: -exit.fraction, lower: -exit.upper, upper: -exit.lower };
    Some(Crossing { entry, exit, normal_in, normal_out })
}

/// The way times a power of two, so that it is longer than twice the size, and the exponent. `None` if it leaves the
/// range.
fn reaching<W: WideVector>(course: &Course<'_, W>) -> Option<(W, i32)> {
    let (size, way) = (course.unscaled_size(), course.way());
    let power = exponent_of(size) + 3 - exponent_of(way.max_abs());
    let long = way.scaled_by_power(power);
    (long.is_finite() && long.scaled_by_power(-power) == way).then_some((long, power))
}

/// The first contact of a course from fraction −1 to fraction 1, as a multiple of the way times 2^−power, and the
/// normal there.
fn side<W: WideVector>(solver: &Solver, course: Course<'_, W>, power: i32) -> Option<(W, Bracket<f64>)> {
    let (found, known) = first_contact(&course, solver.precision, (-1.0, 1.0), course.cores(-1.0));
    let bracket = match found {
        Found::Clear => return None,
        Found::Contact { lower, upper, best } => Bracket { fraction: best, lower, upper },
        Found::Open { lower, upper } => Bracket { fraction: lower, lower, upper },
    };
    let at_rest = || solver.signed_distance(&course.body(0, 0.0, false), &course.body(1, bracket.lower, false));
    let there = known.unwrap_or_else(at_rest);
    let Bracket { fraction, lower, upper } = bracket;
    let down = |x: f64| ldexp_down(x, power);
    let bracket = Bracket { fraction: ldexp(fraction, power), lower: down(lower), upper: -down(-upper) };
    Some((there.normal, bracket))
}

/// A cast of which nothing is known, since a number is not finite.
pub(crate) fn cast_nowhere<W: WideVector>(a: &View<'_, W>, b: &View<'_, W>) -> Cast<W> {
    answer(None, |_| W::ORIGIN, || unknown(a, b))
}

/// [`Solver::hit`] in `f64`.
pub(crate) fn hit<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, travel: W) -> Option<Cast<W>> {
    let [way, back] = both_ways(travel);
    if let Some(cast) = cast_beside_plane(solver, a, b, [way, back], [<W as Vector>::ORIGIN, way]) {
        return cast.is_hit().then_some(cast);
    }
    if beside::passes(solver, a, b, way) {
        return None;
    }
    if let Some(known) = closed::cast(solver, a, b, [way, back], [<W as Vector>::ORIGIN, way]) {
        return known;
    }
    let still = <W as Vector>::ORIGIN;
    if comes_first(b, a, back) {
        if let Some(known) = closed::cast_by_axes(solver, b, a, back, [way, still]) {
            return known.map(Cast::swapped);
        }
        hit_in_order(solver, b, a, back, (b.pose().translation, way)).map(Cast::swapped)
    } else {
        if let Some(known) = closed::cast_by_axes(solver, a, b, way, [still, way]) {
            return known;
        }
        hit_in_order(solver, a, b, way, (a.pose().translation, still))
    }
}

/// [`Solver::crossing`] in `f64`.
pub(crate) fn crossing_of<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    b: &View<'_, W>,
    direction: W,
) -> Option<Crossing<W>> {
    let [way, back] = both_ways(direction);
    if let Some(crossing) = crossing_beside_plane(solver, a, b, [way, back]) {
        return crossing;
    }
    if comes_first(b, a, back) {
        crossing(solver, b, a, back).map(Crossing::swapped)
    } else {
        crossing(solver, a, b, way)
    }
}
