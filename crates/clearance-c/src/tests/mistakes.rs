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
