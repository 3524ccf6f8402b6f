//! Random bodies that travel and turn, in the plane and in space, for `f32` and `f64`: impacts against a checker of
//! their proofs and against samples.
//!
//! Usage: `cargo run --release -p lab --bin soak_motion -- [--motions N] [--seed S] [--samples K] [--threads T]`
//!
//! Motion k is scene S + k of `lab::motion`; every fourth is in `f32`. The exit code is 1 if an answer is false.

use clearance::Outcome;
use lab::motion::{Scene, Verdict, judge};
use lab::soak::on_threads;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Motions that a thread takes at a time.
const CHUNK: u64 = 256;

/// What is counted.
const NAMES: [&str; 10] = [
    "clear",
    "hit",
    "near",
    "near without a graze",
    "false before lower",
    "hits without contact",
    "proofs refused",
    "asymmetric",
    "wide",
    "panics",
];

fn main() -> ExitCode {
    let (mut motions, mut seed, mut samples, mut threads) = (100_000, 1, 32, 1);
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        match (pair[0].as_str(), pair.get(1).and_then(|value| value.parse().ok())) {
            ("--motions", Some(value)) => motions = value,
            ("--seed", Some(value)) => seed = value,
            ("--samples", Some(value)) => samples = value as u32,
            ("--threads", Some(value)) => threads = value,
            _ => {
                eprintln!("usage: soak_motion [--motions N] [--seed S] [--samples K] [--threads T]");
                return ExitCode::from(2);
            }
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    let looks = AtomicU64::new(0);
    let counts: [AtomicU64; NAMES.len()] = Default::default();
    // How many motions took this many looks; the last entry is for all more.
    let histogram: Vec<AtomicU64> = (0..64).map(|_| AtomicU64::new(0)).collect();
    let start = Instant::now();
    on_threads(threads as usize, motions, CHUNK, |numbers| {
        for case in numbers.map(|k| seed + k) {
            let single = case % 4 == 3;
            let found = catch_unwind(|| judge(&Scene::random(case, single), single, samples));
            let found = found.ok();
            let flags = found.map_or_else(flags_of_panic, flags);
            for (place, flag) in flags.into_iter().enumerate() {
                counts[place].fetch_add(u64::from(flag), Ordering::Relaxed);
                if flag && place >= 3 {
                    println!("motion {case}: {}", NAMES[place]);
                }
            }
            let taken = found.map_or(0, |verdict| verdict.looks);
            looks.fetch_add(u64::from(taken), Ordering::Relaxed);
            histogram[(taken as usize).min(63)].fetch_add(1, Ordering::Relaxed);
        }
    });
    let counts = counts.map(AtomicU64::into_inner);
    let seconds = start.elapsed().as_secs_f64();
    let mut below = 0;
    let p99 = histogram.iter().position(|count| {
        below += count.load(Ordering::Relaxed);
        below * 100 >= motions * 99
    });
    print!("{motions} motions from seed {seed}:");
    for (name, count) in NAMES.iter().zip(counts) {
        print!(" {count} {name},");
    }
    let mean = looks.into_inner() as f64 / motions as f64;
    println!(" {mean:.2} looks (99 % at most {}), {seconds:.0} s", p99.unwrap_or(63));
    if counts[4..].iter().all(|count| *count == 0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One flag for each of [`NAMES`].
fn flags(verdict: Verdict) -> [bool; NAMES.len()] {
    let is = |outcome| verdict.outcome == Some(outcome);
    [
        is(Outcome::Clear),
        is(Outcome::Hit),
        is(Outcome::Near),
        verdict.is_open,
        verdict.is_false,
        verdict.is_unfounded,
        verdict.is_unproven,
        verdict.is_asymmetric,
        verdict.is_wide,
        false,
    ]
}

fn flags_of_panic() -> [bool; NAMES.len()] {
    core::array::from_fn(|place| place == NAMES.len() - 1)
}
