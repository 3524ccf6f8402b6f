//! How time is taken. In each round every engine has its turn, in an order that rotates. The median round counts.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::engines::{Runner, batch};

/// What is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// All distinct pairs one after the other, as in a scene.
    Stream,
    /// The same pair many times. Everything is in the cache, and every branch is predicted.
    Hot,
    /// All distinct pairs on all threads, by a clock on the wall: `--threads`.
    #[value(skip)]
    Threads,
}

impl std::fmt::Display for Protocol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stream => f.write_str("stream"),
            Self::Hot => f.write_str("hot"),
            Self::Threads => write!(f, "{} threads", batch::threads()),
        }
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of rounds, unless the time ends first.
    pub rounds: usize,
    /// After this time no new round begins, beyond [`LEAST_ROUNDS`].
    pub budget: Duration,
}

/// A median of fewer is not one.
const LEAST_ROUNDS: usize = 3;
/// Pairs that the hot protocol repeats, spread over the workload.
const HOT_PAIRS: usize = 8;
/// How often the hot protocol asks about a pair.
const REPETITIONS: usize = 1000;

/// The time of an engine, and its answers.
pub struct Measured {
    /// Nanoseconds a pair, the median over the rounds.
    pub ns: f64,
    /// The answers to all pairs in order, from a pass that is not timed.
    pub answers: Vec<f64>,
}

/// Times all engines of a cell.
pub fn measure(protocol: Protocol, effort: Effort, runners: &mut [Box<dyn Runner>]) -> Vec<Measured> {
    let mut answers: Vec<Vec<f64>> = runners.iter().map(|runner| vec![f64::NAN; runner.pairs()]).collect();
    // The first pass warms up. Later passes write to the same places again.
    for (runner, answers) in runners.iter_mut().zip(&mut answers) {
        runner.stream(answers);
    }
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); runners.len()];
    let start = Instant::now();
    for round in 0..effort.rounds {
        if round >= LEAST_ROUNDS && start.elapsed() > effort.budget {
            break;
        }
        for turn in 0..runners.len() {
            let engine = (turn + round) % runners.len();
            times[engine].push(pass(protocol, &mut *runners[engine], &mut answers[engine]));
        }
    }
    times.iter_mut().zip(answers).map(|(times, answers)| Measured { ns: median(times), answers }).collect()
}

/// Nanoseconds a pair of one pass. A pass before it is not timed, so an engine's turn begins with its own data in the
/// caches.
fn pass(protocol: Protocol, runner: &mut dyn Runner, answers: &mut [f64]) -> f64 {
    if protocol != Protocol::Hot {
        runner.stream(answers);
    }
    let start = Clock::of(protocol);
    let asked = match protocol {
        Protocol::Stream | Protocol::Threads => {
            runner.stream(answers);
            answers.len()
        }
        Protocol::Hot => {
            let pairs = HOT_PAIRS.min(answers.len());
            for pair in 0..pairs {
                runner.hot(pair * answers.len() / pairs, REPETITIONS);
            }
            pairs * REPETITIONS
        }
    };
    start.elapsed().as_nanos() as f64 / asked as f64
}

/// When a pass began.
enum Clock {
    /// By the clock of this thread, which stops while another program has the core.
    Thread(ThreadTime),
    /// By the clock on the wall: other threads answer.
    Wall(Instant),
}

impl Clock {
    fn of(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Stream | Protocol::Hot => Self::Thread(ThreadTime::now()),
            Protocol::Threads => Self::Wall(Instant::now()),
        }
    }
    fn elapsed(&self) -> Duration {
        match self {
            Self::Thread(start) => start.elapsed(),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

/// The middle value. For an even number it is the mean of the two middle values.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_interrupted_round_does_not_move_the_median() {
        assert_eq!(median(&mut [2.0, 1e9, 1.0]), 2.0);
        assert_eq!(median(&mut [4.0, 2.0, 1e9, 1.0]), 3.0);
    }

    #[test]
    fn every_engine_answers_every_pair_and_takes_part_in_every_round() {
        struct Counting {
            passes: f64,
        }
        impl Runner for Counting {
            fn stream(&mut self, answers: &mut [f64]) {
                self.passes += 1.0;
                answers.fill(self.passes);
            }
            fn hot(&mut self, _: usize, _: usize) {}
            fn pairs(&self) -> usize {
                5
            }
        }
        let mut runners: Vec<Box<dyn Runner>> = (0..3).map(|_| Box::new(Counting { passes: 0.0 }) as _).collect();
        let effort = Effort { rounds: 7, budget: Duration::from_secs(60) };
        for measured in measure(Protocol::Stream, effort, &mut runners) {
            assert_eq!(measured.answers, [15.0; 5]);
        }
    }
}
