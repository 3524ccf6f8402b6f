//! The Python package: a wheel by maturin, and its tests, in a virtual environment of its own.
//!
//! The crate is no member of the workspace, so its formatting and lints are checked here.

use crate::core_checks;
use crate::runner::{Outcome, cargo, command, output, quietly, root, run, target_folder};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

/// What the tests need, from the registry.
const PACKAGES: &str = "maturin numpy pytest hypothesis";

/// What some tests and examples use where it is there: meshes, pictures, rotations, outlines,
/// tables and the checkers of types.
const EXTRAS: &str = "matplotlib mypy networkx pyarrow pyright scipy shapely trimesh";

/// The oldest minor version of Python 3 that the wheel runs on.
const OLDEST: u32 = 10;

/// The wheel of the tests: compiled in less time, with the same answers.
const TESTED: &str = "--profile tested --no-default-features";

/// The wheel that is shipped, compressed as far as it goes.
const SHIPPED: &str = "--release --compression-level 9";

const MANIFEST: &str = "--manifest-path crates/clearance-python/Cargo.toml";

/// Builds the wheel as it is shipped, tests it with all extras, and leaves it in `wheels` of the target folder.
pub fn wheel() -> Outcome {
    let wheels = target_folder().join("wheels");
    prepared().and(|| installed(EXTRAS)).and(|| built(SHIPPED, &wheels)).and(|| tested(&wheels))
}

/// Builds the wheel as it is shipped, and names its file.
pub fn shipped() -> Result<PathBuf, Outcome> {
    let wheels = target_folder().join("wheels");
    match prepared().and(|| built(SHIPPED, &wheels)) {
        Outcome::Passed => found(&wheels),
        outcome => Err(outcome),
    }
}

/// Writes the source distribution into a folder.
pub fn sources(folder: &Path) -> Outcome {
    run(command(&tool("maturin"), "sdist --out").arg(folder).current_dir(root()))
}

/// Links the wheel for Linux on aarch64, where `zig` is there to link it. Elsewhere it says that there is none.
pub fn foreign(folder: &Path) -> Outcome {
    let has_zig =
        quietly(&mut command("zig", "version")) || quietly(&mut command(&tool("python"), "-m ziglang version"));
    let target = "aarch64-unknown-linux-gnu";
    if !has_zig || !quietly(&mut command("rustup", &format!("target add {target}"))) {
        println!("not made: the wheel for Linux on aarch64, since there is no zig here to link it");
        return Outcome::Passed;
    }
    let words =
        format!("build {SHIPPED} --locked --quiet --zig --target {target} --interpreter {} --out", tool("python"));
    // maturin asks the first Python of the path for its zig.
    let before = std::env::var_os("PATH").unwrap_or_default();
    let places = std::iter::once(environment().join("bin")).chain(std::env::split_paths(&before));
    let Ok(path) = std::env::join_paths(places) else {
        return Outcome::Failed("the path of programs cannot be extended".into());
    };
    run(command(&tool("maturin"), &words).arg(folder).env("PATH", path).current_dir(root()))
}

/// Tests the package without extras, with a wheel that is compiled in less time.
pub fn test() -> Outcome {
    let wheels = target_folder().join("python-wheel");
    run(&mut command("cargo", &format!("fmt {MANIFEST} -- --check")))
        .and(|| run(&mut command("cargo", &format!("clippy {MANIFEST} {TESTED} --quiet -- -D warnings"))))
        .and(prepared)
        .and(|| built(TESTED, &wheels))
        .and(|| tested(&wheels))
}

fn environment() -> PathBuf {
    target_folder().join("python-environment")
}

fn tool(name: &str) -> String {
    environment().join("bin").join(name).display().to_string()
}

/// Makes the environment, if it is not there. Where this machine cannot, the step is left out and says why.
fn prepared() -> Outcome {
    let Some(python) = interpreter() else {
        return Outcome::Skipped(format!("the package needs Python 3.{OLDEST} or later, and there is none here"));
    };
    if !quietly(&mut command(&tool("python"), "--version"))
        && !quietly(command(&python, "-m venv --clear").arg(environment()))
    {
        return Outcome::Skipped(format!("{python} could not make a virtual environment (Debian: python3-venv)"));
    }
    installed(PACKAGES)
}

/// A Python that is new enough: `python3`, or one with its version in its name.
fn interpreter() -> Option<String> {
    let named = (OLDEST..OLDEST + 10).rev().map(|minor| format!("python3.{minor}"));
    std::iter::once("python3".to_owned()).chain(named).find(|name| {
        let version = output(&mut command(name, "--version")).unwrap_or_default();
        let minor = version.trim().strip_prefix("Python 3.").and_then(|rest| rest.split('.').next());
        minor.and_then(|minor| minor.parse::<u32>().ok()).is_some_and(|minor| minor >= OLDEST)
    })
}

/// Has the packages in the environment. What is there already needs no network.
fn installed(packages: &str) -> Outcome {
    if quietly(&mut command(&tool("python"), &format!("-m pip show --quiet {packages}"))) {
        return Outcome::Passed;
    }
    if !quietly(&mut command(&tool("python"), &format!("-m pip install --quiet {packages}"))) {
        return Outcome::Skipped(format!("pip could not install {packages}"));
    }
    Outcome::Passed
}

/// Builds the wheel with this profile. Older wheels go first, so that one is left.
fn built(profile: &str, wheels: &Path) -> Outcome {
    let _ = fs::remove_dir_all(wheels);
    let words = format!("build {profile} --locked --quiet --interpreter {} --out", tool("python"));
    run(command(&tool("maturin"), &words).arg(wheels).current_dir(root()))
}

/// Builds a false CUDA driver into a folder: the memory of its device is that of the process, and the cores run its kernels.
/// `None` where there is no C compiler, or where a driver is no library of this name.
fn false_driver() -> Result<Option<PathBuf>, Outcome> {
    if !cfg!(target_os = "linux") || !quietly(&mut command("cc", "--version")) {
        return Ok(None);
    }
    let kernels = cargo("build --workspace --exclude xtask-bindgen --all-features --example kernels_on_cores --quiet");
    if !matches!(kernels, Outcome::Passed) {
        return Err(kernels);
    }
    let folder = target_folder().join("false-driver");
    let library = target_folder().join("debug/examples/libkernels_on_cores.so");
    let copied = fs::create_dir_all(&folder).and_then(|()| fs::copy(library, folder.join("libkernels_on_cores.so")));
    if let Err(error) = copied {
        return Err(Outcome::Failed(format!("the kernels on the cores: {error}")));
    }
    let source = root().join("crates/clearance-cuda/tests/false_driver.c");
    match run(command("cc", "-shared -fPIC -O1 -o").arg(folder.join("libcuda.so.1")).arg(source)) {
        Outcome::Passed => Ok(Some(folder)),
        other => Err(other),
    }
}

/// The wheel in this folder.
fn found(wheels: &Path) -> Result<PathBuf, Outcome> {
    let mut files = fs::read_dir(wheels).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let wheel = files.find(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.ok_or_else(|| Outcome::Failed("maturin left no wheel".into()))
}

/// Installs the wheel and runs the tests.
fn tested(wheels: &Path) -> Outcome {
    let wheel = match found(wheels) {
        Ok(wheel) => wheel,
        Err(outcome) => return outcome,
    };
    let install = "-m pip install --quiet --force-reinstall --no-deps";
    let program = target_folder().join("debug").join(format!("clearance{EXE_SUFFIX}"));
    let mut tests = command(&tool("python"), "-m pytest --quiet -rs");
    tests.current_dir(root()).env("CLEARANCE_COMMAND", program);
    match false_driver() {
        Ok(Some(folder)) => drop(tests.env("CLEARANCE_FALSE_DRIVER", folder)),
        Ok(None) => {}
        Err(outcome) => return outcome,
    }
    run(command(&tool("python"), install).arg(wheel)).and(core_checks::command_line).and(|| run(&mut tests))
}
