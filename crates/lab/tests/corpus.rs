//! The whole exact corpus, in default and in exact precision: every promise on every case.

use clearance::Precision;
use lab::judge::Via;
use lab::table::{HEADING, judge_families};

fn every_promise_holds(precision: Precision) {
    let rows = judge_families(precision, Via::Points, "");
    let failed: Vec<String> = rows
        .iter()
        .flat_map(|row| row.failed())
        .map(|judgement| format!("{}: {}", judgement.id, judgement.failures.join("; ")))
        .collect();
    let lines: Vec<String> = rows.iter().map(|row| row.line()).collect();
    println!("{HEADING}\n{}", lines.join("\n"));
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
    assert_eq!(rows.iter().map(|row| row.judgements.len()).sum::<usize>(), 3984);
}

#[test]
fn every_promise_holds_on_the_corpus_by_default() {
    every_promise_holds(Precision::Float);
}

#[test]
fn every_promise_holds_on_the_corpus_in_exact_precision() {
    every_promise_holds(Precision::Exact);
}
