//! `clearance robot ... at`: the least clearance of configurations.

use clearance_robot::{Clearance, Contact};
use rayon::prelude::*;

use super::configurations::{Named, read};
use super::rows::{Row, Told, list, lower, millimetres, millimetres_below, number, text, upper};
use super::{Answered, Asked, length};
use crate::failure::Failure;

/// The least distance of all pairs that count, at configurations: which pair, where, with bounds.
///
/// A configuration is a state of the SRDF, such as home, or a row of a CSV file whose header names joints. Joints
/// without a column are at home: zero, or the middle of the limits if these do not hold zero.
#[derive(clap::Args)]
pub struct Arguments {
    /// States of the SRDF, or .csv files
    #[arg(required = true, value_name = "CONFIGURATION")]
    configurations: Vec<String>,
    /// Tell only configurations that come nearer than this; exit code 1 if there is one
    #[arg(long, value_name = "DISTANCE", value_parser = length)]
    below: Option<f64>,
}

/// Asks all configurations.
pub(super) fn answer(asked: &Asked<'_>, arguments: &Arguments) -> Result<Answered, Failure> {
    let configurations = read(asked, &arguments.configurations)?;
    let pairs = asked.loaded.pairs();
    asked.progress.counts(configurations.len(), "configurations");
    // Blocks of neighbours share what was near; the answers do not depend on it.
    let blocks: Vec<Result<Vec<Option<Clearance>>, Failure>> = configurations
        .par_chunks(64)
        .map(|block| {
            let mut watch = asked.loaded.robot.watch(pairs.clone());
            block
                .iter()
                .map(|own| {
                    asked.progress.adds_one();
                    let found = match arguments.below {
                        Some(limit) => watch.below(&own.numbers, limit).and_then(|broken| match broken {
                            Some(_) => watch.clearance(&own.numbers),
                            None => Ok(None),
                        }),
                        None => watch.clearance(&own.numbers),
                    };
                    found.map_err(|error| Failure::Input(format!("{}: {error}", own.name)))
                })
                .collect()
        })
        .collect();
    let mut found = Vec::new();
    for block in blocks {
        found.extend(block?);
    }
    let mut rows = Vec::new();
    for (own, clearance) in configurations.iter().zip(&found) {
        if let Some(clearance) = clearance {
            rows.push(row(asked, own, clearance, arguments.below));
        }
    }
    let (all, count) = (configurations.len(), pairs.len());
    let outcome = match arguments.below {
        Some(limit) => format!(
            "{} of {all} configurations are nearer than {}, or not proven to be farther; {count} pairs of links",
            rows.len(),
            millimetres(limit)
        ),
        None => format!("{all} configurations, {count} pairs of links. Lengths of the other formats are metres."),
    };
    let header = vec!["configuration", "A", "B", "contact", "distance", "at least"];
    Ok(Answered { told: Told { robot: asked.name(), task: "at", header, sentences: vec![outcome] }, rows })
}

/// The word for how two links lie to each other.
pub(super) fn contact(contact: Contact) -> &'static str {
    match contact {
        Contact::Apart => "apart",
        Contact::Meeting => "meeting",
        Contact::Inside => "inside",
        Contact::Unknown => "unknown",
    }
}

fn row(asked: &Asked<'_>, own: &Named, found: &Clearance, below: Option<f64>) -> Row {
    let [a, b] = found.pair.map(|link| asked.link(link).to_owned());
    let word = contact(found.contact);
    let failure =
        below.map(|limit| format!("{a} and {b}: {word}, distance {} m, limit {limit} m", number(found.distance)));
    let part = |side: usize| format!("[{},{}]", found.parts[side].element, found.parts[side].triangle);
    let cells = vec![
        ("configuration", text(&own.name)),
        ("a", text(&a)),
        ("b", text(&b)),
        ("contact", text(word)),
        ("distance", number(found.distance)),
        ("lower", lower(found.lower)),
        ("upper", upper(found.upper)),
        ("limit", below.map_or("null".to_owned(), number)),
        ("point_a", list(&<[f64; 3]>::from(found.point_a))),
        ("point_b", list(&<[f64; 3]>::from(found.point_b))),
        ("normal", list(&<[f64; 3]>::from(found.normal))),
        ("part_a", part(0)),
        ("part_b", part(1)),
        ("q", list(&own.numbers)),
    ];
    let words = vec![
        own.name.clone(),
        a.clone(),
        b.clone(),
        word.to_owned(),
        millimetres(found.distance),
        millimetres_below(found.lower),
    ];
    Row { name: format!("{}: {a} and {b}", own.name), cells, words, failure }
}
