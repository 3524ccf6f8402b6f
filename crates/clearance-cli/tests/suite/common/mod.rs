//! Runs the real program.

#![allow(dead_code)] // each file of tests uses its part

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What the program did.
pub struct Outcome {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Outcome {
    /// Standard output as a JSON value a line.
    pub fn json_lines(&self) -> Vec<Value> {
        let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(line).collect()
    }
}

/// The path of the program.
pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_clearance"))
}

/// Runs the program with arguments and standard input.
pub fn clearance(arguments: &[&str], input: &[u8]) -> Outcome {
    run(assert_cmd::Command::new(program()).args(arguments).write_stdin(input))
}

/// Runs the program in a folder.
pub fn clearance_in(folder: &Path, arguments: &[&str]) -> Outcome {
    run(assert_cmd::Command::new(program()).args(arguments).current_dir(folder))
}

fn run(command: &mut assert_cmd::Command) -> Outcome {
    let output = command.output().expect("the program runs");
    Outcome {
        code: output.status.code().expect("the program ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// An empty folder for one test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}
