//! `clearance robot ... prove`: which pairs of links never meet, over the whole ranges of the joints.

use std::time::Instant;

use super::rows::{Row, Told};
use super::verdict::{self, Search, refutes};
use super::{Answered, Asked, conditional};
use crate::failure::Failure;
use clearance_robot::Verdict;

/// Whether pairs of links ever meet, over the whole ranges of the joints: NEVER with a proof, MEETS with a configuration.
///
/// Without links: the pairs that the SRDF disables with the reason Never. Exit code 1 if a pair that was asked for is
/// not proven to be NEVER; with --all only after bad input.
#[derive(clap::Args)]
pub struct Arguments {
    /// Two links
    #[arg(num_args = 2, value_names = ["A", "B"])]
    links: Vec<String>,
    /// The pairs that the SRDF disables with this reason
    #[arg(long, conflicts_with_all = ["links", "all"])]
    reason: Option<String>,
    /// All pairs of links that move against each other
    #[arg(long, conflicts_with = "links")]
    all: bool,
    /// For each pair that can meet, tell also the parts of single joints' ranges in which it never does
    #[arg(long)]
    conditional: bool,
    #[command(flatten)]
    pub(super) search: Search,
}

/// Proves or refutes.
pub(super) fn answer(asked: &Asked<'_>, arguments: &Arguments) -> Result<Answered, Failure> {
    let claims = chosen(asked, arguments)?;
    let pairs: Vec<[usize; 2]> = claims.iter().map(|(pair, _)| *pair).collect();
    let end = Instant::now() + arguments.search.budget;
    let found = verdict::search(asked, &arguments.search, &pairs)?;
    let row = |(claim, (_, reason)): (&clearance_robot::Claim, &([usize; 2], String))| {
        let is_wrong = !arguments.all && !matches!(claim.verdict, Verdict::Never { .. });
        let failure = is_wrong.then(|| format!("{}: {}", verdict::word(&claim.verdict), verdict::told(asked, claim)));
        verdict::row(asked, claim, reason, failure)
    };
    let mut rows: Vec<Row> = found.iter().zip(&claims).map(row).collect();
    if arguments.conditional {
        let question = verdict::question(asked, &arguments.search)?;
        rows.extend(conditional::rows(asked, &question, &found, end));
    }
    let header = vec!["A", "B", "reason", "verdict", "what is known"];
    let sentences = vec![counts(&found)];
    Ok(Answered { told: Told { robot: asked.name(), task: "prove", header, sentences }, rows })
}

/// The pairs that are asked about, with their reasons in the SRDF.
fn chosen(asked: &Asked<'_>, arguments: &Arguments) -> Result<Vec<([usize; 2], String)>, Failure> {
    let claims = asked.loaded.claims();
    let reason = |pair: [usize; 2]| {
        let known = claims.iter().find(|(own, _)| *own == pair);
        known.map_or(String::new(), |(_, reason)| reason.clone())
    };
    if let [a, b] = arguments.links.as_slice() {
        let [a, b] = [asked.find(a)?, asked.find(b)?];
        if a == b {
            return Err(Failure::Input("expected two links, found one".to_owned()));
        }
        let pair = [a.min(b), a.max(b)];
        return Ok(vec![(pair, reason(pair))]);
    }
    if arguments.all {
        return Ok(asked.loaded.all_pairs().into_iter().map(|pair| (pair, reason(pair))).collect());
    }
    if asked.loaded.srdf.is_none() {
        let message = "expected two links, --all, or --srdf FILE with pairs that are said to meet never";
        return Err(Failure::Input(message.to_owned()));
    }
    let wanted = arguments.reason.as_deref().unwrap_or("Never");
    let chosen: Vec<_> = claims.into_iter().filter(|(_, own)| own.eq_ignore_ascii_case(wanted)).collect();
    if chosen.is_empty() {
        return Err(Failure::Input(format!("expected pairs with the reason {wanted} in the SRDF, found none")));
    }
    Ok(chosen)
}

/// How many of which verdict.
pub(super) fn counts(found: &[clearance_robot::Claim]) -> String {
    let count = |is: &dyn Fn(&Verdict) -> bool| found.iter().filter(|claim| is(&claim.verdict)).count();
    let never = count(&|verdict| matches!(verdict, Verdict::Never { .. }));
    let refuted = count(&refutes);
    let open = count(&|verdict| matches!(verdict, Verdict::Open { .. }));
    let rest = found.len() - never - refuted - open;
    let not_claimed = if rest > 0 { format!(", {rest} not claimed") } else { String::new() };
    let cells: u64 = found.iter().map(|claim| claim.cells).sum();
    format!("{} pairs: {never} never meet, {refuted} do, {open} open{not_claimed}; {cells} cells.", found.len())
}
