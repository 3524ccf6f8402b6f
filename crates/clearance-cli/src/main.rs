//! The command `clearance`: how far apart are two convex shapes, and where?

mod answer;
mod document;
mod failure;
mod lines;
mod number;
mod output;
mod pairs;
mod query;
mod solid;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// How far apart are two convex shapes, and where? Every answer with proven bounds.
///
/// Exit codes: 0 all is well; 1 a rule such as --fail-below is broken; 2 bad usage or input.
#[derive(Parser)]
#[command(version)]
struct Command {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Query(query::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Command::parse().task {
        Task::Query(arguments) => query::run(&arguments),
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
