//! The checks of the Rust workspace.

use crate::runner::{Outcome, cargo, command, output, quietly, root, run};
use std::fs;

/// Tried in this order for the build without an operating system.
const BARE_TARGETS: [&str; 2] = ["thumbv7em-none-eabi", "x86_64-unknown-none"];

pub fn formatting() -> Outcome {
    cargo("fmt --all -- --check")
}

pub fn clippy() -> Outcome {
    cargo("clippy --workspace --all-targets --all-features --quiet -- -D warnings")
}

pub fn tests() -> Outcome {
    // The tool that only the page needs has no tests, and takes longer to build than all that has.
    cargo("test --workspace --exclude xtask-bindgen --all-features --lib --bins --tests --examples")
}

pub fn doctests() -> Outcome {
    cargo("test --workspace --all-features --doc")
}

pub fn docs() -> Outcome {
    run(command("cargo", "doc --workspace --lib --all-features --no-deps --quiet").env("RUSTDOCFLAGS", "-D warnings"))
}

/// The core without `std` for a bare target; where none can be installed, for the host, which proves less.
pub fn no_std() -> Outcome {
    for target in BARE_TARGETS {
        if quietly(&mut command("rustup", &format!("target add {target}"))) {
            return cargo(&format!("build --package clearance --no-default-features --target {target}"));
        }
    }
    cargo("build --package clearance --no-default-features --lib").and(|| {
        Outcome::Skipped(format!(
            "none of {BARE_TARGETS:?} could be installed with rustup; built for the host with `#![no_std]` instead, \
             where a hidden use of the standard library in a dependency would go unseen"
        ))
    })
}

/// The core with no feature, then with each feature alone.
pub fn features() -> Outcome {
    let manifest = match fs::read_to_string(root().join("crates/clearance/Cargo.toml")) {
        Ok(manifest) => manifest,
        Err(error) => return Outcome::Failed(format!("crates/clearance/Cargo.toml: {error}")),
    };
    let build = "check --quiet --package clearance --lib --no-default-features";
    feature_names(&manifest)
        .iter()
        .fold(cargo(build), |outcome, feature| outcome.and(|| cargo(&format!("{build} --features {feature}"))))
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

/// The core on the compiler that Cargo.toml declares. Clippy's `incompatible_msrv`, denied with the other warnings, has
/// compared the standard library's functions already; what a missing toolchain leaves unchecked is newer syntax.
pub fn msrv() -> Outcome {
    let Some(version) = declared_msrv() else {
        return Outcome::Failed("Cargo.toml declares no rust-version".into());
    };
    let installed = output(&mut command("rustup", "toolchain list")).unwrap_or_default();
    if !installed.lines().any(|line| line.starts_with(&version)) {
        return Outcome::Skipped(format!(
            "Rust {version} is not installed; clippy compared the standard library's functions with it, newer syntax \
             would go unseen (`rustup toolchain install {version}` makes this check complete)"
        ));
    }
    cargo(&format!("+{version} check --package clearance --lib"))
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
    fn the_keys_of_the_feature_table_are_read_and_no_others() {
        let manifest = "[package]\nname = \"x\"\n[features]\ndefault = [\"std\"]\n# why\nstd = []\nserde = [\n  \"dep:serde\",\n]\n[lints]\nworkspace = true\n";
        assert_eq!(feature_names(manifest), ["std", "serde"]);
    }

    #[test]
    fn the_workspace_declares_its_oldest_compiler() {
        assert!(declared_msrv().is_some());
    }
}
