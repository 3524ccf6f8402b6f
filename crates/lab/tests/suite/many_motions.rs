//! The soak of very many motions finds no fault in a few.

use lab::many_motions::{Plan, run};

#[test]
fn some_thousand_motions_of_every_kind_have_no_fault() {
    let tally = run(0..6_000, &Plan { turning_every: 8, full_every: 64, samples: 12 });
    assert_eq!(tally.faults, [0; 6], "{tally}");
    assert!(tally.outcome_counts().iter().all(|counts| counts[..2].iter().all(|count| *count > 20)), "{tally}");
}
