//! A release: every artefact, each installed into an empty place and asked one question there. It publishes nothing;
//! `RELEASING.md` says what a person then types.

mod artefacts;
mod crates;
mod notices;
mod versions;

use crate::runner::{Outcome, command, output, target_folder};
use std::fs;
use std::path::{Path, PathBuf};

/// A part of a release.
struct Part {
    name: &'static str,
    about: &'static str,
    make: fn(&Release) -> Outcome,
}

const PARTS: &[Part] = &[
    Part { name: "crates", about: "the crates of the registry, as files", make: crates::make },
    Part { name: "npm", about: "the package for JavaScript", make: artefacts::npm },
    Part { name: "c", about: "headers and libraries for C and C++", make: artefacts::c },
    Part { name: "command", about: "the command, with completions and man pages", make: artefacts::program },
    Part { name: "python", about: "a wheel for this machine, and the source distribution", make: artefacts::python },
];

/// What is being made, and where.
pub struct Release {
    /// One version for all.
    pub version: String,
    /// Gets the artefacts.
    pub folder: PathBuf,
    /// An empty place for those who install them.
    pub tried: PathBuf,
}

/// What `cargo xtask release` is asked to do.
pub struct Chore {
    parts: Vec<&'static str>,
    is_rehearsal: bool,
}

impl Chore {
    /// Reads the words after `cargo xtask release`.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        let (is_rehearsal, names) = match words {
            ["--rehearse", names @ ..] => (true, names),
            names => (false, names),
        };
        let known = || PARTS.iter().map(|part| part.name);
        if let Some(unknown) = names.iter().find(|name| !known().any(|known| known == **name)) {
            return Err(format!("a release has no part {unknown}; it has {}", known().collect::<Vec<_>>().join(", ")));
        }
        let parts = known().filter(|name| names.is_empty() || names.contains(name)).collect();
        Ok(Self { parts, is_rehearsal })
    }
}

/// Makes the parts, and tries each. In a rehearsal the changelog may still be open.
pub fn release(chore: &Chore) -> Outcome {
    let version = match versions::agreed() {
        Ok(version) => version,
        Err(outcome) => return outcome,
    };
    if let (false, Some(reason)) = (chore.is_rehearsal, versions::not_ready(&version)) {
        return Outcome::Failed(format!("{reason}. `cargo xtask release --rehearse` makes all the same"));
    }
    let folder = target_folder().join("artefacts");
    let release = Release { version, tried: target_folder().join("artefacts-tried"), folder };
    let mut missing = Vec::new();
    for folder in [&release.folder, &release.tried] {
        if let Err(error) = fs::create_dir_all(folder) {
            return Outcome::Failed(format!("{}: {error}", folder.display()));
        }
    }
    for part in PARTS.iter().filter(|part| chore.parts.contains(&part.name)) {
        println!("\n━━━ {}: {}", part.name, part.about);
        match (part.make)(&release) {
            Outcome::Passed => {}
            Outcome::Skipped(reason) => missing.push(format!("{}: {reason}", part.name)),
            failed @ Outcome::Failed(_) => return failed,
        }
    }
    println!("\n━━━ parts lists, notices and checksums");
    notices::write(&release).and(|| summed(&release.folder)).and(|| {
        println!("\n{} holds the release {}.", release.folder.display(), release.version);
        missing.iter().for_each(|reason| println!("not made: {reason}"));
        NOT_HERE.iter().for_each(|reason| println!("made elsewhere: {reason}"));
        Outcome::Passed
    })
}

/// What no single machine makes.
const NOT_HERE: [&str; 2] = [
    "wheels, commands and C archives for macOS, Windows and musl, on machines or runners of theirs",
    "wheels for Linux on aarch64, unless `zig` is here (`pip install ziglang`), by which the wheel is linked",
];

/// The folder of an empty place, made anew.
pub fn empty(release: &Release, name: &str) -> Result<PathBuf, Outcome> {
    let folder = release.tried.join(name);
    let _ = fs::remove_dir_all(&folder);
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(error) => Err(Outcome::Failed(format!("{}: {error}", folder.display()))),
    }
}

/// Runs a program that prints one answer, which must be this one.
pub fn answers(program: &mut std::process::Command, expected: &str) -> Outcome {
    let shown = format!("{program:?}");
    match output(program) {
        Some(told) if told.trim() == expected => {
            println!("asked in an empty place: {expected}");
            Outcome::Passed
        }
        told => Outcome::Failed(format!("{shown} answered {told:?}, and not {expected:?}")),
    }
}

/// The sums of all files, as `sha256sum -c` reads them.
fn summed(folder: &Path) -> Outcome {
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|file| file.file_name().into_string().ok())
        .filter(|name| name != "SHA256SUMS")
        .collect();
    files.sort();
    let Some(sums) = output(command("sha256sum", "").args(&files).current_dir(folder)) else {
        return Outcome::Failed("`sha256sum` is needed for the checksums".into());
    };
    print!("{sums}");
    match fs::write(folder.join("SHA256SUMS"), sums) {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(format!("SHA256SUMS: {error}")),
    }
}
