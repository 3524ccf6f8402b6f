//! `clearance robot ... along`: a path of way-points, proven clear or not.

use std::path::PathBuf;

use clearance_robot::{Along, Interval, Least, NotClaimed, Passage, Path, PathError};

use super::configurations::{is_time, rows_of, table};
use super::rows::{Row, Told, list, lower, millimetres, millimetres_below, number, text, upper};
use super::verdict::not_claimed;
use super::{Answered, Asked, length, proof};
use crate::failure::Failure;
use crate::table::significant;

/// Whether a path of way-points is clear, all the time and not at samples; its least clearance, when, and which pair.
///
/// The path is a CSV file: its header names joints, and a column t or time, if there is one, the times. Exit code 1 if a
/// pair meets, or comes as near as --below.
#[derive(clap::Args)]
pub struct Arguments {
    /// The way-points: a .csv file
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// All pairs must stay farther apart than this; the times in which they do not are told
    #[arg(long, value_name = "DISTANCE", default_value = "0", value_parser = length)]
    below: f64,
    /// The column of times [default: t or time, otherwise 0, 1, 2 ...]
    #[arg(long, value_name = "COLUMN")]
    time: Option<String>,
    /// How the path goes from a way-point to the next
    #[arg(long, value_enum, default_value = "linear")]
    spline: Spline,
    /// Every configuration counts that differs from the path by at most this in each joint, in radians or metres
    #[arg(long, value_name = "HALF-WIDTH", default_value_t = 0.0)]
    tube: f64,
    /// The least clearance is known to this width
    #[arg(long, value_name = "LENGTH", default_value = "0.1mm", value_parser = length)]
    width: f64,
    /// Write why pairs are clear, or where they meet, in a form that `clearance verify` checks
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
}

/// Intervals below the limit are as exact as this share of a stretch.
const FINEST: f64 = 1e-3;

/// What lies between way-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Spline {
    /// Straight in the joints.
    Linear,
    /// Cubic with continuous accelerations, at rest at both ends.
    Cubic,
}

/// Follows the path.
pub(super) fn answer(asked: &Asked<'_>, arguments: &Arguments) -> Result<Answered, Failure> {
    if !(arguments.tube >= 0.0 && arguments.tube.is_finite()) {
        return Err(Failure::Input(format!(
            "--tube: expected a number that is not negative, found {}",
            arguments.tube
        )));
    }
    let path = read(asked, arguments)?;
    let robot = &asked.loaded.robot;
    let tube = if arguments.tube > 0.0 { vec![arguments.tube; robot.coordinates().len()] } else { Vec::new() };
    asked.progress.says("following the path");
    let along = robot.along(&path, &asked.loaded.pairs(), &tube);
    let along = along.map_err(|(pair, why)| unclaimed(asked, pair, &why))?;
    let passage = match &arguments.proof {
        None => along.passage(arguments.below),
        Some(path) => {
            let mut proof = proof::begin(asked, path)?;
            let passage = proof.passage(&along, arguments.below);
            proof::write(asked, proof, path)?;
            passage
        }
    };
    let least = along.least(arguments.width);
    let mut rows = vec![outcome(asked, arguments, &passage, least.as_ref())];
    if !matches!(passage, Passage::Clear { .. }) {
        rows.extend(intervals(asked, arguments, &along));
    }
    let header = vec!["what", "A", "B", "from", "to", "what is known"];
    let sentence = match &passage {
        Passage::Clear { .. } => format!("{} stretches, proven clear.", path.stretch_count()),
        Passage::Stopped { proven_at: Some(_), .. } | Passage::Inside { .. } => {
            format!("{} stretches, not clear.", path.stretch_count())
        }
        Passage::Stopped { .. } => format!("{} stretches, not proven to be clear.", path.stretch_count()),
    };
    Ok(Answered { told: Told { robot: asked.name(), task: "along", header, sentences: vec![sentence] }, rows })
}

fn unclaimed(asked: &Asked<'_>, pair: [usize; 2], why: &NotClaimed) -> Failure {
    let [a, b] = pair.map(|link| asked.link(link));
    Failure::Input(format!("{a} and {b}: {}", not_claimed(asked, why)))
}

fn read(asked: &Asked<'_>, arguments: &Arguments) -> Result<Path, Failure> {
    let place = &arguments.path;
    let (mut header, mut rows) = table(place)?;
    let is_time = |name: &String| match &arguments.time {
        Some(wanted) => name == wanted,
        None => is_time(asked.loaded, name),
    };
    let column = header.iter().position(is_time);
    if let (None, Some(wanted)) = (column, &arguments.time) {
        return Err(Failure::file(place, format!("expected a column {wanted}, found {}", header.join(", "))));
    }
    let times = column.map(|column| {
        header.remove(column);
        rows.iter_mut().map(|row| row.remove(column)).collect::<Vec<f64>>()
    });
    let rows = rows_of(asked, place, &header, &rows)?;
    let robot = &asked.loaded.robot;
    let path = match (arguments.spline, &times) {
        (Spline::Linear, _) => Path::linear(robot, &rows, times.as_deref()),
        (Spline::Cubic, Some(times)) => Path::spline(robot, &rows, times),
        (Spline::Cubic, None) => {
            let times: Vec<f64> = (0..rows.len()).map(|row| row as f64).collect();
            Path::spline(robot, &rows, &times)
        }
    };
    path.map_err(|error| match error {
        PathError::Time(row) => Failure::file(place, format!("row {}: expected a later time than before", row + 1)),
        error => Failure::file(place, error),
    })
}

/// The row about the whole path.
fn outcome(asked: &Asked<'_>, arguments: &Arguments, passage: &Passage, least: Option<&Least>) -> Row {
    let names = |pair: [usize; 2]| pair.map(|link| asked.link(link).to_owned());
    let (word, pair, from, to, meeting) = match passage {
        Passage::Clear { .. } => ("clear", least.map(|least| least.pair), None, None, None),
        Passage::Stopped { clear_until, proven_at, pair, meeting } => {
            let word = match (proven_at, meeting) {
                (Some(_), Some(_)) => "meets",
                (Some(_), None) => "near",
                _ => "open",
            };
            (word, Some(*pair), Some(*clear_until), *proven_at, meeting.as_ref())
        }
        Passage::Inside { time, pair } => ("inside", Some(*pair), Some(*time), Some(*time), None),
    };
    let [a, b] = pair.map_or_else(Default::default, names);
    let near = least.map(|least| {
        let [a, b] = names(least.pair);
        format!("least {} between {a} and {b} at t={}", millimetres(least.upper), significant(least.time, 7))
    });
    let near = near.unwrap_or_default();
    let what = match passage {
        Passage::Clear { bound: f64::INFINITY } => "no pair of links counts".to_owned(),
        Passage::Clear { bound } => format!("never nearer than {}; {near}", millimetres_below(*bound)),
        Passage::Stopped { clear_until, proven_at: Some(at), .. } => {
            let [until, at] = [clear_until, at].map(|time| significant(*time, 7));
            format!("clear until t={until}, {word} at t={at}; {near}")
        }
        Passage::Stopped { clear_until, .. } => {
            format!("clear until t={}, then open; {near}", significant(*clear_until, 7))
        }
        Passage::Inside { time, .. } => format!("one is inside the other at t={}, the start", significant(*time, 7)),
    };
    let failure = (word != "clear").then(|| format!("{a} and {b}: {what}"));
    let or_null = |x: Option<f64>, print: fn(f64) -> String| x.map_or("null".to_owned(), print);
    let cells = vec![
        ("what", text(word)),
        ("a", text(&a)),
        ("b", text(&b)),
        ("from", or_null(from, number)),
        ("to", or_null(to, number)),
        ("limit", number(arguments.below)),
        ("lower", or_null(least.map(|least| least.lower), lower)),
        ("upper", or_null(least.map(|least| least.upper), upper)),
        ("time", or_null(least.map(|least| least.time), number)),
        ("point", meeting.map_or("null".to_owned(), |own| list(&<[f64; 3]>::from(own.point)))),
        ("q", meeting.map_or("null".to_owned(), |own| list(&own.configuration))),
    ];
    let shown = |x: Option<f64>| x.map_or(String::new(), |x| significant(x, 7));
    let words = vec![word.to_owned(), a, b, shown(from), shown(to), what];
    Row { name: format!("{}", arguments.path.display()), cells, words, failure }
}

/// The times in which pairs are as near as the limit, or not proven to be farther.
fn intervals(asked: &Asked<'_>, arguments: &Arguments, along: &Along<'_>) -> Vec<Row> {
    let row = |own: &Interval| {
        let [a, b] = own.pair.map(|link| asked.link(link).to_owned());
        let what = if own.is_proven { "below" } else { "open" };
        let null = || "null".to_owned();
        let cells = vec![
            ("what", text(what)),
            ("a", text(&a)),
            ("b", text(&b)),
            ("from", number(own.from)),
            ("to", number(own.to)),
            ("limit", number(arguments.below)),
            ("lower", null()),
            ("upper", null()),
            ("time", null()),
            ("point", null()),
            ("q", null()),
        ];
        let name = format!("{a} and {b} from {} to {}", own.from, own.to);
        let shown = |x: f64| significant(x, 7);
        let told = if own.is_proven { "as near as the limit" } else { "not proven to be farther" };
        let words = vec![what.to_owned(), a, b, shown(own.from), shown(own.to), told.to_owned()];
        Row { name, cells, words, failure: None }
    };
    along.below(arguments.below, FINEST).iter().map(row).collect()
}
