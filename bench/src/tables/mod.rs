//! The tables of the documents, as Markdown: those of CELLS.md, RESULTS.md and the README.

mod cells;
mod motions;
mod polytopes;
mod readme;

use crate::cells::of;
use crate::counts;
use crate::figures::Figures;
use crate::report::Format;

/// What a format prints after a run. Nothing for those that print as they go.
pub fn markdown(format: Format, now: &Figures, before: Option<&Figures>) -> String {
    match format {
        Format::Table | Format::Json => String::new(),
        Format::Cells => {
            let before = before.map(|before| of(&before.rows));
            let now = of(&now.rows);
            counts::markdown(&now) + &cells::markdown(&now, before.as_deref())
        }
        Format::Results => {
            let casts = motions::times(&now.casts) + &motions::verdicts(&now.casts);
            let before = before.map(|before| of(&before.rows));
            let now = of(&now.rows);
            casts + &polytopes::touching(&now, before.as_deref()) + &polytopes::contacts(&now)
        }
        Format::Readme => readme::markdown(&of(&now.rows)),
    }
}

/// A Markdown table. It is nothing without lines.
fn table(heads: &[&str], lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("\n| {} |\n|{}\n{}\n", heads.join(" | "), "---|".repeat(heads.len()), lines.join("\n"))
}

/// A line of a table.
fn line(fields: &[String]) -> String {
    format!("| {} |", fields.join(" | "))
}

/// A number, or nothing.
fn text(number: Option<f64>, decimals: usize) -> String {
    number.map_or(String::new(), |number| format!("{number:.decimals$}"))
}

#[cfg(test)]
mod tests;
