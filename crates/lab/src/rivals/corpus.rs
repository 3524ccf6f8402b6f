//! The methods on the exact corpus. Radii are left out: the methods know polytopes only. So the verdict and the
//! distance are those of the cores.

use super::motion::empty_measurement;
use super::{Arena, Known, Method, Outcome, Stage, Tally};
use crate::corpus::{Case, families, family};
use crate::truth::Truth;
use clearance::{Hull, Ring, Vec2, Vec3};
use clearance_rivals::Body;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a pair is asked, every time with nothing in memory. The least time counts.
const REPEATS: u32 = 5;

/// The counts of all methods on one family.
pub struct Row {
    /// The family's name.
    pub family: String,
    /// One a method, in the order of [`Method::all`].
    pub tallies: Vec<Tally>,
}

/// Judges all methods on the families whose name contains `only`.
pub fn judge(only: &str) -> Vec<Row> {
    let names = families().into_iter().filter(|name| name.contains(only));
    names
        .map(|name| {
            let mut tallies = vec![Tally::default(); Method::all().len()];
            for case in family(&name) {
                if case.dim == 2 {
                    judge_case::<Vec2<f64>>(&case, &mut tallies);
                } else {
                    judge_case::<Vec3<f64>>(&case, &mut tallies);
                }
            }
            Row { family: name, tallies }
        })
        .collect()
}

/// What the corpus knows of the cores of a case.
pub fn known(case: &Case) -> Known {
    let truth = Truth::of_corpus(&case.problem(), &case.exact);
    let apart = !truth.surd.negative && !truth.surd.square.is_zero();
    let distance = if apart { truth.surd.square.root().to_f64() } else { 0.0 };
    // The true distance is within half a unit in the last place of its float.
    let room = distance * f64::EPSILON;
    Known { apart, lower: distance - room, upper: distance + room, scale: truth.scale }
}

/// The bodies of a case.
///
/// # Panics
/// When the corpus is damaged.
pub fn stage<W: Arena>(case: &Case) -> Stage<W> {
    let body = |points: Vec<W>| Body::new(Hull::new(&points).expect("the corpus has finite points"));
    Stage::new([body(case.a.vectors()), body(case.b.vectors())])
}

fn judge_case<W: Arena>(case: &Case, tallies: &mut [Tally]) {
    let (known, stage) = (known(case), stage::<W>(case));
    let poses = [case.a.pose::<W>(), case.b.pose::<W>()];
    let empty = empty_measurement();
    for (method, tally) in Method::all().into_iter().zip(tallies) {
        let mut outcome = Outcome::default();
        let mut least = Duration::MAX;
        for _ in 0..REPEATS {
            let mut fresh = method.clone();
            let start = Instant::now();
            outcome = black_box(fresh.ask(black_box(&stage), [&poses[0], &poses[1]]));
            least = least.min(start.elapsed());
        }
        tally.count(&known, &outcome, least.saturating_sub(empty));
    }
}
