//! The command `clearance`: how far apart are two convex shapes, and where?

use std::process::ExitCode;

fn main() -> ExitCode {
    clearance_cli::run()
}
