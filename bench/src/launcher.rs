//! Builds the program for this processor and runs it. Every engine gets the same flags. See METHODOLOGY.md.
//!
//! It is a program of its own, so `cargo run` compiles no engine twice.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let baseline = std::env::args_os().any(|argument| argument == "--baseline");
    let mut program = cargo(if baseline { "baseline" } else { "native" });
    if !baseline {
        program
            .env("RUSTFLAGS", "-C target-cpu=native")
            .env("CFLAGS", "-march=native")
            .env("CXXFLAGS", "-march=native");
    }
    match program.status() {
        Ok(status) => ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)),
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program in a directory of `target`, and runs it with the arguments of this process.
fn cargo(directory: &str) -> Command {
    let root = env!("CARGO_MANIFEST_DIR");
    let jolt = if std::env::var_os("JOLT_DIR").is_some() { "jolt" } else { "engines" };
    let threads = if std::env::args_os().any(|argument| argument == "--threads") { ",threads" } else { "" };
    let profile = if std::env::args_os().any(|argument| argument == "--quick") { "quick" } else { "release" };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo
        .args(["run", "--quiet", "--profile", profile, "--bin", "measure", "--features", &format!("{jolt}{threads}")])
        .args(["--manifest-path", &format!("{root}/Cargo.toml")])
        .args(["--target-dir", &format!("{root}/target/{directory}")])
        .arg("--")
        .args(std::env::args_os().skip(1));
    cargo
}
