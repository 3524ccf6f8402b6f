//! What a change did: the times of this run beside those of an earlier one.

use std::fmt::Write;

use crate::report::Row;

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
    !a.reference && a.name() == b.name()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slower_machine_is_not_taken_for_a_slower_library() {
        let run = |others: f64| [Row::of_boxes("clearance", 4.0), Row::of_boxes("parry", others)];
        let text = markdown(&run(10.0), &run(20.0));
        assert!(text.contains("| 4.0 | 4.0 | 0.50 |"), "{text}");
    }
}
