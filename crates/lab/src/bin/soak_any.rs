//! Checks the laws that need no oracle on random pairs of every kind of shape, combinators included, in the plane and
//! in space, for `f32` and `f64`.
//!
//! Usage: `cargo run --release -p lab --bin soak_any -- [--pairs N] [--seed S] [--threads T]`
//!
//! Pair k is case S + k of `lab::any`. The exit code is 1 when a law is broken. Each broken case is named.

use lab::any::{Outcome, bytes_of_case, check};
use lab::soak::on_threads;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Cases that a thread takes at a time.
const CHUNK: u64 = 1024;

fn main() -> ExitCode {
    let (mut pairs, mut seed) = (1_000_000, 1);
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        match (pair[0].as_str(), pair.get(1).and_then(|value| value.parse().ok())) {
            ("--pairs", Some(value)) => pairs = value,
            ("--seed", Some(value)) => seed = value,
            ("--threads", Some(value)) => threads = value,
            _ => {
                eprintln!("usage: soak_any [--pairs N] [--seed S] [--threads T]");
                return ExitCode::from(2);
            }
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    let (answered, failed) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    on_threads(threads as usize, pairs, CHUNK, |numbers| {
        for case in numbers.map(|k| seed + k) {
            match catch_unwind(|| check(&bytes_of_case(case))) {
                Ok(Outcome::Answered(_)) => _ = answered.fetch_add(1, Ordering::Relaxed),
                Ok(Outcome::Refused) => {}
                Err(cause) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    let cause = cause.downcast_ref::<String>().map_or("a panic", String::as_str);
                    println!("case {case}: {}", cause.lines().next().unwrap_or(cause));
                }
            }
        }
    });
    let (answered, failed) = (answered.into_inner(), failed.into_inner());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{pairs} pairs, {answered} answered, {failed} failures, {seconds:.0} s, {:.0} pairs a second",
        pairs as f64 / seconds
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
