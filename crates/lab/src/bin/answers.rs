//! `answers [PAIRS]` prints one number for all answers on the corpus, one for random pairs of all kinds, one for
//! batches. Each number covers both precisions.
//!
//! A change that must not change answers leaves the three numbers as they are. PAIRS is 1,000,000 by default.

use lab::answers::{of_batches, of_corpus, of_random_pairs};
use std::process::ExitCode;

fn main() -> ExitCode {
    let pairs = match std::env::args().nth(1).map(|word| word.parse()) {
        None => 1_000_000,
        Some(Ok(pairs)) => pairs,
        Some(Err(_)) => {
            eprintln!("usage: answers [PAIRS]");
            return ExitCode::from(2);
        }
    };
    println!("corpus        {}", of_corpus());
    println!("random pairs  {}", of_random_pairs(pairs));
    println!("batches       {}", of_batches(pairs / 5_000));
    ExitCode::SUCCESS
}
