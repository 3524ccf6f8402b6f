//! Everything that the command `clearance` does, as a library: answers, drawings, explanations and files of pairs.
//!
//! The command itself, tests and fuzzing use it. The arguments are those of the command, and this interface changes
//! with them.

pub mod answer;
mod block;
mod cast;
mod clashes;
mod closedness;
mod convexity;
mod decompose;
mod distance;
pub mod drawing;
mod explain;
pub mod explain_picture;
mod faces;
pub mod failure;
mod found;
mod hook_in_ring;
pub mod input;
pub mod inside;
mod labels;
mod lattice;
pub mod lines;
pub mod loader;
mod motion_picture;
mod motion_proof;
pub mod motion_question;
mod motion_steps;
pub mod number;
pub mod outline;
mod output;
mod overlap;
pub mod pairs;
pub mod part;
mod part_motion;
mod part_picture;
pub mod part_question;
mod progress;
pub mod proof;
mod query;
pub mod relation;
mod report;
pub mod robot;
mod scene;
mod shading;
#[cfg(feature = "shell")]
mod shell;
pub mod steps;
mod surfaces;
pub mod table;
mod threads;
pub mod unit;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// How far apart are two things, convex or not, and where? Every answer with proven bounds.
///
/// Exit codes: 0 all is well; 1 a rule such as --fail-below is broken; 2 bad usage or input.
#[derive(Parser)]
#[command(name = "clearance", version)]
struct Command {
    /// Without one, the example scene that is built in: a table, and a drawing in clearance.svg
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    Cast(Box<cast::Arguments>),
    Decompose(decompose::Arguments),
    Distance(Box<distance::Arguments>),
    Explain(Box<explain::Arguments>),
    Query(query::Arguments),
    Robot(Box<robot::Arguments>),
    Scene(Box<clashes::Arguments>),
    #[cfg(feature = "shell")]
    #[command(hide = true)]
    Shell(shell::Arguments),
    Surfaces(faces::Arguments),
    Verify(verify::Arguments),
}

/// Runs the command with the arguments of this process. Errors go to standard error.
pub fn run() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs the command with these arguments, of which the first is the name of the command. The answer is the exit code.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let command = match Command::try_parse_from(arguments) {
        Ok(command) => command,
        Err(error) => {
            // Help goes to standard output. A reader that has gone away is no error.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    let outcome = match command.task {
        None => scene::run(),
        Some(Task::Cast(arguments)) => cast::run(&arguments),
        Some(Task::Decompose(arguments)) => decompose::run(&arguments),
        Some(Task::Distance(arguments)) => distance::run(&arguments),
        Some(Task::Explain(arguments)) => explain::run(&arguments),
        Some(Task::Query(arguments)) => query::run(&arguments),
        Some(Task::Robot(arguments)) => robot::run(&arguments),
        Some(Task::Scene(arguments)) => clashes::run(&arguments),
        #[cfg(feature = "shell")]
        Some(Task::Shell(arguments)) => shell::run(&arguments),
        Some(Task::Surfaces(arguments)) => faces::run(&arguments),
        Some(Task::Verify(arguments)) => verify::run(&arguments),
    };
    match outcome {
        Ok(code) => (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(2),
        Err(Failure::BrokenPipe) => 0,
        Err(Failure::Input(message)) => {
            eprintln!("clearance: {message}");
            2
        }
    }
}
