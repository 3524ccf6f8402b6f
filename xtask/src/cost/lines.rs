//! Lines of source: of each room of the core, of each crate. And the attributes that force inlining.

use super::record::Figure;
use super::table::{self, thousands};
use crate::runner::{Outcome, root};
use std::fs;
use std::path::Path;

/// The source of the core.
const CORE: &str = "crates/clearance/src";

/// The table of lines.
pub fn table() -> Result<String, Outcome> {
    let core = root().join(CORE);
    let rooms = entries(&core).into_iter().map(|room| (room.clone(), lines(&core.join(room))));
    let crates = root().join("crates");
    let sources = entries(&crates).into_iter().map(|name| {
        let count = lines(&crates.join(&name).join("src"));
        (name, count)
    });
    let rows = |kind: &str, counts: Vec<(String, u64)>| {
        counts.into_iter().map(|(name, count)| vec![format!("{kind} {name}"), thousands(count)]).collect::<Vec<_>>()
    };
    let mut all = rows("room", rooms.collect());
    all.extend(rows("crate", sources.collect()));
    all.push(vec!["`cfg_attr(…, inline(always))` in the core".into(), thousands(forced(&core))]);
    Ok(table::text(&["lines of source, tests in it included", "now"], &all))
}

/// What of it is on record.
pub fn figures() -> Vec<Figure> {
    let core = root().join(CORE);
    vec![
        Figure { name: "source-lines-of-core", value: lines(&core) },
        Figure { name: "forced-inlining-in-core", value: forced(&core) },
    ]
}

/// The lines of all Rust files in a file or folder.
fn lines(place: &Path) -> u64 {
    sum(place, &|text| text.lines().count())
}

/// The attributes that force inlining in some builds.
fn forced(place: &Path) -> u64 {
    sum(place, &|text| {
        text.lines().filter(|line| line.contains("cfg_attr(") && line.contains("inline(always)")).count()
    })
}

fn sum(place: &Path, count: &impl Fn(&str) -> usize) -> u64 {
    if place.is_dir() {
        return entries(place).iter().map(|entry| sum(&place.join(entry), count)).sum();
    }
    let is_rust = place.extension().is_some_and(|end| end == "rs");
    let text = if is_rust { fs::read_to_string(place).unwrap_or_default() } else { String::new() };
    count(&text) as u64
}

/// The names in a folder, in their order.
fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_rooms_are_those_of_the_core() {
        let core = root().join(CORE);
        let rooms: u64 = entries(&core).iter().map(|room| lines(&core.join(room))).sum();
        assert_eq!(rooms, lines(&core));
        assert!(rooms > 10_000, "only {rooms} lines were read");
    }
}
