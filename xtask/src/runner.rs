//! Steps with a heading, a time and an outcome. A command is printed before it runs.

use crate::lanes;
use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a step ended.
pub enum Outcome {
    /// All of it held.
    Passed,
    /// Something did not hold: what.
    Failed(String),
    /// This machine cannot check it. The text says why, and what was checked instead.
    Skipped(String),
}

impl Outcome {
    /// This outcome, or the next one if this one passed.
    pub fn and(self, next: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Passed => next(),
            other => other,
        }
    }
}

/// A named check.
pub struct Step {
    /// The word that selects it.
    pub name: &'static str,
    /// What it checks, in half a line.
    pub about: &'static str,
    /// What it needs for itself.
    pub place: Place,
    /// The check itself.
    pub run: fn() -> Outcome,
}

/// What a step needs for itself: two steps of one place never run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// What the tests of the workspace are built from. Cargo locks it.
    Workspace,
    /// Target folders of its own.
    Own,
    /// The whole machine: a browser under load misses its moments.
    Machine,
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The steps with these names, in the order of the steps. No names mean all steps. An unknown name is the error.
pub fn select<'a>(steps: &'static [Step], names: &[&'a str]) -> Result<Vec<&'static Step>, &'a str> {
    if let Some(unknown) = names.iter().find(|name| steps.iter().all(|step| step.name != **name)) {
        return Err(unknown);
    }
    Ok(steps.iter().filter(|step| names.is_empty() || names.contains(&step.name)).collect())
}

/// Runs every step, even after a failure, and prints a table at the end. Several steps run two at a time.
pub fn run_all(steps: &[&'static Step]) -> ExitCode {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let ends = if steps.len() == 1 || cores == 1 { one_by_one(steps) } else { lanes::run(steps) };
    close(&ends)
}

fn one_by_one(steps: &[&'static Step]) -> Vec<End> {
    let headed = |(index, step): (usize, &&'static Step)| {
        println!("{}", step.heading(index + 1, steps.len()));
        step.end()
    };
    steps.iter().enumerate().map(headed).collect()
}

impl Step {
    pub fn heading(&self, number: usize, all: usize) -> String {
        format!("\n━━━ {number}/{all} {}: {}", self.name, self.about)
    }

    /// Runs the step here.
    pub fn end(&self) -> End {
        let (start, before) = (Instant::now(), children_seconds());
        let outcome = (self.run)();
        let processor = children_seconds().zip(before).map(|(now, then)| now - then);
        End { name: self.name, wall: start.elapsed(), processor, outcome }
    }
}

/// How a step ended, and what it took.
pub struct End {
    pub name: &'static str,
    pub wall: Duration,
    /// [`children_seconds`].
    pub processor: Option<f64>,
    pub outcome: Outcome,
}

/// The CPU seconds, user and system, of all programs that this one started and that have ended. Linux alone tells them.
pub fn children_seconds() -> Option<f64> {
    seconds_of_children(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// The fields `cutime` and `cstime`: 16 and 17 of proc(5), counted from 1. The second field, the name, may hold spaces.
fn seconds_of_children(stat: &str) -> Option<f64> {
    /// Linux counts them in hundredths of a second on every platform (`USER_HZ`).
    const TICKS: f64 = 100.0;
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let [user, system] = fields.get(13..15)? else { return None };
    Some((user.parse::<f64>().ok()? + system.parse::<f64>().ok()?) / TICKS)
}

/// Prints the table of outcomes and the count. It fails if any step failed.
fn close(ends: &[End]) -> ExitCode {
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    println!("\n━━━ summary\n{:<10} {:>8} {:>8}", "", "wall s", "CPU s");
    for End { name, wall, processor, outcome } in ends {
        let (mark, reason) = match outcome {
            Outcome::Passed => (&mut passed, "ok".to_owned()),
            Outcome::Failed(reason) => (&mut failed, format!("FAILED: {reason}")),
            Outcome::Skipped(reason) => (&mut skipped, format!("not checked: {reason}")),
        };
        *mark += 1;
        println!("{name:<10} {}  {reason}", columns(wall.as_secs_f64(), *processor));
    }
    // Of two steps that ran side by side the wall time counts twice in the sum.
    let wall = ends.iter().map(|end| end.wall.as_secs_f64()).sum();
    let processor = ends.iter().map(|end| end.processor).sum();
    println!(
        "{:<10} {}\n\nsteps: {passed} passed, {failed} failed, {skipped} skipped",
        "sum",
        columns(wall, processor)
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn columns(wall: f64, processor: Option<f64>) -> String {
    let processor = processor.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
    format!("{wall:>8.1} {processor:>8}")
}

/// `cargo` with these words.
pub fn cargo(words: &str) -> Outcome {
    run(&mut command("cargo", words))
}

/// A command from words separated by spaces. None of our words contains a space.
pub fn command(program: &str, words: &str) -> Command {
    let mut command = Command::new(program);
    command.args(words.split_whitespace());
    command
}

/// Prints the command, then runs it. Its output is shown.
pub fn run(command: &mut Command) -> Outcome {
    let shown = display(command);
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Outcome::Passed,
        Ok(status) => Outcome::Failed(format!("`{shown}` ended with {status}")),
        Err(error) => Outcome::Failed(format!("`{shown}` could not start: {error}")),
    }
}

/// Whether the command runs and succeeds. Its output is hidden.
pub fn quietly(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// What the command prints, if it runs and succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The command as a person would type it, with the variables that are set for it.
fn display(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(key, value)| Some(format!("{}=\"{}\"", key.to_string_lossy(), value?.to_string_lossy())));
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    variables.chain(words.map(|word| word.to_string_lossy().into_owned())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: &[Step] = &[
        Step { name: "one", about: "", place: Place::Own, run: || Outcome::Passed },
        Step { name: "two", about: "", place: Place::Own, run: || Outcome::Passed },
    ];

    #[test]
    fn the_seconds_of_children_are_read_behind_a_name_with_spaces_and_brackets() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194560 90 50 0 0 3 4 120 30 20 0 1 0 100 1000 10";
        assert_eq!(seconds_of_children(stat), Some(1.5));
        assert_eq!(seconds_of_children("7 (a) S 1"), None);
    }

    #[test]
    fn no_name_selects_every_step() {
        assert_eq!(select(STEPS, &[]).map(|steps| steps.len()).ok(), Some(2));
    }

    #[test]
    fn an_unknown_name_is_told() {
        assert_eq!(select(STEPS, &["two", "three"]).err(), Some("three"));
    }

    #[test]
    fn a_failure_is_not_followed_by_the_next_check() {
        let outcome = Outcome::Failed("first".into()).and(|| unreachable!("the next check must not run"));
        assert!(matches!(outcome, Outcome::Failed(reason) if reason == "first"));
    }
}
