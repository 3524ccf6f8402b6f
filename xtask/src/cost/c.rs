//! The C interface: what its cold build costs, how large it is, and what a call costs beside the same call from Rust.

use super::compilers::timed;
use super::programs::C_CALLS;
use super::table::{self, kilobytes, seconds};
use crate::c;
use crate::runner::{Outcome, command, output, quietly, root, run, target_folder};
use std::fs;

/// Each program runs this often, in turn with the other. The least time counts: other work only adds to it.
const ROUNDS: usize = 7;

const PAIRS: [&str; 3] = ["balls", "boxes", "hulls of 32"];

/// The table.
pub fn table() -> Result<String, Outcome> {
    let folder = target_folder().join("cost/c");
    let _ = fs::remove_dir_all(&folder);
    quietly(&mut command("cargo", "fetch --locked"));
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: String, value: String| rows.push(vec![name, value]);
    // The library with all that is in the header, then with less.
    for (name, words) in [
        ("whole", ""),
        ("without robots and proofs", "--no-default-features --features bodies,simd"),
        ("convex shapes alone", "--no-default-features --features simd"),
    ] {
        let target = folder.join(name.replace(' ', "-"));
        let words = format!("build --release --locked --package clearance-c {words} --target-dir");
        let compiled = timed(command("cargo", &words).arg(&target), &target)?;
        row(format!("cold build, {name}, CPU s"), seconds(compiled.seconds()));
        let library = target.join("libclearance.so");
        let _ = fs::copy(target.join("release/libclearance_c.so"), &library);
        quietly(command("strip", "--strip-unneeded").arg(&library));
        let size = fs::metadata(&library).map_or("none".into(), |file| kilobytes(file.len()));
        row(format!("shared library, {name}, stripped"), size);
    }
    for (pair, [rust, own]) in PAIRS.iter().zip(times(&folder.join("whole/release"))?) {
        row(format!("{pair}: Rust, then C, ns"), format!("{rust:.0}, {own:.0} (+{:.0})", own - rust));
    }
    Ok(table::text(&["C interface", "value"], &rows))
}

/// The nanoseconds of a call from Rust and from C, for each pair.
fn times(built: &std::path::Path) -> Result<Vec<[f64; 2]>, Outcome> {
    C_CALLS.write()?;
    C_CALLS.build("release")?;
    let prefix = built.join("prefix");
    let program = built.join("c_calls");
    let mut compile = command("cc", "-O2 -std=c11 -D_GNU_SOURCE");
    compile.arg(root().join("bench/cost/c_calls.c")).arg("-o").arg(&program).arg("-I").arg(prefix.join("include"));
    compile.arg("-L").arg(prefix.join("lib")).args(["-lclearance", "-lm"]);
    compile.arg(format!("-Wl,-rpath,{}", prefix.join("lib").display()));
    match c::installed(built, &prefix).and(|| run(&mut compile)) {
        Outcome::Passed => {}
        outcome => return Err(outcome),
    }
    let mut least = vec![[f64::INFINITY; 2]; PAIRS.len()];
    for _ in 0..ROUNDS {
        for (side, file) in [C_CALLS.executable("release"), program.clone()].iter().enumerate() {
            let printed = output(&mut command(&file.to_string_lossy(), "")).unwrap_or_default();
            let times: Vec<f64> = printed.lines().filter_map(|line| line.parse().ok()).collect();
            if times.len() != PAIRS.len() {
                return Err(Outcome::Failed(format!("{} printed no times", file.display())));
            }
            least.iter_mut().zip(times).for_each(|(least, time)| least[side] = least[side].min(time));
        }
    }
    Ok(least)
}
