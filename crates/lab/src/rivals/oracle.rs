//! V-Clip and the hierarchy as oracles of the solver: methods that share nothing with it but the hulls.
//!
//! Each pair is asked three times: the solver, V-Clip from a cold start, and the descent of both hierarchies. The
//! distance of an oracle may lie beyond the solver's bracket by its own rounding, and no more. If it does, or if a
//! verdict differs, exact numbers decide who is wrong. Where the solver is, it is a fault; where the oracle is, it is
//! counted.

use super::{Arena, Method, Outcome, Stage};
use crate::generators::{Kind, problem};
use crate::nearest::Pair as ExactPair;
use crate::random::Random;
use crate::soak::on_threads;
use crate::truth::Problem;
use clearance::{Hull, Pose, Ring, Shape, Solver, Status, Vec2, Vec3, WideVector};
use clearance_rivals::Body;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// The oracles, in the order of the report.
const ORACLES: [&str; 2] = ["V-Clip", "hierarchy"];

/// How far an oracle's distance may lie beyond the bracket: 64 roundings of the greatest coordinate. A pure number.
/// Larger: a wrong bracket is missed. Smaller: the oracles' own rounding is looked into by exact numbers, which takes
/// time.
const ROOM: f64 = 64.0 * f64::EPSILON;

/// What is nasty about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Vertices on ellipsoids, a few dozen or hundreds, near each other.
    Round,
    /// Small hulls of a kind of [`crate::generators`].
    Nasty(Kind),
}

/// The kinds that the oracles' float arithmetic can follow: none of slivers, of very different sizes, or far from the
/// origin.
const FOLLOWED: [Kind; 4] = [Kind::Plain, Kind::Lattice, Kind::Kissing, Kind::Posed];

/// What happened with the pairs of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Pairs asked.
    pub asked: u64,
    /// Pairs that are apart, by the solver.
    pub apart: u64,
    /// For each oracle: answers beyond the bracket or with another verdict.
    pub disagreed: [u64; 2],
    /// For each oracle: walks that did not end.
    pub endless: [u64; 2],
}

/// What happened.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The counts of each source.
    pub counts: BTreeMap<Source, Count>,
    /// Answers of the solver that exact numbers refute: what, how often, and the first seed.
    pub faults: BTreeMap<String, (u64, u64)>,
    /// The first seeds of disagreements in which exact numbers hold with the solver.
    pub refuted_oracles: Vec<(u64, String)>,
}

/// Asks the oracles beside the solver about `pairs` random pairs on all cores. Pair k has seed `seed` + k.
pub fn run(pairs: u64, seed: u64) -> Report {
    let total = Mutex::new(Report::default());
    on_threads(std::thread::available_parallelism().map_or(1, usize::from), pairs, 256, |range| {
        let mut own = Report::default();
        for k in range {
            match (seed + k) % 2 {
                0 => ask::<Vec2<f64>>(seed + k, &mut own),
                _ => ask::<Vec3<f64>>(seed + k, &mut own),
            }
        }
        total.lock().expect("no thread panics").add(own);
    });
    total.into_inner().expect("no thread panics")
}

/// The pair of a seed, without radii.
pub fn pair_of_seed<W: Arena>(seed: u64) -> (Source, Problem) {
    let mut random = Random::new(seed);
    if random.once_in(3) {
        return (Source::Round, round::<W>(&mut random));
    }
    let kind = FOLLOWED[random.below(FOLLOWED.len())];
    let most = 1 + random.below(12);
    let mut problem = problem::<W>(&mut random, kind, most);
    (problem.a.radius, problem.b.radius) = (0.0, 0.0);
    (Source::Nasty(kind), problem)
}

/// Two bodies of 4 to 300 vertices on ellipsoids. A third of them meet.
fn round<W: Arena>(random: &mut Random) -> Problem {
    let dim = W::DIM;
    let mut cloud = |far: f64| {
        let count = if random.once_in(4) { 4 + random.below(297) } else { 4 + random.below(40) };
        let axes: [f64; 3] = std::array::from_fn(|_| 0.6 + 0.4 * random.unit());
        let shift: [f64; 3] = std::array::from_fn(|_| far * random.signed());
        let vertex = |random: &mut Random| loop {
            let p: Vec<f64> = (0..dim).map(|_| random.signed()).collect();
            let length = p.iter().map(|c| c * c).sum::<f64>().sqrt();
            if length > 0.1 && length < 1.0 {
                return (0..dim).map(|i| shift[i] + axes[i] * p[i] / length).collect::<Vec<f64>>();
            }
        };
        crate::space::Rough { points: (0..count).map(|_| vertex(random)).collect(), radius: 0.0, pose: None }
    };
    Problem { a: cloud(0.0), b: cloud(2.0) }
}

fn ask<W: Arena>(seed: u64, report: &mut Report) {
    let (source, problem) = pair_of_seed::<W>(seed);
    let body = |points: Vec<W>| Body::new(Hull::new(&points).expect("a rough shape has finite points"));
    let stage = Stage::new([body(problem.a.vectors()), body(problem.b.vectors())]);
    let poses = [problem.a.pose::<W>(), problem.b.pose::<W>()];
    let answer = solved(&stage, &poses);
    let count = report.counts.entry(source).or_default();
    count.asked += 1;
    count.apart += u64::from(answer.status == Status::Separated);
    let [_, v_clip, hierarchy, ..] = Method::all();
    for (place, mut method) in [v_clip, hierarchy].into_iter().enumerate() {
        let outcome = method.ask(&stage, [&poses[0], &poses[1]]);
        if outcome.apart.is_none() {
            count.endless[place] += 1;
        } else if !agrees(&answer, &outcome, ROOM * problem.size()) {
            count.disagreed[place] += 1;
            let what = format!("{}, {source:?}", ORACLES[place]);
            match refuted(&problem, &answer) {
                Some(fault) => report.faults.entry(format!("{fault} ({what})")).or_insert((0, seed)).0 += 1,
                None => report.refuted_oracles.push((seed, what)),
            }
        }
    }
}

fn solved<W: Arena>(stage: &Stage<W>, poses: &[Pose<W>; 2]) -> clearance::Proximity<W> {
    let [a, b] = [0, 1].map(|side| stage.bodies[side].hull().at(poses[side]));
    Solver::default().distance(&a, &b)
}

/// Whether an oracle's answer lies in the solver's bracket, with a room for the oracle's own rounding. An oracle that
/// calls a pair apart or meeting agrees as well if the distance is within that room.
fn agrees<W: WideVector>(answer: &clearance::Proximity<W>, outcome: &Outcome, room: f64) -> bool {
    let distance = outcome.distance.unwrap_or(f64::NAN);
    answer.lower - room <= distance && distance <= answer.upper + room
}

/// What exact numbers say against the solver's answer.
fn refuted<W: Arena>(problem: &Problem, answer: &clearance::Proximity<W>) -> Option<&'static str> {
    let square = ExactPair::new(problem.a.world::<W>(), problem.b.world::<W>()).nearest().square;
    let exact = |x: f64| crate::exact::Rational::from(x.max(0.0));
    let (lower, upper) = (exact(answer.lower), exact(answer.upper));
    if square < lower.times(&lower) || square > upper.times(&upper) {
        return Some("the bracket misses the exact distance");
    }
    let apart = square > exact(0.0);
    (apart != (answer.status == Status::Separated)).then_some("the verdict is wrong")
}

impl Report {
    fn add(&mut self, other: Self) {
        for (source, count) in other.counts {
            let known = self.counts.entry(source).or_default();
            known.asked += count.asked;
            known.apart += count.apart;
            for place in 0..ORACLES.len() {
                known.disagreed[place] += count.disagreed[place];
                known.endless[place] += count.endless[place];
            }
        }
        for (what, (count, seed)) in other.faults {
            let known = self.faults.entry(what).or_insert((0, seed));
            *known = (known.0 + count, known.1.min(seed));
        }
        self.refuted_oracles.extend(other.refuted_oracles);
        self.refuted_oracles.sort();
        self.refuted_oracles.truncate(20);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16}{:>10}{:>10}  {:<22}hierarchy", "pairs", "asked", "apart", "V-Clip")?;
        for (source, count) in &self.counts {
            let cell = |place: usize| format!("{} beyond, {} endless", count.disagreed[place], count.endless[place]);
            let name = format!("{source:?}");
            writeln!(f, "{name:<16}{:>10}{:>10}  {:<22}{}", count.asked, count.apart, cell(0), cell(1))?;
        }
        for (seed, what) in &self.refuted_oracles {
            writeln!(f, "  the oracle is wrong: {what}, seed {seed}")?;
        }
        for (what, (count, seed)) in &self.faults {
            writeln!(f, "  {count} x {what}, first seed {seed}")?;
        }
        let asked: u64 = self.counts.values().map(|count| count.asked).sum();
        let faults: u64 = self.faults.values().map(|(count, _)| count).sum();
        write!(f, "{asked} pairs beside V-Clip and the hierarchy, {faults} faults of the solver")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracles_agree_with_the_solver_on_random_polytopes() {
        let report = run(1500, 1);
        assert!(report.faults.is_empty(), "{report}");
        for (source, count) in &report.counts {
            assert!(count.asked > 50 && count.apart > 20 && count.asked - count.apart > 10, "{source:?}: {report}");
        }
        // On bodies in general position the oracles make no mistakes themselves.
        let round = report.counts[&Source::Round];
        assert_eq!((round.disagreed, round.endless), ([0; 2], [0; 2]), "{report}");
    }

    #[test]
    fn an_answer_beyond_the_bracket_is_no_agreement_and_exact_numbers_refute_it() {
        let (_, problem) = (1..).map(pair_of_seed::<Vec3<f64>>).find(|(source, _)| *source == Source::Round).unwrap();
        let [a, b] = [problem.a.vectors::<Vec3<f64>>(), problem.b.vectors()].map(|points| Hull::new(&points).unwrap());
        let mut answer = Solver::default().distance(&a, &b);
        let outcome = Outcome { apart: Some(true), distance: Some(answer.distance), steps: 0 };
        assert!(agrees(&answer, &outcome, 0.0) && refuted(&problem, &answer).is_none());
        (answer.lower, answer.upper) = (answer.lower + 1.0, answer.upper + 1.0);
        assert!(!agrees(&answer, &outcome, ROOM * problem.size()));
        assert_eq!(refuted(&problem, &answer), Some("the bracket misses the exact distance"));
    }
}
