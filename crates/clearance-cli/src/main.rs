//! The command `clearance`: how far apart are two convex shapes, and where?

mod answer;
mod block;
mod distance;
mod document;
mod drawing;
mod explain;
mod explain_picture;
mod failure;
mod input;
mod labels;
mod lines;
mod number;
mod outline;
mod output;
mod pairs;
mod plane;
mod query;
mod scene;
mod solid;
mod space;
mod steps;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// How far apart are two convex shapes, and where? Every answer with proven bounds.
///
/// Exit codes: 0 all is well; 1 a rule such as --fail-below is broken; 2 bad usage or input.
#[derive(Parser)]
#[command(version)]
struct Command {
    /// Without one, the example scene that is built in: a table, and a drawing in clearance.svg
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    Distance(Box<distance::Arguments>),
    Explain(Box<explain::Arguments>),
    Query(query::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Command::parse().task {
        None => scene::run(),
        Some(Task::Distance(arguments)) => distance::run(&arguments),
        Some(Task::Explain(arguments)) => explain::run(&arguments),
        Some(Task::Query(arguments)) => query::run(&arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            eprintln!("clearance: {message}");
            ExitCode::from(2)
        }
    }
}
