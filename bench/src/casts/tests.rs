use super::*;
use crate::engines::OURS;

/// The engine that is never in contact.
fn never() -> Engine {
    Engine { name: "never", scalar: Scalar::F64, turning: Turning::Evenly, prepare: |_| None }
}

#[test]
fn our_answers_miss_nothing_and_are_not_late() {
    let mut asked = 0;
    for recipe in paths::recipes(16) {
        let workload = (recipe.make)();
        // A wide tolerance may tell a contact late.
        for engine in ours::engines().into_iter().filter(|engine| engine.name == OURS) {
            let mut runner = (engine.prepare)(&workload).expect("ours answers everything");
            let mut answers = vec![f64::NAN; workload.courses.len()];
            runner.stream(&mut answers);
            let measured = crate::protocol::Measured { ns: 1.0, answers };
            let rows = report::cell(&workload, &[engine], &[measured]);
            let row = &rows[0];
            assert_eq!((row.engine.as_str(), row.missed, row.false_hits, row.late), (OURS, 0, 0, 0), "{row:?}");
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
}

#[test]
fn an_engine_that_never_hits_misses_every_hit() {
    let recipe = paths::recipes(4).into_iter().find(|recipe| recipe.class == "hit").expect("there are hits");
    let workload = (recipe.make)();
    let measured = crate::protocol::Measured { ns: 1.0, answers: vec![CLEAR; 4] };
    assert_eq!(report::cell(&workload, &[never()], &[measured])[0].missed, 4);
}
