//! Very many motions: most of them cheap, each with checks that need no proof.
//!
//! [`crate::motion`] judges some thousand motions a second on one core, with a checker of proofs. Here a motion takes a
//! few microseconds: most are casts and rays, and one in a stated number turns. Half of the pairs are aimed, so that a
//! moment of contact is known.

pub mod actor;
pub mod check;
pub mod pair;

use check::{FAULTS, Found};
use clearance::Outcome;
use pair::{ASKED, Pair};
use std::fmt;

/// What to ask.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// One motion in this many turns.
    pub turning_every: u64,
    /// One motion in this many is looked at in many moments, exchanged, and scaled.
    pub full_every: u64,
    /// How many moments.
    pub samples: u32,
}

/// What happened, of one question about polytopes or about pairs with a curved core.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Clear, hit and near.
    outcomes: [u64; 3],
    /// Near without a graze.
    open: u64,
    /// How many were not aimed, and how many of those are near.
    random: [u64; 2],
    /// Transversal hits, and how many of those have a bracket that is wider than allowed.
    transversal: [u64; 2],
    /// The widest bracket of those, in 10⁻¹² times what the speed allows, and its seed.
    widest: (f64, u64),
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    lines: [[Line; 2]; ASKED.len()],
    /// How many answers had each fault.
    pub faults: [u64; FAULTS.len()],
    full: u64,
}

impl Tally {
    /// Asks about the motion of a seed. A fault prints a line that asks the same of `clearance query`.
    pub fn ask(&mut self, seed: u64, plan: &Plan) {
        let pair = Pair::random(seed, plan.turning_every);
        let is_full = seed % plan.full_every == 0;
        let found = check::examine(&pair, seed, if is_full { plan.samples } else { 0 });
        self.full += u64::from(is_full);
        self.count(&pair, seed, &found);
        for (what, count) in
            FAULTS.iter().zip(&mut self.faults).zip(found.faults).filter_map(|(at, is)| is.then_some(at))
        {
            *count += 1;
            println!("FAULT {what}, seed {seed}, {:?}: {}", pair.asked, pair.line(seed));
        }
        if found.open {
            println!("near without a graze, seed {seed}, {:?}", pair.asked);
        }
    }

    fn count(&mut self, pair: &Pair, seed: u64, found: &Found) {
        let line = &mut self.lines[pair.asked as usize][usize::from(!found.polytopes)];
        if let Some(outcome) = found.outcome {
            line.outcomes[outcome as usize] += 1;
        }
        line.open += u64::from(found.open);
        if pair.meeting.is_none() {
            line.random[0] += 1;
            line.random[1] += u64::from(found.outcome == Some(Outcome::Near));
        }
        if let Some(width) = found.width {
            line.transversal[0] += 1;
            line.transversal[1] += u64::from(width > 1.0);
            if width > line.widest.0 {
                line.widest = (width, seed);
            }
        }
    }

    /// How many answers were clear, hit and near: of each question about polytopes, and about pairs with a curved core.
    pub fn outcome_counts(&self) -> Vec<[u64; 3]> {
        self.lines.as_flattened().iter().map(|line| line.outcomes).collect()
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        for (line, other) in self.lines.as_flattened_mut().iter_mut().zip(other.lines.as_flattened()) {
            line.outcomes = core::array::from_fn(|k| line.outcomes[k] + other.outcomes[k]);
            line.open += other.open;
            line.random = core::array::from_fn(|k| line.random[k] + other.random[k]);
            line.transversal = core::array::from_fn(|k| line.transversal[k] + other.transversal[k]);
            if other.widest.0 > line.widest.0 {
                line.widest = other.widest;
            }
        }
        self.faults = core::array::from_fn(|k| self.faults[k] + other.faults[k]);
        self.full += other.full;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<10}{:<10}{:>11}{:>11}{:>9}{:>9}{:>11}{:>6}{:>12}{:>6}{:>12}  its seed",
            "asked", "cores", "clear", "hit", "near", "no graze", "not aimed", "near", "transversal", "wide", "widest"
        )?;
        for (asked, lines) in ASKED.iter().zip(&self.lines) {
            for (cores, line) in ["polytopes", "curved"].iter().zip(lines) {
                let Line { outcomes: [clear, hit, near], open, random: [random, random_near], .. } = line;
                let ([transversal, wide], (widest, seed)) = (line.transversal, line.widest);
                let asked = format!("{asked:?}");
                write!(f, "{asked:<10}{cores:<10}{clear:>11}{hit:>11}{near:>9}{open:>9}{random:>11}{random_near:>6}")?;
                writeln!(f, "{transversal:>12}{wide:>6}{widest:>12.3e}  {seed}")?;
            }
        }
        for (what, count) in FAULTS.iter().zip(self.faults) {
            write!(f, "{count} {what}, ")?;
        }
        let lines = self.lines.as_flattened();
        let sum = |of: &dyn Fn(&Line) -> u64| lines.iter().map(of).sum::<u64>();
        let (total, near) =
            (sum(&|line| line.outcomes.iter().sum()), sum(&|line| line.outcomes[Outcome::Near as usize]));
        let (random, random_near) = (sum(&|line| line.random[0]), sum(&|line| line.random[1]));
        write!(
            f,
            "{} looked at in many moments; near: {near} of {total}, and {random_near} of {random} not aimed",
            self.full
        )
    }
}

/// Asks about the motions of these seeds.
pub fn run(seeds: std::ops::Range<u64>, plan: &Plan) -> Tally {
    let mut tally = Tally::default();
    seeds.for_each(|seed| tally.ask(seed, plan));
    tally
}
