//! `clearance robot ... limits`: how far each joint can go before the links beside it meet.

use clearance_robot::{FreeEnd, FreeRange};

use super::rows::{Row, Told, lower, millimetres_below, number, text};
use super::{Answered, Asked};
use crate::failure::Failure;

/// Whether the limits of the joints are possible: for each joint the range in which no pair of links that it alone moves
/// meets, proven at both ends.
///
/// All pairs count, those with the reason Never in the SRDF, too; other pairs that it disables do not. Exit code 1 if links meet within a joint's limits.
#[derive(clap::Args)]
pub struct Arguments {}

/// Follows each joint from home to both limits.
pub(super) fn answer(asked: &Asked<'_>, _: &Arguments) -> Result<Answered, Failure> {
    asked.progress.says("following the joints");
    let ranges = asked.loaded.robot.free_ranges(&asked.loaded.audit_rules());
    let rows: Vec<Row> = ranges.iter().map(|range| row(asked, range)).collect();
    let stopped = rows.iter().filter(|row| row.failure.is_some()).count();
    let sentence = match stopped {
        0 => format!("{} joints: each reaches both limits.", rows.len()),
        count => format!("{} joints: {count} are stopped by a link before a limit.", rows.len()),
    };
    let header = vec!["joint", "home", "free from", "to", "what is known"];
    Ok(Answered { told: Told { robot: asked.name(), task: "limits", header, sentences: vec![sentence] }, rows })
}

fn row(asked: &Asked<'_>, range: &FreeRange) -> Row {
    let joint = asked.loaded.robot.joint_name(range.joint).to_owned();
    let reach = |end: &FreeEnd| match end {
        FreeEnd::Limit { limit, .. } => *limit,
        FreeEnd::Stopped { clear, .. } => *clear,
    };
    let [from, to] = [&range.lower, &range.upper].map(reach);
    let pair = |end: &FreeEnd| match end {
        FreeEnd::Limit { .. } => "null".to_owned(),
        FreeEnd::Stopped { pair, .. } => {
            let [a, b] = pair.map(|link| text(asked.link(link)));
            format!("[{a},{b}]")
        }
    };
    let bound = |end: &FreeEnd| match end {
        FreeEnd::Limit { bound, .. } => lower(*bound),
        FreeEnd::Stopped { .. } => "null".to_owned(),
    };
    let meets = |end: &FreeEnd| match end {
        FreeEnd::Stopped { meets: Some(x), .. } => number(*x),
        _ => "null".to_owned(),
    };
    let ends = [told(asked, "lower", &range.lower), told(asked, "upper", &range.upper)];
    let stops = [&range.lower, &range.upper].iter().any(|end| matches!(end, FreeEnd::Stopped { .. }));
    let what = ends.join("; ");
    let cells = vec![
        ("joint", text(&joint)),
        ("home", number(range.from)),
        ("from", number(from)),
        ("to", number(to)),
        ("bound_from", bound(&range.lower)),
        ("bound_to", bound(&range.upper)),
        ("meets_from", meets(&range.lower)),
        ("meets_to", meets(&range.upper)),
        ("pair_from", pair(&range.lower)),
        ("pair_to", pair(&range.upper)),
    ];
    let shown = |x: f64| crate::table::significant(x, 7);
    let words = vec![joint.clone(), shown(range.from), shown(from), shown(to), what.clone()];
    Row { name: joint.clone(), cells, words, failure: stops.then(|| format!("joint {joint}: {what}")) }
}

/// What is known of an end, for people.
pub(super) fn told(asked: &Asked<'_>, which: &str, end: &FreeEnd) -> String {
    match end {
        FreeEnd::Limit { bound, .. } if *bound == f64::INFINITY => format!("{which}: nothing beside it"),
        FreeEnd::Limit { bound, .. } => format!("{which}: limit reached, >= {}", millimetres_below(*bound)),
        FreeEnd::Stopped { meets, pair, .. } => {
            let [a, b] = pair.map(|link| asked.link(link));
            let proven = meets.map_or("open".to_owned(), |x| format!("meet at {}", crate::table::significant(x, 7)));
            format!("{which}: {a} and {b}: {proven}")
        }
    }
}
