//! Very many random motions on one core: casts, rays and impacts, each with cheap checks.
//!
//! Usage: `cargo run --release -p lab --bin soak_many_motions -- [--motions N] [--seed S] [--chunk C]
//! [--turning-every K] [--full-every K] [--samples K] [--show 1]`
//!
//! Motion k is pair S + k of `lab::many_motions`. The totals so far are printed after each chunk. A fault prints the
//! line that asks the same of `clearance query`, and then the exit code is 1. `--show 1` prints the lines of the seeds,
//! and asks nothing.

use lab::many_motions::pair::Pair;
use lab::many_motions::{Plan, Tally, run};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let (mut motions, mut seed, mut chunk) = (1_000_000, 1, 1_000_000);
    let mut plan = Plan { turning_every: 8, full_every: 1024, samples: 24 };
    let mut is_shown = false;
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        match (pair[0].as_str(), pair.get(1).and_then(|value| value.parse::<u64>().ok())) {
            ("--motions", Some(value)) => motions = value,
            ("--seed", Some(value)) => seed = value,
            ("--chunk", Some(value)) => chunk = value.max(1),
            ("--turning-every", Some(value)) => plan.turning_every = value.max(1),
            ("--full-every", Some(value)) => plan.full_every = value.max(1),
            ("--samples", Some(value)) => plan.samples = value as u32,
            ("--show", Some(value)) => is_shown = value == 1,
            _ => {
                eprintln!(
                    "usage: soak_many_motions [--motions N] [--seed S] [--chunk C] [--turning-every K] \
                     [--full-every K] [--samples K] [--show 1]"
                );
                return ExitCode::from(2);
            }
        }
    }
    if is_shown {
        for seed in seed..seed + motions {
            println!("{}", Pair::random(seed, plan.turning_every).line(seed));
        }
        return ExitCode::SUCCESS;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let (start, mut total) = (Instant::now(), Tally::default());
    let mut done = 0;
    while done < motions {
        let count = chunk.min(motions - done);
        total.add(&run(seed + done..seed + done + count, &plan));
        done += count;
        let seconds = start.elapsed().as_secs_f64();
        println!("{total}");
        println!("{done} motions from seed {seed}, {plan:?}, {seconds:.0} s, {:.0} a second", done as f64 / seconds);
    }
    if total.faults.iter().all(|count| *count == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
