//! The chores of the repository, run as `cargo xtask <chore>`.
//!
//! `test` is all that continuous integration runs. It installs what it needs, and says what it could not check.

mod c;
mod core_checks;
mod cost;
mod counts;
mod js;
mod lanes;
mod promises;
mod ptx;
mod python;
mod release;
mod rooms;
mod runner;
mod web;

use runner::{Outcome, Place, Step};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [STEP ...]    every check, or the named ones; `cargo xtask test --list` names them
cargo xtask web                the step-through page, built into web/dist
cargo xtask web --serve [PORT] the same, served on this machine; prints the address
cargo xtask c --prefix DIR     the C interface: headers, libraries, files for CMake and pkg-config, installed in DIR
cargo xtask js                 the JavaScript package: its modules, built into js/dist
cargo xtask js --bundlers      the package in pages that webpack, rollup and esbuild build, in a browser
cargo xtask python             the Python package: a wheel in target/wheels, tested
cargo xtask release [PART ...] every artefact of a release, tried in empty places; `--rehearse` before the changelog is closed
cargo xtask counts             records anew what the instruction counts are held against
cargo xtask cost [PART ...]    what building costs: CPU seconds, sizes, lines; `--record` also writes bench/COST.md
cargo xtask cost --hold REASON records anew what the step `cost` holds, with the reason for what rose
cargo xtask ptx [--record]     the kernels for GPUs, rebuilt and compared, or recorded anew; needs the nightly they name
cargo xtask web --pictures     takes the pictures in docs/pictures anew
";

/// Every check, the cheap ones first. So a small mistake shows within the first minute.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the formatting of rustfmt.toml",
        place: Place::Workspace,
        run: core_checks::formatting,
    },
    Step {
        name: "rooms",
        about: "the rooms of the core, of the scene and of the rivals use those below them alone",
        place: Place::Workspace,
        run: rooms::check,
    },
    Step {
        name: "promises",
        about: "the tests that docs/promises.md names are there",
        place: Place::Workspace,
        run: promises::check,
    },
    Step {
        name: "clippy",
        about: "clippy on every target of the workspace, warnings denied",
        place: Place::Workspace,
        run: core_checks::clippy,
    },
    Step {
        name: "tests",
        about: "unit, property, corpus and command-line tests",
        place: Place::Workspace,
        run: core_checks::tests,
    },
    Step {
        name: "doctests",
        about: "the examples in the documentation and the README",
        place: Place::Workspace,
        run: core_checks::doctests,
    },
    Step {
        name: "docs",
        about: "rustdoc of the libraries, warnings denied",
        place: Place::Workspace,
        run: core_checks::docs,
    },
    Step {
        name: "no_std",
        about: "the core and the kernels for a target without an operating system",
        place: Place::Workspace,
        run: core_checks::no_std,
    },
    Step {
        name: "features",
        about: "the core with no feature and with each feature alone, batches with and without theirs",
        place: Place::Workspace,
        run: core_checks::features,
    },
    Step {
        name: "msrv",
        about: "the core on the oldest supported compiler",
        place: Place::Workspace,
        run: core_checks::msrv,
    },
    Step {
        name: "counts",
        about: "instructions of hot queries against those on record",
        place: Place::Own,
        run: counts::check,
    },
    Step {
        name: "cost",
        about: "lines of LLVM IR, lines of source and bytes of the page against those on record",
        place: Place::Own,
        run: cost::check,
    },
    Step {
        name: "ptx",
        about: "the kernels for GPUs, from their source and through an assembler",
        place: Place::Own,
        run: ptx::check,
    },
    Step { name: "c", about: "the C interface as C and C++ programs use it", place: Place::Workspace, run: c::test },
    Step {
        name: "bevy",
        about: "the guide for Bevy, with its types and without a window",
        place: Place::Own,
        run: core_checks::bevy,
    },
    Step {
        name: "js",
        about: "the JavaScript package: in Node.js, bundled by vite, in a real browser",
        place: Place::Machine,
        run: js::test,
    },
    Step { name: "python", about: "the Python package: its wheel and its tests", place: Place::Own, run: python::test },
    Step {
        name: "web",
        about: "the page: build, types, and tests in a real browser",
        place: Place::Machine,
        run: web::test,
    },
];

fn main() -> ExitCode {
    if let Some(code) = cost::stand_in() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    std::env::set_current_dir(runner::root()).expect("the repository's folder can be entered");
    match words.as_slice() {
        ["test", "--list"] => {
            for step in STEPS {
                println!("{:<10} {}", step.name, step.about);
            }
            ExitCode::SUCCESS
        }
        ["test", lanes::WORD, name, report] => match runner::select(STEPS, &[name]) {
            Ok(steps) => lanes::report(steps[0], report),
            Err(unknown) => usage(&format!("no step is called {unknown}")),
        },
        ["test", names @ ..] => match runner::select(STEPS, names) {
            Ok(steps) => runner::run_all(&steps),
            Err(unknown) => usage(&format!("no step is called {unknown}; see `cargo xtask test --list`")),
        },
        ["web", words @ ..] => match web::Chore::read(words) {
            Ok(chore) => finish(web::web(&chore)),
            Err(complaint) => usage(&complaint),
        },
        ["c", "--prefix", prefix] => finish(c::install(prefix)),
        ["js"] => finish(js::build()),
        ["js", "--bundlers"] => finish(js::bundlers()),
        ["python"] => finish(python::wheel()),
        ["release", words @ ..] => match release::Chore::read(words) {
            Ok(chore) => finish(release::release(&chore)),
            Err(complaint) => usage(&complaint),
        },
        ["ptx"] => finish(ptx::check()),
        ["ptx", "--record"] => finish(ptx::make_record()),
        ["counts"] => finish(counts::record()),
        ["cost", words @ ..] => match cost::Chore::read(words) {
            Ok(chore) => finish(cost::cost(&chore)),
            Err(complaint) => usage(&complaint),
        },
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => usage("which chore?"),
    }
}

/// Prints the complaint and the usage on standard error. The exit code is 2, as in the command, for bad usage.
fn usage(complaint: &str) -> ExitCode {
    eprint!("xtask: {complaint}\n\n{USAGE}");
    ExitCode::from(2)
}

/// The exit code of a single chore. If the chore failed or could not be done, the reason is printed.
fn finish(outcome: Outcome) -> ExitCode {
    match outcome {
        Outcome::Passed => ExitCode::SUCCESS,
        Outcome::Failed(reason) | Outcome::Skipped(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
