//! Rules by names, attributes and relations, from a TOML file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clearance_scene::{Condition, Contact, Kinship, Matched, Rule, Side};
use serde::Deserialize;

use super::elements::PROPERTIES;
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
    name: Option<String>,
    a: SideEntry,
    #[serde(default)]
    b: SideEntry,
    related: Option<String>,
    below: Option<f64>,
    above: Option<f64>,
    overlap_above: Option<f64>,
    #[serde(default)]
    skip: bool,
    contact: Option<Band>,
}

/// A length, or `auto`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a length or \"auto\" as contact")]
enum Band {
    Length(f64),
    Word(String),
}

impl Band {
    fn contact(self) -> Result<Contact, String> {
        match self {
            Self::Length(length) => length_of(Some(length)).map(|_| Contact::Length(length)),
            Self::Word(word) if word == "auto" => Ok(Contact::Auto),
            Self::Word(word) => Err(format!("expected a length or \"auto\" as contact, found {word:?}")),
        }
    }
}

/// A length that is finite and not negative, if there is one.
fn length_of(length: Option<f64>) -> Result<Option<f64>, String> {
    match length {
        Some(x) if !(x.is_finite() && x >= 0.0) => Err("expected a finite length that is not negative".to_owned()),
        length => Ok(length),
    }
}

/// A pattern of names, or a table of what must hold.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a pattern of names, or a table with name, type, storey, system, file, id or properties"
)]
enum SideEntry {
    Name(String),
    Table(SideTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideTable {
    name: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    storey: Option<String>,
    system: Option<String>,
    file: Option<String>,
    id: Option<String>,
    #[serde(default)]
    properties: BTreeMap<String, Value>,
}

/// What a property must be: a pattern, or what a pattern would say of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Text(String),
    Truth(bool),
    Whole(i64),
    Number(f64),
}

impl Default for SideEntry {
    fn default() -> Self {
        Self::Name("*".to_owned())
    }
}

impl SideEntry {
    fn side(self) -> Side {
        let table = match self {
            Self::Name(pattern) => return Side::named(&pattern),
            Self::Table(table) => table,
        };
        let mut side = Side::named(table.name.as_deref().unwrap_or("*"));
        let own = [
            ("type", table.kind),
            ("storey", table.storey),
            ("system", table.system),
            ("file", table.file),
            ("id", table.id),
        ];
        let own = own.into_iter().filter_map(|(attribute, text)| Some(Condition::new(attribute, &text?)));
        let properties = table.properties.into_iter().map(|(name, value)| {
            let text = match value {
                Value::Text(text) => text,
                Value::Truth(truth) => truth.to_string(),
                Value::Whole(number) => number.to_string(),
                Value::Number(number) => serde_json::Value::from(number).to_string(),
            };
            Condition::new(&format!("{PROPERTIES}{name}"), &text)
        });
        side.conditions.extend(own.chain(properties));
        side
    }
}

/// Reads a file of rules. Those that do not say what counts as touching take `contact`.
pub fn read(path: &Path, contact: Contact) -> Result<Vec<Rule>, Failure> {
    let failed = |error: std::io::Error| Failure::io(path.display(), &error);
    if fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(Failure::file(path, format!("expected a file of at most {LARGEST} bytes")));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    parse(&text, contact).map_err(|message| Failure::file(path, message))
}

fn parse(text: &str, contact: Contact) -> Result<Vec<Rule>, String> {
    let document: Document = toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        format!("{place}{}", error.message().trim())
    })?;
    document
        .rule
        .into_iter()
        .enumerate()
        .map(|(place, entry)| rule(entry, contact).map_err(|m| format!("rule {}: {m}", place + 1)))
        .collect()
}

fn rule(entry: Entry, default: Contact) -> Result<Rule, String> {
    let Entry { name, a, b, related, below, above, overlap_above, skip, contact } = entry;
    let lengths = [length_of(below)?, length_of(above)?, length_of(overlap_above)?];
    let has_length = lengths.iter().any(Option::is_some) || contact.is_some();
    let contact = contact.map_or(Ok(default), Band::contact)?;
    if skip && has_length {
        return Err("expected skip or a length, found both".to_owned());
    }
    if let (Some(below), Some(above)) = (below, above)
        && below > above
    {
        return Err(format!("no distance is neither below {below} nor above {above}"));
    }
    let related = related.map_or(Ok(Vec::new()), |text| kinships(&text))?;
    Ok(Rule { name, a: a.side(), b: b.side(), related, below, above, skip, overlap_above, contact })
}

/// The kinships of a text, which `|` separates.
fn kinships(text: &str) -> Result<Vec<Kinship>, String> {
    let kinship = |word: &str| {
        let found = Kinship::of_name(word.trim());
        found.ok_or_else(|| format!("expected host, connected or whole in related, found {:?}", word.trim()))
    };
    text.split('|').map(kinship).collect()
}

/// What the rules are called, each by a name of its own. It is part of who a finding is.
pub fn titles(rules: &[Rule]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let title = |rule: &Rule| {
        let title = rule.title();
        let count = counts.entry(title.clone()).or_default();
        *count += 1;
        if *count == 1 { title } else { format!("{title} #{count}") }
    };
    rules.iter().map(title).collect()
}

/// An error if a side of one of these rules means no object: a misspelt name would silently check nothing.
pub fn check_sides(rules: &[Rule], matched: &Matched) -> Result<(), String> {
    let empty = matched.empty_sides().into_iter().find(|(place, _)| *place < rules.len());
    let Some((place, side)) = empty else { return Ok(()) };
    let (letter, side) = [("a", &rules[place].a), ("b", &rules[place].b)][side];
    Err(format!("rule {}: no object is on side {letter} ({side})", place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Rule>, String> {
        super::parse(text, Contact::Exact)
    }

    #[test]
    fn rules_are_read_in_their_order_and_bad_ones_are_named_with_their_place() {
        let text = "# gaps\n[[rule]]\na = \"arm*\"\nb = \"table\"\nbelow = 2.0\n\n[[rule]]\na = 'x'\nskip = true\n";
        let rules = parse(text).unwrap();
        assert_eq!(rules, [Rule::limit("arm*", "table", 2.0), Rule::skip("x", "*")]);
        assert_eq!(parse("").unwrap(), []);
        // What touches is said for all rules that do not say it themselves.
        let both = "[[rule]]\na = 'x'\n\n[[rule]]\na = 'y'\ncontact = 0\n";
        let contacts = super::parse(both, Contact::Auto).unwrap().into_iter().map(|rule| rule.contact);
        assert_eq!(contacts.collect::<Vec<_>>(), [Contact::Auto, Contact::Length(0.0)]);
        assert_eq!(parse("[[rule]]\na = 'x'\nbelow = 2\ncontact = 0.5\n").unwrap()[0].contact, Contact::Length(0.5));
        assert_eq!(parse("[[rule]]\na = 'x'\ncontact = 'auto'\n").unwrap()[0].contact, Contact::Auto);
        assert_eq!(parse("[[rule]]\na = 'x'\noverlap_above = 0.5\n").unwrap()[0].overlap_above, Some(0.5));
        assert_eq!(parse("[[rule]]\na = 'pin'\nabove = 0.1\n").unwrap(), [Rule::greatest("pin", "*", 0.1)]);
        for (text, said) in [
            ("[[rule]]\na = 'x'\nabove = 1\nbelow = 2\n", "rule 1: no distance is neither below 2 nor above 1"),
            ("[[rule]]\na = 'x'\nabove = -1\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nabove = 1\n", "rule 1: expected skip or a length"),
            (
                "[[rule]]\na = 'x'\ncontact = 'some'\n",
                "rule 1: expected a length or \"auto\" as contact, found \"some\"",
            ),
            ("[[rule]]\nb = 'x'\n", "line 1: missing field `a`"),
            ("[[rule]]\na = 'x'\nbelow = -1.0\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nbelow = nan\n", "rule 1: expected a finite length"),
            ("[[rule]]\na = 'x'\nskip = true\nbelow = 1\n", "rule 1: expected skip or a length"),
            ("[[rule]]\na = 'x'\nbelwo = 1\n", "line 3: unknown field `belwo`"),
            ("[[rule]\n", "line 1: "),
            ("[[rule]]\na = { typ = 'x' }\n", "line 2: expected a pattern of names, or a table"),
            ("[[rule]]\na = 'x'\nrelated = 'hst'\n", "rule 1: expected host, connected or whole"),
        ] {
            let found = parse(text).unwrap_err();
            assert!(found.starts_with(said), "{found}");
        }
    }

    #[test]
    fn sides_by_attributes_and_relations_have_titles_of_their_own() {
        let text = "[[rule]]\na = { type = 'IfcWall | IfcSlab', storey = '2*' }\nbelow = 1\n\n\
                    [[rule]]\na = { type = 'IfcWall', properties = { 'P.Bearing' = true, 'P.N' = 2, 'P.X' = 0.5 } }\n\
                    b = 'x*'\nrelated = 'host|whole'\nskip = true\n\n[[rule]]\nname = 'gap'\na = '*'\n\n[[rule]]\nname = 'gap'\na = '*'\n";
        let rules = parse(text).unwrap();
        assert_eq!(
            titles(&rules),
            [
                "IfcWall|IfcSlab, storey 2* / *",
                "IfcWall, properties.P.Bearing true, properties.P.N 2, properties.P.X 0.5 / x* (host|whole)",
                "gap",
                "gap #2"
            ]
        );
        assert_eq!(rules[1].related, [Kinship::Host, Kinship::Whole]);
    }
}
