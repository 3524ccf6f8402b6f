//! Instruction counts of hot queries, compared with those on record. A busy machine does not change them.

use crate::runner::{Outcome, cargo, command, output, quietly, target_folder};
use std::fs;
use std::path::Path;

/// The counts on record, one case a line.
const RECORD: &str = "crates/counted/counts.txt";
/// How far a count may rise before the step fails. Compilers differ by less; a mistake in a hot loop costs more.
const SLACK: f64 = 1.10;

/// Counts every case and compares.
pub fn check() -> Outcome {
    let counts = match counted() {
        Ok(counts) => counts,
        Err(outcome) => return outcome,
    };
    let record = fs::read_to_string(RECORD).unwrap_or_default();
    let mut risen = Vec::new();
    println!("{:<26}{:>12}{:>12}", "instructions a query", "now", "on record");
    for (case, count) in counts {
        let Some(known) = recorded(&record, &case) else {
            return Outcome::Failed(format!("{RECORD} does not know {case}; `cargo xtask counts` records it"));
        };
        println!("{case:<26}{count:>12.0}{known:>12.0}");
        if count > known * SLACK {
            risen.push(case);
        }
    }
    if risen.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed(format!("more instructions than on record: {}", risen.join(", ")))
    }
}

/// Counts every case and writes a new record.
pub fn record() -> Outcome {
    match counted() {
        Ok(counts) => {
            let lines: String = counts.iter().map(|(case, count)| format!("{case} {count:.0}\n")).collect();
            match fs::write(RECORD, lines) {
                Ok(()) => Outcome::Passed,
                Err(error) => Outcome::Failed(format!("cannot write {RECORD}: {error}")),
            }
        }
        Err(outcome) => outcome,
    }
}

fn recorded(record: &str, case: &str) -> Option<f64> {
    record.lines().find_map(|line| line.strip_prefix(case)?.trim().parse().ok())
}

/// The cases with their instructions for each query. It is an outcome if nothing can count them here.
fn counted() -> Result<Vec<(String, f64)>, Outcome> {
    if !quietly(&mut command("valgrind", "--version")) {
        return Err(Outcome::Skipped("valgrind is not installed, so nothing was counted".into()));
    }
    if let outcome @ (Outcome::Failed(_) | Outcome::Skipped(_)) = cargo("build --quiet --release --package counted") {
        return Err(outcome);
    }
    let program = &target_folder().join("release/counted");
    let cases = output(&mut command(&program.to_string_lossy(), ""));
    let cases = cases.ok_or_else(|| Outcome::Failed(format!("{} does not name its cases", program.display())))?;
    let lines = cases.lines().filter_map(|line| line.split_once(' '));
    let count = |(case, pairs): (&str, &str)| {
        let total = instructions(program, &[case]);
        let pairs: f64 = pairs.parse().unwrap_or(f64::NAN);
        total
            .map(|total| (case.to_owned(), total / pairs))
            .ok_or_else(|| Outcome::Failed(format!("{case} gave no count")))
    };
    lines.map(count).collect()
}

/// The instructions that callgrind counts inside the function `answer_every_pair`, with everything it calls. `words` name the
/// case.
pub fn instructions(program: &Path, words: &[&str]) -> Option<f64> {
    let file = std::env::temp_dir().join(format!("clearance-{}-{}.callgrind", std::process::id(), words.join("-")));
    let tool = format!("--tool=callgrind --toggle-collect=*answer_every_pair* --callgrind-out-file={}", file.display());
    let ran = quietly(command("valgrind", &tool).arg(program).args(words));
    let text = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    let summary = text.lines().find_map(|line| line.strip_prefix("summary:").or(line.strip_prefix("totals:")))?;
    ran.then(|| summary.trim().parse().ok()).flatten()
}
