//! `clearance robot ... srdf`: an SRDF whose pairs are proven.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clearance_files::robot::srdf::spans_of_pairs;
use clearance_robot::{Claim, Verdict};

use super::verdict::{self, Search};
use super::{Asked, prove};
use crate::clashes::plain;
use crate::failure::Failure;
use crate::output;

/// Write an SRDF in which each disabled pair is proven.
///
/// Pairs that never meet get the reason Never, links that follow each other and meet get Adjacent, pairs that always
/// meet get Always. Pairs that can meet and pairs that are open are enabled, unless --keep names their reason. Groups, states and comments of --srdf are
/// kept, byte by byte. Written to --output, or to standard output.
#[derive(clap::Args)]
pub struct Arguments {
    /// Pairs of --srdf with these reasons stay disabled although they can meet, such as fingers that touch
    #[arg(long, value_name = "REASON", num_args = 1.., value_delimiter = ',')]
    pub keep: Vec<String>,
    /// How long and where pairs are searched
    #[command(flatten)]
    pub search: Search,
}

/// Searches all pairs, and writes the file.
pub(super) fn write(asked: &Asked<'_>, arguments: &Arguments, output: Option<&Path>) -> Result<ExitCode, Failure> {
    let Proven { text, counts, enabled } = proven(asked, arguments)?;
    asked.progress.finish();
    output::write_whole(output, text.as_bytes())?;
    eprintln!("clearance: {counts}");
    enabled.iter().for_each(|pair| eprintln!("clearance: {}", plain(pair)));
    Ok(ExitCode::SUCCESS)
}

/// A file whose pairs are proven.
pub(super) struct Proven {
    pub text: String,
    /// How many pairs of which verdict.
    pub counts: String,
    /// Pairs that the old file disabled and this one does not, a sentence each.
    pub enabled: Vec<String>,
}

/// Searches all pairs.
pub(super) fn proven(asked: &Asked<'_>, arguments: &Arguments) -> Result<Proven, Failure> {
    let pairs = asked.loaded.all_pairs();
    let found = verdict::search(asked, &arguments.search, &pairs)?;
    let reasons = asked.loaded.claims();
    let old = |claim: &Claim| reasons.iter().find(|(pair, _)| *pair == claim.pair).map(|(_, reason)| reason.as_str());
    let (mut lines, mut enabled) = (Vec::new(), Vec::new());
    for claim in &found {
        let kept = old(claim).filter(|reason| arguments.keep.iter().any(|keep| keep.eq_ignore_ascii_case(reason)));
        match line(asked, claim, &arguments.search).or_else(|| Some(element(asked, claim, kept?, "kept: not proven"))) {
            Some(line) => lines.push(line),
            None => enabled.extend(old(claim).map(|reason| (claim, reason))),
        }
    }
    let block = lines.join("\n");
    let text = match &asked.given.source.srdf {
        Some(path) => {
            let old = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
            let old = String::from_utf8(old).map_err(|_| Failure::file(path, "expected UTF-8"))?;
            let spans = spans_of_pairs(&old).map_err(|fault| Failure::file(path, fault))?;
            replaced(&old, &spans, &block)
        }
        None => format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"{}\">\n{block}\n</robot>\n",
            crate::clashes::escaped(&asked.name())
        ),
    };
    let told = |(claim, reason): (&Claim, &str)| {
        let [a, b] = claim.pair.map(|link| asked.link(link));
        let (word, what) = (verdict::word(&claim.verdict), verdict::told(asked, claim));
        format!("enabled now: {a} and {b}, whose reason was {reason:?}: {word} {what}")
    };
    Ok(Proven { text, counts: prove::counts(&found), enabled: enabled.into_iter().map(told).collect() })
}

/// The element of a pair that need not be looked at.
fn line(asked: &Asked<'_>, claim: &Claim, search: &Search) -> Option<String> {
    let margin = if search.margin > 0.0 { format!(", margin {} m", search.margin) } else { String::new() };
    let (reason, why) = match &claim.verdict {
        Verdict::Never { bound } => {
            ("Never", format!("proven: at least {}{margin}", super::rows::millimetres_below(*bound)))
        }
        Verdict::Always(_) => ("Always", "proven".to_owned()),
        Verdict::Meets(_) | Verdict::Near { .. } if asked.loaded.robot.are_adjacent(claim.pair) => {
            ("Adjacent", "they meet where they are joined".to_owned())
        }
        _ => return None,
    };
    Some(element(asked, claim, reason, &why))
}

fn element(asked: &Asked<'_>, claim: &Claim, reason: &str, why: &str) -> String {
    let [a, b] = claim.pair.map(|link| crate::clashes::escaped(asked.link(link)));
    let reason = crate::clashes::escaped(reason);
    format!("  <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"{reason}\"/> <!-- {why} -->")
}

/// How the comments begin that this command writes.
const OWN: [&str; 3] = [" <!-- proven", " <!-- they meet", " <!-- kept"];

/// The text with the elements of pairs replaced: the new ones are where the first one was, or before the end.
fn replaced(old: &str, spans: &[std::ops::Range<usize>], block: &str) -> String {
    let mut text = String::with_capacity(old.len() + block.len());
    let mut from = 0;
    for (number, span) in spans.iter().enumerate() {
        let before = &old[from..span.start];
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        text += &before[..before.len() - indent];
        from = span.end;
        // The comment that an earlier run wrote beside it goes, too.
        for own in OWN {
            if let Some(end) = old[from..].strip_prefix(own).and_then(|rest| rest.find("-->")) {
                from += own.len() + end + "-->".len();
                break;
            }
        }
        if number == 0 {
            text += block;
        } else if old[from..].starts_with(['\n', '\r']) {
            // So does the line of an element that is gone.
            let kept = text.trim_end_matches(['\n', '\r']).len();
            text.truncate(kept);
        }
    }
    let rest = &old[from..];
    match rest.rfind("</") {
        Some(end) if spans.is_empty() => text + &rest[..end] + block + "\n" + &rest[end..],
        _ => text + rest,
    }
}
