//! The checks of the Rust workspace.

use crate::runner::{Outcome, cargo, command, output, quietly, root, run, target_folder};
use crate::web;
use std::fs;

/// The targets for the build without an operating system, in the order of preference.
const BARE_TARGETS: [&str; 2] = ["thumbv7em-none-eabi", "x86_64-unknown-none"];

/// The other processor that lanes are written for. This machine compiles none of that text.
const OTHER_LANES: &str =
    if cfg!(target_arch = "aarch64") { "x86_64-unknown-linux-gnu" } else { "aarch64-unknown-linux-gnu" };

/// Has rustup add what the steps build for. Two steps side by side must not: rustup does not lock a toolchain. What cannot be
/// added is told by its step.
pub fn targets() {
    for target in [BARE_TARGETS[0], OTHER_LANES, web::TARGET] {
        quietly(&mut command("rustup", &format!("target add {target}")));
    }
    if let Some(version) = declared_msrv() {
        has_toolchain(&version);
    }
}

/// The examples that have tests.
const TESTED_EXAMPLES: [&str; 5] = ["lesson", "physics", "pieces_as_colliders", "resting_stack", "robot_arm"];

pub fn formatting() -> Outcome {
    cargo("fmt --all -- --check")
}

pub fn clippy() -> Outcome {
    cargo("clippy --workspace --all-targets --all-features --quiet -- -D warnings")
}

pub fn tests() -> Outcome {
    // `xtask-bindgen` has no tests, and takes longer to build than all crates that have some. Examples without a test are
    // compiled by the step `clippy` alone: each would compile the walks of meshes once more.
    let words = "test --workspace --exclude xtask-bindgen --all-features --lib --bins --tests";
    let examples = TESTED_EXAMPLES.map(|name| format!(" --example {name}")).concat();
    cargo(&format!("{words}{examples}"))
}

/// Builds the command `clearance` from what the step `tests` is built from, so that nothing is compiled twice. Its answers are
/// those of every other build, to the bit.
pub fn command_line() -> Outcome {
    cargo("build --workspace --exclude xtask-bindgen --all-features --bin clearance --quiet")
}

pub fn doctests() -> Outcome {
    cargo("test --workspace --all-features --doc")
}

/// The guide for Bevy. It is a workspace of its own, so that nothing else compiles Bevy.
pub fn bevy() -> Outcome {
    let words = "test --quiet --locked --manifest-path examples/bevy_headless/Cargo.toml --target-dir";
    run(command("cargo", words).arg(target_folder().join("bevy")))
}

pub fn docs() -> Outcome {
    run(command("cargo", "doc --workspace --lib --all-features --no-deps --quiet").env("RUSTDOCFLAGS", "-D warnings"))
}

/// Compares batches with single queries, without the features that change how batches are answered and with `simd`.
fn batches() -> Outcome {
    // The step `tests` runs them with both features, optimised a little. Here the build without optimisation is tried, too.
    let unoptimised = "--config profile.dev.package.clearance.opt-level=0";
    ["", "--features simd"].iter().fold(Outcome::Passed, |outcome, features| {
        outcome.and(|| cargo(&format!("test --quiet --package clearance --test batch_cuts {features} {unoptimised}")))
    })
}

/// Builds the core and the kernels without `std` for a bare target. If no target can be installed, builds it for the host, which proves
/// less.
pub fn no_std() -> Outcome {
    for target in BARE_TARGETS {
        if quietly(&mut command("rustup", &format!("target add {target}"))) {
            let words = "build --package clearance --package clearance-kernels --no-default-features --target";
            return cargo(&format!("{words} {target}"));
        }
    }
    cargo("build --package clearance --package clearance-kernels --no-default-features --lib").and(|| {
        Outcome::Skipped(format!(
            "none of {BARE_TARGETS:?} could be installed with rustup; built for the host with `#![no_std]` instead, \
             where a hidden use of the standard library in a dependency would go unseen"
        ))
    })
}

/// Compiles the core with no feature, then with each feature alone. Then compares batches with single queries.
pub fn features() -> Outcome {
    let manifest = match fs::read_to_string(root().join("crates/clearance/Cargo.toml")) {
        Ok(manifest) => manifest,
        Err(error) => return Outcome::Failed(format!("crates/clearance/Cargo.toml: {error}")),
    };
    let build = "check --quiet --package clearance --lib --no-default-features";
    feature_names(&manifest)
        .iter()
        .fold(cargo(build), |outcome, feature| outcome.and(|| cargo(&format!("{build} --features {feature}"))))
        .and(batches)
        .and(other_lanes)
}

/// Checks the lanes of the other processor.
fn other_lanes() -> Outcome {
    if quietly(&mut command("rustup", &format!("target add {OTHER_LANES}"))) {
        return cargo(&format!("check --quiet --package clearance --lib --features simd --target {OTHER_LANES}"));
    }
    Outcome::Skipped(format!("the features were checked, but for the lanes of {OTHER_LANES}: rustup could not add it"))
}

/// The keys of `[features]`, without `default`.
fn feature_names(manifest: &str) -> Vec<&str> {
    manifest
        .lines()
        .skip_while(|line| line.trim() != "[features]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with([' ', '\t', '#', ']']))
        .filter_map(|line| Some(line.split_once('=')?.0.trim()))
        .filter(|name| *name != "default")
        .collect()
}

/// Compiles the core with the compiler that Cargo.toml declares.
///
/// Clippy's `incompatible_msrv` is denied with the other warnings. So it has checked the functions of the standard
/// library already. If the toolchain is missing, newer syntax stays unchecked.
pub fn msrv() -> Outcome {
    let Some(version) = declared_msrv() else {
        return Outcome::Failed("Cargo.toml declares no rust-version".into());
    };
    if !has_toolchain(&version) {
        return Outcome::Skipped(format!(
            "Rust {version} is not here and rustup could not install it; clippy compared the standard library's functions \
             with it, newer syntax would go unseen"
        ));
    }
    cargo(&format!("+{version} check --package clearance --lib"))
}

/// Whether the toolchain is here, or rustup could install it.
fn has_toolchain(version: &str) -> bool {
    let is_here = || {
        let installed = output(&mut command("rustup", "toolchain list")).unwrap_or_default();
        installed.lines().any(|line| line.starts_with(version))
    };
    is_here() || quietly(&mut command("rustup", &format!("toolchain install {version} --profile minimal"))) && is_here()
}

/// `rust-version` of the workspace.
fn declared_msrv() -> Option<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).ok()?;
    let line = manifest.lines().find(|line| line.starts_with("rust-version"))?;
    Some(line.split('"').nth(1)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_with_a_test_is_run() {
        let folders = ["crates/clearance/examples", "crates/clearance-scene/examples"];
        let files = folders.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
        let mut with_tests: Vec<String> = files
            .map(|entry| entry.unwrap().path())
            .filter(|path| fs::read_to_string(path).unwrap().contains("#[test]"))
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        with_tests.sort();
        assert_eq!(with_tests, TESTED_EXAMPLES);
    }

    #[test]
    fn the_keys_of_the_feature_table_are_read_and_no_others() {
        let manifest = "[package]\nname = \"x\"\n[features]\ndefault = [\"std\"]\n# why\nstd = []\nserde = [\n  \"dep:serde\",\n]\n[lints]\nworkspace = true\n";
        assert_eq!(feature_names(manifest), ["std", "serde"]);
    }

    #[test]
    fn the_workspace_declares_its_oldest_compiler() {
        assert!(declared_msrv().is_some());
    }
}
