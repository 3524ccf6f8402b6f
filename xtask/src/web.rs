//! The step-through page: built into `web/dist`, served, and tested in a real browser.
//!
//! Each tool installs what it owns: rustup the target, npm the packages of the lock file, the system's package manager
//! Chromium. If one of them fails, the step says why and is not counted as passed.

use crate::core_checks;
use crate::runner::{Outcome, cargo, command, quietly, root, run, target_folder};
use std::path::PathBuf;
use std::process::Command;
use std::thread;

/// The target of every module.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// What rustc is told for every module: vectors of 128 bits. The page says so in a browser without them
/// (`web/src/engine.ts`). Every module has the same flags, so the core is compiled once for all.
pub const FLAGS: (&str, &str) = ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128");

/// The crates that become WebAssembly: the solver, the readers of files, which are fetched with the first file,
/// meshes as they are, which are fetched with the first mesh, shapes that move, and the published methods and robots,
/// which are fetched with the first lesson on them.
const MODULES: [&str; 6] = [
    "clearance-web",
    "clearance-web-files",
    "clearance-web-scene",
    "clearance-web-motion",
    "clearance-web-rivals",
    "clearance-web-robot",
];

/// The browsers that the tests can drive, in the order of preference.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What `cargo xtask web` is asked to do.
pub enum Chore {
    /// Build the folder.
    Build,
    /// Build the folder and serve it on this machine at this port.
    Serve(u16),
    /// Build the folder and take the pictures of the documentation.
    Pictures,
}

impl Chore {
    /// Reads the words after `cargo xtask web`.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        match words {
            [] => Ok(Self::Build),
            ["--pictures"] => Ok(Self::Pictures),
            ["--serve"] => Ok(Self::Serve(0)),
            ["--serve", port] => port
                .parse()
                .map(Self::Serve)
                .map_err(|_| format!("--serve: a port between 0 and 65535 wanted, {port} found")),
            [other, ..] => Err(format!("web does not know {other}")),
        }
    }
}

/// Builds the page. If it was asked to, it also serves the page until it is interrupted.
pub fn web(chore: &Chore) -> Outcome {
    let built = build();
    match chore {
        Chore::Build => built.and(|| {
            println!("web/dist is ready for any static host.");
            Outcome::Passed
        }),
        Chore::Pictures => built.and(|| match browser() {
            Some(browser) => run(command("node", "test/pictures.mjs").current_dir(folder()).env("BROWSER", browser)),
            None => Outcome::Skipped(format!("the pictures need one of {BROWSERS:?}")),
        }),
        Chore::Serve(port) => {
            built.and(|| run(command("node", &format!("serve.mjs dist {port}")).current_dir(folder())))
        }
    }
}

/// Checks the types, builds, and runs the tests in the browser. The tests compare the page with the command.
pub fn test() -> Outcome {
    // The command and the browser are there while the page is built.
    let (built, beside, browser) = thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let found = browser();
            (core_checks::command_line(), found)
        });
        let built = build();
        let (command, found) = beside.join().unwrap_or_else(|_| (Outcome::Failed("no command".into()), None));
        (built, command, found)
    });
    built.and(|| npm("run check")).and(|| beside).and(|| {
        let Some(browser) = browser else {
            return Outcome::Skipped(format!(
                "the page was built and its types were checked, but none of {BROWSERS:?} is here and the system's \
                 package manager could not install chromium, so the tests in the browser did not run"
            ));
        };
        let program = target_folder().join("debug").join("clearance");
        run(command("npm", "test --silent").current_dir(folder()).env("BROWSER", browser).env("CLEARANCE", program))
    })
}

/// Builds the modules, and names their files: what a browser fetches.
pub fn modules() -> Result<Vec<PathBuf>, Outcome> {
    match tools().and(compiled).and(glued) {
        Outcome::Passed => {
            Ok(MODULES.map(|module| folder().join(format!("pkg/{}_bg.wasm", module.replace('-', "_")))).into())
        }
        outcome => Err(outcome),
    }
}

fn build() -> Outcome {
    if let outcome @ (Outcome::Failed(_) | Outcome::Skipped(_)) = tools() {
        return outcome;
    }
    // The modules are compiled one after the other, and most of the time by one core. The other core prepares the rest.
    let (modules, beside) = thread::scope(|scope| {
        let beside = scope.spawn(|| cargo("build --quiet --package xtask-bindgen").and(packages));
        (compiled(), beside.join().unwrap_or_else(|_| Outcome::Failed("the glue could not be prepared".into())))
    });
    modules.and(|| beside).and(glued).and(|| npm("run build --silent"))
}

/// What the build needs. The target is added.
pub fn tools() -> Outcome {
    if !quietly(&mut command("npm", "--version")) {
        return Outcome::Skipped("the page needs Node.js with npm, and there is none here".into());
    }
    if !quietly(&mut command("rustup", &format!("target add {TARGET}"))) {
        return Outcome::Skipped(format!("the page needs the target {TARGET}, and rustup could not add it"));
    }
    Outcome::Passed
}

/// Compiles the modules. Each is compiled by itself: a feature that one crate asks for would be in all of them. And only as
/// a module: a crate that is a library, too, would be linked without optimisation across crates.
fn compiled() -> Outcome {
    MODULES.into_iter().fold(Outcome::Passed, |before, module| {
        before.and(|| {
            let words = "rustc --quiet --lib --crate-type cdylib --profile wasm";
            let words = format!("{words} --package {module} --target {TARGET}");
            run(command("cargo", &words).env(FLAGS.0, FLAGS.1))
        })
    })
}

/// Writes the code between TypeScript and each module.
fn glued() -> Outcome {
    MODULES.into_iter().fold(Outcome::Passed, |before, module| before.and(|| glue(module)))
}

/// Writes the code between TypeScript and a module.
fn glue(module: &str) -> Outcome {
    let wasm = target_folder().join(TARGET).join("wasm").join(format!("{}.wasm", module.replace('-', "_")));
    let words = "run --quiet --package xtask-bindgen --";
    run(command("cargo", words).arg(wasm).arg(folder().join("pkg")))
}

/// Installs the packages of the lock file, unless they are there already.
pub fn packages() -> Outcome {
    let changed = |name: &str| folder().join(name).metadata().and_then(|file| file.modified()).ok();
    match (changed("package-lock.json"), changed("node_modules/.package-lock.json")) {
        (Some(wanted), Some(installed)) if installed >= wanted => Outcome::Passed,
        _ => npm("ci --no-audit --no-fund --loglevel=error"),
    }
}

fn npm(words: &str) -> Outcome {
    run(command("npm", words).current_dir(folder()))
}

/// The name of a browser on this machine. If there is none, the package manager is asked for one.
pub fn browser() -> Option<&'static str> {
    let found = || BROWSERS.into_iter().find(|name| quietly(&mut command(name, "--version")));
    found().or_else(|| {
        let mut install = Command::new("sh");
        install.args([
            "-c",
            "sudo=$(command -v sudo || true); $sudo apt-get update -qq && $sudo apt-get install -y -qq chromium",
        ]);
        let _ = run(&mut install);
        found()
    })
}

fn folder() -> PathBuf {
    root().join("web")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_no_number_is_refused_with_its_text() {
        assert!(matches!(Chore::read(&["--serve", "http"]), Err(complaint) if complaint.contains("http")));
    }

    #[test]
    fn no_word_builds() {
        assert!(matches!(Chore::read(&[]), Ok(Chore::Build)));
    }
}
