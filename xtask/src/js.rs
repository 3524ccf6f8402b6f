//! The JavaScript package: the C interface as WebAssembly, without generated code, and its tests in Node.js and Chromium.

use crate::runner::{Outcome, command, root, run, target_folder};
use crate::web;
use std::fs;
use std::path::PathBuf;

/// The modules, the features that each has, all bodies or convex shapes alone, and how the crate that is linked last is
/// optimised. That level holds for the whole module: below 3, LLVM puts no numbers side by side into one instruction.
const MODULES: [(&str, &str, &str); 2] = [("clearance", "bodies", "3"), ("convex", "", "'s'")];

/// Builds what the package ships into `js/dist`.
pub fn build() -> Outcome {
    web::tools().and(compiled)
}

/// Builds and tests the package. The tests in a browser need Chromium, and the tools of the page.
pub fn test() -> Outcome {
    build().and(web::packages).and(|| {
        let Some(browser) = web::browser() else {
            let outcome = run(command("node", "--test").args(in_node()).current_dir(folder()));
            let reason = "the tests in Node.js passed, but there is no browser here, so those in a browser did not run";
            return outcome.and(|| Outcome::Skipped(reason.into()));
        };
        let mut node = command("node", "--test --test-concurrency=2");
        run(node.args(tests()).current_dir(folder()).env("BROWSER", browser))
    })
}

/// Tries the package in pages that webpack, rollup and esbuild build. The step `js` tries vite alone.
pub fn bundlers() -> Outcome {
    let bundlers = folder().join("test/bundlers");
    let Some(browser) = web::browser() else {
        return Outcome::Skipped("there is no browser here, and none could be installed".into());
    };
    build()
        .and(web::packages)
        .and(|| run(command("npm", "ci --no-audit --no-fund --loglevel=error").current_dir(&bundlers)))
        .and(|| run(command("node", "--test bundlers.mjs").current_dir(&bundlers).env("BROWSER", browser)))
}

/// The modules as they are shipped, and their names.
pub fn modules() -> Result<Vec<(&'static str, PathBuf)>, Outcome> {
    match build() {
        Outcome::Passed => Ok(MODULES.map(|(name, ..)| (name, folder().join(format!("dist/{name}.wasm")))).into()),
        outcome => Err(outcome),
    }
}

/// The files of the tests.
fn tests() -> Vec<PathBuf> {
    let files = fs::read_dir(folder().join("test")).into_iter().flatten().flatten();
    let mut names: Vec<_> = files.map(|file| PathBuf::from("test").join(file.file_name())).collect();
    names.retain(|name| name.to_string_lossy().ends_with(".test.mjs"));
    names.sort();
    names
}

/// Those that need no browser.
fn in_node() -> Vec<PathBuf> {
    tests().into_iter().filter(|name| !name.ends_with("browser.test.mjs")).collect()
}

/// Compiles each module, and puts it where the package reads it.
fn compiled() -> Outcome {
    let kept = target_folder().join(web::TARGET).join("wasm/js");
    if let Err(error) = fs::create_dir_all(&kept) {
        return Outcome::Failed(format!("{}: {error}", kept.display()));
    }
    let built = MODULES.into_iter().fold(Outcome::Passed, |before, (name, features, level)| {
        before
            .and(|| {
                let words = "rustc --quiet --lib --crate-type cdylib --profile wasm --locked --package clearance-c";
                let words = format!("{words} --no-default-features --target {}", web::TARGET);
                let level = format!("profile.wasm.package.clearance-c.opt-level={level}");
                let mut cargo = command("cargo", &words);
                run(cargo
                    .args(["--config", &level])
                    .arg(format!("--features={features}"))
                    .env(web::FLAGS.0, web::FLAGS.1))
            })
            .and(|| {
                let file = target_folder().join(web::TARGET).join("wasm/clearance_c.wasm");
                match fs::copy(&file, kept.join(format!("{name}.wasm"))) {
                    Ok(_) => Outcome::Passed,
                    Err(error) => Outcome::Failed(format!("{}: {error}", file.display())),
                }
            })
    });
    built.and(|| {
        run(command("node", "build.mjs")
            .args(MODULES.map(|(name, ..)| kept.join(format!("{name}.wasm"))))
            .current_dir(folder()))
    })
}

pub fn folder() -> PathBuf {
    root().join("js")
}
