//! Questions about two shapes at rest.

use crate::fault::{BAD_NUMBER, Fault, Found, MIXED, UNKNOWN, UNSUPPORTED, guarded};
use crate::layout::{Answer, Code, Contact, GradientAnswer, NO_LEAF, Options, Shape, Sized32, WayOutAnswer};
use crate::owned::{Borrowed, Memory};
use crate::read::{Columns, Growing, bad_number, finite, place, seen, vector};
use crate::shape::{Body, Given, Name, with_body};
use crate::world::{Plane, Space, World, three};
use clearance::{Mark, Precision, Proximity, Solver, Start, Status, SupportMap, check_support_map};
use clearance_scene::{Nearest, NearestCache};

/// The same function of the plane or of space.
macro_rules! in_world {
    ($is_flat:expr, $function:ident($($argument:expr),* $(,)?)) => {
        if $is_flat {
            $function::<Plane, 2>($($argument),*)
        } else {
            $function::<Space, 3>($($argument),*)
        }
    };
}
pub(crate) use in_world;

/// The options of a question.
pub struct Asked<'a> {
    pub solver: Solver,
    memory: Option<(Borrowed<'a>, &'a mut clearance::Cache, &'a mut NearestCache)>,
}

impl<'a> Asked<'a> {
    /// # Safety
    /// The pointer is null or points to options whose cache is null or a handle.
    #[inline(always)]
    pub unsafe fn new(options: *const Options) -> Found<Self> {
        if options.is_null() {
            return Ok(Self { solver: Solver::default(), memory: None });
        }
        // SAFETY: as the caller vouches.
        unsafe { Self::read(options) }
    }

    unsafe fn read(options: *const Options) -> Found<Self> {
        // SAFETY: the caller vouches for the first member at least.
        let size = *unsafe { seen(options.cast::<u32>(), &"options") }?;
        if !Options::SIZES.contains(&size) {
            let text = format_args!("options->size is {size}: begin with `cl_default_options()`");
            return Err(Fault::new(UNKNOWN, text));
        }
        // SAFETY: the size is that of the whole struct.
        let own = unsafe { seen(options, &"options") }?;
        let solver = Solver {
            tolerance: own.tolerance,
            max_iterations: own.max_iterations,
            max_distance: own.max_distance,
            precision: match own.precision {
                0 => Precision::Float,
                1 => Precision::Exact,
                other => return Err(unknown("options->precision", other)),
            },
            target: own.target,
            start: match own.start {
                0 => Start::Stop,
                1 => Start::Leave,
                other => return Err(unknown("options->start", other)),
            },
        };
        if !(own.tolerance >= 0.0 && own.tolerance.is_finite()) {
            return Err(bad_number(&"options->tolerance", own.tolerance, "a finite number that is not negative"));
        }
        if own.max_iterations == 0 {
            return Err(bad_number(&"options->max_iterations", 0.0, "at least 1"));
        }
        if own.max_distance.is_nan() {
            return Err(bad_number(&"options->max_distance", own.max_distance, "a number or infinity"));
        }
        if !(own.target >= 0.0 && own.target.is_finite()) {
            return Err(bad_number(&"options->target", own.target, "a finite number that is not negative"));
        }
        // SAFETY: the caller vouches for the handle.
        let memory = if own.cache.is_null() { None } else { Some(unsafe { Memory::of(own.cache) }?) };
        Ok(Self { solver, memory })
    }

    /// The memory for two convex shapes.
    pub fn convex(&mut self) -> Option<&mut clearance::Cache> {
        self.memory.as_mut().map(|(_, convex, _)| &mut **convex)
    }

    /// The memory for other bodies.
    pub fn bodies(&mut self) -> Option<&mut NearestCache> {
        self.memory.as_mut().map(|(_, _, bodies)| &mut **bodies)
    }
}

#[cold]
pub fn unknown(name: &str, number: u32) -> Fault {
    Fault::new(UNKNOWN, format_args!("{name} is {number}, which means nothing"))
}

/// Both shapes of a question.
///
/// # Safety
/// The pointers are null or point to shapes that the header allows, as long as they are asked about.
#[inline(always)]
pub unsafe fn pair<'a>(a: *const Shape, b: *const Shape) -> Found<[Given<'a>; 2]> {
    // SAFETY: as the caller vouches.
    let pair = unsafe { [Given::new(seen(a, &"a")?, Name::Is("a")), Given::new(seen(b, &"b")?, Name::Is("b"))] };
    same_world(pair)
}

/// The pair, if both are of the plane, or both of space.
#[inline(always)]
pub fn same_world(pair: [Given<'_>; 2]) -> Found<[Given<'_>; 2]> {
    if pair[0].is_flat() == pair[1].is_flat() { Ok(pair) } else { Err(mixed(pair)) }
}

#[cold]
fn mixed(pair: [Given<'_>; 2]) -> Fault {
    let [a, b] = pair.map(|given| if given.is_flat() { Plane::NAME } else { Space::NAME });
    Fault::new(MIXED, format_args!("{}.flags: of {b}, and {} is of {a}", pair[1].name, pair[0].name))
}

/// What is done with two bodies while they are there.
pub type ThenPair<'t, V, const D: usize> = &'t mut dyn FnMut(&Body<'_, V, D>, &Body<'_, V, D>) -> Found<()>;

/// Shows both bodies to `then`.
#[inline(always)]
pub fn with_pair<V: World<D>, const D: usize>([a, b]: &[Given<'_>; 2], then: ThenPair<'_, V, D>) -> Found<()> {
    with_body(a, &mut |one| with_body(b, &mut |other| then(one, other)))
}

/// Both shapes, if they are convex.
pub fn convex<'b, V: World<D>, const D: usize>(
    pair: &[Given<'_>; 2],
    one: &'b Body<'_, V, D>,
    other: &'b Body<'_, V, D>,
    question: &str,
) -> Found<[&'b (dyn SupportMap<V> + Sync); 2]> {
    match (one, other) {
        (Body::Convex(a), Body::Convex(b)) => Ok([*a, *b]),
        (Body::Convex(_), _) => Err(not_convex(&pair[1], question)),
        _ => Err(not_convex(&pair[0], question)),
    }
}

#[cold]
fn not_convex(given: &Given<'_>, question: &str) -> Fault {
    let text =
        format_args!("{}.kind is {}: {question} of convex shapes alone is answered", given.name, given.shape.kind);
    Fault::new(UNSUPPORTED, text)
}

/// The answer for two convex shapes.
#[inline(always)]
pub fn answer<V: World<D>, const D: usize>(near: &Proximity<V>) -> Answer {
    Answer {
        status: match near.status {
            Status::Separated => 0,
            Status::Touching => 1,
            Status::Overlapping => 2,
        },
        iterations: near.iterations,
        leaf_a: NO_LEAF,
        leaf_b: NO_LEAF,
        distance: near.distance,
        lower: near.lower,
        upper: near.upper,
        normal: three(near.normal),
        point_a: three(near.point_a),
        point_b: three(near.point_b),
    }
}

/// The answer for two bodies.
pub fn nearest<V: World<D>, const D: usize>(near: &Nearest<V>) -> Answer {
    Answer { leaf_a: near.leaf_a, leaf_b: near.leaf_b, ..answer::<V, D>(&near.proximity) }
}

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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_contacts(
    a: *const Shape,
    b: *const Shape,
    margin: f64,
    options: *const Options,
    normal: *mut [f64; 3],
    out: *mut Contact,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        margin: f64,
        asked: &mut Asked<'_>,
    ) -> Found<([f64; 3], Vec<Contact>)> {
        let mut found = ([0.0; 3], Vec::new());
        with_pair::<V, D>(pair, &mut |one, other| {
            let ([a, b], solver) = (convex(pair, one, other, "contacts")?, asked.solver);
            let manifold = match asked.convex() {
                None => solver.contacts(&a, &b, margin),
                Some(cache) => solver.contacts_cached(&a, &b, margin, cache),
            };
            let mark = |mark: Mark| match mark {
                Mark::Face => [0, 0],
                Mark::Edge(index) => [1, index],
                Mark::Vertex(index) => [2, index],
                Mark::Deepest => [3, 0],
            };
            let contact = |contact: &clearance::Contact<V>| {
                let ([feature_a, index_a], [feature_b, index_b]) = (mark(contact.id.a), mark(contact.id.b));
                let (point_a, point_b) = (three(contact.point_a), three(contact.point_b));
                Contact { point_a, point_b, separation: contact.separation, feature_a, index_a, feature_b, index_b }
            };
            found = (three(manifold.normal), manifold.contacts.iter().map(contact).collect());
            Ok(())
        })?;
        Ok(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, normal, mut column, count, mut asked) = unsafe {
            let column = Columns::new(out, stride, capacity, &"out")?;
            (pair(a, b)?, place(normal, &"normal")?, column, place(count, &"count")?, Asked::new(options)?)
        };
        finite(margin, &"margin")?;
        let (along, found) = in_world!(pair[0].is_flat(), ask(&pair, margin, &mut asked))?;
        normal.write(along);
        count.write(found.len());
        found.into_iter().enumerate().for_each(|(index, contact)| column.write(index, contact));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_gradient(
    a: *const Shape,
    b: *const Shape,
    center_a: *const [f64; 3],
    center_b: *const [f64; 3],
    options: *const Options,
    out: *mut GradientAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        centers: [&[f64; 3]; 2],
        asked: &mut Asked<'_>,
    ) -> Found<GradientAnswer> {
        vector(centers[0], D, &"center_a")?;
        vector(centers[1], D, &"center_b")?;
        let [center_a, center_b] = centers.map(|center| V::unpadded(*center));
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let ([a, b], solver) = (convex(pair, one, other, "the gradient")?, asked.solver);
            let near = match asked.convex() {
                None => solver.signed_distance(&a, &b),
                Some(cache) => solver.signed_distance_cached(&a, &b, cache),
            };
            let gradient = solver.gradient(&a, &b, &near, center_a, center_b);
            found = Some(GradientAnswer {
                size: 0,
                regular: gradient.regular.into(),
                translation_a: three(gradient.translation_a),
                turn_a: V::turn_vector(gradient.turn_a),
                translation_b: three(gradient.translation_b),
                turn_b: V::turn_vector(gradient.turn_b),
                witness_margin: gradient.witness_margin,
                facet_margin: gradient.facet_margin,
                answer: answer::<V, D>(&near),
            });
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(crate::fault::BUG, "no body was shown"))
    }
    guarded(|| {
        const ORIGIN: [f64; 3] = [0.0; 3];
        // SAFETY: the header demands these pointers. A centre may be null.
        let (pair, centers, out, mut asked) = unsafe {
            let center_a = if center_a.is_null() { &ORIGIN } else { seen(center_a, &"center_a")? };
            let center_b = if center_b.is_null() { &ORIGIN } else { seen(center_b, &"center_b")? };
            (pair(a, b)?, [center_a, center_b], Growing::new(out, &"out")?, Asked::new(options)?)
        };
        out.write(in_world!(pair[0].is_flat(), ask(&pair, centers, &mut asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_way_out(
    a: *const Shape,
    b: *const Shape,
    direction: *const [f64; 3],
    options: *const Options,
    out: *mut WayOutAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        direction: &[f64; 3],
        asked: &Asked<'_>,
    ) -> Found<WayOutAnswer> {
        vector(direction, D, &"direction")?;
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let [a, b] = convex(pair, one, other, "the way out")?;
            let way = asked.solver.way_out(&a, &b, V::unpadded(*direction));
            let (distance, lower, upper, normal) = (way.distance, way.lower, way.upper, three(way.normal));
            found = Some(WayOutAnswer { size: 0, reserved: 0, distance, lower, upper, normal });
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(crate::fault::BUG, "no body was shown"))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, direction, out, asked) =
            unsafe { (pair(a, b)?, seen(direction, &"direction")?, Growing::new(out, &"out")?, Asked::new(options)?) };
        out.write(in_world!(pair[0].is_flat(), ask(&pair, direction, &asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_check_support(shape: *const Shape) -> Code {
    fn ask<V: World<D>, const D: usize>(given: &Given<'_>) -> Found<()> {
        with_body::<V, D>(given, &mut |body| match body {
            Body::Convex(shape) => check_support_map::<V>(shape)
                .map_err(|error| Fault::new(BAD_NUMBER, format_args!("{}.support: {error}", given.name))),
            _ => Err(not_convex(given, "the support function")),
        })
    }
    guarded(|| {
        // SAFETY: the header demands this pointer.
        let given = unsafe { Given::new(seen(shape, &"shape")?, Name::Is("shape")) };
        in_world!(given.is_flat(), ask(&given))
    })
}
