//! The answers of the C functions are those of the Rust crates, byte for byte; mistakes are told by field.

mod layouts;

use crate::batch::cl_distances;
use crate::convex::{cl_contacts, cl_gradient};
use crate::fault::{self, BAD_STRIDE, CALLBACK, MIXED, NEGATIVE, NOT_FINITE, NULL_POINTER, OK, UNKNOWN, UNSUPPORTED};
use crate::hull::{cl_hull_free, cl_hull_new};
use crate::layout::*;
use crate::motion::{cl_cast, cl_impact, cl_least_clearance, cl_ray};
use crate::questions::{cl_distance, cl_overlaps, cl_signed_distance, cl_within};
use crate::things::{self, Plane};
use crate::world::{World, three};
use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Pose as CorePose, Proximity, Quaternion,
    Shape as _, Solver, SupportMap, Triangle, Vec3, vec3,
};
use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use lab::corpus::{Scalar, families, family};
use lab::space::{Lab, Rough};

type Space = Vec3<f64>;

/// A view of nothing, to begin with.
fn view(kind: u32) -> Shape {
    Shape {
        kind,
        flags: 0,
        size: [0.0; 3],
        radius: 0.0,
        pointer: null(),
        stride: 0,
        count: 0,
        support: None,
        user: null_mut(),
        pose: Pose { translation: [0.0; 3], rotation: [0.0; 4] },
    }
}

fn nothing() -> Answer {
    Answer {
        status: 99,
        iterations: 0,
        leaf_a: 0,
        leaf_b: 0,
        distance: 0.0,
        lower: 0.0,
        upper: 0.0,
        normal: [0.0; 3],
        point_a: [0.0; 3],
        point_b: [0.0; 3],
    }
}

/// All bits of an answer, but for the steps: another form of the same shape may need others.
fn bits(answer: &Answer) -> Vec<u64> {
    let lengths = [answer.distance, answer.lower, answer.upper];
    let vectors = [answer.normal, answer.point_a, answer.point_b];
    let numbers = lengths.into_iter().chain(vectors.into_iter().flatten());
    numbers.map(f64::to_bits).chain([answer.status.into()]).collect()
}

fn core_bits<V: World<D>, const D: usize>(near: &Proximity<V>) -> Vec<u64> {
    bits(&crate::answer::answer::<V, D>(near))
}

type Function = unsafe extern "C" fn(*const Shape, *const Shape, *const Options, *mut Answer) -> Code;

fn ask(function: Function, a: &Shape, b: &Shape) -> Answer {
    let mut answer = nothing();
    // SAFETY: the shapes borrow from what the tests keep.
    let code = unsafe { function(a, b, null(), &mut answer) };
    assert_eq!(code, OK, "{}", said());
    answer
}

/// The sentence of the last fault.
fn said() -> String {
    // SAFETY: it ends with a zero, and no fault comes in between.
    unsafe { CStr::from_ptr(fault::last()) }.to_str().unwrap().to_owned()
}

/// A rough shape as a view: its points in a row, with a gap, or as `float`.
fn rough_view(rough: &Rough, numbers: &[f64], narrow: &[f32], form: usize, dim: usize) -> Shape {
    let mut shape = view(kind::POINTS);
    shape.flags = if dim == 2 { PLANE } else { 0 };
    (shape.pointer, shape.stride) = match form {
        0 => (numbers.as_ptr().cast(), 0),
        1 => (numbers.as_ptr().cast(), 8 * dim),
        _ => (narrow.as_ptr().cast(), 4 * dim),
    };
    if form == 2 {
        shape.flags |= FLOAT32;
    }
    shape.count = rough.points.len();
    shape.radius = rough.radius;
    if let Some(pose) = &rough.pose {
        shape.pose.translation[..dim].copy_from_slice(&pose.translation);
        shape.pose.rotation[..pose.rotation.len()].copy_from_slice(&pose.rotation);
    }
    shape
}

fn check_case<V: World<D> + Lab, const D: usize>(a: &Rough, b: &Rough, is_narrow: bool) {
    let pair = [a, b];
    let numbers = pair.map(|rough| rough.points.concat());
    let narrow = numbers.clone().map(|numbers| numbers.iter().map(|&number| number as f32).collect::<Vec<f32>>());
    let vectors = pair.map(|rough| rough.vectors::<V>());
    let [x, y] = [0, 1].map(|side| pair[side].shape(&vectors[side]));
    let solver = Solver::default();
    let expected = [solver.distance(&x, &y), solver.signed_distance(&x, &y)].map(|near| core_bits::<V, D>(&near));
    for form in 0..if is_narrow { 3 } else { 2 } {
        let [p, q] = [0, 1].map(|side| rough_view(pair[side], &numbers[side], &narrow[side], form, D));
        assert_eq!(bits(&ask(cl_distance, &p, &q)), expected[0], "form {form}");
        assert_eq!(bits(&ask(cl_signed_distance, &p, &q)), expected[1], "form {form}");
        let mut meets = 9;
        // SAFETY: as in `ask`.
        assert_eq!(unsafe { cl_overlaps(&p, &q, null(), &mut meets) }, OK);
        assert_eq!(meets, u32::from(solver.overlaps(&x, &y)));
    }
    // The same cores as hulls.
    let hulls = vectors.each_ref().map(|points| Hull::new(points).unwrap());
    let [x, y] = [0, 1].map(|side| pair[side].dressed(&hulls[side]));
    let expected = core_bits::<V, D>(&solver.signed_distance(&x, &y));
    let handles = [0, 1].map(|side| {
        let flags = if D == 2 { PLANE } else { 0 };
        let mut handle: *mut things::Hull = null_mut();
        // SAFETY: the numbers are there.
        let code = unsafe {
            cl_hull_new(numbers[side].as_ptr().cast::<c_void>(), 0, pair[side].points.len(), flags, &mut handle)
        };
        assert_eq!(code, OK, "{}", said());
        handle
    });
    let [p, q] = [0, 1].map(|side| {
        let rough = rough_view(pair[side], &numbers[side], &narrow[side], 0, D);
        Shape { kind: kind::HULL, pointer: handles[side].cast_const().cast(), ..rough }
    });
    assert_eq!(bits(&ask(cl_signed_distance, &p, &q)), expected);
    // SAFETY: the handles are not used again.
    handles.into_iter().for_each(|handle| unsafe { cl_hull_free(handle) });
}

#[test]
fn the_corpus_has_the_bytes_of_the_rust_crate() {
    let mut counts = [0; 2];
    for case in families().iter().flat_map(|name| family(name)).step_by(3) {
        let is_narrow = case.scalar == Scalar::F32;
        match case.dim {
            2 => check_case::<Plane, 2>(&case.a, &case.b, is_narrow),
            _ => check_case::<Space, 3>(&case.a, &case.b, is_narrow),
        }
        counts[case.dim as usize - 2] += 1;
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// One number for the bits of answers, in 32 bits a step (Fowler, Noll and Vo's hash), as JavaScript computes it, too.
struct Digest(u32);

impl Digest {
    fn add(&mut self, bits: u64) {
        for word in [bits as u32, (bits >> 32) as u32] {
            self.0 = (self.0 ^ word).wrapping_mul(16_777_619);
        }
    }
}

#[test]
fn the_corpus_has_the_bytes_on_record_which_javascript_is_held_against() {
    const RECORD: &str = include_str!("../tests/corpus.txt");
    let mut found = String::new();
    for name in families() {
        let (mut digest, mut pairs) = (Digest(2_166_136_261), 0);
        for case in family(&name) {
            let numbers = [&case.a, &case.b].map(|rough| rough.points.concat());
            let dim = case.dim as usize;
            let [p, q] =
                [(&case.a, 0), (&case.b, 1)].map(|(rough, side)| rough_view(rough, &numbers[side], &[], 0, dim));
            for function in [cl_distance, cl_signed_distance] {
                bits(&ask(function, &p, &q)).into_iter().for_each(|bits| digest.add(bits));
            }
            pairs += 1;
        }
        found += &format!("{name} {pairs} {:08x}\n", digest.0);
    }
    assert!(
        found == RECORD,
        "tests/corpus.txt has other bytes; if all answers are right, these are the new ones:\n{found}"
    );
}

/// Random numbers, the same in each run.
struct Random(lab::random::Random);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0.signed()
    }
    fn size(&mut self) -> f64 {
        0.25 + self.0.unit()
    }
    fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.signed())
    }
    fn pose(&mut self) -> Pose {
        let turn = Quaternion { x: self.signed(), y: self.signed(), z: self.signed(), w: 1.0 }.normalized().unwrap();
        Pose { translation: self.vector().map(|number| 2.0 * number), rotation: [turn.x, turn.y, turn.z, turn.w] }
    }
}

const KINDS: [u32; 8] = [
    kind::BALL,
    kind::BOX,
    kind::CAPSULE,
    kind::TRIANGLE,
    kind::ELLIPSOID,
    kind::CYLINDER,
    kind::CONE,
    kind::HALF_SPACE,
];

/// A random shape as a view, and as the Rust crate has it. `corners` are those of a triangle.
fn both(random: &mut Random, which: u32, radius: f64, corners: &[[f64; 3]; 3]) -> (Shape, Box<dyn SupportMap<Space>>) {
    let mut shape = view(which);
    shape.pose = random.pose();
    shape.radius = radius;
    shape.size = [0; 3].map(|_| random.size());
    let ([x, y, z], [p, q, r, w]) = (shape.size, shape.pose.rotation);
    let pose = CorePose::new(Quaternion::new(p, q, r, w).unwrap(), shape.pose.translation.into()).unwrap();
    fn thick<S: SupportMap<Space> + 'static>(
        shape: S,
        radius: f64,
        pose: CorePose<Space>,
    ) -> Box<dyn SupportMap<Space>> {
        if radius == 0.0 { Box::new(shape.at(pose)) } else { Box::new(shape.rounded(radius).unwrap().at(pose)) }
    }
    let size = vec3(x, y, z);
    let core: Box<dyn SupportMap<Space>> = match which {
        kind::BALL => Box::new(Ball::new(size, radius).unwrap().at(pose)),
        kind::BOX => thick(Cuboid::new(size).unwrap(), radius, pose),
        kind::CAPSULE => Box::new(Capsule::new(-size, size, radius).unwrap().at(pose)),
        kind::TRIANGLE => {
            (shape.pointer, shape.count) = (corners.as_ptr().cast(), 3);
            let [a, b, c] = corners.map(Space::from);
            thick(Triangle::new(a, b, c).unwrap(), radius, pose)
        }
        kind::ELLIPSOID => thick(Ellipsoid::new(size).unwrap(), radius, pose),
        kind::CYLINDER => thick(Cylinder::new(y, x).unwrap(), radius, pose),
        kind::CONE => thick(Cone::new(y, x).unwrap(), radius, pose),
        _ => Box::new(HalfSpace::new(size, radius).unwrap().at(pose)),
    };
    (shape, core)
}

#[test]
fn all_kinds_have_the_bytes_of_the_rust_crate_in_every_question() {
    let mut random = Random(lab::random::Random::new(45));
    let (solver, mut hits, mut contacts) = (Solver::default(), 0, 0);
    for round in 0..6 {
        for (first, second) in KINDS.iter().flat_map(|&first| KINDS.map(|second| (first, second))) {
            let corners = [0; 6].map(|_| random.vector());
            let [one, other] = [0, 3].map(|at| [corners[at], corners[at + 1], corners[at + 2]]);
            let radius = if round % 2 == 0 { 0.0 } else { 0.125 };
            let ((p, a), (q, b)) = (both(&mut random, first, radius, &one), both(&mut random, second, 0.0625, &other));
            let (a, b) = (&a, &b);
            let same = |ours: &Answer, near: &Proximity<Space>| {
                assert_eq!(bits(ours), core_bits::<Space, 3>(near), "{first} {second}");
            };
            let near = solver.signed_distance(a, b);
            same(&ask(cl_signed_distance, &p, &q), &near);
            same(&ask(cl_distance, &p, &q), &solver.distance(a, b));
            let mut gradient = GradientAnswer {
                size: 0,
                regular: 0,
                translation_a: [0.0; 3],
                turn_a: [0.0; 3],
                translation_b: [0.0; 3],
                turn_b: [0.0; 3],
                witness_margin: 0.0,
                facet_margin: 0.0,
                answer: nothing(),
            };
            let way = random.vector().map(|number| 4.0 * number);
            let still = nothing();
            let cast = CastAnswer {
                size: size_of::<CastAnswer>() as u32,
                outcome: 9,
                fraction: 0.0,
                lower: 0.0,
                upper: 0.0,
                has_contact: 0,
                reserved: 0,
                contact: still,
            };
            let (mut cast, mut ray, mut impact) = (cast, cast, cast);
            let mut least = ClearanceAnswer {
                size: 0,
                reserved: 0,
                distance: 0.0,
                lower: 0.0,
                upper: 0.0,
                fraction: 0.0,
                answer: still,
            };
            let motion = Motion { travel: way, turn: random.vector(), center: [0.0; 3] };
            let core_motion = crate::world::motion::<Space>(&motion);
            let rest = clearance::Motion::still();
            let (mut normal, mut count) = ([0.0; 3], 0);
            let mut manifold = [Contact {
                point_a: [0.0; 3],
                point_b: [0.0; 3],
                separation: 0.0,
                feature_a: 0,
                index_a: 0,
                feature_b: 0,
                index_b: 0,
            }; 32];
            // SAFETY: the shapes borrow from this loop.
            unsafe {
                assert_eq!(cl_gradient(&p, &q, null(), null(), null(), &mut gradient), OK, "{}", said());
                assert_eq!(cl_cast(&p, &q, &way, null(), &mut cast), OK, "{}", said());
                assert_eq!(cl_ray(&p, &[3.0, 2.0, 1.0], &way, null(), &mut ray), OK, "{}", said());
                assert_eq!(cl_impact(&p, null(), &q, &motion, null(), &mut impact), OK, "{}", said());
                assert_eq!(cl_least_clearance(&p, null(), &q, &motion, null(), &mut least), OK, "{}", said());
                let code =
                    cl_contacts(&p, &q, 0.5, null(), &mut normal, manifold.as_mut_ptr(), 0, manifold.len(), &mut count);
                assert_eq!(code, OK, "{}", said());
            }
            let core = solver.gradient(a, b, &near, vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 0.0));
            assert_eq!((gradient.turn_b, gradient.regular == 1), (three(core.turn_b), core.regular));
            let fraction = |cast: &CastAnswer, core: &clearance::Cast<Space>| {
                assert_eq!(
                    [cast.fraction, cast.lower, cast.upper].map(f64::to_bits),
                    [core.fraction, core.lower, core.upper].map(f64::to_bits)
                );
                same(&cast.contact, &core.contact);
            };
            fraction(&cast, &solver.cast(a, b, way.into()));
            fraction(&ray, &solver.cast_ray(a, vec3(3.0, 2.0, 1.0), way.into()));
            fraction(&impact, &solver.impact(a, &rest, b, &core_motion));
            let core = solver.clearance(a, &rest, b, &core_motion);
            assert_eq!([least.lower, least.upper].map(f64::to_bits), [core.lower, core.upper].map(f64::to_bits));
            same(&least.answer, &core.proximity);
            let core = solver.contacts(a, b, 0.5);
            assert_eq!((count, normal), (core.contacts.len(), three(core.normal)));
            for (own, core) in manifold.iter().zip(&core.contacts) {
                assert_eq!((own.point_a, own.separation), (three(core.point_a), core.separation));
            }
            hits += u32::from(cast.outcome == 1);
            contacts += count;
        }
    }
    assert!(hits > 50 && contacts > 100, "{hits} {contacts}");
}

#[test]
fn a_batch_repeats_a_shape_whose_stride_is_zero() {
    let mut ball = view(kind::BALL);
    ball.radius = 0.5;
    let boxes: Vec<Shape> = (0..5)
        .map(|index| {
            let mut own = view(kind::BOX);
            own.size = [1.0; 3];
            own.pose.translation[0] = 3.0 + f64::from(index);
            own
        })
        .collect();
    let mut answers = vec![nothing(); 5];
    let stride = size_of::<Shape>();
    // SAFETY: all rows are there.
    let code = unsafe { cl_distances(&ball, 0, boxes.as_ptr(), stride, 5, null(), answers.as_mut_ptr(), 0) };
    assert_eq!(code, OK, "{}", said());
    assert_eq!(answers.iter().map(|answer| answer.distance).collect::<Vec<_>>(), [1.5, 2.5, 3.5, 4.5, 5.5]);
}

/// Asks, and says what was refused. The answer must be as it was.
fn refused(a: &Shape, b: &Shape, options: *const Options) -> (Code, String) {
    let mut answer = nothing();
    // SAFETY: what is wrong with the shapes is what is refused.
    let code = unsafe { cl_signed_distance(a, b, options, &mut answer) };
    assert_ne!(code, OK);
    assert_eq!(answer, nothing(), "an answer was written");
    (code, said())
}

#[test]
fn what_is_wrong_is_told_by_field_and_index() {
    let mut ball = view(kind::BALL);
    ball.radius = 1.0;
    let points = [[0.0f64, 0.0, 0.0], [1.0, f64::NAN, 0.0]];
    let with = |change: &dyn Fn(&mut Shape)| {
        let mut shape = ball;
        change(&mut shape);
        shape
    };
    let cloud = Shape { pointer: points.as_ptr().cast(), count: 2, ..view(kind::POINTS) };
    let cases: [(Shape, Code, &str); 18] = [
        (with(&|s| s.kind = 77), UNKNOWN, "b.kind is 77: there is no such shape"),
        (with(&|s| s.flags = 64), UNKNOWN, "b.flags has 0x40, which means nothing here"),
        (with(&|s| s.flags = PLANE), MIXED, "b.flags: of the plane, and a is of space"),
        (with(&|s| s.radius = -1.0), NEGATIVE, "b.radius is -1: a number that is not negative is expected"),
        (with(&|s| s.radius = f64::NAN), NOT_FINITE, "b.radius is not a number: a finite number is expected"),
        (with(&|s| s.size[2] = f64::INFINITY), NOT_FINITE, "b.size[2] is inf: a finite number is expected"),
        (
            with(&|s| s.pose.translation[1] = f64::NAN),
            NOT_FINITE,
            "b.pose.translation[1] is not a number: a finite number is expected",
        ),
        (
            with(&|s| s.pose.rotation[3] = f64::NAN),
            NOT_FINITE,
            "b.pose.rotation[3] is not a number: a finite number is expected",
        ),
        (
            with(&|s| s.pose.rotation[3] = 9.0),
            fault::BAD_ROTATION,
            "b.pose.rotation: the rotation is not of unit length",
        ),
        (Shape { size: [1.0, -2.0, 1.0], ..view(kind::BOX) }, NEGATIVE, "b.size[1] is -2"),
        (view(kind::HALF_SPACE), fault::BAD_NUMBER, "b.size: a normal is zero"),
        (view(kind::POINTS), fault::EMPTY, "b.pointer has no point"),
        (cloud, NOT_FINITE, "b.pointer[1] has a coordinate"),
        (Shape { stride: 12, ..cloud }, BAD_STRIDE, "the stride of b.pointer is 12: a multiple of 8 of at least 24"),
        (Shape { pointer: null(), ..cloud }, NULL_POINTER, "b.pointer is null"),
        (Shape { count: usize::MAX / 8, ..cloud }, BAD_STRIDE, "b.pointer: 2305843009213693951 rows"),
        (Shape { count: 1 << 33, ..cloud }, fault::TOO_MANY, "b.pointer has 8589934592 rows"),
        (view(kind::OWN), NULL_POINTER, "b.support is null"),
    ];
    for (shape, code, sentence) in cases {
        let (found, told) = refused(&ball, &shape, null());
        assert_eq!(found, code, "{told}");
        assert!(told.starts_with(sentence), "{told}");
    }
    let (code, told) = refused(&ball, &Shape { pointer: (&raw const points).cast(), ..view(kind::HULL) }, null());
    assert_eq!(
        (code, told.as_str()),
        (fault::WRONG_HANDLE, "b.pointer is no cl_hull: it is a handle of another kind, or it was freed")
    );
    assert_eq!(refused(&ball, &Shape { kind: kind::OUTLINE, ..ball }, null()).0, UNSUPPORTED);
    let mut answer = nothing();
    // SAFETY: a null is what is refused.
    assert_eq!(unsafe { cl_distance(null(), &ball, null(), &mut answer) }, NULL_POINTER);
    assert_eq!(said(), "a is null");
    // SAFETY: as above.
    assert_eq!(unsafe { cl_distance(&ball, &ball, null(), null_mut()) }, NULL_POINTER);
}

fn defaults() -> Options {
    Options {
        size: size_of::<Options>() as u32,
        precision: 0,
        start: 0,
        max_iterations: 512,
        tolerance: 1e-12,
        max_distance: f64::INFINITY,
        target: 0.0,
        cache: null_mut(),
    }
}

#[test]
fn options_are_checked_and_the_header_has_the_defaults_of_the_solver() {
    let ball = Shape { radius: 1.0, ..view(kind::BALL) };
    let Options { max_iterations, tolerance, max_distance, target, .. } = defaults();
    let solver = Solver::default();
    assert_eq!(
        (solver.max_iterations, solver.tolerance, solver.max_distance, solver.target),
        (max_iterations, tolerance, max_distance, target)
    );
    for (options, sentence) in [
        (Options { size: 0, ..defaults() }, "options->size is 0: begin with `cl_default_options()`"),
        (Options { precision: 2, ..defaults() }, "options->precision is 2, which means nothing"),
        (Options { tolerance: f64::NAN, ..defaults() }, "options->tolerance is not a number"),
        (Options { max_iterations: 0, ..defaults() }, "options->max_iterations is 0"),
        (Options { max_distance: f64::NAN, ..defaults() }, "options->max_distance is not a number"),
        (Options { target: -1.0, ..defaults() }, "options->target is -1"),
    ] {
        let (_, told) = refused(&ball, &ball, &options);
        assert!(told.starts_with(sentence), "{told}");
    }
    let far = Shape { size: [9.0, 0.0, 0.0], ..ball };
    let (mut answer, mut is_within) = (nothing(), 9);
    let options = Options { max_distance: 3.0, ..defaults() };
    // SAFETY: all pointers are valid.
    assert_eq!(unsafe { cl_within(&ball, &far, &options, &mut answer, &mut is_within) }, OK);
    assert_eq!((is_within, answer), (0, nothing()));
}

unsafe extern "C-unwind" fn support(user: *mut c_void, direction: *const f64, point: *mut f64) -> i32 {
    // SAFETY: the tests hand over a count of calls, and the library an array of three numbers.
    unsafe {
        let left = &mut *user.cast::<i32>();
        *left -= 1;
        if *left == 0 {
            return 1;
        }
        let own = core::slice::from_raw_parts(direction, 3);
        for (axis, along) in own.iter().enumerate() {
            *point.add(axis) = if *left < 0 && *left > -3 { f64::NAN } else { along.signum() };
        }
    }
    0
}

#[test]
fn a_support_function_that_fails_or_returns_nan_ends_the_call() {
    let ball = Shape { size: [4.0, 0.25, 0.0], radius: 1.0, ..view(kind::BALL) };
    let mut left = 1000;
    let mut own = Shape { support: Some(support), user: (&raw mut left).cast(), ..view(kind::OWN) };
    let answer = ask(cl_distance, &ball, &own);
    assert!((answer.distance - 2.0).abs() < 1e-9);
    let calls = 1000 - left;
    for fails_at in 1..calls {
        left = fails_at;
        own.user = (&raw mut left).cast();
        let (code, told) = refused(&ball, &own, null());
        assert_eq!((code, told.as_str()), (CALLBACK, "b.support failed, or returned a number that is not finite"));
        assert_eq!(left, 0, "it was called again");
    }
    left = 0;
    own.user = (&raw mut left).cast();
    assert_eq!(refused(&ball, &own, null()).0, CALLBACK);
}
