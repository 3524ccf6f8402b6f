//! The first command of a newcomer: a cold `cargo build --release`, by crate.

use super::compilers::timed;
use super::table::{self, kilobytes, seconds};
use crate::runner::{Outcome, command, quietly, target_folder};
use std::env::consts::EXE_SUFFIX;
use std::fs;

/// What costs less than this share of the whole is in the sum of the others.
const LEAST_SHARE: f64 = 0.01;

/// The table of crates. It holds the size of the command, too.
pub fn table() -> Result<String, Outcome> {
    let folder = target_folder().join("cost/release");
    let _ = fs::remove_dir_all(&folder);
    quietly(&mut command("cargo", "fetch --locked"));
    let compiled = timed(command("cargo", "build --release --locked --target-dir").arg(&folder), &folder)?;
    let total = compiled.seconds();
    let (large, small): (Vec<_>, Vec<_>) = compiled.units.iter().partition(|(_, cost)| *cost >= LEAST_SHARE * total);
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows: Vec<_> = large.iter().map(|(unit, cost)| row(unit, seconds(*cost))).collect();
    rows.push(row(&format!("{} others", small.len()), seconds(small.iter().map(|(_, cost)| cost).sum())));
    rows.push(row("**all**", format!("**{}**", seconds(total))));
    rows.push(row("wall", seconds(compiled.wall.as_secs_f64())));
    let program = folder.join("release").join(format!("clearance{EXE_SUFFIX}"));
    rows.push(row("size of the command", fs::metadata(program).map_or("none".into(), |file| kilobytes(file.len()))));
    Ok(table::text(&["crate", "CPU s"], &rows))
}
