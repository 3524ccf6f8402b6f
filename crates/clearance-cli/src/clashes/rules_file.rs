//! Rules by names, from a TOML file.

use std::fs;
use std::path::{Path, PathBuf};

use clearance_scene::{Pattern, Rule};
use serde::Deserialize;

use crate::failure::Failure;
use crate::unit::{Length, Unit};

/// The largest file of rules, in bytes. Larger files are none.
const LARGEST: u64 = 64 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    rule: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    a: String,
    #[serde(default = "any")]
    b: String,
    below: Option<Length>,
    above: Option<Length>,
    #[serde(default)]
    skip: bool,
    #[serde(default = "none")]
    contact: Length,
}

fn any() -> String {
    "*".to_owned()
}

fn none() -> Length {
    Length::ZERO
}

/// Reads a file of rules. The rules come once the unit of the bodies is known.
pub fn read(path: &Path) -> Result<RulesFile, Failure> {
    let failed = |error: std::io::Error| Failure::io(path.display(), &error);
    if fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(Failure::file(path, format!("expected a file of at most {LARGEST} bytes")));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    let entries = parse(&text).map_err(|message| Failure::file(path, message))?;
    Ok(RulesFile { path: path.to_owned(), entries })
}

/// Rules whose lengths may have units.
pub struct RulesFile {
    path: PathBuf,
    entries: Vec<Entry>,
}

impl RulesFile {
    /// The rules in the unit of the bodies, if it is known.
    pub fn rules(self, unit: Option<Unit>) -> Result<Vec<Rule>, Failure> {
        let numbered = self.entries.into_iter().zip(1..);
        let rules = numbered.map(|(entry, place)| rule(entry, unit).map_err(|m| format!("rule {place}: {m}")));
        rules.collect::<Result<_, _>>().map_err(|message: String| Failure::file(&self.path, message))
    }
}

fn parse(text: &str) -> Result<Vec<Entry>, String> {
    let document: Document = toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        format!("{place}{}", error.message().trim())
    })?;
    for (entry, place) in document.rule.iter().zip(1..) {
        check(entry).map_err(|m| format!("rule {place}: {m}"))?;
    }
    Ok(document.rule)
}

/// A complaint about lengths that cannot be, whatever the unit is.
fn check(Entry { below, above, skip, contact, .. }: &Entry) -> Result<(), String> {
    let limits = [below, above];
    if !limits.iter().all(|limit| limit.is_none_or(Length::is_not_negative)) || !contact.is_not_negative() {
        return Err("expected a finite length that is not negative".to_owned());
    }
    if *skip && (limits.iter().any(|limit| limit.is_some()) || *contact != Length::ZERO) {
        return Err("expected skip or a length, found both".to_owned());
    }
    Ok(())
}

fn rule(Entry { a, b, below, above, skip, contact }: Entry, unit: Option<Unit>) -> Result<Rule, String> {
    let in_unit = |limit: Option<Length>| limit.map(|limit| limit.in_unit(unit)).transpose();
    let (below, above) = (in_unit(below)?, in_unit(above)?);
    if let (Some(below), Some(above)) = (below, above)
        && below > above
    {
        return Err(format!("no distance is neither below {below} nor above {above}"));
    }
    Ok(Rule { a: Pattern::new(&a), b: Pattern::new(&b), below, above, skip, contact: contact.in_unit(unit)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_their_order_and_bad_ones_are_named_with_their_place() {
        let text = "# gaps\n[[rule]]\na = \"arm*\"\nb = \"table\"\nbelow = 2.0\n\n[[rule]]\na = 'x'\nskip = true\n";
        let parse = |text: &str| {
            let entries = super::parse(text)?;
            entries.into_iter().map(|entry| rule(entry, Some(Unit::Mm))).collect::<Result<Vec<_>, _>>()
        };
        let rules = parse(text).unwrap();
        assert_eq!(rules, [Rule::limit("arm*", "table", 2.0), Rule::skip("x", "*")]);
        assert_eq!(parse("").unwrap(), []);
        assert_eq!(parse("[[rule]]\na = 'x'\nbelow = 2\ncontact = 0.5\n").unwrap()[0].contact, 0.5);
        assert_eq!(parse("[[rule]]\na = 'pin'\nabove = 0.1\n").unwrap(), [Rule::greatest("pin", "*", 0.1)]);
        let with_units = "[[rule]]\na = 'x'\nbelow = '2in'\ncontact = \"0.5 cm\"\n";
        assert_eq!(parse(with_units).unwrap()[0].below, Some(50.8));
        assert_eq!(parse(with_units).unwrap()[0].contact, 5.0);
        let unknown = super::parse(with_units).unwrap().remove(0);
        assert!(rule(unknown, None).unwrap_err().contains("--unit mm"));
        for (text, said) in [
            ("[[rule]]\na = 'x'\nabove = 1\nbelow = 2\n", "rule 1: no distance is neither below 2 nor above 1"),
            ("[[rule]]\na = 'x'\nabove = -1\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nabove = 1\n", "rule 1: expected skip or a length"),
            ("[[rule]]\na = 'x'\nbelow = '2 parsec'\n", "line 3: expected a finite length"),
            ("[[rule]]\na = 'x'\nbelow = true\n", "line 3: invalid type: boolean"),
            ("[[rule]]\nb = 'x'\n", "line 1: missing field `a`"),
            ("[[rule]]\na = 'x'\nbelow = -1.0\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nbelow = nan\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nbelow = 1\n", "rule 1: expected skip or a length"),
            ("[[rule]]\na = 'x'\nbelwo = 1\n", "line 3: unknown field `belwo`"),
            ("[[rule]\n", "line 1: "),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(said), "{found}");
        }
    }
}
