//! Any bytes as two shapes: no query panics, no query returns NaN, and all queries agree.
//!
//! The fuzz target `pairs` does the same with a fuzzer's bytes.

use clearance::Status;
use lab::any::{Outcome, bytes_of_case, check};
use std::panic::catch_unwind;

#[test]
fn any_bytes_give_consistent_answers_or_a_refusal() {
    let (mut counts, mut broken) = ([0usize; 4], Vec::new());
    for case in 0..40_000 {
        match catch_unwind(|| check(&bytes_of_case(case))) {
            Ok(Outcome::Refused) => counts[0] += 1,
            Ok(Outcome::Answered(Status::Separated)) => counts[1] += 1,
            Ok(Outcome::Answered(Status::Touching)) => counts[2] += 1,
            Ok(Outcome::Answered(Status::Overlapping)) => counts[3] += 1,
            Err(_) => broken.push(case),
        }
    }
    assert!(broken.is_empty(), "{} cases: {:?}", broken.len(), &broken[..broken.len().min(20)]);
    assert!(counts.iter().all(|&count| count > 100), "idle: {counts:?}");
}

/// Cases that once broke a law. `soak_any` found them. Each has its cause.
const MENDED: [(u64, &str); 10] = [
    (
        20_363_273,
        "a ball in a hull of two with a core 1e-10 of its radius: the witnesses were off the normal, and the bracket did not say so",
    ),
    (
        20_414_592,
        "a disc 1e10 of its radius away: many planes prove the distance, and the one reported did not fit the witness points",
    ),
    (20_470_974, "the same of an ellipse 1e103 long"),
    (21_589_432, "an ellipse of 1 : 1e8: Newton's last step moved the support points by more than it was checked for"),
    (23_394_235, "the same; two starts proved different depths"),
    (23_289_969, "the same in single precision"),
    (22_606_257, "the depth of two balls left the range of f32, and a common point was infinity less infinity"),
    (30_469_765, "rounding left the loop open, and `overlaps` called that a meeting where the distance is proven"),
    (31_968_703, "a polytope of needles: nothing showed that it winds around the origin, and it proved a depth"),
    (
        35_390_780,
        "a disc seen along its normal: support point and curvature were those of directions that differ in the last bit",
    ),
];

#[test]
fn cases_that_once_broke_a_law_keep_it() {
    for (case, cause) in MENDED {
        let outcome = catch_unwind(|| check(&bytes_of_case(case)));
        assert!(matches!(outcome, Ok(Outcome::Answered(_))), "case {case}: {cause}");
    }
}
