//! What building costs: `cargo xtask cost` measures it, `bench/COST.md` has the figures, and the step `cost` holds those
//! that no clock changes.
//!
//! Seconds are CPU seconds, user and system, of compilers and linkers. Other work on the machine changes them little.

mod c;
mod compilers;
mod downloads;
mod ir;
mod lines;
mod paths;
mod programs;
mod record;
mod release;
mod speed;
mod table;

pub use compilers::stand_in;

use crate::runner::{Outcome, command, output};
use record::{Figure, Record};
use std::fs;
use std::path::Path;

/// The figures of the last recorded run.
const DOCUMENT: &str = "bench/COST.md";

const TITLE: &str = "# What building costs\n\n\
`cargo xtask cost PART` measures a part, and `cargo xtask cost --record PART` writes it here. Seconds are CPU seconds, user\n\
and system, of all compilers and linkers. `xtask/cost.txt` has the figures that `cargo xtask test cost` holds.\n";

/// A part of the figures, measured by itself.
struct Part {
    /// The word that selects it. It is the heading in the document, too.
    name: &'static str,
    about: &'static str,
    table: fn() -> Result<String, Outcome>,
}

/// The cheap ones first.
const PARTS: &[Part] = &[
    Part { name: "lines", about: "Lines of source.", table: lines::table },
    Part { name: "speed", about: "A user's query without optimisation of the user's crate.", table: speed::table },
    Part {
        name: "u1",
        about: "A user's program with one question: `bench/cost/u1.rs`.",
        table: programs::one_question,
    },
    Part {
        name: "u2",
        about: "One with three questions about 6 x 6 kinds: `bench/cost/u2.rs`.",
        table: programs::many_kinds,
    },
    Part {
        name: "modules",
        about: "The WebAssembly of the page, and of the package for JavaScript.",
        table: downloads::modules,
    },
    Part { name: "wheel", about: "The Python package, as it is shipped.", table: downloads::wheel },
    Part { name: "paths", about: "The fast paths, each left out once.", table: paths::table },
    Part { name: "c", about: "The C interface: `bench/cost/c_calls.c` beside `c_calls.rs`.", table: c::table },
    Part { name: "release", about: "A cold `cargo build --release` of the workspace.", table: release::table },
];

/// What `cargo xtask cost` is asked to do.
pub enum Chore {
    /// Measure these parts and print them.
    Print(Vec<&'static str>),
    /// Also write them to the document.
    Record(Vec<&'static str>),
    /// Put the figures of the step on record, for this reason.
    Hold(String),
}

impl Chore {
    /// Reads the words after `cargo xtask cost`.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        match words {
            ["--hold", reason @ ..] => match reason.join(" ").trim() {
                "" => Err("--hold: a reason wanted".into()),
                reason => Ok(Self::Hold(reason.to_owned())),
            },
            ["--record", names @ ..] => parts(names).map(Self::Record),
            names => parts(names).map(Self::Print),
        }
    }
}

/// The known parts with these names. No names mean all.
fn parts(names: &[&str]) -> Result<Vec<&'static str>, String> {
    let known = || PARTS.iter().map(|part| part.name);
    if let Some(unknown) = names.iter().find(|name| !known().any(|known| known == **name)) {
        return Err(format!("cost has no part {unknown}; it has {}", known().collect::<Vec<_>>().join(", ")));
    }
    Ok(known().filter(|name| names.is_empty() || names.contains(name)).collect())
}

pub fn cost(chore: &Chore) -> Outcome {
    match chore {
        Chore::Print(names) => measure(names, |_, _| Outcome::Passed),
        Chore::Record(names) => measure(names, write),
        Chore::Hold(reason) => hold(reason),
    }
}

/// Measures the parts, prints each, and gives it to `then`.
fn measure(names: &[&str], then: impl Fn(&Part, &str) -> Outcome) -> Outcome {
    let asked = PARTS.iter().filter(|part| names.contains(&part.name));
    asked.fold(Outcome::Passed, |before, part| {
        before.and(|| {
            println!("\n━━━ {}: {}", part.name, part.about);
            let text = match (part.table)() {
                Ok(table) => table,
                Err(Outcome::Skipped(reason)) => format!("Not measured: {reason}.\n"),
                Err(outcome) => return outcome,
            };
            println!("\n{text}");
            then(part, &text)
        })
    })
}

/// Writes a part to the document, in the place of what was there.
fn write(part: &Part, text: &str) -> Outcome {
    let old = fs::read_to_string(DOCUMENT).unwrap_or_else(|_| TITLE.to_owned());
    let body = format!("{} {}\n\n{text}", part.about, circumstances());
    written(DOCUMENT, &with_section(&old, part.name, &body))
}

/// What was measured with which compiler. The document itself may have changed since the commit.
fn circumstances() -> String {
    let commit = output(&mut command("git", "log -1 --format=%h,%x20%cs")).unwrap_or_default();
    let changes = output(&mut command("git", "status --porcelain -- . :!bench/COST.md")).unwrap_or_default();
    let state = if changes.is_empty() { "" } else { ", with changes" };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("Commit {}{state}; {}; {cores} cores.", commit.trim(), record::compiler())
}

/// The document with this section in the place of the one of its name, or at its end.
fn with_section(document: &str, name: &str, body: &str) -> String {
    let heading = |name: &str| format!("\n## {name}\n");
    let section = format!("{}\n{}\n", heading(name), body.trim_end());
    match document.split_once(&heading(name)) {
        Some((before, rest)) => {
            let after = rest.find("\n## ").map_or("", |at| &rest[at..]);
            format!("{before}{section}{after}")
        }
        None => format!("{document}{section}"),
    }
}

/// The step of `cargo xtask test`: no figure is more than 3 % above the record.
pub fn check() -> Outcome {
    let record = match fs::read_to_string(record::FILE)
        .map_err(|error| error.to_string())
        .and_then(|text| Record::read(&text))
    {
        Ok(record) => record,
        Err(complaint) => return Outcome::Failed(format!("{}: {complaint}", record::FILE)),
    };
    let compiler = record::compiler();
    if record.compiler != compiler {
        return compare(&record, &lines::figures()).and(|| {
            Outcome::Skipped(format!(
                "the lines of LLVM IR on record are those of {}, and here is {compiler}; the lines of source were compared",
                record.compiler
            ))
        });
    }
    match figures() {
        Ok(figures) => compare(&record, &figures),
        Err(outcome) => outcome,
    }
}

/// What the step holds.
fn figures() -> Result<Vec<Figure>, Outcome> {
    let mut figures = ir::figures()?;
    figures.extend(lines::figures());
    figures.extend(downloads::figures()?);
    Ok(figures)
}

fn compare(record: &Record, figures: &[Figure]) -> Outcome {
    println!("{:<26}{:>14}{:>14}", "what building costs", "now", "on record");
    for Figure { name, value } in figures {
        let known = record.value(name).map_or("none".into(), table::thousands);
        println!("{name:<26}{:>14}{known:>14}", table::thousands(*value));
    }
    match record.risen(figures).as_slice() {
        [] => Outcome::Passed,
        risen => Outcome::Failed(format!(
            "{}; if it is worth it, `cargo xtask cost --hold \"REASON\"` changes {}, which belongs in the same commit",
            risen.join("; "),
            record::FILE
        )),
    }
}

/// Puts the figures of the step on record.
fn hold(reason: &str) -> Outcome {
    let old = fs::read_to_string(record::FILE).ok().and_then(|text| Record::read(&text).ok()).unwrap_or_default();
    let figures = match figures() {
        Ok(figures) => figures,
        Err(outcome) => return outcome,
    };
    written(record::FILE, &old.with(&figures, record::compiler(), reason).to_string())
}

fn written(file: &str, text: &str) -> Outcome {
    fs::write(file, text).map_or_else(|error| fault(Path::new(file), &error), |()| Outcome::Passed)
}

fn fault(file: &Path, error: &std::io::Error) -> Outcome {
    Outcome::Failed(format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_measures_every_part() {
        assert!(matches!(Chore::read(&[]), Ok(Chore::Print(parts)) if parts.len() == PARTS.len()));
    }

    #[test]
    fn an_unknown_part_is_refused_with_its_name() {
        assert!(
            matches!(Chore::read(&["--record", "lines", "weight"]), Err(complaint) if complaint.contains("weight"))
        );
    }

    #[test]
    fn the_record_is_not_changed_without_a_reason() {
        assert!(Chore::read(&["--hold"]).is_err());
        assert!(Chore::read(&["--hold", " "]).is_err());
        assert!(matches!(Chore::read(&["--hold", "more", "kinds"]), Ok(Chore::Hold(reason)) if reason == "more kinds"));
    }

    #[test]
    fn a_part_that_is_measured_again_replaces_its_section_and_no_other() {
        let document = with_section(&with_section("# Title\n", "lines", "10"), "speed", "20");
        assert_eq!(document, "# Title\n\n## lines\n\n10\n\n## speed\n\n20\n");
        assert_eq!(with_section(&document, "lines", "11\n"), "# Title\n\n## lines\n\n11\n\n## speed\n\n20\n");
        assert_eq!(with_section(&document, "speed", "21"), "# Title\n\n## lines\n\n10\n\n## speed\n\n21\n");
    }
}
