//! The table of the README: distances of a few workloads, our time divided by the best other's.

use super::{line, table};
use crate::cells::Cell;
use crate::engines::Output;
use crate::summary::share;
use crate::workloads::Class;

/// The workloads, and what the table calls them.
const LINES: [(&str, &str); 10] = [
    ("boxes", "boxes"),
    ("batch boxes", "boxes in batches (`simd`)"),
    ("hull 8", "hulls of 8 vertices"),
    ("hull 32", "hulls of 32 vertices"),
    ("hull 128", "hulls of 128 vertices"),
    ("hull 2048", "hulls of 2048 vertices"),
    ("capsules", "capsules"),
    ("cylinders", "cylinders"),
    ("cones", "cones"),
    ("polygon 3-8", "polygons of 3 to 8 corners"),
];

/// The shares in `f64`, with that of a faster reference column in brackets.
pub fn markdown(cells: &[Cell]) -> String {
    let find = |workload: &str, class: &str| {
        let distance = Output::Distance.to_string();
        cells.iter().find(|cell| (cell.workload(), cell.class(), cell.output()) == (workload, class, &distance))
    };
    let row = |(workload, title): (&str, &str)| {
        let shares = Class::ALL.map(|class| find(workload, &class.to_string()).and_then(share));
        let told = shares.iter().any(Option::is_some);
        told.then(|| line(&[vec![title.to_string()], shares.map(Option::unwrap_or_default).into()].concat()))
    };
    let lines: Vec<String> = LINES.into_iter().filter_map(row).collect();
    table(&["ours / best other", "far", "near", "overlapping"], &lines)
}
