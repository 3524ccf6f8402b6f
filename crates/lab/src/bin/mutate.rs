//! Reads mutated files for some time: `cargo run --release -p lab --bin mutate -- [--seconds N] [--seed S] [FORMAT
//! ...]`.
//!
//! The formats are obj stl ply off xyz pcd svg wkt geojson json gltf glb 3mf dae literal pairs urdf srdf mjcf. If none is named, all
//! are used. The number of a case is the seed of its input. So `--seed S --seconds 0` repeats the one case S, and `--seed S --show`
//! writes its input to standard output.
//!
//! The time of a case is that of the reader and of the check, which writes every shape as JSON and reads it again. Of the slowest
//! cases, which draw hundreds of thousands of chords of curves, that is nearly all.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lab::files::{Format, Outcome, check, mutated};
use lab::random::Random;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |key: &str, otherwise: u64| {
        let at = words.iter().position(|word| word == key);
        at.and_then(|at| words.get(at + 1)).and_then(|word| word.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, seed) = (value("--seconds", 10), value("--seed", 1));
    let named = |format: &Format| words.iter().any(|word| word == format.name());
    let all = !Format::ALL.iter().any(named);
    let show = words.iter().any(|word| word == "--show");
    for format in Format::ALL.into_iter().filter(|format| all || named(format)) {
        if show {
            let shown = std::io::stdout().write_all(&mutated(format, &mut Random::new(seed)));
            return if shown.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        run(format, Duration::from_secs(seconds), seed);
    }
    ExitCode::SUCCESS
}

/// Runs cases from `seed` on until the time is over, and prints the results. A failure ends the program.
fn run(format: Format, time: Duration, seed: u64) {
    let start = Instant::now();
    let (mut case, mut accepted, mut slowest) = (seed, 0u64, (Duration::ZERO, seed));
    loop {
        let input = mutated(format, &mut Random::new(case));
        let begin = Instant::now();
        let outcome = std::panic::catch_unwind(|| check(format, &input));
        slowest = slowest.max((begin.elapsed(), case));
        match outcome {
            Ok(outcome) => accepted += u64::from(outcome == Outcome::Accepted),
            Err(_) => {
                eprintln!("{}: case {case} fails: {}", format.name(), String::from_utf8_lossy(&input));
                std::process::exit(1);
            }
        }
        case += 1;
        if start.elapsed() >= time {
            break;
        }
    }
    let inputs = case - seed;
    println!(
        "{:8} {inputs:>9} inputs from seed {seed}: {accepted} accepted, {} refused, 0 failures; slowest {:.1} ms (case {})",
        format.name(),
        inputs - accepted,
        1e3 * slowest.0.as_secs_f64(),
        slowest.1
    );
}
