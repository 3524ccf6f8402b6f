//! What a change did: the times of this run beside those of an earlier one.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use crate::report::Row;

/// Reads the rows that `--format json` printed. Lines that are no rows are left out.
pub fn read(path: &Path) -> io::Result<Vec<Row>> {
    let text = fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// A Markdown table: our time now divided by that before, by cell, and both divided by what the other libraries did. They
/// did not change, so their ratio is that of the machines.
pub fn markdown(before: &[Row], now: &[Row]) -> String {
    let ratio = |row: &Row| Some(row.ns / before.iter().find(|old| is_same(old, row))?.ns);
    let others = now.iter().filter(|row| !row.is_ours() && !row.reference);
    let Some(machine) = median(others.filter_map(ratio).collect()) else {
        return "no other library was timed in both runs\n".into();
    };
    let mut text = format!(
        "\nThe other libraries took {machine:.3} of their time before; ours is divided by that.\n\n\
         | cell | before, ns | now, ns | now / before |\n|---|---|---|---|\n"
    );
    let mut shares = Vec::new();
    for row in now.iter().filter(|row| row.is_ours()) {
        let Some(old) = before.iter().find(|old| is_same(old, row)) else { continue };
        let share = row.ns / old.ns / machine;
        shares.push(share);
        let Row { workload, class, output, protocol, engine, scalar, .. } = row;
        let cell = format!("{workload}, {class}: {output}, {protocol}, {engine} {scalar}");
        let _ = writeln!(text, "| {cell} | {:.1} | {:.1} | {share:.2} |", old.ns, row.ns);
    }
    if let Some(middle) = median(shares) {
        let _ = writeln!(text, "\nThe median of the last column is {middle:.3}.");
    }
    text
}

/// Whether two rows are one figure of two runs.
fn is_same(a: &Row, b: &Row) -> bool {
    let name = |row: &Row| {
        let Row { workload, class, scalar, engine, output, protocol, .. } = row.clone();
        [workload, class, scalar, engine, output, protocol]
    };
    !a.reference && name(a) == name(b)
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(engine: &str, ns: f64) -> Row {
        let text = format!(
            r#"{{"workload":"boxes","class":"near","scalar":"f64","engine":"{engine}","output":"bool","protocol":"hot","ns":{ns},"ratio_to_ours":1.5,"worst_relative_error":null,"wrong_verdicts":0,"pairs":5,"reference":false}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_slower_machine_is_not_taken_for_a_slower_library() {
        let text = markdown(&[row("clearance", 4.0), row("parry", 10.0)], &[row("clearance", 4.0), row("parry", 20.0)]);
        assert!(text.contains("| 4.0 | 4.0 | 0.50 |"), "{text}");
    }
}
