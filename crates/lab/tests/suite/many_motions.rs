//! The soak of very many motions: it finds no fault in a few, and it finds the faults that are put into answers.

use clearance::{Cast, Outcome, Solver, Vec2, Vec3};
use lab::many_motions::actor::Round;
use lab::many_motions::check::checked;
use lab::many_motions::pair::Pair;
use lab::many_motions::{Plan, run};

#[test]
fn some_thousand_motions_of_every_kind_have_no_fault() {
    let tally = run(0..6_000, &Plan { turning_every: 8, full_every: 64, samples: 12 });
    assert_eq!(tally.faults, [0; 6], "{tally}");
    assert!(tally.outcome_counts().iter().all(|counts| counts[..2].iter().all(|count| *count > 20)), "{tally}");
}

/// How many of the answers were clear or hit, and how many of those with a fault put into them were refused.
fn refused<V: Round<Scalar = f64>>(dimension: usize) -> [[u32; 2]; 3] {
    let mut counts = [[0; 2]; 3];
    for seed in 0..4_000 {
        let pair = Pair::random(seed, 16);
        if pair.single || pair.dimension != dimension {
            continue;
        }
        let cast: Cast<V> = pair.answer(&Solver::default(), false);
        let wrong = match cast.outcome {
            // A hit that is said to be clear, or to come later. Aimed pairs tell when they meet.
            Outcome::Hit if pair.meeting.is_some_and(|meeting| cast.upper < 0.9 * meeting) => [
                Some(Cast { outcome: Outcome::Clear, fraction: 1.0, lower: 1.0, upper: 1.0, ..cast }),
                Some(Cast { lower: 0.99, fraction: 0.995, upper: 1.0, ..cast }),
                None,
            ],
            // No contact is said to be one.
            Outcome::Clear => [None, None, Some(Cast { outcome: Outcome::Hit, ..cast })],
            _ => continue,
        };
        for (count, wrong) in counts.iter_mut().zip(wrong).filter_map(|(count, wrong)| Some((count, wrong?))) {
            let found = checked::<V, V>(&pair, &wrong, seed, 0);
            count[0] += 1;
            count[1] += u32::from(found.faults[0] || found.faults[1]);
        }
    }
    counts
}

#[test]
fn answers_that_are_made_false_are_nearly_all_refused() {
    for counts in [refused::<Vec2<f64>>(2), refused::<Vec3<f64>>(3)] {
        for [tried, found] in counts {
            assert!(tried > 100 && 10 * found > 9 * tried, "{counts:?}");
        }
    }
}
