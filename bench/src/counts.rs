//! How many cells there are, and in how many of them we are not clearly faster.

use std::fmt::Write;

use crate::cells::Cell;
use crate::engines::Output;
use crate::protocol::median;

/// A cell above this is not clearly faster. Larger: noise of a few per cent is no longer noticed.
pub const CLOSE: f64 = 0.95;

/// The ratios of some cells, each in each precision that we have.
struct Count {
    cells: usize,
    above: usize,
    median: f64,
}

/// Markdown: the cells of convex shapes that another library answers, all of them and by groups.
pub fn markdown(cells: &[Cell]) -> String {
    let convex: Vec<&Cell> = cells.iter().filter(|cell| cell.group().is_some()).collect();
    let mut lines = String::new();
    let mut line = |name: &str, wanted: &dyn Fn(&Cell) -> bool| {
        if let Some(Count { cells, above, median }) = count(convex.iter().filter(|cell| wanted(cell))) {
            let _ = writeln!(lines, "| {name} | {cells} | {above} | {median:.2} |");
        }
    };
    line("all", &|_| true);
    line("without shapes that touch", &|cell| !cell.touches());
    for output in Output::ALL.map(|output| output.to_string()) {
        line(&format!("`{output}`"), &|cell| cell.output() == output);
    }
    for group in groups(&convex) {
        line(group, &|cell| cell.group() == Some(group));
    }
    if lines.is_empty() {
        return lines;
    }
    let wrong: usize = convex.iter().map(|cell| cell.wrong_of_ours()).sum();
    format!(
        "\n| cells of convex shapes | number | above {CLOSE} of the fastest other | median |\n|---|---|---|---|\n{lines}\n\
         Wrong verdicts of ours in them: {wrong}.\n"
    )
}

/// The groups in the order of their first cells.
fn groups(cells: &[&Cell]) -> Vec<&'static str> {
    let mut groups = Vec::new();
    for group in cells.iter().filter_map(|cell| cell.group()) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// `None` where no other library answers.
fn count<'c>(cells: impl Iterator<Item = &'c &'c Cell<'c>>) -> Option<Count> {
    let mut ratios: Vec<f64> =
        cells.flat_map(|cell| ["f64", "f32"].map(|scalar| cell.ratio(scalar))).flatten().collect();
    let above = ratios.iter().filter(|&&ratio| ratio > CLOSE).count();
    (!ratios.is_empty()).then(|| Count { cells: ratios.len(), above, median: median(&mut ratios) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells;
    use crate::engines::OURS;
    use crate::report::Row;

    /// Our row and that of another library.
    fn cell(workload: &str, scalar: &str, ns: [f64; 2]) -> [Row; 2] {
        [(OURS, ns[0]), ("parry", ns[1])].map(|(engine, ns)| Row {
            workload: workload.into(),
            scalar: scalar.into(),
            ..Row::of_boxes(engine, ns)
        })
    }

    #[test]
    fn each_precision_is_a_cell_and_shapes_that_touch_can_be_left_out() {
        let mut rows: Vec<Row> = cell("boxes", "f64", [1.0, 2.0]).into();
        rows.push(Row { scalar: "f32".into(), ..Row::of_boxes(OURS, 4.0) });
        rows.extend(cell("touching boxes", "f64", [6.0, 2.0]));
        rows.extend(cell("meshes tori 5k", "f64", [9.0, 1.0]));
        let text = markdown(&cells::of(&rows));
        // The ratios are 0.5 and 2 of boxes, and 3 of boxes that touch.
        for line in [
            "| all | 3 | 2 | 2.00 |",
            "| without shapes that touch | 2 | 1 | 1.25 |",
            "| `bool` | 3 | 2 | 2.00 |",
            "| boxes | 2 | 1 | 1.25 |",
            "| shapes that touch | 1 | 1 | 3.00 |",
            "of ours in them: 0.",
        ] {
            assert!(text.contains(line), "{line} is missing in {text}");
        }
        assert!(!text.contains("meshes") && !text.contains("curved"), "{text}");
    }

    #[test]
    fn a_cell_that_is_as_fast_as_the_bound_is_not_above_it() {
        let rows = cell("boxes", "f64", [95.0, 100.0]);
        assert!(markdown(&cells::of(&rows)).contains("| all | 1 | 0 | 0.95 |"));
    }

    #[test]
    fn our_wrong_verdicts_are_counted_and_those_of_others_are_not() {
        let rows = cell("boxes", "f64", [1.0, 2.0])
            .map(|row| Row { wrong_verdicts: Some(if row.is_ours() { 3 } else { 5 }), ..row });
        assert!(markdown(&cells::of(&rows)).contains("of ours in them: 3."));
    }

    #[test]
    fn nothing_is_counted_where_nobody_else_answers() {
        assert_eq!(markdown(&cells::of(&[Row::of_boxes(OURS, 1.0)])), "");
    }
}
