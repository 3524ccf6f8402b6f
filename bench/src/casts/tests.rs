use std::collections::HashMap;

use super::*;
use crate::engines::{OURS, OURS_ROUGH};

/// The engine that is never in contact.
fn never() -> Engine {
    Engine { name: "never", scalar: Scalar::F64, turning: Turning::Evenly, prepare: |_| None }
}

#[test]
fn our_answers_miss_nothing_and_are_not_late() {
    let mut asked = HashMap::new();
    for recipe in paths::recipes(16) {
        let workload = (recipe.make)();
        for engine in ours::engines() {
            let Some(mut runner) = (engine.prepare)(&workload) else {
                assert_ne!(engine.name, OURS, "ours answers everything");
                continue;
            };
            let mut answers = vec![f64::NAN; workload.courses.len()];
            runner.stream(&mut answers);
            let measured = crate::protocol::Measured { ns: 1.0, answers };
            let rows = report::cell(&workload, &[engine], &[measured]);
            let row = &rows[0];
            assert_eq!((row.missed, row.false_hits), (0, 0), "{row:?}");
            // A wide tolerance may tell a contact late.
            assert!(row.late == 0 || row.engine == OURS_ROUGH, "{row:?}");
            *asked.entry(row.engine.clone()).or_insert(0) += 1;
        }
    }
    assert!(asked[OURS] > 50 && asked[OURS_ROUGH] > 10, "{asked:?}");
}

#[test]
fn an_engine_that_never_hits_misses_every_hit() {
    let recipe = paths::recipes(4).into_iter().find(|recipe| recipe.class == "hit").expect("there are hits");
    let workload = (recipe.make)();
    let measured = crate::protocol::Measured { ns: 1.0, answers: vec![CLEAR; 4] };
    assert_eq!(report::cell(&workload, &[never()], &[measured])[0].missed, 4);
}
