//! The whole exact corpus, as points and as hulls, in default and in exact precision. Every promise is checked on every
//! case.

use clearance::Precision;
use lab::judge::Via;
use lab::table::{HEADING, judge_families};

fn every_promise_holds(via: Via, precision: Precision) {
    let rows = judge_families(precision, via, "");
    let failed: Vec<String> = rows
        .iter()
        .flat_map(|row| row.failed())
        .map(|judgement| format!("{}: {}", judgement.id, judgement.failures.join("; ")))
        .collect();
    let lines: Vec<String> = rows.iter().map(|row| row.line()).collect();
    println!("{HEADING}\n{}", lines.join("\n"));
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
    assert_eq!(rows.iter().map(|row| row.judgements.len()).sum::<usize>(), 4024);
}

#[test]
fn every_promise_holds_on_points_by_default() {
    every_promise_holds(Via::Points, Precision::Float);
}

#[test]
fn every_promise_holds_on_points_in_exact_precision() {
    every_promise_holds(Via::Points, Precision::Exact);
}

#[test]
fn every_promise_holds_on_hulls_by_default() {
    every_promise_holds(Via::Hull, Precision::Float);
}

#[test]
fn every_promise_holds_on_hulls_in_exact_precision() {
    every_promise_holds(Via::Hull, Precision::Exact);
}
