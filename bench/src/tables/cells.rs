//! The table of CELLS.md: a line for each workload and class, under a heading for each question.

use super::{line, table, text};
use crate::cells::Cell;
use crate::counts::CLOSE;
use crate::engines::Output;
use crate::report::Row;

/// The cells of convex shapes that another library answers, beside those of an earlier run if there is one.
pub fn markdown(now: &[Cell], before: Option<&[Cell]>) -> String {
    let mut text = String::new();
    for output in Output::ALL.map(|output| output.to_string()) {
        let lines: Vec<String> =
            told(now).filter(|cell| cell.output() == output).map(|cell| cell_line(cell, before)).collect();
        if !lines.is_empty() {
            text += &format!("\n## `{output}`\n{}", table(heads(before), &lines));
        }
    }
    let has_reference = told(now).filter_map(Cell::fastest_other).any(|row| row.reference);
    if has_reference { text + "\n\\* not measured in this run: a reference column.\n" } else { text }
}

/// The cells that have a line: those of convex shapes that we and another library answer.
fn told<'c, 'r>(cells: &'c [Cell<'r>]) -> impl Iterator<Item = &'c Cell<'r>> {
    cells
        .iter()
        .filter(|cell| cell.group().is_some() && ["f64", "f32"].iter().any(|scalar| cell.ratio(scalar).is_some()))
}

fn heads(before: Option<&[Cell]>) -> &'static [&'static str] {
    match before {
        Some(_) => &["workload, class", "f64 before", "f64", "f32 before", "f32", "the other", "its worst error"],
        None => &["workload, class", "f64", "f32", "the other", "its worst error"],
    }
}

fn cell_line(cell: &Cell, before: Option<&[Cell]>) -> String {
    let mut fields = vec![format!("{}, {}", cell.workload(), cell.class())];
    for scalar in ["f64", "f32"] {
        if let Some(before) = before {
            fields.push(text(before.iter().find(|old| old.is_same(cell)).and_then(|old| old.ratio(scalar)), 2));
        }
        fields.push(cell.ratio(scalar).map_or(String::new(), marked));
    }
    fields.extend(cell.fastest_other().map_or(Default::default(), |other| {
        let mark = if other.reference { " *" } else { "" };
        [format!("{} {}{mark}", other.engine, other.scalar), fault(other)]
    }));
    line(&fields)
}

/// A ratio. It is bold where we are not clearly faster.
fn marked(ratio: f64) -> String {
    if ratio > CLOSE { format!("**{ratio:.2}**") } else { format!("{ratio:.2}") }
}

/// The worst error and the number of wrong verdicts.
fn fault(row: &Row) -> String {
    let error = row.worst_relative_error.map(|error| format!("{error:.0e}"));
    let wrong = row.wrong_verdicts.filter(|&wrong| wrong > 0).map(|wrong| format!("{wrong} wrong"));
    [error, wrong].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
