//! The program again, built for this very processor: every engine with the same flags.

use std::process::{Command, ExitCode};

/// Set in the child, so that it does not start another.
const MARK: &str = "CLEARANCE_BENCH_NATIVE";

/// Whether this is the program built for this processor.
pub fn is_this() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Builds and runs the program with the same arguments and `target-cpu=native`.
pub fn run_again() -> ExitCode {
    let root = env!("CARGO_MANIFEST_DIR");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(format!("{root}/Cargo.toml"))
        .arg("--target-dir")
        .arg(format!("{root}/target/native"))
        .args(if cfg!(feature = "jolt") { ["--features", "jolt"].as_slice() } else { &[] })
        .arg("--")
        .args(std::env::args_os().skip(1))
        .env(MARK, "1")
        .env("RUSTFLAGS", "-C target-cpu=native")
        .env("CFLAGS", "-march=native")
        .env("CXXFLAGS", "-march=native")
        .status();
    match status {
        Ok(status) => ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)),
        Err(error) => {
            eprintln!("cannot run cargo ({error}); --baseline runs the program as it is");
            ExitCode::FAILURE
        }
    }
}
