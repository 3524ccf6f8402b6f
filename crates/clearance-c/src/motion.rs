//! Questions about bodies that move: casts, rays, impacts, least clearances, crossings.

use crate::answer::{answer, nearest};
use crate::asked::Asked;
use crate::body::Body;
use crate::fault::{BUG, Fault, Found, guarded};
use crate::given::{Given, Name};
use crate::layout::{CastAnswer, ClearanceAnswer, Code, CrossingAnswer, Motion, NO_LEAF, Options, Shape, kind};
use crate::pair::{in_world, pair, with_pair};
use crate::read::{Growing, seen, vector};
use crate::things::{Plane, Space};
use crate::world::{World, motion, three};
use clearance::{Bracket, Cast, Crossing, Outcome};
use clearance_scene::{Dimension, LeafCast};

fn outcome(outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Clear => 0,
        Outcome::Hit => 1,
        Outcome::Near => 2,
    }
}

fn of_cast<V: World<D>, const D: usize>(cast: &Cast<V>) -> CastAnswer {
    CastAnswer {
        size: 0,
        outcome: outcome(cast.outcome),
        fraction: cast.fraction,
        lower: cast.lower,
        upper: cast.upper,
        has_contact: 1,
        reserved: 0,
        contact: answer::<V, D>(&cast.contact),
    }
}

fn of_leaves<V: World<D>, const D: usize>(cast: &LeafCast<V>) -> CastAnswer {
    let none = crate::layout::Answer {
        status: 0,
        iterations: 0,
        leaf_a: NO_LEAF,
        leaf_b: NO_LEAF,
        distance: 0.0,
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        normal: [0.0; 3],
        point_a: [0.0; 3],
        point_b: [0.0; 3],
    };
    CastAnswer {
        size: 0,
        outcome: outcome(cast.outcome),
        fraction: cast.fraction,
        lower: cast.lower,
        upper: cast.upper,
        has_contact: cast.contact.is_some().into(),
        reserved: 0,
        contact: cast.contact.as_ref().map_or(none, nearest::<V, D>),
    }
}

/// A motion whose numbers are finite.
///
/// # Safety
/// The pointer is null, for no motion, or points to a motion.
unsafe fn motion_of<'a>(pointer: *const Motion, name: &'static str, is_flat: bool) -> Found<&'a Motion> {
    const STILL: Motion = Motion { travel: [0.0; 3], turn: [0.0; 3], center: [0.0; 3] };
    if pointer.is_null() {
        return Ok(&STILL);
    }
    // SAFETY: as the caller vouches.
    let motion = unsafe { seen(pointer, &name) }?;
    let count = if is_flat { 2 } else { 3 };
    vector(&motion.travel, count, &format_args!("{name}->travel"))?;
    vector(&motion.center, count, &format_args!("{name}->center"))?;
    vector(&motion.turn, 3, &format_args!("{name}->turn"))?;
    Ok(motion)
}

fn shown<T>(found: Option<T>) -> Found<T> {
    found.ok_or_else(|| Fault::new(BUG, "no body was shown"))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_cast(
    a: *const Shape,
    b: *const Shape,
    travel: *const [f64; 3],
    options: *const Options,
    out: *mut CastAnswer,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, travel, out, asked) =
            unsafe { (pair(a, b)?, seen(travel, &"travel")?, Growing::new(out, &"out")?, Asked::new(options)?) };
        out.write(in_world!(pair[0].is_flat(), cast(&pair, travel, &asked))?);
        Ok(())
    })
}

fn cast<V: World<D>, const D: usize>(pair: &[Given<'_>; 2], travel: &[f64; 3], asked: &Asked<'_>) -> Found<CastAnswer> {
    vector(travel, D, &"travel")?;
    let (travel, mut found) = (V::unpadded(*travel), None);
    with_pair::<V, D>(pair, &mut |one, other| {
        found = Some(match (one, other) {
            (Body::Convex(a), Body::Convex(b)) => of_cast::<V, D>(&asked.solver.cast(a, b, travel)),
            _ => {
                let (a, b) = (one.standing(), other.standing());
                let motions = [&clearance::Motion::still(), &clearance::Motion::travel(travel)];
                of_leaves::<V, D>(&<V as Dimension<D>>::impact(&asked.solver, [&a.view(), &b.view()], motions))
            }
        });
        Ok(())
    })?;
    shown(found)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_ray(
    shape: *const Shape,
    origin: *const [f64; 3],
    travel: *const [f64; 3],
    options: *const Options,
    out: *mut CastAnswer,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (given, origin, travel, out, asked) = unsafe {
            let given = Given::new(seen(shape, &"shape")?, Name::Is("shape"));
            let (origin, travel) = (seen(origin, &"origin")?, seen(travel, &"travel")?);
            (given, origin, travel, Growing::new(out, &"out")?, Asked::new(options)?)
        };
        vector(origin, if given.is_flat() { 2 } else { 3 }, &"origin")?;
        let point = point_at(origin, given.shape.flags);
        // SAFETY: a ball has no pointer.
        let point = unsafe { Given::new(&point, Name::Is("origin")) };
        out.write(in_world!(given.is_flat(), cast(&[given, point], travel, &asked))?);
        Ok(())
    })
}

/// A point as a ball without a radius.
fn point_at(origin: &[f64; 3], flags: u32) -> Shape {
    Shape {
        kind: kind::BALL,
        flags: flags & crate::layout::PLANE,
        size: *origin,
        radius: 0.0,
        pointer: core::ptr::null(),
        stride: 0,
        count: 0,
        support: None,
        user: core::ptr::null_mut(),
        pose: crate::layout::Pose { translation: [0.0; 3], rotation: [0.0; 4] },
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_impact(
    a: *const Shape,
    motion_a: *const Motion,
    b: *const Shape,
    motion_b: *const Motion,
    options: *const Options,
    out: *mut CastAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        motions: [&Motion; 2],
        asked: &mut Asked<'_>,
    ) -> Found<CastAnswer> {
        let ([first, second], mut found) = (motions.map(motion::<V>), None);
        with_pair::<V, D>(pair, &mut |one, other| {
            let solver = asked.solver;
            found = Some(match ((one, other), asked.convex()) {
                ((Body::Convex(a), Body::Convex(b)), None) => of_cast::<V, D>(&solver.impact(a, &first, b, &second)),
                ((Body::Convex(a), Body::Convex(b)), Some(cache)) => {
                    of_cast::<V, D>(&solver.impact_cached(a, &first, b, &second, cache))
                }
                _ => {
                    let (a, b) = (one.standing(), other.standing());
                    of_leaves::<V, D>(&<V as Dimension<D>>::impact(&solver, [&a.view(), &b.view()], [&first, &second]))
                }
            });
            Ok(())
        })?;
        shown(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out, mut asked) = unsafe { (pair(a, b)?, Growing::new(out, &"out")?, Asked::new(options)?) };
        let is_flat = pair[0].is_flat();
        // SAFETY: as above.
        let motions = unsafe { [motion_of(motion_a, "motion_a", is_flat)?, motion_of(motion_b, "motion_b", is_flat)?] };
        out.write(in_world!(is_flat, ask(&pair, motions, &mut asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_least_clearance(
    a: *const Shape,
    motion_a: *const Motion,
    b: *const Shape,
    motion_b: *const Motion,
    options: *const Options,
    out: *mut ClearanceAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        motions: [&Motion; 2],
        asked: &Asked<'_>,
    ) -> Found<ClearanceAnswer> {
        let ([first, second], mut found) = (motions.map(motion::<V>), None);
        with_pair::<V, D>(pair, &mut |one, other| {
            let (least, leaves) = match (one, other) {
                (Body::Convex(a), Body::Convex(b)) => (asked.solver.clearance(a, &first, b, &second), [NO_LEAF; 2]),
                _ => {
                    let (a, b) = (one.standing(), other.standing());
                    let least =
                        <V as Dimension<D>>::least_clearance(&asked.solver, [&a.view(), &b.view()], [&first, &second]);
                    (least.clearance, [least.leaf_a, least.leaf_b])
                }
            };
            let (distance, lower, upper, fraction) = (least.distance, least.lower, least.upper, least.fraction);
            let [leaf_a, leaf_b] = leaves;
            let answer = crate::layout::Answer { leaf_a, leaf_b, ..answer::<V, D>(&least.proximity) };
            found = Some(ClearanceAnswer { size: 0, reserved: 0, distance, lower, upper, fraction, answer });
            Ok(())
        })?;
        shown(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out, asked) = unsafe { (pair(a, b)?, Growing::new(out, &"out")?, Asked::new(options)?) };
        let is_flat = pair[0].is_flat();
        // SAFETY: as above.
        let motions = unsafe { [motion_of(motion_a, "motion_a", is_flat)?, motion_of(motion_b, "motion_b", is_flat)?] };
        out.write(in_world!(is_flat, ask(&pair, motions, &asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_crossing(
    a: *const Shape,
    b: *const Shape,
    direction: *const [f64; 3],
    options: *const Options,
    out: *mut CrossingAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        direction: &[f64; 3],
        asked: &Asked<'_>,
    ) -> Found<CrossingAnswer> {
        vector(direction, D, &"direction")?;
        let (direction, mut found) = (V::unpadded(*direction), None);
        with_pair::<V, D>(pair, &mut |one, other| {
            found = Some(match (one, other) {
                (Body::Convex(a), Body::Convex(b)) => {
                    let none = [NO_LEAF; 2];
                    asked.solver.crossing(a, b, direction).map(|crossing| (crossing, none, none))
                }
                _ => {
                    let (a, b) = (one.standing(), other.standing());
                    let crossing = <V as Dimension<D>>::crossing(&asked.solver, [&a.view(), &b.view()], direction);
                    crossing.map(|found| (found.crossing, found.leaves_in, found.leaves_out))
                }
            });
            Ok(())
        })?;
        Ok(of_crossing::<V, D>(shown(found)?))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, direction, out, asked) =
            unsafe { (pair(a, b)?, seen(direction, &"direction")?, Growing::new(out, &"out")?, Asked::new(options)?) };
        out.write(in_world!(pair[0].is_flat(), ask(&pair, direction, &asked))?);
        Ok(())
    })
}

fn of_crossing<V: World<D>, const D: usize>(found: Option<(Crossing<V>, [u32; 2], [u32; 2])>) -> CrossingAnswer {
    let none = CrossingAnswer {
        size: 0,
        is_crossing: 0,
        entry: [0.0; 3],
        exit: [0.0; 3],
        normal_in: [0.0; 3],
        normal_out: [0.0; 3],
        leaves_in: [NO_LEAF; 2],
        leaves_out: [NO_LEAF; 2],
    };
    let bracket = |bracket: Bracket<f64>| [bracket.fraction, bracket.lower, bracket.upper];
    found.map_or(none, |(crossing, leaves_in, leaves_out)| CrossingAnswer {
        size: 0,
        is_crossing: 1,
        entry: bracket(crossing.entry),
        exit: bracket(crossing.exit),
        normal_in: three(crossing.normal_in),
        normal_out: three(crossing.normal_out),
        leaves_in,
        leaves_out,
    })
}
