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

/// Cause: the distance of the nearest facet, a sliver, was computed anew in double-double numbers while its normal was
/// not, so that a narrow bracket hid a wrong normal. Law: the bracket shows the error of the plane that is the answer.
/// Source: random pairs of the soak, by their seeds.
#[test]
fn a_sliver_that_is_the_answer_is_measured_again_with_its_normal_or_not_at_all() {
    for seed in [77_104_961, 77_639_281, 77_236_241] {
        let report = lab::soak::run(&lab::soak::Options { pairs: 1, seed, exact_every: 1 });
        assert!(report.failures.is_empty(), "seed {seed}: {report}");
    }
}

/// Cause: near copies in one frame that differ only in vertices off the directions in which shapes were compared, so that
/// the order of the arguments decided which came first. Law: exchanging the shapes exchanges the answer, to the bit.
/// Source: random pairs of the soak, by their seeds.
#[test]
fn near_copies_are_told_apart_by_their_vertices() {
    let report = lab::soak::run(&lab::soak::Options { pairs: 1, seed: 1_000_633_979, exact_every: 1 });
    assert!(report.failures.is_empty(), "{report}");
}

/// Cause: double-double numbers knew the plane of the nearest facet, a needle, but those of its neighbours were known less
/// well, so that another normal could be better. Law: the answer's gap counts how far short the neighbours are known, and
/// exact numbers decide where that is too much.
/// Source: random pairs of the soak, by their seeds.
#[test]
fn a_needle_beside_facets_that_are_known_less_well_is_left_to_exact_numbers() {
    for seed in [148_481, 99_418_321, 55_190_481] {
        let report = lab::soak::run(&lab::soak::Options { pairs: 1, seed, exact_every: 1 });
        assert!(report.failures.is_empty(), "seed {seed}: {report}");
    }
}
