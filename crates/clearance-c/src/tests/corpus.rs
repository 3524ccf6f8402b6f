//! The public corpus: the bytes of the Rust crate, and those on record.

use super::{Space, ask, bits, core_bits, said, view};
use crate::fault::OK;
use crate::hull::{cl_hull_free, cl_hull_new};
use crate::layout::*;
use crate::questions::{cl_distance, cl_overlaps, cl_signed_distance};
use crate::things::{self, Plane};
use crate::world::World;
use clearance::{Hull, Solver};
use core::ffi::c_void;
use core::ptr::{null, null_mut};
use lab::corpus::{Scalar, families, family};
use lab::space::{Lab, Rough};

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
    const RECORD: &str = include_str!("../../tests/corpus.txt");
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
