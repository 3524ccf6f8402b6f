//! This program in the place of the compiler: what each compiler costs, and how many lines of LLVM IR it makes.
//!
//! Cargo starts its `RUSTC_WRAPPER` with the compiler and its words. The wrapper is this very program, with one of two
//! variables set. It runs the compiler, and notes what it saw.

use super::fault;
use crate::runner::{Outcome, children_seconds, run};
use std::env;
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The file to which the seconds of each compiler are added.
const TIMES: &str = "XTASK_COMPILER_TIMES";

/// If it is set, libraries and programs are checked alone, and the lines of their LLVM IR are counted.
const IR: &str = "XTASK_COUNT_IR";

/// What cargo asks of a compiler that checks. The compilers of macros and build scripts are asked for more.
const CHECKED: &str = "--emit=dep-info,metadata";

/// The IR as the compiler writes it, before LLVM works on it. One unit of code, so that no function is there twice.
const PLAIN_IR: [&str; 3] = ["-Ccodegen-units=1", "-Cdebuginfo=0", "-Cno-prepopulate-passes"];

/// What cargo compiled.
pub struct Compiled {
    /// The CPU seconds of each unit, the most expensive first.
    pub units: Vec<(String, f64)>,
    pub wall: Duration,
}

impl Compiled {
    pub fn seconds(&self) -> f64 {
        self.units.iter().map(|(_, seconds)| seconds).sum()
    }
}

/// Runs cargo, and takes the time of each compiler. `folder` is for the notes.
pub fn timed(cargo: &mut Command, folder: &Path) -> Result<Compiled, Outcome> {
    if children_seconds().is_none() {
        return Err(Outcome::Skipped("CPU seconds are read from /proc/self/stat, which is not here".into()));
    }
    let notes = folder.join("times.txt");
    fs::create_dir_all(folder).and_then(|()| fs::write(&notes, "")).map_err(|error| fault(&notes, &error))?;
    let start = Instant::now();
    match run(cargo.env("RUSTC_WRAPPER", this_program()).env(TIMES, &notes)) {
        Outcome::Passed => {}
        outcome => return Err(outcome),
    }
    let wall = start.elapsed();
    let text = fs::read_to_string(&notes).map_err(|error| fault(&notes, &error))?;
    Ok(Compiled { units: units(&text), wall })
}

/// Has this command, a `cargo check`, count the lines of LLVM IR.
pub fn counting(cargo: &mut Command) -> &mut Command {
    cargo.env("RUSTC_WRAPPER", this_program()).env(IR, "1")
}

/// The units that a `cargo check` with `counting` names, with their lines. It prints messages in JSON. A unit that it did
/// not compile anew has its lines from before.
pub fn lines(messages: &str) -> Vec<(String, u64)> {
    let files = messages.split('"').filter(|word| word.ends_with(".rmeta"));
    let notes = files.filter_map(|file| fs::read_to_string(Path::new(file).with_extension("lines")).ok());
    notes
        .filter_map(|note| note.split_once(' ').and_then(|(lines, unit)| Some((unit.into(), lines.parse().ok()?))))
        .collect()
}

/// The exit code, if cargo started this program in the place of a compiler.
pub fn stand_in() -> Option<ExitCode> {
    let words = || env::args().skip(1).collect::<Vec<String>>();
    if env::var_os(IR).is_some() {
        return Some(count(words()));
    }
    env::var_os(TIMES).map(|notes| time(&words(), Path::new(&notes)))
}

/// Runs the compiler, and notes its seconds with those of the linker.
fn time(words: &[String], notes: &Path) -> ExitCode {
    let code = compile(words);
    if let (Some(unit), Some(seconds)) = (unit(words), children_seconds()) {
        let file = OpenOptions::new().append(true).open(notes);
        file.and_then(|mut file| file.write_all(format!("{seconds:.2} {unit}\n").as_bytes()))
            .expect("the notes can be written");
    }
    code
}

/// Runs the compiler. If it checks, it also writes LLVM IR, whose lines are noted beside the metadata.
fn count(mut words: Vec<String>) -> ExitCode {
    let emit = words.iter().position(|word| word == CHECKED);
    let (Some(emit), Some(unit), Some(place)) = (emit, unit(&words), Place::read(&words)) else {
        return compile(&words);
    };
    words[emit].push_str(",llvm-ir");
    words.extend(PLAIN_IR.map(String::from));
    place.files().iter().for_each(|file| drop(fs::remove_file(file)));
    let code = compile(&words);
    let lines: u64 = place.files().iter().map(|file| lines_of(file)).sum();
    place.files().iter().for_each(|file| drop(fs::remove_file(file)));
    fs::write(place.folder.join(format!("lib{}.lines", place.stem)), format!("{lines} {unit}"))
        .expect("the notes can be written");
    code
}

/// Where a compiler writes.
struct Place {
    folder: PathBuf,
    /// The name of the crate, with what cargo adds to it.
    stem: String,
}

impl Place {
    fn read(words: &[String]) -> Option<Self> {
        let extra = words.iter().find_map(|word| word.strip_prefix("extra-filename="))?;
        let stem = format!("{}{extra}", after(words, "--crate-name")?);
        Some(Self { folder: after(words, "--out-dir")?.into(), stem })
    }

    /// The files of LLVM IR. A program has one more, for its allocator.
    fn files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        let prefix = format!("{}.", self.stem);
        let is_ours = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&prefix) && name.ends_with(".ll")
        };
        files.filter(is_ours).collect()
    }
}

fn lines_of(file: &Path) -> u64 {
    let file = fs::File::open(file).expect("the compiler wrote this file");
    BufReader::new(file).split(b'\n').count() as u64
}

/// The compiler with its words. If it cannot start, cargo is told by the exit code.
fn compile(words: &[String]) -> ExitCode {
    let Some((compiler, words)) = words.split_first() else { return ExitCode::FAILURE };
    let code = Command::new(compiler).args(words).status().ok().and_then(|status| status.code());
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
}

/// What cargo has compiled: the package, and which part of it unless it is the library. `None` if cargo only asks the
/// compiler about itself.
fn unit(words: &[String]) -> Option<String> {
    Some(named(&env::var("CARGO_PKG_NAME").ok()?, after(words, "--crate-name")?, after(words, "--crate-type")?))
}

fn named(package: &str, name: &str, kind: &str) -> String {
    match kind {
        "bin" if name.starts_with("build_script_") => format!("{package} (build script)"),
        "bin" => format!("{package} (program)"),
        _ => package.to_owned(),
    }
}

/// The word after this one.
fn after<'a>(words: &'a [String], word: &str) -> Option<&'a str> {
    let at = words.iter().position(|other| other == word)?;
    words.get(at + 1).map(String::as_str)
}

/// The units in the notes, the most expensive first. What is there several times is added.
fn units(notes: &str) -> Vec<(String, f64)> {
    let mut units: Vec<(String, f64)> = Vec::new();
    for (seconds, unit) in notes.lines().filter_map(|line| line.split_once(' ')) {
        let seconds: f64 = seconds.parse().unwrap_or(f64::NAN);
        match units.iter_mut().find(|(name, _)| name == unit) {
            Some((_, sum)) => *sum += seconds,
            None => units.push((unit.to_owned(), seconds)),
        }
    }
    units.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    units
}

fn this_program() -> PathBuf {
    env::current_exe().expect("a running program has a path")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_one_name_are_added_and_the_most_expensive_comes_first() {
        let notes = "1.50 serde\n0.25 serde (build script)\n9.00 clearance\n0.50 serde\n";
        let expected = [("clearance", 9.0), ("serde", 2.0), ("serde (build script)", 0.25)];
        assert_eq!(units(notes), expected.map(|(unit, seconds)| (unit.to_owned(), seconds)));
    }

    #[test]
    fn a_library_has_the_name_of_its_package_and_other_parts_say_what_they_are() {
        assert_eq!(named("clearance-cli", "clearance_cli", "lib"), "clearance-cli");
        assert_eq!(named("clearance-cli", "clearance", "bin"), "clearance-cli (program)");
        assert_eq!(named("serde", "build_script_build", "bin"), "serde (build script)");
    }

    #[test]
    fn the_place_is_read_from_the_words_of_the_compiler() {
        let words = "rustc --crate-name one --out-dir /deps -C metadata=1f -C extra-filename=-2e";
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        let place = Place::read(&words).unwrap();
        assert_eq!((place.stem.as_str(), place.folder.as_path()), ("one-2e", Path::new("/deps")));
        assert!(Place::read(&words[..5]).is_none());
    }
}
