//! The whole run in a few lines: our time divided by the best other's, for each workload and class, and the counts.

use std::fmt::Write;

use crate::cells::{self, Cell};
use crate::counts;
use crate::engines::Output;
use crate::report::Row;

/// A Markdown table for each output, with a line for each workload and a `class share` for each class. In brackets is
/// the share of the best reference column, if it is faster than everything that was measured. At the end are the counts.
pub fn markdown(rows: &[Row]) -> String {
    let cells = cells::of(rows);
    let mut text = String::new();
    for output in Output::ALL.map(|output| output.to_string()) {
        let lines = lines(cells.iter().filter(|cell| cell.output() == output));
        if !lines.is_empty() {
            let _ = writeln!(text, "\n| {output}, f64: ours / best other | | | | |\n|---|---|---|---|---|\n{lines}");
        }
    }
    text + &counts::markdown(&cells)
}

fn lines<'c>(cells: impl Iterator<Item = &'c Cell<'c>>) -> String {
    let mut lines: Vec<(&str, String)> = Vec::new();
    for cell in cells {
        let Some(share) = share(cell) else { continue };
        if lines.last().is_none_or(|(name, _)| *name != cell.workload()) {
            lines.push((cell.workload(), format!("| {} |", cell.workload())));
        }
        if let Some((_, line)) = lines.last_mut() {
            let _ = write!(line, " {} {share} |", cell.class());
        }
    }
    lines.iter().map(|(_, line)| format!("{line}\n")).collect()
}

/// Our time divided by that of the fastest library that was timed in this run. In brackets is the share of the fastest
/// reference column, if that is faster. It is `None` where no other engine answers.
pub fn share(cell: &Cell) -> Option<String> {
    let (ours, measured) = (cell.ours("f64")?.ns, cell.fastest_measured()?.ns);
    let fastest = cell.fastest_other()?.ns;
    let brackets = if fastest < measured { format!(" ({:.2})", ours / fastest) } else { String::new() };
    Some(format!("{:.2}{brackets}", ours / measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_column_stands_in_brackets_where_it_is_the_faster() {
        let rows = |ns| {
            let reference = Row { reference: true, ..Row::of_boxes("coal", ns) };
            [Row::of_boxes("clearance", 2.0), Row::of_boxes("parry", 4.0), reference]
        };
        let text = markdown(&rows(1.0));
        assert!(text.contains("| boxes | near 0.50 (2.00) |") && text.contains("| all | 1 | 1 | 2.00 |"), "{text}");
        let text = markdown(&rows(8.0));
        assert!(text.contains("| boxes | near 0.50 |") && text.contains("| all | 1 | 0 | 0.50 |"), "{text}");
    }

    #[test]
    fn a_cell_that_nobody_else_answers_is_left_out() {
        assert_eq!(markdown(&[Row::of_boxes("clearance", 2.0)]), "");
    }
}
