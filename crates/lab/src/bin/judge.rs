//! Compares the solver with the exact corpus and prints one line for each family.
//!
//! Usage: `cargo run --release -p lab --bin judge [FAMILY]`. The exit code is 1 when a case failed.

use clearance::Precision;
use lab::judge::Via;
use lab::table::{HEADING, judge_families};
use std::process::ExitCode;

fn main() -> ExitCode {
    let only = std::env::args().nth(1).unwrap_or_default();
    // A panic of the solver is a result here. It is counted, and named below.
    std::panic::set_hook(Box::new(|_| {}));
    let mut failed = 0;
    let runs = [Via::Points, Via::Hull].into_iter().flat_map(|via| [(via, Precision::Float), (via, Precision::Exact)]);
    for (via, precision) in runs {
        println!("\nvia {via:?}, precision {precision:?}; lengths in ε · scale\n{HEADING}");
        let rows = judge_families(precision, via, &only);
        for row in &rows {
            println!("{}", row.line());
        }
        for judgement in rows.iter().flat_map(|row| row.failed()) {
            failed += 1;
            println!("{}", describe(judgement));
        }
    }
    println!("\n{failed} failures");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn describe(j: &lab::judge::Judgement) -> String {
    format!(
        "  {}: {} (error {:.2}, ulps {:.3e}, width {:.1}, outside {:.2}, invariant {:.2}, normal {:.2})",
        j.id,
        j.failures.join("; "),
        j.error,
        j.ulps,
        j.width,
        j.outside,
        j.invariant,
        j.shortfall
    )
}
