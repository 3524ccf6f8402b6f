//! Measures the answers for pairs of curved shapes, and prints the table of docs/curved.md.
//!
//! Usage: `cargo run --release -p lab --bin curved -- [--pairs N] [--seed S] [--placings] [KIND ...]`. It prints a row
//! for every two kinds. With `--placings` it prints a row for every two kinds and each placing.

use clearance::Solver;
use lab::curved::{KINDS, Kind, Measured, PLACINGS, Placing, documented, pair};
use std::process::ExitCode;
use std::time::Instant;

/// What is asked for.
struct Options {
    pairs: u64,
    seed: u64,
    placings: bool,
    only: Vec<String>,
}

fn options() -> Options {
    let mut options = Options { pairs: 20, seed: 1, placings: false, only: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).expect("a number follows");
        match word.as_str() {
            "--pairs" => options.pairs = number(),
            "--seed" => options.seed = number(),
            "--placings" => options.placings = true,
            _ => options.only.push(word),
        }
    }
    options
}

/// A row of the table: the worst of each measure, sums, and the answers that break a law.
#[derive(Default)]
struct Row {
    worst: Measured,
    answers: u64,
    iterations: u64,
    many: u64,
    nanoseconds: u128,
    /// Answers that break a law, documented or not.
    off: u64,
    /// The broken laws that the documentation does not excuse: how often each was broken, and the first seed.
    broken: Vec<(&'static str, u64, u64)>,
}

impl Row {
    fn ask(&mut self, kinds: [Kind; 2], placing: Placing, seed: u64) {
        let [a, b] = pair(kinds, placing, seed);
        let start = Instant::now();
        let answer = Solver::default().signed_distance(&a, &b);
        self.nanoseconds += start.elapsed().as_nanos();
        let measured = Measured::of(&a, &b, &answer);
        self.answers += 1;
        self.iterations += u64::from(measured.iterations);
        self.many += u64::from(measured.iterations > 64);
        self.off += u64::from(!measured.broken().is_empty());
        self.worst = self.worst.or_worse(&measured);
        for law in measured.broken_but_for(documented(kinds, placing)) {
            match self.broken.iter_mut().find(|(known, ..)| *known == law) {
                Some((_, count, _)) => *count += 1,
                None => self.broken.push((law, 1, seed)),
            }
        }
    }

    fn print(&self, name: &str) {
        let mean = self.iterations as f64 / self.answers as f64;
        let time = self.nanoseconds as f64 / self.answers as f64 / 1000.0;
        println!("{name:<34}{}{mean:8.1}{:6}{time:9.1}{:6}", self.worst, self.many, self.off);
        for (law, count, seed) in &self.broken {
            println!("    {count} x {law}, first seed {seed}");
        }
    }
}

fn main() -> ExitCode {
    let options = options();
    let wanted = |kind: Kind| options.only.is_empty() || options.only.contains(&format!("{kind:?}"));
    println!(
        "{:<34}{:>9}{:>9}{:>9}{:>9}{:>6}{:>8}{:>6}{:>9}{:>6}",
        "", "width", "residual", "plane", "normal", "most", "mean", "> 64", "us", "off"
    );
    let (mut answers, mut off, mut failed) = (0, 0, 0);
    for (first, &a) in KINDS.iter().enumerate() {
        for &b in &KINDS[first..] {
            if (a.is_polytope() && b.is_polytope()) || !(wanted(a) && wanted(b)) {
                continue;
            }
            let mut all = Row::default();
            for placing in PLACINGS {
                let mut row = Row::default();
                for seed in options.seed..options.seed + options.pairs {
                    let rows = if options.placings { &mut row } else { &mut all };
                    rows.ask([a, b], placing, seed);
                }
                if options.placings {
                    row.print(&format!("{a:?} {b:?} {placing:?}"));
                    (answers, off) = (answers + row.answers, off + row.off);
                    failed += row.broken.iter().map(|(_, count, _)| count).sum::<u64>();
                }
            }
            if !options.placings {
                all.print(&format!("{a:?} {b:?}"));
                (answers, off) = (answers + all.answers, off + all.off);
                failed += all.broken.iter().map(|(_, count, _)| count).sum::<u64>();
            }
        }
    }
    println!("{answers} answers, {off} off a law, {failed} laws broken that docs/curved.md does not excuse");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
