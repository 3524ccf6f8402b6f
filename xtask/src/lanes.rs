//! Two steps side by side: one core waits while a linker, a test with one thread, or a download keeps the other.
//!
//! Each step runs in a process of its own, which tells its end in a file. What it prints is kept, and shown when it ends.

use crate::core_checks;
use crate::runner::{End, Outcome, Place, Step, target_folder};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The word before the name of a step and the file for its end. Nobody types it.
pub const WORD: &str = "--report";

/// The steps that have not begun, with their numbers, and the places that are taken.
struct Queue {
    waiting: Vec<(usize, &'static Step)>,
    taken: Vec<Place>,
}

impl Queue {
    /// Takes the first step that may begin.
    fn take(&mut self) -> Option<(usize, &'static Step)> {
        let only_machine = self.waiting.iter().all(|(_, step)| step.place == Place::Machine);
        let may_begin = |place: Place| match place {
            Place::Machine => only_machine && self.taken.is_empty(),
            place => !self.taken.contains(&place),
        };
        let first = self.waiting.iter().position(|(_, step)| may_begin(step.place))?;
        let (index, step) = self.waiting.remove(first);
        self.taken.push(step.place);
        Some((index, step))
    }

    fn give_back(&mut self, place: Place) {
        let at = self.taken.iter().position(|&taken| taken == place).expect("the place was taken");
        self.taken.remove(at);
    }
}

/// Runs the steps. Their ends are in the order of the steps.
pub fn run(steps: &[&'static Step]) -> Vec<End> {
    let begin = Instant::now();
    let queue = Mutex::new(Queue { waiting: steps.iter().copied().enumerate().collect(), taken: Vec::new() });
    let (freed, ends) = (Condvar::new(), Mutex::new(Vec::new()));
    let program = match copied() {
        Ok(program) => program,
        Err(error) => return vec![failed("xtask", format!("this program cannot be copied: {error}"))],
    };
    core_checks::targets();
    let lane = || {
        let mut guard = locked(&queue);
        while !guard.waiting.is_empty() {
            let Some((index, step)) = guard.take() else {
                guard = freed.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(guard);
            println!("begun: {} at {:.0} s", step.name, begin.elapsed().as_secs_f64());
            let (text, end) = apart(&program, step);
            println!("{}\n{text}", step.heading(index + 1, steps.len()));
            locked(&ends).push((index, end));
            guard = locked(&queue);
            guard.give_back(step.place);
            freed.notify_all();
        }
    };
    thread::scope(|scope| {
        scope.spawn(lane);
        lane();
    });
    println!("\nall steps: {:.0} s of wall time", begin.elapsed().as_secs_f64());
    let mut ends = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
    ends.sort_by_key(|(index, _)| *index);
    ends.into_iter().map(|(_, end)| end).collect()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A copy of this program. Steps that build the workspace would replace the file that runs.
fn copied() -> io::Result<PathBuf> {
    let folder = target_folder().join("steps");
    fs::create_dir_all(&folder)?;
    let [copy, new] = ["xtask", "xtask-new"].map(|name| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    fs::copy(std::env::current_exe()?, &new)?;
    // A program that still runs from there keeps the old file.
    fs::rename(&new, &copy)?;
    Ok(copy)
}

/// Runs a step in a process of its own: what it printed, and how it ended.
fn apart(program: &Path, step: &Step) -> (String, End) {
    let folder = target_folder().join("steps");
    let [log, report] = ["log", "end"].map(|kind| folder.join(format!("{}.{kind}", step.name)));
    let _ = fs::remove_file(&report);
    let start = Instant::now();
    let status = File::create(&log).and_then(|file| {
        let mut child = Command::new(program);
        child.args(["test", WORD, step.name]).arg(&report).stdout(file.try_clone()?).stderr(file);
        child.status()
    });
    let text = fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let told = fs::read_to_string(&report).ok().and_then(|text| read(&text));
    let end = match (status, told) {
        (_, Some((processor, outcome))) => End { name: step.name, wall: start.elapsed(), processor, outcome },
        (Ok(status), None) => failed(step.name, format!("the step ended with {status}, and told nothing")),
        (Err(error), None) => failed(step.name, format!("the step could not start: {error}")),
    };
    (text, end)
}

fn failed(name: &'static str, reason: String) -> End {
    End { name, wall: Duration::ZERO, processor: None, outcome: Outcome::Failed(reason) }
}

/// Runs a step here, and tells its end in a file.
pub fn report(step: &Step, file: &str) -> ExitCode {
    let end = step.end();
    match fs::write(file, written(end.processor, &end.outcome)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The CPU seconds, a word for the outcome, and its reason, each on a line.
fn written(processor: Option<f64>, outcome: &Outcome) -> String {
    let (word, reason) = match outcome {
        Outcome::Passed => ("passed", ""),
        Outcome::Failed(reason) => ("failed", reason.as_str()),
        Outcome::Skipped(reason) => ("skipped", reason.as_str()),
    };
    let processor = processor.map_or("-".to_owned(), |seconds| seconds.to_string());
    format!("{processor}\n{word}\n{reason}")
}

/// What [`written`] wrote. A text that breaks off is none.
fn read(text: &str) -> Option<(Option<f64>, Outcome)> {
    let mut parts = text.splitn(3, '\n');
    let (processor, word, reason) = (parts.next()?, parts.next()?, parts.next()?.to_owned());
    let outcome = match word {
        "passed" => Outcome::Passed,
        "failed" => Outcome::Failed(reason),
        "skipped" => Outcome::Skipped(reason),
        _ => return None,
    };
    Some((processor.parse().ok(), outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(place: Place) -> &'static Step {
        Box::leak(Box::new(Step { name: "some", about: "", place, run: || Outcome::Passed }))
    }

    #[test]
    fn two_steps_of_one_place_wait_for_each_other_and_the_whole_machine_comes_last_and_alone() {
        let places = [Place::Workspace, Place::Workspace, Place::Machine, Place::Own, Place::Machine];
        let mut queue = Queue { waiting: places.map(step).into_iter().enumerate().collect(), taken: Vec::new() };
        let take = |queue: &mut Queue| queue.take().map(|(index, _)| index);
        assert_eq!([take(&mut queue), take(&mut queue), take(&mut queue)], [Some(0), Some(3), None]);
        queue.give_back(Place::Own);
        assert_eq!(take(&mut queue), None);
        queue.give_back(Place::Workspace);
        assert_eq!([take(&mut queue), take(&mut queue)], [Some(1), None]);
        queue.give_back(Place::Workspace);
        assert_eq!([take(&mut queue), take(&mut queue)], [Some(2), None]);
        queue.give_back(Place::Machine);
        assert_eq!([take(&mut queue), take(&mut queue)], [Some(4), None]);
    }

    #[test]
    fn an_end_is_read_as_it_was_written_with_lines_in_its_reason_and_half_of_one_is_none() {
        let text = written(Some(1.5), &Outcome::Failed("first\nsecond".into()));
        assert!(matches!(read(&text), Some((Some(1.5), Outcome::Failed(reason))) if reason == "first\nsecond"));
        assert!(matches!(read(&written(None, &Outcome::Passed)), Some((None, Outcome::Passed))));
        assert!(read("1.5\npas").is_none());
    }
}
