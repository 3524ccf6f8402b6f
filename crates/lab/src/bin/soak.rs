//! Checks every promise on random pairs of difficult small hulls, for as many pairs as you like.
//!
//! Usage: `cargo run --release -p lab --bin soak -- [--pairs N] [--seed S] [--exact-every K] [--oracle-pairs M]`
//!
//! Every pair gets the cheap checks: the answer is finite, bracketed and symmetric, the invariant holds, and all
//! queries agree. One pair in K also gets the exact oracle. Then V-Clip and the hierarchy of nested hulls answer M
//! further pairs of polytopes beside the solver. The exit code is 1 when a check failed. A failure names the seed of
//! its pair.

use lab::rivals::oracle;
use lab::soak::{Options, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut oracle_pairs = 200_000;
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        let value = pair.get(1).and_then(|value| value.parse().ok());
        match (pair[0].as_str(), value) {
            ("--pairs", Some(value)) => options.pairs = value,
            ("--seed", Some(value)) => options.seed = value,
            ("--exact-every", Some(value)) => options.exact_every = value.max(1),
            ("--oracle-pairs", Some(value)) => oracle_pairs = value,
            _ => {
                eprintln!("usage: soak [--pairs N] [--seed S] [--exact-every K] [--oracle-pairs M]");
                return ExitCode::from(2);
            }
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    let report = run(&options);
    println!("{report}");
    let beside = oracle::run(oracle_pairs, options.seed);
    println!("\n{beside}");
    let passed = report.failures.is_empty() && beside.faults.is_empty();
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
