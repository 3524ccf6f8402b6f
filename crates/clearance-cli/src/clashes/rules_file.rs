//! Rules by names, from a TOML file.

use std::fs;
use std::path::Path;

use clearance_scene::{Pattern, Rule};
use serde::Deserialize;

use crate::failure::Failure;

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
    below: Option<f64>,
    above: Option<f64>,
    #[serde(default)]
    skip: bool,
    #[serde(default)]
    contact: f64,
}

fn any() -> String {
    "*".to_owned()
}

/// Reads a file of rules.
pub fn read(path: &Path) -> Result<Vec<Rule>, Failure> {
    let failed = |error: std::io::Error| Failure::io(path.display(), &error);
    if fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(Failure::file(path, format!("expected a file of at most {LARGEST} bytes")));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    parse(&text).map_err(|message| Failure::file(path, message))
}

fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let document: Document = toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        format!("{place}{}", error.message().trim())
    })?;
    document
        .rule
        .into_iter()
        .enumerate()
        .map(|(place, entry)| rule(entry).map_err(|m| format!("rule {}: {m}", place + 1)))
        .collect()
}

fn rule(Entry { a, b, below, above, skip, contact }: Entry) -> Result<Rule, String> {
    let is_length = |x: f64| x.is_finite() && x >= 0.0;
    if !below.is_none_or(is_length) || !above.is_none_or(is_length) || !is_length(contact) {
        return Err("expected a finite length that is not negative".to_owned());
    }
    if skip && (below.is_some() || above.is_some() || contact > 0.0) {
        return Err("expected skip or a length, found both".to_owned());
    }
    if let (Some(below), Some(above)) = (below, above)
        && below > above
    {
        return Err(format!("no distance is neither below {below} nor above {above}"));
    }
    Ok(Rule { a: Pattern::new(&a), b: Pattern::new(&b), below, above, skip, contact })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_their_order_and_bad_ones_are_named_with_their_place() {
        let text = "# gaps\n[[rule]]\na = \"arm*\"\nb = \"table\"\nbelow = 2.0\n\n[[rule]]\na = 'x'\nskip = true\n";
        let rules = parse(text).unwrap();
        assert_eq!(rules, [Rule::limit("arm*", "table", 2.0), Rule::skip("x", "*")]);
        assert_eq!(parse("").unwrap(), []);
        assert_eq!(parse("[[rule]]\na = 'x'\nbelow = 2\ncontact = 0.5\n").unwrap()[0].contact, 0.5);
        assert_eq!(parse("[[rule]]\na = 'pin'\nabove = 0.1\n").unwrap(), [Rule::greatest("pin", "*", 0.1)]);
        for (text, said) in [
            ("[[rule]]\na = 'x'\nabove = 1\nbelow = 2\n", "rule 1: no distance is neither below 2 nor above 1"),
            ("[[rule]]\na = 'x'\nabove = -1\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nabove = 1\n", "rule 1: expected skip or a length"),
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
