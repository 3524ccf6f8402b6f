//! Programs of users, outside of the workspace: what their builds cost. Each is a crate in the target folder, whose source
//! is in `bench/cost`. One asks one question about one pair of kinds (u1), the other three questions about 6 x 6 (u2).
//! Both are written for this library and for parry.

use super::compilers::{Compiled, timed};
use super::fault;
use super::table::{self, kilobytes, seconds};
use crate::runner::{Outcome, command, quietly, root, target_folder};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

pub const U1: Program = Program { name: "u1", uses: Library::Clearance };
pub const U2: Program = Program { name: "u2", uses: Library::Clearance };
pub const U1_PARRY: Program = Program { name: "u1_parry", uses: Library::Parry };
/// The calls of C programs, from Rust.
pub const C_CALLS: Program = Program { name: "c_calls", uses: Library::Clearance };
const U2_PARRY: Program = Program { name: "u2_parry", uses: Library::Parry };

/// The number in each program that a change of its main file changes.
const BEFORE: &str = "GAP: f64 = 0.5";
const AFTER: &str = "GAP: f64 = 0.25";

/// Game developers build dependencies with optimisation, and their own crate without.
const OPTIMISED: &str = "[profile.optimised-dependencies]\ninherits = \"dev\"\n\n[profile.optimised-dependencies.package.\"*\"]\nopt-level = 3\n";

/// A program of a user.
pub struct Program {
    pub name: &'static str,
    uses: Library,
}

/// The library that a program asks.
enum Library {
    Clearance,
    Parry,
}

/// What the builds of one program cost.
struct Builds {
    cold: Compiled,
    again: Compiled,
    debug: Compiled,
    debug_again: Compiled,
    size: u64,
}

/// The table of the program with one question.
pub fn one_question() -> Result<String, Outcome> {
    table(&[U1, U1_PARRY])
}

/// The table of the program with three questions about many kinds.
pub fn many_kinds() -> Result<String, Outcome> {
    table(&[U2, U2_PARRY])
}

/// A column for each program.
fn table(programs: &[Program]) -> Result<String, Outcome> {
    let builds = programs.iter().map(Builds::measure).collect::<Result<Vec<_>, _>>()?;
    let row = |name: &str, cell: &dyn Fn(&Builds) -> String| {
        std::iter::once(name.to_owned()).chain(builds.iter().map(cell)).collect::<Vec<_>>()
    };
    let rows = [
        row("release, cold: CPU s", &|builds| seconds(builds.cold.seconds())),
        row("the same: wall s", &|builds| seconds(builds.cold.wall.as_secs_f64())),
        row("release, after a change of main.rs: CPU s", &|builds| seconds(builds.again.seconds())),
        row("debug, cold: CPU s", &|builds| seconds(builds.debug.seconds())),
        row("debug, after a change of main.rs: CPU s", &|builds| seconds(builds.debug_again.seconds())),
        row("size of the program, release", &|builds| kilobytes(builds.size)),
    ];
    let names = programs.iter().map(|program| program.name);
    Ok(table::text(&std::iter::once("build").chain(names).collect::<Vec<_>>(), &rows))
}

impl Builds {
    /// Builds a program four times.
    fn measure(program: &Program) -> Result<Self, Outcome> {
        let target = program.target();
        let _ = fs::remove_dir_all(&target);
        program.write()?;
        let cold = program.build("release")?;
        let size = fs::metadata(program.executable("release")).map_or(0, |file| file.len());
        program.change()?;
        let again = program.build("release")?;
        program.write()?;
        let debug = program.build("dev")?;
        program.change()?;
        let debug_again = program.build("dev")?;
        Ok(Self { cold, again, debug, debug_again, size })
    }
}

impl Program {
    /// The folder of its crate.
    pub fn folder(&self) -> PathBuf {
        target_folder().join("cost").join(self.name)
    }

    /// Its name among what cargo compiles.
    pub fn unit(&self) -> String {
        format!("{} (program)", self.name)
    }

    /// The program that a build with this profile leaves.
    pub fn executable(&self, profile: &str) -> PathBuf {
        let folder = if profile == "dev" { "debug" } else { profile };
        self.target().join(folder).join(format!("{}{EXE_SUFFIX}", self.name))
    }

    /// Writes the crate as it is before a change, and has cargo fetch what it needs.
    pub fn write(&self) -> Result<(), Outcome> {
        let source = self.source()?;
        self.put("src/main.rs", &source)?;
        self.put("Cargo.toml", &self.manifest()?)?;
        if let Library::Parry = self.uses {
            // The versions of the bench. Cargo takes what it needs of them.
            self.put("Cargo.lock", &read(&root().join("bench/Cargo.lock"))?)?;
        }
        if quietly(command("cargo", "fetch").current_dir(self.folder())) {
            Ok(())
        } else {
            Err(Outcome::Skipped(format!("cargo could not fetch what {} needs", self.name)))
        }
    }

    /// Changes the main file.
    fn change(&self) -> Result<(), Outcome> {
        self.put("src/main.rs", &self.source()?.replace(BEFORE, AFTER))
    }

    /// Builds it with this profile, and takes the time of each compiler.
    pub fn build(&self, profile: &str) -> Result<Compiled, Outcome> {
        let mut cargo = command("cargo", &format!("build --quiet --profile {profile} --target-dir"));
        timed(cargo.arg(self.target()).current_dir(self.folder()), &self.folder())
    }

    fn target(&self) -> PathBuf {
        self.folder().join("target")
    }

    fn source(&self) -> Result<String, Outcome> {
        read(&root().join("bench/cost").join(format!("{}.rs", self.name)))
    }

    fn manifest(&self) -> Result<String, Outcome> {
        let dependency = match self.uses {
            Library::Clearance => format!("clearance = {{ path = {:?} }}", root().join("crates/clearance")),
            Library::Parry => format!("parry3d-f64 = {:?}", parry_version()?),
        };
        let package = format!("[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n", self.name);
        Ok(format!("[workspace]\n\n{package}\n[dependencies]\n{dependency}\n\n{OPTIMISED}"))
    }

    /// Writes a file of the crate, unless it has this text already: cargo would build again.
    fn put(&self, name: &str, text: &str) -> Result<(), Outcome> {
        let file = self.folder().join(name);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let folder = file.parent().expect("the file lies in the crate");
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)).map_err(|error| fault(&file, &error))
    }
}

/// The version of parry that the bench times.
fn parry_version() -> Result<String, Outcome> {
    let manifest = read(&root().join("bench/Cargo.toml"))?;
    let line = manifest.lines().find(|line| line.starts_with("parry3d-f64 ="));
    let version = line.and_then(|line| line.split('"').nth(1)).map(str::to_owned);
    version.ok_or_else(|| Outcome::Failed("bench/Cargo.toml names no version of parry3d-f64".into()))
}

fn read(file: &Path) -> Result<String, Outcome> {
    fs::read_to_string(file).map_err(|error| fault(file, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_source_with_the_number_that_changes() {
        for program in [U1, U2, U1_PARRY, U2_PARRY] {
            let source = fs::read_to_string(root().join("bench/cost").join(format!("{}.rs", program.name))).unwrap();
            assert_eq!(source.matches(BEFORE).count(), 1, "{}", program.name);
        }
    }

    #[test]
    fn parry_has_the_version_of_the_bench() {
        assert!(matches!(parry_version(), Ok(version) if version.starts_with("0.")));
    }
}
