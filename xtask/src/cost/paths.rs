//! What each fast path of the core gains: the counted questions with the path, and without it.

use super::table;
use crate::counts::instructions;
use crate::runner::{Outcome, command, output, root, target_folder};
use std::path::Path;

/// A question is named if it takes this share more, or less, without the path.
const NOTED: f64 = 0.03;

/// The table of the paths.
pub fn table() -> Result<String, Outcome> {
    let folder = target_folder().join("cost/paths");
    let mut cargo = command("cargo", "build --quiet --release --package counted --features simd");
    cargo.current_dir(root()).env("RUSTFLAGS", "--cfg judge").arg("--target-dir").arg(&folder);
    if !cargo.status().is_ok_and(|status| status.success()) {
        return Err(Outcome::Failed("`counted` did not build with --cfg judge".into()));
    }
    let program = folder.join("release/counted");
    let listed = |word: &str| {
        let text = output(command(&program.to_string_lossy(), word).current_dir(root())).unwrap_or_default();
        text.lines().filter_map(|line| line.split_once(' ')).map(own).collect::<Vec<_>>()
    };
    let (paths, cases) = (listed("paths"), listed(""));
    let with: Vec<f64> = counted(&program, &cases, None)?;
    let mut rows = Vec::new();
    for (number, (name, what)) in paths.iter().enumerate() {
        println!("without {name}");
        let without = counted(&program, &cases, Some(number))?;
        let ratios =
            cases.iter().zip(without.iter().zip(&with)).map(|((case, _), (without, with))| (case, without / with));
        let mut noted: Vec<(&String, f64)> = ratios.filter(|(_, ratio)| (ratio - 1.0).abs() >= NOTED).collect();
        noted.sort_by(|one, other| other.1.total_cmp(&one.1));
        let words: Vec<String> = noted.iter().map(|(case, ratio)| format!("{case} {ratio:.2}")).collect();
        rows.push(vec![format!("{name}: {}", what.trim()), words.join(", ")]);
    }
    Ok(table::text(&["left out", "instructions without it, to those with it"], &rows))
}

fn own((first, rest): (&str, &str)) -> (String, String) {
    (first.to_owned(), rest.to_owned())
}

/// The instructions of each case, without the path of this number.
fn counted(program: &Path, cases: &[(String, String)], without: Option<usize>) -> Result<Vec<f64>, Outcome> {
    let number = without.map(|number| number.to_string());
    let count = |(case, _): &(String, String)| {
        let words: Vec<&str> = std::iter::once(case.as_str()).chain(number.as_deref()).collect();
        instructions(program, &words).ok_or_else(|| Outcome::Skipped(format!("{case} gave no count")))
    };
    cases.iter().map(count).collect()
}
