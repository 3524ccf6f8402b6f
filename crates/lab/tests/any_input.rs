//! Any bytes as two shapes: no query panics or says NaN, and all of them agree.
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
