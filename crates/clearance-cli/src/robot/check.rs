//! `clearance robot ... check`: whether a robot and its SRDF are as they say, for continuous integration.

use clearance_robot::Verdict;

use super::at::contact;
use super::rows::{Row, Told, lower, number, text, upper};
use super::verdict::{self, Search, refutes};
use super::{Answered, Asked};
use crate::failure::Failure;

/// Whether the robot loads, whether it is clear at home, and whether the claims of its SRDF are true.
///
/// Exit code 1 if links meet at home or in a state of the SRDF, or if a pair with the reason Never does meet. A claim
/// that is neither proven nor refuted is told and does not break the check.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    search: Search,
}

/// Checks all of it.
pub(super) fn answer(asked: &Asked<'_>, arguments: &Arguments) -> Result<Answered, Failure> {
    let loaded = asked.loaded;
    let mut rows = vec![home(asked, "home", &loaded.robot.home())?];
    for name in loaded.state_names() {
        rows.push(home(asked, name, &loaded.state(name)?)?);
    }
    let is_claim = |(_, reason): &([usize; 2], String)| reason.eq_ignore_ascii_case("Never");
    let claims: Vec<_> = loaded.claims().into_iter().filter(is_claim).collect();
    let pairs: Vec<[usize; 2]> = claims.iter().map(|(pair, _)| *pair).collect();
    let found = verdict::search(asked, &arguments.search, &pairs)?;
    for claim in &found {
        let what = verdict::told(asked, claim);
        let failure = refutes(&claim.verdict).then(|| format!("the SRDF says Never: {}", what));
        let [a, b] = claim.pair.map(|link| asked.link(link));
        let (low, high) = match &claim.verdict {
            Verdict::Never { bound } | Verdict::Inside { bound } => (lower(*bound), "null".to_owned()),
            Verdict::Near { upper: high, .. } => ("null".to_owned(), upper(*high)),
            Verdict::Meets(_) | Verdict::Always(_) => ("0.0".to_owned(), "0.0".to_owned()),
            _ => ("null".to_owned(), "null".to_owned()),
        };
        rows.push(row("claim Never", [a, b], verdict::word(&claim.verdict), [low, high], what, failure));
    }
    let broken = rows.iter().filter(|row| row.failure.is_some()).count();
    let (links, joints) = (loaded.model.links.len(), loaded.model.joints.len());
    let sentences = vec![
        format!(
            "{links} links, {joints} joints, {} numbers in a configuration, {} pairs that count.",
            loaded.robot.coordinates().len(),
            loaded.pairs().len()
        ),
        format!("Claims: {}", verdict_counts(&found)),
        match broken {
            0 => "All is as it says.".to_owned(),
            count => format!("{count} broken."),
        },
    ];
    let header = vec!["check", "A", "B", "outcome", "what is known"];
    Ok(Answered { told: Told { robot: asked.name(), task: "check", header, sentences }, rows })
}

fn verdict_counts(found: &[clearance_robot::Claim]) -> String {
    if found.is_empty() { "none of the reason Never.".to_owned() } else { super::prove::counts(found) }
}

/// The clearance of a configuration.
fn home(asked: &Asked<'_>, name: &str, configuration: &[f64]) -> Result<Row, Failure> {
    let found = asked.loaded.robot.clearance(configuration, &asked.loaded.pairs());
    let found = found.map_err(|error| Failure::Input(format!("state {name}: {error}")))?;
    let check = format!("state {name}");
    let Some(found) = found else {
        let nothing = "no pair of links counts".to_owned();
        return Ok(row(&check, ["", ""], "clear", ["null".to_owned(), "null".to_owned()], nothing, None));
    };
    let [a, b] = found.pair.map(|link| asked.link(link));
    let word = contact(found.contact);
    let is_meeting = found.contact == clearance_robot::Contact::Meeting;
    let failure = is_meeting.then(|| format!("{a} and {b} meet in the state {name}"));
    let what = format!("distance {} m", number(found.distance));
    Ok(row(&check, [a, b], word, [lower(found.lower), upper(found.upper)], what, failure))
}

fn row(
    check: &str,
    [a, b]: [&str; 2],
    outcome: &str,
    bounds: [String; 2],
    what: String,
    failure: Option<String>,
) -> Row {
    let [low, high] = bounds;
    let cells = vec![
        ("check", text(check)),
        ("a", text(a)),
        ("b", text(b)),
        ("outcome", text(outcome)),
        ("lower", low),
        ("upper", high),
        ("what", text(&what)),
        ("broken", failure.is_some().to_string()),
    ];
    let words = [check, a, b, outcome].map(str::to_owned).into_iter().chain([what]).collect();
    Row { name: format!("{check}: {a} and {b}"), cells, words, failure }
}
