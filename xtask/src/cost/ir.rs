//! Lines of LLVM IR: what the compiler hands to LLVM for a release build. No clock and no other work changes them.
//!
//! Nothing is optimised and nothing is linked: `cargo check --release`, where each compiler also writes its IR. With one
//! unit of code and without debug information the text depends on the compiler, the source and `Cargo.lock` alone.

use super::compilers;
use super::programs;
use super::record::Figure;
use crate::runner::{Outcome, command, root, target_folder};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The crates whose lines are on record.
const SCENE: &str = "clearance-scene";
const COMMAND: [&str; 2] = ["clearance-cli", "clearance-cli (program)"];

/// What of it is on record. The two builds run side by side: each has long stretches that one core works on.
pub fn figures() -> Result<Vec<Figure>, Outcome> {
    let program = &programs::U2;
    program.write()?;
    let (workspace, program) = thread::scope(|scope| {
        let workspace = scope.spawn(|| checked("workspace", &root(), "check --release --locked"));
        let program = checked(program.name, &program.folder(), "check --release");
        (workspace.join().unwrap_or_else(|_| Err(Outcome::Failed("the check ended early".into()))), program)
    });
    let (workspace, program) = (workspace?, program?);
    Ok(vec![
        Figure { name: "llvm-lines-of-u2", value: sum(&program, &[&programs::U2.unit()])? },
        Figure { name: "llvm-lines-of-scene", value: sum(&workspace, &[SCENE])? },
        Figure { name: "llvm-lines-of-command", value: sum(&workspace, &COMMAND)? },
    ])
}

/// The lines of every unit that this `cargo check` names. Each has a target folder of its own: cargo locks it.
fn checked(name: &str, folder: &Path, words: &str) -> Result<Vec<(String, u64)>, Outcome> {
    let mut cargo = command("cargo", &format!("{words} --quiet --message-format json-render-diagnostics"));
    cargo.current_dir(folder).arg("--target-dir").arg(target_folder().join("cost/ir").join(name));
    println!("$ cargo {words}   in {}, counting the lines of LLVM IR", folder.display());
    messages(compilers::counting(&mut cargo)).map(|messages| compilers::lines(&messages))
}

fn messages(cargo: &mut Command) -> Result<String, Outcome> {
    match cargo.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(Outcome::Failed(format!("the check ended with {}", output.status))),
        Err(error) => Err(Outcome::Failed(format!("the check could not start: {error}"))),
    }
}

/// The lines of these units together.
fn sum(lines: &[(String, u64)], units: &[&str]) -> Result<u64, Outcome> {
    let of = |unit: &&str| {
        let found = lines.iter().find(|(name, _)| name == unit);
        found.map(|(_, count)| *count).ok_or_else(|| Outcome::Failed(format!("nothing was counted of {unit}")))
    };
    units.iter().map(of).sum()
}
