//! How many looks at the shapes at rest impacts take, and how many of them end near contact: by the greatest turn.
//!
//! Usage: `cargo run --release -p lab --bin impact_looks -- [--motions N] [--seed S] [--threads T] [--list L]`
//!
//! Motion k is scene S + k of `lab::motion`, as in `soak_motion`; every fourth is in `f32`. Nothing is judged but what
//! is near. A motion that is near is *open* if rounding does not hide the distance where its proof ends. `--list`
//! prints the motions that are open or take at least L looks.

use clearance::{Outcome, Solver, Vec2, Vec3};
use lab::motion::{Scene, is_open};
use lab::soak::on_threads;
use lab::space::Lab;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Motions that a thread takes at a time.
const CHUNK: u64 = 256;

/// The greatest turns of the classes, in degrees.
const CLASSES: [u32; 3] = [45, 180, 720];

/// More looks than this are counted as this many.
const MOST: usize = 513;

const OUTCOMES: [Outcome; 3] = [Outcome::Clear, Outcome::Hit, Outcome::Near];

/// What is counted of a class.
struct Class {
    looks: [Vec<AtomicU64>; 3],
    open: AtomicU64,
}

impl Class {
    fn new() -> Self {
        let zeros = || (0..=MOST).map(|_| AtomicU64::new(0)).collect();
        Self { looks: [zeros(), zeros(), zeros()], open: AtomicU64::new(0) }
    }

    fn add(&self, outcome: Outcome, looks: u32, open: bool) {
        let place = OUTCOMES.iter().position(|known| *known == outcome).expect("an outcome");
        self.looks[place][(looks as usize).min(MOST)].fetch_add(1, Ordering::Relaxed);
        self.open.fetch_add(u64::from(open), Ordering::Relaxed);
    }

    /// How many, the mean, and the looks that so many parts of 1,000 do not exceed.
    fn line(&self, outcomes: &[usize]) -> String {
        let count = |looks: usize| -> u64 {
            outcomes.iter().map(|outcome| self.looks[*outcome][looks].load(Ordering::Relaxed)).sum()
        };
        let total: u64 = (0..=MOST).map(count).sum();
        let mean = (0..=MOST).map(|looks| looks as u64 * count(looks)).sum::<u64>() as f64 / total.max(1) as f64;
        let quantile = |parts: u64| {
            let mut below = 0;
            let is_reached = |looks: &usize| {
                below += count(*looks);
                below * 1000 >= total * parts
            };
            (0..=MOST).find(is_reached).unwrap_or(MOST)
        };
        format!("{total:>10}{mean:>8.2}{:>7}{:>7}{:>7}", quantile(500), quantile(990), quantile(999))
    }
}

fn main() -> ExitCode {
    let (mut motions, mut seed, mut threads, mut list) = (100_000, 1, 1, u64::MAX);
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        match (pair[0].as_str(), pair.get(1).and_then(|value| value.parse().ok())) {
            ("--motions", Some(value)) => motions = value,
            ("--seed", Some(value)) => seed = value,
            ("--threads", Some(value)) => threads = value,
            ("--list", Some(value)) => list = value,
            _ => {
                eprintln!("usage: impact_looks [--motions N] [--seed S] [--threads T] [--list L]");
                return ExitCode::from(2);
            }
        }
    }
    let classes = CLASSES.map(|_| Class::new());
    on_threads(threads as usize, motions, CHUNK, |numbers| {
        for case in numbers.map(|k| seed + k) {
            let single = case % 4 == 3;
            let scene = Scene::random(case, single);
            let (outcome, looks, open) = match (scene.dimension, single) {
                (2, false) => asked::<Vec2<f64>>(&scene),
                (2, true) => asked::<Vec2<f32>>(&scene),
                (_, false) => asked::<Vec3<f64>>(&scene),
                (_, true) => asked::<Vec3<f32>>(&scene),
            };
            let degrees = scene.greatest_turn().to_degrees();
            let class = CLASSES.iter().position(|most| degrees <= f64::from(*most)).unwrap_or(CLASSES.len() - 1);
            classes[class].add(outcome, looks, open);
            if list < u64::MAX && (open || u64::from(looks) >= list) {
                let what = if open { " open" } else { "" };
                println!(
                    "motion {case}: {outcome:?}{what}, {looks} looks, {}-d, {degrees:.0} degrees",
                    scene.dimension
                );
            }
        }
    });
    println!("{motions} motions from seed {seed}; looks: mean, median, 99 %, 99.9 %");
    println!("{:<20}{:>10}{:>8}{:>7}{:>7}{:>7}", "turn", "motions", "mean", "50 %", "99 %", "99.9 %");
    for (class, most) in classes.iter().zip(CLASSES) {
        let rows = [("all", vec![0, 1, 2]), ("clear", vec![0]), ("hit", vec![1]), ("near", vec![2])];
        for (name, outcomes) in rows {
            println!("{:<20}{}", format!("to {most}, {name}"), class.line(&outcomes));
        }
        println!("to {most}, open: {}", class.open.load(Ordering::Relaxed));
    }
    ExitCode::SUCCESS
}

/// The outcome, the looks, and whether it is open.
fn asked<V: Lab>(scene: &Scene) -> (Outcome, u32, bool) {
    let (cast, proof) = scene.impact::<V>(&Solver::default());
    let reached = proof.last().map_or(0.0, |interval| interval.end);
    let open = cast.outcome == Outcome::Near && is_open(scene, reached);
    (cast.outcome, cast.iterations, open)
}
