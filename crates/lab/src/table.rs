//! The corpus judged family by family, as a table.

use crate::corpus;
use crate::judge::{Judgement, Via, judge};
use clearance::Precision;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A family, judged.
pub struct Row {
    /// The family's name.
    pub family: String,
    /// One judgement a case.
    pub judgements: Vec<Judgement>,
}

/// Judges the families whose name contains `only`, on all cores.
pub fn judge_families(precision: Precision, via: Via, only: &str) -> Vec<Row> {
    corpus::families()
        .into_iter()
        .filter(|name| name.contains(only))
        .map(|family| Row { judgements: judge_family(&family, precision, via), family })
        .collect()
}

/// Judges the cases of one family, in order, on all cores.
pub fn judge_family(family: &str, precision: Precision, via: Via) -> Vec<Judgement> {
    let cases = corpus::family(family);
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(cases.len())));
    let work = || {
        while let Some((index, case)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            cases.get(index).map(|case| (index, case))
        } {
            let judgement = judge(case, precision, via);
            done.lock().expect("no judge panics").push((index, judgement));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut judgements = done.into_inner().expect("no judge panics");
    judgements.sort_by_key(|(index, _)| *index);
    judgements.into_iter().map(|(_, judgement)| judgement).collect()
}

impl Row {
    /// The cases of which something does not hold.
    pub fn failed(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements.iter().filter(|judgement| !judgement.failures.is_empty())
    }

    /// The worst of a measure.
    pub fn worst(&self, measure: impl Fn(&Judgement) -> f64) -> f64 {
        self.judgements.iter().map(measure).fold(0.0, f64::max)
    }

    /// How many cases failed with a complaint that contains one of `words`.
    pub fn count(&self, words: &[&str]) -> usize {
        let said =
            |judgement: &&Judgement| judgement.failures.iter().any(|f| words.iter().any(|word| f.contains(word)));
        self.judgements.iter().filter(said).count()
    }

    /// One line of the table under [`HEADING`].
    pub fn line(&self) -> String {
        let mean = self.judgements.iter().map(|j| j.time.as_secs_f64()).sum::<f64>() / self.judgements.len() as f64;
        format!(
            "{:<18}{:>6}{:>7}{:>9}{:>9}{:>10}{:>9.2}{:>10}{:>10.1}{:>9.2}{:>9.2}{:>10.2}{:>9.2}{:>6}{:>10.1}",
            self.family,
            self.judgements.len(),
            self.failed().count(),
            self.count(&["panic", "finite"]),
            self.count(&["status", "verdict", "within"]),
            self.count(&["misses"]),
            self.worst(|j| j.error),
            short(self.worst(|j| j.ulps)),
            self.worst(|j| j.width),
            self.worst(|j| j.outside),
            self.worst(|j| j.feature),
            self.worst(|j| j.invariant),
            self.worst(|j| j.shortfall),
            self.judgements.iter().map(|j| j.iterations).max().unwrap_or(0),
            mean * 1e6,
        )
    }
}

/// The columns of [`Row::line`]. Counts come first, then the worst of each measure in ε·scale (`ulps` is in its own
/// unit).
pub const HEADING: &str = "family             cases failed   panics verdicts  brackets    error      ulps     width  outside  feature invariant   normal  iter   mean µs";

fn short(x: f64) -> String {
    if x < 1e5 { format!("{x:.2}") } else { format!("{x:.1e}") }
}
