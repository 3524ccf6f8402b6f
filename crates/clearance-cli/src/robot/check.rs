//! `clearance robot ... check`: whether a robot and its SRDF are as they say, for continuous integration.

use std::path::{Path, PathBuf};

use clearance_robot::{Claim, Contact, FreeEnd, FreeRange, Verdict};

use super::at::contact;
use super::report::{self, Shown};
use super::rows::{self, Format, Row, Told, lower, number, text, upper};
use super::verdict::{self, Search, refutes};
use super::{Answered, Asked, limits};
use crate::failure::Failure;
use crate::output;

/// Whether the robot loads, whether it is clear at home, whether its limits are possible, and whether the claims of its
/// SRDF are true.
///
/// Exit code 1 if links meet at home or in a state of the SRDF, if a joint is stopped by a link before its limit, or if a
/// pair with the reason Never does meet. A claim that is neither proven nor refuted is told and does not break the check.
#[derive(clap::Args)]
pub struct Arguments {
    /// Write a page that shows the robot at each witness in space; it needs no network
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write test cases for continuous integration, beside the output
    #[arg(long, value_name = "FILE.xml")]
    junit: Option<PathBuf>,
    /// Leave out the audit of the limits
    #[arg(long)]
    no_limits: bool,
    #[command(flatten)]
    search: Search,
}

impl Arguments {
    /// The files that are written beside the output.
    pub(super) fn places(&self) -> Vec<Option<&Path>> {
        vec![self.search.proof.as_deref(), self.report.as_deref(), self.junit.as_deref()]
    }
}

/// Checks all of it, and writes what is wanted beside the output.
pub(super) fn answer(asked: &Asked<'_>, arguments: &Arguments) -> Result<Answered, Failure> {
    let found = look(asked, &arguments.search, if arguments.no_limits { Audit::Without } else { Audit::Limits })?;
    if let Some(path) = &arguments.report {
        output::write_whole(Some(path), found.page(asked).as_bytes())?;
    }
    let rows = found.rows();
    if let Some(path) = &arguments.junit {
        output::write_whole(Some(path), rows::document(Format::Junit, &found.told, &rows).as_bytes())?;
    }
    Ok(Answered { told: found.told, rows })
}

/// Whether the limits of the joints are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audit {
    /// They are.
    Limits,
    /// They are not.
    Without,
}

/// What was checked.
pub(super) struct Found {
    pub told: Told,
    checks: Vec<Check>,
}

impl Found {
    /// The page that shows the robot at each witness.
    pub fn page(&self, asked: &Asked<'_>) -> String {
        report::page(asked, &self.told, &self.checks.iter().map(Check::shown).collect::<Vec<Shown>>())
    }

    /// A row a check.
    pub fn rows(&self) -> Vec<Row> {
        self.checks.iter().map(Check::row).collect()
    }
}

/// Looks at the states, the limits and the claims.
pub(super) fn look(asked: &Asked<'_>, search: &Search, audit: Audit) -> Result<Found, Failure> {
    let loaded = asked.loaded;
    let mut checks = vec![state(asked, "home", loaded.robot.home())?];
    for name in loaded.state_names() {
        checks.push(state(asked, name, loaded.state(name)?)?);
    }
    if audit == Audit::Limits {
        asked.progress.says("following the joints");
        checks.extend(loaded.robot.free_ranges(&loaded.audit_rules()).iter().flat_map(|range| ends(asked, range)));
    }
    let is_claim = |(_, reason): &([usize; 2], String)| reason.eq_ignore_ascii_case("Never");
    let claims: Vec<_> = loaded.claims().into_iter().filter(is_claim).collect();
    let pairs: Vec<[usize; 2]> = claims.iter().map(|(pair, _)| *pair).collect();
    let found = verdict::search(asked, search, &pairs)?;
    checks.extend(found.iter().map(|claim| of_claim(asked, claim)));
    let broken = checks.iter().filter(|check| check.failure.is_some()).count();
    let (links, joints) = (loaded.model.links.len(), loaded.model.joints.len());
    let sentences = vec![
        format!(
            "{links} links, {joints} joints, {} numbers in a configuration, {} pairs that count.",
            loaded.robot.coordinates().len(),
            loaded.pairs().len()
        ),
        match found.is_empty() {
            true => "Claims: none of the reason Never.".to_owned(),
            false => format!("Claims: {}", super::prove::counts(&found)),
        },
        match broken {
            0 => "All is as it says.".to_owned(),
            count => format!("{count} broken."),
        },
    ];
    let header = vec!["check", "A", "B", "outcome", "what is known"];
    Ok(Found { told: Told { robot: asked.name(), task: "check", header, sentences }, checks })
}

/// One thing that was checked.
struct Check {
    name: String,
    links: [String; 2],
    outcome: &'static str,
    /// Bounds of the distance, as JSON.
    bounds: [String; 2],
    what: String,
    failure: Option<String>,
    configuration: Vec<f64>,
    point: Option<[f64; 3]>,
}

impl Check {
    fn shown(&self) -> Shown {
        let [a, b] = self.links.clone();
        Shown {
            words: [self.name.clone(), a, b, self.outcome.to_owned(), self.what.clone()],
            is_broken: self.failure.is_some(),
            configuration: self.configuration.clone(),
            point: self.point,
        }
    }

    fn row(&self) -> Row {
        let Self { name, links: [a, b], outcome, bounds: [low, high], what, failure, .. } = self;
        let cells = vec![
            ("check", text(name)),
            ("a", text(a)),
            ("b", text(b)),
            ("outcome", text(outcome)),
            ("lower", low.clone()),
            ("upper", high.clone()),
            ("what", text(what)),
            ("broken", failure.is_some().to_string()),
        ];
        let title = if a.is_empty() { name.clone() } else { format!("{name}: {a} and {b}") };
        let words = [name, a, b, *outcome, what].map(|word: &str| word.to_owned());
        Row { name: title, cells, words: words.into(), failure: failure.clone() }
    }
}

fn null() -> [String; 2] {
    ["null".to_owned(), "null".to_owned()]
}

/// The clearance of a configuration.
fn state(asked: &Asked<'_>, state: &str, configuration: Vec<f64>) -> Result<Check, Failure> {
    let found = asked.loaded.robot.clearance(&configuration, &asked.loaded.pairs());
    let found = found.map_err(|error| Failure::Input(format!("state {state}: {error}")))?;
    let name = format!("state {state}");
    let Some(found) = found else {
        let (links, what) = (Default::default(), "no pair of links counts".to_owned());
        let bounds = null();
        return Ok(Check { name, links, outcome: "clear", bounds, what, failure: None, configuration, point: None });
    };
    let links = found.pair.map(|link| asked.link(link).to_owned());
    let [a, b] = &links;
    let failure = match found.contact {
        Contact::Meeting => Some(format!("{a} and {b} meet in the state {state}")),
        Contact::Inside => Some(format!("of {a} and {b} one is inside the other in the state {state}")),
        Contact::Apart | Contact::Unknown => None,
    };
    Ok(Check {
        name,
        outcome: contact(found.contact),
        bounds: [lower(found.lower), upper(found.upper)],
        what: format!("distance {} m", number(found.distance)),
        point: failure.is_some().then(|| found.point_a.into()),
        failure,
        links,
        configuration,
    })
}

/// Both ends of the free range of a joint.
fn ends(asked: &Asked<'_>, range: &FreeRange) -> [Check; 2] {
    let joint = asked.loaded.robot.joint_name(range.joint);
    [("lower", &range.lower), ("upper", &range.upper)].map(|(which, end)| {
        let name = format!("{which} limit of {joint}");
        let what = limits::told(asked, which, end);
        let mut configuration = asked.loaded.robot.home();
        let mut stand = |x: f64| {
            if let Some(at) = asked.loaded.robot.coordinate_of(range.joint) {
                configuration[at] = x;
            }
        };
        match end {
            FreeEnd::Limit { limit, bound } => {
                stand(*limit);
                let bounds =
                    [if *bound < f64::INFINITY { lower(*bound) } else { "null".to_owned() }, "null".to_owned()];
                let links = Default::default();
                Check { name, links, outcome: "reached", bounds, what, failure: None, configuration, point: None }
            }
            FreeEnd::Stopped { clear, meets, pair } => {
                stand(meets.unwrap_or(*clear));
                let links = pair.map(|link| asked.link(link).to_owned());
                let outcome = if meets.is_some() { "stopped" } else { "open" };
                let failure = meets.map(|_| format!("joint {joint}: {what}"));
                Check { name, links, outcome, bounds: null(), what, failure, configuration, point: None }
            }
        }
    })
}

/// A claim of the SRDF.
fn of_claim(asked: &Asked<'_>, claim: &Claim) -> Check {
    let what = verdict::told(asked, claim);
    let bounds = match &claim.verdict {
        Verdict::Never { bound } | Verdict::Inside { bound } => [lower(*bound), "null".to_owned()],
        Verdict::Near { upper: high, .. } => ["null".to_owned(), upper(*high)],
        Verdict::Meets(_) | Verdict::Always(_) => ["0.0".to_owned(), "0.0".to_owned()],
        _ => null(),
    };
    Check {
        name: "claim Never".to_owned(),
        links: claim.pair.map(|link| asked.link(link).to_owned()),
        outcome: verdict::word(&claim.verdict),
        bounds,
        failure: refutes(&claim.verdict).then(|| format!("the SRDF says Never: {what}")),
        what,
        configuration: verdict::configuration(&claim.verdict)
            .map_or_else(|| asked.loaded.robot.home(), <[f64]>::to_vec),
        point: verdict::meeting(&claim.verdict).map(|own| own.point.into()),
    }
}
