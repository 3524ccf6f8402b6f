//! Questions about distances of two shapes at rest.

use crate::answer::{answer, nearest};
use crate::asked::Asked;
use crate::body::Body;
use crate::fault::{Fault, Found, guarded};
use crate::given::{Given, Name};
use crate::layout::{Answer, Code, Options, Shape};
use crate::pair::{convex, in_world, pair, with_pair};
use crate::read::{Columns, bad_number, place, seen, vector};
use crate::shape::with_body;
use crate::things::{Plane, Space};
use crate::world::World;
use clearance::{Solver, SupportMap};

/// Which distance is asked.
#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    Distance,
    Signed,
    Within,
}

/// The answer to a question about distances. `None` if the bodies are farther apart than the limit.
pub fn distance<V: World<D>, const D: usize>(
    question: Question,
    pair: &[Given<'_>; 2],
    asked: &mut Asked<'_>,
) -> Found<Option<Answer>> {
    let mut found = None;
    with_pair::<V, D>(pair, &mut |one, other| {
        found = match (one, other, question) {
            (Body::Convex(a), Body::Convex(b), _) => of_convex::<V, D>(question, [*a, *b], asked),
            (_, _, Question::Signed) => return convex(pair, one, other, "the signed distance").map(|_| ()),
            _ => of_bodies::<V, D>(question, one, other, asked),
        };
        Ok(())
    })?;
    Ok(found)
}

#[inline(always)]
fn of_convex<V: World<D>, const D: usize>(
    question: Question,
    [a, b]: [&(dyn SupportMap<V> + Sync); 2],
    asked: &mut Asked<'_>,
) -> Option<Answer> {
    let solver = asked.solver;
    let near = match (question, asked.convex()) {
        (Question::Distance, None) => solver.distance(&a, &b),
        (Question::Distance, Some(cache)) => solver.distance_cached(&a, &b, cache),
        (Question::Signed, None) => solver.signed_distance(&a, &b),
        (Question::Signed, Some(cache)) => solver.signed_distance_cached(&a, &b, cache),
        (Question::Within, None) => solver.within(&a, &b)?,
        (Question::Within, Some(cache)) => solver.within_cached(&a, &b, cache)?,
    };
    Some(answer::<V, D>(&near))
}

fn of_bodies<V: World<D>, const D: usize>(
    question: Question,
    one: &Body<'_, V, D>,
    other: &Body<'_, V, D>,
    asked: &mut Asked<'_>,
) -> Option<Answer> {
    let mut solver = asked.solver;
    if question == Question::Distance {
        solver.max_distance = f64::INFINITY;
    }
    let (a, b) = (one.standing(), other.standing());
    V::nearest(&solver, [&a.view(), &b.view()], asked.bodies()).map(|near| nearest::<V, D>(&near))
}

/// Whether two bodies have a common point.
pub fn overlap<V: World<D>, const D: usize>(pair: &[Given<'_>; 2], asked: &mut Asked<'_>) -> Found<bool> {
    let mut found = false;
    with_pair::<V, D>(pair, &mut |one, other| {
        found = match (one, other) {
            (Body::Convex(a), Body::Convex(b)) => {
                let solver = asked.solver;
                match asked.convex() {
                    None => solver.overlaps(a, b),
                    Some(cache) => solver.overlaps_cached(a, b, cache),
                }
            }
            _ => {
                let (a, b) = (one.standing(), other.standing());
                V::overlaps([&a.view(), &b.view()])
            }
        };
        Ok(())
    })?;
    Ok(found)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_distance(
    a: *const Shape,
    b: *const Shape,
    options: *const Options,
    out: *mut Answer,
) -> Code {
    // SAFETY: the header demands these pointers.
    guarded(|| unsafe { ask(Question::Distance, a, b, options, out) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_signed_distance(
    a: *const Shape,
    b: *const Shape,
    options: *const Options,
    out: *mut Answer,
) -> Code {
    // SAFETY: the header demands these pointers.
    guarded(|| unsafe { ask(Question::Signed, a, b, options, out) })
}

/// # Safety
/// As the header demands for `cl_distance`.
unsafe fn ask(
    question: Question,
    a: *const Shape,
    b: *const Shape,
    options: *const Options,
    out: *mut Answer,
) -> Found<()> {
    // SAFETY: as the caller vouches.
    let (pair, out, mut asked) = unsafe { (pair(a, b)?, place(out, &"out")?, Asked::new(options)?) };
    if let Some(found) = in_world!(pair[0].is_flat(), distance(question, &pair, &mut asked))? {
        out.write(found);
    }
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_within(
    a: *const Shape,
    b: *const Shape,
    options: *const Options,
    out: *mut Answer,
    is_within: *mut u32,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out, is_within, mut asked) =
            unsafe { (pair(a, b)?, place(out, &"out")?, place(is_within, &"is_within")?, Asked::new(options)?) };
        let found = in_world!(pair[0].is_flat(), distance(Question::Within, &pair, &mut asked))?;
        is_within.write(found.is_some().into());
        found.into_iter().for_each(|found| {
            out.write(found);
        });
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_overlaps(a: *const Shape, b: *const Shape, options: *const Options, out: *mut u32) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out, mut asked) = unsafe { (pair(a, b)?, place(out, &"out")?, Asked::new(options)?) };
        out.write(in_world!(pair[0].is_flat(), overlap(&pair, &mut asked))?.into());
        Ok(())
    })
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_is_below(a: *const Shape, b: *const Shape, limit: f64, out: *mut u32) -> Code {
    fn ask<V: World<D>, const D: usize>(pair: &[Given<'_>; 2], limit: f64) -> Found<bool> {
        let mut found = false;
        with_pair::<V, D>(pair, &mut |one, other| {
            let (a, b) = (one.standing(), other.standing());
            found = V::is_below([&a.view(), &b.view()], limit);
            Ok(())
        })?;
        Ok(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out) = unsafe { (pair(a, b)?, place(out, &"out")?) };
        if limit.is_nan() {
            return Err(bad_number(&"limit", limit, "a number or infinity"));
        }
        out.write(in_world!(pair[0].is_flat(), ask(&pair, limit))?.into());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_closest_point(
    shape: *const Shape,
    point: *const [f64; 3],
    options: *const Options,
    out: *mut Answer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(given: &Given<'_>, point: &[f64; 3], asked: &Asked<'_>) -> Found<Answer> {
        vector(point, D, &"point")?;
        let (point, mut found) = (V::unpadded(*point), None);
        with_body::<V, D>(given, &mut |body| {
            found = Some(match body {
                Body::Convex(shape) => answer::<V, D>(&asked.solver.closest_point(shape, point)),
                _ => nearest::<V, D>(&V::closest_point(&body.standing().view(), point)),
            });
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(crate::fault::BUG, "no body was shown"))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (given, point, out, asked) = unsafe {
            let given = Given::new(seen(shape, &"shape")?, Name::Is("shape"));
            (given, seen(point, &"point")?, place(out, &"out")?, Asked::new(options)?)
        };
        out.write(in_world!(given.is_flat(), ask(&given, point, &asked))?);
        Ok(())
    })
}

#[cfg(feature = "bodies")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_nearest_pairs(
    a: *const Shape,
    b: *const Shape,
    max_distance: f64,
    out: *mut Answer,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        max_distance: f64,
        capacity: usize,
    ) -> Found<Vec<Answer>> {
        let mut found = Vec::new();
        with_pair::<V, D>(pair, &mut |one, other| {
            let (a, b) = (one.standing(), other.standing());
            let solver = Solver { max_distance, ..Solver::default() };
            let mut several = V::several(&solver, [&a.view(), &b.view()], Some(capacity));
            several.retain(|near| near.distance <= max_distance);
            found = several.iter().map(nearest::<V, D>).collect();
            Ok(())
        })?;
        Ok(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, mut column, count) =
            unsafe { (pair(a, b)?, Columns::new(out, stride, capacity, &"out")?, place(count, &"count")?) };
        if max_distance.is_nan() {
            return Err(bad_number(&"max_distance", max_distance, "a number or infinity"));
        }
        let found = in_world!(pair[0].is_flat(), ask(&pair, max_distance, capacity))?;
        count.write(found.len());
        found.into_iter().enumerate().for_each(|(index, answer)| column.write(index, answer));
        Ok(())
    })
}
