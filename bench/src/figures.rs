//! The figures of a run, as it has them and as `--format json` printed them.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use std::{fs, io};

use crate::casts;
use crate::report::Row;

/// What one run, or several of them together, found out. No two rows have the same name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Shapes at rest, and meshes.
    pub rows: Vec<Row>,
    /// Shapes that travel.
    pub casts: Vec<casts::Row>,
}

/// Reads what `--format json` printed. Lines that are no figures are left out. Of several figures of one name the last
/// one counts.
pub fn read<P: AsRef<Path>>(files: &[P]) -> io::Result<Figures> {
    let mut text = String::new();
    for file in files {
        let file = file.as_ref();
        let told = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        text.push_str(&fs::read_to_string(file).map_err(told)?);
        text.push('\n');
    }
    Ok(parsed(&text))
}

fn parsed(text: &str) -> Figures {
    Figures {
        rows: last_of_each(text.lines().filter_map(|line| serde_json::from_str(line).ok()), |row: &Row| {
            row.name().map(String::from)
        }),
        casts: last_of_each(text.lines().filter_map(|line| serde_json::from_str(line).ok()), |row: &casts::Row| {
            row.name().map(String::from)
        }),
    }
}

/// The last row of each name, at the place of the first one.
fn last_of_each<R, N: Eq + Hash>(rows: impl Iterator<Item = R>, name: impl Fn(&R) -> N) -> Vec<R> {
    let mut kept: Vec<R> = Vec::new();
    let mut places = HashMap::new();
    for row in rows {
        match places.get(&name(&row)) {
            Some(&place) => kept[place] = row,
            None => {
                places.insert(name(&row), kept.len());
                kept.push(row);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_of_two_figures_of_one_name_counts() {
        let line = |engine: &str, ns: f64| serde_json::to_string(&Row::of_boxes(engine, ns)).unwrap();
        let text = [line("parry", 1.0), "no figure".into(), line("jolt", 2.0), line("parry", 3.0)].join("\n");
        let figures = parsed(&text);
        let told: Vec<(&str, f64)> = figures.rows.iter().map(|row| (row.engine.as_str(), row.ns)).collect();
        assert_eq!(told, [("parry", 3.0), ("jolt", 2.0)]);
        assert!(figures.casts.is_empty());
    }
}
