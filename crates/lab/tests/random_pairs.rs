//! Random nasty pairs of all four vectors, judged by the exact oracles like the corpus.
//!
//! The `soak` program does the same for as long as wanted.

use clearance::Status;
use lab::generators::KINDS;
use lab::soak::{Options, run};

#[test]
fn every_promise_holds_on_random_nasty_pairs() {
    let report = run(&Options { pairs: 20_000, seed: 1, exact_every: 10 });
    println!("{report}");
    assert!(report.failures.is_empty(), "{report}");
    assert!(report.judged >= 1_990, "idle: {} pairs judged", report.judged);
    for kind in KINDS {
        for status in [Status::Separated, Status::Overlapping] {
            let count = report.statuses.get(&(kind, status.as_str())).copied().unwrap_or(0);
            assert!(count >= 40, "idle: {kind:?} {status:?} came {count} times");
        }
    }
    let touching: u64 = KINDS.iter().filter_map(|kind| report.statuses.get(&(*kind, "touching"))).sum();
    assert!(touching >= 400, "idle: {touching} pairs touched");
}
