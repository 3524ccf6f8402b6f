//! Claims about many pairs within one budget: every pair gets a fair part of it.
//!
//! **Method.** The pair that has cost least so far is searched next, until it has cost twice as much. So pairs that are
//! easy are decided early, wherever they are in the list, and no hard pair takes the time of another. With a budget that
//! is long enough the answers are those of single searches.

use crate::claim::{Claim, Progress, Question};
use crate::plane::Terms;
use crate::prove::{BoxRecord, Found, Prepared, Search, not_claimed};
use crate::tree::Robot;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Cells of a first search. Most pairs need fewer.
const FIRST_CELLS: u64 = 256;

/// A search that waits for its next part.
struct Job<'c> {
    search: Search<'c>,
    found: Found,
}

impl Robot {
    /// A claim for each of many pairs, in their order.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove_all(&self, pairs: &[[usize; 2]], question: &Question) -> Vec<Claim> {
        self.prove_all_while(pairs, question, &|_| true)
    }

    /// [`Robot::prove_all`], for as long as the caller wants to go on. All pairs are searched by turns. The function is
    /// called every [`CELLS_A_CALL`](crate::CELLS_A_CALL) cells, and with the feature `rayon` by several threads.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove_all_while(
        &self,
        pairs: &[[usize; 2]],
        question: &Question,
        go_on: &(dyn Fn(&Progress) -> bool + Sync),
    ) -> Vec<Claim> {
        self.prove_all_by(pairs, question, go_on, Terms::All).into_iter().map(|(claim, _)| claim).collect()
    }

    /// [`Robot::prove_all_while`] with these terms, and what was recorded.
    pub(crate) fn prove_all_by(
        &self,
        pairs: &[[usize; 2]],
        question: &Question,
        go_on: &(dyn Fn(&Progress) -> bool + Sync),
        terms: Terms,
    ) -> Vec<(Claim, BoxRecord)> {
        let prepared: Vec<_> = pairs.iter().map(|&pair| Prepared::new(self, pair, question)).collect();
        let jobs: Vec<Mutex<Option<Job>>> = prepared
            .iter()
            .map(|prepared| {
                let search = prepared.as_ref().ok().map(|own| {
                    let mut search = own.search(question.margin);
                    search.set_terms(terms);
                    search
                });
                Mutex::new(search.map(|search| Job { search, found: Found::Spent }))
            })
            .collect();
        // What each pair has cost, and its number.
        let waiting: BTreeSet<(u64, usize)> =
            (0..pairs.len()).filter(|&at| prepared[at].is_ok()).map(|at| (0, at)).collect();
        let (waiting, decided) = (Mutex::new(waiting), AtomicUsize::new(0));
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
        let work = || {
            // If no pair waits, each that is left is in the hands of another thread.
            while let Some((cost, at)) = next() {
                let mut slot = jobs[at].lock().unwrap_or_else(PoisonError::into_inner);
                let Some(job) = slot.as_mut() else { continue };
                let mut stopped = false;
                while job.search.judged < 2 * cost.max(FIRST_CELLS) && job.search.cells < question.cells && !stopped {
                    let until = question.cells.min(job.search.cells + FIRST_CELLS);
                    job.found = job.search.run(until, &mut |cells, share| {
                        let decided = decided.load(Relaxed);
                        stopped = !go_on(&Progress { pair: pairs[at], cells, share, decided });
                        !stopped
                    });
                    if !matches!(job.found, Found::Spent) {
                        break;
                    }
                }
                if !matches!(job.found, Found::Spent) {
                    decided.fetch_add(1, Relaxed);
                } else if job.search.cells < question.cells && !stopped {
                    waiting.lock().unwrap_or_else(PoisonError::into_inner).insert((job.search.judged, at));
                }
            }
        };
        on_all_threads(&work);
        let jobs = jobs.into_iter().map(|job| job.into_inner().unwrap_or_else(PoisonError::into_inner));
        let all = prepared.iter().zip(jobs).zip(pairs);
        all.map(|((prepared, job), &pair)| match (prepared, job) {
            (Ok(prepared), Some(Job { mut search, found })) => {
                (prepared.claim(&search, found), prepared.record(&mut search))
            }
            (Ok(prepared), None) => {
                (prepared.claim(&prepared.search(question.margin), Found::Spent), BoxRecord::default())
            }
            (Err(why), _) => (not_claimed(pair, why.clone()), BoxRecord::default()),
        })
        .collect()
    }
}

/// Runs the same work on all threads.
fn on_all_threads(work: &(dyn Fn() + Sync)) {
    #[cfg(feature = "rayon")]
    rayon::broadcast(|_| work());
    #[cfg(not(feature = "rayon"))]
    work();
}
