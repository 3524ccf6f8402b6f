//! The whole run in a few lines: our time divided by the best other's, for each workload and class.

use std::fmt::Write;

use crate::engines::{OURS, OURS_WARM, batch};
use crate::report::Row;

/// Our time in a cell divided by the best other's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    /// The engines that were timed in this run, in either precision.
    measured: f64,
    /// The reference columns included.
    with_references: f64,
}

/// A Markdown table for each output, with a line for each workload and a `class share` for each class. In brackets is
/// the share of the best reference column, if it is faster than everything that was measured.
pub fn markdown(rows: &[Row]) -> String {
    let streamed: Vec<&Row> = rows.iter().filter(|row| row.protocol == "stream").collect();
    let mut text = String::new();
    for output in ["bool", "distance", "signed", "within", "contacts"] {
        let lines = lines(&streamed, output);
        if !lines.is_empty() {
            let _ = writeln!(text, "\n| {output}, f64: ours / best other | | | | |\n|---|---|---|---|---|\n{lines}");
        }
    }
    text
}

fn lines(rows: &[&Row], output: &str) -> String {
    let mut lines: Vec<(&str, String)> = Vec::new();
    let mut last = ("", "");
    for row in rows.iter().filter(|row| row.output == output) {
        let (workload, class) = (row.workload.as_str(), row.class.as_str());
        if (workload, class) == last {
            continue;
        }
        last = (workload, class);
        let cell: Vec<&Row> = rows
            .iter()
            .filter(|row| (row.output.as_str(), row.workload.as_str(), row.class.as_str()) == (output, workload, class))
            .copied()
            .collect();
        let Some(share) = share(&cell) else { continue };
        if lines.last().is_none_or(|(name, _)| *name != workload) {
            lines.push((workload, format!("| {workload} |")));
        }
        if let Some((_, line)) = lines.last_mut() {
            let _ = write!(line, " {class} {:.2}", share.measured);
            if share.with_references > share.measured {
                let _ = write!(line, " ({:.2})", share.with_references);
            }
            line.push_str(" |");
        }
    }
    lines.iter().map(|(_, line)| format!("{line}\n")).collect()
}

/// The share of one cell. It is `None` where no other engine answers.
fn share(cell: &[&Row]) -> Option<Share> {
    let best = |wanted: &dyn Fn(&Row) -> bool| {
        cell.iter().filter(|row| wanted(row)).map(|row| row.ns).fold(f64::INFINITY, f64::min)
    };
    // For workloads of batches, ours is the batch. For bodies in motion, ours is the warm start.
    let names = [batch::NAME, OURS_WARM, OURS];
    let name = names.into_iter().find(|name| cell.iter().any(|row| row.engine == *name))?;
    let ours = best(&|row| row.engine == name && row.scalar == "f64");
    let measured = best(&|row| !row.reference && !row.is_ours());
    let reference = best(&|row| row.reference);
    measured.is_finite().then(|| Share { measured: ours / measured, with_references: ours / measured.min(reference) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(engine: &str, ns: f64, reference: bool) -> Row {
        Row {
            workload: "boxes".into(),
            class: "near".into(),
            scalar: "f64".into(),
            engine: engine.into(),
            output: "bool".into(),
            protocol: "stream".into(),
            ns,
            ratio_to_ours: None,
            worst_relative_error: None,
            wrong_verdicts: Some(0),
            pairs: 5,
            reference,
        }
    }

    #[test]
    fn a_reference_column_stands_in_brackets_where_it_is_the_faster() {
        let rows = [row("clearance", 2.0, false), row("parry", 4.0, false), row("Coal", 1.0, true)];
        assert!(markdown(&rows).contains("| boxes | near 0.50 (2.00) |"), "{}", markdown(&rows));
        let rows = [row("clearance", 2.0, false), row("parry", 4.0, false), row("Coal", 8.0, true)];
        assert!(markdown(&rows).contains("| boxes | near 0.50 |"), "{}", markdown(&rows));
    }

    #[test]
    fn a_cell_that_nobody_else_answers_is_left_out() {
        assert_eq!(markdown(&[row("clearance", 2.0, false)]), "");
    }
}
