//! The query of u1 in a debug build whose dependencies are optimised, beside its release build.

use super::programs::{Program, U1, U1_PARRY};
use super::table;
use crate::runner::{Outcome, command, output};

/// Each program runs this often, in turn with the others. The least time counts: other work only adds to it.
const ROUNDS: usize = 5;

const PROFILES: [&str; 2] = ["release", "optimised-dependencies"];

/// The table of times.
pub fn table() -> Result<String, Outcome> {
    let mut rows = Vec::new();
    for (name, program) in [("clearance", U1), ("parry", U1_PARRY)] {
        let [release, debug] = times(&program)?;
        rows.push(vec![
            name.to_owned(),
            format!("{release:.0}"),
            format!("{debug:.0}"),
            format!("{:.2}", debug / release),
        ]);
    }
    Ok(table::text(&["query of u1", "release, ns", "debug with optimised dependencies, ns", "ratio"], &rows))
}

/// The nanoseconds of one query in both builds.
fn times(program: &Program) -> Result<[f64; 2], Outcome> {
    program.write()?;
    for profile in PROFILES {
        program.build(profile)?;
    }
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (least, profile) in least.iter_mut().zip(PROFILES) {
            *least = least.min(time(program, profile)?);
        }
    }
    Ok(least)
}

/// The second line that the program prints: the median of its loops.
fn time(program: &Program, profile: &str) -> Result<f64, Outcome> {
    let file = program.executable(profile);
    let printed = output(&mut command(&file.to_string_lossy(), "")).unwrap_or_default();
    let time = printed.lines().nth(1).and_then(|line| line.parse().ok());
    time.ok_or_else(|| Outcome::Failed(format!("{} printed no time", file.display())))
}
