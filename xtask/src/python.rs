//! The Python package: a wheel by maturin, and its tests, in a virtual environment of its own.
//!
//! The crate is no member of the workspace, so its formatting is checked here.

use crate::runner::{Outcome, command, quietly, root, run, target_folder};
use std::fs;
use std::path::PathBuf;

/// What the environment needs, from the registry.
const PACKAGES: &str = "maturin numpy pytest";

/// Builds the wheel as it is shipped, tests it, and leaves it in `wheels` of the target folder.
pub fn wheel() -> Outcome {
    prepared().and(|| built("--release")).and(tested)
}

/// The same with a wheel that is compiled in less time.
pub fn test() -> Outcome {
    run(&mut command("cargo", "fmt --manifest-path crates/clearance-python/Cargo.toml -- --check"))
        .and(prepared)
        .and(|| built("--profile tested"))
        .and(tested)
}

fn environment() -> PathBuf {
    target_folder().join("python-environment")
}

fn tool(name: &str) -> String {
    environment().join("bin").join(name).display().to_string()
}

fn wheels() -> PathBuf {
    target_folder().join("wheels")
}

/// Makes the environment, if it is not there.
fn prepared() -> Outcome {
    if !quietly(&mut command("python3", "--version")) {
        return Outcome::Skipped("the package needs Python 3.10 or later, and there is none here".into());
    }
    if !quietly(&mut command(&tool("python"), "--version"))
        && !quietly(command("python3", "-m venv --clear").arg(environment()))
    {
        return Outcome::Skipped("python3 could not make a virtual environment".into());
    }
    if !quietly(&mut command(&tool("python"), &format!("-m pip install --quiet {PACKAGES}"))) {
        return Outcome::Skipped(format!("pip could not install {PACKAGES}"));
    }
    Outcome::Passed
}

/// Builds the wheel with this profile. Older wheels go first, so that one is left.
fn built(profile: &str) -> Outcome {
    let _ = fs::remove_dir_all(wheels());
    let python = tool("python");
    let words = format!("build {profile} --interpreter {python} --out");
    run(command(&tool("maturin"), &words).arg(wheels()).current_dir(root()))
}

/// Installs the wheel and runs the tests.
fn tested() -> Outcome {
    let found = fs::read_dir(wheels()).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let Some(wheel) = found.into_iter().find(|path| path.extension().is_some_and(|end| end == "whl")) else {
        return Outcome::Failed("maturin left no wheel".into());
    };
    let install = "-m pip install --quiet --force-reinstall --no-deps";
    run(command(&tool("python"), install).arg(wheel))
        .and(|| run(command(&tool("python"), "-m pytest --quiet python/tests").current_dir(root())))
}
