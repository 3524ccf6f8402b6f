//! Claims about pairs of links: searched on all cores within a budget, and told.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::rows::{Row, list, lower, millimetres, millimetres_below, named, number, text, upper};
use super::{Asked, length, proof};
use crate::failure::Failure;
use clearance_robot::{Claim, Meeting, NotClaimed, Question, Verdict};

/// How long and where claims are searched for.
#[derive(clap::Args)]
pub struct Search {
    /// Links that come nearer than this count as meeting
    #[arg(long, value_name = "DISTANCE", default_value = "0", value_parser = length)]
    pub margin: f64,
    /// The range of a joint instead of its limits: JOINT=LO:HI, in radians or metres; may be repeated
    #[arg(long, value_name = "JOINT=LO:HI", allow_hyphen_values = true, value_parser = range)]
    pub range: Vec<(String, [f64; 2])>,
    /// Stop after so long: 60s, 5m. What is not decided then is OPEN
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub budget: Duration,
    /// Write why pairs never meet, or where they meet, in a form that `clearance verify` checks
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// The most cells for a pair. With a budget that is long enough, the answers are the same on every machine
    #[arg(long, value_name = "COUNT", default_value_t = 100_000)]
    pub cells: u64,
}

/// What is asked of each pair.
pub(super) fn question(asked: &Asked<'_>, search: &Search) -> Result<Question, Failure> {
    let mut ranges = HashMap::new();
    for (name, range) in &search.range {
        let robot = &asked.loaded.robot;
        let place = robot.joint(name).and_then(|joint| robot.coordinate_of(joint));
        ranges.insert(place.ok_or_else(|| asked.loaded.unknown_joint(name))?, *range);
    }
    Ok(Question { margin: search.margin, ranges, cells: search.cells })
}

/// Searches all pairs by turns, the ones that have cost least first.
pub(super) fn search(asked: &Asked<'_>, search: &Search, pairs: &[[usize; 2]]) -> Result<Vec<Claim>, Failure> {
    let question = question(asked, search)?;
    let end = Instant::now() + search.budget;
    asked.progress.counts(pairs.len(), "pairs");
    let least = Mutex::new(HashMap::<[usize; 2], f64>::new());
    let go_on = |progress: &clearance_robot::Progress| {
        if progress.cells.is_multiple_of(1024) && progress.cells > 0 {
            let mut shares = least.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            shares.insert(progress.pair, progress.share);
            asked.progress.reaches(progress.decided, open_pairs(asked, &shares));
        }
        Instant::now() < end
    };
    let Some(path) = &search.proof else {
        return Ok(asked.loaded.robot.prove_all_while(pairs, &question, &go_on));
    };
    let proof = proof::begin(asked, path)?;
    let claims = proof.prove_all_while(pairs, &question, &go_on);
    proof::write(asked, proof, path)?;
    Ok(claims)
}

/// What is being searched, with the share that is proven.
fn open_pairs(asked: &Asked<'_>, shares: &HashMap<[usize; 2], f64>) -> String {
    let mut all: Vec<_> = shares.iter().collect();
    all.sort_by(|(pair, share), (other, more)| share.total_cmp(more).then(pair.cmp(other)));
    let told = all.iter().take(3).map(|(pair, share)| {
        let [a, b] = pair.map(|link| asked.link(link));
        format!("{a}-{b} {:.1} %", 100.0 * **share)
    });
    told.collect::<Vec<_>>().join("  ")
}

/// The word of a verdict.
pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Never { .. } => "NEVER",
        Verdict::Meets(_) => "MEETS",
        Verdict::Near { .. } => "NEAR",
        Verdict::Always(_) => "ALWAYS",
        Verdict::Inside { .. } => "INSIDE",
        Verdict::Open { .. } => "OPEN",
        Verdict::NotClaimed(_) => "NOT CLAIMED",
    }
}

/// Whether the links are proven to touch, or to come as near as the margin.
pub(super) fn refutes(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Meets(_) | Verdict::Near { .. } | Verdict::Always(_) | Verdict::Inside { .. })
}

/// A row about a claim. `reason` is that of the SRDF.
pub(super) fn row(asked: &Asked<'_>, claim: &Claim, reason: &str, failure: Option<String>) -> Row {
    let [a, b] = claim.pair.map(|link| asked.link(link).to_owned());
    let (bound, share, seen) = match &claim.verdict {
        Verdict::Never { bound } | Verdict::Inside { bound } => (Some(*bound), Some(1.0), None),
        Verdict::Near { upper, .. } => (None, None, Some(*upper)),
        Verdict::Open { share, seen } => (None, Some(*share), seen.as_ref().map(|(distance, _)| *distance)),
        Verdict::Meets(_) | Verdict::Always(_) => (None, None, Some(0.0)),
        Verdict::NotClaimed(_) => (None, None, None),
    };
    let or_null = |x: Option<f64>, print: fn(f64) -> String| x.map_or("null".to_owned(), print);
    let configuration = configuration(&claim.verdict);
    let meeting = meeting(&claim.verdict);
    let part = |side: usize| {
        meeting.map_or("null".to_owned(), |own| format!("[{},{}]", own.parts[side].element, own.parts[side].triangle))
    };
    let cells = vec![
        ("a", text(&a)),
        ("b", text(&b)),
        ("reason", text(reason)),
        ("verdict", text(word(&claim.verdict))),
        ("bound", or_null(bound, lower)),
        ("seen", or_null(seen, upper)),
        ("share", or_null(share, number)),
        ("joints", claim.joints.to_string()),
        ("cells", claim.cells.to_string()),
        ("at", configuration.map_or("null".to_owned(), |q| named(moved(asked, q).into_iter()))),
        ("point", meeting.map_or("null".to_owned(), |own| list(&<[f64; 3]>::from(own.point)))),
        ("part_a", part(0)),
        ("part_b", part(1)),
    ];
    let words = vec![a.clone(), b.clone(), reason.to_owned(), word(&claim.verdict).to_owned(), told(asked, claim)];
    Row { name: format!("{a} and {b}"), cells, words, failure }
}

/// What is known of a claim, for people.
pub(super) fn told(asked: &Asked<'_>, claim: &Claim) -> String {
    let place = |q: &[f64]| {
        let joints = moved(asked, q).into_iter().map(|(name, x)| format!("{name}={x}"));
        let joints: Vec<String> = joints.collect();
        if joints.is_empty() { "home".to_owned() } else { joints.join(" ") }
    };
    match &claim.verdict {
        Verdict::Never { bound } => format!(">= {}  {} cells", millimetres_below(*bound), claim.cells),
        Verdict::Inside { bound } => {
            format!("one is inside the other; surfaces >= {}  {} cells", millimetres_below(*bound), claim.cells)
        }
        Verdict::Meets(own) | Verdict::Always(own) => {
            let [a, b] = own.parts.map(|part| part.triangle);
            format!("at {}  triangles {a}/{b}", place(&own.configuration))
        }
        Verdict::Near { configuration, upper } => format!("<= {} at {}", millimetres(*upper), place(configuration)),
        Verdict::Open { share, seen } => {
            let seen =
                seen.as_ref().map_or(String::new(), |(distance, _)| format!(", {} seen", millimetres(*distance)));
            format!("{:.1} % proven{seen}  {} cells", 100.0 * share, claim.cells)
        }
        Verdict::NotClaimed(why) => not_claimed(asked, why),
    }
}

/// Why nothing is claimed, and the option that helps.
pub(super) fn not_claimed(asked: &Asked<'_>, why: &NotClaimed) -> String {
    match *why {
        NotClaimed::NoLimits(own) => {
            format!("joint {0}: without limits: give --range {0}=LO:HI", asked.loaded.robot.joint_name(own))
        }
        _ => asked.loaded.why_not_claimed(why),
    }
}

pub(super) fn configuration(verdict: &Verdict) -> Option<&[f64]> {
    match verdict {
        Verdict::Meets(own) | Verdict::Always(own) => Some(&own.configuration),
        Verdict::Near { configuration, .. } => Some(configuration),
        Verdict::Open { seen, .. } => seen.as_ref().map(|(_, configuration)| configuration.as_slice()),
        _ => None,
    }
}

pub(super) fn meeting(verdict: &Verdict) -> Option<&Meeting> {
    match verdict {
        Verdict::Meets(own) | Verdict::Always(own) => Some(own),
        _ => None,
    }
}

/// The joints that are not at home, and where they are.
pub(super) fn moved(asked: &Asked<'_>, configuration: &[f64]) -> Vec<(String, f64)> {
    let home = asked.loaded.robot.home();
    let names = asked.loaded.coordinate_names();
    let all = names.into_iter().zip(configuration.iter().zip(home));
    all.filter(|(_, (x, home))| **x != *home).map(|(name, (x, _))| (name, *x)).collect()
}

fn range(text: &str) -> Result<(String, [f64; 2]), String> {
    let wrong = || format!("expected JOINT=LO:HI, such as elbow=-1.5:1.5, found {text}");
    let (name, ends) = text.split_once('=').ok_or_else(wrong)?;
    let (lower, upper) = ends.split_once(':').ok_or_else(wrong)?;
    match (lower.trim().parse::<f64>(), upper.trim().parse::<f64>()) {
        (Ok(lower), Ok(upper)) if lower <= upper && lower.is_finite() && upper.is_finite() => {
            Ok((name.trim().to_owned(), [lower, upper]))
        }
        _ => Err(wrong()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let units = [("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0)];
    let with_unit = units.iter().find_map(|(name, seconds)| Some((text.strip_suffix(name)?, *seconds)));
    let (number, seconds) = with_unit.unwrap_or((text, 1.0));
    match number.trim().parse::<f64>() {
        Ok(number) if number >= 0.0 && number * seconds <= 1e9 => Ok(Duration::from_secs_f64(number * seconds)),
        _ => Err(format!("expected a time such as 60s or 5m, found {text}")),
    }
}
