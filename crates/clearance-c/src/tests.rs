//! The answers of the C functions are those of the Rust crates, byte for byte; mistakes are told by field.

mod corpus;
mod kinds;
mod layouts;
mod mistakes;

use crate::batch::cl_distances;
use crate::fault::{self, OK};
use crate::layout::*;
use crate::world::World;
use clearance::{Proximity, Vec3};
use core::ffi::CStr;
use core::ptr::{null, null_mut};

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
