//! What is wrong is told by its field, and nothing is written.

use super::{ask, nothing, said, view};
use crate::fault::{self, BAD_STRIDE, CALLBACK, MIXED, NEGATIVE, NOT_FINITE, NULL_POINTER, OK, UNKNOWN, UNSUPPORTED};
use crate::layout::*;
use crate::questions::{cl_distance, cl_signed_distance, cl_within};
use clearance::Solver;
use core::ffi::c_void;
use core::ptr::{null, null_mut};

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
    let far_points = [[0.0f64, 0.0, 0.0], [1.0, 0.0, 1e308]];
    let with = |change: &dyn Fn(&mut Shape)| {
        let mut shape = ball;
        change(&mut shape);
        shape
    };
    let cloud = Shape { pointer: points.as_ptr().cast(), count: 2, ..view(kind::POINTS) };
    let cases: [(Shape, Code, &str); 22] = [
        (with(&|s| s.kind = 77), UNKNOWN, "b.kind is 77: there is no such shape"),
        (with(&|s| s.flags = 64), UNKNOWN, "b.flags has 0x40, which means nothing here"),
        (with(&|s| s.flags = PLANE), MIXED, "b.flags: of the plane, and a is of space (CL_PLANE)"),
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
        (with(&|s| s.size[1] = -1e308), fault::BAD_NUMBER, "b.size[1] is -1e308: at most 2^1020 in magnitude"),
        (with(&|s| s.radius = 2e307), fault::BAD_NUMBER, "b.radius is 2e307: at most 2^1020 in magnitude"),
        (
            with(&|s| s.pose.translation[2] = f64::MAX),
            fault::BAD_NUMBER,
            "b.pose.translation[2] is 1.7976931348623157e308: at most 2^1020 in magnitude",
        ),
        (Shape { pointer: (&raw const far_points).cast(), ..cloud }, fault::BAD_NUMBER, "b.pointer[1][2] is 1e308"),
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

unsafe extern "C-unwind" fn random_support(user: *mut c_void, _direction: *const f64, point: *mut f64) -> i32 {
    // SAFETY: the test hands over the state of a generator, and the library an array of three numbers.
    unsafe {
        let state = &mut *user.cast::<u64>();
        for axis in 0..3 {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *point.add(axis) = (*state >> 33) as f64 / (1u64 << 30) as f64 - 1.0;
        }
    }
    0
}

/// Cause: where points contradict each other a debug build of the core stops, and that was told as a bug of the library.
/// Law: a support function that answers at random is what is wrong, by its field, or the answer's bounds hold for some shape.
#[test]
fn a_support_function_that_contradicts_itself_is_no_bug_of_the_library() {
    let mut state = 1u64;
    let own = Shape { support: Some(random_support), user: (&raw mut state).cast(), ..view(kind::OWN) };
    let (mut wrong, mut answered) = (0, 0);
    for round in 0..300 {
        let mut other = view([kind::BOX, kind::ELLIPSOID, kind::BALL][round % 3]);
        other.size = [0.25, 0.5, 0.125];
        other.pose.translation = [f64::from(round as u32 % 7) * 0.5, 0.25, 0.0];
        let mut answer = nothing();
        // SAFETY: the shapes live on.
        match unsafe { cl_distance(&own, &other, null(), &mut answer) } {
            OK => answered += 1,
            code => {
                assert_eq!(code, CALLBACK, "{}", said());
                assert!(said().starts_with("a.support: the support points along"), "{}", said());
                wrong += 1;
            }
        }
    }
    // In a release build nothing is said.
    assert!(answered > 0 && (wrong > 0 || !cfg!(debug_assertions)), "{answered} answered, {wrong} refused");
}

/// Law: bodies that meet are 0 apart, so nothing is within a negative limit, whatever kinds they are.
#[test]
fn nothing_is_within_a_negative_limit() {
    let cuboid = Shape { size: [1.0; 3], ..view(kind::BOX) };
    let mut held = Pair::new();
    let bodies = held.bodies();
    for a in [cuboid, Shape { kind: kind::ELLIPSOID, ..cuboid }, Shape { radius: 1.0, ..view(kind::BALL) }]
        .iter()
        .chain(&bodies)
    {
        for b in [cuboid].iter().chain(&bodies) {
            for (limit, is_in) in [(-1.0, 0), (f64::NEG_INFINITY, 0), (-0.0, 1), (0.0, 1)] {
                let (mut answer, mut is_within) = (nothing(), 9);
                let options = Options { max_distance: limit, ..defaults() };
                // SAFETY: all pointers are valid.
                assert_eq!(unsafe { cl_within(a, b, &options, &mut answer, &mut is_within) }, OK, "{}", said());
                assert_eq!(is_within, is_in, "{} {} {limit}", a.kind, b.kind);
                assert!(is_within == 0 || answer.distance == 0.0);
            }
        }
    }
}

/// A mesh and a compound around the origin.
struct Pair {
    mesh: *mut crate::things::Mesh,
    compound: *mut crate::things::Compound,
}

impl Pair {
    fn new() -> Self {
        let corners = [[-1.0f64, -1.0, -1.0], [3.0, -1.0, -1.0], [-1.0, 3.0, -1.0], [-1.0, -1.0, 3.0]];
        let triangles = [[0u32, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let parts = [Shape { radius: 1.0, ..view(kind::BALL) }, Shape { size: [1.0; 3], ..view(kind::BOX) }];
        let mut pair = Self { mesh: null_mut(), compound: null_mut() };
        // SAFETY: all arrays are there.
        unsafe {
            let (corners, triangles) = (corners.as_ptr().cast(), triangles.as_ptr().cast());
            assert_eq!(crate::bodies::cl_mesh_new(corners, 0, 4, triangles, 0, 4, 0, &mut pair.mesh), OK);
            assert_eq!(crate::bodies::cl_compound_new(parts.as_ptr(), 0, 2, &mut pair.compound), OK);
        }
        pair
    }

    fn bodies(&mut self) -> [Shape; 2] {
        [
            Shape { pointer: self.mesh.cast_const().cast(), ..view(kind::MESH) },
            Shape { pointer: self.compound.cast_const().cast(), ..view(kind::COMPOUND) },
        ]
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // SAFETY: nobody uses them again.
        unsafe {
            crate::bodies::cl_mesh_free(self.mesh);
            crate::bodies::cl_compound_free(self.compound);
        }
    }
}

/// Cause: the radius of a mesh and the size of a compound were ignored, so `rounded` and `scaled` of a wrapper had no effect.
/// Law: what has no effect is refused, by its field. So is a proof of what its reader does not have.
#[test]
fn a_radius_and_a_factor_that_would_have_no_effect_are_refused() {
    let ball = Shape { size: [9.0, 0.0, 0.0], radius: 1.0, ..view(kind::BALL) };
    let mut pair = Pair::new();
    let [mesh, compound] = pair.bodies();
    let refused = |shape: Shape| {
        let mut answer = nothing();
        // SAFETY: all pointers are valid.
        let code = unsafe { cl_distance(&ball, &shape, null(), &mut answer) };
        assert_eq!((code, answer), (UNSUPPORTED, nothing()));
        said()
    };
    assert_eq!(
        refused(Shape { radius: 0.5, ..mesh }),
        "b.radius is 0.5: a body of kind 12 is not thickened; 0 is expected"
    );
    assert_eq!(
        refused(Shape { radius: -1.0, ..compound }),
        "b.radius is -1: a body of kind 14 is not thickened; 0 is expected"
    );
    assert_eq!(
        refused(Shape { size: [0.0, 2.0, 2.0], ..compound }),
        "b.size[1] is 2: a body of kind 14 is not scaled; 0 is expected"
    );
    assert_eq!(ask(cl_distance, &ball, &Shape { size: [2.0; 3], ..mesh }).distance, 17f64.sqrt() - 1.0);
    let mut text = null_mut();
    for (size, told) in
        [([-1.0; 3], "b.size[0] is -1"), ([2.0; 3], "b.size[0] is 2"), ([1.0, 1.0, -1.0], "b.size[2] is -1")]
    {
        let far = Shape { size, pose: Pose { translation: [30.0, 0.0, 0.0], rotation: [0.0; 4] }, ..mesh };
        // SAFETY: all pointers are valid.
        let code = unsafe { crate::proof::cl_prove(&mesh, &far, c"a".as_ptr(), c"b".as_ptr(), &mut text) };
        assert_eq!(
            (code, said()),
            (UNSUPPORTED, format!("{told}: a proof is about a mesh without factors and mirrors"))
        );
    }
    let far = Shape { size: [1.0; 3], pose: Pose { translation: [30.0, 0.0, 0.0], rotation: [0.0; 4] }, ..mesh };
    // SAFETY: as above; the text is freed once.
    unsafe {
        assert_eq!(crate::proof::cl_prove(&mesh, &far, c"a".as_ptr(), c"b".as_ptr(), &mut text), OK, "{}", said());
        crate::proof::cl_text_free(text);
    }
}

/// Cause: the box of two half-spaces has no end, and that was told as a bug of the library.
#[test]
fn the_common_volume_of_half_spaces_has_bounds() {
    let half = Shape { size: [1.0, 0.0, 0.0], ..view(kind::HALF_SPACE) };
    let cuboid = Shape { size: [1.0, 2.0, 3.0], ..view(kind::BOX) };
    let volume = |a: &Shape, b: &Shape| {
        let (mut lower, mut upper) = (9.0, 9.0);
        // SAFETY: all pointers are valid.
        let code = unsafe { crate::solids::cl_common_volume(a, b, 300, &mut lower, &mut upper) };
        assert_eq!(code, OK, "{}", said());
        [lower, upper]
    };
    assert_eq!(volume(&half, &half), [0.0, f64::INFINITY]);
    assert_eq!(volume(&half, &Shape { size: [0.0, 1.0, 0.0], ..half }), [0.0, f64::INFINITY]);
    let [lower, upper] = volume(&half, &cuboid);
    assert!((0.0..=24.0).contains(&lower) && (24.0..=48.0).contains(&upper), "{lower} {upper}");
    let huge = Shape { size: [1e306; 3], ..cuboid };
    let [lower, upper] = volume(&huge, &huge);
    assert!(lower < f64::INFINITY && upper == f64::INFINITY);
}
