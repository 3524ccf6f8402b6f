//! The command `clearance`: how far apart are two things, and where?

use std::process::ExitCode;

fn main() -> ExitCode {
    clearance_cli::run()
}
