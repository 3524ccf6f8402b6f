//! `prove --conditional`: for pairs that can meet, the parts of single joints' ranges in which they never do.

use std::collections::HashMap;
use std::time::Instant;

use clearance_robot::{Claim, Question, Verdict};
use rayon::prelude::*;

use super::Asked;
use super::rows::{Row, millimetres_below, number, text};
use super::verdict::refutes;

/// A range is cut as fine as this share of it. Finer: ranges end nearer to the true ends, and the search takes longer.
const FINEST: f64 = 1.0 / 64.0;
/// The most cells for a part of a range.
const MOST_CELLS: u64 = 2000;

/// A part of the range of a coordinate in which a pair never meets, whatever the other joints do.
struct Part {
    pair: [usize; 2],
    coordinate: usize,
    range: [f64; 2],
    bound: f64,
}

/// The rows of all pairs that are proven to meet.
pub(super) fn rows(asked: &Asked<'_>, question: &Question, claims: &[Claim], end: Instant) -> Vec<Row> {
    let met: Vec<&Claim> = claims.iter().filter(|claim| refutes(&claim.verdict)).collect();
    let parts: Vec<Part> = met.par_iter().flat_map_iter(|claim| parts(asked, question, claim.pair, end)).collect();
    parts.iter().map(|part| row(asked, part)).collect()
}

/// The parts of all coordinates between two links.
fn parts(asked: &Asked<'_>, question: &Question, pair: [usize; 2], end: Instant) -> Vec<Part> {
    let mut found = Vec::new();
    for (coordinate, whole) in asked.loaded.robot.ranges_between(pair, &question.ranges).unwrap_or_default() {
        let mut waiting = vec![whole];
        while let Some([low, high]) = waiting.pop() {
            if Instant::now() >= end {
                break;
            }
            let mut ranges: HashMap<usize, [f64; 2]> = question.ranges.clone();
            ranges.insert(coordinate, [low, high]);
            let own = Question { ranges, cells: question.cells.min(MOST_CELLS), ..*question };
            let claim = asked.loaded.robot.prove_while(pair, &own, &mut |_| Instant::now() < end);
            let middle = 0.5 * low + 0.5 * high;
            match claim.verdict {
                Verdict::Never { bound } => add(&mut found, Part { pair, coordinate, range: [low, high], bound }),
                _ if high - low > FINEST * (whole[1] - whole[0]) && low < middle && middle < high => {
                    waiting.extend([[middle, high], [low, middle]]);
                }
                _ => {}
            }
        }
    }
    found
}

/// Adds a part, or makes the last one longer if it continues it.
fn add(parts: &mut Vec<Part>, next: Part) {
    match parts.last_mut() {
        Some(last) if last.coordinate == next.coordinate && last.range[1] == next.range[0] => {
            last.range[1] = next.range[1];
            last.bound = last.bound.min(next.bound);
        }
        _ => parts.push(next),
    }
}

fn row(asked: &Asked<'_>, part: &Part) -> Row {
    let [a, b] = part.pair.map(|link| asked.link(link).to_owned());
    let joint = asked.loaded.coordinate_names()[part.coordinate].clone();
    let null = || "null".to_owned();
    let [low, high] = part.range.map(|x| crate::table::significant(x, 6));
    let what = format!(">= {} while {joint} is from {low} to {high}", millimetres_below(part.bound));
    let cells = vec![
        ("a", text(&a)),
        ("b", text(&b)),
        ("reason", text("")),
        ("verdict", text("NEVER WHILE")),
        ("bound", super::rows::lower(part.bound)),
        ("seen", null()),
        ("share", null()),
        ("joints", null()),
        ("cells", null()),
        ("at", format!("{{{}:[{},{}]}}", text(&joint), number(part.range[0]), number(part.range[1]))),
        ("point", null()),
        ("part_a", null()),
        ("part_b", null()),
    ];
    let words = vec![a.clone(), b.clone(), String::new(), "NEVER WHILE".to_owned(), what];
    Row { name: format!("{a} and {b} while {joint} is from {low} to {high}"), cells, words, failure: None }
}
